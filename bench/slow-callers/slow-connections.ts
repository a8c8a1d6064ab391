/** Connections that send next to nothing: idle, a head that drips, a body that drips. */
import { connect, type Socket } from 'node:net';

interface SlowTarget {
  readonly url: string;
  readonly path: string;
  readonly hostileKey: string;
}

interface SlowConnections {
  /** @returns how many were opened in all */
  close(): number;
}

/** A byte of each dripping connection in so long. */
const dripMs = 1_000;

/** Keeps so many open, spread over the targets; one that is closed by the other side is opened again. */
export function openSlowConnections(targets: readonly SlowTarget[], count: number): SlowConnections {
  const sockets = new Set<Socket>();
  const state = { opened: 0, over: false };
  const open = (n: number): void => {
    const target = targets[n % targets.length];
    if (state.over || target === undefined) return;
    const { hostname, port } = new URL(target.url);
    const socket = connect(Number(port), hostname);
    sockets.add(socket);
    state.opened += 1;
    const kind = Math.floor(n / targets.length) % 3;
    let timer: NodeJS.Timeout | undefined;
    socket.once('connect', () => {
      if (kind === 0) return;
      const authorization = `Authorization: Bearer ${target.hostileKey}`;
      socket.write(`POST ${target.path} HTTP/1.1\r\nHost: ${hostname}\r\n${authorization}\r\n`);
      if (kind === 2) socket.write('Content-Type: application/json\r\nContent-Length: 900000\r\n\r\n{');
      timer = setInterval(() => socket.write(kind === 1 ? 'X' : ' '), dripMs);
    });
    // What is answered does not matter: a 408, or nothing.
    socket.resume();
    socket.on('error', () => {});
    socket.once('close', () => {
      clearInterval(timer);
      sockets.delete(socket);
      // Not at once: a service that refuses connections must not be asked in a busy loop.
      setTimeout(() => open(n), dripMs).unref();
    });
  };
  for (let n = 0; n < count; n += 1) open(n);
  return {
    close: () => {
      state.over = true;
      for (const socket of sockets) socket.destroy();
      return state.opened;
    },
  };
}
