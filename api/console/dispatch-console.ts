/** Every page and act of the console on the dispatch service: the table that access is tested by. */
import type { Middleware } from 'koa';
import { lanesBaseUrl } from '../../process/base-url.ts';
import type { DispatchDeps } from '../dispatch/deps.ts';
import { portalRoutes } from './administration/routes.ts';
import { consoleApp, sharedRoutes } from './app.ts';
import {
  getApproval,
  postDecision,
  postDelegation,
  postQuestion,
  postRequesterAnswer,
} from './approvals/approval-page.ts';
import { getApprovalExport, getApprovalList } from './approvals/list.ts';
import { type DispatchConsoleDeps, type ConsoleRoute, actionRoute, pageRoute } from './route.ts';
import { getEvidenceArchive, getTaskExport, getTaskList } from './tasks/list.ts';
import { postComment, postDone, postOwner, postReopen, postSelected } from './tasks/follow-up.ts';
import { getImport, getReport, getTemplate, getUpload, postImport, postUpload } from './tasks/import.ts';
import { getTaskForm, getTypes, postTaskForm } from './tasks/new-task.ts';
import {
  postAgain,
  postAnswer,
  postCancel,
  postLinkRevocation,
  postTimeStamp,
  postWriteResolution,
} from './tasks/task-actions.ts';
import { getTaskPage } from './tasks/task-page.ts';
import { getLive, getWatch, getWatchLive, postInput } from './studio/live.ts';
import { recordingPath, recordingsPath } from './paths.ts';
import {
  getPanel,
  getPlaybookFile,
  getRecording,
  postActRemoval,
  postBinding,
  postClose,
  postColumns,
  postDelete,
  postDraft,
  postOpen,
  postText,
} from './studio/recording.ts';
import { getRecordings, postRecording } from './studio/recordings.ts';

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
  pageRoute('/console/tasks', 'viewer', getTaskList),
  pageRoute('/console/tasks/export.csv', 'viewer', getTaskExport),
  pageRoute('/console/tasks/new', 'submitTasks', getTypes),
  pageRoute('/console/tasks/new/:type', 'submitTasks', getTaskForm),
  actionRoute('/console/tasks/new/:type', 'submitTasks', postTaskForm),
  pageRoute('/console/tasks/import', 'submitTasks', getImport),
  actionRoute('/console/tasks/import', 'submitTasks', postImport, { ownBody: true }),
  pageRoute('/console/tasks/import/template/:type', 'submitTasks', getTemplate),
  pageRoute('/console/tasks/import/:upload', 'submitTasks', getUpload),
  actionRoute('/console/tasks/import/:upload', 'submitTasks', postUpload),
  pageRoute('/console/tasks/import/:upload/report.csv', 'submitTasks', getReport),
  actionRoute('/console/tasks/selected', 'followUpTask', postSelected),
  pageRoute('/console/tasks/:id', 'viewer', getTaskPage),
  pageRoute('/console/tasks/:id/watch', 'viewer', getWatch),
  pageRoute('/console/tasks/:id/watch/live', 'viewer', getWatchLive),
  actionRoute('/console/tasks/:id/cancel', 'cancelTask', postCancel),
  actionRoute('/console/tasks/:id/answer', 'answerTask', postAnswer),
  // Also by a viewer who asked for the task.
  actionRoute('/console/tasks/:id/questions/:question', 'answerQuestion', postRequesterAnswer),
  actionRoute('/console/tasks/:id/again', 'repeatTask', postAgain),
  actionRoute('/console/tasks/:id/revoke-links', 'revokeTaskLinks', postLinkRevocation),
  actionRoute('/console/tasks/:id/time-stamp', 'askTimeStamp', postTimeStamp),
  actionRoute('/console/tasks/:id/write', 'resolveWrite', postWriteResolution),
  actionRoute('/console/tasks/:id/owner', 'followUpTask', postOwner),
  actionRoute('/console/tasks/:id/comment', 'followUpTask', postComment),
  actionRoute('/console/tasks/:id/done', 'followUpTask', postDone),
  actionRoute('/console/tasks/:id/reopen', 'followUpTask', postReopen),
  pageRoute('/console/tasks/:id/evidence.zip', 'viewer', getEvidenceArchive),
];

// The pages of approvals and who may open them.

const approvalRoutes: readonly ConsoleRoute<DispatchConsoleDeps>[] = [
  pageRoute('/console/approvals', 'viewer', getApprovalList),
  pageRoute('/console/approvals/export.csv', 'viewer', getApprovalExport),
  pageRoute('/console/approvals/:id', 'viewer', getApproval),
  actionRoute('/console/approvals/:id', 'decideApproval', postDecision),
  actionRoute('/console/approvals/:id/ask', 'askRequester', postQuestion),
  actionRoute('/console/approvals/:id/delegate', 'delegateApproval', postDelegation),
];

// The studio.

const one = recordingPath(':id');

const studioRoutes: readonly ConsoleRoute<DispatchConsoleDeps>[] = [
  pageRoute(recordingsPath, 'recordPortals', getRecordings),
  actionRoute(recordingsPath, 'recordPortals', postRecording),
  pageRoute(one, 'recordPortals', getRecording),
  pageRoute(`${one}/panel`, 'recordPortals', getPanel),
  pageRoute(`${one}/live`, 'recordPortals', getLive),
  pageRoute(`${one}/playbook.yaml`, 'recordPortals', getPlaybookFile),
  actionRoute(`${one}/input`, 'recordPortals', postInput),
  actionRoute(`${one}/open`, 'recordPortals', postOpen),
  actionRoute(`${one}/close`, 'recordPortals', postClose),
  actionRoute(`${one}/delete`, 'recordPortals', postDelete),
  actionRoute(`${one}/acts/remove`, 'recordPortals', postActRemoval),
  actionRoute(`${one}/acts/columns`, 'recordPortals', postColumns),
  actionRoute(`${one}/bind`, 'recordPortals', postBinding),
  actionRoute(`${one}/text`, 'recordPortals', postText),
  actionRoute(`${one}/draft`, 'recordPortals', postDraft),
];

export const dispatchConsoleRoutes: readonly ConsoleRoute<DispatchConsoleDeps>[] = [
  ...sharedRoutes,
  ...portalRoutes,
  ...studioRoutes,
  ...taskRoutes,
  ...approvalRoutes,
];
