/**
 * Submits a write, once: the intent is committed under the lease's fence right before the click (D25). The engine
 * never repeats this activity; whatever is unclear afterwards is looked for, not done again.
 */
import type { CapabilityResult } from '../../portals/run-capability.ts';
import { inTransaction } from '../../store/database.ts';
import { readFile } from '../../store/evidence.ts';
import { openIntent } from '../../store/portal-intents.ts';
import type { IntentAnswer } from '../../store/portal-intents.ts';
import { notApproved } from '../../store/bound-approval.ts';
import { isChange, recordMetChange } from './changed-portal.ts';
import type { SubmitRequest, SubmitResult } from './portal-results.ts';
import { runPhase } from './portal-run.ts';
import type { PortalRunDeps } from './portal-run.ts';
import { appendNote } from './recorder.ts';

export async function submitWrite(deps: PortalRunDeps, request: SubmitRequest): Promise<SubmitResult> {
  const { taskId, playbookId, order, submit } = request;
  const playbook = await deps.playbooks.ofTask(taskId, playbookId);
  if (playbook !== undefined && playbook.digest !== order.playbookDigest)
    return { kind: 'not_allowed', answer: { kind: 'other_playbook' } };
  let answer: IntentAnswer | NotApproved | undefined;
  const phase = { taskId, playbookId, taskType: order.capability, inputs: order.inputs };
  const result = await runPhase<SubmitResult>(deps, phase, {
    phase: 'submit',
    prepare: async (lease) => ({
      readFile: (name) => fileOfPack(deps, taskId, name),
      mayWrite: async () => {
        // One ticket a run: a second write step of the same run is a fault of the playbook.
        if (answer !== undefined) return false;
        const why = await notApproved(deps, taskId, order);
        if (why !== null) {
          await appendNote(deps, taskId, `Nothing was keyed: ${why}.`);
          answer = { kind: 'not_approved', why };
          return false;
        }
        answer = await inTransaction(deps.pool, (q) => openIntent(q, { taskId, lease, order, submit }));
        return answer.kind === 'opened';
      },
    }),
    finish: async (result) => resultOf(result, answer),
  });
  if (result.kind === 'busy' || result.kind === 'needs_person' || result.kind === 'held')
    return { ...result, clicked: false };
  if (playbook !== undefined && result.kind === 'changed' && !result.clicked && isChange(result)) {
    const held = await recordMetChange(deps, phase, playbook, result);
    if (held !== undefined) return { ...held, clicked: false };
  }
  return result;
}

interface NotApproved {
  readonly kind: 'not_approved';
  readonly why: string;
}

function resultOf(result: CapabilityResult, answer: IntentAnswer | NotApproved | undefined): SubmitResult {
  if (answer !== undefined && answer.kind !== 'opened') return { kind: 'not_allowed', answer };
  const clicked = answer?.kind === 'opened';
  // A stop of the guard is final, also when it came after the click: nothing is submitted again.
  if (result.kind === 'uncertain')
    return result.verdict === null
      ? { kind: 'lost', reason: result.reason }
      : { kind: 'stopped', verdict: result.verdict, clicked };
  if (result.kind !== 'finished') return { ...result, clicked };
  if (!clicked) throw new Error('the playbook finished its submit without a write');
  return { kind: 'accepted', number: result.facts['confirmation_number']?.trim() ?? null };
}

async function fileOfPack(
  { pool, blobs }: PortalRunDeps,
  taskId: string,
  name: string,
): Promise<{ bytes: Buffer; mediaType: string }> {
  const row = await readFile(pool, taskId, name);
  const bytes = row && (await blobs.get(row.blobKey));
  if (row === undefined || bytes === undefined) throw new Error(`the evidence of ${taskId} has no file ${name}`);
  return { bytes, mediaType: row.mediaType };
}
