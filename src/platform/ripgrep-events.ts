import { z } from 'zod';
import type { TextMatch } from '../code/ports.ts';
import { withoutDot } from './file-list.ts';
import { byteOffsets, contextLine, MOST_LINE, matchLine } from './match-line.ts';

/** Text as ripgrep's JSON has it: as it is, or in base64 where it is no UTF-8. */
const Data = z.union([z.object({ text: z.string() }), z.object({ bytes: z.base64() })]);
const Line = z.object({
  path: Data,
  lines: Data,
  line_number: z.number().nullable(),
  /** Not checked one by one: a minified line can have a hundred thousand. */
  submatches: z.array(z.unknown()),
});
const Ranges = z.array(z.object({ start: z.number(), end: z.number() }));
const Event = z.discriminatedUnion('type', [
  z.object({ type: z.literal('begin'), data: z.object({ path: Data }) }),
  z.object({ type: z.literal('match'), data: Line }),
  z.object({ type: z.literal('context'), data: Line }),
  z.object({ type: z.literal('end'), data: z.object({ path: Data, binary_offset: z.number().nullable() }) }),
  z.object({ type: z.literal('summary') }),
]);

/** The matches of one file, in order. */
export interface FileMatches {
  readonly file: string;
  readonly matches: readonly TextMatch[];
}

/** A longer line of JSON (a minified file with a match in each word) is not read any more: it costs the memory of all. */
const MOST_EVENT = 16 * 1024 * 1024;

/**
 * Reads ripgrep's JSON as it comes and makes matches of it, a file at a time. `take` says how many matches of a file to
 * pass over and to keep. With `multiline` each place that matched is a match of its own, as ripgrep counts them.
 */
export class EventReader {
  /** Files that were read to their end, those without matches left out. */
  readonly files: FileMatches[] = [];
  /** The file under way when the output had to be given up. */
  tooLong: string | null = null;
  private chunks: Buffer[] = [];
  private pending = 0;
  private path = '';
  private found: Found[] = [];
  private seen = 0;
  private lines = new Map<number, string>();

  constructor(
    private readonly options: { multiline: boolean; contextLines: number; take(file: string): Take },
  ) {}

  /** Answers false where it can take no more. */
  read(chunk: Buffer): boolean {
    let from = 0;
    for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, from)) {
      const part = chunk.subarray(from, at);
      from = at + 1;
      const line = this.chunks.length > 0 ? Buffer.concat([...this.chunks, part]) : part;
      this.chunks = [];
      this.pending = 0;
      this.event(line);
    }
    const rest = chunk.subarray(from);
    this.pending += rest.length;
    if (this.pending > MOST_EVENT) {
      this.tooLong = this.path;
      this.chunks = [];
      return false;
    }
    if (rest.length > 0) this.chunks.push(Buffer.from(rest));
    return true;
  }

  private event(line: Buffer): void {
    const event = Event.parse(JSON.parse(line.toString('utf8')));
    if (event.type === 'begin') {
      this.path = withoutDot(plain(event.data.path).toString('utf8'));
      this.found = [];
      this.seen = 0;
      this.lines = new Map();
    } else if (event.type === 'match' || event.type === 'context') {
      this.line(event.data, event.type === 'match');
    } else if (event.type === 'end') {
      // A NUL further on: it is no text after all.
      if (event.data.binary_offset === null) this.finish();
    }
  }

  private line(data: z.output<typeof Line>, matched: boolean): void {
    const number = data.line_number ?? 1;
    const bytes = plain(data.lines);
    const text = decode(bytes);
    const own = text.replace(/\r?\n$/, '');
    if (this.options.contextLines > 0) {
      for (const [index, one] of own.split(/\r?\n/).entries())
        this.lines.set(number + index, contextLine(one));
    }
    if (!matched) return;
    const told = this.options.multiline ? data.submatches : data.submatches.slice(0, MOST_LINE + 1);
    const ranges = byteOffsets(bytes, Ranges.parse(told), decode).map(({ start, end }) => ({
      start: Math.min(start, own.length),
      end: Math.min(end, own.length),
    }));
    const { skip, keep } = this.options.take(this.path);
    const add = (found: Found) => {
      this.seen += 1;
      if (this.seen > skip && this.found.length < keep) this.found.push(found);
    };
    if (!this.options.multiline) {
      add({ line: number, lastLine: number, text: own, ranges, places: data.submatches.length });
      return;
    }
    for (const range of ranges) {
      const before = own.slice(0, range.start);
      const lineStart = before.lastIndexOf('\n') + 1;
      const lineEnd = own.indexOf('\n', Math.max(range.start, range.end - 1));
      const end = lineEnd < 0 ? own.length : lineEnd;
      const first = number + (before.match(/\n/g)?.length ?? 0);
      const block = own.slice(lineStart, end);
      add({
        line: first,
        lastLine: first + (block.match(/\n/g)?.length ?? 0),
        text: block,
        ranges: [{ start: range.start - lineStart, end: range.end - lineStart }],
        places: 1,
      });
    }
  }

  private finish(): void {
    const context = this.options.contextLines;
    const around = (from: number, to: number): string[] => {
      const found: string[] = [];
      for (let at = from; at <= to; at++) {
        const line = this.lines.get(at);
        if (line !== undefined) found.push(line);
      }
      return found;
    };
    const matches = this.found.map(
      ({ line, lastLine, text, ranges, places }): TextMatch => ({
        file: this.path,
        line,
        ...matchLine(text, ranges, places),
        ...(context > 0 && {
          before: around(line - context, line - 1),
          after: around(lastLine + 1, lastLine + context),
        }),
      }),
    );
    if (matches.length > 0) this.files.push({ file: this.path, matches });
    this.found = [];
    this.lines = new Map();
  }
}

/** Which matches of a file are wanted. */
export interface Take {
  readonly skip: number;
  readonly keep: number;
}

interface Found {
  readonly line: number;
  readonly lastLine: number;
  readonly text: string;
  readonly ranges: readonly { start: number; end: number }[];
  /** How many places matched in all. */
  readonly places: number;
}

const plain = (data: z.output<typeof Data>): Buffer =>
  'text' in data ? Buffer.from(data.text, 'utf8') : Buffer.from(data.bytes, 'base64');

const decode = (bytes: Buffer): string => bytes.toString('utf8');

/** Reads `name NUL count newline`, ripgrep's counts with `--null`. */
export class CountReader {
  readonly counts = new Map<string, number>();
  private rest: Buffer = Buffer.alloc(0);

  read(chunk: Buffer): true {
    const bytes = this.rest.length > 0 ? Buffer.concat([this.rest, chunk]) : chunk;
    let from = 0;
    for (;;) {
      const nameEnd = bytes.indexOf(0, from);
      const end = nameEnd < 0 ? -1 : bytes.indexOf(10, nameEnd);
      if (end < 0) break;
      const count = Number(bytes.toString('latin1', nameEnd + 1, end));
      // Anything but a number is a word about a binary file.
      if (Number.isInteger(count)) this.counts.set(withoutDot(bytes.toString('utf8', from, nameEnd)), count);
      from = end + 1;
    }
    this.rest = Buffer.from(bytes.subarray(from));
    return true;
  }
}
