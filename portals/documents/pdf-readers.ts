/**
 * Opens PDFs in processes of their own: a hostile file can use up neither the time nor the memory of this process, and
 * the parser of foreign bytes sees none of our secrets. A file has a budget of processor time and not of time: on a
 * busy or stopped machine it takes longer, and nothing else. Only the parser's own verdict says that a file is
 * damaged; a process that ends for another reason says nothing about the file, which a fresh one reads again.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { type OcrPlace, type PodLimits, type UnreadablePdf, ocrLimits, podLimits } from '../../domain/dispatch/pod.ts';
import { stepBack } from '../../process/cpu-priority.ts';
import type { TextItem } from './page-geometry.ts';
import type { Mark } from './page-shapes.ts';

export interface PdfPage {
  /** The part of the page that is shown: left, bottom, right, top. */
  readonly view?: readonly number[];
  readonly items: readonly TextItem[];
  readonly marks: readonly Mark[];
}
export type PdfPages =
  | {
      readonly pages: readonly PdfPage[];
      /** Of OCR: pictures of what a person should see. */
      readonly places?: readonly OcrPlace[];
      /** Of OCR: words that may be misread. */
      readonly doubtful?: readonly string[];
      /** The parser went on without a part that it could not read. */
      readonly isPartial?: boolean;
    }
  | { readonly failed: UnreadablePdf };

/** Our readers ended before they had read a file, for a reason of ours; another attempt may succeed. */
export class PdfReaderError extends Error {
  readonly code = 'pdf_reader_lost';
  constructor(ends: readonly string[]) {
    super(`the process that reads PDFs ended ${ends.length} times before it had read the file: ${ends.join('; ')}`);
    this.name = 'PdfReaderError';
  }
}

export interface PdfReaders {
  /**
   * Never throws for what a file contains.
   * @throws PdfReaderError; the signal's reason when it is aborted
   */
  read(bytes: Uint8Array, signal?: AbortSignal): Promise<PdfPages>;
  /** Starts a process before it is needed, or keeps it: loading the parser takes a third of a second. */
  warm(): void;
  /** Ids of the processes that run now. */
  pids(): number[];
}

/** Without work for this long a process ends: it holds some 100 MB. */
const idleMs = 10_000;
/** A file that has waited for this long gets a process of its own, so that a slow file holds up no other. */
const waitMs = 2_000;
/** Processes that a file may outlive, each by no fault of the file. */
const triesPerFile = 3;

interface Job {
  readonly bytes: Uint8Array;
  readonly ends: string[];
  readonly resolve: (pages: PdfPages) => void;
  readonly reject: (error: unknown) => void;
}
interface OpenPage {
  readonly view?: readonly number[];
  readonly items: TextItem[];
  readonly marks: Mark[];
}
/** Pages arrive in parts, because reading all of a hostile file's in one turn takes 300 ms. */
type Message =
  | { readonly ready: true }
  | { readonly answer: PdfPages }
  | {
      readonly part: { readonly from: number; readonly pages: readonly PdfPage[] };
      readonly last: boolean;
      readonly places?: readonly OcrPlace[];
      readonly doubtful?: readonly string[];
      readonly isPartial?: boolean;
    };
interface Reader {
  readonly child: ChildProcess;
  isReady: boolean;
  job: Job | undefined;
  /** What has arrived of the file's pages. */
  pages: OpenPage[];
  /** Files read before. */
  files: number;
  idle: NodeJS.Timeout | undefined;
}

interface ReaderOptions extends PodLimits {
  /** What parses in the process: `pdf-thread.js` what a PDF draws, `ocr-thread.js` what its pictures show. */
  readonly thread: './pdf-thread.js' | './ocr-thread.js';
  /** Processes at once. */
  readonly most: number;
}

let nice = 0;

/** How far the processes that start from now on step back when the processors are busy. */
export function stepReadersBack(step: number): void {
  nice = step;
}

export function openPdfReaders(given: Partial<ReaderOptions> = {}): PdfReaders {
  const { most, ...limits }: ReaderOptions = { thread: './pdf-thread.js', most: 3, ...podLimits, ...given };
  const readers = new Set<Reader>();
  const queue: Job[] = [];

  function open(): Reader {
    const child = fork(fileURLToPath(new URL('./pdf-process.js', import.meta.url)), [JSON.stringify(limits)], {
      execArgv: [],
      // It needs no setting, and what is not there cannot leak.
      env: {},
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    const reader: Reader = { child, isReady: false, job: undefined, pages: [], files: 0, idle: undefined };
    readers.add(reader);
    if (child.pid !== undefined && nice > 0) stepBack(child.pid, nice);
    child.on('message', (message: Message) => {
      if ('ready' in message) reader.isReady = true;
      else if ('answer' in message) answered(reader, message.answer);
      else {
        addPart(reader.pages, message.part);
        if (message.last) {
          const { places = [], doubtful = [], isPartial = false } = message;
          answered(reader, { pages: reader.pages, places, doubtful, isPartial });
        } else setImmediate(() => child.send({ more: true }, () => {}));
      }
      next();
    });
    child.once('error', (error) => ended(reader, error.message));
    child.once('exit', (code, signal) => ended(reader, signal ?? `exit code ${code}`));
    hold(reader);
    return reader;
  }

  /** A process that waits for work does not keep ours alive, and ends after a while. */
  function hold(reader: Reader): void {
    clearTimeout(reader.idle);
    reader.idle = setTimeout(() => {
      if (reader.job === undefined && queue.length === 0) drop(reader);
      else hold(reader);
    }, idleMs).unref();
    const needed = reader.job !== undefined || queue.length > 0;
    if (needed) reader.child.ref();
    else reader.child.unref();
    if (needed) reader.child.channel?.ref();
    else reader.child.channel?.unref();
  }

  function drop(reader: Reader): void {
    readers.delete(reader);
    clearTimeout(reader.idle);
    reader.child.kill('SIGKILL');
  }

  function answered(reader: Reader, pages: PdfPages): void {
    const { job } = reader;
    reader.job = undefined;
    reader.pages = [];
    reader.files += 1;
    const usedUp = 'failed' in pages && (pages.failed === 'too_slow' || pages.failed === 'too_much_memory');
    if (usedUp) drop(reader);
    else hold(reader);
    if (job === undefined) return;
    // Memory may be short because of the files before; a fresh process reads this one alone.
    if ('failed' in pages && pages.failed === 'too_much_memory' && reader.files > 1) queue.unshift(job);
    else job.resolve(pages);
  }

  function ended(reader: Reader, how: string): void {
    if (!readers.has(reader)) return;
    drop(reader);
    const job = reader.job ?? (reader.isReady ? undefined : queue.shift());
    if (job !== undefined) {
      job.ends.push(how);
      if (job.ends.length < triesPerFile) queue.unshift(job);
      // The engine aborts when it is asked for more than it may give; three times by itself, that is the file.
      else if (job.ends.every((end) => end === 'SIGABRT')) job.resolve({ failed: 'too_much_memory' });
      else job.reject(new PdfReaderError(job.ends));
    }
    next();
  }

  /** Gives waiting files to free processes, and starts one when there is none. */
  function next(): void {
    for (const reader of readers) {
      if (!reader.isReady || reader.job !== undefined) continue;
      const job = queue.shift();
      if (job === undefined) return;
      reader.job = job;
      hold(reader);
      reader.child.send({ id: reader.files, bytes: job.bytes }, () => {});
    }
    if (queue.length > 0 && readers.size === 0) open();
  }

  function waitedLong(job: Job): void {
    if (queue.includes(job) && readers.size < most && [...readers].every(({ isReady }) => isReady)) open();
  }

  return {
    async read(bytes, signal) {
      signal?.throwIfAborted();
      const { promise, job } = newJob(bytes);
      queue.push(job);
      const late = setInterval(() => waitedLong(job), waitMs);
      const abort = (): void => {
        if (queue.includes(job)) queue.splice(queue.indexOf(job), 1);
        for (const reader of readers) if (reader.job === job) drop(reader);
        job.reject(signal?.reason);
        next();
      };
      signal?.addEventListener('abort', abort, { once: true });
      try {
        next();
        for (const reader of readers) hold(reader);
        return await promise;
      } finally {
        clearInterval(late);
        signal?.removeEventListener('abort', abort);
      }
    },
    warm() {
      const [reader] = readers;
      hold(reader ?? open());
    },
    pids: () => [...readers].flatMap(({ child }) => child.pid ?? []),
  };
}

/** The part's first page may have begun in the part before. */
function addPart(pages: OpenPage[], part: { readonly from: number; readonly pages: readonly PdfPage[] }): void {
  for (const [index, { view, items, marks }] of part.pages.entries()) {
    const page = (pages[part.from + index] ??= { view, items: [], marks: [] });
    for (const item of items) page.items.push(item);
    for (const mark of marks) page.marks.push(mark);
  }
}

function newJob(bytes: Uint8Array): { promise: Promise<PdfPages>; job: Job } {
  let resolve: Job['resolve'] = () => {};
  let reject: Job['reject'] = () => {};
  const promise = new Promise<PdfPages>((yes, no) => ([resolve, reject] = [yes, no]));
  return { promise, job: { bytes, ends: [], resolve, reject } };
}

/** Those of this process. */
export const pdfReaders = openPdfReaders();
/** One at a time: OCR takes a core and some 250 MB. */
export const ocrReaders = openPdfReaders({ thread: './ocr-thread.js', most: 1, ...ocrLimits });
