import { z } from 'zod';
import type { ProjectConfig } from '../session/ports.ts';
import { shorten } from '../shared/characters.ts';
import { nearest } from '../shared/nearest.ts';
import { languages, type Message, message } from '../text/text.ts';
import { readText } from './read-text.ts';

const path = '.code-intel/config.json';
/** A configuration is a page of text; what is larger is not one. */
const maxBytes = 1_048_576;

const NonBlank = z.string().refine((text) => text.trim() !== '');

interface Key {
  readonly schema: z.ZodType;
  /** In the notation of the payloads; never translated. */
  readonly expected: string;
  readonly default: unknown;
}

/**
 * All keys that `config.json` may have, with dots for nested ones (code-intelligence.md, Project context). Each is
 * checked by itself: a wrong value takes its own default and spoils no other.
 */
const keys = {
  language: { schema: z.enum(languages), expected: '"en" | "ja"', default: 'en' },
  include: { schema: z.array(NonBlank), expected: 'list[str], none blank', default: [] },
  exclude: { schema: z.array(NonBlank), expected: 'list[str], none blank', default: [] },
  'chroma.url': { schema: z.url({ protocol: /^https?$/ }), expected: 'http(s) URL', default: null },
  embedding: {
    schema: z.union([NonBlank, z.record(z.string(), z.unknown())]),
    expected: 'str | {...}',
    default: null,
  },
  'verify.commands': { schema: z.array(NonBlank), expected: 'list[str], none blank', default: [] },
  'verify.timeout_s': {
    schema: z.number().positive().max(86_400),
    expected: 'float above 0, at most 86400',
    default: 1_800,
  },
  'lsp.typescript': { schema: z.boolean(), expected: 'bool', default: true },
  limits: { schema: z.record(z.string(), z.number().nonnegative()), expected: '{name: float}', default: {} },
} as const satisfies Record<string, Key>;

type KeyName = keyof typeof keys;
const names = Object.keys(keys) as KeyName[];
/** Keys that hold other keys of the table. */
const groups = [
  ...new Set(names.filter((name) => name.includes('.')).map((name) => name.split('.')[0] ?? '')),
];

/**
 * Reads `.code-intel/config.json` of the project. No file: all defaults, no problem. Unknown keys are named with the
 * nearest known one, wrong values with what was expected; the default stands in for what cannot be used. Never throws.
 */
export async function readConfig(root: string): Promise<ProjectConfig> {
  const { given, problems } = await readObject(root);
  const found = [...problems, ...unknownKeys(given)];

  function value<Name extends KeyName>(name: Name): z.output<(typeof keys)[Name]['schema']> {
    const { schema, expected, default: standard }: Key = keys[name];
    const received = valueAt(given, name);
    // null is how JSON says that something is not given.
    if (received === undefined || received === null)
      return standard as z.output<(typeof keys)[Name]['schema']>;
    const parsed = schema.safeParse(received);
    if (!parsed.success) {
      const shown = { key: name, expected, received: show(received), default: show(standard) };
      found.push(message('verify.config_wrong_value', shown));
      return standard as z.output<(typeof keys)[Name]['schema']>;
    }
    return parsed.data as z.output<(typeof keys)[Name]['schema']>;
  }

  for (const name of ['chroma.url', 'embedding', 'limits'] as const) value(name);
  const config = {
    language: value('language'),
    include: value('include'),
    exclude: value('exclude'),
    verify: { commands: value('verify.commands'), timeout_s: value('verify.timeout_s') },
    lsp: { typescript: value('lsp.typescript') },
  };
  return { ...config, problems: found };
}

type Given = Readonly<Record<string, unknown>>;
const isObject = (value: unknown): value is Given =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

async function readObject(root: string): Promise<{ given: Given; problems: Message[] }> {
  const file = await readText(root, path, maxBytes);
  if (file.kind === 'missing') return { given: {}, problems: [] };
  if (file.kind === 'unusable') return { given: {}, problems: [file.problem] };
  if (!file.whole) {
    return { given: {}, problems: [message('verify.file_too_large', { path, limit: maxBytes / 1024 })] };
  }
  let value: unknown;
  try {
    value = JSON.parse(file.text);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return {
      given: {},
      problems: [message('verify.config_not_json', { reason: shorten(reason.replace(/\s+/g, ' '), 200) })],
    };
  }
  if (isObject(value)) return { given: value, problems: [] };
  return { given: {}, problems: [message('verify.config_not_object', { received: show(value) })] };
}

function valueAt(given: Given, name: string): unknown {
  let value: unknown = given;
  for (const part of name.split('.')) {
    value = isObject(value) && Object.hasOwn(value, part) ? value[part] : undefined;
  }
  return value;
}

/** Unknown keys at the top and in the groups, and groups that are no object. */
function unknownKeys(given: Given): Message[] {
  const problems: Message[] = [];
  const top = [...new Set(names.map((name) => name.split('.')[0] ?? name))];
  const check = (key: string, shown: string, known: readonly string[], prefix: string): void => {
    if (known.includes(key)) return;
    const name = show(shown);
    // `timeout_s` at the top is meant for `verify.timeout_s`: whole names and last parts count before likeness.
    const whole = names.find((each) => each === shown || each.split('.').at(-1) === key);
    const near = nearest(key, known, Math.max(1, Math.floor(key.length / 3)));
    const meant = whole ?? (near === null ? null : prefix + near);
    problems.push(
      meant !== null
        ? message('verify.config_unknown_key', { key: name, nearest: meant })
        : message('verify.config_unknown_key_far', {
            key: name,
            known: known.map((each) => prefix + each).join(', '),
          }),
    );
  };
  for (const [key, value] of Object.entries(given)) {
    check(key, key, top, '');
    if (!groups.includes(key)) continue;
    const inner = names
      .filter((name) => name.startsWith(`${key}.`))
      .map((name) => name.slice(key.length + 1));
    if (isObject(value)) {
      for (const each of Object.keys(value)) check(each, `${key}.${each}`, inner, `${key}.`);
    } else if (value !== null) {
      const expected = `{${inner.map((each) => `${each}?`).join(', ')}}`;
      const shown = { key, expected, received: show(value), default: '{}' };
      problems.push(message('verify.config_wrong_value', shown));
    }
  }
  return problems;
}

/** A value as JSON, shortened. */
const show = (value: unknown): string => shorten(JSON.stringify(value), 80);
