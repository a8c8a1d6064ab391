/** Every page and act about lanes. */
import type { LanesConsoleDeps } from '../deps.ts';
import type { ConsoleRoute } from '../route.ts';
import { getSignoffs, postSignoff, postSignoffOwner } from './signoffs.ts';
import { getBoard, getBoardFile } from './board.ts';
import { getEvidence } from './evidence.ts';
import { getLedger, getLedgerFile } from './ledger.ts';
import { getPendingAuditsFile, getPendingAuditsPage, postAssignmentForm } from './pending-audits.ts';
import { getPinsPage, postPinForm, postPinRemoval } from './pins.ts';
import { getPlayground, postPlayground } from './playground.ts';
import { getStep } from './step-page.ts';
import { getWhatIf, postRules, postWhatIf } from './what-if.ts';
import { getStudy } from './study.ts';
import { chooseWorkspace } from './workspace.ts';

const workspace = '/console/lanes/:workspace';
const step = `${workspace}/:queue/:step`;

export const laneRoutes: readonly ConsoleRoute<LanesConsoleDeps>[] = [
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
