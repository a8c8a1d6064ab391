/** Chains the events of a task by hash, so that none can be changed, removed, added or moved unseen (D19). */
import type { ChainedEvent, EvidenceEvent } from './evidence-events.ts';
import type { Manifest } from './manifest.ts';

/** What is before the first event. */
const noHash = '0'.repeat(64);

/** An event as it is stored and packed: its exact line, and the hash that the next one carries. */
export interface ChainLink {
  readonly seq: number;
  readonly line: string;
  readonly hash: string;
}

/** The end of a chain, to which more can be added. */
export type ChainHead = Pick<ChainLink, 'seq' | 'hash'>;
export const emptyChain: ChainHead = { seq: 0, hash: noHash };

/** hash = SHA-256 over the UTF-8 of the previous hash (64 hex digits) and the line, with nothing between. */
function hashOf(previous: string, line: string, sha256: Sha256): string {
  return sha256(bytesOf(previous + line));
}

/**
 * Adds events to the end of a chain.
 * @param at ISO 8601 UTC with milliseconds
 * @returns the new links in order, each with the event it holds
 */
export function extendChain(
  head: ChainHead,
  events: readonly EvidenceEvent[],
  at: string,
  sha256: Sha256,
): (ChainLink & { readonly event: ChainedEvent })[] {
  let { seq, hash: previous } = head;
  return events.map((given) => {
    seq += 1;
    const event: ChainedEvent = { seq, at, previous, ...given };
    const line = JSON.stringify(event);
    previous = hashOf(previous, line, sha256);
    return { seq, line, hash: previous, event };
  });
}

/** The first place where lines do not make a chain. */
interface ChainBreak {
  /** Counted from 1. */
  readonly line: number;
  readonly sentence: string;
}

interface ReadChain {
  readonly events: readonly ChainedEvent[];
  readonly head: ChainHead;
  readonly broken: ChainBreak | null;
}

/** Reads lines back into events and follows the hashes from the first line to the last. */
export function readChain(lines: readonly string[], sha256: Sha256): ReadChain {
  const events: ChainedEvent[] = [];
  let previous = noHash;
  let broken: ChainBreak | null = null;
  for (const [index, line] of lines.entries()) {
    const number = index + 1;
    const event = parseEvent(line);
    if (event === undefined) broken ??= { line: number, sentence: `line ${number} is not an event` };
    else {
      events.push(event);
      if (event.seq !== number)
        broken ??= {
          line: number,
          sentence: `line ${number} holds event ${event.seq}: an event was removed, added or moved`,
        };
      else if (event.previous !== previous)
        broken ??= {
          line: number,
          sentence:
            number === 1
              ? 'line 1 is not the beginning of a chain'
              : `line ${number} does not follow from line ${number - 1} as it is: one of the two was changed`,
        };
    }
    previous = hashOf(previous, line, sha256);
  }
  return { events, head: { seq: lines.length, hash: previous }, broken };
}

function parseEvent(line: string): ChainedEvent | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null && 'seq' in value && 'previous' in value
      ? (value as ChainedEvent)
      : undefined;
  } catch {
    return undefined;
  }
}

/** The content of events.jsonl: one line an event, each ended by a newline. */
export function eventsText(lines: readonly string[]): string {
  return lines.map((line) => `${line}\n`).join('');
}

/** The lines of events.jsonl; a last line without its newline counts too. */
export function linesOf(text: string): string[] {
  const lines = text.split('\n');
  if (lines.at(-1) === '') lines.pop();
  return lines;
}

// Follows packs of one record from each to the one before, where an auditor has several of them.

/** A pack whose signature holds, and the digest of its manifest file. */
interface GivenPack {
  readonly manifest: Manifest;
  readonly sha256: string;
}

export interface PreviousLink {
  readonly taskId: string;
  /**
   * `not_recorded`: made by a version whose packs did not name one; `first`: there was none; `not_given`: it is not
   * among the packs at hand; `follows`; `differs`: the pack at hand is not the one that was named; `other_record`.
   */
  readonly state: 'not_recorded' | 'first' | 'not_given' | 'follows' | 'differs' | 'other_record';
  readonly sentence: string;
}

/** @returns for each pack whether the one that it names is among the others, unchanged */
export function previousLinks(packs: readonly GivenPack[]): PreviousLink[] {
  const byTask = new Map(packs.map((pack) => [pack.manifest.task_id, pack]));
  return packs.map(({ manifest }) => ({ taskId: manifest.task_id, ...linkOf(manifest, byTask) }));
}

function linkOf(
  { previous_pack: named, record }: Manifest,
  packs: ReadonlyMap<string, GivenPack>,
): Omit<PreviousLink, 'taskId'> {
  if (named === undefined)
    return { state: 'not_recorded', sentence: 'it was made by a version whose packs name no previous one' };
  if (named === null) return { state: 'first', sentence: 'it names no previous pack' };
  const { task_id: id } = named;
  const previous = packs.get(id);
  if (previous === undefined)
    return { state: 'not_given', sentence: `the previous pack, of ${id}, is not among those given` };
  if (previous.sha256 !== named.manifest_sha256)
    return {
      state: 'differs',
      sentence: `the pack given for ${id} is not the one that this pack names as the previous`,
    };
  // Missing only in packs that name no record: they cannot be meant.
  const { record: other = null } = previous.manifest;
  const isSame = other === null || (other.record === record?.record && other.portal === record.portal);
  return isSame
    ? { state: 'follows', sentence: `it follows the pack of ${id}` }
    : { state: 'other_record', sentence: `the previous pack, of ${id}, is about another record: ${other.record}` };
}

/** Digests and byte comparison, the ground of the evidence rules. */

/** SHA-256 of bytes as 64 lower-case hex digits; an argument, because the rules themselves compute nothing outside. */
export type Sha256 = (bytes: Uint8Array) => string;

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** UTF-8. */
export function bytesOf(text: string): Uint8Array {
  return encoder.encode(text);
}

/** UTF-8; a byte that is none becomes U+FFFD, so that damaged text can still be looked at. */
export function textOf(bytes: Uint8Array): string {
  return decoder.decode(bytes);
}

/** Offset of the first byte in which the two differ (the shorter one's length where one is the other's beginning). */
export function firstDifference(a: Uint8Array, b: Uint8Array): number | undefined {
  const shorter = Math.min(a.length, b.length);
  for (let i = 0; i < shorter; i += 1) if (a[i] !== b[i]) return i;
  return a.length === b.length ? undefined : shorter;
}
