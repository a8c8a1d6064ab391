/** The schema of the sandbox portals belongs to the role that they connect as, which may create no schema itself. */
import pg from 'pg';

/**
 * Creates the schema `sandbox` for a role and gives it what an earlier version created there as the owner.
 * @param owner connects as the owner of the database
 * @param serviceUrl the address that the sandbox uses
 */
export async function giveSandboxSchema(owner: pg.Pool, serviceUrl: string): Promise<void> {
  const role = decodeURIComponent(new URL(serviceUrl).username);
  const name = pg.escapeIdentifier(role);
  await owner.query(`create schema if not exists sandbox authorization ${name}`);
  await owner.query(`alter schema sandbox owner to ${name}`);
  const others = await owner.query<{ relation: string }>(
    `select c.oid::regclass::text as relation from pg_class c
      where relnamespace = 'sandbox'::regnamespace and relkind in ('r', 'p') and relowner <> $1::regrole`,
    [name],
  );
  for (const { relation } of others.rows) await owner.query(`alter table ${relation} owner to ${name}`);
}
