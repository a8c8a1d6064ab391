/** The sandbox's own corner of PostgreSQL: schema `sandbox`, migrated by numbered files and seeded once. */

import { readdirSync, readFileSync } from 'node:fs';
import pg from 'pg';
import type { Application } from './application.ts';

/** Serialises migration and seeding of several starters; the number only has to be nobody else's. */
const migrationLock = 7_090_001;

const frameworkMigrations = new URL('./migrations/', import.meta.url);

/** @param reportIdleError called when an idle connection breaks; the pool replaces it by itself */
export function openSandboxDatabase(url: string, reportIdleError: (error: Error) => void): pg.Pool {
  const pool = new pg.Pool({ connectionString: url, max: 5, application_name: 'lanekeeper-sandbox' });
  pool.on('error', reportIdleError);
  return pool;
}

/** Runs `work` in one transaction; rolls back and rethrows when it throws. */
export async function transaction<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let broken = true;
  try {
    await client.query('begin');
    const result = await work(client);
    await client.query('commit');
    broken = false;
    return result;
  } catch (error) {
    await client.query('rollback').then(
      () => (broken = false),
      () => undefined,
    );
    throw error;
  } finally {
    client.release(broken);
  }
}

/** Brings the tables up to date and seeds every application whose data are missing or of another seed version. */
export async function prepare(pool: pg.Pool, applications: readonly Application[]): Promise<void> {
  const seeded = await transaction(pool, async (client) => {
    await client.query('select pg_advisory_xact_lock($1)', [migrationLock]);
    // `if not exists` asks for the right to create one all the same.
    const schema = await client.query<{ missing: boolean }>("select to_regnamespace('sandbox') is null as missing");
    if (schema.rows[0]?.missing === true) await client.query('create schema sandbox');
    await client.query(
      'create table if not exists sandbox.migrations (name text primary key, applied_at timestamptz not null default now())',
    );
    await migrate(client, 'framework', frameworkMigrations);
    for (const { portal, migrations } of applications)
      if (migrations !== null) await migrate(client, portal, migrations);
    const stored = await client.query<{ portal: string; version: string }>('select portal, version from sandbox.seeds');
    const missing = applications.filter(
      ({ portal, seedVersion }) => !stored.rows.some((row) => row.portal === portal && row.version === seedVersion),
    );
    for (const application of missing) await seed(client, application);
    return missing;
  });
  for (const application of seeded) application.seeded();
}

/** Restores the seed of every application and clears truth and faults; sessions stay. */
export async function restore(pool: pg.Pool, applications: readonly Application[]): Promise<void> {
  await transaction(pool, async (client) => {
    await client.query('select pg_advisory_xact_lock($1)', [migrationLock]);
    await client.query('truncate sandbox.faults, sandbox.truth_requests, sandbox.truth_writes restart identity');
    for (const application of applications) await seed(client, application);
  });
  for (const application of applications) application.seeded();
}

async function migrate(client: pg.PoolClient, family: string, folder: URL): Promise<void> {
  const applied = await client.query<{ name: string }>('select name from sandbox.migrations');
  const done = new Set(applied.rows.map((row) => row.name));
  for (const file of readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .toSorted()) {
    const name = `${family}/${file}`;
    if (done.has(name)) continue;
    await client.query(readFileSync(new URL(file, folder), 'utf8'));
    await client.query('insert into sandbox.migrations (name) values ($1)', [name]);
  }
}

async function seed(client: pg.PoolClient, application: Application): Promise<void> {
  await application.seed(client);
  await client.query(
    `insert into sandbox.seeds (portal, version) values ($1, $2)
     on conflict (portal) do update set version = excluded.version, seeded_at = now()`,
    [application.portal, application.seedVersion],
  );
}
