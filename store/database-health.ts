/** How the database does: version, connections, clock, and starts that wait for the engine. */
import type { Queryable } from './database.ts';

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
