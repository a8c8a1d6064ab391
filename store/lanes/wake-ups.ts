/**
 * How the ingest sessions of a process hear of what is staged: one connection listens for all of them. A notification
 * wakes every connection that listens anywhere in the database, so that one for each session would wake them all for each
 * request. What is lost while the connection is away is found by the sessions, which look for themselves every second.
 */
import type { Served } from './ingest-request.ts';
import { openListener } from './listener.ts';
import { wakeChannel } from './staging.ts';

/** What one session hears. */
export interface SessionWakeUps {
  /** Workspaces for which something was staged since this was asked before. */
  drainStaged(): number[];
  /** Resolves when something was staged that `drainStaged` has not given yet, after `ms`, or when `signal` aborts. */
  woken(ms: number, signal: AbortSignal): Promise<void>;
  close(): Promise<void>;
}

export interface WakeUps {
  /** Resolves when it listens for this session, or cannot at present. */
  open(served: Served): Promise<SessionWakeUps>;
  stop(): Promise<void>;
}

interface Ear {
  readonly served: Served;
  readonly staged: Set<number>;
  wake: (() => void) | undefined;
}

/** @param url PostgreSQL itself, not a transaction pooler; connected to when the first session opens */
export function openWakeUps(url: string): WakeUps {
  /** Sessions by channel: one may be in beside another. */
  const ears = new Map<string, Set<Ear>>();
  const hear = (channel: string, payload: string): void => {
    for (const ear of ears.get(channel) ?? []) {
      // The API of an older version names no workspace to the session of one.
      ear.staged.add(payload === '' ? ear.served.no : Number(payload));
      ear.wake?.();
    }
  };
  let listener: ReturnType<typeof openListener> | undefined;
  const listening = (): ReturnType<typeof openListener> =>
    (listener ??= openListener({
      url,
      name: 'ingest-wake-ups',
      channels: [],
      onNotification: hear,
      onConnected: () => {},
    }));

  return {
    open: async (served) => {
      const channel = wakeChannel(served);
      const ear: Ear = { served, staged: new Set(), wake: undefined };
      const others = ears.get(channel);
      if (others === undefined) ears.set(channel, new Set([ear]));
      else others.add(ear);
      await listening().listen(channel);
      return {
        drainStaged: () => {
          const nos = [...ear.staged];
          ear.staged.clear();
          return nos;
        },
        woken: (ms, signal) => woken(ear, ms, signal),
        close: async () => {
          const left = ears.get(channel);
          left?.delete(ear);
          if (left?.size !== 0) return;
          ears.delete(channel);
          await listener?.unlisten(channel);
        },
      };
    },
    stop: async () => listener?.stop(),
  };
}

async function woken(ear: Ear, ms: number, signal: AbortSignal): Promise<void> {
  if (ear.staged.size > 0 || signal.aborted) return;
  const rouse = (): void => ear.wake?.();
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, ms);
    ear.wake = () => {
      clearTimeout(timer);
      resolve();
    };
    signal.addEventListener('abort', rouse, { once: true });
  });
  signal.removeEventListener('abort', rouse);
  ear.wake = undefined;
}
