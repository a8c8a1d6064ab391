/** Chains the events of a task by hash, so that none can be changed, removed, added or moved unseen (D19). */
import { bytesOf, type Sha256 } from './digest.ts';
import type { ChainedEvent, EvidenceEvent } from './evidence-events.ts';

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
export function hashOf(previous: string, line: string, sha256: Sha256): string {
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
  return events.map((story) => {
    seq += 1;
    const event: ChainedEvent = { seq, at, previous, ...story };
    const line = JSON.stringify(event);
    previous = hashOf(previous, line, sha256);
    return { seq, line, hash: previous, event };
  });
}

/** The first place where lines do not make a chain. */
export interface ChainBreak {
  /** Counted from 1. */
  readonly line: number;
  readonly sentence: string;
}

export interface ReadChain {
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
