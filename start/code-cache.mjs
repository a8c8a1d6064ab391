/**
 * Node strips the types of our sources itself and keeps what it made, with V8's code, in dist/code-cache. A process that
 * finds every module there never loads the stripper: it is 20 MB smaller and ready in half the time. A first start, or
 * one of changed sources, would not find them, so they are loaded once before it, by a process that ends before any of
 * them runs. Plain JavaScript: see pinned-node.mjs.
 */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from './pinned-node.mjs';

export const codeCacheFolder = join(root, 'dist', 'code-cache');
/** What processes of ours do not load. */
const notLoaded = new Set(['bench', 'deploy', 'dist', 'docs', 'node_modules', 'sdk', 'test']);
/** The first module of the process: it ends it before the others, which are loaded already, are evaluated. */
const leave = `data:text/javascript,import{flushCompileCache}from"node:module";flushCompileCache();process.exit(0)`;

/**
 * Does nothing when it was done for these sources before.
 * @param node the file of the Node that the processes will run under
 * @param flagSets V8 keeps code for each set of the flags that change code, so each set needs a process
 */
export async function fillCodeCache(node, flagSets) {
  const files = sources();
  const stamp = createHash('sha256')
    .update(JSON.stringify([node, files]))
    .digest('hex');
  const program = [leave, ...files.map(({ name }) => pathToFileURL(join(root, name)).href)]
    .map((url) => `import ${JSON.stringify(url)};`)
    .join('\n');
  await Promise.all(
    flagSets.map(async (flags) => {
      const stampFile = join(codeCacheFolder, `filled${flags.join('')}`);
      if (readOrEmpty(stampFile) === stamp) return;
      await load(node, flags, program);
      try {
        mkdirSync(codeCacheFolder, { recursive: true });
        writeFileSync(stampFile, stamp);
      } catch {
        // A folder that cannot be written to costs time and memory only.
      }
    }),
  );
}

function load(node, flags, program) {
  const child = spawn(node, [...flags, '--input-type=module', '--eval', program], {
    cwd: root,
    env: { ...process.env, NODE_COMPILE_CACHE: codeCacheFolder },
    stdio: 'ignore',
  });
  // How it ends does not matter: what it did not keep is made by those that need it.
  return new Promise((resolve) => child.once('error', resolve).once('exit', resolve));
}

function sources() {
  return readdirSync(root, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.') && !notLoaded.has(entry.name))
    .flatMap(({ name: folder }) =>
      readdirSync(join(root, folder), { recursive: true }).map((name) => join(folder, name)),
    )
    .filter((name) => name.endsWith('.ts'))
    .map((name) => ({ name, ...sizeAndTime(join(root, name)) }));
}

function sizeAndTime(file) {
  const { size, mtimeMs } = statSync(file);
  return { size, mtimeMs };
}

function readOrEmpty(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
