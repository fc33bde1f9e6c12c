import { describe, expect, it } from 'vitest';
import { flagEntries, flagSummary, flagTable, parseFlags } from '../../src/session/flags.ts';
import type { Intent } from '../../src/session/session.ts';
import { editDistance, nearest } from '../../src/shared/nearest.ts';
import { Refusal } from '../../src/shared/refusal.ts';
import { speaker } from '../../src/text/text.ts';

const off = {
  quick_mode: false,
  fast_mode: false,
  no_verify: false,
  only_verify: false,
  only_explore: false,
  no_quality: false,
  no_doc: false,
  no_intervention: false,
  gate_level: 'auto',
  doc_research: null,
};

function refusal(words: string[], intent: Intent = 'IMPLEMENT'): Refusal {
  try {
    parseFlags(words, intent);
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
  throw new Error(`${words.join(' ')} was taken`);
}

describe('parseFlags reads the words as typed', () => {
  it.each<[string[], object]>([
    [[], {}],
    [['--quick'], { quick_mode: true }],
    [['-q'], { quick_mode: true }],
    [['--fast'], { fast_mode: true }],
    [['-f'], { fast_mode: true }],
    [['--no-verify'], { no_verify: true }],
    [['--only-verify'], { only_verify: true }],
    [['-v'], { only_verify: true }],
    [['--only-explore'], { only_explore: true }],
    [['-e'], { only_explore: true }],
    [['--no-quality'], { no_quality: true }],
    [['--no-doc'], { no_doc: true }],
    [['--no-doc-research'], { no_doc: true }],
    [['--no-intervention'], { no_intervention: true }],
    [['-ni'], { no_intervention: true }],
    [['--doc-research=A,B'], { doc_research: ['A', 'B'] }],
    [['--doc-research=A', '--doc-research=B,A'], { doc_research: ['A', 'B'] }],
    [['--gate=full'], { gate_level: 'full' }],
    [['--gate=auto'], { gate_level: 'auto' }],
    [['-g=f'], { gate_level: 'full' }],
    [['-g=a'], { gate_level: 'auto' }],
    [['--Quick', '--quick', '-q'], { quick_mode: true }],
    [['--quick --no-verify'], { quick_mode: true, no_verify: true }],
    [['--fast\u3000-ni'], { fast_mode: true, no_intervention: true }],
    [['—fast', '–q'.replace('q', 'ni')], { fast_mode: true, no_intervention: true }],
    [['－－fast'], { fast_mode: true }],
  ])('%j', (words, settings) => {
    expect(parseFlags(words, 'IMPLEMENT')).toMatchObject({ settings: { ...off, ...settings }, rest: [] });
  });

  it.each<[string[], string[], string[]]>([
    [['--fast', 'fix', '--quick'], ['--fast'], ['fix', '--quick']],
    [['-ni fix the bug'], ['--no-intervention'], ['fix', 'the', 'bug']],
    [['--', '--quick'], [], ['--quick']],
    [['-1', '--quick'], [], ['-1', '--quick']],
    [['-', 'x'], [], ['-', 'x']],
    [['quick'], [], ['quick']],
    [['ログインを直して'], [], ['ログインを直して']],
  ])('%j ends at the first word that is no flag', (words, given, rest) => {
    expect(parseFlags(words, 'MODIFY')).toMatchObject({ given, rest });
  });
});

describe('parseFlags refuses', () => {
  it.each<[string[], Intent, string, string]>([
    [['--quick', '--fast'], 'IMPLEMENT', '--quick', '--fast'],
    [['-f', '-q'], 'MODIFY', '-q', '-f'],
    [['--only-verify', '--no-verify'], 'IMPLEMENT', '--only-verify', '--no-verify'],
    [['--no-doc-research', '--doc-research=A'], 'IMPLEMENT', '--no-doc-research', '--doc-research'],
    [['--only-explore', '--quick'], 'IMPLEMENT', '--only-explore', '--quick'],
    [['-e', '-f'], 'IMPLEMENT', '-e', '-f'],
    [['-e', '-v'], 'IMPLEMENT', '-e', '-v'],
    [['--quick'], 'INVESTIGATE', 'intent INVESTIGATE', '--quick'],
    [['--fast'], 'QUESTION', 'intent QUESTION', '--fast'],
    [['-v'], 'QUESTION', 'intent QUESTION', '-v'],
    [['--gate=full', '-g=a'], 'IMPLEMENT', '--gate=full', '-g=auto'],
    [['--resume', '--no-verify'], 'IMPLEMENT', '--resume', '--no-verify'],
    [['--clean', '-r'], 'IMPLEMENT', '-r', '--clean'],
  ])('%j with %s, naming the pair', (words, intent, first, second) => {
    const { code, reason, details } = refusal(words, intent);
    expect(code).toBe('conflicting_flags');
    expect(details).toEqual({ flags: [first, second] });
    expect(speaker('en')(reason)).toContain(second);
  });

  it.each([
    ['--quik', '--quick'],
    ['--no-verfy', '--no-verify'],
    ['--noquality', '--no-quality'],
    ['--only_explore', '--only-explore'],
    ['--resum', '--resume'],
    ['--qiuck', '--quick'],
    ['-nj', '-ni'],
  ])('the unknown flag %s, naming %s', (word, near) => {
    const { code, reason, details } = refusal([word]);
    expect(code).toBe('unknown_flag');
    expect(details).toEqual({ flag: word, nearest: near });
    expect(speaker('ja')(reason)).toContain(near);
  });

  it.each(['-x', '-n', '--constructor', '--verbose', '--ab', '--dry-run'])(
    'the unknown flag %s, which is like none, with the list of all and no guess',
    (word) => {
      const { code, reason, details } = refusal([word]);
      expect(code).toBe('unknown_flag');
      expect(details).toEqual({ flag: word });
      for (const language of ['en', 'ja'] as const) {
        const said = speaker(language)(reason);
        expect(said).toContain(word);
        for (const { names, short } of flagEntries)
          for (const name of short === null ? names : [...names, short]) expect(said).toContain(name);
      }
    },
  );

  it.each([
    ['--gate', '--gate=full|auto'],
    ['--gate=', '--gate=full|auto'],
    ['--gate=most', 'most is not full or auto'],
    ['-g=constructor', 'constructor is not full or auto'],
    ['--doc-research', '--doc-research=A,B'],
    ['--doc-research=,', '--doc-research=A,B'],
    ['--quick=false', 'takes no value'],
  ])('%s, saying how it is written', (word, due) => {
    const { code, reason } = refusal([word]);
    expect(code).toBe('unknown_flag');
    expect(speaker('en')(reason)).toContain(due);
  });

  it.each([
    ['--resume', 'get_session_status', { kind: 'code' }],
    ['-r', 'get_session_status', { kind: 'code' }],
    ['--clean', 'cleanup_stale_branches', {}],
    ['-c', 'cleanup_stale_branches', {}],
  ])('%s, naming the call to make instead', (word, call, args) => {
    const { code, reason, details } = refusal([word]);
    expect(code).toBe('invalid_arguments');
    expect(details).toMatchObject({ call, arguments: args });
    for (const language of ['en', 'ja'] as const) expect(speaker(language)(reason)).toContain(call);
  });

  it('--rebuild, saying that there is nothing to rebuild', () => {
    const { code, reason, details } = refusal(['--rebuild']);
    expect(code).toBe('invalid_arguments');
    expect(details).toEqual({ flag: '--rebuild' });
    expect(speaker('en')(reason)).toContain('no semantic search');
  });
});

describe('what is generated from the table', () => {
  it.each(['en', 'ja'] as const)('a Markdown table in %s with a row a flag', (language) => {
    const lines = flagTable(language).split('\n');
    expect(lines).toHaveLength(flagEntries.length + 2);
    // Cells are parted by unescaped bars: each row has four.
    for (const line of lines) expect(line.match(/(?<!\\)\|/g)).toHaveLength(5);
    expect(lines).toContainEqual(
      expect.stringContaining('| `--gate=full\\|auto` | `-g=f\\|a` | `gate_level` |'),
    );
    expect(lines).toContainEqual(
      expect.stringContaining('| `--no-doc`, `--no-doc-research` |  | `no_doc` |'),
    );
  });

  it('a summary that names every flag', () => {
    for (const { names } of flagEntries) expect(flagSummary('en')).toContain(names[0]);
  });
});

describe('nearest', () => {
  it.each([
    ['paht', ['pattern', 'path', 'glob'], 'path'],
    ['', ['b', 'a'], 'b'],
    ['x', [], null],
  ])('of %j among %j is %j', (word, candidates, due) => {
    expect(nearest(word, candidates)).toBe(due);
  });
  it('is none where all are too far', () => {
    expect(nearest('zzzzzz', ['path'], 2)).toBeNull();
    expect(nearest('paths', ['path'], 1)).toBe('path');
  });
  it('counts a swap of neighbours once', () => {
    expect([
      editDistance('paht', 'path'),
      editDistance('', 'abc'),
      editDistance('kitten', 'sitting'),
    ]).toEqual([1, 3, 3]);
  });
});
