/** How arguments of commands are read: times, spans of time, whole numbers, names, files. Findings name the expected form. */
import { readFile } from 'node:fs/promises';
import { InvalidArgumentError } from 'commander';
import { anyYear, readInstant } from '../domain/lanes/instant.ts';
import { idPrefixes, isId } from '../process/ids.ts';
import { AdminRefusal } from './deployment.ts';

const unitMs: Readonly<Record<string, number>> = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };
const spanForm = /^(\d{1,6})(s|m|h|d)$/;

/** `90m`, `24h`, `7d` or `0s`, in milliseconds. */
export function span(text: string): number {
  const [, count, unit = ''] = spanForm.exec(text) ?? [];
  const ms = Number(count) * (unitMs[unit] ?? Number.NaN);
  if (Number.isNaN(ms)) throw new InvalidArgumentError('A span is a whole number and a unit: 30s, 90m, 24h, 7d.');
  return ms;
}

/** A time in ISO 8601 with an offset, as the APIs read it (D3). */
export function time(text: string): Date {
  const at = readInstant(text, anyYear);
  if (at === undefined)
    throw new InvalidArgumentError('A time has an offset and a day that exists, such as 2026-12-01T06:00:00Z.');
  return new Date(at);
}

/** An id of one of these kinds: another text would find nothing, as if there were none. */
export function idOf(...kinds: readonly (keyof typeof idPrefixes)[]): (text: string) => string {
  return (text) => {
    if (kinds.some((kind) => isId(kind, text))) return text;
    throw new InvalidArgumentError(`An id begins with ${kinds.map((kind) => `${idPrefixes[kind]}_`).join(' or ')}.`);
  };
}

/** A time, or how long ago it was: `2026-11-20T08:00:00Z` or `7d`. */
export function timeOrAgo(text: string): Date {
  return spanForm.test(text) ? new Date(Date.now() - span(text)) : time(text);
}

/** A time, or in how long it is. */
export function timeOrAhead(text: string): Date {
  return spanForm.test(text) ? new Date(Date.now() + span(text)) : time(text);
}

export function wholeNumber(min: number, max: number): (text: string) => number {
  return (text) => {
    const value = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN;
    if (!(value >= min && value <= max))
      throw new InvalidArgumentError(`A whole number from ${min} to ${max.toLocaleString('en-US')} is needed.`);
    return value;
  };
}

export function printable(text: string): string {
  if (!/^[^\p{Cc}\p{Cs}\p{Zl}\p{Zp}]{1,255}$/u.test(text) || text.trim() === '')
    throw new InvalidArgumentError('1 to 255 printable characters are needed.');
  return text;
}

const fileErrors: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EACCES: 'permission is missing',
  EISDIR: 'it is a folder',
  ENOTDIR: 'a part of its path is no folder',
  ENAMETOOLONG: 'its name is too long',
  ENOSPC: 'the disk is full',
};

/** Why a file cannot be read or written: in words, with the code that the system gives. */
export function fileError({ code, message }: Pick<NodeJS.ErrnoException, 'code' | 'message'>): string {
  const is = code === undefined ? undefined : fileErrors[code];
  return is === undefined ? (code ?? message) : `${is} (${code})`;
}

/** The file that an argument names. @throws AdminRefusal */
export function readOrRefuse(file: string): Promise<Buffer> {
  return readFile(file).catch((error: NodeJS.ErrnoException) => {
    throw new AdminRefusal(`${file} cannot be read: ${fileError(error)}`);
  });
}

export async function readTextOrRefuse(file: string): Promise<string> {
  return (await readOrRefuse(file)).toString('utf8');
}
