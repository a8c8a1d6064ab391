/** A freight-bill correction end to end: real engine, database, browser and sandbox TMS; the table of truth decides. */
import assert from 'node:assert/strict';
import { scenarioPros } from '../../sandbox/tms/scenarios.ts';
import type { Changes, TaskParams } from '../../domain/dispatch/task-schemas.ts';
import type { TaskRow } from '../../store/tasks.ts';
import { createSender } from '../../store/senders.ts';
import { control } from '../sandbox/sandbox.ts';
import { chainOf, type Crew, fault, openCrew, truthOf } from './crew.ts';

type Pro = keyof typeof scenarioPros;

describe('a tms_correction', function () {
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

  const correct = (pro: Pro, more: Partial<TaskParams>, origin = {}, run = {}): Promise<string> =>
    crew.add(
      { task_type: 'tms_correction', params: { pro: scenarioPros[pro], note: 'Inspection WI-77120', ...more } },
      run,
      origin,
    );
  const toClass = (billedClass: Changes['billed_class']): Partial<TaskParams> => ({
    reason_code: 'CC',
    changes: { billed_class: billedClass },
  });
  const outcomeOf = ({ status, outcomeReason }: TaskRow): string =>
    [status, outcomeReason].filter((part) => part !== null).join('/');

  it('that two tasks ask for at once is keyed once, read back by the checker, and reported; another sender is no second', async () => {
    const ids = await Promise.all([1, 2].map(() => correct('correctionUnder', toClass('125'))));
    const tasks = await Promise.all(ids.map((id) => crew.ended(id)));
    assert.deepEqual(tasks.map(outcomeOf).toSorted(), ['completed', 'completed/already_done']);
    assert.equal(new Set(tasks.map(({ confirmationNumber }) => confirmationNumber)).size, 1);
    const task = tasks.find((one) => outcomeOf(one) === 'completed') ?? assert.fail('none wrote');
    const { requests, writes } = await truthOf(crew);
    assert.equal(writes.length, 1);
    assert.equal(task.confirmationNumber, writes[0]?.number);
    assert.match(
      task.summary ?? '',
      /^The correction COR-\d{4}-\d{6} for PRO 0315864922 was entered in Sandbox TMS and verified/,
    );
    assert.match(task.summary ?? '', /Net change \+\$241\.39 \(\$1,097\.27 → \$1,338\.66\)\.$/);
    const events = await chainOf(crew, task.id);
    const checks = events.filter(({ kind }) => kind === 'check');
    assert.ok(checks.length >= 6);
    assert.deepEqual([...new Set(checks.map((check) => check['verdict']))], ['pass']);
    assert.ok(events.some(({ note }) => note === "The checker's verdict: confirmed."));
    assert.equal((await crew.webhookOf(task.id)).event, 'task.completed');
    // The checker reads it back in a session of its own, which nothing was asked in before the write.
    const wrote = requests.findIndex(({ method, path }) => method === 'POST' && path.endsWith('/corrections'));
    assert.ok(requests[wrote]?.session);
    const before = new Set(requests.slice(0, wrote + 1).map(({ session }) => session));
    assert.ok(requests.slice(wrote + 1).some(({ session }) => session !== null && !before.has(session)));

    const { senderId } = await createSender(crew.database.pool, 'a secret of the other sender, long enough', {
      name: 'Other',
      actor: 'test',
    });
    const others = await crew.ended(await correct('correctionUnder', toClass('125'), { senderId }));
    assert.equal(outcomeOf(others), 'escalated/conflicting_record', others.summary ?? '');
    assert.ok(others.summary?.includes(task.confirmationNumber ?? 'none'));
    assert.equal(others.confirmationNumber, null);
    assert.equal((await truthOf(crew)).writes.length, 1);
  });

  // What the rules decide on: test/domain/dispatch/rules; what the pages show: test/portals/playbooks.
  const stops: readonly (readonly [string, Pro, Partial<TaskParams>, string, RegExp])[] = [
    [
      'with an accessorial that the tariff lacks is refused by the portal',
      'correctionUnder',
      { reason_code: 'AC', changes: { add_accessorials: ['ZZZ'] } },
      'rejected/portal_refused',
      /It says: “.*ZZZ/,
    ],
  ];
  for (const [title, pro, more, outcome, words] of stops)
    it(`${title}, and nothing is written`, async () => {
      const task = await crew.ended(await correct(pro, more));
      assert.equal(outcomeOf(task), outcome, task.summary ?? '');
      assert.match(task.summary ?? '', words);
      assert.deepEqual((await truthOf(crew)).writes, []);
    });

  describe('when the portal fails around the write', () => {
    // The branches: branches/prove-write.test.ts; every fault for every task type: `npm run bench -- fault-matrix`.
    it('that was written to a neighbour as well is not called done', async () => {
      await fault(crew, 'collateral', { match: { pro: scenarioPros.correctionUnder }, delay_ms: 100 });
      const task = await crew.ended(await correct('correctionUnder', toClass('125')));
      assert.equal(outcomeOf(task), 'escalated/uncertain_write', task.summary ?? '');
      assert.equal((await truthOf(crew)).writes.length, 2);
    });
  });
});
