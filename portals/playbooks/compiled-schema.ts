/**
 * The check of a playbook's form, compiled. To compile the schema costs some 100 ms of processor time, a third of a whole
 * command, so the compiled code is kept in dist/ and read from there while schema and ajv are the same.
 */
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type * as ajvPackage from 'ajv';
import type { Options, ValidateFunction } from 'ajv';
import type { PlaybookFile } from '../../domain/dispatch/playbook/language.ts';
import { playbookSchema } from '../../domain/dispatch/playbook/schema.ts';
import { textSha256 } from '../../process/evidence-crypto.ts';

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
export function playbookForm(): ValidateFunction<PlaybookFile> {
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
