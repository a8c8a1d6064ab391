/** Correcting freight bills in the sandbox TMS over HTTP. */

import assert from 'node:assert/strict';
import { scenarioPros } from '../../sandbox/tms/scenarios.ts';
import { alertIn, control, rowValue, runSandbox, signedIn, writesOf } from './sandbox.ts';
import type { Client, Reply, RunningSandbox } from './sandbox.ts';

describe('corrections in the sandbox TMS', () => {
  let sandbox: RunningSandbox;
  let person: Client;
  before(async () => {
    sandbox = await runSandbox();
  });
  beforeEach(async () => {
    await control(sandbox, '/reset', {});
    person = await signedIn(sandbox);
  });
  after(() => sandbox.end());

  type Fields = Record<string, string>;
  const tab = (pro: string): string => `/shipments/${pro}/corrections`;
  const preview = (pro: string, fields: Fields): Promise<Reply> => person.post(`${tab(pro)}/preview`, fields);
  const tokenIn = (page: string): string => /name="preview" type="hidden" value="([^"]*)"/.exec(page)?.[1] ?? '';
  async function submit(pro: string, fields: Fields): Promise<Reply> {
    const previewed = await preview(pro, fields);
    return person.post(tab(pro), { ...fields, preview: tokenIn(previewed.text) });
  }

  it('shows the form with a submit button that needs a preview first', async () => {
    const { text } = await person.get(tab(scenarioPros.correctionUnder));
    assert.match(text, /<form class="entry" method="post" [^>]*aria-label="Enter correction">/);
    for (const label of [
      'Reason code',
      'Billed weight (lb)',
      'Billed class',
      'Add accessorials',
      'Remove accessorials',
      'Consignee name',
      'Consignee address',
      'Reason',
      'Approval note',
      'Your reference',
    ])
      assert.ok(text.includes(`">${label}</label>`), label);
    assert.match(text, />Preview re-rate<\/button>/);
    assert.match(text, /<button type="submit" data-needs-preview disabled>Submit correction</);
    const previewed = await preview(scenarioPros.correctionUnder, { reason_code: 'CC', billed_class: '125' });
    assert.match(previewed.text, /<button type="submit" data-needs-preview>Submit correction</);
  });

  const worked: [name: keyof typeof scenarioPros, fields: Fields, before: string, after: string, net: string][] = [
    ['correctionUnder', { reason_code: 'CC', billed_class: '125' }, '$1,097.27', '$1,338.66', '+$241.39'],
    ['correctionOver', { reason_code: 'CC', billed_class: '150' }, '$1,097.27', '$1,580.04', '+$482.77'],
    ['correctionAtLimit', { reason_code: 'AC', add_accessorials: 'DET' }, '$447.13', '$697.13', '+$250.00'],
    ['correctionOverByACent', { reason_code: 'AC', add_accessorials: 'DEP' }, '$447.13', '$697.14', '+$250.01'],
    ['correctionCredit', { reason_code: 'DA', remove_accessorials: 'RES, LFT' }, '$670.13', '$447.13', '-$223.00'],
    ['correctionWeight', { reason_code: 'WC', billed_weight: '1,420' }, '$447.13', '$512.02', '+$64.89'],
    [
      'correctionWeight',
      { reason_code: 'RR', billed_weight: '1420', billed_class: '70' },
      '$447.13',
      '$512.02',
      '+$64.89',
    ],
  ];
  for (const [name, fields, original, corrected, net] of worked)
    it(`previews ${fields['reason_code']} of ${name} at ${net} and writes nothing`, async () => {
      const { text } = await preview(scenarioPros[name], fields);
      assert.deepEqual(
        ['Original total', 'Corrected total', 'Net change'].map((row) => rowValue(text, row)),
        [original, corrected, net],
      );
      assert.deepEqual(await writesOf(sandbox, 'portal=tms'), []);
    });

  it('enters a correction: bill, charges, balance and history change, and it is found by its reference', async () => {
    const pro = scenarioPros.correctionUnder;
    const fields = {
      reason_code: 'CC',
      billed_class: '125',
      note: 'Inspected.',
      reason_text: 'W&I',
      reference: 'LK-0001',
    };
    const entered = await submit(pro, fields);
    assert.deepEqual([entered.status, entered.location], [303, `${tab(pro)}/COR-2026-001001?done=yes`]);
    const { text } = await person.get(entered.location ?? '');
    assert.match(text, /role="status" class="status">Correction COR-2026-001001 was entered\.</);
    const rows = [
      'Correction number',
      'PRO',
      'Reason code',
      'Changes',
      'Net change',
      'Approval note',
      'Your reference',
    ];
    assert.deepEqual(
      rows.map((row) => rowValue(text, row)),
      ['COR-2026-001001', pro, 'CC', 'billed class: 125', '+$241.39', 'Inspected.', 'LK-0001'],
    );
    const shipment = (await person.get(`/shipments/${pro}`)).text;
    assert.deepEqual([rowValue(shipment, 'Class'), rowValue(shipment, 'Balance')], ['125', '$1,338.66']);
    assert.match(shipment, /<td>Total<\/td><td><\/td><td class="amount">\$1,338\.66</);
    assert.equal(rowValue(shipment, 'BOL class'), '100', 'the bill of lading says what it said');
    assert.match(
      (await person.get(`/shipments/${pro}/history`)).text,
      /Correction COR-2026-001001 \(CC\): net change \+\$241\.39/,
    );
    const listed = />COR-2026-001001<\/a><\/td><td>CC<\/td><td>W&amp;I<\/td><td>\+\$241\.39<\/td><td>LK-0001</;
    assert.match((await person.get(tab(pro))).text, listed);
    for (const asked of ['lk-0001', pro, 'cor-2026-001001'])
      assert.match((await person.get(`/corrections?q=${asked}`)).text, />COR-2026-001001<\/a>/, asked);
    assert.match(
      (await person.get('/corrections?q=LK-0002')).text,
      /No corrections match &quot;LK-0002&quot;|No corrections match "LK-0002"/,
    );
    const [write, ...more] = await writesOf(sandbox, `pro=${pro}`);
    assert.deepEqual(more, []);
    assert.deepEqual(
      [write?.kind, write?.reference, write?.number, write?.fields['net_change_cents']],
      ['tms_correction', 'LK-0001', 'COR-2026-001001', 24_139],
    );
  });

  const refusals: [pro: string, fields: Fields, words: RegExp][] = [
    [scenarioPros.clear, {}, /^Choose a reason code/],
    [scenarioPros.clear, { reason_code: 'CC' }, /^Code CC needs Billed class/],
    [
      scenarioPros.clear,
      { reason_code: 'WC', billed_weight: '900', billed_class: '70' },
      /^Code WC does not change the field "Billed class"/,
    ],
    [scenarioPros.clear, { reason_code: 'WC', billed_weight: 'heavy' }, /whole number of pounds/],
    [scenarioPros.clear, { reason_code: 'CC', billed_class: '71' }, /^71 is not an NMFC class/],
    [scenarioPros.clear, { reason_code: 'AC', add_accessorials: 'XYZ' }, /^XYZ is not an accessorial/],
    [scenarioPros.clear, { reason_code: 'DA', remove_accessorials: 'LFT' }, /^LFT is not on the bill/],
    [scenarioPros.correctionCredit, { reason_code: 'AC', add_accessorials: 'LFT' }, /^LFT is already on the bill/],
    [scenarioPros.correctionUnder, { reason_code: 'CC', billed_class: '100' }, /already shows/],
    [scenarioPros.billVoid, { reason_code: 'CC', billed_class: '125' }, /^The bill is void/],
    [scenarioPros.clear, { reason_code: 'CN', consignee_name: 'Somebody Else Inc' }, /only the spelling/],
    [
      scenarioPros.clear,
      { reason_code: 'WC', billed_weight: '900', reference: 'x'.repeat(41) },
      /at most 40 characters/,
    ],
  ];
  for (const [pro, fields, words] of refusals)
    it(`refuses ${JSON.stringify(fields).slice(0, 70)} of ${pro}, at the preview and at the submit`, async () => {
      assert.match(alertIn((await preview(pro, fields)).text) ?? '', words);
      const submitted = await person.post(tab(pro), fields);
      assert.equal(submitted.status, 200);
      assert.match(alertIn(submitted.text) ?? '', words);
      assert.deepEqual(await writesOf(sandbox, 'portal=tms'), []);
    });

  it('corrects the spelling of a consignee after delivery, and the consignee itself before', async () => {
    const shipment = await person.get(`/shipments/${scenarioPros.clear}`);
    const misspelled = `${rowValue(shipment.text, 'Consignee') ?? ''}s`;
    assert.equal((await submit(scenarioPros.clear, { reason_code: 'CN', consignee_name: misspelled })).status, 303);
    const pro = scenarioPros.undelivered;
    const fields = {
      reason_code: 'CN',
      consignee_name: 'Somebody Else Inc',
      consignee_address: '1 New St, Reno, NV 89502',
    };
    assert.equal((await submit(pro, fields)).status, 303);
    const moved = (await person.get(`/shipments/${pro}`)).text;
    assert.deepEqual(
      [rowValue(moved, 'Consignee'), rowValue(moved, 'Consignee address')],
      ['Somebody Else Inc', '1 New St, Reno, NV 89502'],
    );
  });

  it('wants a preview of this very change and bill', async () => {
    const pro = scenarioPros.correctionUnder;
    const fields = { reason_code: 'CC', billed_class: '125' };
    assert.match(alertIn((await person.post(tab(pro), fields)).text) ?? '', /^Preview the re-rate first/);
    const token = tokenIn((await preview(pro, fields)).text);
    const other = await person.post(tab(pro), { ...fields, billed_class: '150', preview: token });
    assert.match(alertIn(other.text) ?? '', /^Preview the re-rate first/);
    assert.equal((await submit(pro, { reason_code: 'WC', billed_weight: '2500' })).status, 303);
    const late = await person.post(tab(pro), { ...fields, preview: token });
    assert.match(alertIn(late.text) ?? '', /^Preview the re-rate first/);
    assert.equal((await writesOf(sandbox, `pro=${pro}`)).length, 1);
  });

  it('refuses a reference that the bill already carries, and stores one of two equal submits at once', async () => {
    const pro = scenarioPros.correctionOver;
    const fields = { reason_code: 'CC', billed_class: '150', reference: 'LK-0003' };
    const token = tokenIn((await preview(pro, fields)).text);
    const both = await Promise.all([0, 1].map(() => person.post(tab(pro), { ...fields, preview: token })));
    assert.deepEqual(
      both.map(({ status }) => status).toSorted((a, b) => a - b),
      [200, 303],
    );
    const refused = both.find(({ status }) => status === 200);
    assert.match(
      alertIn(refused?.text ?? '') ?? '',
      /^Reference LK-0003 was used before, for correction COR-2026-001001/,
    );
    assert.equal((await writesOf(sandbox, `pro=${pro}`)).length, 1);
  });

  it('says so when there is no such correction', async () => {
    const answer = await person.get(`${tab(scenarioPros.clear)}/COR-2026-999999`);
    assert.equal(answer.status, 404);
  });
});
