/** A task in a real database with its blobs in a real folder, for the tests of evidence. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openRecorder } from '../../../activities/dispatch/recorder.ts';
import { packEvidence, type PackDeps } from '../../../activities/dispatch/pack-evidence.ts';
import { base64, evidenceKeys, evidenceSigner, sha256, signatureChecks } from '../../../process/evidence-crypto.ts';
import { software } from '../../../process/running-machine.ts';
import type { VerificationTools } from '../../../domain/dispatch/evidence/statement.ts';
import { type BlobStore, openFolderStore } from '../../../store/blobs/blob-store.ts';
import { readFile as readFileRow, readFiles } from '../../../store/evidence.ts';
import { createSender } from '../../../store/senders.ts';
import { insertTask, newTaskOf } from '../../support/new-task.ts';
import { finishTask, type Ending, type NewTask } from '../../../store/tasks.ts';
import { freshDatabase, type FreshDatabase } from '../../support/database.ts';
import { runFolder } from '../../support/machines.ts';

export const deploymentSecret = 'a deployment secret for tests, 32+ characters';
export const tools: VerificationTools = {
  sha256,
  base64,
  pinpoint: true,
  ...signatureChecks(evidenceKeys(deploymentSecret, 1)),
};

export interface EvidenceHouse {
  readonly database: FreshDatabase;
  readonly blobs: BlobStore;
  readonly blobFolder: string;
  readonly senderId: string;
  readonly deps: PackDeps;
  newTask(change?: Partial<NewTask>): Promise<string>;
  /** Runs a short evidence log with page text, screenshot and POD, packs it and ends the task. */
  completedTask(): Promise<string>;
  /** The pack as a verifier would have it. */
  packOf(taskId: string): Promise<Map<string, Uint8Array>>;
  /** Where the bytes of a stored file lie. */
  pathOf(taskId: string, file: string): Promise<string>;
  changeStored(taskId: string, file: string, change: (bytes: Buffer) => Buffer): Promise<void>;
  close(): Promise<void>;
}

export const completed: Ending = {
  status: 'completed',
  outcomeReason: null,
  summary: 'The signed proof of delivery for PRO 4417702214 is in the pack.',
  confirmationNumber: 'DR-1',
  podFile: 'pod.pdf',
  manifestFile: 'manifest.json',
  error: null,
};

/** The smallest PNG there is: one dark pixel. */
const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** A house of its own, or one on the database and sender of an API under test. */
export async function evidenceHouse(
  on?: Pick<EvidenceHouse, 'database' | 'blobFolder' | 'senderId'> & { secret: string },
): Promise<EvidenceHouse> {
  const database = on?.database ?? (await freshDatabase());
  const blobFolder = on?.blobFolder ?? (await mkdtemp(join(runFolder(), 'blobs-')));
  const blobs = openFolderStore(blobFolder);
  const secret = on?.secret ?? deploymentSecret;
  const senderId =
    on?.senderId ?? (await createSender(database.pool, secret, { name: 'Test shipper', actor: 'test' })).senderId;
  const deps: PackDeps = {
    pool: database.pool,
    blobs,
    now: () => new Date(),
    sign: evidenceSigner(secret, 1),
    software,
  };
  const house: EvidenceHouse = {
    database,
    blobs,
    blobFolder,
    deps,
    senderId,
    async newTask(change = {}) {
      const task = newTaskOf(senderId, { params: { pro: '4417702214' }, ...change });
      await insertTask(database.pool, task);
      return task.id;
    },
    async completedTask() {
      const taskId = await house.newTask();
      await recordLog(house, taskId);
      await packEvidence(deps, taskId, completed);
      await finishTask(database.pool, taskId, completed);
      return taskId;
    },
    async packOf(taskId) {
      const rows = await readFiles(database.pool, taskId);
      return new Map(await Promise.all(rows.map(async (row) => [row.file, (await blobs.get(row.blobKey))!] as const)));
    },
    async pathOf(taskId, file) {
      const row = await readFileRow(database.pool, taskId, file);
      return join(blobFolder, row!.blobKey);
    },
    async changeStored(taskId, file, change) {
      const path = await house.pathOf(taskId, file);
      await writeFile(path, change(await readFile(path)));
    },
    async close() {
      await database.drop();
      await rm(blobFolder, { recursive: true, force: true });
    },
  };
  return house;
}

/** Six steps on each of 25 pages, with their texts and pictures. */
export async function recordLongLog(house: Pick<EvidenceHouse, 'deps'>, taskId: string): Promise<void> {
  const sink = openRecorder(house.deps, taskId);
  for (let page = 0; page < 25; page += 1) {
    const text = await sink.file(`step-${page}.txt`, Buffer.from(`page ${page}`), 'text/plain; charset=utf-8');
    const picture = Buffer.concat([pixel, Buffer.from([page])]);
    const screenshot = await sink.file(`step-${page}.png`, picture, 'image/png');
    const steps = Array.from({ length: 6 }, (_, of) => ({
      kind: 'step' as const,
      portal: 'sandbox-tms',
      action: 'fill',
      target: `fill in field ${of} of "Corrections for 0446975139" with 20000`,
      url: 'http://portal.example/shipments/0446975139/corrections',
      page_text: { file: text.file, sha256: text.sha256 },
      screenshot: { file: screenshot.file, sha256: screenshot.sha256 },
      guard: { verdict: 'allowed' as const, rule: 'element.fill', reason: 'the control is the one of the playbook' },
    }));
    await sink.record(steps);
  }
}

export async function recordLog(house: EvidenceHouse, taskId: string): Promise<void> {
  const sink = openRecorder(house.deps, taskId);
  await sink.record([{ kind: 'note', note: 'Attempt 1 begins.' }]);
  const text = await sink.file(
    '001-shipment.txt',
    Buffer.from('Shipment 4417702214\n<b>Delivered</b>\n'),
    'text/plain; charset=utf-8',
  );
  const screenshot = await sink.file('001-shipment.png', pixel, 'image/png');
  const pod = await sink.file(
    'pod.pdf',
    Buffer.from(`%PDF-1.7\n${'0123456789'.repeat(90)}\n%%EOF\n`),
    'application/pdf',
  );
  const guard = { verdict: 'allowed', rule: 'playbook.page', reason: 'the playbook declares this page' } as const;
  const page = { portal: 'sandbox-tms', url: 'https://tms.example/shipments/4417702214', guard } as const;
  await sink.record([
    {
      kind: 'verdict',
      verdict: 'allowed',
      layer: 'request',
      rule: 'request.read',
      reason: 'reads only',
      subject: 'GET /shipments/4417702214',
    },
    { kind: 'step', action: 'go', target: 'open Shipment 4417702214', page_text: text, screenshot, ...page },
    {
      kind: 'step',
      action: 'download',
      target: `download Delivery receipt (${pod.bytes} bytes)`,
      page_text: null,
      screenshot: null,
      ...page,
    },
    { kind: 'check', check: 'the POD names the PRO', expected: '4417702214', found: '4417702214', verdict: 'pass' },
  ]);
}
