/** The sandbox audit portal over HTTP, as a person with a browser meets it. */

import assert from 'node:assert/strict';
import { scenarioClaims, scenarioDisputes, scenarioInvoices } from '../../sandbox/audit/scenarios.ts';
import { scenarioPros } from '../../sandbox/tms/scenarios.ts';
import { auditDesk } from './audit-desk.ts';
import {
  alertIn,
  client,
  control,
  fetchReceipt,
  plainAuditAccount,
  rowValue,
  signedIn,
  signedInToAudit,
  writesOf,
} from './sandbox.ts';
import type { Reply, TestFile } from './sandbox.ts';

describe('the sandbox audit portal', () => {
  const desk = auditDesk();
  let receipt: TestFile;
  before(async () => {
    const { bytes } = await fetchReceipt(await signedIn(desk.sandbox), scenarioPros.disputeSupported);
    receipt = { name: 'pod.pdf', bytes };
  });

  const { disputeSupported } = scenarioInvoices;
  const acc = { reason_code: 'ACC', amount: '95.00', explanation: 'Liftgate, see receipt.', reference: 'LK-AAAA1111' };
  const openDispute = (invoice: string, fields: Record<string, string>, file?: TestFile): Promise<Reply> =>
    desk.person.upload(`/invoices/${invoice}/disputes`, fields, file);
  const attach = (dispute: string, fields: Record<string, string>, file?: TestFile): Promise<Reply> =>
    desk.person.upload(`/disputes/${dispute}/attachments`, fields, file);
  const pod = 'Delivery receipt (POD)';

  describe('invoices', () => {
    it('lists them in pages, filters them, and says so when nothing matches', async () => {
      const first = (await desk.person.get('/invoices')).text;
      assert.match(first, /<h1>Invoices<\/h1>.*<caption>Invoices<\/caption>/);
      assert.match(first, /<button type="submit" aria-label="Search"><svg/);
      assert.match(first, /<span>Page 1 of 7<\/span>.*aria-label="Next page"/);
      assert.equal(invoicesIn(first).length, 25);
      const second = (await desk.person.get('/invoices?page=2')).text;
      assert.equal(invoicesIn(second).filter((number) => invoicesIn(first).includes(number)).length, 0);
      const short = (await desk.person.get('/invoices?short=yes&status=Paid')).text;
      assert.ok(invoicesIn(short).length > 5);
      assert.doesNotMatch(short, /<td>\$0\.00<\/td><\/tr>/);
      for (const asked of [disputeSupported, scenarioPros.disputeSupported])
        assert.deepEqual(invoicesIn((await desk.person.get(`/invoices?q=${asked}`)).text), [disputeSupported]);
      assert.match((await desk.person.get('/invoices?q=%25')).text, /No invoices match\./);
      const dated = (await desk.person.get('/invoices?from=2026-10-01&to=2026-10-31')).text;
      assert.ok([...dated.matchAll(/<td>(2026-\d\d)-\d\d<\/td>/g)].every(([, month]) => month === '2026-10'));
    });

    it('shows amounts, lines, notes, documents, disputes, and the dispute form in a frame', async () => {
      const { text } = await desk.person.get(`/invoices/${disputeSupported}`);
      assert.deepEqual(
        ['PRO', 'State', 'Short', 'Adjustment reason', 'Possible duplicate of', 'Damage reported'].map((row) =>
          rowValue(text, row),
        ),
        [scenarioPros.disputeSupported, 'Paid', '$95.00', 'Incorrect accessorial', '-', '-'],
      );
      assert.match(
        text,
        /<td>LFT<\/td><td>Liftgate delivery<\/td><td>\$95\.00<\/td><td>\$0\.00<\/td><td>\$95\.00<\/td><td>Incorrect accessorial<\/td>/,
      );
      assert.match(text, /<caption>Audit notes<\/caption>/);
      assert.match(text, /No disputes on file\./);
      assert.match(text, new RegExp(`<iframe title="Open dispute" src="/invoices/${disputeSupported}/disputes/new"`));
      const form = (await desk.person.get(`/invoices/${disputeSupported}/disputes/new`)).text;
      assert.match(form, /enctype="multipart\/form-data" target="_top" aria-label="Open dispute"/);
      assert.doesNotMatch(form, /Signed in as/);
      const view = /<td><a href="(\/documents\/\d+)\/viewer" target="_blank" rel="opener">View</.exec(text)?.[1] ?? '';
      assert.match(
        (await desk.person.get(`${view}/viewer`)).text,
        new RegExp(`<a href="${view}">Download</a>.*<embed src="${view}"`),
      );
      assert.equal((await desk.person.get(view)).bytes.toString('latin1', 0, 5), '%PDF-');
    });

    it('answers 404 with words for records that do not exist', async () => {
      for (const [path, words] of [
        [`/invoices/${scenarioInvoices.missing}`, `No invoice ${scenarioInvoices.missing} exists.`],
        [`/claims/${scenarioClaims.missing}`, `No claim ${scenarioClaims.missing} exists.`],
        ['/disputes/DSP-2026-999999', 'No dispute DSP-2026-999999 exists.'],
        [`/disputes/${scenarioDisputes.open}/attachments/ATT-1`, 'No attachment ATT-1 exists.'],
        [`/claims/${scenarioClaims.accept}/responses/RSP-1`, 'No response RSP-1 exists.'],
        ['/documents/1', 'does not exist'],
        ['/chargebacks/CB-1', 'No chargeback CB-1 exists.'],
      ] as const) {
        const answer = await desk.person.get(path);
        assert.equal(answer.status, 404, path);
        assert.ok(answer.text.includes(words), path);
      }
    });
  });

  describe('disputes', () => {
    it('opens one with the receipt attached, and shows it everywhere with its reference', async () => {
      const opened = await openDispute(disputeSupported, acc, receipt);
      assert.deepEqual([opened.status, opened.location], [303, '/disputes/DSP-2026-004001?done=yes']);
      const { text } = await desk.person.get(opened.location ?? '');
      assert.match(text, /class="status">Dispute DSP-2026-004001 was submitted\.</);
      const rows = [
        'Invoice number',
        'PRO',
        'Reason code',
        'Amount',
        'State',
        'Explanation',
        'Your reference',
        'Filed by',
      ];
      assert.deepEqual(
        rows.map((row) => rowValue(text, row)),
        [
          disputeSupported,
          scenarioPros.disputeSupported,
          'ACC',
          '$95.00',
          'Submitted',
          acc.explanation,
          acc.reference,
          plainAuditAccount.username,
        ],
      );
      assert.match(text, new RegExp(`>ATT-2026-006001</a></td><td>Delivery receipt \\(POD\\)</td><td>pod\\.pdf</td>`));
      const view = /(\/documents\/\d+)\/viewer/.exec(text)?.[1] ?? '';
      assert.deepEqual((await desk.person.get(view)).bytes, receipt.bytes);
      for (const asked of ['lk-aaaa1111', 'DSP-2026-004001', disputeSupported])
        assert.match((await desk.person.get(`/disputes?q=${asked}`)).text, /DSP-2026-004001<\/a>/, asked);
      assert.match(
        (await desk.person.get(`/invoices/${disputeSupported}`)).text,
        /DSP-2026-004001<\/a><\/td><td>ACC<\/td>/,
      );
      const [write, ...more] = await writesOf(desk.sandbox, `portal=audit&invoice_number=${disputeSupported}`);
      assert.deepEqual(more, []);
      assert.deepEqual(
        [write?.kind, write?.reference, write?.number],
        ['file_dispute', acc.reference, 'DSP-2026-004001'],
      );
      assert.equal(write?.fields['amount_cents'], 9500);
    });

    it('opens one without a document too', async () => {
      assert.equal((await openDispute(disputeSupported, acc)).status, 303);
    });

    const refusals: [invoice: keyof typeof scenarioInvoices, fields: Record<string, string>, words: RegExp][] = [
      ['disputeSupported', { amount: '95.01' }, /^The amount \$95\.01 is more than the short amount \$95\.00/],
      ['disputeSupported', { amount: '0.00' }, /more than \$0\.00/],
      ['disputeSupported', { amount: 'all' }, /^Enter the amount/],
      ['disputeSupported', { reason_code: 'XXX' }, /^Choose a reason code/],
      ['disputeSupported', { reason_code: 'OTH', explanation: 'too short' }, /at least 20 characters/],
      ['disputeSupported', { reference: 'x'.repeat(41) }, /at most 40/],
      ['closed', { amount: '1.00' }, /is closed/],
      ['inAudit', { amount: '1.00' }, /still in audit \(In process \(audit\)\)/],
      ['paidInFull', { amount: '1.00' }, /is not short paid/],
      ['disputeOpen', { amount: '1.00' }, /already has an open dispute, DSP-2026-003101/],
    ];
    for (const [invoice, fields, words] of refusals)
      it(`refuses ${JSON.stringify(fields).slice(0, 60)} on ${invoice}`, async () => {
        const answer = await openDispute(scenarioInvoices[invoice], { ...acc, ...fields });
        assert.equal(answer.status, 200);
        assert.match(alertIn(answer.text) ?? '', words);
        assert.match(answer.text, new RegExp(`name="amount" type="text" value="${fields['amount'] ?? acc.amount}"`));
        assert.deepEqual(await writesOf(desk.sandbox, 'portal=audit'), []);
      });

    it('takes nothing but PDFs', async () => {
      const files: [TestFile, RegExp][] = [
        [{ name: 'pod.pdf', bytes: Buffer.alloc(0) }, /is empty/],
        [{ name: 'pod.pdf', bytes: Buffer.from('<html>no</html>') }, /is not a PDF/],
        [{ name: 'big.pdf', bytes: Buffer.concat([receipt.bytes, Buffer.alloc(10_000_000)]) }, /larger than 10 MB/],
      ];
      for (const [file, words] of files) {
        assert.match(alertIn((await openDispute(disputeSupported, acc, file)).text) ?? '', words);
        const attached = await attach(scenarioDisputes.open, { document_type: pod }, file);
        assert.match(alertIn(attached.text) ?? '', words);
      }
      const huge = { name: 'huge.pdf', bytes: Buffer.alloc(12_000_000) };
      assert.equal((await openDispute(disputeSupported, acc, huge)).status, 400);
      assert.deepEqual(await writesOf(desk.sandbox, 'portal=audit'), []);
    });

    it('stores one of two equal submits at once', async () => {
      const both = await Promise.all([0, 1].map(() => openDispute(disputeSupported, acc, receipt)));
      assert.deepEqual(
        both.map(({ status }) => status).toSorted((a, b) => a - b),
        [200, 303],
      );
      assert.equal((await writesOf(desk.sandbox, 'portal=audit')).length, 1);
    });

    it('attaches a document to an open dispute, once', async () => {
      const fields = { document_type: pod, reference: 'LK-BBBB2222' };
      const attached = await attach(scenarioDisputes.open, fields, receipt);
      assert.equal(attached.location, `/disputes/${scenarioDisputes.open}/attachments/ATT-2026-006001?done=yes`);
      const { text } = await desk.person.get(attached.location ?? '');
      assert.match(text, /class="status">Attachment ATT-2026-006001 was received\.</);
      assert.deepEqual(
        ['Dispute number', 'Type', 'File name', 'Your reference'].map((row) => rowValue(text, row)),
        [scenarioDisputes.open, pod, 'pod.pdf', 'LK-BBBB2222'],
      );
      assert.equal(rowValue(text, 'Size'), `${receipt.bytes.length.toLocaleString('en-US')} bytes`);
      const again = await attach(scenarioDisputes.open, { ...fields, reference: '' }, receipt);
      assert.match(alertIn(again.text) ?? '', /^This document was attached before, as ATT-2026-006001/);
      const [write, ...more] = await writesOf(desk.sandbox, `invoice_number=${scenarioInvoices.disputeOpen}`);
      assert.deepEqual([write?.kind, write?.number, more], ['attach_document', 'ATT-2026-006001', []]);
      for (const asked of ['lk-bbbb2222', 'ATT-2026-006001', scenarioDisputes.open])
        assert.match(
          (await desk.person.get(`/attachments?q=${asked}`)).text,
          />ATT-2026-006001<\/a><\/td><td>DSP-2026-003101</,
        );
      assert.match((await desk.person.get('/attachments?q=LK-NONE')).text, /No attachments on file/);
    });

    it('attaches nothing to a dispute that is not open', async () => {
      await desk.person.post(`/disputes/${scenarioDisputes.open}/withdraw`);
      const answer = await attach(scenarioDisputes.open, { document_type: pod }, receipt);
      assert.match(alertIn(answer.text) ?? '', /is withdrawn and takes no more documents/);
      assert.doesNotMatch(answer.text, /aria-label="Attach document"/);
    });
  });

  describe('danger buttons', () => {
    it('really do what they say', async () => {
      const presses: [path: string, lands: string, kind: string, number: string][] = [
        [
          `/invoices/${disputeSupported}/accept-all`,
          `/invoices/${disputeSupported}?done=accept-all`,
          'accept_all_charges',
          disputeSupported,
        ],
        [
          `/disputes/${scenarioDisputes.open}/withdraw`,
          `/disputes/${scenarioDisputes.open}?done=withdraw`,
          'withdraw_dispute',
          scenarioDisputes.open,
        ],
        ['/chargebacks/CB-2026-000701/pay', '/chargebacks/CB-2026-000701?done=pay', 'pay_chargeback', 'CB-2026-000701'],
        ['/account/close', '/login', 'close_account', plainAuditAccount.username],
      ];
      for (const [path, lands] of presses) assert.equal((await desk.person.post(path)).location, lands);
      const writes = await writesOf(desk.sandbox, 'portal=audit');
      assert.deepEqual(
        writes.map(({ kind, number }) => [kind, number]),
        presses.map(([, , kind, number]) => [kind, number]),
      );
      assert.equal((await desk.person.get('/invoices')).location, '/login', 'the session went with the account');
      const visitor = client(desk.sandbox.auditUrl ?? '');
      const refused = await visitor.post('/login', { ...plainAuditAccount });
      assert.equal(alertIn(refused.text), 'This account is closed.');
      await control(desk.sandbox, '/reset', {});
      const back = await signedInToAudit(desk.sandbox);
      assert.equal(rowValue((await back.get(`/invoices/${disputeSupported}`)).text, 'State'), 'Paid');
    });

    it('are on pages beside harmless ones, chargebacks in other words always', async () => {
      assert.match((await desk.person.get(`/invoices/${disputeSupported}`)).text, />Accept all charges</);
      assert.match((await desk.person.get(`/disputes/${scenarioDisputes.open}`)).text, />Withdraw dispute</);
      assert.match((await desk.person.get('/account')).text, />Close account</);
      const chargeback = (await desk.person.get('/chargebacks/CB-2026-000701')).text;
      assert.match(chargeback, /<body class="skin-v2">.*data-confirm="Pay \$[\d.,]+ now\?".*>Settle chargeback</);
    });
  });

  it('counts a request for a dispute or a document as one about its invoice, and one for an invoice as one about its PRO', async () => {
    await desk.person.get(`/disputes/${scenarioDisputes.open}`);
    await desk.person.get(`/disputes?q=${scenarioDisputes.open}`);
    await desk.person.get(`/invoices?q=${scenarioInvoices.disputeOpen}`);
    await desk.person.get(`/claims/${scenarioClaims.accept}`);
    const paths = async (query: string): Promise<string[]> => {
      const { json } = await control(desk.sandbox, `/truth?${query}`);
      return (json['requests'] as { path: string }[]).map(({ path }) => path);
    };
    const asked = [
      `/disputes/${scenarioDisputes.open}`,
      `/disputes?q=${scenarioDisputes.open}`,
      `/invoices?q=${scenarioInvoices.disputeOpen}`,
    ];
    assert.deepEqual(await paths(`portal=audit&invoice_number=${scenarioInvoices.disputeOpen}`), asked);
    assert.deepEqual(await paths(`portal=audit&pro=${scenarioPros.disputeOpen}`), asked);
    assert.deepEqual(await paths(`claim_id=${scenarioClaims.accept}`), [`/claims/${scenarioClaims.accept}`]);
  });

  it('answers odd requests with pages, never with a breakdown', async () => {
    const answers = await Promise.all([
      desk.person.get('/invoices?page=0'),
      desk.person.get('/invoices?page=99999999'),
      desk.person.get("/disputes?q='; drop table x; --"),
      desk.person.get('/claims/%ff'),
      desk.person.get('/documents/99999999999999999999'),
      desk.person.post(`/claims/${scenarioClaims.accept}/responses`, { decision: 'accept', reason: '\0' }),
      desk.person.post(`/invoices/${disputeSupported}/disputes`),
      desk.person.post('/invoices'),
    ]);
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 200, 200, 400, 404, 400, 200, 405],
    );
  });
});

function invoicesIn(page: string): string[] {
  return [...page.matchAll(/href="\/invoices\/(\d{10})">\1</g)].map(([, number]) => number ?? '');
}
