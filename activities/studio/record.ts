/** Records what a person does in the browser of a recording, until they ask for a rehearsal. */
import { type RecordedAct, requestsLeft, requestsSeen, type SeenTraffic } from '../../domain/dispatch/studio/acts.ts';
import type { LiveState, SentCommand } from '../../domain/dispatch/studio/live.ts';
import type { BrowserPool } from '../../portals/browser-pool.ts';
import type { PortalCredentials } from '../../portals/credentials.ts';
import { type PageStorage, readSession, sessionText } from '../../portals/page-storage.ts';
import type { PlaybookSettings } from '../../portals/playbooks/files.ts';
import type { AccountSession } from '../../portals/sign-in.ts';
import { soon } from '../../portals/studio/answering.ts';
import type { LiveBrowser } from '../../portals/studio/live-browser.ts';
import type { DeploymentSecret } from '../../process/deployment-secret.ts';
import type { Log } from '../../process/logging.ts';
import type { Pool } from '../../store/database.ts';
import {
  addAct,
  addOrigin,
  addTraffic,
  type BrowserEnd,
  keepRecording,
  readRecording,
  type RecordingRow,
} from '../../store/recordings.ts';
import type { PortalAccounts } from '../dispatch/portal-account.ts';
import type { ShownPicture } from './shown-picture.ts';
import { setTimeout as delay } from 'node:timers/promises';
import type { BrowserContext } from 'playwright-core';

export interface RecordingsDeps {
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

/** Between two attempts to store what was recorded. */
const saveAgainMs = { first: 100, most: 2_000 } as const;

/** What was recorded is stored for so long after its browser is to be closed. */
const saveLastMs = 20_000;

/** What changes but the picture is shown so soon. */
const stateMs = 40;

const elsewhere: BrowserEnd = { why: 'another worker has it, or it was deleted', again: true };

export class BrowserClosed extends Error {
  readonly code = 'browser_closed';
  readonly end: BrowserEnd;
  constructor(end: BrowserEnd) {
    super(end.why);
    this.name = 'BrowserClosed';
    this.end = end;
  }
}

export interface Held {
  readonly row: RecordingRow;
  readonly holder: string;
  readonly commands: Commands;
  readonly shown: ShownPicture;
  readonly signal: AbortSignal;
}

export interface Commands {
  put(command: SentCommand): void;
  /** Who hears them now; what came before is kept for the first one. */
  hear(listen: (command: SentCommand) => void): void;
}

export interface Work extends RecordingsDeps, Held {
  readonly session: AccountSession;
  readonly notices: readonly string[];
}

export function lastPart(acts: readonly RecordedAct[]): LiveState['part'] {
  return acts.at(-1)?.part ?? 'login';
}

/** Resolves when a rehearsal is wanted; rejects with the signal's reason. */
export async function record(
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
