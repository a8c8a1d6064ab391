/** Which page an act belongs to: the nearest one at or above its address. */
import type { ConsoleRoute } from './route.ts';

type Addressed = Pick<ConsoleRoute<never>, 'method' | 'path'>;

/** @returns for the path of an act the path of its page; null where that is only home */
export function pagesAbove(routes: readonly Addressed[]): (path: string) => string | null {
  const pages = routes.filter(({ method }) => method === 'get').map(({ path }) => patternOf(path));
  return (path) => {
    for (let at = path; at !== '' && at !== '/console'; at = at.slice(0, at.lastIndexOf('/')))
      if (pages.some((page) => page.test(at))) return at;
    return null;
  };
}

const patternOf = (path: string): RegExp =>
  new RegExp(`^${path.replaceAll('.', String.raw`\.`).replaceAll(/:\w+/g, '[^/]+')}$`);
