/** The DNS questions of one mail: each asked once, bounded in number and time, with a note of what stayed unanswered. */
import { Resolver } from 'node:dns/promises';

/** Records of a name, as `dns.resolve` gives them; rejects with the code of a DNS error. */
export type Lookup = (name: string, type: string) => Promise<unknown>;

interface MailLookups {
  readonly ask: Lookup;
  /** Whether a question about keys of signatures, or about SPF, got no answer: then absence proves nothing. */
  readonly unanswered: { readonly keys: boolean; readonly spf: boolean };
}

/** SPF allows ten (RFC 7208 §4.6.4), each of which may need the addresses of ten hosts. */
const limits = { questions: 60, totalMs: 20_000 } as const;
/** Answers, as opposed to no answer: there is no such name, it has no such record, it is no name. */
const answers = new Set(['ENOTFOUND', 'ENODATA', 'EBADNAME']);

/** The system's name servers. */
export function systemLookup(): Lookup {
  const resolver = new Resolver({ timeout: 2000, tries: 3 });
  return (name, type) => resolver.resolve(name, type);
}

/** @param keyNames of the signatures that may count; other keys are not looked for */
export function lookupsOfMail(lookup: Lookup, keyNames: ReadonlySet<string>): MailLookups {
  const asked = new Map<string, Promise<unknown>>();
  const unanswered = { keys: false, spf: false };
  const until = Date.now() + limits.totalMs;
  const askOnce = async (name: string, type: string, about: 'keys' | 'spf'): Promise<unknown> => {
    try {
      return await within(lookup(name, type), until - Date.now());
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code !== undefined && answers.has(code)) throw error;
      unanswered[about] = true;
      throw codeError('ETIMEOUT');
    }
  };
  const ask: Lookup = (given, type) => {
    const name = given.toLowerCase();
    const key = name.includes('._domainkey.');
    if (key && !keyNames.has(name)) return Promise.reject(codeError('ENODATA'));
    const question = `${type} ${name}`;
    const before = asked.get(question);
    if (before) return before;
    if (asked.size >= limits.questions) return Promise.reject(codeError('ENODATA'));
    const answer = askOnce(name, type, key ? 'keys' : 'spf');
    asked.set(question, answer);
    return answer;
  };
  return { ask, unanswered };
}

async function within<T>(answer: Promise<T>, ms: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(codeError('ETIMEOUT')), Math.max(0, ms));
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}

function codeError(code: string): Error {
  return Object.assign(new Error(code), { code });
}
