/** The worker's own small server: whether it lives, whether its Workers poll, and its metrics with the SDK's. */
import { type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Registry } from 'prom-client';
import type { Log } from '../process/logging.ts';
import { refuse, refuseBrokenRequests } from '../process/refused-http.ts';

interface HealthOptions {
  readonly host: string;
  /** 0 takes any free one. */
  readonly port: number;
  /** Where the SDK serves its metrics. */
  readonly engineMetricsUrl: string;
  /** The metrics of this process. */
  readonly registry: Registry;
  /** Why it cannot work, as the end of a sentence; null where it can. */
  readonly lacks: () => string | null;
}

export interface HealthServer {
  readonly url: string;
  stop(): Promise<void>;
}

export async function openHealthServer(options: HealthOptions): Promise<HealthServer> {
  const { registry } = options;
  const metrics = async (): Promise<string> => {
    const engine = await fetch(options.engineMetricsUrl, { signal: AbortSignal.timeout(2_000) });
    return `${await registry.metrics()}\n${await engine.text()}`;
  };
  const answer = async (path: string, response: ServerResponse): Promise<void> => {
    if (path === '/healthz') send(response, 200, 'alive\n');
    else if (path === '/readyz') {
      const lacks = options.lacks();
      send(response, lacks === null ? 200 : 503, lacks === null ? 'ready\n' : `not ready: ${lacks}\n`);
    } else if (path === '/metrics') send(response, 200, await metrics(), registry.contentType);
    else send(response, 404, refusal('not_found', 'there is no such path'), json);
  };

  // Without a Host it is refused below, in the form of other refusals.
  const server = createServer({ requireHostHeader: false }, (request, response) => {
    if (request.headers.host === undefined && request.httpVersion === '1.1') return refuse(response, 'bad_request');
    // What is no path is none of ours; parsing it as an address would throw for some.
    const [path = ''] = (request.url ?? '').split('?', 1);
    return void answer(path, response).catch(() =>
      send(response, 503, refusal('unavailable', 'metrics are not available'), json),
    );
  });
  refuseBrokenRequests(server);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(options.port, options.host, () => resolve());
  });
  const { address, port, family } = server.address() as AddressInfo;
  return {
    url: `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

const json = 'application/json; charset=utf-8';

function refusal(code: string, error: string): string {
  return JSON.stringify({ error, code });
}

function send(response: ServerResponse, status: number, body: string, type = 'text/plain; charset=utf-8'): void {
  response.writeHead(status, { 'content-type': type }).end(body);
}

/** Whether the browser of this worker starts: tried when the worker starts, and again until it does. */
export interface BrowserWatch {
  /** Why portals cannot be worked on, as the end of a sentence; null where the browser starts, or is on its way. */
  lacks(): string | null;
  stop(): void;
}

interface BrowserWatchOptions {
  readonly warm: () => Promise<void>;
  readonly log: Pick<Log, 'error' | 'info'>;
  readonly retryMs?: number;
}

/** The line of the browser's own output that says why; the first line of the error only says that it ended. */
const reasonLine = /^.*(?:no usable sandbox|shared libraries|FATAL|cannot open|permission denied).*$/im;

export function watchBrowser({ warm, log, retryMs = 30_000 }: BrowserWatchOptions): BrowserWatch {
  let lacks: string | null = null;
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  const attempt = async (): Promise<void> => {
    try {
      await warm();
      if (lacks !== null) log.info({}, 'the browser starts now');
      lacks = null;
    } catch (error) {
      if (stopped) return;
      const { message } = error as Error;
      const [first = ''] = message.split('\n', 1);
      const why = reasonLine.exec(message)?.[0].trim() ?? first;
      lacks = `the browser does not start: ${why.slice(0, 300)}`;
      log.error({ err: error }, 'the browser does not start');
      timer = setTimeout(() => void attempt(), retryMs);
    }
  };
  void attempt();
  return {
    lacks: () => lacks,
    stop: () => {
      stopped = true;
      clearTimeout(timer);
    },
  };
}
