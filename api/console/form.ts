/** Forms: their fields, what they sent, the CSRF token that each carries, and the page that shows a new secret once. */
import { randomBytes } from 'node:crypto';
import type { Context } from 'koa';
import type { Refusal } from '../../commands/refusal.ts';
import { checkPersonAddress, checkPersonName } from '../../domain/administration/input.ts';
import { asSentence } from '../../domain/sentence.ts';
import { equalConstantTime, macsOf } from '../../process/secrets.ts';
import { ApiError } from '../http/errors.ts';
import { type Content, type Html, html } from '../http/html.ts';
import { mediaTypeOf } from '../http/read-body.ts';
import { readUnknownBody } from '../http/refused-bodies.ts';
import { setCookie, visitCookie } from './cookies.ts';
import { type FormFinding, stateOf } from './route.ts';

const formBytes = 256_000;
const formFields = 500;

/** The fields of the form that is being answered; empty for a GET. */
export function form(ctx: Context): URLSearchParams {
  return stateOf(ctx).form ?? new URLSearchParams();
}

/** A field without the white space around it; empty where it was not sent. */
export function field(ctx: Context, name: string): string {
  return form(ctx).get(name)?.trim() ?? '';
}

/** @throws ApiError unsupported_media_type, too_large, bad_request */
export async function readForm(ctx: Context): Promise<URLSearchParams> {
  if (mediaTypeOf(ctx) !== 'application/x-www-form-urlencoded')
    throw new ApiError('unsupported_media_type', 'this address accepts form submissions only');
  const text = (await readUnknownBody(ctx, formBytes)).toString('utf8');
  // Counted before they are made.
  if (text.split('&', formFields + 1).length > formFields)
    throw new ApiError('bad_request', `a form has at most ${formFields} fields`);
  const fields = new URLSearchParams(text);
  // PostgreSQL takes no U+0000, and no form of a browser sends one.
  for (const value of fields.values())
    if (value.includes('\u0000')) throw new ApiError('bad_request', 'a field has a NUL character');
  return fields;
}

/** CSRF tokens: each form carries one that is bound to the session, or to the visit before sign-in. */
export const csrfName = '_csrf';

/** For an address or the X-CSRF-Token header, where a form has files. */
export function csrfToken(ctx: Context): string {
  const state = stateOf(ctx);
  if (state.secret === null) {
    state.secret = randomBytes(32).toString('base64url');
    setCookie(ctx, visitCookie, state.secret);
  }
  return macsOf(state.deps.deploymentSecret, 'csrf', state.secret)[0]!;
}

export function csrfField(ctx: Context): Html {
  return html`<input type="hidden" name="${csrfName}" value="${csrfToken(ctx)}" />`;
}

/** Whether a token was made here for the cookie that the request carries. */
export function csrfHolds(ctx: Context, given: string | null): boolean {
  const { secret, deps } = stateOf(ctx);
  if (secret === null || given === null) return false;
  return macsOf(deps.deploymentSecret, 'csrf', secret).some((token) => equalConstantTime(given, token));
}

// Fields of forms: label, input, hint and finding, tied together for screen readers.

interface TextField {
  readonly name: string;
  readonly label: string;
  readonly type?: 'text' | 'email' | 'password' | 'search' | 'date' | 'datetime-local' | 'number' | 'url';
  readonly value?: string;
  readonly autocomplete?: string;
  readonly inputmode?: 'numeric' | 'decimal' | 'email' | 'search';
  readonly hint?: string;
  /** What is wrong with what was sent. */
  readonly finding?: string | null;
  readonly required?: boolean;
  readonly autofocus?: boolean;
  readonly maxlength?: number;
  /** Values that the browser offers; others can be typed. */
  readonly offers?: readonly string[];
}

/** @param given ids come from the names, so a name appears once on a page unless `idPrefix` distinguishes them */
export function textField(given: TextField, idPrefix = ''): Html {
  const { name, label, type = 'text', value = '', autocomplete, inputmode, hint, finding, required, maxlength } = given;
  const id = `${idPrefix}${name}`;
  const about = [hint === undefined ? null : `${id}-hint`, finding ? `${id}-finding` : null].filter(Boolean).join(' ');
  return html`<div class="field">
    <label for="${id}">${label}</label>
    <input
      id="${id}"
      name="${name}"
      type="${type}"
      ${value === '' ? null : html`value="${value}"`}
      ${autocomplete === undefined ? null : html`autocomplete="${autocomplete}"`}
      ${inputmode === undefined ? null : html`inputmode="${inputmode}"`}
      ${maxlength === undefined ? null : html`maxlength="${maxlength}"`}
      ${required === true ? html`required` : null}
      ${given.autofocus === true ? html`autofocus` : null}
      ${finding ? html`aria-invalid="true"` : null}
      ${about === '' ? null : html`aria-describedby="${about}"`}
      ${given.offers && html`list="${id}-offers"`}
    />
    ${given.offers && offersOf(`${id}-offers`, given.offers)}
    ${hint === undefined ? null : html`<small id="${id}-hint">${hint}</small>`}
    ${finding ? html`<p class="finding" id="${id}-finding">${finding}</p>` : null}
  </div>`;
}

/** What a field with `list="<id>"` offers. */
export const offersOf = (id: string, offers: readonly string[]): Html =>
  html`<datalist id="${id}">${offers.map((offer) => html`<option value="${offer}"></option>`)}</datalist>`;

export interface Choice {
  readonly value: string;
  readonly text: string;
}

/** Choices that are shown as they are sent. */
export const asChoices = (values: readonly string[]): Choice[] => values.map((value) => ({ value, text: value }));

interface SelectField {
  readonly name: string;
  readonly label: string;
  readonly value?: string | undefined;
  /** What the first choice says, the one for no value; none when left out. */
  readonly any?: string;
  readonly options: readonly Choice[];
  readonly hint?: string;
  readonly required?: boolean;
}

export function selectField({ name, label, value, any, options, hint, required }: SelectField, idPrefix = ''): Html {
  const id = `${idPrefix}${name}`;
  const choices = any === undefined ? options : [{ value: '', text: any }, ...options];
  return html`<div class="field">
    <label for="${id}">${label}</label>
    <select
      id="${id}"
      name="${name}"
      ${hint !== undefined && html` aria-describedby="${id}-hint"`}${required && html` required`}
    >
      ${choices.map((choice) => html`<option value="${choice.value}" ${choice.value === value && html` selected`}>${choice.text}</option>`)}
    </select>
    ${hint !== undefined && html`<small id="${id}-hint">${hint}</small>`}
  </div>`;
}

/**
 * Findings above a form, announced when the page comes; the script shows each beside its field too, and moves the focus there.
 * @param page where the form is, if its address is another one, or if the page shows the form empty
 * @param heading what was not done
 */
export function findingsList(findings: readonly FormFinding[], page?: string, heading?: string): Content {
  if (findings.length === 0) return null;
  const items = findings.map((finding) =>
    typeof finding === 'string'
      ? html`<li>${shownFinding(finding)}</li>`
      : html`<li data-field="${finding.field}">${shownFinding(finding.sentence)}</li>`,
  );
  return html`<div class="error-list" role="alert" tabindex="-1" ${page !== undefined && html`data-page="${page}"`}>
    ${heading !== undefined && html`<p><strong>${heading}</strong></p>`}
    <ul>
      ${items}
    </ul>
  </div>`;
}

/** A path such as `rules.speed` is shown as it is written. */
const shownFinding = (text: string): string => (/^\w+[._[]/.test(text) ? text : asSentence(text));

/** What a form sent and cannot be used: its page comes again with the sentence. @param at the field, where a form has several */
export function formError(sentence: string, at?: string): ApiError {
  return new ApiError('bad_request', sentence, at === undefined ? {} : { field: at });
}

/** The same of what a command refused. */
export function refusedForm({ findings, field: at }: Refusal): ApiError {
  return formError(findings[0], at);
}

/** A secret right after it was made, with a button that copies it. */
export function secretOnce(label: string, text: string): Html {
  return html`<div class="secret">
    <code aria-label="${label}">${text}</code><button type="button" class="button" data-copy="">Copy</button>
  </div>`;
}

/** What the address and the name of a person must be. */
export function emailFinding(email: string): FormFinding | null {
  return checkPersonAddress(email).ok
    ? null
    : { field: 'email', sentence: 'Enter an e-mail address such as name@example.com.' };
}

export function nameFinding(name: string): FormFinding | null {
  return checkPersonName(name).ok ? null : { field: 'name', sentence: 'Enter a name of 1 to 100 characters.' };
}

/** The finding at its field; null where nothing was found. */
export function findingAt(at: string, sentence: string | null): FormFinding | null {
  return sentence === null ? null : { field: at, sentence };
}

// The page after something secret was made: shown this once, with a button to copy, and the way on.

interface ShownSecret {
  readonly name: string;
  readonly value: string;
  /** What it is for. */
  readonly about: string;
}

interface ShownOnce {
  readonly title: string;
  readonly secrets: readonly ShownSecret[];
  readonly note?: Content;
  /** Where people go when they have kept it. */
  readonly next: { readonly text: string; readonly href: string };
}

export function shownOnceView({ title, secrets, note, next }: ShownOnce): Html {
  return html`<div class="page-head"><h1>${title}</h1></div>
    <p class="notice notice-warn">
      Copy ${secrets.length === 1 ? 'it' : 'them'} now: ${secrets.length === 1 ? 'it is' : 'they are'} not shown again.
    </p>
    <section class="card" aria-label="Shown once">
      ${secrets.map(
        ({ name, value, about }) =>
          html`<div class="spaced">
            <h2>${name}</h2>
            <p class="quiet">${about}</p>
            ${secretOnce(name, value)}
          </div>`,
      )}
      ${note}
      <p class="actions"><a class="button button-primary" href="${next.href}">${next.text}</a></p>
    </section>`;
}
