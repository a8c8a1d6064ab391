/**
 * Opens PDFs in a thread of their own: a hostile file can neither block this process nor use up its memory, and
 * pdf.js' replacements of built-ins (a push that fails silently on a frozen list, for one) stay there.
 */
import { Worker } from 'node:worker_threads';
import type { Mark, TextItem } from './page-geometry.ts';

export interface PdfPage {
  readonly items: readonly TextItem[];
  readonly marks: readonly Mark[];
}
export type PdfPages =
  | { readonly pages: readonly PdfPage[] }
  | { readonly failed: 'damaged' | 'encrypted' | 'too_long' };

/** Longest time for one file; the sandbox's take some 15 ms. */
const readTimeoutMs = 15_000;
/** Without work for this long the thread ends: it holds some 50 MB. */
const idleMs = 10_000;
/** A proof of delivery has one page, sometimes a few; more is another document. */
const mostPages = 30;

interface Waiter {
  resolve(pages: PdfPages): void;
  reject(error: Error): void;
}
interface Reader {
  readonly worker: Worker;
  readonly waiting: Map<number, Waiter>;
  /** Ends the thread when nothing more comes. */
  readonly rest: NodeJS.Timeout;
}
let reader: Reader | undefined;
let count = 0;

/** Starts the thread before it is needed, or keeps it: loading the library takes a third of a second. */
export function warmPdfReader(): void {
  openReader().rest.refresh();
}

/** Never throws for what a file contains; only when the thread cannot be started. */
export async function readPdfPages(bytes: Uint8Array): Promise<PdfPages> {
  const { worker, waiting, rest } = openReader();
  count += 1;
  const id = count;
  worker.ref();
  const read = new Promise<PdfPages>((resolve, reject) => {
    waiting.set(id, { resolve, reject });
    worker.postMessage({ id, bytes: Uint8Array.from(bytes), mostPages });
  });
  const late = setTimeout(() => void worker.terminate(), readTimeoutMs);
  try {
    return await read;
  } finally {
    clearTimeout(late);
    waiting.delete(id);
    // A thread that waits for work does not keep the process alive.
    if (waiting.size === 0) worker.unref();
    rest.refresh();
  }
}

function openReader(): Reader {
  if (reader !== undefined) return reader;
  const worker = new Worker(new URL('./pdf-thread.js', import.meta.url), {
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: 256 },
  });
  const rest = setTimeout(() => {
    if (opened.waiting.size > 0) {
      rest.refresh();
      return;
    }
    // At once, and not when it has ended: the next file opens a new one.
    if (reader === opened) reader = undefined;
    void worker.terminate();
  }, idleMs).unref();
  const opened: Reader = { worker, waiting: new Map(), rest };
  worker.unref();
  worker.on('message', ({ id, answer }: { id: number; answer: PdfPages }) => opened.waiting.get(id)?.resolve(answer));
  const over = (end: (waiter: Waiter) => void): void => {
    if (reader === opened) reader = undefined;
    clearTimeout(rest);
    for (const waiter of opened.waiting.values()) end(waiter);
  };
  const damaged = (): void => over((waiter) => waiter.resolve({ failed: 'damaged' }));
  // A file that used up the thread's time or memory counts as damaged; any other end is a fault of ours.
  worker.on('error', (error: NodeJS.ErrnoException) =>
    error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? damaged() : over((waiter) => waiter.reject(error)),
  );
  worker.on('exit', damaged);
  reader = opened;
  return opened;
}
