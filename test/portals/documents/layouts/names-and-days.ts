/** Receipts whose printed name, day of delivery or numbers are read, and those of somebody or something else that are not. */
import { at, grid, head, line, picture, post, type ReceiptLayout, scribble, signed } from './sheet.ts';

export const nameLayouts: readonly ReceiptLayout[] = [
  {
    name: 'a day that looks like a count',
    paint: (d) => {
      signed(d);
      head(d);
      at(d, 'Date received 12/02/2026', 40, 120);
    },
    signature: 'strokes',
    exceptions: null,
  },
  {
    name: 'a day before the one on which it was sent',
    paint: (d) => {
      signed(d);
      head(d);
      at(d, 'Ship date 11/30/26', 40, 120);
      at(d, 'Delivered: 02/12/26', 40, 140);
    },
    signature: 'strokes',
    deliveryDate: null,
  },
  {
    name: 'a watermark over the line for the name',
    paint: (d) => {
      signed(d);
      head(d);
      at(d, 'Print name:', 40, 440);
      line(d, 100, 450, 300);
      at(d, 'COPIA', 110, 400, 60);
    },
    signature: 'strokes',
    printedName: null,
  },
  {
    name: 'pieces and name behind colons, a logo on the sheet',
    paint: (d) => {
      head(d);
      picture(d, 480, 70, 80, 30);
      at(d, 'Pieces: 18', 40, 300);
      at(d, 'Printed name: S. Okafor', 40, 316);
      at(d, 'Signature of consignee', 40, 400);
      line(d, 150, 410, 350);
      scribble(d, 170, 402);
    },
    signature: 'strokes',
    printedName: 'S. Okafor',
    pieces: 18,
  },
  {
    name: 'a label above the line to sign on, the name below it',
    paint: (d) => {
      head(d);
      at(d, 'Customer signature', 40, 400);
      line(d, 40, 440, 260);
      scribble(d, 60, 432);
      at(d, 'Printed name', 40, 460);
      at(d, 'DANA WEST', 40, 472);
    },
    signature: 'strokes',
    printedName: 'DANA WEST',
  },
  {
    name: 'a German receipt with the day first',
    paint: (d) => {
      head(d, 'ABLIEFERNACHWEIS');
      at(d, 'Unterschrift Empfänger', 40, 400);
      line(d, 170, 410, 400);
      scribble(d, 190, 402);
      at(d, 'Name in Druckbuchstaben', 40, 440);
      line(d, 170, 450, 400);
      at(d, 'JÜRGEN GROß', 180, 438);
      at(d, 'Datum der Zustellung', 40, 480);
      line(d, 170, 490, 400);
      at(d, '14.03.2026', 180, 478);
    },
    signature: 'strokes',
    printedName: 'JÜRGEN GROß',
    deliveryDate: '14.03.2026',
  },
  {
    name: 'a heading over a cell in which a name is typed',
    paint: (d) => {
      head(d);
      grid(d, 380, 18, [
        ['CONSIGNEE SIGNATURE', 240],
        ['DATE', 120],
      ]);
      grid(d, 398, 40, [
        ['', 240],
        ['', 120],
      ]);
      at(d, 'Nora Fields', 60, 410, 14);
    },
    signature: 'unclear',
  },
  {
    name: 'a name typed in the cell beside the label, and the same place where it is on file',
    paint: (d) => {
      head(d);
      grid(d, 380, 34, [
        ['Consignee signature', 200],
        ['ON FILE', 200],
      ]);
    },
    signature: 'unclear',
  },
  {
    name: 'a date behind "Date signed" on a form that nobody signed',
    paint: (d) => {
      head(d);
      at(d, 'Consignee signature', 40, 380);
      line(d, 140, 390, 330);
      at(d, 'Date signed: 11/10/2026', 360, 380);
    },
    signature: 'none',
    deliveryDate: '11/10/2026',
  },
  {
    name: 'a cell to sign in beside the time of delivery',
    paint: (d) => {
      head(d);
      grid(d, 380, 50, [
        ['SIGNED FOR BY', 260],
        ['DELIVERED', 120],
      ]);
      at(d, '11/10/2026 13:20', 304, 396);
    },
    signature: 'none',
  },
  {
    name: 'a Spanish place to sign that names nobody, with name and date in columns',
    paint: (d) => {
      head(d);
      grid(d, 380, 50, [
        ['Recibí conforme (firma)', 220],
        ['Nombre', 140],
        ['Fecha', 100],
      ]);
      at(d, 'Lucía Ferrer Ruiz', 264, 396);
      at(d, '24/11/2026', 404, 396);
      scribble(d, 60, 405, 90);
    },
    signature: 'strokes',
    printedName: 'Lucía Ferrer Ruiz',
    deliveryDate: '24/11/2026',
  },
  {
    name: 'a name of the consignee at the head of the form, and that of a person where it is signed',
    paint: (d) => {
      head(d);
      at(d, 'Customer name: Hale Supply', 40, 200);
      grid(d, 380, 50, [
        ['Consignee signature', 220],
        ['Name', 140],
        ['Date', 100],
      ]);
      at(d, 'Kim Osei', 264, 396);
      at(d, 'June 14 2026', 404, 396);
      scribble(d, 60, 405, 90);
    },
    signature: 'strokes',
    printedName: 'Kim Osei',
    deliveryDate: 'June 14 2026',
  },
  {
    name: 'the name of somebody who is called like a word of forms',
    paint: (d) => {
      head(d);
      grid(d, 380, 50, [['Consignee signature', 260]]);
      at(d, 'Justin Goodman', 60, 405);
    },
    signature: 'unclear',
  },
  {
    name: 'one number in the column of a table, and other numbers under other names',
    paint: (d) => {
      head(d);
      for (const [x, text] of [
        [40, 'PRO'],
        [180, 'Pieces'],
        [300, 'Weight'],
      ] as const)
        at(d, text, x, 200);
      at(d, '0412708839', 40, 216);
      at(d, '12', 180, 216);
      at(d, '9,400', 300, 216);
      at(d, 'Order', 40, 240);
      at(d, '7710224410', 40, 256);
      signed(d);
    },
    signature: 'strokes',
  },
  {
    name: 'two places for the day of delivery that differ',
    paint: (d) => {
      head(d);
      signed(d);
      at(d, 'Delivery date: 11/08/2026', 40, 300);
      at(d, 'Date received: 11/09/2026', 40, 320);
    },
    signature: 'strokes',
    deliveryDate: null,
  },
  {
    name: 'a day that its label puts before the month',
    paint: (d) => {
      head(d);
      signed(d);
      at(d, 'Date (DD/MM/YYYY): 03/04/2026', 420, 400);
    },
    signature: 'strokes',
    deliveryDate: null,
  },
  {
    name: 'a day before its month, as another date of the form has it',
    paint: (d) => {
      head(d);
      signed(d);
      at(d, 'Ordered: 28/02/2026', 40, 300);
      at(d, 'Delivered: 04/03/2026', 40, 320);
    },
    signature: 'strokes',
    deliveryDate: null,
  },
  {
    name: 'a day of delivery that was asked for',
    paint: (d) => {
      head(d);
      signed(d);
      at(d, 'Delivery date: 11/30/2026 (requested)', 40, 300);
    },
    signature: 'strokes',
    deliveryDate: null,
  },
  {
    name: 'a day of delivery under a head that says it is planned',
    paint: (d) => {
      head(d);
      signed(d);
      at(d, 'SCHEDULED', 40, 300);
      at(d, 'Delivery date: 11/30/2026', 40, 316);
    },
    signature: 'strokes',
    deliveryDate: null,
  },
  {
    name: 'a day of delivery beside one of a second delivery',
    paint: (d) => {
      head(d);
      signed(d);
      at(d, 'Delivered: 03/03/2027', 40, 300);
      at(d, 'Redelivered: 03/05/2027', 200, 300);
    },
    signature: 'strokes',
    deliveryDate: null,
  },
  {
    name: 'a receipt in typewriter letters, whose words come one by one',
    paint: (d) => {
      d.font('Courier');
      head(d);
      at(d, 'NOTES: NO EXCEPTIONS TAKEN', 40, 300);
      at(d, 'DO NOT BREAK DOWN SKID. IF SKID IS BROKEN NOTE SHORTAGE ON BILL', 40, 320);
      signed(d);
    },
    signature: 'strokes',
    exceptions: 'NO EXCEPTIONS TAKEN',
  },
  {
    name: 'a name under the cell of the shipper, which heads no column',
    signature: 'strokes',
    printedName: 'Wes Hall',
    paint: (d) => {
      head(d);
      for (const y of [280, 320]) line(d, 40, y, 560);
      for (const x of [40, 300, 560]) post(d, x, 280, 320);
      at(d, 'SHIPPER', 44, 284);
      at(d, 'Palmetto Foods, Charleston SC', 44, 300);
      at(d, 'CONSIGNEE', 304, 284);
      at(d, 'Highland Grocers, Asheville NC', 304, 300);
      for (const y of [380, 430]) line(d, 40, y, 560);
      for (const x of [40, 180, 300, 560]) post(d, x, 380, 430);
      at(d, 'Signature of consignee', 44, 384);
      scribble(d, 60, 415, 90);
      at(d, 'Print name', 184, 384);
      at(d, 'Wes Hall', 184, 398);
      at(d, 'Date', 304, 384);
    },
  },
  {
    name: 'a name that begins as an English label does',
    signature: 'strokes',
    printedName: 'Inès Faure',
    paint: (d) => {
      head(d);
      at(d, 'Nom du destinataire :', 40, 360);
      at(d, 'Inès Faure', 170, 360);
      signed(d);
    },
  },
  {
    name: 'a day in a row of values over a line across the page, each under its label',
    signature: 'strokes',
    deliveryDate: 'Sep 9, 2026 2:17 PM',
    paint: (d) => {
      head(d);
      for (const [n, [label, value]] of [
        ['Status', 'Delivered'],
        ['Load', '60913388'],
        ['Completed', 'Sep 9, 2026 2:17 PM'],
      ].entries()) {
        at(d, label ?? '', 40 + n * 130, 120, 7);
        d.font('Helvetica-Bold');
        at(d, value ?? '', 40 + n * 130, 129);
        d.font('Helvetica');
      }
      line(d, 40, 142, 560);
      signed(d);
    },
  },
  {
    name: 'the day over who signs, in one cell',
    signature: 'strokes',
    deliveryDate: '15/09/2026 10:15',
    paint: (d) => {
      head(d);
      grid(d, 380, 70, [['', 200]]);
      at(d, 'Data e ora di consegna', 44, 384);
      at(d, '15/09/2026 10:15', 44, 395);
      at(d, 'Firma destinatario', 44, 406);
      scribble(d, 60, 435);
    },
  },
  ...(['Unterschrift Empfänger', 'Unterschrift Fahrer'] as const).map((label): ReceiptLayout => ({
    name: `a day on a line before that of "${label}"`,
    signature: label === 'Unterschrift Empfänger' ? 'strokes' : 'no_place',
    deliveryDate: label === 'Unterschrift Empfänger' ? '24.09.2026' : null,
    paint: (d) => {
      head(d, 'ABLIEFERBELEG');
      for (const [x, to, caption] of [
        [40, 140, 'Datum'],
        [180, 340, label],
      ] as const) {
        line(d, x, 420, to);
        at(d, caption, x, 423, 7);
      }
      at(d, '24.09.2026', 44, 410);
      scribble(d, 200, 412, 90);
    },
  })),
  {
    name: 'a number and a day whose labels are in two languages',
    signature: 'strokes',
    deliveryDate: '2026-09-10',
    open: undefined,
    paint: (d) => {
      head(d);
      at(d, 'PRO No / No de PRO: 0412708839', 40, 100);
      at(d, 'Date received / Date de réception: 2026-09-10', 40, 120);
      at(d, 'Received in good condition.', 40, 300);
      signed(d);
    },
  },
];
