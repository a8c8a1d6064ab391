/**
 * What the playbooks in force can do and what their canaries rehearse, without their schema and lint: all that accepting a
 * task or listing canaries asks of them.
 */
import { readFileSync } from 'node:fs';
import { canonicalJson } from '../../domain/canonical-json.ts';
import type { Playbook } from '../../domain/dispatch/playbook/language.ts';
import { textSha256 } from '../../process/evidence-crypto.ts';
import { atOnce } from '../../process/time-slices.ts';
import { type PlaybookSettings, beyondLimits, playbookFiles, settingInOrigin } from './files.ts';
import { readYaml } from './read-yaml.ts';

type Abilities = Pick<Playbook, 'id' | 'capabilities'>;
/** A version, with what its canary rehearses by type of task. */
export type Rehearsed = Pick<Playbook, 'id' | 'version' | 'account' | 'canary'> & { readonly digest: string };

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
  const files = inFiles(settings, abilitiesIn);
  const released = new Map<string, Abilities | undefined>();
  for (const stored of await deps.inForce(senderId))
    released.set(stored.playbookId, abilitiesIn(await deps.text(stored), settings));
  const ids = new Set([...files.map(({ id }) => id), ...released.keys()]);
  return [...ids].flatMap((id) => (released.has(id) ? released.get(id) : files.find((file) => file.id === id)) ?? []);
}

/** Whose login a portal has. */
type Account = Pick<Playbook, 'id' | 'account'>;

/**
 * The account of one playbook, or where there is none of this id those of all, as `knownPlaybooks` has them.
 * @param stored of portals without a file, the version in use
 */
export async function accountsFor(
  settings: PlaybookSettings,
  wanted: string,
  stored: (fileIds: readonly string[]) => Promise<readonly { readonly body: string }[]>,
): Promise<readonly Account[]> {
  // To read a file takes longer than all else that the command does, and one that is it names its id.
  const named = inFiles(settings, (text) => (text.includes(wanted) ? accountIn(text, settings) : undefined));
  const found = named.filter(({ id }) => id === wanted);
  if (found.length > 0) return found;
  const files = inFiles(settings, accountIn);
  const others = await stored(files.map(({ id }) => id));
  return [...files, ...others.flatMap(({ body }) => accountIn(body, settings) ?? [])];
}

function accountIn(text: string, settings: PlaybookSettings): Account | undefined {
  const { id, account } = dataIn(text, settings)?.data ?? {};
  return typeof id === 'string' && typeof account === 'string' ? { id, account } : undefined;
}

interface RehearsedDeps {
  readonly settings: PlaybookSettings;
  /** store/playbooks-in-force. */
  readonly all: () => Promise<readonly (Stored & { readonly forEveryone: boolean })[]>;
  readonly text: (stored: Stored) => Promise<string>;
}

/** What anybody's new tasks are worked with, as `forAnyone` of `openPlaybooksInForce` has it, for a process that lists it and ends. */
export async function rehearsedForAnyone({ settings, all, text }: RehearsedDeps): Promise<readonly Rehearsed[]> {
  const released = await all();
  const versions: Rehearsed[] = [];
  for (const stored of released) {
    const version = rehearsedIn(await text(stored), settings);
    if (version !== undefined) versions.push(version);
  }
  const replaced = new Set(released.filter(({ forEveryone }) => forEveryone).map(({ playbookId }) => playbookId));
  return [...inFiles(settings, rehearsedIn).filter(({ id }) => !replaced.has(id)), ...versions];
}

function inFiles<T>(
  settings: PlaybookSettings,
  read: (text: string, settings: PlaybookSettings) => T | undefined,
): T[] {
  return playbookFiles(settings).flatMap((file) => read(readFileSync(file, 'utf8'), settings) ?? []);
}

function abilitiesIn(text: string, settings: PlaybookSettings): Abilities | undefined {
  const { id, capabilities } = dataIn(text, settings)?.data ?? {};
  return typeof id === 'string' && typeof capabilities === 'object' ? { id, capabilities } : undefined;
}

function rehearsedIn(text: string, settings: PlaybookSettings): Rehearsed | undefined {
  const read = dataIn(text, settings);
  const { id, version, account, canary = {} } = read?.data ?? {};
  if (read === undefined || typeof id !== 'string' || typeof version !== 'string' || typeof account !== 'string')
    return undefined;
  return { id, version, account, canary, digest: read.digest };
}

/** Undefined where the deployment has no address for an origin of the portal, or the text is no playbook. */
function dataIn(text: string, settings: PlaybookSettings): { data: Partial<Playbook>; digest: string } | undefined {
  if (beyondLimits(text) !== undefined) return undefined;
  let data: Partial<Playbook> | null;
  let digest: string;
  try {
    data = atOnce(readYaml(text)) as Partial<Playbook> | null;
    digest = textSha256(canonicalJson(data));
  } catch {
    return undefined;
  }
  const { origins } = data ?? {};
  if (data === null || !Array.isArray(origins)) return undefined;
  return origins.every((origin) => hasAddress(String(origin), settings)) ? { data, digest } : undefined;
}

function hasAddress(origin: string, settings: PlaybookSettings): boolean {
  const name = settingInOrigin.exec(origin)?.[1];
  return name === undefined || Boolean((settings as unknown as Record<string, unknown>)[name]);
}
