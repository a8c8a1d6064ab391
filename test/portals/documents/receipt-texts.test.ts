import assert from 'node:assert/strict';
import { isLabel, stated } from '../../../portals/documents/receipt-texts.ts';

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
