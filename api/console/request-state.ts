/** What the console knows of a request while it is answered. */
import type { Context } from 'koa';
import type { AttentionCounts } from '../../store/follow-ups.ts';
import type { ConsoleDeps, SignedIn } from './route.ts';

export interface RequestState {
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
