/**
 * A running `npm start` works with the sources of its start. Some modules are loaded late, and a part that ended is started
 * again: after a `git pull` both would mix two versions. The start keeps a hard link to every source; where the
 * checkout has another file by then, or none, this hook of Node's loader reads what was kept. Loaded with `--import`.
 */
import { readFileSync, statSync } from 'node:fs';
import { type LoadHookSync, type ResolveHookSync, registerHooks } from 'node:module';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Set by the start for its parts: the folder with the links. */
export const keptSourcesVariable = 'KEPT_SOURCES';

const root = join(import.meta.dirname, '..');

/** @param folder of the links, by the files' paths in the checkout */
export function loadKeptSources(folder: string): void {
  const keptOf = (url: string): string | undefined => {
    if (!url.startsWith('file:')) return undefined;
    const name = relative(root, fileURLToPath(url));
    return name.startsWith('..') || name.split(sep).includes('node_modules') ? undefined : join(folder, name);
  };
  const resolve: ResolveHookSync = (specifier, context, next) => {
    try {
      return next(specifier, context);
    } catch (error) {
      if (!/^\.{0,2}\//.test(specifier) || context.parentURL === undefined) throw error;
      const { href: url } = new URL(specifier, context.parentURL);
      const kept = keptOf(url);
      if (kept === undefined || inodeOf(kept) === undefined) throw error;
      return { url, format: formatOf(url), shortCircuit: true };
    }
  };
  const load: LoadHookSync = (url, context, next) => {
    const kept = keptOf(url);
    const inode = kept === undefined ? undefined : inodeOf(kept);
    if (kept === undefined || inode === undefined || inode === inodeOf(fileURLToPath(url))) return next(url, context);
    return { format: context.format ?? formatOf(url), source: readFileSync(kept, 'utf8'), shortCircuit: true };
  };
  registerHooks({ resolve, load });
}

/** Undefined where there is no such file. */
export function inodeOf(file: string): number | undefined {
  return statSync(file, { throwIfNoEntry: false })?.ino;
}

function formatOf(url: string): 'module-typescript' | 'json' | 'module' {
  if (url.endsWith('.json')) return 'json';
  return url.endsWith('.ts') ? 'module-typescript' : 'module';
}

const folder = process.env[keptSourcesVariable];
if (folder !== undefined) loadKeptSources(folder);
