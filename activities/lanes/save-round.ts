/** What a round of ingest writes: rows as sets, the answers, and what is sent of it to webhooks and people. */
import { type HookEvent, hookEvents } from '../../domain/lanes/hook-event.ts';
import { remindedBefore } from '../../domain/lanes/machine/monitoring.ts';
import type { RecordResult } from '../../domain/lanes/machine/records.ts';
import { findStep } from '../../domain/lanes/machine/runtime.ts';
import type { MachineChanges } from '../../domain/lanes/machine/saved.ts';
import type { TimedWork } from '../../domain/lanes/step-history.ts';
import { laneItems } from '../../domain/notifications/items.ts';
import { textSha256 } from '../../process/evidence-crypto.ts';
import { addLaneAudits } from '../../store/audit-log.ts';
import type { Queryable } from '../../store/database.ts';
import { saveAnnouncements } from '../../store/lanes/announcements.ts';
import {
  type KnownIds,
  type NewRecord,
  claimEventIds,
  markEvents,
  releaseEventIds,
} from '../../store/lanes/event-log.ts';
import { queueHookEvents } from '../../store/lanes/hook-deliveries.ts';
import type { RecordAnswer, WorkspaceRef } from '../../store/lanes/ingest-request.ts';
import { type MachineHead, saveInputs, saveSteps, saveWeeks } from '../../store/lanes/machine-state.ts';
import { auditsByPerson, savePendingAudits } from '../../store/lanes/pending-audits.ts';
import { endRound, notifyOfRound, saveItems } from '../../store/lanes/round.ts';
import { savePeopleTimes } from '../../store/lanes/step-history.ts';
import { queueNotification } from '../../store/notifications.ts';
import type { KeptMachine } from './machine-keeper.ts';
import { type PlacedRequest, type RoundItems, attributedActs, gatherAnnouncements } from './request-record.ts';

/** How the webhooks of a round go out. */
export interface HookSending {
  /** Waits between the attempts. */
  readonly waitsMs: readonly number[];
  /** Says that deliveries were committed whose workflows are to be started. */
  readonly wakeStarts: () => void;
}

export interface SaveDeps {
  readonly q: Queryable;
  readonly workspace: WorkspaceRef;
  readonly hooks: HookSending;
  /** Called between the pieces of a part or a large round, within its transaction. */
  readonly betweenPieces?: () => Promise<void>;
}

/** The result of one request. */
export interface IngestedRequest {
  readonly placed: PlacedRequest;
  readonly result: RecordResult;
  readonly duplicates: number;
  /** Ids of the events that it has added. */
  readonly storedIds: KnownIds;
  /** How long the people took whose work it has added. */
  readonly timed: readonly TimedWork[];
  /** Null where nothing was added to the log. */
  readonly record: NewRecord | null;
  /** The first request of those whose events are held. */
  readonly beginsHold?: true;
}

interface RoundResults {
  readonly head: MachineHead;
  readonly heldFrom: number | null;
  readonly kept: KeptMachine;
  readonly changes: MachineChanges;
  readonly items: RoundItems;
  readonly taken: readonly IngestedRequest[];
  readonly earlier: readonly IngestedRequest[];
  readonly claims: readonly { readonly seq: number; readonly ids: readonly string[] }[];
  readonly known: KnownIds;
  readonly stored: KnownIds;
}

/** Writes the round and commits it; the statements are sent together. @returns the head that it leaves */
export async function saveRound(deps: SaveDeps, round: RoundResults): Promise<MachineHead> {
  const { q, workspace, hooks } = deps;
  const { head, heldFrom, kept, changes, taken, earlier } = round;
  const version = head.version + 1;
  const routeVersion = changes.steps.some(({ routeChanged }) => routeChanged) ? version : head.routeVersion;
  const rejected = new Set(taken.flatMap(({ result }) => result.rejected.map(({ id }) => id)));
  if (rejected.size > 0) await settleClaims(q, workspace, round, rejected);
  const marked = (of: 'late' | 'repeats'): string[] => taken.flatMap(({ result }) => [...result[of]]);
  const stepNo = (queue: string, step: string): number => findStep(kept.machine, queue, step)?.no ?? 0;
  const after = { version, routeVersion, logSeq: head.logSeq + taken.length, heldFrom };
  const changedItems = round.items.changed();
  const end = {
    workspaceNo: workspace.no,
    before: head,
    after,
    workspace: changes.workspace,
    weekNumber: taken.at(-1)?.result.weekNumber ?? 0,
    records: taken.flatMap(({ record }) => record ?? []),
    answers: taken.flatMap((one) =>
      one.placed.isPart === true
        ? []
        : { request: one.placed.request, json: JSON.stringify(answerOf(earlier, one, routeVersion)) },
    ),
  };
  const isLong = changes.steps.length > stepsInPiece;
  if (isLong) await saveStepsInPieces(deps, changes.steps, version);
  await Promise.all([
    markEvents(q, workspace.no, 'late', marked('late')),
    markEvents(q, workspace.no, 'repeat', marked('repeats')),
    saveItems(q, workspace.no, changedItems),
    savePendingAudits(q, workspace.no, changedItems),
    savePeopleTimes(q, workspace.no, timedBy(taken, stepNo)),
    saveWeeks(q, workspace.no, changes.weeks),
    saveInputs(q, workspace.no, changes.inputs),
    isLong ? undefined : saveSteps(q, workspace.no, changes.steps, version),
    saveAnnouncements(
      q,
      workspace.no,
      gatherAnnouncements(
        taken.map(({ placed, result }) => ({ seq: placed.seq, result })),
        stepNo,
      ),
    ),
    endRound(q, end),
  ]);
  // None with the others: nothing may go out where one of them could not even be sent.
  await addLaneAudits(q, workspace.no, attributedActs(workspace, taken));
  const queued = await announceToHooks(q, workspace, taken, hooks);
  await q.query('commit');
  // Nothing waits for it: the next round is sent with it.
  void notifyOfRound(q, end).catch(() => undefined);
  if (queued > 0) hooks.wakeStarts();
  return after;
}

/** Without steps that only held events define: they are not there yet. */
function timedBy(
  taken: readonly IngestedRequest[],
  noOf: (queue: string, step: string) => number,
): (TimedWork & { readonly stepNo: number })[] {
  return taken
    .flatMap(({ timed }) => timed.map((one) => ({ ...one, stepNo: noOf(one.queue, one.step) })))
    .filter(({ stepNo }) => stepNo > 0);
}

/** So many states of steps are a piece: some milliseconds and half a megabyte. */
const stepsInPiece = 100;

/** @param steps whose states nobody else changes meanwhile */
async function saveStepsInPieces(
  { q, workspace, betweenPieces }: SaveDeps,
  steps: MachineChanges['steps'],
  version: number,
): Promise<void> {
  for (let from = 0; from < steps.length; from += stepsInPiece) {
    await betweenPieces?.();
    await saveSteps(q, workspace.no, steps.slice(from, from + stepsInPiece), version);
  }
  await betweenPieces?.();
}

/** Most rounds announce nothing. @returns how many deliveries and notifications were queued */
async function announceToHooks(
  q: Queryable,
  workspace: WorkspaceRef,
  taken: readonly IngestedRequest[],
  { waitsMs }: HookSending,
): Promise<number> {
  const news = [];
  for (const { placed, result } of taken) {
    const auditReminders = [];
    for (const reminder of result.auditReminders) {
      const since = remindedBefore(Date.parse(reminder.at));
      auditReminders.push({ ...reminder, people: await auditsByPerson(q, workspace.no, { ...reminder, since }) });
    }
    news.push({ seq: placed.seq, ...result, auditReminders });
  }
  const events = hookEvents(workspace.id, news, textSha256);
  if (events.length === 0) return 0;
  return (await queueHookEvents(q, workspace, events, waitsMs)) + (await notifyPeople(q, workspace, events));
}

/** @returns how many notifications were queued, or joined a digest */
async function notifyPeople(q: Queryable, workspace: WorkspaceRef, events: readonly HookEvent[]): Promise<number> {
  const now = new Date();
  let queued = 0;
  for (const item of laneItems(workspace.id, events, now))
    queued += await queueNotification(q, { subjectId: workspace.id, senderId: null, item, now });
  return queued;
}

/** An id that was claimed for an event that was rejected may be sent again, or was, in a later request of the round. */
async function settleClaims(
  q: Queryable,
  workspace: WorkspaceRef,
  { claims, known, stored, taken }: RoundResults,
  rejected: ReadonlySet<string>,
): Promise<void> {
  const unused = claims.flatMap(({ ids }) => ids.filter((id) => !known.has(id) && !stored.has(id)));
  const later = taken.flatMap(({ placed: { seq }, storedIds }) =>
    [...storedIds].flatMap(([id, byAgent]) => (rejected.has(id) ? [{ seq, byAgent, ids: [id] }] : [])),
  );
  await Promise.all([
    releaseEventIds(q, workspace.no, [...unused, ...later.flatMap(({ ids }) => ids)]),
    claimEventIds(q, workspace.no, later),
  ]);
}

/** The result of a request, with all of its parts. */
function answerOf(earlier: readonly IngestedRequest[], last: IngestedRequest, routeVersion: number): RecordAnswer {
  const all = [...earlier, last];
  const every = <T>(pick: (result: RecordResult) => readonly T[]): T[] => all.flatMap(({ result }) => pick(result));
  const { closedWeek, weekNumber, waitingSettlement, held } = last.result;
  return {
    accepted: all.reduce((sum, { result }) => sum + result.accepted, 0),
    duplicates: all.reduce((sum, { duplicates }) => sum + duplicates, 0),
    rejected: every(({ rejected }) => rejected).toSorted((a, b) => a.index - b.index),
    lane_changes: every(({ laneChanges }) => laneChanges),
    alerts: every(({ alerts }) => alerts),
    signoff_requests: every(({ signoffRequests }) => signoffRequests),
    unauthorised: every(({ unauthorised }) => unauthorised),
    closed: every(({ closedWeeks }) => closedWeeks),
    closed_week: closedWeek,
    week_number: weekNumber,
    waiting_settlement: waitingSettlement,
    held: { events: held.events, since: held.since === null ? null : new Date(held.since).toISOString() },
    route_version: routeVersion,
  };
}
