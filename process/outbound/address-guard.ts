/** Which addresses and callback URLs this deployment may call: the judgement of the address guard (D14). */
import { isIP } from 'node:net';
import { domainToUnicode } from 'node:url';
import ipaddr from 'ipaddr.js';
import { isHostName } from '../../domain/json-schema.ts';

export interface AddressPolicy {
  /** Also let 127.0.0.0/8 and ::1 through (DISPATCH_ALLOW_LOOPBACK). */
  readonly allowLoopback: boolean;
  /** Also let addresses of private networks through: for a server that the owner of the deployment names. */
  readonly allowPrivate?: boolean;
}

type AddressJudgement =
  | { readonly ok: true; readonly loopback: boolean; readonly private?: true }
  /** `range` names the special range, such as `private`; for logs of the deployment, never for the receiver. */
  | { readonly ok: false; readonly range: string };

/** `must` is the rest of a sentence about the URL, `sentence` all of it. */
type UrlJudgement = { readonly ok: true } | { readonly ok: false; readonly must: string; readonly sentence: string };

const longestUrl = 2048;
/** Soft hyphens, joiners, marks of direction, variation selectors, tags, halves of characters: nobody sees them. */
const unseen = /[\p{Default_Ignorable_Code_Point}\p{Cs}\ufff9-\ufffb]/u;
const nameForm =
  'have a host name of letters, digits and _, with hyphens only between them, whose last part begins with a letter';
/** Global unicast, the only part of IPv6 that is routed on the public internet (RFC 4291, IANA registry). */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3');
/** RFC 1918 and RFC 4193. */
const privateRanges: ReadonlySet<string> = new Set(['private', 'uniqueLocal']);
/** Azure's wire server answers on a public address and hands out credentials of the machine. */
const cloudAddresses: ReadonlySet<string> = new Set(['168.63.129.16']);

/**
 * Judges one address as text, in the form the operating system gives it.
 * IPv4 passes only as public unicast, after unmapping; IPv6 only inside 2000::/3 and outside its special ranges,
 * so NAT64, 6to4 and Teredo, which can carry a private address inside, do not pass.
 */
export function checkAddress(ip: string, policy: AddressPolicy): AddressJudgement {
  // A zone id names an interface of this machine; only link-local addresses need one.
  if (isIP(ip) === 0 || ip.includes('%')) return { ok: false, range: 'not an address' };
  const address = unmapped(ip);
  const range = address.range();
  // 127.0.0.0/8 and ::1, and no other spelling (D14): anyone who writes ::ffff:127.0.0.1 means to get past a guard.
  if (range === 'loopback' && policy.allowLoopback && address.kind() === kindOf(ip))
    return { ok: true, loopback: true };
  if (privateRanges.has(range) && policy.allowPrivate === true) return { ok: true, loopback: false, private: true };
  if (range !== 'unicast') return { ok: false, range };
  if (address instanceof ipaddr.IPv6 && !address.match(globalUnicast)) return { ok: false, range: 'not routed' };
  if (cloudAddresses.has(address.toString())) return { ok: false, range: 'cloud' };
  return { ok: true, loopback: false };
}

const kindOf = (ip: string): string => (isIP(ip) === 4 ? 'ipv4' : 'ipv6');

/** The address without its IPv4-in-IPv6 wrapping and in one spelling, so that two can be compared. */
export function plainAddress(ip: string): string {
  return isIP(ip) === 0 || ip.includes('%') ? ip : unmapped(ip).toString();
}

/** Through the URL parser's hexadecimal form first: ipaddr.js takes the text ::127.0.0.1 for ::ffff:127.0.0.1. */
function unmapped(ip: string): ipaddr.IPv4 | ipaddr.IPv6 {
  return ipaddr.process(isIP(ip) === 6 ? new URL(`http://[${ip}]/`).hostname.slice(1, -1) : ip);
}

/**
 * Judges a callback URL before it is stored. A host name is taken as it is: it is judged by all its addresses
 * whenever a connection is made.
 * @param field how the sentence names the value
 */
export function checkCallbackUrl(text: string, policy: AddressPolicy, field = 'callback_url'): UrlJudgement {
  const refuse = (must: string): UrlJudgement => ({ ok: false, must, sentence: `${field} must ${must}` });
  if (text.length > longestUrl) return refuse(`be at most ${longestUrl} characters`);
  const form = policy.allowLoopback ? 'be an https URL, or an http URL to this machine' : 'be an https URL';
  // The URL parser drops tabs and line breaks and takes `https:host` and backslashes; nobody means those.
  if (!/^https?:\/\//i.test(text.trim())) return refuse(form);
  if (/[\s\p{Cc}]/u.test(text))
    return refuse('not contain blanks, line breaks or control characters; encode a blank as %20');
  if (text.includes('\\')) return refuse('be written with / and not with \\');
  if (unseen.test(text)) return refuse('not contain invisible characters');
  const [, port] = /^https?:\/\/[^/?#]*:([^/?#@:\]]*)(?:[/?#]|$)/i.exec(text) ?? [];
  if (port !== undefined && port !== '' && !(/^[1-9]\d{0,4}$/.test(port) && Number(port) <= 65_535))
    return refuse('have a port from 1 to 65535');
  if (/^https?:\/\/(?:[/?#:]|$)/i.test(text)) return refuse('have a host name after https://');
  const url = URL.parse(text);
  if (url === null || /^\.|\.\./.test(url.hostname)) return refuse('have a valid host name or address');
  if (/^https?:\/\/[^/?#]*@/i.test(text)) return refuse('not contain a user name or password');
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  const isName = isIP(host) === 0;
  if (isName && !isHostName(host)) return refuse(nameForm);
  const judged = isName ? undefined : checkAddress(host, policy);
  if (judged?.ok === false) return refuse('not point to a private or otherwise special address');
  const isThisMachine = judged?.loopback ?? (policy.allowLoopback && isLocalhost(host));
  if (isThisMachine) return { ok: true };
  if (url.protocol === 'http:') return refuse(form);
  // The parser drops and folds characters of names: people would be shown another name than is called.
  const written = /^https?:\/\/([^/?#:]*)/i.exec(text)?.[1] ?? '';
  if (/\P{ASCII}/u.test(written) && domainToUnicode(url.hostname) !== written.toLowerCase().normalize('NFC'))
    return refuse('have its host name in its plain form');
  return { ok: true };
}

/** RFC 6761 §6.3: these names are this machine, whatever a name server says; still judged when connecting. */
function isLocalhost(name: string): boolean {
  return /^(.+\.)?localhost\.?$/.test(name);
}
