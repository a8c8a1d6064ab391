/** /console/people: who may sign in, and the form that invites another. */
import type { Context } from 'koa';
import type { Handler, HandlerOf } from '../../http/api-route.ts';
import { type Role, isRole, roleTable, roles } from '../../../domain/people/roles.ts';
import { type Person, linkAddress, listPeople } from '../../../store/people.ts';
import type { LinkMade } from '../../../store/person-sign-in.ts';
import { invitePerson } from '../../../commands/people.ts';
import { isRefused } from '../../../commands/refusal.ts';
import { type Html, html } from '../../http/html.ts';
import { table } from '../../http/table.ts';
import { emailFinding, findingAt, findingsList, nameFinding, secretOnce, selectField, textField } from '../form.ts';
import { csrfField, field } from '../form.ts';
import { actorOf, person, redirect, sendPage, when } from '../page.ts';
import type { ConsoleDeps, FormFinding } from '../route.ts';

export const administrationCrumb = { text: 'Administration', href: '/console/administration' };

interface Invitation {
  readonly email: string;
  readonly name: string;
  readonly role: string;
  readonly findings: readonly FormFinding[];
}

/** GET /console/people */
export function getPeople(deps: ConsoleDeps): Handler {
  return (ctx) => sendPeople(deps, ctx, { email: '', name: '', role: 'viewer', findings: [] });
}

/** POST /console/people: the link of the invitation is shown this once. */
export const postPeople: HandlerOf<ConsoleDeps> = (deps) => async (ctx) => {
  const given = { email: field(ctx, 'email').toLowerCase(), name: field(ctx, 'name'), role: field(ctx, 'role') };
  const { email, name, role } = given;
  const findings = [
    emailFinding(email),
    nameFinding(name),
    isRole(role) ? null : findingAt('role', 'Choose a role.'),
  ].filter((finding) => finding !== null);
  if (findings.length > 0 || !isRole(role)) return sendPeople(deps, ctx, { ...given, findings });
  const made = await invitePerson(deps.pool, { email, name, role, actor: actorOf(ctx) }, deps.now());
  if (isRefused(made))
    return sendPeople(deps, ctx, {
      ...given,
      findings: [{ field: 'email', sentence: `${made.findings[0]}; open it above.` }],
    });
  if (deps.settings.CONSOLE_LOCAL_SIGN_IN) sendLink(deps, ctx, made, 'Invited');
  else redirect(ctx, '/console/people', `${name} can sign in through your organisation now.`);
};

/** The one-time link of a person, right after it was made. */
export function sendLink(deps: ConsoleDeps, ctx: Context, made: LinkMade, title: string): void {
  sendPage(deps, ctx, {
    title,
    section: 'administration',
    crumbs: [administrationCrumb, { text: 'People', href: '/console/people' }],
    body: html`<div class="page-head"><h1>${title}: ${made.person.email}</h1></div>
      <section class="card">
        <p>
          Share this link with <strong>${made.person.name}</strong> only: anyone who opens it sets the password. It
          works once, until ${when(made.endsAt, deps.now())}, and is not shown again.
        </p>
        ${secretOnce('One-time link', linkAddress(deps.addresses[deps.service], made.token))}
        <p class="actions"><a class="button button-primary" href="/console/people">People</a></p>
      </section>`,
  });
}

async function sendPeople(deps: ConsoleDeps, ctx: Context, invitation: Invitation): Promise<void> {
  const people = await listPeople(deps.pool);
  const now = deps.now();
  const me = person(ctx).personId;
  sendPage(deps, ctx, {
    title: 'People',
    section: 'administration',
    crumbs: [administrationCrumb],
    status: invitation.findings.length > 0 ? 422 : 200,
    body: html`<div class="page-head"><h1>People</h1></div>
      ${table({
        label: 'People',
        list: 'whole',
        rows: people,
        columns: [
          {
            heading: 'Person',
            cell: ({ id, name, email }) =>
              html`<a href="/console/people/${id}">${name}</a>
                ${id === me && html`<span class="badge badge-muted">you</span>`}
                <div class="quiet">${email}</div>`,
          },
          { heading: 'Role', cell: ({ role }) => role },
          { heading: 'Status', cell: stateBadge },
          { heading: 'Codes', cell: ({ totpConfirmedAt }) => (totpConfirmedAt === null ? 'off' : 'on') },
          {
            heading: 'Last sign-in',
            cell: ({ lastSignInAt }) => (lastSignInAt === null ? 'never' : when(lastSignInAt, now)),
          },
        ],
      })}
      ${invitationCard(deps, ctx, invitation)}`,
  });
}

function invitationCard({ settings }: ConsoleDeps, ctx: Context, { email, name, role, findings }: Invitation): Html {
  return html`<section class="card narrow" aria-labelledby="invite">
    <h2 id="invite">Invite a person</h2>
    ${findingsList(findings)}
    <form method="post" action="/console/people" class="stack">
      ${csrfField(ctx)} ${textField({ name: 'name', label: 'Name', value: name, autocomplete: 'off', required: true })}
      ${textField({ name: 'email', label: 'E-mail', type: 'email', value: email, autocomplete: 'off', required: true })}
      ${roleField(role)}
      <p class="actions">
        <button class="button button-primary">
          ${settings.CONSOLE_LOCAL_SIGN_IN ? 'Create invitation' : 'Invite'}
        </button>
      </p>
    </form>
  </section>`;
}

export function roleField(value: string): Html {
  return selectField({
    name: 'role',
    label: 'Role',
    value,
    options: roles.map((role: Role) => ({ value: role, text: role })),
    hint: roles.map((role) => `${role}: ${roleTable[role]}`).join('. '),
  });
}

/** How a person's state is shown. */
export function stateBadge({ disabledAt, passwordHash, fromIssuer }: Person): Html {
  if (disabledAt !== null) return html`<span class="badge badge-bad">disabled</span>`;
  if (passwordHash === null && !fromIssuer) return html`<span class="badge badge-warn">invited</span>`;
  return html`<span class="badge badge-ok">active</span>`;
}
