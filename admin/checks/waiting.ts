/**
 * What is waiting: portals that do not respond, stuck tasks, approvals close to expiry, deliveries that fail, time stamps
 * that are missing.
 */
import { stuckTasks } from '../../commands/dispatch/stuck-tasks.ts';
import type { StuckTask } from '../../commands/dispatch/stuck-tasks.ts';
import { span } from '../../domain/dispatch/stuck.ts';
import { subjectOf } from '../../domain/dispatch/task-title.ts';
import { withoutStop } from '../../domain/sentence.ts';
import type { Queryable } from '../../store/database.ts';
import { listEndpoints } from '../../store/endpoint-health.ts';
import { maybeStuckTasks, workThatWaits } from '../../store/overview.ts';
import type { WorkThatWaits } from '../../store/overview.ts';
import { listOutages } from '../../store/portal-waits.ts';
import { countMissingStamps } from '../../store/time-stamps.ts';
import { doubtful, fine } from './check.ts';
import type { Check } from './check.ts';

/** Looked at; a deployment with more has one cause for all of them. */
const mostTasks = 200;
/** Named in a line. */
const fewTasks = 3;
const mostEndpoints = 5;
const dayMs = 86_400_000;

export async function checkWaiting(q: Queryable, now: Date): Promise<Check[]> {
  const candidates = await maybeStuckTasks(q, now, mostTasks);
  const stuck = await stuckTasks(q, candidates.first, now);
  const [expiring, others] = [
    stuck.filter(({ status }) => status === 'awaiting_approval'),
    stuck.filter(({ status }) => status !== 'awaiting_approval'),
  ];
  const work = await workThatWaits(q, now, new Date(now.getTime() - dayMs));
  return [
    ...(await outages(q, now)),
    tasks(
      'Stuck tasks',
      others,
      'admin task watch <id> shows where a task is; its workflow has the same id in the Temporal UI',
    ),
    tasks(
      'Approvals',
      expiring,
      'decide them in the console (Approvals) or with admin approval decide; an expired one escalates its task',
    ),
    ...(await deliveries(q, work, now)),
    ...(await timeStamps(q, now)),
  ];
}

async function outages(q: Queryable, now: Date): Promise<Check[]> {
  const found = await listOutages(q);
  if (found.length === 0) return [fine('Portals', 'no task waits for one')];
  return found.map(({ portal, portalName, reason, since, tasks }) =>
    doubtful(
      `Portal ${portal}`,
      `${portalName} has not responded for ${span(now.getTime() - since.getTime())} (${reason}); ${tasks} ${tasks === 1 ? 'task waits' : 'tasks wait'}`,
      'open it in a browser; the tasks retry automatically',
    ),
  );
}

function tasks(name: string, found: readonly StuckTask[], advice: string): Check {
  if (found.length === 0) return fine(name, name === 'Approvals' ? 'none expires within 24 hours' : 'none');
  const named = found.slice(0, fewTasks).map((task) => `${subjectOf(task)} (${task.id}): ${withoutStop(task.why)}`);
  const more = found.length > fewTasks ? `; and ${found.length - fewTasks} more` : '';
  return doubtful(name, `${found.length}: ${named.join('; ')}${more}`, advice);
}

async function deliveries(q: Queryable, { retrying, failed }: WorkThatWaits, now: Date): Promise<Check[]> {
  const failing = await listEndpoints(q, { failing: true, limit: mostEndpoints });
  const counts = `${retrying} waiting for another attempt, ${failed} failed permanently in the last 24 hours`;
  if (failing.length === 0)
    return [
      failed === 0
        ? fine('Deliveries', counts)
        : doubtful('Deliveries', counts, 'admin delivery list --status failed; admin delivery retry sends one again'),
    ];
  return failing.map(({ origin, ownerId, failuresSince }) =>
    doubtful(
      `Endpoint ${origin}`,
      `fails${failuresSince === null ? '' : ` for ${span(now.getTime() - failuresSince.getTime())}`} (${ownerId}); in all ${counts}`,
      'admin delivery list --status retrying shows the answers; retries continue automatically',
    ),
  );
}

/** Nothing where every pack has its time stamp, or none is asked for. */
async function timeStamps(q: Queryable, now: Date): Promise<Check[]> {
  const counts = await countMissingStamps(q, now);
  if (counts === undefined) return [];
  const { failing, ended, authority, lastError } = counts;
  const packs = (many: number): string => (many === 1 ? '1 pack' : `${many.toLocaleString('en-US')} packs`);
  const found = [
    ...(failing > 0 ? [`${packs(failing)} without one, asked for again`] : []),
    ...(ended > 0 ? [`${packs(ended)} without one, no longer asked for`] : []),
    `${authority}: ${lastError ?? 'it was not asked'}`,
  ].join('; ');
  const again = 'admin evidence stamp --missing asks again for those that are no longer asked for';
  return [
    doubtful(
      'Time stamps',
      found,
      `check EVIDENCE_TIME_STAMP_URL; ${ended > 0 ? again : 'it is asked again for 24 hours'}`,
    ),
  ];
}
