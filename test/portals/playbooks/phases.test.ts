import assert from 'node:assert/strict';
import { scenarioClaims, scenarioDisputes, scenarioInvoices } from '../../../sandbox/audit/scenarios.ts';
import { scenarioPros } from '../../../sandbox/tms/scenarios.ts';
import { onQuiet } from '../on-quiet.ts';
import { factsOf, markOf, openPhaseRunner, type PhaseRunner, receipt } from './phase-runner.ts';
import { createHash } from 'node:crypto';

describe('the phases of the shipped playbooks', function () {
  let portals: PhaseRunner;
  before(async () => {
    portals = await openPhaseRunner();
  });
  after(() => portals?.end());
  beforeEach(() => portals.reset());
  /** A submit that may have reached the portal is uncertain, and not made again. */
  const run: PhaseRunner['run'] = (...phase) => onQuiet(() => portals.run(...phase));

  describe('tms_correction', () => {
    const mark = markOf('correct_bill');
    const pro = scenarioPros.correctionUnder;
    const asked = {
      pro,
      mark,
      reason_code: 'CC',
      billed_class: '125',
      note: 'The inspection found another class.\nSee certificate.',
      explanation: 'Class 125 by density — inspected “at origin”.',
      amount: '241.39',
    };

    it('looks at the bill, its charges and corrections, and at every correction with our mark', async () => {
      const facts = factsOf(await run('tms_correction', 'look', { pro, mark }));
      assert.deepEqual(
        { ...facts, charges: null, consignee_name: null, consignee_address: null },
        {
          pro,
          shipment_status: 'Delivered',
          bill_status: 'Open',
          weight: '2,480 lb',
          freight_class: '100',
          consignee_name: null,
          consignee_address: null,
          charges: null,
          corrections: [],
          marked: [],
        },
      );
      const charges = facts['charges'] as { code: string; amount: string }[];
      assert.ok(charges.length >= 3 && charges.every(({ code, amount }) => /^[A-Z]{3}$/.test(code) && amount !== ''));
      assert.deepEqual(await portals.changing(), []);
    });

    it('asks the portal what the change amounts to, and stores nothing', async () => {
      const facts = factsOf(await run('tms_correction', 'prepare', asked));
      assert.deepEqual(facts, { original_total: '$1,097.27', corrected_total: '$1,338.66', net_change: '+$241.39' });
      assert.deepEqual(await portals.changing(), [`POST /shipments/${pro}/corrections/preview`]);
      assert.deepEqual(await portals.writes(), []);
    });

    it('submits once under our mark, reads it back, and does not submit again what the portal refuses', async () => {
      const asks: string[] = [];
      const submitted = await run('tms_correction', 'submit', asked, {
        mayWrite: async ({ step, limit }) => asks.push(`${step} / ${limit}`) > 0,
      });
      const facts = factsOf(submitted);
      assert.match(String(facts['confirmation_number']), /^COR-2026-\d{6}$/);
      assert.ok(submitted.kind === 'finished' && submitted.wrote === true);
      assert.deepEqual([...new Set(asks)], ['click button "Submit correction" / net_change']);
      const [write, ...more] = await portals.writes();
      assert.equal(more.length, 0);
      assert.equal(write?.reference, mark);
      const back = factsOf(await run('tms_correction', 'probe', { pro, mark }));
      assert.equal(back['freight_class'], '125');
      const entry = { number: facts['confirmation_number'], code: 'CC', net_change: '+$241.39', reference: mark };
      assert.deepEqual(back['corrections'], [entry]);
      assert.deepEqual(back['marked'], [{ ...entry, pro }]);
      // And hands on the words of a refusal.
      const again = await run('tms_correction', 'submit', { ...asked, billed_class: '150', amount: '241.38' });
      assert.equal(again.kind, 'refused', JSON.stringify(again));
      assert.equal((await portals.writes()).length, 1);
    });

    it('does not submit when the portal would change another amount than the one that was judged', async () => {
      const result = await run('tms_correction', 'submit', { ...asked, amount: '240.00' });
      assert.deepEqual(result, { kind: 'changed', page: 'corrections', expected: '240.00', found: '+$241.39' });
      assert.deepEqual(await portals.writes(), []);
    });

    it('hands on the words of a refused preview', async () => {
      const none = { ...asked, billed_class: '100' };
      const preview = await run('tms_correction', 'prepare', none);
      assert.ok(preview.kind === 'refused', JSON.stringify(preview));
      assert.match(preview.words, /already shows/);
    });
  });

  describe('file_dispute', () => {
    const mark = markOf('file_dispute');
    const invoice_number = scenarioInvoices.disputeSupported;
    const asked = {
      invoice_number,
      mark,
      reason_code: 'ACC',
      amount: '95.00',
      explanation: 'Liftgate requested on the BOL,\nticked on the receipt — signed.',
      pod_file: 'pod.pdf',
    };

    it('looks at the invoice, its lines and disputes', async () => {
      const facts = factsOf(await run('file_dispute', 'look', { invoice_number, mark }));
      assert.equal(facts['invoice_number'], invoice_number);
      assert.equal(facts['pro'], scenarioPros.disputeSupported);
      assert.equal(facts['short'], '$95.00');
      assert.deepEqual([facts['disputes'], facts['marked']], [[], []]);
      assert.ok((facts['lines'] as { code: string }[]).some(({ code }) => code === 'LFT'));
    });

    it('files it with the receipt from the frame, and reads it back', async () => {
      const facts = factsOf(await run('file_dispute', 'submit', asked));
      assert.match(String(facts['confirmation_number']), /^DSP-2026-\d{6}$/);
      const back = factsOf(await run('file_dispute', 'probe', { invoice_number, mark }));
      const entry = {
        number: facts['confirmation_number'],
        reason_code: 'ACC',
        amount: '$95.00',
        state: 'Submitted',
        reference: mark,
      };
      assert.deepEqual(back['disputes'], [entry]);
      assert.deepEqual(back['marked'], [{ ...entry, invoice_number }]);
      assert.equal(back['explanation'], 'Liftgate requested on the BOL, ticked on the receipt — signed.');
      const [attachment] = back['attachments'] as { size: string; reference: string }[];
      assert.equal(attachment?.size, `${receipt.length.toLocaleString('en-US')} bytes`);
      assert.equal(attachment.reference, mark);
      const [write, ...more] = await portals.writes();
      assert.equal(more.length, 0);
      assert.deepEqual(write?.fields['document'], {
        filename: 'pod.pdf',
        sha256: createHash('sha256').update(receipt).digest('hex'),
      });
    });

    it('hands on the words of a refusal', async () => {
      const result = await run('file_dispute', 'submit', { ...asked, amount: '95.01' });
      assert.ok(result.kind === 'refused', JSON.stringify(result));
      assert.match(result.words, /more than the short amount/);
    });
  });

  describe('pod_to_dispute', () => {
    const mark = markOf('attach_pod');
    const dispute_number = scenarioDisputes.open;
    const invoice_number = scenarioInvoices.disputeOpen;

    it('finds the dispute by its invoice and by its own number', async () => {
      const byInvoice = { search: invoice_number, invoice_number, mark };
      const found = factsOf(await run('pod_to_dispute', 'look', byInvoice));
      const expected = { invoice_number, invoice_pro: scenarioPros.disputeOpen, attachments: [] };
      assert.deepEqual(found, { ...expected, disputes: [{ number: dispute_number, state: 'Info requested' }] });
      const byNumber = { search: dispute_number, dispute_id: dispute_number, mark };
      assert.deepEqual(factsOf(await run('pod_to_dispute', 'look', byNumber)), {
        ...expected,
        disputes: [{ number: dispute_number, state: 'Info requested', invoice_number, pro: scenarioPros.disputeOpen }],
      });
    });

    it('looks no further where no dispute is open', async () => {
      const inputs = { search: scenarioInvoices.disputeFiles, invoice_number: scenarioInvoices.disputeFiles, mark };
      assert.deepEqual(factsOf(await run('pod_to_dispute', 'look', inputs)), {
        invoice_number: scenarioInvoices.disputeFiles,
        invoice_pro: scenarioPros.disputeFiles,
        disputes: [],
      });
    });

    it('attaches the receipt, and reads it back with its digest', async () => {
      const facts = factsOf(await run('pod_to_dispute', 'submit', { dispute_number, mark, pod_file: 'pod.pdf' }));
      const back = factsOf(await run('pod_to_dispute', 'probe', { dispute_number, mark }));
      assert.deepEqual(back, {
        attachments: [
          {
            number: facts['confirmation_number'],
            type: 'Delivery receipt (POD)',
            size: `${receipt.length.toLocaleString('en-US')} bytes`,
            reference: mark,
          },
        ],
        sha256: createHash('sha256').update(receipt).digest('hex'),
        marked: [{ number: facts['confirmation_number'], dispute_number, reference: mark }],
      });
      assert.equal((await portals.writes()).length, 1);
    });
  });

  describe('answer_claim', () => {
    const mark = markOf('answer_claim');
    const claim_number = scenarioClaims.partly;
    const asked = {
      claim_number,
      mark,
      decision: 'reject',
      amount: '',
      reason_code: 'TIME_BARRED',
      explanation: 'The receipt notes 3 damaged pieces.',
    };

    it('finds the claim by its own number and reads lines, inspection and responses', async () => {
      const inputs = { search: scenarioClaims.inspected, claim_id: scenarioClaims.inspected, mark };
      const facts = factsOf(await run('answer_claim', 'look', inputs));
      assert.equal(facts['claim_number'], scenarioClaims.inspected);
      assert.equal(facts['pieces_confirmed'], '2');
      assert.deepEqual([facts['responses'], facts['marked']], [[], []]);
      const [line] = facts['lines'] as Record<string, string>[];
      assert.deepEqual(Object.keys(line ?? {}), ['description', 'pieces', 'unit_weight', 'unit_value']);
    });

    // To accept a part: test/workflows/disputes-and-claims.test.ts; all of it: `npm run bench -- fault-matrix`.
    it('declines through the confirmation, and reads it back', async () => {
      const facts = factsOf(await run('answer_claim', 'submit', asked));
      const back = factsOf(await run('answer_claim', 'probe', { claim_number, mark }));
      const entry = {
        number: facts['confirmation_number'],
        decision: 'reject',
        amount: (back['responses'] as { amount: string }[])[0]?.amount,
        reason_code: asked.reason_code,
        reference: mark,
      };
      assert.deepEqual(back['responses'], [entry]);
      assert.deepEqual(back['marked'], [{ ...entry, claim_number }]);
      assert.equal(back['explanation'], asked.explanation);
      assert.equal((await portals.writes()).length, 1);
    });

    it('does not answer a claim that was answered', async () => {
      const result = await run('answer_claim', 'submit', { ...asked, claim_number: scenarioClaims.decided });
      assert.deepEqual(result, { kind: 'refused', words: 'Accepted' });
      assert.deepEqual(await portals.changing(), []);
    });
  });
});
