/** Receipts whose counts agree, or do not. */
import { at, grid, head, type ReceiptLayout, scribble, signed, line, post } from './sheet.ts';

export const countLayouts: readonly ReceiptLayout[] = [
  {
    name: 'columns for what is short and damaged, with nothing counted in them',
    paint: (d) => {
      signed(d);
      head(d);
      for (const [row, cells] of [
        ['Item', 'Ordered', 'Delivered', 'Short', 'Damaged'],
        ['Tiles', '20', '20', '0', '0'],
      ].entries())
        for (const [column, text] of cells.entries()) at(d, text, 40 + column * 90, 120 + row * 16);
    },
    signature: 'strokes',
    exceptions: '',
  },
  {
    name: 'columns for what is short and damaged, with counts in them',
    paint: (d) => {
      signed(d);
      head(d);
      for (const [row, cells] of [
        ['Item', 'Shipped', 'Got', 'Short', 'Damaged'],
        ['Tiles', '20', '18', '2', '0'],
        ['Grout', '9', '8', '1', '-'],
      ].entries())
        for (const [column, text] of cells.entries()) at(d, text, 40 + column * 90, 120 + row * 16);
    },
    signature: 'strokes',
    exceptions: 'Short 3',
  },
  {
    name: 'counts of what is over, short and damaged in one line',
    paint: (d) => {
      signed(d);
      head(d);
      at(d, 'Shortage: 0  Overage: 0  Damage: 2', 40, 120);
    },
    signature: 'strokes',
    exceptions: 'Damage 2',
  },
  {
    name: 'a count beside that of the bill',
    paint: (d) => {
      signed(d);
      head(d);
      at(d, 'Count: 9 pieces. Bill says 10.', 40, 120);
    },
    signature: 'strokes',
    exceptions: 'Count: 9 pieces. Bill says 10.',
  },
  {
    name: 'columns for what was ordered and delivered that differ in one row',
    paint: (d) => {
      signed(d);
      head(d);
      for (const [row, cells] of [
        ['Item', 'Ordered', 'Delivered', 'Variance'],
        ['Tiles', '40', '40', '0'],
        ['Grout', '12', '10', '-2'],
      ].entries())
        for (const [column, text] of cells.entries()) at(d, text, 40 + column * 90, 120 + row * 16);
    },
    signature: 'strokes',
    exceptions: 'Variance 2; 10 of 12 received',
  },
  {
    name: 'fewer pieces than were sent, in one field',
    paint: (d) => {
      signed(d);
      head(d);
      at(d, 'Number of pieces received (count): 22 of 24', 40, 120);
    },
    signature: 'strokes',
    exceptions: 'Number of pieces received (count): 22 of 24',
  },
  {
    name: 'a count in words',
    paint: (d) => {
      signed(d);
      head(d);
      at(d, 'got nine only', 40, 120);
    },
    signature: 'strokes',
    exceptions: 'got nine only',
  },
  {
    name: 'cases received and shipped that differ',
    paint: (d) => {
      signed(d);
      head(d);
      at(d, 'Received', 40, 120);
      at(d, '30 cases', 160, 120);
      at(d, 'Shipped', 40, 140);
      at(d, '32 cases', 160, 140);
    },
    signature: 'strokes',
    exceptions: '30 of 32 received',
  },
  {
    name: 'counts of what is over, short and damaged',
    paint: (d) => {
      head(d);
      grid(d, 290, 24, [
        ['Short', 100],
        ['0', 100],
      ]);
      grid(d, 314, 24, [
        ['Damaged', 100],
        ['2', 100],
      ]);
      signed(d);
    },
    signature: 'strokes',
    exceptions: 'Damaged 2',
  },
  {
    name: 'fewer pieces received than the bill has',
    paint: (d) => {
      head(d);
      grid(d, 290, 24, [
        ['Pieces per bill', 120],
        ['24', 60],
      ]);
      grid(d, 314, 24, [
        ['Pieces received', 120],
        ['22', 60],
      ]);
      signed(d);
    },
    signature: 'strokes',
    pieces: 22,
    exceptions: '22 of 24 received',
  },
  {
    name: 'a count of pallets that are missing, in a sentence of some length',
    paint: (d) => {
      head(d);
      at(d, 'Marchandise reçue : 3 palettes sur 4. Une palette manquante.', 40, 300);
      signed(d);
    },
    signature: 'strokes',
    exceptions: null,
    open: ['3 palettes sur 4. Une palette manquante.'],
  },
  {
    name: 'a sentence that says how many cartons were missing',
    paint: (d) => {
      head(d);
      at(d, 'The receiver counted the load twice and found 2 cartons of the order missing.', 40, 300);
      signed(d);
    },
    signature: 'strokes',
    exceptions: 'The receiver counted the load twice and found 2 cartons of the order missing.',
  },
  {
    name: 'a part of the freight that is still to come',
    paint: (d) => {
      head(d);
      at(d, 'PARTIAL DELIVERY', 40, 300);
      at(d, '1 skid to follow', 200, 300);
      signed(d);
    },
    signature: 'strokes',
    exceptions: 'PARTIAL DELIVERY; 1 skid to follow',
  },
  {
    name: 'freight that is more than the bill says',
    paint: (d) => {
      head(d);
      at(d, 'Extra 1 carton received not on BOL', 40, 300);
      signed(d);
    },
    signature: 'strokes',
    exceptions: 'Extra 1 carton received not on BOL',
  },
  {
    name: 'a count in words of its own',
    paint: (d) => {
      head(d);
      at(d, 'Only 7 of the 9 bundles were on the truck', 40, 300);
      signed(d);
    },
    signature: 'strokes',
    exceptions: 'Only 7 of the 9 bundles were on the truck',
  },
  {
    name: 'counts that differ, called by the result for the pieces',
    paint: (d) => {
      head(d);
      signed(d);
      at(d, 'Shipped: 20', 40, 300);
      at(d, 'Delivered: 19', 200, 300);
    },
    signature: 'strokes',
    exceptions: '19 of 20 received',
  },
  ...([12, 11] as const).map((received): ReceiptLayout => ({
    name: `${received} pieces received, and 12 under a head in the middle over its cell`,
    signature: 'strokes',
    open: received === 12 ? undefined : ['Cantidad recibida 11'],
    paint: (d) => {
      head(d);
      grid(d, 120, 16, [
        ['', 100],
        ['', 100],
      ]);
      grid(d, 136, 16, [
        ['', 100],
        ['', 100],
      ]);
      at(d, 'Cantidad', 72, 124);
      at(d, 'Embalaje', 172, 124);
      at(d, '12', 42, 140);
      at(d, 'Tarima', 142, 140);
      at(d, `Cantidad recibida: ${received} tarimas`, 40, 300);
      signed(d);
    },
  })),
  ...(
    [
      ['pallets that were exchanged', 'Europaletten', undefined],
      ['freight, of which some came back', 'Pumpen', ['Pumpen']],
    ] as const
  ).map(([called, row, open]): ReceiptLayout => ({
    name: `a list of ${called}`,
    signature: 'strokes',
    ...(open === undefined ? { open } : {}),
    exceptions: open === undefined ? '' : null,
    paint: (d) => {
      head(d);
      for (const [n, cells] of [
        ['geliefert', 'zurück', 'Saldo'],
        [row, '3', '2', '1'],
      ].entries())
        for (const [column, text] of cells.entries())
          at(d, text, 40 + (column + (n === 0 ? 1 : 0)) * 100, 200 + n * 16);
      if (open === undefined) at(d, 'Received in good condition.', 40, 300);
      signed(d);
    },
  })),
  ...([18, 17] as const).map((got): ReceiptLayout => ({
    name: `rows of what was delivered that make ${got + 30} packages, and 48 of them called by their sum`,
    signature: 'strokes',
    exceptions: got === 18 ? '' : '17 of 18 received',
    paint: (d) => {
      head(d);
      for (const [n, cells] of [
        ['Pedido', 'Entregado'],
        ['30', '30'],
        ['18', `${got}`],
      ].entries())
        for (const [column, text] of cells.entries()) at(d, text, 40 + column * 100, 200 + n * 16);
      at(d, 'Bultos: 48', 40, 280);
      at(d, 'Received in good condition.', 40, 300);
      signed(d);
    },
  })),
  ...(['11', '10'] as const).map((count): ReceiptLayout => ({
    name: `pieces that are written on the line of who signs, ${count} of 11`,
    paint: (d) => {
      head(d);
      at(d, 'Pieces', 40, 120);
      at(d, 'Weight', 140, 120);
      at(d, '11', 40, 136);
      at(d, '410', 140, 136);
      at(d, 'Received by ____________________ Pieces ________', 40, 400);
      scribble(d, 110, 400, 80);
      at(d, count, 250, 400);
    },
    signature: 'strokes',
    exceptions: null,
    open: count === '11' ? undefined : ['Pieces received 10'],
  })),
  ...(['22', '21'] as const).map((count): ReceiptLayout => ({
    name: `freight that is described in one text, of which ${count} of 22 came`,
    paint: (d) => {
      signed(d);
      head(d);
      at(d, 'Pallets received: ' + count, 40, 120);
      at(d, '22 pallets · 41,200 lb · Paper stock', 40, 140);
    },
    signature: 'strokes',
    exceptions: null,
    open: count === '22' ? undefined : ['Pallets received 21'],
  })),
  ...(['6', '5'] as const).map((count): ReceiptLayout => ({
    name: `what was sent beside what came, ${count} of 6`,
    paint: (d) => {
      signed(d);
      head(d);
      for (const [row, cells] of [
        ['Item', 'Sent', 'Received'],
        ['Lamp', '12', '12'],
        ['Post', '6', count],
      ].entries())
        for (const [column, text] of cells.entries()) at(d, text, 40 + column * 90, 120 + row * 16);
    },
    signature: 'strokes',
    exceptions: count === '6' ? null : '5 of 6 received',
  })),
  ...(['5', '4'] as const).map((count): ReceiptLayout => ({
    name: `heads over cells with the pieces that were accepted, ${count} of 5`,
    paint: (d) => {
      head(d);
      for (const [y, cells] of [
        [200, ['Anzahl', 'Inhalt', 'Gewicht']],
        [220, ['5', 'Saatgut', '480 kg']],
        [260, ['Angenommene Packstücke', 'Mängel bei Anlieferung', 'Uhrzeit']],
        [280, [count, 'keine', '09:05']],
      ] as const)
        for (const [column, text] of cells.entries()) {
          d.rect(40 + column * 130, y, 130, 20).stroke();
          at(d, text, 44 + column * 130, y + 6);
        }
      grid(d, 292, 40, [['Unterschrift des Empfängers', 240]]);
      scribble(d, 60, 318, 80);
    },
    signature: 'strokes',
    open: count === '5' ? undefined : ['Angenommene Packstücke 4'],
  })),
  ...(['5', '4'] as const).map((count): ReceiptLayout => ({
    name: `a text that goes over the line between two cells, ${count} of 5`,
    paint: (d) => {
      signed(d);
      head(d);
      const between = 44 + d.fontSize(9).widthOfString('Valve ') - 1;
      for (const y of [200, 214, 228]) line(d, 40, y, 200);
      for (const x of [40, between, 120, 200]) post(d, x, 200, 228);
      for (const [x, text] of [
        [44, 'Item'],
        [between + 2, 'Ordered'],
        [124, 'Delivered'],
      ] as const)
        at(d, text, x, 203);
      at(d, 'Valve 5', 44, 217);
      at(d, count, 124, 217);
    },
    signature: 'strokes',
    exceptions: count === '5' ? null : '4 of 5 received',
  })),
];
