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
