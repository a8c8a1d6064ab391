/** The page of a workspace's pins (D74): set one for the workspace, a queue or a step, and remove it. */
import type { HandlerOf } from '../../http/api-route.ts';
import type { Context } from 'koa';
import { pinFindings, removePin, setPin } from '../../../commands/lanes/pins.ts';
import { isRefused } from '../../../commands/refusal.ts';
import { readInstant } from '../../../domain/lanes/instant.ts';
import type { Pin, PinnedLane } from '../../../domain/lanes/pin.ts';
import { laneName } from '../../../domain/lanes/sentences.ts';
import { readPins } from '../../../store/lanes/pins.ts';
import type { WorkspaceRow } from '../../../store/lanes/workspaces.ts';
import { type Content, type Html, html } from '../../http/html.ts';
import { table } from '../../http/table.ts';
import { type LanesConsoleDeps, may } from '../route.ts';
import { csrfField, field, formError, refusedForm, selectField, textField } from '../form.ts';
import { actorOf, exactTime, person, redirect, when } from '../page.ts';
import { pinsPath, sendWorkspacePage, workspaceIn } from './workspace.ts';

export const getPinsPage: HandlerOf<LanesConsoleDeps> = (deps) => async (ctx) => {
  const workspace = await workspaceIn(deps, ctx);
  const pins = await readPins(deps.pool, workspace.no);
  const mayPin = may(person(ctx), 'changePins');
  await sendWorkspacePage(deps, ctx, workspace, {
    title: 'Pins',
    tab: 'pins',
    head: html`<p>
      A pin caps a step, a queue or the whole workspace at a lane. Removing it promotes nothing: lanes are earned again.
    </p>`,
    body: html`${mayPin ? pinForms(ctx, workspace) : null} ${pinsTable(ctx, workspace, pins, mayPin, deps.now())}`,
  });
};

function pinForms(ctx: Context, workspace: WorkspaceRow): Html {
  return html`<section class="card" aria-labelledby="new-pin">
    <h2 id="new-pin">New pin</h2>
    <form class="stack" method="post" action="${pinsPath(workspace)}">
      ${csrfField(ctx)}
      ${selectField({
        name: 'lane',
        label: 'Highest lane',
        value: 'shadow',
        options: (['shadow', 'assist'] as const).map((lane) => ({ value: lane, text: laneName(lane) })),
        hint: 'Shadow for the whole workspace stops every agent.',
      })}
      ${textField({ name: 'queue', label: 'Queue', hint: 'Empty: the whole workspace.', maxlength: 128 })}
      ${textField({ name: 'step', label: 'Step', hint: 'Empty: every step of the queue.', maxlength: 128 })}
      ${textField({ name: 'reason', label: 'Reason', required: true, maxlength: 500 })}
      ${textField({
        name: 'until',
        label: 'Until (UTC)',
        type: 'datetime-local',
        hint: 'Empty: until it is removed. The time of the events counts, not the wall clock.',
      })}
      <div class="actions">
        <button class="button button-danger" data-confirm="Set this pin? It takes effect immediately.">Pin</button>
      </div>
    </form>
  </section>`;
}

function pinsTable(ctx: Context, workspace: WorkspaceRow, pins: readonly Pin[], mayPin: boolean, now: Date): Html {
  return html`<section class="card" aria-labelledby="pins">
    <h2 id="pins">Pins of this workspace</h2>
    ${table({
      label: 'Table of pins',
      list: 'whole',
      rows: pins,
      empty: html`<p class="quiet">No pins.</p>`,
      columns: [
        {
          heading: 'Scope',
          cell: ({ queue, step }) => (queue === null ? 'the workspace' : [queue, step ?? 'every step'].join(' / ')),
        },
        { heading: 'Highest lane', cell: ({ lane }) => laneName(lane) },
        { heading: 'Reason', cell: ({ reason }) => reason },
        { heading: 'By', cell: ({ by }) => by },
        { heading: 'Since', cell: ({ at }) => when(new Date(at), now) },
        { heading: 'Until', cell: ({ until }) => untilCell(until, workspace.dataClock) },
        {
          heading: 'Action',
          headingHidden: true,
          cell: ({ id }) =>
            mayPin
              ? html`<form method="post" action="${pinsPath(workspace)}/${id}/remove">
                  ${csrfField(ctx)}<button class="button button-small">Remove</button>
                </form>`
              : null,
        },
      ],
    })}
  </section>`;
}

/** By the data clock, which may lag months behind: how long ago it is by the wall clock would mislead. */
function untilCell(until: number | null, dataClock: Date | null): Content {
  if (until === null) return 'it is removed';
  const at = new Date(until);
  const ended = dataClock !== null && at <= dataClock;
  return html`<time datetime="${at.toISOString()}">${exactTime(at)}</time>${ended ? ' (ended)' : null}`;
}

/** POST …/pins */
export const postPinForm: HandlerOf<LanesConsoleDeps> = (deps) => async (ctx) => {
  const workspace = await workspaceIn(deps, ctx);
  const [queue, step] = [field(ctx, 'queue').trim() || null, field(ctx, 'step').trim() || null];
  const [lane, reason] = [field(ctx, 'lane'), field(ctx, 'reason')];
  const [finding] = pinFindings({ queue, step, lane, reason });
  if (finding !== undefined) throw formError(finding.sentence, finding.path);
  const wanted = { queue, step, lane: lane as PinnedLane, reason: reason.trim(), until: untilIn(ctx) };
  const pinning = { by: person(ctx).email, actor: actorOf(ctx) };
  const pinned = await setPin(deps, workspace, wanted, pinning);
  if (isRefused(pinned)) throw refusedForm(pinned);
  const many = pinned.answer.lane_changes.length;
  redirect(ctx, pinsPath(workspace), `Pinned. ${many === 1 ? '1 step was' : `${many} steps were`} demoted.`);
};

/** Epoch ms of what the browser's field for a time sends, which has no offset. */
function untilIn(ctx: Context): number | null {
  const text = field(ctx, 'until').trim();
  if (text === '') return null;
  const until = readInstant(`${text}Z`);
  if (until === undefined) throw formError('Until must be a day and a time (UTC), or empty', 'until');
  return until;
}

/** POST …/pins/:pin/remove */
export const postPinRemoval: HandlerOf<LanesConsoleDeps> = (deps) => async (ctx) => {
  const workspace = await workspaceIn(deps, ctx);
  const { pin } = ctx['params'] as { readonly pin: string };
  const removed = await removePin(deps, workspace, pin, { by: person(ctx).email, actor: actorOf(ctx) });
  redirect(
    ctx,
    pinsPath(workspace),
    removed ? 'Pin removed. Lanes must be earned again.' : 'That pin was already removed.',
  );
};
