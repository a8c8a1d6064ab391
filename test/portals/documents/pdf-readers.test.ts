import assert from 'node:assert/strict';
import { getPriority } from 'node:os';
import PDFDocument from 'pdfkit';
import { podLimits } from '../../../domain/dispatch/pod.ts';
import { openPdfReaders, PdfReaderError, stepReadersBack } from '../../../portals/documents/pdf-readers.ts';
import type { PdfReaders } from '../../../portals/documents/pdf-readers.ts';
import { until } from '../../support/wait.ts';
import { deflatedBlanks, manyStrokes, nestedForms } from './raw-pdf.ts';

function document(text: string): Promise<Buffer> {
  return new Promise((resolve) => {
    const pdf = new PDFDocument();
    const chunks: Buffer[] = [];
    pdf.on('data', (chunk: Buffer) => chunks.push(chunk));
    pdf.on('end', () => resolve(Buffer.concat(chunks)));
    pdf.text(text).end();
  });
}

async function textOf(readers: PdfReaders, bytes: Buffer): Promise<string> {
  const read = await readers.read(bytes);
  return 'failed' in read ? read.failed : read.pages.flatMap(({ items }) => items.map(({ str }) => str)).join('');
}

const endless = nestedForms(14, 12);

describe('the processes that read PDFs', () => {
  it('let a file use up its own budget of processor time and read the others', async () => {
    const readers = openPdfReaders({ ...podLimits, cpuMs: 3_000 });
    const others = ['first', 'second', 'third'].map(async (word) => textOf(readers, await document(word)));
    const hostile = textOf(readers, endless);
    assert.deepEqual(
      [await hostile, ...(await Promise.all(others)), await textOf(readers, await document('later'))],
      ['too_slow', 'first', 'second', 'third', 'later'],
    );
  });

  it('step back for the worker that they belong to', () => {
    const readers = openPdfReaders();
    stepReadersBack(3);
    try {
      readers.warm();
      const [pid = 0] = readers.pids();
      assert.equal(getPriority(pid), Math.min(19, getPriority() + 3));
    } finally {
      stepReadersBack(0);
    }
  });

  it('return a page of 45,000 drawn lines whole', async () => {
    const readers = openPdfReaders();
    const bytes = manyStrokes(45_000);
    // That other work runs while it arrives: `npm run bench -- input-cost --only 'drawn lines'`.
    const read = await readers.read(bytes);
    assert.ok('pages' in read);
    assert.equal(read.pages.length, 1);
    const paths = read.pages[0]?.marks.filter(({ name }) => name === 'constructPath') ?? [];
    assert.equal(paths.length, 45_000);
    assert.deepEqual(paths.at(-1), paths[0]);
    assert.equal(await textOf(readers, await document('the next')), 'the next');
  });

  it('read another file while a slow one is still being read', async () => {
    const readers = openPdfReaders({ ...podLimits, cpuMs: 1_000_000, memoryMb: 100_000 });
    const end = new AbortController();
    const slow = readers.read(endless, end.signal);
    assert.equal(await textOf(readers, await document('beside it')), 'beside it');
    end.abort(new Error('no longer needed'));
    await assert.rejects(slow, /no longer needed/);
  });

  it('give the right answer when they were stopped for longer than the budget', async () => {
    const readers = openPdfReaders({ ...podLimits, cpuMs: 6_000 });
    readers.warm();
    const [pid = 0] = readers.pids();
    process.kill(pid, 'SIGSTOP');
    const reading = textOf(readers, await document('after a stop'));
    const stoppedAt = performance.now();
    await until(() => performance.now() - stoppedAt > 7_000);
    process.kill(pid, 'SIGCONT');
    assert.equal(await reading, 'after a stop');
    assert.deepEqual(readers.pids(), [pid]);
  });

  it('read a file again when one of them is killed, and never call it damaged', async () => {
    const readers = openPdfReaders();
    readers.warm();
    const [pid = 0] = readers.pids();
    const reading = textOf(readers, await document('after a crash'));
    process.kill(pid, 'SIGKILL');
    assert.equal(await reading, 'after a crash');
  });

  /** Ends each process that reads a file that never ends. */
  async function endedBy(signal: NodeJS.Signals): Promise<unknown> {
    const readers = openPdfReaders();
    const reading = readers.read(endless).catch((error: unknown) => error);
    const killed = new Set<number>();
    await until(() => {
      for (const pid of readers.pids()) {
        if (!killed.has(pid)) process.kill(pid, signal);
        killed.add(pid);
      }
      return killed.size === 3;
    });
    return reading;
  }

  it('report an error of ours when each of them is killed', async () => {
    const error = await endedBy('SIGKILL');
    assert.ok(error instanceof PdfReaderError);
    assert.match(error.message, /ended 3 times .*SIGKILL; SIGKILL; SIGKILL/);
  });

  it('blame a file on which each of them aborts, as an engine does that runs out of its heap', async () =>
    assert.deepEqual(await endedBy('SIGABRT'), { failed: 'too_much_memory' }));

  it('let a file use up its own memory and read the others', async () => {
    const readers = openPdfReaders({ ...podLimits, memoryMb: 220 });
    const hostile = textOf(readers, deflatedBlanks(400));
    const other = textOf(readers, await document('beside a bomb'));
    assert.deepEqual([await hostile, await other], ['too_much_memory', 'beside a bomb']);
  });

  it('run without the environment of the worker', async () => {
    const readers = openPdfReaders();
    readers.warm();
    const [pid = 0] = readers.pids();
    assert.equal(await textOf(readers, await document('x')), 'x');
    if (process.platform !== 'linux') return;
    const { readFileSync } = await import('node:fs');
    assert.doesNotMatch(readFileSync(`/proc/${pid}/environ`, 'utf8'), /PATH|SECRET/);
  });
});
