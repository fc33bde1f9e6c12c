import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['tests/**/*.test.ts'],
    globalSetup: ['tests/support/build.ts'],
    reporters: ['default', './tests/support/closing-line.ts'],
    testTimeout: 180_000,
    hookTimeout: 180_000,
  },
});
