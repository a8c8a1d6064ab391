/** Which types of tasks the playbooks in force can do: all that accepting a task asks of them, without their schema and lint. */
import { readFileSync } from 'node:fs';
import type { Playbook } from '../../domain/dispatch/playbook/language.ts';
import { atOnce } from '../../process/time-slices.ts';
import { type PlaybookSettings, beyondLimits, playbookFiles, settingInOrigin } from './files.ts';
import { readYaml } from './read-yaml.ts';

type Abilities = Pick<Playbook, 'id' | 'capabilities'>;

interface Stored {
  readonly playbookId: string;
  readonly digest: string;
}

interface AbilitiesDeps {
  readonly settings: PlaybookSettings;
  /** store/playbooks-in-force. */
  readonly inForce: (senderId: string | null) => Promise<readonly Stored[]>;
  readonly text: (stored: Stored) => Promise<string>;
}

/**
 * In the order of `openPlaybooksInForce`, for a process that accepts a task or a file and ends. What cannot be read is left
 * out: the worker checks it in full and names it in its log.
 */
export async function abilitiesFor(deps: AbilitiesDeps, senderId: string): Promise<readonly Abilities[]> {
  const { settings } = deps;
  const files = playbookFiles(settings).flatMap((file) => abilitiesIn(readFileSync(file, 'utf8'), settings) ?? []);
  const released = new Map<string, Abilities | undefined>();
  for (const stored of await deps.inForce(senderId))
    released.set(stored.playbookId, abilitiesIn(await deps.text(stored), settings));
  const ids = new Set([...files.map(({ id }) => id), ...released.keys()]);
  return [...ids].flatMap((id) => (released.has(id) ? released.get(id) : files.find((file) => file.id === id)) ?? []);
}

/** Undefined where the deployment has no address for an origin of the portal, or the text is no playbook. */
function abilitiesIn(text: string, settings: PlaybookSettings): Abilities | undefined {
  if (beyondLimits(text) !== undefined) return undefined;
  let data: Partial<Playbook> | null;
  try {
    data = atOnce(readYaml(text)) as Partial<Playbook> | null;
  } catch {
    return undefined;
  }
  const { id, capabilities, origins } = data ?? {};
  if (typeof id !== 'string' || typeof capabilities !== 'object' || !Array.isArray(origins)) return undefined;
  return origins.every((origin) => hasAddress(String(origin), settings)) ? { id, capabilities } : undefined;
}

function hasAddress(origin: string, settings: PlaybookSettings): boolean {
  const name = settingInOrigin.exec(origin)?.[1];
  return name === undefined || Boolean((settings as unknown as Record<string, unknown>)[name]);
}
