/** Schemas of what the lanes API answers, as data (2.4 to 2.8, D39, D46 to D50). */
import { severities } from '../../domain/lanes/event-schema.ts';
import type { JsonSchema } from '../../domain/json-schema.ts';
import { pinStates } from '../../domain/lanes/pin.ts';
import { rulesSchema } from '../../domain/lanes/rules.ts';
import { statusOfCode } from '../http/errors.ts';
import { ref, count, flag, list, nullable, string, text, time, timeOrNull, whole } from '../http/openapi-parts.ts';
import { eventComponents } from './webhook-schemas.ts';
import { auditAssignment, pinRequest, routeAnswerCounts } from './request-schemas.ts';

const number: JsonSchema = { type: 'number' };
const share: JsonSchema = { type: ['number', 'null'], minimum: 0, maximum: 1 };
const week: JsonSchema = {
  type: 'integer',
  description: 'ISO week as YYYYWW; 0 where there is none.',
  examples: [202647],
};
const lane: JsonSchema = { enum: ['shadow', 'assist', 'auto'] };
const severity: JsonSchema = { enum: severities };
const anything: JsonSchema = {};

const figures = {
  seen: count,
  compared: count,
  agreed: count,
  disagreed: whole({ minor: count, material: count, critical: count }),
  settled: whole({ agent_right: count, operator_right: count, both_wrong: count }),
  unsettled: count,
  accuracy: share,
  accuracy_at_best: share,
  lower_bound: share,
  operator_error_rate: share,
  audited: count,
  audit_errors: count,
  unauthorised: {
    ...count,
    description: 'Items on which the agent acted where it may not; one that no person has done counts as wrong.',
  },
  coverage: { ...share, description: 'Items that the agent answered or did, of all seen.' },
  late_outputs: { ...count, description: 'Outputs in Shadow that came after the person’s act.' },
};
const place = { queue: string, step: string };
const held = whole(
  { events: count, since: { anyOf: [time, { type: 'null' }] } },
  'Events that a hold keeps from counting, and since when; weeks stay open as long.',
);
const rejected = whole({ index: count, id: string, errors: list(string) });
const ingest = {
  accepted: count,
  duplicates: count,
  rejected: list(rejected),
  lane_changes: list(ref('LaneChange')),
  alerts: list(ref('Alert')),
  signoff_requests: list(ref('SignoffRequest')),
  unauthorised: list(ref('UnauthorisedAct')),
  closed_week: week,
  week_number: week,
  waiting_settlement: count,
  held,
};
const work = whole({ event_id: string, at: time, actor: string, decision: text, outputs: anything });
const differing = list(whole({ name: string, severity, operator: anything, agent: anything }));
const counted: JsonSchema = { type: 'object', additionalProperties: count };
const standing = whole({
  ...place,
  title: string,
  lane,
  since: time,
  audit_rate: number,
  reason: string,
  blocked_by: list(string),
});
const signoff = nullable(whole({ request_id: string, purpose: string, requested_at: time, event: { type: 'object' } }));
const windows = { type: 'object', additionalProperties: ref('Figures'), description: 'By length in weeks.' };
const ledgerRow = {
  ...place,
  week,
  week_start: time,
  lane,
  ...figures,
  decision: { enum: ['promote', 'hold', 'demote'] },
  rule: text,
  gates: list(ref('Gate')),
  amended_weeks: list(week),
};

const routes = {
  ...list(
    whole({
      from: time,
      lane,
      audit_rate: share,
      blind_rate: share,
      reason: string,
      audit_seed: string,
      pick: { ...count, description: 'Revision of the hash that picks.' },
    }),
  ),
  description:
    'What routes were answered by, from when on: changes since the row before. Not in rows of older versions.',
};

/** Rows of older versions are never rewritten, and have no routes. */
function ledgerRowSchema(more: Readonly<Record<string, JsonSchema>> = {}): JsonSchema {
  const row = whole({ ...ledgerRow, ...more });
  return { ...row, properties: { ...ledgerRow, ...more, routes } };
}

const pin = {
  id: { type: 'string', pattern: '^pin_' },
  queue: { ...text, description: 'Null: every queue.' },
  step: { ...text, description: 'Null: every step of the queue.' },
  lane: { enum: ['shadow', 'assist'], description: 'The highest lane that routes return.' },
  reason: string,
  by: string,
  at: time,
  until: { ...timeOrNull, description: 'By the clock of the data; null: until it is removed.' },
  state: {
    enum: pinStates,
    description:
      '`ended`: the clock of the data has passed `until`. It limits nothing and is listed until it is removed.',
  },
};

const evidence = {
  ...place,
  generated_at: time,
  rules: ref('Rules'),
  weeks: list(ledgerRowSchema({ input_mix: list(whole({ feature: string, value: anything, n: count })) })),
  lane_changes: list(ref('LaneChange')),
  outcome_test: nullable(
    whole({ statistic: number, threshold: number, p0: number, p1: number, observations: count, since: time }),
  ),
  input_shift: list(whole({ feature: string, psi: number, limit: number, current: count, baseline: count })),
  signoffs: list({ allOf: [ref('SignoffRequest'), whole({ state: string, changed_at: time, by: text })] }),
  disagreements: list(
    whole({
      item: string,
      week,
      severity,
      waiting_since: time,
      operator: nullable(work),
      agent: nullable(work),
      fields: differing,
      settled: nullable(
        whole({ verdict: string, by: { enum: ['person', 'model'] }, actor: string, at: time, reason: text }),
      ),
    }),
  ),
  audits: list(whole({ item: string, week, at: time, actor: string, verdict: string, severity: text, counted: flag })),
};

export const answerSchemas: Readonly<Record<string, JsonSchema>> = {
  Error: {
    type: 'object',
    required: ['error', 'code'],
    properties: {
      error: { type: 'string', description: 'A plain sentence.' },
      code: { enum: Object.keys(statusOfCode) },
      details: { ...list(string), description: 'All findings, where there are several.' },
    },
  },
  ...eventComponents(),
  Rules: rulesSchema,
  RouteAnswer: whole({
    route_id: { type: 'string', pattern: '^rt_' },
    decision: { enum: ['human_only', 'propose', 'act_alone'] },
    lane,
    audit: { type: 'boolean', description: 'A person checks this item.' },
    audit_rate: { type: 'number', minimum: 0, maximum: 1 },
    reason: string,
    ...place,
    item: string,
    checked_at: time,
  }),
  RouteAnswers: whole({
    answers: list({
      anyOf: [ref('RouteAnswer'), whole({ ...place, item: string, error: string, code: string })],
    }),
  }),
  Figures: whole(figures),
  Gate: whole({
    gate: string,
    value: { type: ['number', 'boolean', 'null'] },
    bar: { type: ['number', 'boolean', 'null'] },
    passed: flag,
    sentence: string,
  }),
  LaneChange: whole({
    ...place,
    from: lane,
    to: lane,
    at: { ...time, description: 'From then on the new lane is in force.' },
    week: {
      ...week,
      description: 'Of a promotion the week that was closed, of a demotion at once the open one; YYYYWW.',
    },
    rule: { ...string, description: 'What moved it, such as assist_to_auto, cusum or critical_audit.' },
    numbers: { type: 'object', description: 'The figures it rests on, by name.' },
    reason: { ...string, description: 'The same in a sentence.' },
  }),
  Alert: whole({
    ...place,
    signal: { enum: ['input_shift', 'outcome_drift', 'critical_audit', 'coverage'] },
    value: { ...number, description: 'The figure that reached the threshold.' },
    threshold: number,
    detail: { ...string, description: 'What it means, in words.' },
    lane: { ...lane, description: 'Of the step after it.' },
    at: time,
    week,
  }),
  SignoffRequest: whole({
    request_id: { type: 'string', pattern: '^sr_' },
    purpose: {
      enum: ['promote', 'acknowledge'],
      description: 'promote: into Auto. acknowledge: a critical error; webhooks do not report these.',
    },
    ...place,
    numbers: { type: 'object', description: 'The figures it rests on, by name.' },
    event: { type: 'object', description: 'The event to send back, complete but for the actor.' },
    at: time,
  }),
  UnauthorisedAct: whole(
    { ...place, item: string, event_id: string, actor: string, lane, at: time },
    'An agent’s act where the lane of the time did not allow it: stored, and without effect.',
  ),
  AuditReminder: whole(
    {
      ...place,
      at: time,
      week,
      waiting: count,
      overdue: count,
      next_due: timeOrNull,
      people: list(whole({ person: string, waiting: count }, 'How many of them each person has.')),
    },
    'Audits of a step in Auto that have waited for a week or longer, those that are overdue among them.',
  ),
  IngestAnswer: whole(ingest),
  CsvAnswer: whole({ ...ingest, csv_errors: list(whole({ line: count, errors: list(string) })) }),
  ImportAnswer: whole({ ...ingest, left_out: list(whole({ line: count, reason: string })) }),
  ImportDryRun: whole({
    events: list(ref('Event')),
    counts: whole({ queue: counted, step: counted, actor: counted }, 'How much work each has.'),
    left_out: list(whole({ line: count, reason: string })),
  }),
  CloseAnswer: whole({
    closed: list(week),
    lane_changes: list(ref('LaneChange')),
    alerts: list(ref('Alert')),
    signoff_requests: list(ref('SignoffRequest')),
    closed_week: week,
    week_number: week,
    held,
  }),
  LaneView: whole({
    ...place,
    title: string,
    money_moving: flag,
    lane,
    since: time,
    since_week: week,
    reason: string,
    latest: nullable({ allOf: [ref('Figures'), whole({ week })] }),
    windows,
    audit_rate: number,
    evidence: whole({
      independent: whole({ labels: count, right: count }),
      confirmed: whole({ labels: count, right: count }),
      ln_e: number,
      assumed_bias: number,
      measured_bias: share,
    }),
    gates: list(ref('Gate')),
    last_change: nullable(ref('LaneChange')),
    signoff,
    rules: ref('Rules'),
    links: whole({ evidence: string, ledger: string }),
  }),
  Lanes: whole({ steps: list(ref('LaneView')) }),
  LedgerRow: ledgerRowSchema(),
  Ledger: whole({ rows: list(ref('LedgerRow')), next_cursor: text }),
  EvidencePack: whole(evidence),
  Standings: whole({ run_alone: list(standing), not_alone: list(standing) }),
  StepEvidence: whole({
    ...evidence,
    lane,
    since: time,
    reason: string,
    windows,
    audit_rate: number,
    gates: list(ref('Gate')),
    blocked_by: list(string),
    signoff,
    left_out: whole({ weeks: count, lane_changes: count, signoffs: count, disagreements: count, audits: count }),
  }),
  SettleQueue: whole({
    items: list(
      whole({
        ...place,
        item: string,
        week,
        severity,
        operator: nullable(work),
        agent: nullable(work),
        fields: differing,
        waiting_since: time,
      }),
    ),
    total: count,
    next_cursor: text,
  }),
  PendingAudits: whole({
    items: list(
      whole({
        ...place,
        item: string,
        lane,
        agent: string,
        required: flag,
        since: time,
        due: time,
        overdue: flag,
        person: text,
        assigned_at: timeOrNull,
      }),
    ),
    total: count,
    next_cursor: text,
  }),
  RouteTable: whole({
    version: { type: 'integer', description: 'It goes up with every change of any step.' },
    pick_revision: { type: 'integer', description: 'Of the hash of the picks.' },
    audit_seed: string,
    steps: list(
      whole({
        ...place,
        lane,
        audit_rate: number,
        blind_rate: number,
        reason: string,
        novel: {
          type: ['object', 'null'],
          description: 'What the novel-input guard compares with; null where it is off.',
          additionalProperties: true,
        },
      }),
    ),
  }),
  RouteAnswerCounts: routeAnswerCounts,
  PinList: whole({ pins: list(whole(pin)) }),
  SetPin: whole({ ...pin, lane_changes: list(ref('LaneChange')), held }),
  AuditAssignment: auditAssignment,
  PinRequest: pinRequest,
  Status: whole({
    events: whole({ total: count, today: count }),
    routes_today: count,
    last_webhook: nullable(whole({ id: string, type: string, at: time, status: string })),
    settlements_waiting: count,
    data_clock: timeOrNull,
    week_number: week,
    closed_week: week,
    clock: { enum: ['data', 'wall'] },
    held,
    audit_seed: string,
  }),
};
