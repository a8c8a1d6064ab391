/** The waiting side and the session of ingest in this process: the product's own code without HTTP and engine. */
import { runIngestSession } from '../../activities/lanes/ingest-session.ts';
import { openMachineKeeper } from '../../activities/lanes/machine-keeper.ts';
import type { WireEvent } from '../../domain/lanes/event.ts';
import { openLog } from '../../process/logging.ts';
import type { Pool } from '../../store/database.ts';
import { openIngest } from '../../store/lanes/ingest-client.ts';
import type { RecordAnswer, WorkspaceRef } from '../../store/lanes/ingest-request.ts';

export interface SessionHere {
  readonly workspace: WorkspaceRef;
  send(events: readonly WireEvent[]): Promise<RecordAnswer>;
  close(through: number): Promise<RecordAnswer>;
  stop(): Promise<void>;
}

export async function sessionHere(pool: Pool, databaseUrl: string, workspace: WorkspaceRef): Promise<SessionHere> {
  const log = openLog('bench', 'warn');
  const end = new AbortController();
  const keeper = openMachineKeeper();
  const limits = { lingerMs: 3_600_000, lastsMs: 3_600_000 };
  const session = runIngestSession({ databaseUrl, keeper, log, limits }, workspace, end.signal, () => {}).catch(
    (error: unknown) => {
      if (!end.signal.aborted) throw error;
    },
  );
  const answerWithinMs = 600_000;
  const sessions = { shards: 1, lingerMs: limits.lingerMs };
  const ingest = openIngest({
    pool,
    listenUrl: databaseUrl,
    startSession: async () => {},
    sessions,
    log,
    answerWithinMs,
  });
  await ingest.ready;
  return {
    workspace,
    send: (events) => ingest.submit(workspace, { kind: 'events', events, hold: false }),
    close: (through) => ingest.submit(workspace, { kind: 'close', through }),
    stop: async () => {
      end.abort();
      await session;
      await ingest.stop();
    },
  };
}
