import assert from 'node:assert/strict';
import {
  actOfCookies,
  recordOfCookies,
  declaredHeaders,
  headersLeftOut,
  sentHeaders,
  undeclaredHeader,
} from '../../../../domain/dispatch/guard/request-headers.ts';

describe('the headers by which frameworks ask for a part of a page', function () {
  it('leave as they are, those of every version of htmx too', () => {
    const headers = {
      'hx-request': 'true',
      'hx-request-type': 'partial',
      'hx-source': 'form#search',
      'hx-target': 'div#results',
      'hx-current-url': 'https://tms.example.com/bills',
      'turbo-frame': 'charges',
      'x-up-context': '{"draft":1}',
      'x-microsoftajax': 'Delta=true',
      'apollographql-client-name': 'portal',
    };
    assert.equal(undeclaredHeader(headers, []), undefined);
    assert.deepEqual(sentHeaders(headers, []), headers);
  });

  it('do not leave where they name an act, nor do others of their kind', () => {
    assert.equal(undeclaredHeader({ 'hx-source': 'button#void-bill' }, []), 'hx-source');
    assert.equal(undeclaredHeader({ 'hx-request-type': 'cancel shipment' }, []), 'hx-request-type');
    assert.equal(undeclaredHeader({ 'hx-prompt': 'yes' }, []), 'hx-prompt');
    assert.equal(undeclaredHeader({ 'x-original-url': '/bills' }, []), 'x-original-url');
  });
});

describe('other headers that pages send', function () {
  it('say who asks, and leave as long as they are one token', () => {
    const headers = { authorization: 'Bearer eyJh.eyJz.s-_1', 'x-api-key': 'k-1' };
    assert.equal(undeclaredHeader(headers, []), undefined);
    assert.deepEqual(sentHeaders(headers, []), headers);
    assert.equal(undeclaredHeader({ authorization: 'void the bill now' }, []), 'authorization');
  });

  it('are left out where monitoring adds them, and keep nothing from leaving', () => {
    const headers = { traceparent: '00-1-2-01', 'x-datadog-trace-id': 'void', 'x-request-id': '1' };
    assert.equal(undeclaredHeader(headers, []), undefined);
    assert.deepEqual(sentHeaders(headers, []), {});
  });
});

describe('headers that a playbook declares', function () {
  const declared = [
    'X-Tenant-Id',
    { name: 'SOAPAction', equals: 'bill/{{pro}}/save' },
    { name: 'Idempotency-Key', pattern: '[0-9a-f-]+', max_length: 36 },
  ];
  const allowed = (headers: Record<string, string>): string[] =>
    declaredHeaders(headers, declared, { pro: '0412708839' }, []);

  it('go along with the value that it says, or with any token', () => {
    const headers = { 'x-tenant-id': 'acme', soapaction: 'bill/0412708839/save', 'idempotency-key': '9f-1' };
    assert.deepEqual(allowed(headers), Object.keys(headers));
    assert.deepEqual(allowed({ 'x-tenant-id': '0412708839' }), ['x-tenant-id']);
  });

  it('do not go along with another value, or with words of an act', () => {
    const wrong = { 'x-tenant-id': 'void-bill', soapaction: 'bill/0412708893/save', 'idempotency-key': 'void' };
    assert.deepEqual(allowed(wrong), []);
    assert.equal(undeclaredHeader(wrong, allowed(wrong)), 'x-tenant-id');
    assert.deepEqual(headersLeftOut({ ...wrong, accept: '*/*', traceparent: '1' }, []), Object.keys(wrong));
    for (const value of ['cancel', 'R\u00fcckbuchung', 'a\nb', 'x'.repeat(2_001)])
      assert.deepEqual(allowed({ 'x-tenant-id': value }), [], value);
  });
});

describe('headers that scripts may set', () => {
  it('name no act', () => {
    for (const [name, value] of [
      ['accept', 'application/vnd.tms.cancel-shipment+json'],
      ['if-match', 'void-bill'],
    ] as const)
      assert.equal(undeclaredHeader({ [name]: value }, []), name);
    const usual = {
      accept: 'text/html,application/xhtml+xml;q=0.9,image/avif,*/*;q=0.8',
      'accept-language': 'en-US,en;q=0.9',
      'cache-control': 'no-cache',
      'if-match': '"7f3a"',
      'if-modified-since': 'Sat, 28 Nov 2026 09:00:00 GMT',
      range: 'bytes=0-',
    };
    assert.equal(undeclaredHeader(usual, []), undefined);
  });
});

describe('the cookies of a write', () => {
  const said = (name: string, value: string): string | undefined => actOfCookies([{ name, value }], [])?.rule;
  it('keep it from leaving where one chooses an act or a method, and are never looked at for anything else', () => {
    assert.equal(said('op', 'void_bill'), 'never_click.void_bill');
    assert.equal(said('action', 'cancel%20shipment'), 'never_click.cancel_shipment');
    assert.equal(said('_method', 'DELETE'), 'request.method_override');
    for (const [name, value] of [
      ['theme', 'void'],
      ['flash', 'Bill%20voided'],
      ['action', 'save'],
      ['cmd', '%E0%A4%A'],
    ] as const)
      assert.equal(said(name, value), undefined, name);
  });
});

describe('the cookies that a page sets as it sends its write', () => {
  const pro = '0412708839';
  const says = (name: string, value: string, before = ''): string | undefined =>
    recordOfCookies([{ name, value }], before === '' ? [] : [{ name, value: before }], { pro })?.rule;
  it('name no other record', () => {
    assert.equal(says('current_shipment', '0412708893'), 'request.other_record');
    assert.equal(says('currentShipment', '7719220481', pro), 'request.other_record');
    assert.equal(says('state', '%7B%22pro%22%3A%220412708893%22%7D'), 'request.other_record');
    assert.equal(says('current_shipment', pro), undefined);
    assert.equal(says('seen', `0412708893,${pro}`), undefined);
    assert.equal(says('last_shipment', '0412708893', '0412708893'), undefined);
    assert.equal(says('visit', '7719220481'), undefined);
    assert.equal(says('shipment_id', '88977', '88412'), 'request.other_record');
    assert.equal(says('visit_id', '88977', '88412'), undefined);
    assert.equal(says('load', '2', '1'), undefined);
  });
  it('name nobody else for whom it is sent', () => {
    assert.equal(says('impersonate', 'jsmith'), 'request.other_person');
    assert.equal(says('impersonate', '', 'jsmith'), undefined);
    assert.equal(says('acting-as', 'jsmith', 'jsmith'), undefined);
  });
});
