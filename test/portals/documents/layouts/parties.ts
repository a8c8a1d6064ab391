/** Receipts on which several parties sign: whose signature is whose. */
import { at, grid, head, line, partyTable, pickupAndDelivery, type ReceiptLayout, scribble } from './sheet.ts';

export const partyLayouts: readonly ReceiptLayout[] = [
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
    name: 'a typed name and time beside what the one who signed is',
    paint: (d) => {
      head(d, 'Proof of Delivery');
      at(d, 'Signed by: JANE DOE 10/02/2026 14:05', 40, 300);
      at(d, 'Role: Receiving clerk', 40, 320);
    },
    signature: 'typed',
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
  ...([true, false] as const).map((isSigned): ReceiptLayout => ({
    name: `places to sign in a row, called by who signs in Swedish, ${isSigned ? 'each' : 'that of the driver'} signed`,
    signature: isSigned ? 'strokes' : 'unclear',
    printedName: isSigned ? 'Anders Ek' : null,
    paint: (d) => {
      head(d);
      for (const [n, label] of ['Chaufför', 'Mottagarens underskrift', 'Namnförtydligande'].entries()) {
        grid(d, 400, 50, [
          ['', 160],
          ['', 160],
          ['', 160],
        ]);
        at(d, label, 44 + n * 160, 404);
      }
      scribble(d, 60, 430, 80);
      if (!isSigned) return;
      scribble(d, 220, 430, 80);
      at(d, 'Anders Ek', 364, 420);
    },
  })),
];
