import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { Language as Grammar, Parser, Query, type Tree } from 'web-tree-sitter';
import { languages } from '../code/languages.ts';
import type { Match, QuerySection, Range, SyntaxNode, SyntaxParser, SyntaxTree } from '../code/syntax.ts';
import { Refusal } from '../shared/refusal.ts';
import { message } from '../text/text.ts';

/** Where the vendored grammars and the query files lie. */
export interface SyntaxFolders {
  /** Holds `<grammar>.wasm`. */
  readonly grammars: string;
  /** Holds `<queries>.scm`. */
  readonly queries: string;
  /** The parser itself, `web-tree-sitter.wasm`. */
  readonly runtime: string;
}

const LONGEST_PARSE_MS = 5_000;

/** Parses with the vendored grammars. Nothing is loaded before a language is prepared. */
export function syntaxParser(folders: SyntaxFolders): SyntaxParser {
  let started: Promise<void> | null = null;
  const grammars = new Map<string, Promise<Grammar>>();
  const loaded = new Map<string, { grammar: Grammar; parser: Parser }>();
  const queries = new Map<string, Query>();

  async function load(name: string): Promise<Grammar> {
    if (!started) {
      // Else V8 compiles the giant functions of the grammars a second time, for speed, and blocks for seconds: all grammars with
      // one small text each took 12 s so, and 0.3 s with this. The price: a long run of texts parses at some 0.6 of the speed.
      setFlagsFromString('--liftoff-only');
    }
    started ??= Parser.init({ locateFile: () => folders.runtime });
    await started;
    try {
      return await Grammar.load(await readFile(join(folders.grammars, `${name}.wasm`)));
    } catch (error) {
      // The runtime throws an error without a message where a grammar is of another version.
      const reason = error instanceof Error && error.message !== '' ? error.message : 'not loadable';
      throw new Refusal('no_grammar', message('navigation.no_grammar', { language: name, reason }), {
        language: name,
      });
    }
  }

  function query(language: string, section: QuerySection, grammar: Grammar): Query {
    const key = `${language}/${section}`;
    const known = queries.get(key);
    if (known) return known;
    const described = languages.find(({ id }) => id === language);
    const source = readFileSync(join(folders.queries, `${described?.queries ?? language}.scm`), 'utf8');
    const made = new Query(
      grammar,
      `${sectionOf(source, section)}\n${sectionOf(source, `${section} ${language}`)}`,
    );
    queries.set(key, made);
    return made;
  }

  function treeOf(language: string, text: string, tree: Tree, grammar: Grammar): SyntaxTree {
    return {
      language,
      text,
      root: tree.rootNode as unknown as SyntaxNode,
      matches: (section, range?: Range) =>
        query(language, section, grammar)
          // The runtime counts the bytes of UTF-16 here, while it counts units everywhere else.
          .matches(tree.rootNode, range ? { startIndex: range.start * 2, endIndex: range.end * 2 } : {})
          .map(
            ({ patternIndex, captures, setProperties }): Match => ({
              pattern: patternIndex,
              captures: captures as unknown as Match['captures'],
              properties: setProperties ?? {},
            }),
          ),
      dispose: () => tree.delete(),
    };
  }

  return {
    async prepare(ids) {
      for (const id of new Set(ids)) {
        const name = languages.find((language) => language.id === id)?.grammar;
        if (!name || loaded.has(name)) continue;
        const loading = grammars.get(name) ?? load(name);
        grammars.set(name, loading);
        const grammar = await loading;
        const parser = new Parser();
        parser.setLanguage(grammar);
        loaded.set(name, { grammar, parser });
      }
    },
    isPrepared: (id) => loaded.has(languages.find((language) => language.id === id)?.grammar ?? ''),
    parse(id, text, timeLimitMs = LONGEST_PARSE_MS) {
      const ready = loaded.get(languages.find((language) => language.id === id)?.grammar ?? '');
      if (!ready) throw new Error(`the grammar of ${id} was not prepared`);
      const until = Date.now() + timeLimitMs;
      const tree = ready.parser.parse(text, null, { progressCallback: () => Date.now() > until });
      if (tree === null) {
        ready.parser.reset();
        return null;
      }
      return treeOf(id, text, tree, ready.grammar);
    },
  };
}

/** One section of a query file: from its line `;;; name` to the next such line. */
function sectionOf(source: string, section: string): string {
  const start = source.search(new RegExp(`^;;; ${section}$`, 'm'));
  if (start < 0) return '';
  const rest = source.slice(source.indexOf('\n', start));
  const end = rest.search(/^;;; /m);
  return end < 0 ? rest : rest.slice(0, end);
}
