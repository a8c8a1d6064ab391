/** How a run leaves its steps early: the portal said no, is away, has changed, or forgot who is signed in. */
import type { LostInput } from '../domain/dispatch/guard/lost-input.ts';
import type { PageChange } from '../domain/dispatch/playbook/changed-control.ts';
import type { PeopleMatter } from '../domain/dispatch/portal-change.ts';
import type { LoadedPlaybook } from '../domain/dispatch/playbook/language.ts';

/** A page or control is not what the playbook says. */
export class ChangedSignal extends Error {
  readonly page: string;
  readonly expected: string;
  readonly found: string;
  /** What is missing and what may be it now, where that is known. */
  readonly change: PageChange | undefined;
  /** What was expected of people, where it is not about the page. */
  readonly about: PeopleMatter | undefined;
  constructor(page: string, expected: string, found: string, known?: PageChange | PeopleMatter) {
    super(`the page ${page} has changed`);
    [this.change, this.about] = typeof known === 'string' ? [undefined, known] : [known, undefined];
    this.name = 'ChangedSignal';
    this.page = page;
    this.expected = expected;
    this.found = found;
  }
}

/** The control is there, and does not take the input of the step. */
export class UnfitSignal extends ChangedSignal {}

/** What the author of the playbook has to know of a value that the portal would not get. */
export function lostInputSignal({ entered, request, line, declaredBy }: LostInput): ChangedSignal {
  const why =
    declaredBy === undefined
      ? 'which the playbook does not name'
      : `which only the step ${JSON.stringify(declaredBy)} declares, and which came before that step`;
  return new ChangedSignal(
    entered.page,
    `the playbook to name the request by which the page sends what is entered in ${entered.name}`,
    `${request}, ${why}: it was left out, and the write, which does not carry the value, was not sent either; ${line}, with its content, fields and constraints, would let it leave`,
  );
}

/** A write has left, and what was entered for it was sent later, by a request that was left out. */
export class LateInputSignal extends Error {
  constructor(request: string, field: string) {
    super(
      `the page sent what was entered in ${field} by ${request}, which the playbook does not name: it was left out`,
    );
    this.name = 'LateInputSignal';
  }
}

/** The portal cannot work now; trying again later makes sense. */
export class UnavailableSignal extends Error {
  readonly retryAfterMs: number | null;
  constructor(reason: string, retryAfterMs: number | null) {
    super(reason);
    this.name = 'UnavailableSignal';
    this.retryAfterMs = retryAfterMs;
  }
}

/** The portal asks to sign in where somebody was signed in. */
export class SessionLostSignal extends Error {
  constructor() {
    super('the portal asks to sign in again');
    this.name = 'SessionLostSignal';
  }
}

/** The portal has no such record, in its own words. */
export class AbsentSignal extends Error {
  readonly what: string;
  readonly words: string;
  constructor(what: string, words: string) {
    super(`there is no ${what}`);
    this.name = 'AbsentSignal';
    this.what = what;
    this.words = words;
  }
}

/** The portal refused a form, in its own words. */
export class RefusedSignal extends Error {
  readonly words: string;
  constructor(words: string) {
    super('the portal refused');
    this.name = 'RefusedSignal';
    this.words = words;
  }
}

/** Keeps requests to a portal below the rate that its playbook promises, for all runs of this process together. */
export interface Pace {
  /** Waits for the turn of the next page. */
  turn(): Promise<void>;
}

const paces = new Map<string, Pace>();

export function paceOf(playbook: LoadedPlaybook): Pace {
  const perMinute = playbook.rate_limit?.per_minute;
  if (perMinute === undefined) return { turn: () => Promise.resolve() };
  const key = `${playbook.id} ${perMinute}`;
  const known = paces.get(key);
  if (known !== undefined) return known;
  const made = openPace(perMinute);
  paces.set(key, made);
  return made;
}

/** A bucket that holds the turns of ten seconds and fills evenly. */
function openPace(perMinute: number): Pace {
  const spacingMs = 60_000 / perMinute;
  const burstMs = 10_000;
  let next = 0;
  return {
    async turn() {
      const now = performance.now();
      next = Math.max(next, now - burstMs) + spacingMs;
      const waitMs = next - now;
      if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs));
    },
  };
}
