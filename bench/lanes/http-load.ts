/**
 * A load of HTTP requests over plain sockets: each connection sends its next request as soon as it has the answer to
 * the one before. A client library would take as much processor time as the server that is measured.
 */
import { connect, type Socket } from 'node:net';
import { percentile } from '../percentiles.ts';

interface HttpLoad {
  readonly url: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The body of the n-th request. */
  readonly body: (n: number) => string;
  readonly connections: number;
  readonly seconds: number;
}

export interface LoadMeasured {
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
  /** Answers other than 200. */
  readonly failed: number;
  /** One of the answers' bodies. */
  readonly sample: string;
}

export async function measureLoad(load: HttpLoad): Promise<LoadMeasured> {
  const { hostname, port } = new URL(load.url);
  const times: number[] = [];
  const seen = { failed: 0, sample: '' };
  const fixed = Object.entries({ Host: `${hostname}:${port}`, 'Content-Type': 'application/json', ...load.headers })
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('');
  const head = `POST ${load.path} HTTP/1.1\r\n${fixed}Content-Length: `;
  let sent = 0;
  const begun = performance.now();
  const until = begun + load.seconds * 1000;
  const request = (): Buffer => {
    const body = load.body(sent++);
    return Buffer.from(`${head}${Buffer.byteLength(body)}\r\n\r\n${body}`);
  };
  await Promise.all(
    Array.from({ length: load.connections }, () => {
      return new Promise<void>((resolve, reject) => {
        const socket = connect(Number(port), hostname);
        socket.setNoDelay(true);
        socket.once('error', reject);
        let at = 0;
        const next = (): void => {
          at = performance.now();
          if (at >= until) {
            socket.destroy();
            resolve();
          } else socket.write(request());
        };
        readAnswers(socket, (status, body) => {
          times.push(performance.now() - at);
          if (status !== 200) seen.failed += 1;
          else if (seen.sample === '') seen.sample = body();
          next();
        });
        socket.once('connect', next);
      });
    }),
  );
  const seconds = (performance.now() - begun) / 1000;
  return { perSecond: times.length / seconds, p50: percentile(times, 50), p99: percentile(times, 99), ...seen };
}

/** Reports each whole answer; bodies are read by Content-Length or as one chunk after another. */
function readAnswers(socket: Socket, report: (status: number, body: () => string) => void): void {
  let held: Buffer = Buffer.alloc(0);
  socket.on('data', (bytes: Buffer) => {
    held = held.length === 0 ? bytes : Buffer.concat([held, bytes]);
    const headEnd = held.indexOf('\r\n\r\n');
    if (headEnd < 0) return;
    const head = held.toString('latin1', 0, headEnd);
    const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1];
    const end = length === undefined ? chunkedEnd(held, headEnd + 4) : headEnd + 4 + Number(length);
    if (end === undefined || held.length < end) return;
    const answer = held;
    held = held.subarray(end);
    report(Number(head.slice(9, 12)), () => answer.toString('utf8', headEnd + 4, end));
  });
}

function chunkedEnd(bytes: Buffer, from: number): number | undefined {
  const last = bytes.indexOf('0\r\n\r\n', from);
  return last < 0 ? undefined : last + 5;
}
