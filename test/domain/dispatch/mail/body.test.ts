import assert from 'node:assert/strict';
import { doubtsBesideFile, type MailBody, readMailBody } from '../../../../domain/dispatch/mail/body.ts';
import { harmless as harmlessSentences, objections, openings, turning } from './sentences.ts';
import { backgroundSentences, turned } from './background-sentences.ts';

const read = (text: string): MailBody => readMailBody(text, (json) => JSON.parse(json) as unknown);

describe('the text of a mail', () => {
  it('is read as key: value lines with the keys of the CSV columns', () => {
    assert.deepEqual(
      read(
        'Task Type: tms_correction\npro: 4471180293\nreason_code: AC\nchanges.add_accessorials: LFT|RES\nnote: Dock: two men',
      ),
      {
        input: {
          task_type: 'tms_correction',
          params: {
            pro: '4471180293',
            reason_code: 'AC',
            note: 'Dock: two men',
            changes: { add_accessorials: ['LFT', 'RES'] },
          },
        },
        hints: [],
        forwarded: false,
      },
    );
  });

  it('ends at a signature and at quoted text', () => {
    for (const end of ['-- ', '--', 'On Monday 23 November you wrote:\n> '])
      assert.deepEqual(read(`task_type: pull_pod\n${end}\npro: 1`), {
        input: { task_type: 'pull_pod', params: {} },
        hints: [],
        forwarded: false,
      });
  });

  it('is read without what PGP and ServiceNow put around it', () => {
    const signed = '-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA512\n\ntask_type: pull_pod\nPRO # 4471180293\n';
    const seal =
      '\n-----BEGIN PGP SIGNATURE-----\n\niQIzBAEB/+\n=AbCd\n-----END PGP SIGNATURE-----\n\nRef:MSG83920122_Kd83\n';
    assert.deepEqual(read(`${signed}${seal}`), {
      input: { task_type: 'pull_pod', params: { pro: '4471180293' } },
      hints: [],
      forwarded: false,
    });
  });

  it('beside a file is judged as beside lines, and so is the subject', () => {
    const beside = (text: string, subject = 'PODs'): readonly string[] =>
      doubtsBesideFile(text, subject, ['pull_pod', '4471180293']);
    assert.deepEqual(
      beside('Hi team,\n\nPlease process the attached list, 4471180293 first of all.\n\nThanks\nAnn').length,
      1,
    );
    assert.deepEqual(beside('Hi team,\n\nOur customer needs these.\n\nThanks\nAnn'), []);
    assert.equal(beside('The account is frozen.').length, 1);
    assert.equal(beside('And 4471180301 too.').length > 0, true);
    assert.equal(beside('Thanks', 'CANCELLED: batch').length, 1);
    assert.deepEqual(beside('task_type: pull_pod\npro: 4471180294'), [
      'the text has a pro that the file does not have',
    ]);
    assert.deepEqual(beside('task_type: pull_pod\npro: 4471180293'), []);
  });

  it('is what was forwarded, below the head that a French Thunderbird writes', () => {
    const head =
      'Sujet : \tpreuve\nDate : \tlun. 23 nov. 2026 09:40:12 +0100\nDe : \tKim <kim@a.example>\nPour : \tDana <dana@a.example>';
    assert.deepEqual(
      read(
        `Pour traitement, merci.\n\n-------- Message transféré --------\n${head}\n\n\ntask_type: pull_pod\npro: 0731949131\n`,
      ),
      {
        input: { task_type: 'pull_pod', params: { pro: '0731949131' } },
        hints: [],
        forwarded: true,
      },
    );
  });

  it('keeps what a spreadsheet did to a number as a hint', () => {
    const body = read('task_type: pull_pod\npro: 4.47E+09');
    assert.match('hints' in body ? (body.hints[0] ?? '') : '', /a number that a spreadsheet shortened/);
  });

  it('takes one JSON task up to the signature', () => {
    assert.deepEqual(read(' {"task_type": "pull_pod"}\n-- \nAnn'), {
      input: { task_type: 'pull_pod' },
      hints: [],
      forwarded: false,
    });
  });

  const refused: [string, string, string[]][] = [
    ['nothing', ' \n\n', ['the mail has no text']],
    [
      'a greeting alone',
      'Hello,\nplease',
      ['no line of the mail is "key: value", and no sentence names work and its record'],
    ],
    [
      'an unknown key alone',
      'approve: yes',
      ['key "approve" is not known', 'task_type is required, as a line "task_type: pull_pod"'],
    ],
    ['a line that goes on', `pro: ${'1'.repeat(20_000)}`, ['line 1 must have at most 20,000 characters']],
    ['too much text', 'pro: 1\n'.repeat(30_000), ['the text must have at most 200,000 characters']],
    ['half a JSON task', '{"task_type":', ['the text starts as JSON and is not JSON to its end']],
  ];
  for (const [what, text, findings] of refused)
    it(`is refused with ${what}`, () => {
      assert.deepEqual(read(text), { findings });
    });

  const pro = 'pro: 4471180293';
  const doubtful: [string, string, RegExp][] = [
    ['only a quote', `> task_type: pull_pod\n> ${pro}`, /quoted part/],
    ['a key twice', `task_type: pull_pod\n${pro}\nPRO: 0412708839`, /pro appears 2 times/],
    ['a mistyped key', `task_type: pull_pod\nporo: 4471180293`, /"poro" is not known; did you mean pro/],
    ['no type', pro, /task_type is required/],
    ['a line that may go on', `task_type: pull_pod\n${pro}\nnote: dock 4\nat the back`, /line 4 may belong to note/],
    [
      'a condition',
      `task_type: pull_pod\n${pro}\n\nOnly if it is signed.`,
      /change the request: "Only if it is signed\."/,
    ],
    ['a number with words', 'task_type: pull_pod\npro: 4471180293 (Houston)', /may mean 4471180293/],
    ['answers to a negation', `task_type: pull_pod\n> which one should not be pulled?\n\n${pro}`, /after a quote/],
    ['answers to another number', `task_type: pull_pod\n> is 0412708839 fine?\n\n${pro}`, /after a quote/],
    ['answers to other lines', `task_type: pull_pod\n> pro: 0412708839\n> client_ref?\n\n${pro}`, /after a quote/],
    [
      'a day that it waits for',
      `task_type: pull_pod\n${pro}\n\nAber erst nach Freigabe durch Herrn Weiß.`,
      /change the request: "Aber erst nach/,
    ],
    ['digits in reverse order', `task_type: pull_pod\n${pro}\nnote: \u202e4321`, /reverses the order/],
    ['letters that were lost', `task_type: pull_pod\n${pro}\nnote: M\ufffdller`, /line 3 has letters/],
    [
      'two values below a key',
      `task_type: pull_pod\npro:\n\n4471180293\n\n0412708839`,
      /change the request: "0412708839"/,
    ],
    ['an unknown line', `task_type: pull_pod\n${pro}\nDeliver by: Friday`, /"Deliver by" is not known/],
  ];
  for (const [what, text, doubt] of doubtful)
    it(`is asked about with ${what}`, () => {
      const body = read(text);
      assert.ok('alternatives' in body, JSON.stringify(body));
      assert.match(body.doubts.join('\n'), doubt);
      assert.ok(JSON.stringify(body.alternatives).includes('"4471180293"'));
    });

  const changed = [
    'Please hold this for now.',
    'We already found it.',
    'Everything except the accessorials.',
    'Sent in error.',
    'The PRO above is wrong.',
    'Run it next week.',
    'Needs approval from Bob first.',
    'Same for the other two shipments.',
    'This is just a draft.',
    'Salvo que ya esté entregado.',
    'Enviado por error.',
    'Hat sich erledigt.',
    'Das war ein Versehen.',
    'Bob will confirm the number.',
    'Change of plans.',
    'I take that back.',
    'Ich habe mich vertan.',
    'Je me suis trompé de numéro.',
    'Me confundí de número.',
    'Envoyé par erreur.',
    'À faire demain.',
    'Team, yank it from the queue.',
    'All of this is hypothetical.',
    'The vendor caved in.',
    'Die Sache ist vom Tisch.',
    'When Marcus signs off, file it.',
    'Please let me know if this was ever filed.',
    'Please pull this request.',
    'Please run this by Karen.',
    '@Bob - can you handle this one yourself?',
    'Priya - please call the shipper about this.',
    'Customer service is handling this one directly.',
    'Ya quedó esta, gracias.',
    'Bien reçu, merci.',
    'This is for your information.',
    'Not yet please.',
    'Please send me a list of open ones like this.',
    'Please tell Karen to do this.',
    'Never got a reply on this.',
    'No thanks.',
    'Customer is right on this one.',
    'Please pay this claim.',
  ];
  for (const sentence of changed)
    it(`is asked about where ${JSON.stringify(sentence)} is beside the lines`, () =>
      assert.ok('alternatives' in read(`task_type: pull_pod\n${pro}\n\n${sentence}`)));

  const above = [
    'Treat the following as a rehearsal.',
    'I jumped the gun on this one.',
    'The carrier took the fee off the bill.',
    'My boss pulled the plug.',
    'The consignee emailed us a copy this morning.',
    'The customer paid us after all.',
    'We received the POD this morning.',
    'We got what we wanted from the terminal.',
    'Our driver has the paperwork.',
    'The client is happy now.',
    'Sorry, 240 not 420.',
    'Thanks for taking care of this one so quickly!',
    'Thank you for sending this over.',
    'They do not require the proof.',
    'Please send nothing to the carrier.',
  ];
  for (const sentence of above)
    it(`is asked about where ${JSON.stringify(sentence)} is above the lines`, () =>
      assert.ok('alternatives' in read(`Hi,\n\n${sentence}\n\ntask_type: pull_pod\n${pro}\n\nAnn`)));

  const closings = [
    'Thanks, scrap it',
    'Cheers, all sorted now',
    'Thank you, all done now',
    'Regards, and please bin this',
    'Merci, on laisse comme ça',
    'Danke, passt schon so',
    'Thanks anyway',
    'Merci quand même',
  ];
  for (const closing of closings)
    it(`is asked about where it closes with ${JSON.stringify(closing)}`, () =>
      assert.ok('alternatives' in read(`task_type: pull_pod\n${pro}\n\n${closing}\nAnn`)));
  for (const end of [
    'Thanks\nAnn\n\nMy boss pulled the plug.',
    'Regards\nKara\n\nThe portal gave us one just now',
    'Regards\nRosa\n\nWe got what we wanted from the terminal',
    'Saludos\nMarta\n\nYa me lo mandó el chofer.',
    'Thanks!\nDave has it now.',
    '-- \nAnn Lee\nplease disregard',
    "Thanks\nDON'T SEND",
  ])
    it(`is asked about where the end is ${JSON.stringify(end)}`, () =>
      assert.ok('alternatives' in read(`task_type: pull_pod\n${pro}\n\n${end}`)));
  for (const end of [
    'thanks joe',
    'Thanks so much, Ann Lee',
    'Many thanks in advance and best regards',
    'Regards, Ann',
    'Thanks,\nDon Webb',
    'Danke schon mal im Voraus\nAnna',
    'Ann\n\nSent on the go, sorry for typos.',
  ])
    it(`is clear where the end is ${JSON.stringify(end)}`, () => {
      const body = read(`task_type: pull_pod\n${pro}\n\n${end}`);
      assert.ok('input' in body, JSON.stringify(body));
    });

  const harmless = [
    'Il nous manque le bon de livraison signé.',
    'Seguimos sin el comprobante de entrega de este envío.',
    'Please take care of this one when you can.',
    'We were short paid on the invoice below.',
    'Notre client refuse de payer sans preuve de livraison.',
    'Hope everybody survived the snow. Need a POD on this one, the customer keeps calling.',
    'El comprador insiste en ver el papel firmado.',
    'Notre client nous relance depuis lundi pour cette livraison.',
    'Unser Kunde in Köln wartet dringend auf den Ablieferbeleg.',
    'The customer is disputing the charge and needs proof by tomorrow.',
    'Can you get this for me? It is urgent.',
    'As discussed with Tom this morning, request below.',
    'Guten Morgen Herr Weiß, hier die Daten für die Sendung.',
    'Bonjour, voici la demande pour le client Acme.',
    'Consignee swears nobody signed for this. Please get us the proof.',
    'Need the DR w/ signature and date for A/R.',
    'Please reply all when complete.',
    'We cannot invoice until we have this document.',
    'All,',
    'The invoice should have been rated differently per our contract.',
  ];
  for (const sentence of harmless)
    it(`is clear where ${JSON.stringify(sentence)} is beside the lines`, () => {
      const body = read(`${sentence}\n\ntask_type: pull_pod\n${pro}\n\nThanks,\nAnn`);
      assert.ok('input' in body, JSON.stringify(body));
    });

  const dispute = 'task_type: file_dispute\ninvoice_number: 8800412375\nreason_code: ACC\namount: 95.00';
  const requests = [
    `task_type: pull_pod\n${pro}`,
    dispute,
    'task_type: answer_claim\nclaim_id: CLM-2026-000042',
    `task_type: tms_correction\n${pro}\nreason_code: WC\nchanges.billed_weight: 1480`,
  ];
  const isClearAbove = (sentence: string): boolean =>
    requests.some((lines) => 'input' in read(`Hello,\n\n${sentence}\n\n${lines}\n\nThanks,\nAnn`));
  const isClearBelow = (sentence: string): boolean =>
    requests.some((lines) => 'input' in read(`Hello,\n\n${lines}\n\n${sentence}\n\nThanks,\nAnn`));

  it('is asked about beside every sentence that turns it, whatever is asked for, above or below', () => {
    assert.deepEqual(
      [...turning, ...turned].filter((one) => isClearAbove(one) || isClearBelow(one)),
      [],
    );
  });

  it('is clear below every sentence that changes nothing', () => {
    assert.deepEqual(
      [...harmlessSentences, ...backgroundSentences].filter((one) => !isClearAbove(one)),
      [],
    );
  });

  it('is clear or asked about by how the mail begins', () => {
    const isBegun = (opening: string): boolean =>
      requests.some((lines) => 'input' in read(`${opening}\n\n${lines}\n\nThanks,\nAnn`));
    assert.deepEqual(
      openings.filter((one) => !isBegun(one)),
      [],
    );
    assert.deepEqual(
      objections.filter((one) => isBegun(one)),
      [],
    );
  });

  it('is clear where somebody tells what others did and then asks for the work in words', () => {
    const withAround = (told: string, request: string): boolean =>
      'input' in read(`Hello,\n\n${told}\n\n${dispute}\n\n${request}\n\nThanks,\nAnn`);
    const told = 'The contract with the carrier caps it at the index from the week of pickup.';
    assert.equal(withAround(told, 'Please file this dispute and let me know if you have any questions.'), true);
    assert.equal(withAround(told, ''), false);
    for (const turns of [
      'The carrier knocked it down to forty dollars after a call with their billing office and we agreed.',
      'The carrier absorbed a hundred of this on their side.',
      'The carrier retracted the fee on their side.',
      'We settled on contesting the fuel portion.',
      'The account rep wants a call ahead of any filing.',
      "The Tulsa office handles this account's paperwork.",
      'This invoice was replaced by 8800412376.',
      'Mail everything to the Akron address.',
    ])
      assert.equal(withAround(turns, 'Please file this dispute.'), false, turns);
  });

  it('reads what names a consignee in French and Spanish, which legal notices also do', () => {
    for (const sentence of [
      'Attendez un peu ? Le destinataire a déjà la copie.',
      'Esperen, el destinatario ya la tiene.',
    ])
      assert.ok('alternatives' in read(`${sentence}\n\ntask_type: pull_pod\n${pro}`), sentence);
  });

  it('takes the name of a number and the number in a line of their own', () => {
    const body = read(
      'Hi,\n\nPlease get the POD for the shipment below.\n\ntask_type: pull_pod\nPRO 4471180293\n\nAnn',
    );
    assert.deepEqual('input' in body && body.input, { task_type: 'pull_pod', params: { pro: '4471180293' } });
    assert.ok('alternatives' in read('task_type: pull_pod\nPRO 4471180293\nPRO 4471180294'));
  });

  it('takes keys and values as people write them', () => {
    const taken: [string, object][] = [
      ['Task Type – Pull POD\nPro Number – 0412708839', { pro: '0412708839' }],
      ['Task type\tpull_pod\tPRO #\t0412708839', { pro: '0412708839' }],
      ['Task type\tPRO #\tClient Ref\tPriorität\nPull POD\t0412708839\tWO-1\thigh', { pro: '0412708839' }],
      [
        'task_type: file_dispute\nInvoice Nbr: 8800412375\nReason: ACC\nBetrag: 1.204,50 USD\nKommentar: Kein Stapler',
        { invoice_number: '8800412375', reason_code: 'ACC', amount: '1204.50', comment: 'Kein Stapler' },
      ],
      [
        'task_type: file_dispute\ninvoice: 8800412375\nreason: ACC\namount: $95',
        { invoice_number: '8800412375', reason_code: 'ACC', amount: '95.00' },
      ],
      [
        'task_type: tms_correction\npro: 0412708839\nreason_code: WC\nNew weight: 1,420 lbs\nnote: Scale',
        { pro: '0412708839', reason_code: 'WC', note: 'Scale', changes: { billed_weight: 1420 } },
      ],
    ];
    for (const [text, params] of taken) {
      const body = read(text);
      const input = 'input' in body ? (body.input as { params: object }) : null;
      assert.deepEqual(input?.params, params, JSON.stringify(body));
    }
    for (const line of ['amount: 1,250'])
      assert.ok(!('input' in read(`task_type: file_dispute\ninvoice: 8800412375\nreason: ACC\n${line}`)), line);
  });

  it('ends at names and contact details, also without a closing, but not at what is said there', () => {
    const card =
      'Karen\n\nKaren Mills\nSr. Freight Audit Specialist\n14 rue des Docks, 76600 Le Havre\nO: (419) 555-0188';
    const site = 'karen@bluewater.example | www.bluewater.example';
    const text = (end: string): string => `Could you please pull the POD for PRO 4471180293? Thanks!\n\n${end}`;
    assert.ok('input' in read(text(`${card}\n${site}`)), JSON.stringify(read(text(`${card}\n${site}`))));
    for (const end of [
      `Cancel\n${card}`,
      `${card}\nDo not pull`,
      `Hold Until Monday\n\n${card}`,
      `${card}\nUse 0412708839`,
    ])
      assert.ok('alternatives' in read(text(end)), end);
  });

  it('is clear below the register of a company, a closing in any form, and beside the numbers of other papers', () => {
    const lines = 'task_type: file_dispute\ninvoice_number: 8800412375\nreason_code: DMG';
    for (const around of [
      `${lines}\n\nMit freundlichem Gruß\nKatrin Seidel\n\nKontor GmbH | Sitz der Gesellschaft: Hamburg | Amtsgericht Hamburg HRB 104477`,
      `${lines}\n\nV/r,\nAnn Lee`,
      `Please dispute this (PO 778812, BOL 5512093).\n\n${lines}`,
      `Laura, can you send this one to the robot:\n\n${lines}`,
      `FYI – please enter the below.\n\n${lines}`,
      `Sehr geehrtes Team,\n\n${lines}\n\nCheers,\nWill`,
    ])
      assert.ok('input' in read(around), around);
    for (const around of [
      `FYI – Steve sent the below.\n\n${lines}`,
      `Stop, can you send this one to the robot:\n\n${lines}`,
      `Please dispute this (PO 778812, PRO 5512093777).\n\n${lines}`,
      `${lines}\n\nKontor GmbH | Amtsgericht Hamburg HRB 104477 | storniert`,
    ])
      assert.ok('alternatives' in read(around), around);
  });

  it('is read beside the mark of a gateway and the number of another paper in its subject', () => {
    const text = `task_type: pull_pod\n${pro}`;
    for (const subject of ['[EXT] POD', '[EXTERNAL] POD request', 'POD - PO 55812'])
      assert.ok('input' in readMailBody(text, () => null, subject), subject);
    for (const subject of ['[CANCELLED] POD', '[TEST] POD', 'POD - 0412708839', 'POD - PO 4500318822'])
      assert.ok('alternatives' in readMailBody(text, () => null, subject), subject);
  });

  it('is asked about in a question that is none for the work, and with the work of others', () => {
    for (const sentence of ['Can we dispute this?', 'The carrier agreed to the short pay on the invoice below.'])
      assert.equal(isClearAbove(sentence), false, sentence);
    assert.equal(isClearAbove('Thanks for sending the POD for this one.'), false);
    assert.equal(isClearAbove('The customer has the POD and everything is good.'), false);
  });

  it('is asked about where a free text says something to its reader', () => {
    const withNote = (note: string): MailBody => read(`task_type: pull_pod\n${pro}\nnote: ${note}`);
    for (const note of [
      'Dock 4 (sit on this till Friday)',
      'Dock 4. Hold until I call you.',
      'Dock 4 - please disregard',
    ])
      assert.ok('alternatives' in withNote(note), note);
    for (const note of ['Dock 4 (signed)', 'Delivered to a private home. No exceptions noted.'])
      assert.ok('input' in withNote(note), note);
  });

  it('may have keys in Spanish, French and German', () => {
    for (const text of [
      'Tipo de tarea: file_dispute\nNúmero de factura: 8800412375\nMotivo: ACC\nMonto: 95.00',
      'Type de tâche : file_dispute\nN° de facture : 8800412375\nMotif : ACC\nMontant : 95.00',
      'Aufgabe: file_dispute\nRechnungsnummer: 8800412375\nGrund: ACC\nBetrag: 95.00',
    ]) {
      const body = read(text);
      const params = { invoice_number: '8800412375', reason_code: 'ACC', amount: '95.00' };
      assert.deepEqual('input' in body && body.input, { task_type: 'file_dispute', params }, JSON.stringify(body));
    }
  });

  it('is asked about where a figure beside it is another one, or a note is apart from it', () => {
    const lines =
      'task_type: tms_correction\npro: 4471180293\nreason_code: WC\nchanges.billed_weight: 1840\nnote: Scale';
    assert.ok('input' in read(`Please update the weight to 1840 lbs.\n\n${lines}\n\nOmar`));
    assert.ok('alternatives' in read(`Please update the weight to 1480 lbs.\n\n${lines}\n\nOmar`));
    assert.ok('alternatives' in read(`task_type: pull_pod\n${pro}\n\nSal\n\nNote: wrong one above, will resend`));
  });

  it('takes the words of an action of the portal for the request, not for its end', () => {
    const lines = 'task_type: portal_action\naction: void_bill\npro: 4471180293';
    assert.ok('input' in read(`Please void this bill.\n\n${lines}\n\nNate`));
    assert.ok('alternatives' in read(`Please void this request.\n\n${lines}\n\nNate`));
  });

  it('is asked about where a subject that is no answer takes it back', () => {
    const text = `task_type: pull_pod\n${pro}`;
    const readWith = (subject: string): MailBody => readMailBody(text, () => null, subject);
    const cancelled = readWith('CANCEL: POD request');
    assert.match('doubts' in cancelled ? cancelled.doubts.join() : '', /subject may change the request: "CANCEL/);
    for (const subject of ['Re: Cancel it?', 'AW: stop', 'POD request'])
      assert.ok('input' in readWith(subject), subject);
  });

  it('takes a value from below its key where it can be nothing else, with blank lines between them', () => {
    const wanted = { task_type: 'pull_pod', params: { pro: '4471180293' } };
    for (const text of [
      'Hello,\n\ntask_type:\n\npull_pod\n\npro:\n\n4471180293\n\nThank you\nAnn',
      'task_type:\npull_pod\npro:\n4471180293',
      'task_type\n\n\npull_pod\n\n\npro\n\n\n4471180293',
      '*PRO number:*\n\n   4471180293\n\n*Task type:*\n\n   Pull POD',
      'task_type: pull_pod\npro: 4471180293\nnote:\n\npriority:\n\nThanks,\nAnn',
    ]) {
      const body = read(text);
      assert.deepEqual('input' in body && body.input, wanted, JSON.stringify(body));
    }
  });

  it('takes a free text from below its key for its writer to confirm, and no disclaimer', () => {
    const note = read('task_type: pull_pod\npro: 4471180293\nnote:\n\ndock 4');
    assert.ok('alternatives' in note);
    assert.deepEqual(note.alternatives[0], [{ task_type: 'pull_pod', params: { pro: '4471180293', note: 'dock 4' } }]);
    const legal = 'This message is confidential and intended solely for the addressee.';
    const none = read(`task_type: pull_pod\npro: 4471180293\nnote:\n\n${legal}`);
    assert.ok('input' in none, JSON.stringify(none));
  });

  it('is clear where it answers the questions of a quote, each below its question', () => {
    const text = `Hi Bob,\n\nOn Tue, 24 Nov 2026, Bob wrote:\n> Hi Ann,\n> what shall we do?\n\ntask_type: pull_pod\n\n> And which shipment is it?\n\n${pro}\n\n> Thanks,\n> Bob\n\nBest,\nAnn`;
    const body = read(text);
    assert.ok('input' in body, JSON.stringify(body));
    assert.deepEqual(body.input, { task_type: 'pull_pod', params: { pro: '4471180293' } });
  });

  it('adds no service that is only spoken of', () => {
    const body = read(`Please add the liftgate photos to PRO 4471180293.\n\nNote: they are in the TMS`);
    assert.ok(!JSON.stringify(body).includes('add_accessorials'), JSON.stringify(body));
  });

  it('is each task of a numbered list', () => {
    const body = read(
      `Hi,\n\nPlease process these two:\n\n1)\ntask_type: pull_pod\n${pro}\n\n2)\ntask_type: answer_claim\nclaim_id: CLM-2026-000042\n\nThanks!\nMo`,
    );
    assert.ok('several' in body, JSON.stringify(body));
    assert.deepEqual(
      body.several.map(({ input }) => input),
      [
        { task_type: 'pull_pod', params: { pro: '4471180293' } },
        { task_type: 'answer_claim', params: { claim_id: 'CLM-2026-000042' } },
      ],
    );
  });

  it('is read in time that grows with its length, whatever it has in it', () => {
    for (const part of [
      'on 1 ',
      '- ',
      '> ',
      'a:',
      '* ',
      '  ',
      'if you have ',
      'from: x\n',
      'note: x\ny\n',
      '-- forwarded ',
    ])
      assert.ok(read(part.repeat(190_000 / part.length)));
  });
});
