/** A cargo claim and its responses, out of the facts of a `look` or `probe` of answer_claim. */
import { formatAmount, noMoney } from '../money.ts';
import { type ClaimAnswer, type ClaimFacts, type ClaimOnPortal, claimTypes } from '../rules/answer-claim.ts';
import { type Marks, type OnFile, type PortalRecord, whatIsOnFile } from '../writing/write-once.ts';
import { type FactReader, type PhaseFacts, type Reading, joined, reading, recordOf } from './reading.ts';

export interface ClaimRead extends Pick<ClaimFacts, 'inspection' | 'liability' | 'salvage'> {
  readonly claim: ClaimOnPortal;
  readonly state: string;
  /** Responses of this claim, and those with our mark on any claim. */
  readonly responses: readonly PortalRecord[];
}

export function readClaim(facts: PhaseFacts): Reading<ClaimRead> {
  const read = reading(facts, claimOn);
  if (read.kind === 'unreadable') return read;
  const type = claimTypes.find((name) => name === read.value.type.toLowerCase());
  if (type === undefined) return { kind: 'unreadable', why: `the type of the claim is not known: ${read.value.type}` };
  const { claim, rest } = read.value;
  return { kind: 'read', value: { ...rest, claim: { ...claim, type } } };
}

const causes = ['packaging', 'inherent vice'] as const;

function claimOn(page: FactReader) {
  const number = page.text('claim_number');
  const cause = page.textOrNull('inspection_cause')?.toLowerCase();
  return {
    type: page.text('type'),
    claim: {
      number,
      filed: page.day('filed'),
      claimed: page.moneyOrNull('claimed'),
      pro: page.textOrNull('pro'),
      lines: page.rows('lines').map((row) => ({
        description: row.text('description'),
        pieces: row.whole('pieces'),
        unitPounds: row.decimal('unit_weight'),
        unitValue: row.money('unit_value'),
      })),
      reported: page.dayOrNull('damage_reported'),
      proofOffered: page.flag('proof_offered'),
    },
    rest: {
      state: page.text('claim_state'),
      responses: responsesOn(page, number),
      inspection:
        page.dayOrNull('inspected_on') === null
          ? null
          : {
              provenPieces: page.wholeOrNull('pieces_confirmed'),
              cause: causes.find((known) => known === cause) ?? null,
            },
      liability: {
        perPound: page.moneyOrNull('liability_per_pound'),
        perShipment: page.moneyOrNull('liability_per_shipment'),
      },
      salvage: page.moneyOrNull('salvage') ?? noMoney,
    },
  };
}

/** The responses alone, as a probe reads them. */
export function readResponses(facts: PhaseFacts, claimNumber: string): Reading<readonly PortalRecord[]> {
  return reading(facts, (page) => responsesOn(page, claimNumber));
}

function responsesOn(page: FactReader, claimNumber: string): PortalRecord[] {
  const record = (row: FactReader, claim: string): PortalRecord => {
    const decision = decisionMeant(row.text('decision'));
    const amount = row.textOrEmpty('amount');
    return recordOf(row, ['reason_code'], {
      claim_number: claim,
      decision,
      // A rejection has no amount, or one of nothing.
      amount: decision === 'reject' && /^\$?0\.00$/.test(amount) ? '' : amount,
    });
  };
  const own = page.rows('responses').map((row) => record(row, claimNumber));
  const marked = (page.rowsOrNull('marked') ?? []).map((row) => record(row, row.text('claim_number')));
  return joined(own, marked);
}

/** Our word for the portal's; a word that is not known stays as it is, and equals none of ours. */
function decisionMeant(words: string): string {
  if (/^(?:decline|reject|den)/i.test(words)) return 'reject';
  if (/\bpart/i.test(words)) return 'partly';
  return /^accept/i.test(words) ? 'accept' : words;
}

/** A claim is answered once: any response is of the same fact. */
export function responseOnFile({ state, responses }: ClaimRead, marks: Marks): OnFile {
  const found = whatIsOnFile({ kind: 'read', records: responses }, marks);
  if (found.kind !== 'nothing' || !/^(?:accepted|partly accepted|declined|withdrawn|closed)\b/i.test(state))
    return found;
  return { kind: 'cannot_tell', why: `the claim is "${state}" and shows no response` };
}

/** What the record of a response has to say. */
export function responseFields(claimNumber: string, answer: ClaimAnswer): Record<string, string> {
  return {
    claim_number: claimNumber,
    decision: answer.kind,
    amount: answer.kind === 'reject' ? '' : formatAmount(answer.amount),
    reason_code: answer.kind === 'reject' ? answer.code : '',
  };
}
