/** The lease of a portal account for somebody who is alone in its queue. */
import type { Queryable } from '../../store/database.ts';
import { type TakenLease, joinQueue, takeLeaseInTurn } from '../../store/portal-leases.ts';

export async function takeLease(
  q: Queryable,
  portal: string,
  account: string,
  holder: string,
  forMs: number,
): Promise<TakenLease | undefined> {
  await joinQueue(q, portal, account, [holder], 60_000);
  return takeLeaseInTurn(q, portal, account, [holder], forMs);
}
