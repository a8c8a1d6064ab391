/** How a task is named and how its state is shown, on every page that has tasks. */
import type { OutcomeReason, Status } from '../../../domain/dispatch/task.ts';
import type { RequestedBy } from '../../../domain/dispatch/task-schemas.ts';
import { statusText } from '../../dispatch/result-text.ts';
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
  return html`<span class="badge ${badgeOfStatus[status]}">${statusText[status]}</span>`;
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

export const channelText: Readonly<Record<string, string>> = {
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
