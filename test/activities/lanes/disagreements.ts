/** Disagreements as events: a queue of one step, and pairs of an agent's shadow output and a person's act. */
import type { SettlementVerdict, Values, WireEvent } from '../../../domain/lanes/event.ts';

export const place = { queue: 'bills', step: 'enter' } as const;
const begin = Date.UTC(2026, 0, 5, 8);
const iso = (minutes: number): string => new Date(begin + minutes * 60_000).toISOString();
const ana = { kind: 'operator', id: 'ana' } as const;
const bot = { kind: 'agent', id: 'bot', version: '1' } as const;

/** `amount` differs materially, `account` critically. */
export const billsDefined: WireEvent = {
  id: 'bills-defined',
  kind: 'queue.defined',
  at: iso(0),
  queue: place.queue,
  actor: ana,
  steps: [
    {
      step: place.step,
      title: 'Enter the bill',
      fields: [
        { name: 'amount', compare: 'number', tolerance: 0.01, severity: 'material' },
        { name: 'account', compare: 'exact', severity: 'critical' },
        { name: 'memo', compare: 'text', severity: 'material' },
      ],
    },
  ],
};

/** @param n also the minute at which the person acts */
export function disagreement(n: number, agents: Values = {}, persons: Values = {}, item = `bill-${n}`): WireEvent[] {
  const head = { kind: 'step.done', ...place, item } as const;
  return [
    {
      ...head,
      id: `${item}-shadow`,
      at: iso(n),
      actor: bot,
      role: 'shadow',
      decision: 'post',
      outputs: { amount: 90, account: '4000', memo: 'Paper', ...agents },
    },
    {
      ...head,
      id: `${item}-act`,
      at: iso(n + 1),
      actor: ana,
      role: 'act',
      decision: 'post',
      outputs: { amount: 100, account: '4000', memo: 'Paper', ...persons },
    },
  ];
}

export function settledByPerson(item: string, verdict: SettlementVerdict): WireEvent {
  return {
    id: `${item}-person`,
    kind: 'settlement.made',
    at: iso(60),
    ...place,
    item,
    actor: { kind: 'operator', id: 'lee' },
    verdict,
  };
}
