/** The questions that find stuck work, as lists of the Temporal UI: for the console, `admin engine links` and docs/operations.md. */
import { workflowQueries } from './ui-links.ts';

export interface SavedView {
  readonly name: string;
  /** Of the workflow list, for the UI and for `temporal workflow list --query`. */
  readonly query: string;
}

const neverPlannedAfterMs = 60 * 60_000;

/** What to look at when something is stuck, the most urgent first. */
export function savedViews(now: Date): SavedView[] {
  return [
    { name: 'Workflow task failures', query: workflowQueries.reportedProblems },
    { name: 'Overdue workflows', query: workflowQueries.overdue(now) },
    { name: 'Waiting for a portal', query: workflowQueries.waitingForPortal },
    { name: 'Waiting for a part of this deployment', query: workflowQueries.waitingForUs },
    { name: 'Waiting for a webhook receiver', query: workflowQueries.waitingForReceiver },
    { name: 'Stuck in queued', query: workflowQueries.neverPlanned(new Date(now.getTime() - neverPlannedAfterMs)) },
    { name: 'Failed week closes', query: workflowQueries.weeksThatFailed },
    { name: 'All open tasks', query: workflowQueries.openTasks },
    { name: 'All pending deliveries', query: workflowQueries.pendingDeliveries },
    { name: 'Ingest sessions under way', query: workflowQueries.ingesting },
    { name: 'Escalated today', query: workflowQueries.escalatedSince(midnight(now)) },
  ];
}

/** All open work of one sender. */
export function viewOfSender(senderId: string): SavedView {
  return { name: `All open tasks of ${senderId}`, query: workflowQueries.openTasksOf(senderId) };
}

/** All open work at one portal. */
export function viewOfPortal(portal: string): SavedView {
  return { name: `Everything at ${portal}`, query: workflowQueries.openAt(portal) };
}

/** Of UTC, as all times of the engine. */
function midnight(now: Date): Date {
  return new Date(Math.floor(now.getTime() / 86_400_000) * 86_400_000);
}
