/** A way in for tools that cannot send a key: passes everything on as it came, and adds the key. */
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface KeyedProxy {
  readonly url: string;
  close(): Promise<void>;
}

export async function openKeyedProxy(port: number, key: string): Promise<KeyedProxy> {
  const server = createServer((incoming, outgoing) => {
    const passed = request(
      {
        host: '127.0.0.1',
        port,
        method: incoming.method,
        path: incoming.url,
        setHost: false,
        headers: { ...incoming.headers, authorization: `Bearer ${key}` },
      },
      (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(outgoing);
      },
    );
    passed.on('error', () => outgoing.destroy());
    incoming.pipe(passed);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
