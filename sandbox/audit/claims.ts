/** Answers claims, under the rules of the portal. */

import type pg from 'pg';
import type { RecordKeys, Visit, StoreManner, StoreResult, Stored, WriteOrder } from '../framework/application.ts';
import { centsOf, dollars } from '../framework/money.ts';
import { responsePage } from './pages/claims.ts';
import { findClaim, responsesOf } from './read.ts';
import { decisions, declineCodes, openClaimStates } from './records.ts';
import type { Claim, ClaimState, Decision, ResponseEntry } from './records.ts';
import { nextSerial } from './upload.ts';

const longestReference = 40;
const longestText = 4000;

const stateAfter: Readonly<Record<Decision, ClaimState>> = {
  accept: 'Accepted',
  partial: 'Partly accepted',
  decline: 'Declined',
};

export function readResponseEntry(form: URLSearchParams): ResponseEntry {
  const field = (name: string): string => (form.get(name) ?? '').trim();
  return {
    decision: field('decision'),
    amount: field('amount'),
    reasonCode: field('reason_code'),
    reason: field('reason'),
    reference: field('reference'),
  };
}

export function aboutClaim({
  number,
  pro,
  invoiceNumber,
}: Pick<Claim, 'number' | 'pro' | 'invoiceNumber'>): RecordKeys {
  return { claim_id: number, pro: pro ?? undefined, invoice_number: invoiceNumber ?? undefined };
}

/** Why the answer does not fit the claim; null when it does. */
function whyNot(claim: Claim, entry: ResponseEntry): string | null {
  const { decision, amount, reasonCode, reason, reference } = entry;
  const cents = amount === '' ? 0 : centsOf(amount);
  const claimed = claim.claimedCents;
  if (!openClaimStates.includes(claim.state)) return `Claim ${claim.number} is ${claim.state.toLowerCase()}.`;
  if (!isDecision(decision)) return 'Choose a decision.';
  if (cents === null) return 'Enter the amount in dollars and cents, such as 240.00.';
  if (reasonCode !== '' && !declineCodes.some((known) => known === reasonCode)) return 'Choose a reason code.';
  if (reason.length > longestText) return `The reason has at most ${longestText} characters.`;
  if (reference.length > longestReference) return `Your reference has at most ${longestReference} characters.`;
  if (decision === 'decline') {
    if (cents !== 0) return 'A claim that is declined has no amount.';
    return reasonCode === '' ? 'Choose a reason code to decline.' : null;
  }
  if (claimed === null) return `Claim ${claim.number} states no amount yet.`;
  if (decision === 'accept')
    return cents === claimed ? null : `To accept, enter the claimed amount of ${dollars(claimed)}.`;
  return cents > 0 && cents < claimed ? null : `To accept in part, enter less than the claimed ${dollars(claimed)}.`;
}

function isDecision(text: string): text is Decision {
  return decisions.some(([decision]) => decision === text);
}

/** @param refuse writes the form again, with words */
export function responseOrder(
  visit: Visit,
  claimNumber: string,
  entry: ResponseEntry,
  refuse: WriteOrder['refuse'],
): WriteOrder {
  const by = visit.session?.username ?? '';
  const decision: Decision = isDecision(entry.decision) ? entry.decision : 'decline';
  const amountCents = decision === 'decline' ? null : centsOf(entry.amount);

  async function store(client: pg.PoolClient, manner: StoreManner): Promise<StoreResult> {
    await client.query('select from sandbox.audit_claims where number = $1 for update', [claimNumber]);
    const claim = await findClaim(client, claimNumber);
    if (claim === null) return { kind: 'refused', words: `No claim ${claimNumber} exists.` };
    if (manner === 'again') return respond(client, claimNumber, manner);
    const [first] = await responsesOf(client, claimNumber);
    if (first !== undefined) {
      const words = `Claim ${claimNumber} was answered already, with response ${first.number}.`;
      const isRepeat = first.reference.toUpperCase() === entry.reference.toUpperCase() && first.decision === decision;
      return isRepeat ? { kind: 'repeat', number: first.number, words } : { kind: 'refused', words };
    }
    const words = whyNot(claim, entry);
    return words === null ? respond(client, claimNumber, manner) : { kind: 'refused', words };
  }

  async function respond(client: pg.PoolClient, to: string, manner: StoreManner): Promise<Stored> {
    const serial = await nextSerial(client, 'audit_responses');
    const number = `RSP-2026-${serial.padStart(6, '0')}`;
    const half = manner === 'half';
    const amount = half ? null : amountCents;
    const reason = half ? '' : entry.reason;
    const reasonCode = half ? '' : entry.reasonCode;
    await client.query(
      `insert into sandbox.audit_responses (serial, number, claim_number, decision, amount_cents, reason_code, reason,
         reference, responded_by, responded_at) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
      [serial, number, to, decision, amount, reasonCode, reason, entry.reference, by, visit.now],
    );
    await client.query('update sandbox.audit_claims set state = $2 where number = $1', [to, stateAfter[decision]]);
    const fields = { claim_id: to, decision, amount_cents: amount, reason_code: reasonCode, reason };
    return { kind: 'stored', number, fields };
  }

  return {
    kind: 'answer_claim',
    reference: entry.reference,
    store,
    async collateral(client) {
      const found = await client.query<{ number: string }>(
        `select number from sandbox.audit_claims where number <> $1 and state = any ($2)
         order by number < $1, number limit 1`,
        [claimNumber, openClaimStates],
      );
      const other = found.rows[0] === undefined ? null : await findClaim(client, found.rows[0].number);
      return other === null ? null : { ...(await respond(client, other.number, 'whole')), about: aboutClaim(other) };
    },
    place: (number) => `/claims/${claimNumber}/responses/${number}`,
    pretend(number) {
      const { reasonCode, reason, reference } = entry;
      const at = visit.now.toISOString();
      return responsePage(
        visit,
        { number, claimNumber, decision, amountCents, reasonCode, reason, reference, by, at },
        true,
      );
    },
    refuse,
  };
}
