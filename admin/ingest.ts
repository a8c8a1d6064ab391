/** Hands a request to the ingest session of a workspace, as the API does, and reports the result in sentences. */
import type { LanesCommands } from '../commands/lanes/deps.ts';
import { type Ingest, openIngest } from '../store/lanes/ingest-client.ts';
import { sessionPlan } from '../store/lanes/session-starter.ts';
import { IngestError } from '../store/lanes/ingest-request.ts';
import { AdminRefusal, type Deployment, databaseUrl } from './deployment.ts';
import { withEngine } from './with-engine.ts';

const answerWithinMs = 20_000;

/** @throws AdminRefusal where no worker answered in time, or the request cannot be stored */
async function withIngest<T>({ pool }: Pick<Deployment, 'pool'>, work: (ingest: Ingest) => Promise<T>): Promise<T> {
  const [{ openLog }, { openSessionStarts }] = await Promise.all([
    import('../process/logging.ts'),
    import('../temporal/workflow-messages.ts'),
  ]);
  return withEngine(async ({ client }, settings) => {
    const sessions = sessionPlan(settings);
    const ingest = openIngest({
      pool,
      listenUrl: databaseUrl(settings),
      startSession: openSessionStarts(client, settings.ENGINE_TASK_QUEUE_SUFFIX, sessions),
      sessions,
      log: openLog('admin', 'silent'),
      answerWithinMs,
    });
    try {
      return await work(ingest);
    } catch (error) {
      if (!(error instanceof IngestError)) throw error;
      throw new AdminRefusal(
        error.code === 'unavailable' ? 'no worker took the change yet; it is made as soon as one runs' : error.message,
      );
    } finally {
      await ingest.stop();
    }
  });
}

/** What the commands of lanes need; each request opens the engine for itself, so that a refusal needs none. */
export function lanesDeps(
  deployment: Pick<Deployment, 'pool'>,
): Pick<LanesCommands, 'pool' | 'ingest' | 'routes' | 'metrics' | 'now'> {
  return {
    pool: deployment.pool,
    now: () => new Date(),
    ingest: { submit: (workspace, request) => withIngest(deployment, (ingest) => ingest.submit(workspace, request)) },
    // Route calls are answered by the API, whose processes hear of the change by themselves.
    routes: { reach: async () => {}, clockMoved: async () => {} },
    metrics: { eventsTaken: { inc: () => {} } },
  };
}
