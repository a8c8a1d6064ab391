/**
 * Runs the parts of the machine: starts each as soon as what it needs is ready, says when one dies and starts it
 * again, and stops them one after the other in the opposite order.
 */
import { setTimeout as delay } from 'node:timers/promises';

export interface Part {
  readonly name: string;
  /** Names of parts that must be ready before this one starts. */
  readonly needs: readonly string[];
  /** Starts the part; resolves when it is ready. Gives up, leaving nothing behind, when the signal fires. */
  readonly start: (signal: AbortSignal) => Promise<RunningPart>;
}

export interface RunningPart {
  /** Resolves with how it ended, no matter who ended it; null for a part that is done once it is ready. */
  readonly ended: Promise<string> | null;
  /** Lets it finish what is under way. */
  readonly stop: () => Promise<void>;
  /** Ends it at once. */
  readonly kill: () => void;
}

export interface Supervisor {
  /** Resolves when all parts are ready; rejects when one could not be started, after stopping the others. */
  readonly ready: Promise<void>;
  /** Stops in the opposite order of the list. Calling it again waits for the same stop. */
  stop(): Promise<void>;
  /** Ends everything at once. */
  kill(): void;
}

interface SupervisorOptions {
  readonly say: (line: string) => void;
  /** Called at the first start of each part with how long it took. */
  readonly onReady?: (name: string, ms: number) => void;
  /** Waits before a dead part is started again, the last one repeated; in milliseconds. */
  readonly restartWaitsMs?: readonly number[];
}

/** A part that was up for this long starts its waits again. */
const steadyMs = 60_000;
const defaultRestartWaitsMs = [500, 1_000, 2_000, 5_000, 10_000, 30_000];

export class PartError extends Error {
  readonly code = 'part_did_not_start';
  readonly part: string;
  constructor(part: string, cause: unknown) {
    super(`${part} did not start: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
    this.name = 'PartError';
    this.part = part;
  }
}

/** @param parts in the order of their dependence: a part comes after all that it needs */
export function supervise(parts: readonly Part[], options: SupervisorOptions): Supervisor {
  const waits = options.restartWaitsMs ?? defaultRestartWaitsMs;
  const stopping = new AbortController();
  const running = new Map<string, RunningPart>();
  /** The first start of each part, and the watch over its later ones. */
  const firstReady = new Map<string, Promise<void>>();
  const watches: Promise<void>[] = [];
  let stopped: Promise<void> | undefined;

  for (const part of parts) {
    const needed = part.needs.map((name) => {
      const first = firstReady.get(name);
      if (first === undefined) throw new TypeError(`${part.name} needs ${name}, which does not come before it`);
      return first;
    });
    const first = Promise.all(needed).then(() => begin(part));
    // The part that needs it reports its failure; without this an unneeded one would be an unhandled rejection.
    first.catch(() => {});
    firstReady.set(part.name, first);
  }

  async function begin(part: Part): Promise<void> {
    stopping.signal.throwIfAborted();
    const began = Date.now();
    let up: RunningPart;
    try {
      up = await part.start(stopping.signal);
    } catch (error) {
      throw new PartError(part.name, error);
    }
    running.set(part.name, up);
    options.onReady?.(part.name, Date.now() - began);
    if (up.ended !== null) watches.push(watch(part, up.ended));
  }

  /** Starts the part again whenever it ends by itself. */
  async function watch(part: Part, firstEnd: Promise<string>): Promise<void> {
    let ended: Promise<string> | null = firstEnd;
    let failures = 0;
    while (ended !== null) {
      const began = Date.now();
      const how = await ended;
      running.delete(part.name);
      if (stopping.signal.aborted) return;
      if (Date.now() - began >= steadyMs) failures = 0;
      options.say(`${part.name} ended (${how})`);
      ended = null;
      while (ended === null) {
        const wait = waits[Math.min(failures, waits.length - 1)] ?? 0;
        failures += 1;
        if (!(await pause(wait))) return;
        try {
          const up = await part.start(stopping.signal);
          running.set(part.name, up);
          options.say(`${part.name} is running again`);
          ended = up.ended ?? null;
          if (ended === null) return;
        } catch (error) {
          if (stopping.signal.aborted) return;
          options.say(new PartError(part.name, error).message);
        }
      }
    }
  }

  /** @returns false when the stop came first */
  async function pause(ms: number): Promise<boolean> {
    try {
      await delay(ms, undefined, { signal: stopping.signal });
      return true;
    } catch {
      return false;
    }
  }

  async function stopAll(): Promise<void> {
    stopping.abort();
    await Promise.allSettled(firstReady.values());
    const watching = Promise.all(watches);
    for (const part of [...parts].reverse()) {
      const up = running.get(part.name);
      if (up === undefined) continue;
      await up.stop().catch((error: Error) => options.say(`${part.name} did not stop well: ${error.message}`));
      running.delete(part.name);
    }
    await watching;
    // A restart that was past its last look at the signal when the stop came.
    for (const up of running.values()) await up.stop();
  }

  const stop = (): Promise<void> => (stopped ??= stopAll());
  const ready = Promise.all(firstReady.values()).then(
    () => {},
    async (error: unknown) => {
      await stop();
      throw error;
    },
  );
  ready.catch(() => {});
  return {
    ready,
    stop,
    kill: () => {
      stopping.abort();
      for (const up of running.values()) up.kill();
    },
  };
}
