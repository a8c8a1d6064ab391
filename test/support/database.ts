/** A migrated database for one test file or one test, cloned from a template in some 50 ms of processor time. */
import pg from 'pg';
import { openPool } from '../../store/database.ts';
import { migrate } from '../../store/migrate.ts';
import { giveSandboxSchema } from '../../sandbox/framework/schema-owner.ts';
import { atRunEnd, testPostgres } from './machines.ts';

export interface FreshDatabase {
  /** As the role of the services, which owns no table; see `asOwner`. */
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
  // Copying files takes a quarter of the processor time of logging every page of the template, as is the default.
  await server.query(`create database ${name} template ${template} strategy file_copy`);
  const url = at((await testPostgres()).url, name);
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
  const { ownerUrl, url: serviceUrl } = await testPostgres();
  const server = new pg.Pool({ connectionString: ownerUrl, max: 4 });
  server.on('error', () => {});
  atRunEnd(() => server.end());
  await server.query(`create database ${template}`);
  const pool = openPool({ url: at(ownerUrl, template), size: 2, name: 'test-template' });
  await migrate(pool, serviceUrl);
  await giveSandboxSchema(pool, serviceUrl);
  await pool.end();
  return server;
}

/**
 * Runs a statement as the owner of the tables: what a test does to the schema, the services cannot.
 * @param database the address of a database of this run
 */
export async function asOwner(database: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: await ownerUrl(database) });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

/** The address of the same database as the owner of its tables. */
export async function ownerUrl(database: string): Promise<string> {
  return at((await testPostgres()).ownerUrl, new URL(database).pathname.slice(1));
}

function at(server: string, database: string): string {
  const address = new URL(server);
  address.pathname = `/${database}`;
  return address.href;
}
