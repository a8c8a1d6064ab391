/**
 * What a worker keeps between sessions: the machines of workspaces, and that the log is ready. A kept machine counts as long as its version is
 * the database's: then a session that starts over has nothing to load.
 */
import { type Machine, loadMachine, newMachine } from '../../domain/lanes/machine/machine.ts';
import type { WorkspaceRules } from '../../domain/lanes/machine/records.ts';
import type { Queryable } from '../../store/database.ts';
import { prepareLog } from '../../store/lanes/event-log.ts';
import type { WorkspaceRef } from '../../store/lanes/ingest-request.ts';
import { readMachine } from '../../store/lanes/machine-state.ts';
import type { WorkspaceSettings } from '../../store/lanes/workspaces.ts';

export interface KeptMachine {
  readonly machine: Machine;
  settings: WorkspaceSettings;
  version: number;
}

export interface MachineKeeper {
  /** The machine of this version, from memory or from the database. */
  get(q: Queryable, workspace: WorkspaceRef, version: number): Promise<KeptMachine>;
  /** Makes the log's partitions of this month and the next; asks the database once a day. */
  prepareLog(q: Queryable): Promise<void>;
  /** Drops what a failed round has left half done. */
  forget(workspaceNo: number): void;
}

/** A machine of a hundred steps takes some megabytes; this many steps in all are kept, of a thousand small workspaces or a few large ones. */
const stepsAtMost = 5_000;
/** What the machine of a workspace takes beside its steps, in steps. */
const ownShare = 2;
const dayMs = 86_400_000;

export function openMachineKeeper(): MachineKeeper {
  const kept = new Map<number, KeptMachine>();
  let preparedAt = -Infinity;
  return {
    get: async (q, workspace, version) => {
      const known = kept.get(workspace.no);
      kept.delete(workspace.no);
      const machine = known?.version === version ? known : await load(q, workspace, version);
      // Last in, last out: the first key is the one not asked for the longest.
      kept.set(workspace.no, machine);
      let steps = 0;
      for (const one of kept.values()) steps += one.machine.steps.size + ownShare;
      for (const [oldest, one] of kept) {
        if (steps <= stepsAtMost || oldest === workspace.no) break;
        steps -= one.machine.steps.size + ownShare;
        kept.delete(oldest);
      }
      return machine;
    },
    prepareLog: async (q) => {
      if (performance.now() - preparedAt < dayMs) return;
      await prepareLog(q);
      preparedAt = performance.now();
    },
    forget: (workspaceNo) => void kept.delete(workspaceNo),
  };
}

async function load(q: Queryable, workspace: WorkspaceRef, version: number): Promise<KeptMachine> {
  const stored = await readMachine(q, workspace.no);
  const rules = rulesOf(workspace, stored.settings);
  const machine =
    stored.workspace === null ? newMachine(rules) : loadMachine(rules, stored.workspace, stored.steps, stored.weeks);
  return { machine, settings: stored.settings, version };
}

/** Those of a workspace's settings that the machine reads. */
export function rulesOf(workspace: Pick<WorkspaceRef, 'id'>, settings: WorkspaceSettings): WorkspaceRules {
  const { timeZone, auditSeed, closeGraceHours } = settings;
  return { workspace: workspace.id, timeZone, auditSeed, closeGraceHours };
}
