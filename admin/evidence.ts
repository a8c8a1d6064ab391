/** `admin evidence verify`: checks an evidence pack, offline if it was downloaded, and names what does not fit. */
import { Command, type CommanderError } from 'commander';
import { parseEnvelope, salvageSignatures } from '../domain/dispatch/evidence/dsse.ts';
import type { Finding } from '../domain/dispatch/evidence/finding.ts';
import { signatureFile } from '../domain/dispatch/evidence/manifest.ts';
import { verifyPack, type Verification } from '../domain/dispatch/evidence/verify.ts';
import { base64, sha256, signatureChecks } from '../process/evidence-crypto.ts';
import { SettingsError } from '../process/settings.ts';
import { UnreadableError, readPack, type PackSource } from './evidence-source.ts';
import { findTrust, type Trust } from './evidence-trust.ts';

/** What a script may rely on. */
export const exitCodes = { verified: 0, notVerified: 1, usage: 2 } as const;

interface VerifyOptions {
  readonly keys?: string;
  readonly json?: boolean;
}

export function evidenceCommand(): Command {
  const command = new Command('evidence').description('Evidence packs of tasks').exitOverride(usageExit);
  command
    .command('verify')
    .description('Check a pack: every byte of every file, the chain of events and the signature')
    .argument('<manifest>', 'manifest.json, its folder, or its URL (the evidence link of a task)')
    .option('--keys <file or url>', 'trust these keys only: a key set (evidence-keys.json) or a public key in PEM')
    .option('--json', 'print the result as JSON')
    .addHelpText(
      'after',
      `\nExit codes: ${exitCodes.verified} verified, ${exitCodes.notVerified} not verified, ${exitCodes.usage} could not be tried.`,
    )
    .action(verify);
  return command;
}

function usageExit(error: CommanderError): void {
  process.exit(error.exitCode === 0 ? 0 : exitCodes.usage);
}

async function verify(place: string, options: VerifyOptions): Promise<void> {
  try {
    const source = await readPack(place);
    const envelope = source.pack.get(signatureFile) ?? new Uint8Array();
    const signatures = parseEnvelope(envelope, base64)?.signatures ?? salvageSignatures(envelope, base64);
    const trust = await findTrust(
      options.keys,
      source.origin,
      signatures.map(({ keyId }) => keyId),
    );
    const result = verifyPack(source.pack, { sha256, base64, pinpoint: true, ...signatureChecks(trust.keys) });
    console.log(options.json ? JSON.stringify(asJson(result, source, trust), null, 2) : asText(result, source, trust));
    process.exitCode = result.verified ? exitCodes.verified : exitCodes.notVerified;
  } catch (error) {
    if (!(error instanceof UnreadableError) && !(error instanceof SettingsError)) throw error;
    const { message, code } = error;
    if (options.json) console.log(JSON.stringify({ verified: false, error: message, code }));
    else console.error(message);
    process.exitCode = exitCodes.usage;
  }
}

function asJson(result: Verification, { pack, unlisted }: PackSource, trust: Trust): object {
  const manifest = result.statement?.predicate.manifest;
  return {
    verified: result.verified,
    task_id: manifest?.task_id ?? null,
    task_type: manifest?.task_type ?? null,
    outcome: manifest?.outcome ?? null,
    signed_by: result.signedBy,
    trust: { source: trust.source, keys: [...trust.keys.keys()] },
    files: pack.size,
    events: manifest?.events.count ?? null,
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

function asText(result: Verification, { pack, unlisted }: PackSource, trust: Trust): string {
  const manifest = result.statement?.predicate.manifest;
  const lines = [
    result.verified ? 'VERIFIED' : 'NOT VERIFIED',
    ...(manifest
      ? [`  task ${manifest.task_id}: ${manifest.task_type}, ${manifest.outcome}`, `  "${manifest.summary}"`]
      : []),
    ...(manifest
      ? [`  ${pack.size} files, ${manifest.events.count} events, signed by key ${result.signedBy.join(', ')}`]
      : []),
    `  trusted are the keys ${trust.from}`,
    ...result.findings.map((finding) => `  - ${placeOf(finding)}: ${finding.sentence}`),
    ...(result.findings.length > 0 ? ['', ...precision] : []),
    ...(trust.source === 'none' ? ['', ...advice] : []),
    ...(unlisted.length > 0 ? ['', `Not part of the pack, and not checked: ${unlisted.join(', ')}`] : []),
  ];
  return lines.join('\n');
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
