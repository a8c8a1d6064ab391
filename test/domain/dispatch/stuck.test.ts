import assert from 'node:assert/strict';
import { span, stuckReason, type TaskUnderWay } from '../../../domain/dispatch/stuck.ts';

const minute = 60_000;
const task = (change: Partial<TaskUnderWay>): TaskUnderWay => ({
  status: 'running',
  createdMs: 0,
  updatedMs: 0,
  last: null,
  expiresMs: null,
  portalWait: null,
  ...change,
});

describe('what is stuck', () => {
  it('is a task that no worker takes up, after five minutes', () => {
    assert.equal(stuckReason(task({ status: 'queued' }), 5 * minute - 1), null);
    assert.equal(stuckReason(task({ status: 'queued' }), 12 * minute), 'No worker has started it for 12 minutes.');
  });

  it('is a running task of which nothing was heard for ten minutes, and its last message is shown', () => {
    const last = { atMs: 60 * minute, words: 'Looking at the bill.' };
    assert.equal(stuckReason(task({ last }), 69 * minute), null);
    assert.equal(
      stuckReason(task({ last }), 75 * minute),
      'Nothing has happened for 15 minutes. Last: Looking at the bill.',
    );
    assert.equal(stuckReason(task({ updatedMs: 70 * minute, last }), 75 * minute), null);
  });

  it('is at once a task that waits for a portal', () => {
    const portalWait = { name: 'Sandbox TMS', reason: 'it answered 503', sinceMs: 0, isChanged: false };
    assert.equal(
      stuckReason(task({ updatedMs: 3 * minute, portalWait }), 3 * minute),
      'Waiting for Sandbox TMS for 3 minutes: it answered 503. It retries automatically.',
    );
    const changed = { ...portalWait, reason: 'it has changed', isChanged: true };
    assert.match(
      stuckReason(task({ portalWait: changed }), minute) ?? '',
      /it has changed\. It resumes automatically when a playbook version that fits is released\.$/,
    );
  });

  it('is an approval that ends within a day, or that has ended and nobody noticed', () => {
    const waits = task({ status: 'awaiting_approval', expiresMs: 48 * 60 * minute });
    assert.equal(stuckReason(waits, 0), null);
    assert.equal(stuckReason(waits, 43 * 60 * minute), 'No decision yet; the approval expires in 5 hours.');
    assert.match(stuckReason(waits, 49 * 60 * minute) ?? '', /has expired, and no worker/);
  });

  it('is never a task that has ended', () => {
    for (const status of ['completed', 'escalated', 'rejected', 'failed'] as const)
      assert.equal(stuckReason(task({ status }), Number.MAX_SAFE_INTEGER), null);
  });

  it('states spans in their largest unit', () => {
    assert.deepEqual(
      [0, 59, 60, 47 * 60, 72 * 60].map((count) => span(count * minute)),
      ['1 minute', '59 minutes', '1 hour', '47 hours', '3 days'],
    );
  });
});
