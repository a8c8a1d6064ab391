/** A connection that listens for notifications and comes back by itself when it was lost. */
import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { openDedicated } from '../database.ts';

interface ListenerOptions {
  readonly url: string;
  /** Shown in pg_stat_activity. */
  readonly name: string;
  readonly channels: readonly string[];
  readonly onNotification: (channel: string, payload: string) => void;
  /** After every connect: whatever was notified before it is lost and has to be read. */
  readonly onConnected: () => void;
}

interface Listener {
  /** Resolves when it listens for the first time; @throws the first connection's error. */
  readonly ready: Promise<void>;
  /** One more channel; resolves when it listens there, or has no connection: then it will after the next connect. */
  listen(channel: string): Promise<void>;
  unlisten(channel: string): Promise<void>;
  stop(): Promise<void>;
}

/** Longest wait between two attempts while the database is away. */
const maxWaitMs = 1_000;

export function openListener(options: ListenerOptions): Listener {
  const state: { stopped: boolean; client: pg.Client | undefined } = { stopped: false, client: undefined };
  const channels = new Set(options.channels);

  const connect = async (): Promise<void> => {
    const fresh = await openDedicated(options.url, options.name);
    fresh.on('notification', ({ channel, payload }) => options.onNotification(channel, payload ?? ''));
    try {
      // Those that are added meanwhile too.
      for (const channel of channels) await fresh.query(`listen ${fresh.escapeIdentifier(channel)}`);
    } catch (error) {
      await fresh.end().catch(() => undefined);
      throw error;
    }
    fresh.once('end', () => void reconnect());
    state.client = fresh;
    if (state.stopped) await fresh.end();
    else options.onConnected();
  };

  const reconnect = async (): Promise<void> => {
    state.client = undefined;
    for (let waitMs = 50; !state.stopped; waitMs = Math.min(maxWaitMs, waitMs * 2)) {
      try {
        await connect();
        return;
      } catch {
        await delay(waitMs);
      }
    }
  };

  const ready = connect();
  // Who never asks whether it is ready still gets a listener, as soon as the database is there.
  ready.catch(() => void reconnect());
  /** What fails because the connection is lost is made up for by the next one. */
  const subscribe = async (command: 'listen' | 'unlisten', channel: string): Promise<void> => {
    const { client } = state;
    await client?.query(`${command} ${client.escapeIdentifier(channel)}`).catch(() => undefined);
  };
  return {
    ready,
    listen: async (channel) => {
      channels.add(channel);
      if (state.client === undefined) await ready.catch(() => undefined);
      else await subscribe('listen', channel);
    },
    unlisten: async (channel) => {
      channels.delete(channel);
      await subscribe('unlisten', channel);
    },
    stop: async () => {
      state.stopped = true;
      await state.client?.end();
    },
  };
}
