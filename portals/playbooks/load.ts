/** Loads playbooks from their files: form by JSON Schema, sense by lint, addresses from the settings, and a digest. */
import type * as ajvPackage from 'ajv';
import { textSha256 } from '../../process/evidence-crypto.ts';
import { readFileSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import type { ErrorObject, Options, ValidateFunction } from 'ajv';
import { canonicalJson } from '../../domain/canonical-json.ts';
import type { LoadedPlaybook, PlaybookFile } from '../../domain/dispatch/playbook/language.ts';
import { targetKinds } from '../../domain/dispatch/playbook/target.ts';
import { lintPlaybook } from '../../domain/dispatch/playbook/lint.ts';
import { isWriting } from '../../domain/dispatch/playbook/needed-facts.ts';
import { withParts } from '../../domain/dispatch/playbook/parts.ts';
import { playbookSchema } from '../../domain/dispatch/playbook/schema.ts';
import { taskTypes } from '../../domain/dispatch/task.ts';
import { nearestName } from '../../domain/nearest-name.ts';
import { atOnce } from '../../process/time-slices.ts';
import { type PlaybookSettings, beyondLimits, playbookFiles, settingInOrigin } from './files.ts';
import { readYaml } from './read-yaml.ts';
import { createRequire } from 'node:module';
import { join } from 'node:path';

export class PlaybookError extends Error {
  readonly code = 'bad_playbook';
  readonly findings: readonly string[];
  constructor(file: string, findings: readonly string[]) {
    super(`The playbook ${file} is not usable:\n${findings.map((finding) => `  - ${finding}`).join('\n')}`);
    this.name = 'PlaybookError';
    this.findings = findings;
  }
}

/**
 * The playbooks that ship, and those in PORTAL_PLAYBOOKS. One whose portal has no address in the settings is left
 * out: the deployment does not use it.
 * @throws PlaybookError with every finding of the first file that is wrong; nothing runs on half a list
 */
export function loadPlaybooks(settings: PlaybookSettings): LoadedPlaybook[] {
  const files = playbookFiles(settings);
  const playbooks: LoadedPlaybook[] = [];
  for (const file of files) {
    const playbook = readPlaybook(readFileSync(file, 'utf8'), file, settings);
    if (playbook === undefined) continue;
    if (playbooks.some(({ id }) => id === playbook.id))
      throw new PlaybookError(file, [`there already is a playbook with the id ${playbook.id}`]);
    playbooks.push(playbook);
  }
  return playbooks;
}

/** The text of a playbook file as it is now; undefined where its content is another one by now. */
export function playbookText(settings: PlaybookSettings, id: string, digest: string): string | undefined {
  for (const file of playbookFiles(settings)) {
    const text = readFileSync(file, 'utf8');
    const playbook = readPlaybook(text, file, settings);
    if (playbook?.id === id) return playbook.digest === digest ? text : undefined;
  }
  return undefined;
}

/**
 * Reads one playbook from its text, YAML or JSON.
 * @returns undefined when an origin is a setting that is empty
 * @throws PlaybookError
 */
export function readPlaybook(text: string, file: string, settings: PlaybookSettings): LoadedPlaybook | undefined {
  return atOnce(readingPlaybook(text, file, settings));
}

/** As `readPlaybook`, for `inSlices`: a process that serves others reads a large one so. */
export function* readingPlaybook(
  text: string,
  file: string,
  settings: PlaybookSettings,
): Generator<void, LoadedPlaybook | undefined> {
  const { data, digest } = yield* readingFile(text, file);
  yield;
  const { playbook, findings } = withParts(data);
  findings.push(...lintPlaybook(playbook));
  const origins = playbook.origins.map((origin) => resolveOrigin(origin, 'origins', settings, findings));
  const assetOrigins = playbook.asset_origins.map((one) => resolveOrigin(one, 'asset_origins', settings, findings));
  for (const both of assetOrigins.filter((one) => one !== undefined && origins.includes(one)))
    findings.push(`asset_origins: ${both} is an origin of the portal; name its parts in "assets"`);
  if (findings.length > 0) throw new PlaybookError(file, findings);
  const known = origins.filter((origin) => origin !== undefined);
  const forAssets = assetOrigins.filter((origin) => origin !== undefined);
  return known.length < origins.length
    ? undefined
    : deepFreeze({ ...playbook, origins: known, asset_origins: forAssets, digest });
}

/** The content of a playbook file, with the defaults of the schema. @throws PlaybookError */
export function readPlaybookFile(text: string, file: string): PlaybookFile {
  return atOnce(readingFile(text, file)).data;
}

function* readingFile(text: string, file: string): Generator<void, { data: PlaybookFile; digest: string }> {
  let data: unknown;
  let digest: string;
  const tooMuch = beyondLimits(text);
  if (tooMuch !== undefined) throw new PlaybookError(file, [tooMuch]);
  try {
    data = yield* readYaml(text);
    // A number that no file should have, such as 1e999, has no form in JSON.
    digest = textSha256(canonicalJson(data));
  } catch (error) {
    throw new PlaybookError(file, [(error as Error).message.split('\n')[0] ?? 'it cannot be read']);
  }
  yield;
  const fits = playbookForm();
  if (!fits(data)) throw new PlaybookError(file, sentences(fits.errors ?? []));
  return { data, digest };
}

function resolveOrigin(
  origin: string,
  where: string,
  settings: PlaybookSettings,
  findings: string[],
): string | undefined {
  const name = settingInOrigin.exec(origin)?.[1];
  const address = name === undefined ? origin : (settings as unknown as Record<string, unknown>)[name];
  if (address === '') return undefined;
  if (typeof address !== 'string') {
    findings.push(`${where}: there is no setting ${name ?? origin}`);
    return undefined;
  }
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (
    url === undefined ||
    (url.protocol !== 'https:' && url.protocol !== 'http:') ||
    (name === undefined && url.origin !== address.replace(/\/$/, '').toLowerCase())
  ) {
    findings.push(`${where}: ${address} must be scheme, host and port of a web address`);
    return undefined;
  }
  const isLoopback = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(url.hostname);
  if (isLoopback && !settings.PORTAL_ALLOW_LOOPBACK)
    findings.push(`${where}: ${url.origin} is on this machine, and PORTAL_ALLOW_LOOPBACK is false`);
  if (!isLoopback && url.protocol !== 'https:') findings.push(`${where}: ${url.origin} must be https`);
  return url.origin;
}

/** Schema errors in plain words; an unknown member is answered with the nearest known one. */
function sentences(errors: readonly ErrorObject[]): string[] {
  const found = errors.map((error) => {
    const where = error.instancePath.slice(1).replaceAll('/', '.') || 'the playbook';
    if (error.keyword === 'additionalProperties') {
      const given = (error.params as { additionalProperty: string }).additionalProperty;
      if (given === '<<')
        return `${where}: maps are not merged (<<); write the members out, or take a whole value by its alias (name: *alias)`;
      const nearest = nearestName(given, Object.keys((error.parentSchema?.['properties'] ?? {}) as object));
      return `${where}: ${given} is not known here${nearest === undefined ? '' : `; did you mean ${nearest.name}?`}`;
    }
    if (error.keyword === 'minProperties' && /(?:^|\.)target$/.test(where))
      return `${where} says nothing by which the element is found; say it by one of ${targetKinds.join(', ')}`;
    if (error.keyword === 'pattern' && String(error.params['pattern']).startsWith('^/'))
      return String(error.params['pattern']).includes('\\?')
        ? `${where} must be an address from / on, without spaces; in a query a space is written as +`
        : `${where} must be a path from / on, without spaces and without its query (?…)`;
    if (error.keyword === 'enum')
      return `${where} must be one of ${(error.params as { allowedValues: unknown[] }).allowedValues.join(', ')}`;
    if (error.keyword === 'discriminator') {
      const given = (error.params as { tagValue?: unknown }).tagValue;
      const nearest = typeof given === 'string' ? nearestName(given, stepKinds()) : undefined;
      return `${where}.do: ${JSON.stringify(given)} is not a step; ${nearest === undefined ? `steps are ${stepKinds().join(', ')}` : `did you mean ${nearest.name}?`}`;
    }
    return `${where} ${error.message ?? 'is wrong'}`;
  });
  return [...new Set(found)];
}

function stepKinds(): string[] {
  const definitions = playbookSchema['$defs'] as { step: { oneOf: { properties: { do: { const: string } } }[] } };
  return definitions.step.oneOf.map((kind) => kind.properties.do.const);
}

function deepFreeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const member of Object.values(value)) deepFreeze(member);
  }
  return value;
}

/** What is stored of a playbook that may still have findings: its names and digest, where it has them. */
export interface Draft {
  readonly playbookId: string;
  readonly version: string;
  readonly digest: string;
  readonly body: string;
  readonly writes: boolean;
}

/** @returns the draft, or the sentence that says why the text cannot be stored as one */
export function readDraft(body: string): Draft | { readonly refused: string } {
  const tooMuch = beyondLimits(body);
  if (tooMuch !== undefined) return { refused: tooMuch };
  let data: unknown;
  let digest: string;
  try {
    data = atOnce(readYaml(body));
    digest = textSha256(canonicalJson(data));
  } catch (error) {
    return { refused: (error as Error).message.split('\n')[0] ?? 'it cannot be read' };
  }
  const { id, version, capabilities } = (data ?? {}) as Readonly<Record<string, unknown>>;
  if (typeof id !== 'string' || !/^[a-z][a-z0-9-]{0,39}$/.test(id))
    return { refused: 'its id is missing, or is not lower case letters, digits and hyphens' };
  if (typeof version !== 'string' || !/^\d{1,6}\.\d{1,6}\.\d{1,6}$/.test(version))
    return { refused: 'its version is missing, or is not three numbers' };
  const types = typeof capabilities === 'object' && capabilities !== null ? Object.keys(capabilities) : [];
  const writes = taskTypes.some((type) => isWriting(type) && types.includes(type));
  return { playbookId: id, version, digest, body, writes };
}

// The check of a playbook's form, compiled. To compile the schema costs some 100 ms of processor time, a third of a
// whole command, so the compiled code is kept in dist/ and read from there while schema and ajv are the same.

const options = {
  // A third of the time to compile.
  inlineRefs: false,
  code: { optimize: false, source: true },
  allErrors: true,
  useDefaults: true,
  discriminator: true,
  verbose: true,
  strict: true,
  strictTypes: false,
  strictRequired: false,
  allowUnionTypes: true,
  // A test holds the schema to the meta-schema, which takes as long to check as it takes to compile.
  validateSchema: false,
} as const satisfies Options;

const folder = join(import.meta.dirname, '../../dist/validators');
const require = createRequire(import.meta.url);
let compiled: ValidateFunction<PlaybookFile> | undefined;

/** Of this process; made when the first file is read. */
function playbookForm(): ValidateFunction<PlaybookFile> {
  return (compiled ??= formIn(folder));
}

/** @param place where the compiled code is kept; one that cannot be written to costs time only */
export function formIn(place: string): ValidateFunction<PlaybookFile> {
  const { version } = require('ajv/package.json') as { readonly version: string };
  const digest = textSha256(JSON.stringify([version, options, playbookSchema]));
  const file = join(place, `playbook-${digest}.cjs`);
  return read(file) ?? compile(place, file);
}

function read(file: string): ValidateFunction<PlaybookFile> | undefined {
  try {
    // The last line shows that all of it was written.
    if (!readFileSync(file, 'utf8').endsWith(lastLine)) return undefined;
    return require(file) as ValidateFunction<PlaybookFile>;
  } catch {
    return undefined;
  }
}

interface StandalonePackage {
  readonly default: (ajv: object, check: object) => string;
}

const lastLine = '\n// complete\n';

function compile(place: string, file: string): ValidateFunction<PlaybookFile> {
  const { Ajv } = require('ajv') as typeof ajvPackage;
  const ajv = new Ajv(options);
  const check = ajv.compile<PlaybookFile>(playbookSchema);
  const { default: standalone } = require('ajv/dist/standalone') as StandalonePackage;
  try {
    mkdirSync(place, { recursive: true });
    const unfinished = `${file}.${process.pid}`;
    writeFileSync(unfinished, standalone(ajv, check) + lastLine);
    renameSync(unfinished, file);
  } catch {
    // Compiled again by the next process.
  }
  return check;
}
