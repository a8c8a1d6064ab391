/** The structured log of a process: one JSON line per fact, and never a secret. */
import { pino } from 'pino';
import type { Logger } from 'pino';

export type Log = Logger;

/** Members that may carry a secret are blanked wherever somebody logs them by accident. */
const secretPaths = ['authorization', 'password', 'secret', 'api_key', 'cookie', 'token'].flatMap((name) => [
  name,
  `*.${name}`,
  `*.*.${name}`,
]);

/** @param part the process or component, in every line */
export function openLog(part: string, level: string): Log {
  return pino({
    name: part,
    level,
    redact: { paths: secretPaths, censor: '[secret]' },
    timestamp: pino.stdTimeFunctions.isoTime,
  });
}
