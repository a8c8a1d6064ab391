/** What a page or an action of the console is (method, path, who may, what happens), and what it is given. */
import type { Context } from 'koa';
import type { LanesCommands } from '../../commands/lanes/deps.ts';
import { type Action, permissions } from '../../commands/permissions.ts';
import { type Role, roleReaches } from '../../domain/people/roles.ts';
import type { AttentionCounts } from '../../store/follow-ups.ts';
import type { PersonalSettings } from '../../store/sessions.ts';
import type { EnginePulse } from '../../temporal/engine-health.ts';
import type { DispatchDeps } from '../dispatch/deps.ts';
import type { LanesDeps } from '../lanes/deps.ts';

export type { Role } from '../../domain/people/roles.ts';

/** `nobody`: open to everybody, signed in or not. `viewer`: who is signed in. Else who may do the action (`permissions`). */
export type Needs = 'anyone' | 'viewer' | Action;

export interface SignedIn extends PersonalSettings {
  readonly personId: string;
  readonly email: string;
  readonly name: string;
  readonly role: Role;
  readonly sessionId: string;
}

export type ConsoleService = 'dispatch' | 'lanes';

export interface ConsoleRoute<Deps> {
  readonly method: 'get' | 'post';
  /** Begins with /console. */
  readonly path: string;
  readonly needs: Needs;
  readonly handle: (deps: Deps) => (ctx: Context) => Promise<void>;
  /** Also open to who must turn on one-time codes first. */
  readonly beforeEnrolment?: true;
  /** Files in a form: the handler reads the body itself (the CSRF token comes in the address or X-CSRF-Token). */
  readonly ownBody?: true;
}

type RouteMore<Deps> = Pick<ConsoleRoute<Deps>, 'beforeEnrolment' | 'ownBody'>;

/** A GET of the console. */
export function pageRoute<Deps>(
  path: string,
  needs: Needs,
  handle: ConsoleRoute<Deps>['handle'],
  more: RouteMore<Deps> = {},
): ConsoleRoute<Deps> {
  return { method: 'get', path, needs, handle, ...more };
}

/** A POST of the console: an action of a person. */
export function actionRoute<Deps>(
  ...[path, needs, handle, more]: Parameters<typeof pageRoute<Deps>>
): ConsoleRoute<Deps> {
  return { ...pageRoute(path, needs, handle, more), method: 'post' };
}

/** What every page has, on both services. */
export interface ConsoleDeps extends Pick<
  LanesCommands,
  'settings' | 'log' | 'pool' | 'deploymentSecret' | 'now' | 'askRetryNow' | 'wakeStarts'
> {
  readonly service: ConsoleService;
  /** Base URLs, without a slash at the end. */
  readonly addresses: { readonly dispatch: string; readonly lanes: string };
  /** Whether the engine answers and who polls it, now. */
  readonly enginePulse: () => Promise<EnginePulse>;
}

/** What is wrong with what a form sent: text, or the name of its field with it. */
export type FormFinding = string | { readonly field: string; readonly sentence: string };

type Access = 'granted' | 'sign_in' | 'role_too_low';

/** The role that a page or an action needs. */
export function roleFor(needs: Exclude<Needs, 'anyone'>): Role {
  return needs === 'viewer' ? 'viewer' : permissions[needs].person;
}

/** Whether a person may open a route; the only place of the console that compares roles. */
export function accessFor(needs: Needs, person: SignedIn | null): Access {
  if (needs === 'anyone') return 'granted';
  if (person === null) return 'sign_in';
  return roleReaches(person.role, roleFor(needs)) ? 'granted' : 'role_too_low';
}

/** For parts of a page that only some may use. */
export function may(person: SignedIn, needs: Needs): boolean {
  return accessFor(needs, person) === 'granted';
}

// What the console knows of a request while it is answered.

interface RequestState {
  readonly deps: ConsoleDeps;
  person: SignedIn | null;
  /** What needs a person, for the navigation; null where nobody is signed in. */
  attention: AttentionCounts | null;
  /** Nothing is open to the person before one-time codes are on. */
  mustEnrol: boolean;
  /** Why the session of the request's cookie counts no more. */
  sessionEnd: 'idle' | 'age' | 'ended' | null;
  /** What the CSRF token is bound to: the cookie of the session, or of the visit before sign-in. */
  secret: string | null;
  form: URLSearchParams | null;
  /** Why the form that was sent to this page was refused. */
  refusedForm: { readonly page: string; readonly findings: readonly FormFinding[] } | null;
  /** A sentence that this page shows once. */
  shownNotice: string | null;
  /** A sentence for the next page. */
  nextNotice: string | null;
}

export function openState(ctx: Context, deps: ConsoleDeps): RequestState {
  const state: RequestState = {
    deps,
    person: null,
    attention: null,
    mustEnrol: false,
    sessionEnd: null,
    secret: null,
    form: null,
    refusedForm: null,
    shownNotice: null,
    nextNotice: null,
  };
  ctx.state['console'] = state;
  return state;
}

export function stateOf(ctx: Context): RequestState {
  const state = ctx.state['console'] as RequestState | undefined;
  if (state === undefined) throw new TypeError('this request did not come through the console');
  return state;
}

// What the pages of the console need, on each of the two services.

export type LanesConsoleDeps = ConsoleDeps & LanesDeps;

/** What the pages of the console on the dispatch service need. */
export type DispatchConsoleDeps = ConsoleDeps & DispatchDeps;
