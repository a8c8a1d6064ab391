import assert from 'node:assert/strict';
import {
  addressAction,
  attributeAction,
  contextAction,
  deletes,
  fieldAction,
} from '../../../../domain/dispatch/guard/control-words.ts';
import { ruleOf } from './name-places.ts';

const about = (text: string, kind = 'section') => contextAction({ kind, text }, []);
const wired = (name: string, value: string) => attributeAction({ where: 'control', name, value }, []);

describe('what a control is under', () => {
  for (const text of [
    'Void bill',
    'Are you sure that you want to cancel this shipment?',
    'Voids the bill, which cannot be undone.',
    'Does not save the draft but voids the bill.',
    'To void this bill, press Continue.',
    'The bill will be voided. This cannot be undone.',
    'Closed accounts will be deleted: close account now',
    'Remit payment',
    'Remit to carrier now',
    'Transportauftrag widerrufen',
    'Forderung erlassen',
    'Bill voided?',
    'Facture annulée ?',
    '¿Factura anulada?',
    'Rechnung storniert?',
    'Chargebacks to pay',
    'Not void. Void bill',
    'Not cancelled: cancel shipment',
    'Pay invoices',
    'Write off: $250.00',
    'Balance: write off $250.00',
  ])
    it(`is about the act: ${text}`, () => {
      assert.ok(about(text) !== undefined);
      assert.ok(about(text, 'description') !== undefined);
    });
  for (const text of [
    'Voided bills',
    'Cancelled',
    'Show cancelled shipments',
    'Void policy',
    'Remit to:',
    'Pay to',
    'Remit payment to',
    'Cancellation fee',
    'Void reason',
    'Details',
    'Remove residential delivery',
    'Saving does not void the bill.',
    'Saves the weight without cancelling the shipment.',
    'To void a bill, call billing.',
    'Need to cancel a shipment? Contact dispatch.',
    'Why was my bill voided?',
    'Bill voided on 11/02',
    'Invoices to pay',
    'Facturas por pagar',
    'Factures à payer',
    'Balance written off: $0.00',
    'Cancelled on: 05/01/2026',
    'How to cancel a shipment',
    'Bill 0412708839 Not void',
    'Rechnung 77 nicht storniert',
    'Factura 77 no anulada',
    'Facture 77 non annulée',
  ])
    it(`is not about the act: ${text}`, () => assert.equal(about(text), undefined));
  it('is about the act by the name of a component, a dialog or a form', () => {
    assert.equal(about('void-bill', 'component'), 'void_bill');
    assert.equal(about('voided-bills', 'component'), undefined);
    assert.equal(about('modal fade void-bill-modal', 'dialog'), 'void_bill');
    assert.equal(about('cancelShipmentForm', 'form'), 'cancel_shipment');
    assert.equal(about('modal fade show', 'dialog'), undefined);
  });
});

describe('a bare verb in its place', () => {
  const under = (name: string, ...context: [kind: string, text: string][]): string =>
    ruleOf(name, 'button', [], { context: context.map(([kind, text]) => ({ kind, text })) });
  const never = /^never_click\./;

  it('refuses what its dialog, row or section is of', () => {
    for (const [name, title] of [
      ['Decline', 'Load tender 5512'],
      ['Reject', 'Load offer'],
      ['Stop', 'Shipment 77'],
      ['Rechazar', 'Oferta de carga 12'],
      ['Refuser', 'Offre de chargement'],
      ['Ablehnen', 'Ladungsangebot 12'],
    ] as const)
      for (const kind of ['dialog', 'row', 'section'])
        assert.match(under(name, [kind, title]), never, `${name}: ${title}`);
    for (const title of ['Claim 5519', 'Your rate quote', 'Correction COR-77', 'Counter offer', 'Bill 0412708839'])
      for (const name of ['Decline', 'Reject', 'Ablehnen'])
        assert.doesNotMatch(under(name, ['dialog', title]), never, `${name}: ${title}`);
  });
  it('refuses nothing of the page under a dialog, nor beside what else a page offers', () => {
    assert.doesNotMatch(under('Decline', ['dialog', 'Your quote'], ['section', 'Load tenders']), never);
    assert.doesNotMatch(under('Reject', ['section', 'Load tenders'], ['region', 'Cookies']), never);
    assert.doesNotMatch(under('Decline', ['dialog', 'Insurance for this shipment']), never);
  });
  it('ends the record of its row, and leaves a dialog', () => {
    for (const [name, row] of [
      ['Close', 'Account 77'],
      ['Cerrar', 'Cuenta 77'],
      ['Clôturer', 'Litige 5'],
    ] as const) {
      assert.match(under(name, ['row', row]), never, name);
      assert.doesNotMatch(under(name, ['dialog', row]), never, name);
    }
  });
  it('is of what its table is called, where its row is a number', () => {
    assert.match(under('Decline', ['row', '5512'], ['table', 'Load tenders']), never);
    assert.match(under('Close', ['row', 'D-5'], ['section', 'Disputes']), never);
    assert.doesNotMatch(under('Reject', ['row', 'C-5'], ['table', 'Claims']), never);
    assert.doesNotMatch(under('Archive', ['row', 'Hello'], ['section', 'Messages']), never);
  });
  it('takes off the part that its row is of, and no record', () => {
    for (const row of ['Residential delivery', 'Liftgate $45.00', 'Attachment', 'Hebebühne'])
      assert.doesNotMatch(under(/Heb/.test(row) ? 'Entfernen' : 'Remove', ['row', row]), never, row);
    for (const row of ['Shipment 77', '0412708839', 'Residential delivery of shipment 77'])
      assert.match(under('Remove', ['row', row]), never, row);
    assert.match(under('Remove', ['row', 'Residential delivery'], ['row', 'Shipment 77']), never);
  });
});

describe('a tip of a control', () => {
  const tipped = (value: string): string =>
    ruleOf('Continue', 'button', [], { attributes: [{ where: 'control', name: 'data-tooltip', value }], title: value });

  it('orders nothing where it says why the control is off', () => {
    for (const text of [
      'Not available for cancelled shipments',
      'Disabled for void bills',
      'Unavailable while the account is closed',
      'No disponible para envíos cancelados',
      'Indisponible pour les envois annulés',
      'Nicht verfügbar bei stornierten Sendungen',
      'You cannot void or cancel from here',
      'Sie können diese Rechnung nicht stornieren',
    ])
      assert.doesNotMatch(tipped(text), /^never_click\./, text);
    for (const text of [
      'Not available for void bills: void bill',
      'Not available. Void bill',
      'Disabled, void bill',
      'Disable and void bill',
      'Void bill when disabled',
      'You cannot wait: void bill',
      'You cannot save, void bill',
    ])
      assert.match(tipped(text), /^never_click\./, text);
  });
});

describe('what a sentence near a control says', () => {
  for (const text of [
    'Saving this form voids the bill of lading.',
    'The amount is written off the balance.',
    'By pressing Save you withdraw the dispute.',
    'When you save, the shipment is cancelled.',
    'The shipment will be cancelled.',
    'Mit dem Speichern wird die Sendung storniert.',
    'Al guardar se anula la factura.',
    "En enregistrant, vous annulez l'expédition.",
    'The amount below is written off.',
    'You are about to close account 0412708839.',
    "Vous êtes sur le point d'annuler la facture.",
    'Está a punto de anular la factura 123.',
    'Sie sind dabei, die Sendung zu stornieren.',
    'The balance will be written off.',
    'This bill is void once you press Continue.',
  ])
    it(`is the act: ${text}`, () => assert.ok(about(text, 'text') !== undefined));
  for (const text of [
    'Saving this form sends a corrected bill.',
    'Saving does not void the bill.',
    'This shipment is cancelled when it is not picked up within 30 days.',
    'To void a bill, call billing.',
    'Voided bills will be listed below.',
    'If a shipment was cancelled, choose another one.',
    'By submitting you agree to the terms for cancelled shipments.',
    'A bill of lading is voided by the shipper.',
    'The bill may be voided within 24 hours.',
    'The amount below is added to the invoice.',
    'This shipment was cancelled on 5/1.',
    'This bill was voided and reissued.',
    'The carrier will release payment within 7 days.',
    'The balance will be written off by the carrier.',
    'Diese Sendung wurde storniert.',
    'This memorandum is void as a receipt.',
    'Offer void where prohibited by this law.',
  ])
    it(`is not the act: ${text}`, () => assert.equal(about(text, 'text'), undefined));
});

describe('what a control is wired to', () => {
  const acts: [string, string][] = [
    ['hx-post', '/bills/77/void'],
    ['hx-vals', '{"action":"void"}'],
    ['@click.prevent', 'voidBill(77)'],
    ['data-action', 'click->bill#void'],
    ['data-action', 'click->row#delete'],
    ['wire:click', 'delete(77)'],
    ['(click)', 'cancelShipment()'],
    ['data-void', ''],
    ['data-cancel-shipment', '77'],
    ['command', '--void-bill'],
    ['href-lang', 'void-bill'],
    ['title', `${'a '.repeat(3_000)}void bill`],
    ['ng-if', 'voidBill()'],
    [':disabled', '!canVoidBill'],
    ['x-show', 'voidBill'],
    ['class', 'drop-claim'],
    ['data-status', 'void bill'],
    ['onclick', 'cancelLoad(event.cancelable)'],
    ['onclick', 'closeAccountModal()'],
    ['onclick', "closeModal('closeAccount')"],
    ['onclick', 'closeAccount(); closeAccountMenu()'],
    ['onclick', "cancelEdit('x'); cancelShipment()"],
    ['onclick', 'shipment.abort()'],
    ['onclick', 'cancel()'],
    ['phx-click', 'void'],
    ['on-tap', 'void'],
    ['data-bind', 'click: voidBill, enable: isOpen'],
    ['data-bind', 'enable: voidBill()'],
  ];
  for (const [name, value] of acts)
    it(`is the act: ${name}=${value.slice(-40)}`, () => assert.ok(wired(name, value) !== undefined));
  const others: [string, string][] = [
    ['onclick', 'void track(1); return void 0'],
    ['onclick', 'event.cancelBubble = true'],
    ['onclick', 'closeAccountMenu()'],
    ['onclick', 'cancelAnimationFrame(frame)'],
    ['onclick', 'new AbortController().abort()'],
    ['@click', 'cancelEdit()'],
    ['data-bind', 'enable: !voided() && !cancelled, click: next'],
    ['data-bind', 'css: { closed: bill.voided }, click: next'],
    ['@click.outside', 'closeShipmentPanel()'],
    ['style', '--void: 1'],
    ['data-voided', 'false'],
    ['class', 'glyphicon glyphicon-remove btn-primary'],
    ['data-bs-dismiss', 'modal'],
    ['data-action', 'click->search#submit'],
    ['hx-get', '/shipments/77'],
    ['aria-label', 'Remove residential delivery'],
    ['accept', 'application/pdf'],
    ['onclick', 'event.cancelBubble = true; openBill(1)'],
    ['onclick', 'if (event.cancelable) loadShipment()'],
    ['onclick', "closeModal('account')"],
    ['ng-show', '!account.closed'],
    ['ng-if', 'bill.status != "Void"'],
    ['ng-class', '{void: bill.voided}'],
    [':class', "{ 'is-void': bill.voided }"],
    [':disabled', 'bill.isVoid'],
    ['[disabled]', "bill.status === 'voided'"],
    ['*ngif', '!bill.voided'],
    ['data-status', 'voided'],
    ['class', 'bill voided'],
    ['class', 'claim-drop-area drag-drop-claim'],
  ];
  for (const [name, value] of others)
    it(`is no act: ${name}=${value}`, () => assert.equal(wired(name, value), undefined));

  it('is the act of its address: path, query, route and script', () => {
    for (const address of [
      'https://tms.example/bills/77/void',
      '/next?action=void',
      'https://tms.example/#/bills/77/void',
      '#!/shipments/77/cancel',
      'javascript:%76oidBill(1)',
      "javascript:__doPostBack('ctl00$btnVoid','')",
    ])
      assert.ok(addressAction(address, []) !== undefined, address);
    for (const address of [
      'javascript:void(0)',
      'javascript:;',
      '#',
      '/shipments/77?tab=documents',
      '%',
      'mailto:a@b.c',
    ])
      assert.equal(addressAction(address, []), undefined, address);
  });
  it('is the act of its form: what hidden fields ask for', () => {
    assert.equal(fieldAction({ name: 'action', value: 'void' }, []), 'void_bill');
    assert.equal(fieldAction({ name: '__EVENTTARGET', value: 'ctl00$btnVoid' }, []), 'void_bill');
    assert.equal(fieldAction({ name: 'void_bill', value: '1' }, []), 'void_bill');
    for (const [name, value] of [
      ['voided', 'false'],
      ['is_void', '0'],
      ['cancel_url', '/home'],
      ['_method', 'patch'],
      ['reason', 'Void'],
    ] as const)
      assert.equal(fieldAction({ name, value }, []), undefined, name);
    assert.equal(deletes([], [{ name: '_method', value: 'DELETE' }]), true);
    assert.equal(deletes([{ where: 'control', name: 'data-turbo-method', value: 'delete' }], []), true);
    assert.equal(deletes([{ where: 'control', name: 'data-method', value: 'get' }], []), false);
  });
});
