import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Language, languages } from '../text/text.ts';

/**
 * The language to speak before a project's configuration is loaded: what `.code-intel/config.json` says, else English. A file
 * that is missing or broken is no trouble here: loading it later tells what is wrong with it.
 */
export function peekLanguage(root: string): Language {
  try {
    const config: unknown = JSON.parse(readFileSync(join(root, '.code-intel', 'config.json'), 'utf8'));
    const wanted = (config as { language?: unknown } | null)?.language;
    return languages.find((language) => language === wanted) ?? 'en';
  } catch {
    return 'en';
  }
}
