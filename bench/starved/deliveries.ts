/** Whether every task that ended was announced, once, and whether the attempts recorded are those that were made. */
import { setTimeout as delay } from 'node:timers/promises';
import type { TaskRecord } from '../../domain/dispatch/task-record.ts';
import type { BenchMachine } from '../bench-machine.ts';
import { askUntilAnswered } from './tasks.ts';

const patienceMs = 10 * 60_000;

interface Delivery {
  readonly id: string;
  readonly event: string;
  readonly status: 'pending' | 'retrying' | 'delivered' | 'failed';
  readonly attempts: readonly { readonly response_status: number | null; readonly error: string | null }[];
}

/**
 * The receiver is up all the time, in this process, and as starved as everything else: an attempt may time out, but
 * none may be recorded as refused or lost.
 */
export async function deliveriesHold(
  bench: BenchMachine,
  records: ReadonlyMap<string, TaskRecord>,
  say: (line: string) => void,
): Promise<boolean> {
  let [undelivered, doubled, untrue, unanswered] = [0, 0, 0, 0];
  for (const record of records.values()) {
    if (record.outcome === null) continue;
    const event = `task.${record.outcome}`;
    const deliveries = (await untilDelivered(bench, record.id)).filter((delivery) => delivery.event === event);
    if (deliveries.length > 1) doubled += 1;
    if (!deliveries.some(({ status }) => status === 'delivered')) undelivered += 1;
    for (const { attempts } of deliveries)
      for (const { error, response_status } of attempts) {
        if (error === 'timeout') unanswered += 1;
        else if (error !== null || response_status !== 200) {
          untrue += 1;
          say(`    FALSE: an attempt about ${record.id} reads ${error ?? response_status}`);
        }
      }
  }
  say(
    `  deliveries: ${undelivered} not delivered, ${doubled} made twice, ${untrue} untrue attempts (floors 0); ${unanswered} timed out`,
  );
  return undelivered === 0 && doubled === 0 && untrue === 0;
}

async function untilDelivered(bench: BenchMachine, taskId: string): Promise<readonly Delivery[]> {
  const until = Date.now() + patienceMs;
  for (;;) {
    const { deliveries } = (await askUntilAnswered(bench, `/api/deliveries?task_id=${taskId}`)) as {
      deliveries: Delivery[];
    };
    if (deliveries.length > 0 && deliveries.every(({ status }) => status === 'delivered')) return deliveries;
    if (Date.now() > until) return deliveries;
    await delay(1_000);
  }
}
