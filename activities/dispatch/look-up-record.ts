/** Looks for a record and for what is on file of the same fact, before anything is written (D25). */
import { databaseTime } from '../../store/database.ts';
import type { LookResult } from './portal-results.ts';
import { runPhase } from './portal-run.ts';
import type { PhaseRequest, PortalRunDeps } from './portal-run.ts';

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
