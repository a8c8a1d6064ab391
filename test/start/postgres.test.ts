import assert from 'node:assert/strict';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import pg from 'pg';
import { identify, isRunning } from '../../process/identity.ts';
import { serverUser, type Home } from '../../start/postgres-home.ts';
import { startPostgres, type RunningPostgres } from '../../start/postgres.ts';
import { leashProcess, runFolder, unleashProcess } from '../support/machines.ts';
import { until } from '../support/wait.ts';

const ask = <T extends object>({ url }: RunningPostgres, sql: string): Promise<T[]> => askAt<T>(url, sql);
const askAsOwner = <T extends object>({ ownerUrl }: RunningPostgres, sql: string): Promise<T[]> =>
  askAt<T>(ownerUrl, sql);

async function askAt<T extends object>(url: string, sql: string): Promise<T[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<T>(sql)).rows;
  } finally {
    await client.end();
  }
}

describe('the embedded PostgreSQL', () => {
  let folder: string;
  let server: RunningPostgres;

  const start = async (): Promise<RunningPostgres> => {
    server = await startPostgres({ folder, logFile: join(folder, 'postgres.log') });
    leashProcess(server.pid);
    return server;
  };
  const kill = async (pid: number): Promise<void> => {
    const identity = identify(pid);
    process.kill(pid, 'SIGKILL');
    await until(() => identity === null || !isRunning(identity), { what: 'the server to be gone' });
  };

  before(async () => {
    folder = mkdtempSync(join(runFolder(), 'postgres-'));
    chmodSync(folder, 0o711);
    await start();
  });
  after(async () => {
    await server.stop();
    unleashProcess(server.pid);
  });

  it('compares text by code point whatever the language of the machine, and keeps every commit on disk', async () => {
    const [row] = await ask<Record<string, string>>(
      server,
      `select pg_encoding_to_char(encoding) as encoding, datlocprovider as provider, datlocale as locale,
              current_setting('fsync') as fsync, current_setting('synchronous_commit') as commit
         from pg_database where datname = current_database()`,
    );
    assert.deepEqual(row, { encoding: 'UTF8', provider: 'b', locale: 'C.UTF-8', fsync: 'on', commit: 'on' });
  });

  it('listens on loopback and in a folder of its own user only, and asks for a password at both', async () => {
    const [row] = await askAsOwner<{ listen: string; sockets: string }>(
      server,
      "select current_setting('listen_addresses') as listen, current_setting('unix_socket_directories') as sockets",
    );
    assert.equal(row?.listen, '127.0.0.1');
    const { mode, uid } = statSync(row.sockets);
    assert.deepEqual([mode & 0o777, uid], [0o700, serverUser()?.uid ?? process.getuid?.()]);
    const stranger = new URL(server.url);
    stranger.password = 'guess';
    assert.equal(stranger.searchParams.get('host'), row.sockets);
    const overTcp = new URL(stranger);
    overTcp.searchParams.delete('host');
    for (const { href } of [stranger, overTcp])
      await assert.rejects(new pg.Client({ connectionString: href }).connect(), /password authentication failed/);
    assert.equal(statSync(join(folder, 'postgres.json')).mode & 0o777, 0o600);
  });

  it('does not run as root', () => {
    const user = serverUser();
    if (process.platform === 'linux')
      assert.equal(statSync(`/proc/${server.pid}`).uid, user?.uid ?? process.getuid?.());
  });

  it('adopts a server that an earlier start left running', async () => {
    const again = await startPostgres({ folder, logFile: join(folder, 'postgres.log') });
    assert.equal(again.adopted, true);
    assert.equal(again.pid, server.pid);
    assert.equal(again.url, server.url);
  });

  it('recovers what was committed after kill -9', async () => {
    await askAsOwner(server, 'create table kept (id int); grant all on kept to lanekeeper_service');
    await ask(server, 'insert into kept values (7)');
    await kill(server.pid);
    await server.ended;
    await start();
    assert.deepEqual(await ask(server, 'select id from kept'), [{ id: 7 }]);
  });

  it('gives a folder of a version without it the role of the services', async () => {
    await askAsOwner(server, 'revoke all on kept from lanekeeper_service; drop role lanekeeper_service');
    const note = join(folder, 'postgres.json');
    const { cluster, password } = JSON.parse(readFileSync(note, 'utf8')) as Home;
    writeFileSync(note, JSON.stringify({ cluster, password }));
    await server.stop();
    await start();
    assert.deepEqual(await ask(server, 'select rolsuper from pg_roles where rolname = current_user'), [
      { rolsuper: false },
    ]);
    await askAsOwner(server, 'grant select on kept to lanekeeper_service');
  });

  it('starts although postmaster.pid names a process that is somebody else', async () => {
    await server.stop();
    const home = JSON.parse(readFileSync(join(folder, 'postgres.json'), 'utf8')) as Home;
    const file = join(home.cluster, 'postmaster.pid');
    assert.equal(existsSync(file), false);
    // Our own pid stands for a program that got the number of a server long dead.
    writeFileSync(file, [process.pid, home.cluster, 1, server.port, '', '127.0.0.1', '', 'ready', ''].join('\n'));
    await start();
    assert.equal(server.adopted, false);
    assert.deepEqual(await ask(server, 'select id from kept'), [{ id: 7 }]);
  });

  it('throws a cluster away that a killed start left half made', async () => {
    const other = mkdtempSync(join(runFolder(), 'postgres-half-'));
    chmodSync(other, 0o711);
    mkdirSync(join(other, 'postgres', 'new-1', 'base'), { recursive: true });
    const second = await startPostgres({ folder: other, logFile: join(other, 'postgres.log'), durable: false });
    leashProcess(second.pid);
    assert.equal(existsSync(join(other, 'postgres', 'new-1')), false);
    await second.stop();
    unleashProcess(second.pid);
  });

  it('says where the data lie when the folder is closed to the user that runs the server', async function () {
    if (serverUser() === null) return;
    const closed = mkdtempSync(join(runFolder(), 'postgres-closed-'));
    const said: string[] = [];
    const second = await startPostgres({
      folder: closed,
      logFile: join(closed, 'postgres.log'),
      durable: false,
      say: (line) => said.push(line),
    });
    leashProcess(second.pid);
    const home = JSON.parse(readFileSync(join(closed, 'postgres.json'), 'utf8')) as Home;
    await second.stop();
    unleashProcess(second.pid);
    rmSync(dirname(home.cluster), { recursive: true });
    assert.match(said.join('\n'), /cannot enter .*; its data lie in /);
    assert.ok(!home.cluster.startsWith(closed));
  });
});
