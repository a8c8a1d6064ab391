/** The activities of the lanes queue: ingest sessions, and closing weeks by the wall clock. */
import { Context } from '@temporalio/activity';
import { weekOf } from '../../domain/lanes/week.ts';
import type { Log } from '../../process/logging.ts';
import type { Pool } from '../../store/database.ts';
import type { Ingest } from '../../store/lanes/ingest-client.ts';
import type { Served, Shard, WorkspaceRef } from '../../store/lanes/ingest-request.ts';
import type { SessionRole } from '../../store/lanes/session-starter.ts';
import { readHoldsBefore, readWorkspace } from '../../store/lanes/workspaces.ts';
import { openHeartbeat } from '../dispatch/portal-run.ts';
import type { HookSending } from './save-round.ts';
import {
  type SessionEnding,
  type SessionLimits,
  runIngestSession,
  silenceBefore,
  type SessionDeps,
} from './ingest-session.ts';
import { type MachineKeeper, openMachineKeeper } from './machine-keeper.ts';

interface LaneActivityDeps extends Omit<SessionDeps, 'keeper' | 'isCrowded'> {
  readonly pool: Pool;
  /** Opened when a week is first closed: a worker that only takes events in needs no ear for answers. */
  readonly ingest: () => Ingest;
  /** Sessions that this worker runs at once. */
  readonly sessions: number;
  readonly hooks: HookSending;
  /** Default: one of its own. */
  readonly keeper?: MachineKeeper;
}

export type { SessionEnding } from './ingest-session.ts';

/** What a workflow of a shard is started with. */
export interface ShardSession {
  readonly shard: Shard;
  readonly role: SessionRole;
  /** How long it listens when nothing comes. */
  readonly lingerMs: number;
}

export interface LaneActivities {
  /** Ingests what is staged for the workspaces of a shard until nothing more comes. */
  takeInShard(session: ShardSession): Promise<SessionEnding>;
  /** The same for one workspace: what APIs of an older version start. */
  takeIn(workspace: WorkspaceRef): Promise<SessionEnding>;
  /** Closes every week of a workspace that ended a day before the nominal time of its Schedule. */
  closeWeeks(workspace: WorkspaceRef, nominal: string): Promise<ClosedWeeks>;
}

/** A session beside the main one makes room for it after so long. */
const besideMs = 60_000;
/** A session of one workspace makes room for that of the shard after so long. */
const ofOldKindMs = 10_000;

export function createLaneActivities(deps: LaneActivityDeps): LaneActivities {
  const { keeper = openMachineKeeper() } = deps;
  const running = { main: 0, beside: 0 };
  // With every place taken, sessions that wait for one get theirs by turns. Those beside a main one make room for it, and it
  // not for them: where everything is slow there is one beside each, and a session that begins again is dear.
  const isCrowded = {
    main: () => running.main >= deps.sessions,
    beside: () => running.main + running.beside >= deps.sessions,
  };
  const run = async (
    served: Served,
    given: Partial<SessionLimits>,
    place: keyof typeof isCrowded,
  ): Promise<SessionEnding> => {
    const context = Context.current();
    const heartbeat = openHeartbeat(context, 'starting');
    running[place] += 1;
    try {
      const limits = { silentMs: silenceBefore(context.info.attempt), ...given, ...deps.limits };
      return await runIngestSession(
        { ...deps, limits, keeper, isCrowded: isCrowded[place] },
        served,
        context.cancellationSignal,
        (taken) => heartbeat.report(`${taken} requests ingested`),
      );
    } finally {
      running[place] -= 1;
      heartbeat.stop();
    }
  };
  return {
    takeInShard: async ({ shard, role, lingerMs }) => {
      if (role === 'main') return run(shard, { lingerMs }, 'main');
      const ending = await run(shard, { lastsMs: besideMs }, 'beside');
      return ending === 'renew' ? 'idle' : ending;
    },
    takeIn: async (workspace) => {
      const ending = await run(workspace, { lastsMs: ofOldKindMs }, 'beside');
      return ending === 'renew' ? 'idle' : ending;
    },
    closeWeeks: (workspace, nominal) => closeWeeksBefore(deps, workspace, new Date(nominal)),
  };
}

/** Closes weeks by the wall clock: as a request like any other, so that the log has it in its place (D33). */
export interface ClosedWeeks {
  /** YYYYWW; empty where events of a newer week had closed them, or the workspace no longer runs on the wall clock. */
  readonly closed: readonly number[];
}

const day = 86_400_000;

/**
 * Closes the weeks that had ended a day before `nominal`. Safe to repeat: closing again closes nothing.
 * @param nominal when the Schedule meant to run, however late it does: never the clock of a process
 * @throws IngestError
 */
async function closeWeeksBefore(
  deps: { readonly pool: Pool; readonly ingest: () => Ingest },
  workspace: WorkspaceRef,
  nominal: Date,
): Promise<ClosedWeeks> {
  const row = await readWorkspace(deps.pool, workspace.id);
  if (row?.clock !== 'wall') return { closed: [] };
  const through = weekOf(nominal.getTime() - day, row.timeZone).start;
  const { closed } = await deps.ingest().submit(workspace, { kind: 'close', through });
  return { closed };
}

// Ends the holds of workspaces that were forgotten: after so long, what is held counts and weeks close again (D77).

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
