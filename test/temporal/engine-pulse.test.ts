import assert from 'node:assert/strict';
import { type QueueHealth, isServed } from '../../temporal/engine-health.ts';

const now = new Date('2026-11-21T10:00:00Z');
const ago = (seconds: number): Date => new Date(now.getTime() - seconds * 1000);
const queue = (change: Partial<QueueHealth>): QueueHealth => ({
  queue: 'tasks',
  name: 'tasks',
  kind: 'workflow',
  pollers: ['1@host'],
  lastPollAt: ago(3),
  backlogMs: 0,
  ...change,
});

describe('whether a queue is served', () => {
  it('is seen from a poll within the minute that a poll lasts', () => {
    assert.equal(isServed(queue({ lastPollAt: ago(60) }), now), true);
    assert.equal(isServed(queue({ lastPollAt: ago(80) }), now), false);
    assert.equal(isServed(queue({ lastPollAt: null, pollers: [] }), now), false);
  });

  it('is seen sooner where workflow tasks wait and nobody asks for them', () => {
    assert.equal(isServed(queue({ lastPollAt: ago(20), backlogMs: 20_000 }), now), false);
    assert.equal(isServed(queue({ lastPollAt: ago(2), backlogMs: 20_000 }), now), true);
    assert.equal(isServed(queue({ kind: 'activity', lastPollAt: ago(20), backlogMs: 20_000 }), now), true);
  });
});
