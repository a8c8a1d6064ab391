/**
 * The source tree with its TypeScript compiled, kept in `dist/` under the hash of what it was made from. A process
 * that runs from it carries no compiler: each is 35 MB smaller than under tsx and ready half a second sooner.
 */
import { createHash } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { build, version } from 'esbuild';

/** What processes of ours load; tests and measurements are run from their sources. */
export const sourceFolders = [
  'activities',
  'admin',
  'api',
  'commands',
  'domain',
  'portals',
  'process',
  'sandbox',
  'start',
  'store',
  'temporal',
  'worker',
  'workflows',
] as const;
/** The last few stay for those who switch between versions. */
const keptTrees = 6;
/** Holds a file for each process that runs from the tree, named by its pid. */
const usersFolder = '.used-by';
/** Relative imports, as esbuild writes them: static ones on a line of their own, and `import("./x.ts")`. */
const importOfSource =
  /(^(?:(?:import|export|\}).*\bfrom|import) "\.{1,2}\/[^"\n]+|\bimport\("\.{1,2}\/[^"\n]+)\.ts"/gm;

/**
 * Compiles the tree unless that was done before.
 * @param root the project's folder
 * @param user the process that runs from the tree: while it lives, the tree is not removed
 * @returns the folder of the compiled tree: beside each x.ts lies x.mjs
 */
export async function compiledTree(root: string, user = process.pid): Promise<string> {
  const names = [...sourceFolders.flatMap((folder) => filesBelow(root, folder)), 'package.json'];
  const files = new Map(names.map((name) => [name, readFileSync(join(root, name))]));
  const dist = join(root, 'dist');
  const tree = join(dist, `tree-${hashOf(files)}`);
  if (!existsSync(tree)) {
    // Made aside and renamed, because several machines may start at once.
    mkdirSync(dist, { recursive: true });
    const aside = mkdtempSync(`${tree}.`);
    try {
      chmodSync(aside, 0o755);
      await compile(files, aside);
      renameSync(aside, tree);
    } catch (error) {
      if (!existsSync(tree)) throw error;
    } finally {
      rmSync(aside, { recursive: true, force: true });
    }
  }
  mkdirSync(join(tree, usersFolder), { recursive: true });
  writeFileSync(join(tree, usersFolder, String(user)), '');
  utimesSync(tree, new Date(), new Date());
  forgetOld(dist);
  return tree;
}

function filesBelow(root: string, folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
    .sort();
}

function hashOf(files: ReadonlyMap<string, Buffer>): string {
  const hash = createHash('sha256').update(version);
  for (const [name, content] of files) hash.update(`\0${name}\0${content.length}\0`).update(content);
  return hash.digest('hex').slice(0, 16);
}

async function compile(files: ReadonlyMap<string, Buffer>, tree: string): Promise<void> {
  // The sources lie there too: the workflow bundle is made from them, and stack traces are read beside them.
  for (const [name, content] of files) {
    mkdirSync(dirname(join(tree, name)), { recursive: true });
    writeFileSync(join(tree, name), content);
  }
  const { outputFiles } = await build({
    absWorkingDir: tree,
    entryPoints: [...files.keys()].filter((name) => name.endsWith('.ts')),
    outbase: tree,
    outdir: tree,
    outExtension: { '.js': '.mjs' },
    format: 'esm',
    platform: 'node',
    target: 'node20',
    logLevel: 'silent',
    write: false,
  });
  for (const { path, text } of outputFiles) writeFileSync(path, text.replace(importOfSource, '$1.mjs"'));
  // Workflow bundles are kept where the other processes keep theirs.
  symlinkSync('..', join(tree, 'dist'), 'dir');
}

function forgetOld(dist: string): void {
  const age = (name: string): number => statSync(join(dist, name), { throwIfNoEntry: false })?.mtimeMs ?? 0;
  const trees = readdirSync(dist).filter((name) => /^tree-[0-9a-f]{16}$/.test(name));
  // Halves of a compilation that was killed; one that is under way takes seconds.
  const halves = readdirSync(dist).filter(
    (name) => /^tree-[0-9a-f]{16}\./.test(name) && age(name) < Date.now() - 3_600_000,
  );
  const old = trees.sort((a, b) => age(b) - age(a)).slice(keptTrees);
  for (const name of [...old.filter((name) => !isUsed(join(dist, name))), ...halves])
    rmSync(join(dist, name), { recursive: true, force: true });
}

/** A pid that another program has since been given keeps a tree longer than needed, never shorter. */
function isUsed(tree: string): boolean {
  const users = join(tree, usersFolder);
  return existsSync(users) && readdirSync(users).some((pid) => isAlive(Number(pid)));
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
