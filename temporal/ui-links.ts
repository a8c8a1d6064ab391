/** Addresses of the Temporal UI: a workflow's page, and lists behind the questions of docs/operations.md. */

export interface TemporalUi {
  /** TEMPORAL_UI_URL; empty where there is none to link to. */
  readonly url: string;
  readonly namespace: string;
}

/** The questions that find stuck work, as queries of the workflow list. */
export const workflowQueries = {
  reportedProblems: "TemporalReportedProblems IS NOT NULL AND ExecutionStatus = 'Running'",
  waitingForPortal: "WaitingOn = 'portal' AND ExecutionStatus = 'Running'",
  waitingFor: (portal: string): string =>
    `WaitingOn = 'portal' AND Portal = '${portal}' AND ExecutionStatus = 'Running'`,
  waitingForReceiver: "WaitingOn = 'receiver' AND State = 'retrying' AND ExecutionStatus = 'Running'",
  overdue: (now: Date): string => `ExecutionStatus = 'Running' AND DueAt < '${now.toISOString()}'`,
  neverPlanned: (before: Date): string =>
    `State = 'queued' AND ExecutionStatus = 'Running' AND StartTime < '${before.toISOString()}'`,
  openTasks: "ExecutionStatus = 'Running' AND TaskType IS NOT NULL",
  weeksThatFailed: "WorkflowType = 'closeWeeks' AND ExecutionStatus != 'Completed' AND ExecutionStatus != 'Running'",
} as const;

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
