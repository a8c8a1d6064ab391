import assert from 'node:assert/strict';
import { giveSandboxSchema } from '../../sandbox/framework/schema-owner.ts';
import { openPool, type Pool } from '../../store/database.ts';
import { migrate } from '../../store/migrate.ts';
import { rolePower, ServiceRoleError } from '../../store/service-role.ts';
import { asOwner, freshDatabase, type FreshDatabase, ownerUrl } from '../support/database.ts';

describe('the database role of the services', () => {
  let database: FreshDatabase;
  let owner: Pool;
  before(async () => {
    database = await freshDatabase();
    owner = openPool({ url: await ownerUrl(database.url), size: 2, name: 'owner' });
    await database.pool.query("insert into audit_log (actor, act, subject) values ('a', 'b', 'c')");
  });
  after(async () => {
    await owner.end();
    await database.drop();
  });

  for (const statement of [
    'truncate audit_log',
    'truncate evidence_events',
    'truncate lane_log',
    'delete from lane_ledger',
    'delete from audit_log',
    "update evidence_events set line = ''",
    'drop table audit_log',
    'drop trigger audit_log_is_append_only on audit_log',
    'alter table audit_log disable trigger all',
    'alter table audit_log owner to current_user',
    'create or replace function refuse_change() returns trigger language plpgsql as $$ begin return null; end $$',
    'create trigger mine before insert on audit_log for each row execute function refuse_change()',
    'create rule mine as on delete to audit_log do instead nothing',
    'create table mine (id integer)',
    'create schema mine',
    'create role mine superuser',
    'alter role current_user superuser',
    'set session_replication_role = replica',
    'set role lanekeeper',
    "delete from migrations where name like '0001%'",
    "copy audit_log to program 'cat'",
  ])
    it(`may not: ${statement}`, async () => {
      await assert.rejects(database.pool.query(statement), /permission denied|must be owner|must be able to SET ROLE/);
    });

  it('may read and write every other table, and every table has its grants', async () => {
    const without = await database.pool.query<{ name: string }>(
      `select relname as name from pg_class
        where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
          and relname <> 'migrations'
          and not exists (select from pg_trigger where tgrelid = pg_class.oid and tgfoid = 'refuse_change'::regproc)
          and not (has_table_privilege(oid, 'select') and has_table_privilege(oid, 'insert')
                   and has_table_privilege(oid, 'update') and has_table_privilege(oid, 'delete'))`,
    );
    assert.deepEqual(without.rows, []);
  });

  it('has the next partitions of the log made for it', async () => {
    await database.pool.query("select lane_log_month('2031-05-01')");
    const [row] = (
      await owner.query("select relowner::regrole::text as owner from pg_class where relname = 'lane_log_2031_05'")
    ).rows as { owner: string }[];
    assert.notEqual(row?.owner, new URL(database.url).username);
  });

  it('is distinguished from an owner and a superuser', async () => {
    const { role, superuser, owner: owns, changes } = await rolePower(database.pool);
    assert.deepEqual([role, superuser, owns, changes], [new URL(database.url).username, false, false, []]);
    const power = await rolePower(owner);
    assert.deepEqual([power.superuser, power.owner], [true, true]);
  });

  it('is given the schema of the sandbox portals that the owner made before', async () => {
    await owner.query('drop schema sandbox; create schema sandbox; create table sandbox.rows (n serial)');
    await assert.rejects(database.pool.query('insert into sandbox.rows default values'), /permission denied/);
    await giveSandboxSchema(owner, database.url);
    await database.pool.query('insert into sandbox.rows default values');
    await database.pool.query('truncate sandbox.rows restart identity; create table sandbox.more (n integer)');
  });

  describe('on a server of its own', () => {
    const addressOf = (user: string, password: string): string => {
      const url = new URL(database.url);
      [url.username, url.password] = [user, password];
      return url.href;
    };
    after(async () => {
      await asOwner(
        database.url,
        `drop owned by "a ""service"; drop role "a ""service"; reassign owned by plain to lanekeeper; drop owned by plain; drop role plain`,
      );
    });

    it('is created by a migration with the password of its address, and reads and writes at once', async () => {
      const url = addressOf(encodeURIComponent('a "service'), encodeURIComponent("p'ä\\ss"));
      await migrate(owner, url);
      await migrate(owner, url);
      const pool = openPool({ url, size: 1, name: 'test' });
      try {
        await pool.query("insert into senders (id, name) values ('snd_role', 'x')");
        await assert.rejects(pool.query('truncate senders'), /permission denied/);
        assert.deepEqual(await rolePower(pool), { role: 'a "service', superuser: false, owner: false, changes: [] });
      } finally {
        await pool.end();
      }
    });

    it('is asked for in words where the owner may not create it', async () => {
      await asOwner(
        database.url,
        `create role plain login password 'plain'; grant select on migrations to plain; grant create on schema public to plain`,
      );
      const plain = openPool({ url: addressOf('plain', 'plain'), size: 1, name: 'test' });
      try {
        await assert.rejects(
          migrate(plain, addressOf('nobody_yet', 'secret-password')),
          (error) =>
            error instanceof ServiceRoleError &&
            /create role "nobody_yet" login/.test(error.message) &&
            !error.message.includes('secret-password'),
        );
      } finally {
        await plain.end();
      }
    });
  });
});
