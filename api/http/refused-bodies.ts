/**
 * What bodies that are refused may cost (D60): reading one takes processor time by its length, and nobody has any use
 * of it. A caller may send so many bytes of such bodies a second; beyond that its next bodies wait, unread, and when the
 * wait is long they are asked to come later. Bodies that are accepted cost nothing here.
 */
import type { IncomingMessage } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import type { Context } from 'koa';
import { ownerOfAddress } from '../../process/connection-limits.ts';
import { refuseBody } from './broken-request.ts';
import { ApiError } from './errors.ts';
import { readBodyByPieces } from './read-body.ts';

/** A megabyte of the worst shapes costs 15 ms, so a caller has a sixteenth of a processor for what is refused. */
const refusedBytesPerSecond = 4_000_000;
/** Refused bytes before anything waits. */
const refusedBytesAtOnce = 4_000_000;
/** One refused body of fifty megabytes holds up the next for a few seconds, not for a minute. */
const longestDebt = 16_000_000;
/** Bodies up to this go straight on: the limit of requests holds for them. */
const smallBytes = 4_096;
/** Well within the time for a whole request. */
const longestWaitMs = 10_000;
const remembered = 10_000;
/** No route takes a longer body: such a one is refused by its length, unread, and costs nothing. */
const longestBody = 100_000_000;

interface Debt {
  readonly bytes: number;
  /** When `bytes` was true. */
  readonly at: number;
}

interface Judged {
  readonly caller: string;
  readonly bytes: number;
  /** What was put down before the body was read. */
  readonly reserved: number;
}

export class RefusedBodies {
  readonly #debts = new Map<string, Debt>();
  readonly #now: () => number;

  /** @param now in milliseconds */
  constructor(now: () => number) {
    this.#now = now;
  }

  /** How long a body of this caller waits before it is read, ms. */
  waitOf(caller: string): number {
    return Math.max(0, Math.ceil(((this.#debtOf(caller) - refusedBytesAtOnce) / refusedBytesPerSecond) * 1000));
  }

  /**
   * Puts a body down that is about to be read; one of a caller with nothing refused recently is free until it is refused.
   * @returns how much was put down
   */
  reserve(caller: string, bytes: number): number {
    if (this.#debtOf(caller) === 0) return 0;
    // Those that wait count in full, so that they are read one after the other.
    this.#set(caller, this.#debtOf(caller) + bytes);
    return bytes;
  }

  /** @param bytes that were refused; below zero for what was put down and then taken */
  add(caller: string, bytes: number): void {
    const before = this.#debtOf(caller);
    this.#set(caller, Math.max(0, Math.min(before + bytes, Math.max(before, longestDebt))));
  }

  #set(caller: string, debt: number): void {
    this.#debts.delete(caller);
    if (debt === 0) return;
    if (this.#debts.size >= remembered) this.#debts.delete(this.#debts.keys().next().value ?? '');
    this.#debts.set(caller, { bytes: debt, at: this.#now() });
  }

  #debtOf(caller: string): number {
    const debt = this.#debts.get(caller);
    if (debt === undefined) return 0;
    return Math.max(0, debt.bytes - (Math.max(0, this.#now() - debt.at) / 1000) * refusedBytesPerSecond);
  }
}

const refused = new RefusedBodies(() => performance.now());
const judged = new WeakMap<IncomingMessage, Judged>();

/**
 * Call it when it is known who sends a request and before its body is read.
 * @param caller the sender or workspace
 * @throws ApiError rate_limited, with Retry-After in seconds
 */
export function paceBody(request: IncomingMessage, caller: string): Promise<void> | undefined {
  const bytes = lengthOf(request);
  if (bytes <= smallBytes) return undefined;
  const waitMs = refused.waitOf(caller);
  if (waitMs > longestWaitMs)
    throw new ApiError(
      'rate_limited',
      `bodies that are refused may hold ${refusedBytesPerSecond.toLocaleString('en-US')} bytes a second`,
      { headers: { 'Retry-After': String(Math.ceil(waitMs / 1000)) } },
    );
  // Put down at once, so that bodies that come together wait for one another.
  judged.set(request, { caller, bytes, reserved: refused.reserve(caller, bytes) });
  return waitMs > 0 ? delay(waitMs) : undefined;
}

/**
 * Call it when the answer is known.
 * @param share of the body that was refused, 0 to 1
 */
export function judgeBody(request: IncomingMessage, share: number): void {
  const body = judged.get(request);
  if (body === undefined) return;
  judged.delete(request);
  // What was not read cost nothing.
  const bytes = request.complete ? body.bytes * share : 0;
  refused.add(body.caller, bytes - body.reserved);
}

/** Bytes of the body; of a chunked one what a connection has brought is as near as it comes. */
function lengthOf(request: IncomingMessage): number {
  const length = request.headers['content-length'];
  if (length !== undefined) return Number(length) > longestBody ? 0 : Number(length) || 0;
  return request.headers['transfer-encoding'] === undefined ? 0 : 1_000_000;
}

// * Bodies whose sender is only known by what is in them, such as a signed webhook or a sign-in: what has arrived of them
// at any moment is limited, so that strangers cannot fill the memory (D60). Beyond the limit, the body that has been
// arriving for longest makes room, among those of the address that has most: a body that comes as fast as it can is
// hardly ever the oldest, so those who hold theirs back only lose their own.

interface UnknownBodies {
  /** @throws ApiError as `readRawBody`, and unavailable for a body that had to make room */
  read(request: IncomingMessage, limit: number): Promise<Buffer>;
}

interface Arriving {
  readonly owner: string;
  bytes: number;
  readonly refuse: () => void;
}

/** @param limits bytes that may have arrived of bodies that are not there in full: of all callers, and of one address */
export function openUnknownBodies(limits: { readonly total: number; readonly perAddress: number }): UnknownBodies {
  /** In the order in which they began to arrive. */
  const arriving = new Set<Arriving>();
  const bytesOf = new Map<string, number>();
  let total = 0;

  function count(body: Arriving, bytes: number): void {
    body.bytes += bytes;
    total += bytes;
    const ofOwner = (bytesOf.get(body.owner) ?? 0) + bytes;
    if (ofOwner > 0) bytesOf.set(body.owner, ofOwner);
    else bytesOf.delete(body.owner);
  }

  function makeRoom(owner: string): void {
    // Behind loopback is a proxy, and behind that everybody.
    if (owner !== 'loopback') while ((bytesOf.get(owner) ?? 0) > limits.perAddress) dropOldest(owner);
    while (total > limits.total) dropOldest([...bytesOf].reduce((most, one) => (one[1] > most[1] ? one : most))[0]);
  }

  function dropOldest(owner: string): void {
    for (const body of arriving)
      if (body.owner === owner && body.bytes > 0) {
        leave(body);
        body.refuse();
        return;
      }
  }

  function leave(body: Arriving): void {
    if (arriving.delete(body)) count(body, -body.bytes);
  }

  return {
    async read(request, limit) {
      const body: Arriving = {
        owner: ownerOfAddress(request.socket.remoteAddress ?? ''),
        bytes: 0,
        refuse: () => refuseBody(request, tooMany()),
      };
      arriving.add(body);
      try {
        return await readBodyByPieces(request, limit, (bytes) => {
          if (!arriving.has(body)) throw tooMany();
          count(body, bytes);
          makeRoom(body.owner);
        });
      } finally {
        leave(body);
      }
    },
  };
}

function tooMany(): ApiError {
  return new ApiError('unavailable', 'too many bodies are arriving at once; try again shortly', {
    headers: { 'Retry-After': '2' },
  });
}

const ofThisProcess = openUnknownBodies({ total: 64_000_000, perAddress: 16_000_000 });

/** @throws ApiError as `readRawBody`, and unavailable */
export function readUnknownBody(ctx: Context, limit: number): Promise<Buffer> {
  return ofThisProcess.read(ctx.req, limit);
}
