/** What the OpenAPI description of the dispatch API adds to the common parts: its service and its error examples. */
import { describeErrors } from '../http/openapi-parts.ts';
import type { ExampleSentences } from '../http/openapi-parts.ts';

export { answer, json, keyErrors, operation, ref } from '../http/openapi-parts.ts';

export interface DescribedService {
  readonly baseUrl: string;
  /** The word in the names of our headers. */
  readonly headerName: string;
}

const exampleSentences: ExampleSentences = {
  bad_json: 'the body must be JSON; it ends too early',
  bad_csv: 'the file must be UTF-8; in Excel, save it as "CSV UTF-8"',
  unauthorized: 'a valid API key is needed: Authorization: Bearer <key>',
  not_allowed: 'this key may not submit tasks',
  not_found: 'there is no such task',
  too_large: 'the body must be at most 1,000,000 bytes',
  unsupported_media_type: 'Content-Type must be application/json',
  invalid_task: 'params.pro must be exactly 10 digits',
  invalid_batch: 'tasks must not be empty',
  invalid_query: 'limit must be a whole number from 1 to 200',
  no_capability: 'no portal here can do answer_claim yet',
  rate_limited: 'this key may send 6,000 requests a minute',
  internal: 'internal error; find it in the log by the request id',
  unavailable: 'the service cannot process this right now; try again shortly',
};

export const errors = describeErrors(exampleSentences);
