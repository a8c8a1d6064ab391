/** Connections to PostgreSQL: the pool every query goes through, and transactions on it. */
import pg from 'pg';

// int8 columns (cents, byte counts, fences) stay far below 2^53; anything larger is a defect worth an error.
pg.types.setTypeParser(pg.types.builtins.INT8, (text) => {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`int8 value ${text} does not fit a number`);
  return value;
});

/** What a query needs: the pool itself or the client of a running transaction. */
export type Queryable = Pick<pg.Pool, 'query'>;
export type Pool = pg.Pool;

interface PoolOptions {
  readonly url: string;
  readonly size: number;
  /** Shown in pg_stat_activity. */
  readonly name: string;
  /**
   * How long a statement may take before its connection is given up: a server that is stopped or cut off, not shut
   * down, never says so. Without it as long as it takes.
   */
  readonly answerWithinMs?: number;
}

/** The server rolls a transaction back whose process has sent nothing for so long: its row locks stop others. */
const silentTransactionMs = 30_000;

/** The pool waits for what it returns. Not a startup parameter, because poolers refuse those. */
const limitSilence = (client: pg.ClientBase): unknown =>
  client.query(`set idle_in_transaction_session_timeout = ${silentTransactionMs}`);

/** Opens a pool. Connections are made on demand; a broken idle one is dropped and replaced, not fatal. */
export function openPool(options: PoolOptions): Pool {
  const pool = new pg.Pool({
    connectionString: options.url,
    max: options.size,
    application_name: `lanekeeper-${options.name}`,
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    onConnect: limitSilence,
    ...(options.answerWithinMs === undefined ? {} : { query_timeout: options.answerWithinMs }),
  });
  pool.on('error', () => {});
  return pool;
}

/**
 * A connection of its own for LISTEN or a session lock, which a pooled one must never carry.
 * Statements are sent without waiting for the answers to those before.
 */
export async function openDedicated(url: string, name: string): Promise<pg.Client> {
  const application_name = `lanekeeper-${name}`;
  const client = new pg.Client({ connectionString: url, application_name, keepAlive: true, pipeline: true });
  client.on('error', () => {});
  await client.connect();
  return client;
}

/** Runs `work` in one transaction; any error rolls back and is thrown on. */
export async function inTransaction<T>(pool: Pool, work: (client: Queryable) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    await client.query('begin');
    const result = await work(client);
    await client.query('commit');
    return result;
  } catch (error) {
    // A connection that gave no answer is not asked again.
    if (isOverdue(error)) broken = error;
    else await client.query('rollback').catch((rollbackError: Error) => (broken = rollbackError));
    throw error;
  } finally {
    client.release(broken);
  }
}

/** Whether a statement took longer than `answerWithinMs`; pg says so in these words. */
function isOverdue(error: unknown): error is Error {
  return error instanceof Error && error.message === 'Query read timeout';
}

/** The database's clock, which all processes share. */
export async function databaseTime(q: Queryable): Promise<Date> {
  const found = await q.query<{ now: Date }>('select clock_timestamp() as now');
  const [row] = found.rows;
  if (row === undefined) throw new Error('the database does not report its time');
  return row.now;
}

// What PostgreSQL's error codes (SQLSTATE) say about whose fault an error is.

/**
 * 21 cardinality, 22 data, 23 integrity, 42 names and types, 54 program limits, XX000 a value that is too large to
 * handle. Everything else is about the connection, the server, its resources, or transactions side by side.
 */
const aboutData = /^(?:(?:21|22|23|42|54)[0-9A-Z]{3}|XX000)$/;

/** Whether an error with this code would come again, whichever server the statement was sent to. */
export function isAboutData(code: string): boolean {
  return aboutData.test(code);
}

// How the database does: version, connections, clock, and starts that wait for the engine.

export interface DatabaseHealth {
  /** Such as `18.4`, and as a number: 180004. */
  readonly version: string;
  readonly versionNumber: number;
  readonly maxConnections: number;
  readonly usedConnections: number;
  /** The server's clock at the query. */
  readonly now: Date;
  readonly databaseBytes: number;
  readonly startsWaiting: number;
  /** Of the oldest workflow start that waits, in seconds; 0 when none does. */
  readonly oldestStartSeconds: number;
}

/** The tables must be there: after `isMigrated`. */
export async function readDatabaseHealth(q: Queryable): Promise<DatabaseHealth> {
  const found = await q.query<DatabaseHealth>(
    `select split_part(current_setting('server_version'), ' ', 1) as version,
            current_setting('server_version_num')::int as "versionNumber",
            current_setting('max_connections')::int as "maxConnections",
            (select count(*) from pg_stat_activity where backend_type = 'client backend')::int as "usedConnections",
            clock_timestamp() as now, pg_database_size(current_database()) as "databaseBytes",
            (select count(*) from workflow_starts)::int as "startsWaiting",
            coalesce((select extract(epoch from now() - min(created_at)) from workflow_starts), 0)::float8
              as "oldestStartSeconds"`,
  );
  const [row] = found.rows;
  if (row === undefined) throw new Error('the database does not answer');
  return row;
}
