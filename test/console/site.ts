/** The dispatch console over a crew: real workers, a real portal, and the console's own address. */
import { openSenderPortals } from '../../commands/dispatch/find-playbooks.ts';
import { openTaskWriter } from '../../commands/dispatch/write-tasks.ts';
import { taskLinks } from '../../process/task-links.ts';
import { sendDecision } from '../../temporal/workflow-messages.ts';
import { portalRetry, taskStart } from '../../temporal/task-start.ts';
import type { FreshDatabase } from '../support/database.ts';
import { type TestApi, openTestApi } from '../support/dispatch-api.ts';
import type { Crew } from '../workflows/crew.ts';

export interface CrewSite {
  readonly baseUrl: string;
  readonly database: FreshDatabase;
  readonly api: TestApi;
}

export async function openCrewSite(crew: Crew): Promise<CrewSite> {
  const { settings, blobs, client, database } = crew;
  const { pool } = database;
  const deploymentSecret = settings.DEPLOYMENT_SECRET;
  const api = await openTestApi(
    { ...crew.env },
    {
      pool,
      blobs,
      deploymentSecret,
      portalsOf: openSenderPortals(pool),
      writeTasks: openTaskWriter({
        pool,
        startOf: (task) => taskStart(task, portalRetry(settings)),
        onCommitted: () => {},
      }),
      decideApproval: (taskId, input) => sendDecision(client, deploymentSecret, taskId, input),
      linksOf: (task) =>
        taskLinks(
          { baseUrl: 'https://dispatch.example', deploymentSecret, linkDays: 30, now: new Date() },
          {
            taskId: task.id,
            linkGeneration: task.linkGeneration,
            manifestFile: task.manifestFile,
            podFile: task.podFile,
          },
        ),
    },
  );
  return { baseUrl: api.url, database, api };
}
