#!/usr/bin/env node
/**
 * The command line without a compiler: runs `admin/main` from the compiled tree in dist/, which is made when a source
 * has changed. Plain JavaScript with nothing but Node, because what this file loads is part of every command's start.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
/** As in start/compiled-tree.ts, which says what the tree is made from; a test holds them together. */
const folders = [
  'activities',
  'admin',
  'api',
  'domain',
  'portals',
  'process',
  'sandbox',
  'start',
  'store',
  'temporal',
  'worker',
  'workflows',
];

/** Names, sizes and times of all sources: reading a thousand files would take longer than a command may. */
function stampOfSources() {
  const hash = createHash('sha256');
  const look = (folder) => {
    for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
      const name = `${folder}/${entry.name}`;
      if (entry.isDirectory()) look(name);
      else stamp(name);
    }
  };
  const stamp = (name) => {
    const { size, mtimeMs } = statSync(join(root, name));
    hash.update(`${name}\0${size}\0${mtimeMs}\0`);
  };
  for (const folder of folders) look(folder);
  stamp('package.json');
  stamp('package-lock.json');
  return hash.digest('hex');
}

/** The main file in the tree that was made from these sources, or undefined. */
function compiledMain(stamp) {
  try {
    const current = JSON.parse(readFileSync(join(root, 'dist', 'current.json'), 'utf8'));
    const main = join(root, 'dist', current.tree, 'admin', 'main.mjs');
    return current.stamp === stamp && existsSync(main) ? main : undefined;
  } catch {
    return undefined;
  }
}

const underTsx = (file, ...args) => ['--import', import.meta.resolve('tsx'), join(root, file), ...args];

if (!existsSync(join(root, 'node_modules', 'tsx'))) {
  process.stderr.write(`The packages are not installed: run npm ci in ${root} first.\n`);
  process.exit(1);
}
// A deployment's data folder lies beside the sources, wherever the command is typed.
if (!process.env.DATA_DIR && !existsSync('.lanekeeper')) process.env.DATA_DIR = join(root, '.lanekeeper');
const stamp = stampOfSources();
let main = compiledMain(stamp);
if (main === undefined) {
  spawnSync(process.execPath, underTsx('start/compile.ts', stamp), { stdio: ['ignore', 'ignore', 'inherit'] });
  main = compiledMain(stamp);
}
if (main !== undefined) await import(pathToFileURL(main).href);
else {
  // A folder that cannot be written to costs time only.
  const { status } = spawnSync(process.execPath, underTsx('admin/main.ts', ...process.argv.slice(2)), {
    stdio: 'inherit',
  });
  process.exitCode = status ?? 1;
}
