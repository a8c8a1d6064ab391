/**
 * Opens connections for outbound HTTP, and none to an address that is not judged good.
 *
 * A guard in `lookup` alone is no guard: Node never calls it for a literal address. So a literal is judged before
 * connecting; a name is resolved here, all its addresses are judged and only those are handed on; and the address
 * that was really reached is compared again before a byte of the request is sent.
 */
import type { LookupAddress, LookupOptions } from 'node:dns';
import { Resolver, lookup } from 'node:dns/promises';
import { type LookupFunction, isIP } from 'node:net';
import { callbackify } from 'node:util';
import { buildConnector } from 'undici';
import { type AddressPolicy, checkAddress, plainAddress } from './address-guard.ts';

/** What a caller hears of a connection that is being opened. */
interface ConnectProgress {
  /** From now on the other side (its name server, then its host) is waited for, and none of our own queues. */
  readonly waitsForOther: () => void;
}

/** Opens a connection, as undici asks for it, and reports its progress where the caller wants to know. */
export type GuardedConnector = (
  wanted: buildConnector.Options & { readonly progress?: ConnectProgress },
  callback: buildConnector.Callback,
) => void;

export interface ConnectorOptions extends AddressPolicy {
  /** Also http to public addresses: for what is no secret and is signed in itself. */
  readonly allowPlain?: boolean;
  /** Default: the operating system's resolver, as every other program of the machine uses it. */
  readonly resolve?: (name: string) => Promise<readonly string[]>;
  /** Further certificate authorities, PEM; for receivers with an authority of their own. */
  readonly ca?: string;
}

/** The address guard stopped a connection. The message is for our own log: it may name what the name resolved to. */
class BlockedAddressError extends Error {
  readonly code = 'blocked_address';
  constructor(host: string, address: string, range: string) {
    super(`${host} is at ${address} (${range}), where nothing may be sent`);
    this.name = 'BlockedAddressError';
  }
}

interface Target {
  readonly host: string;
  /** http goes to this machine only (D14), and to private networks or everywhere where these are allowed. */
  readonly plain: boolean;
}

/** While a name has more addresses, one that does not answer is given up for the next after this long. */
const nextAddressMs = 3_000;

/** Sets no limit of time on a connection: a caller's own covers it (`exchange`). */
export function guardedConnector(options: ConnectorOptions): GuardedConnector {
  const resolve = sharedResolve(options.resolve === undefined ? systemResolve : askedAtOnce(options.resolve));
  const check = (target: Target, address: string): void => {
    const judged = checkAddress(address, options);
    if (!judged.ok) throw new BlockedAddressError(target.host, address, judged.range);
    if (target.plain && options.allowPlain !== true && !judged.loopback && judged.private !== true)
      throw new BlockedAddressError(target.host, address, 'not this machine, over http');
  };
  const connectorFor = (
    target: Target,
    progress: ConnectProgress | undefined,
  ): { connect: buildConnector.connector; checked: Set<string> } => {
    const checked = new Set<string>();
    const checkedLookup = lookupThrough(async (name) => {
      const addresses = await resolve(name, progress?.waitsForOther);
      if (addresses.length === 0) throw Object.assign(new Error(`${name} has no address`), { code: 'ENOTFOUND' });
      for (const address of addresses) check(target, address);
      for (const address of addresses) checked.add(plainAddress(address));
      return addresses;
    });
    const connect = buildConnector({
      // A wall clock would take a stop of this process for an endpoint that does not answer.
      timeout: 0,
      lookup: checkedLookup,
      // Makes Node ask the lookup for all addresses, and try the next one when one does not answer.
      autoSelectFamily: true,
      autoSelectFamilyAttemptTimeout: nextAddressMs,
      // One connector a connection: there is nobody to share a session with.
      maxCachedSessions: 0,
      ...(options.ca === undefined ? {} : { ca: options.ca }),
    });
    return { connect, checked };
  };

  return (wanted, callback) => {
    const host = wanted.hostname.replace(/^\[(.*)\]$/, '$1');
    const target = { host, plain: wanted.protocol !== 'https:' };
    const { progress, ...opening } = wanted;
    const { connect, checked } = connectorFor(target, progress);
    try {
      if (isIP(host) !== 0) {
        check(target, host);
        checked.add(plainAddress(host));
        progress?.waitsForOther();
      }
    } catch (error) {
      callback(error as Error, null);
      return;
    }
    connect({ ...opening, hostname: host }, (...[error, socket]) => {
      if (error !== null) {
        callback(error, null);
        return;
      }
      const reached = socket.remoteAddress ?? 'an unknown address';
      if (checked.has(plainAddress(reached))) {
        callback(null, socket);
        return;
      }
      socket.destroy();
      callback(new BlockedAddressError(host, reached, 'not an address that was checked'), null);
    });
  };
}

function askedAtOnce(resolve: (name: string) => Promise<readonly string[]>): Resolve {
  return (name, asked) => {
    asked?.();
    return resolve(name);
  };
}

/** A resolver in the form `net.connect` wants when it may try several addresses. */
function lookupThrough(resolve: Resolve): LookupFunction {
  const found = async (name: string): Promise<LookupAddress[]> =>
    (await resolve(name)).map((address) => ({ address, family: isIP(address) }));
  return callbackify((name: string, _options: LookupOptions) => found(name));
}

// What of a failed connection is our own fault, and so no news of the other side (D59).

/** What this machine has run out of, lost, or forbids. */
const ourResources: ReadonlySet<string> = new Set(
  'EMFILE ENFILE ENOBUFS ENOMEM EADDRNOTAVAIL EADDRINUSE ENETDOWN ENONET EACCES EPERM EAI_MEMORY EAI_SYSTEM ERESOLVER'.split(
    ' ',
  ),
);

/** Whether a system error of a connection that was being opened is about this machine. */
export function isOurResource(code: string): boolean {
  return ourResources.has(code);
}

/** Whether a process that did not run for so long may itself have broken a connection, or taken it for silent. */
export function wasAway(lostMs: number): boolean {
  return lostMs >= 1_000;
}

// Names to addresses. The system resolver blocks a thread of this process's small pool per question, so questions wait
// in a line of our own: what waits in it has not been asked yet, and says nothing about the name.

/**
 * Gives all addresses of a name; rejects with a DNS code such as ENOTFOUND.
 * @param asked called when the question is really asked, and waits for no thread of ours any more
 */
type Resolve = (name: string, asked?: () => void) => Promise<readonly string[]>;

/** libuv lets half of its threads, rounded up, block in the system resolver at once. */
const poolThreads = Number(process.env['UV_THREADPOOL_SIZE'] ?? 4) || 4;
const questionsAtOnce = Math.max(1, Math.floor((poolThreads + 1) / 2));

/** Asks at most so many questions at once; the others wait in a line, the first one first. */
export function linedUp(ask: (name: string) => Promise<readonly string[]>, atOnce: number): Resolve {
  const waiting: (() => void)[] = [];
  let asking = 0;
  return async (name, asked) => {
    if (asking >= atOnce) await new Promise<void>((resolve) => waiting.push(resolve));
    else asking += 1;
    asked?.();
    try {
      return await ask(name);
    } finally {
      // A place is handed on, so that nobody who comes now overtakes those who wait.
      const next = waiting.shift();
      if (next === undefined) asking -= 1;
      else next();
    }
  };
}

/**
 * Distinguishes a name without an answer from a resolver of ours without one. `EAI_AGAIN` is both: the name servers of the name
 * fail, which is news of the receiver, or ours cannot be reached, which is none (D59).
 * @param answers whether our resolver answers anything at all
 */
export function knowingOwnFaults(
  ask: (name: string) => Promise<readonly string[]>,
  answers: () => Promise<boolean>,
): (name: string) => Promise<readonly string[]> {
  return async (name) => {
    try {
      return await ask(name);
    } catch (error) {
      if (!isTemporary(error) || (await answers())) throw error;
      throw Object.assign(new Error('our resolver does not answer', { cause: error }), { code: 'ERESOLVER' });
    }
  };
}

const isTemporary = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'EAI_AGAIN';

/** What a question for the root ends with where our resolver, or its way out, is away; what it refuses it has heard. */
const silence: ReadonlySet<unknown> = new Set(['ETIMEOUT', 'ECONNREFUSED', 'ESERVFAIL']);

async function rootResolves(): Promise<boolean> {
  try {
    await new Resolver({ timeout: 2_000, tries: 1 }).resolveNs('.');
    return true;
  } catch (error) {
    return !silence.has((error as NodeJS.ErrnoException).code);
  }
}

/** The operating system's resolver, as every other program of the machine uses it. */
const systemResolve: Resolve = linedUp(
  knowingOwnFaults(async (name) => (await lookup(name, { all: true })).map(({ address }) => address), rootResolves),
  questionsAtOnce,
);

interface Question {
  answer?: Promise<readonly string[]>;
  isAsked: boolean;
  readonly listeners: Set<() => void>;
}

/** Callers that ask for the same name at the same time share one answer, so that a slow name takes one thread. */
export function sharedResolve(resolve: Resolve): Resolve {
  const questions = new Map<string, Question>();
  const ask = (name: string, question: Question): Promise<readonly string[]> =>
    resolve(name, () => {
      question.isAsked = true;
      for (const one of question.listeners) one();
    }).finally(() => questions.delete(name));
  return (name, asked) => {
    const question = questions.get(name) ?? { isAsked: false, listeners: new Set() };
    questions.set(name, question);
    if (asked !== undefined) {
      if (question.isAsked) asked();
      else question.listeners.add(asked);
    }
    question.answer ??= ask(name, question);
    return question.answer;
  };
}
