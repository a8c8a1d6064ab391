/** Items of one step on which agent and operator differ: the first in a critical way, the others in a material one. */
import assert from 'node:assert/strict';
import type { TestLanes } from '../../../support/lanes-api.ts';

export interface Disagreements {
  readonly many: number;
  /** Epoch ms: of the first one; the others follow ten minutes apart. */
  readonly from: number;
  readonly key?: string;
  /** In place of the usual texts of the outputs. */
  readonly memo?: string;
  readonly hold?: true;
  /** Items are called `<name>-0` and so on. */
  readonly name?: string;
}

export async function sendDisagreements(api: Pick<TestLanes, 'call'>, given: Disagreements): Promise<void> {
  const { many, from, key, memo = 'Damaged in transit, photos attached.', hold, name = 'T' } = given;
  const at = (minutes: number): string => new Date(from + minutes * 60_000).toISOString();
  const definition = {
    id: 'define-refunds',
    kind: 'queue.defined',
    settlement_reasons: ['amount read wrongly', 'agreed on the phone'],
    at: at(0),
    queue: 'refunds',
    actor: { kind: 'operator', id: 'dana' },
    steps: [
      {
        step: 'grant',
        title: 'Grant the refund',
        money_moving: true,
        fields: [
          { name: 'amount', compare: 'number', tolerance: 0.01, severity: 'critical' },
          { name: 'reason', compare: 'text', severity: 'material' },
        ],
        watch: ['channel'],
      },
    ],
  };
  const work = Array.from({ length: many }, (_, n) => {
    const done = (role: string, actor: object, minutes: number, outputs: object): object => ({
      id: `${name}-${n}-${role}`,
      kind: 'step.done',
      at: at(10 * n + minutes),
      started_at: at(10 * n + 1),
      queue: 'refunds',
      step: 'grant',
      item: `${name}-${n}`,
      role,
      actor,
      decision: 'grant',
      outputs: { ...outputs, ticket: `https://tickets.example/${n}`, memo },
      features: { channel: 'mail', customer: 'Nordlicht GmbH & Co. KG', country: 'DE' },
    });
    const agent = { kind: 'agent', id: 'refund-agent', version: '3' };
    const [wrong, right] =
      n === 0
        ? [
            { amount: 1240.5, reason: 'damaged goods' },
            { amount: 124.05, reason: 'damaged goods' },
          ]
        : [
            { amount: 80, reason: 'damaged goods' },
            { amount: 80, reason: 'late delivery' },
          ];
    return [done('shadow', agent, 2, wrong), done('act', { kind: 'operator', id: 'kim' }, 6, right)];
  });
  const sent = await api.call('POST', '/v1/events', {
    ...(key === undefined ? {} : { key }),
    json: { events: [definition, ...work.flat()], ...(hold ? { close: 'hold' } : {}) },
  });
  assert.deepEqual([sent.status, sent.json?.rejected], [200, []], sent.text.slice(0, 500));
}
