/** The structured log of a process: one JSON line per fact, and never a secret. */
import { type Logger, pino } from 'pino';
import { traceIds } from './tracing.ts';
import { tracingWanted } from './tracing-wanted.ts';

export type Log = Logger;

/** Members that may carry a secret are blanked wherever somebody logs them by accident. */
const secretPaths = ['authorization', 'password', 'secret', 'api_key', 'cookie', 'token'].flatMap((name) => [
  name,
  `*.${name}`,
  `*.*.${name}`,
]);

/**
 * A write of its own for each line costs a busy API a tenth of its time: lines go out together, at the latest after
 * this, and at once when the process ends by itself. A process that is killed loses its last ones.
 */
const flushMs = 250;
const flushBytes = 4096;

/**
 * @param part the process or component, in every line
 * @param file for a thread, which has no standard output of its own; appended to
 */
export function openLog(part: string, level: string, file?: string): Log {
  const options = {
    name: part,
    level,
    redact: { paths: secretPaths, censor: '[secret]' },
    timestamp: pino.stdTimeFunctions.isoTime,
    ...(tracingWanted(process.env) ? { mixin: traceIds } : {}),
  };
  return pino(options, flushedWhenWritten(pino.destination({ dest: file ?? 1, sync: false, minLength: flushBytes })));
}

/** The library's own timer runs all the time, and writes nothing four times a second where nobody logs. */
function flushedWhenWritten(destination: ReturnType<typeof pino.destination>): typeof destination {
  const write = destination.write.bind(destination);
  let due: NodeJS.Timeout | undefined;
  destination.write = (line) => {
    due ??= setTimeout(() => {
      due = undefined;
      // With somebody to tell, a closed log is an answer and not an exception.
      destination.flush(() => {});
    }, flushMs).unref();
    return write(line);
  };
  return destination;
}
