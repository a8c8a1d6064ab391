/** The addresses of the console's pages: every GET of a route table with its parameters filled in, and some filters. */
import type { ConsoleRoute } from '../../api/console/route.ts';
import type { FilledConsole } from './fill.ts';

/** Downloads as long as what they hold, what asks an issuer, and what opens only to a link that was sent. */
const noPages =
  /\.(csv|jsonl?|zip|css|js)$|\/static\/|\/template\/|\/sign-in\/issuer|\/tasks\/import\/:upload|\/welcome$/;

/** @throws Error for a route with a parameter that is not filled: a new page has to be measured too */
export function pagesOf(routes: readonly ConsoleRoute<never>[], filled: FilledConsole): string[] {
  const pages = routes.filter(({ method, path }) => method === 'get' && !noPages.test(path));
  return pages.flatMap(({ path }) => {
    const address = addressOf(path, filled);
    return [address, ...(filtersOf(filled)[path] ?? []).map((query) => `${address}?${query}`)];
  });
}

function addressOf(path: string, filled: FilledConsole): string {
  const below = Object.entries(filled.ids).find(([parent]) => path.startsWith(`${parent}/:`))?.[1];
  return path.replaceAll(/:(\w+)/g, (_, name: string) => {
    const value = name === 'id' ? below : filled.names[name];
    if (value === undefined) throw new Error(`nothing to fill into :${name} of ${path}`);
    return encodeURIComponent(value);
  });
}

/** What people ask lists for. */
function filtersOf({ names, settled }: FilledConsole): Readonly<Record<string, readonly string[]>> {
  const { queue = '', step = '' } = names;
  return {
    '/console/tasks': ['status=failed', 'stuck=yes', 'q=100000'],
    '/console/deliveries': ['status=failed', 'event=task.completed'],
    '/console/lanes/:workspace': ['lane=shadow&blocked=closed_weeks', `queue=${queue}`],
    '/console/lanes/:workspace/ledger': [`queue=${queue}&step=${step}`],
    '/console/settle/:workspace': [`queue=${queue}`, new URLSearchParams({ ...settled }).toString()],
    '/console/settle/:workspace/list': [`queue=${queue}`],
    '/console/administration/audit': ['act=sender'],
  };
}
