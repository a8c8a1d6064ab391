/** Receipts with notes, and with places for them that nobody filled in. */
import { at, grid, head, letters, line, post, type ReceiptLayout, scribble, signed } from './sheet.ts';

export const noteLayouts: readonly ReceiptLayout[] = [
  {
    name: 'goods that are called short in a list',
    paint: (d) => {
      signed(d);
      head(d);
      for (const [row, cells] of [
        ['Item', 'Ordered', 'Delivered'],
        ['Short cable', '9', '9'],
      ].entries())
        for (const [column, text] of cells.entries()) at(d, text, 40 + column * 90, 120 + row * 16);
    },
    signature: 'strokes',
    exceptions: null,
  },
  {
    name: 'questions of a list that are answered by a letter',
    paint: (d) => {
      signed(d);
      head(d);
      at(d, 'Damage', 40, 120);
      at(d, 'N', 160, 120);
      at(d, 'Short', 40, 140);
      at(d, 'Y', 160, 140);
    },
    signature: 'strokes',
    exceptions: 'Short Y',
  },
  {
    name: 'exceptions behind their label, name and date in boxes',
    paint: (d) => {
      head(d);
      at(d, 'Exceptions: 2 CTN DAMAGED', 40, 340);
      grid(d, 400, 40, [
        ['Receiver signature', 220],
        ['Name (please print)', 170],
        ['Date delivered', 130],
      ]);
      letters(d, 70, 428);
      at(d, 'Lee Ortega', 270, 422);
      at(d, '2026-10-02', 440, 422);
    },
    signature: 'strokes',
    printedName: 'Lee Ortega',
    deliveryDate: '2026-10-02',
    exceptions: '2 CTN DAMAGED',
  },
  {
    name: 'handwriting in the box for exceptions',
    paint: (d) => {
      head(d);
      at(d, 'EXCEPTIONS (IF ANY):', 40, 300);
      d.rect(40, 312, 500, 45).stroke();
      scribble(d, 60, 334, 220);
      signed(d);
    },
    signature: 'strokes',
    exceptions: '(handwriting)',
  },
  {
    name: 'a damage that is noted outside of a place for exceptions, and a sentence of the terms',
    paint: (d) => {
      head(d);
      at(d, 'Claims for concealed damage or shortage must be reported within five days of delivery.', 40, 280, 7);
      at(d, 'Damaged?  Yes', 40, 300);
      at(d, 'Short?  No', 200, 300);
      at(d, '[ ] Refused   [X] 2 boxes crushed', 40, 320);
      signed(d);
    },
    signature: 'strokes',
    exceptions: '2 boxes crushed; Damaged? Yes',
  },
  {
    name: 'French reserves, without a colon behind their label',
    paint: (d) => {
      head(d, 'BON DE LIVRAISON');
      grid(d, 300, 30, [
        ['Réserves', 100],
        ['1 colis manquant', 300],
      ]);
      signed(d);
    },
    signature: 'strokes',
    exceptions: '1 colis manquant',
  },
  {
    name: 'a German note of damage',
    paint: (d) => {
      head(d, 'ABLIEFERBELEG');
      at(d, 'Vorbehalte: 1 Karton beschädigt', 40, 300);
      signed(d);
    },
    signature: 'strokes',
    exceptions: '1 Karton beschädigt',
  },
  {
    name: 'a question about damage that is answered by a cross',
    paint: (d) => {
      head(d);
      at(d, 'Visible damage? [X] Yes [ ] No', 40, 300);
      at(d, 'Visible shortage? [ ] Yes [X] No', 40, 320);
      signed(d);
    },
    signature: 'strokes',
    exceptions: 'Visible damage? Yes',
  },
  {
    name: 'places for exceptions that say there are none, and a footer in German',
    paint: (d) => {
      head(d, 'ABLIEFERBELEG');
      at(d, 'Schäden: keine', 40, 300);
      grid(d, 380, 18, [
        ['Unterschrift Empfänger', 160],
        ['Name', 120],
        ['Datum', 90],
      ]);
      grid(d, 398, 40, [
        ['', 160],
        ['', 120],
        ['', 90],
      ]);
      scribble(d, 60, 418, 90);
    },
    signature: 'strokes',
    exceptions: 'keine',
  },
  {
    name: 'a sentence that there is no damage',
    paint: (d) => {
      head(d);
      at(d, 'No damage or shortage noted at delivery.', 40, 300);
      signed(d);
    },
    signature: 'strokes',
    exceptions: null,
  },
  {
    name: 'a list of exceptions of which none is ticked, and full counts',
    paint: (d) => {
      head(d);
      for (const [index, text] of ['Shortage', 'Damage', 'Overage'].entries()) {
        d.rect(40, 300 + index * 18, 9, 9).stroke();
        at(d, text, 54, 300 + index * 18);
      }
      at(d, 'Delivered complete, 14 of 14 cartons received.', 200, 300);
      signed(d);
    },
    signature: 'strokes',
    exceptions: '',
  },
  {
    name: 'a list of exceptions of which one is ticked',
    paint: (d) => {
      head(d);
      for (const [index, text] of ['Shortage', 'Damage', 'Overage'].entries()) {
        d.rect(40, 300 + index * 18, 9, 9).stroke();
        at(d, text, 54, 300 + index * 18);
      }
      d.moveTo(41, 319).lineTo(48, 326).stroke().moveTo(48, 319).lineTo(41, 326).stroke();
      signed(d);
    },
    signature: 'strokes',
    exceptions: 'Damage',
  },
  {
    name: 'a shortage at the end of a sentence',
    paint: (d) => {
      head(d);
      at(d, 'Shipment received in apparent good order. Count: 8 of 10 pcs received.', 40, 300);
      signed(d);
    },
    signature: 'strokes',
    exceptions: 'Count: 8 of 10 pcs received.',
  },
  {
    name: 'fields of a form to tick exceptions, of which none is ticked',
    paint: (d) => {
      head(d);
      d.font('Helvetica');
      d.initForm();
      for (const [index, text] of ['Shortage', 'Damage'].entries()) {
        d.formAnnotation(text, 'checkbox', 40, 300 + index * 18, 10, 10);
        at(d, text, 54, 301 + index * 18);
      }
      signed(d);
    },
    signature: 'strokes',
    exceptions: '',
  },
  {
    name: 'terms about loss and damage, with a period in days',
    paint: (d) => {
      head(d);
      at(d, 'Claims for missing or damaged freight have to be filed with the carrier within 9 days.', 40, 300);
      signed(d);
    },
    signature: 'strokes',
    exceptions: null,
  },
  {
    name: 'the title "Delivery note", which is no place for notes',
    paint: (d) => {
      head(d, 'Delivery note');
      at(d, 'Condition', 40, 200);
      at(d, 'Good', 140, 200);
      signed(d);
    },
    signature: 'strokes',
    exceptions: '',
  },
  {
    name: 'a commodity that is called broken',
    paint: (d) => {
      head(d);
      at(d, 'Commodity: BROKEN GLASS CULLET', 40, 300);
      signed(d);
    },
    signature: 'strokes',
    exceptions: null,
  },
  {
    name: 'a shortage beside remarks that say none',
    paint: (d) => {
      head(d);
      at(d, 'Remarks: none', 40, 300);
      at(d, '3 CTNS SHORT', 300, 200, 16);
      signed(d);
    },
    signature: 'strokes',
    exceptions: '3 CTNS SHORT',
  },
  {
    name: 'two places for notes, of which the first says none',
    paint: (d) => {
      head(d);
      at(d, 'Remarks: none', 40, 280);
      at(d, 'Driver comments: pallet 2 leans to one side', 40, 320);
      signed(d);
    },
    signature: 'strokes',
    exceptions: 'pallet 2 leans to one side',
  },
  {
    name: 'a good condition that is denied',
    paint: (d) => {
      head(d);
      signed(d);
      at(d, 'Received in good condition? [ ] Yes [x] No', 40, 300);
    },
    signature: 'strokes',
    exceptions: 'Received in good condition? No',
  },
  {
    name: 'boxes behind their choices',
    paint: (d) => {
      head(d);
      signed(d);
      at(d, 'Condition of freight: Good [ ] Damaged [x]', 40, 300);
    },
    signature: 'strokes',
    exceptions: 'Damaged',
  },
  {
    name: 'words that deny one thing and note another',
    paint: (d) => {
      head(d);
      signed(d);
      at(d, 'Remarks : aucun dommage, 1 colis manquant', 40, 300);
    },
    signature: 'strokes',
    exceptions: 'aucun dommage, 1 colis manquant',
  },
  {
    name: 'fields for shortages that nobody filled in',
    paint: (d) => {
      head(d);
      at(d, 'Short: ______', 40, 300);
      at(d, 'Damaged: ______', 200, 300);
      signed(d);
    },
    signature: 'strokes',
    exceptions: '',
  },
  {
    name: 'a field for shortages that is filled in by hand',
    paint: (d) => {
      head(d);
      at(d, 'Short: ______', 40, 300);
      scribble(d, 72, 302, 30);
      signed(d);
    },
    signature: 'strokes',
    exceptions: 'Short: (handwriting)',
  },
  {
    name: 'a list of exceptions with its remarks in a column',
    signature: 'strokes',
    exceptions: 'TOP BOARDS SPLIT',
    paint: (d) => {
      head(d);
      for (const y of [280, 300, 320]) line(d, 40, y, 440);
      for (const x of [40, 120, 200, 280, 440]) post(d, x, 280, 320);
      for (const [n, text] of ['OS&D', 'QTY', 'CODE', 'REMARKS'].entries()) at(d, text, 44 + n * 80, 285);
      for (const [n, text] of ['D', '2', '14', 'TOP BOARDS SPLIT'].entries()) at(d, text, 44 + n * 80, 305);
      signed(d);
    },
  },
  {
    name: 'questions that are answered with nothing, and one that is not',
    signature: 'strokes',
    exceptions: '',
    open: undefined,
    paint: (d) => {
      head(d);
      for (const [n, text] of ['Left side', 'Right side', 'Roof', 'Over / short / damaged'].entries())
        at(d, text, 44 + n * 100, 285, 7);
      for (const [n, text] of ['OK', 'OK', 'OK', '0 / 0 / 0'].entries()) at(d, text, 44 + n * 100, 297);
      at(d, 'Exceptions:', 40, 330);
      signed(d);
    },
  },
  {
    name: 'one of three counts of loss that is not nothing',
    signature: 'strokes',
    exceptions: 'Over / short / damaged 0 / 1 / 0',
    paint: (d) => {
      head(d);
      at(d, 'Over / short / damaged', 44, 285, 7);
      at(d, '0 / 1 / 0', 44, 297);
      signed(d);
    },
  },
  {
    name: 'a note whose letters stand apart',
    signature: 'strokes',
    exceptions: 'SHORT',
    paint: (d) => {
      head(d);
      at(d, 'Received in good condition.', 40, 260);
      at(d, 'S H O R T', 300, 300, 12);
      signed(d);
    },
  },
  {
    name: 'rows of a table with long values, and counts of what was refused',
    signature: 'strokes',
    exceptions: 'None',
    open: undefined,
    paint: (d) => {
      head(d);
      for (const [n, [label, value]] of [
        ['Delivered to', 'Dock 4, 900 Harbor Blvd, Oxnard, CA 93033'],
        ['Delivered at', '11/20/2026 05:52 AM'],
        ['Units delivered', '14'],
        ['Refused units', '0'],
        ['Exceptions', 'None'],
      ].entries()) {
        at(d, label ?? '', 40, 200 + n * 13);
        at(d, value ?? '', 180, 200 + n * 13);
      }
      signed(d);
    },
  },
  {
    name: 'a list whose colons stand under each other',
    signature: 'strokes',
    exceptions: 'NONE',
    open: undefined,
    paint: (d) => {
      head(d);
      d.font('Courier');
      at(d, 'VENDOR       : HARBOR PUMPS', 40, 200);
      at(d, 'EXCEPTIONS   : NONE', 40, 228);
      d.font('Helvetica');
      signed(d);
    },
  },
  {
    name: 'the address of whom a letter is for, without a label',
    signature: 'strokes',
    exceptions: '',
    open: undefined,
    paint: (d) => {
      head(d);
      for (const [n, text] of ['Norfolk Hydraulics', 'Attn. Parts', '88 Quay Rd', 'Reno, NV 89431'].entries())
        at(d, text, 40, 120 + n * 10);
      at(d, 'Received in good condition.', 40, 300);
      signed(d);
    },
  },
  {
    name: 'two lines over the place to sign that look like an address',
    signature: 'strokes',
    exceptions: '',
    open: ['Second Crate Elsewhere'],
    paint: (d) => {
      head(d);
      at(d, 'Received in good condition.', 40, 300);
      at(d, 'Second Crate Elsewhere', 40, 340);
      at(d, 'Elko, NV 89801', 40, 350);
      signed(d);
    },
  },
  {
    name: 'a question that is answered beside a stamp of damage',
    signature: 'strokes',
    exceptions: 'Damaged cartons',
    paint: (d) => {
      head(d);
      at(d, 'Exceptions:', 40, 300);
      at(d, 'None', 100, 300);
      at(d, 'Damaged cartons', 260, 330);
      signed(d);
    },
  },
  ...(
    [
      ['before the delivery, which is no note', 'Call 1 hr before delivery', '', undefined],
      [
        'and what was done instead, which is one',
        'Called 1 hr before delivery, 2 ctns wet',
        'Called 1 hr before delivery, 2 ctns wet',
        undefined,
      ],
      [
        'about the count',
        'Call shipper before signing about count',
        'Call shipper before signing about count',
        undefined,
      ],
    ] as const
  ).map(([called, said, exceptions, open]): ReceiptLayout => ({
    name: `remarks with an instruction to the driver ${called}`,
    signature: 'strokes',
    exceptions,
    open,
    paint: (d) => {
      head(d);
      at(d, `REMARKS: ${said}`, 40, 120);
      signed(d);
    },
  })),
  ...(
    [
      ['Reception desk', null],
      ['Neighbor', 'Delivered to: Neighbor'],
      ['Voisin', null],
    ] as const
  ).map(([to, exceptions]): ReceiptLayout => ({
    name: `who a parcel was delivered to, in a field: ${to}`,
    signature: 'strokes',
    exceptions,
    paint: (d) => {
      head(d);
      at(d, `Delivered to: ${to}`, 40, 120);
      signed(d);
    },
  })),
  ...(
    [
      ['which is no part of the name, and no note', '· Receiving', ''],
      ['and more', '· Receiving short', '· Receiving short'],
    ] as const
  ).map(([called, added, exceptions]): ReceiptLayout => ({
    name: `somebody's work behind their name ${called}`,
    signature: 'strokes',
    exceptions,
    ...(exceptions === '' ? { open: undefined } : {}),
    paint: (d) => {
      head(d);
      at(d, 'Received in good condition.', 40, 300);
      at(d, 'Signed by', 40, 330, 7);
      d.font('Helvetica-Bold');
      at(d, 'Dana Holt', 76, 330);
      d.font('Helvetica');
      at(d, added, 122, 330);
      signed(d);
    },
  })),
  {
    name: 'terms in two columns, whose lines go on beside those of the other',
    signature: 'strokes',
    exceptions: '',
    open: undefined,
    paint: (d) => {
      head(d);
      for (const [n, [left, right]] of [
        [
          'Carrier shall not be liable for any loss, damage or shortage caused',
          'Concealed damage must be reported within five days. The consignee',
        ],
        [
          'by an act of God, the public enemy or the authority of law.',
          'shall keep all packaging and allow an inspection by the carrier.',
        ],
      ].entries()) {
        at(d, left ?? '', 40, 600 + n * 8, 7);
        at(d, right ?? '', 310, 600 + n * 8, 7);
      }
      at(d, 'Received in good condition.', 40, 300);
      signed(d);
    },
  },
  ...(
    [
      ['a day', '15.09.2026', ''],
      ['a day and a note', '15.09.2026 zwei Kisten nass', '15.09.2026 zwei Kisten nass'],
    ] as const
  ).map(([called, said, exceptions]): ReceiptLayout => ({
    name: `a place for the day and for reservations, with ${called} in it`,
    signature: 'strokes',
    exceptions,
    paint: (d) => {
      head(d);
      grid(d, 300, 50, [['Gut empfangen am / Vorbehalte des Empfängers', 300]]);
      d.font('Courier');
      at(d, said, 44, 320);
      d.font('Helvetica');
      signed(d);
    },
  })),
  ...(['Gulf Coast Cartage', 'Gulf Coast Crates'] as const).map((said): ReceiptLayout => ({
    name: `who writes, under the place to sign: ${said}`,
    signature: 'strokes',
    open: said === 'Gulf Coast Cartage' ? undefined : [said],
    paint: (d) => {
      head(d);
      at(d, 'Received in good condition.', 40, 300);
      signed(d);
      at(d, said, 40, 460);
    },
  })),
];
