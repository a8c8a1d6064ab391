/**
 * `/mail/{id}`: shows what was understood of a mail that was not clear, and queues it when its writer says so. Opening
 * the page changes nothing, for programs open links too.
 */
import { isId } from '../../../process/ids.ts';
import { Router } from '@koa/router';
import type { Context, Middleware } from 'koa';
import { confirmMail } from '../../../commands/dispatch/confirm-mail.ts';
import { readConfirmation } from '../../../store/mail-confirmations.ts';
import type { MailConfirmation } from '../../../store/mail-confirmations.ts';
import { readTask } from '../../../store/tasks.ts';
import { readForm } from '../../console/form.ts';
import { ApiError, notFound, refusalError } from '../../http/errors.ts';
import { knownPaths } from '../../http/api-route.ts';
import type { DispatchDeps } from '../deps.ts';
import { sendLinkedPage, stylePath } from '../result-page.ts';
import { confirmationView, missingConfirmation } from './confirmation-view.ts';
import { confirmationHolds } from './confirmation-link.ts';

const policy = "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

export function mailPages(deps: DispatchDeps): Middleware {
  const router = new Router();
  router.get('/mail/:id', (ctx) => orMissing(ctx, () => show(deps, ctx)));
  router.post('/mail/:id', (ctx) => orMissing(ctx, () => confirm(deps, ctx)));
  const routes = router.routes();
  const others = knownPaths(router);
  return (ctx, next) => routes(ctx as Parameters<typeof routes>[0], async () => others(ctx, next));
}

/** A person with an old link gets a page; a program gets what every other address answers. */
async function orMissing(ctx: Context, answer: () => Promise<void>): Promise<void> {
  try {
    await answer();
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'not_found' || ctx.accepts('json', 'html') !== 'html')
      throw error;
    sendLinkedPage(ctx, 404, missingConfirmation(stylePath), policy);
  }
}

async function show(deps: DispatchDeps, ctx: Context): Promise<void> {
  const token = typeof ctx.query['k'] === 'string' ? ctx.query['k'] : '';
  const mail = await confirmable(deps, ctx, token);
  const found = await Promise.all(mail.taskIds.map((id) => readTask(deps.pool, id, mail.senderId)));
  const tasks = found.flatMap((task) => (task === undefined ? [] : [{ task, url: deps.linksOf(task).resultUrl }]));
  sendLinkedPage(ctx, 200, confirmationView({ mail, tasks, token, stylePath }), policy);
}

async function confirm(deps: DispatchDeps, ctx: Context): Promise<void> {
  const fields = await readForm(ctx);
  const token = fields.get('k') ?? '';
  const mail = await confirmable(deps, ctx, token);
  const refused = await confirmMail(deps, mail, Number(fields.get('choice') ?? ''));
  if (refused !== undefined) throw refusalError(refused);
  ctx.redirect(`/mail/${mail.mailId}?k=${encodeURIComponent(token)}`);
  ctx.status = 303;
}

/** @throws ApiError not_found, whatever of link and mail is not there */
async function confirmable(deps: DispatchDeps, ctx: Context, token: string): Promise<MailConfirmation> {
  const { id = '' } = ctx['params'] as { id?: string };
  if (!isId('mail', id) || !confirmationHolds(deps, id, token)) throw notFound('mail');
  const mail = await readConfirmation(deps.pool, id);
  if (mail === undefined) throw notFound('mail');
  return mail;
}
