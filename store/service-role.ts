/**
 * The database role of the services: it reads and writes rows, owns nothing and is no superuser, so that no service
 * can alter a table, drop or disable a trigger, or empty an append-only table. Migrations run as the owner.
 */
import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto';
import pg from 'pg';
import type { Queryable } from './database.ts';

/** Append-only tables are those whose trigger refuses a change: services may only add and read their rows. */
const appendOnly = `select tgrelid as oid, tgrelid::regclass::text as name from pg_trigger
  where tgfoid = to_regproc('public.refuse_change') group by tgrelid`;
/** Written by migrations alone. */
const readOnly = ['migrations'];

export class ServiceRoleError extends Error {
  readonly code = 'service_role_missing';
  constructor(message: string) {
    super(message);
    this.name = 'ServiceRoleError';
  }
}

/**
 * Creates the role of a service address unless it exists; an existing one keeps its password.
 * @param owner may create roles, or the role exists
 * @throws ServiceRoleError with the statement to run where the owner may not create it
 */
export async function ensureServiceRole(owner: Queryable, serviceUrl: string): Promise<string> {
  const { role, password } = loginOf(serviceUrl);
  const found = await owner.query('select 1 from pg_roles where rolname = $1', [role]);
  if (found.rowCount === 0) {
    const create = `create role ${pg.escapeIdentifier(role)} login`;
    try {
      await owner.query(`${create} password ${pg.escapeLiteral(scramVerifier(password))}`);
    } catch (error) {
      // Another starter created it in the meantime.
      if ((error as { code?: string }).code === '42710' || (error as { code?: string }).code === '23505') return role;
      if ((error as { code?: string }).code !== '42501') throw error;
      throw new ServiceRoleError(
        `the role "${role}" of DATABASE_URL does not exist, and the role of DATABASE_OWNER_URL may not create it; ` +
          `have an administrator of the database run: ${create} password '…'`,
      );
    }
  }
  return role;
}

/** Gives a role the password of its address; for the embedded server, whose passwords are in its data folder. */
export async function setServicePassword(owner: Queryable, serviceUrl: string): Promise<void> {
  const { role, password } = loginOf(serviceUrl);
  await owner.query(
    `alter role ${pg.escapeIdentifier(role)} login nosuperuser password ${pg.escapeLiteral(scramVerifier(password))}`,
  );
}

/** Lets the role read and write rows, after each migration again: a new table has no grants. */
export async function grantServiceRole(owner: Queryable, role: string): Promise<void> {
  const name = pg.escapeIdentifier(role);
  const protectedTables = await owner.query<{ name: string }>(appendOnly);
  const insertOnly = protectedTables.rows.map((table) => table.name);
  // One query, hence one transaction: nobody sees the grants before the revocations.
  await owner.query(`grant usage on schema public to ${name};
      grant select, insert, update, delete on all tables in schema public to ${name};
      revoke update, delete on ${[...insertOnly, ...readOnly].join(', ')} from ${name};
      revoke insert on ${readOnly.join(', ')} from ${name};
      grant usage, select on all sequences in schema public to ${name};
      grant execute on all functions in schema public to ${name}`);
}

/** What the role of a connection could do to the schema beyond reading and writing rows. */
export interface RolePower {
  readonly role: string;
  readonly superuser: boolean;
  /** Owns a table, or is a member of the role that does. */
  readonly owner: boolean;
  /** Append-only tables whose rows it may change, remove or truncate. */
  readonly changes: readonly string[];
}

export async function rolePower(q: Queryable): Promise<RolePower> {
  const found = await q.query<RolePower>(
    `select current_user as role,
            (select rolsuper from pg_roles where rolname = current_user) as superuser,
            exists (select from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
                       and pg_has_role(relowner, 'member')) as owner,
            array(select name from (${appendOnly}) as t
                   where has_table_privilege(oid, 'update, delete, truncate') order by name) as changes`,
  );
  return found.rows[0]!;
}

function loginOf(serviceUrl: string): { readonly role: string; readonly password: string } {
  const { username, password } = new URL(serviceUrl);
  return { role: decodeURIComponent(username), password: decodeURIComponent(password) };
}

/** SCRAM-SHA-256 (RFC 5802, 7677) as PostgreSQL stores it, so that its log never shows the password. */
function scramVerifier(password: string): string {
  const iterations = 4096;
  const salt = randomBytes(16);
  const salted = pbkdf2Sync(password.normalize('NFKC'), salt, iterations, 32, 'sha256');
  const hmac = (text: string): Buffer => createHmac('sha256', salted).update(text).digest();
  const stored = createHash('sha256').update(hmac('Client Key')).digest('base64');
  const server = hmac('Server Key').toString('base64');
  return `SCRAM-SHA-256$${iterations}:${salt.toString('base64')}$${stored}:${server}`;
}
