/** Which playbooks a sender works with, in which version: remembered for a moment, so that accepting a task costs no query. */
import type { LoadedPlaybook } from '../../domain/dispatch/playbook/language.ts';
import { openPlaybooksInForce } from '../../portals/playbooks/in-force.ts';
import type { PlaybookSettings } from '../../portals/playbooks/files.ts';
import type { Log } from '../../process/logging.ts';
import type { Pool } from '../../store/database.ts';
import { storedPlaybooks } from '../../store/playbooks-in-force.ts';
import { readSender } from '../../store/senders.ts';

/** @param senderId null for what everyone has */
export type SenderPlaybooks = (senderId: string | null) => Promise<readonly LoadedPlaybook[]>;

/** A change is in force after this, as with limits and keys. */
const rememberMs = 1_000;
const mostSenders = 10_000;

export function openSenderPlaybooks(deps: {
  readonly pool: Pool;
  readonly settings: PlaybookSettings;
  readonly files: readonly LoadedPlaybook[];
  readonly log: Pick<Log, 'error'>;
}): SenderPlaybooks {
  const { pool, settings, files, log } = deps;
  const inForce = openPlaybooksInForce({
    files,
    settings,
    ...storedPlaybooks(pool),
    unreadable: ({ playbookId, digest }, err) =>
      log.error(
        { playbook: playbookId, digest, err },
        'a released playbook cannot be read by this version of Lanekeeper',
      ),
  });
  const known = new Map<string | null, { readonly until: number; readonly found: ReturnType<SenderPlaybooks> }>();
  return (senderId) => {
    const now = performance.now();
    const before = known.get(senderId);
    if (before !== undefined && now < before.until) return before.found;
    if (known.size >= mostSenders) known.clear();
    const found = inForce.forSender(senderId);
    known.set(senderId, { until: now + rememberMs, found });
    found.catch(() => known.delete(senderId));
    return found;
  };
}

/** @returns ids of playbooks, or null for all of the deployment */
export type SenderPortals = (senderId: string) => Promise<readonly string[] | null>;

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
