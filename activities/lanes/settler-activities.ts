/** The activities of a settler run: which items wait, one item after the other, and the end of it. */
import { Context } from '@temporalio/activity';
import { ApplicationFailure } from '@temporalio/common';
import { microsOf } from '../../domain/lanes/settler/policy.ts';
import { modelAway } from '../../domain/lanes/settler/run.ts';
import type { ItemResult, RunEnding, SettleItem, SettleRun } from '../../domain/lanes/settler/run.ts';
import type { Settings } from '../../process/settings.ts';
import { closeRun, itemsForSettler, openRun } from '../../store/lanes/settler.ts';
import { openHeartbeat } from '../dispatch/portal-run.ts';
import { ModelAwayError, type SettleDeps, type SettlerParts, settleItem } from './settle-item.ts';
import { type ModelSettings, openModel } from './settler-model.ts';

export interface SettlerActivities {
  /** Opens the run. @returns the items that wait for it, the oldest first */
  planRun(run: SettleRun): Promise<SettleItem[]>;
  /** `wait`: every place of this worker is taken by the settlers of other workspaces. */
  settleItem(run: SettleRun, item: SettleItem): Promise<ItemResult | { readonly wait: true }>;
  endRun(run: SettleRun, ending: RunEnding): Promise<void>;
}

/** Items that one worker has under way at once: each is one workspace's, and waits for a model nearly all the time. */
export const placesForSettlers = 5;

/** A model that asks for a longer pause is asked again by the next run. */
const longestWaitMs = 60_000;

type SettlerSettings = ModelSettings & Pick<Settings, 'SETTLER_INPUT_PRICE' | 'SETTLER_OUTPUT_PRICE'>;

export function settlerParts(settings: SettlerSettings): SettlerParts {
  return {
    ask: settings.SETTLER_API_KEY === '' ? undefined : openModel(settings),
    model: settings.SETTLER_MODEL,
    prices: {
      inputMicros: microsOf(settings.SETTLER_INPUT_PRICE),
      outputMicros: microsOf(settings.SETTLER_OUTPUT_PRICE),
    },
    outputTokens: settings.SETTLER_OUTPUT_TOKENS,
  };
}

export function createSettlerActivities(deps: SettleDeps): SettlerActivities {
  const { pool, settler, now } = deps;
  let underWay = 0;
  return {
    planRun: async (run) => {
      const items = await itemsForSettler(pool, run.workspace.no, run.limit);
      await openRun(pool, run, { model: settler.model, found: items.length, now: now() });
      return items;
    },
    settleItem: async (run, item) => {
      if (underWay >= placesForSettlers) return { wait: true };
      const context = Context.current();
      const heartbeat = openHeartbeat(context, `${item.queue}/${item.step} ${item.item}`);
      underWay += 1;
      try {
        return await settleItem(deps, run, item, context.cancellationSignal);
      } catch (error) {
        throw error instanceof ModelAwayError ? awayFailure(error) : error;
      } finally {
        underWay -= 1;
        heartbeat.stop();
      }
    },
    endRun: (run, ending) => closeRun(pool, run, ending, now()),
  };
}

function awayFailure({ message, retryAfterMs }: ModelAwayError): ApplicationFailure {
  return ApplicationFailure.create({
    message,
    type: modelAway,
    nonRetryable: retryAfterMs !== null && retryAfterMs > longestWaitMs,
    ...(retryAfterMs === null ? {} : { nextRetryDelay: retryAfterMs }),
  });
}
