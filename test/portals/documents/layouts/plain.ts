import { at, head, type ReceiptLayout, scribble, signed } from './sheet.ts';

type PlainReceipt = readonly [name: string, lines: readonly string[], facts: Partial<ReceiptLayout>];

/**
 * Receipts of a text on each line, 20 points apart, 40 from the left. `~` behind a text is a pen beside it; `#` and `=`
 * before a text are a drawn box, crossed and empty; a `|` begins the next text of the line, 140 points on.
 */
export function plainReceipts(): readonly ReceiptLayout[] {
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
    [
      'a stamp that counts what is short and damaged, of which there is none',
      ['CTNS 14|OVER 0|SHORT 0|DMG 0'],
      { exceptions: '' },
    ],
    ['such a stamp with one damaged', ['CTNS 14|OVER 0|SHORT 0|DMG 1'], { exceptions: 'DMG 1' }],
    [
      'a question of a form with its answer alone on the line',
      ['Was there any damage to the product?|No', 'Were all items delivered?|Yes'],
      { exceptions: '', open: undefined },
    ],
    [
      'the same question with the other answer',
      ['Was there any damage to the product?|Yes'],
      { exceptions: 'Was there any damage to the product? Yes' },
    ],
    [
      'a delivery copy that says how much was ordered and shipped, and not what came',
      ['Ord|Shp|Item', '8|7|Lettuce'],
      { exceptions: null, open: ['7 of 8 shipped'] },
    ],
    [
      'a question over the place for notes whose answer tells of a problem',
      ['Any problem with this delivery?|Yes', 'Notes: none'],
      { exceptions: 'none', open: ['Any problem with this delivery? Yes'] },
    ],
    [
      'the same question, answered with no',
      ['Any problem with this delivery?|No', 'Notes: none'],
      { exceptions: 'none', open: undefined },
    ],
    ['a ticked choice that denies damage', ['#Items free of damage|=Damage'], { exceptions: '' }],
    ['the other one, ticked', ['=Items free of damage|#Damage'], { exceptions: 'Damage' }],
    ['a family name that notes have', ['Print name: Yolanda Pierce'], { exceptions: null, open: undefined }],
    ['a note in the field for the name', ['Print name: Carton Pierced'], { exceptions: 'Carton Pierced' }],
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
      { exceptions: 'No. pcs 7/8 rolls', open: undefined },
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
