/**
 * The browsers of recordings: a worker takes a recording whose browser somebody wants, under a lease, shows its picture,
 * and does what it hears. One at a time, so that tasks keep the other browsers.
 */
import { type LiveState, noState, readSentCommand, type SentCommand } from '../../domain/dispatch/studio/live.ts';
import { CredentialsError } from '../../portals/credentials.ts';
import { BrowserLost } from '../../portals/studio/answering.ts';
import { openListener } from '../../store/lanes/listener.ts';
import { heardInput, inputChannel } from '../../store/live-views.ts';
import {
  type BrowserEnd,
  keepRecording,
  leaveRecording,
  readRecording,
  type RecordingRow,
  takeRecording,
} from '../../store/recordings.ts';
import { LeaseLostError } from '../dispatch/portal-account.ts';
import { BrowserClosed, type Commands, type Held, lastPart, record, type RecordingsDeps, type Work } from './record.ts';
import { type Rehearsed, rehearsing } from './rehearse.ts';
import { openShownPicture, type ShownPicture } from './shown-picture.ts';
import { randomUUID } from 'node:crypto';

export interface Recordings {
  stop(): Promise<void>;
}

const keepEveryMs = 3_000;

/** A login that is waited for so long is waited for because others have it. */
const waitingMs = 2_000;

/** A browser that failed is opened again, unless it failed so often in this time. */
const mostFailures = 3;

const failuresMs = 10 * 60_000;

export function openRecordings(deps: RecordingsDeps): Recordings {
  const holder = randomUUID();
  const stopping = new AbortController();
  let current: Promise<void> | undefined;

  async function look(): Promise<void> {
    const row = await takeRecording(deps.pool, holder);
    if (row === undefined) return;
    await serve(deps, row, holder, stopping.signal).catch((error: unknown) =>
      deps.log.warn({ err: error, recording: row.id }, 'the browser of a recording ended'),
    );
  }

  const timer = setInterval(() => {
    current ??= look()
      .catch(() => undefined)
      .finally(() => (current = undefined));
  }, deps.lookEveryMs ?? 2_000).unref();
  return {
    async stop() {
      clearInterval(timer);
      stopping.abort(new BrowserClosed({ why: 'the worker stops', again: true }));
      await current;
    },
  };
}

async function serve(deps: RecordingsDeps, row: RecordingRow, holder: string, stopping: AbortSignal): Promise<void> {
  const { pool, deploymentSecret } = deps;
  const closing = new AbortController();
  const signal = AbortSignal.any([stopping, closing.signal]);
  const keeping = setInterval(() => {
    keepRecording(pool, row.id, holder).then(
      (end) => (end === undefined ? undefined : closing.abort(new BrowserClosed(end))),
      () => undefined,
    );
  }, keepEveryMs);
  const commands = openCommands();
  const shown = openShownPicture(deps, row.id);
  const listener = openListener({
    url: deps.listenUrl,
    name: 'studio',
    channels: [inputChannel],
    onNotification(_channel, payload) {
      const heard = heardInput(deploymentSecret, row.id, payload);
      for (const each of Array.isArray(heard) ? (heard as unknown[]) : []) {
        const command = readSentCommand(each);
        if (command !== undefined) commands.put(command);
      }
    },
    onConnected: () => {},
  });
  let end: BrowserEnd = { why: 'it was closed', again: true };
  try {
    await listener.ready;
    end = await working(deps, { row, holder, commands, shown, signal });
  } catch (error) {
    end = error instanceof BrowserClosed ? error.end : { why: 'the browser ended unexpectedly', again: false };
    if (!(error instanceof BrowserClosed)) throw error;
  } finally {
    clearInterval(keeping);
    await listener.stop().catch(() => undefined);
    // The picture of a browser that another worker has opened meanwhile stays.
    const left = await leaveRecording(pool, row.id, holder, end).catch(() => false);
    await (left ? shown.remove() : shown.close());
  }
}

/** Opens the browser, and again where it fails through no fault of the person. @throws BrowserClosed */
async function working(deps: RecordingsDeps, held: Held): Promise<BrowserEnd> {
  const { row, shown, signal } = held;
  const failures: number[] = [];
  let notices: readonly string[] = [];
  for (;;) {
    try {
      const use = { portal: row.setup.id, account: row.setup.account, holder: row.id, signal };
      const waiting = showWaiting(shown, row, notices);
      const used = await deps.accounts
        .use(use, async (session, ours) => {
          clearTimeout(waiting);
          await work({ ...deps, ...held, session, signal: ours, notices });
          return true;
        })
        .finally(() => clearTimeout(waiting));
      if (used === undefined)
        return { why: 'tasks are using the login of this portal; try again when they are done', again: false };
    } catch (error) {
      if (error instanceof BrowserClosed || signal.aborted) throw signal.aborted ? signal.reason : error;
      const now = performance.now();
      failures.push(now);
      const recent = failures.filter((at) => now - at < failuresMs);
      deps.log.warn({ err: error, recording: row.id, failures: recent.length }, 'the browser of a recording failed');
      const why = whyFailed(error);
      if (recent.length > mostFailures)
        return { why: `${why}, ${recent.length} times in ten minutes. What was recorded is stored`, again: false };
      notices = [`The browser was opened again, because ${why}. What was recorded is stored.`];
    }
  }
}

/** Says why there is no picture yet, where the login is not ours at once. */
function showWaiting(shown: ShownPicture, { acts }: RecordingRow, notices: readonly string[]): NodeJS.Timeout {
  const sentence = 'Waiting for the login of this portal, which a task is using.';
  const state: LiveState = { ...noState, part: lastPart(acts), isBusy: true, notices: [...notices, sentence] };
  return setTimeout(() => void shown.show(null, () => state), waitingMs);
}

function whyFailed(error: unknown): string {
  if (error instanceof BrowserLost) return error.message;
  return error instanceof LeaseLostError ? 'the login was given to a task' : 'it failed';
}

function openCommands(): Commands {
  let listen: ((command: SentCommand) => void) | undefined;
  let kept: SentCommand[] = [];
  return {
    put(command) {
      if (listen === undefined) kept.push(command);
      else listen(command);
    },
    hear(next) {
      listen = next;
      const before = kept;
      kept = [];
      for (const command of before) next(command);
    },
  };
}

/** Records, and rehearses in a browser of its own whenever somebody asks for it. */
async function work(given: Work): Promise<void> {
  const credentials = await given.session.credentials().catch((error: unknown) => {
    if (error instanceof CredentialsError) return null;
    throw error;
  });
  const { acts } = (await readRecording(given.pool, given.row.id)) ?? given.row;
  let state: LiveState = { ...noState, part: lastPart(acts), notices: given.notices };
  for (;;) {
    const rehearse = await record(given, credentials, state);
    state = rehearse.state;
    for (let stepwise: boolean | undefined = rehearse.stepwise; stepwise !== undefined;) {
      const ended: Rehearsed = await rehearsing(given, credentials, stepwise, state);
      state = { ...ended.state, notices: [] };
      stepwise = ended.again;
    }
  }
}
