/**
 * Delivery receipts as they are printed: straight bills of lading, carriers' receipts, receipts of drivers' apps. Made after
 * public descriptions of the forms; each is drawn, not copied.
 */
import type { PodContent } from '../../../domain/dispatch/pod.ts';

type Sheet = PDFKit.PDFDocument;

interface ReceiptLayout {
  readonly name: string;
  readonly paint: (sheet: Sheet) => void;
  readonly signature: PodContent['signature'];
  readonly printedName?: string | null;
  readonly pieces?: number;
  readonly deliveryDate?: string | null;
  readonly exceptions?: string | null;
  readonly open?: readonly string[] | undefined;
  readonly annulled?: string;
  /** All that it names; without it, only the one in its head. */
  readonly pros?: readonly string[];
}

const at = (sheet: Sheet, text: string, x: number, y: number, size = 9): void =>
  void sheet.fontSize(size).text(text, x, y, { lineBreak: false });
const line = (sheet: Sheet, x: number, y: number, to: number): void => void sheet.moveTo(x, y).lineTo(to, y).stroke();
const post = (sheet: Sheet, x: number, y: number, to: number): void => void sheet.moveTo(x, y).lineTo(x, to).stroke();
/** A pen that goes up and down. */
const scribble = (sheet: Sheet, x: number, y: number, width = 120): void => {
  sheet.moveTo(x, y);
  for (let n = 1; n <= 24; n++) sheet.lineTo(x + (n * width) / 24, y + (n % 2) * 12 - 6);
  sheet.stroke();
};
/** Letters written one by one. */
const letters = (sheet: Sheet, x: number, y: number): void => {
  for (let n = 0; n < 8; n++)
    sheet
      .moveTo(x + n * 11, y)
      .bezierCurveTo(x + n * 11 + 4, y - 14, x + n * 11 + 8, y + 8, x + n * 11 + 10, y - 2)
      .stroke();
};
const dot = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAIAAAABCAAAAADRSSBWAAAAC0lEQVR4nGNg+A8AAQIBAEK+vGgAAAAASUVORK5CYII=',
  'base64',
);
const picture = (sheet: Sheet, x: number, y: number, width: number, height: number): void =>
  void sheet.image(dot, x, y, { width, height });
// White dots only.
const plain = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAIAAAABCAAAAADRSSBWAAAAC0lEQVR4nGP4/x8AAwAB//wl3FEAAAAASUVORK5CYII=',
  'base64',
);
const signed = (sheet: Sheet): void => {
  at(sheet, 'Consignee signature', 40, 400);
  line(sheet, 140, 410, 400);
  scribble(sheet, 160, 402);
};
const head = (sheet: Sheet, title = 'DELIVERY RECEIPT'): void => {
  at(sheet, title, 40, 40, 14);
  at(sheet, 'PRO No. 0412708839', 40, 64);
  at(sheet, 'Harbor Freight Lines, Reno NV', 340, 44);
};
/** Two columns of fields, each under its head. */
const pickupAndDelivery = (sheet: Sheet, [left, right]: readonly [string, string]): void => {
  for (const y of [300, 320, 350, 370, 390])
    for (const [from, to] of [
      [40, 160],
      [160, 300],
      [300, 420],
      [420, 560],
    ] as const)
      sheet.rect(from, y, to - from, 0.7).fill();
  for (const x of [40, 300, 560]) post(sheet, x, 300, 390);
  for (const x of [120, 380]) post(sheet, x, 320, 390);
  at(sheet, left, 150, 306);
  at(sheet, right, 410, 306);
  for (const x of [44, 304])
    for (const [index, text] of ['Signature', 'Name', 'Date'].entries())
      at(sheet, text, x, [324, 354, 374][index] ?? 0);
};
/** Cells ruled by lines, each with its label in the upper left corner. */
const grid = (sheet: Sheet, y: number, height: number, columns: readonly [string, number][]): void => {
  let x = 40;
  const right = 40 + columns.reduce((sum, [, width]) => sum + width, 0);
  line(sheet, 40, y, right);
  line(sheet, 40, y + height, right);
  post(sheet, 40, y, y + height);
  for (const [label, width] of columns) {
    at(sheet, label, x + 3, y + 3, 7);
    x += width;
    post(sheet, x, y, y + height);
  }
};

/** Shipper and driver have their names and dates, the consignee may have signed. */
function partyTable(sheet: Sheet): void {
  const columns = [110, 130, 150, 90];
  for (const [row, cells] of [
    ['', 'Name', 'Signature', 'Date'],
    ['Shipper', 'R. Poe', '', '11/07/2026'],
    ['Driver', 'L. Kim', '', '11/07/2026'],
    ['Consignee', '', '', ''],
  ].entries())
    grid(
      sheet,
      row === 0 ? 380 : 360 + row * 40,
      row === 0 ? 20 : 40,
      cells.map((text, index): [string, number] => [text, columns[index] ?? 90]),
    );
}

/** As browsers print frames with round corners: a quarter of a circle in eight curves. */
function card(sheet: Sheet, { left, top, right, bottom }: Record<'left' | 'top' | 'right' | 'bottom', number>): void {
  const radius = 8;
  const corners = [
    [right - radius, bottom - radius, 0],
    [left + radius, bottom - radius, 1],
    [left + radius, top + radius, 2],
    [right - radius, top + radius, 3],
  ] as const;
  sheet.moveTo(right, top + radius);
  for (const [x, y, quarter] of corners) {
    const point = (part: number): [number, number] => {
      const turn = ((quarter + part / 8) * Math.PI) / 2;
      return [x + radius * Math.cos(turn), y + radius * Math.sin(turn)];
    };
    sheet.lineTo(...point(0));
    for (let part = 1; part <= 8; part += 1)
      sheet.bezierCurveTo(...point(part - 0.67), ...point(part - 0.33), ...point(part));
  }
  sheet.closePath().stroke();
}

export const receiptLayouts: readonly ReceiptLayout[] = [
  {
    name: 'a signature that ends 258 points right of its label, without a box',
    paint: (d) => {
      head(d);
      at(d, 'Consignee signature:', 40, 400);
      scribble(d, 160, 402, 138);
    },
    signature: 'strokes',
  },
  {
    name: 'a signature that begins 258 points right of its label, on a line',
    paint: (d) => {
      head(d);
      at(d, 'Consignee signature', 40, 400);
      line(d, 150, 410, 520);
      scribble(d, 298, 402, 150);
    },
    signature: 'strokes',
  },
  {
    name: 'a line with the label below it, name and date beside',
    paint: (d) => {
      head(d);
      line(d, 40, 400, 250);
      at(d, 'Consignee Signature', 40, 404, 7);
      scribble(d, 60, 390);
      line(d, 270, 400, 430);
      at(d, 'Print Name', 270, 404, 7);
      at(d, 'TOM BEECHAM', 280, 388);
      line(d, 450, 400, 560);
      at(d, 'Date', 450, 404, 7);
      at(d, '10/02/2026', 455, 388);
    },
    signature: 'strokes',
    printedName: 'TOM BEECHAM',
  },
  {
    name: 'the same line, left empty',
    paint: (d) => {
      head(d);
      line(d, 40, 400, 250);
      at(d, 'Consignee Signature', 40, 404, 7);
      line(d, 270, 400, 430);
      at(d, 'Print Name', 270, 404, 7);
    },
    signature: 'none',
    printedName: null,
  },
  {
    name: 'underscores to write on, in one text with the labels',
    paint: (d) => {
      head(d);
      at(d, 'Received by (signature): ______________________  Date: __________', 40, 400);
      letters(d, 180, 400);
    },
    signature: 'strokes',
  },
  {
    name: 'a table ruled by lines, with a label in each cell',
    paint: (d) => {
      head(d);
      grid(d, 400, 50, [
        ['CONSIGNEE SIGNATURE', 220],
        ['PRINTED NAME', 160],
        ['PIECES RECEIVED', 90],
      ]);
      scribble(d, 70, 430);
      at(d, 'M. HALE', 270, 428);
      at(d, '30', 440, 428);
    },
    signature: 'strokes',
    printedName: 'M. HALE',
    pieces: 30,
  },
  {
    name: 'the same table with an empty cell beside one that the driver signed',
    paint: (d) => {
      head(d);
      grid(d, 400, 50, [
        ['CONSIGNEE SIGNATURE', 220],
        ['DRIVER SIGNATURE', 200],
      ]);
      scribble(d, 290, 430);
    },
    signature: 'none',
  },
  {
    name: 'a table whose values are in the row below the labels',
    paint: (d) => {
      head(d);
      grid(d, 300, 14, [
        ['Pieces', 100],
        ['Printed name', 180],
      ]);
      grid(d, 314, 20, [
        ['', 100],
        ['', 180],
      ]);
      at(d, '12', 60, 320);
      at(d, 'ANA RUIZ', 160, 320);
      at(d, 'Consignee signature', 44, 404);
      d.rect(40, 400, 260, 80).stroke();
      scribble(d, 60, 450);
    },
    signature: 'strokes',
    printedName: 'ANA RUIZ',
    pieces: 12,
  },
  {
    name: 'a signature that runs over the edge of its box',
    paint: (d) => {
      head(d);
      d.rect(40, 400, 180, 50).stroke();
      at(d, 'Consignee signature', 44, 404, 7);
      scribble(d, 90, 430, 170);
    },
    signature: 'strokes',
  },
  {
    name: 'a straight bill of lading that the shipper and the carrier signed, and the consignee too',
    paint: (d) => {
      head(d, 'STRAIGHT BILL OF LADING - SHORT FORM');
      at(d, 'Shipper signature', 40, 380);
      line(d, 130, 390, 300);
      scribble(d, 150, 380);
      at(d, 'Carrier signature', 320, 380);
      line(d, 410, 390, 560);
      scribble(d, 420, 380);
      at(d, 'Consignee signature', 40, 440);
      line(d, 140, 450, 300);
      scribble(d, 160, 442);
    },
    signature: 'strokes',
  },
  {
    name: 'a straight bill of lading that the shipper and the carrier signed, and the consignee did not',
    paint: (d) => {
      head(d, 'STRAIGHT BILL OF LADING - SHORT FORM');
      at(d, 'Shipper signature', 40, 340);
      line(d, 130, 350, 300);
      scribble(d, 150, 340);
      at(d, 'Carrier signature', 320, 340);
      line(d, 410, 350, 560);
      scribble(d, 420, 340);
      at(d, 'Consignee signature', 40, 480);
      line(d, 140, 490, 300);
    },
    signature: 'none',
  },
  {
    name: 'a bill of lading with nobody to sign but shipper and driver',
    paint: (d) => {
      head(d, 'STRAIGHT BILL OF LADING');
      at(d, 'Shipper signature', 40, 380);
      line(d, 130, 390, 300);
      scribble(d, 150, 380);
      at(d, 'Driver signature', 320, 380);
      line(d, 410, 390, 560);
      scribble(d, 430, 380);
    },
    signature: 'no_place',
  },
  {
    name: 'a bare "Signature" below the words of receipt',
    paint: (d) => {
      head(d);
      at(d, 'Received in good order except as noted', 40, 360);
      at(d, 'Signature', 40, 420);
      line(d, 90, 430, 300);
      scribble(d, 110, 420);
      at(d, 'Print name: JO PARK', 320, 420);
    },
    signature: 'strokes',
    printedName: 'JO PARK',
    exceptions: '',
  },
  {
    name: 'a bare "Signature" below the name of the driver',
    paint: (d) => {
      head(d);
      at(d, 'Driver', 40, 400);
      at(d, 'Signature', 40, 420);
      line(d, 90, 430, 300);
      scribble(d, 110, 420);
    },
    signature: 'no_place',
  },
  {
    name: 'an X before the line',
    paint: (d) => {
      head(d);
      at(d, 'Received by customer', 40, 380);
      at(d, 'X', 40, 420);
      line(d, 52, 430, 300);
      letters(d, 70, 424);
    },
    signature: 'strokes',
  },
  {
    name: "a receipt of a driver's app with a picture of the signature",
    paint: (d) => {
      head(d, 'Proof of Delivery');
      at(d, 'Recipient signature', 40, 300);
      picture(d, 40, 316, 180, 60);
      at(d, 'Received by: Jane Doe', 40, 390);
      at(d, 'Delivered: 10/02/2026 2:14 PM', 40, 406);
    },
    signature: 'picture',
    printedName: 'Jane Doe',
    deliveryDate: '10/02/2026 2:14 PM',
  },
  {
    name: "a receipt of a driver's app with a typed name and time",
    paint: (d) => {
      head(d, 'Proof of Delivery');
      at(d, 'Received by: JANE DOE 10/02/2026 14:05', 40, 300);
    },
    signature: 'typed',
  },
  {
    name: 'a typed name and time of nobody knows whom',
    paint: (d) => {
      head(d, 'Proof of Delivery');
      at(d, 'Signed by: JANE DOE 10/02/2026 14:05', 40, 300);
    },
    signature: 'unclear',
  },
  {
    name: 'a typed name and time beside what the one who signed is',
    paint: (d) => {
      head(d, 'Proof of Delivery');
      at(d, 'Signed by: JANE DOE 10/02/2026 14:05', 40, 300);
      at(d, 'Role: Receiving clerk', 40, 320);
    },
    signature: 'typed',
  },
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
    name: 'handwriting on the line for notes',
    paint: (d) => {
      signed(d);
      head(d);
      at(d, 'Notations:', 40, 120);
      line(d, 90, 130, 400);
      letters(d, 100, 126);
    },
    signature: 'strokes',
    exceptions: '(handwriting)',
  },
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
    name: 'an electronic signature that says so',
    paint: (d) => {
      head(d, 'Proof of Delivery');
      at(d, 'Consignee signature', 40, 300);
      d.rect(36, 296, 300, 40).stroke();
      at(d, 'Electronically signed by R. Lund 2026-10-02 09:31 PDT', 44, 318);
    },
    signature: 'typed',
  },
  {
    name: 'a typed name in the box for the signature',
    paint: (d) => {
      head(d);
      d.rect(36, 296, 300, 50).stroke();
      at(d, 'Consignee signature', 40, 300, 7);
      at(d, 'Robert Lund', 60, 320, 14);
    },
    signature: 'unclear',
  },
  {
    name: 'a scan of the whole paper with the text laid over it',
    paint: (d) => {
      picture(d, 0, 0, 612, 792);
      head(d);
      at(d, 'Consignee signature', 40, 400);
      line(d, 140, 410, 300);
    },
    signature: 'unclear',
  },
  {
    name: 'strokes a good way off a label without a line',
    paint: (d) => {
      head(d);
      at(d, 'Consignee signature', 40, 400);
      scribble(d, 200, 500);
    },
    signature: 'unclear',
  },
  {
    name: 'a mark half outside the box',
    paint: (d) => {
      head(d);
      d.rect(40, 400, 150, 40).stroke();
      at(d, 'Consignee signature', 44, 403, 7);
      scribble(d, 150, 436, 160);
    },
    signature: 'unclear',
  },
  {
    name: 'a place called otherwise, with a mark in it',
    paint: (d) => {
      head(d);
      at(d, 'Authorized at dock', 40, 400);
      scribble(d, 150, 400);
    },
    signature: 'unclear',
  },
  {
    name: 'a frame around the whole sheet, with an empty line and a signed one of the driver',
    paint: (d) => {
      head(d);
      d.rect(30, 30, 550, 720).stroke();
      at(d, 'Consignee signature', 40, 640);
      line(d, 140, 650, 300);
      at(d, 'Driver signature', 320, 440);
      line(d, 410, 450, 560);
      scribble(d, 430, 440);
    },
    signature: 'none',
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
    name: 'an unsigned sheet with a logo far from the line',
    paint: (d) => {
      head(d);
      picture(d, 480, 70, 80, 30);
      at(d, 'Signature of consignee', 40, 400);
      line(d, 150, 410, 350);
    },
    signature: 'none',
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
    name: 'a signature of many short lines well below its label, without a box',
    paint: (d) => {
      head(d);
      at(d, 'Consignee signature:', 40, 400);
      for (let n = 0; n < 30; n++)
        d.moveTo(60 + n * 4, 462 + (n % 3) * 4)
          .lineTo(63 + n * 4, 458 + (n % 2) * 6)
          .stroke();
    },
    signature: 'unclear',
  },
  {
    name: 'one typed word in the box for the signature',
    paint: (d) => {
      head(d);
      d.rect(40, 400, 260, 60).stroke();
      at(d, 'Consignee signature', 44, 404, 7);
      at(d, 'MIKE', 60, 430, 12);
    },
    signature: 'unclear',
  },
  {
    name: 'initials typed behind the label',
    paint: (d) => {
      head(d);
      at(d, 'Receiver signature:', 40, 400);
      at(d, 't.b.', 150, 402, 9);
    },
    signature: 'unclear',
  },
  {
    name: 'a box with nothing but the words of the form in it',
    paint: (d) => {
      head(d);
      d.rect(40, 400, 260, 60).stroke();
      at(d, 'Consignee signature', 44, 404, 7);
      at(d, 'Please sign above the line', 44, 448, 7);
      at(d, 'Date:', 240, 448, 7);
    },
    signature: 'none',
  },
  {
    name: 'a signature that a pen app put on the sheet as an annotation',
    paint: (d) => {
      head(d);
      d.rect(40, 400, 260, 60).stroke();
      at(d, 'Consignee signature', 44, 404, 7);
      d.annotate(70, 416, 150, 36, { Subtype: 'Ink', InkList: [[70, 350, 90, 370, 120, 345, 200, 360]] } as never);
    },
    signature: 'picture',
  },
  {
    name: 'a stamp annotation over a form without a name in text',
    paint: (d) => {
      head(d);
      at(d, 'Received by (signature):', 40, 400);
      line(d, 160, 412, 400);
      d.annotate(180, 384, 140, 30, { Subtype: 'Stamp' } as never);
    },
    signature: 'picture',
  },
  {
    name: 'a form whose fields were filled in and not printed into the sheet',
    paint: (d) => {
      at(d, 'DELIVERY RECEIPT', 40, 40, 14);
      d.font('Helvetica');
      d.initForm();
      at(d, 'PRO number:', 40, 70);
      d.formText('pro', 120, 64, 120, 18, { value: '0412708839' });
      at(d, 'Consignee signature', 40, 300);
      line(d, 150, 312, 400);
      scribble(d, 170, 302);
      at(d, 'Printed name:', 40, 340);
      d.formText('name', 120, 334, 160, 18, { value: 'T. Beecham' });
    },
    signature: 'strokes',
    printedName: 'T. Beecham',
  },
  {
    name: 'a statement in white letters on white paper, above an empty line',
    paint: (d) => {
      head(d);
      at(d, 'Consignee signature', 40, 400);
      line(d, 140, 410, 400);
      d.fillColor('white');
      at(d, 'Electronically signed by JOHN DOE 03/14/2026 2:05 PM', 150, 398);
    },
    signature: 'none',
  },
  {
    name: 'strokes that are drawn in white, clipped away or painted over',
    paint: (d) => {
      head(d);
      at(d, 'Consignee signature', 40, 400);
      line(d, 140, 410, 400);
      d.strokeColor('white');
      scribble(d, 150, 402);
      d.strokeColor('black').save().rect(0, 0, 5, 5).clip();
      scribble(d, 150, 402);
      d.restore();
      scribble(d, 150, 398, 100);
      d.rect(142, 380, 258, 28).fill('white');
    },
    signature: 'none',
  },
  {
    name: 'a white word on a dark bar, and a name with a time of nobody knows whom',
    paint: (d) => {
      d.rect(0, 0, 612, 50).fill('#123');
      d.fillColor('white');
      at(d, 'PRO 0412708839', 40, 20, 14);
      d.fillColor('black');
      at(d, 'Signed by', 40, 100);
      at(d, 'Maria Lopez', 200, 100);
      at(d, 'Signed at', 40, 120);
      at(d, '03/14/2026 2:05 PM CDT', 200, 120);
    },
    signature: 'unclear',
    printedName: null,
    deliveryDate: null,
  },
  {
    name: 'a picture of the signature that is empty',
    paint: (d) => {
      head(d);
      at(d, 'Recipient signature', 40, 300);
      d.image(plain, 40, 316, { width: 180, height: 60 });
    },
    signature: 'none',
  },
  {
    name: 'a heading over a free cell that is signed, with the name in the next column',
    paint: (d) => {
      head(d);
      grid(d, 400, 20, [
        ['Received by (print)', 160],
        ['Signature', 200],
        ['Time', 90],
      ]);
      grid(d, 420, 40, [
        ['', 160],
        ['', 200],
        ['', 90],
      ]);
      at(d, 'HENRY WOLFE', 46, 436);
      at(d, '2:05 PM', 406, 436);
      scribble(d, 220, 440);
    },
    signature: 'strokes',
    printedName: 'HENRY WOLFE',
  },
  {
    name: 'a list of deliveries with a column for signatures, one of them signed',
    paint: (d) => {
      head(d);
      const columns = [130, 180, 140].map((width): [string, number] => ['', width]);
      grid(d, 300, 30, [
        ['CONSIGNEE', 130],
        ['CONSIGNEE SIGNATURE', 180],
        ['PRINT NAME', 140],
      ]);
      for (const [row, who] of ['ACME TOOL', 'MIDSTATE', 'BELL'].entries()) {
        grid(d, 330 + row * 36, 36, columns);
        at(d, who, 46, 344 + row * 36);
      }
      scribble(d, 190, 384);
      at(d, 'E. FISCHER', 356, 380);
    },
    signature: 'unclear',
  },
  {
    name: 'a line with its label behind it',
    paint: (d) => {
      head(d);
      line(d, 40, 410, 300);
      at(d, "Consignee's signature", 306, 402);
      scribble(d, 60, 404);
      line(d, 40, 450, 300);
      at(d, 'Name (print)', 306, 442);
      at(d, 'OLGA MEYER', 60, 438);
    },
    signature: 'strokes',
    printedName: 'OLGA MEYER',
  },
  {
    name: 'a signature of somebody who may or may not have received the freight',
    paint: (d) => {
      head(d);
      at(d, 'Loading dock signature', 40, 400);
      line(d, 150, 410, 350);
      scribble(d, 170, 402);
    },
    signature: 'unclear',
  },
  {
    name: 'the lines of the driver and of the consignee one under the other, with their labels above them',
    paint: (d) => {
      head(d);
      at(d, 'Driver signature', 40, 400, 7);
      line(d, 40, 454, 260);
      scribble(d, 60, 440);
      at(d, 'Consignee signature', 40, 460, 7);
      line(d, 40, 514, 260);
    },
    signature: 'none',
  },
  {
    name: 'a cross on the line to sign on',
    paint: (d) => {
      head(d);
      at(d, 'Consignee signature', 40, 400);
      line(d, 140, 410, 400);
      d.moveTo(160, 392).lineTo(182, 408).stroke().moveTo(160, 408).lineTo(182, 392).stroke();
    },
    signature: 'unclear',
  },
  {
    name: 'a typed name on the line to sign on, below the label',
    paint: (d) => {
      head(d);
      line(d, 60, 410, 320);
      at(d, 'CONSIGNEE SIGNATURE', 60, 414, 7);
      at(d, 'Greta Lind', 80, 398);
    },
    signature: 'unclear',
  },
  {
    name: 'a frame of dots, and a logo of curves beside the line',
    paint: (d) => {
      head(d);
      at(d, 'Receiver signature', 40, 380);
      for (let n = 0; n < 60; n++) d.circle(40 + n * 5, 396, 1).fill();
      for (let n = 0; n < 60; n++) d.circle(40 + n * 5, 456, 1).fill();
      for (let n = 0; n < 3; n++)
        d.moveTo(360 + n * 20, 440)
          .bezierCurveTo(370 + n * 20, 380, 380 + n * 20, 470, 390 + n * 20, 400)
          .stroke();
    },
    signature: 'unclear',
  },
  {
    name: 'a form that is ruled by one path, with round corners, and not signed',
    paint: (d) => {
      head(d);
      d.roundedRect(36, 380, 300, 90, 8).stroke();
      d.moveTo(36, 300).lineTo(500, 300).moveTo(36, 340).lineTo(500, 340).moveTo(36, 300).lineTo(36, 340).stroke();
      at(d, 'Consignee signature', 44, 384, 7);
    },
    signature: 'none',
  },
  {
    name: 'a sheet that is turned on its side',
    paint: (d) => {
      d.rotate(90).translate(0, -612);
      head(d);
      at(d, 'Consignee signature', 40, 400);
      line(d, 150, 410, 520);
      scribble(d, 170, 402);
      at(d, 'Print name: UMA PATEL', 540, 400);
    },
    signature: 'strokes',
    printedName: 'UMA PATEL',
  },
  {
    name: 'a Spanish receipt that the driver signed, and the consignee did not',
    paint: (d) => {
      head(d, 'COMPROBANTE DE ENTREGA');
      at(d, 'Firma del destinatario', 40, 400);
      line(d, 150, 410, 400);
      at(d, 'Firma del conductor', 40, 480);
      line(d, 150, 490, 400);
      scribble(d, 170, 482);
    },
    signature: 'none',
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
    name: 'the frame of a stamp that was put askew over an empty line',
    paint: (d) => {
      head(d);
      at(d, 'Consignee signature', 40, 400);
      line(d, 150, 410, 400);
      d.moveTo(180, 380).lineTo(330, 350).lineTo(340, 400).lineTo(190, 430).closePath().stroke();
    },
    signature: 'unclear',
  },
  {
    name: 'a box that is shaded with short lines',
    paint: (d) => {
      head(d);
      at(d, 'Receiver signature', 40, 384);
      d.rect(36, 400, 240, 60).stroke();
      for (let n = 0; n < 29; n++)
        d.moveTo(36 + n * 8, 400)
          .lineTo(44 + n * 8, 408)
          .stroke();
    },
    signature: 'unclear',
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
    name: 'a name typed behind the label, in one text with it',
    paint: (d) => {
      head(d);
      grid(d, 380, 24, [
        ['Receiver signature: Hank Dole', 260],
        ['Date: 11/10/2026', 120],
      ]);
    },
    signature: 'unclear',
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
    name: 'a sentence that it may be signed electronically',
    paint: (d) => {
      head(d);
      at(d, 'This receipt may be electronically signed by the consignee.', 40, 300);
      at(d, 'Electronically signed by:', 40, 330);
      grid(d, 380, 40, [['Consignee signature', 200]]);
    },
    signature: 'unclear',
  },
  {
    name: 'a certificate with the name under the heading of the signature',
    paint: (d) => {
      head(d, 'CERTIFICATE OF COMPLETION');
      at(d, 'Signer events', 40, 300);
      at(d, 'Signature', 250, 300);
      d.font('Times-Italic');
      at(d, 'Renee Calloway', 250, 314, 16);
      d.font('Helvetica');
      at(d, 'Signed: 11/10/2026 10:42:31 AM', 400, 314);
    },
    signature: 'unclear',
    printedName: null,
  },
  {
    name: 'a list ruled with pale lines, its box beside the label',
    paint: (d) => {
      head(d);
      for (const y of [300, 320, 340, 400]) d.moveTo(40, y).lineTo(520, y).stroke('#ddd');
      at(d, 'Delivery date', 44, 305);
      at(d, '11/10/2026', 200, 305);
      at(d, 'Recipient name', 44, 325);
      at(d, 'Priya Raman', 200, 325);
      at(d, 'Recipient signature', 44, 345);
      d.rect(200, 345, 150, 50).stroke('#999');
    },
    signature: 'none',
    printedName: 'Priya Raman',
    deliveryDate: '11/10/2026',
  },
  {
    name: 'a card whose round corners are drawn in many pieces',
    paint: (d) => {
      head(d);
      at(d, 'Signature of receiver', 50, 392);
      card(d, { left: 40, top: 380, right: 340, bottom: 460 });
    },
    signature: 'none',
  },
  {
    name: 'lines without a word for signatures, that of the driver signed',
    paint: (d) => {
      head(d);
      at(d, 'Consignee:  X', 40, 400);
      line(d, 105, 410, 320);
      at(d, 'Driver:  X', 40, 450);
      line(d, 105, 460, 320);
      scribble(d, 120, 448, 110);
    },
    signature: 'none',
  },
  {
    name: 'a signature on the line of the receiver, which has no word for it',
    paint: (d) => {
      head(d);
      at(d, 'Receiver:', 40, 400);
      line(d, 105, 410, 320);
      scribble(d, 120, 396, 110);
    },
    signature: 'strokes',
  },
  {
    name: 'a delivery that was left, and not signed for',
    paint: (d) => {
      head(d);
      at(d, 'Received by', 44, 305);
      at(d, 'Left at front door', 200, 305);
      at(d, 'Signature', 44, 325);
      at(d, 'Not required', 200, 325);
    },
    signature: 'unclear',
    printedName: null,
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
    name: 'a table with a row for each party, that of the consignee empty',
    paint: (d) => {
      head(d);
      partyTable(d);
      for (const y of [425, 465]) scribble(d, 285, y, 90);
    },
    signature: 'none',
    printedName: null,
  },
  {
    name: 'a table with a row for each party, that of the consignee signed',
    paint: (d) => {
      head(d);
      partyTable(d);
      for (const y of [425, 465, 505]) scribble(d, 285, y, 90);
    },
    signature: 'strokes',
    printedName: null,
  },
  {
    name: 'two columns whose lines meet, that of the driver signed, with specks at the ends of the lines',
    paint: (d) => {
      head(d);
      at(d, 'DRIVER', 40, 360);
      at(d, 'RECEIVER', 300, 360);
      line(d, 40, 400, 299);
      line(d, 299, 400, 560);
      for (const x of [299, 559])
        d.moveTo(x, 399)
          .lineTo(x + 1, 400)
          .lineTo(x, 400)
          .stroke();
      at(d, 'Signature', 40, 404);
      at(d, 'Signature', 299, 404);
      scribble(d, 60, 390, 110);
    },
    signature: 'none',
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
    name: 'columns for the pick-up and for the delivery, of which that for the delivery is empty',
    paint: (d) => {
      head(d);
      pickupAndDelivery(d, ['Pickup', 'Delivery']);
      scribble(d, 130, 335, 90);
      at(d, 'B. Orr', 130, 354);
      at(d, '06/11/2026', 130, 374);
    },
    signature: 'none',
    printedName: null,
    deliveryDate: null,
  },
  {
    name: 'columns for the pick-up and for the delivery that are both filled in',
    paint: (d) => {
      head(d);
      pickupAndDelivery(d, ['ORIGIN', 'DESTINATION']);
      scribble(d, 130, 335, 90);
      scribble(d, 390, 335, 90);
      at(d, 'B. Orr', 130, 354);
      at(d, 'M. Sato', 390, 354);
      at(d, '06/11/2026', 130, 374);
      at(d, '06/14/2026', 390, 374);
    },
    signature: 'strokes',
    printedName: 'M. Sato',
    deliveryDate: '06/14/2026',
  },
  {
    name: 'columns for shipper and consignee in another language, signed by the shipper',
    paint: (d) => {
      head(d);
      pickupAndDelivery(d, ['Enlèvement', 'Livraison']);
      scribble(d, 130, 335, 90);
    },
    signature: 'none',
  },
  {
    name: 'two stops with a place for each, of which one is signed',
    paint: (d) => {
      head(d);
      for (const [index, y] of [300, 400].entries()) {
        at(d, `Stop ${index + 1} of 2`, 40, y - 20);
        at(d, `Consignee signature (stop ${index + 1})`, 40, y);
        line(d, 200, y + 10, 400);
      }
      scribble(d, 220, 302);
    },
    signature: 'unclear',
  },
  {
    name: 'a list of shipments without lines, of which one is signed',
    paint: (d) => {
      head(d);
      for (const [x, text] of [
        [40, 'Stop'],
        [80, 'PRO'],
        [180, 'Consignee'],
        [300, 'Signature'],
        [440, 'Time'],
      ] as const)
        at(d, text, x, 300);
      for (const [index, pro] of ['0412708839', '0412708847'].entries()) {
        at(d, String(index + 1), 40, 330 + index * 34);
        at(d, pro, 80, 330 + index * 34);
        at(d, 'Halvorsen', 180, 330 + index * 34);
      }
      scribble(d, 300, 334, 90);
    },
    signature: 'unclear',
    pros: ['0412708839', '0412708847'],
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
    name: 'two boxes of stops whose places are called alike, of which one is signed',
    paint: (d) => {
      head(d);
      for (const [index, y] of [200, 320].entries()) {
        d.rect(40, y, 500, 100).stroke();
        at(d, `STOP ${index + 1} deliver to dock ${index + 1}`, 46, y + 8);
        at(d, 'Receiver signature', 46, y + 60);
        line(d, 150, y + 70, 330);
      }
      scribble(d, 160, 262);
    },
    signature: 'unclear',
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
    name: 'two columns under heads that are not known, of which one is signed',
    paint: (d) => {
      head(d);
      pickupAndDelivery(d, ['Quay A', 'Quay B']);
      scribble(d, 130, 335, 90);
      at(d, 'B. Orr', 130, 354);
      at(d, '06/11/2026', 130, 374);
    },
    signature: 'unclear',
    printedName: null,
    deliveryDate: null,
  },
  {
    name: 'columns called by where the freight was collected and delivered',
    paint: (d) => {
      head(d);
      pickupAndDelivery(d, ['Collected from', 'Delivered to']);
      scribble(d, 130, 335, 90);
    },
    signature: 'unclear',
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
    name: 'a line through the place in three strokes, as places are made void',
    paint: (d) => {
      head(d);
      d.rect(40, 380, 260, 60).stroke();
      at(d, 'Consignee signature', 44, 384);
      d.moveTo(50, 396).lineTo(280, 398).lineTo(60, 430).lineTo(285, 432).stroke();
    },
    signature: 'unclear',
  },
  {
    name: 'two places of one name, of which one is signed',
    paint: (d) => {
      head(d);
      for (const y of [300, 400]) {
        at(d, 'Customer signature', 40, y);
        line(d, 140, y + 10, 400);
      }
      scribble(d, 160, 302);
    },
    signature: 'unclear',
  },
  {
    name: 'an electronic signature of the shipper in words that do not say so',
    paint: (d) => {
      head(d);
      at(d, 'Shipper', 40, 300);
      at(d, 'Electronically signed by TARIQ BELL at 11/05/2026 12:01', 40, 316);
      at(d, 'Consignee', 40, 360);
    },
    signature: 'unclear',
  },
  {
    name: 'the electronic seal of a carrier on its own document',
    paint: (d) => {
      head(d);
      at(d, 'Digitally signed by Kestrel Freight LLC, 11/05/2026 12:01', 40, 300);
    },
    signature: 'unclear',
  },
  {
    name: 'a bill of lading that was received by the carrier',
    paint: (d) => {
      head(d, 'STRAIGHT BILL OF LADING');
      at(d, 'RECEIVED, subject to the tariffs in effect on the date of issue', 40, 300);
      at(d, 'Received by', 40, 400);
      line(d, 100, 410, 300);
      scribble(d, 120, 402);
    },
    signature: 'unclear',
  },
  {
    name: 'a customer who signs for a pick-up',
    paint: (d) => {
      head(d, 'PICKUP CONFIRMATION');
      at(d, 'Customer signature', 40, 400);
      line(d, 140, 410, 400);
      scribble(d, 160, 402);
    },
    signature: 'unclear',
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
    name: 'two signatures that one customer is asked for, of which one is given',
    paint: (d) => {
      head(d);
      for (const [index, what] of ['charges', 'freight'].entries()) {
        at(d, `Customer signature (${what})`, 40, 300 + index * 100);
        line(d, 180, 310 + index * 100, 400);
      }
      scribble(d, 200, 302);
    },
    signature: 'unclear',
  },
  {
    name: 'a round stamp in the place for the signature',
    paint: (d) => {
      head(d);
      d.rect(40, 380, 260, 70).stroke();
      at(d, 'Consignee signature', 44, 384);
      d.moveTo(230, 420);
      for (let n = 1; n <= 40; n += 1)
        d.lineTo(170 + 60 * Math.cos((n * Math.PI) / 20), 420 + 22 * Math.sin((n * Math.PI) / 20));
      d.stroke();
      at(d, 'COPY', 155, 416);
    },
    signature: 'unclear',
  },
  {
    name: 'a logo of curves over the label of a line that is empty',
    paint: (d) => {
      head(d);
      letters(d, 40, 372);
      at(d, 'SABLE RIDGE', 140, 366);
      at(d, 'Consignee signature', 40, 400);
      line(d, 140, 410, 400);
    },
    signature: 'none',
  },
  {
    name: 'a list of who signed at each event',
    paint: (d) => {
      head(d);
      grid(d, 300, 20, [
        ['Event', 160],
        ['Signed by', 200],
      ]);
      for (const [index, [event, name]] of [
        ['Picked up', 'R. QUILL'],
        ['Out for delivery', ''],
      ].entries())
        grid(d, 320 + index * 20, 20, [
          [event ?? '', 160],
          [name ?? '', 200],
        ]);
    },
    signature: 'unclear',
    printedName: null,
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
    name: 'a form for both, on which the pick-up is ticked',
    paint: (d) => {
      head(d, 'PICKUP / DELIVERY RECEIPT');
      at(d, '[x] Pickup [ ] Delivery', 40, 300);
      at(d, 'Customer signature', 40, 400);
      line(d, 140, 410, 400);
      scribble(d, 160, 402);
    },
    signature: 'unclear',
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
    name: 'a box to sign in, under its label',
    paint: (d) => {
      head(d);
      at(d, 'Recipient signature', 40, 380);
      d.rect(40, 392, 200, 60).stroke();
      scribble(d, 50, 420);
    },
    signature: 'strokes',
  },
  {
    name: 'an empty box to sign in, under its label',
    paint: (d) => {
      head(d);
      at(d, 'Recipient signature', 40, 380);
      d.rect(40, 392, 200, 60).stroke();
    },
    signature: 'none',
  },
  ...plainReceipts(),
];

type PlainReceipt = readonly [name: string, lines: readonly string[], facts: Partial<ReceiptLayout>];

/**
 * Receipts of a text on each line, 20 points apart, 40 from the left. `~` behind a text is a pen beside it; `#` and `=`
 * before a text are a drawn box, crossed and empty; a `|` begins the next text of the line, 140 points on.
 */
function plainReceipts(): readonly ReceiptLayout[] {
  const receipts: readonly PlainReceipt[] = [
    [
      'a note behind the words that ask for it',
      ['Received in good order except as noted: 2 ctns short'],
      { exceptions: '2 ctns short' },
    ],
    [
      'sentences of the terms in one text with others',
      ['Carrier is not liable for shortage not noted at delivery. Concealed damage must be reported within 5 days.'],
      { exceptions: null },
    ],
    ['a remark that denies damage', ['Notes: Left at dock 4, no damage'], { exceptions: 'Left at dock 4, no damage' }],
    [
      'drawn boxes of which the welcome one is crossed',
      ['#No exceptions|=Shortage|=Damage|=Refused'],
      { exceptions: '' },
    ],
    [
      'drawn boxes, and counts under them',
      ['=No exceptions|#Shortage|=Damage', 'Qty short: 6|Qty damaged: 0'],
      { exceptions: 'Qty short: 6' },
    ],
    [
      'a question whose drawn box for no is crossed, and the reason',
      ['Received in good order:|=Yes|#No', 'If no, explain: 5 boxes wet'],
      { exceptions: '5 boxes wet' },
    ],
    ['a question whose answers are texts of their own', ['Was freight damaged?|[ ] Yes|[x] No'], { exceptions: '' }],
    ['a count behind each kind', ['Shortages: 0   Damages: 1 (top layer)'], { exceptions: 'Damages 1 (top layer)' }],
    [
      'another field behind a note that is not full',
      ['Vorbehalte: 3 Kartons fehlen', 'Ware vollständig erhalten, sofern nicht anders vermerkt.'],
      { exceptions: '3 Kartons fehlen' },
    ],
    ['a label without a colon over its value', ['Driver|OS&D', 'Sam Pohl|N/A'], { exceptions: '' }],
    [
      'a name and a day behind each other in one text',
      ['Consignee signature:~', 'Print: M. Okafor  Date: 06/03/2026'],
      { printedName: 'M. Okafor', deliveryDate: '06/03/2026' },
    ],
    [
      'an agent of the consignee',
      ['Signature of consignee or agent~', 'Printed name: P. Reyes'],
      { printedName: 'P. Reyes' },
    ],
    [
      'a list of what was sent and received, with the difference',
      ['Item|Qty|Rcvd|Diff', 'Pump heads|4|3|-1', 'Valves|6|6|0'],
      { exceptions: '3 of 4 received' },
    ],
    [
      'a list of what was ordered, sent and received, where less was sent than ordered',
      ['Ordered|Shipped|Delivered', '10|8|8'],
      { exceptions: null },
    ],
    [
      'a list of what was received that the note tells of',
      ['Bestellt|Geliefert', '12|10', 'Vorbehalte: 2 Kartons fehlen'],
      { exceptions: '2 Kartons fehlen' },
    ],
    ['pieces received beside those that were sent', ['Pieces|Pieces received', '9|7'], { pieces: 7 }],
    [
      'a note in words that nobody foresaw, outside of a place for notes',
      ['Pallets: 4', '1 plt looks like a forklift went through it'],
      { exceptions: null, open: ['1 plt looks like a forklift went through it'] },
    ],
    [
      'such a note in capital letters',
      ['FORKLIFT HOLE THRU SKID, PICS TAKEN'],
      { exceptions: 'FORKLIFT HOLE THRU SKID, PICS TAKEN' },
    ],
    ['what the freight is, in a line of its own', ['10 CTN BRAKE ROTORS'], { exceptions: null }],
    ['what a form says to everybody', ['Thank you for shipping with us', 'Delivery photo 1'], { exceptions: null }],
    ['the name of a company in a line of its own', ['LAKESHORE MOTOR FREIGHT'], { exceptions: null }],
    [
      'a receipt that is stamped as void',
      ['Exceptions: None', 'VOID'],
      { signature: 'unclear', exceptions: null, annulled: 'VOID' },
    ],
    [
      'an answer that is not understood, in a field that nobody knows',
      ['Condition on delivery: Box corner punched in, contents rattling'],
      { exceptions: null, open: ['Condition on delivery: Box corner punched in, contents rattling'] },
    ],
    [
      'pieces on the manifest and pieces that were scanned',
      ['Pieces manifested|9', 'Pieces scanned at delivery|8'],
      { exceptions: '8 of 9 received' },
    ],
    [
      'a count that is answered as wrong',
      ['Piece count correct?|[ ] Yes|[x] No'],
      { exceptions: 'Piece count correct? No' },
    ],
    [
      'the names of the kinds in a place that nobody filled in',
      ['OS&D', 'Overage', 'Shortage', 'Damage'],
      { exceptions: '' },
    ],
    ['one of them', ['OS&D:', 'Damage'], { exceptions: 'Damage' }],
    [
      'reserves of somebody',
      ['Réserves du destinataire : carton n° 4 ouvert, contenu incomplet'],
      { exceptions: 'carton n° 4 ouvert, contenu incomplet' },
    ],
    ['a pen behind the name of the party', ['Exceptions: none', 'Consignee:~'], { exceptions: 'none' }],
    [
      'the form of a receipt that is no receipt',
      ['SAMPLE FORM - NOT A VALID RECEIPT'],
      { signature: 'unclear', exceptions: null, annulled: 'SAMPLE FORM - NOT A VALID RECEIPT' },
    ],
    [
      'a weekday before the date',
      ['Consignee signature~', 'Date/time|Wed, Nov 25, 2026 2:05 PM'],
      { deliveryDate: 'Wed, Nov 25, 2026 2:05 PM' },
    ],
    [
      'who says that there is nothing',
      ['Exceptions: No exceptions reported by the receiver.'],
      { exceptions: 'No exceptions reported by the receiver.' },
    ],
    [
      'what is written behind a sentence that asks for it',
      ['Delivered in good condition unless damage is described here: forks thru lower tier'],
      { exceptions: 'forks thru lower tier' },
    ],
    [
      'counts of a thousand and more in a list',
      ['Cases ordered|Cases received', '1,200|1,200', '840|838'],
      { exceptions: '838 of 840 received' },
    ],
    [
      'counts in labels of another language',
      ['Nombre de colis annoncés : 10', 'Nombre de colis livrés : 9'],
      { exceptions: '9 of 10 received' },
    ],
    ['a status that says that there is something', ['COMPLETED WITH ISSUES'], { exceptions: 'COMPLETED WITH ISSUES' }],
    [
      'a head with the number of the shipment',
      ['ePOD PRO 0412708839 is COMPLETED on the road today'],
      { exceptions: null },
    ],
    ['a field for over and short', ['Over/Short|Short one pallet'], { exceptions: 'Short one pallet' }],
    [
      'received in good order by somebody',
      ['Received in good order by (signature):~', 'Exceptions: none'],
      { exceptions: 'none' },
    ],
    [
      'a condition that is not understood',
      ['Freight condition: Poor'],
      { exceptions: null, open: ['Freight condition: Poor'] },
    ],
    ['a condition beside a box', ['Condition on delivery: [x] Good'], { exceptions: '' }],
    ['a condition that is good', ['Freight condition: Acceptable'], { exceptions: '' }],
    ['a count that was verified', ['Count verified by receiver: Yes'], { exceptions: null }],
    ['one that was not', ['Count verified by receiver: No, 1 less'], { exceptions: null, open: ['No, 1 less'] }],
    ['two counts in one text', ['QTY BOL 6 / QTY RCV 5'], { exceptions: 'QTY BOL 6 / QTY RCV 5' }],
    ['two counts that are the same', ['QTY BOL 6 / QTY RCV 6'], { exceptions: null }],
    [
      'two counts of one kind that differ',
      ['Remarks:', 'Totes out: 4|Totes in: 3'],
      { exceptions: '', open: ['Totes in: 3'] },
    ],
    [
      'words between the terms that are none',
      ['Remarks:', 'Claims must be filed in writing within nine months. Will file claim for pallet 2 tomorrow.'],
      { exceptions: '', open: ['Will file claim for pallet 2 tomorrow.'] },
    ],
    [
      'what is said of the goods in brackets',
      ['Remarks:', 'Contents: Steel desks (one bowed)'],
      { exceptions: '', open: ['Steel desks (one bowed)'] },
    ],
    ['letters and figures in no field', ['Remarks:', 'S/18 O/0 D/2'], { exceptions: '', open: ['S/18 O/0 D/2'] }],
    ['a cross typed under a kind', ['Over|Short|Damage', ' |x| '], { exceptions: 'Short x' }],
    ['crosses typed under yes and no', ['Condition|Yes|No', 'Freight damaged?| |X'], { exceptions: '' }],
    ['a status with exceptions', ['Status|Delivered - with exceptions'], { exceptions: 'Delivered - with exceptions' }],
    ['a place for notes in other words', ['OS&D Notes|N/A'], { exceptions: 'N/A' }],
    ['dots that lead to a value', ['EXCEPTIONS ........ NONE'], { exceptions: 'NONE' }],
    [
      'a signed statement of good order in place of a place for notes',
      ['Shipment received in good order and condition.'],
      { exceptions: '', open: undefined },
    ],
    ['a form that asks for nothing', ['Pieces: 4'], { exceptions: null, open: undefined }],
    ['a count with its unit under its kind', ['Over|Short|Damage', ' |1 coil| '], { exceptions: 'Short 1' }],
    ['a delivery that is called partial', ['*** PARTIAL ***'], { exceptions: '*** PARTIAL ***' }],
    ['a copy', ['Exceptions: None', 'COPY'], { exceptions: 'None' }],
    [
      'the terms of a bill of lading, which are no place for notes',
      [
        'in apparent good order, except as noted (contents and condition of contents unknown), marked and destined',
        '6 PLT|Floor tile|47500-03',
      ],
      { exceptions: null },
    ],
    [
      'an answer beside that of another question',
      ['Remarks:', 'Seals intact|No|Weighed|Yes'],
      { exceptions: '', open: ['Seals intact No'] },
    ],
    [
      'a number of units that is a row of those that were sent, and not all of them',
      ['Remarks:', 'Qty|Type|Weight', '5|SKD|3,905', '1|CTN|22', 'Total units: 6', 'Units received: 5'],
      { exceptions: '', open: ['Units received: 5', 'Units received 5'] },
    ],
    [
      'a weight that was loaded otherwise',
      ['Remarks:', 'Loaded net lbs: 47,820', 'Delivered net lbs: 46,100'],
      { exceptions: '', open: ['Delivered net lbs 46100'] },
    ],
    [
      'a share of the pieces in their field',
      ['Remarks:', 'No. pcs|Weight', '7/8 rolls|412'],
      { exceptions: '', open: ['No. pcs 7/8 rolls'] },
    ],
    [
      'a place for notes with its kinds in brackets',
      ['Notations by consignee (shortage, damage, other)'],
      { exceptions: '', open: undefined },
    ],
    [
      'a note that stands where a list of another head would go on',
      ['Remarks:', 'Units|Pkg', '3|Pallet', 'Receiving Per Mgr Marcus'],
      { exceptions: '', open: ['Receiving Per Mgr Marcus'] },
    ],
    [
      'goods by their proper shipping name',
      ['Remarks:', 'Units|Description|Weight', '3|Batteries, wet, filled with acid UN2794|4,410'],
      { exceptions: '', open: undefined },
    ],
    [
      'who counted, on a uniform bill of lading',
      ['Remarks:', 'Freight counted:|=By shipper|#By Driver/pallets said to contain'],
      { exceptions: '', open: undefined },
    ],
    [
      'the number of a manifest, which counts nothing',
      ['Remarks:', 'Manifest: 7719', 'Pieces received: 7'],
      { exceptions: '', open: undefined },
    ],
    [
      'numbered paragraphs of terms, one of them about freight that is refused',
      [
        'Remarks:',
        '1. Carrier means Tri-Rivers and its agents wherever they act for it here.',
        '2. The carrier may open any package where it believes it is misdescribed.',
        '3. Claims must be filed within nine months after a reasonable time of delivery.',
        '4. Goods refused by the consignee are stored at the risk of their owner after 48 hours.',
      ],
      { exceptions: '', open: undefined },
    ],
    [
      'numbered notes of somebody',
      ['Remarks:', '1. Two cartons refused by the consignee as they were wet and the labels were gone.'],
      { exceptions: '1. Two cartons refused by the consignee as they were wet and the labels were gone.' },
    ],
    ['thanks beside good order', ['Consignee comments', 'All received OK, thanks!'], { exceptions: '' }],
    [
      'labels over their values',
      ['Print name|Title|Date', 'Pavel Novak|Clerk|06/04/2026'],
      { printedName: 'Pavel Novak' },
    ],
  ];
  return receipts.map(([name, lines, facts]) => ({
    name,
    signature: 'strokes',
    ...facts,
    paint: (d) => {
      head(d);
      const isSigned = lines.some((text) => text.includes('~'));
      for (const [row, texts] of lines.entries())
        for (const [column, text] of texts.split('|').entries()) {
          const [x, y] = [40 + column * 140, 300 + row * 20];
          if (/^[#=]/.test(text)) d.rect(x, y, 9, 9).stroke();
          if (text.startsWith('#'))
            d.moveTo(x + 1, y + 1)
              .lineTo(x + 8, y + 8)
              .moveTo(x + 8, y + 1)
              .lineTo(x + 1, y + 8)
              .stroke();
          at(d, text.replace(/^[#=]|~$/g, ''), /^[#=]/.test(text) ? x + 13 : x, y);
          if (text.endsWith('~')) scribble(d, x + 145, y + 4, 100);
        }
      if (!isSigned) signed(d);
    },
  }));
}
