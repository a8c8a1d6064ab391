/** The activities of the portal queue: what needs a browser. */
import { Context } from '@temporalio/activity';
import type { EvidenceEvent } from '../../domain/dispatch/evidence/evidence-events.ts';
import { type OcrPlace, judgePod } from '../../domain/dispatch/pod.ts';
import { receiptOf } from '../../domain/dispatch/rules/delivery-receipt.ts';
import { checkOrder } from '../../domain/dispatch/writing/check.ts';
import { pdfReaders } from '../../portals/documents/pdf-readers.ts';
import { readPod } from '../../portals/documents/read-pod.ts';
import type { CapabilityResult } from '../../portals/run-capability.ts';
import type { EvidenceSink } from '../../portals/step-recorder.ts';
import { notApproved } from '../../store/bound-approval.ts';
import { databaseTime, inTransaction } from '../../store/database.ts';
import { readFile } from '../../store/evidence.ts';
import { type IntentAnswer, openIntent } from '../../store/portal-intents.ts';
import { isChange, recordMetChange } from './changed-portal.ts';
import { type Heartbeat, type PhaseRequest, type PortalRunDeps, runPhase } from './portal-run.ts';
import { namingOutages } from './own-outages.ts';
import type {
  CanaryActivities,
  LookResult,
  PortalActivities,
  PrepareResult,
  ProbeRequest,
  ProbeResult,
  PullRequest,
  PullResult,
  SubmitRequest,
  SubmitResult,
} from './portal-results.ts';
import { appendNote, checkEvent } from './recorder.ts';
import { listCanaries, runCanary } from './run-canary.ts';

export function createPortalActivities(deps: PortalRunDeps): PortalActivities & CanaryActivities {
  const activities: PortalActivities & CanaryActivities = {
    pullDocument: (request) => pullDocument(deps, request),
    lookUpRecord: (request) => lookUpRecord(deps, request),
    prepareWrite: (request) => prepareWrite(deps, request),
    submitWrite: (request) => submitWrite(deps, request),
    listCanaries: () => listCanaries(deps),
    runCanary: (run) => runCanary(deps, run),
    probeWrite: (request) => probeWrite(deps, request),
  };
  return namingOutages(activities, 'workflow');
}

// Pulls a document out of a portal and checks what came; reads on the way what the portal shows of the shipment.

/** Safe to run twice: it only reads. */
async function pullDocument(deps: PortalRunDeps, request: PullRequest): Promise<PullResult> {
  // While the browser is on its way to the document.
  pdfReaders.warm();
  const { cancellationSignal: signal } = Context.current();
  const readings = new WeakMap<Uint8Array, ReturnType<typeof readPod>>();
  const reading = (bytes: Uint8Array): ReturnType<typeof readPod> => {
    const known = readings.get(bytes) ?? readPod(bytes, { signal });
    readings.set(bytes, known);
    return known;
  };
  return runPhase<PullResult>(deps, request, {
    phase: 'steps',
    // It is read while its window is closed and the evidence is stored.
    prepare: async () => ({ onDocument: (bytes) => void reading(bytes).catch(() => undefined) }),
    finish: (result, sink, heartbeat) => pulledResult({ request, reading }, result, sink, heartbeat),
  });
}

async function pulledResult(
  {
    request,
    reading,
  }: { readonly request: PullRequest; readonly reading: (bytes: Uint8Array) => ReturnType<typeof readPod> },
  result: CapabilityResult,
  sink: EvidenceSink,
  heartbeat: Heartbeat,
): Promise<PullResult> {
  if (result.kind === 'uncertain') throw new Error('a run that only reads cannot have written');
  if (result.kind !== 'finished') return result;
  const [document] = result.downloads;
  if (document === undefined) throw new Error('the playbook finished without a document');
  heartbeat.report('checking the document');
  const pro = request.inputs['pro'] ?? '';
  const pod = await reading(document.bytes);
  const { checks, findings, notes } = judgePod(pod, pro);
  const pictures = pod.kind === 'scan' ? await keepPlaces(pod.places, sink) : [];
  await sink.record([...checks.map(checkEvent), ...pictures]);
  const { file, bytes, sha256 } = document.file;
  return {
    kind: 'pulled',
    file,
    findings,
    notes,
    receipt: { receipt: receiptOf(pod, pro), file: { name: file, bytes, sha256 }, shipment: result.facts },
  };
}

/** Pictures of what OCR read, so that a person sees it for themselves. */
async function keepPlaces(places: readonly OcrPlace[], sink: EvidenceSink): Promise<EvidenceEvent[]> {
  const events: EvidenceEvent[] = [];
  for (const [index, { what, page, png }] of places.entries()) {
    const { file } = await sink.file(`ocr-${index + 1}.png`, Buffer.from(png), 'image/png');
    events.push({ kind: 'note', note: `The place of the ${what} on page ${page} of the scan is shown in ${file}.` });
  }
  return events;
}

// * Submits a write, once: the intent is committed under the lease's fence right before the click (D25). The engine
// never repeats this activity; whatever is unclear afterwards is looked for, not done again.

async function submitWrite(deps: PortalRunDeps, request: SubmitRequest): Promise<SubmitResult> {
  const { taskId, playbookId, order, submit } = request;
  const playbook = await deps.playbooks.ofTask(taskId, playbookId);
  if (playbook !== undefined && playbook.digest !== order.playbookDigest)
    return { kind: 'not_allowed', answer: { kind: 'other_playbook' } };
  let answer: IntentAnswer | NotApproved | undefined;
  const phase = { taskId, playbookId, taskType: order.capability, inputs: order.inputs };
  const result = await runPhase<SubmitResult>(deps, phase, {
    phase: 'submit',
    prepare: async (lease) => ({
      readFile: (name) => fileOfPack(deps, taskId, name),
      mayWrite: async () => {
        // One ticket a run: a second write step of the same run is a fault of the playbook.
        if (answer !== undefined) return false;
        const why = await notApproved(deps, taskId, order);
        if (why !== null) {
          await appendNote(deps, taskId, `Nothing was keyed: ${why}.`);
          answer = { kind: 'not_approved', why };
          return false;
        }
        answer = await inTransaction(deps.pool, (q) => openIntent(q, { taskId, lease, order, submit }));
        return answer.kind === 'opened';
      },
    }),
    finish: async (result) => submittedResult(result, answer),
  });
  if (result.kind === 'busy' || result.kind === 'needs_person' || result.kind === 'held')
    return { ...result, clicked: false };
  if (playbook !== undefined && result.kind === 'changed' && !result.clicked && isChange(result)) {
    const held = await recordMetChange(deps, phase, playbook, result);
    if (held !== undefined) return { ...held, clicked: false };
  }
  return result;
}

interface NotApproved {
  readonly kind: 'not_approved';
  readonly why: string;
}

function submittedResult(result: CapabilityResult, answer: IntentAnswer | NotApproved | undefined): SubmitResult {
  if (answer !== undefined && answer.kind !== 'opened') return { kind: 'not_allowed', answer };
  const clicked = answer?.kind === 'opened';
  // A stop of the guard is final, also when it came after the click: nothing is submitted again.
  if (result.kind === 'uncertain')
    return result.verdict === null
      ? { kind: 'lost', reason: result.reason }
      : { kind: 'stopped', verdict: result.verdict, clicked };
  if (result.kind !== 'finished') return { ...result, clicked };
  if (!clicked) throw new Error('the playbook finished its submit without a write');
  return { kind: 'accepted', number: result.facts['confirmation_number']?.trim() ?? null };
}

async function fileOfPack(
  { pool, blobs }: PortalRunDeps,
  taskId: string,
  name: string,
): Promise<{ bytes: Buffer; mediaType: string }> {
  const row = await readFile(pool, taskId, name);
  const bytes = row && (await blobs.get(row.blobKey));
  if (row === undefined || bytes === undefined) throw new Error(`the evidence of ${taskId} has no file ${name}`);
  return { bytes, mediaType: row.mediaType };
}

// The checker: reads back in a fresh session what a write left in the portal, and compares (D25).

/** Safe to run twice: it only reads. Only a list that was read in full shows that nothing is there. */
async function probeWrite(deps: PortalRunDeps, request: ProbeRequest): Promise<ProbeResult> {
  const { taskId, playbookId, order } = request;
  const phase = { taskId, playbookId, taskType: order.capability, inputs: order.probeInputs };
  const result = await runPhase<ProbeResult>(deps, phase, {
    phase: 'probe',
    session: 'check',
    finish: (result, sink) => probedResult(request, result, sink),
  });
  if (result.kind === 'held') throw new Error('a probe does not wait for a changed portal');
  return result.kind === 'needs_person' ? indeterminate(result.reason) : result;
}

async function probedResult(
  { order }: ProbeRequest,
  result: CapabilityResult,
  sink: EvidenceSink,
): Promise<ProbeResult> {
  switch (result.kind) {
    case 'finished': {
      const { probe, checks } = checkOrder(order, result.facts);
      await sink.record([
        ...checks.map(checkEvent),
        { kind: 'note', note: `The checker's verdict: ${verdictText[probe.kind]}.` },
      ]);
      return { kind: 'probed', probe };
    }
    case 'unavailable':
      return result;
    case 'absent':
    case 'refused':
      return indeterminate(`the portal says: ${result.words}`);
    case 'stopped':
      return indeterminate(`the guard stopped the look: ${result.verdict.reason}`);
    case 'changed':
      return indeterminate(`the page "${result.page}" shows ${result.found} in the place of ${result.expected}`);
    case 'uncertain':
      break;
  }
  return indeterminate(result.reason);
}

const verdictText = {
  confirmed: 'confirmed',
  refuted: 'refuted',
  absent: 'no such record',
  indeterminate: 'indeterminate',
} as const;

function indeterminate(why: string): ProbeResult {
  return { kind: 'probed', probe: { kind: 'indeterminate', why } };
}

// Looks for a record and for what is on file of the same fact, before anything is written (D25).

/** Safe to run twice: it only reads. */
async function lookUpRecord(deps: PortalRunDeps, request: PhaseRequest): Promise<LookResult> {
  let at = '';
  return runPhase<LookResult>(deps, request, {
    phase: 'look',
    prepare: async () => {
      at = (await databaseTime(deps.pool)).toISOString();
      return {};
    },
    finish: async (result) => {
      if (result.kind === 'uncertain') throw new Error('a run that only reads cannot have written');
      if (result.kind === 'finished') {
        const { facts, page } = result;
        return { kind: 'seen', seen: { kind: 'facts', facts, at }, ...(page === undefined ? {} : { page }) };
      }
      if (result.kind === 'absent') return { kind: 'seen', seen: { kind: 'absent', words: result.words } };
      return result;
    },
  });
}

// Fills the portal's form as far as its own preview, and reads that; nothing is submitted.

/** Safe to run twice: a preview leaves nothing behind. */
async function prepareWrite(deps: PortalRunDeps, request: PhaseRequest): Promise<PrepareResult> {
  return runPhase<PrepareResult>(deps, request, {
    phase: 'prepare',
    finish: async (result) => {
      if (result.kind === 'uncertain') throw new Error('a preview cannot have written');
      if (result.kind !== 'finished') return result;
      const { facts, page } = result;
      return { kind: 'previewed', facts, ...(page === undefined ? {} : { page }) };
    },
  });
}
