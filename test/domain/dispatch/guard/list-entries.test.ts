import assert from 'node:assert/strict';
import { type ExpectedRequest } from '../../../../domain/dispatch/playbook/declared-request.ts';
import { fitRequest } from '../../../../domain/dispatch/guard/request-fit.ts';
import { canonicalUrl } from '../../../../domain/dispatch/guard/request-line.ts';
import { post, rules, ticket } from './gate-rules.ts';

const path = '/shipments/0412708839/corrections';
const codes = { field: 'lines[*].code', all_of: ['{{add_accessorials[]}}'] };

/** What is sent, or the rule by which nothing is. */
function judged(
  body: string,
  added: string,
  declared: Partial<ExpectedRequest>,
  contentType = 'application/json',
): string {
  const facts = post(path, body, contentType);
  const url = canonicalUrl(facts.url);
  assert.ok(url !== undefined);
  const expected: ExpectedRequest = { ...ticket.expected, content: 'json', constraints: [], fields: [], ...declared };
  const values = { ...ticket.values, add_accessorials: added };
  const fit = fitRequest(facts, url, { expected, values, by: 'the step "save"' }, rules);
  return 'rule' in fit ? fit.rule : Buffer.from(fit.sent?.bytes ?? '', 'latin1').toString();
}

describe('the entries of a list in a request', () => {
  const scalars = { fields: ['extra[*]'], constraints: [{ ...codes, field: 'extra[*]' }] };
  const sends = (body: string, added: string): string => judged(body, added, scalars);

  it('are those that the task gives, in any order', () => {
    for (const body of ['{"extra":["LG","RD"]}', '{"extra":["RD","LG"]}']) assert.equal(sends(body, 'LG, RD'), body);
    assert.equal(sends('{"extra":["LG"]}', 'LG'), '{"extra":["LG"]}');
  });

  it('may be an empty list, null or missing where the task gives none', () => {
    const others = {
      fields: [...scalars.fields, 'reference'],
      constraints: [...scalars.constraints, { field: 'reference', equals: 'R1' }],
    };
    for (const body of ['{"extra":[],"reference":"R1"}', '{"extra":null,"reference":"R1"}', '{"reference":"R1"}'])
      assert.equal(judged(body, '', others), body);
  });

  it('are no more, no fewer, no others, and none of them twice', () => {
    for (const body of [
      '{"extra":["LG"]}',
      '{"extra":["LG","RD","ID"]}',
      '{"extra":["LG","LG"]}',
      '{"extra":["LG","ID"]}',
      '{"extra":["LG",7]}',
      '{"extra":["LG",["RD"]]}',
      '{"extra":["LG",{"code":"RD"}]}',
      '{"extra":[]}',
      '{"extra":null}',
      '{"extra":{"0":"LG","1":"RD"}}',
    ])
      assert.match(sends(body, 'LG, RD'), /^request\./, body);
    assert.match(sends('{"extra":["LG"]}', ''), /^request\./);
  });

  const objects: Partial<ExpectedRequest> = {
    fields: ['lines[*].code', 'lines[*].quantity'],
    constraints: [codes, { field: 'lines[*].quantity', equals: '1', type: 'number' }],
  };

  it('are objects with the same members, each as declared', () => {
    const body = '{"lines":[{"code":"RD","quantity":1},{"code":"LG","quantity":1}]}';
    assert.equal(judged(body, 'LG, RD', objects), body);
    for (const other of [
      '{"lines":[{"code":"RD","quantity":1},{"code":"LG","quantity":2}]}',
      '{"lines":[{"code":"RD","quantity":1},{"code":"LG"}]}',
      '{"lines":[{"code":"RD"},{"code":"LG"}]}',
      '{"lines":[{"code":"RD","quantity":1},{"code":"LG","quantity":1,"void":true}]}',
      '{"lines":[{"code":"RD","quantity":1},{"code":"LG","quantity":1},{"quantity":1}]}',
    ])
      assert.match(judged(other, 'LG, RD', objects), /^(?:request|never_click)\./, other);
  });

  it('are not put together from parts of several', () => {
    assert.match(judged('{"lines":[{"code":"LG"},{"quantity":1}]}', 'LG', objects), /^request\./);
  });

  it('are those of a form that numbers its fields, too', () => {
    const form: Partial<ExpectedRequest> = {
      content: 'form',
      fields: ['lines[*][code]'],
      constraints: [{ ...codes, field: 'lines[*][code]' }],
    };
    const type = 'application/x-www-form-urlencoded';
    const named = (...given: string[]): string =>
      given
        .map((pair) => pair.replace('[', '%5B').replace(']%', ']').replace('][', '%5D%5B').replace(']', '%5D'))
        .join('&');
    const body = named('lines[0][code]=LG', 'lines[1][code]=RD');
    assert.equal(judged(body, 'LG, RD', form, type), body);
    // A server keeps the last of two fields of one name.
    assert.match(judged(named('lines[0][code]=LG', 'lines[0][code]=RD'), 'LG, RD', form, type), /^request\./);
    assert.match(judged(named('lines[0][code]=LG', 'lines[1][code]=ID'), 'LG, RD', form, type), /^request\./);
  });

  it('name an act as little as any other field', () => {
    const harmful = { fields: ['extra[*]'], constraints: [{ field: 'extra[*]', all_of: ['Void bill'] }] };
    assert.match(judged('{"extra":["Void bill"]}', '', harmful), /^never_click\./);
  });
});
