/**
 * Where the engine is and how to prove who we are, from `@temporalio/envconfig`: TEMPORAL_ADDRESS, TEMPORAL_NAMESPACE,
 * TEMPORAL_API_KEY, TEMPORAL_TLS_*, or a profile of the configuration file. Without the client, which takes a command a
 * quarter of a second to load.
 */
import { type ClientConnectConfig, loadClientConnectConfig } from '@temporalio/envconfig';

export interface EngineAddress {
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
