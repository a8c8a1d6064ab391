/**
 * Headers of a request that may leave: an allow-list, because a header can send a server to another act (D61). And which record
 * its headers, its cookies and its path mean.
 */
import type { DeclaredHeader } from '../playbook/declared-request.ts';
import type { NeverClick } from '../playbook/language.ts';
import { type Values, addressOf, fillTemplate, pathMatches } from '../playbook/template.ts';
import type { Held } from './element-facts.ts';
import {
  actOfValue,
  isOfRecord,
  isOtherNumber,
  notOpaque,
  otherById,
  otherThanPage,
  spelledField,
  turnedField,
} from './field-value.ts';
import { dangerousField, isOperationField, neverClickName } from './never-click.ts';
import { otherThanTask } from './record-mark.ts';
import { type CanonicalUrl, canonicalUrl, decodeOnce } from './request-line.ts';
import { patternIn, wordsLike } from './words/vocabulary.ts';

/** What browsers send by themselves. */
const browserHeaders =
  /^(?:accept(?:-charset|-encoding|-language)?|cache-control|connection|content-length|content-type|cookie|device-memory|dnt|dpr|host|if-(?:match|modified-since|none-match|range|unmodified-since)|origin|pragma|priority|purpose|range|referer|save-data|sec-[a-z0-9-]+|te|upgrade-insecure-requests|user-agent|viewport-width)$/;
/** Of these, the ones that scripts may set. */
const writtenHeaders = /^(?:accept(?:-language)?|cache-control|if-[a-z-]+|pragma|priority|range)$/;
/** Names under which frameworks send the token against forged requests; they say nothing of what is asked for. */
const tokenHeaders = new Set([
  'x-requested-with',
  'x-csrf-token',
  'x-csrftoken',
  'x-xsrf-token',
  'csrf-token',
  'requestverificationtoken',
  'x-request-verification-token',
]);

/** They say who asks, as a cookie does, and hold nothing but a token. */
const credentialHeaders = /^(?:authorization|x-(?:api-key|auth-token|access-token|session-token))$/;

/** By these frameworks say which part of a page they want, or who they are; the names in them are the page's own. */
const partHeaders =
  /^(?:turbo-frame|x-turbo-request-id|x-inertia(?:-version|-partial-(?:component|data|except))?|hx-(?:request(?:-type)?|boosted|source|target|trigger|trigger-name|current-url|history-restore-request)|x-up-(?:version|context|context-hash|(?:fail-|origin-)?(?:mode|target|layer|context)|open-layer|reload-from-time)|x-pjax(?:-container|-version)?|wicket-(?:ajax(?:-baseurl)?|focusedelementid)|faces-request|x-microsoftajax|x-livewire|x-sveltekit-action|apollographql-client-(?:name|version)|apollo-require-preflight|x-trpc-source|x-signalr-user-agent|(?:odata-|max)?(?:dataservice|odata-?)(?:max)?version)$/;

/** Marks by which monitoring joins requests; portals do without them, so they are left out and keep nothing from leaving. */
const monitoringHeaders =
  /^(?:traceparent|tracestate|baggage|sentry-trace|newrelic|b3|x-b3-[a-z]+|uber-trace-id|x-datadog-[a-z-]+|x-amzn-trace-id|x-cloud-trace-context|x-instana-[a-z]+|x-dtc|x-dtpc|request-id|request-context|x-request-id|x-correlation-id)$/;

function isAllowed(header: string, value: string, declared: readonly string[]): boolean {
  const name = header.toLowerCase();
  if (declared.some((one) => one.toLowerCase() === name)) return true;
  if (credentialHeaders.test(name)) return /^(?:[A-Za-z]{1,20} )?[\w.~+/=:-]{1,16000}$/.test(value);
  if (partHeaders.test(name))
    return (
      /^[\w .,:/?=&%#{}[\]"'()@|>~*+-]{0,300}$/.test(value) &&
      (name === 'hx-current-url' || neverClickName(value, []) === undefined)
    );
  // What a page may write into them itself chooses nothing ("Accept: application/vnd.tms.cancel-shipment+json").
  if (writtenHeaders.test(name)) return neverClickName(value, []) === undefined;
  return browserHeaders.test(name) || tokenHeaders.has(name);
}

/** A form that is sent while it is filled in, so that the portal checks it and stores nothing. */
export function onlyValidates(headers: Readonly<Record<string, string>>): boolean {
  return Object.keys(headers).some((name) => name.toLowerCase() === 'x-up-validate');
}

const longestValue = 2_000;

/** The names of the declared headers of a request whose values are as declared; the others count as undeclared. */
export function declaredHeaders(
  headers: Readonly<Record<string, string>>,
  declared: readonly DeclaredHeader[],
  values: Values,
  list: readonly NeverClick[],
): string[] {
  return Object.entries(headers).flatMap(([name, value]) => {
    const entry = declared.find(
      (one) => (typeof one === 'string' ? one : one.name).toLowerCase() === name.toLowerCase(),
    );
    return entry !== undefined && isAsDeclared(value, entry, values, list) ? [name] : [];
  });
}

/** What the page puts into a header of which only the name is declared may be any token, and no words of an act. */
function isAsDeclared(value: string, entry: DeclaredHeader, values: Values, list: readonly NeverClick[]): boolean {
  if (typeof entry === 'string')
    return (
      value.length <= longestValue && /^[ -~]*$/.test(value) && actOfValue(value, undefined, values, list) === undefined
    );
  if ('equals' in entry) return value === fillTemplate(entry.equals, values);
  return notOpaque(value, { field: entry.name, pattern: entry.pattern, max_length: entry.max_length }) === undefined;
}

/** The headers that are left out of what is sent, without those of monitoring. */
export function headersLeftOut(headers: Readonly<Record<string, string>>, declared: readonly string[]): string[] {
  return Object.entries(headers)
    .filter(([name, value]) => !monitoringHeaders.test(name.toLowerCase()) && !isAllowed(name, value, declared))
    .map(([name]) => name);
}

/** The first header that neither a browser sends by itself nor the playbook declares; it keeps a write from leaving. */
export function undeclaredHeader(
  headers: Readonly<Record<string, string>>,
  declared: readonly string[],
): string | undefined {
  return headersLeftOut(headers, declared)[0];
}

/** The headers with which a request is sent; others are left out. */
export function sentHeaders(
  headers: Readonly<Record<string, string>>,
  declared: readonly string[],
): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name, value]) => isAllowed(name, value, declared)));
}

interface Cookie {
  readonly name: string;
  readonly value: string;
}

/**
 * What a cookie tells a server to do that takes the fields of a request from there as well: one that is called like a field
 * which chooses an operation, or a method. A page may set it as it sends its write.
 */
export function actOfCookies(cookies: readonly Cookie[], list: readonly NeverClick[]): Refused | undefined {
  for (const { name, value } of cookies) {
    if (!isOperationField(name) && !/^_?(?:method|x-http-method-override)$/i.test(name)) continue;
    const found = dangerousField(name, decodeOnce(value) ?? value, list);
    if (found !== undefined) return { rule: found.rule, reason: `of its cookies, ${found.reason}` };
  }
  return undefined;
}

interface Refused {
  readonly rule: string;
  readonly reason: string;
}

/** A name of a cookie or a header in words. */
function inWords(name: string): string {
  return name.replace(/[_-]+|(?<=\p{Ll})(?=\p{Lu})/gu, ' ').trim();
}

/** Which other record than the task's a declared header names, or than the page held where it was judged. */
export function recordOfHeaders(
  headers: Readonly<Record<string, string>>,
  declared: readonly string[],
  values: Values,
  held: Held | undefined,
): Refused | undefined {
  for (const name of declared) {
    const value = headers[name] ?? '';
    const other = otherThanTask(`${inWords(name)} ${value}`, values)?.other;
    const reason =
      other === undefined
        ? turnedField(name.replace(/^x-/i, ''), value, held)
        : `the header ${JSON.stringify(name.slice(0, 80))} names ${other}`;
    if (reason !== undefined) return { rule: 'request.other_record', reason: `${reason}: another record` };
  }
  return undefined;
}

const forAnother = wordsLike(patternIn('numbers', 'behalf'));

/**
 * What a cookie that a page has set as it sends its write changes: the record that is meant, or the person for whom it is sent. What was there
 * before, such as the records that people looked at last, says nothing.
 */
export function recordOfCookies(
  cookies: readonly Cookie[],
  before: readonly Cookie[],
  values: Values,
  held?: Held,
): Refused | undefined {
  for (const { name, value } of cookies) {
    const was = before.filter((one) => one.name === name).map((one) => one.value);
    if (was.includes(value)) continue;
    const sets = `as it sends its write, the page sets the cookie ${JSON.stringify(name.slice(0, 80))}`;
    const found = otherThanTask(`${inWords(name)} ${decodeOnce(value) ?? value}`, values);
    if (found !== undefined)
      return {
        rule: 'request.other_record',
        reason: `${sets} with ${found.other}, which is not the task's ${found.input}`,
      };
    const isTurned = isOfRecord(name) && was.some((one) => isOtherNumber(name, one, value));
    if (isTurned || (isOfRecord(name) && turnedField(name, value, held) !== undefined))
      return { rule: 'request.other_record', reason: `${sets} to another number than it had: another record` };
    if (value !== '' && forAnother.test(inWords(name)))
      return { rule: 'request.other_person', reason: `${sets}, so that the portal takes it for that of somebody else` };
  }
  return undefined;
}

const partsOf = (path: string): string[] => decodeURIComponent(path).split('/');

/**
 * What a control said of the record in an open place of an address when it was judged (its link, the action of its form, an
 * attribute such as `data-pod-id` before `/pods/*`, or the address of its page), where another number is asked for.
 */
export function turnedFrom(
  { path }: Pick<CanonicalUrl, 'path'>,
  template: string,
  values: Values,
  held: Held | undefined,
): string | undefined {
  if (held === undefined || !addressOf(template).path.includes('*')) return undefined;
  const own = partsOf(path);
  const places = addressOf(template).path.split('/');
  for (const [n, part] of own.entries()) {
    if (places[n]?.includes('*') !== true) continue;
    const ofOther = otherById(`${own[n - 1] ?? ''}_id`, numberIn(part), held.ids, values['pro']);
    if (ofOther !== undefined) return `that this is ${ofOther}`;
  }
  const before = held.addresses
    .map((address) => canonicalUrl(address.startsWith('/') ? `http://portal${address}` : address)?.path)
    .find((led) => led !== undefined && led !== path && pathMatches(template, led, values));
  if (before !== undefined)
    return partsOf(before).some((part, n) => isOtherNumber('id', numberIn(part), numberIn(own[n])))
      ? before
      : undefined;
  for (const [n, part] of own.entries()) {
    if (places[n]?.includes('*') !== true) continue;
    const number = numberIn(part);
    const kind = own[n - 1]?.toLowerCase() ?? '';
    const ofPage = otherThanPage(`${kind}_id`, number, held);
    if (ofPage !== undefined) return ofPage;
    if (held.fields.some(({ value }) => value === number)) continue;
    const said = held.own.find(
      ({ name, value }) => kind.startsWith(spelledField(name)) && isOtherNumber('', value, number),
    );
    if (said !== undefined) return said.value;
  }
  return undefined;
}

/** `POD-88412.pdf` is the number and its suffix. */
function numberIn(part = ''): string {
  return part.replace(/\.\p{L}{2,4}$/u, '');
}
