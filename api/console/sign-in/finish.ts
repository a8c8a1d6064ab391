/** The end of every way in: a new session, an audit entry, and on to the page that was asked for. */
import { personActor } from '../../../domain/actor.ts';
import type { Context } from 'koa';
import { addAudit } from '../../../store/audit-log.ts';
import type { Queryable } from '../../../store/database.ts';
import type { Person } from '../../../store/people.ts';
import { type SignInMethod, forgetSessions } from '../../../store/sessions.ts';
import { redirect } from '../page.ts';
import { stateOf } from '../request-state.ts';
import { addressOf, signIn } from '../session.ts';

/** Ended sessions stay this long, then nothing reports them but the audit log. */
const keptMs = 90 * 86_400_000;

export async function finishSignIn(
  ctx: Context,
  q: Queryable,
  person: Pick<Person, 'id' | 'email'>,
  method: SignInMethod,
  to: string,
  issuerToken: Buffer | null = null,
): Promise<void> {
  const { now } = stateOf(ctx).deps;
  await signIn(ctx, q, person.id, method, issuerToken);
  await addAudit(q, {
    actor: personActor(person.email),
    act: 'person.signed_in',
    subject: person.id,
    details: { method, address: addressOf(ctx) },
  });
  await forgetSessions(q, new Date(now().getTime() - keptMs));
  redirect(ctx, localPath(to));
}

/** Where sign-in leads afterwards: a page of ours that was asked for, never an address of somebody else's. */
const homePath = '/console';
const ours = /^\/(console(\/|$|\?)|tasks\/)/;

/** The path and query of `given` if it is a page of this service; else home. */
export function localPath(given: string): string {
  if (given.length > 2000 || !ours.test(given) || /[\\\p{Cc}]/u.test(given)) return homePath;
  const base = 'http://local.invalid';
  if (!URL.canParse(given, base)) return homePath;
  const { origin, pathname, search } = new URL(given, base);
  // After `..` is resolved it must still be ours.
  if (origin !== base || !ours.test(pathname) || pathname.startsWith('/console/sign-')) return homePath;
  return `${pathname}${search}`;
}
