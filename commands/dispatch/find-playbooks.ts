/**
 * The playbooks of a deployment, one for each id: the files, and of a portal that has no file (one that was recorded) the
 * stored version in use. Logins are kept for them and senders are given them, in the console and on the command line.
 */
import type { LoadedPlaybook } from '../../domain/dispatch/playbook/language.ts';
import type { PlaybookSettings } from '../../portals/playbooks/files.ts';
import { openPlaybooksInForce } from '../../portals/playbooks/in-force.ts';
import { PlaybookError, loadPlaybooks, readingPlaybook } from '../../portals/playbooks/load.ts';
import type { Log } from '../../process/logging.ts';
import type { Settings } from '../../process/settings.ts';
import { inSlices } from '../../process/time-slices.ts';
import type { Pool, Queryable } from '../../store/database.ts';
import { versionOfEach } from '../../store/playbook-versions.ts';
import { storedPlaybooks } from '../../store/playbooks-in-force.ts';
import { type ChangedRecipe, listChanges } from '../../store/portal-changes.ts';
import { readSender } from '../../store/senders.ts';

interface Read {
  readonly files: readonly LoadedPlaybook[];
  /** Id and digest → playbook; the text of a checked version never changes. */
  readonly stored: Map<string, LoadedPlaybook | undefined>;
}

/** Read once a process: both services name them, only one works with them. */
const read = new WeakMap<Settings, Read>();

export async function knownPlaybooks({
  pool,
  settings,
}: {
  readonly pool: Queryable;
  readonly settings: Settings;
}): Promise<readonly LoadedPlaybook[]> {
  const { files, stored } = read.get(settings) ?? remember(settings);
  const found: LoadedPlaybook[] = [];
  for (const { playbookId, digest, body } of await versionOfEach(
    pool,
    files.map(({ id }) => id),
  )) {
    const key = `${playbookId} ${digest}`;
    if (!stored.has(key)) stored.set(key, await readable(body, playbookId, settings));
    const playbook = stored.get(key);
    if (playbook !== undefined) found.push(playbook);
  }
  return [...files, ...found];
}

function remember(settings: Settings): Read {
  const fresh = { files: loadPlaybooks(settings), stored: new Map<string, LoadedPlaybook | undefined>() };
  read.set(settings, fresh);
  return fresh;
}

/** Undefined where this version of Lanekeeper cannot read it, or an address of its origins is an empty setting. */
async function readable(body: string, id: string, settings: Settings): Promise<LoadedPlaybook | undefined> {
  try {
    return await inSlices(readingPlaybook(body, id, settings));
  } catch (error) {
    if (error instanceof PlaybookError) return undefined;
    throw error;
  }
}

/** What people call the portal of each playbook; one that is not known any more has its id. */
export function portalNames(playbooks: readonly LoadedPlaybook[]): (id: string) => string {
  return (id) => playbooks.find((playbook) => playbook.id === id)?.portal.name ?? id;
}

// Which playbooks a sender works with, in which version: remembered for a moment, so that accepting a task costs no query.

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

/** What no longer fits its portal, so that tasks wait for another version. */
export type ChangedRecipes = () => Promise<readonly ChangedRecipe[]>;

export function openChangedRecipes(pool: Pool): ChangedRecipes {
  let known: { readonly until: number; readonly found: ReturnType<ChangedRecipes> } | undefined;
  return () => {
    const now = performance.now();
    if (known !== undefined && now < known.until) return known.found;
    const found = listChanges(pool, { confirmed: true });
    known = { until: now + rememberMs, found };
    found.catch(() => (known = undefined));
    return found;
  };
}
