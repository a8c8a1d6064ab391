/** The connection that Workers poll on. Apart from the client's, because it loads the SDK's native core. */
import { setTimeout as delay } from 'node:timers/promises';
import { NativeConnection } from '@temporalio/worker';
import type { Log } from '../process/logging.ts';
import { engineAddress } from './connect.ts';
import type { EngineAddress } from './connect.ts';

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
