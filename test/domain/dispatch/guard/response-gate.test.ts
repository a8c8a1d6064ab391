import assert from 'node:assert/strict';
import type { Page } from '../../../../domain/dispatch/playbook/language.ts';
import { judgeResponse } from '../../../../domain/dispatch/guard/response-gate.ts';

const bill = (paths: readonly string[]): Page => ({
  paths,
  query: [],
  secret: false,
  fingerprint: { headings: [], labels: [], buttons: [], columns: [] },
});
const judge = (url: string, paths: readonly string[]) =>
  judgeResponse(url, 'bill', {
    origins: ['https://tms.example'],
    pages: { bill: bill(paths) },
    values: { pro: '0412708839' },
  });

describe('the page that a step led to', () => {
  it('is allowed where its address fits a path of the record', () => {
    assert.equal(judge('https://tms.example/bills/0412708839', ['/bills/{{pro}}']).verdict, 'allowed');
  });

  it('stops with the paths of the playbook where its address fits none', () => {
    assert.deepEqual(judge('https://tms.example/bills/0412708893', ['/bills/{{pro}}', '/b/{{pro}}']), {
      verdict: 'stopped',
      layer: 'response',
      rule: 'response.other_page',
      reason:
        'this is not the page bill of the task\'s record: its address fits none of the playbook\'s paths ("/bills/{{pro}}", "/b/{{pro}}")',
      subject: 'https://tms.example/bills/0412708893',
    });
  });

  it('names three paths at the most', () => {
    const { reason } = judge('https://tms.example/', ['/1', '/2', '/3', '/4']);
    assert.match(reason, /\("\/1", "\/2", "\/3" or another\)$/);
  });

  it('stops on another origin, whatever its path', () => {
    assert.equal(judge('https://evil.example/bills/0412708839', ['/bills/{{pro}}']).rule, 'response.foreign_page');
  });
});
