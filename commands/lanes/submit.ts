/** Hands a request to the workspace's ingest session, and brings the route table to what its answer has come to. */
import type { IngestRequest, RecordAnswer, WorkspaceRef } from '../../store/lanes/ingest-request.ts';
import type { LanesCommands } from './deps.ts';

/** @throws IngestError where the request got no answer */
export async function submitted(
  { ingest, routes }: Pick<LanesCommands, 'ingest' | 'routes'>,
  { no, id }: WorkspaceRef,
  request: IngestRequest,
): Promise<RecordAnswer> {
  const answer = await ingest.submit({ no, id }, request);
  // Answers of route calls after this one are never older than it (D38).
  await routes.reach(no, answer.route_version);
  return answer;
}
