/**
 * `/mail/{id}`: shows what was understood of a mail that was not clear, and queues it when its writer says so. Opening
 * the page changes nothing, for programs open links too.
 */
import { Router } from '@koa/router';
import type { Context, Middleware } from 'koa';
import { confirmMail } from '../../../commands/dispatch/accept-tasks.ts';
import { taskTitle } from '../../../domain/dispatch/task-title.ts';
import { isId } from '../../../process/ids.ts';
import { capabilityHolds, capabilityToken } from '../../../process/task-links.ts';
import { type MailConfirmation, readConfirmation } from '../../../store/mails.ts';
import { type TaskRow, readTask } from '../../../store/tasks.ts';
import { readForm } from '../../console/form.ts';
import { knownPaths } from '../../http/api-route.ts';
import { notFound, refusalError } from '../../http/errors.ts';
import { type Html, html } from '../../http/html.ts';
import { factTiles } from '../../http/table.ts';
import type { DispatchDeps } from '../deps.ts';
import { brand, pageFrame, missingPage } from '../result-page-view.ts';
import { sendLinkedPage, stylePath, orMissing } from '../result-page.ts';
import { understoodFacts } from './reply-text.ts';

const policy = "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

export function mailPages(deps: DispatchDeps): Middleware {
  const router = new Router({ sensitive: true });
  const missing = missingPage(stylePath, 'There is nothing to confirm', 'Send the mail again to get a new one.');
  router.get('/mail/:id', (ctx) => orMissing(ctx, missing, () => show(deps, ctx), policy));
  router.post('/mail/:id', (ctx) => orMissing(ctx, missing, () => confirm(deps, ctx), policy));
  const routes = router.routes();
  const others = knownPaths(router);
  return (ctx, next) => routes(ctx as Parameters<typeof routes>[0], async () => others(ctx, next));
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

// The markup of the page on which the writer of a mail confirms what was understood.

interface ConfirmationPage {
  readonly mail: MailConfirmation;
  /** Once confirmed. */
  readonly tasks: readonly { readonly task: TaskRow; readonly url: string }[];
  readonly token: string;
  readonly stylePath: string;
}

function confirmationView(page: ConfirmationPage): Html {
  const { mail } = page;
  const confirmed = mail.confirmedAt !== null;
  return pageFrame(
    confirmed ? 'Request confirmed' : 'Confirm your request',
    page.stylePath,
    html`<header class="head">
        ${brand}
        <p class="kind">Mail from ${mail.fromAddress}</p>
        <h1>${confirmed ? 'Request confirmed' : 'Confirm your request'}</h1>
        ${mail.subject && html`<p class="summary">${mail.subject}</p>`}
      </header>
      <main>${confirmed ? done(page) : open(page)}</main>`,
  );
}

function done({ tasks }: ConfirmationPage): Html {
  return html`<section>
    <h2>${tasks.length === 1 ? 'The task' : 'The tasks'}</h2>
    <ul>
      ${tasks.map(({ task, url }) => html`<li><a href="${url}">${taskTitle(task)}</a> ${task.id}</li>`)}
    </ul>
  </section>`;
}

function open({ mail, token }: ConfirmationPage): Html {
  const several = mail.alternatives.length > 1;
  const shown = mail.alternatives.map((tasks, choice) => ({ tasks, choice }));
  const left = mail.chosen === null ? shown : shown.filter(({ choice }) => choice === mail.chosen);
  return html`<section>
      <h2>Why you are asked</h2>
      <ul>
        ${mail.findings.map((finding) => html`<li>${finding}</li>`)}
      </ul>
      <p class="note">Nothing was queued yet.</p>
    </section>
    ${left.map(
      ({ tasks, choice }) =>
        html`<section>
          <h2>${several ? `Reading ${choice + 1}` : 'What was understood'}</h2>
          ${tasks.slice(0, 100).map((task) => factTiles(understoodFacts(task)))}
          <form method="post" action="/mail/${mail.mailId}">
            <input type="hidden" name="k" value="${token}" />
            <input type="hidden" name="choice" value="${choice}" />
            <button type="submit">
              ${tasks.length === 1 ? 'Queue this task' : `Queue these ${tasks.length} tasks`}
            </button>
          </form>
        </section>`,
    )}`;
}

// The link with which the writer of a mail confirms what was understood: for this mail only, for a week.

export const confirmationDays = 7;

type LinkDeps = Pick<DispatchDeps, 'baseUrl' | 'deploymentSecret' | 'now'>;

/** Of another kind than the token of a task, so that neither opens the other. */
const subject = (mailId: string): string => `confirm ${mailId}`;

export function confirmationUrl(deps: LinkDeps, mailId: string): string {
  const { deploymentSecret } = deps;
  const token = capabilityToken({ deploymentSecret, linkDays: confirmationDays, now: deps.now() }, subject(mailId));
  return `${deps.baseUrl()}/mail/${mailId}?k=${token}`;
}

function confirmationHolds(deps: LinkDeps, mailId: string, token: string): boolean {
  return capabilityHolds(deps.deploymentSecret, subject(mailId), token, deps.now());
}
