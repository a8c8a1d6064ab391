/** Everything that the home page shows, read at once. */
import { type StuckTask, stuckTasks } from '../../../commands/dispatch/find-stuck-tasks.ts';
import type { Queryable } from '../../../store/database.ts';
import { type EndpointRow, countFailing, listEndpoints } from '../../../store/endpoint-health.ts';
import {
  type Counted,
  type EndedTask,
  type LaneTally,
  type TaskTally,
  type UncertainWrite,
  type WaitingApproval,
  type WaitingSettlements,
  type WaitingSignoff,
  type WorkThatWaits,
  maybeStuckTasks,
  tallyLanes,
  tallyTasks,
  tasksForPeople,
  uncertainWrites,
  waitingApprovals,
  waitingSettlements,
  waitingSignoffs,
  workThatWaits,
} from '../../../store/overview.ts';
import { type PortalChange, listChanges } from '../../../store/portal-changes.ts';
import { type PortalOutage, listOutages } from '../../../store/portal-waits.ts';
import type { EnginePulse } from '../../../temporal/engine-health.ts';

/** Of each kind of work that waits. */
const shownFew = 5;
/** Looked at of tasks that may be stuck: some turn out to move on. */
const lookedAt = 25;
const shownStuck = 10;
const dayMs = 86_400_000;

export interface Overview {
  readonly approvals: Counted<WaitingApproval>;
  readonly escalations: Counted<EndedTask>;
  readonly failures: Counted<EndedTask>;
  readonly writes: Counted<UncertainWrite>;
  readonly signoffs: Counted<WaitingSignoff>;
  readonly settlements: Counted<WaitingSettlements>;
  readonly endpoints: Counted<EndpointRow>;
  readonly today: { readonly since: Date; readonly tasks: readonly TaskTally[]; readonly lanes: LaneTally };
  readonly stuck: {
    readonly tasks: readonly StuckTask[];
    /** Whether there are more than are shown. */
    readonly more: boolean;
    readonly work: WorkThatWaits;
    /** Portals that tasks wait for. */
    readonly outages: readonly PortalOutage[];
    /** Portals that no longer fit their playbook. */
    readonly changes: readonly PortalChange[];
    readonly engine: EnginePulse;
  };
}

/** @param askEngine for who polls; that it does not answer is an answer, too */
export async function readOverview(q: Queryable, now: Date, askEngine: () => Promise<EnginePulse>): Promise<Overview> {
  const today = new Date(Math.floor(now.getTime() / dayMs) * dayMs);
  const [
    approvals,
    escalations,
    failures,
    writes,
    signoffs,
    settlements,
    endpoints,
    tasks,
    lanes,
    candidates,
    work,
    outages,
    changes,
    engine,
  ] = await Promise.all([
    waitingApprovals(q, shownFew),
    tasksForPeople(q, 'escalated', shownFew),
    tasksForPeople(q, 'failed', shownFew),
    uncertainWrites(q, shownFew),
    waitingSignoffs(q, shownFew),
    waitingSettlements(q, shownFew),
    failingEndpoints(q),
    tallyTasks(q, today),
    tallyLanes(q, today),
    maybeStuckTasks(q, now, lookedAt),
    workThatWaits(q, now, new Date(now.getTime() - dayMs)),
    listOutages(q),
    listChanges(q, { confirmed: true }),
    askEngine(),
  ]);
  const stuck = await stuckTasks(q, candidates.first, now);
  return {
    approvals,
    escalations,
    failures,
    writes,
    signoffs,
    settlements,
    endpoints,
    today: { since: today, tasks, lanes },
    stuck: {
      tasks: stuck.slice(0, shownStuck),
      more: stuck.length > shownStuck || candidates.count > candidates.first.length,
      work,
      outages,
      changes,
      engine,
    },
  };
}

async function failingEndpoints(q: Queryable): Promise<Counted<EndpointRow>> {
  const [first, senders, hooks] = await Promise.all([
    listEndpoints(q, { failing: true, limit: shownFew }),
    countFailing(q, 'sender'),
    countFailing(q, 'hook'),
  ]);
  return { count: senders + hooks, first };
}
