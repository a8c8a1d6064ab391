/** A way to a TCP server, such as PostgreSQL, that a test can cut and mend: what a failover looks like to its clients. */
import { connect, createServer, type Server, type Socket } from 'node:net';
import { once } from 'node:events';
import { findPort } from '../../start/ports.ts';

export interface SeveredLink {
  /** The server's address by way of this link. */
  readonly url: string;
  /** Resets every connection and refuses new ones. */
  cut(): Promise<void>;
  /** Accepts connections again, at the same address. */
  mend(): Promise<void>;
  close(): Promise<void>;
}

export async function openLink(target: string): Promise<SeveredLink> {
  const to = new URL(target);
  const sockets = new Set<Socket>();
  const accept = (near: Socket): void => {
    const far = connect(Number(to.port), to.hostname);
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one);
      one.on('error', () => other.destroy());
      one.on('close', () => {
        sockets.delete(one);
        other.destroy();
      });
      one.pipe(other);
    }
  };
  let server: Server = createServer(accept);
  // None that an outgoing connection can be given while the link is cut.
  const { port } = await findPort(0);
  const listen = async (): Promise<void> => {
    server = createServer(accept).listen(port, '127.0.0.1');
    await once(server, 'listening');
  };
  await listen();
  const cut = async (): Promise<void> => {
    if (!server.listening) return;
    const closed = once(server, 'close');
    server.close();
    for (const socket of sockets) socket.resetAndDestroy();
    await closed;
  };
  const url = new URL(target);
  url.host = `127.0.0.1:${port}`;
  // The server's socket would be preferred.
  url.searchParams.delete('host');
  return {
    url: url.href,
    cut,
    mend: async () => {
      if (!server.listening) await listen();
    },
    close: cut,
  };
}
