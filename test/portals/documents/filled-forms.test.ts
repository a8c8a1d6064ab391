import assert from 'node:assert/strict';
import PDFDocument from 'pdfkit';
import type { PodContent } from '../../../domain/dispatch/pod.ts';
import { readPod } from '../../../portals/documents/read-pod.ts';

type Sheet = PDFKit.PDFDocument;
interface Style {
  readonly font: string;
  readonly size: number;
  readonly color?: string;
}
const label: Style = { font: 'Helvetica', size: 7 };
const typed: Style = { font: 'Courier', size: 10 };
const pen: Style = { font: 'Times-Italic', size: 12, color: '#1a3fb0' };

const put = (sheet: Sheet, text: string, x: number, y: number, { font, size, color = 'black' }: Style): void =>
  void sheet.font(font).fontSize(size).fillColor(color).text(text, x, y, { lineBreak: false });
const line = (sheet: Sheet, x: number, y: number, to: number, down = 0): void =>
  void sheet
    .moveTo(x, y)
    .lineTo(to, y + down)
    .stroke();
const scribble = (sheet: Sheet, x: number, y: number): void => {
  sheet.moveTo(x, y);
  for (let n = 1; n <= 24; n++) sheet.lineTo(x + n * 5, y + (n % 2) * 12 - 6);
  sheet.stroke();
};
/** Each letter by itself, as browsers place small ones: with wide gaps, and a blank drawn between words. */
const apart = (sheet: Sheet, text: string, x: number, y: number, style: Style): void => {
  let at = x;
  for (const letter of text) {
    put(sheet, letter, at, y, style);
    at += sheet.widthOfString(letter) + 0.14 * style.size;
  }
};

/** The fields of a receipt, in rows of labels over their values. */
const fields = (sheet: Sheet, top: number, rows: readonly (readonly (readonly [string, string])[])[]): void => {
  for (const [row, cells] of rows.entries())
    for (const [column, [name, value]] of cells.entries()) {
      put(sheet, name, 40 + column * 130, top + row * 30, label);
      put(sheet, value, 40 + column * 130, top + 10 + row * 30, typed);
    }
};
const receipt = (sheet: Sheet): void => {
  put(sheet, 'DELIVERY RECEIPT', 40, 20, label);
  fields(sheet, 60, [
    [
      ['PRO NUMBER', '0412708839'],
      ['SHIPPER', 'Alder Cabinet Co'],
      ['CONSIGNEE', 'Home Basics'],
    ],
    [
      ['PIECES', '10'],
      ['WEIGHT', '640'],
      ['EXCEPTIONS', 'None'],
    ],
  ]);
  put(sheet, 'CONSIGNEE SIGNATURE', 40, 400, label);
  line(sheet, 130, 408, 330);
  scribble(sheet, 150, 402);
  put(sheet, 'PRINT NAME', 340, 400, label);
  put(sheet, 'Ruth Kim', 390, 398, typed);
  put(sheet, 'DATE', 460, 400, label);
  put(sheet, '11/20/2026', 485, 398, typed);
};

/** Sentences with a box each. */
const choices = (sheet: Sheet, ticks: readonly string[]): void => {
  receipt(sheet);
  const sentences = [
    'All items on this order were delivered.',
    'I have inspected my items and found no damage.',
    'Item has cosmetic issue, keep with discount.',
  ];
  for (const [row, text] of sentences.entries()) {
    sheet.rect(40, 250 + row * 18, 11, 11).stroke();
    put(sheet, ticks[row] ?? '', 42.5, 251 + row * 18, typed);
    put(sheet, text, 56, 252 + row * 18, label);
  }
};

/** Two counts of one kind under labels that nobody knows. */
const counted = (sheet: Sheet, tallied: string): void => {
  receipt(sheet);
  fields(sheet, 250, [
    [
      ['BUNDLES ZEPHYRED', '15'],
      ['BUNDLES TALLIED', tallied],
    ],
  ]);
};

/** A place to sign whose label is right under a field with a frame. */
const underField = (sheet: Sheet): void => {
  put(sheet, 'PRO 0412708839', 400, 40, typed);
  sheet.rect(20, 150, 180, 40).stroke();
  put(sheet, 'Parcels', 24, 154, label);
  put(sheet, '3', 24, 166, typed);
  put(sheet, 'Recipient signature:', 40, 205, label);
};

const frachtbrief = (sheet: Sheet): void => {
  const names = [
    '1 Absender',
    '2 Empfänger',
    '3 Auslieferungsort des Gutes',
    '4 Ort und Tag der Übernahme',
    '5 Beigefügte Dokumente',
    '6 Kennzeichen und Nummern',
    '7 Statistische Nummer',
    '8 Art der Verpackung',
    '9 Frachtzahlungsanweisungen',
    '10 Vorbehalte und Bemerkungen der Frachtführer',
  ];
  const values = ['Kessler Pumpen GmbH', 'Van Houten Chemie', 'Rotterdam', '18.11.2026', '', 'KP', '84137081'];
  put(sheet, 'CMR 0412708839', 400, 40, typed);
  put(sheet, 'PRO 0412708839', 400, 55, typed);
  for (const [at, name] of names.entries()) {
    const [x, y] = [40 + (at % 2) * 260, 70 + Math.floor(at / 2) * 50];
    sheet.rect(x, y, 260, 50).stroke();
    apart(sheet, name, x + 3, y + 3, label);
    put(sheet, values[at] ?? '', x + 8, y + 18, typed);
  }
  for (const [at, party] of ['11 Unterschrift des Frachtführers', '12 Unterschrift des Empfängers'].entries()) {
    const x = 40 + at * 260;
    sheet.rect(x, 320, 260, 100).stroke();
    apart(sheet, party, x + 3, 323, label);
    scribble(sheet, x + 60, 370);
  }
  put(sheet, 'Name', 304, 400, label);
  put(sheet, 'Pim Vries', 330, 398, typed);
  put(sheet, 'am', 400, 400, label);
  put(sheet, '20.11.2026', 420, 398, typed);
};

const cases: [string, (sheet: Sheet) => void, Partial<PodContent>][] = [
  [
    'a receipt with nothing to reserve',
    receipt,
    { exceptions: 'None', open: undefined, printedName: 'Ruth Kim', deliveryDate: '11/20/2026' },
  ],
  [
    'a count that somebody corrected beside it',
    (sheet) => {
      receipt(sheet);
      put(sheet, '-1 RK', 60, 99, pen);
    },
    { open: ['10 -1 RK'] },
  ],
  [
    'a count with a slanted line through it, longer than the count is wide',
    (sheet) => {
      receipt(sheet);
      line(sheet, 34, 103, 58, -1);
    },
    { open: ['(struck out "10")'] },
  ],
  [
    'a note in nothing but words of forms, in no field',
    (sheet) => {
      receipt(sheet);
      put(sheet, 'customer label on pallet of carrier', 60, 250, typed);
    },
    { open: ['customer label on pallet of carrier'] },
  ],
  [
    'a term behind "NOTE:", which is no note',
    (sheet) => {
      receipt(sheet);
      put(sheet, 'NOTE: Liability for loss or damage in this shipment may be limited by tariff.', 40, 250, label);
    },
    { exceptions: 'None', open: undefined },
  ],
  [
    'a form that numbers its fields, its letters drawn one by one',
    frachtbrief,
    { signature: 'strokes', exceptions: '', open: undefined, printedName: 'Pim Vries', deliveryDate: '20.11.2026' },
  ],
  [
    'a note on one',
    (sheet) => {
      frachtbrief(sheet);
      put(sheet, '2 Krt. offen', 320, 345, pen);
    },
    { open: ['2 Krt. offen'] },
  ],
  [
    'cells of two parties side by side, each with a name and a date, and reservations in words of their own',
    (sheet) => {
      put(sheet, 'PRO 0412708839', 400, 40, typed);
      sheet.rect(40, 100, 510, 80).stroke();
      put(sheet, 'Réserves du destinataire à la livraison (précises et motivées) :', 44, 104, label);
      put(sheet, 'Néant', 60, 125, pen);
      for (const [x, party] of [
        [40, 'Signature et cachet du destinataire'],
        [300, 'Signature du transporteur'],
      ] as const) {
        sheet.rect(x, 200, 250, 110).stroke();
        put(sheet, party, x + 4, 204, label);
        scribble(sheet, x + 40, 250);
      }
      put(sheet, 'Nom :', 44, 298, label);
      put(sheet, 'Claire Delmas', 70, 296, typed);
      put(sheet, 'Date :', 180, 298, label);
      put(sheet, '20/11/2026', 205, 296, typed);
    },
    {
      signature: 'strokes',
      exceptions: 'Néant',
      open: undefined,
      printedName: 'Claire Delmas',
      deliveryDate: '20/11/2026',
    },
  ],
  [
    'a signature under its label, which a line across the page parts from what is above',
    (sheet) => {
      put(sheet, 'PRO 0412708839', 400, 40, typed);
      line(sheet, 20, 300, 590);
      put(sheet, 'Recipient signature', 40, 310, label);
      scribble(sheet, 40, 345);
      put(sheet, 'Received by', 40, 370, label);
      put(sheet, 'Tina Marsh', 40, 380, typed);
      put(sheet, 'Signed', 140, 370, label);
      put(sheet, 'Nov 20, 2026 10:43 AM', 140, 380, typed);
    },
    { signature: 'strokes', printedName: 'Tina Marsh', deliveryDate: 'Nov 20, 2026 10:43 AM' },
  ],
  [
    'labels in the middle of the lines of their values',
    (sheet) => {
      const rows: readonly (readonly [string, readonly string[]])[] = [
        ['Tracking number:', ['PRO 0412708839']],
        ['Signed for by:', ['J.HARRIS']],
        ['Shipper:', ['Ona Instruments', 'AUSTIN, TX, US']],
        ['Service type:', ['Ground']],
        ['Package condition:', ['Good']],
      ];
      let y = 60;
      for (const [name, lines] of rows) {
        put(sheet, name, 40, y + (lines.length - 1) * 6, typed);
        for (const text of lines) {
          put(sheet, text, 200, y, typed);
          y += 12;
        }
        y += 8;
      }
      put(sheet, 'Signature:', 40, 260, typed);
      scribble(sheet, 120, 268);
    },
    { open: undefined, exceptions: '' },
  ],
  [
    'a name in the next cell of a form whose fields are rows of two cells, one of them the shipper',
    (sheet) => {
      const rows = [
        ['Pro no.', '0412708839'],
        ['Shipper', 'LAKESIDE FIXTURES'],
        ['Consignee', 'DESERT MART'],
        ['Remarks', ''],
        ['Received by (signature)', ''],
        ['Printed name', 'KEN ABARA'],
        ['Date', '11/20/2026'],
      ];
      for (const [row, [name = '', value = '']] of rows.entries()) {
        sheet.rect(40, 60 + row * 24, 110, 24).stroke();
        sheet.rect(150, 60 + row * 24, 300, 24).stroke();
        put(sheet, name, 44, 68 + row * 24, label);
        put(sheet, value, 156, 67 + row * 24, typed);
      }
      scribble(sheet, 170, 168);
    },
    { signature: 'strokes', printedName: 'KEN ABARA', deliveryDate: '11/20/2026', exceptions: '', open: undefined },
  ],
  [
    'names of fields under the lines on which they are filled in, known or not',
    (sheet) => {
      const rows = [
        ['PRO 0412708839', 'PRO'],
        ['SB 441', 'ZEPHYR FLIGHT'],
        ['Tahoe Instruments', 'CONSIGNEE'],
        ['48', 'PIECES'],
      ];
      for (const [row, [value = '', name = '']] of rows.entries()) {
        put(sheet, value, 44, 60 + row * 40, typed);
        line(sheet, 40, 72 + row * 40, 240);
        put(sheet, name, 40, 74 + row * 40, label);
      }
      put(sheet, 'Received in good order and condition.', 40, 250, label);
      scribble(sheet, 60, 300);
      line(sheet, 40, 310, 240);
      put(sheet, 'SIGNATURE OF CONSIGNEE OR AGENT', 40, 312, label);
    },
    { signature: 'strokes', exceptions: '', open: undefined },
  ],
  [
    'choices that say in a sentence that all is well, ticked, and one that does not, not ticked',
    (sheet) => choices(sheet, ['X', 'X', '']),
    { exceptions: 'None', open: undefined },
  ],
  [
    'a ticked choice of something that is not well',
    (sheet) => choices(sheet, ['X', 'X', 'X']),
    { open: ['[x] Item has cosmetic issue, keep with discount.'] },
  ],
  [
    'a stamp that repeats the name of the consignee, and has a name under its reservation',
    (sheet) => {
      receipt(sheet);
      const stamp: Style = { font: 'Helvetica-Bold', size: 9, color: '#22a' };
      const lines = ['HOME BASICS', 'RECEIVED SUBJECT TO COUNT', 'DATE 11/20/2026', 'BY R. KIM'];
      for (const [row, text] of lines.entries()) put(sheet, text, 420, 250 + row * 13, stamp);
    },
    { exceptions: 'RECEIVED SUBJECT TO COUNT', open: undefined },
  ],
  [
    'a stamp that says otherwise under it',
    (sheet) => {
      receipt(sheet);
      const stamp: Style = { font: 'Helvetica-Bold', size: 9, color: '#22a' };
      const lines = ['HOME BASICS', 'RECEIVED 11/20/2026', 'W/O PIECE COUNT'];
      for (const [row, text] of lines.entries()) put(sheet, text, 420, 250 + row * 13, stamp);
    },
    { open: ['W/O PIECE COUNT'] },
  ],
  [
    'a kind of exception in a ring',
    (sheet) => {
      receipt(sheet);
      for (const [at, kind] of ['Over', 'Short', 'Refused'].entries()) put(sheet, kind, 40 + at * 60, 250, label);
      sheet.ellipse(172, 254, 22, 10).stroke();
    },
    { exceptions: 'Refused' },
  ],
  [
    'what another hand added to a field',
    (sheet) => {
      receipt(sheet);
      put(sheet, 'R/T', 195, 98, pen);
    },
    { open: ['640 R/T'] },
  ],
  [
    'a sticker that names exceptions in words of forms',
    (sheet) => {
      receipt(sheet);
      sheet.rect(400, 250, 100, 20).fill('#c00');
      put(sheet, 'OSD FILED', 405, 256, { font: 'Helvetica-Bold', size: 11, color: 'white' });
    },
    { exceptions: 'OSD FILED', open: undefined },
  ],
  [
    'counts that differ under names that nobody knows',
    (sheet) => counted(sheet, '14'),
    { exceptions: 'None', open: ['15', '14', 'BUNDLES TALLIED 14'] },
  ],
  ['counts that agree under such names', (sheet) => counted(sheet, '15'), { exceptions: 'None', open: undefined }],
  [
    'the name of a consignee that begins as a label of names does',
    (sheet) => {
      put(sheet, 'PRO 0412708839', 400, 40, typed);
      put(sheet, 'Consignee', 40, 60, label);
      put(sheet, 'Print Depot Barrie', 40, 70, typed);
      put(sheet, 'Description / Désignation', 40, 84, label);
      put(sheet, 'Rolls newsprint', 40, 94, typed);
      put(sheet, 'Consignee signature', 40, 200, label);
      line(sheet, 130, 208, 330);
      scribble(sheet, 150, 202);
    },
    { signature: 'strokes', printedName: null },
  ],
  [
    'a bilingual place to sign, named behind a dash',
    (sheet) => {
      put(sheet, 'PRO 0412708839', 400, 40, typed);
      sheet.rect(40, 100, 360, 50).stroke();
      put(
        sheet,
        'Received in good order / Reçu en bon état - Consignee signature / Signature du destinataire',
        44,
        104,
        label,
      );
      scribble(sheet, 80, 132);
    },
    { signature: 'strokes' },
  ],
  [
    'a place to sign over a short line in a frame, its name under it',
    (sheet) => {
      sheet.rect(30, 30, 535, 120).stroke();
      put(sheet, 'PRO 0412708839', 36, 40, typed);
      put(sheet, 'Recebi os volumes em perfeito estado.', 36, 70, label);
      line(sheet, 36, 128, 220);
      scribble(sheet, 60, 120);
      put(sheet, 'Assinatura / carimbo', 80, 132, label);
    },
    { signature: 'strokes', exceptions: '' },
  ],
  [
    'an order beside a number, which does not make the form an order',
    (sheet) => {
      put(sheet, 'PRO 0412708839', 400, 40, typed);
      put(sheet, 'Sales order', 40, 60, label);
      put(sheet, 'SO-20881', 100, 60, typed);
      put(sheet, 'I accept the items listed above in good condition.', 40, 200, label);
      put(sheet, 'Customer signature', 40, 240, label);
      scribble(sheet, 140, 244);
    },
    { signature: 'strokes' },
  ],
  [
    'a signature under its label, under the lower edge of a field',
    (sheet) => {
      underField(sheet);
      scribble(sheet, 40, 235);
    },
    { signature: 'strokes' },
  ],
  ['the same place, empty', underField, { signature: 'none' }],
  [
    'the same place, empty, over that of the driver',
    (sheet) => {
      underField(sheet);
      put(sheet, 'Driver signature:', 40, 250, label);
      scribble(sheet, 40, 275);
    },
    { signature: 'none' },
  ],
  [
    'figures in the rows of a column whose name nobody knows, and a statement under them',
    (sheet) => {
      receipt(sheet);
      for (const [column, text] of ['Item', 'Zephyr feet', 'Bundle'].entries())
        put(sheet, text, 40 + column * 90, 250, label);
      for (const [row, texts] of [
        ['STUD', '341', 'B-120'],
        ['OSB', '384', 'B-121'],
        ['DECK', '480', 'B-122'],
      ].entries())
        for (const [column, text] of texts.entries()) put(sheet, text, 40 + column * 90, 262 + row * 14, typed);
      line(sheet, 40, 305, 300);
      put(sheet, 'Load checked and received in good condition.', 40, 312, label);
    },
    { open: undefined },
  ],
  [
    'a note in the style of the labels, in a tight cell that is ruled',
    (sheet) => {
      receipt(sheet);
      sheet.rect(40, 250, 150, 12).stroke();
      put(sheet, 'Palette penchée', 44, 252, label);
    },
    { open: ['Palette penchée'] },
  ],
  [
    'numbers of depots under names of one noun, which count nothing',
    (sheet) => {
      receipt(sheet);
      fields(sheet, 250, [
        [
          ['Zephyring depot', '014'],
          ['Delivering depot', '077'],
          ['Free zephyr', '2 hrs'],
        ],
      ]);
    },
    { open: undefined },
  ],
  [
    'reservations in the next cell of "Réserves à la livraison"',
    (sheet) => {
      receipt(sheet);
      sheet.rect(40, 250, 150, 24).stroke();
      sheet.rect(190, 250, 300, 24).stroke();
      put(sheet, 'Réserves à la livraison', 44, 258, label);
      put(sheet, '2 cartons ouverts', 196, 257, typed);
    },
    { exceptions: '2 cartons ouverts' },
  ],
  [
    'a place to sign for receipt in good condition that names nobody',
    (sheet) => {
      put(sheet, 'PRO 0412708839', 400, 40, typed);
      put(sheet, 'PROOF OF DELIVERY', 40, 40, label);
      sheet.rect(40, 100, 200, 40).stroke();
      put(sheet, 'Received in good condition - signature', 44, 104, label);
      scribble(sheet, 60, 125);
    },
    { signature: 'strokes' },
  ],
];

describe('a receipt that was filled in', () => {
  for (const [what, paint, expected] of cases)
    it(`is read with ${what}`, async () => {
      const sheet = new PDFDocument({ size: 'LETTER', margin: 0 });
      const chunks: Buffer[] = [];
      sheet.on('data', (chunk: Buffer) => chunks.push(chunk));
      const file = new Promise<Buffer>((resolve) => void sheet.on('end', () => resolve(Buffer.concat(chunks))));
      paint(sheet);
      sheet.end();
      const facts = await readPod(await file);
      assert.ok(facts.kind === 'read');
      const read = Object.fromEntries(Object.keys(expected).map((key) => [key, facts[key as keyof PodContent]]));
      assert.deepEqual(read, expected);
    });
});
