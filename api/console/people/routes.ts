/** People and their roles. */
import type { ConsoleDeps, ConsoleRoute } from '../route.ts';
import { getPeople, postPeople } from './people-page.ts';
import { getPerson, postDisabled, postEndSessions, postReset, postRole } from './person-page.ts';

export const peopleRoutes: readonly ConsoleRoute<ConsoleDeps>[] = [
  { method: 'get', path: '/console/people', needs: 'admin', handle: getPeople },
  { method: 'post', path: '/console/people', needs: 'admin', handle: postPeople },
  { method: 'get', path: '/console/people/:id', needs: 'admin', handle: getPerson },
  { method: 'post', path: '/console/people/:id/role', needs: 'admin', handle: postRole },
  { method: 'post', path: '/console/people/:id/disable', needs: 'admin', handle: postDisabled(true) },
  { method: 'post', path: '/console/people/:id/enable', needs: 'admin', handle: postDisabled(false) },
  { method: 'post', path: '/console/people/:id/reset', needs: 'admin', handle: postReset },
  { method: 'post', path: '/console/people/:id/sessions/end', needs: 'admin', handle: postEndSessions },
  { method: 'post', path: '/console/people/:id/sessions/:session/end', needs: 'admin', handle: postEndSessions },
];
