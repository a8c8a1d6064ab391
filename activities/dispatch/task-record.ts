/** Writes a task's outcome and the event that reports it, together or not at all. */
import { engineActor } from '../../domain/actor.ts';
import type { Ending } from '../../domain/dispatch/ending.ts';
import type { EvidenceEvent } from '../../domain/dispatch/evidence/evidence-events.ts';
import type { Verdict } from '../../domain/dispatch/guard/verdict.ts';
import { type TaskLinks, presentTask } from '../../domain/dispatch/present-task.ts';
import type { TaskEvent, TaskEventBody } from '../../domain/dispatch/task-record.ts';
import { endedItem } from '../../domain/notifications/items.ts';
import { newId } from '../../process/ids.ts';
import { addAudit, readAudit } from '../../store/audit-log.ts';
import { type Pool, type Queryable, inTransaction } from '../../store/database.ts';
import { addDelivery } from '../../store/deliveries.ts';
import { appendEvents, readEvents } from '../../store/evidence.ts';
import { queueNotification } from '../../store/notifications.ts';
import { type TaskRow, finishTask, readApprovals, readTask } from '../../store/tasks.ts';

export interface TaskRecordDeps {
  readonly pool: Pool;
  readonly linksOf: (task: TaskRow) => TaskLinks;
  /** Waits between the attempts of a delivery, in milliseconds. */
  readonly deliveryWaitsMs: readonly number[];
  /** Says that a workflow start was committed to the outbox. */
  readonly wakeStarts: () => void;
}

/**
 * Ends a task, and in the same transaction adds the delivery of its event and that delivery's workflow start.
 * Safe to run twice: a final state is never left, and an event goes out once.
 */
export async function recordEnding(deps: TaskRecordDeps, taskId: string, ending: Ending): Promise<void> {
  const changed = await inTransaction(deps.pool, async (q) => {
    const before = ending.cancelledBy === undefined ? undefined : await readTask(q, taskId);
    const { task, changed } = await finishTask(q, taskId, ending);
    if (changed && before !== undefined) await auditCancellation(q, before, ending.cancelledBy ?? '');
    if (changed) await announce(deps, q, task, `task.${ending.status}`);
    if (changed) await notifyOfEnding(q, task, ending);
    return changed;
  });
  if (changed) deps.wakeStarts();
}

async function notifyOfEnding(q: Queryable, task: TaskRow, { status, outcomeReason, summary }: Ending): Promise<void> {
  const event =
    outcomeReason === 'portal_unavailable' ? 'portal_unreachable' : status === 'escalated' ? 'task_escalated' : null;
  if (event === null) return;
  const now = task.finishedAt ?? task.updatedAt;
  const item = endedItem(event, task, summary, now);
  await queueNotification(q, { subjectId: task.id, senderId: task.senderId, item, now });
}

/** The other surfaces write it when they request it; a cancellation made on the engine has only this entry. */
async function auditCancellation(q: Queryable, task: TaskRow, by: string): Promise<void> {
  if ((await readAudit(q, task.id)).some(({ act, actor }) => act === 'task.cancelled' && actor === by)) return;
  const details = { owner_id: task.senderId, status: task.status };
  await addAudit(q, { actor: engineActor(by), act: 'task.cancelled', subject: task.id, details });
}

/** Adds the delivery of an event, in the transaction of what it reports. */
export async function announce(deps: TaskRecordDeps, q: Queryable, task: TaskRow, event: TaskEvent): Promise<void> {
  if (task.callbackUrl === null) return;
  const approvals = await readApprovals(q, [task.id]);
  const id = newId('delivery');
  const body: TaskEventBody = {
    id,
    event,
    created_at: task.updatedAt.toISOString(),
    client: task.senderId,
    task: presentTask(task, approvals.get(task.id) ?? [], deps.linksOf(task)),
  };
  await addDelivery(q, {
    id,
    ownerKind: 'sender',
    ownerId: task.senderId,
    subjectId: task.id,
    event,
    scheme: 'dispatch',
    url: task.callbackUrl,
    body: Buffer.from(JSON.stringify(body), 'utf8'),
    waitsMs: deps.deliveryWaitsMs,
    fairnessKey: task.senderId,
  });
}

/** Puts the stop of a portal action into the task's evidence log: what was asked for, and the verdict (D24). */
interface RecordStopDeps {
  readonly pool: Pool;
  readonly now: () => Date;
}

/** Safe to run twice: a evidence log that already reports a verdict is left alone. */
export async function recordStop(
  { pool, now }: RecordStopDeps,
  taskId: string,
  subject: string,
  verdict: Verdict,
): Promise<void> {
  const reported = (await readEvents(pool, taskId)).some(({ line }) => kindOf(line) === 'verdict');
  if (reported) return;
  const { rule, reason } = verdict;
  const events: EvidenceEvent[] = [
    { kind: 'verdict', ...verdict },
    {
      kind: 'step',
      portal: 'none',
      action: verdict.subject,
      target: subject,
      url: null,
      page_text: null,
      screenshot: null,
      guard: { verdict: verdict.verdict, rule, reason },
    },
  ];
  await appendEvents(pool, taskId, events, now());
}

function kindOf(line: string): string {
  return (JSON.parse(line) as EvidenceEvent).kind;
}
