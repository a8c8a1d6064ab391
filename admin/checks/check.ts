/** What a check of `admin doctor` finds, and how one that cannot be made is reported. */
import { stateOf } from '../../portals/own-lag.ts';
import { openAbsenceMeter } from '../../process/running-time.ts';
import { outageOf } from '../../store/outages.ts';

type Health = 'ok' | 'warn' | 'fail';

export interface Check {
  /** What was looked at, such as `PostgreSQL connections`. */
  readonly check: string;
  readonly health: Health;
  /** What was found, in a few words. */
  readonly found: string;
  /** What to do; null where nothing is. */
  readonly advice: string | null;
}

export function fine(check: string, found: string): Check {
  return { check, health: 'ok', found, advice: null };
}

export function doubtful(check: string, found: string, advice: string): Check {
  return { check, health: 'warn', found, advice };
}

export function broken(check: string, found: string, advice: string): Check {
  return { check, health: 'fail', found, advice };
}

/** An error in one line; connection errors of several addresses have their words inside. */
export function errorText(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return errorText(error.errors[0]);
  const text = error instanceof Error ? error.message : String(error);
  return text.split('\n')[0]?.slice(0, 300) ?? '';
}

// Whose fault an answer is that did not come in time (D59).

/** From this share of a wait on, its expiry is ours. */
const ownShare = 1 / 3;
const leastLostMs = 250;
const grpcWithoutAnswer: ReadonlySet<number> = new Set([4, 14]);

/** How long this process did not run since the measurement began: its event loop, or its wait for a processor. */
function openLoss(): { readonly lostMs: () => number; readonly stop: () => void } {
  const meter = openAbsenceMeter();
  const waitedMs = (): number => stateOf(process.pid)?.waitedMs ?? 0;
  const before = waitedMs();
  return { lostMs: () => Math.max(meter.lostMs(), waitedMs() - before), stop: () => meter.stop() };
}

/**
 * Asks a part of the deployment.
 * @param failed what an error says about the part; not asked where time ran out while this process was not running
 */
export async function asking(
  check: string,
  ask: () => Promise<Check[]>,
  failed: (error: unknown) => Check,
  loss = openLoss(),
): Promise<Check[]> {
  const began = performance.now();
  try {
    return await ask();
  } catch (error) {
    const lostMs = loss.lostMs();
    const waitedMs = performance.now() - began;
    const isOurs = lostMs >= Math.max(leastLostMs, waitedMs * ownShare);
    return [isOurs && ranOutOfTime(error) ? unchecked(check, lostMs, waitedMs) : failed(error)];
  } finally {
    loss.stop();
  }
}

function unchecked(check: string, lostMs: number, waitedMs: number): Check {
  const seconds = (ms: number): string => (Math.min(ms, waitedMs) / 1000).toFixed(1);
  return doubtful(
    check,
    `could not be checked: this machine was busy (this program did not run for ${seconds(lostMs)} of ${seconds(waitedMs)} s)`,
    'nothing is known about it; run doctor again when the load is lower',
  );
}

/** Whether an error says that nothing came in time, or that a connection ended meanwhile, rather than what was answered. */
function ranOutOfTime(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.length > 0 && error.errors.every(ranOutOfTime);
  if (!(error instanceof Error)) return false;
  const text = `${'code' in error ? String(error.code) : ''} ${error.name} ${error.message}`;
  // Somebody said no: these take no time.
  if (/ECONNREFUSED|ENOTFOUND|EHOSTUNREACH|ENETUNREACH|EACCES/.test(text)) return false;
  const grpc = grpcCodeOf(error);
  if (grpc !== undefined) return grpcWithoutAnswer.has(grpc);
  if (/own_fault|time(?:d[ -]?| ?)out|ETIMEDOUT|ECONNRESET|EPIPE|EAI_AGAIN|no answer|deadline|abort/i.test(text))
    return true;
  if (outageOf(error)?.reason === 'connection lost') return true;
  return error.cause !== undefined && ranOutOfTime(error.cause);
}

/** The status of an error of gRPC; by its members, as the client of the engine is loaded only where it is used. */
function grpcCodeOf(error: Error): number | undefined {
  const isGrpc = 'code' in error && typeof error.code === 'number' && 'details' in error && 'metadata' in error;
  return isGrpc ? (error.code as number) : undefined;
}
