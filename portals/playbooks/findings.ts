/** What keeps a playbook from being released: everything that `admin playbook check` refuses. */
import type { LoadedPlaybook } from '../../domain/dispatch/playbook/language.ts';
import { playbookChanges } from '../../domain/dispatch/playbook/lint.ts';
import { PlaybookError, readPlaybook } from './load.ts';
import type { PlaybookSettings } from './load.ts';

/** @returns the playbook, or every finding as a sentence */
export function checkPlaybook(
  text: string,
  name: string,
  settings: PlaybookSettings,
): { readonly playbook: LoadedPlaybook } | { readonly findings: readonly string[] } {
  let playbook: LoadedPlaybook | undefined;
  try {
    playbook = readPlaybook(text, name, settings);
  } catch (error) {
    if (error instanceof PlaybookError) return { findings: error.findings };
    throw error;
  }
  if (playbook === undefined) return { findings: ['an address of its origins is an empty setting of this deployment'] };
  const open = playbookChanges(playbook);
  return open.length > 0 ? { findings: open } : { playbook };
}
