import type { ImpactAnswer, Note, Reached } from './navigation.ts';

/** From so many certain users on a risk is high. */
const MANY = 10;

/**
 * How risky a change is, and why: by what is tied for certain, given out in turn, and untested. Never `low` where anything
 * could not be resolved (code-intelligence.md, Impact).
 */
export function riskOf(seen: {
  reached: readonly Reached[];
  tests: number;
  unresolved: number;
  ambiguous: number;
  skipped: number;
  /** So many symbols were followed, and no more; null: all were. */
  cutAfter: number | null;
  building: boolean;
  noSymbols: boolean;
}): Pick<ImpactAnswer, 'risk' | 'risk_reasons'> {
  const certain = seen.reached.filter(({ certainty }) => certainty === 'certain').length;
  const likely = seen.reached.length - certain;
  const publicUsers = seen.reached.filter(
    ({ exported, certainty }) => exported && certainty === 'certain',
  ).length;
  const reasons: Note[] = [];
  const say = (condition: boolean, key: string, count: number) => {
    if (condition) reasons.push({ key: `navigation.impact_${key}`, values: { count } });
  };
  say(certain > 0, 'users', certain);
  say(publicUsers > 0, 'exported_users', publicUsers);
  say(seen.reached.length > 0 && seen.tests === 0, 'untested', seen.reached.length);
  const open = reasons.length;
  say(likely > 0, 'likely', likely);
  say(seen.ambiguous > 0, 'ambiguous', seen.ambiguous);
  say(seen.unresolved > 0, 'unresolved', seen.unresolved);
  say(seen.skipped > 0, 'skipped', seen.skipped);
  say(seen.cutAfter !== null, 'cut_risk', seen.cutAfter ?? 0);
  say(seen.building, 'building', 0);
  say(seen.noSymbols, 'no_symbols', 0);
  const unproven = reasons.length > open;
  if (certain >= MANY || publicUsers >= MANY / 2 || (certain >= 5 && seen.tests === 0))
    return { risk: 'high', risk_reasons: reasons };
  if (unproven || certain >= 3 || (certain > 0 && seen.tests === 0))
    return { risk: 'medium', risk_reasons: reasons };
  if (reasons.length === 0) reasons.push({ key: 'navigation.impact_nothing', values: {} });
  return { risk: 'low', risk_reasons: reasons };
}
