/** People and their roles. */
import type { ConsoleDeps, ConsoleRoute } from '../route.ts';
import { getPeople, postPeople } from './list.ts';
import { getPerson, postDisabled, postEndSessions, postReset, postRole } from './person-page.ts';

export const peopleRoutes: readonly ConsoleRoute<ConsoleDeps>[] = [
  { method: 'get', path: '/console/people', needs: 'managePeople', handle: getPeople },
  { method: 'post', path: '/console/people', needs: 'managePeople', handle: postPeople },
  { method: 'get', path: '/console/people/:id', needs: 'managePeople', handle: getPerson },
  { method: 'post', path: '/console/people/:id/role', needs: 'managePeople', handle: postRole },
  { method: 'post', path: '/console/people/:id/disable', needs: 'managePeople', handle: postDisabled(true) },
  { method: 'post', path: '/console/people/:id/enable', needs: 'managePeople', handle: postDisabled(false) },
  { method: 'post', path: '/console/people/:id/reset', needs: 'managePeople', handle: postReset },
  { method: 'post', path: '/console/people/:id/sessions/end', needs: 'managePeople', handle: postEndSessions },
  { method: 'post', path: '/console/people/:id/sessions/:session/end', needs: 'managePeople', handle: postEndSessions },
];
