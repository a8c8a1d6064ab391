/** The cookies of the console: the session, the visit before sign-in that forms are bound to, the way to the issuer. */
import type { Context } from 'koa';
import { stateOf } from './request-state.ts';

/** Both services share it: cookies do not know ports. */
export const sessionCookie = 'lk_session';
export const visitCookie = 'lk_visit';
/** What must come back from the issuer, sealed. */
export const issuerCookie = 'lk_issuer';

const tokenForm = /^[A-Za-z0-9_-]{43}$/;

/** @returns null for what was never set here */
export function readCookie(ctx: Context, name: string): string | null {
  const value = ctx.cookies.get(name) ?? '';
  return tokenForm.test(value) ? value : null;
}

/** A session cookie of the browser: our own ages end what it stands for. */
export function setCookie(ctx: Context, name: string, value: string): void {
  append(ctx, `${name}=${value}`);
}

export function clearCookie(ctx: Context, name: string): void {
  append(ctx, `${name}=; Max-Age=0`);
}

function append(ctx: Context, pair: string): void {
  ctx.append('Set-Cookie', `${pair}; Path=/; HttpOnly; SameSite=Lax${isPlainLoopback(ctx) ? '' : '; Secure'}`);
}

/** Whether the browser speaks plain HTTP to this machine; a proxy with TLS before us may ask by this name too. */
function isPlainLoopback(ctx: Context): boolean {
  return onLoopback(ctx) && !comesOverTls(ctx);
}

/** As the public address says, or the proxy. */
export function comesOverTls(ctx: Context): boolean {
  const { addresses, service } = stateOf(ctx).deps;
  return addresses[service].startsWith('https:') || ctx.get('X-Forwarded-Proto').startsWith('https');
}

/** Whether the browser speaks to this machine, where plain HTTP is safe. */
export function onLoopback(ctx: Context): boolean {
  return isLoopbackHost(ctx.hostname);
}

export function isLoopbackHost(host: string): boolean {
  return host === 'localhost' || host === '::1' || host === '[::1]' || /^127(\.\d{1,3}){3}$/.test(host);
}
