/** Pages that read the whole log of a workspace: in slices between other requests, one at a time, and not for large logs. */
import type { Context } from 'koa';
import { counted } from '../../../domain/lanes/sentences.ts';
import { openSlices } from '../../../process/time-slices.ts';
import { type Queryable, inTransaction } from '../../../store/database.ts';
import type { WorkspaceRow } from '../../../store/lanes/workspaces.ts';
import type { LanesConsoleDeps } from '../route.ts';

/** What the API process folds in its own memory; the command line takes larger logs. */
const eventsLimit = 200_000;

/** Of this process: two at once would take twice the memory and give each half the time. */
let isBusy = false;

/**
 * @param command of the command line that does the same for any log
 * @param work with a transaction that has one snapshot and writes nothing, and what to call between pieces of work
 * @returns its result, or why it was not done
 */
export async function overLog<T>(
  { pool }: Pick<LanesConsoleDeps, 'pool'>,
  ctx: Context,
  { events }: WorkspaceRow,
  command: string,
  work: (q: Queryable, pause: () => Promise<void> | void) => Promise<T>,
): Promise<{ readonly found: T } | { readonly finding: string }> {
  if (events > eventsLimit)
    return {
      finding:
        `This workspace has ${counted(events, 'event')}. More than ${eventsLimit.toLocaleString('en-US')} are read by ` +
        `the command line: npm run admin -- lanes ${command}`,
    };
  if (isBusy) return { finding: 'Another log is being read. Try again in a moment.' };
  isBusy = true;
  try {
    const pause = openSlices();
    const found = await inTransaction(pool, async (q) => {
      await q.query('set transaction isolation level repeatable read, read only');
      return work(q, () => {
        // Nobody waits for the page any more.
        if (ctx.socket.destroyed) throw new Error('the page was left');
        return pause();
      });
    });
    return { found };
  } finally {
    isBusy = false;
  }
}
