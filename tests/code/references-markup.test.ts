import { expect, test } from 'vitest';
import { findReferences } from '../../src/code/references.ts';
import { memoryIndex, referencesIn } from '../support/references.ts';

const vue = {
  'package.json': '{"name":"x","dependencies":{"lib":"1"}}',
  'Space.vue':
    '<script setup>\nimport * as all from "./save";\n</script>\n<template><b @click="all.save()">{{ x }}</b></template>\n',
  'save.ts': 'export function save() {}\nexport function other() {}\nexport class Cart { total() {} }\n',
  'MyButton.ts': 'export default class MyButton {}\n',
  'App.vue':
    '<script setup lang="ts">\nimport { save } from "./save";\nimport MyButton from "./MyButton";\n</script>\n<template>\n  <!-- save -->\n  <p class="x">save the text</p>\n  <my-button @click="save(1)" />\n  <MyButton :on="() => save">{{ save() }} {{ cart.total() }} {{ it.save }}</MyButton>\n  <my-button-group />\n</template>\n<style>\n.save { color: red }\n</style>\n',
  'Other.vue':
    '<script setup>\nimport { save } from "lib";\n</script>\n<template><b @click="save">{{ x }}</b></template>\n',
  'Pug.vue': '<template lang="pug">\np(@click="save")\n</template>\n',
};

test('uses in the markup of Vue are found by their name, in expressions and tags', async () => {
  expect(await referencesIn(vue, 'save')).toEqual([
    'App.vue:2 import',
    'App.vue:8 unknown likely',
    'App.vue:9 unknown likely',
    'App.vue:9 unknown likely',
    'Pug.vue:2 unknown likely',
    'Space.vue:4 unknown likely',
  ]);
  expect(await referencesIn(vue, 'Cart.total')).toEqual(['App.vue:9 unknown likely']);
  expect(await referencesIn(vue, 'MyButton')).toEqual([
    'App.vue:3 import',
    'App.vue:8 unknown likely',
    'App.vue:9 unknown likely',
    'App.vue:9 unknown likely',
  ]);
  expect(await referencesIn(vue, 'other')).toEqual([]);
});

test('an answer with uses in markup is a lower bound', async () => {
  const answer = await findReferences(await memoryIndex(vue), { symbol: 'save', path: '.' });
  expect(answer.completeness).toBe('lower_bound');
});

test('what the setup of a component gives back is used in its markup', async () => {
  const files = {
    'A.vue':
      '<template>\n  <b @click="go">{{ hidden }}</b>\n</template>\n<script>\nexport default {\n  setup() {\n    const go = () => 1;\n    const hidden = 2;\n    return { go };\n  },\n};\n</script>\n',
  };
  expect(await referencesIn(files, 'go', { file: 'A.vue', line: 7 })).toContain('A.vue:2 unknown likely');
  expect(await referencesIn(files, 'hidden', { file: 'A.vue', line: 8 })).toEqual([]);
});

test('uses in the markup of Svelte are found by their name', async () => {
  const files = {
    'save.ts': 'export function save() {}\n',
    'A.svelte':
      '<script>\n  import { save } from "./save";\n</script>\n<p>save</p>\n<button on:click={save}>x</button>\n{#if save()}\n  <b use:save title="a > b" />\n{/if}\n',
  };
  expect(await referencesIn(files, 'save')).toEqual([
    'A.svelte:2 import',
    'A.svelte:5 unknown likely',
    'A.svelte:6 unknown likely',
    'A.svelte:7 unknown likely',
  ]);
});
