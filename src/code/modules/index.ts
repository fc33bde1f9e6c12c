import type { ProjectView } from '../project-view.ts';
import { includedFile } from './c.ts';
import { goPackage } from './go.ts';
import { jsModule } from './js.ts';
import { found, type ModuleFiles, UNKNOWN } from './module-files.ts';
import { pythonModule } from './python.ts';
import { relativeModule } from './relative.ts';

/** The files of the module that `from` names `source`, by the rules of its language. */
export function moduleFiles(view: ProjectView, from: string, source: string): ModuleFiles {
  const family = view.family(from);
  return view.once('module', `${family === 'go' ? '' : from}\0${family}\0${source}`, () => {
    switch (family) {
      case 'js':
        return jsModule(view, from, source);
      case 'python':
        return pythonModule(view, from, source);
      case 'go':
        return goPackage(view, source);
      case 'c': {
        const file = includedFile(view, from, source);
        return file === null ? UNKNOWN : found([file]);
      }
      case 'dart':
      case 'lua':
      case 'bash':
      case 'ruby':
      case 'php':
        return relativeModule(view, from, source);
      default:
        return UNKNOWN;
    }
  });
}
