/** Which versions of playbooks are in force for a sender, remembered for a moment as its portals are. */
import type { LoadedPlaybook } from '../../domain/dispatch/playbook/language.ts';
import { openPlaybooksInForce } from '../../portals/playbooks/in-force.ts';
import type { PlaybookSettings } from '../../portals/playbooks/load.ts';
import type { Log } from '../../process/logging.ts';
import type { Pool } from '../../store/database.ts';
import { storedPlaybooks } from '../../store/playbooks-in-force.ts';

/** @param senderId null for what everyone has */
export type SenderPlaybooks = (senderId: string | null) => Promise<readonly LoadedPlaybook[]>;

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
