/**
 * The connection of an ingest session: it holds the locks of the workspaces that the session serves and carries every
 * round, so that a session that has lost its locks cannot write either. Statements that need no answer of each other are
 * sent together: a round waits for the database four times, however many statements it has.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { type Queryable, openDedicated } from '../database.ts';
import type { WorkspaceRef } from './ingest-request.ts';
import { stagedWorkspaces } from './staging.ts';

/** First half of the lock's key; the second is the workspace's number. Any constant will do. */
const sessionLock = 7_240_063;

/**
 * The session that holds the lock. A live one sends a statement a second at least; one whose statement is running, or
 * waits for a lock, is not silent, unless the server waits for the client to read the result.
 */
const heldLocks = `
  select pid, objid, case when state = 'active' and wait_event_type is distinct from 'Client' then 0
                   else extract(epoch from clock_timestamp() - state_change) * 1000 end::float8 as silent_ms
    from pg_locks join pg_stat_activity using (pid)
   where locktype = 'advisory' and classid = $1::int and objsubid = 2 and granted
     and pg_locks.database = (select oid from pg_database where datname = current_database())
     and state is not null`;

/** A workspace for which something is staged. */
interface WaitingWorkspace extends WorkspaceRef {
  /** For how long the session that has its lock has sent nothing; null where none has it. */
  readonly silentMs: number | null;
}

/** Every workspace for which something is staged, with what its session does. */
export async function readWaitingWorkspaces(q: Queryable): Promise<WaitingWorkspace[]> {
  const found = await q.query<WaitingWorkspace>({
    name: 'lane-waiting-workspaces',
    text: `with holders as materialized (select objid, min(silent_ms) as silent_ms from (${heldLocks}) as holder group by objid)
           select no, id, silent_ms as "silentMs"
             from workspaces left join holders on objid = no where no in (${stagedWorkspaces})`,
    values: [sessionLock],
  });
  return found.rows;
}

/**
 * Statements of a round look rows up by key, in tables that may have grown a thousandfold since a plan was made:
 * plans by index are right for any size. The keep-alives free the lock of a machine that is gone within seconds.
 */
const connectionSettings = [
  "set plan_cache_mode = 'force_generic_plan'",
  'set enable_seqscan = off',
  'set enable_hashjoin = off',
  'set enable_mergejoin = off',
  'set jit = off',
  "set timezone = 'UTC'",
  'set tcp_keepalives_idle = 2',
  'set tcp_keepalives_interval = 1',
  'set tcp_keepalives_count = 3',
  'set tcp_user_timeout = 5000',
].join('; ');

const lastWordsMs = 250;

/** What came of trying for a workspace's lock. */
interface TriedLock extends WorkspaceRef {
  /** Whether this session alone may take what is staged for it. */
  readonly locked: boolean;
}

export interface SessionConnection {
  readonly q: Queryable;
  /** Tries for the locks of these workspaces, none of which this session has. */
  tryLocks(workspaceNos: readonly number[]): Promise<TriedLock[]>;
  unlock(workspaceNo: number): Promise<void>;
  /** For how many milliseconds the sessions that hold these locks have sent nothing; no row where nobody holds it. */
  silentHolders(workspaceNos: readonly number[]): Promise<{ no: number; silentMs: number }[]>;
  /**
   * Ends the session that holds the lock where it has sent nothing for `silentMs`: its process is stopped, or so starved
   * that it serves nobody. What it had begun is rolled back, it loses its other locks too, and it can write nothing when
   * it wakes up.
   * @throws where the database role may not end it
   */
  endSilentHolder(workspaceNo: number, silentMs: number): Promise<boolean>;
  /** Aborts when the connection has ended, for any reason. */
  readonly ended: AbortSignal;
  /** Ends the connection, and with it the locks. */
  close(): Promise<void>;
}

/** Statements that are sent in one turn of the loop leave in one write: else each of them is a system call of its own. */
function inOneWrite(client: pg.Client): Queryable {
  const { stream } = client.connection;
  let corked = false;
  const uncork = (): void => {
    corked = false;
    stream.uncork();
  };
  const query = (...given: Parameters<pg.Client['query']>): unknown => {
    if (!corked) {
      corked = true;
      stream.cork();
      process.nextTick(uncork);
    }
    return client.query(...given);
  };
  return { query } as unknown as Queryable;
}

export async function openSessionConnection(url: string): Promise<SessionConnection> {
  const client = await openDedicated(url, 'ingest-session');
  const ended = new AbortController();
  client.on('end', () => ended.abort());
  try {
    await client.query(connectionSettings);
  } catch (error) {
    await client.end().catch(() => undefined);
    throw error;
  }
  return {
    q: inOneWrite(client),
    tryLocks: async (workspaceNos) => {
      const tried = await client.query<TriedLock>({
        name: 'lane-try-locks',
        text: 'select no, id, pg_try_advisory_lock($1, no) as locked from workspaces where no = any($2::int[])',
        values: [sessionLock, workspaceNos],
      });
      return tried.rows;
    },
    unlock: async (workspaceNo) => {
      await client.query('select pg_advisory_unlock($1, $2)', [sessionLock, workspaceNo]);
    },
    silentHolders: async (workspaceNos) => {
      const found = await client.query<{ no: number; silentMs: number }>(
        `select objid::int as no, silent_ms as "silentMs" from (${heldLocks}) as holder where objid = any($2::oid[])`,
        [sessionLock, workspaceNos],
      );
      return found.rows;
    },
    endSilentHolder: async (workspaceNo, silentMs) => {
      const ended = await client.query(
        `select pg_terminate_backend(pid) from (${heldLocks}) as holder where objid = $2::int and silent_ms >= $3`,
        [sessionLock, workspaceNo, silentMs],
      );
      return (ended.rowCount ?? 0) > 0;
    },
    ended: ended.signal,
    close: async () => {
      // The answers of the last round may still be on their way out; a server that hangs is not waited for.
      await Promise.race([client.query('select 1'), delay(lastWordsMs, undefined, { ref: false })]).catch(
        () => undefined,
      );
      await client.end();
    },
  };
}
