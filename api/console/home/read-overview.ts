/** Everything that the home page tells, read at once. */
import type { Queryable } from '../../../store/database.ts';
import { countFailing, listEndpoints } from '../../../store/endpoint-health.ts';
import type { EndpointRow } from '../../../store/endpoint-health.ts';
import {
  escalatedSince,
  maybeStuckTasks,
  tallyLanes,
  tallyTasks,
  uncertainWrites,
  waitingApprovals,
  waitingSettlements,
  waitingSignoffs,
  workThatWaits,
} from '../../../store/overview.ts';
import type {
  Counted,
  EscalatedTask,
  LaneTally,
  StuckCandidate,
  TaskTally,
  UncertainWrite,
  WaitingApproval,
  WaitingSettlements,
  WaitingSignoff,
  WorkThatWaits,
} from '../../../store/overview.ts';
import { readLastEvents } from '../../../store/task-search.ts';
import { stuckWords } from '../tasks/task-words.ts';

/** Of each kind of work that waits. */
const shownFew = 5;
/** Looked at of tasks that may be stuck: some turn out to move on. */
const lookedAt = 25;
const shownStuck = 10;
const dayMs = 86_400_000;
/** A person is looked for this long after a task ended escalated. */
const escalationDays = 7;

export interface StuckTask extends StuckCandidate {
  readonly why: string;
}

export interface Overview {
  readonly approvals: Counted<WaitingApproval>;
  readonly escalations: Counted<EscalatedTask> & { readonly days: number };
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
  };
}

export async function readOverview(q: Queryable, now: Date): Promise<Overview> {
  const today = new Date(Math.floor(now.getTime() / dayMs) * dayMs);
  const [approvals, escalations, writes, signoffs, settlements, endpoints, tasks, lanes, candidates, work] =
    await Promise.all([
      waitingApprovals(q, shownFew),
      escalatedSince(q, new Date(now.getTime() - escalationDays * dayMs), shownFew),
      uncertainWrites(q, shownFew),
      waitingSignoffs(q, shownFew),
      waitingSettlements(q, shownFew),
      failingEndpoints(q),
      tallyTasks(q, today),
      tallyLanes(q, today),
      maybeStuckTasks(q, now, lookedAt),
      workThatWaits(q, now, new Date(now.getTime() - dayMs)),
    ]);
  const stuck = await trulyStuck(q, candidates.first, now);
  return {
    approvals,
    escalations: { ...escalations, days: escalationDays },
    writes,
    signoffs,
    settlements,
    endpoints,
    today: { since: today, tasks, lanes },
    stuck: {
      tasks: stuck.slice(0, shownStuck),
      more: stuck.length > shownStuck || candidates.count > candidates.first.length,
      work,
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

async function trulyStuck(q: Queryable, candidates: readonly StuckCandidate[], now: Date): Promise<StuckTask[]> {
  const last = await readLastEvents(
    q,
    candidates.map(({ id }) => id),
  );
  return candidates.flatMap((task) => {
    const why = stuckWords(task, last.get(task.id), now);
    return why === null ? [] : [{ ...task, why }];
  });
}
