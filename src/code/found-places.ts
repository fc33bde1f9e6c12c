import type { FoundDefinition, FoundReference } from './navigation.ts';
import { lineStarts } from './occurrences.ts';
import { type Def, isFunction, type ProjectView } from './project-view.ts';
import type { Hit } from './reference-hits.ts';
import type { Target } from './target.ts';

/** So much of a long line is shown around the place. */
const LONGEST_TEXT = 200;

export function foundReference(view: ProjectView, hit: Hit, several: boolean): FoundReference {
  const around = view.around(hit.file, hit.start).filter(({ definition }) => isFunction(definition));
  const inner = around.at(-1)?.definition;
  const first = hit.of?.defs[0];
  return {
    file: hit.file,
    line: hit.line,
    column: hit.column,
    text: lineText(view, hit),
    kind: hit.kind,
    in_function: inner ? [...inner.scope, inner.name].join('.') : '',
    certainty: hit.certainty,
    ...(several && first && { belongs_to: `${first.file}:${first.definition.line}` }),
  };
}

function lineText(view: ProjectView, { file, line, column }: Hit): string {
  const text = view.index.text(file) ?? '';
  const starts = lineStarts(view, file, text);
  const whole = text.slice(starts[line - 1] ?? 0, starts[line] ?? text.length).replace(/\r?\n$/, '');
  if (whole.trim().length <= LONGEST_TEXT) return whole.trim();
  const from = Math.max(0, Math.min(column - 1 - LONGEST_TEXT / 2, whole.length - LONGEST_TEXT));
  const cut = whole
    .slice(from, from + LONGEST_TEXT)
    .toWellFormed()
    .replaceAll('\uFFFD', '')
    .trim();
  return `${from > 0 ? '…' : ''}${cut}${from + LONGEST_TEXT < whole.length ? '…' : ''}`;
}

export function foundDefinition(view: ProjectView, { file, definition }: Def): FoundDefinition {
  return {
    name: definition.name,
    kind: definition.kind,
    file,
    line: definition.line,
    column: definition.column,
    end_line: definition.end_line,
    scope: definition.scope.join('.'),
    signature: definition.signature,
    exported: definition.exported,
    language: view.symbols(file)?.language ?? '',
    ...(definition.is_signature && { is_signature: true }),
  };
}

export function localDefinition(view: ProjectView, { local, name }: Target): FoundDefinition {
  const file = local?.file ?? '';
  const occurrence = local?.binding.occurrence;
  const around = view
    .around(file, local?.binding.place ?? 0)
    .filter(({ definition }) => isFunction(definition))
    .at(-1);
  const line = occurrence?.line ?? 1;
  const column = occurrence?.column ?? 1;
  return {
    name,
    kind: 'variable',
    file,
    line,
    column,
    end_line: line,
    scope: around ? [...around.definition.scope, around.definition.name].join('.') : '',
    signature: lineText(view, { file, line, column, start: 0, kind: 'read', certainty: 'certain', of: null }),
    exported: false,
    language: view.symbols(file)?.language ?? '',
  };
}
