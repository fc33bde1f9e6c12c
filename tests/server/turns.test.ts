import { expect, test } from 'vitest';
import { takeTurns } from '../../src/server/turns.ts';

test('what fails does not keep the next from its turn', async () => {
  const inTurn = takeTurns();
  const failing = inTurn(async () => {
    throw new Error('no');
  });
  const next = inTurn(async () => 'next');
  await expect(failing).rejects.toThrow('no');
  expect(await next).toBe('next');
});
