/** The activities of the portal queue: what needs a browser. */
import { lookUpRecord, prepareWrite, probeWrite } from './probe-write.ts';
import { namingOutages } from './own-outages.ts';
import type { PortalRunDeps } from './portal-run.ts';
import type { CanaryActivities, PortalActivities } from './portal-results.ts';
import { pullDocument } from './pull-document.ts';
import { listCanaries, runCanary } from './run-canary.ts';
import { submitWrite } from './submit-write.ts';

export function createPortalActivities(deps: PortalRunDeps): PortalActivities & CanaryActivities {
  const activities: PortalActivities & CanaryActivities = {
    pullDocument: (request) => pullDocument(deps, request),
    lookUpRecord: (request) => lookUpRecord(deps, request),
    prepareWrite: (request) => prepareWrite(deps, request),
    submitWrite: (request) => submitWrite(deps, request),
    listCanaries: () => listCanaries(deps),
    runCanary: (run) => runCanary(deps, run),
    probeWrite: (request) => probeWrite(deps, request),
  };
  return namingOutages(activities, 'workflow');
}
