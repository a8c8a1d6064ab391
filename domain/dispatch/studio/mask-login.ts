/** Keeps the login out of everything that is recorded or shown: its values are replaced by their places. */

interface MaskedLogin {
  readonly username: string;
  readonly password: string;
  /** One-time codes of this session, and passwords that the person typed in place of the stored one. */
  readonly codes: readonly string[];
  /** What a person typed where the playbook asks a person. */
  readonly answers?: readonly string[];
}

/** Shorter secrets are replaced only where they are the whole text, or half of every page would be. */
const shortestInside = 4;

/**
 * The same value with every text of it masked. A password or a code goes wherever it is; the user name where it is the
 * whole text, because it may be a word of the page ("admin").
 */
export function masked<T>(value: T, login: MaskedLogin): T {
  return mask(value, login) as T;
}

function mask(value: unknown, login: MaskedLogin): unknown {
  if (typeof value === 'string') return maskedText(value, login);
  if (Array.isArray(value)) return value.map((each: unknown) => mask(each, login));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [maskedText(key, login), mask(member, login)]),
  );
}

export function maskedText(text: string, { username, password, codes, answers = [] }: MaskedLogin): string {
  let maskedSoFar = text;
  for (const [secret, place] of [
    [password, '{{account.password}}'],
    ...codes.map((code) => [code, '{{account.totp}}'] as const),
    ...answers.map((answer) => [answer, '{{answer}}'] as const),
  ] as const) {
    if (secret === '') continue;
    if (maskedSoFar === secret) return place;
    if (secret.length < shortestInside) continue;
    for (const form of new Set([secret, encodeURIComponent(secret), encodeURIComponent(secret).replaceAll('%20', '+')]))
      maskedSoFar = maskedSoFar.replaceAll(form, place);
  }
  if (maskedSoFar === username && username !== '') return userPlace;
  return username === '' ? maskedSoFar : withoutUserInAddress(maskedSoFar, username);
}

const userPlace = '{{account.username}}';
const ofUsers = /user|login|account|uid|mail|operator|agent/i;

/**
 * An address that says who is signed in (`?username=jdoe`, `/users/jdoe`) says so for this account alone. A name that is also a word of
 * every portal is one only where the member is called so.
 */
function withoutUserInAddress(text: string, username: string): string {
  if (!/[?&/~]/.test(text)) return text;
  const isWord = username.length > 2 && !ofEveryUser.has(username.toLowerCase());
  const forms = [...new Set([username, encodeURIComponent(username)])].map((form) =>
    form.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`),
  );
  const any = `(?:${forms.join('|')})`;
  return text
    .replace(new RegExp(`([?&]([^=&#?\\s]*)=)${any}(?=[&#\\s"']|$)`, 'g'), (whole, before: string, name: string) =>
      isWord || ofUsers.test(name) ? `${before}${userPlace}` : whole,
    )
    .replace(
      new RegExp(`(/(?:users?|accounts?|people|members?|profiles?|u)/|/~)${any}(?=[/?#\\s"']|$)`, 'gi'),
      (_whole, before: string) => `${before}${userPlace}`,
    );
}

/** An address of a recording as a browser opens it. */
export function addressForAccount(address: string, username: string | undefined): string {
  return username === undefined ? address : address.replaceAll(userPlace, encodeURIComponent(username));
}

/** Words of controls that every user has. */
const ofEveryUser = new Set(
  `a account admin avatar benutzer benutzerkonto button compte current cuenta dropdown icon image konto log login logged logout me mein menu meu
  mi mon my in off open options out perfil person personal photo picture profil profile profilbild menü menú settings show sign signed
  the toggle user users utilisateur usuario view welcome your`.split(/\s+/),
);

/**
 * What a page of the sign-in calls its controls, without the user name that was typed before: "Password for jdoe". Another account
 * of the portal has another one there.
 */
export function namedForAccount<T>(value: T, username: string): T {
  const isWord = username.length > 2 && !ofEveryUser.has(username.toLowerCase());
  return isWord ? (replacedIn(value, username) as T) : value;
}

function replacedIn(value: unknown, username: string): unknown {
  if (typeof value === 'string') {
    const parts = value.split(username);
    return parts.reduce((before, after) => {
      const isApart = !/[\p{L}\p{N}_.@-]$/u.test(before) && !/^[\p{L}\p{N}_@-]/u.test(after);
      return `${before}${isApart ? '{{account.username}}' : username}${after}`;
    });
  }
  if (Array.isArray(value)) return value.map((each: unknown) => replacedIn(each, username));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, replacedIn(member, username)]));
}

/** Whether a name is there for every user: *Profile*, *Open user menu*. */
export function namesNobody(name: string): boolean {
  if (name.includes('{{account.')) return false;
  const words = name.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.length > 0 && words.every((word) => ofEveryUser.has(word));
}
