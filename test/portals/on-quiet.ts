/** Portal work on a machine that may be busy with other things. */
import { OwnFaultError } from '../../portals/own-lag.ts';

/** Only bounds a hang, as the limit of `until` does. */
export const patienceMs = 300_000;

/**
 * What the work says of the portal. Where our own processes did not run for much of it, it says nothing of the portal and
 * is made again, as a workflow does.
 */
export async function onQuiet<T>(work: () => Promise<T>): Promise<T> {
  const end = performance.now() + patienceMs;
  for (;;)
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof OwnFaultError) || performance.now() > end) throw error;
    }
}
