/**
 * One item of the settler, from the disagreement to the settlement: book, ask, correct, keep the verdict, send it in.
 * Safe to repeat at any place: a verdict is kept before it is sent, and a settlement's id belongs to its item.
 */
import { textSha256 } from '../../process/evidence-crypto.ts';
import { readAnswer, settlementBy } from '../../domain/lanes/settler/answer.ts';
import {
  type ModelPrices,
  capMicros,
  costMicros,
  isAgentFirst,
  isForPeople,
  upperBoundMicros,
  whyOff,
  whyUnjudged,
} from '../../domain/lanes/settler/policy.ts';
import { askAbout } from '../../domain/lanes/settler/shown.ts';
import type { ItemOutcome, ItemResult, RunEnding, SettleItem, SettleRun } from '../../domain/lanes/settler/run.ts';
import type { Log } from '../../process/logging.ts';
import { type Pool, inTransaction } from '../../store/database.ts';
import type { Ingest } from '../../store/lanes/ingest-client.ts';
import {
  type Reservation,
  type SettlerItemRow,
  type SettlerWord,
  correctCall,
  countOutcome,
  itemOutcome,
  markSent,
  readItemForSettler,
  recordWord,
  reserveCall,
} from '../../store/lanes/settler.ts';
import { type WorkspaceRow, readWorkspace } from '../../store/lanes/workspaces.ts';
import { type AskModel, type ModelCall, questionBytes } from './settler-model.ts';

export interface SettlerParts {
  /** Undefined where the deployment has no credential. */
  readonly ask: AskModel | undefined;
  /** Empty where none is named. */
  readonly model: string;
  readonly prices: ModelPrices;
  readonly outputTokens: number;
}

export interface SettleDeps {
  readonly pool: Pool;
  readonly ingest: () => Pick<Ingest, 'submit'>;
  readonly settler: SettlerParts;
  readonly now: () => Date;
  readonly log: Log;
}

/** The model gave no answer; the engine asks again, after `retryAfterMs` where the model named a time. */
export class ModelAwayError extends Error {
  readonly code = 'model_away';
  readonly retryAfterMs: number | null;
  constructor(sentence: string, retryAfterMs: number | null = null) {
    super(sentence);
    this.name = 'ModelAwayError';
    this.retryAfterMs = retryAfterMs;
  }
}

/** A stopped settler hears of it this soon, in the middle of a call. */
const lookEveryMs = 500;

/**
 * @throws ModelAwayError; what the database says; the signal's reason when it ended the call
 */
export async function settleItem(
  deps: SettleDeps,
  run: SettleRun,
  item: SettleItem,
  signal: AbortSignal,
): Promise<ItemResult> {
  const { pool, settler } = deps;
  const { no } = run.workspace;
  const workspace = await knownWorkspace(deps, run);
  const end = stopOf(deps, workspace);
  if (end !== undefined) return { end };
  const row = await readItemForSettler(pool, no, item);
  if (row === undefined)
    return { fate: (await itemOutcome(pool, no, item, run.runId)) ?? (await counted(deps, run, 'gone')) };
  if (row.unsent !== null) return send(deps, run, item, row.unsent);

  const { auditSeed: seed } = workspace;
  const { queue, step } = item;
  const agentFirst = isAgentFirst(seed, queue, step, item.item);
  const { title, fields: definitions } = row.definition;
  const question = askAbout({ queue, step, title, definitions, ...row.found }, agentFirst);
  const unjudged = whyUnjudged({ ...row.found, itemBytes: Buffer.byteLength(question.item) }, settler.model);
  if (unjudged !== null)
    return kept(deps, run, item, { fate: 'not_asked', verdict: null, reason: unjudged, tries: row.tries });

  const micros = upperBoundMicros(settler.prices, questionBytes(question), settler.outputTokens);
  const reserved = await reserveCall(pool, { workspaceNo: no, runId: run.runId, micros, capMicros }, deps.now());
  if (reserved === undefined) return { end: 'cap' };
  const watch = watchSwitches(deps, run, signal);
  let call: ModelCall;
  try {
    call = (await settler.ask?.(question, watch.signal)) ?? { kind: 'stopped' };
  } finally {
    watch.stop();
  }
  // No matter who asked for the end of this attempt: what was booked stays booked, since the model may have done its work.
  if (call.kind === 'stopped') signal.throwIfAborted();
  const word = await heard(deps, run, call, { reserved, tries: row.tries, agentFirst });
  if ('end' in word) return word;
  if (word.verdict === null) return kept(deps, run, item, word);
  if (isForPeople(seed, queue, step, item.item)) return kept(deps, run, item, { ...word, fate: 'for_people' });
  await record(deps, run, item, word);
  return send(deps, run, item, word.verdict);
}

type Word = Omit<SettlerWord, 'runId' | 'model' | 'at'>;

/** A call as it went out. */
interface Asked {
  readonly reserved: Reservation;
  readonly tries: number;
  readonly agentFirst: boolean;
}

/** What the call was worth, with its cost corrected. */
async function heard(
  deps: SettleDeps,
  run: SettleRun,
  call: ModelCall,
  { reserved, tries, agentFirst }: Asked,
): Promise<Word | { readonly end: Exclude<RunEnding, 'done' | 'unusable' | 'failed'> }> {
  const { pool, settler, log } = deps;
  const unusable = (reason: string): Word => ({ fate: 'unusable', verdict: null, reason, tries: tries + 1 });
  switch (call.kind) {
    case 'answer': {
      if (call.usage !== null) await correctCall(pool, reserved, costMicros(settler.prices, call.usage));
      const answer = readAnswer(call.text, agentFirst);
      if ('unusable' in answer) return unusable(answer.unusable);
      if (answer.verdict === 'cannot_tell') return { fate: 'cannot_tell', verdict: null, reason: answer.reason, tries };
      return { fate: 'settled', verdict: answer.verdict, reason: answer.reason, tries };
    }
    case 'unusable':
      if (!call.billed) await correctCall(pool, reserved, 0);
      return unusable(call.why);
    case 'refused':
      await correctCall(pool, reserved, 0);
      log.error({ workspace: run.workspace.id, why: call.why }, 'the settler cannot use its model');
      return { end: 'model_refused' };
    case 'busy':
      await correctCall(pool, reserved, 0);
      throw new ModelAwayError('the model is busy', call.retryAfterMs);
    case 'away':
      if (!call.billed) await correctCall(pool, reserved, 0);
      throw new ModelAwayError(call.why);
    case 'unheard':
      if (!call.billed) await correctCall(pool, reserved, 0);
      throw new Error('this process did not run long enough to hear the answer of the model');
    case 'stopped':
      return { end: stopOf(deps, await knownWorkspace(deps, run)) ?? 'killed' };
    default:
      return call satisfies never;
  }
}

/** Sends a kept verdict in, unless the settler was stopped meanwhile: then the next run does. */
async function send(
  deps: SettleDeps,
  run: SettleRun,
  item: SettleItem,
  verdict: NonNullable<SettlerItemRow['unsent']>,
): Promise<ItemResult> {
  const { pool, settler } = deps;
  const workspace = await knownWorkspace(deps, run);
  const end = stopOf(deps, workspace);
  if (end !== undefined) return { end };
  const at = (workspace.dataClock ?? deps.now()).getTime();
  const event = settlementBy({ ...item, verdict, at, model: settler.model }, (text) => textSha256(text));
  const { rejected } = await deps.ingest().submit(run.workspace, { kind: 'events', events: [event], hold: false });
  if (rejected.length > 0) throw new Error(`the settlement was rejected: ${rejected[0]?.errors.join('; ')}`);
  await inTransaction(pool, async (q) => {
    await markSent(q, run.workspace.no, item);
    await countOutcome(q, run, 'settled');
  });
  return { fate: 'settled' };
}

async function kept(deps: SettleDeps, run: SettleRun, item: SettleItem, word: Word): Promise<ItemResult> {
  await record(deps, run, item, word);
  return { fate: word.fate };
}

async function record({ pool, settler, now }: SettleDeps, run: SettleRun, item: SettleItem, word: Word): Promise<void> {
  await inTransaction(pool, async (q) => {
    await recordWord(q, run.workspace.no, item, { ...word, runId: run.runId, model: settler.model, at: now() });
    // A settlement counts once it is in the log.
    if (word.fate !== 'settled') await countOutcome(q, run, word.fate);
  });
}

async function counted({ pool }: SettleDeps, run: SettleRun, fate: ItemOutcome): Promise<ItemOutcome> {
  await countOutcome(pool, run, fate);
  return fate;
}

async function knownWorkspace({ pool }: SettleDeps, { workspace }: SettleRun): Promise<WorkspaceRow> {
  const row = await readWorkspace(pool, workspace.id);
  if (!row) throw new Error(`there is no workspace ${workspace.id}`);
  return row;
}

/** Why the settler must not continue in this workspace, now. */
function stopOf(
  { settler: { ask, model } }: Pick<SettleDeps, 'settler'>,
  { settlerOn: on, settlerKill: killed }: Pick<WorkspaceRow, 'settlerOn' | 'settlerKill'>,
): 'killed' | 'off' | 'not_set_up' | undefined {
  if (whyOff({ hasCredential: ask !== undefined, model, on, killed }) === null) return undefined;
  if (ask === undefined || model === '') return 'not_set_up';
  return killed ? 'killed' : 'off';
}

/** A signal that also ends the call when the workspace's switches say so. */
function watchSwitches(
  deps: SettleDeps,
  run: SettleRun,
  signal: AbortSignal,
): { readonly signal: AbortSignal; stop(): void } {
  const stopped = new AbortController();
  const timer = setInterval(() => {
    knownWorkspace(deps, run).then(
      (workspace) => {
        if (stopOf(deps, workspace) !== undefined) stopped.abort(new Error('the settler was stopped'));
      },
      (error: unknown) => deps.log.warn({ err: error }, 'the switches of the settler could not be read'),
    );
  }, lookEveryMs);
  return { signal: AbortSignal.any([signal, stopped.signal]), stop: () => clearInterval(timer) };
}
