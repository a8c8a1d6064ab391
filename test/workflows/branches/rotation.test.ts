/** A task across a rotation of the deployment secret (docs/how-to/rotate-secrets.md) with encrypted payloads. */
import assert from 'node:assert/strict';
import { Client } from '@temporalio/client';
import type { DataConverter } from '@temporalio/common';
import { historyToJSON } from '@temporalio/common/lib/proto-utils.js';
import type { AskedApproval } from '../../../activities/dispatch/approval-record.ts';
import { believeDecider } from '../../../activities/dispatch/task-activities.ts';
import { type DeploymentSecret, rotatingSecret, secretId } from '../../../process/deployment-secret.ts';
import { payloadCodec } from '../../../temporal/data-converter.ts';
import { type DecisionAnswer, sendDecision } from '../../../temporal/workflow-messages.ts';
import { testEngine } from '../../support/temporal.ts';
import { until } from '../../support/wait.ts';
import { openSubstitutedWorker, type SubstitutedWorker } from './substituted.ts';
import { order, outcomeOf, pendingApproval, startTask, subject, writing } from './task-case.ts';

const [old, next] = ['the deployment secret so far', 'the deployment secret that follows'];
/** Step 2 of the rotation, and step 3. */
const [accepting, swapped] = [rotatingSecret(old, next), rotatingSecret(next, old)];
const encrypting = (deploymentSecret: DeploymentSecret): DataConverter => ({
  payloadCodecs: [payloadCodec({ encrypted: true, deploymentSecret })],
});

const asked: AskedApproval = {
  approval: pendingApproval({ ...order, people: 2 }),
  expiresInMs: 3_600_000,
  remindEveryMs: 0,
  bySignal: false,
};

describe('a task whose payloads are encrypted', () => {
  let worker: SubstitutedWorker;
  before(async () => (worker = await openSubstitutedWorker(encrypting(accepting))));
  after(() => worker.close());

  it('continues across a rotation of the key, whichever of worker and API follows first', async () => {
    let secret = accepting;
    const task = await startTask(worker, {
      ...writing({ kind: 'write', order: { ...order, people: 2 } }),
      askApproval: async () => asked,
      recordApproval: async () => {},
      recordRefusedDecision: async () => {},
      checkApproval: async () => null,
      believeDecider: (taskId, input) =>
        believeDecider({ deploymentSecret: secret, now: () => new Date() }, taskId, input),
    });
    await until(() => task.callsOf('askApproval').length > 0, { what: 'the approval to be asked for' });

    const decide = (client: Client, of: DeploymentSecret, by: string): Promise<DecisionAnswer> =>
      sendDecision(client, of, task.handle.workflowId, {
        id: `dec_${by}`,
        approval_id: 'apr_1',
        decision: 'approve',
        note: null,
        decider: { by, key_id: null, email: `${by}@example.com`, may_approve: true },
      });
    const { client: engine, connection, namespace } = await testEngine();
    const api = new Client({ connection, namespace, dataConverter: encrypting(swapped) });
    // The worker that has yet to follow reads what the API sends with the new secret, and believes who decides.
    assert.deepEqual(await decide(api, swapped, 'bea'), { kind: 'taken', approval_id: 'apr_1', status: 'pending' });
    secret = swapped;
    await worker.relieve(encrypting(swapped));
    // The worker that followed reads the history so far, and what an API sends that has yet to follow.
    const lateApi = new Client({ connection, namespace, dataConverter: encrypting(accepting) });
    assert.deepEqual(await decide(lateApi, accepting, 'cal'), {
      kind: 'taken',
      approval_id: 'apr_1',
      status: 'approved',
    });
    assert.equal(outcomeOf(await task.ending()), 'completed');

    const json = historyToJSON(await engine.workflow.getHandle(task.handle.workflowId).fetchHistory());
    const texts = [json, ...[...json.matchAll(/"([A-Za-z0-9+/=]{8,})"/g)].map(([, text]) => decoded(text ?? ''))];
    for (const used of [old, next]) assert.ok(texts.some((text) => text === `payload-${secretId(used)}`));
    for (const said of [subject, 'bea@example.com', 'net change'])
      assert.equal(
        texts.some((text) => text.includes(said)),
        false,
        said,
      );
  });
});

const decoded = (base64: string): string => Buffer.from(base64, 'base64').toString('latin1');
