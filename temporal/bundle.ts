/**
 * The workflow code as one file that Workers load. Bundling takes seconds, so the result is kept in `dist/` under
 * the hash of everything it was made from: the second start only reads it, and a deployment builds it beforehand.
 */
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { bundleWorkflowCode } from '@temporalio/worker';
import type { Log } from '../process/logging.ts';
import { encryptedFailuresPath } from './data-converter.ts';
import { engineLogger } from './runtime.ts';

export interface WorkflowSources {
  /** File that exports the workflows. */
  readonly workflowsPath: string;
  /** Folders whose files the bundle is made from. */
  readonly folders: readonly string[];
  /** Failures are converted differently in encrypted deployments, so these have a bundle of their own. */
  readonly encrypted: boolean;
  /** With the interceptors that follow traces; the workflows are the same. */
  readonly traced?: boolean;
  readonly cacheFolder: string;
}

/** A module of the workflow sandbox, read by the bundler. */
const tracedWorkflowsPath = join(import.meta.dirname, 'traced-workflows.ts');
const keptBundles = 8;

/** The bundle of exactly these sources, if it was built before. */
export function keptWorkflowBundle(sources: WorkflowSources): string | undefined {
  return readIfThere(fileOf(sources));
}

/** Builds the bundle and keeps it for the next start. */
export async function buildWorkflowBundle(sources: WorkflowSources, log: Log): Promise<string> {
  const { code } = await bundleWorkflowCode({
    workflowsPath: sources.workflowsPath,
    logger: engineLogger(log.child({}, { level: 'warn' })),
    ...(sources.encrypted ? { failureConverterPath: encryptedFailuresPath } : {}),
    ...(sources.traced === true ? { workflowInterceptorModules: [tracedWorkflowsPath] } : {}),
  });
  const kept = slim(code);
  keep(fileOf(sources), kept, log);
  return kept;
}

const mapMark = '//# sourceMappingURL=data:application/json;charset=utf-8;base64,';

/**
 * Every Worker and each of its threads holds the bundle, so it is made small: without the sources, which only the "enhanced
 * stack trace" with sources would read, and in ASCII, because V8 keeps a text with one wider character in two bytes
 * for each. From 4.4 MB to 1.2 in each place.
 */
function slim(bundle: string): string {
  const at = bundle.lastIndexOf(mapMark);
  // `String.raw` would show the escapes; no workflow uses it.
  if (at < 0 || bundle.includes('String.raw')) return bundle;
  const map = JSON.parse(Buffer.from(bundle.slice(at + mapMark.length), 'base64').toString()) as Record<
    string,
    unknown
  >;
  delete map['sourcesContent'];
  const code = bundle
    .slice(0, at)
    .replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
  return `${code}${mapMark}${Buffer.from(JSON.stringify(map)).toString('base64')}`;
}

function fileOf(sources: WorkflowSources): string {
  return join(sources.cacheFolder, `workflows-${keptId(sources)}.js`);
}

/** Changes with what this file makes of the code, too. */
function keptId(sources: WorkflowSources): string {
  const hash = createHash('sha256')
    .update(`${workflowBuildId(sources)}\0`)
    .update(readFileSync(import.meta.filename));
  if (sources.traced === true) hash.update(readFileSync(tracedWorkflowsPath));
  return hash.digest('hex').slice(0, 16);
}

/**
 * Names the version of these sources: that of the workflow bundle, the same on every machine. Traces do not change it:
 * a run may continue with or without them.
 */
export function workflowBuildId(sources: WorkflowSources): string {
  return hashOf(sources).slice(0, 16);
}

/** Changes with every source file, the SDK's version and the converter. */
function hashOf(sources: WorkflowSources): string {
  const hash = createHash('sha256');
  const files = sources.folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .map((name) => join(folder, name)),
  );
  for (const file of [...files, encryptedFailuresPath].sort())
    hash
      .update(`${relative(import.meta.dirname, file)}\0`)
      .update(readFileSync(file))
      .update('\0');
  const sdk = createRequire(import.meta.url)('@temporalio/worker/package.json') as { version: string };
  return hash.update(`${sdk.version}\0${sources.encrypted}`).digest('hex');
}

function readIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

/** Written aside and renamed, because several processes may start at once; a read-only folder costs only time. */
function keep(file: string, code: string, log: Log): void {
  const aside = `${file}.${process.pid}`;
  try {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(aside, code);
    renameSync(aside, file);
    forgetOld(dirname(file));
  } catch (error) {
    log.warn({ err: error }, 'the workflow bundle cannot be kept; every start will build it');
  }
}

/** Bundles of versions that are long gone; the last few serve those who switch between versions. */
function forgetOld(folder: string): void {
  const age = (name: string): number => statSync(join(folder, name)).mtimeMs;
  const bundles = readdirSync(folder).filter((name) => /^workflows-[0-9a-f]{16}\.js$/.test(name));
  for (const name of bundles.sort((a, b) => age(b) - age(a)).slice(keptBundles)) rmSync(join(folder, name));
}
