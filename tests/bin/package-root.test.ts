import { expect, test } from 'vitest';
import { ownCommand } from '../../src/bin/package-root.ts';

test.each([
  ['/home/me/app/node_modules/code-intel', 'npx code-intel'],
  ['/home/me/code-intel', 'node /home/me/code-intel/dist/code-intel.js'],
  ['/home/me/my tools/code-intel', 'node "/home/me/my tools/code-intel/dist/code-intel.js"'],
])('the program in %s is called again as %s', (root, command) => {
  expect(ownCommand({ root, version: '1', program: `${root}/dist/code-intel.js`, shipped: '' })).toBe(
    command,
  );
});
