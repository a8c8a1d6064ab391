/** Every page and act of the console on the lanes service: the table that access is tested by. */
import type { Middleware } from 'koa';
import { dispatchBaseUrl } from '../../process/base-url.ts';
import type { LanesDeps } from '../lanes/deps.ts';
import { workspaceRoutes } from './administration/routes.ts';
import { consoleApp, sharedRoutes } from './app.ts';
import type { LanesConsoleDeps } from './deps.ts';
import { getBoard, getBoardFile } from './lanes/board.ts';
import { getEvidence } from './lanes/evidence.ts';
import { getLedger, getLedgerFile } from './lanes/ledger.ts';
import { getPendingAuditsFile, getPendingAuditsPage, postAssignmentForm } from './lanes/pending-audits.ts';
import { getPinsPage, postPinForm, postPinRemoval } from './lanes/pins.ts';
import { getPlayground, postPlayground } from './lanes/playground.ts';
import { getSignoffs, postSignoff, postSignoffOwner } from './lanes/signoffs.ts';
import { getStep } from './lanes/step-page.ts';
import { getStudy } from './lanes/study.ts';
import { getWhatIf, postRules, postWhatIf } from './lanes/what-if.ts';
import { chooseWorkspace } from './lanes/workspace.ts';
import type { ConsoleRoute } from './route.ts';
import { getSettleList, getSettlementExport } from './settle/settle-list.ts';
import { getSettle, postSettlement } from './settle/settle.ts';

/** Called when the first person comes; the address of this service is known by then. */
export function lanesConsole(deps: LanesDeps): Middleware {
  return consoleApp(lanesConsoleRoutes, {
    ...deps,
    service: 'lanes',
    addresses: { dispatch: dispatchBaseUrl(deps.settings), lanes: deps.baseUrl() },
  });
}

// Every page and act about lanes.

const workspace = '/console/lanes/:workspace';
const step = `${workspace}/:queue/:step`;

const laneRoutes: readonly ConsoleRoute<LanesConsoleDeps>[] = [
  { method: 'get', path: '/console/lanes', needs: 'viewer', handle: chooseWorkspace('lanes') },
  { method: 'get', path: workspace, needs: 'viewer', handle: getBoard },
  { method: 'get', path: `${workspace}/board.csv`, needs: 'viewer', handle: getBoardFile },
  { method: 'get', path: `${workspace}/ledger`, needs: 'viewer', handle: getLedger },
  { method: 'get', path: `${workspace}/ledger.csv`, needs: 'viewer', handle: getLedgerFile },
  { method: 'get', path: `${workspace}/signoffs`, needs: 'viewer', handle: getSignoffs },
  { method: 'post', path: `${workspace}/signoffs/:request`, needs: 'decideSignoff', handle: postSignoff },
  {
    method: 'post',
    path: `${workspace}/signoffs/:request/owner`,
    needs: 'decideSignoff',
    handle: postSignoffOwner,
  },
  { method: 'get', path: `${workspace}/audits`, needs: 'viewer', handle: getPendingAuditsPage },
  { method: 'get', path: `${workspace}/audits.csv`, needs: 'viewer', handle: getPendingAuditsFile },
  { method: 'post', path: `${workspace}/audits/assign`, needs: 'assignAudit', handle: postAssignmentForm },
  { method: 'get', path: `${workspace}/pins`, needs: 'viewer', handle: getPinsPage },
  { method: 'post', path: `${workspace}/pins`, needs: 'changePins', handle: postPinForm },
  { method: 'post', path: `${workspace}/pins/:pin/remove`, needs: 'changePins', handle: postPinRemoval },
  { method: 'get', path: `${workspace}/what-if`, needs: 'viewer', handle: getWhatIf },
  { method: 'post', path: `${workspace}/what-if`, needs: 'viewer', handle: postWhatIf },
  { method: 'post', path: `${workspace}/what-if/apply`, needs: 'changeRules', handle: postRules },
  { method: 'get', path: `${workspace}/route`, needs: 'viewer', handle: getPlayground },
  { method: 'post', path: `${workspace}/route`, needs: 'viewer', handle: postPlayground },
  { method: 'get', path: step, needs: 'viewer', handle: getStep },
  { method: 'get', path: `${step}/study`, needs: 'viewer', handle: getStudy },
  { method: 'get', path: `${step}/evidence.json`, needs: 'viewer', handle: getEvidence('json') },
  { method: 'get', path: `${step}/evidence.csv`, needs: 'viewer', handle: getEvidence('csv') },
];

// Every page and act of the settle queue.

const settled = '/console/settle/:workspace';

const settleRoutes: readonly ConsoleRoute<LanesConsoleDeps>[] = [
  { method: 'get', path: '/console/settle', needs: 'viewer', handle: chooseWorkspace('settle') },
  { method: 'get', path: settled, needs: 'viewer', handle: getSettle },
  { method: 'get', path: `${settled}/list`, needs: 'viewer', handle: getSettleList },
  { method: 'get', path: `${settled}/export.csv`, needs: 'viewer', handle: getSettlementExport },
  { method: 'post', path: settled, needs: 'settle', handle: postSettlement },
];

export const lanesConsoleRoutes: readonly ConsoleRoute<LanesConsoleDeps>[] = [
  ...sharedRoutes,
  ...workspaceRoutes,
  ...laneRoutes,
  ...settleRoutes,
];
