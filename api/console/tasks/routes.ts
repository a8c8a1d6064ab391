/** The pages of tasks and who may open them. */
import type { DispatchConsoleDeps } from '../dispatch-console.ts';
import type { ConsoleRoute } from '../route.ts';
import { getEvidenceArchive } from './evidence-archive.ts';
import { getTaskList } from './list.ts';
import { getTaskPage } from './task-page.ts';

export const taskRoutes: readonly ConsoleRoute<DispatchConsoleDeps>[] = [
  { method: 'get', path: '/console/tasks', needs: 'viewer', handle: getTaskList },
  { method: 'get', path: '/console/tasks/:id', needs: 'viewer', handle: getTaskPage },
  { method: 'get', path: '/console/tasks/:id/evidence.zip', needs: 'viewer', handle: getEvidenceArchive },
];
