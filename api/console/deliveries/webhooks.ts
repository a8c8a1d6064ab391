/** The webhooks of workspaces: list, make, test with a ping, rotate the secret, delete. */
import type { HandlerOf } from '../../http/api-route.ts';
import type { Context } from 'koa';
import {
  changeWebhook,
  createWebhook,
  deleteWebhook,
  rotateWebhookSecret,
  testWebhook,
} from '../../../commands/lanes/webhooks.ts';
import { isRefused } from '../../../commands/refusal.ts';
import { type HookEventType, hookEventTypes } from '../../../domain/lanes/hook-event.ts';
import { checkCallbackUrl } from '../../../process/outbound/address-guard.ts';
import { readHookHealth } from '../../../store/endpoint-health.ts';
import { type HookAct, listAllHooks, readHook, workspaceOfHook } from '../../../store/lanes/hooks.ts';
import { listWorkspaces, readWorkspace } from '../../../store/lanes/workspaces.ts';
import { listGenerations } from '../../../store/secret-generations.ts';
import { granted, notFound } from '../../http/errors.ts';
import { html } from '../../http/html.ts';
import { type ConsoleDeps, may } from '../route.ts';
import { field, findingAt, form, shownOnceView } from '../form.ts';
import { actorOf, person, redirect, sendPage, when } from '../page.ts';
import { deliveriesPath, deliveryPath, webhookPath, webhooksPath } from '../paths.ts';
import { type WebhookEdit, type WebhookForm, webhookFormView, webhookListView, webhookView } from './webhook-views.ts';
import { isId } from '../../../process/ids.ts';

const crumbs = [{ text: 'Deliveries', href: deliveriesPath }];
/** As its label. */
const urlField = 'The endpoint URL';
const hookCrumbs = [...crumbs, { text: 'Webhooks', href: webhooksPath }];

export const getWebhookList: HandlerOf<ConsoleDeps> = (deps) => async (ctx) => {
  const hooks = await listAllHooks(deps.pool);
  const health = await readHookHealth(
    deps.pool,
    hooks.map(({ id }) => id),
  );
  sendPage(deps, ctx, {
    title: 'Lane webhooks',
    section: 'deliveries',
    crumbs,
    body: webhookListView({ hooks, health, now: deps.now(), mayMake: may(person(ctx), 'manageWebhooks') }),
  });
};

export const getNewWebhook: HandlerOf<ConsoleDeps> = (deps) => async (ctx) => {
  const workspace = typeof ctx.query['workspace'] === 'string' ? ctx.query['workspace'] : '';
  await sendForm(deps, ctx, { workspace, url: '', events: [...hookEventTypes], findings: [] });
};

async function sendForm(deps: ConsoleDeps, ctx: Context, given: WebhookForm): Promise<void> {
  const workspaces = await listWorkspaces(deps.pool);
  sendPage(deps, ctx, {
    title: 'New webhook',
    section: 'deliveries',
    crumbs: hookCrumbs,
    status: given.findings.length === 0 ? 200 : 422,
    body: webhookFormView(ctx, given, workspaces),
  });
}

export const postWebhook: HandlerOf<ConsoleDeps> = (deps) => async (ctx) => {
  const chosen = form(ctx).getAll('events');
  const events: HookEventType[] = hookEventTypes.filter((type) => chosen.includes(type));
  const [workspaceId, url] = [field(ctx, 'workspace'), field(ctx, 'url')];
  const workspace = workspaceId === '' ? undefined : await readWorkspace(deps.pool, workspaceId);
  const judged = checkCallbackUrl(url, { allowLoopback: deps.settings.DISPATCH_ALLOW_LOOPBACK }, urlField);
  const findings = [
    workspace === undefined ? findingAt('workspace', 'Choose a workspace.') : null,
    judged.ok ? null : findingAt('url', judged.sentence),
    events.length === 0 ? findingAt('events', 'Choose at least one event.') : null,
  ].filter((finding) => finding !== null);
  const again = { workspace: workspaceId, url, events };
  if (workspace === undefined || findings.length > 0) return sendForm(deps, ctx, { ...again, findings });
  const made = await createWebhook(deps, workspace, { url, events, actor: actorOf(ctx) });
  if (isRefused(made)) {
    return sendForm(deps, ctx, { ...again, findings: made.findings });
  }
  sendSecret(deps, ctx, made.id, 'Webhook created', made.secret);
};

function sendSecret(
  deps: ConsoleDeps,
  ctx: Context,
  hookId: string,
  title: string,
  secret: string,
  oldValidUntil?: Date,
): void {
  sendPage(deps, ctx, {
    title,
    section: 'deliveries',
    crumbs: hookCrumbs,
    body: shownOnceView({
      title,
      secrets: [
        {
          name: 'Signing secret',
          value: secret,
          about: 'The receiver verifies the signature of every delivery with it.',
        },
      ],
      note:
        oldValidUntil === undefined
          ? null
          : html`<p>
              Deliveries carry signatures of both secrets; the old one ends ${when(oldValidUntil, deps.now())}.
            </p>`,
      next: { text: 'View webhook', href: webhookPath(hookId) },
    }),
  });
}

export const getWebhook: HandlerOf<ConsoleDeps> = (deps) => async (ctx) => show(deps, ctx, await actIn(deps, ctx));

/** POST /console/deliveries/webhooks/:id/edit */
export const postWebhookEdit: HandlerOf<ConsoleDeps> = (deps) => async (ctx) => {
  const act = await actIn(deps, ctx);
  const chosen = form(ctx).getAll('events');
  const given = { url: field(ctx, 'url'), events: hookEventTypes.filter((type) => chosen.includes(type)) };
  const changed = await changeWebhook(deps, act, given, urlField);
  if (!isRefused(changed)) return redirect(ctx, webhookPath(act.hookId), 'The webhook is saved.');
  if (changed.refused === 'not_found') throw notFound('webhook');
  const { findings, field: at } = changed;
  return show(deps, ctx, act, {
    ...given,
    findings: findings.map((sentence) => (at === undefined ? sentence : { field: at, sentence })),
  });
};

async function show(
  deps: ConsoleDeps,
  ctx: Context,
  { workspace, hookId }: HookAct,
  edited?: WebhookEdit,
): Promise<void> {
  const [hook, owner, health, [newest]] = await Promise.all([
    readHook(deps.pool, workspace.no, hookId),
    readWorkspace(deps.pool, workspace.id),
    readHookHealth(deps.pool, [hookId]),
    listGenerations(deps.pool, 'hook', hookId),
  ]);
  if (hook === undefined || owner === undefined) throw notFound('webhook');
  sendPage(deps, ctx, {
    title: 'Webhook',
    section: 'deliveries',
    crumbs: hookCrumbs,
    status: edited === undefined ? 200 : 422,
    body: webhookView(ctx, {
      hook,
      workspaceName: owner.name,
      health: health.get(hookId),
      generation: newest?.generation ?? 0,
      graceMs: deps.settings.DELIVERY_SECRET_GRACE_MS,
      ...(edited === undefined ? {} : { edited }),
      now: deps.now(),
    }),
  });
}

export const postWebhookTest: HandlerOf<ConsoleDeps> = (deps) => async (ctx) => {
  const sent = granted(await testWebhook(deps, await actIn(deps, ctx)));
  redirect(ctx, deliveryPath(sent.deliveryId), 'A test event is being sent.');
};

export const postWebhookRotation: HandlerOf<ConsoleDeps> = (deps) => async (ctx) => {
  const act = await actIn(deps, ctx);
  const grace = field(ctx, 'grace') === 'none' ? { graceMs: 0 } : {};
  const rotated = await rotateWebhookSecret(deps, { ...act, ...grace, seen: Number(field(ctx, 'seen')) });
  if (isRefused(rotated))
    return redirect(ctx, webhookPath(act.hookId), 'No change: the secret was rotated after this page was opened.');
  sendSecret(deps, ctx, act.hookId, 'Secret rotated', rotated.secret, rotated.oldValidUntil);
};

export const postWebhookDeletion: HandlerOf<ConsoleDeps> = (deps) => async (ctx) => {
  granted(await deleteWebhook(deps, await actIn(deps, ctx)));
  redirect(ctx, webhooksPath, 'The webhook is deleted; its pending deliveries are cancelled.');
};

/** @throws ApiError not_found */
async function actIn({ pool }: ConsoleDeps, ctx: Context): Promise<HookAct> {
  const { id } = ctx['params'] as { readonly id: string };
  const workspace = isId('hook', id) ? await workspaceOfHook(pool, id) : undefined;
  if (workspace === undefined) throw notFound('webhook');
  return { workspace, hookId: id, actor: actorOf(ctx) };
}
