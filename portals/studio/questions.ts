/** What a person is asked while they work: whether a request may be sent, and what a prompt of the page gets. */
import { randomInt } from 'node:crypto';
import type { LeftRequest } from '../../domain/dispatch/studio/acts.ts';
import type { Decision, HeldRequest } from '../../domain/dispatch/studio/live.ts';
import type { LiveSession } from './live-session.ts';

export interface Questions {
  /** Null for what a page asks for while nobody does anything: it is its own, and left out. */
  readonly ask: (request: LeftRequest, refused: string | null) => Promise<Decision | null>;
  readonly decide: (request: number, decision: Decision) => void;
  readonly askPrompt: (text: string, proposed: string) => Promise<string | null>;
  readonly answerPrompt: (value: string | null) => void;
  /** Holds and dismisses what still waits. */
  readonly close: () => void;
}

export function openQuestions(session: LiveSession): Questions {
  const { set } = session;
  let prompted: ((value: string | null) => void) | null = null;
  let asked: { readonly held: HeldRequest; readonly answer: (decision: Decision) => void } | null = null;
  let requests = randomInt(2 ** 40);
  /** Of requests that a page sends at once one is asked about after the other. */
  let asking: Promise<unknown> = Promise.resolve();

  function askNext(request: LeftRequest, refused: string | null): Promise<Decision> {
    if (session.isClosed) return Promise.resolve('hold');
    requests += 1;
    const held: HeldRequest = {
      id: requests,
      method: request.method,
      address: request.address,
      fields: request.fields,
      refused,
      part: session.state().part,
    };
    return new Promise((resolve) => {
      asked = {
        held,
        answer(decision) {
          asked = null;
          set({ held: null });
          resolve(decision);
        },
      };
      set({ held });
    });
  }

  return {
    ask(request, refused) {
      if (session.acting === null) return Promise.resolve(null);
      const now = session.acting;
      now.asking += 1;
      const answered = asking.then(() => askNext(request, refused));
      asking = answered.finally(() => {
        now.asking -= 1;
        now.touchedAt = performance.now();
      });
      return answered;
    },
    decide(request, decision) {
      if (asked?.held.id !== request) return;
      if (asked.held.refused !== null) return asked.answer('hold');
      if (decision !== 'send') return asked.answer(decision);
      // A worker that was stopped for a while may have been replaced, and its browser too.
      void session.parts
        .isOurs()
        .catch(() => false)
        .then((ours) => {
          if (!ours)
            session.say('The write was not released, because this browser may have been replaced. Release it again.');
          else if (asked?.held.id === request) asked.answer('send');
        });
    },
    askPrompt(text, proposed) {
      if (session.acting === null || prompted !== null) return Promise.resolve(null);
      const now = session.acting;
      now.asking += 1;
      set({ prompt: session.mask({ text, value: proposed }) });
      return new Promise((resolve) => {
        prompted = (value) => {
          prompted = null;
          now.asking -= 1;
          now.touchedAt = performance.now();
          set({ prompt: null });
          resolve(value);
        };
      });
    },
    answerPrompt: (value) => prompted?.(value),
    close() {
      asked?.answer('hold');
      prompted?.(null);
    },
  };
}
