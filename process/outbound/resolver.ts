/**
 * Names to addresses. The system resolver blocks a thread of this process's small pool per question, so questions wait
 * in a line of our own: what waits in it has not been asked yet, and says nothing about the name.
 */
import { lookup, Resolver } from 'node:dns/promises';

/**
 * Gives all addresses of a name; rejects with a DNS code such as ENOTFOUND.
 * @param asked called when the question is really asked, and waits for no thread of ours any more
 */
export type Resolve = (name: string, asked?: () => void) => Promise<readonly string[]>;

/** libuv lets half of its threads, rounded up, block in the system resolver at once. */
const poolThreads = Number(process.env['UV_THREADPOOL_SIZE'] ?? 4) || 4;
const questionsAtOnce = Math.max(1, Math.floor((poolThreads + 1) / 2));

/** Asks at most so many questions at once; the others wait in a line, the first one first. */
export function linedUp(ask: (name: string) => Promise<readonly string[]>, atOnce: number): Resolve {
  const waiting: (() => void)[] = [];
  let asking = 0;
  return async (name, asked) => {
    if (asking >= atOnce) await new Promise<void>((resolve) => waiting.push(resolve));
    else asking += 1;
    asked?.();
    try {
      return await ask(name);
    } finally {
      // A place is handed on, so that nobody who comes now overtakes those who wait.
      const next = waiting.shift();
      if (next === undefined) asking -= 1;
      else next();
    }
  };
}

/**
 * Distinguishes a name without an answer from a resolver of ours without one. `EAI_AGAIN` is both: the name servers of the name
 * fail, which is news of the receiver, or ours cannot be reached, which is none (D59).
 * @param answers whether our resolver answers anything at all
 */
export function knowingOwnFaults(
  ask: (name: string) => Promise<readonly string[]>,
  answers: () => Promise<boolean>,
): (name: string) => Promise<readonly string[]> {
  return async (name) => {
    try {
      return await ask(name);
    } catch (error) {
      if (!isTemporary(error) || (await answers())) throw error;
      throw Object.assign(new Error('our resolver does not answer', { cause: error }), { code: 'ERESOLVER' });
    }
  };
}

const isTemporary = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'EAI_AGAIN';

/** What a question for the root ends with where our resolver, or its way out, is away; what it refuses it has heard. */
const silence: ReadonlySet<unknown> = new Set(['ETIMEOUT', 'ECONNREFUSED', 'ESERVFAIL']);

async function rootResolves(): Promise<boolean> {
  try {
    await new Resolver({ timeout: 2_000, tries: 1 }).resolveNs('.');
    return true;
  } catch (error) {
    return !silence.has((error as NodeJS.ErrnoException).code);
  }
}

/** The operating system's resolver, as every other program of the machine uses it. */
export const systemResolve: Resolve = linedUp(
  knowingOwnFaults(async (name) => (await lookup(name, { all: true })).map(({ address }) => address), rootResolves),
  questionsAtOnce,
);

interface Question {
  answer?: Promise<readonly string[]>;
  isAsked: boolean;
  readonly listeners: Set<() => void>;
}

/** Callers that ask for the same name at the same time share one answer, so that a slow name takes one thread. */
export function sharedResolve(resolve: Resolve): Resolve {
  const questions = new Map<string, Question>();
  const ask = (name: string, question: Question): Promise<readonly string[]> =>
    resolve(name, () => {
      question.isAsked = true;
      for (const one of question.listeners) one();
    }).finally(() => questions.delete(name));
  return (name, asked) => {
    const question = questions.get(name) ?? { isAsked: false, listeners: new Set() };
    questions.set(name, question);
    if (asked !== undefined) {
      if (question.isAsked) asked();
      else question.listeners.add(asked);
    }
    question.answer ??= ask(name, question);
    return question.answer;
  };
}
