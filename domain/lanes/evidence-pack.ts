/** The evidence pack of a step (2.7, D49): every week, every move, the tests, and the latest disagreements and audits. */
import type { FieldDifference } from './compare.ts';
import type { Severity, SettlementVerdict, StepName } from './event.ts';
import { countedValue } from './input-value.ts';
import { inputShifts } from './machine/inputs.ts';
import type { AuditChange, DisagreementChange, ShownWork, SignoffState } from './machine/records.ts';
import type { ViewedStep } from './lane-view.ts';
import { dayOf } from './machine/runtime.ts';
import { type LaneChange, type LedgerRow, type ShownGate, type SignoffRequest, isoTime } from './moves.ts';
import { withShownGates } from './review/gate.ts';
import { type Rules, mergeRules } from './rules.ts';

/** What the store holds of a step. */
export interface StoredEvidence {
  readonly ledger: readonly LedgerRow[];
  /** How often a watched input had a value in a week. */
  readonly inputs: readonly StoredInput[];
  readonly laneChanges: readonly LaneChange[];
  readonly signoffs: readonly StoredSignoff[];
  /** Newest first. */
  readonly disagreements: readonly StoredDisagreement[];
  readonly audits: readonly AuditChange[];
}

/** How often a watched input had a value in a week. */
export interface StoredInput {
  readonly week: number;
  readonly feature: string;
  readonly value: string;
  readonly n: number;
}

export interface StoredSignoff {
  readonly request: SignoffRequest;
  readonly state: SignoffState;
  readonly changedAt: Date;
  readonly changedBy: string | null;
}

export interface StoredDisagreement {
  readonly item: string;
  readonly week: number;
  /** 1 minor, 2 material, 3 critical. */
  readonly severity: number;
  readonly since: Date;
  readonly settled: DisagreementChange['settled'];
  readonly found: DisagreementChange['found'];
}

interface InputMixEntry {
  readonly feature: string;
  /** Null for a missing value; what is neither text, number nor boolean is counted as one. */
  readonly value: string | number | boolean | null;
  readonly n: number;
}

type ShownLedgerRow = LedgerRow & { readonly gates: readonly ShownGate[] };

export interface EvidencePack extends StepName {
  readonly generated_at: string;
  readonly rules: Rules;
  readonly weeks: readonly (ShownLedgerRow & { readonly input_mix: readonly InputMixEntry[] })[];
  readonly lane_changes: readonly LaneChange[];
  /** CUSUM of the stint; null in Shadow, where nothing is tested. */
  readonly outcome_test: {
    readonly statistic: number;
    readonly threshold: number;
    readonly p0: number;
    readonly p1: number;
    readonly observations: number;
    readonly since: string;
  } | null;
  readonly input_shift: readonly {
    readonly feature: string;
    readonly psi: number;
    readonly limit: number;
    readonly current: number;
    readonly baseline: number;
  }[];
  readonly signoffs: readonly (SignoffRequest & {
    readonly state: SignoffState;
    readonly changed_at: string;
    readonly by: string | null;
  })[];
  readonly disagreements: readonly DisagreementView[];
  readonly audits: readonly AuditView[];
}

export interface DisagreementView {
  readonly item: string;
  readonly week: number;
  readonly severity: Severity;
  readonly waiting_since: string;
  readonly operator: ShownWork | null;
  readonly agent: ShownWork | null;
  readonly fields: readonly FieldDifference[];
  readonly settled: {
    readonly verdict: SettlementVerdict;
    readonly by: 'person' | 'model';
    readonly actor: string;
    readonly at: string;
    /** Null where none was given. */
    readonly reason: string | null;
  } | null;
}

export interface AuditView extends Omit<AuditChange, 'stepNo' | 'at' | 'eventId'> {
  readonly at: string;
}

const severities = ['minor', 'material', 'critical'] as const;

/**
 * @param dataClock epoch ms; null before the first event
 * @param generatedAt epoch ms
 */
export function evidencePack(
  { queue, step, state }: ViewedStep,
  stored: StoredEvidence,
  dataClock: number | null,
  generatedAt: number,
): EvidencePack {
  const rules = mergeRules(state.definition.rules);
  const { cusum, stints } = state;
  const mixes = mixByWeek(stored.inputs);
  return {
    queue,
    step,
    generated_at: isoTime(generatedAt),
    rules,
    weeks: stored.ledger.map((row) => Object.assign(withShownGates(row), { input_mix: mixes.get(row.week) ?? [] })),
    lane_changes: stored.laneChanges,
    outcome_test:
      cusum.h > 0
        ? {
            statistic: cusum.s,
            threshold: cusum.h,
            p0: cusum.p0,
            p1: cusum.p1,
            observations: cusum.n,
            since: isoTime(stints.at(-1)?.from ?? state.since),
          }
        : null,
    input_shift: inputShifts(state, rules, dayOf(dataClock ?? 0)).map(({ feature, psi, limit, current, baseline }) => ({
      feature,
      psi,
      limit,
      current,
      baseline,
    })),
    signoffs: stored.signoffs.map(({ request, state, changedAt, changedBy }) =>
      Object.assign({}, request, { state, changed_at: changedAt.toISOString(), by: changedBy }),
    ),
    disagreements: stored.disagreements.map(disagreementView),
    audits: stored.audits.map(({ item, week, at, actor, verdict, severity, counted }) => ({
      item,
      week,
      at: isoTime(at),
      actor,
      verdict,
      severity,
      counted,
    })),
  };
}

export function disagreementView(row: StoredEvidence['disagreements'][number]): DisagreementView {
  const { item, week, severity, since, settled, found } = row;
  return {
    item,
    week,
    severity: severities[severity - 1] ?? 'material',
    waiting_since: since.toISOString(),
    operator: found?.operator ?? null,
    agent: found?.agent ?? null,
    fields: found?.fields ?? [],
    settled: settled
      ? {
          verdict: settled.verdict,
          by: settled.by,
          actor: settled.actor,
          at: isoTime(settled.at),
          reason: settled.reason ?? null,
        }
      : null,
  };
}

function mixByWeek(inputs: StoredEvidence['inputs']): Map<number, InputMixEntry[]> {
  const mixes = new Map<number, InputMixEntry[]>();
  for (const { week, feature, value, n } of inputs) {
    const mix = mixes.get(week) ?? [];
    mix.push({ feature, value: countedValue(value, value), n });
    mixes.set(week, mix);
  }
  return mixes;
}
