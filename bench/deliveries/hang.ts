/** An endpoint that hangs beside one that works: what the one costs the other. */
import { setTimeout as delay } from 'node:timers/promises';
import { readSettings } from '../../process/settings.ts';
import { inTransaction } from '../../store/database.ts';
import { listEndpoints } from '../../store/endpoint-health.ts';
import { queueHookEvents } from '../../store/lanes/hook-deliveries.ts';
import { deleteHook } from '../../store/lanes/hooks.ts';
import { askRetryNow } from '../../temporal/workflow-messages.ts';
import { percentile } from '../percentiles.ts';
import { countProcessorTime, processorTimeText } from '../processor-time.ts';
import { addHook, type HookSite, laneChanged } from './hook-site.ts';
import { openReceiver } from './receiver.ts';

interface HangOptions {
  /** Seconds that deliveries are fed for, with the endpoint that hangs and without, and how often. */
  readonly seconds: number;
  readonly rounds: number;
  /** Deliveries a second to each of the two. */
  readonly perSecond: number;
}

/** The median delay beside an endpoint that hangs, over the one without. */
const hangFloor = 2;

/**
 * Deliveries to an endpoint that never answers, beside as many to one that does. Alone and beside take
 * turns, each pair is a ratio, and the median counts, so that a noisy machine troubles both alike.
 */
export async function hang(site: HookSite, { seconds, rounds, perSecond }: HangOptions): Promise<boolean> {
  const settings = readSettings({});
  const sentAt = new Map<number, number>();
  let delays: number[] = [];
  const healthy = await openReceiver((_request, body, response) => {
    response.writeHead(204).end();
    const { data } = JSON.parse(body.toString('utf8')) as { data: { n: number } };
    const sent = sentAt.get(data.n);
    if (sent !== undefined) delays.push(performance.now() - sent);
    sentAt.delete(data.n);
  });
  const hanging = await openReceiver(() => {});
  site.closers.push(
    () => healthy.close(),
    () => hanging.close(),
  );
  await addHook(site, healthy.url);
  let next = 0;
  const feed = async (name: string): Promise<number> => {
    delays = [];
    const ended = countProcessorTime();
    const began = performance.now();
    for (let turn = 0; turn < seconds * perSecond; turn += 1) {
      await delay(began + (turn * 1000) / perSecond - performance.now());
      next += 1;
      const event = laneChanged(next);
      sentAt.set(next, performance.now());
      await inTransaction(site.pool, (q) =>
        queueHookEvents(q, site.workspace, [event], settings.LANES_WEBHOOK_WAITS_MS),
      );
      site.starts.wake();
    }
    while (sentAt.size > 0 && performance.now() - began < (seconds + 300) * 1000) await delay(20);
    const [median, most] = [percentile(delays, 50), percentile(delays, 99)];
    console.log(
      `  ${name.padEnd(7)} ${delays.length} arrived, median ${median.toFixed(0)} ms, 99 of 100 ${most.toFixed(0)} ms`,
    );
    console.log(`          processor: ${processorTimeText(ended())}`);
    return median;
  };
  console.log(`  ${perSecond}/s to an endpoint that works, alone and beside ${perSecond}/s to one that hangs`);
  await feed('warm');
  const ratios: number[] = [];
  for (let round = 1; round <= rounds; round += 1) {
    const alone = await feed('alone');
    const hookId = await addHook(site, hanging.url);
    ratios.push((await feed('beside')) / alone);
    const [endpoint] = await listEndpoints(site.pool, { ownerId: hookId, limit: 1 });
    console.log(
      `  round ${round} ratio ${ratios.at(-1)?.toFixed(2)}; the one that hangs is ${endpoint?.failing ? 'failing' : 'not failing'}`,
    );
    await removeHook(site, hookId);
  }
  const ratio = percentile(ratios, 50);
  console.log(`  ratio    ${ratio.toFixed(2)}, the median of the rounds' (floor below ${hangFloor})`);
  return ratio < hangFloor && sentAt.size === 0;
}

/** Ends what waits for a hook, in the engine too. */
async function removeHook({ pool, workspace, client }: HookSite, hookId: string): Promise<void> {
  const ended = await deleteHook(pool, { workspace, hookId, actor: 'bench' });
  for (const id of ended ?? []) await askRetryNow(client, id);
  const open = `WorkflowType = 'delivery' AND ExecutionStatus = 'Running'`;
  while ((await client.workflow.count(open)).count > 0) await delay(200);
}
