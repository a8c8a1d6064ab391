/** The cookies of the console: the session, the visit before sign-in that forms are bound to, the way to the issuer. */
import type { Context } from 'koa';
import { isLoopbackHost } from '../../process/base-url.ts';
import { stateOf } from './route.ts';

/** Both services share it: cookies do not know ports. */
export const sessionCookie = 'lk_session';
export const visitCookie = 'lk_visit';
/** What must come back from the issuer, sealed. */
export const issuerCookie = 'lk_issuer';

/** Browsers take such a name only over TLS, from this very host and for all of its paths (RFC 6265bis §4.1.3.2). */
const hostPrefix = '__Host-';

export const tokenForm = /^[A-Za-z0-9_-]{43}$/;

/** @returns null for what was never set here */
export function readCookie(ctx: Context, name: string): string | null {
  const value = readRawCookie(ctx, name);
  return tokenForm.test(value) ? value : null;
}

/** As it came; empty where it did not. Over TLS only the name that no sibling domain can set counts. */
export function readRawCookie(ctx: Context, name: string): string {
  const hardened = ctx.cookies.get(hostPrefix + name);
  if (hardened !== undefined) return hardened;
  return onLoopback(ctx) && !proxyHasTls(ctx) ? (ctx.cookies.get(name) ?? '') : '';
}

/** A session cookie of the browser: our own ages end its session. */
export function setCookie(ctx: Context, name: string, value: string): void {
  append(ctx, name, value);
}

export function clearCookie(ctx: Context, name: string): void {
  append(ctx, name, '; Max-Age=0');
}

function append(ctx: Context, name: string, rest: string): void {
  const [prefix, secure] = isPlainLoopback(ctx) ? ['', ''] : [hostPrefix, '; Secure'];
  ctx.append('Set-Cookie', `${prefix}${name}=${rest}; Path=/; HttpOnly; SameSite=Lax${secure}`);
}

/** Whether the browser speaks plain HTTP to this machine; a proxy with TLS before us may ask by this name too. */
function isPlainLoopback(ctx: Context): boolean {
  return onLoopback(ctx) && !comesOverTls(ctx);
}

/** As the public address says, or the proxy. */
export function comesOverTls(ctx: Context): boolean {
  const { addresses, service } = stateOf(ctx).deps;
  return addresses[service].startsWith('https:') || proxyHasTls(ctx);
}

const proxyHasTls = (ctx: Context): boolean => ctx.get('X-Forwarded-Proto').startsWith('https');

/** Whether the browser speaks to this machine, where plain HTTP is safe. */
export function onLoopback(ctx: Context): boolean {
  return isLoopbackHost(ctx.hostname);
}
