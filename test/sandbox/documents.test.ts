/** Documents of the sandbox TMS, read with a foreign PDF library. */

import assert from 'node:assert/strict';
import { type ScenarioName, scenarioPros } from '../../sandbox/tms/scenarios.ts';
import { readPdf } from './pdf-text.ts';
import { type Client, documentRows, fetchReceipt, type RunningSandbox, runSandbox, signedIn } from './sandbox.ts';

describe('documents of the sandbox TMS', () => {
  let sandbox: RunningSandbox;
  let person: Client;
  before(async () => {
    sandbox = await runSandbox();
    person = await signedIn(sandbox);
  });
  after(() => sandbox.end());

  const receiptText = async (name: ScenarioName): Promise<string> => {
    const { bytes } = await fetchReceipt(person, scenarioPros[name]);
    return (await readPdf(bytes)).text;
  };

  it('serves them inline as PDF under their number', async () => {
    const { headers, bytes } = await fetchReceipt(person, scenarioPros.clear);
    assert.equal(headers.get('content-type'), 'application/pdf');
    assert.equal(headers.get('content-disposition'), `inline; filename="DR${scenarioPros.clear}.pdf"`);
    assert.equal(bytes.toString('latin1', 0, 5), '%PDF-');
  });

  it('gives the same bytes every time, also after everything was printed again', async () => {
    const first = await fetchReceipt(person, scenarioPros.clear);
    const again = await sandbox.restart();
    const second = await fetchReceipt(await signedIn(again), scenarioPros.clear);
    await again.stop();
    assert.ok(first.bytes.equals(second.bytes));
  });

  it('prints all fields of a clear receipt', async () => {
    const text = await receiptText('clear');
    for (const field of [
      `PRO ${scenarioPros.clear}`,
      `PRO number ${scenarioPros.clear}`,
      'Bill of lading number BL',
      'Ship date 2026-',
      'Delivery date 2026-',
      'Time in ',
      'Time out ',
      'Shipper ',
      'Consignee ',
      'Pieces ',
      'Handling units ',
      'Description ',
      'Weight (lb) ',
      'Special services performed',
      'Received in good order except as noted:',
      'Consignee signature',
      'Driver number D-',
    ])
      assert.ok(text.includes(field), field);
    assert.match(text, /Consignee printed name \w/);
    assert.doesNotMatch(text, /SHORT|DAMAGED|REFUSED|SUBJECT/);
  });

  it('notes what was wrong at the dock', async () => {
    assert.match(await receiptText('short'), /except as noted: SHORT (\d+) OF (\d+) \w+ - RECEIVED \d+/);
    assert.match(await receiptText('damage'), /except as noted: DAMAGED \d+ OF \d+/);
    assert.match(await receiptText('refused'), /except as noted: REFUSED (\d+) OF \1/);
    assert.match(await receiptText('subjectToCount'), /except as noted: SUBJECT TO COUNT/);
  });

  it('leaves name and signature empty on an unsigned receipt', async () => {
    assert.match(await receiptText('unsigned'), /Consignee signature Consignee printed name Driver number/);
  });

  it('files the receipt of another PRO under the wrong one', async () => {
    const text = await receiptText('wrongDocument');
    assert.ok(text.includes(`PRO number ${scenarioPros.wrongDocumentShows}`));
    assert.ok(!text.includes(scenarioPros.wrongDocument));
  });

  it('serves a scanned receipt as a picture without text', async () => {
    const content = await readPdf((await fetchReceipt(person, scenarioPros.imageOnly)).bytes);
    assert.deepEqual([content.pages, content.text, content.pictures], [1, '', 1]);
  });

  it('serves a receipt without bytes, and an error page under the name of a PDF', async () => {
    const empty = await fetchReceipt(person, scenarioPros.zeroBytes);
    assert.deepEqual(
      [empty.status, empty.bytes.length, empty.headers.get('content-type')],
      [200, 0, 'application/pdf'],
    );
    const page = await fetchReceipt(person, scenarioPros.html);
    assert.deepEqual([page.status, page.headers.get('content-type')], [200, 'application/pdf']);
    assert.match(page.text, /^<!doctype html>/);
  });

  it('prints bill of lading and invoice with the PRO and the total', async () => {
    const shipment = await person.get(`/shipments/${scenarioPros.clear}`);
    const total = /<td>Total<\/td><td><\/td><td class="amount">([^<]+)</.exec(shipment.text)?.[1];
    const rows = documentRows((await person.get(`/shipments/${scenarioPros.clear}/documents`)).text);
    const textOf = async (type: string): Promise<string> => {
      const { bytes } = await person.get(rows.find((row) => row.type === type)?.view ?? '');
      return (await readPdf(bytes)).text;
    };
    assert.ok((await textOf('Bill of lading')).includes(`Carrier PRO number ${scenarioPros.clear}`));
    const invoice = await textOf('Freight invoice');
    assert.ok(invoice.includes(`PRO number ${scenarioPros.clear}`));
    assert.ok(invoice.includes(`Total ${total}`));
  });
});
