/**
 * Measures for how long our own processes did not run: the event loop of this one, and the processes of the browser.
 * What expires while they are stopped or starved says nothing about a portal (D59). A process that has nothing to do
 * loses nothing, so a portal that does not respond is still recognised on a busy machine.
 */
import { readFileSync } from 'node:fs';
import type { Browser, BrowserContext, CDPSession } from 'playwright-core';
import { fieldsOnLinux } from '../process/identity.ts';

/** Our own processes failed at it; nothing is known about the portal. A fresh attempt may succeed. */
export class OwnFaultError extends Error {
  readonly code = 'own_fault';
  constructor(reason: string) {
    super(reason);
    this.name = 'OwnFaultError';
  }
}

/** Whether a request failed because this machine has run out of something. */
export function isOurs(error: Error): boolean {
  return /EMFILE|ENFILE|ENOMEM|ENOBUFS|EADDRNOTAVAIL/.test(error.message);
}

/** Whether an error of the library says that the browser, its window or its connection is gone. */
export function isBrowserGone(error: unknown): boolean {
  return (
    error instanceof Error &&
    /(?:target|page|context|browser|connection)(?: page, context or browser)?(?: has been| was)? (?:closed|crashed|disconnected)|Target (?:closed|crashed)|Page crashed|Browser closed|Protocol error.*closed/i.test(
      error.message,
    )
  );
}

export interface LagWatch {
  /** Starts a measurement. */
  start(): Lag;
}

/** What our own processes lost since a measurement was started. */
export interface Lag {
  readonly lostMs: () => number;
  /**
   * What they lost, as a sentence's part, when that was too much of the time.
   * @param neededMs what the page had to get of it; without, the loss is compared with the whole time
   */
  readonly fault: (neededMs?: number) => string | undefined;
}

/**
 * A limit on a wait for a page that grows by the time in which our own processes did not run. Whether it is over is asked
 * before a look at the page: what was looked at earlier, and answered late, says nothing about the end.
 */
export interface Deadline {
  /** Milliseconds, at least 1. */
  readonly leftMs: () => number;
  readonly isOver: () => boolean;
  /**
   * Called by everybody who gives up the wait, before anything is concluded from its end (D59).
   * @throws OwnFaultError when the page did not get the time, however often the limit grew
   */
  readonly throwIfOurs: () => void;
}

/** Rounds that a wait may go on for when our own processes lost the time of all of them. */
const mostRounds = 6;

/** The longest that a wait of so many milliseconds may become. */
export function longestWaitMs(ms: number): number {
  return mostRounds * ms;
}

/** @param now milliseconds of a clock that never goes back */
export function openDeadline(ms: number, lag: LagWatch, now: () => number = () => performance.now()): Deadline {
  const begun = now();
  const since = lag.start();
  const left = (): number => {
    const plainMs = ms - (now() - begun);
    // What was lost matters only once the time itself is over; measuring it costs some reads of files.
    return plainMs > 0 ? plainMs : plainMs + Math.min(since.lostMs(), (mostRounds - 1) * ms);
  };
  return {
    leftMs: () => Math.max(1, left()),
    isOver: () => left() <= 0,
    throwIfOurs() {
      const fault = since.fault(ms);
      if (fault !== undefined) throw new OwnFaultError(fault);
    },
  };
}

/** From this share of a wait on, its expiry is ours; below it, the portal had enough of it. */
const ownShare = 1 / 3;
/**
 * Waits for work until the deadline is over.
 * @throws what `late` makes then; what fails earlier is as it is
 */
export async function inDeadline<T>(work: Promise<T>, deadline: Deadline, late: () => Error): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<never>((_, reject) => {
    const wait = (): void => {
      // An answer that came while this process did not run is read before the time is called over.
      timer = setTimeout(() => setImmediate(() => (deadline.isOver() ? reject(late()) : wait())), deadline.leftMs());
    };
    wait();
  });
  try {
    return await Promise.race([work, over]);
  } finally {
    clearTimeout(timer);
  }
}

/** A page that got this share of its time has had enough of it; between the last look and this, some is counted twice. */
const enoughShare = 1 / 2;
/** Less than this is no reason for anything. */
const leastMs = 250;
const leastRunMs = 1_500;
const leastRunShare = 1 / 4;
const tickMs = 100;
/** A measurement begins at a sample that is no older: a look at a page begins several, and a sample reads two files a process. */
const freshMs = 20;
/** A timer is this late on an idle machine. */
const timerSlackMs = 10;
/** The browser answers a question within this on an idle machine, and is asked again this long after an answer. */
const pingMs = 250;

const watches = new WeakMap<BrowserContext, LagWatch>();
const meters = new WeakMap<Browser, Meter>();

/** The watch of a context; it measures until the context is closed. */
export function lagWatchOf(context: BrowserContext): LagWatch {
  const known = watches.get(context);
  if (known !== undefined) return known;
  const browser = context.browser();
  if (browser === null) throw new Error('the context belongs to no browser');
  const meter = meters.get(browser) ?? openMeter(browser);
  meters.set(browser, meter);
  meter.hold();
  context.once('close', () => meter.release());
  const watch: LagWatch = {
    start() {
      const before = meter.recent();
      return {
        lostMs() {
          const { loopMs, browserMs } = lostSince(before, meter.read());
          return loopMs + Math.max(...browserMs.map(({ lostMs }) => lostMs));
        },
        fault(neededMs) {
          const { waitMs, loopMs, browserMs } = lostSince(before, meter.read());
          if (neededMs !== undefined) {
            const mostMs = Math.max(...browserMs.map(({ lostMs }) => lostMs));
            return waitMs - loopMs - mostMs < neededMs * enoughShare ? lostText(waitMs, loopMs, mostMs) : undefined;
          }
          const ours = browserMs.filter(({ ranMs }) => !isBusyByItself(ranMs, waitMs));
          return ownFault(waitMs, loopMs, Math.max(...ours.map(({ lostMs }) => lostMs)));
        },
      };
    },
  };
  watches.set(context, watch);
  return watch;
}

/** Of the browser, each of its processes, and as a whole how long it took to answer. */
function lostSince(
  before: Reading,
  now: Reading,
): { waitMs: number; loopMs: number; browserMs: { lostMs: number; ranMs: number }[] } {
  const processes = [...now.processes].map(([pid, { lostMs, ranMs }]) => {
    const then = before.processes.get(pid) ?? { lostMs: 0, ranMs: 0 };
    return { lostMs: lostMs - then.lostMs, ranMs: ranMs - then.ranMs };
  });
  const answers = { lostMs: now.pingMs - before.pingMs, ranMs: 0 };
  return { waitMs: now.at - before.at, loopMs: now.loopMs - before.loopMs, browserMs: [answers, ...processes] };
}

/** A process that computes so much waits for processors because of its page, which may never end. */
export function isBusyByItself(ranMs: number, waitMs: number): boolean {
  return ranMs >= Math.max(leastRunMs, waitMs * leastRunShare);
}

/** What counts as our own fault, all in milliseconds. Undefined when our processes ran for long enough. */
export function ownFault(waitMs: number, loopMs: number, browserMs: number): string | undefined {
  const lostMs = loopMs + browserMs;
  if (lostMs < Math.max(leastMs, waitMs * ownShare)) return undefined;
  return lostText(waitMs, loopMs, browserMs);
}

function lostText(waitMs: number, loopMs: number, browserMs: number): string {
  const seconds = (ms: number): string => (ms / 1000).toFixed(1);
  return `our own processes were not running for much of a wait of ${seconds(waitMs)} s (worker ${seconds(loopMs)} s, browser ${seconds(browserMs)} s)`;
}

interface Reading {
  readonly at: number;
  /** Lost so far: by our event loop, by the browser until it answered, and by each of its processes. */
  readonly loopMs: number;
  readonly pingMs: number;
  readonly processes: ReadonlyMap<number, { readonly lostMs: number; readonly ranMs: number }>;
}

interface Meter {
  hold(): void;
  release(): void;
  read(): Reading;
  /** As of at most `freshMs` ago, so that what began since is not left out. */
  recent(): Reading;
}

interface Seen {
  /** Waiting for a processor before it was first seen. */
  readonly before: number;
  stoppedMs: number;
  lostMs: number;
  /** Computing, since it began. */
  ranMs: number;
}

function openMeter(browser: Browser): Meter {
  let holders = 0;
  let timer: NodeJS.Timeout | undefined;
  let dueAt = 0;
  let loopMs = 0;
  let sampledAt = 0;
  let pingLostMs = 0;
  let askedAt: number | undefined;
  let askedLoopMs = 0;
  let askAt = 0;
  let session: Promise<CDPSession> | undefined;
  const seen = new Map<number, Seen>();
  let isListed = false;
  let last: Reading | undefined;

  const outstandingMs = (now: number): number =>
    askedAt === undefined ? 0 : Math.max(0, now - askedAt - pingMs - (loopMs - askedLoopMs));

  function tick(): void {
    sample(performance.now());
    if (askedAt === undefined && performance.now() >= askAt) void ask();
    dueAt = performance.now() + tickMs;
    timer = setTimeout(tick, tickMs).unref();
  }

  function sample(now: number): void {
    loopMs += Math.max(0, now - dueAt - timerSlackMs);
    // What was counted is not counted again by a reading between two ticks.
    dueAt = Math.max(dueAt, now);
    const sinceMs = now - sampledAt;
    sampledAt = now;
    for (const [pid, process_] of seen) {
      const found = stateOf(pid);
      if (found === undefined) continue;
      if (found.isHeld) process_.stoppedMs += sinceMs;
      process_.lostMs = process_.stoppedMs + found.waitedMs - process_.before;
      process_.ranMs = found.ranMs;
    }
  }

  /** Asks the browser which processes it has; how long it takes to answer is a measurement, too. */
  async function ask(): Promise<void> {
    askedAt = performance.now();
    askedLoopMs = loopMs;
    try {
      session ??= browser.newBrowserCDPSession();
      const { processInfo } = await (await session).send('SystemInfo.getProcessInfo');
      const ids = new Set(processInfo.map(({ id }) => id));
      for (const pid of seen.keys()) if (!ids.has(pid)) seen.delete(pid);
      for (const id of ids) if (!seen.has(id)) notice(id);
      isListed = true;
    } catch {
      // A browser that is gone fails all who wait for it.
    } finally {
      const now = performance.now();
      pingLostMs += outstandingMs(now);
      askedAt = undefined;
      askAt = now + pingMs;
    }
  }

  /** A process that was not there at the last listing has just begun: all its waiting counts. */
  function notice(pid: number): void {
    const found = stateOf(pid);
    if (found !== undefined)
      seen.set(pid, { before: isListed ? 0 : found.waitedMs, stoppedMs: 0, lostMs: 0, ranMs: found.ranMs });
  }

  function read(): Reading {
    const now = performance.now();
    sample(now);
    last = {
      at: now,
      loopMs,
      pingMs: pingLostMs + outstandingMs(now),
      processes: new Map([...seen].map(([pid, { lostMs, ranMs }]) => [pid, { lostMs, ranMs }])),
    };
    return last;
  }

  return {
    hold() {
      holders += 1;
      if (holders > 1) return;
      dueAt = sampledAt = performance.now();
      tick();
    },
    release() {
      holders -= 1;
      if (holders > 0) return;
      clearTimeout(timer);
      seen.clear();
      isListed = false;
      last = undefined;
    },
    read,
    recent: () => (last !== undefined && performance.now() - last.at < freshMs ? last : read()),
  };
}

/**
 * Of the main thread of a process, on Linux: how long it has computed and waited for a processor since it began, and
 * whether it is stopped or waits for a disk. Undefined elsewhere and for processes that are gone; the answers of the browser remain.
 */
export function stateOf(pid: number): { ranMs: number; waitedMs: number; isHeld: boolean } | undefined {
  try {
    const [ranNs = '0', waitedNs = '0'] = readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ');
    const [state] = fieldsOnLinux(pid) ?? [];
    if (state === undefined) return undefined;
    return { ranMs: Number(ranNs) / 1e6, waitedMs: Number(waitedNs) / 1e6, isHeld: 'TtD'.includes(state) };
  } catch {
    return undefined;
  }
}
