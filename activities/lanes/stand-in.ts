/**
 * Serves a shard without the engine, where the session that should do so does not run: its worker is frozen, and
 * while the engine still believes in it, it gives the next sessions to that worker's open polls. Every lanes worker looks
 * around by itself; the lock and the version that every round checks let only one session write (docs/operations.md,
 * "Locks and leases").
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { Pool } from '../../store/database.ts';
import { type Shard, shardOf } from '../../store/lanes/ingest-request.ts';
import { readWaitingWorkspaces } from '../../store/lanes/session-connection.ts';
import { type SessionDeps, runIngestSession, silenceBefore } from './ingest-session.ts';

interface StandIn {
  stop(): Promise<void>;
}

const lookMs = 1_000;
/** While nothing waits: an idle worker wakes up less. */
const idleLookMs = 3_000;
/** Looks in a row at which nobody held the lock of a workspace that waits: the engine starts a session sooner. */
const looksUnheld = 5;
/** Shards at once, beside the sessions that the engine gives. */
const atOnce = 2;
/** Long enough for the engine to give the next session to a worker that lives. */
const lastsMs = 60_000;
/** A shard that was taken over so lately is taken over again only after a longer silence: processes lack time. */
const calmMs = 120_000;

/** Looks from now on, until it is stopped. */
export function openStandIn(deps: SessionDeps & { readonly pool: Pool; readonly shards: number }): StandIn {
  const stopping = new AbortController();
  /** Sessions by the number of their shard. */
  const running = new Map<number, Promise<void>>();
  const takeovers = new Map<number, { readonly count: number; readonly at: number }>();
  /** Looks by the number of the workspace. */
  const unheld = new Map<number, number>();

  const serve = async (shard: Shard): Promise<void> => {
    const before = takeovers.get(shard.no);
    const count = before !== undefined && performance.now() - before.at < calmMs ? before.count + 1 : 1;
    takeovers.set(shard.no, { count, at: performance.now() });
    deps.log.warn({ shard: shard.no, of: shard.of }, 'no session ingests the events of a shard; ingesting them here');
    const limits = { lastsMs, silentMs: silenceBefore(count), ...deps.limits };
    await runIngestSession({ ...deps, limits }, shard, stopping.signal, () => {}).catch((error: unknown) => {
      if (!stopping.signal.aborted) deps.log.warn({ err: error, shard: shard.no }, 'standing in ended');
    });
  };
  const isDue = (no: number, silentMs: number | null): boolean => {
    const { count = 0, at = 0 } = takeovers.get(shardOf(no, deps.shards).no) ?? {};
    const calm = performance.now() - at >= calmMs;
    if (silentMs !== null) {
      unheld.delete(no);
      return silentMs >= silenceBefore(calm ? 1 : count + 1);
    }
    const looks = (unheld.get(no) ?? 0) + 1;
    unheld.set(no, looks);
    return looks >= looksUnheld;
  };
  /** @returns whether anything waits */
  const look = async (): Promise<boolean> => {
    const waiting = await readWaitingWorkspaces(deps.pool);
    for (const no of unheld.keys()) if (!waiting.some((one) => one.no === no)) unheld.delete(no);
    for (const { no, silentMs } of waiting) {
      const shard = shardOf(no, deps.shards);
      if (running.has(shard.no) || running.size >= atOnce || !isDue(no, silentMs)) continue;
      unheld.delete(no);
      running.set(
        shard.no,
        serve(shard).finally(() => running.delete(shard.no)),
      );
    }
    return waiting.length > 0;
  };

  const looking = (async () => {
    let waits = false;
    while (!stopping.signal.aborted) {
      await delay(waits ? lookMs : idleLookMs, undefined, { signal: stopping.signal }).catch(() => undefined);
      // What fails is looked at again; the engine's own sessions report an outage.
      if (!stopping.signal.aborted) waits = await look().catch(() => false);
    }
  })();
  return {
    stop: async () => {
      stopping.abort(new Error('the worker is stopping'));
      await looking;
      await Promise.all(running.values());
    },
  };
}
