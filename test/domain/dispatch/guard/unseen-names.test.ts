/** Names that were written before the rules were read: other forms, idioms, paths, operations, and harmless ones beside them. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { addressAction, contextAction } from '../../../../domain/dispatch/guard/control-words.ts';
import { type ElementFacts, judgeElement } from '../../../../domain/dispatch/guard/element-gate.ts';
import { operationInBody } from '../../../../domain/dispatch/guard/request-fit.ts';
import type { RequestFacts } from '../../../../domain/dispatch/guard/request-line.ts';
import { plainElement } from './plain-element.ts';

type Place = 'button' | 'submit' | 'link' | 'column' | 'label' | 'option';
type Kind = Place | 'dialog' | 'section' | 'path' | 'operation';
type Names = Readonly<Partial<Record<Kind, readonly string[]>>>;
const names = JSON.parse(readFileSync(new URL('unseen-names.json', import.meta.url), 'utf8')) as {
  readonly harmful: Names;
  readonly harmless: Names;
};
const next = {
  paths: ['/next'],
  query: [],
  secret: false,
  fingerprint: { headings: [], labels: [], buttons: [], columns: [] },
};
const rules = { origins: ['https://tms.example'], pages: { next }, neverClick: [], harmless: [], values: {} };
const form = { action: 'https://tms.example/save', method: 'POST', name: '', defaultButton: null };
const places: Readonly<Record<Place, Partial<ElementFacts>>> = {
  button: { tag: 'button', role: 'button', type: 'button' },
  submit: { tag: 'button', role: 'button', type: 'submit', form },
  link: { tag: 'a', role: 'link', type: '', href: 'https://tms.example/next' },
  column: { tag: 'th', role: 'columnheader', type: '' },
  label: { tag: 'input', role: 'textbox', type: 'text' },
  option: { tag: 'input', role: 'checkbox', type: 'checkbox' },
};

function isOperation(name: string): boolean {
  const asks = (body: object): boolean =>
    operationInBody({ body: { text: JSON.stringify(body), contentType: 'application/json' } } as RequestFacts, []) !==
    undefined;
  const plain = name.replace(/^mutation /, '');
  const field = plain.replace(/\W/g, '_');
  return asks({ jsonrpc: '2.0', method: plain, params: {}, id: 1 }) && asks({ query: `mutation { ${field} { id } }` });
}

function isStopped(name: string, kind: Kind, isRead: boolean): boolean {
  if (kind === 'path') return addressAction(name, [], isRead) !== undefined;
  if (kind === 'operation') return isOperation(name);
  if (kind === 'dialog' || kind === 'section') return contextAction({ kind, text: name }, []) !== undefined;
  const facts = { ...plainElement, ...places[kind], name, visibleText: kind === 'label' ? '' : name, editable: true };
  const question = { effect: 'read', step: 'test', target: { name }, expects: [], page: 'start', facts } as const;
  const input = kind === 'label' ? 'fill' : 'click';
  const { rule } = judgeElement({ ...question, input, onlyReads: true }, rules);
  return /^(?:never_click|element\.(?:mixed_script|turned_text))/.test(rule);
}

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

  for (const [kind, list] of Object.entries(names.harmless) as [Kind, string[]][])
    it(`pass as a ${kind} where they order none`, () => {
      assert.deepEqual(
        list.filter((name) => isStopped(name, kind, true)),
        [],
      );
    });

  it('pass or stop wrongly where docs/guard.md says so', () => {
    assert.ok(!isStopped('/ar/adjustments/new?type=writeoff', 'path', true));
    for (const name of ['Cancel', 'Select all', 'Abbrechen']) assert.ok(isStopped(name, 'button', true), name);
    for (const name of ['Write-off account', 'Void after days']) assert.ok(isStopped(name, 'label', true), name);
    assert.ok(isStopped('Load was cancelled by customer', 'column', true));
    assert.ok(isStopped('/reports/voided/2026/05', 'path', true));
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
