/** Receipts with marks that are a signature, and with some that are none. */
import {
  at,
  card,
  grid,
  head,
  letters,
  line,
  picture,
  plain,
  type ReceiptLayout,
  type Sheet,
  scribble,
  signed,
} from './sheet.ts';

export const markLayouts: readonly ReceiptLayout[] = [
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
    name: 'a card whose round corners are drawn in many pieces',
    paint: (d) => {
      head(d);
      at(d, 'Signature of receiver', 50, 392);
      card(d, { left: 40, top: 380, right: 340, bottom: 460 });
    },
    signature: 'none',
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
  ...(
    [
      ['a note that opens', (d: Sheet) => d.note(300, 200, 60, 14, '1 ctn wet'), '1 ctn wet', undefined],
      ['one with nothing in it', (d: Sheet) => d.note(300, 200, 60, 14, ''), '', undefined],
      ['a ring around a count', (d: Sheet) => d.ellipseAnnotation(300, 200, 60, 14), '', ['(struck out or ringed)']],
      ['a count that is struck out', (d: Sheet) => d.strike(300, 200, 60, 14), '', ['(struck out or ringed)']],
    ] as const
  ).map(([called, add, exceptions, open]): ReceiptLayout => ({
    name: `an annotation over the page, ${called}`,
    signature: 'strokes',
    exceptions,
    open,
    paint: (d) => {
      head(d);
      at(d, 'Received in good condition.', 40, 300);
      signed(d);
      add(d);
    },
  })),
];
