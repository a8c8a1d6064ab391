/** The embedded PostgreSQL: makes the cluster, starts or adopts the server, stops it. */
import { spawn, type ChildProcess } from 'node:child_process';
import {
  chownSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  readdirSync,
  readlinkSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { ensureServiceRole, setServicePassword } from '../store/service-role.ts';
import { lastLines } from './deployment-folder.ts';
import { findPort } from './ports.ts';
import { watchProgress } from './progress.ts';
import { endProcess, identify, isRunning, pidInUse, type ProcessIdentity } from '../process/identity.ts';
import {
  findPrograms,
  openHome,
  PostgresUnavailableError,
  serverUser,
  type Home,
  type Programs,
  type ServerUser,
} from './postgres-home.ts';

interface PostgresOptions {
  /** Data folder of the deployment; must exist. */
  readonly folder: string;
  /** 0 takes any free port. An adopted server keeps the port it has. */
  readonly port?: number;
  readonly host?: string;
  /** false only for tests: a crash of the machine may then lose everything. */
  readonly durable?: boolean;
  readonly logFile: string;
  readonly say?: (line: string) => void;
  /** Called with the pid of a server that was started, before it is ready. */
  readonly onSpawn?: (pid: number) => void;
}

export interface RunningPostgres {
  /** Connects to the product's database as the role of the services. */
  readonly url: string;
  /** Connects as the owner of the tables, a superuser; for migrations. */
  readonly ownerUrl: string;
  readonly port: number;
  readonly pid: number;
  /** Whether the server was already running, left behind by an earlier start. */
  readonly adopted: boolean;
  /** Resolves when the server is gone, whatever the reason. */
  readonly ended: Promise<void>;
  /** Ends sessions and stops (a fast shutdown). */
  readonly stop: () => Promise<void>;
}

const owner = 'lanekeeper';
const service = 'lanekeeper_service';
const database = 'lanekeeper';
const startTimeoutMs = 60_000;
const stopTimeoutMs = 30_000;

/**
 * Settings for a small machine (two cores): plans stay on one core, so that a report never starves the API, and
 * checkpoints are rare and slow, so that they do not show in the latency of commits.
 */
const serverSettings = {
  max_connections: '200',
  shared_buffers: '128MB',
  work_mem: '8MB',
  maintenance_work_mem: '64MB',
  max_parallel_workers_per_gather: '0',
  max_wal_size: '1GB',
  checkpoint_timeout: '15min',
  random_page_cost: '1.1',
  jit: 'off',
  io_method: 'sync',
  password_encryption: 'scram-sha-256',
  log_line_prefix: '%m [%p] %a ',
  log_min_duration_statement: '1s',
} as const;

/** Hundreds of databases that live for seconds: what only a crash, a replica or old rows would need stays off. */
const forgetful = {
  fsync: 'off',
  full_page_writes: 'off',
  synchronous_commit: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_wal_size: '128MB',
  autovacuum: 'off',
} as const;

/**
 * Starts PostgreSQL on its data, or adopts the server that already runs on them. A server that died is recovered
 * by PostgreSQL itself; what is left for us is its stale postmaster.pid.
 * @throws PostgresUnavailableError with the end of the log when the server does not come up
 */
export async function startPostgres(options: PostgresOptions): Promise<RunningPostgres> {
  const say = options.say ?? (() => {});
  const user = serverUser();
  const home = openHome(options.folder, user, say);
  const running = await runningServer(home.cluster);
  if (running !== null) return await adopt(running, home);
  const programs = findPrograms(user, say);
  if (!existsSync(join(home.cluster, 'PG_VERSION'))) await makeCluster(programs, home, user, options.logFile);
  return await launch(programs, home, user, options);
}

interface Postmaster extends ProcessIdentity {
  readonly port: number;
  readonly ready: boolean;
}

/** Reads postmaster.pid; null when there is none, or when its process is not a PostgreSQL on this cluster. */
function readPostmaster(cluster: string): Postmaster | null {
  const file = join(cluster, 'postmaster.pid');
  if (!existsSync(file)) return null;
  const lines = readFileSync(file, 'utf8')
    .split('\n')
    .map((line) => line.trim());
  const identity = identify(Math.abs(Number(lines[0])));
  if (identity === null || !worksOn(identity.pid, cluster)) return null;
  return { ...identity, port: Number(lines[3] ?? 0), ready: lines[7] === 'ready' };
}

/** A pid can come back as another program; the server's working folder is its cluster. */
function worksOn(pid: number, cluster: string): boolean {
  if (process.platform !== 'linux') return true;
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === cluster;
  } catch {
    return false;
  }
}

/** The server that runs on the cluster, once it is ready; null when there is none. Clears a misleading pid file. */
async function runningServer(cluster: string): Promise<Postmaster | null> {
  const until = Date.now() + startTimeoutMs;
  for (;;) {
    const postmaster = readPostmaster(cluster);
    if (postmaster === null) break;
    if (postmaster.ready) return postmaster;
    if (Date.now() > until)
      throw new PostgresUnavailableError(`the PostgreSQL with pid ${postmaster.pid} neither gets ready nor ends`);
    await delay(50);
  }
  // A pid file whose process is gone is PostgreSQL's own business; one that names a stranger, or a zombie that no
  // init reaps (a container), would stop it.
  const file = join(cluster, 'postmaster.pid');
  if (existsSync(file) && pidInUse(Math.abs(Number(readFileSync(file, 'utf8').split('\n')[0])))) {
    await orphansGone(cluster);
    rmSync(file, { force: true });
  }
  return null;
}

/** Server processes outlive a killed postmaster for a moment; nobody may start beside them. */
async function orphansGone(cluster: string): Promise<void> {
  if (process.platform !== 'linux') return;
  const until = Date.now() + startTimeoutMs;
  while (readdirSync('/proc').some((entry) => /^\d+$/.test(entry) && worksOn(Number(entry), cluster))) {
    if (Date.now() > until)
      throw new PostgresUnavailableError(`processes of a dead PostgreSQL still work on ${cluster}`);
    await delay(50);
  }
}

async function adopt(postmaster: Postmaster, home: Home): Promise<RunningPostgres> {
  const urls = await ensureDatabase(home, postmaster.port);
  return {
    ...urls,
    port: postmaster.port,
    pid: postmaster.pid,
    adopted: true,
    ended: watch(postmaster),
    stop: async () => void (await endProcess(postmaster, 'SIGINT', stopTimeoutMs)),
  };
}

async function watch(identity: ProcessIdentity): Promise<void> {
  while (isRunning(identity)) await delay(500, undefined, { ref: false });
}

/** initdb into a folder beside, renamed when whole: a start that was killed half-way leaves no half cluster. */
async function makeCluster(programs: Programs, home: Home, user: ServerUser | null, logFile: string): Promise<void> {
  const parent = join(home.cluster, '..');
  for (const entry of readdirSync(parent))
    if (entry.startsWith('new-')) rmSync(join(parent, entry), { recursive: true, force: true });
  const unfinished = join(parent, `new-${process.pid}`);
  const passwordFile = join(parent, `new-${process.pid}-password`);
  mkdirSync(unfinished, { mode: 0o700 });
  writeFileSync(passwordFile, home.password, { mode: 0o600 });
  if (user !== null) for (const path of [unfinished, passwordFile]) chownSync(path, user.uid, user.gid);
  try {
    const child = run(
      programs.initdb,
      [
        `--pgdata=${unfinished}`,
        `--username=${owner}`,
        `--pwfile=${passwordFile}`,
        '--auth=scram-sha-256',
        '--encoding=UTF8',
        '--locale-provider=builtin',
        '--builtin-locale=C.UTF-8',
        '--locale=C',
        '--no-sync',
      ],
      user,
      logFile,
    );
    const code = await new Promise<number | null>((resolve, reject) => {
      child.once('error', reject);
      child.once('exit', resolve);
    });
    if (code !== 0) throw new PostgresUnavailableError(`initdb ended with code ${code}:\n${lastLines(logFile)}`);
    renameSync(unfinished, home.cluster);
  } finally {
    rmSync(passwordFile, { force: true });
    rmSync(unfinished, { recursive: true, force: true });
  }
}

async function launch(
  programs: Programs,
  home: Home,
  user: ServerUser | null,
  options: PostgresOptions,
): Promise<RunningPostgres> {
  const host = options.host ?? '127.0.0.1';
  const until = Date.now() + startTimeoutMs;
  for (;;) {
    const { port } = await findPort(options.port ?? 0, host);
    const settings = {
      ...serverSettings,
      ...(options.durable === false ? forgetful : {}),
      listen_addresses: host,
      unix_socket_directories: socketFolder(home) ?? '',
      unix_socket_permissions: '0700',
      port: String(port),
    };
    const child = run(
      programs.postgres,
      ['-D', home.cluster, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
      user,
      options.logFile,
    );
    if (child.pid !== undefined) options.onSpawn?.(child.pid);
    const ended = new Promise<void>((resolve) => {
      child.once('exit', () => resolve());
      child.once('error', () => resolve());
    });
    if (await becameReady(child, home.cluster, options.logFile)) {
      const pid = child.pid as number;
      const identity = identify(pid);
      const urls = await ensureDatabase(home, port, host);
      return {
        ...urls,
        port,
        pid,
        adopted: false,
        ended,
        stop: async () => {
          if (identity !== null) await endProcess(identity, 'SIGINT', stopTimeoutMs);
          await ended;
        },
      };
    }
    // Shared memory of a killed server goes when its last process does, and a port can be taken between look and use.
    const passing = /shared memory block|could not bind|Address already in use|lock file "postmaster\.pid"/;
    if (Date.now() > until || !passing.test(lastLines(options.logFile)))
      throw new PostgresUnavailableError(`PostgreSQL did not start:\n${lastLines(options.logFile)}`);
    await delay(200);
  }
}

async function becameReady(child: ChildProcess, cluster: string, logFile: string): Promise<boolean> {
  const progress = watchProgress({ pid: child.pid ?? 0, logFile });
  while (child.exitCode === null && child.signalCode === null && child.pid !== undefined) {
    const postmaster = readPostmaster(cluster);
    if (postmaster?.pid === child.pid && postmaster.ready) return true;
    if (progress.isStalled()) {
      child.kill('SIGQUIT');
      return false;
    }
    await delay(10);
  }
  return false;
}

/** Detached, so that Ctrl-C in a terminal does not reach the server before the application has drained. */
function run(program: string, args: string[], user: ServerUser | null, logFile: string): ChildProcess {
  const log = openSync(logFile, 'a', 0o600);
  try {
    return spawn(program, args, {
      ...user,
      detached: true,
      cwd: '/',
      stdio: ['ignore', log, log],
      env: { PATH: process.env['PATH'] ?? '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' },
    });
  } finally {
    closeSync(log);
  }
}

/** Of the address of a socket, in bytes: 108 on Linux and 104 on macOS, with a zero at the end. */
const socketAddressBytes = 103;

/** Beside the cluster, in a folder of the server's user alone; undefined where its name is too long for a socket. */
function socketFolder({ cluster }: Home): string | undefined {
  const folder = dirname(cluster);
  return Buffer.byteLength(socketFile(folder, 65_535)) <= socketAddressBytes ? folder : undefined;
}

const socketFile = (folder: string, port: number): string => join(folder, `.s.PGSQL.${port}`);

/**
 * Creates the database and the role of the services where they are missing. The addresses name host and port, and the
 * socket, which drivers then prefer: a statement over it takes a quarter less processor time than over TCP.
 */
async function ensureDatabase(
  home: Home,
  port: number,
  host = '127.0.0.1',
): Promise<Pick<RunningPostgres, 'url' | 'ownerUrl'>> {
  const folder = socketFolder(home);
  // A server that an earlier version has left running has none.
  const socket = folder !== undefined && existsSync(socketFile(folder, port)) ? folder : undefined;
  const preferred = socket === undefined ? '' : `?host=${encodeURIComponent(socket)}`;
  const address = (user: string, password: string, name = database): string =>
    `postgres://${user}:${password}@${host}:${port}/${name}${preferred}`;
  const urls = { url: address(service, home.servicePassword), ownerUrl: address(owner, home.password) };
  const client = new pg.Client({ connectionString: address(owner, home.password, 'postgres') });
  await client.connect();
  try {
    await ensureServiceRole(client, urls.url);
    await setServicePassword(client, urls.url);
    const there = await client.query('select 1 from pg_database where datname = $1', [database]);
    if (there.rowCount === 0) await client.query(`create database ${database}`);
  } finally {
    await client.end();
  }
  return urls;
}
