import { foundIn } from './definitions.ts';
import type { Definition } from './file-symbols.ts';
import { languageById } from './languages.ts';
import type { FoundDefinition, Reached } from './navigation.ts';
import { segmentsOf } from './project-view.ts';
import { byFile, describe, placeOf, qualified } from './reached-places.ts';
import type { IndexedFile, SymbolIndex } from './symbol-index.ts';
import { indexWord } from './words.ts';

type Certainty = Reached['certainty'];

const familyOf = (language: string): string => languageById(language)?.family ?? language;
const lastPart = (name: string): string => segmentsOf(name).at(-1) ?? name;

/** Classes that extend or implement a target, transitively, and the members of the same name on both sides. */
export function inheritanceOf(index: SymbolIndex, symbols: readonly FoundDefinition[]): Reached[] {
  const reached = new Map<string, Reached>();
  const add = (file: IndexedFile, definition: Definition, certainty: Certainty, path: readonly string[]) => {
    const one = foundIn(file.path, file.symbols.language, definition);
    if (symbols.some((symbol) => placeOf(symbol) === placeOf(one))) return;
    reached.set(placeOf(one), {
      symbol: qualified(one),
      kind: one.kind,
      file: one.file,
      line: one.line,
      certainty,
      exported: one.exported,
      path: [...path, describe(one)],
    });
  };
  for (const symbol of symbols) {
    const owner = symbol.scope.split('.').filter(Boolean).at(-1);
    const isClass = /^(?:class|interface|trait|struct|type|enum|object)$/.test(symbol.kind);
    const start = isClass ? symbol.name : owner;
    if (start === undefined) continue;
    const family = familyOf(symbol.language);
    for (const { file, definition, certainty } of derivedFrom(index, start, family)) {
      if (isClass) add(file, definition, certainty, [describe(symbol)]);
      else
        for (const member of membersOf(file, definition, symbol.name))
          add(file, member, certainty, [describe(symbol), definition.name]);
    }
    if (isClass) continue;
    for (const base of basesOf(index, symbol, owner ?? '', family))
      for (const path of index.defining(base)) {
        const file = index.file(path);
        if (!file || familyOf(file.symbols.language) !== family) continue;
        for (const definition of file.symbols.definitions)
          if (definition.name === base)
            for (const member of membersOf(file, definition, symbol.name))
              add(file, member, index.defining(base).length === 1 ? 'certain' : 'likely', [
                describe(symbol),
                base,
              ]);
      }
  }
  return [...reached.values()].sort(byFile);
}

/** All definitions whose bases name the class, and theirs in turn. */
function derivedFrom(index: SymbolIndex, name: string, family: string) {
  const found: { file: IndexedFile; definition: Definition; certainty: Certainty }[] = [];
  const names: { name: string; certainty: Certainty }[] = [{ name, certainty: 'certain' }];
  const seen = new Set([name]);
  for (let next = names.shift(); next !== undefined; next = names.shift()) {
    const current = next;
    const certainty: Certainty =
      current.certainty === 'certain' && index.defining(current.name).length <= 1 ? 'certain' : 'likely';
    for (const path of index.containing(indexWord(current.name))) {
      const file = index.file(path);
      if (!file || familyOf(file.symbols.language) !== family) continue;
      for (const definition of file.symbols.definitions) {
        if (!definition.bases.some((base) => lastPart(base) === current.name)) continue;
        found.push({ file, definition, certainty });
        if (!seen.has(definition.name)) {
          seen.add(definition.name);
          names.push({ name: definition.name, certainty });
        }
      }
    }
  }
  return found;
}

/** Names of the classes above the owner of a member, transitively. */
function basesOf(index: SymbolIndex, symbol: FoundDefinition, owner: string, family: string): Set<string> {
  const bases = new Set<string>();
  const open = [owner];
  for (let name = open.pop(); name !== undefined; name = open.pop())
    for (const path of name === owner ? [symbol.file, ...index.defining(name)] : index.defining(name)) {
      const file = index.file(path);
      if (!file || familyOf(file.symbols.language) !== family) continue;
      for (const definition of file.symbols.definitions)
        if (definition.name === name)
          for (const base of definition.bases.map(lastPart))
            if (!bases.has(base)) {
              bases.add(base);
              open.push(base);
            }
    }
  bases.delete(owner);
  return bases;
}

function membersOf(file: IndexedFile, holder: Definition, name: string): Definition[] {
  const at = file.symbols.definitions.indexOf(holder);
  return file.symbols.definitions.filter(
    (definition) =>
      definition.name === name && (definition.parent === at || definition.scope.at(-1) === holder.name),
  );
}
