/** The page behind a one-time link: sets a password, for the first admin, an invited person, or after a reset. */
import type { Handler, HandlerOf } from '../../http/api-route.ts';
import { personActor } from '../../../domain/actor.ts';
import type { Context } from 'koa';
import { passwordFinding } from '../../../domain/people/password.ts';
import { openPasswords, readCommonPasswords } from '../../../process/passwords.ts';
import { inTransaction } from '../../../store/database.ts';
import {
  type Person,
  addPerson,
  endLinks,
  findLink,
  findPerson,
  hasAdmin,
  readPerson,
  renamePerson,
  setPassword,
  setRole,
  useLink,
} from '../../../store/people.ts';
import { html } from '../../http/html.ts';
import { csrfField, emailFinding, field, findingAt, findingsList, form, nameFinding, textField } from '../form.ts';
import { redirect, sendPage } from '../page.ts';
import type { ConsoleDeps, FormFinding } from '../route.ts';
import { signOut, finishSignIn } from '../session.ts';
import { tokenForm } from '../cookies.ts';
import { gated } from './sign-in-limits.ts';
import { newPasswordFields, sendSignInNote } from './view.ts';

/** Whom a link is for: a person who is known, or the first admin. */
type Guest = { readonly token: string; readonly person: Person | null };

/** GET /console/welcome?k=…: shows the form; only sending it uses the link up, because scanners open links. */
export const getWelcome: HandlerOf<ConsoleDeps> = (deps) => async (ctx) => {
  const { k } = ctx.query;
  const guest = await guestOf(deps, typeof k === 'string' ? k : '');
  if (guest === undefined) return sendEnded(deps, ctx);
  sendWelcome(deps, ctx, guest, { email: guest.person?.email ?? '', name: guest.person?.name ?? '' }, []);
};

/** POST /console/welcome */
export function postWelcome(deps: ConsoleDeps): Handler {
  const passwords = openPasswords(deps.deploymentSecret);
  return gated(async (ctx) => {
    const guest = await guestOf(deps, field(ctx, 'k'));
    if (guest === undefined) return sendEnded(deps, ctx);
    const given = { email: guest.person?.email ?? field(ctx, 'email').toLowerCase(), name: field(ctx, 'name') };
    const password = form(ctx).get('password') ?? '';
    const findings = [
      guest.person === null ? emailFinding(given.email) : null,
      nameFinding(given.name),
      findingAt('password', passwordFinding(password, given, await readCommonPasswords())),
      password === (form(ctx).get('again') ?? '') ? null : findingAt('again', 'The passwords do not match.'),
    ].filter((finding) => finding !== null);
    if (findings.length > 0) return sendWelcome(deps, ctx, guest, given, findings);
    const passwordHash = await passwords.hash(password);
    // The person who was signed in in this browser is not who comes in now.
    await signOut(ctx);
    const done = await inTransaction(deps.pool, async (q) => {
      const now = deps.now();
      if (!(await useLink(q, guest.token, now))) return false;
      const actor = personActor(given.email);
      const person = guest.person ?? (await firstAdmin(q, given, actor));
      if (person === undefined) return false;
      if (person.name !== given.name) await renamePerson(q, person.id, given.name, actor);
      await setPassword(q, { personId: person.id, passwordHash, keepSession: null, actor, now });
      // With codes on, a link alone is not enough to come in.
      if (person.totpConfirmedAt === null) await finishSignIn(ctx, q, person, 'link', '');
      else redirect(ctx, '/console/sign-in?done=password');
      return true;
    });
    if (!done) sendEnded(deps, ctx);
  });
}

/** @returns undefined where there is an admin by now */
async function firstAdmin(
  q: Parameters<typeof hasAdmin>[0],
  { email, name }: { readonly email: string; readonly name: string },
  actor: string,
): Promise<Person | undefined> {
  await endLinks(q, null);
  if (await hasAdmin(q)) return undefined;
  const known = await findPerson(q, email);
  if (known === undefined) return addPerson(q, { email, name, role: 'admin', actor });
  if (known.disabledAt !== null) return undefined;
  await setRole(q, known, 'admin', actor);
  return known;
}

async function guestOf(deps: ConsoleDeps, token: string): Promise<Guest | undefined> {
  if (!tokenForm.test(token) || !deps.settings.CONSOLE_LOCAL_SIGN_IN) return undefined;
  const link = await findLink(deps.pool, token, deps.now());
  if (link === undefined) return undefined;
  if (link.personId === null) return (await hasAdmin(deps.pool)) ? undefined : { token, person: null };
  const person = await readPerson(deps.pool, link.personId);
  return person === undefined ? undefined : { token, person };
}

function sendWelcome(
  deps: ConsoleDeps,
  ctx: Context,
  { token, person }: Guest,
  given: { readonly email: string; readonly name: string },
  findings: readonly FormFinding[],
): void {
  const title = person === null ? 'The first admin' : person.passwordHash === null ? 'Welcome' : 'New password';
  sendPage(deps, ctx, {
    title,
    section: null,
    status: findings.length > 0 ? 422 : 200,
    body: html`<div class="narrow centre sign-in-card">
      <h1>${title}</h1>
      ${
        person === null
          ? html`<p>You are the first administrator of this deployment. You can invite others later.</p>`
          : html`<p>Choose a password for <strong>${person.email}</strong>.</p>`
      }
      ${findingsList(findings)}
      <form class="card" method="post" action="/console/welcome">
        ${csrfField(ctx)}<input type="hidden" name="k" value="${token}" />
        ${
          person === null
            ? textField({
                name: 'email',
                label: 'E-mail',
                type: 'email',
                value: given.email,
                autocomplete: 'username',
                required: true,
              })
            : html`<input type="hidden" name="email" value="${person.email}" autocomplete="username" />`
        }
        ${textField({ name: 'name', label: 'Name', value: given.name, autocomplete: 'name', required: true })}
        ${newPasswordFields('Password', 'Confirm password')}
        <p class="actions"><button class="button button-primary">Set password and continue</button></p>
      </form>
    </div>`,
  });
}

function sendEnded(deps: ConsoleDeps, ctx: Context): void {
  sendSignInNote(deps, ctx, {
    title: 'This link does not work',
    text: 'It was already used or has expired. An admin can create a new one under People, or on the server with npx lanekeeper person reset <address>.',
    status: 404,
  });
}
