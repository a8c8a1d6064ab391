/** GET /tasks/{id}: what happened to a task, step by step, on a page that a person can read and check (D19). */
import { join } from 'node:path';
import type { Context } from 'koa';
import type { Handler, HandlerOf } from '../http/api-route.ts';
import { readChain } from '../../domain/dispatch/evidence/chain.ts';
import { presentApproval } from '../../domain/dispatch/present-task.ts';
import { isFinal } from '../../domain/dispatch/task.ts';
import { sha256 } from '../../process/evidence-crypto.ts';
import { readEvents, readFiles } from '../../store/evidence.ts';
import { type ShownContents, readShownContents } from '../../store/bound-approval.ts';
import { type ApprovalRow, readApprovals } from '../../store/tasks.ts';
import { readAsset, serveAsset } from '../http/entity-tag.ts';
import { ApiError } from '../http/errors.ts';
import type { Html } from '../http/html.ts';
import { linkToken, visibleTask, type EvidenceDeps } from './evidence.ts';
import { missingPage, resultPage } from './result-page-view.ts';
import { knownPlaybooks, portalNames } from '../../commands/dispatch/find-playbooks.ts';
import type { Settings } from '../../process/settings.ts';
import { verifyStoredPack } from '../../commands/dispatch/verify-evidence.ts';

const style = readAsset(
  'text/css; charset=utf-8',
  ['result-page.css', '../http/parts.css', 'evidence-log.css'].map((file) => join(import.meta.dirname, file)),
);
/** The address changes with the content, so that browsers may keep it. */
export const stylePath = `/static/result-page.css?v=${style.tag}`;

const refreshSeconds = 5;
const resultPolicy =
  "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

interface ResultPageDeps extends EvidenceDeps {
  readonly settings: Settings;
}

export const getResultPage: HandlerOf<ResultPageDeps> = (deps) => (ctx) =>
  orMissing(ctx, missingPage(stylePath, 'There is no such task', 'Ask the sender for a new one.'), () =>
    answerPage(deps, ctx),
  );

/** A person with an old link gets a page; a program gets what every other address answers. */
export async function orMissing(
  ctx: Context,
  missing: Html,
  answer: () => Promise<void>,
  policy = resultPolicy,
): Promise<void> {
  try {
    await answer();
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'not_found' || ctx.accepts('json', 'html') !== 'html')
      throw error;
    sendLinkedPage(ctx, 404, missing, policy);
  }
}

async function answerPage(deps: ResultPageDeps, ctx: Context): Promise<void> {
  const task = await visibleTask(deps, ctx);
  const [links, files, approvals, playbooks] = await Promise.all([
    readEvents(deps.pool, task.id),
    readFiles(deps.pool, task.id),
    readApprovals(deps.pool, [task.id]),
    knownPlaybooks(deps),
  ]);
  const shown = await Promise.all((approvals.get(task.id) ?? []).map((approval) => shownOf(deps, task.id, approval)));
  const seal = await verifyStoredPack(deps, task, files);
  const refreshing = !isFinal(task.status) && ctx.query['refresh'] !== 'off';
  if (refreshing) ctx.set('Refresh', String(refreshSeconds));
  const page = resultPage({
    task,
    portalName: portalNames(playbooks),
    approvals: (approvals.get(task.id) ?? []).map(presentApproval),
    shown: new Map(shown),
    events: readChain(
      links.map(({ line }) => line),
      sha256,
    ).events,
    files,
    seal,
    token: await linkToken(deps, ctx, task),
    stylePath,
    refreshing: isFinal(task.status) ? null : refreshing,
    now: deps.now(),
  });
  sendLinkedPage(ctx, 200, page);
}

async function shownOf(
  deps: EvidenceDeps,
  taskId: string,
  approval: ApprovalRow,
): Promise<readonly [string, ShownContents]> {
  return [approval.id, await readShownContents(deps, taskId, approval)];
}

/** A page that a link opens without a sign-in: kept by no cache, listed by no search engine. */
export function sendLinkedPage(ctx: Context, status: number, page: Html, policy = resultPolicy): void {
  ctx.status = status;
  ctx.set({
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': policy,
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
    'X-Robots-Tag': 'noindex',
    'Cache-Control': 'private, no-store',
  });
  ctx.body = page.markup;
}

/** GET /static/result-page.css */
export const getResultStyle = (): Handler => serveAsset(style);
