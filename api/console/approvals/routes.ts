/** The pages of approvals and who may open them. */
import type { DispatchConsoleDeps } from '../deps.ts';
import type { ConsoleRoute } from '../route.ts';
import { getApproval, postDecision } from './approval-page.ts';
import { postDelegation, postQuestion } from './discussion.ts';
import { getApprovalExport, getApprovalList } from './list.ts';

export const approvalRoutes: readonly ConsoleRoute<DispatchConsoleDeps>[] = [
  { method: 'get', path: '/console/approvals', needs: 'viewer', handle: getApprovalList },
  { method: 'get', path: '/console/approvals/export.csv', needs: 'viewer', handle: getApprovalExport },
  { method: 'get', path: '/console/approvals/:id', needs: 'viewer', handle: getApproval },
  { method: 'post', path: '/console/approvals/:id', needs: 'decideApproval', handle: postDecision },
  { method: 'post', path: '/console/approvals/:id/ask', needs: 'askRequester', handle: postQuestion },
  { method: 'post', path: '/console/approvals/:id/delegate', needs: 'delegateApproval', handle: postDelegation },
];
