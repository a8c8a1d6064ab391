/**
 * Changes above the second limit: two people, by key and on the command line; each once, and not who asked for it. In the
 * console and on the real portal: test/console/approvals.test.ts.
 */
import assert from 'node:assert/strict';
import { runAdmin } from '../support/command-line.ts';
import { scenarioPros } from '../../sandbox/tms/scenarios.ts';
import { readApproval } from '../../store/approvals.ts';
import { createKey } from '../../store/keys.ts';
import { addPerson, findPerson } from '../../store/people.ts';
import { type ApprovalRow, readApprovals } from '../../store/tasks.ts';
import { sendDecision } from '../../temporal/workflow-messages.ts';
import { openTestApi, type TestApi } from '../support/dispatch-api.ts';
import { testEngine } from '../support/temporal.ts';
import { until } from '../support/wait.ts';
import { chainOf, type Crew, openCrew } from './crew.ts';
import { openStandInPortal, type StandInPortal } from './stand-in-portal.ts';

/** Eight times the weight: the portal answers with more than $2,500.00. */
const heavier = {
  task_type: 'tms_correction',
  params: {
    pro: scenarioPros.correctionOver,
    reason_code: 'WC',
    changes: { billed_weight: 20_000 },
    note: 'Scale ticket 4417',
  },
  requested_by: { email: 'ann@example.com' },
} as const;

describe('a change above the second limit', function () {
  let crew: Crew;
  let api: TestApi;
  let portal: StandInPortal;
  before(async () => {
    crew = await openCrew({ ENGINE_PAYLOAD_ENCRYPTION: 'true' });
    portal = openStandInPortal(crew, 775_231);
    await crew.join(['tasks', 'portal', 'deliveries'], portal.standIn);
    api = await openTestApi(
      { ...crew.env },
      {
        pool: crew.database.pool,
        decideApproval: (taskId, input) => sendDecision(crew.client, crew.settings.DEPLOYMENT_SECRET, taskId, input),
      },
    );
  });
  beforeEach(() => void (portal.writes.length = 0));
  after(async () => {
    await api.close();
    await crew.leave();
  });

  const approvalOf = async (taskId: string): Promise<ApprovalRow | undefined> =>
    (await readApprovals(crew.database.pool, [taskId])).get(taskId)?.[0];
  async function waiting(keyId?: string): Promise<{ id: string; approval: ApprovalRow }> {
    const id = await crew.add(heavier, {}, keyId === undefined ? {} : { keyId });
    const approval = await until(() => approvalOf(id), { what: 'the approval to be asked for' });
    return { id, approval };
  }
  const keyOf = async (label: string): Promise<{ id: string; key: string }> => {
    const email = `${label}@example.com`;
    const { pool } = crew.database;
    const owner =
      (await findPerson(pool, email)) ??
      (await addPerson(pool, { email, name: label, role: 'approver', actor: 'test' }));
    return createKey(pool, {
      personId: owner?.id ?? null,
      ownerKind: 'sender',
      ownerId: crew.senderId,
      scopes: ['submit', 'read', 'approve'],
      label,
      actor: 'test',
    });
  };

  it('waits for keys of two people that are not the submitter, and is written once', async () => {
    const [submitter, bea, cy] = [await keyOf('ann'), await keyOf('bea'), await keyOf('cy')];
    const { id, approval } = await waiting(submitter.id);
    assert.equal((await readApproval(crew.database.pool, id, approval.id))?.needed, 2);
    const decide = async ({ key }: { key: string }): Promise<string> => {
      const path = `/api/tasks/${id}/approvals/${approval.id}`;
      const { status, json } = await api.call('POST', path, { key, json: { decision: 'approve', note: 'Checked.' } });
      return `${status} ${json.code ?? json.approvals[0].status}`;
    };
    assert.equal(await decide(submitter), '403 not_allowed');
    assert.equal(await decide(bea), '200 pending');
    assert.equal(await decide(bea), '409 already_decided');
    assert.equal(await decide(await keyOf('bea')), '409 already_decided', 'another key of the same person');
    assert.equal(await decide(await keyOf('ann')), '403 not_allowed', 'another key of the requester');
    assert.equal((await crew.read(id)).status, 'awaiting_approval');
    assert.deepEqual(portal.writes, []);
    assert.equal(await decide(cy), '200 approved');

    const task = await crew.ended(id);
    assert.equal(task.status, 'completed', task.summary ?? '');
    assert.deepEqual(portal.writes, [id]);
    const people = (await approvalOf(id))?.decisions.map(({ by }) => by);
    assert.deepEqual(people, [`bea (${bea.id})`, `cy (${cy.id})`]);
    const story = (await chainOf(crew, id)).map(({ note }) => String(note)).join('\n');
    for (const name of ['bea', 'cy']) assert.match(story, new RegExp(`approved by ${name} `));
  });

  it('is decided on the command line, by others than who asked for it; one refusal refuses', async () => {
    const { address, namespace } = await testEngine();
    const { id, approval } = await waiting();
    const decide = async (actor: string, decision: string): Promise<string> => {
      let said = '';
      const say = (text: string): void => void (said += text);
      const env = { ...crew.env, TEMPORAL_ADDRESS: address, TEMPORAL_NAMESPACE: namespace };
      const args = ['--actor', actor, 'approval', 'decide', id, approval.id, '--decision', decision, '--json'];
      const code = await runAdmin({ env, out: say, err: say, input: async () => undefined }, args);
      return `${code} ${said.trim()}`;
    };
    assert.match(await decide('ann@example.com', 'approve'), /^1 ann@example\.com .*asked for this task/);
    assert.deepEqual(JSON.parse((await decide('bea@example.com', 'approve')).slice(2)), {
      approval_id: approval.id,
      status: 'pending',
    });
    assert.match(await decide('Bea@Example.com', 'approve'), /^1 .*has decided already; the second decision/);
    assert.match(await decide('cy@example.com', 'refuse'), /^0 .*"status": ?"refused"/s);

    const task = await crew.ended(id);
    assert.equal(`${task.status}/${task.outcomeReason}`, 'rejected/approval_refused', task.summary ?? '');
    assert.deepEqual(portal.writes, []);
    assert.match(await decide('di@example.com', 'approve'), /^1 the approval is already refused/);
  });
});
