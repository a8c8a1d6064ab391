/**
 * The playbooks of a deployment, one for each id: the files, and of a portal that has no file (one that was recorded) the
 * stored version in use. Logins are kept for them and senders are given them, in the console and on the command line.
 */
import type { LoadedPlaybook } from '../../domain/dispatch/playbook/language.ts';
import { loadPlaybooks, PlaybookError, readingPlaybook } from '../../portals/playbooks/load.ts';
import type { Settings } from '../../process/settings.ts';
import { inSlices } from '../../process/time-slices.ts';
import type { Queryable } from '../../store/database.ts';
import { versionOfEach } from '../../store/playbook-versions.ts';

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
