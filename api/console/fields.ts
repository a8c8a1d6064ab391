/** Fields of forms: label, input, hint and finding, tied together for screen readers. */
import { type Content, type Html, html } from '../http/html.ts';

export interface TextField {
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
    />
    ${hint === undefined ? null : html`<small id="${id}-hint">${hint}</small>`}
    ${finding ? html`<p class="finding" id="${id}-finding">${finding}</p>` : null}
  </div>`;
}

export interface Choice {
  readonly value: string;
  readonly text: string;
}

/** Choices that are shown as they are sent. */
export const asChoices = (values: readonly string[]): Choice[] => values.map((value) => ({ value, text: value }));

export interface SelectField {
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

/** Findings above a form, announced when the page comes. */
export function findingsList(findings: readonly string[]): Content {
  if (findings.length === 0) return null;
  if (findings.length === 1) return html`<p class="error-list" role="alert">${findings[0]}</p>`;
  return html`<ul class="error-list" role="alert">
    ${findings.map((finding) => html`<li>${finding}</li>`)}
  </ul>`;
}

/** A secret right after it was made, with a button that copies it. */
export function secretOnce(label: string, text: string): Html {
  return html`<div class="secret">
    <code aria-label="${label}">${text}</code><button type="button" class="button" data-copy="">Copy</button>
  </div>`;
}

/** What the address and the name of a person must be. */
export function emailFinding(email: string): string | null {
  return email.length <= 254 && /^[^\s@\p{Cc}\p{Cs}]{1,64}@[^\s@\p{Cc}\p{Cs}]{1,189}$/u.test(email)
    ? null
    : 'Enter an e-mail address such as name@example.com.';
}

export function nameFinding(name: string): string | null {
  return /^[^\p{Cc}\p{Cs}\p{Zl}\p{Zp}]{1,100}$/u.test(name) ? null : 'Enter a name of 1 to 100 characters.';
}
