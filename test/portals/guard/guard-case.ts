/** One case of the guard's table: pages that want something forbidden, the steps of a robot that meets them, and the stop. */
import type { LoadedPlaybook, RecordPlace } from '../../../domain/dispatch/playbook/language.ts';
import type { Step } from '../../../domain/dispatch/playbook/step.ts';
import type { Target } from '../../../domain/dispatch/playbook/target.ts';
import { installGate } from '../../../portals/browser-gate.ts';
import { StoppedError } from '../../../portals/gate.ts';
import type { BrowserPool } from '../../../portals/browser-pool.ts';
import { DriverError } from '../../../portals/driver.ts';
import { guardDecisions, type GuardDecisions } from '../../../portals/guard-decisions.ts';
import { runSteps } from '../../../portals/interpreter.ts';
import { type LagWatch, OwnFaultError } from '../../../portals/own-lag.ts';
import { openDriver } from '../../../portals/playwright-driver.ts';
import { ChangedSignal } from '../../../portals/run-signals.ts';
import { openStepRecorder, verdictEvent } from '../../../portals/step-recorder.ts';
import { memorySink, type MemorySink } from '../../support/browser.ts';
import { patienceMs } from '../on-quiet.ts';
import type { HostilePortal, Pages, ReceivedBody } from './hostile-portal.ts';

export interface GuardCase {
  /** What the case is an example of. */
  readonly group: string;
  readonly name: string;
  /** The page under test is `/start`. */
  readonly pages: Pages;
  readonly steps: readonly Step[];
  /** `refused`: stopped or changed, and no fact of the page was kept. */
  readonly ends: 'stopped' | 'changed' | 'finished' | 'refused' | 'unavailable' | 'any';
  /** What a case that finishes has to have read. */
  readonly facts?: Readonly<Record<string, string>>;
  /** Of the page `record`. */
  readonly record?: RecordPlace;
  /** Who is signed in. */
  readonly account?: { readonly username: string; readonly shown: Target };
  /** Rule of the stop. */
  readonly rule?: RegExp;
  /** What the result says to the author of the playbook. */
  readonly says?: RegExp;
  /** A declared address that nothing may reach in this case all the same. */
  readonly forbidden?: RegExp;
  /** Writes that may arrive, each once. */
  readonly writes?: readonly string[];
  readonly harmless?: LoadedPlaybook['harmless'];
  /** Notices that the playbook declares, and what closes them. */
  readonly interstitials?: LoadedPlaybook['interstitials'];
  /** What the playbook declares beside pages. */
  readonly reads?: LoadedPlaybook['reads'];
  /** Declared reads that may arrive, as often as they like. */
  readonly mayRead?: readonly string[];
  /** Further pages of the playbook. */
  readonly listed?: LoadedPlaybook['pages'];
  /** What the task says beside the number of its shipment, the change and the amount. */
  readonly given?: Readonly<Record<string, string>>;
  readonly timeoutMs?: number;
  /** How long a control is waited for; shorter where the case is one that never gets ready. */
  readonly findMs?: number;
  /** Left out of `npm test`: `npm run bench -- guard-table` runs it. */
  readonly benchOnly?: boolean;
}

export interface CaseRun {
  readonly ended: 'stopped' | 'changed' | 'finished' | 'unavailable';
  readonly rule: string | undefined;
  readonly why: string;
  readonly received: readonly string[];
  readonly bodies: readonly ReceivedBody[];
  /** Our own processes did not run: the case says nothing and is run again. */
  readonly isOwnFault: boolean;
  readonly sink: MemorySink;
  readonly facts: Readonly<Record<string, string>>;
  readonly ms: number;
}

export const pro = '0412708839';
/** What the task says. */
const usualValues = { pro, change: '-223.00', amount: '250.00' };
const noMarks = { headings: [], labels: [], buttons: [], columns: [] };
export const listedPages = {
  home: page('/home', 'Home'),
  login: page('/login', 'Log in'),
  start: page('/start', 'Start'),
  next: { ...page('/next', 'Next'), query: ['q'] },
  record: page('/records/{{pro}}', 'Record {{pro}}'),
  frame: page('/frame', 'Frame'),
  frames: { ...page('/frames', ''), fingerprint: { ...noMarks, title: 'Frames' } },
  route: page('/start#/bills/{{pro}}', 'Bill {{pro}}'),
};

function page(path: string, heading: string): LoadedPlaybook['pages'][string] {
  return {
    paths: [path],
    query: [],
    secret: false,
    fingerprint: { headings: [heading], labels: [], buttons: [], columns: [] },
  };
}

/** Past the lint on purpose: what these steps name is stopped by the layers that come after it. */
/** The same portal under another name: to a browser an origin of its own. */
const otherOrigin = (url: string): string => url.replace('127.0.0.1', 'localhost');

function playbookFor(
  url: string,
  { harmless = [], reads = [], interstitials = [], listed = {}, record, account }: GuardCase,
): LoadedPlaybook {
  const rules: Partial<LoadedPlaybook> = {
    id: 'hostile',
    origins: [url, otherOrigin(url)],
    assets: ['/static/*'],
    asset_origins: [],
    reads,
    pages: {
      ...listedPages,
      ...listed,
      ...(record === undefined ? {} : { record: { ...listedPages.record, fingerprint: noMarks, record } }),
    },
    login: {
      page: 'login',
      steps: [],
      probe: { go: '/home', page: 'home', signed_in: account?.shown ?? { text: 'Signed in' } },
    },
    unavailable: [],
    interstitials,
    capabilities: {},
    harmless,
    never_click: [
      { action: 'void_bill', label: 'Void bill', names: [], paths: ['/void'] },
      { action: 'cancel_shipment', label: 'Cancel shipment', names: [], paths: ['/cancel'] },
      { action: 'write_off_balance', label: 'Write off balance', names: [], paths: ['/writeoff'] },
      { action: 'mass_rerate', label: 'Mass re-rate', names: [], paths: [] },
    ],
  };
  return rules as LoadedPlaybook;
}

/** Runs one case in a browser context of its own. @param decisions with a layer taken away, to show what it is for */
export async function runCase(
  guardCase: GuardCase,
  portal: HostilePortal,
  browsers: BrowserPool,
  decisions: GuardDecisions = guardDecisions,
): Promise<CaseRun> {
  const end = performance.now() + patienceMs;
  let run = await attemptCase(guardCase, portal, browsers, decisions);
  // An attempt that our own processes missed is made again, as the engine does; it never counts as a pass. Where any
  // ending is right, a few of them show enough.
  const most = guardCase.ends === 'any' ? 5 : Infinity;
  for (let attempts = 1; run.isOwnFault && attempts < most && performance.now() < end; attempts += 1) {
    // What arrived in an attempt that was missed has arrived all the same.
    if (breaches(guardCase, run).some((words) => words.startsWith('arrived'))) break;
    run = await attemptCase(guardCase, portal, browsers, decisions);
  }
  return run;
}

/** @param lag says what our own processes lost, in place of what they do lose */
export async function attemptCase(
  guardCase: GuardCase,
  portal: HostilePortal,
  browsers: BrowserPool,
  decisions: GuardDecisions = guardDecisions,
  lag?: LagWatch,
): Promise<CaseRun> {
  portal.show(guardCase.pages);
  const sink = memorySink();
  const started = performance.now();
  const playbook = playbookFor(portal.url, guardCase);
  const values = { ...usualValues, ...guardCase.given };
  const timeoutMs = guardCase.timeoutMs ?? 5_000;
  const facts: Record<string, string> = {};
  const { end, gate, recorder } = await browsers.use(new AbortController().signal, async (context) => {
    const { origins, asset_origins: assetOrigins, pages, assets, reads, never_click: neverClick } = playbook;
    const gate = await installGate(
      context,
      { origins, assetOrigins, pages, assets, reads, neverClick, values },
      { timeoutMs, pace: { turn: () => Promise.resolve() }, assets: browsers.assets },
      decisions,
      lag,
    );
    const driver = await openDriver(context, gate, lag);
    const recorder = openStepRecorder(sink, playbook.id, driver);
    const run = {
      playbook,
      driver,
      gate,
      recorder,
      values,
      stepTimeoutMs: timeoutMs,
      ...(guardCase.account === undefined ? {} : { account: { username: guardCase.account.username } }),
      ...(guardCase.findMs === undefined ? {} : { findTimeoutMs: guardCase.findMs }),
      onProgress: () => {},
      mayWrite: async () => true,
      readFile: async () => ({ bytes: Buffer.from('%PDF-1.4'), mediaType: 'application/pdf' }),
      delivery: { mayHaveLeft: false },
    };
    const position = { page: null, untouched: null };
    const end = await runSteps(run, guardCase.steps, position, { facts, downloads: [] }, false).then(
      () => undefined,
      (error: Error) => error,
    );
    await recorder.captured();
    return { end, gate, recorder };
  });
  recorder.note(gate.drainVerdicts().map(verdictEvent));
  await recorder.stored();
  const stop = gate.stopped();
  const ended =
    stop !== undefined || end instanceof StoppedError
      ? 'stopped'
      : end === undefined
        ? 'finished'
        : end instanceof ChangedSignal || (end instanceof DriverError && end.code !== 'timeout')
          ? 'changed'
          : 'unavailable';
  return {
    ended,
    rule: stop?.rule ?? (end instanceof StoppedError ? end.verdict.rule : undefined),
    why: stop?.reason ?? (end instanceof ChangedSignal ? `${end.expected}: ${end.found}` : end?.message) ?? '',
    received: [...portal.received, ...portal.upgrades.map((path) => `UPGRADE ${path}`)],
    bodies: [...portal.bodies],
    isOwnFault:
      stop === undefined && (end instanceof OwnFaultError || (ended !== 'finished' && gate.ownFault() !== undefined)),
    sink,
    facts,
    ms: performance.now() - started,
  };
}

const declared = /^(GET|HEAD) \/(login|home|start|next(\?q=[^&]*)?|frames?|records\/0412708839|static\/[\w.]+)$/;

/** Groups of pages that want something forbidden even where the run finishes: what they ask for is not sent. */
const hostileGroups = new Set(['ways out of a page', 'controls']);

/** Whether a case is of an honest page, which has to work; the others have to be stopped, or get nothing. */
export function isHonest({ group, ends }: GuardCase): boolean {
  return ends === 'finished' && !hostileGroups.has(group);
}

/** What is wrong with a run, in words; nothing when the guard held. */
export function breaches(guardCase: GuardCase, run: CaseRun): string[] {
  const found: string[] = [];
  const writes = [...(guardCase.writes ?? [])];
  for (const line of run.received) {
    const permitted = writes.indexOf(line);
    if (permitted >= 0) writes.splice(permitted, 1);
    else if (guardCase.mayRead?.includes(line)) continue;
    else if (!declared.test(line) || guardCase.forbidden?.test(line)) found.push(`arrived: ${line}`);
  }
  const ended = guardCase.ends === 'refused' && ['stopped', 'changed'].includes(run.ended) ? 'refused' : run.ended;
  if (guardCase.ends !== 'any' && ended !== guardCase.ends)
    found.push(`ended ${run.ended} (${run.rule ?? run.why}) and not ${guardCase.ends}`);
  for (const [name, value] of Object.entries(guardCase.facts ?? {}))
    if (run.facts[name] !== value) found.push(`${name} is ${JSON.stringify(run.facts[name])} and not ${value}`);
  if ((guardCase.ends === 'refused' || guardCase.ends === 'unavailable') && Object.keys(run.facts).length > 0)
    found.push(`kept ${JSON.stringify(run.facts)} of a page that was refused`);
  if (guardCase.says !== undefined && !guardCase.says.test(run.why)) found.push(`it says ${run.why}`);
  if (guardCase.ends !== 'stopped') return found;
  const { rule = /./ } = guardCase;
  if (run.rule !== undefined && !rule.test(run.rule)) found.push(`stopped by ${run.rule}: ${run.why}`);
  if (!run.sink.verdicts().some((verdict) => verdict.verdict === 'stopped' && rule.test(verdict.rule)))
    found.push('the verdict is not in the evidence');
  const steps = run.sink.steps();
  const text = run.sink.files.get(steps.at(-1)?.page_text?.file ?? '')?.bytes.toString() ?? '';
  if (!/^http:\/\/127\.0\.0\.1/m.test(text) || steps.every(({ screenshot }) => screenshot === null))
    found.push('the page is not in the evidence');
  return found;
}
