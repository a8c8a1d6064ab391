import assert from 'node:assert/strict';
import { ApplicationFailure, CancelledFailure } from '@temporalio/common';
import { MockActivityEnvironment } from '@temporalio/testing';
import { pino } from 'pino';
import { attemptLog } from '../../worker/workers.ts';
import { engineLogger } from '../../temporal/runtime.ts';

/** Runs an activity behind the interceptor, as a Worker would, and gives the lines that were logged. */
async function linesOf(activity: (secret: string) => Promise<unknown>): Promise<Record<string, unknown>[]> {
  const lines: Record<string, unknown>[] = [];
  const log = pino({ level: 'debug' }, { write: (line) => lines.push(JSON.parse(line) as Record<string, unknown>) });
  const environment = new MockActivityEnvironment(
    { activityType: 'pullDocument', attempt: 3, taskQueue: 'portal' },
    { interceptors: [attemptLog(log)], logger: engineLogger(pino({ level: 'silent' })) },
  );
  await environment.run(activity, 'a payload that nobody logs').catch(() => undefined);
  return lines;
}

describe('the log line of an activity attempt', () => {
  it('says which activity, which attempt, how long and how it ended', async () => {
    const [line, ...more] = await linesOf(async () => 'a result that nobody logs');
    assert.deepEqual(more, []);
    assert.equal(line?.['activity'], 'pullDocument');
    assert.equal(line?.['attempt'], 3);
    assert.equal(line?.['queue'], 'portal');
    assert.equal(line?.['outcome'], 'completed');
    assert.equal(typeof line?.['ms'], 'number');
    assert.ok(line && 'workflow_id' in line);
  });

  it('names the type and code of an error and not its message', async () => {
    const [line] = await linesOf(async () => {
      throw Object.assign(new RangeError('PRO 1234567890 of Jane Doe'), { code: 'lease_lost' });
    });
    assert.equal(line?.['outcome'], 'failed');
    assert.deepEqual(line?.['error'], { type: 'RangeError', code: 'lease_lost' });
    const [typed] = await linesOf(async () => {
      throw ApplicationFailure.nonRetryable('words', 'evidence_lost');
    });
    assert.deepEqual(typed?.['error'], { type: 'evidence_lost' });
  });

  it('distinguishes a cancelled attempt from a failed one', async () => {
    const [line] = await linesOf(async () => {
      throw new CancelledFailure('cancelled');
    });
    assert.equal(line?.['outcome'], 'cancelled');
  });

  it('holds no payload', async () => {
    const all = JSON.stringify([
      await linesOf(async () => 'a result that nobody logs'),
      await linesOf(async () => {
        throw new Error('a message that nobody logs');
      }),
    ]);
    assert.equal(/nobody logs/.test(all), false);
  });
});
