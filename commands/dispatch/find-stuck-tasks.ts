/** Tasks that do not move on, with the reason: for the console and `admin doctor`. */
import { eventSentence } from '../../domain/dispatch/evidence/evidence-events.ts';
import { stuckReason } from '../../domain/dispatch/stuck.ts';
import { isFinal } from '../../domain/dispatch/task.ts';
import type { Queryable } from '../../store/database.ts';
import type { StuckCandidate } from '../../store/overview.ts';
import { type PortalWait, readWaits } from '../../store/portal-waits.ts';
import { type FoundTask, type LastEvent, readLastEvents } from '../../store/search.ts';

export interface StuckTask extends StuckCandidate {
  readonly why: string;
}

/** Those of the candidates that are stuck; what waits for a portal is reported once for the portal, not for each task. */
export async function stuckTasks(q: Queryable, candidates: readonly StuckCandidate[], now: Date): Promise<StuckTask[]> {
  const ids = candidates.map(({ id }) => id);
  const [last, waits] = await Promise.all([readLastEvents(q, ids), readWaits(q, ids)]);
  return candidates.flatMap((task) => {
    if (waits.has(task.id)) return [];
    const why = stuckText(task, { last: last.get(task.id), wait: undefined }, now);
    return why === null ? [] : [{ ...task, why }];
  });
}

/** Why a task does not move on; null where nothing is amiss. */
export function stuckText(
  task: Pick<FoundTask, 'status' | 'createdAt' | 'updatedAt' | 'approvalExpiresAt'>,
  { last, wait }: { readonly last: LastEvent | undefined; readonly wait: PortalWait | undefined },
  now: Date,
): string | null {
  if (isFinal(task.status)) return null;
  return stuckReason(
    {
      status: task.status,
      createdMs: task.createdAt.getTime(),
      updatedMs: task.updatedAt.getTime(),
      last: last === undefined ? null : { atMs: last.at.getTime(), words: eventSentence(last.event) },
      expiresMs: task.approvalExpiresAt?.getTime() ?? null,
      portalWait:
        wait === undefined
          ? null
          : {
              name: wait.portalName,
              reason: wait.reason,
              sinceMs: wait.since.getTime(),
              isChanged: wait.changed !== null,
            },
    },
    now.getTime(),
  );
}
