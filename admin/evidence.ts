/** `admin evidence verify`: checks an evidence pack, offline if it was downloaded, and names what does not fit. */
import { readFile } from 'node:fs/promises';
import { Command, type CommanderError } from 'commander';
import { readPackStamp, type StampReport } from '../commands/dispatch/verify-evidence.ts';
import { parseEnvelope, salvageSignatures } from '../domain/dispatch/evidence/dsse.ts';
import type { Finding } from '../domain/dispatch/evidence/statement.ts';
import { manifestFile, signatureFile, type Manifest } from '../domain/dispatch/evidence/manifest.ts';
import { previousLinks, type PreviousLink } from '../domain/dispatch/evidence/chain.ts';
import { verifyPack, type Verification } from '../domain/dispatch/evidence/verify.ts';
import {
  base64,
  sha256,
  signatureChecks,
  evidenceKeys,
  readKeys,
  type EvidenceKeys,
} from '../process/evidence-crypto.ts';
import { SettingsError } from '../process/settings.ts';
import { readRoots, stampRoots, type TrustedRoots } from '../process/time-stamp.ts';
import { fileError } from './arguments.ts';
import { adminSettings } from './deployment.ts';
import { UnreadableError, readPack, type PackSource, fetchBytes, isAddress } from './evidence-source.ts';
import type { StampOptions } from './evidence-stamps.ts';
import type { PrintOptions } from './terminal.ts';
import { join } from 'node:path';
import { type RotatingSecret, rotatingSecret } from '../process/deployment-secret.ts';
import { openPool } from '../store/database.ts';
import { loadDeploymentSecret } from '../store/deployment-secrets.ts';

/** What a script may rely on. */
const exitCodes = { verified: 0, notVerified: 1, usage: 2 } as const;

interface VerifyOptions {
  readonly keys?: string;
  readonly timeStampCa?: string;
  readonly json?: boolean;
}

export function evidenceCommand(): Command {
  const command = new Command('evidence').description('Evidence packs of tasks').exitOverride(usageExit);
  command
    .command('verify')
    .description('Check a pack: every byte of every file, the chain of events, the signature and the time stamp')
    .argument(
      '<manifest...>',
      'manifest.json, its folder, or its URL (the evidence link of a task); of several packs of one record it is also checked that each names the one before',
    )
    .option('--keys <file or url>', 'trust these keys only: a key set (evidence-keys.json) or a public key in PEM')
    .option(
      '--time-stamp-ca <file>',
      'certificates of the time-stamping authority (PEM): the pack must have a time stamp that leads to one of them',
    )
    .option('--json', 'print the result as JSON')
    .addHelpText(
      'after',
      `\nExit codes: ${exitCodes.verified} verified, ${exitCodes.notVerified} not verified, ${exitCodes.usage} could not be tried.`,
    )
    .action(verify);
  command
    .command('unstamped')
    .description('List the packs whose time stamp is missing, with the last answer of the authority')
    .option('--json', 'print the result as JSON')
    .action(async (options: PrintOptions) => (await import('./evidence-stamps.ts')).listUnstamped(options));
  command
    .command('stamp')
    .description('Ask the time-stamping authority again, for another 24 hours')
    .argument('[task...]', 'ids of tasks (tsk_…) whose pack has no time stamp')
    .option('--missing', 'all packs that are no longer asked for')
    .option('--json', 'print the result as JSON')
    .action(async (tasks: string[], options: StampOptions) =>
      (await import('./evidence-stamps.ts')).askForStamps(tasks, options),
    );
  return command;
}

function usageExit(error: CommanderError): void {
  process.exit(error.exitCode === 0 ? 0 : exitCodes.usage);
}

/** One pack, with all that was found of it. */
interface Verified {
  readonly source: PackSource;
  readonly trust: Trust;
  readonly result: Verification;
  readonly stamp: StampReport | null;
  readonly link: PreviousLink | null;
  readonly verified: boolean;
}

async function verify(places: string[], options: VerifyOptions): Promise<void> {
  try {
    const demanded = options.timeStampCa !== undefined;
    const roots = demanded ? await givenRoots(options.timeStampCa ?? '') : deploymentRoots();
    const checked: Omit<Verified, 'link'>[] = [];
    for (const place of places) checked.push(await verifyOne(place, options, roots, demanded));
    const packs = linked(checked);
    const isVerified = packs.every(({ verified }) => verified);
    if (!options.json) console.log(packs.map((pack) => asText(pack, packs.length > 1)).join('\n\n'));
    else if (packs.length === 1) console.log(JSON.stringify(asJson(packs[0]!), null, 2));
    else console.log(JSON.stringify({ verified: isVerified, packs: packs.map(asJson) }, null, 2));
    process.exitCode = isVerified ? exitCodes.verified : exitCodes.notVerified;
  } catch (error) {
    if (!(error instanceof UnreadableError) && !(error instanceof SettingsError)) throw error;
    const { message, code } = error;
    if (options.json) console.log(JSON.stringify({ verified: false, error: message, code }));
    else console.error(message);
    process.exitCode = exitCodes.usage;
  }
}

async function verifyOne(
  place: string,
  options: VerifyOptions,
  roots: TrustedRoots | null,
  demanded: boolean,
): Promise<Omit<Verified, 'link'>> {
  const source = await readPack(place);
  const envelope = source.pack.get(signatureFile) ?? new Uint8Array();
  const signatures = parseEnvelope(envelope, base64)?.signatures ?? salvageSignatures(envelope, base64);
  const trust = await findTrust(
    options.keys,
    source.origin,
    signatures.map(({ keyId }) => keyId),
  );
  const result = verifyPack(source.pack, { sha256, base64, pinpoint: true, ...signatureChecks(trust.keys) });
  const manifest = result.statement?.predicate.manifest;
  const stamp = manifest ? await readPackStamp(source.pack, manifest, roots, new Date()) : null;
  const isStamped = demanded ? stamp?.state === 'verified' : stamp?.state !== 'broken';
  return { source, trust, result, stamp, verified: result.verified && isStamped };
}

/** With what each pack names as the one before it, where its signature holds. */
function linked(checked: readonly Omit<Verified, 'link'>[]): Verified[] {
  const links = previousLinks(
    checked.flatMap(({ result: { statement }, source: { pack } }) =>
      statement === null
        ? []
        : [{ manifest: statement.predicate.manifest, sha256: sha256(pack.get(manifestFile) ?? new Uint8Array()) }],
    ),
  );
  return checked.map((pack) => {
    const id = pack.result.statement?.predicate.manifest.task_id;
    const link = links.find(({ taskId }) => taskId === id) ?? null;
    const isBroken = link?.state === 'differs' || link?.state === 'other_record';
    return { ...pack, link, verified: pack.verified && !isBroken };
  });
}

async function givenRoots(file: string): Promise<TrustedRoots> {
  try {
    return readRoots(await readFile(file, 'utf8'));
  } catch (error) {
    throw new UnreadableError(
      `the certificates in ${file} cannot be used: ${fileError(error as NodeJS.ErrnoException)}`,
    );
  }
}

/** Those of this deployment, where the command runs beside it. */
function deploymentRoots(): TrustedRoots | null {
  return stampRoots(adminSettings());
}

function asJson({ result, source: { pack, unlisted }, trust, stamp, link, verified }: Verified): object {
  const manifest = result.statement?.predicate.manifest;
  return {
    verified,
    task_id: manifest?.task_id ?? null,
    task_type: manifest?.task_type ?? null,
    outcome: manifest?.outcome ?? null,
    signed_by: result.signedBy,
    trust: { source: trust.source, keys: [...trust.keys.keys()] },
    files: pack.size,
    events: manifest?.events.count ?? null,
    record: manifest?.record ?? null,
    previous_pack: link && { ...manifest?.previous_pack, state: link.state, sentence: link.sentence },
    time_stamp: stamp && {
      state: stamp.state,
      at: stamp.at?.toISOString() ?? null,
      authority: stamp.authority,
      sentence: stamp.sentence,
    },
    findings: result.findings.map(({ file, code, offset, within, line, sentence }) => ({
      file,
      code,
      offset,
      within,
      line,
      sentence,
    })),
    unlisted_files: unlisted,
  };
}

/** @param isOneOfMany whether the pack before it may be among those given */
function asText(
  { result, source: { pack, unlisted }, trust, stamp, link, verified }: Verified,
  isOneOfMany: boolean,
): string {
  const manifest = result.statement?.predicate.manifest;
  const lines = [
    verified ? 'VERIFIED' : 'NOT VERIFIED',
    ...(manifest
      ? [`  task ${manifest.task_id}: ${manifest.task_type}, ${manifest.outcome}`, `  "${manifest.summary}"`]
      : []),
    ...(manifest
      ? [`  ${pack.size} files, ${manifest.events.count} events, signed by key ${result.signedBy.join(', ')}`]
      : []),
    `  trusted are the keys ${trust.from}`,
    ...(stamp ? [`  time stamp: ${stampText(stamp)}`] : []),
    ...(link ? [`  previous pack: ${linkText(link, manifest, isOneOfMany)}`] : []),
    ...result.findings.map((finding) => `  - ${placeOf(finding)}: ${finding.sentence}`),
    ...(result.findings.length > 0 ? ['', ...precision] : []),
    ...(trust.source === 'none' ? ['', ...advice] : []),
    ...(unlisted.length > 0 ? ['', `Not part of the pack, and not checked: ${unlisted.join(', ')}`] : []),
  ];
  return lines.join('\n');
}

function stampText({ state, sentence }: StampReport): string {
  if (state === 'verified') return `${sentence}; its certificate is trusted`;
  if (state === 'not_checked')
    return `${sentence}; its certificate was not checked: pass the authority's with --time-stamp-ca`;
  return sentence;
}

function linkText({ state, sentence }: PreviousLink, manifest: Manifest | undefined, isOneOfMany: boolean): string {
  const named = manifest?.previous_pack;
  return state === 'not_given' && !isOneOfMany && named
    ? `that of ${named.task_id}, manifest SHA-256 ${named.manifest_sha256}; pass it too to check it`
    : sentence;
}

function placeOf({ file, offset, within, line }: Finding): string {
  const place = within === 1 ? `byte ${offset}` : `bytes ${offset} to ${offset + within - 1}`;
  return line === null ? `${file}, ${place}` : `${file}, line ${line}, ${place}`;
}

const precision = [
  'Bytes are counted from 0, and the first mismatch is reported. It is exact for manifest.json and',
  'events.jsonl, for the end of a file that was cut or grew, and where one byte of a block was changed; where',
  'several bytes of one block were changed, the block of 256 bytes is named.',
];
const advice = [
  'The key is not trusted yet. Pass the public keys of the deployment that made the pack with --keys, obtained from it',
  'by another way than the pack: without them anybody could have signed it.',
];

// Whose word counts for the keys that sign evidence: given keys first, then this deployment's, then the server's.

interface Trust {
  /**
   * `given`: --keys; `deployment`: derived from the secret of this deployment; `server`: published by the server
   * that served the pack, so it vouches for itself; `none`: nobody vouches for any key.
   */
  readonly source: 'given' | 'deployment' | 'server' | 'none';
  /** The end of the sentence "trusted are the keys …". */
  readonly from: string;
  readonly keys: EvidenceKeys;
}

const nobody: Trust = { source: 'none', from: 'of nobody', keys: new Map() };

/**
 * The keys to verify with. Keys that were given are the only ones; otherwise those of this deployment if the pack
 * names one of them, and those of the server only when this deployment has none that fits.
 * @param signers ids of the keys that the pack says it is signed with
 * @throws UnreadableError when the given keys cannot be read
 */
async function findTrust(given: string | undefined, origin: string | null, signers: readonly string[]): Promise<Trust> {
  if (given !== undefined) return { source: 'given', from: `in ${given}`, keys: await givenKeys(given) };
  const own = await deploymentTrust();
  if (own !== undefined && (origin === null || signers.every((signer) => own.keys.has(signer)))) return own;
  return (origin === null ? undefined : await serverTrust(origin)) ?? own ?? nobody;
}

async function givenKeys(place: string): Promise<EvidenceKeys> {
  const bytes = isAddress(place)
    ? await fetchBytes(new URL(place))
    : await readFile(place).catch((error: NodeJS.ErrnoException) => {
        throw new UnreadableError(`the keys in ${place} cannot be read: ${fileError(error)}`);
      });
  if (bytes === undefined) throw new UnreadableError(`there are no keys at ${place}`);
  return parsed(bytes, place);
}

async function deploymentTrust(): Promise<Trust | undefined> {
  const { DEPLOYMENT_SECRET, DEPLOYMENT_SECRET_PREVIOUS, DATA_DIR, EVIDENCE_KEY_GENERATION } = adminSettings();
  const file = join(DATA_DIR, 'deployment-secret');
  const secret = DEPLOYMENT_SECRET || (await readFile(file, 'utf8').catch(() => '')).trim();
  if (secret === '') return undefined;
  const from = `of this deployment (${DEPLOYMENT_SECRET === '' ? file : 'DEPLOYMENT_SECRET'})`;
  return {
    source: 'deployment',
    from,
    keys: evidenceKeys(await withRetired(secret, DEPLOYMENT_SECRET_PREVIOUS), EVIDENCE_KEY_GENERATION),
  };
}

/** With the public keys of secrets that were rotated away, where there is a database; there may be none. */
async function withRetired(current: string, previous: string): Promise<RotatingSecret> {
  const secret = rotatingSecret(current, previous);
  const settings = adminSettings();
  if (settings.DATABASE_URL === '') return secret;
  const pool = openPool({ url: settings.DATABASE_URL, size: 1, name: 'admin' });
  await loadDeploymentSecret(pool, secret, { register: false }).catch(() => undefined);
  await pool.end();
  return secret;
}

/** Over plain HTTP anybody on the way could have answered, except on this machine. */
const believable = /^https:|^http:\/\/(localhost|127\.0\.0\.1|\[::1\])(:|$)/;

async function serverTrust(origin: string): Promise<Trust | undefined> {
  if (!believable.test(origin)) return undefined;
  const address = new URL('/.well-known/evidence-keys.json', origin);
  const bytes = await fetchBytes(address);
  return (
    bytes && {
      source: 'server',
      from: `published at ${address.href}, by the server that served the pack`,
      keys: parsed(bytes, address.href),
    }
  );
}

function parsed(bytes: Uint8Array, place: string): EvidenceKeys {
  try {
    return readKeys(Buffer.from(bytes).toString('utf8'));
  } catch (error) {
    throw new UnreadableError(`the keys in ${place} cannot be used: ${(error as Error).message}`);
  }
}
