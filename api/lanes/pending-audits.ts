/**
 * GET /v1/pending-audits: acts of agents that wait for their audit, the oldest first, as JSON or as CSV; POST …/assign gives
 * one to a person, or releases it.
 */
import type { HandlerOf } from '../http/api-route.ts';
import { assignAudit } from '../../commands/lanes/settle-disagreement.ts';
import { pendingAuditColumns } from '../../domain/lanes/table-csv.ts';
import type { PendingAuditView } from '../../domain/lanes/pending-audit.ts';
import { hasStep } from '../../store/lanes/lanes.ts';
import {
  auditCursor,
  auditCursorAfter,
  countPendingAudits,
  readPendingAudits,
  type Assignment,
  type WaitingAudit,
} from '../../store/lanes/pending-audits.ts';
import { pageOf } from '../../store/cursor.ts';
import { granted, notFound } from '../http/errors.ts';
import { readJsonBody } from '../http/read-body.ts';
import { cursor, nextCursor, pageSize, printable, readQuery } from '../http/query.ts';
import type { LanesDeps, LanesRoute } from './deps.ts';
import { answerCounted } from './ledger.ts';
import { actorOf, workspaceOf } from './workspace-caller.ts';
import { readMembers } from '../http/read-members.ts';
import { auditAssignment } from './request-schemas.ts';
import { permissions } from '../../commands/permissions.ts';
import { answer, bodyErrors, csv, json, ref } from '../http/openapi-parts.ts';

export const pendingAuditLimit = { default: 100, max: 1000 } as const;

export const pendingAuditQuery = {
  queue: printable(128, 'Only steps of this queue.'),
  step: printable(128, 'Only this step.'),
  person: printable(128, 'Only those that this person has.'),
  limit: pageSize(pendingAuditLimit),
  cursor: cursor('pending audits', (text) => auditCursor.decode(text)),
};

const getPendingAudits: HandlerOf<Pick<LanesDeps, 'pool'>> =
  ({ pool }) =>
  async (ctx) => {
    const { no } = workspaceOf(ctx);
    const {
      queue,
      step,
      person,
      cursor: after,
      limit = pendingAuditLimit.default,
    } = readQuery(ctx, pendingAuditQuery, 'invalid_request');
    if (queue !== undefined && !(await hasStep(pool, no, { queue }))) throw notFound('queue');
    if (step !== undefined && !(await hasStep(pool, no, { queue, step }))) throw notFound('step');
    const [rows, total] = await Promise.all([
      readPendingAudits(pool, no, { limit, queue, step, person, after }),
      countPendingAudits(pool, no, { queue, step, person }),
    ]);
    const { page, next } = pageOf(rows, limit, auditCursorAfter);
    const items = page.map(pendingAuditView);
    answerCounted(ctx, { items, total, next: nextCursor(ctx, pendingAuditQuery, next) }, pendingAuditColumns);
  };

/** As lists show it. */
export function pendingAuditView({ since, due, assignedAt, ...row }: WaitingAudit): PendingAuditView {
  const { queue, step, item, lane, agent, required, overdue, person } = row;
  return {
    queue,
    step,
    item,
    lane,
    agent,
    required,
    since: since.toISOString(),
    due: due.toISOString(),
    overdue,
    person,
    assigned_at: assignedAt?.toISOString() ?? null,
  };
}

const name = pendingAuditQuery.person;

/** POST /v1/pending-audits/assign */
const postAuditAssignment: HandlerOf<Pick<LanesDeps, 'pool'>> = (deps) => async (ctx) => {
  const wanted = assignmentIn(await readJsonBody(ctx));
  ctx.body = { ...wanted, ...granted(await assignAudit(deps, workspaceOf(ctx), wanted, actorOf(ctx))) };
};

/** @throws ApiError invalid_request with every finding */
function assignmentIn(body: unknown): Assignment {
  const whole = 'the body must be an object with queue, step, item and person';
  const { given, findings, accepted } = readMembers(body, auditAssignment, { code: 'invalid_request', whole });
  for (const member of auditAssignment.required) {
    const value = given[member];
    if (value === undefined || (member === 'person' && value === null)) continue;
    if (typeof value !== 'string' || value.trim() === '' || name.parse(value) === undefined)
      findings.push(`${member} must ${name.must}${member === 'person' ? ', or null to release the audit' : ''}`);
  }
  const { queue, step, item, person } = accepted();
  return { queue, step, item, person };
}

export const auditExamples = {
  assignAudit: { queue: 'invoices', step: 'match', item: 'INV-000123', person: 'ana@example.com' },
};

export const pendingAuditRoutes: readonly LanesRoute[] = [
  {
    method: 'GET',
    path: '/v1/pending-audits',
    needs: 'read',
    operation: 'listPendingAudits',
    tag: 'lanes',
    summary: 'Acts of agents that wait for their audit, the oldest first',
    query: pendingAuditQuery,
    answers: { 200: answer('A page.', { ...json(ref('PendingAudits')), ...csv }) },
    errors: ['not_found'],
    handle: getPendingAudits,
  },
  {
    method: 'POST',
    path: '/v1/pending-audits/assign',
    needs: permissions.assignAudit.key,
    operation: 'assignPendingAudit',
    repeatable: true,
    tag: 'lanes',
    summary: 'Give an audit that waits to a person, or release it',
    body: json(ref('AuditAssignment'), { take: auditExamples.assignAudit }),
    answers: { 200: answer('Who has it now.', json(ref('AuditAssignment'))) },
    errors: ['not_found', 'already_assigned', ...bodyErrors],
    handle: postAuditAssignment,
  },
];
