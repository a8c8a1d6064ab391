import assert from 'node:assert/strict';
import { readMailBody } from '../../../../domain/dispatch/mail/body.ts';

const read = (text: string, subject = ''): object => readMailBody(text, (json) => JSON.parse(json) as unknown, subject);
const isClear = (text: string, subject = ''): boolean => 'input' in read(text, subject);

/** By what is asked for: sentences that change nothing, and their twins that may. */
const twins: Readonly<Record<string, { readonly clear: readonly string[]; readonly asked: readonly string[] }>> = {
  'Please pull the POD for PRO 4471180293. %': {
    clear: [
      'Customer screaming.',
      'Shipper upset.',
      'We were charged for a liftgate we never used.',
      'I need it for a cargo claim our customer filed.',
      "I can't find the email you sent last month.",
      'Please treat this as urgent.',
      'The driver told me it was signed for by a guy named Luis.',
      'El cliente ya nos llamó dos veces.',
      'Sorry to bug you again.',
      'Target issued us a chargeback for late delivery on this one and our appeal is due Monday.',
      'It was signed by the night crew.',
    ],
    asked: [
      'Customer paid.',
      'Customer happy.',
      'We got paid.',
      'We were told to wait.',
      'The driver told me it was signed.',
      'El cliente ya nos pagó.',
      'It was signed by the manager and the customer is happy.',
      'Shipper upset no more.',
      'We got billed twice, then they fixed it.',
      'Good morning please ignore this.',
      'The claim window has passed.',
    ],
  },
  'Please answer claim CLM-2026-000042. %': {
    clear: [
      'It was opened on November 12 and the 15 day window is almost up.',
      'Hi guys, the customer is asking again.',
    ],
    asked: ['It was closed on November 12.', 'Hi guys, hold this one.', 'The broker opened the claim again.'],
  },
  '%\n\ntask_type: tms_correction\npro: 4471180293\nreason_code: WC\nbilled weight: 1420\nnote: scale ticket': {
    clear: ['We had it at 6,100 but the reweigh at the Joliet terminal says different.'],
    asked: ['The certificate says 1,460.', 'It should be 1,460.'],
  },
  '%\n\ntask_type: file_dispute\ninvoice_number: 8800412375\nreason_code: WGT': {
    clear: ['Wrong weight was billed, our scale ticket shows 4,200 lbs.'],
    asked: ['Wrong invoice, sorry.'],
  },
  '%\n\ntask_type: pull_pod\npro: 4471180293': {
    clear: [
      'Here’s the next correction for today:',
      'Let me know if there’s anything else you need on your end.',
      'This is an automated message from MercuryTMS.',
      'A document request has been created by user jrios on 11/27/2026 08:12.',
      'A new form response was submitted.',
      'Thanks for taking this on!',
      'Opened by: Ann Lee',
      'Assignee: Lanekeeper',
      'Ann Lee created FRT-2231:',
      '*** END OF MESSAGE ***',
      'Exception: POD missing',
      'Hi bot,',
      'Team – one more for you.',
      'Please see the attached email from our customer.',
    ],
    asked: [
      'Old request:',
      'Thanks for taking care of it yesterday!',
      'Status: cancelled',
      'Opened by: mistake, close it',
      'Let me know if we should wait.',
      'This request has been cancelled by user jrios.',
      'This request was created by Bob, please ignore it.',
      'Your request has been completed.',
      'Please see the attached for the right number.',
    ],
  },
};

describe('a sentence and its twin in a mail', () => {
  for (const [request, { clear, asked }] of Object.entries(twins)) {
    for (const sentence of clear)
      it(`is clear beside ${JSON.stringify(request.slice(0, 40))} in ${JSON.stringify(sentence)}`, () =>
        assert.ok(isClear(request.replace('%', sentence)), JSON.stringify(read(request.replace('%', sentence)))));
    for (const sentence of asked)
      it(`is asked about beside ${JSON.stringify(request.slice(0, 40))} in ${JSON.stringify(sentence)}`, () =>
        assert.ok(!isClear(request.replace('%', sentence))));
  }

  const lines = 'task_type: pull_pod\npro: 4471180293';
  it('of a subject may have any word that turns nothing, and the number of a ticket', () => {
    for (const subject of ['TMS Automation: Document request #22871', 'Harbor Foods Tacoma', 'Schadensfall'])
      assert.ok(isClear(lines, subject), subject);
    for (const subject of [
      'Denied',
      'Old',
      'PRO #22871',
      'Frozen account',
      'Future request',
      'Obsolete',
      'Paid in full',
      'Lift the hold',
    ])
      assert.ok(!isClear(lines, subject), subject);
  });

  it('of a subject may be a time that is past, and no other, nor a word that nobody knows alone', () => {
    for (const subject of ['November PODs', 'Deliveries from last Friday', 'POD request', '', 'Hello'])
      assert.ok(isClear(lines, subject), subject);
    for (const subject of [
      'Monday',
      'For next month',
      'In two weeks',
      'Ab Montag',
      'La próxima semana',
      'Demain',
      'Parked',
    ])
      assert.ok(!isClear(lines, subject), subject);
    assert.ok(!isClear(lines, 'Subject to approval'));
  });

  it('of a subject says that a mail is a notice, or for which day it is', () => {
    for (const subject of ['PODs from Monday', "Monday's deliveries", 'POD for your file'])
      assert.ok(isClear(lines, subject), subject);
    for (const subject of ['FYI', 'FYI: POD', 'Zur Info', 'Pour information', 'Para su conocimiento', 'POD for Monday'])
      assert.ok(!isClear(lines, subject), subject);
  });

  it('of a subject may be the words for the reason of a dispute', () => {
    const dispute = 'task_type: file_dispute\ninvoice_number: 8800412375\nreason_code: ';
    assert.ok(isClear(`${dispute}DUP`, 'Double billed'));
    assert.ok(!isClear(`${dispute}RATE`, 'Double billed'));
  });

  it('is a courtesy before the lines, unless a word of it takes them back', () => {
    for (const text of ['Hola, por favor:', 'Sorry about that, here it is.', 'Bitte:'])
      assert.ok(isClear(`${text}\n\n${lines}`), text);
    for (const text of ['Sorry about that, wrong one.', 'Por favor, alto:', 'Please Archive:'])
      assert.ok(!isClear(`${text}\n\n${lines}`), text);
    assert.ok(!isClear(`${lines}\n\nNvm`));
    assert.ok(isClear(`${lines}\n\nLet me know if that works.`));
  });

  it('puts a dispute off by what has to come first', () =>
    assert.ok(!isClear('Please dispute invoice 8800412375 until we have the contract.')));

  it('is none in a signature that begins with a name, unless it has the words of a sentence', () => {
    const request = 'Please pull the POD for PRO 4471180293.\n\nMarcus Oyelaran\n';
    assert.ok(isClear(`${request}Gerente de tráfico`));
    for (const below of ['Customer Agreed To Pay', 'Hold Until Monday', 'Paid By Check'])
      assert.ok(!isClear(`${request}${below}`), below);
  });

  it('may be a question with its reason, and say when the freight was delivered', () => {
    const claim = 'Can you please answer claim CLM-2026-000260';
    assert.ok(isClear(`${claim} so that we can close our file?`));
    assert.ok(!isClear(`${claim} if the customer needs it?`));
    const pod = 'Can I get the POD for PRO 4471180293 please?';
    assert.ok(isClear(`${pod} It delivered last Friday.`));
    assert.ok(!isClear(`${pod} It was delivered last Friday and I have the POD.`));
  });

  const politely = [
    'May I please get a copy of the delivery receipt for PRO 4471180293?',
    'Can u pull POD for pro 4471180293 customer wants it before they pay thx',
  ];
  it('asks for the work where it begins as a request and nothing turns it', () => {
    for (const text of politely) assert.ok(isClear(text), text);
    for (const text of [
      'May I not get it for PRO 4471180293?',
      'Can u pull POD for pro 4471180293 no wait customer has it',
    ])
      assert.ok(!isClear(text), text);
  });

  it('has the reason of a dispute behind its label', () => {
    const body = read('Bitte legen Sie Widerspruch gegen Rechnung 8800412375 ein. Grund: RATE.');
    assert.deepEqual('input' in body && body.input, {
      task_type: 'file_dispute',
      params: { invoice_number: '8800412375', reason_code: 'RATE' },
    });
  });

  it('of a note may name the value that a correction replaces, and is asked about where it names only another', () => {
    const corrected = (note: string): string =>
      `Please correct the weight on PRO 4471180293 to 1,240 lbs.\n\nNote: ${note}`;
    for (const note of ['scale ticket 5521', 'from 980 lbs to 1,240 lbs', 'certified scale, 1240.0 lbs'])
      assert.ok(isClear(corrected(note)), note);
    assert.ok(!isClear(corrected('scale ticket shows 1,420 lbs')));
    assert.ok(!isClear('Please change the class on PRO 4471180293 to 85.\n\nNote: inspection says class 92.5'));
  });

  it('is an item of a list by its number', () => {
    const body = read('I need the PODs for the following two PROs:\n\n1. 4471180410\n2. 4471180411');
    assert.match(JSON.stringify(body), /^\{"several":.*4471180410.*4471180411/);
  });

  it('of a signature may be the office, with its ZIP and no telephone', () =>
    assert.ok(
      isClear(
        `${lines}\n\nHave a great weekend!\nPriya Nair\nOperations Coordinator II\nAcme Freight Systems, Inc.\n1200 Dock St, Suite 400, Tacoma, WA 98402`,
      ),
    ));
});
