/** Refuses requests that a foreign page lured a browser into sending here (DNS rebinding): Host and Origin (D22). */
import type { Context } from 'koa';
import { ApiError } from './errors.ts';

const thisMachine = ['localhost', '127.0.0.1', '[::1]'];

/**
 * Host must be one of ours; Origin, which only browsers send, must be too.
 * @param hosts names without ports, beside those of this machine
 * @throws ApiError not_allowed
 */
export function requireKnownHost(ctx: Context, hosts: readonly string[]): void {
  const known = new Set([...thisMachine, ...hosts.map((host) => host.toLowerCase())]);
  if (!known.has(hostIn(`http://${ctx.get('Host')}`)))
    throw new ApiError('not_allowed', 'the Host header is not a known name of this service');
  const origin = ctx.get('Origin');
  if (origin !== '' && !known.has(hostIn(origin)))
    throw new ApiError('not_allowed', 'requests from this Origin are not accepted');
}

function hostIn(address: string): string {
  return URL.canParse(address) ? new URL(address).hostname : '';
}
