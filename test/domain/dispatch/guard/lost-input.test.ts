import assert from 'node:assert/strict';
import {
  carries,
  choiceOf,
  declares,
  inputsBehind,
  maySave,
  openEnteredValues,
} from '../../../../domain/dispatch/guard/lost-input.ts';
import type { EnteredValue } from '../../../../domain/dispatch/guard/lost-input.ts';
import { type RequestFacts, canonicalUrl } from '../../../../domain/dispatch/guard/request-line.ts';
import type { WriteTicket } from '../../../../domain/dispatch/guard/request-gate.ts';
import { plainElement } from './plain-element.ts';

const entered = (value: string, more: Partial<EnteredValue> = {}): EnteredValue => ({
  field: 'weight',
  name: 'field "Weight"',
  page: 'bill',
  forms: [value],
  templates: ['{{billed_weight}}'],
  ...more,
});
const posted = (text: string, path = '/zkau', contentType = 'application/x-www-form-urlencoded'): RequestFacts => ({
  method: 'POST',
  url: `https://tms.example${path}`,
  purpose: 'part',
  headers: {},
  body: { contentType, text },
});
const values = { billed_weight: '2480', mark: 'LK-7Q2M' };
const ticket = (path: string, fields: Readonly<Record<string, string>>): WriteTicket => ({
  id: path,
  step: 'save',
  values,
  expected: {
    method: 'POST',
    path,
    content: 'form',
    fields: Object.keys(fields),
    constraints: Object.entries(fields).map(([field, equals]) => ({ field, equals })),
  },
});
const leftOut = (facts: RequestFacts) => {
  const url = canonicalUrl(facts.url);
  assert.ok(url);
  return { facts, url, request: `POST ${facts.url}`, line: "reads: [{ method: POST, path: '/zkau' }]" };
};

describe('a value that a request carries', () => {
  for (const [what, facts, value] of [
    ['a field of a form', posted('id=w&value=2480'), '2480'],
    ['JSON in a field of a form', posted(`cmd=onChange&data=${encodeURIComponent('{"value":"2480"}')}`), '2480'],
    ['JSON in JSON', posted(JSON.stringify({ calls: ['{"fieldValue":"Two of four"}'] }), '/_blazor'), 'Two of four'],
    ['a number of JSON, written shorter', posted('{"amount":95}'), '95.00'],
    ['a part', posted('--b\r\nContent-Disposition: form-data; name="w"\r\n\r\n2480\r\n--b--\r\n'), '2480'],
    [
      'the name of a file',
      posted('--b\r\nContent-Disposition: form-data; name="f"; filename="pod.pdf"\r\n\r\n%PDF\r\n--b--\r\n'),
      'pod.pdf',
    ],
    ['an element', posted('<r><value>Smith &amp; Co</value></r>', '/ws', 'text/xml'), 'Smith & Co'],
    ['a queue of events', posted('SAPEVENTQUEUE=Change~E002Id~E004W1~E005Value~E0042480~E003'), '2480'],
    ['the path', posted('', '/fields/weight/2480'), '2480'],
    ['the query', posted('', '/fields?weight=2%2C480'), '2480'],
    ['a longer text', posted('{"breadcrumbs":"weight: 2480 lb"}'), '2480'],
  ] as const)
    it(`is found in ${what}`, () => {
      assert.ok(carries(facts, entered(value)));
    });

  for (const [what, facts, value] of [
    ['a longer number', posted('id=12480&t=24801'), '2480'],
    ['a short word in a text', posted('{"event":"WC was opened"}'), 'WC'],
    ['nothing', posted('id=w&value='), ''],
  ] as const)
    it(`is not found in ${what}`, () => {
      assert.ok(!carries(facts, entered(value)));
    });

  it('is one that the portal may save, unless it is a read, a query of GraphQL or a check', () => {
    assert.ok(maySave(posted('{"q":"2480"}')));
    assert.ok(maySave(posted('{"query":"mutation { save }"}')));
    assert.ok(!maySave({ ...posted(''), method: 'GET' }));
    assert.ok(!maySave(posted('{"operationName":"s","variables":{"q":"x"},"query":"query s { hits }"}')));
    assert.ok(!maySave({ ...posted('w=2480'), headers: { 'X-Up-Validate': 'w' } }));
  });

  it('is declared by the same template, or by the value of the option', () => {
    const { expected } = ticket('/save', { weight: '{{billed_weight}}', reason: 'WC' });
    assert.ok(declares(expected, values, entered('2,480.0')));
    assert.ok(
      declares(expected, values, entered('', { forms: ['Weight change', 'WC'], templates: ['Weight change'] })),
    );
    assert.ok(!declares(expected, values, entered('LK-7Q2M', { templates: ['{{mark}}'] })));
  });
});

describe('a value that was entered', () => {
  const change = posted('cmd=onChange&id=w&value=2480');
  const click = ticket('/zkau', { cmd: 'onClick', id: 'b' });

  it('is lost when the page sent it by a request that was left out, and the write does not carry it', () => {
    const all = openEnteredValues();
    all.enter(entered('2480'));
    all.leftOut(leftOut(change));
    all.sent(posted('cmd=onClick&id=b'), click);
    assert.equal(all.lost([])?.entered.page, 'bill');
    assert.equal(all.lost([])?.request, 'POST https://tms.example/zkau');
    assert.equal(all.lost([])?.declaredBy, undefined);
  });

  it('is lost when its request was declared by the step of the write and came before it', () => {
    const all = openEnteredValues();
    all.enter(entered('2480'));
    all.leftOut(leftOut(change));
    const early = ticket('/zkau', { cmd: 'onChange', id: 'w', value: '{{billed_weight}}' });
    assert.equal(all.lost([early])?.declaredBy, 'save');
  });

  it('is lost on a later page too, but not where the requests of another page say the same', () => {
    const all = openEnteredValues();
    all.enter(entered('2480'));
    all.leftOut(leftOut(change));
    all.leavePage();
    assert.ok(all.lost([]));
    const other = openEnteredValues();
    other.enter(entered('2480'));
    other.leavePage();
    other.leftOut(leftOut(change));
    assert.equal(other.lost([]), undefined);
  });

  it('is not lost where the write carries it, or another request of its step will', () => {
    const all = openEnteredValues();
    all.enter(entered('2480'));
    all.leftOut(leftOut(change));
    assert.equal(all.lost([ticket('/weights', { weight: '{{billed_weight}}' })]), undefined);
    all.sent(posted('weight=2480', '/save'));
    assert.equal(all.lost([]), undefined);
  });

  it('is not lost where it was sent before the page reported it to somebody else', () => {
    const all = openEnteredValues();
    all.enter(entered('2480'));
    all.sent(change);
    all.leftOut(leftOut(posted('{"typed":"2480"}', '/collect')));
    assert.equal(all.lost([]), undefined);
  });

  it('is forgotten when something else is entered into its field, and after its write', () => {
    const all = openEnteredValues();
    all.enter(entered('2480'));
    all.leftOut(leftOut(change));
    all.enter(entered('2500'));
    assert.equal(all.lost([]), undefined);
    all.leftOut(leftOut(posted('value=2500')));
    all.forget();
    assert.equal(all.lost([]), undefined);
  });
});

describe('what a click on a box chooses', () => {
  const box = (more: object = {}) =>
    choiceOf({
      ...plainElement,
      tag: 'input',
      type: 'checkbox',
      name: 'Liftgate',
      value: 'on',
      attributes: [
        { where: 'control', name: 'name', value: 'liftgate' },
        { where: 'control', name: 'id', value: 'zk_12-real' },
      ],
      ...more,
    });
  const liftgate = entered('', { field: 'box', templates: [], ...box() });
  const lostAfter = (facts: RequestFacts, write: RequestFacts, expected?: WriteTicket) => {
    const all = openEnteredValues();
    all.enter(liftgate);
    all.leftOut(leftOut(facts));
    all.sent(write, expected);
    return all.lost([])?.entered;
  };
  const save = posted('id=b&cmd=onClick', '/save');

  for (const [what, facts] of [
    ['by its name', posted('liftgate=on')],
    ['in JSON', posted('{"field":"liftgate","checked":true}')],
    ['by the beginning of its id', posted('cmd=onCheck&uuid=zk_12&data={"":true}')],
    ['by what people call it', posted('{"target":"zk_12-real","chosen":"Liftgate"}')],
  ] as const)
    it(`is lost when the page said it ${what}, and the write does not`, () => {
      assert.equal(lostAfter(facts, save)?.field, 'box');
    });

  for (const [what, facts, write] of [
    ['a report of the click alone', posted('{"type":"click","target":"#liftgate"}', '/collect'), save],
    ['the name of another box', posted('{"field":"liftgate2","checked":true}'), save],
    ['a form that has the box', posted('liftgate=on'), posted('note=x&liftgate=on', '/save')],
    ['JSON that has the box', posted('liftgate=on'), posted('{"charges":[{"liftgate":true}]}', '/save')],
    ['JSON that has what it is called', posted('liftgate=on'), posted('{"charges":["LIFTGATE"]}', '/save')],
  ] as const)
    it(`is not lost for ${what}`, () => {
      assert.equal(lostAfter(facts, write), undefined);
    });

  it('is not lost where the step of the write declares its field', () => {
    assert.equal(lostAfter(posted('liftgate=on'), save, ticket('/save', { liftgate: 'on' })), undefined);
  });

  it('is nothing where the click takes the tick away, and of other controls', () => {
    assert.deepEqual(box({ isChosen: true })?.called, []);
    assert.equal(box({ type: 'text' }), undefined);
  });

  it('takes the place of another radio button of its group', () => {
    const radio = (value: string) =>
      box({ type: 'radio', value, attributes: [{ where: 'control', name: 'name', value: 'reason' }] });
    assert.equal(radio('WC')?.group, radio('RC')?.group);
    assert.deepEqual(radio('WC')?.forms, ['WC', 'Liftgate']);
  });

  it('is known by the input for which the portal has its word', () => {
    const words = { shown: { of: 'reason_code', are: { WC: 'Weight change' } } };
    const capabilities = { tms_correction: { inputs: [], words, look: [], submit: [], probe: [] } };
    assert.deepEqual(inputsBehind('{{shown}}', { capabilities }), ['{{reason_code}}']);
  });
});
