/**
 * A run of the settler: one item after the other, each an activity of its own, so that the run can be watched and
 * stopped in the Temporal UI. It ends early when the money, the switches or the model say so.
 */
import {
  ActivityFailure,
  type ActivityInterfaceFor,
  ApplicationFailure,
  CancellationScope,
  isCancellation,
  proxyActivities,
  setCurrentDetails,
  sleep,
} from '@temporalio/workflow';
import type { SettlerActivities } from '../activities/lanes/settler-activities.ts';
import { modelAway } from '../domain/lanes/settler/run.ts';
import type { ItemOutcome, ItemResult, RunEnding, SettleItem, SettleRun } from '../domain/lanes/settler/run.ts';

/** Only reads and records: again and again until the database takes them. */
const { planRun, endRun } = proxyActivities<SettlerActivities>({
  summary: 'Keep the record of the run',
  startToCloseTimeout: '30 seconds',
  retry: { initialInterval: '1 second', maximumInterval: '1 minute' },
});

/** A live worker may be starved of CPU for some seconds, and each attempt at the model is paid for. */
const longestSilence = '30 seconds';

/** @param summary names the item in the Temporal UI */
const forItem = (
  summary: string,
  { silenceMs }: SettleRun,
): ActivityInterfaceFor<Pick<SettlerActivities, 'settleItem'>> =>
  proxyActivities<Pick<SettlerActivities, 'settleItem'>>({
    // Above four times the longest SETTLER_TIMEOUT_MS, which a starved process may need, and the wait for the session.
    startToCloseTimeout: '10 minutes',
    heartbeatTimeout: silenceMs ?? longestSilence,
    // Each attempt is paid for; a model that is away for longer is the next run's business.
    retry: { initialInterval: '1 second', backoffCoefficient: 4, maximumAttempts: 3 },
    // Anyone who cancels a run wants to know that nothing of it continues.
    cancellationType: 'WAIT_CANCELLATION_COMPLETED',
    summary,
  });

const mostUnusableInARow = 3;

export async function settle(run: SettleRun): Promise<{ readonly ending: RunEnding }> {
  let ending: RunEnding = 'failed';
  try {
    ending = await settleAll(run, await planRun(run));
    return { ending };
  } catch (error) {
    if (isCancellation(error)) ending = 'cancelled';
    throw error;
  } finally {
    await CancellationScope.nonCancellable(() => endRun(run, ending));
  }
}

async function settleAll(run: SettleRun, items: readonly SettleItem[]): Promise<RunEnding> {
  const outcomes: Partial<Record<ItemOutcome, number>> = {};
  let unusableInARow = 0;
  for (const [n, item] of items.entries()) {
    const result = await settleOne(run, item);
    if ('end' in result) return result.end;
    outcomes[result.fate] = (outcomes[result.fate] ?? 0) + 1;
    const counts = Object.entries(outcomes).map(([fate, count]) => `${count} ${fate}`);
    setCurrentDetails(`${n + 1} of ${items.length}: ${counts.join(', ')}`);
    unusableInARow = result.fate === 'unusable' ? unusableInARow + 1 : 0;
    if (unusableInARow === mostUnusableInARow) return 'unusable';
  }
  return 'done';
}

async function settleOne(run: SettleRun, item: SettleItem): Promise<ItemResult> {
  const { settleItem } = forItem(`${item.queue}/${item.step} ${item.item}`, run);
  for (;;) {
    const result = await settleItem(run, item).catch(modelIsAway);
    if (!('wait' in result)) return result;
    await sleep('2 seconds', { summary: 'settlers of other workspaces have every place' });
  }
}

function modelIsAway(error: unknown): ItemResult {
  if (error instanceof ActivityFailure && error.cause instanceof ApplicationFailure && error.cause.type === modelAway)
    return { end: 'model_away' };
  throw error;
}
