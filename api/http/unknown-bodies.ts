/**
 * Bodies whose sender is only known by what is in them, such as a signed webhook or a sign-in: what has arrived of them
 * at any moment is limited, so that strangers cannot fill the memory (D60). Beyond the limit, the body that has been
 * arriving for longest makes room, among those of the address that has most: a body that comes as fast as it can is
 * hardly ever the oldest, so those who hold theirs back only lose their own.
 */
import type { IncomingMessage } from 'node:http';
import type { Context } from 'koa';
import { ownerOfAddress } from '../../process/connection-limits.ts';
import { refuseBody } from './broken-request.ts';
import { ApiError } from './errors.ts';
import { readBodyByPieces } from './raw-body.ts';

export interface UnknownBodies {
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
