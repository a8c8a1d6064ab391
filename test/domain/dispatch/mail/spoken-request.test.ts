import assert from 'node:assert/strict';
import { otherOrders } from './sentences.ts';
import { type MailBody, readMailBody } from '../../../../domain/dispatch/mail/body.ts';

const read = (text: string, subject = ''): MailBody =>
  readMailBody(text, (json) => JSON.parse(json) as unknown, subject);
const pod = { task_type: 'pull_pod', params: { pro: '4471180293' } };
const attached = { task_type: 'pod_to_dispute', params: { pro: '4471180293', dispute_id: 'DSP-2026-000117' } };
const disputed = (more: object): object => ({
  task_type: 'file_dispute',
  params: { invoice_number: '8800412375', ...more },
});
const corrected = (reason_code: string, note: string, changes: object): object => ({
  task_type: 'tms_correction',
  params: { pro: '4471180293', reason_code, note, changes },
});
const answered = { task_type: 'answer_claim', params: { claim_id: 'CLM-2026-000042' } };

describe('a request in sentences', () => {
  const clear: [string, object, string?][] = [
    [
      'Hi team,\n\nCould you please pull the POD for PRO 4471180293? Our customer is asking for it before their 3 pm cutoff.\n\nThanks,\nDana',
      pod,
    ],
    ['Can you grab the POD for pro 4471180293 when you get a chance. Thx', pod],
    ['Hi,\n\nPlease send over the POD for the above PRO.\n\nThank you,\nKim', pod, 'POD request - PRO 4471180293'],
    ['Hi,\n\nPlease pull the POD for the shipment below.\n\nPRO 4471180293\nConsignee: Harbor Foods\n\nAnn', pod],
    [
      'Please get me the proof of delivery for PRO# 4471180293 (our ref PO 4500318822). Ship to ZIP 60632, delivered 11/18.',
      pod,
    ],
    [
      'Morning! Need POD for 4471180293 pls. Consignee: Harbor Foods, Tacoma WA 98421. Delivered 11/19 per tracking.',
      pod,
    ],
    ['Hi, please see below and pull the POD for PRO 4471180293.', pod],
    ["Bonjour, pouvez-vous m'envoyer le BL émargé du PRO 4471180293 s'il vous plaît ?\n\nMerci\nKarim", pod],
    [
      'Pourriez-vous nous envoyer la preuve de livraison du PRO 4471180293 ? Le destinataire affirme ne pas avoir reçu les palettes.',
      pod,
    ],
    ['¿Podrían descargar el POD del PRO 4471180293? El cliente lo necesita hoy.', pod],
    ['Please attach the POD for PRO 4471180293 to dispute DSP-2026-000117.', attached],
    ['Please answer claim CLM-2026-000042 today.', answered],
    ['Please get me the POD for this PRO: 4471180293.', pod],
    ["I'd like to request the POD for PRO 4471180293, delivered 11/18 to Harbor Supply in Toledo.", pod],
    ['When you have a moment could you pull the POD for PRO 4471180293 and email it back to me?', pod],
    ['Can you send over the signed BOL/POD for 4471180293? It delivered on 11/20.', pod],
    ['Please provide delivery confirmation with signature for PRO number 4471180293.', pod],
    ['Please send the POD for PRO 4471180293 as soon as possible, our customer will not pay without it.', pod],
    ['I need a copy of the signed POD for the following shipment: PRO 4471180293', pod],
    ['Please answer claim CLM-2026-000042. The deadline is next week.', answered],
    ['Resending - please pull the POD for PRO 4471180293.', pod],
    ['POD please for 4471180293.', pod],
    ['I need the POD for PRO 4471180293 so I can send it to them.', pod],
    [
      'Hi,\n\nI was on the phone with Angela in your office this morning and she asked me to email this address. Please send the POD for PRO 4471180293, signed by R. Mercer.',
      pod,
    ],
    ['Our customer is short paying invoice 55120. Please get us the POD for PRO 4471180293.', pod],
    ['Need POD for PRO: 4471180293\nShipped from: Memphis, TN\nPieces: 4 skids\n\nRick', pod],
    ['Please file a dispute on invoice 8800412375.', disputed({})],
    [
      'Please dispute invoice 8800412375. We were charged $75.00 for a liftgate that was not requested.',
      disputed({ reason_code: 'ACC', amount: '75.00' }),
    ],
    [
      'Please file a dispute on invoice # 8800412375 for $125.00, reason code SHT.',
      disputed({ reason_code: 'SHT', amount: '125.00' }),
    ],
    [
      'Bitte legen Sie Widerspruch gegen die Rechnung 8800412375 ein. Der Betrag von 95,00 USD für die Hebebühne wurde nicht beauftragt.',
      disputed({ reason_code: 'ACC', amount: '95.00' }),
    ],
    [
      'Please correct the weight on PRO 4471180293 to 1,420 lbs.\n\nNote: Scale ticket 5521',
      corrected('WC', 'Scale ticket 5521', { billed_weight: 1420 }),
    ],
    [
      'Can you change the class on PRO 4471180293 from 125 to 92.5?\n\nNote: per NMFC 48580',
      corrected('CC', 'per NMFC 48580', { billed_class: '92.5' }),
    ],
    [
      'Hi,\n\nPlease correct PRO 4471180293 from class 125 to class 85.\n\nNote: density verified\n\nPatrick',
      corrected('CC', 'density verified', { billed_class: '85' }),
    ],
    [
      'Hi Team,\n\nPlease add a liftgate charge to PRO 4471180293.\n\nNote: liftgate at delivery\n\nBrianna',
      corrected('AC', 'liftgate at delivery', { add_accessorials: ['LFT'] }),
    ],
    [
      'Please remove the residential charge from PRO 4471180293.\n\nNote: commercial address',
      corrected('DA', 'commercial address', { remove_accessorials: ['RES'] }),
    ],
    [
      'PRO: 4471180293\nNew weight: 2,310\nNotes: Scale ticket 5521',
      corrected('WC', 'Scale ticket 5521', { billed_weight: 2310 }),
    ],
    [
      'Type: TMS correction\nPRO: 4471180293\nReason: DA - remove accessorials\nRemove: Liftgate\nNotes: dock delivery',
      corrected('DA', 'dock delivery', { remove_accessorials: ['LFT'] }),
    ],
  ];
  for (const [text, input, subject] of clear)
    it(`is clear in ${JSON.stringify(text.slice(0, 60))}`, () => {
      const body = read(text, subject);
      assert.deepEqual('input' in body && body.input, input, JSON.stringify(body));
    });

  const asked: [string, RegExp][] = [
    ["Please don't pull the POD for PRO 4471180293, we already have it.", /change the request: "Please don't/],
    ['If the customer disputes it, please pull the POD for PRO 4471180293.', /change the request/],
    ['Did you get the POD for PRO 4471180293 yet?', /no sentence of the mail asks for it/],
    ['The customer wants the POD for PRO 4471180293.', /no sentence of the mail asks for it/],
    ['Just confirming we received the POD for PRO 4471180293. Thanks for pulling it so fast!', /change the request/],
    ['Please pull the POD for PRO 4471180293. Sorry, I meant 0412708839.', /pro appears 2 times/],
    ['Please pull the POD for PRO 4471180293 and cancel the shipment.', /change the request/],
    ['Please pull the POD for PRO 4471180293 and also the invoice copy.', /more than the proof/],
    ['Can you send over the BOL/POD for 4471180293 and bill the customer?', /change the request/],
    ['Please pull the POD for PRO 4471180293, invoice the customer.', /change the request/],
    ['Please pull the POD for PRO 4471180293 and load the freight again.', /change the request/],
    ['Pourriez-vous envoyer la preuve de livraison du PRO 4471180293 et facture le client.', /change the request/],
    ['Please pull the POD for PRO 4471180293 and email it to joe@customer.example.', /change the request/],
    ['Hi,\n\n> Please pull the POD for PRO 4471180293.', /quoted part/],
    [
      'Hi,\n\nsee below.\n\n---------- Forwarded message ---------\nFrom: Joe <joe@a.example>\nDate: Thu, Nov 26, 2026\nSubject: POD\nTo: Ann <ann@a.example>\n\nPlease pull the POD for PRO 4471180293.',
      /somebody else wrote/,
    ],
    ['We needed the POD for PRO 4471180293 last week.', /no sentence of the mail asks for it|change the request/],
    ['Please dispute invoice 8800412375 for $85.00. The correct amount is $58.00.', /another amount/],
    ['Please dispute invoice 8800412375. It has $1,204.50 on it.', /another amount/],
    ['Please dispute the shortage and the duplicate billing on invoice 8800412375.', /several reasons: SHT, DUP/],
    ['Please pull the PODs for PRO 4471180293 or PRO 0412708839.', /pro appears 2 times/],
    [
      'Please pull the PODs for PRO 4471180293 and PRO 0412708839, but only if we do not have them.',
      /change the request/,
    ],
    ['Please pull the PODs for these:\n\n4471180293\n0412708839 - already received', /change the request/],
    ['POD for PRO 4471180293, fyi.', /change the request|no sentence of the mail asks for it/],
    ['I need the POD for PRO 4471180293 so we can cancel the shipment.', /change the request/],
  ];
  for (const [text, doubt] of asked)
    it(`is asked about in ${JSON.stringify(text.slice(0, 60))}`, () => {
      const body = read(text);
      assert.ok('alternatives' in body, JSON.stringify(body));
      assert.match(body.doubts.join('\n'), doubt);
    });

  it('is asked about beside every order for other work, wherever it is', () => {
    const capital = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
    const clear = Object.entries(otherOrders).flatMap(([request, { and, orders }]) =>
      orders
        .flatMap((order) => [
          `${request} ${and} ${order}.`,
          `${request}, ${order}.`,
          `${request} & ${order}.`,
          `${request}. ${capital(order)}.`,
          `task_type: pull_pod\npro: 4471180293\n\nThanks\nAnn\n\n${capital(order)}`,
          `task_type: pull_pod\npro: 4471180293\n\nThanks\nAnn\n${capital(order)}.`,
        ])
        .filter((text) => 'input' in read(text)),
    );
    assert.deepEqual(clear, []);
    assert.ok('input' in read('wir bitten um Zusendung des Ablieferbelegs zur PRO 4471180293.'));
  });

  const other = { ...pod, params: { pro: '0412708839' } };

  it('is one for each record of a list, in words, below them, or in the rows of a table', () => {
    for (const text of [
      'Please pull the PODs for PRO 4471180293 and PRO 0412708839.',
      'Please pull the PODs for the following PROs:\n\n4471180293\n0412708839\n\nThanks,\nAnn',
      'Hi,\n\nTask Type | PRO #\npull_pod | 4471180293\npull_pod | 0412708839\n\nAnn',
    ]) {
      const body = read(text, 'POD requests 11/27');
      const tasks = 'several' in body ? body.several.map(({ input }) => input) : body;
      assert.deepEqual(tasks, [pod, other], text);
    }
    const rows = 'Task Type | PRO | Note\npull_pod | 4471180293 | skip\npull_pod | 0412708839 | dock 4';
    assert.ok('alternatives' in read(rows));
  });

  it('may be meant of each record that it names, or of one of them', () => {
    for (const text of [
      'Please pull the POD for PRO 4471180293 and PRO 0412708839.',
      'task_type: pull_pod\npro: 4471180293\npro: 0412708839',
    ]) {
      const body = read(text);
      assert.deepEqual('alternatives' in body && body.alternatives, [[pod], [other], [pod, other]], text);
    }
  });

  it('is none without a number of the record', () => {
    for (const text of ['Please send the POD of our last shipment.', 'Call me at 4471180293.'])
      assert.ok('findings' in read(text), text);
  });

  it('is asked about where only its record is known: every kind of work that the record is enough for', () => {
    const typesOf = (text: string, subject = ''): unknown => {
      const body = read(text, subject);
      return 'alternatives' in body && body.alternatives.map(([task]) => (task as { task_type: string }).task_type);
    };
    const ofInvoice = ['file_dispute', 'answer_claim'];
    for (const text of ['Please take care of invoice 8800412375.', 'Something is off with invoice 8800412375.'])
      assert.deepEqual(
        (typesOf(text) as string[]).filter((type) => ofInvoice.includes(type)),
        ofInvoice,
        text,
      );
    for (const text of ['Please help with PRO 4471180293.', 'Please send the BOL for PRO 4471180293.'])
      assert.ok((typesOf(text) as string[]).includes('pull_pod'), text);
    assert.ok((typesOf('It is urgent.', 'Claim CLM-2026-000042') as string[]).includes('answer_claim'));
  });
});
