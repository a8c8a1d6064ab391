import assert from 'node:assert/strict';
import {
  addsBehind,
  answered,
  isPlaceAndDay,
  isPrintedText,
  mayTell,
  reserves,
  stated,
} from '../../../portals/documents/receipt-texts.ts';
import {
  isColumnHead,
  isLabel,
  isTooWarm,
  sealsDiffer,
  tellsOfDeeds,
  timesContradict,
} from '../../../portals/documents/receipt-wording.ts';
import { standardForm } from '../../../portals/documents/print-styles.ts';

describe('a text of a receipt by itself', () => {
  it('is no term where it tells of loss or damage of this freight', () => {
    for (const note of [
      'Damage on arrival, consignee must file claim',
      'Concealed damage, driver must return',
      'Loss reported by consignee, carrier is liable',
      'Damaged carton, shipper shall issue credit within 30 days',
      'If freight is damaged customer will not pay',
      'If damaged carton is not replaced we claim',
      'Carrier responsible for damaged cartons',
      'Receiver acknowledges missing carton of order',
      'Shortage acknowledged by driver, carrier responsible',
      'Missing one label, shipper must send within 5 days',
      'Driver agrees carton was short and damaged',
      'Carrier acknowledges damage, claim within 9 months',
      'Customer must report shortage of carton to shipper',
    ])
      assert.notEqual(stated(note), 'fine', note);
  });

  it('is print where standard forms have its words in their order, and no note that has some of them', () => {
    for (const line of [
      'Where the rate is dependent on value, shippers are required to state specifically in writing',
      'pallets said to contain',
      'Anzahl der Packstücke / Nombre des colis / Number of packages',
      'Diese Beförderung unterliegt trotz einer gegenteiligen',
    ])
      assert.notEqual(standardForm(line), undefined, line);
    for (const note of [
      '2 pallets said to contain 40',
      'packages not counted',
      'loss or damage',
      'driver pieces short',
    ])
      assert.equal(standardForm(note), undefined, note);
  });

  it('may tell of what came where it has words of notes or figures of a count, and not as a name', () => {
    for (const note of [
      'received 7',
      'Recibí 4 tarimas',
      '2 of 3',
      'manque 1',
      'left with neighbor',
      'driver reloaded 3',
    ])
      assert.equal(mayTell(note) || stated(note) !== 'fine', true, note);
    for (const name of [
      'Norfolk Terminals',
      'EVER LASTING 0912W',
      'YK24 PHL',
      'Pavimento porcelánico 60x60',
      '13:05 / 13:30',
    ])
      assert.equal(mayTell(name), false, name);
  });

  it('is the name of a company that is called after a place, and no note about what is bent or broken', () => {
    for (const name of ['Bent Creek Trucking', 'Broken Arrow Lines', 'Waterland Transport B.V. – Purmerend'])
      assert.equal(stated(name), 'fine', name);
    for (const note of ['Bent frame Trucking', 'Broken arrow', 'Broken Pallet Express', 'Wet Transport B.V. – 2 boxes'])
      assert.notEqual(stated(note), 'fine', note);
  });

  it('is a count that somebody made, though each word of it is printed on forms', () => {
    for (const note of ['Line 3: 38 counted', '6 pcs received', 'Recv. STC / GC14', 'rcvd S.T.C. dock 2'])
      assert.notEqual(stated(note), 'fine', note);
    assert.equal(stated('Line 3'), 'fine');
  });

  it('is a sentence about the document or the charges, and none about this freight', () => {
    for (const line of [
      'CONFIDENTIAL: This record may contain information protected by law.',
      'Unauthorized disclosure is prohibited.',
      'Customer acknowledges that the above materials have been delivered to the location indicated.',
      'Fuel surcharge and chassis split charges apply per published schedule.',
    ])
      assert.equal(stated(line), 'fine', line);
    for (const note of [
      'Customer acknowledges that the above materials have been delivered to the neighbor.',
      'Charges apply per driver, load split',
      'Disclosure: carton open',
    ])
      assert.notEqual(stated(note), 'fine', note);
  });

  it('is too warm for goods that are called frozen or refrigerated, and not for others', () => {
    assert.equal(isTooWarm(['Exempt specimens, refrigerated', '14.8 °C'], []), true);
    assert.equal(isTooWarm(['Peas, frozen'], ['40 F']), true);
    assert.equal(isTooWarm(['Exempt specimens, refrigerated', '4.1 °C'], []), false);
    assert.equal(isTooWarm(['Peas, frozen'], ['-2 F']), false);
    assert.equal(isTooWarm(['Paint', '18 °C'], []), false);
  });

  it('is an outcome that is open where a part was delivered', () => {
    assert.equal(answered('Status', 'Delivered in full'), 'fine');
    for (const status of ['Part delivered', 'Teilweise zugestellt', 'Delivered, half of it'])
      assert.notEqual(answered('Status', status), 'fine', status);
  });

  it('is a term that asks to inspect freight before signing, and none that says who inspected it', () => {
    for (const term of ['Goods must be inspected before signing.', 'Consignee: inspect freight before signing.'])
      assert.equal(stated(term), 'fine', term);
    for (const note of ['Goods not inspected before signing.', 'Freight will be inspected tomorrow'])
      assert.notEqual(stated(note), 'fine', note);
  });

  it('is a town with a day in the words of several languages, and no deed with one', () => {
    for (const text of [
      'Lieu / Ort Burgdorf le / am 11.11.2026',
      '21 Établie à / Ausgefertigt in Lyon le / am 09.11.2026',
    ])
      assert.equal(isPlaceAndDay(text), true, text);
    for (const text of ['Beschädigt am 11.11.2026', 'Received le 11.11.2026', 'Ort beschädigt am 11.11.2026'])
      assert.equal(isPlaceAndDay(text), false, text);
  });

  it('is neither a term nor a label where somebody signs under protest, or has yet to look', () => {
    for (const note of [
      'Customer signed under protest',
      'Recibido bajo protesta',
      'Signé sous protest',
      'Freight to be checked',
      'Pieces to be counted',
      'Delivered late',
      'Rummaged',
    ]) {
      assert.notEqual(stated(note), 'fine', note);
      if (note.includes(' be ') || note.includes('protest')) assert.equal(isLabel(note), false, note);
    }
    assert.equal(isLabel('Notations by consignee (shortage, damage, other)'), true);
  });

  it('is a name as the first line of a field for one, whatever the trade is called', () => {
    for (const [label, name] of [
      ['Customer', 'Bayou Water Treatment'],
      ['Consignee', 'Seaside Cold Storage'],
      ['Expéditeur', "Papeteries de l'Isère"],
      ['Empfänger', 'Küstenmilch eG, 25524 Itzehoe'],
    ] as const) {
      assert.equal(answered(label, name, true), 'fine', name);
      assert.notEqual(answered(label, `${name} - hold`, true), 'fine', name);
      assert.notEqual(answered(label, `${name}, 1 carton wet`, true), 'fine', name);
    }
    assert.notEqual(answered('Customer', 'left at dock door, wet', true), 'fine');
    assert.notEqual(answered('Consignee', 'Wells Mine Supply, dock closed', true), 'fine');
    assert.notEqual(answered('Consignee', 'Wells Mine Supply (2 open)', true), 'fine');
    assert.notEqual(answered('Consignee', 'Corner Crushed', false), 'fine');
  });

  it('is no name where it says that nothing was counted', () => {
    for (const said of [
      'Marcus Bell (subject to count)',
      'Marcus Bell, subject to inspection',
      'Marcus Bell STC',
      'M. Bell (unter Vorbehalt)',
      'Marc Bell sous réserve de déballage',
      'Rob Tanaka (count n/v)',
      'Julien Caron (s/r déballage)',
    ])
      assert.notEqual(answered('Signed by', said, true), 'fine', said);
    assert.equal(answered('Receiver', 'Rob Tanaka (receiving)', true), 'fine');
    assert.notEqual(stated('Received by dock, subject to count'), 'fine');
    assert.equal(stated('This shipment is subject to the rules tariff of the carrier.'), 'fine');
  });

  it('is what the sender of a letter says to its reader, and no note', () => {
    for (const said of [
      'Your shipment has been delivered.',
      'Our records show that the shipment described below was delivered on November 20, 2026 at 1:12 PM and signed for by B. SAND.',
      'Dieser Nachweis wurde elektronisch erstellt.',
      'Sincerely,',
    ])
      assert.equal(stated(said), 'fine', said);
    for (const said of [
      'Your shipment was delivered late.',
      'The order was delivered to dock but 2 open',
      'This shipment was delivered on 11/20, one box open',
      'Our records show that the shipment was delivered partial.',
    ])
      assert.notEqual(stated(said), 'fine', said);
  });

  it('is no term where it is short, no whole sentence, and may tell of this freight', () => {
    for (const note of [
      'Box refused by customer, shipper shall arrange return',
      'Customer agrees to inspect contents within 5 days, seal not intact',
      'Receiver must count again, order not complete',
      'Carrier is responsible for the open box',
      'Shipper must replace product, packaging open',
      'Consignee acknowledges one pallet not received',
      'Carrier must return for the other pallet',
    ])
      for (const written of [note, `${note}.`]) assert.notEqual(stated(written), 'fine', written);
  });

  it('is a term where it speaks of loss and damage as such', () => {
    for (const term of [
      'Carrier is not liable for loss or damage not noted at the time of delivery.',
      'All claims for loss or damage must be filed within nine months.',
      'Concealed damage must be reported within 5 days.',
      'Loss or damage must be noted on this receipt before signing.',
      'Report any damage within 5 days of delivery.',
      'Inspect freight before signing and note any damage or shortage.',
      'The carrier is not responsible for concealed loss or damage unless reported within five days.',
    ])
      assert.equal(stated(term), 'fine', term);
  });
});

describe('fields of a receipt that do not agree', () => {
  const fields = (...pairs: [string, string][]): { label: string; value: string }[] =>
    pairs.map(([label, value]) => ({ label, value }));

  it('are seals without a number in common, but for those that are numbered', () => {
    assert(sealsDiffer(fields(['Seal at origin', '5518204'], ['Seal at delivery', '5518240'])));
    assert(sealsDiffer(fields(['Plombe Verladung', 'DE-77120'], ['Plombe Entladung', 'DE-77121'])));
    for (const [one, other] of [
      ['5518204', '5518204'],
      ['ul-5518204', 'UL-5518204'],
      ['5518204 / 5518205', '5518205'],
      ['5518204', 'Intact'],
    ] as const)
      assert(!sealsDiffer(fields(['Seal at origin', one], ['Seal at delivery', other])), other);
    assert(!sealsDiffer(fields(['Seal 1', '5518204'], ['Seal 2', '5518205'])));
    assert(!sealsDiffer(fields(['Seal', '5518204'], ['Trailer', '48220'])));
  });

  it('are times of a truck that left before it came, but for midnight and a clock of twelve hours', () => {
    const of = (start: string, end: string): boolean => timesContradict(fields(['Time in', start], ['Time out', end]));
    for (const [start, end] of [
      ['13:20', '11:05'],
      ['2:10 PM', '1:40 PM'],
      ['9:40', '8:55'],
    ] as const)
      assert(of(start, end), `${start} ${end}`);
    for (const [start, end] of [
      ['13:20', '14:05'],
      ['23:30', '00:40'],
      ['11:40', '1:15'],
      ['11:40 AM', '1:15 PM'],
      ['13:20', 'n/a'],
    ] as const)
      assert(!of(start, end), `${start} ${end}`);
  });

  it('are goods and what was done with them, and not how they are packed', () => {
    for (const told of ['Ceramic tile, stack rearranged', 'Paper rolls, driver restacking']) {
      assert(tellsOfDeeds(told), told);
      assert.notEqual(answered('Description', told), 'fine', told);
    }
    for (const named of [
      'Dimensional lumber, bundled',
      'Steel coil, shrink wrapped',
      'Valves, hand operated',
      'Copper, flexible tubing',
    ])
      assert(!tellsOfDeeds(named), named);
  });

  it('are a town with a day, and no note that has one', () => {
    for (const said of ['Fait à Lyon, le 20/11/2026 à 09:55', 'Chemnitz, 19.11.2026', 'Lille le 19.11.2026'])
      assert.equal(stated(said), 'fine', said);
    for (const said of ['Received 20/11/2026', 'Refused 20/11/2026', 'Late, 20.11.2026', 'Wet le 20/11/2026'])
      assert.equal(isPlaceAndDay(said), false, said);
  });

  it('are captions and heads in several languages or lines, in nothing but words of forms', () => {
    for (const label of [
      'Réserves et observations du transporteur / Vorbehalte und Bemerkungen der Frachtführer',
      'Nombre des colis / Anzahl der Packstücke / Number of packages',
    ])
      assert(isLabel(label), label);
    for (const head of [
      'Kind of Packaging, Description of Articles, Special Marks and Exceptions',
      'Weight (Subject to Correction)',
      'Charges (for Carrier use only)',
      'Poids brut déclaré (kg)',
    ])
      assert(isColumnHead(head), head);
    for (const note of ['Description box crushed', 'Weight short', 'Pieces 2 wet', 'Received torn'])
      assert.equal(isColumnHead(note), false, note);
  });

  it('are names without what somebody added to them', () => {
    for (const said of ['Marcus Bell (subject to count)', 'Ike Soto / recount', 'Julien Caron (s/r déballage)'])
      assert(addsBehind(said), said);
    for (const name of ['Rob Tanaka (receiving)', 'Anna-Lena Weiß', 'R. de la Cruz']) assert(!addsBehind(name), name);
  });

  it('are what goods are called and how they are packed', () => {
    assert.equal(answered('Return empty to', 'Wando Welch'), 'fine');
    assert.notEqual(answered('Return', 'empty, 2 cartons'), 'fine');
    for (const [label, said] of [
      ['Pallet type', 'Half'],
      ['Description', 'OAK BARRELS, EMPTY'],
      ['Packstücke', '3 Kartons auf 1 Europalette'],
    ] as const)
      assert.equal(answered(label, said), 'fine', said);
    for (const [label, said] of [
      ['Pallet type', 'Half missing'],
      ['Description', 'Barrels, 2 empty'],
      ['Description', 'Half empty'],
      ['Consignee', 'Half empty'],
      ['Received by', 'Half'],
      ['Recibido por', 'Pilar Ortega recibe 7'],
    ] as const)
      assert.notEqual(answered(label, said), 'fine', said);
  });

  it('are a count that was corrected, and a stamp by which nobody counted', () => {
    assert.notEqual(answered('Pieces received', '10 -1 RK'), 'fine');
    assert.equal(answered('Pieces received', '10'), 'fine');
    for (const stamp of ['STC', 'S.T.C.', 'S/T/C', 's t c', 'SL&C', 'S/L/C', 'Said to contain', '2 of 3'])
      assert.notEqual(stated(stamp), 'fine', stamp);
    assert.equal(stated('3 of 3'), 'fine');
  });

  it('are reserved where a text says so without a label, however a form is set', () => {
    for (const note of [
      'Signed subject to inspection',
      'Annahme unter Vorbehalt',
      'OSD filed',
      'Claim to follow',
      'sous réserve',
      'S/T/C',
    ]) {
      assert(reserves(note), note);
      assert.equal(isPrintedText({ note }, note), false, note);
    }
    for (const print of ['Weight (subject to correction)', 'No exceptions filed', 'Exceptions noted', 'OS&D report'])
      assert(!reserves(print), print);
  });

  it('are pallets that were exchanged, and not what is said of the freight beside them', () => {
    assert.equal(answered('Lademitteltausch', '3 Europaletten abgegeben, 3 erhalten'), 'fine');
    assert.notEqual(answered('Lademitteltausch', '3 Europaletten defekt'), 'fine');
    assert.notEqual(answered('Anzahl', '3 Europaletten abgegeben, 2 erhalten'), 'fine');
  });

  it('are what went wrong where a label asks for it, and nothing where it says that all is well', () => {
    for (const [label, said] of [
      ['Any alarms?', 'Yes'],
      ['Credits', '1 case lettuce'],
      ['Data logger result', 'Peak +11.4 °C for 2 h'],
    ] as const)
      assert.equal(typeof answered(label, said), 'object', `${label} ${said}`);
    for (const [label, said] of [
      ['Any alarms?', 'No'],
      ['Credits', 'NONE'],
      ['Data logger result', 'All within range'],
      ['Product', 'NO 2 ULSD DYED'],
    ] as const)
      assert.equal(typeof answered(label, said), 'string', `${label} ${said}`);
    assert.notEqual(answered('Product', 'No pallets'), 'fine');
  });
});
