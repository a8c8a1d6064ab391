/** Whether the browser of this worker starts: tried when the worker starts, and again until it does. */
import type { Log } from '../process/logging.ts';

export interface BrowserWatch {
  /** Why portals cannot be worked on, as the end of a sentence; null where the browser starts, or is on its way. */
  lacks(): string | null;
  stop(): void;
}

export interface BrowserWatchOptions {
  readonly warm: () => Promise<void>;
  readonly log: Pick<Log, 'error' | 'info'>;
  readonly retryMs?: number;
}

/** The line of the browser's own output that says why; the first line of the error only says that it ended. */
const telling = /^.*(?:no usable sandbox|shared libraries|FATAL|cannot open|permission denied).*$/im;

export function watchBrowser({ warm, log, retryMs = 30_000 }: BrowserWatchOptions): BrowserWatch {
  let lacks: string | null = null;
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  const attempt = async (): Promise<void> => {
    try {
      await warm();
      if (lacks !== null) log.info({}, 'the browser starts now');
      lacks = null;
    } catch (error) {
      if (stopped) return;
      const { message } = error as Error;
      const [first = ''] = message.split('\n', 1);
      const why = telling.exec(message)?.[0].trim() ?? first;
      lacks = `the browser does not start: ${why.slice(0, 300)}`;
      log.error({ err: error }, 'the browser does not start');
      timer = setTimeout(() => void attempt(), retryMs);
    }
  };
  void attempt();
  return {
    lacks: () => lacks,
    stop: () => {
      stopped = true;
      clearTimeout(timer);
    },
  };
}
