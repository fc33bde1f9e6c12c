import type { Import } from './file-symbols.ts';
import { type Occurrence, occurrencesOf, type Scope } from './occurrences.ts';
import { type Def, isMember, type ProjectView } from './project-view.ts';
import type { Range } from './syntax.ts';

/** What a name stands for in a part of a file. */
export interface Binding {
  readonly scope: Range;
  /** Seen in the class body itself, not in functions in it. */
  readonly inClass: boolean;
  /** Where it is bound (offset of the identifier); -1 for the whole file. */
  readonly place: number;
  readonly definition: Def | null;
  readonly imported: Import | null;
  readonly occurrence: Occurrence | null;
}

/** A name in one file: where it stands and what it stands for. */
export interface NameInFile {
  readonly occurrences: readonly Occurrence[];
  readonly bindings: readonly Binding[];
}

/** All bindings of a name in a file with their scopes; null: the file has no tree. */
export function nameInFile(view: ProjectView, file: string, name: string): NameInFile | null {
  return view.once('bindings', `${file}\0${name}`, () => {
    const occurrences = occurrencesOf(view, file, name);
    if (occurrences === null) return null;
    const length = view.index.tree(file)?.text.length ?? 0;
    const whole = { start: 0, end: length };
    const at = new Map(occurrences.map((one) => [`${one.line}:${one.column}`, one]));
    const bindings: Binding[] = [];
    const taken = new Set<number>();
    for (const def of view.inFile(file, name)) {
      const { definition } = def;
      const occurrence = at.get(`${definition.line}:${definition.column}`) ?? null;
      if (occurrence) taken.add(occurrence.start);
      if (isMember(view, def) && !isFreeEnumMember(view, def)) continue;
      bindings.push({
        scope: scopeOfDefinition(view, def, occurrence) ?? whole,
        inClass: false,
        place: occurrence?.start ?? definition.start,
        definition: def,
        imported: null,
        occurrence,
      });
    }
    for (const imported of view.symbols(file)?.imports ?? []) {
      if (boundName(imported) !== name || imported.reexport) continue;
      const occurrence = at.get(`${imported.line}:${imported.column}`) ?? null;
      if (occurrence) taken.add(occurrence.start);
      const around = imported.is_local ? occurrence?.scopes.find(({ kind }) => kind === 'function') : null;
      bindings.push({
        scope: around ?? whole,
        inClass: false,
        place: occurrence?.start ?? -1,
        definition: null,
        imported,
        occurrence,
      });
    }
    for (const occurrence of occurrences) {
      if (!occurrence.binder || taken.has(occurrence.start) || isOutside(view, file, name, occurrence))
        continue;
      const scope = scopeOf(occurrence);
      bindings.push({
        scope: scope ?? whole,
        inClass: scope?.kind === 'class',
        place: occurrence.start,
        definition: null,
        imported: null,
        occurrence,
      });
    }
    return { occurrences, bindings };
  });
}

/** The name that an import binds here; Python's `import a.b` binds `a`. */
export function boundName({ local }: Import): string {
  const dot = local.indexOf('.');
  return dot > 0 ? local.slice(0, dot) : local;
}

/** What the name stands for at an occurrence: the bindings of the innermost scope that has any. */
export function boundTo(
  found: NameInFile,
  occurrence: Pick<Occurrence, 'start' | 'scopes'>,
): readonly Binding[] {
  const owner = occurrence.scopes.find(({ kind }) => kind !== 'block');
  const seen = found.bindings.filter(
    ({ scope, inClass, place }) =>
      place === occurrence.start ||
      (scope.start <= occurrence.start &&
        occurrence.start < scope.end &&
        (!inClass || (owner?.start === scope.start && owner.end === scope.end))),
  );
  const own = seen.filter(({ place }) => place === occurrence.start);
  const size = ({ scope }: Binding): number => scope.end - scope.start;
  const least = Math.min(...(own.length > 0 ? own : seen).map(size));
  return seen.filter((binding) => size(binding) === least);
}

function scopeOf({ binder, scopes, node }: Occurrence): Scope | null {
  if (!binder) return null;
  if (binder.reach === 'function') return scopes.find(({ kind }) => kind !== 'block') ?? null;
  if (binder.reach === 'block') return scopes[0] ?? null;
  const [first, second = null] = scopes;
  // Names can stand deeper in what opens the scope (a declarator of C).
  for (let up = node?.parent ?? null, steps = 0; up && first && steps < 4; up = up.parent, steps += 1)
    if (up.startIndex === first.start && up.endIndex === first.end) return second;
  return first ?? null;
}

function scopeOfDefinition(view: ProjectView, def: Def, occurrence: Occurrence | null): Range | null {
  if (occurrence?.binder && def.definition.is_local) {
    const scope = scopeOf(occurrence);
    if (scope) return scope;
  }
  let holder = view.holderOf(def);
  // Enum constants of C are seen around the enum.
  if (holder && isFreeEnumMember(view, def)) holder = view.holderOf(holder);
  return holder ? { start: holder.definition.start, end: holder.definition.end } : null;
}

const isFreeEnumMember = (view: ProjectView, def: Def): boolean =>
  def.definition.kind === 'enum_member' && view.family(def.file) === 'c';

/** Python's `global` and `nonlocal`, PHP's `global`: an assignment binds no local name then. */
function isOutside(view: ProjectView, file: string, name: string, { binder, scopes }: Occurrence): boolean {
  const family = view.family(file);
  if (binder?.reach !== 'function' || (family !== 'python' && family !== 'php')) return false;
  const owner = scopes.find(({ kind }) => kind === 'function');
  const text = owner ? view.index.tree(file)?.text.slice(owner.start, owner.end) : undefined;
  if (text === undefined) return false;
  return [...text.matchAll(/\b(?:global|nonlocal)\s+([^\n;#]+)/g)].some(([, names = '']) =>
    names.split(',').some((one) => one.trim().replace(/^\$/, '') === name.replace(/^\$/, '')),
  );
}
