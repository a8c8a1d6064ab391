/** What a process of ours said before it ended by itself: the sentence of its last log line, where that is an error. */
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';

/** More than a line of the log with the stack of an error. */
const tailBytes = 16_384;
/** The level of errors in the log; fatal ones are above. */
const errorLevel = 50;

/** @returns undefined when the last line is no error of ours */
export function lastWords(logFile: string): string | undefined {
  const line = tailOf(logFile).trimEnd().split('\n').at(-1) ?? '';
  let entry: { level?: unknown; msg?: unknown; err?: { message?: unknown } };
  try {
    entry = JSON.parse(line) as typeof entry;
  } catch {
    return undefined;
  }
  if (typeof entry.level !== 'number' || entry.level < errorLevel || typeof entry.msg !== 'string') return undefined;
  const cause = entry.err?.message;
  return typeof cause === 'string' ? `${entry.msg}: ${cause}` : entry.msg;
}

function tailOf(logFile: string): string {
  const file = openSync(logFile, 'r');
  try {
    const { size } = fstatSync(file);
    const tail = Buffer.alloc(Math.min(size, tailBytes));
    readSync(file, tail, 0, tail.length, size - tail.length);
    return tail.toString('utf8');
  } finally {
    closeSync(file);
  }
}
