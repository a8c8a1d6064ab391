/** What is sent to the address of a step's write, and is another operation than its, is left out; what is the write stops the run. */
import assert from 'node:assert/strict';
import {
  judgeRequest,
  type RequestRules,
  type RequestVerdict,
} from '../../../../domain/dispatch/guard/request-gate.ts';
import type { ExpectedRequest } from '../../../../domain/dispatch/playbook/declared-request.ts';
import { ofStepItself } from '../../../../portals/verdict-log.ts';

const values = { pro: '0412708839' };
function judged(constraints: ExpectedRequest['constraints'], body: object): RequestVerdict {
  const expected: ExpectedRequest = {
    method: 'POST',
    path: '/api',
    content: 'json',
    fields: ['pro', ...constraints.map(({ field }) => field)],
    constraints: [{ field: 'pro', equals: '{{pro}}' }, ...constraints],
  };
  const rules: RequestRules = {
    origins: ['https://tms.example'],
    pages: {},
    assets: [],
    assetOrigins: [],
    reads: [],
    used: [],
    acting: true,
    neverClick: [],
    values,
    uploads: [],
    documents: [],
    tickets: [{ id: 'save', step: 'save', values, expected }],
  };
  const contentType = 'application/json';
  const text = JSON.stringify({ pro: '0412708839', ...body });
  const headers = { 'content-type': contentType };
  const url = 'https://tms.example/api';
  return judgeRequest({ method: 'POST', url, purpose: 'part', headers, body: { contentType, text } }, rules);
}

describe('a request to the address of a write', () => {
  it('is the write of the step where only a member is no longer null or empty', () => {
    for (const [equals, type] of [
      ['null', 'null'],
      ['[]', 'empty'],
    ] as const) {
      const verdict = judged([{ field: 'state', equals, type }], { state: 'x' });
      assert.equal(verdict.verdict, 'stopped');
      assert.notEqual(verdict.rule, 'request.background_write');
      assert.doesNotMatch(verdict.reason, /by itself|the run goes on/);
    }
  });

  it('is left out where it names another operation', () => {
    const verdict = judged([{ field: 'operation', equals: 'Save' }], { operation: 'Touch' });
    assert.equal(verdict.rule, 'request.background_write');
    assert.match(verdict.reason, /^left out, and the run goes on: the page asked for it by itself; /);
  });

  it('is not said to let the run go on where the step waits for it', () => {
    const { reason } = judged([{ field: 'operation', equals: 'Save' }], { operation: 'Touch' });
    const verdict = { verdict: 'stopped', layer: 'request', rule: 'request.background_write', subject: 'x' } as const;
    assert.doesNotMatch(ofStepItself({ ...verdict, reason }).reason, /by itself|the run goes on/);
    assert.match(ofStepItself({ ...verdict, reason }).reason, /^the field "?operation/);
  });
});
