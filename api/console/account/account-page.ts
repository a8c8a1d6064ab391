/** GET /console/account: who one is here, the password, how pages are shown, one-time codes, and where one is signed in. */
import type { Context } from 'koa';
import { roleTable } from '../../../domain/people/roles.ts';
import { type Person, readPerson } from '../../../store/people.ts';
import { readChoices } from '../../../store/notification-rules.ts';
import { recoveryCodesLeft } from '../../../store/person-sign-in.ts';
import type { SessionListing } from '../../../store/sessions.ts';
import { factList } from '../../http/table.ts';
import { type Html, html } from '../../http/html.ts';
import { asChoices, csrfField, findingsList, selectField, textField } from '../form.ts';
import { person, sendPage, when } from '../page.ts';
import { newPasswordFields } from '../sign-in/view.ts';
import { type ConsoleDeps, type FormFinding, stateOf } from '../route.ts';
import { notificationsCard, pushCard } from './notification-cards.ts';
import { livingSessions, sessionTable } from './sessions.ts';

/** What was wrong with the form that was sent, by form. */
interface AccountFindings {
  readonly name?: readonly FormFinding[];
  readonly password?: readonly FormFinding[];
  readonly codes?: readonly FormFinding[];
  readonly settings?: readonly FormFinding[];
  readonly status?: number;
}

export function getAccount(deps: ConsoleDeps): (ctx: Context) => Promise<void> {
  return (ctx) => sendAccount(deps, ctx, {});
}

export async function sendAccount(deps: ConsoleDeps, ctx: Context, findings: AccountFindings): Promise<void> {
  const { personId } = person(ctx);
  const now = deps.now();
  const [who, sessions, codesLeft, chosen] = await Promise.all([
    readPerson(deps.pool, personId),
    livingSessions(deps, personId),
    recoveryCodesLeft(deps.pool, personId),
    readChoices(deps.pool, personId),
  ]);
  if (who === undefined) throw new TypeError('a session without its person');
  sendPage(deps, ctx, {
    title: 'Account',
    section: 'account',
    status: findings.status ?? 200,
    body: html`<div class="page-head"><h1>Account</h1></div>
      ${
        stateOf(ctx).mustEnrol
          ? html`<p class="notice notice-warn" role="status">
                Your role needs a second factor. Turn on one-time codes to continue.
              </p>
              ${codesCard(ctx, who, codesLeft, now, findings.codes ?? [])}`
          : allCards(ctx, who, sessions, {
              findings,
              codesLeft,
              notifications: html`${notificationsCard(ctx, chosen, deps.settings.MAIL_RELAY_URL !== '')}
              ${await pushCard(deps, ctx, now)}`,
              now,
            })
      }`,
  });
}

function allCards(
  ctx: Context,
  who: Person,
  sessions: readonly SessionListing[],
  {
    findings,
    codesLeft,
    notifications,
    now,
  }: { findings: AccountFindings; codesLeft: number; notifications: Html; now: Date },
): Html {
  return html`<div class="grid grid-wide">
      ${profileCard(ctx, who, findings.name ?? [])} ${passwordCard(ctx, who, findings.password ?? [])}
      ${settingsCard(ctx, who, findings.settings ?? [])}
    </div>
    ${notifications} ${codesCard(ctx, who, codesLeft, now, findings.codes ?? [])}
    ${sessionsCard(ctx, sessions, person(ctx).sessionId, now)}`;
}

function profileCard(ctx: Context, who: Person, findings: readonly FormFinding[]): Html {
  return html`<section class="card" aria-labelledby="profile">
    <h2 id="profile">You</h2>
    ${factList([
      ['E-mail', who.email],
      ['Role', html`<span class="badge badge-wait">${who.role}</span> ${roleTable[who.role]}`],
    ])}
    ${findingsList(findings)}
    <form method="post" action="/console/account/name" class="stack">
      ${csrfField(ctx)}
      ${textField({ name: 'name', label: 'Name', value: who.name, autocomplete: 'name', required: true })}
      <p class="actions"><button class="button">Save name</button></p>
    </form>
  </section>`;
}

/** Zones that V8 still lists by a name that has been replaced: nobody looks for Kolkata under Calcutta. */
const replacedNames: Readonly<Record<string, string>> = {
  'Africa/Asmera': 'Africa/Asmara',
  'America/Buenos_Aires': 'America/Argentina/Buenos_Aires',
  'America/Catamarca': 'America/Argentina/Catamarca',
  'America/Coral_Harbour': 'America/Atikokan',
  'America/Cordoba': 'America/Argentina/Cordoba',
  'America/Godthab': 'America/Nuuk',
  'America/Indianapolis': 'America/Indiana/Indianapolis',
  'America/Jujuy': 'America/Argentina/Jujuy',
  'America/Louisville': 'America/Kentucky/Louisville',
  'America/Mendoza': 'America/Argentina/Mendoza',
  'Asia/Calcutta': 'Asia/Kolkata',
  'Asia/Katmandu': 'Asia/Kathmandu',
  'Asia/Rangoon': 'Asia/Yangon',
  'Asia/Saigon': 'Asia/Ho_Chi_Minh',
  'Atlantic/Faeroe': 'Atlantic/Faroe',
  'Europe/Kiev': 'Europe/Kyiv',
  'Pacific/Enderbury': 'Pacific/Kanton',
  'Pacific/Ponape': 'Pacific/Pohnpei',
  'Pacific/Truk': 'Pacific/Chuuk',
};

function nameOfToday(zone: string): string {
  return replacedNames[zone] ?? zone;
}

function offeredTimeZones(): readonly string[] {
  return ['UTC', ...[...new Set(Intl.supportedValuesOf('timeZone').map(nameOfToday))].sort()];
}

function settingsCard(ctx: Context, who: Person, findings: readonly FormFinding[]): Html {
  return html`<section class="card" aria-labelledby="settings">
    <h2 id="settings">Display</h2>
    ${findingsList(findings)}
    <form method="post" action="/console/account/settings" class="stack">
      ${csrfField(ctx)}
      ${selectField({
        name: 'time_zone',
        label: 'Time zone',
        value: who.timeZone === null ? '' : nameOfToday(who.timeZone),
        any: 'The time zone of the browser',
        options: asChoices(offeredTimeZones()),
        hint: 'Exact times are in this zone; point at a time, such as "3 minutes ago", to see it in both this zone and UTC.',
      })}
      ${selectField({
        name: 'theme',
        label: 'Theme',
        value: who.theme ?? '',
        any: 'As the system has it',
        options: [
          { value: 'light', text: 'Light' },
          { value: 'dark', text: 'Dark' },
        ],
      })}
      <p class="actions"><button class="button">Save display</button></p>
    </form>
  </section>`;
}

function passwordCard(ctx: Context, who: Person, findings: readonly FormFinding[]): Html {
  if (who.passwordHash === null)
    return html`<section class="card" aria-labelledby="password">
      <h2 id="password">Password</h2>
      <p>You have no password here; you sign in through your organisation.</p>
    </section>`;
  return html`<section class="card" aria-labelledby="password">
    <h2 id="password">Password</h2>
    ${findingsList(findings)}
    <form method="post" action="/console/account/password" class="stack">
      ${csrfField(ctx)}
      <input type="hidden" name="username" value="${who.email}" autocomplete="username" />
      ${textField({
        name: 'current',
        label: 'Current password',
        type: 'password',
        autocomplete: 'current-password',
        required: true,
      })}
      ${newPasswordFields('New password', 'Confirm new password')}
      <p class="actions"><button class="button">Change password</button></p>
    </form>
    <p class="quiet">Your other sessions end with the change.</p>
  </section>`;
}

function codesCard(ctx: Context, who: Person, left: number, now: Date, findings: readonly FormFinding[]): Html {
  if (who.passwordHash === null) return html``;
  if (who.totpConfirmedAt === null)
    return html`<section class="card" aria-labelledby="codes">
      <h2 id="codes">One-time codes <span class="badge badge-muted">off</span></h2>
      ${findingsList(findings)}
      <p>
        With codes on, a password alone is not enough: signing in also asks for six digits from an authenticator app on
        your phone.
      </p>
      <form method="post" action="/console/account/codes" class="stack narrow">
        ${csrfField(ctx)}
        ${textField(
          { name: 'current', label: 'Password', type: 'password', autocomplete: 'current-password', required: true },
          'codes-',
        )}
        <p class="actions"><button class="button">Turn on</button></p>
      </form>
    </section>`;
  return html`<section class="card" aria-labelledby="codes">
    <h2 id="codes">One-time codes <span class="badge badge-ok">on</span></h2>
    ${findingsList(findings)}
    <p>
      On since ${when(who.totpConfirmedAt, now)}; ${left} recovery ${left === 1 ? 'code is' : 'codes are'} left.
      ${left < 3 ? html`<strong>Turn codes off and on again for new ones.</strong>` : null}
    </p>
    <form method="post" action="/console/account/codes/remove" class="stack narrow">
      ${csrfField(ctx)}
      ${textField(
        { name: 'current', label: 'Password', type: 'password', autocomplete: 'current-password', required: true },
        'codes-',
      )}
      ${textField(
        {
          name: 'code',
          label: 'Code',
          autocomplete: 'one-time-code',
          inputmode: 'numeric',
          maxlength: 30,
          required: true,
          hint: 'Six digits from your authenticator, or one of your recovery codes.',
        },
        'codes-',
      )}
      <p class="actions"><button class="button button-danger">Turn off</button></p>
    </form>
  </section>`;
}

function sessionsCard(ctx: Context, sessions: readonly SessionListing[], current: string, now: Date): Html {
  return html`<section class="card" aria-labelledby="sessions">
    <h2 id="sessions">Active sessions</h2>
    ${sessionTable(ctx, {
      sessions,
      current,
      endPath: (id) => `/console/account/sessions/${id}/end`,
      now,
    })}
    ${
      sessions.length < 2
        ? null
        : html`<form method="post" action="/console/account/sessions/end-others" class="actions">
            ${csrfField(ctx)}<button class="button">End all others</button>
          </form>`
    }
  </section>`;
}
