/**
 * The lanes trial: a made-up half year of a small queue, sent through the public API as agents and people would, and
 * a webhook that reports to the trial receiver what the lanes do.
 */
import { setTimeout as delay } from 'node:timers/promises';
import {
  exampleDefinition,
  exampleItems,
  exampleQueue,
  exampleWeeks,
  exampleWeekStart,
  exampleWork,
} from '../domain/lanes/example-history.ts';
import { hookEventTypes } from '../domain/lanes/hook-event.ts';
import type { RouteDecision } from '../domain/lanes/route.ts';
import { createHook, deleteHook, readHook } from '../store/lanes/hooks.ts';
import { createWorkspace, readWorkspace } from '../store/lanes/workspaces.ts';
import { callApi, TrialError } from './api-call.ts';
import { onDatabase, lanesUrl, type Machine } from './machine.ts';

/** The part `lanes` of trial.json. */
export interface TrialLanes extends TrialWorkspace {
  readonly base_url: string;
  /** Agents can recompute audit picks with it. */
  readonly audit_seed: string;
  /** A second workspace, for trying that nobody sees another's lanes. */
  readonly other: TrialWorkspace;
  /** Reports every event to the trial receiver. */
  readonly webhook: TrialWebhook;
}

interface TrialWebhook {
  readonly id: string;
  /** Signs what is sent. */
  readonly secret: string;
}

/** What a start keeps of the one before; folders of an earlier version have no webhook. */
type KeptLanes = Omit<TrialLanes, 'base_url' | 'webhook'> & Partial<Pick<TrialLanes, 'webhook'>>;

const actor = 'npm start';

interface TrialWorkspace {
  readonly workspace: string;
  readonly api_key: string;
}

/** Makes the two trial workspaces; both are simulations, so that events may be dated ahead of the clock. */
export async function createTrialWorkspaces(machine: Machine): Promise<KeptLanes> {
  return await onDatabase(machine, async (pool) => {
    const make = (name: string, auditSeed: string) =>
      createWorkspace(pool, { name, auditSeed, simulation: true, actor });
    const main = await make('Trial', 'trial-2026');
    const other = await make('Other trial', 'other-trial-2026');
    return {
      workspace: main.workspaceId,
      api_key: main.apiKey,
      audit_seed: main.auditSeed,
      other: { workspace: other.workspaceId, api_key: other.apiKey },
    };
  });
}

/** The webhook of an earlier start, or a new one where the receiver's port has moved since. */
export async function openTrialWebhook(machine: Machine, lanes: KeptLanes, url: string): Promise<TrialWebhook> {
  return await onDatabase(machine, async (pool) => {
    const workspace = await readWorkspace(pool, lanes.workspace);
    if (workspace === undefined) throw new TrialError(`the trial workspace ${lanes.workspace} is not in the database`);
    const { webhook: kept } = lanes;
    if (kept !== undefined && (await readHook(pool, workspace.no, kept.id))?.url === url) return kept;
    if (kept !== undefined) await deleteHook(pool, { workspace, hookId: kept.id, actor });
    const given = { url, events: hookEventTypes, deploymentSecret: machine.secret, actor };
    const made = await createHook(pool, workspace, given);
    if (made === undefined) throw new TrialError('the trial workspace has as many webhooks as it may');
    return { id: made.id, secret: made.secret };
  });
}

interface LanesTrialOptions {
  readonly lanes: Pick<TrialLanes, 'base_url' | 'api_key'>;
  readonly say: (line: string) => void;
  readonly signal: AbortSignal;
}

interface StepLine {
  readonly queue: string;
  readonly step: string;
  readonly lane: string;
  readonly reason: string;
  readonly signoff: unknown;
}

/**
 * Sends the history, week by week, and prints the lane of each step. One that was sent before is not sent again; one
 * that was cut short is sent from the start, and what is there counts as duplicate.
 * @throws TrialError
 */
export async function runLanesTrial(options: LanesTrialOptions): Promise<void> {
  const { say } = options;
  const end = exampleWeekStart(exampleWeeks + 1);
  const { data_clock } = await call<{ data_clock: string | null }>(options, 'GET', '/v1/status');
  if (data_clock !== null && data_clock >= end) return;
  say('');
  say(`lanes trial: half a year of the queue ${exampleQueue}, through the public API`);
  const began = Date.now();
  let sent = await send(options, [exampleDefinition()]);
  for (let week = 1; week <= exampleWeeks; week += 1) sent += await sendWeek(options, week);
  await call(options, 'POST', '/v1/weeks/close', { through: end });
  say(
    `  ${sent.toLocaleString('en-US')} events, ${exampleWeeks} weeks, in ${((Date.now() - began) / 1000).toFixed(1)} s`,
  );
  const { steps } = await call<{ steps: StepLine[] }>(options, 'GET', `/v1/lanes?queue=${exampleQueue}`);
  for (const { queue, step, lane, reason, signoff } of steps) {
    const waits = signoff === null ? '' : ' A sign-off is asked for.';
    say(`  ${`${queue}/${step}`.padEnd(16)} ${lane.padEnd(8)} ${reason}${waits}`);
  }
  await printWebhooks(options);
}

/** Counts the events that the receiver has acknowledged, which is to verify them, once none is on its way. */
async function printWebhooks(options: LanesTrialOptions): Promise<void> {
  const log = (status: string): Promise<{ deliveries: readonly object[] }> =>
    call(options, 'GET', `/v1/webhooks/deliveries?limit=500&status=${status}`);
  const until = Date.now() + webhookPatienceMs;
  while ((await log('pending')).deliveries.length > 0 && Date.now() < until)
    await delay(200, undefined, { signal: options.signal });
  const [delivered, waiting] = await Promise.all([log('delivered'), log('pending')]);
  const late = waiting.deliveries.length === 0 ? '' : `, ${waiting.deliveries.length} still to come`;
  options.say(`  ${delivered.deliveries.length} webhooks received, signatures valid${late}`);
}

/** They leave as the lanes move; on a busy machine the last ones are some seconds behind. */
const webhookPatienceMs = 20_000;

/** Asks for each item who may act, as an agent does, and sends the work that follows from the answers. */
async function sendWeek(options: LanesTrialOptions, week: number): Promise<number> {
  const items = exampleItems(week);
  const { answers } = await call<{ answers: { decision: RouteDecision; audit: boolean }[] }>(
    options,
    'POST',
    '/v1/route',
    {
      at: exampleWeekStart(week),
      items: items.map(({ step, item, features }) => ({ queue: exampleQueue, step, item, features })),
    },
  );
  const events = items.flatMap((item, place) => {
    const { decision = 'human_only', audit = false } = answers[place] ?? {};
    return exampleWork(item, decision, audit);
  });
  return send(options, events);
}

async function send(options: LanesTrialOptions, events: readonly object[]): Promise<number> {
  const { accepted, rejected } = await call<{ accepted: number; rejected: readonly object[] }>(
    options,
    'POST',
    '/v1/events',
    { events },
  );
  if (rejected.length > 0) throw new TrialError(`events were rejected: ${JSON.stringify(rejected[0])}`);
  return accepted;
}

async function call<T = unknown>(
  { lanes, signal, say }: LanesTrialOptions,
  method: 'GET' | 'POST',
  path: string,
  body?: object,
): Promise<T> {
  const { status, text } = await callApi(method, `${lanes.base_url}${path}`, {
    key: lanes.api_key,
    signal,
    onBusy: () => say('  the lanes API is busy; the request is sent again until it is taken'),
    ...(body === undefined ? {} : { body }),
  });
  if (status !== 200) throw new TrialError(`${method} ${path.split('?')[0]} answered ${status}: ${text.slice(0, 500)}`);
  return JSON.parse(text) as T;
}

/** The trial's lanes at the address of this start. */
export function lanesOf<Kept extends KeptLanes>(machine: Machine, kept: Kept): Kept & Pick<TrialLanes, 'base_url'> {
  return { ...kept, base_url: lanesUrl(machine) };
}
