/** Judges a writing task from what is known of it so far, and puts the decision into its story. */
import { ApplicationFailure } from '@temporalio/common';
import { marksIn, portalMark } from '../../domain/dispatch/portal-mark.ts';
import { judgeWrite } from '../../domain/dispatch/writing/judge.ts';
import type { Judged, Known } from '../../domain/dispatch/writing/write-context.ts';
import { approvalLimits } from '../../domain/dispatch/writing/limits.ts';
import type { PlaybooksInForce } from '../../portals/playbooks/in-force.ts';
import { textSha256 } from '../../process/evidence-crypto.ts';
import type { Pool } from '../../store/database.ts';
import { readFiled, readMarks } from '../../store/portal-intents.ts';
import { readTask } from '../../store/tasks.ts';
import { appendNote } from './recorder.ts';

export interface JudgeDeps {
  readonly pool: Pool;
  readonly playbooks: PlaybooksInForce;
  readonly now: () => Date;
}

/**
 * The rules are applied here and not in the workflow, so that one that waited for a person for days continues as it
 * was judged then, whatever the rules say by now. Safe to run twice.
 */
export async function judgeTask(deps: JudgeDeps, taskId: string, playbookId: string, known: Known): Promise<Judged> {
  const task = await readTask(deps.pool, taskId);
  if (task === undefined) throw ApplicationFailure.nonRetryable(`there is no task ${taskId}`, 'no_such_task');
  const playbook = await deps.playbooks.ofTask(taskId, playbookId);
  if (playbook === undefined) return noPlaybook(playbookId);
  const mark = (action: string): string => portalMark(taskId, action, textSha256);
  const looked = JSON.stringify(known.look ?? null);
  const seen = marksIn(looked);
  const earlier = await readMarks(deps.pool, playbookId, task.senderId, seen);
  for (const action of ['correct_bill', 'file_dispute', 'attach_pod', 'answer_claim']) earlier.delete(mark(action));
  const filed =
    known.capability === 'pod_to_dispute'
      ? await readFiled(deps.pool, playbookId, task.senderId, looked)
      : new Set<string>();
  const judged = judgeWrite({
    params: task.params,
    known,
    limits: approvalLimits(playbook.approval_limits, known.capability),
    sha256: textSha256,
    playbookDigest: playbook.digest,
    holidays: playbook.holidays,
    mark,
    earlier,
    filed,
  });
  if (judged.kind === 'end') await appendNote(deps, taskId, decided(judged.rule, judged.sentence));
  if (judged.kind === 'write') await appendNote(deps, taskId, decided(judged.order.rule, judged.order.sentence));
  // People are shown the page of the preview; the rules do not look at it.
  if (judged.kind === 'write' && judged.order.people > 0)
    return { kind: 'write', order: { ...judged.order, page: known.page ?? null } };
  return judged;
}

function noPlaybook(playbookId: string): Judged {
  const sentence = `The playbook ${playbookId} was removed while this task was under way. A person has to take over.`;
  return { kind: 'end', reason: 'needs_person', number: null, rule: 'playbook_removed', sentence };
}

function decided(rule: string, sentence: string): string {
  return `Decided by the rule ${rule}: ${sentence}`;
}
