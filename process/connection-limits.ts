/**
 * Bounds how many connections a server keeps (D60). One beyond the bound takes the place of the one that has been
 * waiting longest, of the address that has most: anyone who opens many only ever loses their own.
 */
import type { Server, Socket } from 'node:net';
import ipaddr from 'ipaddr.js';

export interface ConnectionLimits {
  readonly total: number;
  /** Loopback does not count: behind it is a proxy of this machine, and behind that everybody. */
  readonly perAddress: number;
}

export interface LimitedConnections {
  /** A request has arrived in full: its answer is not cut. */
  busy(socket: Socket): void;
  /** It waits again for what the other side sends. */
  idle(socket: Socket): void;
}

/** @param farewell what is sent to one that is cut; empty for nothing */
export function limitConnections(server: Server, limits: ConnectionLimits, farewell = ''): LimitedConnections {
  /** By owner, those that wait first in the order in which they began to. */
  const waiting = new Map<string, Set<Socket>>();
  const answering = new Map<string, Set<Socket>>();
  const ownerOf = new Map<Socket, string>();
  const move = (socket: Socket, to: Map<string, Set<Socket>>): void => {
    const owner = ownerOf.get(socket);
    if (owner === undefined) return;
    remove(waiting, owner, socket);
    remove(answering, owner, socket);
    const set = to.get(owner) ?? new Set();
    to.set(owner, set.add(socket));
  };
  const countOf = (owner: string): number => (waiting.get(owner)?.size ?? 0) + (answering.get(owner)?.size ?? 0);
  const cutOne = (owner: string | undefined): boolean => {
    const [longest] = (owner === undefined ? undefined : waiting.get(owner)) ?? [];
    if (longest === undefined) return false;
    leave(longest);
    if (farewell === '' || !longest.writable) longest.destroy();
    else longest.end(farewell, () => longest.destroy());
    return true;
  };
  const leave = (socket: Socket): void => {
    const owner = ownerOf.get(socket);
    if (owner === undefined) return;
    ownerOf.delete(socket);
    remove(waiting, owner, socket);
    remove(answering, owner, socket);
  };
  server.on('connection', (socket: Socket) => {
    const owner = ownerOfAddress(socket.remoteAddress ?? '');
    const alone = owner !== 'loopback' && countOf(owner) >= limits.perAddress;
    const full = ownerOf.size >= limits.total;
    const cut = alone ? cutOne(owner) : !full || cutOne(largest(waiting, countOf));
    if (!cut) {
      socket.destroy();
      return;
    }
    ownerOf.set(socket, owner);
    move(socket, waiting);
    socket.once('close', () => leave(socket));
  });
  return { busy: (socket) => move(socket, answering), idle: (socket) => move(socket, waiting) };
}

function remove(from: Map<string, Set<Socket>>, owner: string, socket: Socket): void {
  const set = from.get(owner);
  if (set?.delete(socket) === true && set.size === 0) from.delete(owner);
}

/** Who has most of all connections, among those of whom one can be cut. */
function largest(waiting: ReadonlyMap<string, unknown>, countOf: (owner: string) => number): string | undefined {
  let most: { readonly owner: string; readonly count: number } | undefined;
  for (const owner of waiting.keys()) {
    const count = countOf(owner);
    if (most === undefined || count > most.count) most = { owner, count };
  }
  return most?.owner;
}

/** An IPv4 address; of IPv6 the /64, all of which one caller has. */
export function ownerOfAddress(remote: string): string {
  if (!ipaddr.isValid(remote)) return remote;
  const address = ipaddr.process(remote);
  if (address.range() === 'loopback') return 'loopback';
  return address instanceof ipaddr.IPv6 ? `${address.parts.slice(0, 4).join(':')}/64` : address.toString();
}
