/**
 * Rehearses a playbook on its portal: every recipe of a task type runs as it would, and no request that could change
 * anything is let through but the login's. What such a request would have contained is reported instead.
 */
import { showsChange } from '../domain/dispatch/portal-change.ts';
import { isOnlyCovered } from '../domain/dispatch/guard/element-gate.ts';
import { brokenBy } from '../domain/dispatch/guard/field-value.ts';
import type { RequestRules } from '../domain/dispatch/guard/request-gate.ts';
import type { RequestFacts } from '../domain/dispatch/guard/request-line.ts';
import { readBody } from '../domain/dispatch/guard/request-body.ts';
import type { Constraint, ExpectedRequest } from '../domain/dispatch/playbook/declared-request.ts';
import { addressOf, placesIn } from '../domain/dispatch/playbook/template.ts';
import type { LoadedPlaybook } from '../domain/dispatch/playbook/language.ts';
import { type Step, maySend } from '../domain/dispatch/playbook/step.ts';
import { addPage, recordedPage, vocabularyOf } from '../domain/dispatch/playbook/recorded-page.ts';
import type { RecordedPage, RecordedRecipe } from '../domain/dispatch/playbook/recorded-page.ts';
import type { Phase } from '../domain/dispatch/playbook/needed-facts.ts';
import { type PodJudgement, judgePod } from '../domain/dispatch/pod.ts';
import { expectedRequest } from '../domain/dispatch/studio/requests.ts';
import type { TaskType } from '../domain/dispatch/task.ts';
import { type PhaseReading, readPhase } from '../domain/dispatch/playbook/rehearsal.ts';
import { type BrowserPool, openBrowserPool } from './browser-pool.ts';
import type { BrowserProgram } from './executable.ts';
import type { PortalCredentials } from './credentials.ts';
import { readPod } from './documents/read-pod.ts';
import { guardDecisions } from './guard-decisions.ts';
import { type CapabilityResult, type CapabilityRun, runCapability } from './run-capability.ts';
import type { AccountSession } from './sign-in.ts';
import { seenRequest } from './studio/recording-gate.ts';
import type { EvidenceSink } from './step-recorder.ts';
import { unusedCode } from './totp.ts';

export interface Rehearsal {
  readonly playbook: LoadedPlaybook;
  readonly taskType: TaskType;
  readonly phase: Phase;
  readonly inputs: Readonly<Record<string, string>>;
  /** Lets previews through, which store nothing if the playbook is right about them. */
  readonly previews: boolean;
  /** For upload steps. Default: a blank page. */
  readonly file?: Buffer;
  readonly sink: EvidenceSink;
  readonly signal: AbortSignal;
  readonly stepTimeoutMs: number;
  readonly follower?: CapabilityRun['follower'];
  readonly onOpened?: CapabilityRun['onOpened'];
}

export type RehearsalResult =
  /** The run came as far as a request that could change something; it fits the playbook, and was refused. */
  | {
      readonly kind: 'held_back';
      readonly request: string;
      readonly fields: readonly string[];
      readonly recorded: RecordedRecipe;
    }
  | Exclude<CapabilityResult, { readonly kind: 'finished' | 'stopped' }>
  | (Extract<CapabilityResult, { readonly kind: 'stopped' }> & {
      /** The last page that it reached; null before the first. */
      readonly page: string | null;
      /** What the page would have sent, as a step would declare it whole; where it was declared otherwise. */
      readonly proposed?: ExpectedRequest | undefined;
    })
  | RehearsedToTheEnd;

type RehearsedToTheEnd = Extract<CapabilityResult, { readonly kind: 'finished' }> & {
  /** What a task would make of the facts. */
  readonly reading: PhaseReading;
  /** What a task would make of the document that was pulled. */
  readonly document: PodJudgement | null;
  /** The pages that it reached, without anything of the record. */
  readonly recorded: RecordedRecipe;
};

/** Where a rehearsal takes place: a browser, and the portal account. */
interface RehearsalStage {
  readonly browsers: BrowserPool;
  readonly session: AccountSession;
  readonly onProgress?: (step: string) => void;
  /** The portal is about to get the login. */
  readonly onLogin?: () => void;
}

interface RehearsalRoom {
  /** The sign-in of the first run serves the later ones. */
  run(rehearsal: Rehearsal, credentials: PortalCredentials): Promise<RehearsalResult>;
  close(): Promise<void>;
}

const heldBack = 'request.rehearsal';

interface RehearsalRoomParts {
  readonly program: () => Promise<BrowserProgram>;
  /** Folder of the browser's profiles. */
  readonly profiles: string;
  /** Whether the one-time code of a period is ours to use: an earlier rehearsal may have used it (totp.ts). */
  readonly claimCode: (playbook: LoadedPlaybook, period: number) => Promise<boolean>;
}

export function openRehearsalRoom({ program, profiles, claimCode }: RehearsalRoomParts): RehearsalRoom {
  const browsers = openBrowserPool({ program, size: 1, profiles });
  let cookies: string | null = null;
  return {
    run: (rehearsal, credentials) =>
      rehearse(rehearsal, {
        browsers,
        session: {
          credentials: async () => credentials,
          load: async () => cookies,
          save: async (kept) => void (cookies = kept),
          oneTimeCode: (secret) =>
            unusedCode(secret, {
              claim: (period) => claimCode(rehearsal.playbook, period),
              signal: rehearsal.signal,
            }),
        },
      }),
    close: () => browsers.close(),
  };
}

/** @throws what `runCapability` throws */
export async function rehearse(rehearsal: Rehearsal, stage: RehearsalStage): Promise<RehearsalResult> {
  const { playbook, previews, signal, taskType, phase, inputs } = rehearsal;
  const ofLogin = new Set(requestsOf(playbook.login.steps, ['write']));
  const harmless = new Set([
    ...ofLogin,
    ...(previews ? requestsOf(playbook.capabilities[taskType]?.[phase] ?? [], ['preview']) : []),
  ]);
  const held = { fields: [] as readonly string[], isCovered: false };
  let proposed: ExpectedRequest | undefined;
  const pages: RecordedPage[] = [];
  const { username, password } = await stage.session.credentials();
  const vocabulary = vocabularyOf(playbook, { ...inputs, 'account.username': username });
  const given = Object.keys(inputs).filter((name) => inputs[name] !== '');
  const recorded: RecordedRecipe = { taskType, phase, given, pages };
  const result = await runCapability({
    ...rehearsal,
    browsers: stage.browsers,
    session: stage.session,
    now: () => new Date(),
    onProgress: stage.onProgress ?? (() => {}),
    mayWrite: async () => true,
    isChange: ({ rule }) => rule !== heldBack && showsChange(rule),
    seePage: async (page, driver) =>
      addPage(pages, recordedPage(page, await driver.view(), await driver.controls(), vocabulary)),
    readFile: async () => ({ bytes: rehearsal.file ?? blankReceipt, mediaType: 'application/pdf' }),
    decisions: {
      ...guardDecisions,
      element(question, rules) {
        const verdict = guardDecisions.element(question, rules);
        // It is judged as if nothing lay over it too, to see whether it is never clicked.
        if (verdict.rule === 'element.covered' && !question.facts.onTop)
          held.isCovered = isOnlyCovered(question, rules);
        return verdict;
      },
      request(facts, rules) {
        const verdict = guardDecisions.request(facts, rules);
        if (verdict.verdict === 'stopped' && verdict.final && verdict.rule.startsWith('request.'))
          proposed = proposedRequest(facts, rules, [username, password]);
        return verdict;
      },
      leaving(facts, expected) {
        if (expected !== undefined && ofLogin.has(expected)) stage.onLogin?.();
        if (expected !== undefined && harmless.has(expected)) return undefined;
        held.fields = expected === undefined ? [] : fieldsOf(facts, expected);
        return heldBackHere;
      },
    },
  });
  if (result.kind === 'stopped' && result.verdict.rule === heldBack)
    return { kind: 'held_back', request: result.verdict.subject, fields: held.fields, recorded };
  // A window that the portal opens over its page now, such as news to be closed, is for its playbook to deal with.
  const page = pages.at(-1)?.page ?? null;
  if (result.kind === 'stopped' && result.verdict.rule === 'element.covered' && held.isCovered) {
    const { subject, reason } = result.verdict;
    return {
      kind: 'changed',
      page: page ?? phase,
      expected: `${subject} with nothing over it`,
      found: reason,
      ...(result.cover === undefined ? {} : { change: result.cover }),
    };
  }
  if (result.kind === 'stopped' && result.verdict.rule === 'element.disabled') {
    const reason = `${result.verdict.reason}; many forms leave their button so while nothing in them was changed: where the record has the values of this rehearsal already, rehearse with one that has others`;
    return { ...result, verdict: { ...result.verdict, reason }, page };
  }
  if (result.kind === 'stopped')
    return { ...result, page, ...(result.verdict.layer === 'request' && proposed !== undefined ? { proposed } : {}) };
  if (result.kind !== 'finished') return result;
  const [download] = taskType === 'pull_pod' ? result.downloads : [];
  return {
    ...result,
    recorded,
    reading: readPhase(taskType, phase, result.facts, inputs),
    document: download === undefined ? null : judgePod(await readPod(download.bytes, { signal }), inputs['pro'] ?? ''),
  };
}

/**
 * All that a request would need in one go: what the running step declares and the page keeps to stays, and every other field is
 * bound to an input whose value it has, fixed, or a token. A value beside the login that is no plain word is none to be shown.
 */
function proposedRequest(
  facts: RequestFacts,
  { tickets, uploads }: RequestRules,
  login: readonly string[],
): ExpectedRequest | undefined {
  const ticket = tickets.at(-1);
  const seen = seenRequest(facts, uploads)?.seen;
  if (ticket === undefined || seen === undefined) return undefined;
  const { expected, values } = ticket;
  const inputs = Object.entries(values).filter(([name, value]) => /^[a-z][a-z0-9_.]*$/.test(name) && value !== '');
  const made = expectedRequest(
    { ...seen, as: 'write', sent: false },
    { samples: Object.fromEntries(inputs), bindings: {} },
  );
  const isLogin = seen.fields.some(({ value }) => login.includes(value));
  const sent = new Map(seen.fields.map((field) => [field.name, field]));
  // A field that the form has only where the task says something for it is not there this time.
  const isKept = (one: Constraint): boolean => {
    const field = sent.get(one.field);
    if (field === undefined || field.type === 'null')
      return placesIn(one.equals ?? '').some((name) => values[name] === '');
    return (field.type ?? 'text') === (one.type ?? 'text') && brokenBy(field.value, one, values) === undefined;
  };
  const { path, query } = addressOf(expected.path);
  const isSamePath = made.path === path;
  const inPath = isSamePath ? query.map(([name]) => name) : [];
  const kept = expected.constraints.filter(isKept);
  const known = new Set([...kept, ...(expected.opaque ?? [])].map(({ field }) => field).concat(inPath));
  const isPlain = (text: string): boolean => /^(?:[a-z ]{0,20}|\{\{[a-z_.]+\}\}|\d)$/i.test(text);
  const hidden = made.constraints.filter(({ field, equals = '' }) => isLogin && !known.has(field) && !isPlain(equals));
  const added = made.constraints.filter((one) => !known.has(one.field) && !hidden.includes(one));
  const opaque = [
    ...(expected.opaque ?? []),
    ...(made.opaque ?? []).filter(({ field }) => !known.has(field)),
    ...hidden.map(({ field }) => ({ field, pattern: '[!-~]*', max_length: 500 })),
  ];
  const inAddress = (made.query ?? []).filter((name) => !inPath.includes(name));
  const { query: _, ...body } = made;
  return {
    ...body,
    path: isSamePath ? expected.path : made.path,
    fields: [...new Set([...made.fields, ...expected.fields.filter((name) => known.has(name))])],
    constraints: [...kept, ...added],
    ...(opaque.length === 0 ? {} : { opaque }),
    ...(inAddress.length === 0 ? {} : { query: inAddress }),
  };
}

const heldBackHere = {
  verdict: 'stopped',
  layer: 'request',
  rule: heldBack,
  reason: 'this is a rehearsal: the request fits what the step declares, and was not sent',
} as const;

function fieldsOf({ body }: RequestFacts, { content, media_type: mediaType, json }: ExpectedRequest): string[] {
  return (readBody(body, content, { mediaType, json })?.fields ?? []).map(({ name, value, type, file }) =>
    file === undefined
      ? `${name} = ${type === 'text' ? JSON.stringify(value) : value}`
      : `${name} = file ${value}, ${file.length} bytes`,
  );
}

function requestsOf(steps: readonly Step[], effects: readonly string[]): ExpectedRequest[] {
  return steps.flatMap((step) => {
    if (step.do === 'when') return [...requestsOf(step.steps, effects), ...requestsOf(step.otherwise, effects)];
    // Only the login has such a field.
    if (step.do === 'fill') return [...(step.expects ?? [])];
    const sends = maySend(step) || step.do === 'choose';
    return sends && effects.includes(step.effect ?? 'read') ? [...(step.expects ?? [])] : [];
  });
}

/** The smallest file that readers take for a PDF of one blank page. */
const blankReceipt = Buffer.from(
  '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n' +
    '3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n',
);
