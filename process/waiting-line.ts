/** A line of callers within a process: first come, first served, and whoever gives up leaves it. */

/** Those who wait, the first one first; each is let in by a call. */
export type WaitingLine = (() => void)[];

/**
 * Stands in the line until it is let in.
 * @throws the signal's reason when it is aborted before
 */
export function waitInLine(line: WaitingLine, signal: AbortSignal): Promise<void> {
  return new Promise<void>((resolve, reject) => {
    const letIn = (): void => {
      signal.removeEventListener('abort', leave);
      resolve();
    };
    const leave = (): void => {
      const index = line.indexOf(letIn);
      if (index >= 0) line.splice(index, 1);
      reject(signal.reason as Error);
    };
    line.push(letIn);
    signal.addEventListener('abort', leave, { once: true });
  });
}
