/** Every page and act of the console on the lanes service: the table that access is tested by. */
import type { Middleware } from 'koa';
import { dispatchBaseUrl } from '../../process/base-url.ts';
import type { LanesDeps } from '../lanes/deps.ts';
import { workspaceRoutes } from './administration/routes.ts';
import { consoleApp, sharedRoutes } from './app.ts';
import { getBoard, getBoardFile } from './lanes/board.ts';
import { getLedger, getLedgerFile } from './lanes/ledger.ts';
import { getPendingAuditsFile, getPendingAuditsPage, postAssignmentForm } from './lanes/pending-audits.ts';
import { getPinsPage, postPinForm, postPinRemoval } from './lanes/pins.ts';
import { getPlayground, postPlayground } from './lanes/playground.ts';
import { getSignoffs, postSignoff, postSignoffOwner } from './lanes/signoffs.ts';
import { getEvidence, getStep } from './lanes/step-page.ts';
import { getStudy } from './lanes/study.ts';
import { getWhatIf, postRules, postWhatIf } from './lanes/what-if.ts';
import { chooseWorkspace } from './lanes/workspace.ts';
import { type LanesConsoleDeps, type ConsoleRoute, actionRoute, pageRoute } from './route.ts';
import { getSettleList, getSettlementExport } from './settle/list.ts';
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
  pageRoute('/console/lanes', 'viewer', chooseWorkspace('lanes')),
  pageRoute(workspace, 'viewer', getBoard),
  pageRoute(`${workspace}/board.csv`, 'viewer', getBoardFile),
  pageRoute(`${workspace}/ledger`, 'viewer', getLedger),
  pageRoute(`${workspace}/ledger.csv`, 'viewer', getLedgerFile),
  pageRoute(`${workspace}/signoffs`, 'viewer', getSignoffs),
  actionRoute(`${workspace}/signoffs/:request`, 'decideSignoff', postSignoff),
  actionRoute(`${workspace}/signoffs/:request/owner`, 'decideSignoff', postSignoffOwner),
  pageRoute(`${workspace}/audits`, 'viewer', getPendingAuditsPage),
  pageRoute(`${workspace}/audits.csv`, 'viewer', getPendingAuditsFile),
  actionRoute(`${workspace}/audits/assign`, 'assignAudit', postAssignmentForm),
  pageRoute(`${workspace}/pins`, 'viewer', getPinsPage),
  actionRoute(`${workspace}/pins`, 'changePins', postPinForm),
  actionRoute(`${workspace}/pins/:pin/remove`, 'changePins', postPinRemoval),
  pageRoute(`${workspace}/what-if`, 'viewer', getWhatIf),
  actionRoute(`${workspace}/what-if`, 'viewer', postWhatIf),
  actionRoute(`${workspace}/what-if/apply`, 'changeRules', postRules),
  pageRoute(`${workspace}/route`, 'viewer', getPlayground),
  actionRoute(`${workspace}/route`, 'viewer', postPlayground),
  pageRoute(step, 'viewer', getStep),
  pageRoute(`${step}/study`, 'viewer', getStudy),
  pageRoute(`${step}/evidence.json`, 'viewer', getEvidence('json')),
  pageRoute(`${step}/evidence.csv`, 'viewer', getEvidence('csv')),
];

// Every page and act of the settle queue.

const settled = '/console/settle/:workspace';

const settleRoutes: readonly ConsoleRoute<LanesConsoleDeps>[] = [
  pageRoute('/console/settle', 'viewer', chooseWorkspace('settle')),
  pageRoute(settled, 'viewer', getSettle),
  pageRoute(`${settled}/list`, 'viewer', getSettleList),
  pageRoute(`${settled}/export.csv`, 'viewer', getSettlementExport),
  actionRoute(settled, 'settle', postSettlement),
];

export const lanesConsoleRoutes: readonly ConsoleRoute<LanesConsoleDeps>[] = [
  ...sharedRoutes,
  ...workspaceRoutes,
  ...laneRoutes,
  ...settleRoutes,
];
