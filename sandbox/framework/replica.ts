/** A replica that has stopped (fault `stale`): reads see the data as they were when it stopped, through a snapshot. */

import pg from 'pg';
import type { Queryable } from './application.ts';

export interface Replicas {
  /** Lets the portal's replica stop at this moment, in place of an earlier one. */
  stopNow(portal: string): Promise<void>;
  /** Reads from the portal's replica, which stops now if it has not yet. */
  of(portal: string): Promise<Queryable>;
  /** Drops it, or all; a snapshot that is held keeps the tables from being emptied. */
  release(portal?: string): Promise<void>;
}

export function replicasOf(databaseUrl: string, report: (error: unknown) => void): Replicas {
  const stopped = new Map<string, Promise<pg.Client>>();

  async function open(): Promise<pg.Client> {
    const client = new pg.Client({ connectionString: databaseUrl, application_name: 'lanekeeper-sandbox-replica' });
    client.on('error', report);
    await client.connect();
    await client.query('begin isolation level repeatable read read only');
    // The snapshot is taken by the first query, not by `begin`.
    await client.query('select 1');
    return client;
  }
  async function stopNow(portal: string): Promise<void> {
    await release(portal);
    const opening = open();
    stopped.set(portal, opening);
    opening.catch(() => stopped.delete(portal));
    await opening;
  }
  async function release(portal?: string): Promise<void> {
    const ending = [...stopped].filter(([name]) => portal === undefined || name === portal);
    for (const [name] of ending) stopped.delete(name);
    await Promise.all(ending.map(async ([, opening]) => (await opening).end())).catch(report);
  }
  return {
    stopNow,
    release,
    async of(portal) {
      if (!stopped.has(portal)) await stopNow(portal);
      return (await stopped.get(portal)) ?? (await open());
    },
  };
}
