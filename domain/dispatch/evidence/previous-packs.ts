/** Follows packs of one record from each to the one before, where an auditor has several of them. */
import type { Manifest } from './manifest.ts';

/** A pack whose signature holds, and the digest of its manifest file. */
export interface GivenPack {
  readonly manifest: Manifest;
  readonly sha256: string;
}

export interface PreviousLink {
  readonly taskId: string;
  /**
   * `not_recorded`: made by a version whose packs did not name one; `first`: there was none; `not_given`: it is not
   * among the packs at hand; `follows`; `differs`: the pack at hand is not the one that was named; `other_record`.
   */
  readonly state: 'not_recorded' | 'first' | 'not_given' | 'follows' | 'differs' | 'other_record';
  readonly sentence: string;
}

/** @returns for each pack whether the one that it names is among the others, unchanged */
export function previousLinks(packs: readonly GivenPack[]): PreviousLink[] {
  const byTask = new Map(packs.map((pack) => [pack.manifest.task_id, pack]));
  return packs.map(({ manifest }) => ({ taskId: manifest.task_id, ...linkOf(manifest, byTask) }));
}

function linkOf(
  { previous_pack: named, record }: Manifest,
  packs: ReadonlyMap<string, GivenPack>,
): Omit<PreviousLink, 'taskId'> {
  if (named === undefined)
    return { state: 'not_recorded', sentence: 'it was made by a version whose packs name no previous one' };
  if (named === null) return { state: 'first', sentence: 'it names no previous pack' };
  const { task_id: id } = named;
  const previous = packs.get(id);
  if (previous === undefined)
    return { state: 'not_given', sentence: `the previous pack, of ${id}, is not among those given` };
  if (previous.sha256 !== named.manifest_sha256)
    return {
      state: 'differs',
      sentence: `the pack given for ${id} is not the one that this pack names as the previous`,
    };
  // Missing only in packs that name no record: they cannot be meant.
  const { record: other = null } = previous.manifest;
  const isSame = other === null || (other.record === record?.record && other.portal === record.portal);
  return isSame
    ? { state: 'follows', sentence: `it follows the pack of ${id}` }
    : { state: 'other_record', sentence: `the previous pack, of ${id}, is about another record: ${other.record}` };
}
