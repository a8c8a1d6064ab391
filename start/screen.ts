/**
 * What `npm start` prints: lines that stay, and one line that says how far things are. On a terminal that line is
 * rewritten in place; in a log file it is printed now and then.
 */
export interface Screen {
  readonly say: (line: string) => void;
  /** A line for `--verbose`. */
  readonly detail: (line: string) => void;
  /** Shows how far something is; the next `say` replaces it. */
  readonly status: (line: string) => void;
  /** Takes the status line away. */
  readonly clear: () => void;
}

export interface ScreenOutput {
  readonly isTTY?: boolean | undefined;
  readonly columns?: number | undefined;
  write(text: string): unknown;
}

/** In a log, one line in so long. */
const logEveryMs = 15_000;

export function openScreen(out: ScreenOutput, verbose = false, now: () => number = Date.now): Screen {
  const isTerminal = out.isTTY === true;
  let shown = '';
  let loggedAt = -Infinity;
  const clear = (): void => {
    if (shown !== '') out.write('\r\u001B[K');
    shown = '';
  };
  const say = (line: string): void => {
    clear();
    out.write(`${line}\n`);
  };
  return {
    clear,
    say,
    detail: verbose ? say : () => {},
    status: (line) => {
      if (isTerminal) {
        // A line that wraps could not be rewritten.
        const fits = line.slice(0, (out.columns ?? 80) - 1);
        if (fits === shown) return;
        shown = fits;
        out.write(`\r\u001B[K${fits}`);
      } else if (now() - loggedAt >= logEveryMs) {
        loggedAt = now();
        out.write(`${line}\n`);
      }
    },
  };
}
