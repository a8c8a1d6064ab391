/** Pulls a document out of a portal: the account's lease, a browser, the playbook's steps, and a check of what came. */
import { Context } from '@temporalio/activity';
import type { LoadedPlaybook } from '../../domain/dispatch/playbook/language.ts';
import { judgePod } from '../../domain/dispatch/pod.ts';
import { CredentialsError } from '../../portals/credentials.ts';
import { readPod } from '../../portals/documents/read-pod.ts';
import type { BrowserPool } from '../../portals/browser-pool.ts';
import { runCapability } from '../../portals/run-capability.ts';
import type { CapabilityResult } from '../../portals/run-capability.ts';
import type { StorySink } from '../../portals/story-sink.ts';
import { openHeart } from './heartbeat.ts';
import type { Heart } from './heartbeat.ts';
import type { PortalAccounts } from './portal-account.ts';
import type { PullRequest, PullResult } from './portal-activities.ts';
import { openRecorder } from './recorder.ts';
import type { RecorderDeps } from './recorder.ts';

export interface PullDeps extends RecorderDeps {
  readonly playbooks: readonly LoadedPlaybook[];
  readonly accounts: PortalAccounts;
  readonly browsers: BrowserPool;
  readonly stepTimeoutMs: number;
}

/**
 * Safe to run twice: it only reads. What happens at the portal is a result; only a lost worker, a lost lease or a
 * fault of our own is an error, and is tried again.
 */
export async function pullDocument(deps: PullDeps, request: PullRequest): Promise<PullResult> {
  const context = Context.current();
  const playbook = deps.playbooks.find(({ id }) => id === request.playbookId);
  if (playbook === undefined)
    return { kind: 'needs_person', reason: `This worker has no playbook ${request.playbookId} any more.` };
  const sink = openRecorder(deps, request.taskId);
  const heart = openHeart(context, 'waiting for the portal account');
  try {
    const result = await deps.accounts.use(
      {
        portal: playbook.id,
        account: playbook.account,
        holder: request.taskId,
        signal: context.cancellationSignal,
      },
      async (session, signal) => {
        if (context.info.attempt > 1)
          await sink.record([
            { kind: 'note', note: `Attempt ${context.info.attempt}: the one before ended without a result.` },
          ]);
        return runCapability({
          playbook,
          taskType: request.taskType,
          inputs: request.inputs,
          sink,
          session,
          signal,
          onProgress: (step) => heart.tell(step),
          browsers: deps.browsers,
          stepTimeoutMs: deps.stepTimeoutMs,
          now: deps.now,
        });
      },
    );
    return result === undefined ? { kind: 'busy' } : await resultOf(request, result, sink, heart);
  } catch (error) {
    if (error instanceof CredentialsError) return { kind: 'needs_person', reason: loginMissing(playbook) };
    throw error;
  } finally {
    heart.stop();
  }
}

async function resultOf(
  request: PullRequest,
  result: CapabilityResult,
  sink: StorySink,
  heart: Heart,
): Promise<PullResult> {
  if (result.kind !== 'finished') return result;
  const [document] = result.downloads;
  if (document === undefined) throw new Error('the playbook finished without a document');
  heart.tell('checking the document');
  const { checks, findings, notes } = judgePod(await readPod(document.bytes), request.inputs['pro'] ?? '');
  await sink.record(checks.map((check) => ({ kind: 'check', ...check })));
  return { kind: 'pulled', file: document.file.file, findings, notes };
}

/** The variable's name stays in the log of the worker's start; a record that leaves the house names the portal only. */
function loginMissing({ portal }: LoadedPlaybook): string {
  return `There is no usable login for ${portal.name}. A person has to store one.`;
}
