/** The control server of the sandbox, on loopback: tests and scripts set faults, read the truth and reset. */
import Koa from 'koa';
import getRawBody from 'raw-body';
import { equalConstantTime } from '../../process/secrets.ts';
import type { RecordKeys } from './application.ts';
import { type FaultMatch, type FaultName, faultNames, matchMembers } from './fault.ts';
import type { Truth } from './truth.ts';

interface ControlParts {
  readonly token: string;
  /** Names of the portals that run. */
  readonly portals: readonly string[];
  setFault(fault: {
    portal: string;
    fault: FaultName;
    match: FaultMatch;
    times: number;
    delayMs: number;
  }): Promise<void>;
  clearFaults(portal: string, match: FaultMatch): Promise<void>;
  readTruth(portal: string | null, about: RecordKeys): Promise<Truth>;
  reset(): Promise<void>;
  /** Throws when the database is away. */
  ready(): Promise<void>;
  readonly report: (error: unknown) => void;
}

class ControlError extends Error {
  readonly status: number;
  readonly code: string;
  constructor(status: number, code: string, sentence: string) {
    super(sentence);
    this.name = 'ControlError';
    this.status = status;
    this.code = code;
  }
}
const invalid = (sentence: string): ControlError => new ControlError(422, 'invalid_request', sentence);

const defaultDelayMs = 3000;
const bodyLimit = '64kb';

export function controlServer(parts: ControlParts): Koa {
  const endpoints: Record<string, (ctx: Koa.Context) => Promise<unknown>> = {
    'GET /readyz': async () => {
      await parts.ready();
      return { status: 'ready' };
    },
    'POST /faults': async (ctx) => {
      const order = readFaultOrder(await readJson(ctx), parts.portals);
      if (order.fault === 'ok') await parts.clearFaults(order.portal, order.match);
      else await parts.setFault({ ...order, fault: order.fault });
      const { portal, fault, match, times } = order;
      return { portal, fault, match, times };
    },
    'GET /truth': (ctx) => {
      const query = new URLSearchParams(ctx.querystring);
      const portal = query.get('portal') || null;
      if (portal !== null) requirePortal(portal, parts.portals);
      return parts.readTruth(portal, {
        pro: query.get('pro') || undefined,
        invoice_number: query.get('invoice_number') || undefined,
        claim_id: query.get('claim_id') || undefined,
      });
    },
    'POST /reset': async () => {
      await parts.reset();
      return { status: 'reset' };
    },
  };

  const server = new Koa();
  server.silent = true;
  server.use(async (ctx) => {
    try {
      const given = /^Bearer (.+)$/i.exec(ctx.get('authorization'))?.[1] ?? '';
      if (ctx.path !== '/readyz' && !equalConstantTime(given, parts.token))
        throw new ControlError(401, 'unauthorized', 'the control token is missing or wrong');
      const endpoint = endpoints[`${ctx.method} ${ctx.path}`];
      if (endpoint === undefined) throw new ControlError(404, 'not_found', `there is no ${ctx.method} ${ctx.path}`);
      ctx.body = await endpoint(ctx);
    } catch (error) {
      if (!(error instanceof ControlError)) parts.report(error);
      const known =
        error instanceof ControlError
          ? error
          : new ControlError(503, 'unavailable', 'the sandbox cannot reach its database');
      ctx.status = known.status;
      ctx.body = { error: known.message, code: known.code };
    }
  });
  return server;
}

async function readJson(ctx: Koa.Context): Promise<Record<string, unknown>> {
  const text = await getRawBody(ctx.req, { limit: bodyLimit, encoding: 'utf8' }).catch(() => '');
  try {
    const value: unknown = JSON.parse(text);
    if (isObject(value)) return value;
  } catch {
    // Falls through to the same refusal as a body that is no object.
  }
  throw new ControlError(400, 'bad_json', 'the body must be a JSON object');
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function requirePortal(portal: unknown, portals: readonly string[]): asserts portal is string {
  if (typeof portal !== 'string' || !portals.includes(portal))
    throw invalid(`portal must be one of ${portals.join(', ')}`);
}

interface FaultOrder {
  readonly portal: string;
  readonly fault: FaultName | 'ok';
  readonly match: FaultMatch;
  readonly times: number;
  readonly delayMs: number;
}

const orderMembers = ['portal', 'fault', 'match', 'times', 'delay_ms'];

/** Checks what `POST /faults` was given. @throws ControlError with a sentence */
function readFaultOrder(body: Record<string, unknown>, portals: readonly string[]): FaultOrder {
  const { portal, fault, match = {}, times = 1, delay_ms: delayMs = defaultDelayMs } = body;
  const unknown = Object.keys(body).find((member) => !orderMembers.includes(member));
  if (unknown !== undefined)
    throw invalid(`${unknown} is not a member of a fault; members are ${orderMembers.join(', ')}`);
  requirePortal(portal, portals);
  if (!isFault(fault)) throw invalid(`fault must be one of ok, ${faultNames.join(', ')}`);
  if (
    !isObject(match) ||
    !Object.entries(match).every(([member, value]) => isMatchMember(member) && typeof value === 'string')
  )
    throw invalid(`match must be an object with no other members than the texts ${matchMembers.join(', ')}`);
  if (!isWhole(times, 1, 1_000_000)) throw invalid('times must be a whole number from 1 to 1000000');
  if (!isWhole(delayMs, 0, 600_000)) throw invalid('delay_ms must be a whole number from 0 to 600000');
  return { portal, fault, match, times, delayMs };
}

function isFault(value: unknown): value is FaultName | 'ok' {
  return value === 'ok' || faultNames.some((name) => name === value);
}
function isMatchMember(member: string): boolean {
  return matchMembers.some((name) => name === member);
}
function isWhole(value: unknown, min: number, max: number): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max;
}
