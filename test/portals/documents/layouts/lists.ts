import { at, grid, head, line, picture, type ReceiptLayout, scribble, type Sheet, signed } from './sheet.ts';

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
  {
    name: 'labels in two lines in a narrow column, beside the middle of which their values stand',
    signature: 'picture',
    printedName: 'Marc Duperray',
    deliveryDate: '23/11/2026 10:42',
    paint: (d) => {
      head(d, 'PREUVE DE LIVRAISON');
      for (const [n, [first, second, value]] of [
        ['Nombre de', 'colis', '8'],
        ['Date et heure', 'de livraison', '23/11/2026 10:42'],
        ['Nom du', 'réceptionnaire', 'Marc Duperray'],
        ['Signature du', 'réceptionnaire', ''],
      ].entries()) {
        const y = 200 + n * 40;
        line(d, 40, y - 6, 400);
        d.font('Helvetica-Bold');
        at(d, first ?? '', 40, y);
        at(d, second ?? '', 40, y + 11);
        d.font('Helvetica');
        at(d, value ?? '', 140, y + 5.5);
      }
      line(d, 40, 354, 400);
      picture(d, 140, 318, 110, 30);
    },
  },
  ...(['X', ' '] as const).map((good): ReceiptLayout => ({
    name: `choices in round brackets, of which the ${good === 'X' ? 'first' : 'second'} is crossed`,
    signature: 'strokes',
    exceptions: good === 'X' ? '' : 'Con faltantes o daños',
    paint: (d) => {
      head(d);
      at(d, `${good === 'X' ? '( X )' : '( )'} Completa y en buen estado`, 40, 200);
      at(d, `${good === 'X' ? '( )' : '( X )'} Con faltantes o daños`, 260, 200);
      signed(d);
    },
  })),
  ...(['35', '47'] as const).map((degrees): ReceiptLayout => ({
    name: `a set point of 34 and ${degrees} degrees of the pulp, with the unit in the labels`,
    signature: 'strokes',
    open: degrees === '35' ? undefined : ['(temperatures that differ)'],
    paint: (d) => {
      head(d);
      pairs(d, [
        ['Set point °F', '34'],
        ['Pulp temp °F', degrees],
        ['Commodity', 'Apples'],
        ['Trailer', 'R-5502'],
      ]);
      signed(d);
    },
  })),
  ...(['480', '360'] as const).map((gallons): ReceiptLayout => ({
    name: `480 gallons loaded and ${gallons} delivered, beside 4 totes`,
    signature: 'strokes',
    open: gallons === '480' ? undefined : ['Delivered gal 360'],
    paint: (d) => {
      head(d);
      at(d, 'Totes: 4', 40, 180);
      at(d, 'Loaded gal: 480', 40, 200);
      at(d, `Delivered gal: ${gallons}`, 240, 200);
      signed(d);
    },
  })),
  {
    name: 'a head "Shipper" over an address, far over the place of who received',
    signature: 'picture',
    printedName: 'Arlene Fisk',
    paint: (d) => {
      head(d);
      const row = (y: number, height: number, cells: readonly (readonly [string, number])[]): void => {
        let x = 40;
        for (const [text, width] of cells) {
          d.rect(x, y, width, height).stroke();
          at(d, text, x + 4, y + 4, 8);
          x += width;
        }
      };
      row(200, 14, [
        ['Shipper', 260],
        ['Consignee', 260],
      ]);
      row(214, 40, [
        ['Galesburg Pump & Supply', 260],
        ['Pekin Water Works', 260],
      ]);
      row(330, 14, [
        ['Received by (print)', 140],
        ['Signature', 140],
        ['Date', 120],
        ['Time', 120],
      ]);
      row(344, 34, [
        ['Arlene Fisk', 140],
        ['', 140],
        ['11/18/2026', 120],
        ['10:12', 120],
      ]);
      picture(d, 190, 347, 100, 26);
    },
  },
  {
    name: 'a name and a place with a day before the place of who received, on one line',
    signature: 'strokes',
    printedName: 'BEAT LÜTHI',
    deliveryDate: '20.11.2026',
    paint: (d) => {
      head(d, 'LIEFERSCHEIN');
      for (const [x, to, label, value] of [
        [40, 180, 'Ort, Datum', 'Bern, 20.11.2026'],
        [220, 360, 'Name (Blockschrift)', 'BEAT LÜTHI'],
        [400, 560, 'Unterschrift Empfänger', ''],
      ] as const) {
        line(d, x, 420, to);
        at(d, label, x, 423, 7);
        at(d, value, x + 2, 407, 10);
      }
      scribble(d, 410, 412, 100);
    },
  },
];
