/**
 * Reads a downloaded proof of delivery: what kind of file it is, its text, its fields and whether it is signed. PDFs
 * are read in a thread of their own: a hostile file can neither block this process nor use up its memory, and
 * pdf.js' replacements of built-ins (a push that fails silently on a frozen list, for one) stay there.
 */
import { Worker } from 'node:worker_threads';
import type { PodFacts } from '../../domain/dispatch/pod.ts';

/** Longest time for one file; the sandbox's take some 15 ms. */
const readTimeoutMs = 15_000;

interface Reader {
  readonly worker: Worker;
  readonly waiting: Map<number, { resolve(facts: PodFacts): void; reject(error: Error): void }>;
}
let reader: Reader | undefined;
let count = 0;

/** Starts the thread before it is needed: loading the library takes half a second. */
export function warmPodReader(): void {
  openReader();
}

/** Never throws for what a file contains; only when the thread that reads cannot be started. */
export async function readPod(bytes: Uint8Array): Promise<PodFacts> {
  if (bytes.length === 0) return { kind: 'empty' };
  // The header may come after some stray bytes (ISO 32000, implementation note 13 of Annex H).
  const start = Buffer.from(bytes.subarray(0, 1024)).toString('latin1');
  if (!start.includes('%PDF-')) return { kind: 'not_pdf', looksLike: guessFormat(bytes, start) };
  const { worker, waiting } = openReader();
  count += 1;
  const id = count;
  worker.ref();
  const read = new Promise<PodFacts>((resolve, reject) => {
    waiting.set(id, { resolve, reject });
    worker.postMessage({ id, bytes: Uint8Array.from(bytes) });
  });
  const late = setTimeout(() => void worker.terminate(), readTimeoutMs);
  try {
    return await read;
  } finally {
    clearTimeout(late);
    waiting.delete(id);
    // A thread that waits for work does not keep the process alive.
    if (waiting.size === 0) worker.unref();
  }
}

function openReader(): Reader {
  if (reader !== undefined) return reader;
  const worker = new Worker(new URL('./pod-worker.js', import.meta.url), { execArgv: [], resourceLimits: { maxOldGenerationSizeMb: 256 } });
  const opened: Reader = { worker, waiting: new Map() };
  worker.unref();
  worker.on('message', ({ id, facts }: { id: number; facts: PodFacts }) => opened.waiting.get(id)?.resolve(facts));
  const over = (end: (waiter: { resolve(facts: PodFacts): void; reject(error: Error): void }) => void): void => {
    if (reader === opened) reader = undefined;
    for (const waiter of opened.waiting.values()) end(waiter);
  };
  const damaged = (): void => over((waiter) => waiter.resolve({ kind: 'unreadable', reason: 'damaged' }));
  // A file that used up the thread's time or memory counts as damaged; any other end is a fault of ours.
  worker.on('error', (error: NodeJS.ErrnoException) => (error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? damaged() : over((waiter) => waiter.reject(error))));
  worker.on('exit', damaged);
  reader = opened;
  return opened;
}

function guessFormat(bytes: Uint8Array, start: string): (PodFacts & { kind: 'not_pdf' })['looksLike'] {
  if (/^\s*(?:<!doctype html|<html|<\?xml|<head|<body)/i.test(start.replace(/^\u00ef\u00bb\u00bf/, ''))) return 'an HTML page';
  const [a, b, c] = bytes;
  if ((a === 0x89 && b === 0x50) || (a === 0xff && b === 0xd8 && c === 0xff) || start.startsWith('GIF8') || start.startsWith('II*') || start.startsWith('MM\0*')) return 'a picture';
  // oxlint-disable-next-line no-control-regex
  return /^[\t\n\r\u0020-\u007e\u00a0-\u00ff]*$/.test(start) ? 'text' : 'an unknown format';
}
