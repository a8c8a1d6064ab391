/** The write faults of the sandbox: each on every form that writes, as a client meets it and as the truth has it. */

import assert from 'node:assert/strict';
import { scenarioClaims, scenarioDisputes, scenarioInvoices } from '../../sandbox/audit/scenarios.ts';
import { scenarioPros } from '../../sandbox/tms/scenarios.ts';
import {
  control,
  fetchReceipt,
  plainAuditAccount,
  rowValue,
  runSandbox,
  signedIn,
  signedInToAudit,
  writesOf,
} from './sandbox.ts';
import type { Client, Reply, RunningSandbox, TestFile } from './sandbox.ts';

const reference = 'LK-7K3M9Q00';

describe('write faults of the sandbox', () => {
  let sandbox: RunningSandbox;
  let carrier: Client;
  let auditor: Client;
  let receipt: TestFile;
  before(async () => {
    sandbox = await runSandbox({ auditPort: 0, auditAccount: plainAuditAccount });
    carrier = await signedIn(sandbox);
    auditor = await signedInToAudit(sandbox);
    receipt = { name: 'pod.pdf', bytes: (await fetchReceipt(carrier, scenarioPros.clear)).bytes };
  });
  beforeEach(() => control(sandbox, '/reset', {}));
  after(() => sandbox.end());

  interface Form {
    readonly name: string;
    readonly portal: 'tms' | 'audit';
    /** What the truth and a fault know the record by. */
    readonly match: Record<string, string>;
    /** Fills the form in and sends it. */
    submit(): Promise<Reply>;
    /** Sends again what `submit` sent last. */
    repeat(): Promise<Reply>;
    /** Where our reference is looked for. */
    readonly search: string;
    readonly number: RegExp;
    /** What a half save has lost, read from the page of the record. */
    lostIn(page: string): Promise<boolean>;
  }

  const correctionPath = `/shipments/${scenarioPros.correctionUnder}/corrections`;
  const correction = { reason_code: 'CC', billed_class: '125', note: 'Inspected.', reference };
  let token = '';
  const sendCorrection = (): Promise<Reply> => carrier.post(correctionPath, { ...correction, preview: token });
  const sendDispute = (): Promise<Reply> =>
    auditor.upload(
      `/invoices/${scenarioInvoices.disputeSupported}/disputes`,
      { reason_code: 'ACC', amount: '95.00', explanation: 'Liftgate, see receipt.', reference },
      receipt,
    );
  const sendDocument = (): Promise<Reply> =>
    auditor.upload(
      `/disputes/${scenarioDisputes.open}/attachments`,
      { document_type: 'Delivery receipt (POD)', reference },
      receipt,
    );
  const sendResponse = (): Promise<Reply> =>
    auditor.post(`/claims/${scenarioClaims.accept}/responses`, {
      decision: 'accept',
      amount: '240.00',
      reason: 'As noted.',
      reference,
    });

  const forms: readonly Form[] = [
    {
      name: 'correction',
      portal: 'tms',
      match: { pro: scenarioPros.correctionUnder },
      async submit() {
        const { text } = await carrier.post(`${correctionPath}/preview`, correction);
        token = /name="preview" type="hidden" value="([^"]*)"/.exec(text)?.[1] ?? '';
        return sendCorrection();
      },
      repeat: sendCorrection,
      search: '/corrections?q=',
      number: /COR-2026-\d{6}/g,
      lostIn: async () =>
        rowValue((await carrier.get(`/shipments/${scenarioPros.correctionUnder}`)).text, 'Class') === '100',
    },
    {
      name: 'dispute',
      portal: 'audit',
      match: { invoice_number: scenarioInvoices.disputeSupported },
      submit: sendDispute,
      repeat: sendDispute,
      search: '/disputes?q=',
      number: /DSP-2026-\d{6}/g,
      lostIn: (page) =>
        Promise.resolve(rowValue(page, 'Explanation') === '-' && page.includes('No attachments on file.')),
    },
    {
      name: 'attachment',
      portal: 'audit',
      match: { invoice_number: scenarioInvoices.disputeOpen },
      submit: sendDocument,
      repeat: sendDocument,
      search: '/attachments?q=',
      number: /ATT-2026-\d{6}/g,
      lostIn: (page) => Promise.resolve(rowValue(page, 'Size') === '0 bytes'),
    },
    {
      name: 'response',
      portal: 'audit',
      match: { claim_id: scenarioClaims.accept },
      submit: sendResponse,
      repeat: sendResponse,
      search: '/responses?q=',
      number: /RSP-2026-\d{6}/g,
      lostIn: (page) => Promise.resolve(rowValue(page, 'Amount') === '-' && rowValue(page, 'Reason') === '-'),
    },
  ];

  for (const form of forms)
    describe(`on a ${form.name}`, () => {
      const person = (): Client => (form.portal === 'tms' ? carrier : auditor);
      const setFault = async (fault: string, more: Record<string, unknown> = {}): Promise<void> => {
        const { status } = await control(sandbox, '/faults', {
          portal: form.portal,
          fault,
          match: form.match,
          ...more,
        });
        assert.equal(status, 200);
      };
      const writes = (): ReturnType<typeof writesOf> => writesOf(sandbox, new URLSearchParams(form.match).toString());
      /** The numbers found under our reference, each once. */
      async function found(): Promise<string[]> {
        return [...new Set((await person().get(form.search + reference)).text.match(form.number))];
      }
      function numberIn(answer: Reply): string {
        assert.equal(answer.status, 303, answer.text);
        return answer.location?.match(form.number)?.at(-1) ?? '';
      }

      it('none: one write, and its number under our reference', async () => {
        const number = numberIn(await form.submit());
        assert.deepEqual([(await writes()).map((write) => write.number), await found()], [[number], [number]]);
      });

      it('a repeat without a fault is refused', async () => {
        await form.submit();
        const again = await form.repeat();
        assert.deepEqual([again.status, (await writes()).length], [200, 1]);
      });

      it('partial: the answer is as always, and half of it is lost', async () => {
        await setFault('partial');
        const answer = await form.submit();
        const [number, [write, ...more]] = [numberIn(answer), await writes()];
        assert.deepEqual([write?.number, write?.fields['fault'], more], [number, 'partial', []]);
        assert.ok(await form.lostIn((await person().get(answer.location ?? '')).text));
        assert.deepEqual(await found(), [number]);
      });

      it('optimistic: the page says done, and nothing is stored', async () => {
        await setFault('optimistic');
        const answer = await form.submit();
        const shown = await person().get(answer.location ?? '');
        assert.deepEqual(
          [shown.status, shown.text.includes(numberIn(answer)), shown.text.includes('class="status"')],
          [200, true, true],
        );
        assert.deepEqual([await writes(), await found()], [[], []]);
        assert.equal((await person().get(answer.location ?? '')).status, 404, 'it is shown once');
        assert.equal((await form.submit()).status, 303, 'the same can still be done');
      });

      it('timeout_after_commit: 504 instead of the answer, and it is stored', async () => {
        await setFault('timeout_after_commit', { delay_ms: 1 });
        const answer = await form.submit();
        assert.equal(answer.status, 504);
        assert.match(answer.text, /<h1>Gateway time-out<\/h1>/);
        const numbers = (await writes()).map(({ number }) => number);
        assert.equal(numbers.length, 1);
        assert.deepEqual(await found(), numbers);
      });

      it('lost_before_commit: no answer, nothing is stored, and the same can still be done', async () => {
        await setFault('lost_before_commit', { delay_ms: 1 });
        await assert.rejects(form.submit(), /fetch failed/);
        assert.deepEqual([await writes(), await found()], [[], []]);
        assert.equal((await form.repeat()).status, 303);
      });

      it('duplicate: stored twice under two numbers', async () => {
        await setFault('duplicate');
        const number = numberIn(await form.submit());
        const [first, second, ...more] = await writes();
        assert.deepEqual([first?.number, second?.fields['fault'], more], [number, 'duplicate', []]);
        assert.deepEqual(new Set(await found()), new Set([first?.number, second?.number]));
      });

      it('duplicate: a repeat that would be refused is stored too', async () => {
        await form.submit();
        await setFault('duplicate');
        assert.equal((await form.repeat()).status, 303);
        assert.equal((await writes()).length, 2);
      });

      it('idempotent: a repeat gets the first answer, and nothing more is stored', async () => {
        await setFault('idempotent');
        const first = numberIn(await form.submit());
        assert.equal(numberIn(await form.repeat()), first);
        assert.equal((await writes()).length, 1);
        assert.equal((await form.repeat()).status, 200, 'it strikes once');
      });

      it('collateral: the same is done to a neighbour', async () => {
        await setFault('collateral');
        const number = numberIn(await form.submit());
        assert.deepEqual(
          (await writes()).map((write) => write.number),
          [number],
        );
        const all = await writesOf(sandbox, `portal=${form.portal}`);
        assert.deepEqual(
          all.map(({ fields, kind, reference: mark }) => [kind, mark, fields['fault'] ?? null]),
          [
            [all[0]?.kind, reference, null],
            [all[0]?.kind, reference, 'collateral'],
          ],
        );
        assert.equal((await found()).length, 2);
      });

      it('session: a form that is sent after the session ended does nothing', async () => {
        await setFault('session', { match: { ...form.match, method: 'POST' }, times: 1 });
        const before = person().cookie;
        const answer =
          form.name === 'correction' ? await carrier.post(correctionPath, correction) : await form.submit();
        assert.deepEqual([answer.status, answer.location], [303, '/login']);
        assert.deepEqual(await writes(), []);
        if (form.portal === 'tms') carrier = await signedIn(sandbox);
        else auditor = await signedInToAudit(sandbox);
        assert.notEqual(person().cookie, before);
      });

      it('stale: pages show the data as they were when it was set, for as many pages as set', async () => {
        await setFault('stale', { match: {}, times: 2 });
        const number = numberIn(await form.submit());
        assert.deepEqual([await found(), await found()], [[], []]);
        assert.deepEqual(await found(), [number]);
      });

      it('a refused form uses no fault up', async () => {
        await setFault('optimistic');
        await (form.portal === 'tms' ? carrier.post(correctionPath, {}) : refusedForm(form.name, auditor));
        const answer = await form.submit();
        assert.deepEqual([answer.status, await writes()], [303, []]);
      });
    });

  it('decoy: a control of the same name is before the real one and leads elsewhere', async () => {
    const pages: [portal: 'tms' | 'audit', path: string, decoy: RegExp][] = [
      ['tms', `/search?q=${scenarioPros.clear}`, /<a href="\/shipments\/0412708839\/cancel">0412708839<\/a>/],
      ['tms', `/shipments/${scenarioPros.clear}/documents`, /<a href="\/shipments\/0412708839\/void">View<\/a>/],
      ['tms', correctionPath, /formaction="[^"]*\/void">Submit correction</],
      [
        'audit',
        `/invoices/${scenarioInvoices.disputeFiles}/disputes/new`,
        /formaction="[^"]*\/accept-all">Submit dispute</,
      ],
      ['audit', `/disputes/${scenarioDisputes.open}`, /formaction="[^"]*\/withdraw">Attach document</],
      ['audit', `/claims/${scenarioClaims.accept}/respond`, /formaction="\/account\/close">Send response</],
    ];
    for (const [portal, path, decoy] of pages) {
      await control(sandbox, '/faults', { portal, fault: 'decoy' });
      const person = portal === 'tms' ? carrier : auditor;
      await person.get(portal === 'tms' ? '/search' : '/account');
      assert.match((await person.get(path)).text, decoy, path);
      assert.doesNotMatch((await person.get(path)).text, decoy, path);
    }
  });

  it('wrong_record: the page is that of a neighbour, under the address asked for', async () => {
    const pages: [portal: 'tms' | 'audit', path: string, heading: string][] = [
      ['tms', `/shipments/${scenarioPros.clear}`, `Shipment ${scenarioPros.clear}`],
      ['tms', `/shipments/${scenarioPros.clear}/documents`, `Documents for ${scenarioPros.clear}`],
      ['audit', `/invoices/${scenarioInvoices.disputeFiles}`, `Invoice ${scenarioInvoices.disputeFiles}`],
      ['audit', `/disputes/${scenarioDisputes.open}`, `Dispute ${scenarioDisputes.open}`],
      ['audit', `/claims/${scenarioClaims.accept}`, `Claim ${scenarioClaims.accept}`],
    ];
    for (const [portal, path, heading] of pages) {
      await control(sandbox, '/faults', { portal, fault: 'wrong_record' });
      const person = portal === 'tms' ? carrier : auditor;
      await person.get(portal === 'tms' ? '/search' : '/invoices');
      const wrong = await person.get(path);
      assert.equal(wrong.status, 200, path);
      assert.ok(!wrong.text.includes(`<h1>${heading}</h1>`), path);
      assert.ok((await person.get(path)).text.includes(`<h1>${heading}</h1>`), path);
    }
    const own = await fetchReceipt(carrier, scenarioPros.clear);
    const documents = await carrier.get(`/shipments/${scenarioPros.clear}/documents`);
    const view = /<td>Delivery receipt \(POD\)<\/td>.*?href="([^"]+)">View/.exec(documents.text)?.[1] ?? '';
    await control(sandbox, '/faults', { portal: 'tms', fault: 'wrong_record' });
    assert.notDeepEqual((await carrier.get(view)).bytes, own.bytes);
    assert.deepEqual((await carrier.get(view)).bytes, own.bytes);
  });

  it('a stale replica does not keep a reset from happening, and is gone after it', async () => {
    await control(sandbox, '/faults', { portal: 'tms', fault: 'stale', times: 99 });
    await carrier.get(`/shipments/${scenarioPros.clear}`);
    assert.equal((await control(sandbox, '/reset', {})).status, 200);
    await carrier.post(`/shipments/${scenarioPros.clear}/void`);
    assert.equal(rowValue((await carrier.get(`/shipments/${scenarioPros.clear}`)).text, 'Bill status'), 'Void');
  });

  it('the danger buttons meet no write fault', async () => {
    await control(sandbox, '/faults', { portal: 'tms', fault: 'optimistic' });
    await carrier.post(`/shipments/${scenarioPros.clear}/void`);
    assert.equal((await writesOf(sandbox, 'portal=tms')).length, 1);
  });
});

function refusedForm(name: string, auditor: Client): Promise<Reply> {
  if (name === 'response') return auditor.post(`/claims/${scenarioClaims.accept}/responses`, {});
  return name === 'dispute'
    ? auditor.upload(`/invoices/${scenarioInvoices.disputeSupported}/disputes`, {})
    : auditor.upload(`/disputes/${scenarioDisputes.open}/attachments`, {});
}
