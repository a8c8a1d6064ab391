/** How a task is named and how its state is shown, on every page that has tasks. */
import type { ChainedEvent } from '../../../domain/dispatch/evidence/evidence-events.ts';
import { stuckReason } from '../../../domain/dispatch/stuck.ts';
import { type OutcomeReason, type RequestedBy, type Status, isFinal } from '../../../domain/dispatch/task.ts';
import type { PortalWait } from '../../../store/portal-waits.ts';
import type { FoundTask, LastEvent } from '../../../store/task-search.ts';
import { statusWords, stepWords } from '../../dispatch/result-words.ts';
import { type Html, html } from '../../http/html.ts';

const badgeOfStatus: Readonly<Record<Status, string>> = {
  queued: 'badge-muted',
  running: 'badge-wait',
  awaiting_approval: 'badge-warn',
  completed: 'badge-ok',
  escalated: 'badge-warn',
  rejected: 'badge-muted',
  failed: 'badge-bad',
};

export function statusBadge(status: Status): Html {
  return html`<span class="badge ${badgeOfStatus[status]}">${statusWords[status]}</span>`;
}

/** Reasons in two or three words, for lists and filters. */
export const shortReasons: Readonly<Record<OutcomeReason, string>> = {
  already_done: 'Already done',
  guard_stopped: 'Stopped by the guard',
  uncertain_write: 'Write uncertain',
  conflicting_record: 'Conflicting record',
  needs_person: 'Needs a person',
  approval_refused: 'Approval refused',
  approval_expired: 'Approval expired',
  facts_do_not_support: 'Facts do not support it',
  not_found: 'Not on the portal',
  portal_refused: 'Refused by the portal',
  portal_unavailable: 'Portal unavailable',
  internal_error: 'Technical failure',
};

export const channelWords: Readonly<Record<string, string>> = {
  api: 'API',
  csv: 'CSV',
  webhook: 'Webhook',
  email: 'Mail',
  mcp: 'MCP',
  console: 'Console',
};

/** Who asked, as far as the task says. */
export function askedBy(requestedBy: RequestedBy | null): string | null {
  if (requestedBy === null) return null;
  return requestedBy.name ?? requestedBy.email ?? requestedBy.system ?? null;
}

/** Why a task does not move on; null where nothing is amiss. */
export function stuckWords(
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
      last: last === undefined ? null : { atMs: last.at.getTime(), words: eventWords(last.event) },
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

/** One event of a task's story as a sentence, for places that have room for no more. */
function eventWords(event: ChainedEvent): string {
  if (event.kind === 'note') return event.note;
  if (event.kind === 'step') return `${stepWords(event)}.`;
  if (event.kind === 'verdict') return `The guard on ${event.subject}: ${event.reason}`;
  return `Checked ${event.check}: ${event.verdict}.`;
}
