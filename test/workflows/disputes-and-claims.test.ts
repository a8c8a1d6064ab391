/** Disputes, documents and claims end to end, on both sandbox portals; the table of truth decides. */
import assert from 'node:assert/strict';
import { allScenarios } from '../../sandbox/scenarios.ts';
import type { TaskInput } from '../../domain/dispatch/task-schemas.ts';
import type { TaskRow } from '../../store/tasks.ts';
import { control } from '../sandbox/sandbox.ts';
import { chainOf, type Crew, openCrew, truthOf } from './crew.ts';

const outcomeOf = ({ status, outcomeReason }: TaskRow): string =>
  [status, outcomeReason].filter((part) => part !== null).join('/');

describe('work on the audit portal', function () {
  let crew: Crew;
  before(async () => {
    crew = await openCrew();
    await crew.join();
  });
  beforeEach(async () => {
    await control(crew.sandbox, '/reset', {});
    await crew.database.pool.query('delete from portal_intents');
  });
  after(() => crew.leave());

  const scenario = (name: string): TaskInput => {
    const found = allScenarios()[name];
    assert.ok(found, name);
    return found as TaskInput;
  };
  const work = async (input: TaskInput): Promise<TaskRow> => crew.ended(await crew.add(input));

  describe('that is done', () => {
    // Every answer to a claim in a browser: test/portals/playbooks/phases.test.ts. A write that is lost, and one that is
    // asked for again: branches/portal-write.test.ts and correction.test.ts; on every portal: `npm run bench -- fault-matrix`.
    // A dispute that is filed: docs/tour.md as test/system/trial.test.ts follows it. That a receipt without an open dispute
    // is turned into one: branches/portal-write.test.ts; what is said of it: test/domain/dispatch/writing/judge.test.ts.
    const done: readonly (readonly [string, RegExp])[] = [
      ['pod_to_dispute_open', /^The attachment ATT-2026-\d{6} for PRO 0539162743 /],
      ['answer_claim_partly', /partly accept \$255\.00 of \$425\.00 claimed\.$/],
    ];
    for (const [name, words] of done)
      it(`completes ${name} with one write, its number and the proof of delivery`, async () => {
        const task = await work(scenario(name));
        assert.equal(outcomeOf(task), 'completed', task.summary ?? '');
        const { writes } = await truthOf(crew, 'audit');
        assert.equal(writes.length, 1);
        assert.equal(task.confirmationNumber, writes[0]?.number);
        assert.match(task.summary ?? '', words);
        assert.equal(task.podFile, 'pod.pdf');
        const checks = (await chainOf(crew, task.id)).filter(({ kind }) => kind === 'check');
        assert.deepEqual([...new Set(checks.map((check) => check['verdict']))], ['pass']);
        assert.deepEqual((await truthOf(crew, 'tms')).writes, []);
      });
  });

  describe('that is not done', () => {
    // What the rules decide on: test/domain/dispatch/rules; what the pages show: test/portals/playbooks.
    const stops: readonly (readonly [string, () => TaskInput, string, RegExp])[] = [
      [
        'a shortage that the receipt notes',
        () => scenario('file_dispute_unsupported'),
        'rejected/facts_do_not_support',
        /SHORT 2 OF 30/,
      ],
    ];
    for (const [title, input, outcome, words] of stops)
      it(`ends ${outcome} for ${title}`, async () => {
        const task = await work(input());
        assert.equal(outcomeOf(task), outcome, task.summary ?? '');
        assert.match(task.summary ?? '', words);
        assert.deepEqual((await truthOf(crew, 'audit')).writes, []);
      });
  });
});
