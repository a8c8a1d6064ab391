/** GET /console/tasks/:id/watch: the browser of a running task, live, for anyone who may see the task. */
import type { HandlerOf } from '../../http/handler.ts';
import { liveWindow } from '../../../domain/dispatch/studio/live.ts';
import { isFinal } from '../../../domain/dispatch/task.ts';
import { taskTitle } from '../../../domain/dispatch/task-title.ts';
import { readTask } from '../../../store/tasks.ts';
import { wantView } from '../../../store/live-views.ts';
import { html } from '../../http/html.ts';
import { type DispatchConsoleDeps, may } from '../route.ts';
import { csrfField } from '../form.ts';
import { person, sendPage } from '../page.ts';
import { watchScriptPath } from '../static.ts';
import { nextPicture, sendJson } from '../studio/live.ts';
import { taskOf } from './task-page.ts';

export const getWatch: HandlerOf<DispatchConsoleDeps> = (deps) => async (ctx) => {
  const task = await taskOf(deps, ctx);
  const path = `/console/tasks/${task.id}`;
  const title = taskTitle(task);
  sendPage(deps, ctx, {
    title: 'Live browser',
    section: 'tasks',
    crumbs: [
      { text: 'Tasks', href: '/console/tasks' },
      { text: title, href: path },
    ],
    body: html`<div class="page-head">
        <h1>${title}: live browser</h1>
        <p>
          What the robot sees. Sign-ins, and pages that the playbook calls secret, are hidden. Looking changes nothing.
        </p>
        ${
          isFinal(task.status) || !may(person(ctx), 'cancelTask')
            ? null
            : html`<form method="post" action="${path}/cancel">
                ${csrfField(ctx)}
                <button
                  class="button button-danger"
                  data-confirm="Stop this task? It ends as escalated. Anything already written to a portal stays written."
                >
                  Stop
                </button>
              </form>`
        }
      </div>
      <section class="card" aria-label="Live browser" data-watch="${path}/watch/live">
        <p data-doing role="status">
          ${isFinal(task.status) ? 'The task has ended.' : 'Waiting for a browser to be at work for this task.'}
        </p>
        <canvas
          class="watched"
          width="${liveWindow.width}"
          height="${liveWindow.height}"
          role="img"
          aria-label="Live picture of the portal"
        ></canvas>
      </section>
      <script src="${watchScriptPath}" defer></script>`,
  });
};

export const getWatchLive: HandlerOf<DispatchConsoleDeps> = (deps) => async (ctx) => {
  const { id } = await taskOf(deps, ctx);
  const found = await nextPicture(deps, ctx, id, () => wantView(deps.pool, id));
  const task = found === undefined ? await readTask(deps.pool, id) : undefined;
  sendJson(ctx, {
    seq: found?.seq ?? 0,
    picture: found?.picture?.toString('base64') ?? null,
    state: found?.state ?? null,
    ended: task !== undefined && isFinal(task.status),
  });
};
