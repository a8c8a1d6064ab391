/** Names that were written before the rules were read: other forms, idioms, paths, operations, and harmless ones beside them. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { acceptsClaim, answersOf, isAnswer } from '../../../../domain/dispatch/guard/described.ts';
import type { ElementFacts } from '../../../../domain/dispatch/guard/element-facts.ts';
import { type NamePlace as Kind, isOperation, isStopped, ruleOf } from './name-places.ts';

/** `post` is a path to which something is sent. */
type Names = Readonly<Partial<Record<Kind | 'post', readonly string[]>>>;
const names = JSON.parse(readFileSync(new URL('unseen-names.json', import.meta.url), 'utf8')) as {
  readonly harmful: Names;
  readonly harmless: Names;
};

describe('names that nobody had tried before', () => {
  for (const [kind, list] of Object.entries(names.harmful) as [Kind, string[]][])
    it(`are stopped as a ${kind} where they order an act`, () => {
      const places: Kind[] = kind === 'button' ? ['button', 'submit'] : [kind];
      for (const place of places)
        assert.deepEqual(
          list.filter((name) => !isStopped(name, place, false)),
          [],
        );
    });

  for (const [kind, list] of Object.entries(names.harmless) as [Kind | 'post', string[]][])
    it(`pass as a ${kind} where they order none`, () => {
      assert.deepEqual(
        list.filter((name) => isStopped(name, kind === 'post' ? 'path' : kind, kind !== 'post')),
        [],
      );
    });

  it('pass or stop wrongly where docs/guard.md says so', () => {
    for (const name of ['Cancel', 'Select all', 'Abbrechen']) assert.ok(isStopped(name, 'button', true), name);
    assert.ok(isStopped('Close account', 'label', true));
  });

  it('of the accounts that acts are booked on are data, and an order where they are none', () => {
    const accounts = [
      'Write-off account',
      'Bad debt reserve',
      'Abschreibungskonto',
      'Cuenta de incobrables',
      'Compte de passage en perte',
    ];
    for (const name of accounts) {
      for (const place of ['label', 'column'] as const) assert.ok(!isStopped(name, place, true), name);
      for (const place of ['button', 'submit', 'dialog'] as const) assert.ok(isStopped(name, place, true), name);
    }
    for (const name of [
      'Write off account',
      'Close account',
      'Void account',
      'Abschreibungskonto schließen',
      'Konto abschreiben',
    ])
      assert.ok(isStopped(name, 'label', true), name);
    assert.ok(!isStopped('/lookup/writeoff-accounts', 'path', true));
    assert.ok(!isStopped('Look up a write-off account', 'button', true));
    for (const name of ['Look up a write-off account', 'Select and write off account'])
      assert.ok(isStopped(name, 'submit', true), name);
    const calling = (value: string): Partial<ElementFacts> => ({
      attributes: [{ where: 'control', name: 'onclick', value }],
    });
    assert.match(ruleOf('Account', 'column', [], calling(`run('writeOffAccount')`)), /^never_click\./);
    assert.doesNotMatch(ruleOf('Account', 'column', [], calling(`sortBy('writeOffAccount')`)), /^never_click\./);
    for (const path of ['/invoices/77/write-off-account', '/bills/77/charge-off-account'])
      assert.ok(isStopped(path, 'path', true), path);
    for (const path of ['/writeoff-accounts', '/writeoff/accounts/77']) assert.ok(isStopped(path, 'path', false), path);
  });

  it('of an answer to a claim are the answer of a task, and say nothing of the charges', () => {
    const values = { decision: 'accept', shown: 'Accept in full' };
    const words = { shown: { of: 'decision', are: { accept: 'Accept in full', reject: 'Decline' } } };
    const answers = answersOf('answer_claim', words, values);
    for (const text of ['Accept in full', 'ACCEPT_IN_FULL', 'acceptInFull']) assert.ok(isAnswer(text, answers), text);
    for (const text of ['Accept all', 'Accept in part', 'Accept charges in full', ''])
      assert.ok(!isAnswer(text, answers), text);
    for (const place of ['option', 'button', 'link'] as const) {
      assert.match(ruleOf('Accept in full', place, answers), /^element\.(?:declared|declared_page)/);
      assert.equal(ruleOf('Accept in full', place), 'never_click.accept_all_charges');
      assert.equal(ruleOf('Accept all charges', place, answers), 'never_click.accept_all_charges');
    }
    // A field of an act is one whatever it holds.
    for (const name of ['void_bill', 'acceptAllCharges']) {
      const form = { action: 'https://tms.example/next', method: 'get', name: '', defaultButton: null };
      const sent = { type: 'submit', form, fields: [{ name, value: 'Accept in full' }] };
      assert.match(ruleOf('Continue', 'submit', answers, sent), /^never_click\./, name);
    }
    // Where the portal says it as we do, a step calls a control by it.
    const pick = { do: 'click', effect: 'read', target: { role: 'button', name: '{{decision}}' } } as const;
    assert.deepEqual(answersOf('answer_claim', {}, values, [pick]), ['accept']);
    assert.deepEqual(
      answersOf('answer_claim', {}, values, [{ ...pick, target: { role: 'button', name: 'Accept' } }]),
      [],
    );
    assert.deepEqual(answersOf('answer_claim', {}, { decision: 'reject' }, [pick]), []);
    assert.deepEqual(answersOf('tms_correction', {}, values, [pick]), []);
    assert.deepEqual(answersOf('tms_correction', words, values), []);
    assert.deepEqual(answersOf('answer_claim', words, { ...values, decision: 'reject' }), []);
    for (const word of [
      'Accept all charges',
      'Alle Gebühren akzeptieren',
      'Aceptar todos los cargos',
      'Void',
      'Withdraw claim',
    ])
      assert.ok(!acceptsClaim(word), word);
    for (const word of ['Accept in full', 'Accept all of it', 'Accept', 'Accept full amount'])
      assert.ok(acceptsClaim(word), word);
    assert.ok(!isStopped('/claims/5519/accept', 'path', false));
    for (const path of [
      '/charges/5519/accept',
      '/claims/accept',
      '/claims/5519/accept-all',
      '/disputes/5519/accept',
      '/claims/5519/void',
    ])
      assert.ok(isStopped(path, 'path', false), path);
  });

  it('of what shows a record are closed, and the record is not', () => {
    for (const name of [
      'Close account (details)',
      'Close account – details',
      'Close claim. View',
      'Close claim, details follow',
      'Cancel shipment: filter',
      'Cerrar cuenta: detalle de cuenta',
    ])
      assert.ok(isStopped(name, 'button', true), name);
    for (const name of [
      'Close dispute details',
      'Close account details',
      'Close account details and preferences',
      'Cerrar la ventana de la cuenta',
      'Fermer le détail du litige',
      'Details zum Einspruch schließen',
    ])
      assert.ok(!isStopped(name, 'button', true), name);
    for (const name of [
      'Close dispute',
      'Close details and account',
      'Close account details and close account',
      'Close account details and account',
      "close('account','details')",
      'close-account:details',
      'Delete dispute details',
      'Cerrar la cuenta',
      'Einspruch schließen',
    ])
      assert.ok(isStopped(name, 'button', true), name);
  });

  it('report an act that was done, and order none, where nothing beside a participle does', () => {
    const reports = [
      'Load was cancelled by customer',
      'Account closed',
      'Factura anulada por el cliente',
      'Facture annulée par le client',
      'Auftrag vom Kunden abgesagt',
    ];
    for (const name of reports) {
      for (const place of ['link', 'column', 'option'] as const) assert.ok(!isStopped(name, place, true), name);
      for (const place of ['button', 'submit', 'dialog'] as const) assert.ok(isStopped(name, place, true), name);
    }
    for (const name of [
      'Mark as cancelled',
      'Set to zero closed accounts',
      'Load will be cancelled',
      'Void cancelled loads',
      'Marcar como anulada',
      'Passer au statut annulé',
      'Auf storniert setzen',
      'Zahlung freigeben',
    ])
      for (const place of ['link', 'column'] as const) assert.ok(isStopped(name, place, true), name);
  });

  it('of a page on which an act of some kind is begun lead to the act', () => {
    for (const path of ['/ar/adjustments/new?type=writeoff', '/requests/create?kind=cancel_shipment'])
      assert.ok(isStopped(path, 'path', true), path);
    for (const path of ['/ar/adjustments?type=writeoff', '/reports/voided/2026/05', '/disputes/new?type=weight'])
      assert.ok(!isStopped(path, 'path', true), path);
    for (const path of ['/void/2026/05', '/bills/77/void/list', '/bills/void/search'])
      assert.ok(isStopped(path, 'path', true), path);
  });

  it('that deny an act are safe only as the whole name of what sends nothing and is no box', () => {
    for (const name of ['Do not void', 'Rechnung nicht stornieren', 'Ne pas annuler l’envoi', 'Back without voiding']) {
      assert.ok(!isStopped(name, 'button', true), name);
      assert.ok(isStopped(name, 'submit', true), name);
      assert.ok(isStopped(name, 'option', true), name);
    }
    for (const name of [
      'Do not wait, void the bill',
      'Do not wait void bill',
      'Do not void but cancel',
      'No, anular',
      'No: void bill',
      'Nicht warten und stornieren',
      'Nicht behalten, stornieren',
      'Ne pas attendre : annuler la facture',
      'Don’t keep it, void it',
      'Back without saving and void',
      'Do not v0id bill',
      'Undo bill',
      'Undo and void bill',
      'Restore all and re-rate all bills',
      'Notify me and void the bill',
      'Notify me when done, then void bill',
      'Notify me when done - void bill',
      'Notify me when done -void bill',
      'No - void bill',
      'Undo - void bill',
    ])
      assert.ok(isStopped(name, 'button', true), name);
  });

  it('with a number of records are those of many, and of one where it is a number of its own', () => {
    for (const name of [
      'Re-rate 2 bills',
      'Re-rate the 1,204 selected bills',
      '4.210 Sendungen neu bewerten',
      'Pay $12.40',
    ])
      assert.ok(isStopped(name, 'button', true), name);
    for (const name of [
      'Preview re-rate of PRO 0412708839',
      'Recalculate bill 4210',
      'Accept $250.00',
      'Weight 4,210 lbs',
    ])
      assert.ok(!isStopped(name, 'button', true), name);
  });

  it('are those of a filter where they are a state in a recipe that reads, and of help where they are worded as a title', () => {
    for (const name of ['Void', 'Show void', 'Void?']) assert.ok(!isStopped(name, 'option', true), name);
    for (const name of ['Void it', 'Void bill', 'Void all']) assert.ok(isStopped(name, 'option', true), name);
    assert.ok(isStopped('Void', 'button', true));
    for (const path of ['/docs/void', '/docs/77/void-a-bill', '/support/cancel', '/documents/cancel-a-shipment'])
      assert.ok(isStopped(path, 'path', true), path);
    assert.ok(isStopped('/docs/cancel-a-shipment', 'path', false));
  });

  it('of operations are questions only where they ask', () => {
    for (const name of ['voidableBillsVoid', 'writeOffReceivable', 'getThenVoid']) assert.ok(isOperation(name), name);
  });

  it('of what only asks for an act are not the names of help on it', () => {
    for (const name of ['How to void a bill', 'Void request', 'Why void', 'View void request'])
      assert.ok(isStopped(name, 'submit', true), name);
    for (const name of ['How about this. Void it', 'What: void bill!', 'Por favor anular la factura'])
      assert.ok(isStopped(name, 'link', true), name);
    assert.ok(isStopped('Export and void list', 'button', true));
    for (const path of ['/help/77/void', '/help/void', '/helper/void']) assert.ok(isStopped(path, 'path', false), path);
    assert.ok(isOperation('getAndVoid') && isOperation('findThenCancelShipment'));
  });
});
