import { setTimeout as wait } from 'node:timers/promises';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Refusal } from '../../src/shared/refusal.ts';
import { message, speaker } from '../../src/text/text.ts';
import { removedTools } from '../../src/tools/removed-tools.ts';
import { call, connected } from '../support/client.ts';
import { fakeContext, fakeTools } from '../support/fake-tools.ts';

describe('what the client learns at the start', () => {
  test('tools are offered, an empty list of prompts or resources is not', async () => {
    const { client } = await connected();
    expect(client.getServerCapabilities()).toEqual({ tools: {} });
    expect(client.getServerVersion()).toMatchObject({ name: 'code-intel', version: '0.0.0' });
    expect(client.getInstructions()).toContain('submit_phase');
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(fakeTools.map(({ name }) => name));
    await expect(client.request({ method: 'prompts/list' }, {} as never)).rejects.toThrow('-32601');
  });

  test('the list weighs at most 24 KB', async () => {
    const { client } = await connected();
    expect(Buffer.byteLength(JSON.stringify(await client.listTools()))).toBeLessThan(24 * 1024);
  });
});

describe('an answer', () => {
  test('is text only', async () => {
    const { client } = await connected();
    expect(await call(client, 'where')).toEqual({
      isError: false,
      text: '{"root":"/project"}',
      answer: { root: '/project' },
    });
  });

  test('is never over 262,144 bytes, and says what is missing', async () => {
    const { client } = await connected();
    const { text, answer } = await call(client, 'list_numbers', { count: 20_000, text: '漢字' });
    const matches = answer.matches as unknown[];
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(262_144);
    expect(answer).toMatchObject({
      truncated: true,
      total_matches: 20_000,
      returned_matches: matches.length,
    });
    expect(matches.length).toBeGreaterThan(6_000);
  });

  test('of a session tool is never over 20,000 characters, its instruction whole', async () => {
    const { client } = await connected();
    const instruction = '指示'.repeat(4_000);
    const { text, answer } = await call(client, 'start_session', { instruction });
    expect(text.length).toBeLessThanOrEqual(20_000);
    expect(answer).toMatchObject({ phase: 'Q1', instruction, truncated: true, total_matches: 9_000 });
  });
});

describe('a refusal', () => {
  test('carries error, message and its details, and is an error', async () => {
    const { client, logged } = await connected();
    const { isError, answer } = await call(client, 'fail', { how: 'refusal', size: 3 });
    expect(isError).toBe(true);
    expect(Object.keys(answer)).toEqual(['error', 'message', 'instruction', 'expected_payload', 'output']);
    expect(answer).toMatchObject({ error: 'no_session', message: 'Rules:', instruction: '指指指' });
    expect(logged).toEqual([]);
  });

  test('is at most 10,000 characters, its instruction at most 1,500', async () => {
    const { client } = await connected();
    const { text, answer } = await call(client, 'fail', { how: 'refusal', size: 500_000 });
    expect(text.length).toBeLessThanOrEqual(10_000);
    expect((answer.instruction as string).length).toBe(1_500);
    expect(answer).toMatchObject({
      error: 'no_session',
      expected_payload: { tasks: 'list' },
      truncated: true,
    });
  });
});

describe('a fault of ours', () => {
  test.each(['fault', 'text'])(
    '(%s) is told shortly, its stack goes to the log, the server goes on',
    async (how) => {
      const { client, logged } = await connected();
      const { isError, text, answer } = await call(client, 'fail', { how, size: 100_000 });
      expect({ isError, error: answer.error }).toEqual({ isError: true, error: 'internal_error' });
      expect(text.length).toBeLessThan(1_000);
      expect(text).not.toContain('fake-tools');
      if (how === 'fault') expect(logged.join()).toContain('fake-tools');
      expect((await call(client, 'where')).isError).toBe(false);
    },
  );
});

describe('a tool that is not there', () => {
  test.each(Object.keys(removedTools))('%s: what replaced it is named', async (name) => {
    const { client } = await connected();
    const { isError, text, answer } = await call(client, name, { anything: 1 });
    expect({ isError, error: answer.error }).toEqual({ isError: true, error: 'unknown_tool' });
    expect(text).toContain('Unknown tool');
    expect(text).toContain(name);
    expect(text).toMatch(/`(submit_phase|get_session_status|start_session)`/);
  });

  test('there are 18 of them, none of them is a tool', () => {
    expect(Object.keys(removedTools)).toHaveLength(18);
  });

  test.each([
    ['serch_text', 'search_text'],
    ['searchtext', 'search_text'],
    ['START_SESSION', 'start_session'],
  ])('%s is meant to be %s', async (name, right) => {
    const { client } = await connected();
    expect((await call(client, name)).text).toMatch(new RegExp(`Unknown tool: ${name}.*\`${right}\``));
  });

  test.each(['zzzzzzzz', '', '__proto__', 'toString', '名前', 'x'.repeat(1_000_000)])(
    '%# is like none',
    async (name) => {
      const { client } = await connected();
      const { isError, text } = await call(client, name);
      expect(isError).toBe(true);
      expect(text).toContain('Unknown tool');
      expect(text.length).toBeLessThan(1_000);
    },
  );

  test('in Japanese the words to look for are the same', async () => {
    const { client } = await connected({ say: speaker('ja') });
    expect((await call(client, 'finalize_changes')).text).toContain('Unknown tool: finalize_changes');
  });
});

describe('the project', () => {
  test('is built at the first call, not before', async () => {
    let built = 0;
    const { client } = await connected({
      context: async () => {
        built += 1;
        return fakeContext('/p');
      },
    });
    await client.listTools();
    expect(built).toBe(0);
    await call(client, 'where');
    expect(built).toBe(1);
  });

  test('is told the folders of the client; null where it offers none', async () => {
    const asked: unknown[] = [];
    const context: Parameters<typeof connected>[0] = {
      context: async (roots) => {
        asked.push(await roots());
        return fakeContext('/p');
      },
    };
    await call((await connected({ ...context, roots: ['file:///a', 'file:///b'] })).client, 'where');
    await call((await connected(context)).client, 'where');
    expect(asked).toEqual([['file:///a', 'file:///b'], null]);
  });

  test('that is refused refuses every call, and the next call looks again', async () => {
    let ready = false;
    const { client } = await connected({
      context: async () => {
        if (ready) return fakeContext('/p');
        const values = { folder: '/', source: 'cwd' };
        throw new Refusal('no_project', message('server.root_too_wide', values), { folder: '/' });
      },
    });
    for (const name of ['where', 'start_session'])
      expect((await call(client, name)).answer).toMatchObject({ error: 'no_project', folder: '/' });
    ready = true;
    expect((await call(client, 'where')).isError).toBe(false);
  });
});

describe('calls at once', () => {
  test('that change something are taken one after the other, in the order of arrival', async () => {
    const { client } = await connected();
    const calls = [30, 10, 1].map((ms, index) => call(client, 'write_slowly', { ms, name: `w${index}` }));
    const spans = (await Promise.all(calls)).map(({ answer }) => answer as { began: number; ended: number });
    for (const [index, span] of spans.slice(1).entries())
      expect(span.began).toBeGreaterThanOrEqual(spans[index]?.ended ?? Number.NaN);
  });

  test('that only read overtake one another', async () => {
    const { client } = await connected();
    const order: string[] = [];
    const slow = call(client, 'write_slowly', { ms: 500, name: 'slow' }).then(() => order.push('slow'));
    await call(client, 'where').then(() => order.push('fast'));
    await slow;
    expect(order).toEqual(['fast', 'slow']);
  });
});

describe('cancelling', () => {
  test('ends the call, and the next that waits for its turn goes on', async () => {
    const { client, idle, logged } = await connected();
    const stop = new AbortController();
    const args = { ms: 60_000, name: 'long' };
    const long = client.callTool({ name: 'write_slowly', arguments: args }, undefined, {
      signal: stop.signal,
    });
    const waiting = client.callTool({ name: 'write_slowly', arguments: args }, undefined, {
      signal: stop.signal,
    });
    const next = call(client, 'write_slowly', { ms: 1, name: 'next' });
    setTimeout(() => stop.abort('user'), 50);
    await expect(long).rejects.toThrow();
    await expect(waiting).rejects.toThrow();
    expect((await next).answer).toMatchObject({ name: 'next' });
    await idle();
    expect(logged).toEqual([]);
  });
});

describe('progress', () => {
  test('comes at most ten times a second, begins with the first message, ends with the last, and stops at the answer', async () => {
    const { client } = await connected();
    const heard: { progress: number; message?: string | undefined }[] = [];
    await client.callTool({ name: 'wait', arguments: { ms: 250, beats: 1_000 } }, undefined, {
      onprogress: (progress) => heard.push(progress),
    });
    await wait(150);
    expect(heard).toMatchObject([
      { progress: 1, message: 'beat 1' },
      { progress: 2, message: 'beat 1000' },
    ]);
  });
});

test('any JSON as arguments gets an answer that is JSON within the cap', { timeout: 120_000 }, async () => {
  const { client } = await connected();
  const names = fakeTools
    .map(({ name }) => name)
    .filter((name) => !['wait', 'write_slowly', 'child', 'chatter'].includes(name));
  const args = fc.dictionary(
    fc.oneof(fc.constantFrom('data', 'pattern', 'count', 'how', 'instruction'), fc.string()),
    fc.jsonValue({ stringUnit: 'binary' }),
  );
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...names), args, async (name, sent) => {
      const { text } = await call(client, name, sent as Record<string, unknown>);
      expect(Buffer.byteLength(text)).toBeLessThanOrEqual(262_144);
      expect(text).not.toMatch(/\p{Surrogate}/u);
    }),
    { numRuns: 1_000 },
  );
});
