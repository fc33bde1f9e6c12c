import { defineConfig } from 'tsdown';

export default defineConfig({
  entry: { 'code-intel': 'src/bin/code-intel.ts' },
  format: 'esm',
  platform: 'node',
  target: 'node20',
  outDir: 'dist',
  clean: true,
  dts: false,
});
