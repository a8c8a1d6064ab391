/** Receipts with a place to sign: lines, boxes and cells. */
import { at, card, grid, head, letters, line, picture, type ReceiptLayout, scribble, signed } from './sheet.ts';

export const placeLayouts: readonly ReceiptLayout[] = [
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
  {
    name: 'a signature under the name and the day, in the cell under its label',
    paint: (d) => {
      head(d);
      grid(d, 380, 12, [
        ['Remarks', 200],
        ['Signature of consignee', 240],
      ]);
      grid(d, 392, 70, [
        ['', 200],
        ['', 240],
      ]);
      at(d, 'Name: Sophie Marchand', 245, 396, 7);
      at(d, 'Date: 11/20/2026', 245, 406, 7);
      scribble(d, 250, 440);
    },
    signature: 'strokes',
    printedName: 'Sophie Marchand',
  },
  {
    name: 'an empty cell with a name under the label of a signature, which may be signed by it',
    paint: (d) => {
      head(d);
      grid(d, 380, 12, [
        ['Remarks', 200],
        ['Signature of consignee', 240],
      ]);
      grid(d, 392, 70, [
        ['', 200],
        ['', 240],
      ]);
      at(d, 'Name: Sophie Marchand', 245, 396, 7);
    },
    signature: 'unclear',
  },
  {
    name: 'a signature with the time under it at which it was made on a device',
    paint: (d) => {
      head(d);
      d.rect(40, 380, 400, 90).stroke();
      at(d, 'Consignee signature', 46, 384, 7);
      letters(d, 60, 420);
      at(d, 'Signed on device 11/20/2026 08:17', 46, 455, 7);
    },
    signature: 'strokes',
  },
  {
    name: 'a signature on its line, over a line of the driver',
    paint: (d) => {
      head(d);
      at(d, 'Received in good condition by:', 40, 400);
      line(d, 180, 410, 380);
      scribble(d, 190, 402);
      at(d, 'Driver: 118', 260, 430);
    },
    signature: 'strokes',
  },
  {
    name: 'frames that are filled between their two edges, which hide nothing in them',
    paint: (d) => {
      head(d);
      const frame = (x: number, y: number, width: number, height: number): void =>
        void d
          .rect(x, y, width, height)
          .rect(x - 1, y - 1, width + 2, height + 2)
          .fill('even-odd');
      frame(40, 300, 400, 40);
      at(d, 'Exceptions: 2 cartons crushed', 46, 310);
      frame(40, 380, 400, 60);
      at(d, 'Consignee signature', 46, 384, 7);
      scribble(d, 60, 415);
    },
    signature: 'strokes',
    exceptions: '2 cartons crushed',
  },
  {
    name: 'a signature in a row that has lines across, drawn column by column, and none down',
    paint: (d) => {
      head(d);
      for (const [n, [label, value]] of [
        ['Delivered', '11/20/2026'],
        ['Pieces', '8'],
        ['Signature of the consignee', ''],
      ].entries()) {
        at(d, label ?? '', 44, 306 + n * 20);
        at(d, value ?? '', 244, 306 + n * 20);
        const y = n === 2 ? 390 : 320 + n * 20;
        line(d, 40, y, 240);
        line(d, 240, y, 540);
      }
      scribble(d, 260, 370);
    },
    signature: 'strokes',
  },
  {
    name: 'lines to sign on close under each other, each of them signed',
    paint: (d) => {
      head(d);
      for (const [row, party] of ['RECEIVED BY X', 'DRIVER X'].entries()) {
        at(d, party, 40, 400 + 26 * row);
        line(d, 120, 410 + 26 * row, 300);
        scribble(d, 140, 404 + 26 * row);
      }
    },
    signature: 'strokes',
  },
  {
    name: 'a heading over a line across the page, the fields of the signer and their signature',
    paint: (d) => {
      head(d);
      at(d, 'Signed by', 40, 400, 11);
      line(d, 40, 414, 560);
      at(d, 'Name', 40, 424, 8);
      at(d, 'Erik Lund', 40, 436);
      at(d, 'Signed at', 300, 424, 8);
      at(d, '11/20/2026 09:01', 300, 436);
      picture(d, 40, 452, 150, 40);
    },
    signature: 'picture',
    deliveryDate: '11/20/2026 09:01',
  },
  {
    name: 'the name of the signer, and the picture of the signature by itself',
    paint: (d) => {
      head(d, 'PROOF OF DELIVERY');
      at(d, 'Signed for by:', 40, 300);
      at(d, 'M.SHELTON', 140, 300);
      at(d, 'Signature image:', 40, 400);
      picture(d, 150, 392, 140, 36);
    },
    signature: 'picture',
    printedName: 'M.SHELTON',
  },
  {
    name: 'words of the order over the part about receiving, which nobody knows',
    paint: (d) => {
      head(d);
      at(d, 'Dresser, 6 drawer, oak', 40, 200);
      at(d, 'Norfolk Quaywater Sheds', 40, 220);
      at(d, 'Freight received in good order except as noted', 40, 360);
      signed(d);
    },
    signature: 'strokes',
    exceptions: '',
    open: undefined,
  },
  {
    name: 'what was counted, over the part about receiving',
    paint: (d) => {
      head(d);
      at(d, 'Recibí 4 tarimas, quinta en báscula', 40, 200);
      at(d, 'Freight received in good order except as noted', 40, 360);
      signed(d);
    },
    signature: 'strokes',
    open: ['Recibí 4 tarimas, quinta en báscula'],
  },
  {
    name: 'a box for notes under a list of services in the same column',
    paint: (d) => {
      head(d);
      at(d, 'Liftgate delivery [ ]', 40, 300);
      at(d, 'Residential delivery [ ]', 220, 300);
      at(d, 'Received in good order except as noted:', 36, 330);
      d.rect(36, 344, 540, 54).stroke();
      at(d, 'SHORT 2 OF 30 CTN - RECEIVED 28', 42, 364, 12);
      signed(d);
    },
    signature: 'strokes',
    exceptions: 'SHORT 2 OF 30 CTN - RECEIVED 28',
  },
  {
    name: 'a signature that is drawn as dots, which is never called missing',
    paint: (d) => {
      head(d);
      at(d, 'Consignee signature', 40, 400);
      line(d, 140, 410, 400);
      for (let n = 0; n < 80; n += 1) d.rect(160 + n, 402 + 6 * Math.sin(n / 6), 0.8, 0.8).fill();
    },
    signature: 'unclear',
  },
  {
    name: 'who signed and when, beside the picture of the signature',
    paint: (d) => {
      head(d);
      for (const [row, [label, text]] of [
        ['Signed by (consignee)', 'Wim De Backer'],
        ['Signed at (consignee)', '2026-09-30 08:40'],
        ['Signature (consignee)', ''],
      ].entries()) {
        at(d, label ?? '', 40, 300 + row * 18);
        at(d, text ?? '', 200, 300 + row * 18);
      }
      picture(d, 200, 332, 150, 50);
    },
    signature: 'picture',
    exceptions: null,
  },
  ...(['', '2 torn'] as const).map((note): ReceiptLayout => ({
    name: `a card with a place for notes below other fields, with ${note === '' ? 'nothing' : 'a note'} in it`,
    paint: (d) => {
      head(d);
      card(d, { left: 40, top: 200, right: 560, bottom: 380 });
      at(d, 'Stop · Delivery', 50, 210);
      at(d, 'RECEIVED BY', 50, 240, 7);
      at(d, 'Marlene Voss', 50, 250);
      at(d, 'DELIVERED', 300, 240, 7);
      at(d, '10/06/2026', 300, 250);
      at(d, 'NOTES', 50, 280, 7);
      at(d, note, 50, 290);
      at(d, 'RECEIVER SIGNATURE', 300, 280, 7);
      picture(d, 300, 292, 150, 50);
    },
    signature: 'picture',
    exceptions: note,
  })),
  {
    name: 'a day on a line of signs, which is not struck out by it',
    paint: (d) => {
      head(d);
      at(d, 'Received by ____________________ Date ____________', 40, 400);
      scribble(d, 110, 400, 80);
      at(d, '10-22-26', 240, 398);
    },
    signature: 'strokes',
    exceptions: null,
  },
  ...(['', 'short one'] as const).map((note): ReceiptLayout => ({
    name: `a box that says what must be noted in it, with ${note === '' ? 'nothing' : 'a note'} in it`,
    paint: (d) => {
      signed(d);
      head(d);
      d.rect(300, 200, 250, 90).stroke();
      at(d, 'CONSIGNEE MUST NOTE SHORTAGE OR DAMAGE HERE', 304, 206, 7);
      at(d, note, 310, 240);
    },
    signature: 'strokes',
    exceptions: note,
  })),
  {
    name: 'a time behind a stamp, which is no answer to it',
    paint: (d) => {
      signed(d);
      head(d);
      at(d, 'Received', 40, 300, 7);
      at(d, 'Time', 200, 300, 7);
      at(d, 'UNCHECKED', 40, 310);
      at(d, '11:32', 200, 310);
    },
    signature: 'strokes',
    open: ['UNCHECKED'],
  },
];
