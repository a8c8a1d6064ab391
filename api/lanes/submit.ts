/** Hands a request to the workspace's ingest session, and brings the route table to what its answer has come to. */
import { IngestError } from '../../store/lanes/ingest-request.ts';
import type { IngestRequest, RecordAnswer } from '../../store/lanes/ingest-request.ts';
import { ApiError } from '../http/errors.ts';
import type { LanesDeps } from './deps.ts';
import type { WorkspaceCaller } from './workspace-caller.ts';

/** @throws ApiError unavailable, invalid_request (text that cannot be stored) */
export async function submitted(
  deps: Pick<LanesDeps, 'ingest' | 'routes'>,
  workspace: Pick<WorkspaceCaller, 'no' | 'id'>,
  request: IngestRequest,
): Promise<RecordAnswer> {
  let answer: RecordAnswer;
  try {
    answer = await deps.ingest.submit({ no: workspace.no, id: workspace.id }, request);
  } catch (error) {
    if (!(error instanceof IngestError)) throw error;
    if (error.code === 'not_storable')
      throw Object.assign(new ApiError('invalid_request', error.message), { cause: error });
    throw Object.assign(unavailable(error.message), { cause: error });
  }
  // Answers of route calls after this one are never older than it (D38).
  await deps.routes.reach(workspace.no, answer.route_version);
  return answer;
}

function unavailable(sentence: string): ApiError {
  return new ApiError('unavailable', sentence, { headers: { 'Retry-After': '2' } });
}
