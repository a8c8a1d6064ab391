/** What may be typed for senders, keys, workspaces, people and portal logins: one judgement for command line and console. */
import { keyScopes, workspaceScopes } from '../key-scopes.ts';
import { nearestName } from '../nearest-name.ts';

export type Judged<T> =
  | { readonly ok: true; readonly value: T }
  /** The sentence begins small and has no full stop. `field`: the one of a form that it is about, where there are several. */
  | { readonly ok: false; readonly sentence: string; readonly field?: string };

const good = <T>(value: T): Judged<T> => ({ ok: true, value });
const refused = (sentence: string): { readonly ok: false; readonly sentence: string } => ({ ok: false, sentence });

/** What was found, with the field of a form that it is about. */
export function atField<T>(judged: Judged<T>, field: string): Judged<T> {
  return judged.ok ? judged : { ...judged, field };
}

/** Names and labels: 1 to 255 printable characters. */
export function checkName(text: string, what: string): Judged<string> {
  return /^[^\p{Cc}\p{Cs}\p{Zl}\p{Zp}]{1,255}$/u.test(text) && text.trim() !== ''
    ? good(text)
    : refused(`${what} is 1 to 255 printable characters`);
}

/** In the order of the table; each of them at least once. */
export function checkScopes(owner: 'sender' | 'workspace', given: readonly string[]): Judged<readonly string[]> {
  const known: readonly string[] = owner === 'sender' ? keyScopes : workspaceScopes;
  const scopes = known.filter((scope) => given.includes(scope));
  return scopes.length === 0 || new Set(given).size > scopes.length
    ? refused(`scopes of a ${owner} are ${known.join(', ')}`)
    : good(scopes);
}

/** Playbooks in the order in which they are tried; repeats are left out. */
export function checkPlaybooks(ids: readonly string[], known: readonly string[]): Judged<readonly string[]> {
  const unknown = ids.find((id) => !known.includes(id));
  if (unknown === undefined) return ids.length === 0 ? refused('name at least one playbook') : good([...new Set(ids)]);
  const nearest = nearestName(unknown, known);
  const hint = nearest === undefined ? `known are ${known.join(', ') || 'none'}` : `did you mean ${nearest.name}?`;
  return refused(`there is no playbook ${unknown} here; ${hint}`);
}

/** The address by which a person signs in, in lower case. */
export function checkPersonAddress(text: string): Judged<string> {
  return text.length <= 254 && /^[^\s@\p{Cc}\p{Cs}]{1,64}@[^\s@\p{Cc}\p{Cs}]{1,189}$/u.test(text)
    ? good(text.toLowerCase())
    : { ...refused('an e-mail address looks like name@example.com'), field: 'email' };
}

/** The name under which a person is shown. */
export function checkPersonName(text: string): Judged<string> {
  return /^[^\p{Cc}\p{Cs}\p{Zl}\p{Zp}]{1,100}$/u.test(text)
    ? good(text)
    : { ...refused('a name is 1 to 100 printable characters'), field: 'name' };
}

/** In lower case, as addresses are compared. */
export function checkMailAddress(text: string): Judged<string> {
  return /^[^\s@<>"\\,;:]{1,64}@[a-z0-9-]+(\.[a-z0-9-]+)*$/i.test(text)
    ? good(text.toLowerCase())
    : refused('an address looks like ops@example.com');
}

/** The bar separates the parts that are hashed. */
export function checkAuditSeed(text: string): Judged<string> {
  return /^[^\p{Cc}\p{Cs}\p{Zl}\p{Zp}|]{1,128}$/u.test(text)
    ? good(text)
    : refused('a seed is 1 to 128 printable characters without |');
}

/** The form of a whole number in a range; `what` begins the sentence. */
export function checkWholeNumber(text: string, min: number, max: number, what: string): Judged<number> {
  const value = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN;
  return value >= min && value <= max
    ? good(value)
    : refused(`${what} is a whole number from ${min} to ${max.toLocaleString('en-US')}`);
}

interface PortalLogin {
  readonly username: string;
  readonly password: string;
  readonly totp_secret?: string;
}

/**
 * A login of a portal account.
 * @param password as read: the line break that an editor or echo puts at the end is no part of it
 * @param totpSecret base32, spaces and case as people type them; null where the account has no second factor
 */
export function checkPortalLogin(username: string, password: string, totpSecret: string | null): Judged<PortalLogin> {
  const name = atField(checkName(username, 'a user name'), 'username');
  if (!name.ok) return name;
  const word = password.replace(/\r?\n$/, '');
  if (!/^[^\p{Cc}]{1,1000}$/u.test(word))
    return atField(refused('a password is one line of 1 to 1,000 characters'), 'password');
  if (totpSecret === null) return good({ username, password: word });
  const secret = totpSecret.replace(/[\s=-]/g, '').toUpperCase();
  if (!/^[A-Z2-7]{16,128}$/.test(secret))
    return atField(refused('the secret of one-time codes is base32 text'), 'totp_secret');
  return good({ username, password: word, totp_secret: secret });
}
