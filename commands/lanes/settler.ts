/** The settler (D41): its state in a workspace, and a run of it. */
import { setTimeout as delay } from 'node:timers/promises';
import { type SettlerModelName, type ShownSettler, showSettler } from '../../domain/lanes/settler/shown.ts';
import { newId } from '../../process/ids.ts';
import type { WorkspaceRef } from '../../store/lanes/ingest-request.ts';
import { auditSettlerRun } from '../../store/audit-log.ts';
import { readSettler } from '../../store/lanes/settler.ts';
import { type Refusal, refusal } from '../refusal.ts';
import type { LanesCommands } from './deps.ts';

export type SettlerDeps = Pick<LanesCommands, 'pool' | 'settings' | 'startSettle' | 'now'>;

export async function settlerState(
  { pool, settings, now }: Pick<SettlerDeps, 'pool' | 'settings' | 'now'>,
  { no }: Pick<WorkspaceRef, 'no'>,
): Promise<ShownSettler> {
  return showSettler(await readSettler(pool, no, now()), modelName(settings));
}

type AskedRun =
  | { readonly run_id: string; readonly status: 'started'; readonly limit: number }
  /** One was under way already; `run_id` is null while it has not opened. */
  | { readonly run_id: string | null; readonly status: 'running'; readonly limit: number };

interface RunRequest {
  readonly limit: number;
  /** In the record of the run. */
  readonly requestedBy: string;
  /** Who acts, for the audit log; as `requestedBy` where left out. */
  readonly actor?: string;
}

/** Starts a run, unless the settler is off or runs already. */
export async function runSettler(
  deps: SettlerDeps,
  workspace: WorkspaceRef,
  request: RunRequest,
): Promise<AskedRun | Refusal> {
  const { reason } = await settlerState(deps, workspace);
  if (reason !== null) return refusal('settler_off', reason);
  const { limit } = request;
  for (let look = 1; ; look += 1) {
    const started = await startRun(deps, workspace, request);
    if (started !== undefined) return started;
    const { last_run: running } = await settlerState(deps, workspace);
    if (running !== null && running.ending === null)
      return { run_id: running.id, status: 'running', limit: running.limit };
    // A run is about to open, or has reported its end and is about to close.
    if (look === mostLooks) return { run_id: null, status: 'running', limit };
    await delay(betweenLooksMs);
  }
}

/** Whether the settler is on is the caller's to look at. @returns undefined where one runs already */
export async function startRun(
  deps: Pick<SettlerDeps, 'pool' | 'startSettle'>,
  { no, id }: WorkspaceRef,
  { limit, requestedBy, actor = requestedBy }: RunRequest,
): Promise<Extract<AskedRun, { status: 'started' }> | Refusal | undefined> {
  const run = { workspace: { no, id }, runId: newId('settlerRun'), limit, requestedBy };
  let isStarted: boolean;
  try {
    isStarted = await deps.startSettle(run);
  } catch (cause) {
    const sentence = 'Temporal did not accept the run; try again shortly';
    return refusal('unavailable', sentence, { retryAfterSeconds: 2, cause });
  }
  if (!isStarted) return undefined;
  await auditSettlerRun(deps.pool, run, actor);
  return { run_id: run.runId, status: 'started', limit };
}

const mostLooks = 10;
const betweenLooksMs = 200;

function modelName({ SETTLER_API_KEY, SETTLER_MODEL }: LanesCommands['settings']): SettlerModelName {
  return { hasCredential: SETTLER_API_KEY !== '', model: SETTLER_MODEL };
}
