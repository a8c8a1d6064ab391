/** The pages of tasks and who may open them. */
import type { DispatchConsoleDeps } from '../deps.ts';
import type { ConsoleRoute } from '../route.ts';
import { getEvidenceArchive } from './export.ts';
import { getTaskExport } from './export.ts';
import { postComment, postDone, postOwner, postReopen, postSelected } from './follow-up.ts';
import { getImport, getReport, getTemplate, getUpload, postImport, postUpload } from './import.ts';
import { getTaskList } from './list.ts';
import { getTaskForm, getTypes, postTaskForm } from './new-task.ts';
import { postRequesterAnswer } from '../approvals/discussion.ts';
import { postAnswer } from './task-actions.ts';
import { postWriteResolution } from './task-actions.ts';
import { postAgain, postCancel, postLinkRevocation } from './task-actions.ts';
import { getTaskPage } from './task-page.ts';
import { getWatch, getWatchLive } from './watch.ts';

/** Who only looks does not ask for work. */
export const taskRoutes: readonly ConsoleRoute<DispatchConsoleDeps>[] = [
  { method: 'get', path: '/console/tasks', needs: 'viewer', handle: getTaskList },
  { method: 'get', path: '/console/tasks/export.csv', needs: 'viewer', handle: getTaskExport },
  { method: 'get', path: '/console/tasks/new', needs: 'approver', handle: getTypes },
  { method: 'get', path: '/console/tasks/new/:type', needs: 'approver', handle: getTaskForm },
  { method: 'post', path: '/console/tasks/new/:type', needs: 'approver', handle: postTaskForm },
  { method: 'get', path: '/console/tasks/import', needs: 'approver', handle: getImport },
  { method: 'post', path: '/console/tasks/import', needs: 'approver', handle: postImport, ownBody: true },
  { method: 'get', path: '/console/tasks/import/template/:type', needs: 'approver', handle: getTemplate },
  { method: 'get', path: '/console/tasks/import/:upload', needs: 'approver', handle: getUpload },
  { method: 'post', path: '/console/tasks/import/:upload', needs: 'approver', handle: postUpload },
  { method: 'get', path: '/console/tasks/import/:upload/report.csv', needs: 'approver', handle: getReport },
  { method: 'post', path: '/console/tasks/selected', needs: 'approver', handle: postSelected },
  { method: 'get', path: '/console/tasks/:id', needs: 'viewer', handle: getTaskPage },
  { method: 'get', path: '/console/tasks/:id/watch', needs: 'viewer', handle: getWatch },
  { method: 'get', path: '/console/tasks/:id/watch/live', needs: 'viewer', handle: getWatchLive },
  { method: 'post', path: '/console/tasks/:id/cancel', needs: 'approver', handle: postCancel },
  { method: 'post', path: '/console/tasks/:id/answer', needs: 'approver', handle: postAnswer },
  // Also by a viewer who asked for the task.
  { method: 'post', path: '/console/tasks/:id/questions/:question', needs: 'viewer', handle: postRequesterAnswer },
  { method: 'post', path: '/console/tasks/:id/again', needs: 'approver', handle: postAgain },
  { method: 'post', path: '/console/tasks/:id/revoke-links', needs: 'approver', handle: postLinkRevocation },
  { method: 'post', path: '/console/tasks/:id/write', needs: 'approver', handle: postWriteResolution },
  { method: 'post', path: '/console/tasks/:id/owner', needs: 'approver', handle: postOwner },
  { method: 'post', path: '/console/tasks/:id/comment', needs: 'approver', handle: postComment },
  { method: 'post', path: '/console/tasks/:id/done', needs: 'approver', handle: postDone },
  { method: 'post', path: '/console/tasks/:id/reopen', needs: 'approver', handle: postReopen },
  { method: 'get', path: '/console/tasks/:id/evidence.zip', needs: 'viewer', handle: getEvidenceArchive },
];
