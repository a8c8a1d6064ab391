/** A database with a workspace, the waiting side of ingest, and sessions in this process in the engine's place. */
import { openMachineKeeper } from '../../../activities/lanes/machine-keeper.ts';
import { runIngestSession, type SessionEnding, type SessionLimits } from '../../../activities/lanes/ingest-session.ts';
import type { WireEvent } from '../../../domain/lanes/event.ts';
import { openLog } from '../../../process/logging.ts';
import { inTransaction } from '../../../store/database.ts';
import { type Ingest, type IngestOptions, openIngest } from '../../../store/lanes/ingest-client.ts';
import type { RecordAnswer, Shard, WorkspaceRef } from '../../../store/lanes/ingest-request.ts';
import { rebuildWorkspace, type Rebuilt } from '../../../store/lanes/replay.ts';
import { compareWithStored, type Difference } from '../../../store/lanes/replay-compare.ts';
import type { SessionConnection } from '../../../store/lanes/session-connection.ts';
import { openWakeUps } from '../../../store/lanes/wake-ups.ts';
import { createWorkspace, type NewWorkspace } from '../../../store/lanes/workspaces.ts';
import { freshDatabase, type FreshDatabase } from '../../support/database.ts';

const quiet = openLog('test', 'silent');
/** All workspaces of a test share a session. */
const sessions = { shards: 1, lingerMs: 100 };

export interface LaneSite {
  readonly database: FreshDatabase;
  readonly workspace: WorkspaceRef;
  readonly ingest: Ingest;
  /** One that gives up on callers at once. */
  readonly impatient: Ingest;
  /** Sends events as one request. */
  send(events: readonly WireEvent[], hold?: boolean): Promise<RecordAnswer>;
  close(through: number): Promise<RecordAnswer>;
  /** A further workspace in the same database. */
  addWorkspace(given?: Partial<NewWorkspace>): Promise<WorkspaceRef>;
  /** Runs a session with memory of its own, as another worker would. */
  session(
    limits: Partial<SessionLimits>,
    more?: { signal?: AbortSignal; isCrowded?: () => boolean; mostWeeks?: number },
    of?: WorkspaceRef,
  ): Promise<SessionEnding>;
  /** Resolves when the sessions that requests have started are over, and their locks free. */
  rested(): Promise<void>;
  /** A further process comes up beside the first. */
  reconnect(): Promise<void>;
  leave(): Promise<void>;
}

export async function openLaneSite(given: Partial<NewWorkspace> = {}): Promise<LaneSite> {
  const database = await freshDatabase();
  const { pool, url } = database;
  const addWorkspace = async (more: Partial<NewWorkspace> = {}): Promise<WorkspaceRef> => {
    const made = await createWorkspace(pool, { name: 'Test', auditSeed: '7', actor: 'test', ...more });
    return { no: made.workspaceNo, id: made.workspaceId };
  };
  const workspace = await addWorkspace(given);
  const keeper = openMachineKeeper();
  const wakeUps = openWakeUps(url);
  const running = new Map<number, Promise<unknown>>();
  const end = new AbortController();
  const session = (of: Shard): void => {
    const limits = { lingerMs: sessions.lingerMs };
    const one = runIngestSession({ databaseUrl: url, keeper, wakeUps, log: quiet, limits }, of, end.signal, () => {})
      .catch((error: unknown) => {
        if (!end.signal.aborted) throw error;
      })
      .finally(() => running.delete(of.no));
    running.set(of.no, one);
  };
  const opened: Ingest[] = [];
  const open = async (more: Partial<IngestOptions> = {}): Promise<Ingest> => {
    const one = openIngest({
      pool,
      listenUrl: url,
      startSession: async (of, role) => {
        if (role === 'main' && !running.has(of.no) && !end.signal.aborted) session(of);
      },
      sessions,
      // Only bounds a hang.
      answerWithinMs: 300_000,
      log: quiet,
      ...more,
    });
    opened.push(one);
    await one.ready;
    return one;
  };
  const ingest = await open();
  const impatient = await open({ answerWithinMs: 100 });
  return {
    database,
    workspace,
    ingest,
    impatient,
    rested: async () => void (await Promise.all(running.values())),
    reconnect: async () => void (await open()),
    send: (events, hold = false) => ingest.submit(workspace, { kind: 'events', events, hold }),
    close: (through) => ingest.submit(workspace, { kind: 'close', through }),
    addWorkspace,
    session: (limits, { signal = end.signal, isCrowded = () => false, mostWeeks = Infinity } = {}, of = workspace) =>
      runIngestSession(
        { databaseUrl: url, keeper: openMachineKeeper(), wakeUps, log: quiet, limits, isCrowded, mostWeeks },
        of,
        signal,
        () => {},
      ),
    leave: async () => {
      end.abort();
      await Promise.all(running.values());
      await Promise.all(opened.map((one) => one.stop()));
      await wakeUps.stop();
      await database.drop();
    },
  };
}

/** Whether this session gets the lock of a workspace. */
export async function locks(connection: SessionConnection, workspaceNo: number): Promise<boolean> {
  return (await connection.tryLocks([workspaceNo])).some(({ locked }) => locked);
}

/** What a replay of the log gives, and where the database differs. */
export async function replay(
  { database }: Pick<LaneSite, 'database'>,
  workspace: WorkspaceRef,
): Promise<{ counts: Pick<Rebuilt, 'events' | 'records'>; differences: Difference[] }> {
  return inTransaction(database.pool, async (q) => {
    await q.query('set transaction isolation level repeatable read, read only');
    const rebuilt = await rebuildWorkspace(q, workspace);
    const { events, records } = rebuilt;
    return { counts: { events, records }, differences: await compareWithStored(q, workspace, rebuilt) };
  });
}
