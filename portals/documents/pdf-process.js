// The process that reads files for pdf-readers. Its main thread only accounts: pdf-thread or ocr-thread parses, so that a
// file can neither hold up the accounting nor exhaust more than this process. Plain JavaScript, see pdf-thread.
import { writeFileSync } from 'node:fs';
import { Worker } from 'node:worker_threads';

/** How often the use of processor time and memory is compared with the limits. */
const lookEveryMs = 50;
/** The heap of the thread; decoded streams are outside of it and count with the whole process. */
const heapMb = 384;
/**
 * Size of what is sent in one message: the parent needs some 5 ms to read it, and asks for the next one when other
 * work has run.
 */
const partSize = 20_000;

const { thread: file, cpuMs, memoryMb, pages, marks } = JSON.parse(process.argv[2]);
// It ends when its parent goes away, and not by a signal for the whole group, while the parent still needs the answer.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {});
process.on('disconnect', () => process.exit());
try {
  // If the machine runs out of memory, this process goes first.
  writeFileSync('/proc/self/oom_score_adj', '1000');
} catch {
  // Not on Linux.
}

const thread = new Worker(new URL(file, import.meta.url), {
  workerData: { pages, marks },
  resourceLimits: { maxOldGenerationSizeMb: heapMb },
});
let reading;

thread.on('message', (message) => {
  if (message.ready) process.send({ ready: true });
  else answer(message.answer);
});
thread.on('error', (error) => (error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? give('too_much_memory') : process.exit(1)));
thread.on('exit', () => process.exit(1));

process.on('message', ({ id, bytes, more }) => {
  if (more) {
    sendPart();
    return;
  }
  const before = process.cpuUsage();
  const timer = setInterval(() => {
    const { user, system } = process.cpuUsage(before);
    // In this order: a full heap spends its last seconds collecting garbage.
    if (process.memoryUsage.rss() > memoryMb * 1_000_000) give('too_much_memory');
    else if ((user + system) / 1000 > cpuMs) give('too_slow');
  }, lookEveryMs);
  reading = { id, timer };
  thread.postMessage(bytes);
});

function answer(read) {
  clearInterval(reading.timer);
  if (read.failed) {
    process.send({ id: reading.id, answer: read });
    reading = undefined;
  } else {
    reading.parts = partsOf(read.pages);
    reading.more = { places: read.places, doubtful: read.doubtful, isPartial: read.isPartial };
    sendPart();
  }
}

function sendPart() {
  const [part, ...rest] = reading.parts;
  const { id, more } = reading;
  const last = rest.length === 0;
  reading = last ? undefined : { id, parts: rest, more };
  process.send(last ? { id, part, last, ...more } : { id, part, last });
}

/** The pages in pieces of about the same size; a piece begins on the page `from`, with what that one still has. */
function partsOf(pages) {
  // An answer has one part at least.
  const parts = [{ from: 0, pages: [] }];
  let size = partSize;
  for (const [number, page] of pages.entries()) {
    let open;
    for (const kind of ['items', 'marks'])
      for (const one of page[kind]) {
        if (size >= partSize) {
          parts.push({ from: number, pages: [] });
          size = 0;
          open = undefined;
        }
        if (open === undefined) parts.at(-1).pages.push((open = { view: page.view, items: [], marks: [] }));
        open[kind].push(one);
        size += 8 + (one.str?.length ?? 0) + (one.path?.length ?? 0);
      }
    // A page with nothing on it counts, too.
    if (open === undefined) parts.at(-1).pages.push({ view: page.view, items: [], marks: [] });
  }
  return parts;
}

/** The file used up what it may; the thread is still busy with it, so this process ends. */
function give(failed) {
  if (reading === undefined) process.exit(1);
  clearInterval(reading.timer);
  process.send({ id: reading.id, answer: { failed } }, () => process.exit());
}
