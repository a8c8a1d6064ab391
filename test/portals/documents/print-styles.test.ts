import assert from 'node:assert/strict';
import PDFDocument from 'pdfkit';
import { readPod } from '../../../portals/documents/read-pod.ts';

interface Style {
  readonly font: string;
  readonly size: number;
  readonly color?: string;
}
const label: Style = { font: 'Helvetica', size: 7, color: '#666' };
const typed: Style = { font: 'Courier', size: 10 };
const blue: Style = { font: 'Times-Italic', size: 12, color: '#1a3fb0' };

/** A form with labels in one style, and what was filled in in another. */
interface Receipt {
  readonly print?: Style;
  readonly fill?: Style;
  /** Behind "Notes". */
  readonly notes?: string;
  readonly received?: string;
  readonly texts: readonly (readonly [string, Style])[];
}

function receipt({ print = label, fill = typed, notes = 'None', received = '4', texts }: Receipt): Promise<Buffer> {
  return new Promise((resolve) => {
    const sheet = new PDFDocument({ size: 'LETTER', margin: 40 });
    const chunks: Buffer[] = [];
    sheet.on('data', (chunk: Buffer) => chunks.push(chunk));
    sheet.on('end', () => resolve(Buffer.concat(chunks)));
    const put = (text: string, x: number, y: number, { font, size, color = 'black' }: Style): void =>
      void sheet.font(font).fontSize(size).fillColor(color).text(text, x, y, { lineBreak: false });
    const fields = [
      ['PRO number', '0412708839'],
      ['Consignee', 'Hawkeye Plumbing Supply'],
      ['Pieces', '4'],
      ['Pieces received', received],
      ['Notes', notes],
      ['Received by', 'Dale Hensley'],
      ['Delivery date', '10/30/2026'],
    ] as const;
    for (const [row, [name, value]] of fields.entries()) {
      put(name, 40, 80 + row * 30, print);
      put(value, 40, 90 + row * 30, fill);
    }
    // The label beside that of the name is no name.
    put('Zephyr am', 200, 80 + 5 * 30, print);
    put('KZ-11', 200, 90 + 5 * 30, fill);
    put('Consignee signature', 40, 310, print);
    sheet.moveTo(150, 318);
    for (let n = 1; n <= 24; n++) sheet.lineTo(150 + n * 5, 318 + (n % 2) * 12);
    sheet.stroke();
    for (const [row, [text, style]] of texts.entries()) put(text, 40, 360 + row * 12, style);
    sheet.end();
  });
}

describe('what is set as the print of a form', () => {
  const terms = 'Lumper reimbursement needs an approved Zephyr voucher obtained beforehand through the Kansas desk.';
  const cases: [string, Receipt, { readonly exceptions?: string; readonly open?: readonly string[] }][] = [
    [
      'is no note, whatever its words are',
      {
        texts: [
          [terms, label],
          ['PULP PROBE', label],
          ['KZ-12', typed],
        ],
      },
      {},
    ],
    [
      'is open where it is short, unknown and has nothing filled in behind or under it',
      { texts: [['Palette penchée, contrôle à suivre', label]] },
      { open: ['Palette penchée, contrôle à suivre'] },
    ],
    [
      'is one where what is filled in has its style',
      { texts: [['Zephyr lumper paid at gate', typed]] },
      { open: ['Zephyr lumper paid at gate'] },
    ],
    [
      'is nobody’s where everything has one style',
      { print: typed, texts: [['Zephyr voucher from the Kansas desk.', typed]] },
      { exceptions: '', open: ['Zephyr voucher from the Kansas desk.'] },
    ],
    ['says nothing of a style of its own', { texts: [['Sorted by Zephyr', blue]] }, { open: ['Sorted by Zephyr'] }],
    ['is one that tells of loss', { texts: [['Zephyr pallet torn', label]] }, { exceptions: 'Zephyr pallet torn' }],
    ['is one that tells of pieces', { texts: [['Zephyr left 2 pallets', label]] }, { open: ['Zephyr left 2 pallets'] }],
    ['lets no note pass', { notes: 'Zephyr', texts: [[terms, label]] }, { exceptions: 'Zephyr' }],
    [
      'is no note where it limits what the carrier is liable for',
      { texts: [['Carrier shall not be responsible for shortage on shrink wrapped pallets.', label]] },
      {},
    ],
    [
      'makes labels of words that nobody knows, with names and codes in their fields',
      {
        texts: [
          ['Zephyr lane', label],
          ['KZ-4410', typed],
          ['Zephyr dock marshal', label],
          ['Ann Kowalcz', typed],
        ],
      },
      {},
    ],
    [
      'makes no field of a note in its style',
      {
        texts: [
          ['Zephyr lane', label],
          ['lid came off', typed],
        ],
      },
      { open: ['lid came off'] },
    ],
    [
      'leaves a value under a label that nobody knows to be read as that of no other',
      {
        texts: [
          ['Zephyr feedback', label],
          ['Will Recheck', typed],
        ],
      },
      { open: ['Will Recheck'] },
    ],
    [
      'is an instruction in its field',
      {
        texts: [
          ['Delivery instructions', label],
          ['Call Zephyr 505-555-0144, dock on north side', typed],
        ],
      },
      {},
    ],
    [
      'is no instruction that tells what happened',
      {
        texts: [
          ['Delivery instructions', label],
          ['Called Zephyr, dock was shut', typed],
        ],
      },
      { open: ['Called Zephyr, dock was shut'] },
    ],
    [
      'is no term where a note is set as what is filled in',
      { texts: [['Consignee must confirm count by Friday', typed]] },
      { open: ['Consignee must confirm count by Friday'] },
    ],
    [
      'names no status but that of a delivery',
      {
        texts: [
          ['Status', label],
          ['Attempted', typed],
        ],
      },
      { open: ['Status Attempted'] },
    ],
    [
      'is the count of what came in',
      {
        received: '4',
        texts: [
          ['Cartons in', label],
          ['3', typed],
        ],
      },
      { open: ['Cartons in 3'] },
    ],
    ['lets no count pass', { received: '3', texts: [[terms, label]] }, { open: ['Pieces received 3'] }],
  ];
  for (const [what, form, { exceptions = 'None', open }] of cases)
    it(what, async () => {
      const facts = await readPod(await receipt(form));
      assert.ok(facts.kind === 'read');
      assert.deepEqual([facts.signature, facts.exceptions, facts.open], ['strokes', exceptions, open]);
      if (form.print === undefined) assert.equal(facts.printedName, 'Dale Hensley');
    });
});
