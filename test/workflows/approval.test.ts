/**
 * A change over the limit waits for people: by the API, by update and by signal; on the real engine, with the real records.
 * The portal is plain functions; on the real one: test/console/approvals.test.ts.
 */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { TaskActivities } from '../../activities/dispatch/task-activities.ts';
import { shownPage } from '../../api/dispatch/shown-page-view.ts';
import { presentApproval } from '../../domain/dispatch/present-task.ts';
import { scenarioPros } from '../../sandbox/tms/scenarios.ts';
import { type ApprovalRow, readApprovals, type TaskRow } from '../../store/tasks.ts';
import { readShownContents } from '../../store/bound-approval.ts';
import { createKey } from '../../store/keys.ts';
import { type DecisionAnswer, sendDecision } from '../../temporal/workflow-messages.ts';
import { findTemporalBinary } from '../../temporal/server/binary.ts';
import { openTestApi, type TestApi } from '../support/dispatch-api.ts';
import { testEngine } from '../support/temporal.ts';
import { until } from '../support/wait.ts';
import { chainOf, type Crew, openCrew, type TaskOrigin, workflowShows } from './crew.ts';
import { openStandInPortal, type StandInPortal } from './stand-in-portal.ts';

const outcomeOf = ({ status, outcomeReason }: TaskRow): string =>
  [status, outcomeReason].filter((part) => part !== null).join('/');

/** A correction of +482.77. */
const overLimit = {
  task_type: 'tms_correction',
  params: {
    pro: scenarioPros.correctionOver,
    reason_code: 'CC',
    changes: { billed_class: '150' },
    note: 'Inspection WI-77120',
  },
  instruction: 'Correct the class after the inspection.',
  requested_by: { email: 'ann@example.com' },
} as const;

let decisions = 0;
function decisionOf(
  approvalId: string,
  decision: 'approve' | 'refuse',
  by = 'bea@example.com',
): Parameters<typeof sendDecision>[3] {
  decisions += 1;
  return {
    id: `dec_test-${decisions}`,
    approval_id: approvalId,
    decision,
    note: `note of ${by}`,
    decider: { by, name: by === 'bea@example.com' ? 'Bea Baker' : null, key_id: null, email: by, may_approve: true },
  };
}

async function approvalsOf(crew: Crew, taskId: string): Promise<ApprovalRow[]> {
  return (await readApprovals(crew.database.pool, [taskId])).get(taskId) ?? [];
}

/** Waits until the task waits for a person. */
function waiting(crew: Crew, taskId: string): Promise<ApprovalRow> {
  return until(
    async () => {
      const { status, summary } = await crew.read(taskId);
      if (status === 'awaiting_approval')
        return (await approvalsOf(crew, taskId)).find((row) => row.status === 'pending');
      assert.ok(status === 'queued' || status === 'running', `${status}: ${summary}`);
      return undefined;
    },
    { what: 'the approval to be asked for' },
  );
}

const decide = (crew: Crew, taskId: string, input: Parameters<typeof sendDecision>[3]): Promise<DecisionAnswer> =>
  sendDecision(crew.client, crew.settings.DEPLOYMENT_SECRET, taskId, input);

const events = (crew: Crew, taskId: string): string[] =>
  crew.receiver.received
    .map(({ body }) => JSON.parse(body) as { event: string; task: { id: string } })
    .filter(({ task }) => task.id === taskId)
    .map(({ event }) => event);

describe('an approval', function () {
  let crew: Crew;
  let portal: StandInPortal;
  /** In place of what the deployment is set to. */
  let patience: { readonly expiresInMs?: number; readonly remindEveryMs?: number };
  before(async () => {
    crew = await openCrew({ APPROVAL_BY_SIGNAL: 'true' });
    portal = openStandInPortal(crew, 48_277);
    await crew.join(['tasks', 'portal', 'deliveries'], (built) => {
      const tasks = built.byQueue.tasks as TaskActivities;
      const askApproval: TaskActivities['askApproval'] = async (...order) => ({
        ...(await tasks.askApproval(...order)),
        ...patience,
      });
      return portal.standIn({ ...built, byQueue: { ...built.byQueue, tasks: { ...tasks, askApproval } } });
    });
  });
  beforeEach(() => {
    patience = {};
    portal.netCents = 48_277;
    portal.isPictured = true;
    portal.writes.length = 0;
    portal.previews.length = 0;
  });
  after(() => crew.leave());

  it('is asked for again where the database was restored to before it, and the change is keyed once', async () => {
    const id = await crew.add(overLimit);
    const lost = await waiting(crew, id);
    await until(async () => (await workflowShows(crew, id)).attributes['WaitingOn'] === 'person');
    const { pool } = crew.database;
    await pool.query('delete from approvals where task_id = $1', [id]);
    await pool.query(`update tasks set status = 'running', created_at = created_at - interval '1 hour' where id = $1`, [
      id,
    ]);
    const { ENGINE_TASK_QUEUE_SUFFIX: suffix } = crew.settings;
    const asked = await until(
      async () => {
        // Visibility may not list the wait yet.
        const found = (await approvalsOf(crew, id)).find((row) => row.status === 'pending');
        if (found !== undefined) return found;
        await crew.client.workflow.execute('sweep', {
          taskQueue: `tasks${suffix}`,
          workflowId: `sweep${suffix}-${Date.now()}`,
          args: [],
        });
        return undefined;
      },
      { what: 'the approval to be asked for again' },
    );
    assert.notEqual(asked.id, lost.id);
    await until(async () => (await workflowShows(crew, id)).attributes['WaitingOn'] === 'person');
    assert.equal((await decide(crew, id, decisionOf(asked.id, 'approve'))).kind, 'taken');
    assert.equal(outcomeOf(await crew.ended(id)), 'completed');
    assert.deepEqual(portal.writes, [id]);
    const notes = (await chainOf(crew, id)).map(({ note }) => String(note));
    assert.ok(notes.includes('The approval that was waited for is not on record. The work was begun again.'));
  });

  it('is asked for before anything is written, and shows everywhere what waits', async () => {
    const id = await crew.add(overLimit);
    const approval = await waiting(crew, id);
    assert.equal(approval.amountCents, 48_277);
    assert.match(approval.reason, /net change of \+\$482\.77 \(from \$1,097\.27 to \$1,580\.04\) is over \$250\.00/);
    assert.equal(approval.expiresAt.getTime() - approval.requestedAt.getTime(), 7 * 86_400_000);
    const shown = await until(
      async () => {
        const seen = await workflowShows(crew, id);
        return seen.attributes['WaitingOn'] === 'person' ? seen : undefined;
      },
      { what: 'the wait to be shown' },
    );
    assert.equal(shown.attributes['State'], 'awaiting_approval');
    assert.equal((shown.attributes['DueAt'] as Date).getTime(), approval.expiresAt.getTime());
    assert.match(shown.details, new RegExp(`approval ${approval.id}`));
    const webhook = await crew.webhookOf(id);
    assert.equal(webhook.event, 'task.approval_needed');
    assert.equal(webhook.task['status'], 'awaiting_approval');
    assert.deepEqual(portal.writes, []);

    const answer = await decide(crew, id, decisionOf(approval.id, 'approve'));
    assert.deepEqual(answer, { kind: 'taken', approval_id: approval.id, status: 'approved' });
    const task = await crew.ended(id);
    assert.equal(outcomeOf(task), 'completed', task.summary ?? '');
    assert.match(task.summary ?? '', /Net change \+\$482\.77 \(.*\), approved by Bea Baker\.$/);
    assert.deepEqual(portal.writes, [id]);
    const [decided] = await approvalsOf(crew, id);
    assert.equal(decided?.decidedBy, 'bea@example.com');
    assert.equal(decided?.note, 'note of bea@example.com');
    const notes = (await chainOf(crew, id)).map(({ note }) => String(note));
    assert.ok(notes.some((note) => note.includes('approved by bea@example.com')));
    await until(() => events(crew, id).includes('task.completed'), { what: 'the outcome to be delivered' });
    assert.deepEqual(events(crew, id), ['task.approval_needed', 'task.completed']);
  });

  it('is taken from the Temporal command line as docs/approvals.md shows it', async () => {
    const id = await crew.add(overLimit);
    await waiting(crew, id);
    const handle = crew.client.workflow.getHandle(id);
    const shown = (await handle.query('__temporal_workflow_metadata')) as object;
    const described = JSON.stringify(shown).match(/Approve or refuse the pending approval\. Input: \{/g);
    assert.equal(described?.length, 2, 'the update and the signal say what they take');
    const { address, namespace } = await testEngine();
    const { path } = await findTemporalBinary({ say: () => {} });
    const temporal = (kind: string, identity: string, input: object): Promise<unknown> =>
      promisify(execFile)(
        path,
        `workflow ${kind} --address ${address} --namespace ${namespace} --identity ${identity} --workflow-id ${id} --name decide --input`
          .split(' ')
          .concat(JSON.stringify(input)),
      );
    await temporal('signal', 'ann@example.com', { decision: 'approve', note: 'my own' });
    await until(
      async () =>
        (await chainOf(crew, id)).some(({ note }) => String(note).includes('asked for this task and cannot decide')),
      { what: 'the refusal to be recorded' },
    );
    await assert.rejects(
      temporal('update execute', 'bea@example.com', { decision: 'approve', approvalId: 'apr_of_another_task' }),
      /approvalId is not a known member of a decision; did you mean approval_id\?/,
    );
    await temporal('update execute', 'bea@example.com', { decision: 'refuse', note: 'Another shipment.' });
    assert.equal(outcomeOf(await crew.ended(id)), 'rejected/approval_refused');
    const [approval] = await approvalsOf(crew, id);
    assert.deepEqual([approval?.decidedBy, approval?.note], ['temporal:bea@example.com', 'Another shipment.']);
  });

  it('is asked for again when the net change has moved meanwhile', async () => {
    const id = await crew.add(overLimit);
    const first = await waiting(crew, id);
    // Somebody corrects the weight of the same bill by hand.
    portal.netCents = 51_503;
    await decide(crew, id, decisionOf(first.id, 'approve'));
    const second = await until(
      async () => (await approvalsOf(crew, id)).find((row) => row.status === 'pending' && row.id !== first.id),
      { what: 'the second approval' },
    );
    assert.deepEqual([first.amountCents, second.amountCents], [48_277, 51_503]);
    const [before] = await approvalsOf(crew, id);
    assert.deepEqual(
      [before?.id, before?.status, before?.supersededBy, before?.decidedBy],
      [first.id, 'superseded', second.id, 'bea@example.com'],
    );
    await until(
      async () => (await chainOf(crew, id)).some(({ note }) => String(note).includes(`replaces approval ${first.id}`)),
      { what: 'the replacement to be recorded' },
    );
    assert.deepEqual(portal.writes, []);
    await decide(crew, id, decisionOf(second.id, 'approve'));
    assert.equal(outcomeOf(await crew.ended(id)), 'completed');
    assert.deepEqual(portal.writes, [id]);
  });

  it('ends with the task when somebody cancels it', async () => {
    const id = await crew.add(overLimit);
    const approval = await waiting(crew, id);
    await crew.client.workflow.getHandle(id).cancel();
    assert.equal(outcomeOf(await crew.ended(id)), 'escalated/needs_person');
    const [row] = await approvalsOf(crew, id);
    assert.equal(row?.id, approval.id);
    assert.equal(row?.status, 'expired');
    assert.match(row?.note ?? '', /cancelled/);
  });

  it('that was given is not asked for again when the workflow is lost and started again', async () => {
    const id = await crew.add(overLimit);
    const approval = await waiting(crew, id);
    await crew.client.workflow.getHandle(id).terminate('test');
    await crew.database.pool.query(
      `update approvals set status = 'approved', decided_at = now(), decided_by = 'bea', decisions = $2 where id = $1`,
      [
        approval.id,
        JSON.stringify([{ id: 'd', by: 'bea', at: new Date().toISOString(), decision: 'approve', note: null }]),
      ],
    );
    await crew.client.workflow.start('task', {
      taskQueue: `tasks${crew.settings.ENGINE_TASK_QUEUE_SUFFIX}`,
      workflowId: id,
      args: [{ taskId: id, portalUnavailableAfterMs: 600_000, portalRetry: { firstMs: 20, maxMs: 100 } }],
    });
    assert.equal(outcomeOf(await crew.ended(id)), 'completed');
    assert.equal((await approvalsOf(crew, id)).length, 1);
  });

  it('is asked for after two more tries where the preview cannot be pictured, and says so on every surface', async () => {
    portal.isPictured = false;
    const id = await crew.add(overLimit);
    const approval = await waiting(crew, id);
    assert.deepEqual(portal.previews, [id, id, id]);
    assert.equal(approval.page?.screenshot, null);
    assert.match(presentApproval(approval).shown?.missing_picture ?? '', /could not be pictured/);
    const contents = await readShownContents({ pool: crew.database.pool, blobs: crew.blobs }, id, approval);
    const page = shownPage({ taskId: id, page: approval.page, sha256: approval.shownSha256, contents, token: null });
    assert.match(page.markup, /could not be pictured/);
    assert.doesNotMatch(page.markup, /<img/);
    assert.match(page.markup, /<h3>Preview<\/h3>/);
    assert.match(page.markup, /482\.77/);
    await until(
      async () => (await chainOf(crew, id)).some(({ note }) => String(note).includes(String(approval.shownSha256))),
      { what: 'the digest to be recorded' },
    );
  });

  describe('that nobody decides', () => {
    it('is reminded of', async () => {
      patience = { remindEveryMs: 100 };
      const id = await crew.add(overLimit);
      await until(() => events(crew, id).length >= 3, { what: 'two reminders' });
      assert.deepEqual([...new Set(events(crew, id))], ['task.approval_needed']);
      const ids = crew.receiver.received.map(({ body }) => (JSON.parse(body) as { id: string }).id);
      assert.equal(new Set(ids).size, ids.length);
      await crew.client.workflow.getHandle(id).cancel();
      await crew.ended(id);
    });

    it('expires, and its task is rejected', async () => {
      patience = { expiresInMs: 100 };
      const id = await crew.add(overLimit);
      const task = await crew.ended(id);
      assert.equal(outcomeOf(task), 'rejected/approval_expired', task.summary ?? '');
      const [approval] = await approvalsOf(crew, id);
      assert.equal(approval?.status, 'expired');
      assert.ok(approval?.decidedAt);
      await until(() => events(crew, id).includes('task.rejected'), { what: 'the webhook of the outcome' });
      assert.deepEqual(portal.writes, []);
    });
  });

  describe('decided with POST /api/tasks/{id}/approvals/{approval_id}', () => {
    let api: TestApi;
    before(async () => {
      api = await openTestApi(
        { ...crew.env, LOG_LEVEL: 'silent' },
        {
          pool: crew.database.pool,
          decideApproval: (taskId, input) => sendDecision(crew.client, crew.settings.DEPLOYMENT_SECRET, taskId, input),
        },
      );
    });
    after(() => api.close());

    const keyOf = (scopes: string[], senderId = crew.senderId): Promise<{ id: string; key: string }> =>
      createKey(crew.database.pool, {
        ownerKind: 'sender',
        ownerId: senderId,
        scopes,
        label: 'approver',
        actor: 'test',
      });

    it('answers 401, 403, 404, 422, 409 and 200, each with its code', async () => {
      const submitter = await keyOf(['submit', 'read', 'approve']);
      const approver = await keyOf(['read', 'approve']);
      const plain = await keyOf(['submit', 'read']);
      const origin: TaskOrigin = { keyId: submitter.id };
      const id = await crew.add(overLimit, {}, origin);
      const approval = await waiting(crew, id);
      const path = `/api/tasks/${id}/approvals/${approval.id}`;
      const post = async (key: string | null, json: unknown, at = path): Promise<string> => {
        const answer = await api.call('POST', at, { key, json });
        return `${answer.status} ${answer.json.code ?? answer.json.status}`;
      };
      const approve = { decision: 'approve', note: 'checked' };
      assert.equal(await post(null, approve), '401 unauthorized');
      assert.equal(await post(plain.key, approve), '403 not_allowed');
      assert.equal(await post(submitter.key, approve), '403 not_allowed');
      assert.equal(await post(approver.key, approve, `/api/tasks/tsk_none/approvals/${approval.id}`), '404 not_found');
      assert.equal(await post(approver.key, approve, `/api/tasks/${id}/approvals/apr_none`), '404 not_found');
      assert.equal(await post(approver.key, { decision: 'maybe', notes: 1 }), '422 invalid_decision');
      assert.equal((await crew.read(id)).status, 'awaiting_approval');

      const answer = await api.call('POST', path, { key: approver.key, json: approve });
      assert.equal(answer.status, 200);
      assert.equal(answer.json.id, id);
      assert.deepEqual(
        answer.json.approvals.map((one: Record<string, unknown>) => [one['status'], one['decided_by'], one['note']]),
        [['approved', `approver (${approver.id})`, 'checked']],
      );
      assert.deepEqual(Object.keys(answer.json.approvals[0].decisions[0]).toSorted(), [
        'at',
        'by',
        'decision',
        'name',
        'note',
      ]);
      assert.equal(await post(approver.key, { decision: 'refuse' }), '409 already_decided');
      assert.equal(outcomeOf(await crew.ended(id)), 'completed');
      assert.equal(await post(approver.key, { decision: 'refuse' }), '409 already_decided');
    });

    it('answers 503 with Retry-After while the engine is away', async () => {
      const away = await openTestApi(
        { ...crew.env },
        { pool: crew.database.pool, decideApproval: () => Promise.reject(new Error('no engine')) },
      );
      try {
        const approver = await keyOf(['approve']);
        const id = await crew.add(overLimit);
        const approval = await waiting(crew, id);
        const answer = await away.call('POST', `/api/tasks/${id}/approvals/${approval.id}`, {
          key: approver.key,
          json: { decision: 'refuse' },
        });
        assert.equal(answer.status, 503);
        assert.equal(answer.headers['retry-after'], '5');
        await sendDecision(crew.client, crew.settings.DEPLOYMENT_SECRET, id, decisionOf(approval.id, 'refuse'));
        await crew.ended(id);
      } finally {
        await away.close();
      }
    });
  });
});
