/** Every page and act of the console on the dispatch service: the table that access is tested by. */
import type { Middleware } from 'koa';
import { lanesBaseUrl } from '../../process/base-url.ts';
import type { DispatchDeps } from '../dispatch/deps.ts';
import { portalRoutes } from './administration/routes.ts';
import { consoleApp, sharedRoutes } from './app.ts';
import { getApproval, postDecision } from './approvals/approval-page.ts';
import { postDelegation, postQuestion, postRequesterAnswer } from './approvals/discussion.ts';
import { getApprovalExport, getApprovalList } from './approvals/list.ts';
import type { DispatchConsoleDeps } from './deps.ts';
import type { ConsoleRoute } from './route.ts';
import { studioRoutes } from './studio/routes.ts';
import { getEvidenceArchive, getTaskExport, getTaskList } from './tasks/list.ts';
import { postComment, postDone, postOwner, postReopen, postSelected } from './tasks/follow-up.ts';
import { getImport, getReport, getTemplate, getUpload, postImport, postUpload } from './tasks/import.ts';
import { getTaskForm, getTypes, postTaskForm } from './tasks/new-task.ts';
import { postAgain, postAnswer, postCancel, postLinkRevocation, postWriteResolution } from './tasks/task-actions.ts';
import { getTaskPage } from './tasks/task-page.ts';
import { getWatch, getWatchLive } from './tasks/watch.ts';

/** Called when the first person comes; the address of this service is known by then. */
export function dispatchConsole(deps: DispatchDeps): Middleware {
  return consoleApp(dispatchConsoleRoutes, {
    ...deps,
    service: 'dispatch',
    addresses: { dispatch: deps.baseUrl(), lanes: lanesBaseUrl(deps.settings) },
  });
}

// The pages of tasks and who may open them.

/** Who only looks does not ask for work. */
const taskRoutes: readonly ConsoleRoute<DispatchConsoleDeps>[] = [
  { method: 'get', path: '/console/tasks', needs: 'viewer', handle: getTaskList },
  { method: 'get', path: '/console/tasks/export.csv', needs: 'viewer', handle: getTaskExport },
  { method: 'get', path: '/console/tasks/new', needs: 'submitTasks', handle: getTypes },
  { method: 'get', path: '/console/tasks/new/:type', needs: 'submitTasks', handle: getTaskForm },
  { method: 'post', path: '/console/tasks/new/:type', needs: 'submitTasks', handle: postTaskForm },
  { method: 'get', path: '/console/tasks/import', needs: 'submitTasks', handle: getImport },
  { method: 'post', path: '/console/tasks/import', needs: 'submitTasks', handle: postImport, ownBody: true },
  { method: 'get', path: '/console/tasks/import/template/:type', needs: 'submitTasks', handle: getTemplate },
  { method: 'get', path: '/console/tasks/import/:upload', needs: 'submitTasks', handle: getUpload },
  { method: 'post', path: '/console/tasks/import/:upload', needs: 'submitTasks', handle: postUpload },
  { method: 'get', path: '/console/tasks/import/:upload/report.csv', needs: 'submitTasks', handle: getReport },
  { method: 'post', path: '/console/tasks/selected', needs: 'followUpTask', handle: postSelected },
  { method: 'get', path: '/console/tasks/:id', needs: 'viewer', handle: getTaskPage },
  { method: 'get', path: '/console/tasks/:id/watch', needs: 'viewer', handle: getWatch },
  { method: 'get', path: '/console/tasks/:id/watch/live', needs: 'viewer', handle: getWatchLive },
  { method: 'post', path: '/console/tasks/:id/cancel', needs: 'cancelTask', handle: postCancel },
  { method: 'post', path: '/console/tasks/:id/answer', needs: 'answerTask', handle: postAnswer },
  // Also by a viewer who asked for the task.
  {
    method: 'post',
    path: '/console/tasks/:id/questions/:question',
    needs: 'answerQuestion',
    handle: postRequesterAnswer,
  },
  { method: 'post', path: '/console/tasks/:id/again', needs: 'repeatTask', handle: postAgain },
  { method: 'post', path: '/console/tasks/:id/revoke-links', needs: 'revokeTaskLinks', handle: postLinkRevocation },
  { method: 'post', path: '/console/tasks/:id/write', needs: 'resolveWrite', handle: postWriteResolution },
  { method: 'post', path: '/console/tasks/:id/owner', needs: 'followUpTask', handle: postOwner },
  { method: 'post', path: '/console/tasks/:id/comment', needs: 'followUpTask', handle: postComment },
  { method: 'post', path: '/console/tasks/:id/done', needs: 'followUpTask', handle: postDone },
  { method: 'post', path: '/console/tasks/:id/reopen', needs: 'followUpTask', handle: postReopen },
  { method: 'get', path: '/console/tasks/:id/evidence.zip', needs: 'viewer', handle: getEvidenceArchive },
];

// The pages of approvals and who may open them.

const approvalRoutes: readonly ConsoleRoute<DispatchConsoleDeps>[] = [
  { method: 'get', path: '/console/approvals', needs: 'viewer', handle: getApprovalList },
  { method: 'get', path: '/console/approvals/export.csv', needs: 'viewer', handle: getApprovalExport },
  { method: 'get', path: '/console/approvals/:id', needs: 'viewer', handle: getApproval },
  { method: 'post', path: '/console/approvals/:id', needs: 'decideApproval', handle: postDecision },
  { method: 'post', path: '/console/approvals/:id/ask', needs: 'askRequester', handle: postQuestion },
  { method: 'post', path: '/console/approvals/:id/delegate', needs: 'delegateApproval', handle: postDelegation },
];

export const dispatchConsoleRoutes: readonly ConsoleRoute<DispatchConsoleDeps>[] = [
  ...sharedRoutes,
  ...portalRoutes,
  ...studioRoutes,
  ...taskRoutes,
  ...approvalRoutes,
];
