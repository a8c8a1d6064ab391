/** The pages of sign-in. */
import type { Context } from 'koa';
import { passwordLength } from '../../../domain/people/password.ts';
import { type Content, type Html, html } from '../../http/html.ts';
import { comesOverTls, onLoopback } from '../cookies.ts';
import { csrfField, findingsList, textField } from '../form.ts';
import { sendPage } from '../page.ts';
import type { ConsoleDeps } from '../route.ts';

interface SignInView {
  readonly email: string;
  readonly to: string;
  readonly findings: readonly string[];
  /** A sentence on how one came here. */
  readonly note?: string;
  readonly status?: number;
}

export function sendSignIn(deps: ConsoleDeps, ctx: Context, view: SignInView): void {
  const { settings } = deps;
  sendPage(deps, ctx, {
    title: 'Sign in',
    section: null,
    status: view.status ?? 200,
    body: html`<div class="narrow centre sign-in-card">
      <h1>Sign in</h1>
      ${view.note === undefined ? null : html`<p class="notice" role="status">${view.note}</p>`}
      ${plainHttpWarning(ctx)} ${findingsList(view.findings)} ${issuerLink(deps, view.to)}
      ${settings.CONSOLE_LOCAL_SIGN_IN ? passwordForm(ctx, view) : null}
    </div>`,
  });
}

function passwordForm(ctx: Context, { email, to }: SignInView): Html {
  return html`<form class="card" method="post" action="/console/sign-in">
      ${csrfField(ctx)}<input type="hidden" name="to" value="${to}" />
      ${textField({
        name: 'email',
        label: 'E-mail',
        type: 'email',
        value: email,
        autocomplete: 'username',
        required: true,
        autofocus: email === '',
      })}
      ${textField({
        name: 'password',
        label: 'Password',
        type: 'password',
        autocomplete: 'current-password',
        required: true,
        autofocus: email !== '',
      })}
      <p class="actions"><button class="button button-primary">Sign in</button></p>
    </form>
    <p class="quiet">No password, or forgot it? An admin can create a link for you under People.</p>`;
}

/** A new password, entered twice. */
export function newPasswordFields(label: string, again: string): Html {
  const twice = { type: 'password', autocomplete: 'new-password', required: true } as const;
  const hint = `At least ${passwordLength.min} characters; a sentence works well.`;
  return html`${textField({ name: 'password', label, hint, ...twice })}
  ${textField({ name: 'again', label: again, ...twice })}`;
}

/** What people call the issuer; a general word where none is named any more. */
export function issuerName(settings: ConsoleDeps['settings']): string {
  const { CONSOLE_OIDC_NAME: name, CONSOLE_OIDC_ISSUER: issuer } = settings;
  if (name !== '') return name;
  return issuer === '' ? 'Your organisation' : new URL(issuer).hostname;
}

function issuerLink({ settings }: ConsoleDeps, to: string): Content {
  const issuer = settings.CONSOLE_OIDC_ISSUER;
  if (issuer === '') return null;
  const name = issuerName(settings);
  const address = `/console/sign-in/issuer?to=${encodeURIComponent(to)}`;
  return html`<p class="actions"><a class="button button-primary grow" href="${address}">Continue with ${name}</a></p>`;
}

/** Browsers keep no session cookie over plain HTTP from another machine; better to say so before than to fail after. */
function plainHttpWarning(ctx: Context): Content {
  if (onLoopback(ctx) || comesOverTls(ctx)) return null;
  return html`<p class="notice notice-warn">
    From another machine, the console works over HTTPS only, because browsers keep its session cookie only there. Put a
    TLS proxy in front of it, or open it on the machine it runs on.
  </p>`;
}

interface CodeView {
  readonly pending: string;
  readonly to: string;
  readonly findings: readonly string[];
  readonly status?: number;
}

export function sendCodePage(deps: ConsoleDeps, ctx: Context, { pending, to, findings, status }: CodeView): void {
  sendPage(deps, ctx, {
    title: 'One-time code',
    section: null,
    status: status ?? 200,
    body: html`<div class="narrow centre sign-in-card">
      <h1>One-time code</h1>
      ${findingsList(findings)}
      <form class="card" method="post" action="/console/sign-in/code">
        ${csrfField(ctx)}<input type="hidden" name="pending" value="${pending}" />
        <input type="hidden" name="to" value="${to}" />
        ${textField({
          name: 'code',
          label: 'Code',
          autocomplete: 'one-time-code',
          inputmode: 'numeric',
          required: true,
          autofocus: true,
          maxlength: 30,
          hint: 'Six digits from your authenticator, or one of your recovery codes.',
        })}
        <p class="actions"><button class="button button-primary">Sign in</button></p>
      </form>
      <p><a href="/console/sign-in">Start again</a></p>
    </div>`,
  });
}

/** A short page beside sign-in that says why something does not continue. */
export function sendSignInNote(
  deps: ConsoleDeps,
  ctx: Context,
  given: { readonly title: string; readonly text: string; readonly status: number },
): void {
  sendPage(deps, ctx, {
    title: given.title,
    section: null,
    status: given.status,
    body: html`<div class="narrow centre sign-in-card">
      <h1>${given.title}</h1>
      <div class="card">
        <p>${given.text}</p>
        <p class="actions"><a class="button" href="/console/sign-in">Sign in</a></p>
      </div>
    </div>`,
  });
}
