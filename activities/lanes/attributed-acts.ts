/** What a round has for the audit log: the acts of its requests, each with who acted. */
import { actOfClose, actOfHold, actsOf } from '../../domain/lanes/audited-act.ts';
import type { AttributedAct } from '../../store/lanes/audit-acts.ts';
import type { WorkspaceRef } from '../../store/lanes/ingest-request.ts';
import type { PlacedRequest } from './request-record.ts';

/** One request, as the round took it. */
interface TakenRequest {
  readonly placed: PlacedRequest;
  /** Ids of the events that it has added. */
  readonly storedIds: readonly string[];
  readonly beginsHold?: true;
}

/** @returns nothing where no request names who acts, as those do that the product makes by itself */
export function attributedActs({ id }: WorkspaceRef, taken: readonly TakenRequest[]): AttributedAct[] {
  return taken.flatMap(({ placed: { request, offered }, storedIds, beginsHold }) => {
    const { actor, note = '', through } = request.details;
    if (actor === undefined) return [];
    const acts = request.kind === 'close' && through !== undefined ? [actOfClose(id, through)] : [];
    if (storedIds.length > 0) {
      const stored = new Set(storedIds);
      const events = offered.flatMap(({ event }) => (stored.has(event.id) ? [event] : []));
      acts.push(...(beginsHold === true ? [actOfHold(id)] : []), ...actsOf(id, events, note));
    }
    return acts.map((act) => ({ ...act, actor }));
  });
}
