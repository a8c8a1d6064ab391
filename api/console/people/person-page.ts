/** /console/people/:id: one person: role, a new password link, in or out. */
import type { Context } from 'koa';
import type { Handler, HandlerOf } from '../../http/api-route.ts';
import { isRole } from '../../../domain/people/roles.ts';
import { changeRole, resetPassword, setAccess } from '../../../commands/people.ts';
import { type Refusal, isRefused } from '../../../commands/refusal.ts';
import { type Person, readPerson } from '../../../store/people.ts';
import { type SessionListing, signOutPerson } from '../../../store/sessions.ts';
import { factList } from '../../http/table.ts';
import { ApiError, notFound } from '../../http/errors.ts';
import { type Html, html } from '../../http/html.ts';
import { livingSessions, sessionTable } from '../account/sessions.ts';
import { auditPath } from '../paths.ts';
import { findingsList, csrfField, field, form } from '../form.ts';
import { addressOf } from '../pagination.ts';
import { actorOf, person, redirect, sendPage, when } from '../page.ts';
import type { ConsoleDeps } from '../route.ts';
import { administrationCrumb, roleField, sendLink, stateBadge } from './list.ts';
import { isId } from '../../../process/ids.ts';

/** GET /console/people/:id */
export function getPerson(deps: ConsoleDeps): Handler {
  return async (ctx) => sendPerson(deps, ctx, await knownPerson(deps, ctx), []);
}

/** POST /console/people/:id/role */
export const postRole: HandlerOf<ConsoleDeps> = (deps) => async (ctx) => {
  const one = await knownPerson(deps, ctx);
  const role = field(ctx, 'role');
  if (!isRole(role)) throw new ApiError('invalid_request', 'choose one of the roles');
  await answerAct(
    deps,
    ctx,
    one,
    await changeRole(deps.pool, { person: one, role, actor: actorOf(ctx) }),
    `${one.name} is ${role} now.`,
  );
};

/** POST /console/people/:id/disable and …/enable */
export function postDisabled(disabled: boolean): (deps: ConsoleDeps) => Handler {
  return (deps) => async (ctx) => {
    const one = await knownPerson(deps, ctx);
    const given = { person: one, allowed: !disabled, actor: actorOf(ctx), now: deps.now() };
    const done = await setAccess(deps.pool, given);
    await answerAct(deps, ctx, one, done, disabled ? `${one.name} is disabled.` : `${one.name} can sign in again.`);
  };
}

/** POST /console/people/:id/reset: the link is shown this once. */
export const postReset: HandlerOf<ConsoleDeps> = (deps) => async (ctx) => {
  const one = await knownPerson(deps, ctx);
  const totp = form(ctx).get('totp') === 'on';
  if (totp && one.id === person(ctx).personId)
    return sendPerson(deps, ctx, one, ['Turn your own one-time codes off under Account, with a code.']);
  const made = await resetPassword(deps.pool, { person: one, totp, actor: actorOf(ctx), now: deps.now() });
  if (isRefused(made)) return sendPerson(deps, ctx, one, [`${one.name} is disabled; let them in again first.`]);
  sendLink(deps, ctx, made, 'New link');
};

/** POST /console/people/:id/sessions/end (all, but not the one that asks) and …/sessions/:session/end */
export const postEndSessions: HandlerOf<ConsoleDeps> = (deps) => async (ctx) => {
  const one = await knownPerson(deps, ctx);
  const { session = null } = ctx['params'] as { session?: string };
  if (session !== null && !isId('session', session)) throw notFound('session');
  const except = person(ctx).sessionId;
  const given = { personId: one.id, session, except, actor: actorOf(ctx), now: deps.now() };
  const ended = await signOutPerson(deps.pool, given);
  const said = ended === 1 ? 'One session has ended.' : `${ended} sessions have ended.`;
  redirect(ctx, `/console/people/${one.id}`, ended === 0 ? 'That session had already ended.' : said);
};

async function answerAct(
  deps: ConsoleDeps,
  ctx: Context,
  one: Person,
  done: boolean | Refusal,
  sentence: string,
): Promise<void> {
  if (isRefused(done) && done.refused === 'not_allowed')
    return sendPerson(deps, ctx, one, [`${one.name} is the last admin who can sign in. Add another admin first.`]);
  if (isRefused(done)) throw notFound('person');
  redirect(ctx, `/console/people/${one.id}`, done ? sentence : 'No change needed.');
}

async function knownPerson(deps: ConsoleDeps, ctx: Context): Promise<Person> {
  const { id = '' } = ctx['params'] as { id?: string };
  const one = isId('person', id) ? await readPerson(deps.pool, id) : undefined;
  if (one === undefined) throw notFound('person');
  return one;
}

async function sendPerson(deps: ConsoleDeps, ctx: Context, one: Person, findings: readonly string[]): Promise<void> {
  const now = deps.now();
  const sessions = await livingSessions(deps, one.id);
  sendPage(deps, ctx, {
    title: one.name,
    section: 'administration',
    crumbs: [administrationCrumb, { text: 'People', href: '/console/people' }],
    status: findings.length > 0 ? 409 : 200,
    body: html`<div class="page-head">
        <h1>${one.name}</h1>
        ${stateBadge(one)}
      </div>
      ${findingsList(findings)}
      <section class="card">
        ${factList([
          ['E-mail', one.email],
          ['Signs in by', ways(one)],
          ['One-time codes', one.totpConfirmedAt === null ? 'off' : html`on since ${when(one.totpConfirmedAt, now)}`],
          ['Added', when(one.createdAt, now)],
          ['Last sign-in', one.lastSignInAt === null ? 'never' : when(one.lastSignInAt, now)],
          ['Id', html`<code>${one.id}</code>`],
        ])}
        <p class="actions">
          <a class="button" href="${addressOf(auditPath, { by: one.email })}">Activity by ${one.name}</a>
          <a class="button" href="${addressOf(auditPath, { about: one.id })}">Changes to this account</a>
        </p>
      </section>
      <div class="grid grid-wide">
        ${roleCard(ctx, one)} ${deps.settings.CONSOLE_LOCAL_SIGN_IN ? resetCard(ctx, one) : null}
      </div>
      ${sessionsCard(ctx, one, sessions, now)} ${accessCard(ctx, one)}`,
  });
}

function sessionsCard(ctx: Context, { id, name }: Person, sessions: readonly SessionListing[], now: Date): Html {
  const path = `/console/people/${id}/sessions`;
  const current = person(ctx).sessionId;
  return html`<section class="card" aria-labelledby="sessions">
    <h2 id="sessions">Active sessions</h2>
    ${sessionTable(ctx, { sessions, current, endPath: (session) => `${path}/${session}/end`, now })}
    ${
      sessions.every((session) => session.id === current)
        ? null
        : html`<form method="post" action="${path}/end" class="actions" data-confirm="Sign ${name} out everywhere?">
            ${csrfField(ctx)}<button class="button">Sign out everywhere</button>
          </form>`
    }
  </section>`;
}

function ways({ passwordHash, fromIssuer }: Person): string {
  const known = [passwordHash === null ? null : 'password', fromIssuer ? 'organisation' : null].filter(Boolean);
  return known.length === 0 ? 'nothing yet: the link has not been used' : known.join(', ');
}

function roleCard(ctx: Context, { id, role }: Person): Html {
  return html`<section class="card" aria-labelledby="role-head">
    <h2 id="role-head">Role</h2>
    <form method="post" action="/console/people/${id}/role" class="stack">
      ${csrfField(ctx)} ${roleField(role)}
      <p class="actions"><button class="button">Change role</button></p>
    </form>
  </section>`;
}

function resetCard(ctx: Context, { id, totpConfirmedAt }: Person): Html {
  return html`<section class="card" aria-labelledby="reset-head">
    <h2 id="reset-head">New password link</h2>
    <p>The old password works until the link is used; then every session ends.</p>
    <form method="post" action="/console/people/${id}/reset" class="stack">
      ${csrfField(ctx)}
      ${
        totpConfirmedAt === null
          ? null
          : html`<label class="check"
              ><input type="checkbox" name="totp" /> Also turn off one-time codes (device lost)</label
            >`
      }
      <p class="actions"><button class="button">Create link</button></p>
    </form>
  </section>`;
}

function accessCard(ctx: Context, { id, name, disabledAt }: Person): Html {
  if (disabledAt !== null)
    return html`<section class="card" aria-labelledby="access-head">
      <h2 id="access-head">Enable access</h2>
      <form method="post" action="/console/people/${id}/enable" class="actions">
        ${csrfField(ctx)}<button class="button">Enable</button>
      </form>
    </section>`;
  return html`<section class="card" aria-labelledby="access-head">
    <h2 id="access-head">Disable access</h2>
    <p>Ends every session immediately. Past actions stay recorded under this name.</p>
    <form method="post" action="/console/people/${id}/disable" class="actions">
      ${csrfField(ctx)}<button class="button button-danger" data-confirm="Disable ${name}'s access?">Disable</button>
    </form>
  </section>`;
}
