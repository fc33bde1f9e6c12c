import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { ErrorCode, type JSONRPCMessage, JSONRPCMessageSchema } from '@modelcontextprotocol/sdk/types.js';
import { shorten } from '../shared/characters.ts';

/** A line over this many bytes is thrown away: it could not be turned into one text. */
const LONGEST_LINE = 256 * 1024 * 1024;

/** Where answers go: the real standard output, which nothing else may write to. */
export interface Output {
  /** Answers false where the pipe is full; `drained` then resolves when there is room, or nobody reads any more. */
  write(text: string): boolean;
  drained(): Promise<void>;
}

/**
 * JSON-RPC, a message a line, over the process's streams. The SDK's own transport ends the connection on a line over its
 * buffer, copies a long line again with each piece, leaves a request that it cannot read without an answer, and does not
 * notice that its input ended; this one does none of that. A line that is no JSON is logged and skipped.
 */
export function lineTransport(
  input: NodeJS.ReadableStream,
  output: Output,
  log: (text: string) => void,
): Transport {
  const lines = lineReader(receive, () => log(`a message over ${LONGEST_LINE} bytes was skipped`));
  const onData = (piece: Buffer) => lines.push(piece);
  let closed = false;

  const transport: Transport = {
    async start() {
      input.on('data', onData);
    },
    async send(sent) {
      if (!closed && !output.write(`${JSON.stringify(sent)}\n`)) await output.drained();
    },
    async close() {
      if (closed) return;
      closed = true;
      input.off('data', onData);
      transport.onclose?.();
    },
  };
  return transport;

  function receive(line: string): void {
    if (closed || line.trim() === '') return;
    let value: unknown;
    try {
      value = JSON.parse(line);
    } catch {
      log(`a line that is no JSON was skipped: ${shorten(line, 200)}`);
      return;
    }
    const parsed = JSONRPCMessageSchema.safeParse(value);
    if (parsed.success) transport.onmessage?.(parsed.data);
    else refuse(value, line);
  }

  /** A request that is none is answered where it can be told which one it was, so that nobody waits for it. */
  function refuse(value: unknown, line: string): void {
    log(`a message that is no JSON-RPC was skipped: ${shorten(line, 200)}`);
    if (typeof value !== 'object' || value === null || !('id' in value)) return;
    const { id } = value;
    if ((typeof id !== 'string' && typeof id !== 'number') || 'result' in value || 'error' in value) return;
    const error = { code: ErrorCode.InvalidRequest, message: 'Invalid request' };
    const answer: JSONRPCMessage = { jsonrpc: '2.0', id, error };
    void transport.send(answer);
  }
}

/** Puts lines together from the pieces of a stream, looking at each piece once. */
function lineReader(
  onLine: (line: string) => void,
  onTooLong: () => void,
): { push(piece: Buffer | string): void } {
  let pieces: Buffer[] = [];
  let held = 0;
  const add = (part: Buffer) => {
    held += part.length;
    if (held <= LONGEST_LINE) pieces.push(part);
    else pieces = [];
  };
  return {
    push(piece) {
      const bytes = typeof piece === 'string' ? Buffer.from(piece) : piece;
      let from = 0;
      for (let end = bytes.indexOf(10); end !== -1; end = bytes.indexOf(10, from)) {
        add(bytes.subarray(from, end));
        from = end + 1;
        const line = held <= LONGEST_LINE ? Buffer.concat(pieces).toString('utf8') : null;
        pieces = [];
        held = 0;
        if (line === null) onTooLong();
        else onLine(line.replace(/^\uFEFF/, ''));
      }
      if (from < bytes.length) add(bytes.subarray(from));
    },
  };
}
