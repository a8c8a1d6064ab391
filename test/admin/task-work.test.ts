import assert from 'node:assert/strict';
import { styleText } from 'node:util';
import { listAudit } from '../../store/audit-log.ts';
import { appendEvents } from '../../store/evidence.ts';
import { addPerson } from '../../store/people.ts';
import { createSender } from '../../store/senders.ts';
import { testSecret } from '../support/dispatch-api.ts';
import { addManyTasks } from '../support/many-tasks.ts';
import { type AdminBench, openAdminBench } from './run-admin.ts';

describe('admin task list and submit', () => {
  let bench: AdminBench;
  let senderId: string;
  before(async () => {
    bench = await openAdminBench();
    ({ senderId } = await createSender(bench.database.pool, testSecret, { name: 'Asking', actor: 'test' }));
    await addManyTasks(bench.database.pool, 200);
  });
  after(() => bench.close());

  const task = (pro: string): string =>
    JSON.stringify({ task_type: 'pull_pod', params: { pro }, client_ref: 'WO-CLI' });
  const submit = (input?: string) =>
    bench.runHere(['task', 'submit', '--sender', senderId, '--json'], input === undefined ? {} : { input });

  it('takes a task from standard input, once, and writes down who asked', async () => {
    const first = await submit(task('0412708839'));
    assert.equal(first.code, 0, first.err);
    const made = JSON.parse(first.out) as { task_id: string; status: string; new: boolean };
    assert.deepEqual([made.status, made.new], ['queued', true]);
    const again = JSON.parse((await submit(task('0412708839'))).out) as { task_id: string; new: boolean };
    assert.deepEqual([again.task_id, again.new], [made.task_id, false]);
    const [entry] = await listAudit(bench.database.pool, { about: made.task_id, limit: 1 });
    assert.equal(entry?.act, 'task.asked');
  });

  it('says everything that is wrong with one, and queues nothing', async () => {
    const refused = await submit(JSON.stringify({ task_type: 'pull_pod', params: { pro: '1' }, prio: 'high' }));
    assert.equal(refused.code, 1);
    assert.match(refused.err, /params\.pro must be exactly 10 digits/);
    assert.match(refused.err, /prio/);
    assert.match((await submit('{')).err, /^the task is not JSON\n$/);
    assert.match((await submit()).err, /from a file or from standard input/);
  });

  it('finds tasks by status, type, age and any of their numbers', async () => {
    const found = async (...args: string[]): Promise<Record<string, string>[]> =>
      (await bench.json(['task', 'list', ...args]))['tasks'] as Record<string, string>[];
    assert.equal((await found('--limit', '1000')).length, 201);
    assert.equal((await found('--status', 'escalated')).length, 10);
    assert.deepEqual(
      (await found('--search', '1000000007')).map((one) => one['client_ref']),
      ['WO-7'],
    );
    assert.deepEqual(
      (await found('--sender', senderId)).map((one) => one['client_ref']),
      ['WO-CLI'],
    );
    assert.equal((await found('--type', 'tms_correction', '--since', '30m')).length, 10);
  });

  it('lists for people what a task is about first, in their own time', async () => {
    const { out } = await bench.runHere(['task', 'list', '--search', '1000000007']);
    const [heading, row] = out.split('\n');
    assert.match(heading ?? '', /^ABOUT +TYPE +STATUS +REASON +SENDER +REFERENCE +CONFIRMATION +RECEIVED +TASK ID$/);
    assert.match(row ?? '', /^PRO 1000000007 .* WO-7 .* 20\d\d-\d\d-\d\d \d\d:\d\d:\d\d (UTC|[+-]\d\d:\d\d) +tsk_\S+$/);
    const coloured = await bench.runHere(['task', 'list', '--status', 'failed', '--limit', '1'], { colour: true });
    assert.ok(coloured.out.includes(styleText('red', 'failed', { validateStream: false })), coloured.out);
  });

  it('asks again for a task that failed, once, and not for one that has its answer', async () => {
    const { pool } = bench.database;
    const one = async (status: string): Promise<string> =>
      (await pool.query<{ id: string }>('select id from tasks where status = $1 order by id limit 1', [status])).rows[0]
        ?.id ?? '';
    const failed = await one('failed');
    const made = await bench.json(['task', 'again', failed]);
    assert.deepEqual([made['status'], made['new']], ['queued', true]);
    assert.deepEqual(await bench.json(['task', 'again', failed]), { ...made, new: false });
    const [entry] = await listAudit(pool, { about: made['task_id'] as string, limit: 1 });
    assert.equal(entry?.details['again_of'], failed);
    const refused = await bench.runHere(['task', 'again', await one('completed')]);
    assert.equal(refused.code, 1);
    assert.match(refused.err, /was completed/);
    assert.match((await bench.runHere(['task', 'cancel', await one('completed')])).err, /has ended: completed/);
    assert.match((await bench.runHere(['task', 'cancel', 'tsk_none'])).err, /there is no task tsk_none/);
  });

  it('assigns what needs a person to somebody who may act, and marks it as done with a note', async () => {
    const { pool } = bench.database;
    await addPerson(pool, { email: 'bea@acme.example', name: 'Bea', role: 'approver', actor: 'test' });
    await addPerson(pool, { email: 'vera@acme.example', name: 'Vera', role: 'viewer', actor: 'test' });
    const open = async (): Promise<string[]> =>
      ((await bench.json(['task', 'list', '--needs-person']))['tasks'] as { task_id: string }[]).map(
        (one) => one.task_id,
      );
    const before = await open();
    const id = before[0]!;
    const refused = async (...args: string[]): Promise<string> => {
      const { code, err } = await bench.runHere(['task', ...args]);
      assert.equal(code, 1, args.join(' '));
      return err;
    };
    assert.match(await refused('assign', id, 'vera@acme.example'), /is a viewer, who does not act on tasks/);
    assert.match(await refused('assign', id, 'nobody@acme.example'), /nobody has the address/);
    assert.match(await refused('assign', 'tsk_none', 'bea@acme.example'), /there is no task tsk_none/);
    assert.deepEqual(await bench.json(['task', 'assign', id, 'Bea@acme.example']), {
      task_id: id,
      owner: 'bea@acme.example',
    });
    assert.deepEqual(await bench.json(['task', 'release', id]), { task_id: id, owner: null });
    assert.deepEqual(await bench.json(['task', 'comment', id, 'Called them']), { task_id: id, commented: true });
    assert.match(await refused('done', id, '--note', ' '), /a note is required: what was done/);
    assert.deepEqual(await bench.json(['task', 'done', id, '--note', 'Corrected by hand']), {
      task_id: id,
      done: true,
    });
    assert.match(await refused('done', id, '--note', 'twice'), /it was done before/);
    assert.deepEqual(await open(), before.slice(1));
    const log = await listAudit(pool, { about: id, limit: 10 });
    assert.deepEqual(
      log.map(({ act }) => act),
      ['task.done', 'task.commented', 'task.released', 'task.assigned'],
    );
  });

  it('follows a task until it finishes, and says how it ended', async () => {
    const { pool } = bench.database;
    const { task_id: id } = await bench.json(['task', 'submit', '--sender', senderId], { input: task('0412708847') });
    const watching = bench.runHere(['task', 'watch', id as string]);
    await appendEvents(pool, id as string, [{ kind: 'note', note: 'The work begins.' }], new Date());
    await pool.query(
      `update tasks set status = 'escalated', outcome_reason = 'needs_person', summary = 'A person has to look.',
              finished_at = now() where id = $1`,
      [id],
    );
    const { code, out, err } = await watching;
    assert.match(
      out,
      /^Pull proof of delivery: PRO 0412708847\n[^]* The work begins\.\n[^]* escalated\n\nA person has to look\.\n$/,
    );
    assert.deepEqual([code, err], [1, 'the task was not completed: escalated (needs_person)\n']);
    const lines = (await bench.runHere(['task', 'watch', id as string, '--json'])).out.trim().split('\n');
    assert.deepEqual(
      lines.map((line) => (JSON.parse(line) as { kind?: string }).kind),
      ['note', undefined],
    );
    assert.equal((await bench.runHere(['task', 'watch', 'tsk_none'])).err, 'there is no task tsk_none\n');
  });
});
