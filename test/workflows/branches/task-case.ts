/** A task for the tests of the task workflow's branches: its record keeping succeeds where a test says nothing else. */
import type { TaskPlan, WritePlan } from '../../../activities/dispatch/plan-task.ts';
import type {
  LookResult,
  PrepareResult,
  ProbeResult,
  PullResult,
} from '../../../activities/dispatch/portal-results.ts';
import { type Approval, requestApproval } from '../../../domain/dispatch/approval.ts';
import type { Ending } from '../../../domain/dispatch/ending.ts';
import { cents } from '../../../domain/dispatch/money.ts';
import type { TaskRun } from '../../../domain/dispatch/task-run.ts';
import type { Judged, PulledReceipt } from '../../../domain/dispatch/writing/write-context.ts';
import type { WriteOrder } from '../../../domain/dispatch/writing/order.ts';
import type { RunningWorkflow, SubstitutedWorker, Substitutes } from './substituted.ts';

export const subject = 'PRO 0412708839';
export const portalName = 'Sandbox TMS';

const readPlan: TaskPlan = {
  kind: 'read',
  taskType: 'pull_pod',
  playbookId: 'sandbox-tms',
  portalName,
  inputs: { pro: '0412708839' },
  subject,
};

export const receipt: PulledReceipt = {
  receipt: { state: 'usable', delivered: '2026-10-02', pieces: 4, services: [], exceptions: '' },
  file: { name: 'pod.pdf', bytes: 1200, sha256: 'ab'.repeat(32) },
  shipment: {},
};

export const pulled: PullResult = { kind: 'pulled', file: 'pod.pdf', findings: [], notes: [], receipt };

export interface TaskCase extends RunningWorkflow {
  /** Waits for the end of the workflow. @returns what was written as the task's outcome */
  ending(): Promise<Ending>;
}

/** Waits of milliseconds for parts of our own. */
export const quickPatience = { firstMs: 1, maxMs: 4, totalMs: 600_000 };

/** Waits are a few milliseconds; a portal may be down for long. */
const quickRun = {
  portalUnavailableAfterMs: 600_000,
  portalRetry: { firstMs: 1, maxMs: 4 },
  againAfterMs: 1,
  outagePatience: quickPatience,
};

/** @param run what the test says of the waits */
export async function startTask(
  worker: SubstitutedWorker,
  activities: Substitutes,
  run: Partial<TaskRun> = {},
): Promise<TaskCase> {
  const started = await worker.start('task', (taskId) => [{ taskId, ...quickRun, ...run }], {
    planTask: async () => readPlan,
    packEvidence: async () => ({ manifestFile: 'manifest.json' }),
    finishTask: async () => {},
    tell: async () => {},
    ...activities,
  });
  return {
    ...started,
    async ending() {
      await started.handle.result();
      const written = started.callsOf('finishTask').at(-1);
      if (written === undefined) throw new Error('the task ended without an outcome');
      return written[1];
    },
  };
}

export function outcomeOf({ status, outcomeReason }: Ending): string {
  return [status, outcomeReason].filter((part) => part !== null).join('/');
}

/** The text that people see of the workflow in the Temporal UI. */
export async function shownOf({ handle }: RunningWorkflow): Promise<string> {
  const metadata = await handle.query<{ currentDetails?: string }>('__temporal_workflow_metadata');
  return metadata.currentDetails ?? '';
}

/** A change within the limits. */
export const order: WriteOrder = {
  capability: 'tms_correction',
  action: 'correct_bill',
  noun: 'correction',
  mark: 'LK-4b1c',
  scope: 'bill 0412708839',
  fact: 'bill 0412708839 class 125',
  inputs: { pro: '0412708839' },
  probeInputs: { pro: '0412708839' },
  amount: cents(24_139),
  people: 0,
  rule: 'within_limit',
  sentence: 'The net change of +241.39 is within the limit.',
  lookedAt: '2026-11-22T10:00:00.000Z',
  before: [],
  expected: { fields: {}, explanation: null, file: null, bill: null },
  podFile: null,
  playbookDigest: 'of the playbook',
  digest: 'of the change',
  shown: null,
};

/** What is asked for before an order is written, for an hour. */
export function pendingApproval({ amount, digest, people }: WriteOrder): Approval {
  return requestApproval({
    id: 'apr_1',
    reason: 'The net change of +482.77 is over 250.00.',
    amount,
    digest,
    needed: people === 2 ? 2 : 1,
    requester: { keyId: 'key_ann', email: 'ann@example.com' },
    requestedAt: new Date().toISOString(),
    expiresAt: new Date(Date.now() + 3_600_000).toISOString(),
  });
}

export const writePlan: WritePlan = {
  kind: 'write',
  taskType: 'tms_correction',
  playbookId: 'sandbox-tms',
  portalName,
  subject,
  receipts: { playbookId: 'sandbox-tms', portalName: 'Sandbox Receipts' },
  settleMs: 5,
  intent: null,
};

export const seen: LookResult = {
  kind: 'seen',
  seen: { kind: 'facts', facts: {}, at: '2026-11-22T10:00:00.000Z' },
};
export const previewed: PrepareResult = { kind: 'previewed', facts: {} };
export const confirmed: ProbeResult = { kind: 'probed', probe: { kind: 'confirmed', number: 'COR-1' } };
export const absent: ProbeResult = { kind: 'probed', probe: { kind: 'absent' } };

/** Looks, previews, writes and finds its write. @param decided on as the rules would, once both are known */
export function writing(decided: Judged = { kind: 'write', order }, plan: Partial<WritePlan> = {}): Substitutes {
  return {
    planTask: async () => ({ ...writePlan, ...plan }),
    judgeTask: async (_taskId, _playbookId, known): Promise<Judged> => {
      if (known.look === undefined) return { kind: 'look', inputs: {} };
      return known.preview === undefined ? { kind: 'preview', inputs: {} } : decided;
    },
    lookUpRecord: async () => seen,
    prepareWrite: async () => previewed,
    submitWrite: async () => ({ kind: 'accepted', number: 'COR-1' }),
    probeWrite: async () => confirmed,
    openIntentOf: async () => null,
    closeIntent: async () => {},
  };
}
