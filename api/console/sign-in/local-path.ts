/** Where sign-in leads afterwards: a page of ours that was asked for, never an address of somebody else's. */

export const homePath = '/console';
const ours = /^\/(console(\/|$|\?)|tasks\/)/;

/** The path and query of `given` if it is a page of this service; else home. */
export function localPath(given: string): string {
  if (given.length > 2000 || !ours.test(given) || /[\\\p{Cc}]/u.test(given)) return homePath;
  const base = 'http://local.invalid';
  if (!URL.canParse(given, base)) return homePath;
  const { origin, pathname, search } = new URL(given, base);
  // After `..` is resolved it must still be ours.
  if (origin !== base || !ours.test(pathname) || pathname.startsWith('/console/sign-')) return homePath;
  return `${pathname}${search}`;
}
