/** The lanes trial: a made-up half year of a small queue, sent through the public API as agents and people would. */
import {
  exampleDefinition,
  exampleItems,
  exampleQueue,
  exampleWeeks,
  exampleWeekStart,
  exampleWork,
} from '../domain/lanes/example-history.ts';
import type { RouteDecision } from '../domain/lanes/route.ts';
import { openPool } from '../store/database.ts';
import { createWorkspace } from '../store/lanes/workspaces.ts';
import { callApi } from './api-call.ts';
import { lanesUrl, type Machine } from './machine.ts';
import { TrialError } from './trial.ts';

/** The part `lanes` of trial.json. */
export interface TrialLanes extends TrialWorkspace {
  readonly base_url: string;
  /** Agents can recompute audit picks with it. */
  readonly audit_seed: string;
  /** A second workspace, for trying that nobody sees another's lanes. */
  readonly other: TrialWorkspace;
}

interface TrialWorkspace {
  readonly workspace: string;
  readonly api_key: string;
}

/** Makes the two trial workspaces; both are simulations, so that events may be dated ahead of the clock. */
export async function createTrialWorkspaces(machine: Machine): Promise<Omit<TrialLanes, 'base_url'>> {
  const pool = openPool({ url: machine.addresses.databaseUrl, size: 1, name: 'trial' });
  const make = (name: string, auditSeed: string) =>
    createWorkspace(pool, { name, auditSeed, simulation: true, actor: 'npm start' });
  try {
    const main = await make('Trial', 'trial-2026');
    const other = await make('Other trial', 'other-trial-2026');
    return {
      workspace: main.workspaceId,
      api_key: main.apiKey,
      audit_seed: main.auditSeed,
      other: { workspace: other.workspaceId, api_key: other.apiKey },
    };
  } finally {
    await pool.end();
  }
}

export interface LanesTrialOptions {
  readonly lanes: TrialLanes;
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
}

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
  { lanes, signal }: LanesTrialOptions,
  method: 'GET' | 'POST',
  path: string,
  body?: object,
): Promise<T> {
  const { status, text } = await callApi(method, `${lanes.base_url}${path}`, {
    key: lanes.api_key,
    signal,
    ...(body === undefined ? {} : { body }),
  });
  if (status !== 200) throw new TrialError(`${method} ${path.split('?')[0]} answered ${status}: ${text.slice(0, 500)}`);
  return JSON.parse(text) as T;
}

/** The trial's lanes at the address of this start. */
export function lanesOf(machine: Machine, kept: Omit<TrialLanes, 'base_url'>): TrialLanes {
  return { ...kept, base_url: lanesUrl(machine) };
}
