/** The run's Temporal server for tests: connections to it, and task queues that never meet. */
import { Client, Connection } from '@temporalio/client';
import { DefaultLogger, NativeConnection, Runtime } from '@temporalio/worker';
import { atRunEnd, testTemporal } from './machines.ts';

export interface TestEngine {
  readonly address: string;
  readonly namespace: string;
  readonly connection: Connection;
  readonly client: Client;
  readonly nativeConnection: NativeConnection;
}

let engine: Promise<TestEngine> | undefined;
let isQuiet = false;
let count = 0;

/** Starts the server when it is the first call of the run; the connections are shared and closed at its end. */
export function testEngine(): Promise<TestEngine> {
  engine ??= (async () => {
    const { address, namespace } = await testTemporal();
    quietRuntime();
    const connection = await Connection.connect({ address });
    const nativeConnection = await NativeConnection.connect({ address });
    atRunEnd(async () => {
      await nativeConnection.close();
      await connection.close();
    });
    return { address, namespace, connection, client: new Client({ connection, namespace }), nativeConnection };
  })();
  return engine;
}

/** Workers of tests say only what went wrong, and leave signals to mocha. Call before the first Worker. */
export function quietRuntime(): void {
  const telemetryOptions = { logging: { filter: { core: 'ERROR', other: 'ERROR' }, forward: {} } } as const;
  if (!isQuiet) Runtime.install({ logger: new DefaultLogger('ERROR'), telemetryOptions, shutdownSignals: [] });
  isQuiet = true;
}

/** A task queue named after the test, so that it is found in a log, and different at every call. */
export function taskQueueFor(test: Mocha.Context): string {
  const title = test.test?.fullTitle() ?? 'test';
  count += 1;
  return `${title
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 80)}-${process.pid}-${count}`;
}
