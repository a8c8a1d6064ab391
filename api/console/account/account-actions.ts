/** What people change about themselves: name, password, sessions. */
import type { Handler, HandlerOf } from '../../http/handler.ts';
import { isId } from '../../../process/ids.ts';
import type { Context } from 'koa';
import { isTimeZone } from '../../../domain/lanes/week.ts';
import { passwordFinding } from '../../../domain/people/password.ts';
import { openPasswords, readCommonPasswords } from '../../../process/passwords.ts';
import { inTransaction } from '../../../store/database.ts';
import { readPerson, renamePerson, setPassword } from '../../../store/people.ts';
import { savePersonalSettings, themes } from '../../../store/personal-settings.ts';
import { type SignOut, signOutPerson } from '../../../store/sessions.ts';
import { notFound } from '../../http/errors.ts';
import { field, form } from '../form.ts';
import { actorOf, person, redirect } from '../page.ts';
import type { ConsoleDeps } from '../route.ts';
import { countTry, forgive, gated, triesOf, waitSentence } from '../sign-in/sign-in-limits.ts';
import { nameFinding } from '../fields.ts';
import { signIn } from '../session.ts';
import { sendAccount } from './account-page.ts';

const accountPath = '/console/account';

/** POST /console/account/name */
export const postName: HandlerOf<ConsoleDeps> = (deps) => async (ctx) => {
  const name = field(ctx, 'name');
  const finding = nameFinding(name);
  if (finding !== null) return sendAccount(deps, ctx, { name: [finding], status: 422 });
  const { personId } = person(ctx);
  await inTransaction(deps.pool, (q) => renamePerson(q, personId, name, actorOf(ctx)));
  redirect(ctx, accountPath, 'Your name is saved.');
};

/** POST /console/account/settings */
export const postSettings: HandlerOf<ConsoleDeps> = (deps) => async (ctx) => {
  const zone = field(ctx, 'time_zone');
  const theme = field(ctx, 'theme');
  const known = themes.find((one) => one === theme) ?? null;
  const findings = [
    ...(zone === '' || isTimeZone(zone) ? [] : ['The time zone must be an IANA name, such as Europe/Berlin.']),
    ...(theme === '' || known !== null ? [] : [`The theme must be ${themes.join(' or ')}.`]),
  ];
  if (findings.length > 0) return sendAccount(deps, ctx, { settings: findings, status: 422 });
  await savePersonalSettings(deps.pool, person(ctx).personId, { timeZone: zone === '' ? null : zone, theme: known });
  redirect(ctx, accountPath, 'Your display settings are saved.');
};

/** POST /console/account/password */
export function postPassword(deps: ConsoleDeps): Handler {
  const passwords = openPasswords(deps.deploymentSecret);
  return gated(async (ctx) => {
    const { personId, email, name } = person(ctx);
    const password = form(ctx).get('password') ?? '';
    const findings = [
      passwordFinding(password, { email, name }, await readCommonPasswords()),
      password === (form(ctx).get('again') ?? '') ? null : 'The new passwords do not match.',
    ].filter((finding) => finding !== null);
    if (findings.length > 0) return sendAccount(deps, ctx, { password: findings, status: 422 });
    const finding = await currentPasswordFinding(deps, ctx, email, personId);
    if (finding !== null) return sendAccount(deps, ctx, { password: [finding], status: 403 });
    const passwordHash = await passwords.hash(password);
    await inTransaction(deps.pool, async (q) => {
      // A cookie that somebody else may have taken ends with the old password: this browser gets a new one.
      const keepSession = await signIn(ctx, q, personId, 'password');
      await setPassword(q, { personId, passwordHash, keepSession, actor: actorOf(ctx), now: deps.now() });
    });
    redirect(ctx, accountPath, 'Your password is changed, and your other sessions have ended.');
  });
}

/** Counts as a try to sign in, so that a session that was left open is no way to guess the password. */
export async function currentPasswordFinding(
  deps: ConsoleDeps,
  ctx: Context,
  email: string,
  personId: string,
): Promise<string | null> {
  const tries = triesOf(ctx, email);
  const wait = await countTry(ctx, tries);
  if (wait > 0) return waitSentence(ctx, wait);
  const who = await readPerson(deps.pool, personId);
  const current = form(ctx).get('current') ?? '';
  const holds = await openPasswords(deps.deploymentSecret).holds(current.slice(0, 1000), who?.passwordHash ?? null);
  if (!holds) return 'Your current password is not right.';
  await forgive(ctx, deps.pool, tries);
  return null;
}

/** POST /console/account/sessions/:id/end */
export const postEndSession: HandlerOf<ConsoleDeps> = (deps) => async (ctx) => {
  const { id = '' } = ctx['params'] as { id?: string };
  if (!isId('session', id) || (await endOwn(deps, ctx, { session: id, except: null })) === 0) throw notFound('session');
  redirect(ctx, accountPath, 'The session has ended.');
};

/** POST /console/account/sessions/end-others */
export const postEndOthers: HandlerOf<ConsoleDeps> = (deps) => async (ctx) => {
  await endOwn(deps, ctx, { session: null, except: person(ctx).sessionId });
  redirect(ctx, accountPath, 'Your other sessions have ended.');
};

const endOwn = (deps: ConsoleDeps, ctx: Context, which: Pick<SignOut, 'session' | 'except'>): Promise<number> =>
  signOutPerson(deps.pool, { ...which, personId: person(ctx).personId, actor: actorOf(ctx), now: deps.now() });
