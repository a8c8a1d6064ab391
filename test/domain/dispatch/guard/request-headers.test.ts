import assert from 'node:assert/strict';
import { sentHeaders, undeclaredHeader } from '../../../../domain/dispatch/guard/request-headers.ts';

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
