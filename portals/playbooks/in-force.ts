/** The playbooks that work is done with: versions that were released, and files where none was. */
import type { LoadedPlaybook } from '../../domain/dispatch/playbook/language.ts';
import { inSlices } from '../../process/time-slices.ts';
import { PlaybookError, readingPlaybook } from './load.ts';
import type { PlaybookSettings } from './files.ts';

interface Stored {
  readonly playbookId: string;
  readonly digest: string;
}

interface PlaybooksInForceDeps {
  readonly files: readonly LoadedPlaybook[];
  readonly settings: PlaybookSettings;
  /** store/playbooks-in-force. */
  readonly all: () => Promise<readonly (Stored & { readonly forEveryone: boolean })[]>;
  readonly inForce: (senderId: string | null) => Promise<readonly Stored[]>;
  readonly pinned: (taskId: string, playbookId: string) => Promise<Stored | undefined>;
  readonly text: (stored: Stored) => Promise<string>;
  /** Notified of a released version that this process cannot read; its portal is not worked. */
  readonly unreadable: (stored: Stored, error: unknown) => void;
}

export interface PlaybooksInForce {
  /** What a sender's new tasks are worked with. @param senderId null: that of everyone */
  forSender(senderId: string | null): Promise<readonly LoadedPlaybook[]>;
  /** What any sender's new tasks are worked with: several versions of a playbook, where senders have their own. */
  forAnyone(): Promise<readonly LoadedPlaybook[]>;
  /** A stored version, whether it is in force or not. @throws PlaybookError */
  ofVersion(stored: Stored): Promise<LoadedPlaybook | undefined>;
  /** Whether it is a stored version, so that a task can keep it. */
  isStored(playbook: LoadedPlaybook): boolean;
  /** The version that a task began with; that of the file where none was stored. */
  ofTask(taskId: string, playbookId: string): Promise<LoadedPlaybook | undefined>;
}

export function openPlaybooksInForce(deps: PlaybooksInForceDeps): PlaybooksInForce {
  const { files } = deps;
  // The text of a version never changes.
  const read = new Map<string, Promise<LoadedPlaybook | undefined>>();
  const stored = new WeakSet<LoadedPlaybook>();
  const load = (wanted: Stored): Promise<LoadedPlaybook | undefined> => {
    const key = `${wanted.playbookId} ${wanted.digest}`;
    const before = read.get(key);
    if (before !== undefined) return before;
    const loading = deps
      .text(wanted)
      .then((text) => inSlices(readingPlaybook(text, wanted.playbookId, deps.settings)))
      .then((playbook) => {
        if (playbook !== undefined) stored.add(playbook);
        return playbook;
      });
    read.set(key, loading);
    loading.catch(() => read.delete(key));
    return loading;
  };
  const loadReadable = (wanted: Stored): Promise<LoadedPlaybook | undefined> =>
    load(wanted).catch((error: unknown) => {
      // A database that is away says nothing about the playbook.
      if (!(error instanceof PlaybookError)) throw error;
      deps.unreadable(wanted, error);
      return undefined;
    });
  return {
    isStored: (playbook) => stored.has(playbook),
    ofVersion: load,
    async forAnyone() {
      const released = await deps.all();
      const versions: LoadedPlaybook[] = [];
      for (const one of released) {
        const version = await loadReadable(one);
        if (version !== undefined) versions.push(version);
      }
      const replaced = new Set(released.filter(({ forEveryone }) => forEveryone).map(({ playbookId }) => playbookId));
      return [...files.filter(({ id }) => !replaced.has(id)), ...versions];
    },
    async forSender(senderId) {
      const released = await deps.inForce(senderId);
      if (released.length === 0) return files;
      const versions = new Map<string, LoadedPlaybook | undefined>();
      for (const one of released) versions.set(one.playbookId, await loadReadable(one));
      const ids = [...new Set([...files.map(({ id }) => id), ...versions.keys()])];
      return ids.flatMap((id) => (versions.has(id) ? versions.get(id) : files.find((file) => file.id === id)) ?? []);
    },
    async ofTask(taskId, playbookId) {
      const pinned = await deps.pinned(taskId, playbookId);
      return pinned === undefined ? files.find(({ id }) => id === playbookId) : load(pinned);
    },
  };
}
