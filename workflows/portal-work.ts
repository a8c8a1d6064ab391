/** The portal's activities as tasks use them, grouped by what may be done with them again. */
import { type ActivityInterfaceFor, proxyActivities, workflowInfo } from '@temporalio/workflow';
import type { PortalActivities } from '../activities/dispatch/portal-results.ts';
import type { TaskRun } from '../domain/dispatch/task-run.ts';
import { type OwnOutages, openOwnOutages } from './own-outage.ts';

type Reads = ActivityInterfaceFor<
  Pick<PortalActivities, 'pullDocument' | 'lookUpRecord' | 'prepareWrite' | 'probeWrite'>
>;

/** An activity of a proxy, called with options of its own. */
interface ReadActivity<Request, Result> {
  executeWithOptions(options: { readonly summary: string }, args: [Request]): Promise<Result>;
}

export interface PortalWork {
  readonly reads: Reads;
  /**
   * Looking changes nothing: a lost attempt is made again by any worker, and outages of our own parts are waited out.
   * @param activity one of `reads`
   * @param summary shown in the Temporal UI
   * @throws ApplicationFailure outageOverType
   */
  read<Request, Result>(activity: ReadActivity<Request, Result>, request: Request, summary: string): Promise<Result>;
  /** Submitting is never repeated by the engine: what is unclear afterwards is looked for (D25). */
  readonly submits: ActivityInterfaceFor<Pick<PortalActivities, 'submitWrite'>>;
  readonly outages: OwnOutages;
}

/** Beats come four times in this, so a killed worker is noticed within it. */
const longestSilence = '8 seconds';

export function portalWork(run: TaskRun): PortalWork {
  const { silenceMs, againAfterMs } = run;
  const common = {
    // The portal queue of the same deployment: its name differs in the first word only.
    taskQueue: workflowInfo().taskQueue.replace(/^tasks/, 'portal'),
    // Some ten steps of at most 20 s each, and the wait for the portal account; a hung browser ends here at last.
    startToCloseTimeout: '10 minutes',
    heartbeatTimeout: silenceMs ?? longestSilence,
    // The evidence is packed only when nobody adds to it any more.
    cancellationType: 'WAIT_CANCELLATION_COMPLETED',
  } as const;
  const reads = proxyActivities<PortalActivities>({
    ...common,
    // A portal that is down is a result, not a failure; what fails here is ours: a lost worker, a crashed browser.
    retry: { initialInterval: againAfterMs ?? '1 second', backoffCoefficient: 2, maximumAttempts: 5 },
  });
  const outages = openOwnOutages(run);
  return {
    reads,
    read: (activity, request, summary) => outages.through(() => activity.executeWithOptions({ summary }, [request])),
    submits: proxyActivities<PortalActivities>({ ...common, retry: { maximumAttempts: 1 } }),
    outages,
  };
}
