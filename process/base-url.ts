/** The public addresses of the two APIs, for the links in records, webhooks and pages. */
import type { Settings } from './settings.ts';

/** Without a slash at the end. @param port the one the API listens on, when it is not the setting's */
export function dispatchBaseUrl(
  settings: Pick<Settings, 'DISPATCH_BASE_URL' | 'DISPATCH_HOST' | 'DISPATCH_PORT'>,
  port: number = settings.DISPATCH_PORT,
): string {
  return baseUrl(settings.DISPATCH_BASE_URL, settings.DISPATCH_HOST, port);
}

/** Without a slash at the end. @param port the one the API listens on, when it is not the setting's */
export function lanesBaseUrl(
  settings: Pick<Settings, 'LANES_BASE_URL' | 'LANES_HOST' | 'LANES_PORT'>,
  port: number = settings.LANES_PORT,
): string {
  return baseUrl(settings.LANES_BASE_URL, settings.LANES_HOST, port);
}

function baseUrl(given: string, host: string, port: number): string {
  return given === '' ? `http://${hostInUrl(host)}:${port}` : given.replace(/\/+$/, '');
}

/** IPv6 in brackets; a server on every interface is reached from this machine by loopback. */
function hostInUrl(host: string): string {
  const reachable = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host;
  return reachable.includes(':') ? `[${reachable}]` : reachable;
}

/** Whether a host name of an address is this machine, where plain HTTP is safe. */
export function isLoopbackHost(host: string): boolean {
  return host === 'localhost' || host === '::1' || host === '[::1]' || /^127(\.\d{1,3}){3}$/.test(host);
}
