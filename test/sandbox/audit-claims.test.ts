/** Claims on the sandbox audit portal over HTTP, as a person with a browser meets them. */

import assert from 'node:assert/strict';
import { scenarioClaims } from '../../sandbox/audit/scenarios.ts';
import { scenarioPros } from '../../sandbox/tms/scenarios.ts';
import { auditDesk } from './audit-desk.ts';
import { alertIn, type Reply, rowValue, writesOf } from './sandbox.ts';

describe('claims on the sandbox audit portal', () => {
  const desk = auditDesk();
  const respond = (claim: string, fields: Record<string, string>): Promise<Reply> =>
    desk.person.post(`/claims/${claim}/responses`, { reference: 'LK-CCCC3333', ...fields });

  it('lists and finds them', async () => {
    assert.match((await desk.person.get('/claims')).text, /<span>Page 1 of 2<\/span>/);
    for (const asked of [scenarioClaims.accept, scenarioPros.claimAccept])
      assert.match((await desk.person.get(`/claims?q=${asked}`)).text, new RegExp(`>${scenarioClaims.accept}</a>`));
    assert.match((await desk.person.get('/claims?state=Accepted')).text, new RegExp(`>${scenarioClaims.decided}</a>`));
    assert.match((await desk.person.get('/claims?q=nothing')).text, /No claims match\./);
  });

  it('shows everything a claim is decided by', async () => {
    const { text } = await desk.person.get(`/claims/${scenarioClaims.inspected}`);
    const rows = [
      'Type',
      'State',
      'PRO',
      'Delivery date',
      'Damage reported',
      'Claimed amount',
      'Proof offered',
      'Liability per lb',
      'Salvage',
      'Pieces confirmed',
      'Cause',
    ];
    assert.deepEqual(
      rows.map((row) => rowValue(text, row)),
      [
        'concealed damage',
        'Open',
        scenarioPros.claimInspected,
        '2026-10-05',
        '2026-10-08',
        '$300.00',
        'No',
        '$25.00',
        '$0.00',
        '2',
        '-',
      ],
    );
    assert.match(text, /<td>4<\/td><td>40<\/td><td>\$75\.00<\/td><td>\$300\.00<\/td>/);
    assert.match(text, /<caption>Claimant documents<\/caption>/);
    assert.match((await desk.person.get(`/claims/${scenarioClaims.accept}`)).text, /No inspection on file\./);
    const incomplete = (await desk.person.get(`/claims/${scenarioClaims.incomplete}`)).text;
    assert.deepEqual([rowValue(incomplete, 'PRO'), rowValue(incomplete, 'Claimed amount')], ['-', '-']);
  });

  it('takes an answer, after a question of its own', async () => {
    const form = (await desk.person.get(`/claims/${scenarioClaims.accept}/respond`)).text;
    assert.ok(form.includes(`<h1>Respond to claim ${scenarioClaims.accept}</h1>`));
    assert.ok(form.includes(`data-confirm="Send this response to claim ${scenarioClaims.accept}?"`));
    const answers: [
      claim: keyof typeof scenarioClaims,
      fields: Record<string, string>,
      state: string,
      amount: string,
    ][] = [
      ['accept', { decision: 'accept', amount: '240.00' }, 'Accepted', '$240.00'],
      ['partly', { decision: 'partial', amount: '255.00', reason: 'Three noted.' }, 'Partly accepted', '$255.00'],
      ['reject', { decision: 'decline', reason_code: 'CONCEALED_LATE_NO_PROOF' }, 'Declined', '-'],
    ];
    for (const [name, fields, state, amount] of answers) {
      const claim = scenarioClaims[name];
      const answer = await respond(claim, fields);
      const number = /RSP-2026-\d{6}/.exec(answer.location ?? '')?.[0] ?? '';
      assert.equal(answer.location, `/claims/${claim}/responses/${number}?done=yes`);
      const { text } = await desk.person.get(answer.location ?? '');
      assert.ok(text.includes(`Response ${number} was recorded.`));
      assert.deepEqual([rowValue(text, 'Amount'), rowValue(text, 'Your reference')], [amount, 'LK-CCCC3333']);
      assert.equal(rowValue((await desk.person.get(`/claims/${claim}`)).text, 'State'), state);
      const [write, ...more] = await writesOf(desk.sandbox, `claim_id=${claim}`);
      assert.deepEqual([write?.kind, write?.number, more], ['answer_claim', number, []]);
    }
    const found = (await desk.person.get('/responses?q=lk-cccc3333')).text;
    assert.equal([...found.matchAll(/>RSP-2026-\d{6}<\/a>/g)].length, 3);
  });

  const refusals: [claim: keyof typeof scenarioClaims, fields: Record<string, string>, words: RegExp][] = [
    ['accept', { decision: '' }, /^Choose a decision/],
    ['accept', { decision: 'accept', amount: '239.99' }, /enter the claimed amount of \$240\.00/],
    ['accept', { decision: 'partial', amount: '240.00' }, /less than the claimed \$240\.00/],
    ['accept', { decision: 'partial', amount: '0.00' }, /less than the claimed/],
    ['accept', { decision: 'decline' }, /^Choose a reason code/],
    ['accept', { decision: 'decline', reason_code: 'OTHER', amount: '1.00' }, /has no amount/],
    ['accept', { decision: 'accept', amount: 'much' }, /^Enter the amount/],
    ['incomplete', { decision: 'partial', amount: '1.00' }, /states no amount yet/],
    ['decided', { decision: 'accept', amount: '200.00' }, /was answered already, with response RSP-2026-001504/],
  ];
  for (const [claim, fields, words] of refusals)
    it(`refuses ${JSON.stringify(fields)} for ${claim}`, async () => {
      const answer = await respond(scenarioClaims[claim], fields);
      assert.equal(answer.status, 200);
      assert.match(alertIn(answer.text) ?? '', words);
      assert.deepEqual(await writesOf(desk.sandbox, 'portal=audit'), []);
    });
});
