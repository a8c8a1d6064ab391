/** One good event of each kind and role, with every member that it may have. */
import type { EventKind } from '../../../domain/lanes/event-schema.ts';

const head = { at: '2026-11-20T08:00:00Z', queue: 'invoices', actor: { kind: 'operator', id: 'dana', version: null } };
const place = { ...head, step: 'match', item: 'INV-000123' };
const agent = { kind: 'agent', id: 'matcher', version: '2026-11-01' };
const content = {
  decision: 'approve',
  outputs: { amount: 120.5, currency: 'USD', codes: ['LFT', 7, null, false], note: null },
  features: { format: 'pdf', pages: 3, urgent: false },
  started_at: '2026-11-20T07:58:00+01:00',
};

const examples: Record<EventKind, readonly object[]> = {
  'queue.defined': [
    {
      ...head,
      id: 'evt-define',
      kind: 'queue.defined',
      title: 'Invoices',
      steps: [
        {
          step: 'match',
          title: 'Match invoices',
          money_moving: true,
          fields: [{ name: 'amount', compare: 'number', tolerance: 0.01, severity: 'critical' }],
          watch: ['format'],
          rules: { assist_to_auto: { min_items: 100 } },
        },
      ],
    },
    { ...head, id: 'evt-define-short', kind: 'queue.defined', steps: [{ step: 'match' }] },
  ],
  'step.done': [
    { ...place, id: 'evt-act', kind: 'step.done', role: 'act', ...content },
    { ...place, id: 'evt-shadow', kind: 'step.done', role: 'shadow', ...content, actor: agent },
    { ...place, id: 'evt-proposal', kind: 'step.done', role: 'proposal', ...content, actor: agent },
    { ...place, id: 'evt-confirm', kind: 'step.done', role: 'confirm', ...content },
    { ...place, id: 'evt-short', kind: 'step.done', role: 'act' },
    {
      ...place,
      id: 'evt-nulls',
      kind: 'step.done',
      role: 'act',
      decision: null,
      outputs: null,
      features: null,
      started_at: null,
    },
  ],
  'audit.result': [
    {
      ...place,
      id: 'evt-audit',
      kind: 'audit.result',
      verdict: 'disagree',
      severity: 'critical',
      decision: 'reject',
      outputs: { amount: 12 },
    },
    { ...place, id: 'evt-audit-short', kind: 'audit.result', verdict: 'agree', severity: null },
  ],
  'settlement.made': [
    // By somebody who did not do the item.
    {
      ...place,
      id: 'evt-settled',
      kind: 'settlement.made',
      verdict: 'agent_right',
      severity: 'minor',
      by: 'person',
      actor: { kind: 'operator', id: 'kim' },
    },
    { ...place, id: 'evt-settled-short', kind: 'settlement.made', verdict: 'both_wrong', actor: agent, by: 'model' },
  ],
  'signoff.given': [
    { ...head, id: 'evt-signoff', kind: 'signoff.given', step: 'match', request_id: 'sr_00ff', verdict: 'approve' },
  ],
  'outcome.recorded': [{ ...place, id: 'evt-outcome', kind: 'outcome.recorded', good: false }],
};

export function exampleEvents(kind: EventKind): readonly object[] {
  return examples[kind];
}
