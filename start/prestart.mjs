/**
 * Runs before anything else, with nothing but Node: checks its version and installs the locked packages when they
 * are missing or not the ones that the lockfile names.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const wanted = [20, 19, 0];

function readJson(...path) {
  try {
    return JSON.parse(readFileSync(join(root, ...path), 'utf8'));
  } catch {
    return null;
  }
}

function nodeIsOldEnough() {
  const have = process.versions.node.split('.').map(Number);
  const differs = wanted.findIndex((part, place) => have[place] !== part);
  return differs === -1 || have[differs] > wanted[differs];
}

/** npm notes what it installed in node_modules/.package-lock.json; packages for other platforms are missing there. */
function packagesAreInstalled() {
  const locked = readJson('package-lock.json')?.packages ?? {};
  const installed = readJson('node_modules', '.package-lock.json')?.packages;
  if (installed === undefined) return false;
  return Object.entries(locked).every(
    ([path, { version, optional, link }]) =>
      path === '' ||
      link === true ||
      installed[path]?.version === version ||
      (optional === true && installed[path] === undefined),
  );
}

if (!nodeIsOldEnough()) {
  console.error(`Lanekeeper needs Node ${wanted.join('.')} or newer; this is ${process.versions.node}.`);
  process.exit(1);
}
if (!packagesAreInstalled()) {
  console.log('installing the locked packages (npm ci, a minute or two)');
  const npm = process.env.npm_execpath;
  // What npm warns about is of use to those who choose packages; npm start --verbose shows it.
  const level = ['verbose', 'silly'].includes(process.env.npm_config_loglevel) ? 'warn' : 'error';
  const args = ['ci', '--include=dev', '--no-audit', '--no-fund', `--loglevel=${level}`];
  const [command, all] = npm?.endsWith('.js') ? [process.execPath, [npm, ...args]] : ['npm', args];
  const { status, error } = spawnSync(command, all, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] });
  if (status !== 0) {
    console.error(`npm ci failed${error ? ` (${error.message})` : ''}; nothing was started.`);
    process.exit(status ?? 1);
  }
}
