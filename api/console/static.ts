/** The stylesheet and the script of the console, at addresses that change with their content. */
import { join } from 'node:path';
import { type Asset, readAsset, serveAsset } from '../http/entity-tag.ts';
import { type ConsoleDeps, type ConsoleRoute, pageRoute } from './route.ts';

/** One stylesheet, in this order; each folder of pages may have one of its own. */
const styleFiles = [
  'console.css',
  '../http/parts.css',
  'components.css',
  'forms.css',
  '../dispatch/evidence-log.css',
  'tasks/tasks.css',
  'approvals/approvals.css',
  'home/home.css',
  'lanes/lanes.css',
  'settle/settle.css',
  'studio/studio.css',
];

const style = asset('console.css', 'text/css; charset=utf-8', styleFiles);
const script = asset('console.js', 'text/javascript; charset=utf-8', ['tables.js', 'console.js']);
const studioScript = asset('studio.js', 'text/javascript; charset=utf-8', [
  'studio/panel.js',
  'studio/picture-input.js',
  'studio/studio.js',
]);

export const stylePath = style.path;
const watchScript = asset('watch.js', 'text/javascript; charset=utf-8', ['tasks/watch.js']);

const pushScript = asset('push.js', 'text/javascript; charset=utf-8', ['account/push.js']);
/** At an address of its own: what a service worker may do depends on where it is. */
const pushWorker = asset('push-worker.js', 'text/javascript; charset=utf-8', ['account/push-worker.js']);

export const pushScriptPath = pushScript.path;
export const watchScriptPath = watchScript.path;
export const scriptPath = script.path;
export const studioScriptPath = studioScript.path;

export const staticRoutes: readonly ConsoleRoute<ConsoleDeps>[] = [
  pageRoute('/console/static/console.css', 'anyone', () => serveAsset(style)),
  pageRoute('/console/static/console.js', 'anyone', () => serveAsset(script)),
  pageRoute('/console/static/studio.js', 'anyone', () => serveAsset(studioScript)),
  pageRoute('/console/static/push.js', 'anyone', () => serveAsset(pushScript)),
  pageRoute('/console/push-worker.js', 'anyone', () => serveAsset(pushWorker)),
  pageRoute('/console/static/watch.js', 'anyone', () => serveAsset(watchScript)),
];

function asset(name: string, type: string, files: readonly string[]): Asset & { readonly path: string } {
  const found = readAsset(
    type,
    files.map((file) => join(import.meta.dirname, file)),
  );
  return { ...found, path: `/console/static/${name}?v=${found.tag}` };
}
