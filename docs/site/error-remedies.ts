/** What each error code means to a caller, and what to do about it; the type makes sure that none is missing. */
import type { ErrorCode } from '../../api/http/errors.ts';

interface Remedy {
  readonly cause: string;
  readonly remedy: string;
}

export const errorRemedies: Readonly<Record<ErrorCode, Remedy>> = {
  bad_json: {
    cause: 'The body is not JSON, ends too early, or is nested deeper than 32 levels.',
    remedy: 'Send valid JSON in UTF-8; the sentence has the place.',
  },
  bad_csv: {
    cause: 'The file is not UTF-8, or its header row cannot be read.',
    remedy: 'Save it as CSV UTF-8; the sentence names the line.',
  },
  bad_request: {
    cause: 'The request breaks a rule of HTTP, or a form of the console was incomplete.',
    remedy: 'Correct what the sentence names.',
  },
  invalid_request: {
    cause: 'The request as a whole does not fit: an unknown query parameter, too many events, a missing member.',
    remedy: 'Correct every finding in `details`; nothing was stored.',
  },
  unauthorized: {
    cause:
      'There is no key, or it is unknown, revoked, expired or of the other service; or a signature is wrong or older than 5 minutes.',
    remedy:
      'Send `Authorization: Bearer <key>`; create a key with `admin key create`. For a signature check the clock, the secret and that the raw body is signed.',
  },
  not_allowed: {
    cause: 'The key is good, but lacks the scope; or the requester of a task tries to approve it.',
    remedy: 'Use a key with the scope that the sentence names; have somebody else approve.',
  },
  not_found: {
    cause: 'There is no such path or record, or it belongs to somebody else.',
    remedy: 'Check the id and whose key is used; the two cases are not distinguished on purpose.',
  },
  method_not_allowed: {
    cause: 'The path exists, but not with this method.',
    remedy: 'Use a method of the `Allow` header.',
  },
  request_timeout: {
    cause: 'The request did not arrive in full in time.',
    remedy: 'Send it again; check the connection.',
  },
  already_decided: {
    cause: 'The approval was decided before, expired, or was superseded.',
    remedy: 'Read the task: its record has the decision or the new approval.',
  },
  already_assigned: {
    cause: 'Somebody else has the audit.',
    remedy: 'Release it first, or leave it to them.',
  },
  not_repeatable: {
    cause: 'The task has not ended, was completed, or may have written to the portal.',
    remedy: 'Read its outcome; where it may have written, a person resolves it on its page.',
  },
  task_ended: {
    cause: 'The task has an outcome already.',
    remedy: 'Nothing to do; read the record.',
  },
  settler_off: {
    cause: 'The settler has no model credential, is switched off or stopped, or reached its cap.',
    remedy: 'See `reason` in `GET /v1/settler`.',
  },
  webhook_deleted: {
    cause: 'The delivery belongs to a webhook that was deleted.',
    remedy: 'Create the webhook again; later events go to it.',
  },
  too_large: {
    cause: 'The body is larger than the limit of the call.',
    remedy: 'Send fewer tasks or events in a request.',
  },
  unsupported_media_type: {
    cause: 'The Content-Type is not one that the call accepts.',
    remedy: 'Send `application/json`, or `text/csv` where the call has it.',
  },
  expectation_failed: {
    cause: 'The request has an `Expect` header other than `100-continue`.',
    remedy: 'Leave it out.',
  },
  invalid_task: {
    cause: 'The task does not fit the schema of its type.',
    remedy: 'Correct every finding in `details`: each names the member and what was expected.',
  },
  invalid_decision: {
    cause: 'The decision is not `approve` or `refuse`, or the note is too long.',
    remedy: 'Correct what the sentence names.',
  },
  invalid_batch: {
    cause: 'The batch is empty, has more than 100 tasks, or is no list.',
    remedy: 'Split or correct it; nothing was queued.',
  },
  all_rejected: {
    cause: 'Every row of the batch was rejected.',
    remedy: 'See `results`: it has the findings of each row.',
  },
  invalid_query: {
    cause:
      'A query parameter is unknown, given twice or has a wrong value; or the body of a call about deliveries does not fit.',
    remedy: 'Correct every finding in `details`.',
  },
  no_capability: {
    cause: 'No portal of the sender can do this type of task.',
    remedy: 'See `GET /api/playbooks`; release a playbook to the sender, or choose its portals in the console.',
  },
  rate_limited: {
    cause: 'The key sent more requests than its rate allows, or keeps sending bodies that are rejected.',
    remedy: 'Wait for `Retry-After` seconds; ask for a higher rate.',
  },
  headers_too_large: {
    cause: 'The headers or the address of the request are too long.',
    remedy: 'Shorten them; long filters belong into several requests.',
  },
  internal: {
    cause: 'A defect of ours.',
    remedy: 'Send the request again later; report the `X-Request-Id`, by which the log has the cause.',
  },
  unavailable: {
    cause: 'The database or the engine cannot be reached, or the service is busy or shutting down.',
    remedy: 'Send the same request again after `Retry-After` seconds. Equal content is never done twice.',
  },
};
