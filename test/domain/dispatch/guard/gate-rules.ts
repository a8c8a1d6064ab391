/** A portal with pages, a read, a document and one open write, as the tests of the gate judge requests against it. */
import { type RequestRules, type WriteTicket } from '../../../../domain/dispatch/guard/request-gate.ts';
import { type RequestFacts } from '../../../../domain/dispatch/guard/request-line.ts';
import type { Page } from '../../../../domain/dispatch/playbook/language.ts';

export const page = (paths: string[], query: string[] = []): Page => ({
  paths,
  query,
  secret: false,
  fingerprint: { headings: [], labels: [], buttons: [], columns: [] },
});
export const ticket: WriteTicket = {
  id: 'save',
  step: 'save',
  values: { pro: '0412708839' },
  expected: {
    method: 'POST',
    path: '/shipments/{{pro}}/corrections',
    content: 'form',
    fields: ['code', 'amount'],
    constraints: [
      { field: 'code', one_of: ['WC', 'CC'] },
      { field: 'amount', at_most: '250.00' },
    ],
  },
};
export const rules: RequestRules = {
  origins: ['https://tms.example'],
  pages: {
    search: page(['/search'], ['q']),
    shipment: page(['/shipments/{{pro}}', '/shipments/{{pro}}/documents']),
    form: page(['/issue?@template=item'], ['line']),
    hits: page(['/issue?@template=search&pro={{pro}}']),
    call: page(['/dispute.do?method=view&pro={{pro}}'], ['method']),
  },
  assets: ['/static/**'],
  assetOrigins: ['https://cdn.example'],
  reads: [],
  used: [],
  acting: true,
  neverClick: [{ action: 'void_bill', label: 'Void bill', names: [], paths: ['/bills/*/x9'] }],
  values: { pro: '0412708839' },
  uploads: [],
  documents: ['/documents/*', '/files/pod_*.pdf?inline=1'],
  tickets: [ticket],
};
export const get = (url: string, purpose: RequestFacts['purpose'] = 'page'): RequestFacts => ({
  method: 'GET',
  url,
  purpose,
  headers: {},
  body: null,
});
export const post = (
  path: string,
  text: string,
  contentType = 'application/x-www-form-urlencoded',
  method = 'POST',
): RequestFacts => ({
  method,
  url: `https://tms.example${path}`,
  purpose: 'page',
  headers: {},
  body: { contentType, text },
});
export const corrections = '/shipments/0412708839/corrections';
