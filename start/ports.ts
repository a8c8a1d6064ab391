/** Finds a port to listen on: the wanted one, or the next free one after it. */
import { mkdirSync, readdirSync } from 'node:fs';
import { createServer } from 'node:net';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { releaseFileLock, takeFileLock, withFileLock } from '../process/file-lock.ts';
import { isRunning, readIdentity } from '../process/identity.ts';

interface FoundPort {
  readonly port: number;
  /** Whether the wanted port was taken, so that the caller can say so. */
  readonly moved: boolean;
}

/** A wanted port that could not be had, nor any of those after it. */
export class NoFreePortError extends Error {
  readonly code = 'no_free_port';
  constructor(wanted: number, tried: number) {
    super(`none of the ports ${wanted} to ${wanted + tried - 1} is free`);
    this.name = 'NoFreePortError';
  }
}

const attempts = 100;
/** Below those that systems give to outgoing connections: one of them could take the port before its server listens. */
const ownPorts = { from: 20_000, count: 12_000 } as const;

/**
 * Looks for a free port on `host`.
 * @param wanted 0 takes any free one
 * @param taken ports already promised to somebody who does not listen yet
 * @param claim asked for each free one; false passes it over. By default those that a start has claimed are passed over
 */
export async function findPort(
  wanted: number,
  host = '127.0.0.1',
  taken: ReadonlySet<number> = new Set(),
  claim: (port: number) => boolean = isUnclaimed,
): Promise<FoundPort> {
  const isOurs = async (port: number): Promise<boolean> =>
    !taken.has(port) && (await tryListen(port, host)) !== null && claim(port);
  if (wanted === 0) return { port: await anyPort(isOurs), moved: false };
  const last = Math.min(wanted + attempts - 1, 65_535);
  for (let port = wanted; port <= last; port += 1) if (await isOurs(port)) return { port, moved: port !== wanted };
  throw new NoFreePortError(wanted, last - wanted + 1);
}

async function anyPort(isOurs: (port: number) => Promise<boolean>): Promise<number> {
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const port = ownPorts.from + Math.floor(Math.random() * ownPorts.count);
    if (await isOurs(port)) return port;
  }
  throw new NoFreePortError(0, attempts);
}

/** Listens for a moment; the port got, or null when it is taken or not ours to use. */
function tryListen(port: number, host: string): Promise<number | null> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE' || error.code === 'EACCES') resolve(null);
      else reject(error);
    });
    server.listen({ port, host, exclusive: true }, () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : null));
    });
  });
}

/**
 * Ports that a machine has chosen and does not listen on yet. Starts on one computer choose in turns and pass over each
 * other's claims; else two within seconds would choose the same, and each would find the other's services answering.
 */
interface PortClaims {
  /** Runs `work` while no other start of this user chooses ports. */
  readonly inTurn: <T>(say: (line: string) => void, work: () => Promise<T>) => Promise<T>;
  /** @returns whether the port is ours now; false while another running start holds it */
  readonly claim: (port: number) => boolean;
  readonly release: () => void;
}

const choosing = 'choosing.lock';

const claimsFolder = (env: NodeJS.ProcessEnv): string =>
  join(env['XDG_CACHE_HOME'] || join(homedir(), '.cache'), 'lanekeeper', 'ports');

/** Whether no running start of another process holds the port. */
function isUnclaimed(port: number): boolean {
  const holder = readIdentity(join(claimsFolder(process.env), String(port)));
  return holder === null || holder.pid === process.pid || !isRunning(holder);
}

/** Claims of a process that has died count no longer, and are removed by the next start. */
export function portClaims(env: NodeJS.ProcessEnv = process.env): PortClaims {
  const folder = claimsFolder(env);
  const held = new Set<string>();
  return {
    inTurn: (say, work) => {
      mkdirSync(folder, { recursive: true });
      return withFileLock(join(folder, choosing), say, async () => {
        removeStale(folder);
        return await work();
      });
    },
    claim: (port) => {
      const file = join(folder, String(port));
      const holder = takeFileLock(file);
      if (holder !== null && holder.pid !== process.pid) return false;
      held.add(file);
      return true;
    },
    release: () => {
      for (const file of held) releaseFileLock(file);
      held.clear();
    },
  };
}

function removeStale(folder: string): void {
  for (const name of readdirSync(folder)) {
    const file = join(folder, name);
    if (name !== choosing && takeFileLock(file) === null) releaseFileLock(file);
  }
}
