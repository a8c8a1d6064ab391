/** Pins (D74): people keep a step, a queue or a whole workspace at a lane or below it. */
import type { Finding } from '../sentence.ts';
import type { Lane } from './event.ts';
import { laneName } from './sentences.ts';

export type PinnedLane = Exclude<Lane, 'auto'>;

/** Bounded, plain JSON: it is kept in the state of the workspace and in its log. */
export interface Pin {
  readonly id: string;
  /** Null: every queue. */
  readonly queue: string | null;
  /** Null: every step of the queue. */
  readonly step: string | null;
  /** The highest lane that routes return. */
  readonly lane: PinnedLane;
  readonly reason: string;
  /** Who set it, by name. */
  readonly by: string;
  /** Epoch ms by the wall clock. */
  readonly at: number;
  /** Epoch ms of the data clock; null: until it is removed. */
  readonly until: number | null;
}

export type PinChange = { readonly add: Pin } | { readonly remove: string; readonly by: string };

/** What somebody asks for: two pins that are alike in it, by the same person, are one that was asked for twice. */
export type WantedPin = Pick<Pin, (typeof wantedMembers)[number]>;
const wantedMembers = ['queue', 'step', 'lane', 'reason', 'until'] as const satisfies readonly (keyof Pin)[];

export function findSamePin(pins: readonly Pin[], wanted: WantedPin & Pick<Pin, 'by'>): Pin | undefined {
  return pins.find((pin) => pin.by === wanted.by && wantedMembers.every((member) => pin[member] === wanted[member]));
}

/** As answers show it. */
interface PinView extends Omit<Pin, 'at' | 'until'> {
  readonly at: string;
  readonly until: string | null;
}

export function pinView({ at, until, ...pin }: Pin): PinView {
  return { ...pin, at: new Date(at).toISOString(), until: until === null ? null : new Date(until).toISOString() };
}

/** `ended`: its `until` has passed; it holds nothing and is listed until somebody removes it. */
export const pinStates = ['active', 'ended'] as const;
export type PinState = (typeof pinStates)[number];

export interface ListedPin extends PinView {
  readonly state: PinState;
}

/** @param dataClock epoch ms; null before the first event */
export function listedPin(pin: Pin, dataClock: number | null): ListedPin {
  return { ...pinView(pin), state: dataClock !== null && hasEnded(pin, dataClock) ? 'ended' : 'active' };
}

function hasEnded({ until }: Pick<Pin, 'until'>, now: number): boolean {
  return until !== null && until <= now;
}

const height: Readonly<Record<Lane, number>> = { shadow: 0, assist: 1, auto: 2 };

export function isAbove(lane: Lane, other: Lane): boolean {
  return height[lane] > height[other];
}

/** The highest lane that a step may be in, and why; undefined where nothing holds it. */
export interface Ceiling {
  readonly lane: Lane;
  /** A pin, or null for the rules of the step. */
  readonly pin: Pin | null;
  /** Without a full stop. */
  readonly words: string;
}

/** @param now epoch ms of the data clock */
export function ceilingOf(
  pins: readonly Pin[],
  maxLane: Lane,
  place: { readonly queue: string; readonly step: string },
  now: number,
): Ceiling | undefined {
  let lowest: Ceiling | undefined =
    maxLane === 'auto'
      ? undefined
      : { lane: maxLane, pin: null, words: `the rules allow ${laneName(maxLane)} at most` };
  for (const pin of pins) {
    if ((pin.queue !== null && pin.queue !== place.queue) || (pin.step !== null && pin.step !== place.step)) continue;
    if (hasEnded(pin, now)) continue;
    if (lowest === undefined || isAbove(lowest.lane, pin.lane))
      lowest = { lane: pin.lane, pin, words: `pinned to ${laneName(pin.lane)} by ${pin.by}: ${pin.reason}` };
  }
  return lowest;
}

/**
 * Why a pin would hold nothing, as a finding: anyone who sets one believes that agents are stopped. Undefined where it holds.
 * @param known whether the workspace has the steps that are named, and its data clock (epoch ms)
 */
export function idlePin(
  { queue, step, until }: Pick<Pin, 'queue' | 'step' | 'until'>,
  known: { readonly hasSteps: boolean; readonly dataClock: number | null },
): Finding | undefined {
  if (queue !== null && !known.hasSteps)
    return step === null
      ? { path: 'queue', sentence: `there is no queue ${queue}` }
      : { path: 'step', sentence: `there is no step ${step} in queue ${queue}` };
  if (until !== null && known.dataClock !== null && hasEnded({ until }, known.dataClock)) {
    const clock = new Date(known.dataClock).toISOString();
    return { path: 'until', sentence: `until must be after the data clock of the workspace, ${clock}` };
  }
  return undefined;
}

/** Pins in sentences, for a model. */
export function describePins(pins: readonly ListedPin[]): string {
  if (pins.length === 0) return 'No pins: only earned lanes decide.';
  return pins
    .map(({ queue, step, lane, reason, by, until, state }) => {
      const place =
        queue === null ? 'The whole workspace' : step === null ? `Queue ${queue}` : `${step} in queue ${queue}`;
      if (state === 'ended')
        return `Ended at ${until}, limits nothing: ${place}, ${laneName(lane)} or below, pinned by ${by}: ${reason}`;
      return `${place} stays at ${laneName(lane)} or below${until === null ? '' : ` until ${until}`}, pinned by ${by}: ${reason}`;
    })
    .join('\n');
}
