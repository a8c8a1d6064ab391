import assert from 'node:assert/strict';
import { startBenchMachine } from '../../bench/bench-machine.ts';
import type { LoadTask } from '../../bench/load-tasks.ts';
import { starvedPass } from '../../bench/starved/starved.ts';
import { nameOfInput } from '../../bench/starved/tasks.ts';
import type { Statement } from '../../bench/starved/verdict.ts';
import type { TaskInput } from '../../domain/dispatch/task.ts';
import { allScenarios } from '../../portals/sandbox/scenarios.ts';

/** What is true of each scenario; writes are on a record of their own. */
const expected = [
  ['pull_pod', 'completed', null, null],
  ['pull_pod_missing', 'rejected', 'not_found', null],
  ['file_dispute', 'completed', null, 'audit'],
  ['file_dispute_unsupported', 'rejected', 'facts_do_not_support', null],
  ['pod_to_dispute_open', 'completed', null, 'audit'],
  ['answer_claim_accept', 'completed', null, 'audit'],
  ['tms_correction_under_limit', 'completed', null, 'tms'],
  ['portal_action', 'escalated', 'guard_stopped', null],
] as const;

function taskOf([scenario, , , portal]: (typeof expected)[number]): LoadTask {
  const input = { ...allScenarios()[scenario], idempotency_key: `starved-${scenario}` } as TaskInput;
  const { pro, invoice_number, claim_id } = input.params;
  if (portal === null) return { input, record: null };
  if (portal === 'tms') return { input, record: { portal, name: 'pro', id: pro ?? '' } };
  return invoice_number === undefined
    ? { input, record: { portal, name: 'claim_id', id: claim_id ?? '' } }
    : { input, record: { portal, name: 'invoice_number', id: invoice_number } };
}

describe('the product on a machine that has no time for it', function () {
  this.timeout(600_000);

  it('states nothing false, loses nothing and does nothing twice while its parts are stopped in turn', async () => {
    const tasks = expected.map(taskOf);
    const quiet = new Map(
      expected.map(([, outcome, reason], n): [string, Statement] => [
        nameOfInput(tasks[n]?.input as TaskInput),
        { outcome, reason, status: outcome, confirmationNumber: null, failedChecks: [], podSha256: null },
      ]),
    );
    const lines: string[] = [];
    const bench = await startBenchMachine([], { LOG_LEVEL: 'error', PORTAL_BROWSERS: '2' });
    try {
      const run = {
        busy: 4,
        disk: 0,
        stops: 4,
        stopMs: [4_000, 6_000],
        parts: ['worker', 'browser', 'postgres', 'dispatch'],
        seed: 1,
        say: (line: string) => void lines.push(line),
      } as const;
      assert.equal(await starvedPass(bench, run, tasks, quiet), true, lines.join('\n'));
    } finally {
      await bench.stop();
    }
  });
});
