/** Which playbooks a sender works with, remembered for a moment so that taking a task asks the database no more. */
import type { Pool } from '../../store/database.ts';
import { readSender } from '../../store/senders.ts';

/** @returns ids of playbooks, or null for all of the deployment */
export type SenderPortals = (senderId: string) => Promise<readonly string[] | null>;

/** A change is in force after this, as with limits and keys. */
const rememberMs = 1_000;
const mostSenders = 10_000;

export function openSenderPortals(pool: Pool): SenderPortals {
  const known = new Map<string, { readonly until: number; readonly portals: ReturnType<SenderPortals> }>();
  return (senderId) => {
    const now = performance.now();
    const found = known.get(senderId);
    if (found !== undefined && now < found.until) return found.portals;
    if (known.size >= mostSenders) known.clear();
    const portals = readSender(pool, senderId).then((sender) => sender?.portals ?? null);
    known.set(senderId, { until: now + rememberMs, portals });
    portals.catch(() => known.delete(senderId));
    return portals;
  };
}
