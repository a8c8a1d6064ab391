/** Filters that a person keeps under a name: links above a list, and the forms that save and remove them. */
import type { Context } from 'koa';
import type { HandlerOf } from '../http/api-route.ts';
import { checkName } from '../../domain/administration/input.ts';
import { listSavedViews, removeSavedView, saveView, viewLists, viewsAtMost } from '../../store/saved-views.ts';
import type { SavedView, ViewList } from '../../store/saved-views.ts';
import { ApiError, notFound } from '../http/errors.ts';
import { type Content, html } from '../http/html.ts';
import { csrfField, field } from './form.ts';
import { person, redirect } from './page.ts';
import { type ConsoleDeps, type ConsoleRoute, actionRoute } from './route.ts';

const pathOf = (list: ViewList, query: string): string => `/console/${list}${query === '' ? '' : `?${query}`}`;

interface ViewsPart {
  readonly list: ViewList;
  /** The filters that the page shows now, without its place in the list. */
  readonly query: string;
  readonly saved: readonly SavedView[];
}

export const savedViewsOf = (deps: ConsoleDeps, ctx: Context, list: ViewList): Promise<SavedView[]> =>
  listSavedViews(deps.pool, person(ctx).personId, list);

export function savedViewsPart(ctx: Context, { list, query, saved }: ViewsPart): Content {
  const current = saved.find((view) => view.query === query);
  if (saved.length === 0 && query === '') return null;
  return html`<div class="saved-views">
    ${
      saved.length > 0 &&
      html`<nav class="views" aria-label="Saved filters">
        <ul>
          ${saved.map(
            (view) =>
              html`<li>
                <a href="${pathOf(list, view.query)}" ${view === current && html`aria-current="page"`}>${view.name}</a>
              </li>`,
          )}
        </ul>
      </nav>`
    }
    ${
      current === undefined
        ? query !== '' &&
          html`<details>
            <summary>Save this filter</summary>
            <form method="post" action="/console/views" class="filters">
              ${csrfField(ctx)}<input type="hidden" name="list" value="${list}" /><input
                type="hidden"
                name="query"
                value="${query}"
              />
              <div>
                <label for="view-name">Name</label>
                <input id="view-name" name="name" required maxlength="60" autocomplete="off" />
              </div>
              <div class="actions"><button class="button">Save</button></div>
            </form>
          </details>`
        : html`<form method="post" action="/console/views/${current.id}/remove">
            ${csrfField(ctx)}<button class="button button-small button-quiet">Remove “${current.name}”</button>
          </form>`
    }
  </div>`;
}

const longestQuery = 2_000;

/** POST /console/views */
const postView: HandlerOf<ConsoleDeps> = (deps) => async (ctx) => {
  const list = viewLists.find((one) => one === field(ctx, 'list'));
  if (list === undefined) throw new ApiError('bad_request', `list must be one of ${viewLists.join(', ')}`);
  const query = new URLSearchParams(field(ctx, 'query').slice(0, longestQuery)).toString();
  const name = checkName(field(ctx, 'name').slice(0, 60), 'a name');
  if (!name.ok) return redirect(ctx, pathOf(list, query), `Not saved: ${name.sentence}.`);
  const saved = await saveView(deps.pool, person(ctx).personId, list, { name: name.value, query });
  const words = saved ? `Saved as “${name.value}”.` : `Not saved: you have ${viewsAtMost} already.`;
  redirect(ctx, pathOf(list, query), words);
};

/** POST /console/views/:id/remove */
const postViewRemoval: HandlerOf<ConsoleDeps> = (deps) => async (ctx) => {
  const { id } = ctx['params'] as { readonly id: string };
  const list = await removeSavedView(deps.pool, person(ctx).personId, id);
  if (list === undefined) throw notFound('saved filter');
  redirect(ctx, pathOf(list, ''), 'The saved filter is removed.');
};

export const savedViewRoutes: readonly ConsoleRoute<ConsoleDeps>[] = [
  actionRoute('/console/views', 'viewer', postView),
  actionRoute('/console/views/:id/remove', 'viewer', postViewRemoval),
];
