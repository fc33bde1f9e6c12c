/** What the code intelligence can do with a language. */
export interface Language {
  /** The name in arguments and answers. */
  readonly id: string;
  readonly title: string;
  /** Lower case, with the dot. */
  readonly extensions: readonly string[];
  /** Whole file names, lower case. */
  readonly filenames?: readonly string[];
  /** What follows `#!` in the first line of files without an extension. */
  readonly interpreters?: readonly string[];
  /** The vendored grammar (`src/grammars/<grammar>.wasm`); none: a scanner of our own gives the outline. */
  readonly grammar: string | null;
  /** Definitions, references and structure, or structure only (code-intelligence.md, Syntax). */
  readonly level: 'full' | 'structure';
  /** The query file (`src/code/queries/<queries>.scm`) where it is not the id. */
  readonly queries?: string;
  /** Only what stands between these tags is code: the rest is blanked out, so that lines and columns stay. */
  readonly scriptBlocks?: true;
  /** Languages whose code can use this one's definitions, and be used by it: they are one family of names. */
  readonly family: string;
  /** Other names that people give it in `language`. */
  readonly aliases?: readonly string[];
}

/** All languages (code-intelligence.md, Syntax). One line is one language; each has a query file and a golden file. */
export const languages: readonly Language[] = [
  {
    id: 'typescript',
    title: 'TypeScript',
    extensions: ['.ts', '.mts', '.cts'],
    grammar: 'typescript',
    level: 'full',
    family: 'js',
    aliases: ['ts'],
  },
  {
    id: 'tsx',
    title: 'TSX',
    extensions: ['.tsx'],
    grammar: 'tsx',
    level: 'full',
    queries: 'typescript',
    family: 'js',
  },
  {
    id: 'javascript',
    title: 'JavaScript',
    extensions: ['.js', '.mjs', '.cjs', '.jsx'],
    interpreters: ['node', 'bun', 'deno'],
    grammar: 'javascript',
    level: 'full',
    family: 'js',
    aliases: ['js', 'jsx'],
  },
  {
    id: 'vue',
    title: 'Vue',
    extensions: ['.vue'],
    grammar: 'typescript',
    level: 'full',
    queries: 'typescript',
    scriptBlocks: true,
    family: 'js',
  },
  {
    id: 'svelte',
    title: 'Svelte',
    extensions: ['.svelte'],
    grammar: 'typescript',
    level: 'full',
    queries: 'typescript',
    scriptBlocks: true,
    family: 'js',
  },
  {
    id: 'python',
    title: 'Python',
    extensions: ['.py', '.pyi', '.pyw'],
    interpreters: ['python', 'python2', 'python3'],
    grammar: 'python',
    level: 'full',
    family: 'python',
    aliases: ['py'],
  },
  {
    id: 'go',
    title: 'Go',
    extensions: ['.go'],
    grammar: 'go',
    level: 'full',
    family: 'go',
    aliases: ['golang'],
  },
  {
    id: 'rust',
    title: 'Rust',
    extensions: ['.rs'],
    grammar: 'rust',
    level: 'full',
    family: 'rust',
    aliases: ['rs'],
  },
  {
    id: 'java',
    title: 'Java',
    extensions: ['.java'],
    grammar: 'java',
    level: 'full',
    family: 'jvm',
  },
  {
    id: 'kotlin',
    title: 'Kotlin',
    extensions: ['.kt', '.kts'],
    grammar: 'kotlin',
    level: 'full',
    family: 'jvm',
    aliases: ['kt'],
  },
  {
    id: 'scala',
    title: 'Scala',
    extensions: ['.scala', '.sc'],
    grammar: 'scala',
    level: 'full',
    family: 'jvm',
  },
  { id: 'c', title: 'C', extensions: ['.c'], grammar: 'c', level: 'full', family: 'c' },
  {
    id: 'cpp',
    title: 'C++',
    // A header may be C as well: the C++ grammar reads both.
    extensions: ['.cc', '.cpp', '.cxx', '.c++', '.h', '.hh', '.hpp', '.hxx', '.h++', '.ipp', '.inl', '.tpp'],
    grammar: 'cpp',
    level: 'full',
    family: 'c',
    aliases: ['c++', 'cxx'],
  },
  {
    id: 'csharp',
    title: 'C#',
    extensions: ['.cs', '.csx'],
    grammar: 'csharp',
    level: 'full',
    family: 'csharp',
    aliases: ['c#', 'cs'],
  },
  {
    id: 'ruby',
    title: 'Ruby',
    extensions: ['.rb', '.rake', '.gemspec', '.ru'],
    filenames: ['rakefile', 'gemfile'],
    interpreters: ['ruby'],
    grammar: 'ruby',
    level: 'full',
    family: 'ruby',
    aliases: ['rb'],
  },
  {
    id: 'php',
    title: 'PHP',
    extensions: ['.php', '.phtml', '.inc'],
    interpreters: ['php'],
    grammar: 'php',
    level: 'full',
    family: 'php',
  },
  {
    id: 'swift',
    title: 'Swift',
    extensions: ['.swift'],
    grammar: 'swift',
    level: 'full',
    family: 'swift',
  },
  {
    id: 'lua',
    title: 'Lua',
    extensions: ['.lua'],
    interpreters: ['lua'],
    grammar: 'lua',
    level: 'full',
    family: 'lua',
  },
  {
    id: 'bash',
    title: 'Bash',
    extensions: ['.sh', '.bash', '.bats'],
    filenames: ['.bashrc', '.bash_profile', '.profile'],
    interpreters: ['sh', 'bash', 'dash', 'ash', 'ksh'],
    grammar: 'bash',
    level: 'full',
    family: 'bash',
    aliases: ['sh', 'shell'],
  },
  {
    id: 'elixir',
    title: 'Elixir',
    extensions: ['.ex', '.exs'],
    interpreters: ['elixir'],
    grammar: 'elixir',
    level: 'full',
    family: 'elixir',
  },
  {
    id: 'dart',
    title: 'Dart',
    extensions: ['.dart'],
    grammar: 'dart',
    level: 'full',
    family: 'dart',
  },
  {
    id: 'html',
    title: 'HTML',
    extensions: ['.html', '.htm', '.xhtml'],
    grammar: 'html',
    level: 'structure',
    family: 'html',
  },
  { id: 'css', title: 'CSS', extensions: ['.css'], grammar: 'css', level: 'structure', family: 'css' },
  { id: 'scss', title: 'SCSS', extensions: ['.scss'], grammar: null, level: 'structure', family: 'css' },
  { id: 'sql', title: 'SQL', extensions: ['.sql'], grammar: null, level: 'structure', family: 'sql' },
  {
    id: 'markdown',
    title: 'Markdown',
    extensions: ['.md', '.markdown', '.mdx'],
    grammar: null,
    level: 'structure',
    family: 'markdown',
    aliases: ['md'],
  },
  {
    id: 'yaml',
    title: 'YAML',
    extensions: ['.yaml', '.yml'],
    grammar: 'yaml',
    level: 'structure',
    family: 'yaml',
    aliases: ['yml'],
  },
  { id: 'toml', title: 'TOML', extensions: ['.toml'], grammar: 'toml', level: 'structure', family: 'toml' },
  {
    id: 'json',
    title: 'JSON',
    extensions: ['.json', '.jsonc', '.json5'],
    grammar: 'json',
    level: 'structure',
    family: 'json',
  },
];

const byExtension = new Map(
  languages.flatMap((language) => language.extensions.map((extension) => [extension, language] as const)),
);
const byFilename = new Map(
  languages.flatMap((language) => (language.filenames ?? []).map((name) => [name, language] as const)),
);

/** The language of a file by its name; by its first line (`#!`) where the name has no extension; null: none that we know. */
export function languageOf(path: string, firstLine?: string): Language | null {
  const name = path.slice(path.lastIndexOf('/') + 1).toLowerCase();
  const named = byFilename.get(name);
  if (named) return named;
  const dot = name.lastIndexOf('.');
  if (dot > 0) return byExtension.get(name.slice(dot)) ?? null;
  const interpreter = /^#!\s*(?:\S*\/env\s+(?:-S\s+)?)?(?:\S*\/)?([A-Za-z]+[0-9.]*)/.exec(
    firstLine ?? '',
  )?.[1];
  if (interpreter === undefined) return null;
  return (
    languages.find(
      ({ interpreters = [] }) =>
        interpreters.includes(interpreter) || interpreters.includes(interpreter.replace(/[0-9.]+$/, '')),
    ) ?? null
  );
}

/** The language that a caller names: by id, alias, title or extension, whatever the case. */
export function languageNamed(name: string): Language | null {
  const wanted = name.trim().toLowerCase().replace(/^\./, '');
  return (
    languages.find(
      ({ id, title, aliases = [], extensions }) =>
        id === wanted ||
        title.toLowerCase() === wanted ||
        aliases.includes(wanted) ||
        extensions.includes(`.${wanted}`),
    ) ?? null
  );
}

export const languageById = (id: string): Language | undefined =>
  languages.find((language) => language.id === id);
