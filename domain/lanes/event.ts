/** Work events: the wire shape that is stored (D30), and the shape that the lane machine reads. */
import type { WireEvent, WireStep } from './event-schema.ts';
import { readInstant } from './instant.ts';
import { type RoutedItem, timeRouted } from './route-id.ts';
import type { PartialRules } from './rules.ts';

/** A step is named by its queue and its own name. */
export interface StepName {
  readonly queue: string;
  readonly step: string;
}

/** An item at a step. */
export interface ItemName extends StepName {
  readonly item: string;
}

export type Severity = 'minor' | 'material' | 'critical';
export type Lane = 'shadow' | 'assist' | 'auto';
type Role = 'shadow' | 'proposal' | 'confirm' | 'act';
export type SettlementVerdict = 'agent_right' | 'operator_right' | 'both_wrong';

/** A field of outputs or features; a set is a list of scalars. */
export type Value = string | number | boolean | null | Value[];
export type Values = Readonly<Record<string, Value>>;

export interface Actor {
  readonly kind: 'operator' | 'agent';
  readonly id: string;
  readonly version?: string | null;
}

export interface FieldDefinition {
  readonly name: string;
  readonly compare: 'exact' | 'number' | 'text' | 'set';
  /** The largest difference that still agrees; only with `number`. */
  readonly tolerance: number | null;
  readonly severity: Severity;
}

export interface StepDefinition {
  readonly step: string;
  readonly title: string;
  readonly moneyMoving: boolean;
  readonly fields: readonly FieldDefinition[];
  /** Features watched for drift and for values never seen. */
  readonly watch: readonly string[];
  readonly rules: PartialRules;
  /** Of its queue: reasons to choose from when a disagreement is settled; left out where there are none. */
  readonly reasons?: readonly string[];
}

interface Head {
  readonly id: string;
  /** Epoch ms. */
  readonly at: number;
  readonly queue: string;
  readonly actor: Actor;
}

export interface QueueDefined extends Head {
  readonly kind: 'queue.defined';
  readonly title?: string;
  readonly steps: readonly StepDefinition[];
}

export interface StepDone extends Head {
  readonly kind: 'step.done';
  readonly step: string;
  readonly item: string;
  readonly role: Role;
  readonly decision: string | null;
  readonly outputs: Values;
  readonly features: Values;
  readonly startedAt: number | null;
  /** Epoch ms: when the route was answered that the work follows; left out where it names none of this item. */
  readonly routedAt?: number;
}

export interface AuditResult extends Head {
  readonly kind: 'audit.result';
  readonly step: string;
  readonly item: string;
  readonly verdict: 'agree' | 'disagree';
  readonly severity: Severity | null;
  readonly decision: string | null;
  /** What the auditor would have written; null when only the verdict was given. */
  readonly outputs: Values | null;
}

export interface SettlementMade extends Head {
  readonly kind: 'settlement.made';
  readonly step: string;
  readonly item: string;
  readonly verdict: SettlementVerdict;
  readonly severity: Severity | null;
  readonly by: 'person' | 'model';
  /** Why, in a few words. */
  readonly reason?: string;
}

export interface SignoffGiven extends Head {
  readonly kind: 'signoff.given';
  readonly step: string;
  readonly requestId: string;
  readonly verdict: 'approve' | 'decline';
}

export interface OutcomeRecorded extends Head {
  readonly kind: 'outcome.recorded';
  readonly step: string;
  readonly item: string;
  readonly good: boolean;
}

export type WorkEvent = QueueDefined | StepDone | AuditResult | SettlementMade | SignoffGiven | OutcomeRecorded;

export type { WireEvent, WireStep } from './event-schema.ts';

/** What an id of a queue, a step or an item is made of. */
export const idForm = /^[\p{L}\p{N}\p{M}._:/#@-]{1,128}$/u;

const none: Values = Object.freeze({});

/** Reads an event that the API has accepted; what may be left out gets its default, nothing is checked again. */
export function readEvent(wire: WireEvent): WorkEvent {
  const { id, queue, actor } = wire;
  const at = readTime(wire.at);
  const step = wire.step ?? '';
  const item = wire.item ?? '';
  const subject = { id, at, queue, actor, step, item };
  switch (wire.kind) {
    case 'step.done':
      return {
        kind: 'step.done',
        ...subject,
        role: wire.role ?? 'act',
        decision: wire.decision ?? null,
        outputs: wire.outputs ?? none,
        features: wire.features ?? none,
        startedAt: typeof wire.started_at === 'string' ? readTime(wire.started_at) : null,
        ...routedBy(wire.route_id, { queue, step, item }),
      };
    case 'audit.result':
      return {
        kind: 'audit.result',
        ...subject,
        verdict: wire.verdict === 'agree' ? 'agree' : 'disagree',
        severity: wire.severity ?? null,
        decision: wire.decision ?? null,
        outputs: wire.outputs ?? null,
      };
    case 'settlement.made': {
      const verdict = wire.verdict as SettlementVerdict;
      const by = wire.by ?? 'person';
      return {
        kind: 'settlement.made',
        ...subject,
        verdict,
        severity: wire.severity ?? null,
        by,
        ...(typeof wire.reason === 'string' ? { reason: wire.reason } : {}),
      };
    }
    case 'signoff.given': {
      const verdict = wire.verdict === 'approve' ? 'approve' : 'decline';
      return { kind: 'signoff.given', id, at, queue, actor, step, requestId: wire.request_id ?? '', verdict };
    }
    case 'outcome.recorded':
      return { kind: 'outcome.recorded', ...subject, good: wire.good === true };
    case 'queue.defined':
      return readDefinition(wire, at);
    default:
      return wire.kind satisfies never;
  }
}

function routedBy(id: string | null | undefined, routed: RoutedItem): { routedAt?: number } {
  const routedAt = typeof id === 'string' ? timeRouted(id, routed) : undefined;
  return routedAt === undefined ? {} : { routedAt };
}

function readDefinition(wire: WireEvent, at: number): QueueDefined {
  const { id, queue, actor, title, settlement_reasons } = wire;
  const reasons = settlement_reasons ?? [];
  const steps = (wire.steps ?? []).map((one) => {
    const step = readStep(one);
    return reasons.length === 0 ? step : { ...step, reasons };
  });
  const definition = { kind: 'queue.defined', id, at, queue, actor, steps } as const;
  return typeof title === 'string' ? { ...definition, title } : definition;
}

function readStep(wire: WireStep): StepDefinition {
  return {
    step: wire.step,
    title: wire.title ?? wire.step,
    moneyMoving: wire.money_moving ?? false,
    fields: (wire.fields ?? []).map(({ name, compare, tolerance, severity }) => ({
      name,
      compare,
      tolerance: tolerance ?? null,
      severity: severity ?? 'material',
    })),
    watch: [...new Set(wire.watch)],
    rules: wire.rules ?? {},
  };
}

/** `2026-11-20T08:00:00.000Z`, the usual form, by the engine's own parser: four times as quick as the careful one. */
function readTime(text: string): number {
  if (text.length === 24 && text.endsWith('Z')) {
    const at = Date.parse(text);
    if (!Number.isNaN(at)) return at;
  }
  return readInstant(text) ?? Date.parse(text);
}
