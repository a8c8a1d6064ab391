/** A migrated database for one test file or one test, cloned from a template in some 20 ms. */
import pg from 'pg';
import { openPool } from '../../store/database.ts';
import { migrate } from '../../store/migrate.ts';
import { atRunEnd, testPostgres } from './machines.ts';

export interface FreshDatabase {
  readonly url: string;
  readonly pool: pg.Pool;
  /** Closes the pool and removes the database, with whatever still is connected to it. */
  drop(): Promise<void>;
}

const template = 'lanekeeper_template';
let admin: Promise<pg.Pool> | undefined;
let count = 0;

/** Starts PostgreSQL when it is the first call of the run. */
export async function freshDatabase(): Promise<FreshDatabase> {
  admin ??= prepare();
  const server = await admin;
  count += 1;
  const name = `test_${process.pid}_${count}`;
  await server.query(`create database ${name} template ${template}`);
  const url = await addressOf(name);
  const pool = openPool({ url, size: 10, name: 'test' });
  let dropped = false;
  const drop = async (): Promise<void> => {
    if (dropped) return;
    dropped = true;
    await pool.end();
    await server.query(`drop database if exists ${name} with (force)`);
  };
  return { url, pool, drop };
}

async function prepare(): Promise<pg.Pool> {
  const { url } = await testPostgres();
  const server = new pg.Pool({ connectionString: url, max: 4 });
  server.on('error', () => {});
  atRunEnd(() => server.end());
  await server.query(`create database ${template}`);
  const pool = openPool({ url: await addressOf(template), size: 2, name: 'test-template' });
  await migrate(pool);
  await pool.end();
  return server;
}

async function addressOf(database: string): Promise<string> {
  const address = new URL((await testPostgres()).url);
  address.pathname = `/${database}`;
  return address.href;
}
