/** Fills the portal's form as far as its own preview, and reads that; nothing is submitted. */
import type { PrepareResult } from './portal-results.ts';
import { runPhase } from './portal-run.ts';
import type { PhaseRequest, PortalRunDeps } from './portal-run.ts';

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
