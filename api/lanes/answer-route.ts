/** Answers route questions (2.3, 2.4, D38): one or a batch, now or as of a time, with every gate where asked to explain. */
import type { ItemName } from '../../domain/lanes/event.ts';
import type { ValidateFunction } from 'ajv';
import { fnv32 } from '../../domain/lanes/audits.ts';
import { readInstant } from '../../domain/lanes/instant.ts';
import { shownGate } from '../../domain/lanes/review/gate.ts';
import { routeId } from '../../domain/lanes/route-id.ts';
import type { RouteEntry, RoutePeriod } from '../../domain/lanes/route.ts';
import {
  type RouteBatch,
  type RouteQuestion,
  type RouteRequest,
  type RouteVerdict,
  currentPeriod,
  decideRoute,
  decisionOfLane,
  failClosed,
  periodAt,
  routeBatchSchema,
  routeRequestSchema,
} from '../../domain/lanes/route.ts';
import { readLaneAt, readPeriodAt } from '../../store/lanes/routes.ts';
import { isAway } from '../http/answer-errors.ts';
import { ApiError, findingsError, notFound } from '../http/errors.ts';
import { sentencesOf } from '../../commands/input/sentences.ts';
import { compileSchema, futureSentence, timeLimit } from '../../commands/lanes/check-event.ts';
import type { LanesDeps } from './deps.ts';
import { submitted } from '../../commands/lanes/deps.ts';
import { type RouteTable, entryName } from './route-tables.ts';
import { type WorkspaceCaller, patienceMs } from './workspace-caller.ts';
import { withTimeout } from '../../process/running-time.ts';

const isRequest = compileSchema(routeRequestSchema);
const isBatch = compileSchema(routeBatchSchema);

type RouteDeps = Pick<LanesDeps, 'pool' | 'routes' | 'routeCounter' | 'metrics' | 'ingest' | 'now'>;

interface Asked {
  readonly caller: WorkspaceCaller;
  readonly explain: boolean;
}

/** What an answer is made from; the table is undefined when the state is not known. */
interface Sight {
  readonly table: RouteTable | undefined;
  /** Epoch ms; null for now. */
  readonly at: number | null;
  readonly checkedAt: string;
  /** By step: what was in force then, where it is so long ago that it is read from the ledger. */
  readonly longAgo: Map<number, Promise<RoutePeriod | undefined>>;
}

/**
 * @param body the parsed body
 * @throws ApiError invalid_request, not_found (a single question about a step that is not there), unavailable
 */
export async function answerRoute(deps: RouteDeps, asked: Asked, body: unknown): Promise<object> {
  const single = !(typeof body === 'object' && body !== null && 'items' in body);
  const validate: ValidateFunction = single ? isRequest : isBatch;
  if (!validate(body)) throw findingsError('invalid_request', sentencesOf(validate.errors ?? [], 'the body'));
  const { at: time } = body as RouteRequest | RouteBatch;
  const questions = single ? [body as RouteQuestion] : (body as RouteBatch).items;
  const sight =
    typeof time === 'string'
      ? await sightAt(deps, asked.caller, readInstant(time) as number, questions)
      : await sightNow(deps, asked.caller);
  if (single) {
    const answer = await answerOne(deps, asked, sight, questions[0] as RouteQuestion);
    if ('error' in answer) throw notFound(answer.missing);
    deps.routeCounter.add(asked.caller, 1);
    return answer;
  }
  const answers: object[] = [];
  for (const question of questions) {
    const found = answerOne(deps, asked, sight, question);
    // Two thousand waits for what is there already would take longer than the answers.
    const answer = found instanceof Promise ? await found : found;
    answers.push(
      'error' in answer
        ? { queue: question.queue, step: question.step, item: question.item, error: answer.error, code: 'not_found' }
        : answer,
    );
  }
  deps.routeCounter.add(asked.caller, answers.length);
  return { answers };
}

async function sightNow(deps: RouteDeps, caller: WorkspaceCaller): Promise<Sight> {
  const table = caller.unsure ? undefined : (deps.routes.current(caller.no) ?? (await loaded(deps, caller)));
  return { table, at: null, checkedAt: isoOf(deps.now().getTime()), longAgo: new Map() };
}

let written = { at: NaN, text: '' };

/** Several answers are given in a millisecond. */
function isoOf(at: number): string {
  if (at !== written.at) written = { at, text: new Date(at).toISOString() };
  return written.text;
}

/** The table, or undefined while the database is away or does not answer: then nobody but a person acts. */
async function loaded(deps: RouteDeps, caller: WorkspaceCaller): Promise<RouteTable | undefined> {
  try {
    return await withTimeout(patienceMs, deps.routes.load(caller.no));
  } catch (error) {
    if (isAway(error)) return undefined;
    throw error;
  }
}

/**
 * A time ahead of the data clock moves it there, which closes the weeks on the way (D38), as an event would: not where every
 * question is about a step that is not there, so that a misspelled name closes nothing.
 */
async function sightAt(
  deps: RouteDeps,
  caller: WorkspaceCaller,
  at: number,
  questions: readonly RouteQuestion[],
): Promise<Sight> {
  const limit = timeLimit(deps.now().getTime(), caller);
  if (at > limit.latest) throw new ApiError('invalid_request', futureSentence('at', limit));
  const checkedAt = new Date(at).toISOString();
  if (caller.unsure) return { table: undefined, at, checkedAt, longAgo: new Map() };
  let table = deps.routes.current(caller.no) ?? (await loaded(deps, caller));
  const isKnown = ({ queue, step }: RouteQuestion): boolean => table?.entries.has(entryName(queue, step)) === true;
  if (table !== undefined && (table.dataClock === null || at > table.dataClock) && questions.some(isKnown)) {
    await submitted(deps, caller, { kind: 'clock', through: at });
    await deps.routes.clockMoved(caller.no);
    table = deps.routes.current(caller.no) ?? (await loaded(deps, caller));
  }
  return { table, at, checkedAt, longAgo: new Map() };
}

/** In the order in which a reader wants them. */
interface RouteAnswer extends Omit<RouteVerdict, 'novel'>, ItemName {
  readonly route_id: string;
  readonly checked_at: string;
}

type Missing = { readonly error: string; readonly missing: string };

/** At once, but for a time further back than what is in memory. */
function answerOne(
  deps: RouteDeps,
  asked: Asked,
  sight: Sight,
  question: RouteQuestion,
): RouteAnswer | Missing | Promise<RouteAnswer> {
  const { caller } = asked;
  const { table, at } = sight;
  if (table === undefined) return presentRoute(deps, asked, sight, question, undefined, failClosed(stateUnknown));
  const entry = table.entries.get(entryName(question.queue, question.step));
  if (entry === undefined) {
    const missing = `step ${question.step} in queue ${question.queue}`;
    deps.metrics.routesAnswered.inc(countUnknown);
    return { error: `there is no such ${missing}`, missing };
  }
  const period =
    at === null || at >= (entry.periods.at(-1)?.from ?? entry.since) ? currentPeriod(entry) : periodAt(entry, at);
  if (period !== undefined) {
    const verdict = decideRoute(entry, period, caller.auditSeed, question);
    return presentRoute(deps, asked, sight, question, entry, verdict);
  }
  return verdictLongAgo(deps, asked, sight, entry, question).then((verdict) =>
    presentRoute(deps, asked, sight, question, entry, verdict),
  );
}

function presentRoute(
  deps: RouteDeps,
  { caller, explain }: Asked,
  { checkedAt, at }: Sight,
  question: RouteQuestion,
  entry: RouteEntry | undefined,
  verdict: RouteVerdict,
): RouteAnswer {
  deps.metrics.routesAnswered.inc(countOf[verdict.decision]);
  if (entry !== undefined) deps.routeCounter.addStep(caller, question);
  const answer: RouteAnswer = {
    // The time of the answer is in it: an act that carries it is judged by the lane and the rate of that time.
    route_id: routeId(at ?? Date.now(), question, verdict.decision, Math.floor(Math.random() * 0x40000)),
    decision: verdict.decision,
    lane: verdict.lane,
    audit: verdict.audit,
    audit_rate: verdict.audit_rate,
    reason: verdict.reason,
    queue: question.queue,
    step: question.step,
    item: question.item,
    checked_at: checkedAt,
  };
  return explain ? { ...answer, ...explanation(caller.auditSeed, entry, verdict, question) } : answer;
}

const stateUnknown = 'A person does this item: the state of the step cannot be read right now.';
const countUnknown = { decision: 'unknown' };
const countOf = {
  human_only: { decision: 'human_only' },
  propose: { decision: 'propose' },
  act_alone: { decision: 'act_alone' },
};

async function verdictLongAgo(
  deps: RouteDeps,
  { caller }: Asked,
  { at, longAgo }: Sight,
  entry: RouteEntry,
  question: RouteQuestion,
): Promise<RouteVerdict> {
  const then = new Date(at ?? 0);
  const known = longAgo.get(entry.stepNo) ?? readPeriodAt(deps.pool, caller.no, entry.stepNo, then);
  longAgo.set(entry.stepNo, known);
  const period = await known;
  if (period !== undefined) return decideRoute(entry, period, caller.auditSeed, question);
  const lane = await readLaneAt(deps.pool, caller.no, entry.stepNo, then);
  if (lane === null) return failClosed('A person does this item: the step was in Shadow then, or not defined yet.');
  // Older versions kept no rate of so long ago; checking every item is the safe reading of it.
  const reason = `The step was in ${lane === 'auto' ? 'Auto' : lane === 'assist' ? 'Assist' : 'Shadow'} then.`;
  return {
    decision: decisionOfLane[lane],
    lane,
    audit: lane === 'auto',
    audit_rate: lane === 'auto' ? 1 : 0,
    reason: lane === 'auto' ? `${reason} A person checks this item: the audit rate of that time is not kept.` : reason,
    novel: [],
  };
}

function explanation(
  auditSeed: string,
  entry: RouteEntry | undefined,
  { novel }: RouteVerdict,
  { queue, step, item }: RouteQuestion,
): object {
  const hash = fnv32(`${auditSeed}|${queue}|${step}|${item}`);
  return {
    explain: {
      hash,
      pick: hash / 4_294_967_296,
      rules_revision: entry?.rulesRevision ?? null,
      step_lane: entry?.lane ?? null,
      since: entry === undefined ? null : new Date(entry.since).toISOString(),
      audits: entry?.audits ?? null,
      novel,
      gates: entry?.gates.map(shownGate) ?? [],
    },
  };
}
