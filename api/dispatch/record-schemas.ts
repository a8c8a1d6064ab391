/** Schemas of what the dispatch API answers, as data: task record, lists, reports, errors (D1, D11, D15, D16, D26, D28). */
import { playbookStatuses } from '../../domain/dispatch/playbook/summary.ts';
import { count, list, nullable, ref, string, text, time, timeOrNull, whole } from '../http/openapi-parts.ts';
import type { JsonSchema } from '../../domain/json-schema.ts';
import {
  approvalStatuses,
  channels,
  finalStatuses,
  outcomeReasons,
  portalActions,
  priorities,
  statuses,
  taskTypes,
} from '../../domain/dispatch/task.ts';
import { waitingOns } from '../../domain/dispatch/task-record.ts';
import { statusOfCode } from '../http/errors.ts';
import { recoverSchema } from '../http/read-members.ts';
import { recoverable } from './deliveries.ts';
import { answerInput, decisionInput, endpointInput, questionInput } from './request-schemas.ts';
import { reasonTexts } from './result-text.ts';

function withOptional(schema: JsonSchema, more: Readonly<Record<string, JsonSchema>>): JsonSchema {
  return { ...schema, properties: { ...(schema.properties as Readonly<Record<string, JsonSchema>>), ...more } };
}

/** A row of a report; one that came from a CSV file has its line too. */
function row(properties: Readonly<Record<string, JsonSchema>>): JsonSchema {
  const line = { type: 'integer', minimum: 1, description: 'Line of the CSV file on which the row begins.' };
  return { type: 'object', required: Object.keys(properties), properties: { ...properties, line } };
}

const report = { accepted: count, duplicates: count, rejected: count, results: list(ref('RowReport')) };

export const recordSchemas: Readonly<Record<string, JsonSchema>> = {
  Status: { type: 'string', enum: statuses },
  TaskType: { type: 'string', enum: taskTypes },
  OutcomeReason: {
    type: 'string',
    enum: outcomeReasons,
    description: outcomeReasons.map((reason) => `${reason}: ${reasonTexts[reason]}`).join(' '),
  },
  TaskRecord: whole({
    id: { type: 'string', pattern: '^tsk_' },
    task_type: ref('TaskType'),
    status: ref('Status'),
    outcome: { enum: [...finalStatuses, null] },
    outcome_reason: nullable(ref('OutcomeReason')),
    summary: text,
    params: { type: 'object', examples: [{ pro: '4471180293' }] },
    instruction: text,
    client_ref: text,
    idempotency_key: { ...string, examples: ['auto:5d0f1c…'] },
    callback_url: text,
    priority: { type: 'string', enum: priorities },
    requested_by: { type: ['object', 'null'], properties: { name: string, system: string, email: string } },
    channel: { type: 'string', enum: channels },
    portal: text,
    waiting_on: {
      enum: [...waitingOns, null],
      description:
        'What a task that has not ended waits for: person, an approval or the answer to a question; portal, one that does not respond or has changed, or whose login another task or a recording is using.',
    },
    confirmation_number: text,
    approvals: list(ref('Approval')),
    evidence: whole({ manifest_url: text, pod_url: text }),
    result_url: string,
    error: nullable(whole({ code: string, message: string })),
    created_at: time,
    updated_at: time,
    finished_at: timeOrNull,
  }),
  Approval: whole({
    id: string,
    reason: string,
    amount: text,
    status: {
      enum: approvalStatuses,
      description: 'superseded: the change or the facts changed, and another approval was requested instead.',
    },
    superseded_by: { ...text, description: 'Of a superseded approval: the id of the one that replaced it.' },
    shown: {
      ...nullable(ref('ShownMatter')),
      description: 'What an approver is shown; null in approvals of earlier versions.',
    },
    requested_at: time,
    expires_at: time,
    decided_at: timeOrNull,
    decided_by: text,
    note: text,
    decisions: list(
      whole({
        by: string,
        name: { ...text, description: 'Name of the person who decided; null where none is known.' },
        at: time,
        decision: string,
        note: text,
      }),
    ),
    questions: list(ref('ApprovalQuestion')),
    delegated_to: { ...text, description: 'The address of the person whom it was delegated to.' },
  }),
  ApprovalQuestion: {
    ...whole({
      id: string,
      question: string,
      asked_by: string,
      asked_at: time,
      answer: text,
      answered_by: text,
      answered_at: timeOrNull,
    }),
    description: 'What an approver asked the requester. The deadline of the approval keeps running.',
  },
  ShownMatter: {
    ...whole({
      sha256: { ...string, description: 'SHA-256 of the RFC 8785 JSON of {change, matter_sha256, page, values}.' },
      matter_sha256: { ...string, description: 'Over the change, the facts it rests on and the playbook.' },
      change: { type: 'object', additionalProperties: string, description: 'What will be keyed, by field.' },
      values: nullable(
        whole({
          record: string,
          values: list(whole({ what: string, before: text, after: string })),
          limit: whole({ weighed: string, over: text, two_people_over: text }),
        }),
      ),
      page: nullable(
        withOptional(
          whole({
            step: { ...count, description: 'Number of the step in the evidence (`seq` in the manifest).' },
            target: string,
            url: text,
            screenshot: nullable(ref('ShownFile')),
            page_text: nullable(ref('ShownFile')),
            tables: nullable(ref('ShownFile')),
          }),
          { region: ref('PictureRegion') },
        ),
      ),
      missing_picture: { ...text, description: 'Why there is no picture, as a sentence; null where there is one.' },
    }),
    description: 'Exactly what an approver is shown. The approval holds for this and nothing else.',
  },
  PictureRegion: {
    ...whole({ x: count, y: count, width: count, height: count, of: whole({ width: count, height: count }) }),
    description:
      'Where on the picture is what was read, and the size of the picture, in pixels. Left out where it is not known.',
  },
  ShownFile: {
    ...whole({ file: string, sha256: string }),
    description: 'A file of the evidence of the task: `/evidence/{id}/{file}`.',
  },
  TaskList: whole({ tasks: list(ref('TaskRecord')), next_cursor: text }),
  RowReport: {
    oneOf: [
      row({ index: count, status: { type: 'integer', enum: [200, 201] }, task: ref('TaskRecord') }),
      row({ index: count, status: { type: 'integer', const: 422 }, error: string, details: list(string) }),
    ],
  },
  BatchReport: whole(report),
  RejectedBatch: whole({ error: string, code: { const: 'all_rejected' }, ...report }),
  PlaybookList: whole({
    playbooks: list(
      whole({
        id: string,
        name: string,
        version: string,
        portal: whole({ name: string, kind: string }),
        capabilities: list(ref('TaskType')),
        never_click: list(whole({ action: { enum: portalActions }, label: string })),
        approval_limits: list(whole({ task_type: ref('TaskType'), field: string, over: string, currency: string })),
        status: {
          type: 'string',
          enum: playbookStatuses,
          description:
            'changed: the portal no longer fits the playbook for one of its task types; those tasks are accepted, and wait for another version.',
        },
      }),
    ),
  }),
  Delivery: whole({
    id: { type: 'string', pattern: '^dl_' },
    task_id: { type: ['string', 'null'], description: 'Null for a ping.' },
    event: string,
    url: string,
    status: { enum: ['pending', 'retrying', 'delivered', 'failed'] },
    attempts: list(
      whole({
        n: { type: 'integer', minimum: 1 },
        at: time,
        response_status: { type: ['integer', 'null'] },
        error: text,
        duration_ms: count,
        excerpt: text,
      }),
    ),
    next_attempt_at: timeOrNull,
    created_at: time,
  }),
  DeliveryList: whole({ deliveries: list(ref('Delivery')), next_cursor: text }),
  Endpoint: whole({
    callback_url: { type: ['string', 'null'], description: 'Where results go by default; null: nowhere.' },
  }),
  EndpointInput: endpointInput,
  QueuedDelivery: whole({ id: { type: 'string', pattern: '^dl_' }, queued: { const: true } }),
  QueuedPing: whole({ id: { type: 'string', pattern: '^dl_' }, url: string, queued: { const: true } }),
  RotatedSecret: whole({
    secret: { type: 'string', pattern: '^whsec_', description: 'Shown once.' },
    signs_from: { ...time, description: 'Until then, deliveries are signed with the secret before.' },
    old_valid_until: time,
  }),
  EvidenceKeys: whole({
    keys: list(
      whole(
        {
          kty: { const: 'OKP' },
          crv: { const: 'Ed25519' },
          use: { const: 'sig' },
          alg: { const: 'EdDSA' },
          kid: { ...string, description: 'Id of the key, as in the signature of a pack.' },
          x: { ...string, description: 'The public key, in base64url.' },
          pem: { ...string, description: 'The same as PEM.' },
        },
        'A public key as JSON Web Key.',
      ),
    ),
  }),
  DecisionInput: decisionInput,
  QuestionInput: questionInput,
  AnswerInput: answerInput,
  RecoverInput: recoverSchema(recoverable),
  Error: {
    type: 'object',
    required: ['error', 'code'],
    properties: {
      error: { type: 'string', description: 'A plain sentence.' },
      code: { type: 'string', enum: Object.keys(statusOfCode) },
      details: { ...list(string), description: 'Every finding, where there are several.' },
    },
  },
};
