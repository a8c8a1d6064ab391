/**
 * The browsers of recordings: a worker takes a recording whose browser somebody wants, under a lease, shows its picture,
 * and does what it hears. One at a time, so that tasks keep the other browsers.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { requestsLeft, requestsSeen } from '../../domain/dispatch/studio/acts.ts';
import type { RecordedAct, SeenTraffic } from '../../domain/dispatch/studio/acts.ts';
import { noState, readSentCommand } from '../../domain/dispatch/studio/live.ts';
import type { LiveState, SentCommand } from '../../domain/dispatch/studio/live.ts';
import { recordingText } from '../../domain/dispatch/studio/yaml-text.ts';
import { phases } from '../../domain/dispatch/playbook/needed-facts.ts';
import type { Phase } from '../../domain/dispatch/playbook/needed-facts.ts';
import type { LoadedPlaybook } from '../../domain/dispatch/playbook/language.ts';
import type { DeploymentSecret } from '../../process/deployment-secret.ts';
import type { Log } from '../../process/logging.ts';
import type { BrowserContext } from 'playwright-core';
import type { BrowserPool } from '../../portals/browser-pool.ts';
import { CredentialsError } from '../../portals/credentials.ts';
import type { PortalCredentials } from '../../portals/credentials.ts';
import { openLiveView } from '../../portals/live-view.ts';
import { BrowserLost, soon } from '../../portals/studio/answering.ts';
import type { LiveView } from '../../portals/live-view.ts';
import { checkPlaybook } from '../../portals/playbooks/findings.ts';
import type { PlaybookSettings } from '../../portals/playbooks/files.ts';
import type { RehearsalResult } from '../../portals/rehearsal.ts';
import type { AccountSession } from '../../portals/sign-in.ts';
import { type PageStorage, readSession, sessionText } from '../../portals/page-storage.ts';
import type { LiveBrowser } from '../../portals/studio/live-browser.ts';
import { OwnFaultError } from '../../portals/own-lag.ts';
import type { LedRehearsal, ReachedStep } from '../../portals/studio/stepwise.ts';
import type { Pool } from '../../store/database.ts';
import { openListener } from '../../store/lanes/listener.ts';
import { heardInput, inputChannel } from '../../store/live-views.ts';
import {
  addAct,
  addOrigin,
  addTraffic,
  keepRecording,
  leaveRecording,
  noteRehearsed,
  readRecording,
  takeRecording,
} from '../../store/recordings.ts';
import type { BrowserEnd, RecordingRow } from '../../store/recordings.ts';
import { LeaseLostError } from '../dispatch/portal-account.ts';
import type { PortalAccounts } from '../dispatch/portal-account.ts';
import { hiddenPicture, openShownPicture } from './shown-picture.ts';
import type { ShownPicture } from './shown-picture.ts';

interface RecordingsDeps {
  readonly pool: Pool;
  /** Where to listen: PostgreSQL itself, not a transaction pooler. */
  readonly listenUrl: string;
  readonly deploymentSecret: DeploymentSecret;
  readonly settings: PlaybookSettings;
  readonly browsers: BrowserPool;
  readonly accounts: PortalAccounts;
  readonly stepTimeoutMs: number;
  /** How long a page may take for an input of a person. Default 15 s. */
  readonly inputMs?: number;
  readonly log: Pick<Log, 'warn'>;
  readonly lookEveryMs?: number;
}

export interface Recordings {
  stop(): Promise<void>;
}

const keepEveryMs = 3_000;
/** A login that is waited for so long is waited for because others have it. */
const waitingMs = 2_000;
/** A browser that failed is opened again, unless it failed so often in this time. */
const mostFailures = 3;
const failuresMs = 10 * 60_000;
/** A rehearsal begins again after so many attempts that our own processes failed at, and then asks the person. */
const mostOwnFaults = 8;
/** Between two attempts to store what was recorded. */
const saveAgainMs = { first: 100, most: 2_000 } as const;
/** What was recorded is stored for so long after its browser is to be closed. */
const saveLastMs = 20_000;
/** What changes but the picture is shown so soon. */
const stateMs = 40;

const elsewhere: BrowserEnd = { why: 'another worker has it, or it was deleted', again: true };

class BrowserClosed extends Error {
  readonly code = 'browser_closed';
  readonly end: BrowserEnd;
  constructor(end: BrowserEnd) {
    super(end.why);
    this.name = 'BrowserClosed';
    this.end = end;
  }
}

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
  }, deps.lookEveryMs ?? 1_000).unref();
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

interface Held {
  readonly row: RecordingRow;
  readonly holder: string;
  readonly commands: Commands;
  readonly shown: ShownPicture;
  readonly signal: AbortSignal;
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

interface Commands {
  put(command: SentCommand): void;
  /** Who hears them now; what came before is kept for the first one. */
  hear(listen: (command: SentCommand) => void): void;
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

interface Work extends RecordingsDeps, Held {
  readonly session: AccountSession;
  readonly notices: readonly string[];
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

function lastPart(acts: readonly RecordedAct[]): LiveState['part'] {
  return acts.at(-1)?.part ?? 'login';
}

/** Resolves when a rehearsal is wanted; rejects with the signal's reason. */
async function record(
  { pool, browsers, row, holder, session, signal, commands, shown, stepTimeoutMs, inputMs, log }: Work,
  credentials: PortalCredentials | null,
  before: LiveState,
): Promise<{ readonly stepwise: boolean; readonly state: LiveState }> {
  const { openLiveBrowser } = await import('../../portals/studio/live-browser.ts');
  const fresh = (await readRecording(pool, row.id)) ?? row;
  return browsers.use(signal, async (context) => {
    const stored = await session.load();
    const signedIn = stored === null ? undefined : readSession(stored);
    if (signedIn !== undefined) await context.addCookies(signedIn.cookies);
    /** What the page keeps, as far as it answered. */
    let storage = signedIn?.storage;
    const isOwn = ({ origin }: PageStorage): boolean => [fresh.setup.origin, ...fresh.origins].includes(origin);
    const ours = { id: row.id, holder };
    let end: (error: Error) => void = () => {};
    const ended = new Promise<never>((_, reject) => (end = reject));
    ended.catch(() => undefined);
    let saving: Promise<void> = Promise.resolve();
    let lastSaveAt = Infinity;
    /** What was recorded is stored as soon as the database can be reached. */
    const save = (what: () => Promise<boolean>): void => {
      saving = saving.then(async () => {
        for (let waitMs: number = saveAgainMs.first; ; waitMs = Math.min(saveAgainMs.most, waitMs * 2))
          try {
            if (!(await what())) end(new BrowserClosed(elsewhere));
            return;
          } catch (error) {
            log.warn({ err: error, recording: row.id }, 'not recorded yet');
            if (performance.now() > lastSaveAt) return;
            await delay(waitMs);
          }
      });
    };
    const seen = new Set(fresh.traffic.map((each) => JSON.stringify(each)));
    /** As far as it is known; the person may take back what they left out. */
    let left = requestsLeft(fresh.acts);
    let timer: NodeJS.Timeout | undefined;
    const now: { live?: LiveBrowser } = {};
    const show = async (picture: Buffer | null): Promise<void> => {
      const { live } = now;
      if (live === undefined) return;
      await shown.show(picture, async () => {
        // The page asks for the acts again when the state says that there are more.
        const state = live.state();
        await saving;
        return { ...state, rehearsal: before.rehearsal };
      });
    };
    const opened = await openLiveBrowser({
      context,
      setup: fresh.setup,
      origins: fresh.origins,
      assetOrigins: [...new Set(fresh.traffic.filter(({ kind }) => kind === 'asset').map(({ origin }) => origin))],
      knownReads: fresh.acts.flatMap(requestsSeen).filter(({ as, method }) => as === 'read' && method === 'POST'),
      async leftOut() {
        await saving;
        const now = await readRecording(pool, row.id).catch(() => undefined);
        if (now !== undefined) left = requestsLeft(now.acts);
        return left;
      },
      part: before.part,
      isSignedInMarked: fresh.acts.some(({ did }) => did === 'signed_in'),
      changes: before.changes + 1,
      heard: before.heard,
      notices: before.notices,
      credentials,
      oneTimeCode: async (secret) => (await session.oneTimeCode?.(secret))?.text ?? '',
      file: Buffer.from('%PDF-1.4\n%%EOF\n'),
      assets: browsers.assets,
      timeoutMs: stepTimeoutMs,
      ...(inputMs === undefined ? {} : { inputMs }),
      isOurs: async () => (await keepRecording(pool, row.id, holder)) === undefined,
      onFrame: show,
      onState() {
        timer ??= setTimeout(() => {
          timer = undefined;
          void show(null);
        }, stateMs);
      },
      onAct(act) {
        // What is signed in now is signed in when the browser is opened again, also after it crashed.
        if (act.part !== 'login') save(() => keepSession().then(() => true));
        save(() => addAct(pool, ours, act));
      },
      onTraffic(one: SeenTraffic) {
        const text = JSON.stringify(one);
        if (seen.has(text)) return;
        seen.add(text);
        save(() => addTraffic(pool, ours, [one]));
      },
      onOrigin: (origin) => save(() => addOrigin(pool, ours, origin)),
      onLost: (error) => end(error),
    });
    now.live = opened;
    const keepSession = async (): Promise<void> => {
      const now = await opened.storage();
      if (now !== undefined && isOwn(now)) storage = now;
      await keepInBrowser(context, session, storage);
    };
    try {
      if (fresh.acts.every(({ did }) => did === 'leave')) opened.do({ do: 'go', to: fresh.setup.entry });
      else opened.open(lastAddress(fresh), storage !== undefined && isOwn(storage) ? storage : undefined);
      const asked = new Promise<boolean>((resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
        commands.hear((sent) => {
          if (sent.command.do === 'rehearse') resolve(sent.command.stepwise);
          opened.hear(sent);
        });
      });
      const stepwise = await Promise.race([asked, ended]);
      await Promise.race([opened.idle(), ended]);
      return { stepwise, state: opened.state() };
    } finally {
      now.live = undefined;
      clearTimeout(timer);
      lastSaveAt = performance.now() + saveLastMs;
      if (opened.state().part !== 'login') await keepSession();
      await opened.close();
      await saving;
    }
  });
}

/** Of a browser that is gone nothing is kept: the session from before it is as good. */
async function keepInBrowser(
  context: BrowserContext,
  session: AccountSession,
  storage: PageStorage | undefined,
): Promise<void> {
  const cookies = await soon(context, context.cookies());
  if (cookies !== undefined) await session.save(sessionText(cookies, storage)).catch(() => undefined);
}

function lastAddress({ acts, setup }: RecordingRow): string {
  const went = acts.findLast((act) => act.did === 'go' && act.part !== 'login');
  return went?.did === 'go' ? went.to.address : setup.entry;
}

interface Rehearsed {
  readonly state: LiveState;
  /** Whether the person wants the next one step by step; absent when they go back to the recording. */
  readonly again?: boolean;
}

/** Rehearses every recipe; resolves when the person goes back to the recording or wants another rehearsal. */
async function rehearsing(
  given: Work,
  credentials: PortalCredentials | null,
  stepwise: boolean,
  before: LiveState,
): Promise<Rehearsed> {
  const { pool, row, signal, commands, shown, settings } = given;
  const { leadRehearsal, stepsOf } = await import('../../portals/studio/stepwise.ts');
  let led: LedRehearsal | undefined;
  let notices = before.notices;
  const stateNow = (): LiveState => ({
    ...before,
    heard,
    notices,
    rehearsal: led?.state() ?? null,
    held: null,
    options: null,
    chosen: null,
  });
  const show = (): void => void shown.show(null, stateNow);
  const leave = new AbortController();
  let again: boolean | undefined;
  let heard = before.heard;
  commands.hear(({ from, n, command }) => {
    if (n <= (heard[from] ?? 0)) return;
    heard = { ...heard, [from]: n };
    show();
    if (command.do === 'next' || command.do === 'run' || command.do === 'again') led?.lead(command.do);
    else if (command.do === 'close') leave.abort(new RehearsalLeft('left'));
    else if (command.do === 'rehearse') {
      again = command.stepwise;
      leave.abort(new RehearsalLeft('left'));
    }
  });
  const both = AbortSignal.any([signal, leave.signal]);
  const read = async (): Promise<ReturnType<typeof checkPlaybook>> => {
    const now = await readRecording(pool, row.id);
    return checkPlaybook(now === undefined ? '' : recordingText(now), 'recording', settings);
  };
  const checked = await read();
  if ('findings' in checked)
    return { state: { ...before, heard, changes: before.changes + 1, rehearsal: notBegun(checked.findings) } };
  try {
    let { playbook } = checked;
    const { taskType, samples } = row.setup;
    const planned = phases.filter((name) => playbook.capabilities[taskType]?.[name] !== undefined);
    const { rehearse } = await import('../../portals/rehearsal.ts');
    const stage = {
      browsers: given.browsers,
      // It signs in by the steps of the playbook, every time.
      session: {
        credentials: async () => credentials ?? { username: '', password: '' },
        load: async () => null,
        save: async () => {},
        ...(given.session.oneTimeCode === undefined
          ? {}
          : { oneTimeCode: given.session.oneTimeCode.bind(given.session) }),
      },
    };
    /** One attempt at a recipe. */
    const attempt = async (phase: Phase, leading: LedRehearsal): Promise<RehearsalResult> => {
      let view: Promise<LiveView> | undefined;
      try {
        return await rehearse(
          {
            playbook,
            taskType,
            phase,
            inputs: { ...samples, pod_file: 'pod.pdf' },
            previews: true,
            sink: noSink,
            signal: both,
            stepTimeoutMs: given.stepTimeoutMs,
            follower: leading.follower,
            onOpened(window) {
              view = openLiveView(window, {
                leastMs: 90,
                quality: 55,
                onFrame: (jpeg) => shown.show(jpeg ?? hiddenPicture, stateNow),
              });
              view.catch(() => undefined);
            },
          },
          stage,
        );
      } finally {
        await stopped(view);
      }
    };
    for (const phase of planned) {
      const stepsNow = (text: LoadedPlaybook): ReturnType<typeof stepsOf> =>
        stepsOf(text, text.capabilities[taskType]?.[phase] ?? []);
      let from: ReachedStep = { stepwise, step: 0 };
      let result: RehearsalResult | undefined;
      for (let failures = 0; result === undefined;) {
        const leading = leadRehearsal({
          phase,
          steps: stepsNow(playbook),
          from,
          signal: both,
          reread: async () => {
            const fresh = await read();
            return 'playbook' in fresh ? stepsNow(fresh.playbook) : undefined;
          },
          onState: show,
        });
        led = leading;
        try {
          result = await attempt(phase, leading);
        } catch (error) {
          failures += 1;
          if (!(error instanceof OwnFaultError) || both.aborted || failures > mostOwnFaults) throw error;
          // It says nothing about the playbook or the portal: what the person has led so far is done again by itself.
          notices = [`The rehearsal of ${phase} began again, because ${error.message}.`];
          from = leading.reached();
          const fresh = await read();
          if ('playbook' in fresh) ({ playbook } = fresh);
        }
      }
      const { lines, isGood } = outcomeOf(result, phase);
      // Who reads that it finished may store it at once.
      if (isGood) await noteRehearsed(pool, row.id, phase, playbook.digest);
      led?.ended(lines, !isGood);
      if (!isGood) break;
    }
    await until(both);
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    if (!leave.signal.aborted) {
      const { message } = error as Error;
      const isOurs = error instanceof OwnFaultError;
      led?.ended([isOurs ? `It says nothing about the portal: ${message}.` : `It ended: ${message}`], true);
      await until(both).catch(() => undefined);
    }
    signal.throwIfAborted();
  }
  const state = { ...stateNow(), changes: before.changes + 1 };
  return again === undefined ? { state } : { state, again };
}

async function stopped(view: Promise<LiveView> | undefined): Promise<void> {
  await (await view?.catch(() => undefined))?.stop();
}

class RehearsalLeft extends Error {
  readonly code = 'rehearsal_left';
}

/** @throws the signal's reason */
function until(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason as Error);
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
  });
}

function notBegun(findings: readonly string[]): LiveState['rehearsal'] {
  return {
    phase: '',
    step: 0,
    steps: [],
    state: 'failed',
    lines: ['The playbook has findings; correct them first.', ...findings.slice(0, 5)],
  };
}

/** What a rehearsal shows is its picture; nothing of it is kept. */
const noSink = {
  async file(name: string, bytes: Buffer, mediaType: string) {
    return { file: name, sha256: '', bytes: bytes.length, media_type: mediaType };
  },
  async record(events: readonly unknown[]) {
    return events.map((_, index) => index);
  },
};

/** The result of a rehearsal, as sentences. */
function outcomeOf(
  result: RehearsalResult,
  phase: string,
): { readonly lines: readonly string[]; readonly isGood: boolean } {
  switch (result.kind) {
    case 'finished': {
      const facts = Object.entries(result.facts).map(([name, value]) => `${name}: ${value.slice(0, 200)}`);
      const documents = result.downloads.map(
        ({ name, bytes }) => `${name}: ${bytes.length.toLocaleString('en-US')} bytes`,
      );
      const { why } = result.reading;
      const stop = why === null ? [] : [`A task would stop here, because ${why}.`];
      return { lines: [`${phase} finished.`, ...facts, ...documents, ...stop], isGood: why === null };
    }
    case 'held_back':
      return {
        lines: [`${phase} reached its write, which was not sent: ${result.request}`, ...result.fields],
        isGood: true,
      };
    case 'absent':
      return { lines: [`The portal does not have ${result.what}: “${result.words}”`], isGood: false };
    case 'refused':
      return { lines: [`The portal refused: “${result.words}”`], isGood: false };
    case 'stopped':
      return { lines: [`The guard stopped it: ${result.verdict.reason} (${result.verdict.subject})`], isGood: false };
    case 'changed':
      return { lines: [`On ${result.page}: expected ${result.expected}; found ${result.found}`], isGood: false };
    case 'unavailable':
    case 'uncertain':
    default:
      return { lines: [result.reason], isGood: false };
  }
}
