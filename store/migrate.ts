/** Brings a database to the schema this version needs, and says whether it is there. */
import { textSha256 } from '../process/evidence-crypto.ts';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Pool, Queryable } from './database.ts';
import { ensureServiceRole, grantServiceRole } from './service-role.ts';

/** Where the migrations are, with their ledger. */
export const migrationsFolder = join(import.meta.dirname, 'migrations');
/** Any constant will do; it only has to differ from other advisory locks in the same database. */
const migrationLock = 7_240_061;

interface Migration {
  readonly name: string;
  readonly sql: string;
  readonly sha256: string;
}

export class SchemaError extends Error {
  readonly code: 'schema_newer' | 'schema_changed';
  constructor(code: 'schema_newer' | 'schema_changed', message: string) {
    super(message);
    this.name = 'SchemaError';
    this.code = code;
  }
}

/** The migrations of this version, in the order they are applied. */
export function migrations(): Migration[] {
  return readdirSync(migrationsFolder)
    .filter((name) => /^\d{4}_[a-z_]+\.sql$/.test(name))
    .sort()
    .map((name) => {
      const sql = readFileSync(join(migrationsFolder, name), 'utf8');
      return { name, sql, sha256: textSha256(sql) };
    });
}

/** What the database has, under the names of today. */
async function applied(queryable: Queryable): Promise<Map<string, string>> {
  const table = await queryable.query<{ there: boolean }>(
    "select to_regclass('public.migrations') is not null as there",
  );
  if (table.rows[0]?.there !== true) return new Map();
  const rows = await queryable.query<{ name: string; sha256: string }>('select name, sha256 from migrations');
  // The rows keep their old names, so that processes of the older version, which may still run, recognise them.
  const files = migrations();
  return new Map(rows.rows.map((row) => [currentName(row, files), row.sha256]));
}

/**
 * Applies what is missing, each migration in a transaction of its own. Starters side by side wait for one
 * another on an advisory lock, so that the second finds nothing to do.
 * @param pool connects as the owner of the tables
 * @param serviceUrl the address the services use; where its role is another one, it is created and given its grants
 * @returns the names of the migrations that were applied
 * @throws ServiceRoleError when the owner may not create the role of the services
 * @throws SchemaError when the database was migrated by a newer version, or an applied file was changed
 */
export async function migrate(pool: Pool, serviceUrl?: string): Promise<string[]> {
  const client = await pool.connect();
  const done: string[] = [];
  try {
    // The lock of a starter that was stopped goes to the next; a statement that runs is not idle, however long.
    await client.query("set idle_session_timeout = '20s'");
    await client.query('select pg_advisory_lock($1)', [migrationLock]);
    await client.query(
      'create table if not exists migrations (name text primary key, sha256 text not null, at timestamptz not null default now())',
    );
    const known = migrations();
    const before = await applied(client);
    const unknown = [...before.keys()].filter((name) => !known.some((migration) => migration.name === name));
    if (unknown.length > 0)
      throw new SchemaError(
        'schema_newer',
        `the database has ${unknown.join(', ')}, which this version does not know: a newer version migrated it; ` +
          'run that version or a newer one, or restore the backup made before the upgrade',
      );
    for (const migration of known) {
      const sha256 = before.get(migration.name);
      if (sha256 === migration.sha256) continue;
      if (sha256 !== undefined)
        throw new SchemaError(
          'schema_changed',
          `the file of migration ${migration.name} differs from the one that this database was given; ` +
            'restore store/migrations of the installed version, or restore the backup',
        );
      await client.query('begin');
      try {
        await client.query(migration.sql);
        await client.query('insert into migrations (name, sha256) values ($1, $2)', [migration.name, migration.sha256]);
        await client.query('commit');
      } catch (error) {
        await client.query('rollback');
        throw error;
      }
      done.push(migration.name);
    }
    if (serviceUrl !== undefined) await admitService(client, serviceUrl);
  } finally {
    await client.query('select pg_advisory_unlock($1)', [migrationLock]).catch(() => {});
    await client.query('reset idle_session_timeout').catch(() => {});
    client.release();
  }
  return done;
}

async function admitService(owner: Queryable, serviceUrl: string): Promise<void> {
  const { rows } = await owner.query<{ name: string }>('select current_user as name');
  const role = await ensureServiceRole(owner, serviceUrl);
  if (role !== rows[0]?.name) await grantServiceRole(owner, role);
}

export interface SchemaState {
  /** Migrations of this version that are not applied. */
  readonly missing: readonly string[];
  /** Applied ones that this version does not know: a newer version was here. */
  readonly unknown: readonly string[];
  /** Applied ones whose file was changed since. */
  readonly changed: readonly string[];
  readonly newest: string;
}

/** How the database compares to the migrations of this version. */
export async function schemaState(queryable: Queryable): Promise<SchemaState> {
  const before = await applied(queryable);
  const known = migrations();
  return {
    missing: known.filter(({ name }) => !before.has(name)).map(({ name }) => name),
    unknown: [...before.keys()].filter((name) => !known.some((migration) => migration.name === name)),
    changed: known.filter(({ name, sha256 }) => (before.get(name) ?? sha256) !== sha256).map(({ name }) => name),
    newest: known.at(-1)?.name ?? '',
  };
}

/** Whether every migration of this version is applied. */
export async function isMigrated(queryable: Queryable): Promise<boolean> {
  const before = await applied(queryable);
  return migrations().every((migration) => before.get(migration.name) === migration.sha256);
}

interface NamedDigest {
  readonly name: string;
  readonly sha256: string;
}

/** Renamed before the ledger existed; databases made until then have them under the old name. There will be no more. */
const renamed: Readonly<Record<string, string>> = {
  '0015_issuer_sign_out.sql': '0014_issuer_sign_out.sql',
  '0018_portal_waits.sql': '0015_portal_waits.sql',
};

/** The name that a migration found in a database has in this version. */
function currentName(applied: NamedDigest, files: readonly NamedDigest[]): string {
  const name = renamed[applied.name];
  return files.some((file) => file.name === name && file.sha256 === applied.sha256) ? name! : applied.name;
}
