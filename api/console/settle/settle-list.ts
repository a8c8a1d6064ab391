/** The settle queue as a list. */
import type { Context } from 'koa';
import { counted } from '../../../domain/lanes/sentences.ts';
import { readQueues } from '../../../store/lanes/read-board.ts';
import { countWaiting, readSettleQueue } from '../../../store/lanes/read-settle-queue.ts';
import type { WaitingDisagreement } from '../../../store/lanes/read-settle-queue.ts';
import type { WorkspaceRow } from '../../../store/lanes/workspaces.ts';
import { html } from '../../http/html.ts';
import type { Html } from '../../http/html.ts';
import { severityBadge } from '../lanes/disagreement-words.ts';
import { addressOf, cursorFilter, textFilter } from '../lanes/filters.ts';
import { queueFilters } from '../lanes/queue-filters.ts';
import { settlePath, waitingIn, workspaceIn, workspaceTabs } from '../lanes/workspace.ts';
import type { LanesConsoleDeps } from '../lanes-console.ts';
import { sendPage, when } from '../page.ts';
import { cursorAfter, settlePlaceIn } from './queue-place.ts';

const pageRows = 50;
const severities = ['minor', 'minor', 'material', 'critical'] as const;

export function getSettleList(deps: LanesConsoleDeps): (ctx: Context) => Promise<void> {
  return async (ctx) => {
    const workspace = await workspaceIn(deps, ctx);
    const chosen = { queue: textFilter(ctx, 'queue'), step: textFilter(ctx, 'step') };
    const after = settlePlaceIn(cursorFilter(ctx));
    const [rows, total, queues, waiting] = await Promise.all([
      readSettleQueue(deps.pool, workspace.no, {
        limit: pageRows,
        ...chosen,
        ...(after === undefined ? {} : { after }),
      }),
      countWaiting(deps.pool, workspace.no, chosen),
      readQueues(deps.pool, workspace.no),
      waitingIn(deps, workspace),
    ]);
    const page = rows.slice(0, pageRows);
    const last = page.at(-1);
    const path = `${settlePath(workspace)}/list`;
    const next =
      rows.length > pageRows && last !== undefined
        ? addressOf(path, {
            ...chosen,
            cursor: cursorAfter(last),
          })
        : null;
    sendPage(deps, ctx, {
      title: 'Waiting to be settled',
      section: 'settle',
      crumbs: [
        { text: 'Settle', href: '/console/settle' },
        { text: workspace.name, href: settlePath(workspace) },
      ],
      body: html`<div class="page-head">
          <h1>Waiting to be settled</h1>
          <p>
            ${counted(total, 'disagreement')}, the most severe first, then the oldest.
            <a href="${addressOf(settlePath(workspace), chosen)}">Settle them one at a time</a>
          </p>
        </div>
        ${workspaceTabs(workspace, waiting, 'settle')} ${queueFilters(path, queues, chosen)}
        ${
          page.length === 0
            ? html`<div class="empty"><p>Nothing waits to be settled here.</p></div>`
            : table(workspace, page, deps.now())
        }
        ${
          after === undefined && next === null
            ? null
            : html`<nav class="actions" aria-label="Pages">
                ${after === undefined ? null : html`<a class="button" href="${addressOf(path, chosen)}">First page</a>`}
                ${next === null ? null : html`<a class="button" href="${next}" rel="next">Next page</a>`}
              </nav>`
        }`,
    });
  };
}

function table(workspace: WorkspaceRow, rows: readonly WaitingDisagreement[], now: Date): Html {
  return html`<div class="table-wrap" tabindex="0" role="region" aria-label="Table of what waits">
    <table>
      <thead>
        <tr>
          <th scope="col">Item</th>
          <th scope="col">Step</th>
          <th scope="col">Severity</th>
          <th scope="col">Differs</th>
          <th scope="col">Waiting since</th>
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          ({ queue, step, item, severity, found, since }) =>
            html`<tr>
              <th scope="row"><a href="${addressOf(settlePath(workspace), { queue, step, item })}">${item}</a></th>
              <td>${queue} / ${step}</td>
              <td>${severityBadge(severities[severity] ?? 'material')}</td>
              <td>${(found?.fields ?? []).map(({ name }) => name).join(', ')}</td>
              <td>${when(since, now)}</td>
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}
