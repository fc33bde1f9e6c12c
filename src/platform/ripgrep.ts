/**
 * Text search in two steps. First ripgrep counts, file by file: that costs what a search costs, tells the true total, and
 * answers in a few bytes a file whatever the matches look like. Then it is asked for the matches of just the files that the
 * page needs. So pages are sorted and stable, and memory does not grow with the number of matches.
 */
import { open, stat } from 'node:fs/promises';
import { devNull } from 'node:os';
import { basename, join } from 'node:path';
import type { Skipped, TextAnswer, TextQuery, TextSearch } from '../code/ports.ts';
import { detectEncoding, type Encoding, isBinary } from './encoding.ts';
import { byName, existing, NameReader } from './file-list.ts';
import { selectByGlobs } from './glob.ts';
import { CountReader, EventReader, type FileMatches, type Take } from './ripgrep-events.ts';
import {
  badPattern,
  candidateOptions,
  cannotOccur,
  type Engine,
  isMultiline,
  NOT_UTF8,
  namesNonAscii,
  needsPcre2,
  parseTypes,
  patternOptions,
  refuseTooLong,
  unknownType,
} from './ripgrep-pattern.ts';
import {
  type FindRipgrep,
  inPortions,
  packagedRipgrep,
  RIPGREP_LIMIT_MS,
  runRipgrep,
  unreadable,
} from './ripgrep-program.ts';
import { completenessOf, pageOf } from './search-page.ts';
import { type Scope, scopeOf } from './search-scope.ts';
import type { Ended, Program } from './stream-process.ts';

/** Text search below `root` (a real path). Paths in queries are as `ProjectFiles.locate` gave them. */
export function textSearch(
  root: string,
  options: { findRipgrep?: FindRipgrep; timeLimitMs?: number } = {},
): TextSearch {
  const findRipgrep = options.findRipgrep ?? packagedRipgrep;
  const limitMs = options.timeLimitMs ?? RIPGREP_LIMIT_MS;
  return {
    async search(query, signal) {
      refuseTooLong(query.pattern);
      const search = new Search(root, findRipgrep, limitMs, query, signal);
      return search.run();
    },
  };
}

/** One query on its way. */
class Search {
  private engine: Engine = 'default';
  private readonly skipped = new Map<string, string>();
  private readonly deadline: number;
  private counts = new Map<string, number>();
  /** Files that are read in another encoding than UTF-8. */
  private readonly encodings = new Map<string, Encoding>();

  constructor(
    private readonly root: string,
    private readonly findRipgrep: FindRipgrep,
    private readonly limitMs: number,
    private readonly query: TextQuery,
    private readonly signal: AbortSignal,
  ) {
    this.deadline = Date.now() + limitMs;
  }

  async run(): Promise<TextAnswer> {
    const { query } = this;
    if (cannotOccur(query.pattern)) return this.answer([], []);
    await this.checkTypes();
    const scope = await scopeOf(this.root, { ...query, signal: this.signal });
    const single = query.path !== '.' && !(await isFolder(join(this.root, query.path)));
    const inside = single ? query.path : `${query.path}/.`;
    if (scope.ignored && !(await scope.extra).includes(query.path)) this.skip(query.path, 'ignored_by_git');
    else if (query.path !== '.' && (await scope.own([inside])).length === 0)
      this.skip(query.path, 'other_repository');
    const named = this.named(scope, single && scope.start !== null);
    named.catch(() => {});
    await this.count(scope, named, scope.start !== null && !scope.above && !single);
    const files = [...this.counts.keys()].sort(byName);
    const { offset, maxResults } = query;
    if (query.output !== 'matches') {
      const page = files.slice(offset, offset + maxResults);
      await this.correct(page);
      return this.answer([], page);
    }
    const page = pageOf(files, this.counts, offset, maxResults);
    const [found, fresh] = await Promise.all([
      this.matches([...page.keys()], page),
      this.correct([...page.keys()]),
    ]);
    const reread = await this.matches(fresh, page);
    const others = found.filter(({ file }) => !fresh.includes(file));
    return this.answer([...others, ...reread], []);
  }

  /** Files to be named to ripgrep one by one, because its walk does not bring them. */
  private async named(scope: Scope, single: boolean): Promise<string[]> {
    const { query, root } = this;
    let files = await existing(root, await scope.extra);
    if (scope.above) files.push(...(await this.listed(scope)));
    else if (single) files.push(query.path);
    if (query.fileTypes.length > 0) files = files.filter(await this.hasType());
    const texts: string[] = [];
    for (const file of await scope.own(selectByGlobs(files, query.globs))) {
      const start = await readStart(join(root, file), 8_192);
      if (start === null) this.skip(file, 'unreadable');
      else if (!isBinary(start)) texts.push(file);
      else if (single) this.skip(file, 'binary');
    }
    if (single && texts.length === 0 && this.skipped.size === 0) this.skip(query.path, 'not_selected');
    return texts;
  }

  private async listed(scope: Scope): Promise<string[]> {
    const names = new NameReader();
    await this.ripgrep(['--files', '--null', ...scope.options, '--', './'], (chunk) => names.take(chunk));
    return names.names.filter((file) => scope.wanted(file));
  }

  /** Step one: how many matches each file has. The files to be named are found while the walk runs. */
  private async count(scope: Scope, naming: Promise<readonly string[]>, walks: boolean): Promise<void> {
    const wide = namesNonAscii(this.query) && this.engine === 'default';
    const walk = [...scope.options, ...this.narrowing(), '--', scope.start ?? './'];
    if (wide) {
      const candidates = new NameReader();
      if (walks) {
        const args = ['--files-with-matches', '--null', ...candidateOptions(this.query), ...walk];
        await this.ripgrep(args, (chunk) => candidates.take(chunk), true);
        if (this.engine === 'pcre2') return this.count(scope, naming, walks);
      }
      const files = await scope.own(selectByGlobs(candidates.names, this.query.globs));
      const named = await naming;
      this.counts = await this.countIn([...files, ...named]);
      await this.correct([...files, ...named]);
      return;
    }
    const reader = new CountReader();
    if (walks) {
      const before = this.engine;
      await this.ripgrep([...this.counting(), ...walk], (chunk) => reader.read(chunk), true);
      if (this.engine !== before) return this.count(scope, naming, walks);
    }
    const own = new Set(await scope.own(selectByGlobs([...reader.counts.keys()], this.query.globs)));
    this.counts = new Map([...reader.counts].filter(([file]) => own.has(file)));
    for (const [file, count] of await this.countIn(await naming)) this.counts.set(file, count);
  }

  private counting(): string[] {
    const count = isMultiline(this.query) ? '--count-matches' : '--count';
    return [count, '--null', '--with-filename', ...patternOptions(this.query, this.engine)];
  }

  private async countIn(files: readonly string[], encoding?: Encoding): Promise<Map<string, number>> {
    const reader = new CountReader();
    const options = [...this.counting(), ...EXPLICIT, ...(encoding ? [`--encoding=${encoding}`] : [])];
    for (const portion of inPortions(files)) {
      const before = this.engine;
      await this.ripgrep([...options, '--', ...portion], (chunk) => reader.read(chunk), true);
      if (this.engine !== before) return this.countIn(files, encoding);
    }
    return reader.counts;
  }

  /** Finds files among these that are not UTF-8, counts them anew in their encoding; answers with those that were found. */
  private async correct(files: readonly string[]): Promise<string[]> {
    const unchecked = files.filter((file) => !this.encodings.has(file));
    const names = new NameReader();
    for (const portion of inPortions(unchecked)) {
      await this.ripgrep(
        ['--files-with-matches', '--null', ...EXPLICIT, `--regexp=${NOT_UTF8}`, '--', ...portion],
        (chunk) => names.take(chunk),
      );
    }
    const groups = new Map<Encoding, string[]>();
    for (const file of names.names) {
      const start = await readStart(join(this.root, file), 1024 * 1024);
      const encoding = start === null ? 'unknown' : detectEncoding(start);
      this.encodings.set(file, encoding);
      groups.set(encoding, [...(groups.get(encoding) ?? []), file]);
    }
    for (const [encoding, group] of groups) {
      const known = encoding === 'shift_jis' || encoding === 'euc-jp';
      const counts = known ? await this.countIn(group, encoding) : this.counts;
      for (const file of group) {
        this.skip(file, known ? `read_as: ${encoding}` : 'encoding_unknown');
        const count = counts.get(file);
        if (count === undefined) this.counts.delete(file);
        else this.counts.set(file, count);
      }
    }
    return names.names;
  }

  /** Step two: the matches themselves. */
  private async matches(files: readonly string[], page: ReadonlyMap<string, Take>): Promise<FileMatches[]> {
    const groups = new Map<Encoding | undefined, string[]>();
    for (const file of files) {
      const encoding = this.encodings.get(file);
      const key = encoding === 'shift_jis' || encoding === 'euc-jp' ? encoding : undefined;
      groups.set(key, [...(groups.get(key) ?? []), file]);
    }
    const found: FileMatches[] = [];
    for (const [encoding, group] of groups) {
      for (const portion of inPortions(group)) found.push(...(await this.matchesIn(portion, page, encoding)));
    }
    return found;
  }

  private async matchesIn(
    files: readonly string[],
    page: ReadonlyMap<string, Take>,
    encoding: Encoding | undefined,
  ): Promise<FileMatches[]> {
    const { query } = this;
    const take = (file: string) => page.get(file) ?? { skip: 0, keep: 0 };
    const most = Math.max(...files.map((file) => take(file.slice(2))).map(({ skip, keep }) => skip + keep));
    const reader = new EventReader({ multiline: isMultiline(query), contextLines: query.contextLines, take });
    const args = [
      '--json',
      ...EXPLICIT,
      `--max-count=${most}`,
      ...(query.contextLines > 0 ? [`--context=${query.contextLines}`] : []),
      ...(encoding ? [`--encoding=${encoding}`] : []),
      ...patternOptions(query, this.engine),
      '--',
      ...files,
    ];
    await this.ripgrep(args, (chunk) => reader.read(chunk), true);
    const { tooLong } = reader;
    if (tooLong === null) return reader.files;
    this.skip(tooLong, 'line_too_long');
    const done = new Set([tooLong, ...reader.files.map(({ file }) => file)].map((file) => `./${file}`));
    const rest = files.filter((file) => !done.has(file));
    return rest.length === 0
      ? reader.files
      : [...reader.files, ...(await this.matchesIn(rest, page, encoding))];
  }

  /** Options that keep files from being read which the globs leave out anyway; the globs decide afterwards. */
  private narrowing(): string[] {
    const { globs, fileTypes } = this.query;
    if (fileTypes.length > 0) return fileTypes.map((type) => `--type=${type}`);
    const positive = globs.filter((glob) => !glob.startsWith('!'));
    const names = positive.map((glob) => glob.slice(glob.lastIndexOf('/') + 1));
    const simple = names.every(
      (name) => /^[A-Za-z0-9_.*-]+$/.test(name) && !/^\*+$/.test(name) && !name.includes('**'),
    );
    if (names.length === 0 || !simple) return [];
    return [...names.map((name) => `--type-add=codeintel:${name}`), '--type=codeintel'];
  }

  private async checkTypes(): Promise<void> {
    const { fileTypes } = this.query;
    if (fileTypes.length === 0) return;
    const known = await this.types();
    for (const type of fileTypes) if (!known.has(type)) throw unknownType(type, [...known.keys()]);
  }

  private async types(): Promise<Map<string, string[]>> {
    let list = '';
    await this.ripgrep(['--no-config', '--type-list'], (chunk) => {
      list += chunk.toString('utf8');
      return true;
    });
    return parseTypes(list);
  }

  private async hasType(): Promise<(file: string) => boolean> {
    const known = await this.types();
    const globs = this.query.fileTypes.flatMap((type) => known.get(type) ?? []);
    return (file) => selectByGlobs([basename(file)], globs).length > 0;
  }

  /** One run of ripgrep. What it could not read is noted; what is wrong with the pattern is refused, or the engine changed. */
  private async ripgrep(
    args: readonly string[],
    onOutput: Program['onOutput'],
    searches = false,
  ): Promise<Ended> {
    const ended = await runRipgrep(this.findRipgrep, {
      args,
      cwd: this.root,
      signal: this.signal,
      timeoutMs: Math.max(1, this.deadline - Date.now()),
      onOutput,
    });
    if (ended.stopped === 'timeout') this.skip(this.query.path, `time_limit: ${this.limitMs / 1_000} s`);
    const unread = unreadable(ended.stderr);
    for (const { file, reason } of unread) this.skip(file, reason);
    if (searches && ended.code === 2 && unread.length === 0) await this.diagnose(ended.stderr);
    return ended;
  }

  /** The same pattern alone, on nothing: its words are about the pattern and nothing else. */
  private async diagnose(stderr: string): Promise<void> {
    const alone = await runRipgrep(this.findRipgrep, {
      args: ['--no-config', ...patternOptions(this.query, this.engine), '--', devNull],
      cwd: this.root,
      signal: this.signal,
      onOutput: () => true,
    });
    if (alone.code === 2 && this.engine === 'default' && needsPcre2(alone.stderr)) {
      this.engine = 'pcre2';
      return;
    }
    throw badPattern(this.query, alone.code === 2 ? alone.stderr : stderr);
  }

  private skip(file: string, reason: string): void {
    if (!this.skipped.has(file)) this.skipped.set(file, reason);
  }

  private answer(found: readonly FileMatches[], page: readonly string[]): TextAnswer {
    const byFile = [...found].sort((a, b) => byName(a.file, b.file));
    const totalMatches = [...this.counts.values()].reduce((sum, count) => sum + count, 0);
    const skipped: Skipped[] = [...this.skipped].map(([file, reason]) => ({ file, reason }));
    const completeness = completenessOf(skipped, this.counts.size);
    return {
      matches: byFile.flatMap(({ matches }) => matches),
      files: page.flatMap((file) => {
        const count = this.counts.get(file);
        return count === undefined ? [] : [{ file, count }];
      }),
      total: this.query.output === 'matches' ? totalMatches : this.counts.size,
      totalMatches,
      totalIs: completeness === 'exact' ? 'exact' : 'lower_bound',
      completeness,
      skipped: skipped.sort((a, b) => byName(a.file, b.file)),
    };
  }
}

/** For files that are named: no rules apply to them. */
const EXPLICIT = ['--no-config', '--no-follow', '--no-ignore', '--hidden'];

async function isFolder(path: string): Promise<boolean> {
  return (await stat(path).catch(() => null))?.isDirectory() ?? false;
}

async function readStart(path: string, bytes: number): Promise<Buffer | null> {
  try {
    const handle = await open(path);
    try {
      const buffer = Buffer.alloc(bytes);
      const { bytesRead } = await handle.read(buffer, 0, bytes, 0);
      return buffer.subarray(0, bytesRead);
    } finally {
      await handle.close();
    }
  } catch {
    return null;
  }
}
