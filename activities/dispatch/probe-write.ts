/** The checker: reads back in a fresh session what a write left in the portal, and compares (D25). */
import { checkOrder } from '../../domain/dispatch/writing/check.ts';
import type { CapabilityResult } from '../../portals/run-capability.ts';
import type { EvidenceSink } from '../../portals/step-recorder.ts';
import { databaseTime } from '../../store/database.ts';
import type { LookResult, PrepareResult, ProbeRequest, ProbeResult } from './portal-results.ts';
import { type PhaseRequest, type PortalRunDeps, runPhase } from './portal-run.ts';
import { checkEvent } from './recorder.ts';

/** Safe to run twice: it only reads. Only a list that was read in full shows that nothing is there. */
export async function probeWrite(deps: PortalRunDeps, request: ProbeRequest): Promise<ProbeResult> {
  const { taskId, playbookId, order } = request;
  const phase = { taskId, playbookId, taskType: order.capability, inputs: order.probeInputs };
  const result = await runPhase<ProbeResult>(deps, phase, {
    phase: 'probe',
    session: 'check',
    finish: (result, sink) => resultOf(request, result, sink),
  });
  if (result.kind === 'held') throw new Error('a probe does not wait for a changed portal');
  return result.kind === 'needs_person' ? indeterminate(result.reason) : result;
}

async function resultOf({ order }: ProbeRequest, result: CapabilityResult, sink: EvidenceSink): Promise<ProbeResult> {
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
export async function lookUpRecord(deps: PortalRunDeps, request: PhaseRequest): Promise<LookResult> {
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
export async function prepareWrite(deps: PortalRunDeps, request: PhaseRequest): Promise<PrepareResult> {
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
