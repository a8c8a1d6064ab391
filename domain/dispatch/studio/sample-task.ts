/** A task on the sample record of a recording: what a canary rehearses, and what the command line proposes. */
import { changesOfReason, correctionReasons, disputeReasons, paramNames } from '../task-schemas.ts';
import type { StudioSetup } from './acts.ts';

/** The sample record as the params of a task, and what the recipes of a real task would be given beside them. */
export function sampleTask({ taskType, samples }: Pick<StudioSetup, 'taskType' | 'samples'>): {
  readonly params: Readonly<Record<string, unknown>>;
  readonly inputs: Readonly<Record<string, string>>;
} {
  const params: Record<string, unknown> = {};
  const inputs: Record<string, string> = {};
  const changes: Record<string, unknown> = {};
  const changed = new Set<string>(
    Object.entries(changesOfReason).flatMap(([reason, names]) => (reason === samples['reason_code'] ? names : [])),
  );
  const reasons: readonly string[] = taskType === 'tms_correction' ? correctionReasons : disputeReasons;
  for (const [name, value] of Object.entries(samples)) {
    if (taskType === 'tms_correction' && changed.has(name)) changes[name] = changeOf(name, value);
    else if (name === 'amount' || (name === 'reason_code' && !reasons.includes(value))) inputs[name] = value;
    else if (paramNames.some((known) => known === name)) params[name] = value;
    else inputs[name] = value;
  }
  if (taskType === 'tms_correction') params['changes'] = changes;
  // What a sender names it by, where the portal's own number is the sample.
  const { claim_number: claim = samples['search'], dispute_number: dispute } = samples;
  if (taskType === 'answer_claim' && claim !== undefined && samples['invoice_number'] === undefined)
    params['claim_id'] ??= claim;
  if (taskType === 'pod_to_dispute' && dispute !== undefined) params['dispute_id'] ??= dispute;
  return { params, inputs };
}

function changeOf(name: string, value: string): unknown {
  if (name === 'billed_weight') return Number(value);
  return name.endsWith('_accessorials') ? value.split(/\s*,\s*/) : value;
}
