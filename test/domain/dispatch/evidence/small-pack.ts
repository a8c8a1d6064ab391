/** A small signed pack in memory, made by the same rules as a real one, for tests that damage it. */
import { emptyChain, eventsText, extendChain, bytesOf } from '../../../../domain/dispatch/evidence/chain.ts';
import { envelopeText, preAuthenticationEncoding } from '../../../../domain/dispatch/evidence/dsse.ts';
import {
  type VerificationTools,
  buildStatement,
  statementText,
} from '../../../../domain/dispatch/evidence/statement.ts';
import {
  type Manifest,
  buildManifest,
  eventsFile,
  manifestFile,
  manifestText,
  signatureFile,
} from '../../../../domain/dispatch/evidence/manifest.ts';
import type { EvidenceFile, EvidenceEvent } from '../../../../domain/dispatch/evidence/evidence-events.ts';
import { base64, evidenceKeys, evidenceSigner, sha256, signatureChecks } from '../../../../process/evidence-crypto.ts';

export const deploymentSecret = 'a deployment secret for tests, 32+ characters';

/** @param pinpoint slow for many damaged files; see VerificationTools */
export function toolsFor(secret: string, pinpoint = false, generation = 1): VerificationTools {
  return { sha256, base64, pinpoint, ...signatureChecks(evidenceKeys(secret, generation)) };
}

function fileOf(file: string, bytes: Uint8Array, media_type: string): EvidenceFile {
  return { file, sha256: sha256(bytes), bytes: bytes.length, media_type };
}

export const pod = Uint8Array.from({ length: 700 }, (_, index) => (index * 31 + (index >> 3)) % 256);
export const pageText = bytesOf('Shipment 4417702214\nDelivered · Zürich\n');

function storyEvents(): EvidenceEvent[] {
  const text = fileOf('001-page.txt', pageText, 'text/plain');
  const guard = { verdict: 'allowed', rule: 'playbook.page', reason: 'the playbook declares this page' } as const;
  return [
    { kind: 'note', note: 'Attempt 1 begins.' },
    {
      kind: 'verdict',
      verdict: 'allowed',
      layer: 'request',
      rule: 'request.read',
      reason: 'a read',
      subject: 'GET /shipments',
    },
    {
      kind: 'step',
      portal: 'sandbox-tms',
      action: 'go',
      target: 'Shipment',
      url: 'https://tms.example/shipments/4417702214',
      page_text: { file: text.file, sha256: text.sha256 },
      screenshot: null,
      guard,
    },
    { kind: 'check', check: 'POD names the PRO', expected: '4417702214', found: '4417702214', verdict: 'pass' },
    { kind: 'note', note: 'Outcome: completed. The signed POD is in the pack.' },
  ];
}

/** Packs a evidence log; the defaults make the usual small pack. */
export function smallPack(
  options: { secret?: string; generation?: number; change?: (manifest: Manifest) => Manifest } = {},
): Map<string, Uint8Array> {
  const links = extendChain(emptyChain, storyEvents(), '2026-11-21T10:00:00.000Z', sha256);
  const lines = links.map(({ line }) => line);
  const contents = new Map([
    ['pod.pdf', pod],
    ['001-page.txt', pageText],
    [eventsFile, bytesOf(eventsText(lines))],
  ]);
  const mediaTypes: Record<string, string> = {
    'pod.pdf': 'application/pdf',
    '001-page.txt': 'text/plain',
    [eventsFile]: 'application/x-ndjson',
  };
  const built = buildManifest({
    taskId: 'tsk_1',
    taskType: 'pull_pod',
    outcome: 'completed',
    summary: 'The signed POD is in the pack.',
    confirmationNumber: null,
    podFile: 'pod.pdf',
    events: links.map(({ event }) => event),
    headSha256: links.at(-1)!.hash,
    approvals: [],
    files: [...contents].map(([file, bytes]) => fileOf(file, bytes, mediaTypes[file]!)),
    createdAt: '2026-11-21T10:00:01.000Z',
    software: { name: 'lanekeeper', version: '0.1.0', playbook_digest: null },
    record: { portal: 'sandbox-tms', record: 'PRO 4417702214' },
    previousPack: null,
    stampAuthority: null,
  });
  const manifest = options.change?.(built) ?? built;
  const payload = bytesOf(statementText(buildStatement(manifest, lines, contents, sha256)));
  const sign = evidenceSigner(options.secret ?? deploymentSecret, options.generation ?? 1);
  return new Map([
    [manifestFile, bytesOf(manifestText(manifest))],
    ...contents,
    [signatureFile, bytesOf(envelopeText({ payload, signatures: [sign(preAuthenticationEncoding(payload))] }, base64))],
  ]);
}
