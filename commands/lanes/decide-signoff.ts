/** A person's answer to a sign-off request: the event of the request, by the same way into the log as any other. */
import { type SignoffVerdict, signoffEvent } from '../../domain/lanes/operator-events.ts';
import { type ListedSignoff, assignOpenSignoff, readSignoff } from '../../store/lanes/signoffs.ts';
import type { WorkspaceRow } from '../../store/lanes/workspaces.ts';
import { type Refusal, isRefused, refusal } from '../refusal.ts';
import type { Answerer, AnswerDeps } from './settle-disagreement.ts';
import { acceptEvents } from './accept-events.ts';

type SignoffAnswered =
  | { readonly kind: 'unknown' }
  /** It does not wait for this answer, or not any more: somebody else was first. */
  | { readonly kind: 'closed'; readonly now: ListedSignoff }
  | { readonly kind: 'rejected'; readonly finding: string }
  | { readonly kind: 'stored'; readonly before: ListedSignoff; readonly now: ListedSignoff };

/** @param note for the audit log */
export async function decideSignoff(
  deps: AnswerDeps,
  workspace: WorkspaceRow,
  requestId: string,
  { verdict, note }: { readonly verdict: SignoffVerdict; readonly note: string },
  { by, actor }: Answerer,
): Promise<SignoffAnswered> {
  // Some of what is no id the database would choke on (U+0000).
  const before = idForm.test(requestId) ? await readSignoff(deps.pool, workspace.no, requestId) : undefined;
  if (before === undefined) return { kind: 'unknown' };
  if (!isOpenFor(before, verdict)) return { kind: 'closed', now: before };
  const { request } = before;
  const event = signoffEvent(request, verdict, {
    by,
    nowMs: deps.now().getTime(),
    dataClockMs: workspace.dataClock?.getTime() ?? Date.parse(request.at),
    timeZone: workspace.timeZone,
  });
  const answer = await acceptEvents(deps, { ...workspace, actor, note }, [event], false);
  const now = (await readSignoff(deps.pool, workspace.no, requestId)) ?? before;
  // A person needs no scope, so only the event itself can be refused.
  if (isRefused(answer)) return { kind: 'rejected', finding: answer.findings[0] };
  const [rejected] = answer.rejected;
  // What neither counts nor waits was a duplicate: another event has the id.
  if (rejected === undefined && answer.accepted === 0 && answer.held.events === 0 && now.state === before.state)
    return { kind: 'rejected', finding: `another event has the id ${event.id}` };
  if (rejected === undefined) return { kind: 'stored', before, now };
  return now.state === before.state
    ? { kind: 'rejected', finding: rejected.errors[0] ?? 'the answer was rejected' }
    : { kind: 'closed', now };
}

const idForm = /^sr_[0-9a-f]{1,64}$/;

/** A decline after an approval withdraws it; an acknowledgement is given or not. */
function isOpenFor({ request, state }: ListedSignoff, verdict: SignoffVerdict): boolean {
  if (verdict === 'approve') return state === 'waiting';
  return request.purpose === 'promote' && (state === 'waiting' || state === 'approved' || state === 'used');
}

/** Gives a request that waits to a person, or releases it (no person). @returns who has it now */
export async function assignSignoff(
  { pool }: Pick<AnswerDeps, 'pool'>,
  workspace: Pick<WorkspaceRow, 'no'>,
  wanted: { readonly requestId: string; readonly person: string | null },
  actor: string,
): Promise<{ readonly person: string | null } | Refusal> {
  const done = idForm.test(wanted.requestId) ? await assignOpenSignoff(pool, workspace.no, wanted, actor) : undefined;
  if (done === undefined) return refusal('not_found', 'there is no such request that waits for an answer');
  if (done.person === wanted.person) return { person: done.person };
  return refusal('already_assigned', `the request is assigned to ${done.person ?? 'nobody'}; release it first`);
}
