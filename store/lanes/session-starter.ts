/**
 * Makes sure that a workspace's ingest session runs, with as few calls to the engine as can be: none while answers
 * flow, else at most one under way and one more behind it. That keeps the engine out of the hot path (three times
 * the requests a second).
 */
import type { WorkspaceRef } from './ingest-request.ts';

/**
 * The session, the one beside it that takes over at once when its worker has died, and a third one for when the tasks of
 * both went to open polls of a frozen worker.
 */
export type SessionRole = 'main' | 'backup' | 'reserve';
export type StartSession = (workspace: WorkspaceRef, role: SessionRole) => Promise<void>;

/** A session lingers for 2 s after its last answer, so one that answered this lately is there. */
const freshMs = 1_000;

interface State {
  answeredAt: number;
  readonly calls: Record<SessionRole, { running: boolean; again: boolean }>;
}

export interface SessionStarter {
  /** An answer of this workspace has come. */
  answered(workspaceNo: number): void;
  /** Starts the session, unless it is known to be there. */
  ensure(workspace: WorkspaceRef): void;
  /** Starts it, or the backup, whatever is known: a request has waited too long. */
  insist(workspace: WorkspaceRef, role: SessionRole): void;
}

export function openSessionStarter(start: StartSession, report: (error: unknown) => void): SessionStarter {
  const states = new Map<number, State>();
  const stateOf = (workspaceNo: number): State => {
    let state = states.get(workspaceNo);
    if (state === undefined) {
      const idle = () => ({ running: false, again: false });
      const calls = { main: idle(), backup: idle(), reserve: idle() };
      state = { answeredAt: -Infinity, calls };
      states.set(workspaceNo, state);
    }
    return state;
  };

  const call = async (workspace: WorkspaceRef, role: SessionRole, queue: boolean): Promise<void> => {
    const state = stateOf(workspace.no).calls[role];
    if (state.running) {
      state.again ||= queue;
      return;
    }
    state.running = true;
    do {
      state.again = false;
      await start(workspace, role).catch(report);
    } while (state.again && performance.now() - stateOf(workspace.no).answeredAt > freshMs);
    state.running = false;
  };

  return {
    answered: (workspaceNo) => {
      stateOf(workspaceNo).answeredAt = performance.now();
    },
    ensure: (workspace) => {
      if (performance.now() - stateOf(workspace.no).answeredAt > freshMs) void call(workspace, 'main', true);
    },
    insist: (workspace, role) => void call(workspace, role, false),
  };
}
