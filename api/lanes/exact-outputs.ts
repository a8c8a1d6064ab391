/**
 * Numbers of outputs with more digits than JavaScript holds: parsed plainly, the account numbers 12345678901234567 and
 * 12345678901234568 become one, and two different answers would agree. They are kept as text, which the rules of fields
 * compare digit by digit (D45).
 */
import { isExactly } from '../../domain/lanes/compare.ts';
import { openSlices } from '../../process/time-slices.ts';
import { parseJsonInSlices } from '../http/json-in-slices.ts';
import type { Reviver } from '../http/json-shape.ts';

/** A number that lost digits. */
class Rounded {
  readonly value: number;
  readonly source: string;
  constructor(value: number, source: string) {
    this.value = value;
    this.source = source;
  }
}

/** Shorter numbers are held exactly. A run of digits within a text is found too, which costs time only. */
const long = /[-:,[\s]\d[\d.]{15}/;
/** Bytes that are searched before others get their turn, and what a number at their end may need beyond. */
const [searched, beyond] = [1_000_000, 32];

/** @throws ApiError bad_json */
export async function parseEvents(bytes: Buffer): Promise<unknown> {
  if (!(await hasLongNumbers(bytes))) return parseJsonInSlices(bytes);
  let isRounded = false;
  const revive: Reviver = (_name, value, { source }) => {
    if (typeof value !== 'number' || source === undefined || source.length < 16 || isExactly(value, source))
      return value;
    isRounded = true;
    return new Rounded(value, source);
  };
  const body = await parseJsonInSlices(bytes, undefined, revive);
  return isRounded ? settled(body) : body;
}

async function hasLongNumbers(bytes: Buffer): Promise<boolean> {
  const pause = openSlices();
  for (let at = 0; at < bytes.length; at += searched) {
    if (long.test(bytes.toString('latin1', at, Math.min(at + searched + beyond, bytes.length)))) return true;
    await pause();
  }
  return false;
}

/** The body with texts in outputs, and the numbers that were parsed everywhere else. */
async function settled(body: unknown): Promise<unknown> {
  if (body instanceof Rounded) return body.value;
  const pause = openSlices();
  const events: unknown = Array.isArray(body) ? body : (body as Record<string, unknown>)['events'];
  if (Array.isArray(events))
    for (const event of events as unknown[]) {
      settle(event, false);
      await pause();
    }
  settle(body, false, events === body ? undefined : events);
  return body;
}

/** @param done a member that is settled already */
function settle(holder: unknown, inOutputs: boolean, done?: unknown): void {
  if (typeof holder !== 'object' || holder === null || holder === done) return;
  for (const [name, value] of Object.entries(holder as Record<string, unknown>))
    if (value instanceof Rounded)
      // Assigned, a member __proto__ would become the prototype.
      Object.defineProperty(holder, name, { value: inOutputs ? value.source : value.value });
    else settle(value, inOutputs || name === 'outputs', done);
}
