/**
 * Many events as JSON text outside the heap, a quarter of what they take as objects: what an import maps waits here until
 * all of it is known and its order with it.
 */
import { setImmediate as pause } from 'node:timers/promises';
import type { EventsText } from '../../store/lanes/ingest-request.ts';

interface PackedEvent {
  readonly id: string;
  /** ISO 8601 in UTC, all of one form. */
  readonly at: string;
}

export interface EventPack<T extends PackedEvent> {
  readonly count: number;
  add(event: T, line: number): void;
  /** One that is before all others, whatever its time; it has no line. */
  addFirst(event: T): void;
  /** By time, then by id: the order in which the log would take them as one request (D32). Others get their turns. */
  sort(): Promise<void>;
  /** Of the n-th, in order once it was sorted. */
  line(n: number): number;
  /** A list of those from `from` up to `to`. Others get their turns. */
  text(from: number, to: number): Promise<EventsText>;
}

/** Events of one buffer. */
const together = 1000;
/** Events that are turned into text, or put together, before others get their turn. */
const slice = 500;
const [openList, closeList, comma] = ['[', ']', ','].map((text) => Buffer.from(text)) as [Buffer, Buffer, Buffer];

export function openEventPack<T extends PackedEvent>(): EventPack<T> {
  const buffers: Buffer[] = [];
  /** Where each ends in its buffer. */
  const ends: number[] = [];
  const lines: number[] = [];
  const times: number[] = [];
  const ids: string[] = [];
  let pending: string[] = [];
  let order: Uint32Array | undefined;
  const flush = (): void => {
    if (pending.length === 0) return;
    buffers.push(Buffer.from(pending.join('')));
    pending = [];
  };
  const bytesOf = (place: number): Buffer => {
    const buffer = buffers[Math.floor(place / together)];
    if (buffer === undefined) throw new Error(`event ${place} is not packed`);
    return buffer.subarray(place % together === 0 ? 0 : ends[place - 1], ends[place]);
  };
  const placeOf = (n: number): number => order?.[n] ?? n;
  const add = (event: T, line: number, time: number): void => {
    const text = JSON.stringify(event);
    ends.push((pending.length === 0 ? 0 : (ends.at(-1) ?? 0)) + Buffer.byteLength(text));
    pending.push(text);
    if (pending.length === together) flush();
    lines.push(line);
    times.push(time);
    // A copy: a cell of an export is a view of its text, all of which it would keep.
    ids.push(Buffer.from(event.id).toString());
  };
  return {
    get count() {
      return lines.length;
    },
    add: (event, line) => add(event, line, Date.parse(event.at)),
    addFirst: (event) => add(event, 0, -Infinity),
    sort: async () => {
      const id = (place: number): string => ids[place] ?? '';
      order = await sortedInSlices(
        new Uint32Array(lines.length).map((_, place) => place),
        (a, b) => (times[a] ?? 0) - (times[b] ?? 0) || (id(a) < id(b) ? -1 : Number(id(a) > id(b))),
      );
    },
    line: (n) => lines[placeOf(n)] ?? 0,
    text: async (from, to) => {
      flush();
      const parts = [openList];
      for (let at = from; at < to; at += slice) {
        const some: Buffer[] = [];
        for (let n = at; n < Math.min(at + slice, to); n += 1) {
          if (n > from) some.push(comma);
          some.push(bytesOf(placeOf(n)));
        }
        parts.push(Buffer.concat(some));
        await pause();
      }
      parts.push(closeList);
      return { json: await joinedInSlices(parts), count: to - from };
    },
  };
}

/** Numbers that are sorted or merged before others get their turn: some milliseconds. */
const run = 5_000;

/** A merge sort that begins with short runs; an array of half a million sorted at once would hold others up. */
async function sortedInSlices(numbers: Uint32Array, compare: (a: number, b: number) => number): Promise<Uint32Array> {
  let from: Uint32Array = numbers;
  for (let at = 0; at < from.length; at += run) {
    from.subarray(at, at + run).sort(compare);
    await pause();
  }
  let to: Uint32Array = new Uint32Array(from.length);
  for (let width = run; width < from.length; width *= 2) {
    let sinceTurn = 0;
    for (let at = 0; at < from.length; at += 2 * width) {
      let left = at;
      let right = Math.min(at + width, from.length);
      const [leftEnd, rightEnd] = [right, Math.min(at + 2 * width, from.length)];
      for (let n = at; n < rightEnd; n += 1) {
        const isLeft = right >= rightEnd || (left < leftEnd && compare(from[left] ?? 0, from[right] ?? 0) <= 0);
        to[n] = (isLeft ? from[left++] : from[right++]) ?? 0;
        if ((sinceTurn += 1) % run === 0) await pause();
      }
    }
    [from, to] = [to, from];
  }
  return from;
}

/** The text of a list of events, made a slice at a time. */
export async function eventsText(events: readonly object[]): Promise<EventsText> {
  const parts: Buffer[] = [openList];
  for (let from = 0; from < events.length; from += slice) {
    const text = JSON.stringify(events.slice(from, from + slice)).slice(1, -1);
    if (from > 0) parts.push(comma);
    parts.push(Buffer.from(text));
    await pause();
  }
  parts.push(closeList);
  return { json: await joinedInSlices(parts), count: events.length };
}

/** As Buffer.concat, which for fifty megabytes would hold others up. */
async function joinedInSlices(parts: readonly Buffer[]): Promise<Buffer> {
  const whole = Buffer.allocUnsafe(parts.reduce((size, { length }) => size + length, 0));
  let at = 0;
  for (const part of parts) {
    at += part.copy(whole, at);
    await pause();
  }
  return whole;
}
