/** The last lines of a process's log, and the sentence of the last one where that is an error of ours. */
import { closeSync, existsSync, fstatSync, openSync, readSync } from 'node:fs';

/** More than a line of the log with the stack of an error. */
const tailBytes = 16_384;
/** The level of errors in the log; fatal ones are above. */
const errorLevel = 50;

/** @returns undefined when the last line is no error of ours */
export function lastLogError(logFile: string): string | undefined {
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

/** The last lines of a log, for somebody who has to find out why a part did not start; empty where there are none. */
export function lastLines(logFile: string, lines = 8): string {
  return existsSync(logFile) ? tailOf(logFile).trimEnd().split('\n').slice(-lines).join('\n') : '';
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
