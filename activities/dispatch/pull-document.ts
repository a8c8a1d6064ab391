/** Pulls a document out of a portal and checks what came; reads on the way what the portal shows of the shipment. */
import { Context } from '@temporalio/activity';
import type { EvidenceEvent } from '../../domain/dispatch/evidence/evidence-events.ts';
import { judgePod } from '../../domain/dispatch/pod.ts';
import type { OcrPlace } from '../../domain/dispatch/pod.ts';
import { receiptOf } from '../../domain/dispatch/rules/delivery-receipt.ts';
import { pdfReaders } from '../../portals/documents/pdf-readers.ts';
import { readPod } from '../../portals/documents/read-pod.ts';
import type { CapabilityResult } from '../../portals/run-capability.ts';
import type { EvidenceSink } from '../../portals/step-recorder.ts';
import { checkEvent } from './recorder.ts';
import type { Heartbeat } from './heartbeat.ts';
import type { PullRequest, PullResult } from './portal-results.ts';
import { runPhase } from './portal-run.ts';
import type { PortalRunDeps } from './portal-run.ts';

/** Safe to run twice: it only reads. */
export async function pullDocument(deps: PortalRunDeps, request: PullRequest): Promise<PullResult> {
  // While the browser is on its way to the document.
  pdfReaders.warm();
  return runPhase<PullResult>(deps, request, {
    phase: 'steps',
    finish: (result, sink, heartbeat) => resultOf(request, result, sink, heartbeat),
  });
}

async function resultOf(
  request: PullRequest,
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
  const pod = await readPod(document.bytes, { signal: Context.current().cancellationSignal });
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
