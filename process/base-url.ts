/** The public address of the dispatch API, for the links in records, webhooks and pages. */
import type { Settings } from './settings.ts';

/** Without a slash at the end. @param port the one the API listens on, when it is not the setting's */
export function dispatchBaseUrl(
  settings: Pick<Settings, 'DISPATCH_BASE_URL' | 'DISPATCH_HOST' | 'DISPATCH_PORT'>,
  port: number = settings.DISPATCH_PORT,
): string {
  const given = settings.DISPATCH_BASE_URL.replace(/\/+$/, '');
  return given === '' ? `http://${hostInUrl(settings.DISPATCH_HOST)}:${port}` : given;
}

/** IPv6 in brackets; a server on every interface is reached from this machine by loopback. */
function hostInUrl(host: string): string {
  const reachable = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host;
  return reachable.includes(':') ? `[${reachable}]` : reachable;
}
