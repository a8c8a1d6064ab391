/** The buttons for what a person may do with a task as a whole. */
import type { Context } from 'koa';
import { mayAskAgain } from '../../../domain/dispatch/again.ts';
import { isFinal } from '../../../domain/dispatch/task.ts';
import { isUnsettled } from '../../../store/portal-intents.ts';
import type { IntentRow } from '../../../store/portal-intents.ts';
import type { TaskRow } from '../../../store/tasks.ts';
import { html } from '../../http/html.ts';
import type { Content } from '../../http/html.ts';
import { csrfField } from '../csrf.ts';

/** To cancel it or to request it again, and to revoke its links. */
export function actButtons(ctx: Context, task: TaskRow, intents: readonly IntentRow[]): Content {
  const path = `/console/tasks/${task.id}`;
  return html`${workButton(ctx, task, intents, path)}
    <form method="post" action="${path}/revoke-links">
      ${csrfField(ctx)}
      <button
        class="button"
        data-confirm="Revoke every link to this task? Links already sent in records, webhooks and mails stop working; the record gets new ones."
      >
        Revoke links
      </button>
    </form>`;
}

function workButton(ctx: Context, task: TaskRow, intents: readonly IntentRow[], path: string): Content {
  if (!isFinal(task.status))
    return html`<form method="post" action="${path}/cancel">
      ${csrfField(ctx)}
      <button
        class="button button-danger"
        data-confirm="Cancel this task? It ends as escalated. Anything already written to a portal stays written."
      >
        Cancel task
      </button>
    </form>`;
  if (!mayAskAgain(task, intents.some(isUnsettled))) return null;
  return html`<form method="post" action="${path}/again">
    ${csrfField(ctx)}
    <button class="button button-primary" data-confirm="Run the same work again, as a new task requested by you?">
      Run again
    </button>
  </form>`;
}
