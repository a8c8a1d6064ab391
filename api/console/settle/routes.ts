/** Every page and act of the settle queue. */
import { chooseWorkspace } from '../lanes/workspace.ts';
import type { LanesConsoleDeps } from '../deps.ts';
import type { ConsoleRoute } from '../route.ts';
import { getSettle, postSettlement } from './settle.ts';
import { getSettleList, getSettlementExport } from './settle-list.ts';

const workspace = '/console/settle/:workspace';

export const settleRoutes: readonly ConsoleRoute<LanesConsoleDeps>[] = [
  { method: 'get', path: '/console/settle', needs: 'viewer', handle: chooseWorkspace('settle') },
  { method: 'get', path: workspace, needs: 'viewer', handle: getSettle },
  { method: 'get', path: `${workspace}/list`, needs: 'viewer', handle: getSettleList },
  { method: 'get', path: `${workspace}/export.csv`, needs: 'viewer', handle: getSettlementExport },
  { method: 'post', path: workspace, needs: 'settle', handle: postSettlement },
];
