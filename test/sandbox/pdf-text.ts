/** Reads a PDF with a foreign library: its text, and how much is drawn on it. */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

interface PdfContent {
  readonly pages: number;
  /** All pieces of text of the first page, in the order of drawing, separated by one space. */
  readonly text: string;
  readonly pictures: number;
}

export async function readPdf(bytes: Buffer): Promise<PdfContent> {
  const thread = new Worker(new URL('pdf-text-thread.js', import.meta.url), { workerData: bytes, execArgv: [] });
  try {
    const [content] = (await once(thread, 'message')) as [PdfContent];
    return content;
  } finally {
    await thread.terminate();
  }
}
