/** Stops a process in order: what takes work in first, what the rest depends on last. */
import { parentPort } from 'node:worker_threads';

interface Stoppable {
  readonly name: string;
  readonly stop: () => Promise<void>;
}

/**
 * Runs until SIGTERM or SIGINT (a thread, until its parent sends a message), then stops the parts one after the other in the order given.
 * A part that fails to stop is reported and does not keep the others from stopping.
 * @returns when everything has stopped
 */
export async function untilStopped(
  parts: readonly Stoppable[],
  report: (name: string, error: unknown) => void,
): Promise<void> {
  await new Promise<void>((resolve) => {
    process.once('SIGTERM', () => resolve());
    process.once('SIGINT', () => resolve());
    parentPort?.once('message', () => resolve());
  });
  for (const part of parts) await part.stop().catch((error: unknown) => report(part.name, error));
}
