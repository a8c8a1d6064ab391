/** The one processor of task input, whichever channel it comes by: check, key, write once, queue its workflow. */
import { contentDigest, derivedKey } from '../../domain/dispatch/idempotency.ts';
import { choosePlaybook } from '../../domain/dispatch/playbook/summary.ts';
import type { Playbook } from '../../domain/dispatch/playbook/language.ts';
import type { Channel, TaskType } from '../../domain/dispatch/task.ts';
import type { TaskInput } from '../../domain/dispatch/task-schemas.ts';
import { type Finding, sentenceForPeople, sentencesIn } from '../../domain/sentence.ts';
import { textSha256 } from '../../process/evidence-crypto.ts';
import { newId } from '../../process/ids.ts';
import { currentTraceparent } from '../../process/tracing.ts';
import { openSlices } from '../../process/time-slices.ts';
import { readTasksByKeys } from '../../store/idempotency-keys.ts';
import { type MailConfirmation, chooseAlternative, recordConfirmed } from '../../store/mails.ts';
import type { NewTask, TaskRow } from '../../store/tasks.ts';
import { type Refusal, refusal, refusalOf } from '../refusal.ts';
import { checkTaskInput } from './check-task-input.ts';
import type { DispatchCommands } from './deps.ts';

export interface TaskOrigin {
  readonly senderId: string;
  /** The key the tasks came with; null where no key was used. */
  readonly keyId: string | null;
  readonly channel: Channel;
}

export type IntakeResult =
  | { readonly kind: 'new'; readonly task: TaskRow }
  /** The key was seen before. `differs`: the content was not the same then. */
  | { readonly kind: 'duplicate'; readonly task: TaskRow; readonly differs: boolean }
  | RejectedTask;

export interface RejectedTask {
  readonly kind: 'rejected';
  readonly code: 'invalid_task' | 'no_capability';
  readonly findings: readonly Finding[];
}

/** Everything that is wrong with a row, as sentences: what was found, and what a file adds to it. */
export function refusedBecause({ findings }: RejectedTask, hints: readonly string[] = []): readonly string[] {
  return [...sentencesIn(findings), ...hints];
}

/** The same for people who sent a mail or a file, and know members by their labels. */
export function refusedInWords({ findings }: RejectedTask, hints: readonly string[] = []): readonly string[] {
  return [...findings.map(sentenceForPeople), ...hints];
}

/** What happened to one row of a batch or a file; `line` and `hints` where it came from a CSV file. */
export interface RowIntake {
  readonly result: IntakeResult;
  readonly line?: number;
  readonly hints?: readonly string[];
}

/** What taking tasks needs. */
export interface IntakeDeps extends Pick<
  DispatchCommands,
  'settings' | 'pool' | 'portalsOf' | 'writeTasks' | 'metrics'
> {
  /** The playbooks in force for a sender's new tasks. */
  readonly playbooksOf: (senderId: string) => Promise<readonly Abilities[]>;
}

type Abilities = Pick<Playbook, 'id' | 'capabilities'>;

/** What an input turned out to be, before anything is stored. */
export type ValidatedTask = { readonly kind: 'valid'; readonly task: NewTask } | Exclude<IntakeResult, { kind: 'new' }>;

/** @param values one JSON value for each task; the results are in the same order */
export async function acceptTasks(
  deps: IntakeDeps,
  origin: TaskOrigin,
  values: readonly unknown[],
): Promise<IntakeResult[]> {
  return storeTasks(deps, origin, await validateTasks(deps, origin, values));
}

/** Checks inputs and gives the good ones their ids and keys; stores nothing. */
export async function validateTasks(
  deps: Omit<IntakeDeps, 'writeTasks' | 'metrics'>,
  origin: TaskOrigin,
  values: readonly unknown[],
): Promise<ValidatedTask[]> {
  const rules = { allowLoopback: deps.settings.DISPATCH_ALLOW_LOOPBACK };
  const rows: (RejectedTask | { readonly task: NewTask; readonly type: TaskType })[] = [];
  const pause = openSlices();
  for (const value of values) {
    const checked = checkTaskInput(value, rules);
    rows.push(
      'findings' in checked
        ? rejected('invalid_task', checked.findings)
        : { task: newTask(checked.input, origin), type: checked.input.task_type },
    );
    await pause();
  }
  const portals = await deps.portalsOf(origin.senderId);
  const canBeDone = canDo(await deps.playbooksOf(origin.senderId), portals);
  // A repeat is answered with its first task even if the playbook that took it is gone by now.
  const impossible = rows.flatMap((row) => ('task' in row && !canBeDone(row.type) ? [row.task] : []));
  const firsts = await readTasksByKeys(
    deps.pool,
    origin.senderId,
    impossible.map((task) => task.idempotencyKey),
  );
  return rows.map((row): ValidatedTask => {
    if ('kind' in row) return row;
    const { task, type } = row;
    if (canBeDone(type)) return { kind: 'valid', task };
    const first = firsts.get(task.idempotencyKey);
    if (first) return { kind: 'duplicate', task: first, differs: first.contentDigest !== task.contentDigest };
    const sentence = portals === null ? `no portal here can do ${type} yet` : `no portal of this sender can do ${type}`;
    return rejected('no_capability', [{ path: 'task_type', sentence }]);
  });
}

/** Stores what was judged good, all of it in one commit or none. */
export async function storeTasks(
  deps: Pick<IntakeDeps, 'writeTasks' | 'metrics'>,
  origin: TaskOrigin,
  judged: readonly ValidatedTask[],
): Promise<IntakeResult[]> {
  const fresh = judged.flatMap((row) => (row.kind === 'valid' ? [row.task] : []));
  const written = fresh.length === 0 ? [] : await deps.writeTasks(fresh);
  const byNewId = new Map(fresh.map((task, index) => [task.id, written[index]]));
  const results = judged.map((row): IntakeResult => {
    if (row.kind !== 'valid') return row;
    const inserted = byNewId.get(row.task.id);
    if (!inserted) throw new Error(`task ${row.task.id} was not written`);
    const { task, created } = inserted;
    return created
      ? { kind: 'new', task }
      : { kind: 'duplicate', task, differs: task.contentDigest !== row.task.contentDigest };
  });
  for (const result of results)
    deps.metrics.tasksTaken.inc({
      task_type: result.kind === 'rejected' ? 'none' : result.task.taskType,
      channel: origin.channel,
      fate: result.kind,
    });
  return results;
}

function rejected(code: 'invalid_task' | 'no_capability', findings: readonly Finding[]): RejectedTask {
  return { kind: 'rejected', code, findings };
}

/** A portal action is never done, so it needs no playbook: its task is always taken, and escalated (D27). */
function canDo(playbooks: readonly Abilities[], portals: readonly string[] | null): (type: TaskType) => boolean {
  return (type) => type === 'portal_action' || choosePlaybook(playbooks, portals, type) !== undefined;
}

function newTask(input: TaskInput, origin: TaskOrigin): NewTask {
  return {
    id: newId('task'),
    senderId: origin.senderId,
    submittedByKey: origin.keyId,
    taskType: input.task_type,
    params: input.params,
    instruction: input.instruction ?? null,
    clientRef: input.client_ref ?? null,
    idempotencyKey: input.idempotency_key ?? derivedKey(input, textSha256),
    contentDigest: contentDigest(input, textSha256),
    callbackUrl: input.callback_url ?? null,
    priority: input.priority ?? 'normal',
    requestedBy: input.requested_by ?? null,
    channel: origin.channel,
    traceparent: currentTraceparent(),
  };
}

/**
 * The writer of a mail that was not clear says which reading is meant: its tasks are taken (D21).
 * @param choice which of the readings
 */
export async function confirmMail(
  deps: IntakeDeps,
  mail: MailConfirmation,
  choice: number,
): Promise<Refusal | undefined> {
  const inputs = mail.alternatives[choice];
  if (!Number.isInteger(choice) || inputs === undefined) return refusal('bad_request', 'there is no such choice');
  if (mail.confirmedAt !== null || !(await chooseAlternative(deps.pool, mail.mailId, choice))) return undefined;
  // Pressed twice, or again after a crash, it gives the same tasks: their keys are those of the content (D13).
  const results = await acceptTasks(deps, { senderId: mail.senderId, keyId: null, channel: 'email' }, inputs);
  const ids = results.flatMap((result) => (result.kind === 'rejected' ? [] : [result.task.id]));
  const refused = results.flatMap((result) => (result.kind === 'rejected' ? sentencesIn(result.findings) : []));
  if (ids.length === 0) return refusalOf('invalid_task', refused);
  await recordConfirmed(deps.pool, mail.mailId, ids);
  return undefined;
}
