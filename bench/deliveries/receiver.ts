/** A receiver of deliveries for measurements: at one port that it can leave and come back to. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

interface BenchReceiver {
  readonly url: string;
  /** Ends every connection and frees the port: connections are refused. */
  close(): Promise<void>;
  /** Listens again where it did. */
  reopen(): Promise<void>;
}

type OnDelivery = (request: IncomingMessage, body: Buffer, response: ServerResponse) => void;

/** @param onDelivery what becomes of a delivery; left out, it is acknowledged at once */
export async function openReceiver(
  onDelivery: OnDelivery = (_request, _body, response) => void response.writeHead(204).end(),
): Promise<BenchReceiver> {
  let server: Server | undefined;
  const open = async (port: number): Promise<number> => {
    const opened = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => onDelivery(request, Buffer.concat(chunks), response));
    });
    await new Promise<void>((resolve, reject) => {
      opened.once('error', reject).listen(port, '127.0.0.1', resolve);
    });
    server = opened;
    return (opened.address() as AddressInfo).port;
  };
  const port = await open(0);
  return {
    url: `http://127.0.0.1:${port}/hook`,
    close: async () => {
      const closing = server;
      server = undefined;
      if (closing === undefined) return;
      await new Promise((resolve) => {
        closing.close(resolve);
        closing.closeAllConnections();
      });
    },
    reopen: async () => void (await open(port)),
  };
}
