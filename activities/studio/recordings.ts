/**
 * The browsers of recordings: a worker takes a recording whose browser somebody wants, under a lease, shows its picture,
 * and does what it hears. One at a time, so that tasks keep the other browsers.
 */
import { randomUUID } from 'node:crypto';
import type { RecordedAct, SeenTraffic } from '../../domain/dispatch/studio/acts.ts';
import { noState, readCommand } from '../../domain/dispatch/studio/live.ts';
import type { LiveCommand, LiveState } from '../../domain/dispatch/studio/live.ts';
import { recordingText } from '../../domain/dispatch/studio/yaml-text.ts';
import { phases } from '../../domain/dispatch/playbook/needed-facts.ts';
import type { LoadedPlaybook } from '../../domain/dispatch/playbook/language.ts';
import type { DeploymentSecret } from '../../process/deployment-secret.ts';
import type { Log } from '../../process/logging.ts';
import type { BrowserPool } from '../../portals/browser-pool.ts';
import { CredentialsError } from '../../portals/credentials.ts';
import type { PortalCredentials } from '../../portals/credentials.ts';
import { openLiveView } from '../../portals/live-view.ts';
import type { LiveView } from '../../portals/live-view.ts';
import { checkPlaybook } from '../../portals/playbooks/findings.ts';
import type { PlaybookSettings } from '../../portals/playbooks/files.ts';
import type { RehearsalResult } from '../../portals/rehearsal.ts';
import type { AccountSession } from '../../portals/sign-in.ts';
import type { LiveBrowser } from '../../portals/studio/live-browser.ts';
import type { LedRehearsal } from '../../portals/studio/stepwise.ts';
import type { Pool } from '../../store/database.ts';
import { openListener } from '../../store/lanes/notifications.ts';
import { endPictures, heardInput, inputChannel, showPicture } from '../../store/live-views.ts';
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
import type { PortalAccounts } from '../dispatch/portal-account.ts';

export interface RecordingsDeps {
  readonly pool: Pool;
  /** Where to listen: PostgreSQL itself, not a transaction pooler. */
  readonly listenUrl: string;
  readonly deploymentSecret: DeploymentSecret;
  readonly settings: PlaybookSettings;
  readonly browsers: BrowserPool;
  readonly accounts: PortalAccounts;
  readonly stepTimeoutMs: number;
  readonly log: Pick<Log, 'warn'>;
  readonly lookEveryMs?: number;
}

export interface Recordings {
  stop(): Promise<void>;
}

const keepEveryMs = 3_000;
/** What changes but the picture is shown so soon. */
const stateMs = 40;

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
  const listener = openListener({
    url: deps.listenUrl,
    name: 'studio',
    channels: [inputChannel],
    onNotification(_channel, payload) {
      const heard = heardInput(deploymentSecret, row.id, payload);
      for (const each of Array.isArray(heard) ? (heard as unknown[]) : []) {
        const command = readCommand(each);
        if (command !== undefined) commands.put(command);
      }
    },
    onConnected: () => {},
  });
  let end: BrowserEnd = { why: 'it was closed', again: true };
  try {
    await listener.ready;
    const use = { portal: row.setup.id, account: row.setup.account, holder: row.id, signal };
    const used = await deps.accounts.use(use, async (session, held) => {
      await work({ ...deps, row, session, signal: held, commands });
      return true;
    });
    if (used === undefined)
      end = { why: 'tasks are using the login of this portal; try again when they are done', again: false };
  } catch (error) {
    end = error instanceof BrowserClosed ? error.end : { why: 'the browser ended unexpectedly', again: false };
    if (!(error instanceof BrowserClosed)) throw error;
  } finally {
    clearInterval(keeping);
    await listener.stop().catch(() => undefined);
    await leaveRecording(pool, row.id, holder, end).catch(() => undefined);
    await endPictures(pool, row.id).catch(() => undefined);
  }
}

interface Commands {
  put(command: LiveCommand): void;
  /** Who hears them now; what came before is kept for the first one. */
  hear(listen: (command: LiveCommand) => void): void;
}

function openCommands(): Commands {
  let listen: ((command: LiveCommand) => void) | undefined;
  let kept: LiveCommand[] = [];
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

interface Work extends RecordingsDeps {
  readonly row: RecordingRow;
  readonly session: AccountSession;
  readonly signal: AbortSignal;
  readonly commands: Commands;
}

/** Records, and rehearses in a browser of its own whenever somebody asks for it. */
async function work(given: Work): Promise<void> {
  const credentials = await given.session.credentials().catch((error: unknown) => {
    if (error instanceof CredentialsError) return null;
    throw error;
  });
  let state: LiveState = { ...noState, part: lastPart(given.row.acts) };
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
  { pool, deploymentSecret, browsers, row, session, signal, commands, stepTimeoutMs, log }: Work,
  credentials: PortalCredentials | null,
  before: LiveState,
): Promise<{ readonly stepwise: boolean; readonly state: LiveState }> {
  const { openLiveBrowser } = await import('../../portals/studio/live-browser.ts');
  const fresh = (await readRecording(pool, row.id)) ?? row;
  return browsers.use(signal, async (context) => {
    const kept = await session.load();
    if (kept !== null) await context.addCookies(JSON.parse(kept) as Parameters<typeof context.addCookies>[0]);
    let saving: Promise<void> = Promise.resolve();
    const save = (what: () => Promise<void>): void => {
      saving = saving.then(what).catch((error: unknown) => log.warn({ err: error, recording: row.id }, 'not recorded'));
    };
    const seen = new Set(fresh.traffic.map((each) => JSON.stringify(each)));
    let timer: NodeJS.Timeout | undefined;
    const now: { live?: LiveBrowser } = {};
    const show = async (picture: Buffer | null): Promise<void> => {
      if (now.live === undefined) return;
      await saving;
      await showPicture(pool, deploymentSecret, row.id, {
        picture,
        state: { ...now.live.state(), rehearsal: before.rehearsal },
      });
    };
    const opened = await openLiveBrowser({
      context,
      setup: fresh.setup,
      origins: fresh.origins,
      assetOrigins: [...new Set(fresh.traffic.filter(({ kind }) => kind === 'asset').map(({ origin }) => origin))],
      part: before.part,
      changes: before.changes + 1,
      credentials,
      oneTimeCode: async (secret) => (await session.oneTimeCode?.(secret))?.text ?? '',
      file: Buffer.from('%PDF-1.4\n%%EOF\n'),
      assets: browsers.assets,
      timeoutMs: stepTimeoutMs,
      onFrame: async (jpeg) => show(jpeg).catch(() => {}),
      onState() {
        timer ??= setTimeout(() => {
          timer = undefined;
          void show(null).catch(() => {});
        }, stateMs);
      },
      onAct: (act) => save(() => addAct(pool, row.id, act)),
      onTraffic(one: SeenTraffic) {
        const text = JSON.stringify(one);
        if (seen.has(text)) return;
        seen.add(text);
        save(() => addTraffic(pool, row.id, [one]));
      },
      onOrigin: (origin) => save(() => addOrigin(pool, row.id, origin)),
    });
    now.live = opened;
    try {
      if (fresh.acts.length === 0) opened.do({ do: 'go', to: fresh.setup.entry });
      else await opened.open(lastAddress(fresh));
      const stepwise = await new Promise<boolean>((resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
        commands.hear((command) => {
          if (command.do === 'rehearse') resolve(command.stepwise);
          else opened.do(command);
        });
      });
      await opened.idle();
      return { stepwise, state: opened.state() };
    } finally {
      clearTimeout(timer);
      // What is signed in now is signed in when the browser is opened again.
      if (opened.state().part !== 'login')
        await session.save(JSON.stringify(await context.cookies().catch(() => []))).catch(() => undefined);
      await opened.close();
      await saving;
    }
  });
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
  const { pool, deploymentSecret, row, signal, commands, settings } = given;
  const { flatSteps, leadRehearsal, stepsOf } = await import('../../portals/studio/stepwise.ts');
  let led: LedRehearsal | undefined;
  let picture: Buffer | null = null;
  const stateNow = (): LiveState => ({ ...before, rehearsal: led?.state() ?? null, held: null, options: null });
  const show = (): void => {
    const shown = picture;
    picture = null;
    void showPicture(pool, deploymentSecret, row.id, { picture: shown, state: stateNow() }).catch(() => {});
  };
  const leave = new AbortController();
  let again: boolean | undefined;
  commands.hear((command) => {
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
    return { state: { ...before, changes: before.changes + 1, rehearsal: notBegun(checked.findings) } };
  try {
    const { playbook } = checked;
    const { taskType, samples } = row.setup;
    const capability = playbook.capabilities[taskType];
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
    for (const phase of phases.filter((name) => capability?.[name] !== undefined)) {
      const steps = stepsOf(playbook, capability?.[phase] ?? []);
      const ofNow = (fresh: LoadedPlaybook): ReturnType<typeof flatSteps> =>
        stepsOf(fresh, fresh.capabilities[taskType]?.[phase] ?? []);
      const leading = leadRehearsal({
        phase,
        steps,
        stepwise,
        signal: both,
        reread: async () => {
          const fresh = await read();
          return 'playbook' in fresh ? ofNow(fresh.playbook) : undefined;
        },
        onState: show,
      });
      led = leading;
      let view: Promise<LiveView> | undefined;
      let result: RehearsalResult;
      try {
        result = await rehearse(
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
                async onFrame(jpeg) {
                  picture = jpeg ?? Buffer.alloc(0);
                  show();
                },
              });
              view.catch(() => undefined);
            },
          },
          stage,
        );
      } finally {
        await stopped(view);
      }
      const { lines, isGood } = outcomeOf(result, phase);
      leading.ended(lines, !isGood);
      if (!isGood) break;
      await noteRehearsed(pool, row.id, phase, playbook.digest);
    }
    await until(both);
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    if (!(leave.signal.aborted && !signal.aborted)) led?.ended([`It ended: ${(error as Error).message}`], true);
    if (!leave.signal.aborted) await until(both).catch(() => undefined);
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

/** What a rehearsal came to, as sentences. */
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
      return { lines: [`${phase} came to its end.`, ...facts, ...documents, ...stop], isGood: why === null };
    }
    case 'held_back':
      return {
        lines: [`${phase} came to its write, which was not sent: ${result.request}`, ...result.fields],
        isGood: true,
      };
    case 'absent':
      return { lines: [`The portal has no ${result.what.replace(/^an? /, '')}: “${result.words}”`], isGood: false };
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
