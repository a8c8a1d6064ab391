/** The activities of the portal queue: what needs a browser. */
import { lookUpRecord } from './look-up-record.ts';
import { namingOutages } from './own-outages.ts';
import type { PortalRunDeps } from './portal-run.ts';
import type { PortalActivities } from './portal-results.ts';
import { prepareWrite } from './prepare-write.ts';
import { probeWrite } from './probe-write.ts';
import { pullDocument } from './pull-document.ts';
import { submitWrite } from './submit-write.ts';

export function createPortalActivities(deps: PortalRunDeps): PortalActivities {
  const activities: PortalActivities = {
    pullDocument: (request) => pullDocument(deps, request),
    lookUpRecord: (request) => lookUpRecord(deps, request),
    prepareWrite: (request) => prepareWrite(deps, request),
    submitWrite: (request) => submitWrite(deps, request),
    probeWrite: (request) => probeWrite(deps, request),
  };
  return namingOutages(activities, 'workflow');
}
