/** Judges an answer_claim from what is known: look, the receipt, then answer it. */
import { withoutStop } from '../../sentence.ts';
import { type ClaimRead, readClaim, responseFields, responseOnFile } from '../facts/claim.ts';
import { formatAmount, noMoney } from '../money.ts';
import { type ClaimFacts, answerClaimTable, decideClaim } from '../rules/answer-claim.ts';
import type { OnFile } from './write-once.ts';
import { prefixed } from './dispute.ts';
import {
  type Judged,
  type Judging,
  cannotBeRead,
  decidedBeforeReceipt,
  marksFor,
  otherRecord,
  stopped,
  unseenReceipt,
} from './write-context.ts';
import { needsLimit, writeOf } from './order.ts';
import { claimValues, shownLimit } from './shown-change.ts';

const action = 'answer_claim';

export function judgeClaim(judging: Judging): Judged {
  const { params, known, limits } = judging;
  const search = params.claim_id ?? params.invoice_number ?? '';
  const asked = params.claim_id === undefined ? `claim on invoice ${search}` : `claim ${search}`;
  const mark = judging.mark(action);
  const { look } = known;
  if (look === undefined)
    return {
      kind: 'look',
      inputs: { search, claim_id: params.claim_id ?? '', invoice_number: params.invoice_number ?? '', mark },
    };
  const factsOf = (page: ClaimRead | null, onFile: OnFile, receipt: ClaimFacts['receipt']): ClaimFacts => ({
    asked,
    claim: page?.claim ?? null,
    onFile,
    receipt,
    inspection: page?.inspection ?? null,
    liability: page?.liability ?? { perPound: null, perShipment: null },
    salvage: page?.salvage ?? noMoney,
    holidays: judging.holidays,
    limits,
  });
  if (look.kind === 'absent') {
    const decided = decideClaim(factsOf(null, { kind: 'nothing' }, unseenReceipt));
    return decided.kind === 'stop' ? stopped(decided) : cannotBeRead(asked, 'it is not shown');
  }
  const read = readClaim(look.facts);
  if (read.kind === 'unreadable') return cannotBeRead(asked, read.why);
  const page = read.value;
  const { number, pro } = page.claim;
  if (params.claim_id !== undefined && params.claim_id.toUpperCase() !== number.toUpperCase())
    return otherRecord(asked, `claim ${number}`);
  const fact = `response ${number}`;
  const onFile = responseOnFile(page, marksFor(judging, action, [fact]));
  const early = decideClaim(factsOf(page, onFile, unseenReceipt));
  if (early.kind === 'stop' && decidedBeforeReceipt(answerClaimTable, early.rule)) return stopped(early);
  // A claim that names no shipment is not yet a claim; there is no receipt to pull for it.
  if (pro === null) return early.kind === 'stop' ? stopped(early) : cannotBeRead(asked, 'it names no shipment');
  if (known.receipt === undefined) return { kind: 'pull_receipt', pro, into: 'receipt' };
  const decided = decideClaim(factsOf(page, onFile, known.receipt.receipt));
  if (decided.kind === 'stop') return stopped(decided);
  const claimed = page.claim.claimed ?? noMoney;
  const explanation = params.comment ?? decided.sentence;
  return writeOf(
    {
      capability: 'answer_claim',
      action,
      noun: 'response',
      scope: `claim ${number}`,
      fact,
      inputs: {
        decision: decided.kind,
        amount: decided.kind === 'reject' ? '' : formatAmount(decided.amount),
        reason_code: decided.kind === 'reject' ? decided.code : '',
        explanation,
      },
      amount: claimed,
      people: decided.people,
      rule: decided.rule,
      sentence: needsLimit(decided.sentence, 'claimed amount', claimed, decided.people, limits),
      done: { verb: 'entered', detail: withoutStop(decided.sentence) },
      lookedAt: look.at,
      before: page.responses,
      podFile: known.receipt.file?.name ?? null,
      expected: { fields: responseFields(number, decided), explanation, file: null, bill: null },
      shown: {
        record: `claim ${number}`,
        values: claimValues({ state: page.state, claimed: page.claim.claimed }, decided),
        limit: shownLimit('claimed amount', limits),
      },
    },
    mark,
    { claim_number: number },
    { ...look.facts, ...prefixed(known.receipt) },
    judging,
  );
}
