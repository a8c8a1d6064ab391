/**
 * The client's connection to the engine. Where it is and how to prove who we are comes from `@temporalio/envconfig`:
 * TEMPORAL_ADDRESS, TEMPORAL_NAMESPACE, TEMPORAL_API_KEY, TEMPORAL_TLS_*, or a profile of the configuration file.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { Client, Connection } from '@temporalio/client';
import type { DataConverter } from '@temporalio/common';
import { type ClientConnectConfig, loadClientConnectConfig } from '@temporalio/envconfig';
import { NativeConnection } from '@temporalio/worker';
import type { Log } from '../process/logging.ts';
import type { EngineTracing } from './engine-tracing.ts';

interface EngineAddress {
  readonly namespace: string;
  readonly options: ClientConnectConfig['connectionOptions'];
}

/** Reads the address, namespace and credentials; @throws when a TLS file or the profile cannot be read. */
export function engineAddress(env: NodeJS.ProcessEnv = process.env): EngineAddress {
  const overrideEnvVars = Object.fromEntries(
    Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
  const profile = env['TEMPORAL_PROFILE'];
  const config = loadClientConnectConfig({ overrideEnvVars, ...(profile ? { profile } : {}) });
  return { namespace: config.namespace ?? 'default', options: config.connectionOptions };
}

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

// The connection that Workers poll on. Apart from the client's, because it loads the SDK's native core.

/**
 * Waits for the engine up to `patienceMs`, as the engine may be starting too.
 * @throws the last error when the engine does not answer in time
 */
export async function connectWorkers(
  log: Log,
  patienceMs: number,
  address: EngineAddress = engineAddress(),
): Promise<NativeConnection> {
  const until = Date.now() + patienceMs;
  for (;;) {
    try {
      return await NativeConnection.connect(address.options);
    } catch (error) {
      if (Date.now() > until) throw error;
      log.warn({ err: error, address: address.options.address }, 'the engine does not answer yet');
      await delay(1_000);
    }
  }
}
