/** Computes again, from the files of a pack, the digests of what approvers were shown. */
import type { NoteEvent } from './evidence-events.ts';
import type { ApprovalRecord } from '../task-record.ts';
import { shownDigest } from '../writing/shown-page.ts';
import type { ShownFile, ShownMatter } from '../writing/shown-page.ts';
import { bytesOf } from './digest.ts';
import type { Pack, VerificationTools } from './finding.ts';
import type { Manifest } from './manifest.ts';
import type { ChainedEvent } from './evidence-events.ts';

type Tools = Pick<VerificationTools, 'sha256'>;

/** @returns a sentence for each approval whose digest is not that of what the pack has */
export function approvalProblems(
  { approvals }: Pick<Manifest, 'approvals'>,
  events: readonly ChainedEvent[],
  pack: Pack,
  tools: Tools,
): string[] {
  return approvals.flatMap((approval) => [...shownProblems(approval, pack, tools), ...chainProblems(approval, events)]);
}

function shownProblems({ id, shown }: ApprovalRecord, pack: Pack, tools: Tools): string[] {
  // Earlier versions bound nothing.
  if (!shown) return [];
  const { matter_sha256, change, values, page } = shown;
  const stored = page && {
    ...page,
    screenshot: asStored(page.screenshot, pack, tools),
    page_text: asStored(page.page_text, pack, tools),
    tables: asStored(page.tables, pack, tools),
  };
  // As it is recorded, and as the files are: either alone could have been exchanged.
  if ([page, stored].every((each) => digestOf({ matter_sha256, change, values, page: each }, tools) === shown.sha256))
    return [];
  const changed = [page?.screenshot, page?.page_text, page?.tables]
    .filter((file) => file !== null && file !== undefined)
    .filter((file) => asStored(file, pack, tools)?.sha256 !== file.sha256)
    .map(({ file }) => file);
  const which = changed.length === 0 ? 'the record of it' : changed.join(', ');
  return [`what approvers of ${id} were shown does not have the digest they were asked with: ${which} differs`];
}

/** With the digest of the bytes that the pack has; as it is named where the pack has none. */
function asStored(file: ShownFile | null, pack: Pack, { sha256 }: Tools): ShownFile | null {
  const bytes = file === null ? undefined : pack.get(file.file);
  return file === null || bytes === undefined ? file : { ...file, sha256: sha256(bytes) };
}

/** @returns null for what has no canonical form, and so never had a digest */
function digestOf(matter: ShownMatter, { sha256 }: Tools): string | null {
  try {
    return shownDigest(matter, (text) => sha256(bytesOf(text)));
  } catch (error) {
    if (error instanceof TypeError) return null;
    throw error;
  }
}

/** The chain names the digest from the moment of asking (activities/dispatch/approval-record). */
function chainProblems({ id, shown }: ApprovalRecord, events: readonly ChainedEvent[]): string[] {
  for (const event of events) {
    const named = event.kind === 'note' ? digestAsked(event, id) : undefined;
    if (named === undefined) continue;
    const agrees = named === null || named === shown?.sha256;
    return agrees ? [] : [`the digest of what approvers of ${id} were shown is not the one in event ${event.seq}`];
  }
  return [];
}

/** @returns null where the approval was asked for without a digest, undefined where the note is about something else */
function digestAsked({ note, about }: NoteEvent, approvalId: string): string | null | undefined {
  if (about !== undefined) return about.approval_id === approvalId ? about.shown_sha256 : undefined;
  // Logs written before notes carried data have the sentence alone.
  if (!note.startsWith(`Approval ${approvalId} is needed: `)) return undefined;
  return [...note.matchAll(/SHA-256 of all they are shown: ([0-9a-f]{64})/g)].at(-1)?.[1] ?? null;
}
