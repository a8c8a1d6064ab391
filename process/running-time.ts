/**
 * The time in which this process really ran. A process that was stopped, starved of CPU or blocked in one long turn of
 * its event loop cannot say that somebody else was slow, so waits for others are measured with this clock.
 */

/** How often the event loop is expected to take its turn. */
const tickMs = 50;
/** Turns that come later than this show that the process did not run; only this much of the gap is counted. */
const countedAtMost = 250;

let last = 0;
let ran = 0;
let users = 0;
let ticker: NodeJS.Timeout | undefined;

const sinceTick = (): number => Math.min(performance.now() - last, countedAtMost);

function tick(): void {
  ran += sinceTick();
  last = performance.now();
}

/** One clock for all who wait in this process; it ticks while somebody does. */
function useClock(): { now: () => number; release: () => void } {
  users += 1;
  if (ticker === undefined) {
    last = performance.now();
    ticker = setInterval(tick, tickMs).unref();
  }
  let released = false;
  const release = (): void => {
    if (released) return;
    released = true;
    users -= 1;
    if (users > 0) return;
    clearInterval(ticker);
    ticker = undefined;
  };
  return { now: () => ran + sinceTick(), release };
}

interface AbsenceMeter {
  /** How many milliseconds the process did not run since the meter was opened. */
  lostMs(): number;
  stop(): void;
}

export function openAbsenceMeter(): AbsenceMeter & { readonly ranMs: () => number } {
  const clock = useClock();
  const opened = performance.now();
  const before = clock.now();
  const ranMs = (): number => clock.now() - before;
  return { ranMs, lostMs: () => Math.max(0, performance.now() - opened - ranMs()), stop: clock.release };
}

interface Patience extends AbsenceMeter {
  /** The budget begins now; before, only the wall clock counts. Further calls do nothing. */
  begin(): void;
}

/**
 * Waits for somebody else: `spent` once the process has run for `runningMs` since `begin`, `starved` when `wallMs` have
 * passed without that. Data that arrived while the process was stopped is handled before either is reported.
 */
export function openPatience(
  limits: { readonly runningMs: number; readonly wallMs: number },
  ended: (why: 'spent' | 'starved') => void,
): Patience {
  const meter = openAbsenceMeter();
  const opened = performance.now();
  let begun: number | undefined;
  let timer: NodeJS.Timeout;
  const look = (): void => {
    const left = begun === undefined ? limits.runningMs : limits.runningMs - (meter.ranMs() - begun);
    const wallLeft = limits.wallMs - (performance.now() - opened);
    // After a stop, timers come before sockets: what has arrived meanwhile is read first.
    if (begun !== undefined && left <= 0) setImmediate(() => ended('spent'));
    else if (wallLeft <= 0) setImmediate(() => ended('starved'));
    else timer = setTimeout(look, Math.max(1, Math.min(left, wallLeft)));
  };
  look();
  return {
    begin: () => {
      begun ??= meter.ranMs();
    },
    lostMs: () => meter.lostMs(),
    stop: () => {
      clearTimeout(timer);
      meter.stop();
    },
  };
}

/**
 * Waits for work only so long.
 * @throws what `work` throws, or an error with the code; `work` continues all the same
 */
export async function withTimeout<T>(ms: number, work: Promise<T>, code = 'ETIMEDOUT'): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(Object.assign(new Error('no answer in time'), { code })), Math.max(0, ms));
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
