/** The tickets of one context: each allows one declared request, once; and what has become of the requests that used one. */
import type { WriteTicket } from '../domain/dispatch/guard/request-gate.ts';
import type { Opening } from './gate.ts';

export interface WriteTickets {
  /** What the rules of a request need. */
  readonly rules: () => { readonly tickets: readonly WriteTicket[]; readonly used: readonly WriteTicket[] };
  readonly open: (next: Opening) => void;
  readonly close: () => void;
  /** Takes the ticket of a request that waits for the others of its turn; after a stop it does not leave. */
  readonly strike: (id: string) => void;
  readonly struck: (id: string | null) => WriteTicket | undefined;
  /** Of the opening that a request belongs to: what is answered later counts for no other one. */
  readonly of: (asked: Opening | undefined) => {
    readonly waited: () => void;
    readonly left: () => void;
    /** The request certainly reached nobody. */
    readonly unsent: () => void;
    readonly unanswered: () => void;
    readonly answered: (status: number) => void;
  };
  readonly sent: () => boolean;
  readonly held: () => boolean;
  readonly isWaiting: () => boolean;
  readonly isExpecting: () => boolean;
  readonly hasAccepted: () => boolean;
  /** The portal has accepted a write of this run. */
  readonly hasWritten: () => boolean;
  readonly isUnclear: () => boolean;
}

/** Tickets and counts of requests; there are none until the first opening. */
export function openWriteTickets(): WriteTickets {
  /** The last opening, also when it is closed. */
  let latest: Opening | undefined;
  let tickets: WriteTicket[] = [];
  let used: WriteTicket[] = [];
  let sent = 0;
  let held = 0;
  let answered = 0;
  let accepted = 0;
  let unclear = 0;
  let hasWritten = false;
  const isWaiting = (): boolean => sent + held > answered;
  return {
    rules: () => ({ tickets, used }),
    open(next) {
      latest = next;
      sent = held = answered = accepted = unclear = 0;
      tickets = next.requests.map((expected, index) => ({
        id: `${next.step}#${index}`,
        step: next.step,
        expected,
        values: next.values,
        ...(next.held === undefined ? {} : { held: next.held }),
      }));
    },
    close() {
      tickets = [];
    },
    strike(id) {
      used = [...used, ...tickets.filter((ticket) => ticket.id === id)];
      tickets = tickets.filter((ticket) => ticket.id !== id);
      held += 1;
    },
    struck: (id) => used.findLast((ticket) => ticket.id === id),
    of: (asked) => ({
      waited() {
        if (asked === latest) held -= 1;
      },
      left() {
        if (asked === latest) sent += 1;
      },
      unsent() {
        if (asked === latest) sent -= 1;
      },
      unanswered() {
        if (asked !== latest) return;
        answered += 1;
        unclear += 1;
      },
      answered(status) {
        if (asked !== latest) return;
        answered += 1;
        // Turbo shows a form again, with its preview, only where it is answered as one that cannot be processed.
        if (status < 400 || (status === 422 && asked?.writes === false)) accepted += 1;
        hasWritten ||= status < 400 && asked?.writes === true;
        if (status >= 500) unclear += 1;
      },
    }),
    sent: () => sent > 0,
    held: () => held > 0,
    isWaiting,
    isExpecting: () => tickets.length > 0 || isWaiting(),
    hasAccepted: () => sent > 0 && held === 0 && accepted === sent,
    hasWritten: () => hasWritten,
    isUnclear: () => unclear > 0,
  };
}
