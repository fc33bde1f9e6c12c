/** At most this often the client is told of progress, in milliseconds. */
const INTERVAL = 100;

/**
 * Tells of progress at most ten times a second: the first message at once, of those that come too fast the last. `stop` ends
 * it: after the answer nothing may follow.
 */
export function progressReporter(send: (progress: number, message: string) => void): {
  report(message: string): void;
  stop(): void;
} {
  let count = 0;
  let waiting: string | null = null;
  let timer: ReturnType<typeof setTimeout> | null = null;
  let stopped = false;

  const tell = (text: string) => {
    count += 1;
    send(count, text);
    timer = setTimeout(() => {
      timer = null;
      if (waiting === null) return;
      const next = waiting;
      waiting = null;
      tell(next);
    }, INTERVAL);
  };
  return {
    report(text) {
      if (stopped) return;
      if (timer === null) tell(text);
      else waiting = text;
    },
    stop() {
      stopped = true;
      if (timer !== null) clearTimeout(timer);
    },
  };
}
