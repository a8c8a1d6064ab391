import { at, grid, head, line, type ReceiptLayout, scribble, type Sheet, signed } from './sheet.ts';

/** Fields in two columns, the values of which stand far behind their labels. */
const pairs = (d: Sheet, rows: readonly (readonly [string, string])[]): void => {
  for (const [n, [label, value]] of rows.entries()) {
    d.font('Helvetica-Bold');
    at(d, label, 40, 200 + n * 18);
    d.font('Helvetica');
    at(d, value, 420, 200 + n * 18);
  }
};

/** Lists of fields and of freight, and rows of choices. */
export const listLayouts: readonly ReceiptLayout[] = [
  ...(['-', '2 pallets leaning'] as const).map((note): ReceiptLayout => ({
    name: `a list of fields whose values stand far behind, with "${note}" for the notes`,
    signature: 'strokes',
    printedName: 'Marcus Ofori',
    exceptions: note,
    open: undefined,
    paint: (d) => {
      head(d);
      pairs(d, [
        ['Any overage, shortage or damage?', 'No'],
        ['Seal number', 'AX 55120'],
        ['Driver notes', note],
        ['Receiver name', 'Marcus Ofori'],
      ]);
      signed(d);
    },
  })),
  ...(['Left at door', 'Rosa Lind'] as const).map((name): ReceiptLayout => ({
    name: `a list with "${name}" for who received it, over the next field`,
    signature: 'strokes',
    printedName: name === 'Left at door' ? null : name,
    paint: (d) => {
      head(d);
      for (const [n, [label, value]] of [
        ['Received by', name],
        ['Relationship', 'Staff'],
      ].entries()) {
        at(d, label ?? '', 40, 200 + n * 14);
        at(d, value ?? '', 190, 200 + n * 14);
      }
      signed(d);
    },
  })),
  ...(['6', '5'] as const).map((total): ReceiptLayout => ({
    name: `a list of 2 and 4 pieces with a total of ${total}`,
    signature: 'strokes',
    open: total === '6' ? undefined : ['5'],
    paint: (d) => {
      head(d);
      for (const [row, cells] of [
        ['Pcs', 'Description', 'Weight'],
        ['2', 'Doors, steel', '310'],
        ['4', 'Frames, steel', '602'],
        [total, 'Totals', '912 lbs'],
      ].entries())
        for (const [column, text] of cells.entries()) {
          d.font(row === 0 || row === 3 ? 'Helvetica-Bold' : 'Helvetica');
          d.rect(40 + column * 100, 200 + row * 16, 100, 16).stroke();
          at(d, text, 44 + column * 100, 204 + row * 16);
        }
      d.font('Helvetica');
      signed(d);
    },
  })),
  ...(['good', 'damaged'] as const).map((ticked): ReceiptLayout => ({
    name: `choices with their boxes far behind them, "${ticked}" is ticked`,
    signature: 'strokes',
    exceptions: ticked === 'good' ? '' : 'Damaged / short',
    paint: (d) => {
      head(d);
      at(d, 'Goods received in good condition', 40, 200);
      d.rect(220, 199, 11, 11).stroke();
      at(d, 'Damaged / short', 270, 200);
      d.rect(390, 199, 11, 11).stroke();
      const x = ticked === 'good' ? 220 : 390;
      d.moveTo(x + 2, 201)
        .lineTo(x + 9, 208)
        .moveTo(x + 9, 201)
        .lineTo(x + 2, 208)
        .stroke();
      signed(d);
    },
  })),
  ...(['destinataire', 'expéditeur'] as const).map((party): ReceiptLayout => ({
    name: `a town with a day in the cell in which the ${party} signs`,
    signature: 'strokes',
    deliveryDate: party === 'destinataire' ? '24/11/2026' : null,
    paint: (d) => {
      head(d, 'BON DE LIVRAISON');
      grid(d, 380, 70, [
        ['Signature du destinataire', 240],
        ["Signature de l'expéditeur", 240],
      ]);
      at(d, 'Fait à Lyon le 24/11/2026', party === 'destinataire' ? 44 : 284, 394);
      scribble(d, 60, 425, 100);
      scribble(d, 300, 425, 100);
    },
  })),
  ...(['15', '14'] as const).map((count): ReceiptLayout => ({
    name: `an empty place for remarks over a statement, and ${count} of 15 volumes in Portuguese`,
    signature: 'strokes',
    exceptions: '',
    open: count === '15' ? undefined : ['VOLUMES RECEBIDOS 14'],
    paint: (d) => {
      head(d);
      grid(d, 200, 30, [
        ['QTDE. VOLUMES', 240],
        ['VOLUMES RECEBIDOS', 240],
      ]);
      at(d, '15', 44, 214);
      at(d, count, 284, 214);
      grid(d, 240, 16, [['OBSERVAÇÕES / RESSALVAS', 480]]);
      grid(d, 256, 18, [['', 480]]);
      at(d, 'Recebi(emos) os volumes acima descritos em perfeito estado.', 44, 261);
      signed(d);
    },
  })),
  {
    name: 'a name under a label without a line, as high as the lines of the other labels of its row',
    signature: 'strokes',
    printedName: 'Paolo Riva',
    open: undefined,
    paint: (d) => {
      head(d);
      for (const [x, label] of [
        [40, 'Firma conducente'],
        [240, 'Firma destinatario'],
        [430, 'Nome e cognome'],
      ] as const)
        at(d, label, x, 380);
      line(d, 40, 432, 200);
      line(d, 240, 432, 400);
      scribble(d, 60, 424, 80);
      scribble(d, 260, 424, 80);
      at(d, 'Paolo Riva', 430, 418);
    },
  },
  {
    name: 'a signature between its label and a sentence that says who signed when',
    signature: 'strokes',
    printedName: 'Helen Brandt',
    paint: (d) => {
      head(d);
      at(d, 'Received by: Helen Brandt', 40, 200);
      at(d, 'Signature', 40, 230);
      scribble(d, 44, 262);
      at(d, 'Signed on device by Helen Brandt on 11/17/2026 13:23', 40, 282, 8);
    },
  },
  ...(['Bent Creek Trucking', 'Bent Crates'] as const).map((name): ReceiptLayout => ({
    name: `"${name}" in large letters at the head`,
    signature: 'strokes',
    exceptions: name === 'Bent Crates' ? 'Bent Crates' : null,
    paint: (d) => {
      at(d, name, 40, 30, 16);
      at(d, 'DELIVERY RECEIPT   PRO No. 0412708839', 40, 64);
      signed(d);
    },
  })),
];
