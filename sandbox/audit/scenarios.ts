/** Names for seeded invoices, disputes and claims that tests, trials and documentation rely on, and task inputs. */
import { scenarioPros, type ScenarioTask } from '../tms/scenarios.ts';

/** All but `missing` exist; where a shipment of the same name exists, the invoice is for it. */
export const scenarioInvoices = {
  /** Short by the liftgate, which the receipt shows. */
  disputeSupported: '7100246813',
  /** Short for a shortage that the receipt notes. */
  disputeShort: '7100417306',
  /** Has an open dispute without a delivery receipt. */
  disputeOpen: '7100539162',
  /** Short for a shortage, clear receipt, no dispute. */
  disputeFiles: '7100638205',
  /** Has an open dispute of somebody else. */
  disputeForeign: '7100728149',
  /** Short for damage that was reported in time. */
  disputeNotice: '7100815237',
  /** Short by a lower class; an inspection confirms the billed one. */
  disputeClass: '7100262531',
  inAudit: '7100900001',
  closed: '7100900002',
  paidInFull: '7100900003',
  /** Zero paid as the duplicate of another bill. */
  duplicate: '7100900004',
  missing: '7100999999',
} as const;

export const scenarioDisputes = { open: 'DSP-2026-003101', foreign: 'DSP-2026-003102' } as const;

export const scenarioClaims = {
  accept: 'CLM-2026-000501',
  partly: 'CLM-2026-000502',
  reject: 'CLM-2026-000503',
  decided: 'CLM-2026-000504',
  person: 'CLM-2026-000505',
  inspected: 'CLM-2026-000506',
  packaging: 'CLM-2026-000507',
  timeBarred: 'CLM-2026-000508',
  large: 'CLM-2026-000509',
  unsigned: 'CLM-2026-000510',
  incomplete: 'CLM-2026-000511',
  capped: 'CLM-2026-000512',
  missing: 'CLM-2026-999999',
} as const;

/** Task inputs that work on the seeded data of both portals, by name. */
export function auditScenarios(): Record<string, ScenarioTask> {
  return {
    file_dispute: fileDispute('disputeSupported'),
    file_dispute_unsupported: fileDispute('disputeShort'),
    file_dispute_conflict: fileDispute('disputeForeign'),
    pod_to_dispute_open: podToDispute('disputeOpen'),
    pod_to_dispute_files: podToDispute('disputeFiles'),
    answer_claim_accept: answerClaim('accept'),
    answer_claim_partly: answerClaim('partly'),
    answer_claim_reject: answerClaim('reject'),
    answer_claim_decided: answerClaim('decided'),
    answer_claim_person: answerClaim('person'),
    answer_claim_large: answerClaim('large'),
  };
}

function fileDispute(name: keyof typeof scenarioInvoices): ScenarioTask {
  const invoice_number = scenarioInvoices[name];
  return {
    task_type: 'file_dispute',
    params: { invoice_number },
    instruction: `Dispute the short pay on invoice ${invoice_number}.`,
    client_ref: `trial-${name}`,
  };
}

function podToDispute(name: 'disputeOpen' | 'disputeFiles'): ScenarioTask {
  const invoice_number = scenarioInvoices[name];
  return {
    task_type: 'pod_to_dispute',
    params: { pro: scenarioPros[name], invoice_number },
    instruction: `Bring the proof of delivery to the dispute on invoice ${invoice_number}.`,
    client_ref: `trial-${name}`,
  };
}

function answerClaim(name: keyof typeof scenarioClaims): ScenarioTask {
  const claim_id = scenarioClaims[name];
  return {
    task_type: 'answer_claim',
    params: { claim_id },
    instruction: `Answer claim ${claim_id}.`,
    client_ref: `trial-claim-${name}`,
  };
}
