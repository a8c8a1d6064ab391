/** The SDK's runtime, once per process: its log lines go into ours, its metrics to a port of Prometheus form. */
import { type AddressInfo, createServer } from 'node:net';
import { type LogLevel, type LogMetadata, type Logger as EngineLogger, Runtime } from '@temporalio/worker';
import type { Log } from '../process/logging.ts';

/**
 * Installs the runtime; call before the first connection or Worker. Signals are left to our own shutdown order.
 * @returns where the SDK's metrics are served on loopback
 */
export async function installRuntime(log: Log): Promise<{ metricsUrl: string }> {
  const port = await freePort();
  withSeldomTimers(() =>
    Runtime.install({
      logger: engineLogger(log),
      shutdownSignals: [],
      telemetryOptions: {
        logging: { filter: { core: 'WARN', other: 'ERROR' }, forward: {} },
        metrics: { prometheus: { bindAddress: `127.0.0.1:${port}`, countersTotalSuffix: true, unitSuffix: true } },
      },
    }),
  );
  return { metricsUrl: `http://127.0.0.1:${port}/metrics` };
}

/**
 * The SDK's log collector looks every 100 ms, with no option for it, whether a line is due: half a percent of a processor
 * in an idle worker, for lines that may be a second late. It also flushes when the runtime shuts down.
 */
function withSeldomTimers(install: () => void): void {
  const { setInterval: original } = globalThis;
  const seldom = (run: () => void, ms?: number): NodeJS.Timeout => original(run, Math.max(ms ?? 0, logFlushMs));
  globalThis.setInterval = seldom as typeof setInterval;
  try {
    install();
  } finally {
    globalThis.setInterval = original;
  }
}

/** Workflow code logs through this too (the SDK's default sink), with workflow id and type in the line. */
export function engineLogger(log: Log): EngineLogger {
  const write = (level: LogLevel, message: string, meta?: LogMetadata): void => {
    // What the SDK itself says at this level (each change of a Worker's state) is news to nobody.
    const quiet = level === 'INFO' && meta?.['sdkComponent'] === 'worker';
    const { error, ...engine } = meta ?? {};
    log[levels[quiet ? 'DEBUG' : level]](
      { engine, ...(error === undefined ? {} : { err: error as unknown }) },
      message,
    );
  };
  return {
    log: write,
    trace: (message, meta) => write('TRACE', message, meta),
    debug: (message, meta) => write('DEBUG', message, meta),
    info: (message, meta) => write('INFO', message, meta),
    warn: (message, meta) => write('WARN', message, meta),
    error: (message, meta) => write('ERROR', message, meta),
  };
}

const logFlushMs = 1_000;

const levels = { TRACE: 'trace', DEBUG: 'debug', INFO: 'info', WARN: 'warn', ERROR: 'error' } as const;

/** The exporter does not say which port it took, so it cannot choose one itself. */
async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(0, '127.0.0.1', () => resolve());
  });
  const { port } = server.address() as AddressInfo;
  await new Promise<void>((resolve) => {
    server.close(() => resolve());
  });
  return port;
}
