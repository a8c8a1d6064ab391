import assert from 'node:assert/strict';
import fc from 'fast-check';
import { afterAttempt, endpointHealth, saysNothingNew, untriedEndpoint } from '../../../domain/delivery/health.ts';
import type { EndedAttempt, EndpointRecord, EndpointSignal } from '../../../domain/delivery/health.ts';

const start = Date.UTC(2026, 10, 21, 10);
const minute = 60_000;
const at = (minutes: number): Date => new Date(start + minutes * minute);
const ok = (minutes: number): EndedAttempt => ({
  endedAt: at(minutes),
  acknowledged: true,
  responseStatus: 204,
  error: null,
  exhausted: false,
});
const bad = (minutes: number, more: Partial<EndedAttempt> = {}): EndedAttempt => ({
  endedAt: at(minutes),
  acknowledged: false,
  responseStatus: 503,
  error: null,
  exhausted: false,
  ...more,
});
const fold = (
  attempts: readonly EndedAttempt[],
  from: EndpointRecord = untriedEndpoint,
): { record: EndpointRecord; signals: EndpointSignal[][] } => {
  const signals: EndpointSignal[][] = [];
  let record = from;
  for (const attempt of attempts) {
    const after = afterAttempt(record, attempt);
    record = after.record;
    signals.push([...after.signals]);
  }
  return { record, signals };
};

describe('the health of an endpoint', () => {
  it('is idle until something was sent', () => {
    assert.deepEqual(endpointHealth(undefined), {
      state: 'idle',
      failing_since: null,
      recovered_at: null,
      exhausted: 0,
      exhausted_since: null,
      last_success_at: null,
      last_failure_at: null,
      consecutive_failures: 0,
      last_error: null,
      holding_since: null,
    });
  });

  it('is healthy after an acknowledgement', () => {
    const { record, signals } = fold([ok(1)]);
    const { state, last_success_at } = endpointHealth(record);
    assert.deepEqual([state, last_success_at, signals], ['healthy', at(1).toISOString(), [[]]]);
  });

  it('fails at once when nothing was ever acknowledged', () => {
    const { record, signals } = fold([bad(0, { responseStatus: null, error: 'refused' })]);
    const { state, failing_since, last_error, consecutive_failures } = endpointHealth(record);
    assert.deepEqual(
      [state, failing_since, last_error, consecutive_failures],
      ['failing', at(0).toISOString(), 'refused', 1],
    );
    assert.deepEqual(signals, [['endpoint.failing']]);
  });

  it('fails from the third failure in a row, since the first of them, and says so once', () => {
    const { record, signals } = fold([ok(0), bad(1), bad(2), bad(3), bad(4)]);
    assert.deepEqual(signals, [[], [], [], ['endpoint.failing'], []]);
    const { state, failing_since, last_failure_at, last_error, consecutive_failures } = endpointHealth(record);
    assert.deepEqual(
      [state, failing_since, last_failure_at, last_error, consecutive_failures],
      ['failing', at(1).toISOString(), at(4).toISOString(), 'http_503', 4],
    );
  });

  it('does not fail while acknowledgements come between the failures', () => {
    const { record, signals } = fold([ok(0), bad(1), bad(2), ok(3), bad(4), bad(5)]);
    assert.deepEqual(signals.flat(), []);
    assert.equal(endpointHealth(record).state, 'healthy');
    assert.equal(endpointHealth(record).failing_since, null);
    assert.equal(endpointHealth(record).consecutive_failures, 2);
  });

  it('recovers with the first acknowledgement and keeps what was', () => {
    const { record, signals } = fold([ok(0), bad(1), bad(2), bad(3), ok(9)]);
    assert.deepEqual(signals.at(-1), ['endpoint.recovered']);
    assert.deepEqual(endpointHealth(record), {
      state: 'healthy',
      failing_since: null,
      recovered_at: at(9).toISOString(),
      exhausted: 0,
      exhausted_since: null,
      last_success_at: at(9).toISOString(),
      last_failure_at: at(3).toISOString(),
      consecutive_failures: 0,
      last_error: 'http_503',
      holding_since: null,
    });
  });

  it('reports once while it fails that deliveries run out, and counts them', () => {
    const { record, signals } = fold([
      bad(0),
      bad(1, { exhausted: true }),
      bad(2, { exhausted: true }),
      bad(3, { exhausted: true }),
      ok(9),
    ]);
    assert.deepEqual(signals, [['endpoint.failing'], ['endpoint.exhausted'], [], [], ['endpoint.recovered']]);
    const { exhausted, exhausted_since } = endpointHealth(record);
    assert.deepEqual([exhausted, exhausted_since], [3, at(1).toISOString()]);
  });

  it('starts over with the next time it fails', () => {
    const { record } = fold([bad(0, { exhausted: true }), ok(5), bad(10), bad(11), bad(12, { exhausted: true })]);
    const { exhausted, exhausted_since, recovered_at } = endpointHealth(record);
    assert.deepEqual([exhausted, exhausted_since, recovered_at], [1, at(12).toISOString(), at(5).toISOString()]);
  });

  it('reports every delivery that runs out at an endpoint that otherwise works', () => {
    const { record, signals } = fold([ok(0), bad(1, { exhausted: true }), ok(2), bad(3, { exhausted: true }), ok(4)]);
    assert.deepEqual(signals.flat(), ['endpoint.exhausted', 'endpoint.exhausted']);
    assert.equal(endpointHealth(record).state, 'healthy');
    assert.equal(endpointHealth(record).exhausted, 2);
  });

  it('is not blamed for a worker that died', () => {
    const lost = bad(1, { responseStatus: null, error: 'interrupted' });
    const { record, signals } = fold([ok(0), lost, lost, lost, { ...lost, exhausted: true }]);
    assert.deepEqual(signals, [[], [], [], [], ['endpoint.exhausted']]);
    assert.equal(endpointHealth(record).state, 'healthy');
    assert.equal(endpointHealth(record).consecutive_failures, 0);
    assert.equal(endpointHealth(record).exhausted, 1);
  });

  it('does not go back in time when attempts end in another order', () => {
    const { record } = fold([ok(5), ok(4), bad(7), bad(6)]);
    assert.equal(record.lastSuccessAt?.toISOString(), at(5).toISOString());
    assert.equal(record.lastFailureAt?.toISOString(), at(7).toISOString());
  });

  const anyAttempt = fc
    .record({
      minutes: fc.nat(500),
      result: fc.constantFrom('ok', 'bad', 'interrupted'),
      exhausted: fc.boolean(),
    })
    .map(({ minutes, result, exhausted }) =>
      result === 'ok'
        ? ok(minutes)
        : bad(minutes, {
            exhausted,
            ...(result === 'bad' ? {} : { responseStatus: null, error: 'interrupted' as const }),
          }),
    );

  it('alternates between failing and recovered, whatever is sent', () => {
    fc.assert(
      fc.property(fc.array(anyAttempt, { maxLength: 60 }), (attempts) => {
        const { record, signals } = fold(attempts);
        const turns = signals.flat().filter((signal) => signal !== 'endpoint.exhausted');
        turns.forEach((turn, n) => assert.equal(turn, n % 2 === 0 ? 'endpoint.failing' : 'endpoint.recovered'));
        assert.equal(record.failing, turns.length % 2 === 1);
      }),
    );
  });

  it('need not be written for an attempt that says nothing new', () => {
    fc.assert(
      fc.property(fc.array(anyAttempt, { maxLength: 30 }), anyAttempt, (attempts, last) => {
        const { record } = fold(attempts);
        if (!saysNothingNew(record, last)) return;
        const after = afterAttempt(record, last);
        assert.deepEqual(after.signals, []);
        const seconds = ((after.record.lastSuccessAt?.getTime() ?? 0) - (record.lastSuccessAt?.getTime() ?? 0)) / 1000;
        assert.ok(seconds < 1);
        assert.deepEqual({ ...after.record, lastSuccessAt: null }, { ...record, lastSuccessAt: null });
      }),
    );
    assert.equal(saysNothingNew(fold([ok(0)]).record, ok(0)), true);
    assert.equal(saysNothingNew(fold([ok(0)]).record, ok(1)), false);
  });
});
