/**
 * Runs before anything else, with nothing but the installed Node: checks its version, installs the locked packages when
 * they are missing or not the ones that the lockfile names, and has their Node compile the sources.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fillCodeCache } from './code-cache.mjs';
import { isAtLeast, oldestInstalled, packageHasNode, pinnedNode, root, usableNode, whyNoNode } from './pinned-node.mjs';

function readJson(...path) {
  try {
    return JSON.parse(readFileSync(join(root, ...path), 'utf8'));
  } catch {
    return null;
  }
}

/** npm notes what it installed in node_modules/.package-lock.json; packages for other platforms are missing there. */
function packagesAreInstalled() {
  const locked = readJson('package-lock.json')?.packages ?? {};
  const installed = readJson('node_modules', '.package-lock.json')?.packages;
  if (installed === undefined) return false;
  // Optional, as the packages for other platforms are, but nothing of ours runs without it.
  if (packageHasNode() && pinnedNode() === undefined) return false;
  return Object.entries(locked).every(
    ([path, { version, optional, link }]) =>
      path === '' ||
      link === true ||
      installed[path]?.version === version ||
      (optional === true && installed[path] === undefined),
  );
}

function stop(sentence, code = 1) {
  console.error(sentence);
  process.exit(code);
}

if (!isAtLeast(oldestInstalled))
  stop(`Lanekeeper needs Node ${oldestInstalled} or newer; this is ${process.versions.node}.`);
if (!packagesAreInstalled()) {
  console.log('installing the locked packages (npm ci: a minute or two, longer on a busy machine)');
  const npm = process.env.npm_execpath;
  // What npm warns about is of use to those who choose packages; npm start --verbose shows it.
  const level = ['verbose', 'silly'].includes(process.env.npm_config_loglevel) ? 'warn' : 'error';
  const args = ['ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund', `--loglevel=${level}`];
  // By the Node that runs npm: ours is among the packages that npm ci removes first.
  const own = process.env.npm_node_execpath ?? process.execPath;
  const [command, all] = npm?.endsWith('.js') ? [own, [npm, ...args]] : ['npm', args];
  const { status, error } = spawnSync(command, all, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] });
  if (status !== 0) stop(`npm ci failed${error ? ` (${error.message})` : ''}; nothing was started.`, status ?? 1);
}
const node = usableNode();
if (node === undefined) stop(whyNoNode());
// The sets that start/node-process.ts and `npm start` use.
const ofStart = [['--expose-gc'], ['--expose-gc', '--optimize-for-size'], ['--expose-gc', '--heap-growing-percent=30']];
await fillCodeCache(node, ['prestart', 'prebench'].includes(process.env.npm_lifecycle_event) ? ofStart : [[]]);
