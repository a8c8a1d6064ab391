/** A workspace of many steps with some weeks of work each, sent through an API under test. */
import assert from 'node:assert/strict';
import type { TestLanes } from '../../../support/lanes-api.ts';

const monday = Date.UTC(2026, 0, 5);
const hour = 3_600_000;
const week = 7 * 24 * hour;

interface ManySteps {
  readonly queues: number;
  readonly stepsPerQueue: number;
  readonly weeks: number;
  readonly itemsPerWeek: number;
}

export const queueName = (n: number): string => `queue-${String(n).padStart(2, '0')}`;
export const stepName = (n: number): string => `step-${String(n).padStart(2, '0')}`;

/** Agents agree with people in all but every seventh item. */
export async function sendManySteps(api: Pick<TestLanes, 'call'>, many: ManySteps): Promise<void> {
  const queues = Array.from({ length: many.queues }, (_, n) => queueName(n));
  const steps = Array.from({ length: many.stepsPerQueue }, (_, n) => stepName(n));
  await send(
    api,
    queues.map((queue) => ({
      id: `define-${queue}`,
      kind: 'queue.defined',
      at: new Date(monday).toISOString(),
      queue,
      actor: { kind: 'operator', id: 'dana' },
      steps: steps.map((step) => ({
        step,
        title: `Do ${step} of ${queue}`,
        money_moving: step.endsWith('0'),
        fields: [{ name: 'account', compare: 'exact', severity: 'material' }],
        watch: ['format'],
      })),
    })),
  );
  for (let n = 0; n < many.weeks; n++) {
    const events = queues.flatMap((queue) => steps.flatMap((step) => workOf(queue, step, n, many.itemsPerWeek)));
    for (let from = 0; from < events.length; from += 20_000) await send(api, events.slice(from, from + 20_000));
  }
  const through = new Date(monday + many.weeks * week).toISOString();
  const closed = await api.call('POST', '/v1/weeks/close', { json: { through } });
  assert.equal(closed.status, 200, closed.text);
}

function workOf(queue: string, step: string, weekNo: number, items: number): object[] {
  return Array.from({ length: items }, (_, n) => n).flatMap((n) => {
    const item = `${weekNo}-${n}`;
    const at = (after: number): string => new Date(monday + weekNo * week + (8 + n) * hour + after).toISOString();
    const done = (role: string, kind: string, account: string, after: number): object => ({
      id: `${queue}/${step}/${item}/${role}`,
      kind: 'step.done',
      at: at(after),
      queue,
      step,
      item,
      actor: { kind, id: kind === 'agent' ? 'ap-agent' : 'dana' },
      role,
      decision: 'post',
      outputs: { account },
      features: { format: 'pdf' },
    });
    const wrong = (weekNo + n) % 7 === 0;
    return [done('shadow', 'agent', wrong ? '4010' : '4000', 0), done('act', 'operator', '4000', 60_000)];
  });
}

async function send(api: Pick<TestLanes, 'call'>, events: readonly object[]): Promise<void> {
  const sent = await api.call('POST', '/v1/events', { json: { events } });
  assert.deepEqual([sent.status, sent.json?.rejected], [200, []], sent.text.slice(0, 500));
}
