/** Fills the database of a machine with what the pages of the console are measured among. */
import { join } from 'node:path';
import { packEvidence } from '../../activities/dispatch/pack-evidence.ts';
import { matterDigest, requestApproval } from '../../domain/dispatch/approval.ts';
import { cents } from '../../domain/dispatch/money.ts';
import { textSha256 } from '../../process/evidence-crypto.ts';
import { newId } from '../../process/ids.ts';
import { lanesUrl } from '../../start/machine.ts';
import { addApproval } from '../../store/approvals.ts';
import { openPool } from '../../store/database.ts';
import { createHook } from '../../store/lanes/hooks.ts';
import { createWorkspace, readWorkspace } from '../../store/lanes/workspaces.ts';
import { addPerson } from '../../store/people.ts';
import { finishTask } from '../../store/tasks.ts';
import { completed, evidenceHouse, recordLongLog } from '../../test/activities/dispatch/evidence-fixture.ts';
import { queueName, sendManySteps, stepName } from '../../test/api/console/lanes/many-steps.ts';
import { callApi } from '../../test/support/api-call.ts';
import { addManyTasks } from '../../test/support/many-tasks.ts';
import type { BenchMachine } from '../bench-machine.ts';

export interface FilledConsole {
  /** For `:id` below each of these paths. */
  readonly ids: Readonly<Record<string, string>>;
  /** For every other parameter. */
  readonly names: Readonly<Record<string, string>>;
  /** A disagreement whose events came in a request of 20,000. */
  readonly settled: { readonly queue: string; readonly step: string; readonly item: string };
}

const many = {
  tasks: 10_000,
  deliveries: 20_000,
  approvals: 30,
  queues: 40,
  stepsPerQueue: 50,
  weeks: 2,
  itemsPerWeek: 5,
};
const actor = 'bench';

export async function fillConsole(bench: BenchMachine): Promise<FilledConsole> {
  const { pool, machine, senderId } = bench;
  await addManyTasks(pool, many.tasks);
  const deliveryId = await addManyDeliveries(bench);
  const approvalId = await addApprovals(bench);
  const taskId = await addLongStory(bench);
  const person = await addPerson(pool, { email: 'dana@example.com', name: 'Dana', role: 'viewer', actor });
  const made = await createWorkspace(pool, { name: 'Payables', auditSeed: '2026', simulation: true, actor });
  const url = lanesUrl(machine);
  const call: Parameters<typeof sendManySteps>[0]['call'] = (method, path, options) =>
    callApi(`${url}${path}`, method, { key: made.apiKey, ...options });
  await sendManySteps({ call }, many);
  const workspace = await readWorkspace(pool, made.workspaceId);
  const hook = await createHook(pool, workspace!, {
    url: 'https://receiver.example/lanes',
    events: ['lane.changed'],
    deploymentSecret: machine.secret,
    actor,
  });
  const owner = openPool({ url: machine.addresses.databaseOwnerUrl, size: 1, name: 'bench-owner' });
  await owner.query('analyze');
  await owner.end();
  const [queue, step] = [queueName(3), stepName(7)];
  return {
    ids: {
      '/console/tasks': taskId,
      '/console/approvals': approvalId,
      '/console/deliveries/webhooks': hook!.id,
      '/console/deliveries': deliveryId,
      '/console/people': person!.id,
      '/console/administration/senders': senderId,
      '/console/administration/workspaces': made.workspaceId,
    },
    names: { workspace: made.workspaceId, queue, step, type: 'tms_correction' },
    settled: { queue, step, item: '0-0' },
  };
}

async function addManyDeliveries({ pool, senderId }: BenchMachine): Promise<string> {
  const added = await pool.query<{ id: string }>(
    `insert into deliveries (id, owner_kind, owner_id, subject_id, event, scheme, url, body, waits_ms, status,
                             created_at, finished_at)
     select 'dl_' || lpad(to_hex(n), 8, '0') || '-0000-7000-8000-000000000000', 'sender', $1, 'tsk_' || n,
            'task.completed', 'dispatch', 'https://receiver.example/results', '{}', '{}',
            case when n % 1000 = 0 then 'failed' else 'delivered' end, now() - n * interval '1 second', now()
       from generate_series(1, $2::int) as n returning id`,
    [senderId, many.deliveries],
  );
  return added.rows[0]!.id;
}

async function addApprovals({ pool }: BenchMachine): Promise<string> {
  const waiting = await pool.query<{ id: string }>(
    `select id from tasks where status = 'awaiting_approval' and task_type = 'tms_correction' order by id limit $1`,
    [many.approvals],
  );
  let latest = '';
  for (const { id: taskId } of waiting.rows) {
    const requestedAt = new Date();
    latest = newId('approval');
    const request = requestApproval({
      id: latest,
      reason: 'The net change of 1000.01 is over 250.00.',
      amount: cents(100_001),
      needed: 1,
      requester: { keyId: null, email: null },
      requestedAt: requestedAt.toISOString(),
      expiresAt: new Date(requestedAt.getTime() + 7 * 86_400_000).toISOString(),
      digest: matterDigest({ change: {}, facts: {} }, textSha256),
    });
    const shown = {
      record: 'bill 1000000099',
      values: [{ what: 'Billed weight', before: '1 lb', after: '2 lb' }],
      limit: { weighed: 'net change', over: '250.00', two_people_over: null },
    };
    await addApproval(pool, taskId, request, { change: { pro: '1000000099' }, values: shown, page: null });
  }
  return latest;
}

/** A task of 150 steps on the portal with their texts and pictures, sealed. */
async function addLongStory({ pool, machine, senderId }: BenchMachine): Promise<string> {
  const house = await evidenceHouse({
    database: { pool, url: machine.addresses.databaseUrl, drop: async () => {} },
    blobFolder: join(machine.folder.path, 'blobs'),
    senderId,
    secret: machine.secret,
  });
  const taskId = await house.newTask();
  await recordLongLog(house, taskId);
  await packEvidence(house.deps, taskId, completed);
  await finishTask(pool, taskId, completed);
  return taskId;
}
