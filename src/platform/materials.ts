import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Material, MaterialRequest, Materials } from '../session/ports.ts';
import { type Language, type Message, message, speaker } from '../text/text.ts';
import { readText } from './read-text.ts';

export interface MaterialsOptions {
  /** The project root. */
  readonly root: string;
  readonly language: Language;
  /** Folder of the shipped texts: a folder a language, laid out like `.code-intel/`. Ours, where it is left out. */
  readonly shipped?: string;
}

/** More than any instruction takes; a file may be larger, its beginning is read. */
const maxBytes = 65_536;
const folderOf = '.code-intel';

/**
 * The texts that instructions carry: the project's own below `.code-intel/`, the shipped default where there is none
 * (session-flow.md, What an instruction carries). A file that is there and cannot be used — a link out of the project, no
 * UTF-8 text — is told in `missing` with the reason, and the shipped one stands in. All texts of a folder: the project's,
 * where it has any; what the user took out does not come back.
 */
export function createMaterials({ root, language, shipped }: MaterialsOptions): Materials {
  const say = speaker(language);
  const defaults = () => join(shipped ?? shippedFolder(), language);

  async function readOne(file: string): Promise<{ material: Material | null; missing: string | null }> {
    const path = `${folderOf}/${file}`;
    if (!isPlain(file)) return { material: null, missing: path };
    const own = await readText(root, path, maxBytes);
    if (own.kind === 'text') return { material: { path, text: own.text, shipped: false }, missing: null };
    const standIn = await readText(defaults(), file, maxBytes);
    const problem = own.kind === 'unusable' ? own.problem : null;
    if (standIn.kind !== 'text') return { material: null, missing: problem === null ? path : say(problem) };
    const material = { path, text: standIn.text, shipped: true };
    return { material, missing: problem === null ? null : say(replaced(problem)) };
  }

  function replaced(problem: Message): Message {
    return message('verify.material_replaced', { problem: say(problem) });
  }

  async function filesOf(request: MaterialRequest): Promise<string[]> {
    if ('file' in request) return [request.file];
    const { folder, names } = request;
    if (names !== null) return names.map((name) => `${folder}/${name.replace(/\.md$/, '')}.md`);
    const own = isPlain(folder) ? await texts(join(root, folderOf, folder)) : [];
    const all = own.length > 0 || !isPlain(folder) ? own : await texts(join(defaults(), folder));
    return all.map((name) => `${folder}/${name}`);
  }

  return {
    async read(requests) {
      const files = [...new Set((await Promise.all(requests.map(filesOf))).flat())];
      const read = await Promise.all(files.map(readOne));
      return {
        materials: read.flatMap(({ material }) => (material === null ? [] : [material])),
        missing: read.flatMap(({ missing }) => (missing === null ? [] : [missing])),
      };
    },
  };
}

/** `shipped/` lies beside the built program, and beside this file's folder in the sources. */
function shippedFolder(): string {
  const here = import.meta.dirname;
  const found = [join(here, 'shipped'), join(here, '..', 'shipped')].find(existsSync);
  if (found === undefined) throw new Error('code-intel: its shipped texts are missing; install it again');
  return found;
}

/** The Markdown files of a folder, sorted; none where there is no such folder. */
async function texts(folder: string): Promise<string[]> {
  try {
    const names = await readdir(folder);
    return names.filter((name) => name.endsWith('.md') && !name.startsWith('.')).sort();
  } catch {
    return [];
  }
}

/** A name below the folder and nothing else: names come from `--doc-research=…` too. */
function isPlain(file: string): boolean {
  return (
    !/[\\:\0]/.test(file) &&
    file.split('/').every((part) => part.trim() !== '' && part !== '.' && part !== '..')
  );
}
