/** How far a version of a playbook has come, and who may release it: one that writes needs two people (D78). */
import { isSameActor } from '../../actor.ts';

const versionStates = ['draft', 'checked', 'rehearsed', 'released', 'retired'] as const;
export type VersionState = (typeof versionStates)[number];

interface VersionStanding {
  readonly state: VersionState;
  /** Whether it can change something in a portal. */
  readonly writes: boolean;
  readonly draftedBy: string;
}

export interface ReleaseAsk {
  readonly actor: string;
  /** Whether playbooks that write need two people. */
  readonly twoPeople: boolean;
  /** The release of a version that was only checked, asked for by name. */
  readonly unrehearsed: boolean;
}

/** The state after a check without findings. A version that has come further stays where it is. */
export function stateAfterCheck(state: VersionState): VersionState {
  return state === 'draft' ? 'checked' : state;
}

/** @returns the sentence that refuses a recorded rehearsal, or undefined */
export function whyNotRehearsed(state: VersionState): string | undefined {
  if (state === 'draft') return 'it was not checked yet';
  if (state === 'retired') return 'it is retired';
  return undefined;
}

/** @returns the sentence that refuses the release, or undefined */
export function whyNotReleased(version: VersionStanding, ask: ReleaseAsk): string | undefined {
  if (version.state === 'retired') return 'it is retired';
  if (version.state === 'draft') return 'it was not checked yet';
  if (version.state === 'checked' && !ask.unrehearsed)
    return 'it was not rehearsed; release it without a rehearsal only on purpose';
  if (version.writes && ask.twoPeople && isSameActor(version.draftedBy, ask.actor))
    return `it writes, so a second person releases it: ${version.draftedBy} drafted it`;
  return undefined;
}
