import assert from 'node:assert/strict';
import { otherOrders } from './sentences.ts';
import { type MailBody, readMailBody } from '../../../../domain/dispatch/mail/body.ts';

const read = (text: string, subject = ''): MailBody =>
  readMailBody(text, (json) => JSON.parse(json) as unknown, subject);
const pod = { task_type: 'pull_pod', params: { pro: '4471180293' } };
const attached = { task_type: 'pod_to_dispute', params: { pro: '4471180293', dispute_id: 'DSP-2026-000117' } };
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
    ['Please file a dispute on invoice 8800412375.', /reason and amount in lines/],
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

  it('may be meant of each record that it names, or of one of them', () => {
    for (const text of [
      'Please pull the PODs for PRO 4471180293 and PRO 0412708839.',
      'task_type: pull_pod\npro: 4471180293\npro: 0412708839',
    ]) {
      const body = read(text);
      const other = { ...pod, params: { pro: '0412708839' } };
      assert.deepEqual('alternatives' in body && body.alternatives, [[pod], [other], [pod, other]], text);
    }
  });

  it('is none without a number of the record, or of other papers', () => {
    for (const text of ['Please send the POD of our last shipment.', 'Please send the BOL for PRO 4471180293.'])
      assert.ok('findings' in read(text), text);
  });
});
