/** One structured log line per activity attempt: which, for whom, how long, how it ended. Never a payload. */
import type { Context } from '@temporalio/activity';
import { ApplicationFailure, CancelledFailure } from '@temporalio/common';
import type { ActivityInterceptorsFactory } from '@temporalio/worker';
import type { Log } from '../process/logging.ts';

/** Goes into the `interceptors.activity` list of a Worker. */
export function attemptLog(log: Log): ActivityInterceptorsFactory {
  return (context) => ({
    inbound: {
      execute: async (input, next) => {
        const begun = performance.now();
        const line = (): Record<string, unknown> => ({
          ...described(context),
          ms: Math.round(performance.now() - begun),
        });
        try {
          const result = await next(input);
          log.info({ ...line(), outcome: 'completed' }, 'activity attempt');
          return result;
        } catch (error) {
          if (wasCancelled(error)) log.info({ ...line(), outcome: 'cancelled' }, 'activity attempt');
          else log.warn({ ...line(), outcome: 'failed', error: nameOf(error) }, 'activity attempt');
          throw error;
        }
      },
    },
  });
}

function described({ info }: Context): Record<string, unknown> {
  return {
    workflow_id: info.workflowExecution?.workflowId,
    run_id: info.workflowExecution?.runId,
    workflow: info.workflowType,
    activity: info.activityType,
    local: info.isLocal,
    attempt: info.attempt,
    queue: info.taskQueue,
  };
}

/** The error's type and code. Messages may quote what was worked on, so they stay in the workflow's history. */
function nameOf(error: unknown): { type: string; code?: string } {
  if (!(error instanceof Error)) return { type: typeof error };
  const { code } = error as { code?: unknown };
  const type = error instanceof ApplicationFailure ? (error.type ?? error.name) : error.name;
  return typeof code === 'string' ? { type, code } : { type };
}

function wasCancelled(error: unknown): boolean {
  return error instanceof CancelledFailure || (error instanceof Error && error.name === 'AbortError');
}
