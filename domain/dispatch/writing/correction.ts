/** Judges a tms_correction from what is known: look, preview, then key it. */
import { correctionFields, correctionOnFile, readBill, readPreview } from '../facts/bill.ts';
import { canonicalJson } from '../../canonical-json.ts';
import { type Cents, dollarChange, dollars, formatAmount } from '../money.ts';
import { decideCorrection, decideCorrectionAmount } from '../rules/tms-correction.ts';
import type { CorrectionFacts, CorrectionReason, RatePreview } from '../rules/tms-correction.ts';
import type { Changes } from '../task-schemas.ts';
import { type Judged, type Judging, cannotBeRead, marksFor, otherRecord, stopped } from './write-context.ts';
import { writeOf } from './order.ts';
import { correctionValues, shownLimit } from './shown-change.ts';

const action = 'correct_bill';

export function judgeCorrection(judging: Judging): Judged {
  const { params, known, limits } = judging;
  const asked: CorrectionFacts['asked'] = {
    pro: params.pro ?? '',
    reason: (params.reason_code ?? '') as CorrectionReason,
    changes: params.changes ?? {},
  };
  const mark = judging.mark(action);
  const { look, preview } = known;
  if (look === undefined) return { kind: 'look', inputs: { pro: asked.pro, mark } };
  if (look.kind === 'absent') return ended(decideCorrection({ asked, bill: null, onFile: { kind: 'nothing' } }));

  const read = readBill(look.facts, asked.changes);
  if (read.kind === 'unreadable') return cannotBeRead(`the bill of ${asked.pro}`, read.why);
  const { bill, corrections } = read.value;
  if (bill.pro !== asked.pro) return otherRecord(`PRO ${asked.pro}`, `PRO ${bill.pro}`);
  const fact = `correction ${asked.pro} ${asked.reason} ${canonicalJson(asked.changes)}`;
  const onFile = correctionOnFile(read.value, asked, marksFor(judging, action, [fact]));
  const decided = decideCorrection({ asked, bill, onFile });
  if (decided.kind === 'stop') return stopped(decided);

  const explanation = params.comment ?? `Correction under reason ${asked.reason}.`;
  const inputs = {
    reason_code: asked.reason,
    note: params.note ?? '',
    explanation,
    ...changeInputs(asked.changes),
  };
  if (preview === undefined) return { kind: 'preview', inputs: { ...inputs, pro: asked.pro, mark } };
  const figures = readPreview(preview);
  const weighed = decideCorrectionAmount({ pro: asked.pro, reason: asked.reason, preview: figures, limits });
  if (weighed.kind === 'stop') return stopped(weighed);
  return writeOf(
    {
      capability: 'tms_correction',
      action,
      noun: 'correction',
      scope: `bill ${asked.pro}`,
      fact,
      inputs: { ...inputs, amount: formatAmount(weighed.netChange) },
      amount: weighed.netChange,
      people: weighed.people,
      rule: weighed.rule,
      sentence: weighed.sentence,
      done: { verb: 'entered', detail: netChangeOf(figures, weighed.netChange) },
      lookedAt: look.at,
      before: corrections,
      podFile: null,
      expected: {
        fields: correctionFields(asked, weighed.netChange),
        explanation: null,
        file: null,
        bill: asked,
      },
      shown: {
        record: `bill ${asked.pro}`,
        values: correctionValues(asked, bill, figures),
        limit: shownLimit('net change', limits),
      },
    },
    mark,
    { pro: asked.pro },
    { ...look.facts, ...preview },
    judging,
  );
}

/** A bill that is not there always ends the task. */
function ended(decided: ReturnType<typeof decideCorrection>): Judged {
  return decided.kind === 'stop' ? stopped(decided) : cannotBeRead('the bill', 'it is not shown');
}

/** `Net change +$482.77 ($1,097.27 → $1,580.04)`. */
function netChangeOf({ before, after }: RatePreview, netChange: Cents): string {
  const totals = before === null || after === null ? '' : ` (${dollars(before)} → ${dollars(after)})`;
  return `Net change ${dollarChange(netChange)}${totals}`;
}

/** The changes as a form takes them; what does not apply is the empty text. */
function changeInputs(changes: Changes): Record<string, string> {
  return {
    billed_weight: changes.billed_weight === undefined ? '' : String(changes.billed_weight),
    billed_class: changes.billed_class ?? '',
    add_accessorials: (changes.add_accessorials ?? []).join(', '),
    remove_accessorials: (changes.remove_accessorials ?? []).join(', '),
    consignee_name: changes.consignee_name ?? '',
    consignee_address: changes.consignee_address ?? '',
  };
}
