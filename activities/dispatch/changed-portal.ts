/**
 * A portal that no longer fits its playbook, as the phases of tasks meet it: whether a phase begins at all, by which
 * version, and what a change that it met means for the tasks behind it.
 */
import { changeSentence, holdsOthers, meetChange, peopleMatterOf } from '../../domain/dispatch/portal-change.ts';
import type { MetChange } from '../../domain/dispatch/portal-change.ts';
import type { LoadedPlaybook } from '../../domain/dispatch/playbook/language.ts';
import type { TaskType } from '../../domain/dispatch/task.ts';
import { changedItem } from '../../domain/notifications/items.ts';
import type { PlaybooksInForce } from '../../portals/playbooks/in-force.ts';
import type { CapabilityResult } from '../../portals/run-capability.ts';
import { canaryStart, isCanaryPaused } from '../../store/canaries.ts';
import { type Pool, type Queryable, inTransaction } from '../../store/database.ts';
import { queueNotification } from '../../store/notifications.ts';
import { changePlannedPlaybook } from '../../store/playbooks-in-force.ts';
import {
  type ChangedRecipe,
  addChange,
  confirmChange,
  endChange,
  isAnswered,
  lockRecipe,
  openChange,
  recipeStanding,
} from '../../store/portal-changes.ts';
import { noteWait } from '../../store/portal-waits.ts';
import { readTask } from '../../store/tasks.ts';
import { addStarts } from '../../store/workflow-starts.ts';
import { openIntentOf } from './recorder.ts';

export interface ChangedPortalDeps {
  readonly pool: Pool;
  readonly playbooks: PlaybooksInForce;
  readonly now: () => Date;
  /** How long tasks wait for a playbook that fits. */
  readonly changedPatienceMs: number;
  /** How often a task that waits looks by itself whether it may continue; the sweep wakes it before that. */
  readonly changedRecheckMs?: number;
}

/** The phase was not worked: the portal has changed, and the task waits for a version that fits. */
export interface HeldByChange extends MetChange {
  readonly kind: 'held';
  /** Null: it has waited for as long as tasks wait. */
  readonly againAfterMs: number | null;
}

interface Asking {
  readonly taskId: string;
  readonly taskType: TaskType;
}

const defaultRecheckMs = 10 * 60_000;

export function recipeOf({ id, digest }: LoadedPlaybook, taskType: TaskType): ChangedRecipe {
  return { playbookId: id, digest, taskType };
}

/** Whether a canary decides what a single task cannot. */
export async function hasCanary(q: Queryable, { id, canary }: LoadedPlaybook, taskType: TaskType): Promise<boolean> {
  return canary[taskType] !== undefined && !(await isCanaryPaused(q, id));
}

type Beginning =
  | HeldByChange
  /** `isSuspected`: a task met a change here, and this one shows by its success that it is not the portal. */
  | {
      readonly kind: 'begin';
      readonly playbook: LoadedPlaybook;
      readonly isSuspected: boolean;
      readonly note?: string;
    };

/**
 * Before a phase that may wait. A task that has written nothing continues with the version that is in force now, where the
 * one that it began with no longer fits.
 */
export async function beginPhase(
  deps: ChangedPortalDeps,
  { taskId, taskType }: Asking,
  playbook: LoadedPlaybook,
): Promise<Beginning> {
  const { open, isReplaced } = await recipeStanding(deps.pool, recipeOf(playbook, taskType));
  if (open === null && !isReplaced) return { kind: 'begin', playbook, isSuspected: false };
  if (open !== null && !holdsOthers(open, await hasCanary(deps.pool, playbook, taskType)))
    return { kind: 'begin', playbook, isSuspected: true };
  const newer = await versionThatFits(deps, { taskId, taskType }, playbook);
  // A version that was replaced and is in force again may have been rolled back to on purpose.
  if (newer === undefined)
    return open === null
      ? { kind: 'begin', playbook, isSuspected: false }
      : holdTask(deps, { taskId, taskType }, playbook, open, open.foundAt);
  await changePlannedPlaybook(deps.pool, taskId, {
    playbookId: newer.id,
    digest: newer.digest,
    isStored: deps.playbooks.isStored(newer),
  });
  const note =
    `The portal no longer fitted version ${playbook.version} of the playbook ${playbook.id}. Nothing was written by it; ` +
    `the task continues with version ${newer.version}, digest ${newer.digest}.`;
  return { kind: 'begin', playbook: newer, isSuspected: false, note };
}

/** The version in force for the task's sender, where no change holds it. */
async function versionThatFits(
  { pool, playbooks }: ChangedPortalDeps,
  { taskId, taskType }: Asking,
  playbook: LoadedPlaybook,
): Promise<LoadedPlaybook | undefined> {
  if ((await openIntentOf(pool, taskId)) !== null) return undefined;
  const task = await readTask(pool, taskId);
  const newer = (await playbooks.forSender(task?.senderId ?? null)).find(({ id }) => id === playbook.id);
  if (newer === undefined || newer.digest === playbook.digest || newer.capabilities[taskType] === undefined)
    return undefined;
  const open = await openChange(pool, recipeOf(newer, taskType));
  return holdsOthers(open, await hasCanary(pool, newer, taskType)) ? undefined : newer;
}

/** A login that was refused is the account's matter, an answer that did not come a person's: neither is a change of the portal. */
export function isChange(result: CapabilityResult): result is Extract<CapabilityResult, { kind: 'changed' }> {
  return result.kind === 'changed' && peopleMatterOf(result) === undefined;
}

/** Records a change that a task met. @returns how it waits; undefined where it ends by what it met */
export async function recordMetChange(
  deps: ChangedPortalDeps,
  asking: Asking,
  playbook: LoadedPlaybook,
  result: Extract<CapabilityResult, { kind: 'changed' }>,
): Promise<HeldByChange | undefined> {
  const { taskId, taskType } = asking;
  const recipe = recipeOf(playbook, taskType);
  const met = await inTransaction(deps.pool, async (q) => {
    await lockRecipe(q, recipe);
    const open = await openChange(q, recipe);
    const canary = await hasCanary(q, playbook, taskType);
    const meeting = meetChange({
      taskId,
      change: result,
      open,
      isAnswered: open === null && (await isAnswered(q, taskId, recipe)),
      hasCanary: canary,
    });
    if (meeting.act === 'open') {
      await addChange(q, { ...newChange(playbook, taskType, result), foundBy: taskId, isConfirmed: false });
      if (canary) await addStarts(q, [canaryStart({ playbookId: playbook.id, digest: playbook.digest, taskType })]);
    }
    if (meeting.act === 'confirm') await confirmed(q, playbook, taskType, result, deps.now());
    return { ...meeting, since: open?.foundAt ?? deps.now() };
  });
  return met.waits ? holdTask(deps, asking, playbook, result, met.since) : undefined;
}

/** What is stored of a change, no matter who found it. */
export function newChange(
  { id, digest, version, portal }: LoadedPlaybook,
  taskType: TaskType,
  { page, expected, found, change }: Extract<CapabilityResult, { kind: 'changed' }>,
): Omit<Parameters<typeof addChange>[1], 'foundBy' | 'isConfirmed'> {
  return {
    playbookId: id,
    digest,
    version,
    portalName: portal.name,
    taskType,
    page,
    expected,
    found,
    change: change ?? null,
  };
}

/** Confirms what is open, and notifies people of it once. */
export async function confirmed(
  q: Queryable,
  playbook: LoadedPlaybook,
  taskType: TaskType,
  change: MetChange,
  now: Date,
): Promise<void> {
  if (!(await confirmChange(q, recipeOf(playbook, taskType)))) return;
  const item = changedItem(
    { playbookId: playbook.id, portalName: playbook.portal.name, version: playbook.version, taskType, ...change },
    now,
  );
  await queueNotification(q, { subjectId: playbook.id, senderId: null, item, now });
}

/** This task got through where another did not. */
export async function endSuspicion({ pool }: ChangedPortalDeps, recipe: ChangedRecipe): Promise<void> {
  await endChange(pool, recipe, 'task', true);
}

async function holdTask(
  { pool, now, changedPatienceMs, changedRecheckMs = defaultRecheckMs }: ChangedPortalDeps,
  { taskId, taskType }: Asking,
  { id, portal, digest }: LoadedPlaybook,
  { page, expected, found }: MetChange,
  since: Date,
): Promise<HeldByChange> {
  const leftMs = since.getTime() + changedPatienceMs - now().getTime();
  const held = { kind: 'held', page, expected, found } as const;
  if (leftMs <= 0) return { ...held, againAfterMs: null };
  const reason = changeSentence(held);
  const changed = { digest, taskType };
  await noteWait(pool, taskId, { portal: id, portalName: portal.name, reason, changed }, now());
  return { ...held, againAfterMs: Math.min(changedRecheckMs, leftMs) };
}
