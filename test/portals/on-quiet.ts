/** Portal work on a machine that may be busy with other things. */
import { OwnFaultError } from '../../portals/own-lag.ts';

/**
 * What the work says of the portal. Where our own processes did not run for much of it, it says nothing of the portal and
 * is made again, as a workflow does.
 */
export async function onQuiet<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1)
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof OwnFaultError) || attempt === 5) throw error;
    }
}
