/** What the time stamp of an evidence pack is worth, from the bytes of the pack. */
import { type Manifest, signatureFile, stampFile, stampRequestFile } from '../../domain/dispatch/evidence/manifest.ts';
import type { Pack } from '../../domain/dispatch/evidence/finding.ts';
import { type TrustedRoots, checkTimeStamp } from '../../process/time-stamp.ts';

export interface StampReport {
  /**
   * `none`: none was to be had; `missing`: the manifest plans one and the pack has none; `not_checked`: it holds, but
   * nobody vouches for the authority's certificate; `verified`; `broken`.
   */
  readonly state: 'none' | 'missing' | 'not_checked' | 'verified' | 'broken';
  /** The authority's time. */
  readonly at: Date | null;
  readonly authority: string | null;
  readonly sentence: string;
}

/** Clocks that differ by more are worth a remark. */
const clockTolerance = 5 * 60_000;

/** @param roots null where none are at hand */
export async function readPackStamp(
  pack: Pack,
  manifest: Pick<Manifest, 'time_stamp' | 'created_at'>,
  roots: TrustedRoots | null,
  now: Date,
): Promise<StampReport> {
  const plan = manifest.time_stamp ?? null;
  if (plan === null) return { state: 'none', at: null, authority: null, sentence: 'no time stamp was asked for' };
  const nothing = { at: null, authority: plan.authority };
  const answer = pack.get(stampFile);
  if (answer === undefined)
    return { ...nothing, state: 'missing', sentence: `there is no time stamp of ${plan.authority} in the pack` };
  const request = pack.get(stampRequestFile);
  if (request === undefined)
    return { ...nothing, state: 'broken', sentence: `${stampRequestFile} is missing, the request of the time stamp` };
  const stamped = pack.get(signatureFile) ?? new Uint8Array();
  const check = await checkTimeStamp(answer, stamped, { request, roots, now });
  if (!check.ok)
    return {
      ...nothing,
      state: 'broken',
      sentence: `${stampFile} is no valid time stamp of ${signatureFile}: ${check.sentence}`,
    };
  const { at, authority, isTrusted } = check.stamp;
  const early = Date.parse(manifest.created_at) - at.getTime() > clockTolerance;
  const clocks = early ? '; that is before the pack says it was made, so one of the two clocks was wrong' : '';
  return {
    state: isTrusted === true ? 'verified' : 'not_checked',
    at,
    authority,
    sentence: `stamped by ${authority} at ${at.toISOString()}${clocks}`,
  };
}
