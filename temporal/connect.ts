/** Connections to the engine: the client's, and the one that Workers poll on, with traces where there are any. */
import { setTimeout as delay } from 'node:timers/promises';
import { Client, Connection, type WorkflowClientInterceptor } from '@temporalio/client';
import type { DataConverter } from '@temporalio/common';
import type { ActivityInterceptorsFactory, InjectedSinks, NativeConnection } from '@temporalio/worker';
import type { Log } from '../process/logging.ts';
import { activeTelemetry } from '../process/tracing.ts';
import { type EngineAddress, engineAddress } from './engine-address.ts';

export interface EngineClient {
  readonly client: Client;
  readonly connection: Connection;
  readonly namespace: string;
  close(): Promise<void>;
}

/**
 * A client for starting, asking and deciding. It connects at the first call, so a process may start while the
 * engine is away.
 */
export function openEngineClient(
  dataConverter: DataConverter,
  address: EngineAddress = engineAddress(),
  tracing?: EngineTracing,
): EngineClient {
  const connection = Connection.lazy(address.options);
  const interceptors = tracing === undefined ? {} : { interceptors: { workflow: [tracing.client] } };
  const client = new Client({ connection, namespace: address.namespace, dataConverter, ...interceptors });
  return { client, connection, namespace: address.namespace, close: () => connection.close() };
}

/**
 * A client on the connection that Workers poll on: the answer to a start may then bring the first workflow task
 * (`requestEagerStart`), which the engine else hands to a poll. Less of the processor than `openEngineClient`, too.
 */
export function clientOfWorkers(
  connection: NativeConnection,
  dataConverter: DataConverter,
  namespace: string,
  tracing?: EngineTracing,
): Client {
  const interceptors = tracing === undefined ? {} : { interceptors: { workflow: [tracing.client] } };
  return new Client({ connection, namespace, dataConverter, ...interceptors });
}

/**
 * The connection that Workers poll on. Only here is the SDK's native core loaded: an API and a command have no use for it.
 * Waits for the engine up to `patienceMs`, as the engine may be starting too.
 * @throws the last error when the engine does not answer in time
 */
export async function connectWorkers(
  log: Log,
  patienceMs: number,
  address: EngineAddress = engineAddress(),
): Promise<NativeConnection> {
  const { NativeConnection: Native } = await import('@temporalio/worker');
  const until = Date.now() + patienceMs;
  for (;;) {
    try {
      return await Native.connect(address.options);
    } catch (error) {
      if (Date.now() > until) throw error;
      log.warn({ err: error, address: address.options.address }, 'the engine does not answer yet');
      await delay(1_000);
    }
  }
}

// Traces through the engine: what its clients and Workers are given when this process has traces, and else nothing.

export interface EngineTracing {
  readonly client: WorkflowClientInterceptor;
  readonly activities: ActivityInterceptorsFactory;
  // eslint-disable-next-line typescript/no-explicit-any -- as WorkerOptions has it
  readonly sinks: InjectedSinks<any>;
}

/** Call after `startTracing`. */
export async function engineTracing(): Promise<EngineTracing | undefined> {
  const telemetry = activeTelemetry();
  return telemetry === undefined ? undefined : (await import('./sdk-tracing.ts')).sdkTracing(telemetry);
}
