/** Ends the holds of workspaces that were forgotten: after so long, what is held counts and weeks close again (D77). */
import type { Log } from '../../process/logging.ts';
import type { Pool } from '../../store/database.ts';
import type { Ingest } from '../../store/lanes/ingest-client.ts';
import { readHoldsBefore } from '../../store/lanes/workspaces.ts';

interface HoldDeps {
  readonly pool: Pool;
  readonly ingest: () => Ingest;
  readonly log: Log;
  /** How long a hold may last. */
  readonly lastsMs: number;
  readonly now: () => Date;
}

/**
 * Ends every hold that has lasted too long. Several workers may do it at once: the request names the hold that it ends.
 * @returns how many it ended
 * @throws IngestError
 */
export async function expireHolds({ pool, ingest, log, lastsMs, now }: HoldDeps): Promise<number> {
  const expired = await readHoldsBefore(pool, now().getTime() - lastsMs);
  for (const { no, id, since } of expired) {
    await ingest().submit({ no, id }, { kind: 'close', through: 0, expired: since });
    log.warn({ workspace: id, since: new Date(since).toISOString() }, 'a hold has expired: what it held counts now');
  }
  return expired.length;
}

const lookMs = 60_000;

/** Looks every minute, until it is stopped. What fails is looked at again. */
export function watchHolds(deps: HoldDeps): { stop(): Promise<void> } {
  let looking: Promise<unknown> | undefined;
  const timer = setInterval(() => {
    looking ??= expireHolds(deps)
      .catch((error: unknown) => deps.log.warn({ err: error }, 'expired holds are looked at again in a minute'))
      .finally(() => (looking = undefined));
  }, lookMs);
  timer.unref();
  return {
    stop: async () => {
      clearInterval(timer);
      await looking;
    },
  };
}
