/**
 * Checks and parses mails in a thread of its own, so that no mail blocks this process. A thread that ends or gets stuck
 * says nothing about the mail: the caller gets MailNotRead, and the other side sends the mail again.
 */
import { Worker } from 'node:worker_threads';

/** Records of a name, as `dns.resolve` gives them; rejects with the code of a DNS error. */
export type Lookup = (name: string, type: string) => Promise<unknown>;

/** A signature that is cryptographically valid; whether it counts is for authenticity.ts to say. */
export interface ValidSignature {
  readonly value: string;
  readonly domain: string;
  readonly selector: string;
  readonly keyRecord: string | null;
  /** Of the same registered domain as the From address. */
  readonly aligned: boolean;
  /** The From lines that it covers, as they came. */
  readonly signedFrom: readonly string[];
}

interface OriginCheck {
  readonly spf: string;
  readonly signatures: readonly ValidSignature[];
}

export interface MailFile {
  readonly contentType: string;
  readonly filename: string | null;
  readonly inline: boolean;
  readonly content: Uint8Array;
}

export type ParsedMail =
  | { readonly finding: string }
  | {
      readonly subject: string | null;
      readonly plain: string | null;
      /** The text of the HTML; null when the mail has more HTML than is read. */
      readonly htmlText: string | null;
      /** Whether the HTML strikes text through. */
      readonly struck: boolean;
      /** Mails that were forwarded as files. */
      readonly forwarded: readonly ParsedMail[];
      readonly fileCount: number;
      readonly files: readonly MailFile[];
    };

/** The thread did not answer; nothing is known about the mail. */
class MailNotRead extends Error {
  readonly code = 'mail_not_read';
}

/** Without work for this long the thread ends: it holds some 60 MB. */
const idleMs = 60_000;
/** The caps on mails keep the work far below this; it frees the process from a thread that hangs. */
const stuckMs = 300_000;

type Question = { readonly id: number; readonly dns: number; readonly name: string; readonly type: string };
type Answer = { readonly id: number; readonly answer?: unknown; readonly error?: string };

interface Job {
  readonly lookup: Lookup;
  resolve(answer: unknown): void;
  reject(error: Error): void;
}

interface Thread {
  readonly worker: Worker;
  readonly jobs: Map<number, Job>;
  readonly rest: NodeJS.Timeout;
}

let thread: Thread | undefined;
let count = 0;

/** @param lookup answers the DNS questions of this one mail */
export function checkOrigin(
  mail: { readonly raw: Buffer; readonly ip: string; readonly helo: string; readonly sender: string },
  lookup: Lookup,
): Promise<OriginCheck> {
  return ask('check', mail, lookup) as Promise<OriginCheck>;
}

export function parseMail(raw: Buffer): Promise<ParsedMail> {
  return ask('parse', { raw }, () => Promise.reject(new Error('parsing asks no DNS question'))) as Promise<ParsedMail>;
}

async function ask(kind: 'check' | 'parse', mail: object, lookup: Lookup): Promise<unknown> {
  const { worker, jobs, rest } = openThread();
  count += 1;
  const id = count;
  worker.ref();
  const stuck = setTimeout(() => void worker.terminate(), stuckMs);
  try {
    return await new Promise((resolve, reject) => {
      jobs.set(id, { lookup, resolve, reject });
      worker.postMessage({ id, kind, mail });
    });
  } finally {
    clearTimeout(stuck);
    jobs.delete(id);
    if (jobs.size === 0) worker.unref();
    rest.refresh();
  }
}

function openThread(): Thread {
  if (thread !== undefined) return thread;
  const worker = new Worker(new URL('./mail-thread.js', import.meta.url), {
    execArgv: [],
    // The DKIM library writes to the console.
    stdout: true,
    resourceLimits: { maxOldGenerationSizeMb: 512 },
  });
  const rest = setTimeout(() => {
    if (opened.jobs.size > 0) {
      rest.refresh();
      return;
    }
    if (thread === opened) thread = undefined;
    void worker.terminate();
  }, idleMs).unref();
  const opened: Thread = { worker, jobs: new Map(), rest };
  worker.unref();
  worker.stdout.resume();
  worker.on('message', (message: Question | Answer) => {
    const job = opened.jobs.get(message.id);
    if ('dns' in message) void answerQuestion(worker, message, job?.lookup);
    else if (message.error === undefined) job?.resolve(message.answer);
    else job?.reject(new MailNotRead(message.error));
  });
  const over = (reason: string): void => {
    if (thread === opened) thread = undefined;
    clearTimeout(rest);
    for (const job of opened.jobs.values()) job.reject(new MailNotRead(reason));
  };
  worker.on('error', (error: Error) => over(error.message));
  worker.on('exit', () => over('the thread that reads mails ended'));
  thread = opened;
  return opened;
}

async function answerQuestion(worker: Worker, { dns, name, type }: Question, lookup?: Lookup): Promise<void> {
  try {
    worker.postMessage({ dns, records: (await lookup?.(name, type)) ?? [] });
  } catch (error) {
    worker.postMessage({ dns, code: (error as NodeJS.ErrnoException).code ?? 'ESERVFAIL' });
  }
}
