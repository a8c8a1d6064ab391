/** Sign-in with an address and a password, and a one-time code where the person has that on. */
import type { Context } from 'koa';
import type { Handler, HandlerOf } from '../../http/api-route.ts';
import { seal, unseal } from '../../../process/secrets.ts';
import { openPasswords } from '../../../process/passwords.ts';
import { addAudit } from '../../../store/audit-log.ts';
import { inTransaction } from '../../../store/database.ts';
import { type Person, findPerson, readPerson, rehashPassword } from '../../../store/people.ts';
import { ApiError } from '../../http/errors.ts';
import { field, form } from '../form.ts';
import { redirect } from '../page.ts';
import { stateOf, type ConsoleDeps } from '../route.ts';
import { clearCookie, sessionCookie } from '../cookies.ts';
import { type SessionEnd, addressOf, pollHeader, finishSignIn, localPath } from '../session.ts';
import { countTry, forgive, gated, triesOf, waitSentence } from './sign-in-limits.ts';
import { takeCode } from './one-time-code.ts';
import { issuerName, sendCodePage, sendSignIn } from './view.ts';

/** One sentence for every reason, so that nobody learns which accounts exist. */
const refused = 'The address or the password is not right.';
/** How long the second step may take. */
const codeMs = 10 * 60_000;

/** GET /console/sign-in */
export const getSignIn: HandlerOf<ConsoleDeps> = (deps) => async (ctx) => {
  const { to, done } = ctx.query;
  const target = localPath(typeof to === 'string' ? to : '');
  const { person, sessionEnd } = stateOf(ctx);
  if (person !== null) return redirect(ctx, target);
  // Said once; a page that polls is not the one that is read.
  if (sessionEnd !== null && ctx.get(pollHeader) === '') clearCookie(ctx, sessionCookie);
  sendSignIn(deps, ctx, {
    email: '',
    to: target,
    findings: [],
    ...(sessionEnd === null ? {} : { note: endedNotes[sessionEnd] }),
    ...(done === 'signed-out' ? { note: 'You are signed out.' } : {}),
    ...(done === 'signed-out-here' ? { note: signedOutHere(issuerName(deps.settings)) } : {}),
    ...(done === 'password' ? { note: 'Your password is set. Sign in with it.' } : {}),
  });
};

/** Why one has to sign in again. */
const endedNotes = {
  idle: 'Your session has ended because it was not used for a while. Sign in to continue.',
  age: 'Your session has reached its maximum length. Sign in to continue.',
  ended: 'Your session has ended. Sign in to continue.',
} as const satisfies Record<SessionEnd, string>;

const signedOutHere = (issuer: string): string =>
  `You are signed out here. ${issuer} was not contacted or did not respond: you may still be signed in there.`;

/** POST /console/sign-in */
export function postSignIn(deps: ConsoleDeps): Handler {
  const passwords = openPasswords(deps.deploymentSecret);
  return gated(async (ctx) => {
    requireLocal(deps);
    const email = field(ctx, 'email').slice(0, 254);
    const password = form(ctx).get('password') ?? '';
    const to = localPath(field(ctx, 'to'));
    const tries = triesOf(ctx, email);
    const wait = await countTry(ctx, tries);
    if (wait > 0) return sendSignIn(deps, ctx, { email, to, findings: [waitSentence(ctx, wait)], status: 429 });
    const person = await findPerson(deps.pool, email);
    const holds = await passwords.holds(password.slice(0, 1000), person?.passwordHash ?? null);
    if (person === undefined || !holds || person.disabledAt !== null) {
      if (person) noteFailure(deps, ctx, person, 'password');
      return sendSignIn(deps, ctx, { email, to, findings: [refused], status: 401 });
    }
    const before = person.passwordHash;
    if (before !== null && passwords.isOutdated(before))
      await rehashPassword(deps.pool, person.id, before, await passwords.hash(password.slice(0, 1000)));
    if (person.totpConfirmedAt !== null)
      return sendCodePage(deps, ctx, { pending: pendingOf(deps, ctx, person), to, findings: [] });
    await inTransaction(deps.pool, async (q) => {
      await forgive(ctx, q, tries);
      await finishSignIn(ctx, q, person, 'password', to);
    });
  });
}

/** POST /console/sign-in/code */
export function postCode(deps: ConsoleDeps): Handler {
  return gated(async (ctx) => {
    requireLocal(deps);
    const pending = field(ctx, 'pending');
    const to = localPath(field(ctx, 'to'));
    const person = await personOfPending(deps, ctx, pending);
    if (person === undefined)
      return sendSignIn(deps, ctx, { email: '', to, findings: ['The sign-in timed out. Sign in again.'], status: 401 });
    const tries = triesOf(ctx, person.email);
    const wait = await countTry(ctx, tries);
    if (wait > 0) return sendCodePage(deps, ctx, { pending, to, findings: [waitSentence(ctx, wait)], status: 429 });
    const taken = await takeCode(deps, person, field(ctx, 'code'));
    if (!taken) {
      noteFailure(deps, ctx, person, 'code');
      return sendCodePage(deps, ctx, {
        pending,
        to,
        findings: ['This code is not valid or was already used.'],
        status: 401,
      });
    }
    await inTransaction(deps.pool, async (q) => {
      await forgive(ctx, q, tries);
      await finishSignIn(ctx, q, person, 'password', to);
    });
  });
}

function requireLocal({ settings }: ConsoleDeps): void {
  if (!settings.CONSOLE_LOCAL_SIGN_IN)
    throw new ApiError(
      'not_allowed',
      'password sign-in is turned off for this deployment; sign in through your organisation',
    );
}

/** The answer does not wait for it: the time that it takes would reveal which accounts exist. */
function noteFailure(deps: ConsoleDeps, ctx: Context, person: Person, step: string): void {
  addAudit(deps.pool, {
    actor: `address:${addressOf(ctx)}`,
    act: 'person.sign_in_failed',
    subject: person.id,
    details: { step },
  }).catch((error: unknown) => deps.log.error({ err: error, person: person.id }, 'a failed sign-in was not logged'));
}

/** Who passed the first step, sealed for this browser and for a few minutes; nothing is kept of it here. */
function pendingOf(deps: ConsoleDeps, ctx: Context, person: Person): string {
  const pending = {
    person: person.id,
    set: person.passwordSetAt?.getTime() ?? 0,
    until: deps.now().getTime() + codeMs,
  };
  return seal(deps.deploymentSecret, pendingContext(ctx), Buffer.from(JSON.stringify(pending))).toString('base64url');
}

async function personOfPending(deps: ConsoleDeps, ctx: Context, sealed: string): Promise<Person | undefined> {
  let pending: { readonly person: string; readonly set: number; readonly until: number };
  try {
    const clear = unseal(deps.deploymentSecret, pendingContext(ctx), Buffer.from(sealed, 'base64url'));
    pending = JSON.parse(clear.toString('utf8')) as typeof pending;
  } catch {
    return undefined;
  }
  if (deps.now().getTime() > pending.until) return undefined;
  const person = await readPerson(deps.pool, pending.person);
  const same = person?.disabledAt === null && (person.passwordSetAt?.getTime() ?? 0) === pending.set;
  return same && person.totpConfirmedAt !== null ? person : undefined;
}

const pendingContext = (ctx: Context): string => `sign-in:${stateOf(ctx).secret ?? ''}`;
