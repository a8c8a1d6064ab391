/** Notes that keys are in use: every few minutes for each, and no request waits for it or fails by it. */
import type { Queryable } from '../../store/database.ts';
import { noteKeyUse } from '../../store/keys.ts';

const notedEveryMs = 5 * 60_000;
const remembered = 10_000;

/** @returns to be called with the id of every key that was looked up and found good */
export function openKeyUse(q: Queryable, now: () => number): (keyId: string) => void {
  const notedAt = new Map<string, number>();
  return (keyId) => {
    if (now() - (notedAt.get(keyId) ?? -Infinity) < notedEveryMs) return;
    if (notedAt.size >= remembered) notedAt.clear();
    notedAt.set(keyId, now());
    void noteKeyUse(q, keyId).catch(() => undefined);
  };
}
