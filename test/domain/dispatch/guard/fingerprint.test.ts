import assert from 'node:assert/strict';
import { fingerprintDifference } from '../../../../domain/dispatch/guard/response-gate.ts';
import type { Page } from '../../../../domain/dispatch/playbook/language.ts';

const page = (heading: string): Page => ({
  paths: ['/bills/{{pro}}'],
  query: [],
  secret: false,
  fingerprint: { headings: [heading], labels: [], buttons: [], columns: [] },
});
const holds = (heading: string, shown: string): boolean =>
  fingerprintDifference(
    { url: 'http://127.0.0.1/bills/7', title: '', headings: [shown], labels: [], buttons: [], columns: [] },
    page(heading),
    { pro: '0412708839' },
  ) === undefined;

describe('the fingerprint of a page', () => {
  it('has further words in the place of a star, as a record has', () => {
    assert.ok(holds('Invoice {{pro}} *', 'Invoice 0412708839 Short paid'));
    assert.ok(holds('Invoice {{pro}} *', 'Invoice 0412708839'));
    assert.ok(!holds('Invoice {{pro}} *', 'Invoice 0412708838 Short paid'));
    assert.ok(holds('Invoice {{pro}}', 'Invoice 0412708839 Short paid'));
    assert.ok(!holds('Invoice {{pro}}', 'Invoice 0412708839 copy'));
    assert.ok(!holds('Invoices', 'Invoices Short paid'));
    assert.ok(!holds('*', 'Void bill'));
  });
});
