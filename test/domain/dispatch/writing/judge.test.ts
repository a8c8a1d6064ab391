import assert from 'node:assert/strict';
import { cents } from '../../../../domain/dispatch/money.ts';
import { approvalLimits } from '../../../../domain/dispatch/writing/order.ts';
import type { Judged, Known } from '../../../../domain/dispatch/writing/write-context.ts';
import type { TaskParams } from '../../../../domain/dispatch/task-schemas.ts';
import { at, billFacts, claimFacts, invoiceFacts, judge, mark, orderFrom, receipt } from './look-facts.ts';

const ended = (judged: Judged): string =>
  judged.kind === 'end' ? `${judged.reason} ${judged.rule}` : `goes on with ${judged.kind}`;

describe('judging a correction', () => {
  const params: TaskParams = {
    pro: '0315864922',
    reason_code: 'CC',
    changes: { billed_class: '125' },
    note: 'Inspection',
  };
  const preview = { original_total: '$1,097.27', corrected_total: '$1,338.66', net_change: '+$241.39' };
  const limits = approvalLimits([], 'tms_correction');
  const looked = (change: object = {}): Known => ({
    capability: 'tms_correction',
    look: { kind: 'facts', facts: { ...billFacts, ...change }, at },
  });

  it('asks for the look, then for the preview, then writes what the preview said', () => {
    const own = mark('correct_bill');
    assert.deepEqual(judge({ capability: 'tms_correction' }, params), {
      kind: 'look',
      inputs: { pro: '0315864922', mark: own },
    });
    const second = judge(looked(), params);
    assert.equal(second.kind === 'preview' && second.inputs['billed_class'], '125');
    assert.equal(second.kind === 'preview' && second.inputs['billed_weight'], '');
    const order = orderFrom(judge({ ...looked(), preview }, params, { limits }));
    assert.equal(order.amount, 24_139);
    assert.equal(order.people, 0);
    assert.equal(order.inputs['amount'], '241.39');
    assert.equal(order.scope, 'bill 0315864922');
    assert.deepEqual(order.expected.fields, { pro: '0315864922', code: 'CC', net_change: '+241.39' });
  });

  it('needs a person above 250.00 whatever the playbook says, and two above its second limit', () => {
    const people = (net: string, total: string, own: Parameters<typeof approvalLimits>[0] = []): number =>
      orderFrom(
        judge({ ...looked(), preview: { original_total: '$0.00', corrected_total: total, net_change: net } }, params, {
          limits: approvalLimits(own, 'tms_correction'),
        }),
      ).people;
    const own = { task_type: 'tms_correction', field: 'net_change', currency: 'USD' } as const;
    assert.equal(people('$250.00', '$250.00'), 0);
    assert.equal(people('$250.01', '$250.01'), 1);
    assert.equal(people('-$250.01', '-$250.01'), 1);
    assert.equal(people('$250.01', '$250.01', [{ ...own, over: '9000.00' }]), 1);
    assert.equal(people('$100.01', '$100.01', [{ ...own, over: '100.00' }]), 1);
    assert.equal(people('$2,500.01', '$2,500.01', [{ ...own, over: '250.00', two_people_over: '2500.00' }]), 2);
  });

  it('shows people each value before and after, the total of the preview, and the limits', () => {
    const own = { task_type: 'tms_correction', field: 'net_change', currency: 'USD', over: '100.00' } as const;
    const order = orderFrom(
      judge({ ...looked(), preview }, params, { limits: approvalLimits([own], 'tms_correction') }),
    );
    assert.deepEqual(order.shown, {
      record: 'bill 0315864922',
      values: [
        { what: 'Billed class', before: billFacts.freight_class, after: '125' },
        { what: 'Bill total', before: '$1,097.27', after: '$1,338.66' },
      ],
      limit: { weighed: 'net change', over: '100.00', two_people_over: null },
    });
  });

  it('binds an approval to the change, the facts and the playbook', () => {
    const digest = (known: Known, more: Partial<TaskParams> = {}, playbookDigest = 'one'): string =>
      orderFrom(judge(known, { ...params, ...more }, { limits, playbookDigest })).digest;
    const first = digest({ ...looked(), preview });
    assert.equal(digest({ ...looked(), preview }), first);
    const moved = { original_total: '$1,097.27', corrected_total: '$1,338.67', net_change: '+$241.40' };
    assert.notEqual(digest({ ...looked(), preview: moved }), first);
    assert.notEqual(digest({ ...looked({ weight: '2,490 lb' }), preview }), first);
    assert.notEqual(digest({ ...looked(), preview }, { note: 'Another' }), first);
    assert.notEqual(digest({ ...looked(), preview }, {}, 'two'), first);
  });

  const corrections = (reference: string, code = 'CC'): string =>
    JSON.stringify([{ number: 'COR-1', code, net_change: '+$241.39', reference }]);
  const done = { freight_class: '125' };

  it('takes a record on file by its mark, by the fact, and by nothing else', () => {
    const own = mark('correct_bill');
    const fact = `correction 0315864922 CC {"billed_class":"125"}`;
    const other = 'LK-00000001';
    const cases: readonly (readonly [string, object, Map<string, string>, string])[] = [
      ['our own mark', { corrections: corrections(own) }, new Map(), 'already_done own_record_on_file'],
      [
        'an earlier mark for the same fact',
        { corrections: corrections(other), ...done },
        new Map([[other, fact]]),
        'already_done record_of_earlier_task_on_file',
      ],
      [
        'an earlier mark for another fact',
        { corrections: corrections(other) },
        new Map([[other, 'x']]),
        'goes on with preview',
      ],
      [
        "somebody else's of the same fact",
        { corrections: corrections('-'), ...done },
        new Map(),
        'conflicting_record foreign_record_on_file',
      ],
      ["somebody else's of another fact", { corrections: corrections('-') }, new Map(), 'goes on with preview'],
      [
        "somebody else's under another reason",
        { corrections: corrections('-', 'WC') },
        new Map(),
        'goes on with preview',
      ],
      [
        'our mark on another bill',
        { marked: JSON.stringify([{ number: 'COR-9', pro: '1', code: 'CC', net_change: '$1.00', reference: own }]) },
        new Map(),
        'already_done own_record_on_file',
      ],
    ];
    for (const [title, change, earlier, outcome] of cases)
      assert.equal(ended(judge(looked(change), params, { earlier })), outcome, title);
  });

  it('never decides on a page that could not be read, or is about another bill', () => {
    const { corrections: _corrections, ...unread } = billFacts;
    const look = { kind: 'facts', facts: unread, at } as const;
    assert.equal(ended(judge({ capability: 'tms_correction', look }, params)), 'needs_person facts_cannot_be_read');
    assert.equal(ended(judge(looked({ pro: '0315864923' }), params)), 'needs_person page_of_another_record');
    assert.equal(ended(judge({ ...looked(), preview: {} }, params)), 'needs_person preview_does_not_add_up');
  });

  it('ends as not found when the portal has no such bill', () => {
    const look = { kind: 'absent', words: 'No shipments match.' } as const;
    assert.equal(ended(judge({ capability: 'tms_correction', look }, params)), 'not_found no_such_bill');
  });
});

describe('judging a dispute', () => {
  const params: TaskParams = { invoice_number: '7100246813' };
  const looked = (change: object = {}): Known => ({
    capability: 'file_dispute',
    look: { kind: 'facts', facts: { ...invoiceFacts, ...change }, at },
  });

  it('pulls the receipt of the invoice, and files with reason and amount of the invoice', () => {
    assert.deepEqual(judge(looked(), params), { kind: 'pull_receipt', pro: '0246813501', into: 'receipt' });
    const order = orderFrom(judge({ ...looked(), receipt }, params));
    assert.deepEqual(
      [order.inputs['reason_code'], order.inputs['amount'], order.inputs['pod_file'], order.people],
      ['ACC', '95.00', 'pod.pdf', 0],
    );
    assert.deepEqual(order.done, {
      verb: 'filed',
      detail: '$95.00 disputed of $95.00 short, reason ACC, with the delivery receipt',
    });
    assert.match(order.inputs['explanation'] ?? '', /paid short by \$95\.00 \("Incorrect accessorial"\)/);
    assert.match(order.inputs['explanation'] ?? '', /proof of delivery is attached \(pod\.pdf\)\.$/);
    const bare = orderFrom(judge({ ...looked(), receipt }, params, { takesReceipt: false }));
    assert.match(bare.done?.detail ?? '', /reason ACC, without the delivery receipt, which the form does not take$/);
    assert.match(bare.inputs['explanation'] ?? '', /proof of delivery is on file\.$/);
    const spoken = orderFrom(judge({ ...looked(), receipt }, { ...params, comment: 'As agreed by phone.' }));
    assert.equal(spoken.inputs['explanation'], 'As agreed by phone.');
  });

  it('spares the portal the pull where the invoice decides already', () => {
    const open = { number: 'DSP-1', reason_code: 'ACC', amount: '$95.00', state: 'Under review', reference: '-' };
    const cases: readonly (readonly [object, string])[] = [
      [{ disputes: JSON.stringify([open]) }, 'conflicting_record foreign_record_on_file'],
      [{ disputes: JSON.stringify([{ ...open, reference: mark('file_dispute') }]) }, 'already_done own_record_on_file'],
      [{ short: '$0.00', approved: '$542.13' }, 'facts_do_not_support not_short_paid'],
      [{ state: 'In process (audit)' }, 'facts_do_not_support audit_under_way'],
      [{ disputes: JSON.stringify([{ ...open, state: 'Denied' }]) }, 'goes on with pull_receipt'],
    ];
    for (const [change, outcome] of cases) assert.equal(ended(judge(looked(change), params)), outcome);
  });

  it('says what an earlier task disputed where another reason or amount is asked for', () => {
    const earlier = new Map([['LK-00000001', 'dispute 7100246813']]);
    const filed = {
      number: 'DSP-1',
      reason_code: 'ACC',
      amount: '$95.00',
      state: 'Submitted',
      reference: 'LK-00000001',
    };
    const asking = (more: TaskParams): unknown => {
      const judged = judge(looked({ disputes: JSON.stringify([filed]) }), { ...params, ...more }, { earlier });
      return judged.kind === 'end' && [judged.reason, judged.number, judged.sentence];
    };
    const same = [
      'already_done',
      'DSP-1',
      'The dispute DSP-1 was made by an earlier task of this sender. It was found, not repeated.',
    ];
    for (const more of [{}, { amount: '95.00' }, { reason_code: 'ACC', amount: '95.00' }] as const)
      assert.deepEqual(asking(more), same);
    assert.deepEqual(asking({ reason_code: 'RATE', amount: '10.00' }), [
      'already_done',
      'DSP-1',
      'The dispute DSP-1 was made by an earlier task of this sender: $95.00 under reason ACC. It was found; what is asked for now ($10.00 under reason RATE) was not disputed.',
    ]);
  });

  it('pulls the receipt of the other bill where a duplicate is claimed', () => {
    const change = { adjustment_reason: 'Exact duplicate', duplicate_of: '0618304750' };
    const known = { ...looked(change), receipt };
    assert.deepEqual(judge(known, params), { kind: 'pull_receipt', pro: '0618304750', into: 'otherReceipt' });
    const other = { ...receipt, shipment: { bol: 'BL2' } };
    assert.equal(orderFrom(judge({ ...known, otherReceipt: other }, params)).inputs['reason_code'], 'DUP');
    assert.equal(ended(judge({ ...known, otherReceipt: receipt }, params)), 'facts_do_not_support dup_same_shipment');
  });
});

describe('judging a receipt for a dispute', () => {
  const params: TaskParams = { pro: '0539162743', invoice_number: '7100539162' };
  const open = { number: 'DSP-1', state: 'Info requested' };
  const looked = (disputes: readonly object[], attachments?: string): Known => ({
    capability: 'pod_to_dispute',
    look: {
      kind: 'facts',
      at,
      facts: {
        invoice_number: '7100539162',
        invoice_pro: '0539162743',
        disputes: JSON.stringify(disputes),
        ...(attachments === undefined ? {} : { attachments }),
      },
    },
  });

  it('attaches it to the one open dispute, with its size', () => {
    const order = orderFrom(judge({ ...looked([open], '[]'), receipt }, params));
    assert.equal(order.action, 'attach_pod');
    assert.deepEqual(order.expected.fields, { dispute_number: 'DSP-1', bytes: '4118' });
    assert.equal(order.amount, null);
  });

  it('continues as a dispute to be filed when none is open', () => {
    const closed = [{ ...open, state: 'Denied' }];
    assert.deepEqual(judge({ ...looked(closed), receipt }, params), {
      kind: 'turn_to_filing',
      invoiceNumber: '7100539162',
    });
  });

  it('finds done what an earlier task filed, with the number that the filing got', () => {
    const attached = (reference: string): string =>
      JSON.stringify([{ number: 'ATT-1', type: 'Delivery receipt (POD)', size: '10 bytes', reference }]);
    for (const reference of ['-', 'LK-0000000a']) {
      const judged = judge(looked([open], attached(reference)), params, {
        filed: new Set(['DSP-1']),
        earlier: new Map([['LK-0000000a', 'dispute 7100539162']]),
      });
      assert.equal(ended(judged), 'already_done filed_by_earlier_task');
      assert.equal(judged.kind === 'end' && judged.number, 'DSP-1');
    }
    // Filed without the receipt, which is attached then.
    assert.equal(judge({ ...looked([open], '[]'), receipt }, params, { filed: new Set(['DSP-1']) }).kind, 'write');
  });

  it('leaves alone what has a receipt, several open disputes, and one whose documents were not read', () => {
    const attached = JSON.stringify([
      { number: 'ATT-1', type: 'Delivery receipt (POD)', size: '10 bytes', reference: '-' },
    ]);
    assert.equal(ended(judge(looked([open], attached), params)), 'conflicting_record foreign_record_on_file');
    assert.equal(ended(judge(looked([open]), params)), 'needs_person on_file_cannot_be_told');
    const two = [open, { ...open, number: 'DSP-2' }];
    assert.equal(ended(judge({ ...looked(two), receipt }, params)), 'needs_person several_open');
  });
});

describe('judging a claim', () => {
  const params: TaskParams = { claim_id: 'CLM-2026-000501' };
  const looked = (change: object = {}): Known => ({
    capability: 'answer_claim',
    look: { kind: 'facts', facts: { ...claimFacts, ...change }, at },
  });
  const noted = { ...receipt, receipt: { ...receipt.receipt, exceptions: 'SHORT 2 OF 30 CTN' } };

  it('accepts what the receipt notes, and needs a person above the limit by the amount claimed', () => {
    const order = orderFrom(judge({ ...looked(), receipt: noted }, params));
    assert.deepEqual([order.inputs['decision'], order.inputs['amount'], order.people], ['accept', '240.00', 0]);
    const limits = { over: cents(10_000), twoPeopleOver: null };
    const waits = orderFrom(judge({ ...looked(), receipt: noted }, params, { limits }));
    assert.equal(waits.people, 1);
    assert.match(waits.sentence, /claimed amount of \$240\.00 is over \$100\.00: a person has to approve\.$/);
  });

  it('counts business days without the holidays that the playbook names', () => {
    // Delivered on Wednesday 16 September; the 24th is the sixth business day after it.
    const known = { ...looked({ type: 'Concealed damage', damage_reported: '2026-09-24' }), receipt };
    assert.equal(orderFrom(judge(known, params)).inputs['decision'], 'reject');
    const holidays = ['2026-09-18'];
    assert.equal(ended(judge(known, params, { holidays })), 'needs_person clear_in_time_unproven');
  });

  it('is left to a person when it has no shipment, or is answered without a response that shows', () => {
    assert.equal(ended(judge(looked({ pro: '-', claimed: '-' }), params)), 'needs_person claim_incomplete');
    assert.equal(ended(judge(looked({ claim_state: 'Accepted' }), params)), 'needs_person on_file_cannot_be_told');
    assert.equal(ended(judge(looked({ type: 'Delay' }), params)), 'needs_person facts_cannot_be_read');
    assert.equal(
      ended(judge(looked({ claim_number: 'CLM-2026-000502' }), params)),
      'needs_person page_of_another_record',
    );
  });
});
