import { nearest } from '../shared/nearest.ts';
import { Refusal } from '../shared/refusal.ts';
import { type Language, type MessageKey, message, speaker } from '../text/text.ts';
import type { Flag, Intent, Session } from './session.ts';

/** Where the session keeps a flag. null: the flag is no session's; another call does what it asks for. */
type StoredAs = Flag | 'doc_research' | 'gate_level' | null;

interface FlagEntry {
  /** As typed; the first is the one that is shown. */
  readonly names: readonly [string, ...string[]];
  readonly short: string | null;
  readonly storedAs: StoredAs;
  /** How a value is written after `=`; null where there is none. */
  readonly value: string | null;
  readonly effect: MessageKey;
}

/**
 * The flags of `/code` (session-flow.md, Flags): the one source of the parser, of the descriptions and of the generated
 * tables.
 */
export const flagEntries = [
  { names: ['--quick'], short: '-q', storedAs: 'quick_mode', value: null, effect: 'flags.quick' },
  { names: ['--fast'], short: '-f', storedAs: 'fast_mode', value: null, effect: 'flags.fast' },
  { names: ['--no-verify'], short: null, storedAs: 'no_verify', value: null, effect: 'flags.no_verify' },
  {
    names: ['--only-verify'],
    short: '-v',
    storedAs: 'only_verify',
    value: null,
    effect: 'flags.only_verify',
  },
  {
    names: ['--only-explore'],
    short: '-e',
    storedAs: 'only_explore',
    value: null,
    effect: 'flags.only_explore',
  },
  { names: ['--no-quality'], short: null, storedAs: 'no_quality', value: null, effect: 'flags.no_quality' },
  {
    names: ['--no-doc', '--no-doc-research'],
    short: null,
    storedAs: 'no_doc',
    value: null,
    effect: 'flags.no_doc',
  },
  {
    names: ['--doc-research'],
    short: null,
    storedAs: 'doc_research',
    value: 'A,B',
    effect: 'flags.doc_research',
  },
  {
    names: ['--no-intervention'],
    short: '-ni',
    storedAs: 'no_intervention',
    value: null,
    effect: 'flags.no_intervention',
  },
  { names: ['--gate'], short: '-g', storedAs: 'gate_level', value: 'full|auto', effect: 'flags.gate_level' },
  { names: ['--clean'], short: '-c', storedAs: null, value: null, effect: 'flags.clean' },
  { names: ['--rebuild'], short: null, storedAs: null, value: null, effect: 'flags.rebuild' },
  { names: ['--resume'], short: '-r', storedAs: null, value: null, effect: 'flags.resume' },
] as const satisfies readonly FlagEntry[];

type FlagName = (typeof flagEntries)[number]['names'][0];

/** What the words ask for. `settings` goes into a new session as it is. */
export interface ParsedFlags {
  readonly settings: Pick<Session, Flag | 'gate_level' | 'doc_research'>;
  /** The flags that were given, by their full names. */
  readonly given: readonly string[];
  /** What followed the first word that is no flag: no part of the flags, nothing was done with it. */
  readonly rest: readonly string[];
}

/** A flag as it was given: the word typed, and its value. */
interface Given {
  readonly name: FlagName;
  readonly word: string;
  readonly value: string;
}

/** What the session tools do not start: the call to make instead. */
const elsewhere: Partial<Record<FlagName, { key: MessageKey; call: string | null; args?: object }>> = {
  '--resume': { key: 'flags.call_resume', call: 'get_session_status', args: { kind: 'code' } },
  '--clean': { key: 'flags.call_clean', call: 'cleanup_stale_branches', args: {} },
  '--rebuild': { key: 'flags.call_rebuild', call: null },
};

const conflicts: readonly (readonly [FlagName, FlagName])[] = [
  ['--quick', '--fast'],
  ['--only-verify', '--no-verify'],
  ['--no-doc', '--doc-research'],
  ['--only-explore', '--quick'],
  ['--only-explore', '--fast'],
  ['--only-explore', '--only-verify'],
];

const gateLevels: ReadonlyMap<string, string> = new Map([
  ['f', 'full'],
  ['full', 'full'],
  ['a', 'auto'],
  ['auto', 'auto'],
]);

/** What an investigation by intent cannot stand beside, as with `--only-explore`. */
const notInvestigating: readonly FlagName[] = ['--quick', '--fast', '--only-verify'];

/**
 * Reads the flags as the user typed them; they end at the first word that is no flag, or at `--`. Refuses with
 * `unknown_flag` (naming the nearest one, or all where none is near), `conflicting_flags` (naming the pair), and `invalid_arguments` where another
 * call does what was asked for (naming it).
 */
export function parseFlags(words: readonly string[], intent: Intent): ParsedFlags {
  const all = words.flatMap((word) => word.split(/\s+/)).filter((word) => word !== '');
  const end = all.findIndex((word) => !looksLikeFlag(word));
  const typed = end === -1 ? all : all.slice(0, end);
  const rest = end === -1 ? [] : all.slice(all[end] === '--' ? end + 1 : end);
  const given = typed.map(readFlag);

  refuseConflicts(given, intent);
  for (const { name } of given) refuseElsewhere(name);

  const has = (flag: FlagName): boolean => given.some(({ name }) => name === flag);
  const names = given
    .filter(({ name }) => name === '--doc-research')
    .flatMap(({ value }) => value.split(','));
  return {
    settings: {
      quick_mode: has('--quick'),
      fast_mode: has('--fast'),
      no_verify: has('--no-verify'),
      only_verify: has('--only-verify'),
      only_explore: has('--only-explore'),
      no_quality: has('--no-quality'),
      no_doc: has('--no-doc'),
      no_intervention: has('--no-intervention'),
      gate_level: given.some(({ name, value }) => name === '--gate' && value === 'full') ? 'full' : 'auto',
      doc_research: has('--doc-research') ? [...new Set(names)] : null,
    },
    given: [...new Set(given.map(({ name }) => name))],
    rest,
  };
}

/** Dashes as a Japanese keyboard or an editor's typography makes them are dashes. */
const plainDashes = (word: string): string =>
  word.replace(/^[\uff0d\u2010-\u2013\u2212-]{1,2}|^[\u2014\u2015]/, (dashes) =>
    '\u2014\u2015'.includes(dashes) ? '--' : '-'.repeat(dashes.length),
  );

const looksLikeFlag = (word: string): boolean => /^-{1,2}[a-z_]/i.test(plainDashes(word));

function readFlag(word: string): Given {
  const [written = '', ...values] = plainDashes(word).split('=');
  const flag = written.toLowerCase();
  const entry = flagEntries.find(
    ({ names, short }) => short === flag || names.some((name: string) => name === flag),
  );
  if (!entry) throw unknownFlag(written);
  const value = values.join('=');
  const name = entry.names[0];
  if (entry.value === null) {
    if (values.length > 0)
      throw new Refusal('unknown_flag', message('flags.no_value', { flag: name, word: cut(word) }));
    return { name, word: written, value };
  }
  const due = () =>
    new Refusal(
      'unknown_flag',
      message('flags.value_due', { flag: name, form: `${name}=${entry.value}`, word: cut(word) }),
    );
  if (name === '--gate') {
    const level = gateLevels.get(value.toLowerCase());
    if (level === undefined && value !== '')
      throw new Refusal('unknown_flag', message('flags.wrong_level', { flag: name, value: cut(value) }));
    if (level === undefined) throw due();
    return { name, word: `${written}=${level}`, value: level };
  }
  const prompts = value
    .split(',')
    .map((prompt) => prompt.trim())
    .filter((prompt) => prompt !== '');
  if (prompts.length === 0) throw due();
  return { name, word: written, value: prompts.join(',') };
}

function unknownFlag(written: string): Refusal {
  const known = flagEntries.flatMap(({ names, short }) => (short === null ? names : [...names, short]));
  const flag = cut(written);
  const list = known.join(', ');
  // Any letter is one change away from any other: a short flag that does not exist is not taken for a slip of another.
  const near = written.length <= 2 ? null : nearest(written, known, 2);
  if (near === null)
    return new Refusal('unknown_flag', message('flags.unknown_far', { flag, known: list }), { flag });
  return new Refusal('unknown_flag', message('flags.unknown', { flag, nearest: near, known: list }), {
    flag,
    nearest: near,
  });
}

const cut = (word: string): string => Array.from(word.slice(0, 160)).slice(0, 80).join('');

function refuseConflicts(given: readonly Given[], intent: Intent): void {
  const first = (flag: FlagName) => given.find(({ name }) => name === flag);
  const resume = first('--resume');
  const beside = given.find(({ name }) => name !== '--resume');
  if (resume && beside)
    throw new Refusal('conflicting_flags', message('flags.resume_alone', { second: beside.word }), {
      flags: [resume.word, beside.word],
    });
  for (const [one, other] of conflicts) {
    const [a, b] = [first(one), first(other)];
    if (a && b) throw conflict(a.word, b.word);
  }
  const gates = given.filter(({ name }) => name === '--gate');
  const otherGate = gates.find(({ value }) => value !== gates[0]?.value);
  if (gates[0] && otherGate) throw conflict(gates[0].word, otherGate.word);
  const changing = given.find(({ name }) => notInvestigating.includes(name));
  if (changing && (intent === 'INVESTIGATE' || intent === 'QUESTION'))
    throw conflict(`intent ${intent}`, changing.word);
}

const conflict = (first: string, second: string): Refusal =>
  new Refusal('conflicting_flags', message('flags.conflict', { first, second }), { flags: [first, second] });

function refuseElsewhere(name: FlagName): void {
  const instead = elsewhere[name];
  if (!instead) return;
  throw new Refusal(
    'invalid_arguments',
    { key: instead.key, values: {} },
    instead.call === null
      ? { flag: name }
      : { flag: name, call: instead.call, arguments: instead.args ?? {} },
  );
}

/** The flags as a Markdown table, for the command file and README. */
export function flagTable(language: Language): string {
  const say = speaker(language);
  const word = (key: MessageKey): string => say({ key, values: {} });
  const code = (text: string): string => `\`${text.replaceAll('|', '\\|')}\``;
  const rows = flagEntries.map((entry: FlagEntry) => {
    const value = entry.value === null ? '' : `=${entry.value}`;
    // The short form of --gate takes the first letters of its values.
    const shortValue = entry.storedAs === 'gate_level' ? '=f|a' : value;
    return [
      entry.names.map((name) => code(`${name}${value}`)).join(', '),
      entry.short === null ? '' : code(`${entry.short}${shortValue}`),
      entry.storedAs === null ? '—' : code(entry.storedAs),
      word(entry.effect),
    ];
  });
  const headings = (['flag', 'short', 'stored', 'effect'] as const).map((name) =>
    word(`flags.heading_${name}`),
  );
  return [headings, headings.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

/** The flags in one paragraph, for a tool's description. */
export function flagSummary(language: Language): string {
  const say = speaker(language);
  return flagEntries
    .map((entry: FlagEntry) => {
      const value = entry.value === null ? '' : `=${entry.value}`;
      const short = entry.short === null ? '' : ` (${entry.short})`;
      return `${entry.names[0]}${value}${short}: ${say({ key: entry.effect, values: {} })}`;
    })
    .join('; ');
}
