/** The trial: one real task through the public API, shown step by step, and checked at the end as its sender would. */
import { sha256 } from '../process/evidence-crypto.ts';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type ChainedEvent, progressLine } from '../domain/dispatch/evidence/evidence-events.ts';
import { type ApiAnswer, callApi, TrialError } from './api-call.ts';
import { writeWhole, readKept } from './deployment-folder.ts';
import type { Receiver } from './receiver.ts';
import type { TrialFile } from './trial-accounts.ts';

interface TrialOptions {
  /** Data folder; `trial-run.json` there remembers the task, so that a start that was killed continues with the same one. */
  readonly folder: string;
  readonly trial: TrialFile;
  readonly receiver: Receiver;
  /** The task's evidence log from the event after `seq` on. */
  readonly eventsAfter: (taskId: string, seq: number) => Promise<readonly ChainedEvent[]>;
  readonly say: (line: string) => void;
  readonly signal: AbortSignal;
}

interface TrialRun {
  readonly idempotency_key: string;
  readonly verified: boolean;
  /** It ended otherwise than it should: the next start runs a new trial task. */
  readonly failed?: boolean;
}

/** The members of a task record that the trial looks at (D11). */
interface TaskRecord {
  readonly id: string;
  readonly status: string;
  readonly outcome: string | null;
  readonly outcome_reason: string | null;
  readonly summary: string | null;
  readonly error: { readonly code: string; readonly message: string } | null;
  readonly result_url: string;
  readonly evidence: { readonly manifest_url: string | null; readonly pod_url: string | null };
}

interface Manifest {
  readonly pod: { readonly file: string; readonly sha256: string; readonly bytes: number } | null;
}

/** What to look at, by the reason for which the trial task did not complete. */
const adviceOf: Readonly<Record<string, string>> = {
  portal_unavailable:
    'The sandbox did not answer in time. See sandbox.log; on a busy machine, wait until it is less busy and start again.',
  internal_error:
    'See worker.log in the folder logs of the data folder. `npx lanekeeper doctor` checks browser, database and disk.',
  needs_person: 'The result page shows the page at which the work stopped, and why.',
  guard_stopped: 'The result page shows the control or request that was stopped, and the rule.',
};

/** Time in which nothing may happen to the task, or to its webhook; a slow machine that gets anywhere is waited for. */
const idleTimeoutMs = 10 * 60_000;
const webhookTimeoutMs = 5 * 60_000;

/** Whether a trial has run to its good end on this data folder. */
export function trialIsDone(folder: string): boolean {
  return readRun(folder)?.verified === true;
}

/**
 * Runs the trial, or continues with one that was cut short.
 * @throws TrialError that says what did not come out as it should
 */
export async function runTrial(options: TrialOptions): Promise<void> {
  const { folder } = options;
  const earlier = readRun(folder);
  const isUnfinished = earlier !== null && !earlier.verified && earlier.failed !== true;
  const run: TrialRun = isUnfinished
    ? earlier
    : { idempotency_key: `trial-${new Date().toISOString()}`, verified: false };
  writeRun(folder, run);
  try {
    await runTask(options, run);
    writeRun(folder, { ...run, verified: true });
  } catch (error) {
    if (error instanceof TrialError) writeRun(folder, { ...run, failed: true });
    throw error;
  }
}

async function runTask(options: TrialOptions, run: TrialRun): Promise<void> {
  const { trial, say } = options;
  const input = { ...trial.scenarios['pull_pod'], idempotency_key: run.idempotency_key, client_ref: 'trial' };
  say('');
  say(`trial: pull the proof of delivery of PRO ${String(trial.scenarios['pull_pod']?.params['pro'])}`);
  const submitted = await call(options, 'POST', `${trial.dispatch.base_url}/api/tasks`, input);
  if (submitted.status !== 201 && submitted.status !== 200)
    throw new TrialError(`POST /api/tasks answered ${submitted.status}: ${submitted.text}`);
  const { id } = JSON.parse(submitted.text) as TaskRecord;
  say(`  ${submitted.status === 201 ? 'queued' : 'continued'}: ${id}`);
  const task = await follow(options, id);
  say(`  outcome:    ${task.outcome}${task.outcome_reason === null ? '' : ` (${task.outcome_reason})`}`);
  say(`  summary:    ${task.summary ?? ''}`);
  say(`  result:     ${task.result_url}`);
  say(`  manifest:   ${task.evidence.manifest_url ?? 'none'}`);
  if (task.outcome !== 'completed') {
    const cause = task.error?.message ?? task.summary ?? 'no reason was given';
    throw new TrialError(
      `the trial task ended ${task.outcome} (${task.outcome_reason}): ${cause}`,
      adviceOf[task.outcome_reason ?? ''],
    );
  }
  await checkEvidence(options, task);
  await checkWebhook(options, task);
  say('  webhook received, signature valid');
}

/** Prints each step of the task's evidence log, until the task has an outcome. */
async function follow(options: TrialOptions, id: string): Promise<TaskRecord> {
  let until = Date.now() + idleTimeoutMs;
  let seq = 0;
  for (;;) {
    const { status, text } = await call(options, 'GET', `${options.trial.dispatch.base_url}/api/tasks/${id}`);
    for (const event of await options.eventsAfter(id, seq)) {
      seq = event.seq;
      until = Date.now() + idleTimeoutMs;
      const line = progressLine(event);
      if (line !== null) options.say(`  ${line}`);
    }
    // An API that is being started again answers nothing for a moment.
    const task = status === 200 ? (JSON.parse(text) as TaskRecord) : null;
    if (task !== null && task.outcome !== null) return task;
    if (Date.now() > until)
      throw new TrialError(
        `nothing has happened to the trial task ${id} for ${idleTimeoutMs / 60_000} minutes`,
        'The workflow of the same id in the Temporal UI shows what it waits for.',
      );
    await delay(150, undefined, { signal: options.signal });
  }
}

/** Opens the links of the record as they are, and compares the POD with the digest in the manifest. */
async function checkEvidence(options: TrialOptions, task: TaskRecord): Promise<void> {
  const page = await call(options, 'GET', task.result_url);
  if (page.status !== 200) throw new TrialError(`the result page answers ${page.status}`);
  const { manifest_url, pod_url } = task.evidence;
  if (manifest_url === null || pod_url === null) throw new TrialError('the record has no links to manifest and POD');
  const manifest = await call(options, 'GET', manifest_url);
  if (manifest.status !== 200) throw new TrialError(`the manifest answers ${manifest.status}`);
  const { pod } = JSON.parse(manifest.text) as Manifest;
  const file = await call(options, 'GET', pod_url);
  const digest = sha256(file.bytes);
  if (pod === null || digest !== pod.sha256) throw new TrialError('the POD is not the one that the manifest names');
  options.say(`  POD:        ${pod.bytes} bytes, digest as in the manifest`);
}

async function checkWebhook(options: TrialOptions, task: TaskRecord): Promise<void> {
  const until = Date.now() + webhookTimeoutMs;
  for (;;) {
    const mine = options.receiver.received.filter((webhook) => webhook.raw_body.includes(task.id));
    const good = mine.find(({ verified, event }) => verified && event === `task.${task.outcome}`);
    if (good !== undefined) return;
    if (Date.now() > until)
      throw new TrialError(
        mine.length === 0 ? 'no webhook came' : 'a webhook came, but its signature does not verify',
        `The console lists its attempts under Deliveries: ${options.trial.dispatch.base_url}/console`,
      );
    await delay(50, undefined, { signal: options.signal });
  }
}

/** A request with the key of the trial sender. */
function call(options: TrialOptions, method: 'GET' | 'POST', url: string, body?: unknown): Promise<ApiAnswer> {
  return callApi(method, url, { key: options.trial.dispatch.api_key, body, signal: options.signal });
}

function readRun(folder: string): TrialRun | null {
  return (readKept(folder, 'trial-run.json') ?? null) as TrialRun | null;
}

function writeRun(folder: string, run: TrialRun): void {
  writeWhole(join(folder, 'trial-run.json'), `${JSON.stringify(run)}\n`);
}

// An event of a task's evidence log as a line of the trial.
