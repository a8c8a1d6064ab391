/** Portals: the playbooks, and the logins they sign in with; a login is written here and never shown. */
import type { HandlerOf } from '../../http/api-route.ts';
import type { Context } from 'koa';
import { knownPlaybooks } from '../../../commands/dispatch/find-playbooks.ts';
import { setPortalLogin } from '../../../commands/dispatch/playbooks.ts';
import { isRefused } from '../../../commands/refusal.ts';
import type { LoadedPlaybook } from '../../../domain/dispatch/playbook/language.ts';
import { credentialVariable } from '../../../portals/credentials.ts';
import { listStoredAccounts, removePortalAccount } from '../../../store/portal-credentials.ts';
import { notFound } from '../../http/errors.ts';
import { type Content, type Html, html } from '../../http/html.ts';
import { csrfField, field, form, refusedForm, textField } from '../form.ts';
import type { DispatchConsoleDeps } from '../route.ts';
import { actorOf, redirect, sendPage, when } from '../page.ts';
import { administrationCrumb, portalPath, portalsPath, recordingsPath } from '../paths.ts';

export const getPortals: HandlerOf<DispatchConsoleDeps> = (deps) => async (ctx) => {
  const [stored, playbooks] = await Promise.all([listStoredAccounts(deps.pool), knownPlaybooks(deps)]);
  const now = deps.now();
  const since = ({ id, account }: LoadedPlaybook): Date | null =>
    stored.find((row) => row.portal === id && row.account === account)?.updatedAt ?? null;
  sendPage(deps, ctx, {
    title: 'Portals',
    section: 'administration',
    crumbs: [administrationCrumb],
    body: html`<div class="page-head">
        <h1>Portals</h1>
        <p>
          Playbooks are files (<code>PORTAL_PLAYBOOKS</code>) and released versions. Logins are encrypted with the
          deployment secret when stored, and are never shown again.
        </p>
        <p class="actions"><a class="button button-primary" href="${recordingsPath}">Record a portal</a></p>
      </div>
      ${
        playbooks.length === 0
          ? html`<div class="empty">
              <p>There are no playbooks. Record a portal, or add a file to the PORTAL_PLAYBOOKS folder.</p>
            </div>`
          : html`<div class="grid grid-wide">
              ${playbooks.map((playbook) => {
                const name = html`<a href="${portalPath(playbook.id)}">${playbook.name}</a>`;
                return loginCard(ctx, playbook, name, since(playbook), now);
              })}
            </div>`
      }`,
  });
};

/** The login of a portal: whether one is stored, and the forms to store and delete it. */
export function loginCard(
  ctx: Context,
  { id, account }: LoadedPlaybook,
  heading: Content,
  storedAt: Date | null,
  now: Date,
): Html {
  return html`<section class="card" aria-labelledby="portal-${id}">
    <h2 id="portal-${id}">${heading}</h2>
    <p class="quiet"><span class="mono">${id}</span>, account <span class="mono">${account}</span></p>
    <p>
      ${
        storedAt === null
          ? html`<span class="badge badge-muted">No login stored</span>`
          : html`<span class="badge badge-ok">Login stored</span> ${when(storedAt, now)}`
      }
    </p>
    <p class="quiet small">A worker with <code>${credentialVariable(account)}</code> set uses that login instead.</p>
    <details>
      <summary>${storedAt === null ? 'Store login' : 'Replace login'}</summary>
      <form class="stack" method="post" action="${portalPath(id)}/account" autocomplete="off">
        ${csrfField(ctx)}
        ${textField({ name: 'username', label: 'User name', required: true, autocomplete: 'off', maxlength: 255 }, `${id}-`)}
        ${textField(
          { name: 'password', label: 'Password', type: 'password', required: true, autocomplete: 'new-password' },
          `${id}-`,
        )}
        ${textField(
          {
            name: 'totp_secret',
            label: 'One-time code secret',
            type: 'password',
            autocomplete: 'off',
            hint: 'Base32; leave empty if the account has no second factor.',
          },
          `${id}-`,
        )}
        <p class="actions"><button class="button button-primary">Store login</button></p>
      </form>
    </details>
    ${
      storedAt === null
        ? null
        : html`<form
            method="post"
            action="${portalPath(id)}/account/remove"
            data-confirm="Delete this login and its session?"
          >
            ${csrfField(ctx)}<button class="button button-small button-danger">Delete login</button>
          </form>`
    }
  </section>`;
}

/** @throws ApiError not_found */
async function playbookIn(deps: DispatchConsoleDeps, ctx: Context): Promise<LoadedPlaybook> {
  const { id } = ctx['params'] as { readonly id: string };
  const playbook = (await knownPlaybooks(deps)).find((one) => one.id === id);
  if (playbook === undefined) throw notFound('playbook');
  return playbook;
}

export const postAccount: HandlerOf<DispatchConsoleDeps> = (deps) => async (ctx) => {
  const { id, account, name } = await playbookIn(deps, ctx);
  const totp = field(ctx, 'totp_secret');
  const login = {
    username: field(ctx, 'username'),
    password: form(ctx).get('password') ?? '',
    totpSecret: totp === '' ? null : totp,
  };
  const stored = await setPortalLogin(deps, { id, account }, login, actorOf(ctx));
  if (isRefused(stored)) throw refusedForm(stored);
  redirect(ctx, portalsPath, `The login for ${name} is stored; the earlier session is signed out.`);
};

export const postAccountRemoval: HandlerOf<DispatchConsoleDeps> = (deps) => async (ctx) => {
  const { id: portal, account, name } = await playbookIn(deps, ctx);
  const removed = await removePortalAccount(deps.pool, { portal, account, actor: actorOf(ctx) });
  redirect(ctx, portalsPath, removed ? `The login for ${name} is deleted.` : `No login for ${name} was stored.`);
};
