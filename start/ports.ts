/** Finds a port to listen on: the wanted one, or the next free one after it. */
import { createServer } from 'node:net';

export interface FoundPort {
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
 * @param claim asked for each free one; false passes it over
 */
export async function findPort(
  wanted: number,
  host = '127.0.0.1',
  taken: ReadonlySet<number> = new Set(),
  claim: (port: number) => boolean = () => true,
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
