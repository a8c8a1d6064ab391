/**
 * The live browser over HTTP: of a recording, a long poll for its picture and commands back (docs/decisions/0014); of a
 * running task, its picture alone, for anyone who may see the task.
 */
import type { HandlerOf } from '../../http/api-route.ts';
import type { Context } from 'koa';
import { commandRecording } from '../../../commands/dispatch/recordings.ts';
import {
  type LiveState,
  type SentCommand,
  noState,
  readSentCommand,
  liveWindow,
} from '../../../domain/dispatch/studio/live.ts';
import { type LivePicture, newerPicture, wantView } from '../../../store/live-views.ts';
import { type RecordingRow, othersWithBrowser, readRecording, wantBrowser } from '../../../store/recordings.ts';
import { ApiError, notFound, refusalError } from '../../http/errors.ts';
import { type DispatchConsoleDeps, may } from '../route.ts';
import { field, csrfField } from '../form.ts';
import { actorOf, person, sendPage } from '../page.ts';
import { isFinal } from '../../../domain/dispatch/task.ts';
import { taskTitle } from '../../../domain/dispatch/task-title.ts';
import { readTask } from '../../../store/tasks.ts';
import { html } from '../../http/html.ts';
import { watchScriptPath } from '../static.ts';
import { taskOf } from '../tasks/task-page.ts';

/**
 * How often the newest picture is looked up while nothing changes; one row by its key. Who records waits for it with a hand at
 * the mouse; who watches a task takes the time of the task that is watched.
 */
const lookEveryMs = { recording: 30, watching: 150 } as const;
const pollMs = 15_000;
/** A page whose commands have not arrived yet asks again so soon. */
const impatientMs = 2_000;
const mostCommands = 100;

/** @throws ApiError not_found */
export async function recordingIn(deps: DispatchConsoleDeps, ctx: Context): Promise<RecordingRow> {
  const { id } = ctx['params'] as { readonly id: string };
  const found = await readRecording(deps.pool, id);
  if (found === undefined) throw notFound('recording');
  return found;
}

function sendJson(ctx: Context, value: object): void {
  ctx.status = 200;
  ctx.set({ 'Content-Type': 'application/json; charset=utf-8', 'Cache-Control': 'no-store' });
  ctx.body = JSON.stringify(value);
}

/** Waits until there is a newer picture or state, or the time has run out. */
async function nextPicture(
  { pool, deploymentSecret }: DispatchConsoleDeps,
  ctx: Context,
  owner: string,
  { everyMs, keep }: { readonly everyMs: number; readonly keep: () => Promise<void> },
): Promise<LivePicture | undefined> {
  const after = Math.max(0, Number(ctx.query['after']) || 0);
  const end = performance.now() + (ctx.query['impatient'] === undefined ? pollMs : impatientMs);
  await keep();
  for (;;) {
    const found = await newerPicture(pool, deploymentSecret, owner, after);
    if (found !== undefined || performance.now() > end || ctx.req.socket.destroyed) return found;
    await new Promise((resolve) => setTimeout(resolve, everyMs));
  }
}

export const getLive: HandlerOf<DispatchConsoleDeps> = (deps) => async (ctx) => {
  const before = await recordingIn(deps, ctx);
  const found = before.hasBrowser
    ? await nextPicture(deps, ctx, before.id, {
        everyMs: lookEveryMs.recording,
        keep: () => wantBrowser(deps.pool, before.id, 'looks'),
      })
    : undefined;
  if (!before.hasBrowser) {
    await wantBrowser(deps.pool, before.id, 'looks');
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  const { hasBrowser, ended, silentMs } = found === undefined ? await recordingIn(deps, ctx) : before;
  sendJson(ctx, {
    seq: found?.seq ?? 0,
    picture: found?.picture?.toString('base64') ?? null,
    state: (found?.state as LiveState | undefined) ?? (hasBrowser ? null : noState),
    has_browser: hasBrowser,
    silent_ms: hasBrowser ? silentMs : null,
    ended,
    // What it waits for, where it waits.
    others: hasBrowser || ended !== null ? [] : await othersWithBrowser(deps.pool, before.id),
  });
};

/** Commands in their order. The page sends them one request at a time. */
export const postInput: HandlerOf<DispatchConsoleDeps> = (deps) => async (ctx) => {
  const recording = await recordingIn(deps, ctx);
  const commands = readCommands(field(ctx, 'commands'));
  const refused = await commandRecording(deps, recording, commands, {
    record: field(ctx, 'record'),
    actor: actorOf(ctx),
  });
  if (refused !== undefined) throw refusalError(refused);
  sendJson(ctx, { ok: true });
};

/** @throws ApiError bad_request */
function readCommands(text: string): SentCommand[] {
  let given: unknown;
  try {
    given = JSON.parse(text);
  } catch {
    given = undefined;
  }
  if (!Array.isArray(given) || given.length > mostCommands) throw new ApiError('bad_request', 'commands is a list');
  return given.map((each) => {
    const command = readSentCommand(each);
    if (command === undefined) throw new ApiError('bad_request', 'this is no command of the studio');
    return command;
  });
}

/** GET /console/tasks/:id/watch */
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

/** GET /console/tasks/:id/watch/live */
export const getWatchLive: HandlerOf<DispatchConsoleDeps> = (deps) => async (ctx) => {
  const { id } = await taskOf(deps, ctx);
  const found = await nextPicture(deps, ctx, id, {
    everyMs: lookEveryMs.watching,
    keep: () => wantView(deps.pool, id),
  });
  const task = found === undefined ? await readTask(deps.pool, id) : undefined;
  sendJson(ctx, {
    seq: found?.seq ?? 0,
    picture: found?.picture?.toString('base64') ?? null,
    state: found?.state ?? null,
    ended: task !== undefined && isFinal(task.status),
  });
};
