/** Addresses of the Temporal UI: a workflow's page, and lists behind the questions of docs/operations.md. */
export interface TemporalUi {
  /** TEMPORAL_UI_URL; empty where there is none to link to. */
  readonly url: string;
  readonly namespace: string;
}

/** The questions that find stuck work, as queries of the workflow list. */
export const workflowQueries = {
  reportedProblems: "TemporalReportedProblems IS NOT NULL AND ExecutionStatus = 'Running'",
  overdue: (now: Date): string => `ExecutionStatus = 'Running' AND DueAt < ${time(now)}`,
  waitingForPortal: "WaitingOn = 'portal' AND ExecutionStatus = 'Running'",
  waitingFor: (portal: string): string =>
    `WaitingOn = 'portal' AND Portal = ${text(portal)} AND ExecutionStatus = 'Running'`,
  waitingForUs: "WaitingOn IN ('database', 'blob_store', 'engine', 'worker') AND ExecutionStatus = 'Running'",
  waitingForReceiver: "WaitingOn = 'receiver' AND State IN ('retrying', 'held') AND ExecutionStatus = 'Running'",
  neverPlanned: (before: Date): string =>
    `State = 'queued' AND ExecutionStatus = 'Running' AND StartTime < ${time(before)}`,
  weeksThatFailed: "WorkflowType = 'closeWeeks' AND ExecutionStatus != 'Completed' AND ExecutionStatus != 'Running'",
  /** Without the sweep, whose runs fill the whole list. */
  tasks: 'TaskType IS NOT NULL',
  openTasks: "ExecutionStatus = 'Running' AND TaskType IS NOT NULL",
  pendingDeliveries: "WorkflowType = 'delivery' AND ExecutionStatus = 'Running'",
  ingesting: "WorkflowType = 'ingestShard' AND ExecutionStatus = 'Running'",
  openTasksOf: (senderId: string): string =>
    `Sender = ${text(senderId)} AND ExecutionStatus = 'Running' AND TaskType IS NOT NULL`,
  openAt: (portal: string): string => `Portal = ${text(portal)} AND ExecutionStatus = 'Running'`,
  escalatedSince: (since: Date): string => `State = 'escalated' AND CloseTime > ${time(since)}`,
} as const;

const time = (at: Date): string => `'${at.toISOString()}'`;
/** As a string of the query language, so that a name with a quote stays a name. */
const text = (value: string): string => `'${value.replace(/'/g, "\\'")}'`;

/** The list of workflows that a query finds; null where there is no UI. */
export function workflowListUrl(ui: TemporalUi, query: string): string | null {
  return ui.url === '' ? null : `${base(ui)}/workflows?query=${encodeURIComponent(query)}`;
}

/** The page of one workflow, its newest run; null where there is no UI. */
export function workflowUrl(ui: TemporalUi, workflowId: string): string | null {
  return ui.url === '' ? null : `${base(ui)}/workflows/${encodeURIComponent(workflowId)}`;
}

function base({ url, namespace }: TemporalUi): string {
  return `${url.replace(/\/+$/, '')}/namespaces/${encodeURIComponent(namespace)}`;
}

/** The questions that find stuck work, as lists of the Temporal UI: for the console, `admin engine links` and docs/operations.md. */
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
    { name: 'Running ingest sessions', query: workflowQueries.ingesting },
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
