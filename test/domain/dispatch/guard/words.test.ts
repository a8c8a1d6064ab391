import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import {
  doubtfulName,
  neverClickName,
  neverClickPath,
  neverClickScript,
} from '../../../../domain/dispatch/guard/never-click.ts';
import { namesActList } from '../../../../domain/dispatch/guard/act-lists.ts';
import { portalActions } from '../../../../domain/dispatch/task.ts';
import { vocabularies } from '../../../../domain/dispatch/guard/words/vocabulary.ts';

const stops = (name: string): boolean => neverClickName(name, []) !== undefined || doubtfulName(name) !== undefined;

const acts: Record<string, string> = {
  'other forms in English':
    'voided, Voiding, cancelled shipment, Cancelling shipments, shipment cancellation, cancel pick-up, cancel pick up, pickup cancelled, payoff, un-post, Unposting, set balance to 0, Set the balance to zero, written-off, Writing off, Write this off, writeoffs, Mass rerating, rerate everything, accepting all charges, charges approval, withdrawal, Withdrawing dispute, Retraction of claim, rescinded, paying chargeback, account closure, Account closing, Deactivation, Account termination',
  'other words in English':
    'invalidation of invoice, nullification, Reverse invoice, Back out bill, Purge invoice, Expunge bill, Scrub load, Halt shipment, Unbook, Call the shipment off, Abandon load, Revoke tender, Waive balance, Forgive debt, Charge-off, Uncollectible, Reprice all, Concede all charges, Authorize all charges, Relinquish claim, Drop the appeal, Take back dispute, Forfeit claim, Settle deduction, Reimburse chargeback, Disburse, Make payment, Release funds, Shut down account, Dissolve account, Unsubscribe, Deregister',
  'what several words say in four languages':
    'Reverse charge, Reverse all charges, Charge reversal, Credit and rebill, Credit/Rebill, Cancel & rebill, Un-invoice, Reverse entry, Agree to everything, Accept as billed, Pay as billed, Sign off on all, Re-run all rates, Unsubmit, Do not pursue, Accept the denial, Undo filing, Pull our claim, Pay bill, Issue refund, Send funds, Approve payment, Pay by card, Quick pay, Sever ties, Unenroll, Revoke access, Stop service, Rückbuchung, Gegenbuchen, Rechnung gutschreiben, Vollgutschrift, Betrag überweisen, Kostenpflichtig bestätigen, Rückerstatten, Geschäftsbeziehung beenden, Annuler et refacturer, Refuser la charge, Décommander, Accepter la totalité, Valider le paiement, Virer les fonds, Suspendre le compte, Extornar, Contraasiento, Rechazar oferta, Conforme con todo, Transferir fondos, Saldar cuenta, Baja definitiva',
  'what is said in the plural, as a noun or with a pronoun in it':
    "Ladung löschen, Sendungen löschen, Auftragslöschung, Frachtbriefe löschen, Verträge kündigen, Rückbelastungen begleichen, Rückbelastungszahlung, Restbeträge ausbuchen, Beanstandungen zurückziehen, Anular factura, Anularla, Anúlalo, Cancelarlo, Bórralo, Cancelar órdenes, Aceptarlos todos, Pago de contracargos, Baja de la cuenta, Annuler l'expédition, Annuler l’expédition, Supprimer les envois, Refus du transport, Passer le solde en perte, Passage en perte du solde, Un-tender load",
  'disguised letters':
    'V01D, 🆅🅾🅸🅳 bill, 🅥🅞🅘🅓 bill, llᴉq pᴉoʌ, Vo id, ᴠᴏɪᴅ, Voiid, Vooid bill, canncel shipment, V.O.I.D, vo-id bill, c@ncel shipment, clo$e account, p4y now, Wr1te 0ff, btnvoidbill, cancelshipment, writeoffbalance, can cel ship ment, with draw, 𝗏𝗈𝗂𝖽, ꓦꓳꓲꓓ ꓐꓲꓡꓡ, ᐯOIᗪ ᗷIᒪᒪ, Vøid bill, V()id bill, Voi|) bill, V°id bill, Cance| shipment, stor-nieren, \u202ellib dioV\u202c',
};
/** Every verb with every thing. */
const synonyms: readonly [verbs: string, things: string][] = [
  [
    'Void, Annul, Cancel, Delete, Reverse, Rescind, Nullify, Invalidate, Revoke, Kill, Remove, Scrap, Unpost, Back out, Strike, Undo, Expunge, Negate, Erase, Purge, Cancel out, Take back, Credit back, Retire, Abort, Drop',
    'bill, this invoice, the freight bill, BOL',
  ],
  [
    'Cancel, Call off, Abort, Terminate, Halt, Scrub, Kill, Withdraw, Reject, Decline, Refuse, Turn down, Delete, Recall, Unassign, Abandon, Back out of',
    'shipment, this load, pickup, tender, the delivery, booking',
  ],
  [
    'Write off, Clear, Forgive, Waive, Zero out, Cancel, Eliminate, Discharge, Absorb, Wipe, Adjust off, Charge off, Write down, Expense',
    'balance, receivable, debt, amount due, short pay, the difference',
  ],
  [
    'Accept, Approve, Agree to, Acknowledge, Confirm, Concede, Allow, OK, Authorize, Consent to, Concur with, Sign off on',
    'all charges, everything, every charge, all fees',
  ],
  [
    'Withdraw, Retract, Drop, Cancel, Abandon, Rescind, Revoke, Recall, Delete, Close, Give up, Back out of, Discontinue, Forfeit, Concede, End, Waive',
    'dispute, our claim, appeal, filing',
  ],
  ['Pay, Settle, Remit, Reimburse, Refund', 'chargeback, the deduction, invoice, balance'],
  ['End, Terminate, Cancel, Close', 'contract, the agreement'],
  ['Close, Terminate, Deactivate, Suspend, Freeze, Delete', 'account, my profile'],
  ['Terminar, Cancelar, Finalizar, Rescindir', 'contrato, el contrato'],
  ['Rompre, Résilier', 'le contrat'],
  ['Auftrag, Transport, Sendung', 'ablehnen, stornieren, absagen'],
];
const beside =
  'Add charge, Charge code, Edit charge, Remove charge, Delete charge, Reverse logistics, Credit memo number, Credit terms, View credit memo, Rebilled, Unbilled loads, Uninvoiced shipments, Post-payment audit, Refused deliveries, Shipment refused by consignee, Declined loads, Delivery refused, Reject reason, Zero-rated invoices, Weight difference, Price difference, Variance report, Short pay reason, Confirm payment terms, Quick Pay terms, Allowed weight, Allow partial shipment, Contract end date, Contract termination date, Contract number, Service level, Access request, Opt in, Approved as billed, Credited back, Refund status, Filing date, Filing status, Pull documents, Kostenpflichtige Zusatzleistungen, Annahme verweigert, Auftrag abgelehnt, Ablehnungsgrund, Vertragsnummer, Vertragsende, Gutschriften, Gutschriftsnummer, Frais, Avoir, Numéro de contrat, Date de fin du contrat, Motif du refus, Cargos, Motivo de rechazo, Nota de crédito, Fin de contrato';
const harmless =
  'Stops of this shipment, Stops on this load, Stop delivery window, Stop off delivery, Void fill calculator, Void space in trailer, Payout schedule, Unsubscribe from alerts, Stopps der Sendung, Arrêts de l’expédition, Search, Track shipment, Freight bill, Bill of lading, Download POD, Proof of delivery, Upload document, Remove residential delivery, Remove liftgate delivery, Clear filters, Close dialog, Expand all, All shipments, Print invoice, Submit dispute, New dispute, Log out, My account, Edit profile, Payment history, Payment terms, Outstanding balance, Short paid invoice, Line charges, Fuel surcharge, Rate quote, Preview re-rate, Correct weight, Submit correction, Next, Load more, Order by date, Purchase order, Delivery appointment, Schedule pickup, Duplicate shipment, Payer, Remit-to address, Stop 1: Pickup, Claim status, Case sensitive, Avoid delays, I agree to the terms, Accept all cookies, Condition of freight, Refused, Invalid date, End date, End user license agreement, Cargo details, Confirm cargo details, Transport mode, Recall notice, Settlement date, Refund policy, Wire instructions, Fine print, Global search, Bulk upload, Batch number, Profile picture, Leave a comment, Enregistrer, Löschdatum, Löschhafen, Filter löschen, Auswahl aufheben, Borrar filtros, Fecha de carga, Número de orden, Effacer les filtres, Date de chargement, Supprimer la pièce jointe, Déconnexion, Valider, Guardar, Cerrar sesión, Speichern, Abmelden, Rechnung anzeigen, Sendungsverfolgung, Lieferschein, Preuve de livraison, Alle anzeigen, Schließen, Fermer, is-invalid, dropdown, align-self-end, pull-right, modal-close';

const list = { type: 'array', uniqueItems: true, items: { type: 'string', pattern: '^[^A-Z,]+$|[{]\\w+[}]' } };
const lists = (...names: string[]): object => record(Object.fromEntries(names.map((name) => [name, list])));
const record = (properties: object): object => ({
  type: 'object',
  additionalProperties: false,
  required: Object.keys(properties),
  properties,
});
const vocabularyFile = {
  type: 'object',
  additionalProperties: false,
  required: [
    'language',
    'parts',
    'details',
    'lists',
    'carriedOut',
    'done',
    'choices',
    'recordLists',
    'messages',
    'sentences',
    'numbers',
    'tables',
    'actions',
    'shortOrders',
    'otherThings',
    'ownParts',
    'partsOff',
    'operationFields',
    'fillers',
  ],
  properties: {
    language: { type: 'string' },
    notes: { type: 'array', items: { type: 'string' } },
    parts: { type: 'object', additionalProperties: list },
    details: lists('nouns', 'values', 'of', 'to', 'behind', 'endings', 'bounds', 'accounts', 'more', 'joins'),
    lists: record({
      ...Object.fromEntries(
        'acts orders plurals papers reports figures things articles and questions help'
          .split(' ')
          .map((it) => [it, list]),
      ),
      nounIs: { enum: ['last', 'first', 'compound'] },
    }),
    carriedOut: record({
      verbs: list,
      nouns: { type: 'object', additionalProperties: list, propertyNames: { enum: portalActions } },
      isVerbBehind: { type: 'boolean' },
    }),
    done: lists('participles', 'alsoOrders', 'orders'),
    choices: lists(
      'no',
      'denials',
      'denialsBehind',
      'restores',
      'notices',
      'articles',
      'also',
      'turning',
      'refusals',
      'rowOrders',
      'otherOffers',
      'unavailable',
      'availableFor',
      'forbidding',
    ),
    recordLists: lists('states', 'bare', 'records', 'beside', 'shows', 'ofOne'),
    messages: lists(
      ...'negations negationsBehind failures lasting faultless requests then undone trials toCome neutral doubts manners leading articles without faults called unfinished joining confirming outOf steps'.split(
        ' ',
      ),
    ),
    sentences: lists(
      ...'states adjectives auxiliaries leads orders papers parties denials denialEnds purposes contacts here about places conditions whenever whoever between pressed presses calls past byOthers later passives coming now consent naming namingLeads bulk spread choosing'.split(
        ' ',
      ),
    ),
    tables: lists('totals'),
    numbers: lists(
      ...'records number related notPresent otherKinds about bills here amount amountOf otherAmounts aboutOthers behalf identities moreRecords renewed measures places multiples inMultiples alone'.split(
        ' ',
      ),
    ),
    particles: record({ words: list, goes: { enum: ['before', 'behind'] } }),
    enclitics: list,
    infinitives: list,
    futures: list,
    loanwords: { type: 'object', additionalProperties: list, propertyNames: { enum: portalActions } },
    compoundThings: list,
    handles: list,
    otherRuns: list,
    actions: record(
      Object.fromEntries(portalActions.map((action) => [action, lists('phrases', 'verbs', 'things', 'alone')])),
    ),
    shortOrders: record({
      beside: list,
      ...Object.fromEntries(portalActions.map((action) => [action, lists('verbs', 'things')])),
    }),
    otherThings: list,
    ownParts: list,
    partsOff: lists('verbs', 'parts', 'from'),
    operationFields: list,
    fillers: list,
  },
};

describe('the words of the actions that are never clicked', () => {
  it('come from files of one structure, whose lists name only parts that there are', () => {
    const isVocabulary = new Ajv2020().compile(vocabularyFile);
    const folder = 'domain/dispatch/guard/words';
    const files = readdirSync(folder).filter((name) => name.endsWith('.json'));
    assert.equal(files.length, vocabularies.length);
    for (const name of files) {
      const text = readFileSync(join(folder, name), 'utf8');
      const data = JSON.parse(text) as { parts: object };
      assert.ok(isVocabulary(data), `${name}: ${JSON.stringify(isVocabulary.errors)}`);
      for (const [, part = ''] of text.matchAll(/[{](\w+)[}]/g)) assert.ok(part in data.parts, `${name}: {${part}}`);
    }
  });

  for (const [what, names] of Object.entries(acts))
    it(`knows ${what}`, () => {
      assert.deepEqual(
        names.split(', ').filter((name) => !stops(name)),
        [],
      );
    });

  for (const [verbs, things] of synonyms)
    it(`knows ${verbs.split(', ')[0] ?? ''} and its synonyms with ${things.split(', ')[0] ?? ''} and its own`, () => {
      const pairs = verbs.split(', ').flatMap((verb) => things.split(', ').map((thing) => `${verb} ${thing}`));
      assert.deepEqual(
        pairs.filter((name) => !stops(name)),
        [],
      );
    });

  it('takes what is beside the words of an act in ordinary work for none', () => {
    assert.deepEqual(
      beside.split(', ').filter((name) => stops(name)),
      [],
    );
  });

  it('lets the labels of ordinary work pass, in four languages', () => {
    assert.deepEqual(
      harmless.split(', ').filter((name) => neverClickName(name, []) !== undefined),
      [],
    );
  });

  it('takes the name of a list of records for what it is, and every order for an order', () => {
    const lists =
      'Voided bills, Cancelled loads, View voided bills (12), canceled-shipments, withdrawnDisputes, Show all cancelled shipments, Written-off balances, Closed accounts, Paid chargebacks, Facturas anuladas, Envíos cancelados, Factures annulées, Stornierte Rechnungen, Show voided, Hide cancelled, Stornierte anzeigen, Nur stornierte Sendungen anzeigen, Annullierte ausblenden, Mostrar anuladas, Afficher les annulées, Submit payment dispute, SubmitPaymentDispute, File payment claim';
    const orders =
      'Voided bill, Void voided bills, Delete cancelled loads, Cancelled load, Mark as voided bills, Cancel loads, Voiding bills, V0ided bills, voided b\u0456lls, Close accounts, Write off balances, Withdraw payment dispute, Drop payment dispute, Submit payment, Pay payment dispute now, Bills to void, Voided, Show void, Show and void, View voided bill 77, Stornieren anzeigen, Anulada';
    assert.deepEqual(
      lists.split(', ').filter((name) => stops(name)),
      [],
    );
    assert.deepEqual(
      orders.split(', ').filter((name) => !stops(name)),
      [],
    );
    for (const path of ['/bills/voided', '/loads/cancelled', '/portal/cancelled-loads', '/disputes/withdrawn'])
      assert.equal(neverClickPath(path, []), undefined, path);
    for (const path of [
      '/bills/77/voided',
      '/void/loads/cancelled',
      '/bill/void',
      '/bills/void',
      '/cancel/loads',
      '/voided',
    ])
      assert.notEqual(neverClickPath(path, []), undefined, path);
    const listed = [{ action: 'void_bill', label: 'Voided bills', names: [], paths: ['/bills/voided'] }] as const;
    assert.equal(neverClickName('Voided bills', listed), 'void_bill');
    assert.equal(neverClickPath('/bills/voided', listed), 'void_bill');
  });

  it('reads the name of a list of acts as a list for what reads only', () => {
    for (const name of 'Voids, Void history, View voids, Voids report, Cancellations, Write-offs, Write-off log, void-history-tab, #voids'.split(
      ', ',
    ))
      assert.ok(namesActList(name), name);
    for (const name of 'Void, Void bill, Void bills, Voids bill, Void it now, Write off, Cancel, Cancel shipment history, V01ds'.split(
      ', ',
    ))
      assert.ok(!namesActList(name), name);
    for (const path of [
      '/voids',
      '/reports/voids',
      '/cancellations',
      '/bills/77/void-history',
      '/reports/write-offs',
    ]) {
      assert.equal(neverClickPath(path, [], true), undefined, path);
      assert.notEqual(neverClickPath(path, []), undefined, `POST ${path}`);
    }
    for (const path of ['/void', '/bills/77/void', '/cancel', '/write-off', '/void/voids', '/voids/77/void'])
      assert.notEqual(neverClickPath(path, [], true), undefined, path);
    const listed = [{ action: 'void_bill', label: 'Void bill', names: [], paths: ['/voids'] }] as const;
    assert.equal(neverClickPath('/voids', listed, true), 'void_bill');
  });

  it('reads the authorization endpoint of an identity provider as a sign-in, and nothing else of that word', () => {
    for (const path of [
      '/authorize',
      '/oauth2/authorize',
      '/oauth2/v2.0/authorize',
      '/acme.example/oauth2/v2.0/authorize',
      '/oauth2/default/v1/authorize',
      '/connect/authorize',
      '/services/oauth2/authorize',
    ]) {
      assert.equal(neverClickPath(path, [], true), undefined, path);
      assert.notEqual(neverClickPath(path, []), undefined, `POST ${path}`);
    }
    for (const path of ['/charges/authorize', '/bills/77/authorize', '/authorize/charges', '/authorize-all'])
      assert.notEqual(neverClickPath(path, [], true), undefined, path);
  });

  it('distinguishes a filter or an order of a list that is removed from a record', () => {
    for (const name of 'Remove filter invoice, remove-filter-invoice, btnRemoveInvoiceFilter, PRO: Activate to remove sorting, closeAccountMenu'.split(
      ', ',
    ))
      assert.equal(neverClickName(name, []), undefined, name);
    for (const name of 'Remove invoice, Remove filter and void bill, Delete bill, Close account'.split(', '))
      assert.notEqual(neverClickName(name, []), undefined, name);
  });

  it('knows every form of the table in the documentation as the act that it names', () => {
    const page = readFileSync(join(import.meta.dirname, '../../../../docs/guard.md'), 'utf8');
    const rows = [...page.matchAll(/^\| (English|Spanish|French|German) \| `(\w+)` \| (.+) \|$/gm)];
    assert.equal(rows.length, vocabularies.length * portalActions.length);
    for (const [, language, action, forms = ''] of rows)
      for (const form of forms.split(', '))
        assert.ok([neverClickName(form, []), doubtfulName(form)].includes(action as never), `${language}: ${form}`);
  });

  it('finds a verb and its thing in neighbouring parts of a path, with a number between them', () => {
    for (const path of [
      '/bills/77/void',
      '/shipment/cancel/77',
      '/pickup/77/cancel',
      '/claim/7/drop',
      '/account/close',
    ])
      assert.notEqual(neverClickPath(path, []), undefined, path);
    for (const path of ['/bills/77', '/orders/77/documents', '/account/settings', '/claims/new', '/case/load-more'])
      assert.equal(neverClickPath(path, []), undefined, path);
  });

  it('distinguishes the operator void from the word', () => {
    for (const script of ['javascript:void(0)', 'return void 0', 'void fetch("/track")', 'x = void 0;'])
      assert.equal(neverClickScript(script, []), undefined, script);
    for (const script of ['voidBill(7)', "post('/bills/7/void')", 'bill.void()', 'do("void")', 'javascript:voidIt()'])
      assert.equal(neverClickScript(script, []), 'void_bill', script);
  });

  it('reads a long text to its end', () => {
    // What takes a time that grows with more than the length would not end within the limit of a test.
    const text = 'The carrier delivered the freight and the consignee signed for all of it. '.repeat(2_000);
    assert.equal(neverClickName(text, []), undefined);
    assert.notEqual(neverClickName(`${text}Void it`, []), undefined);
  });
});
