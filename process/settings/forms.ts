/** The forms that values of settings take, and the rows of the table that are made of them. */
import { type Role, isRole, parseRoleMap, roles } from '../../domain/people/roles.ts';

interface Form<T> {
  /** What a valid value looks like, as the end of the sentence "NAME must be …". */
  readonly expected: string;
  readonly parse: (text: string) => T | undefined;
}

export interface SettingRow<T> {
  readonly form: Form<T>;
  readonly default: T;
  readonly about: string;
  /** Never printed, logged or put into an answer. */
  readonly secret?: boolean;
}

export const text: Form<string> = { expected: 'text', parse: (value) => value };
export const header: Form<string> = {
  expected: 'a word of letters and digits',
  parse: (value) => (/^[A-Za-z][A-Za-z0-9]{0,30}$/.test(value) ? value : undefined),
};
export const bool: Form<boolean> = {
  expected: 'true or false',
  parse: (value) => (value === 'true' ? true : value === 'false' ? false : undefined),
};
export const whole = (min: number, max: number): Form<number> => ({
  expected: `a whole number from ${min} to ${max}`,
  parse: (value) => {
    if (!/^\d{1,15}$/.test(value)) return undefined;
    const number = Number(value);
    return number >= min && number <= max ? number : undefined;
  },
});
export const port = whole(0, 65535);
export const oneOf = <const Choices extends readonly string[]>(...choices: Choices): Form<Choices[number]> => ({
  expected: `one of ${choices.join(', ')}`,
  parse: (value) => choices.find((choice) => choice === value),
});
export const timeOfDay: Form<string> = {
  expected: 'a time of day such as 04:30',
  parse: (value) => (/^([01]\d|2[0-3]):[0-5]\d$/.test(value) ? value : undefined),
};
export const url = (...protocols: string[]): Form<string> => ({
  expected: `a URL that starts with ${protocols.map((name) => `${name}//`).join(' or ')}`,
  parse: (value) => (URL.canParse(value) && protocols.includes(new URL(value).protocol) ? value : undefined),
});
export const traceUrl: Form<string> = {
  expected: 'a URL that starts with http:// or https:// and contains {trace_id}',
  parse: (value) => (url('http:', 'https:').parse(value)?.includes('{trace_id}') === true ? value : undefined),
};
export const dollarAmount: Form<string> = {
  expected: 'dollars with up to six decimals, such as 2.50',
  parse: (value) => (/^\d{1,6}(?:\.\d{1,6})?$/.test(value) ? value : undefined),
};
export const longSecret: Form<string> = {
  expected: 'at least 32 characters of random text',
  parse: (value) => (value.length >= 32 ? value : undefined),
};
export const waits: Form<readonly number[]> = {
  expected: 'milliseconds separated by commas',
  parse: (value) => {
    const parts = value.split(',').map((part) => part.trim());
    return parts.every((part) => /^\d{1,9}$/.test(part)) ? parts.map(Number) : undefined;
  },
};

export const names: Form<readonly string[]> = {
  expected: 'host names separated by commas',
  parse: (value) => {
    const parts = value.split(',').map((part) => part.trim());
    return parts.every((part) => /^[A-Za-z0-9.:[\]-]+$/.test(part)) ? parts : undefined;
  },
};
export const domain: Form<string> = {
  expected: 'a domain name',
  parse: (value) => (/^[a-z0-9-]+(\.[a-z0-9-]+)*$/i.test(value) ? value.toLowerCase() : undefined),
};
export const roleMap: Form<string> = {
  expected: 'value=role pairs separated by commas; roles are viewer, approver, admin',
  parse: (value) => (parseRoleMap(value) === undefined ? undefined : value),
};

export const roleList: Form<readonly Role[]> = {
  expected: `roles separated by commas; roles are ${roles.join(', ')}`,
  parse: (value) => {
    const parts = value.split(',').map((part) => part.trim());
    return parts.every(isRole) ? parts : undefined;
  },
};

export function setting<T>(form: Form<T>, value: NoInfer<T>, about: string): SettingRow<T> {
  return { form, default: value, about };
}
export function secret<T>(form: Form<T>, value: NoInfer<T>, about: string): SettingRow<T> {
  return { form, default: value, about, secret: true };
}

export const minutes = (count: number): number => count * 60_000;

/** Rows of the table by their names. */
export type SettingRows = Readonly<Record<string, SettingRow<never> | SettingRow<unknown>>>;
