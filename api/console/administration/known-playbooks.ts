/** The playbooks of this deployment, read once a process: both services name them, only one works with them. */
import type { LoadedPlaybook } from '../../../domain/dispatch/playbook/language.ts';
import { loadPlaybooks } from '../../../portals/playbooks/load.ts';
import type { Settings } from '../../../process/settings.ts';

const loaded = new WeakMap<Settings, readonly LoadedPlaybook[]>();

export function knownPlaybooks(settings: Settings): readonly LoadedPlaybook[] {
  const before = loaded.get(settings);
  if (before !== undefined) return before;
  const playbooks = loadPlaybooks(settings);
  loaded.set(settings, playbooks);
  return playbooks;
}
