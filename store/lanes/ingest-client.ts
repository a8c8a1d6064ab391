/**
 * The waiting side of ingest: stages a request, makes sure that the session of its shard runs, and waits for the
 * answer, which comes by notification and is also read by ticket, because notifications can be lost.
 */
import { randomBytes } from 'node:crypto';
import type { Log } from '../../process/logging.ts';
import { type Pool, isAboutData } from '../database.ts';
import { IngestError, shardOf } from './ingest-request.ts';
import type { IngestRequest, RecordAnswer, Shard, WorkspaceRef } from './ingest-request.ts';
import { openListener } from './listener.ts';
import { type SessionPlan, type StartSession, openSessionStarter } from './session-starter.ts';
import {
  answerChannel,
  openStager,
  readAnswers,
  readLost,
  readStagedShards,
  routeChannel,
  stagedRow,
} from './staging.ts';

export interface IngestOptions {
  readonly pool: Pool;
  /** Where to listen: PostgreSQL itself, not a transaction pooler. */
  readonly listenUrl: string;
  /** Starts the workflow of the session where it does not run; made by `store/lanes/session-starter`. */
  readonly startSession: StartSession;
  readonly sessions: SessionPlan;
  readonly log: Log;
  /** How long a caller waits (D34). Default 30 s. */
  readonly answerWithinMs?: number;
}

/** A step's route entry has changed; `undefined`: notifications may have been lost, look at every workspace. */
type RouteChange = { readonly workspaceNo: number; readonly routeVersion: number } | undefined;

export interface Ingest {
  /**
   * Resolves when the request is stored and reviewed.
   * @throws IngestError
   */
  submit(workspace: WorkspaceRef, request: IngestRequest): Promise<RecordAnswer>;
  /** Calls `listener` after every change of route entries, by whichever process; returns what ends that. */
  onRouteChange(listener: (change: RouteChange) => void): () => void;
  /** Resolves when it listens for the first time. */
  readonly ready: Promise<void>;
  /** Gives up on requests that still wait: `unavailable`. */
  stop(): Promise<void>;
}

/** Answers this late are looked for by their tickets: the notification may be lost. */
const readAfterMs = 1_000;
const tickMs = 150;
/** What was staged by a process that is gone waits this long at most. */
const lookForForgottenMs = 15_000;

interface Waiter {
  readonly workspace: WorkspaceRef;
  readonly since: number;
  staged: boolean;
  readonly resolve: (answer: RecordAnswer) => void;
  readonly reject: (error: unknown) => void;
}

export function openIngest(options: IngestOptions): Ingest {
  const { pool, log, sessions, answerWithinMs = 30_000 } = options;
  const channel = randomBytes(9).toString('hex');
  const waiters = new Map<number, Waiter>();
  const routeListeners = new Set<(change: RouteChange) => void>();
  const stager = openStager(pool, sessions.shards);
  const shard = (workspaceNo: number): Shard => shardOf(workspaceNo, sessions.shards);
  const starter = openSessionStarter(options.startSession, sessions, (error) =>
    log.warn({ err: error }, 'the engine does not start an ingest session'),
  );
  let lastTicket = 0;
  let reading = false;

  const settle = (ticket: number, stored: unknown): void => {
    const waiter = waiters.get(ticket);
    if (waiter === undefined) return;
    waiters.delete(ticket);
    starter.answered(shard(waiter.workspace.no));
    const { error } = stored as { error?: string };
    if (error === undefined) waiter.resolve(stored as RecordAnswer);
    else waiter.reject(new IngestError('not_storable', error));
  };

  /** Reads answers that were announced without their text, or whose notification was lost. */
  const readThese = async (tickets: readonly number[]): Promise<void> => {
    for (const { ticket, answer } of await readAnswers(pool, channel, tickets)) settle(ticket, answer);
  };

  const onAnswers = (payload: string): void => {
    const missing: number[] = [];
    for (const [answer, tickets] of JSON.parse(payload) as [unknown, number[]][])
      if (answer === null) missing.push(...tickets);
      else for (const ticket of tickets) settle(ticket, answer);
    // What cannot be read now is read by the next tick.
    if (missing.length > 0) readThese(missing).catch(() => undefined);
  };

  const onRoute = (payload: string): void => {
    const [workspaceNo, routeVersion] = payload.split(':').map(Number);
    const change = { workspaceNo: workspaceNo ?? 0, routeVersion: routeVersion ?? 0 };
    for (const listener of routeListeners) listener(change);
  };

  const readOld = async (olderThanMs: number): Promise<void> => {
    if (reading) return;
    const now = performance.now();
    const old = [...waiters].filter(([, { since }]) => now - since >= olderThanMs).map(([ticket]) => ticket);
    if (old.length === 0) return;
    reading = true;
    await readThese(old).catch(() => undefined);
    reading = false;
  };

  /** What a server that died had not written out yet is gone. Where this cannot be asked, the wait ends by its time. */
  const giveLostUp = async (): Promise<void> => {
    const staged = [...waiters].filter(([, waiter]) => waiter.staged).map(([ticket]) => ticket);
    if (staged.length === 0) return;
    for (const ticket of await readLost(pool, channel, staged)) {
      waiters.get(ticket)?.reject(new IngestError('unavailable', 'the database has lost the events; send them again'));
      waiters.delete(ticket);
    }
  };

  const startForgotten = (): void => {
    readStagedShards(pool, sessions.shards).then(
      (shards) => shards.forEach((one) => starter.insist(one)),
      () => undefined,
    );
  };

  const listener = openListener({
    url: options.listenUrl,
    name: 'ingest-answers',
    channels: [answerChannel(channel), routeChannel],
    onNotification: (from, payload) => (from === routeChannel ? onRoute(payload) : onAnswers(payload)),
    onConnected: () => {
      void readOld(0);
      void giveLostUp().catch(() => undefined);
      startForgotten();
      for (const listener of routeListeners) listener(undefined);
    },
  });

  /** While somebody waits: an idle process sleeps. */
  let ticking: NodeJS.Timeout | undefined;
  const tick = (): void => {
    const now = performance.now();
    const oldest = new Map<number, number>();
    for (const [ticket, waiter] of waiters) {
      if (now - waiter.since >= answerWithinMs) {
        waiters.delete(ticket);
        waiter.reject(new IngestError('unavailable', 'the events are ingested later; sending them again is harmless'));
        continue;
      }
      const { no } = shard(waiter.workspace.no);
      if (!oldest.has(no)) oldest.set(no, waiter.since);
    }
    for (const [no, since] of oldest) starter.waiting({ no, of: sessions.shards }, since);
    void readOld(readAfterMs);
    if (waiters.size > 0) return;
    clearInterval(ticking);
    ticking = undefined;
  };
  const lookingForForgotten = setInterval(startForgotten, lookForForgottenMs);

  return {
    ready: listener.ready,
    submit: (workspace, request) =>
      new Promise((resolve, reject) => {
        lastTicket += 1;
        const ticket = lastTicket;
        // Before the insert: the answer can come first.
        const waiter = { workspace, since: performance.now(), staged: false, resolve, reject };
        waiters.set(ticket, waiter);
        ticking ??= setInterval(tick, tickMs);
        stager.stage(stagedRow(workspace.no, channel, ticket, request)).then(
          () => (waiter.staged = true),
          (error: unknown) => {
            if (waiters.delete(ticket)) reject(stagingError(error));
          },
        );
        starter.ensure(shard(workspace.no));
      }),
    onRouteChange: (listener) => {
      routeListeners.add(listener);
      return () => routeListeners.delete(listener);
    },
    stop: async () => {
      clearInterval(ticking);
      clearInterval(lookingForForgotten);
      for (const { reject } of waiters.values()) reject(new IngestError('unavailable', 'the service is stopping'));
      waiters.clear();
      await listener.stop();
    },
  };
}

function stagingError(error: unknown): IngestError {
  const { code } = error as { code?: unknown };
  return typeof code === 'string' && isAboutData(code)
    ? new IngestError('not_storable', 'the request holds text that cannot be stored', { cause: error })
    : new IngestError('unavailable', 'the database does not take the request now', { cause: error });
}
