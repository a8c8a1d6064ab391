/** Keeps the sources that a start began with, for its parts (`process/kept-sources`), and notices when the checkout changes. */
import { linkSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { identify, isRunning } from '../process/identity.ts';
import { inodeOf } from '../process/kept-sources.ts';

export interface KeptSources {
  readonly folder: string;
  /** Whether a source, or the list of installed packages, is another file by now. */
  changed(): boolean;
  release(): void;
}

/** What processes of ours load nothing of. */
const notLoaded = new Set(['bench', 'deploy', 'dist', 'docs', 'node_modules', 'sdk', 'test']);
const packages = join('node_modules', '.package-lock.json');

/**
 * Links, not copies: they take no space and milliseconds, and what replaces a file (git does) leaves them as they are.
 * @returns null where no links can be made, such as a read-only checkout, which does not change either
 */
export function keepSources(root: string): KeptSources | null {
  const parent = join(root, 'dist', 'running');
  const self = identify(process.pid);
  if (self === null) return null;
  const folder = join(parent, `${self.pid}-${self.began}`);
  const names = sourcesBelow(root);
  try {
    removeLeftovers(parent);
    rmSync(folder, { recursive: true, force: true });
    for (const made of new Set(names.map((name) => dirname(join(folder, name))))) mkdirSync(made, { recursive: true });
    for (const name of names) linkSync(join(root, name), join(folder, name));
  } catch {
    rmSync(folder, { recursive: true, force: true });
    return null;
  }
  const installed = inodeOf(join(root, packages));
  return {
    folder,
    changed: () =>
      inodeOf(join(root, packages)) !== installed ||
      names.some((name) => inodeOf(join(root, name)) !== inodeOf(join(folder, name))),
    release: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** Of starts that were killed. */
function removeLeftovers(parent: string): void {
  mkdirSync(parent, { recursive: true });
  for (const name of readdirSync(parent)) {
    const [, pid = '', began = ''] = /^(\d+)-(.*)$/.exec(name) ?? [];
    if (!isRunning({ pid: Number(pid), began })) rmSync(join(parent, name), { recursive: true, force: true });
  }
}

function sourcesBelow(root: string): string[] {
  return readdirSync(root, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.') && !notLoaded.has(entry.name))
    .flatMap(({ name: folder }) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
    )
    .filter((name) => /\.(ts|js|mjs|json)$/.test(name));
}
