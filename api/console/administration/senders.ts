/** Senders: the list, a new one, and what may be changed of each; every act through the functions of the command line. */
import type { HandlerOf } from '../../http/api-route.ts';
import type { Context } from 'koa';
import { knownPlaybooks } from '../../../commands/dispatch/find-playbooks.ts';
import {
  callbackFinding,
  createSender,
  rotateSeenSenderSecret,
  setCallbackUrl,
  setPlaybooks,
} from '../../../commands/dispatch/senders.ts';
import { type Refusal, isRefused } from '../../../commands/refusal.ts';
import { checkMailAddress, checkName, checkWholeNumber } from '../../../domain/administration/input.ts';
import { isId } from '../../../process/ids.ts';
import { listKeys } from '../../../store/keys.ts';
import { addSenderAddress, listSenderAddresses, removeSenderAddress } from '../../../store/mails.ts';
import { listGenerations } from '../../../store/secret-generations.ts';
import { type SenderRow, listSenders, readSender, setPortals, setRateLimit } from '../../../store/senders.ts';
import { notFound } from '../../http/errors.ts';
import { html } from '../../http/html.ts';
import { field, findingAt, form, formError, refusedForm, shownOnceView } from '../form.ts';
import { actorOf, redirect, sendPage, when } from '../page.ts';
import type { ConsoleDeps } from '../route.ts';
import { makeKey } from './keys.ts';
import { administrationCrumb, senderPath, sendersPath } from '../paths.ts';
import { type NewSenderForm, senderListView, senderView } from './sender-views.ts';

const crumbs = [administrationCrumb, { text: 'Senders', href: sendersPath }];
const rateMost = 10_000_000;
const callbackField = 'The callback URL';

export const getSenders: HandlerOf<ConsoleDeps> = (deps) => (ctx) =>
  sendList(deps, ctx, { name: '', callbackUrl: '', findings: [] });

async function sendList(deps: ConsoleDeps, ctx: Context, given: NewSenderForm): Promise<void> {
  sendPage(deps, ctx, {
    title: 'Senders',
    section: 'administration',
    crumbs: [administrationCrumb],
    status: given.findings.length === 0 ? 200 : 422,
    body: senderListView(ctx, await listSenders(deps.pool), given, deps.now()),
  });
}

export const postSender: HandlerOf<ConsoleDeps> = (deps) => async (ctx) => {
  const [name, callbackUrl] = [field(ctx, 'name'), field(ctx, 'callback_url')];
  const given = { name, callbackUrl: callbackUrl || undefined, actor: actorOf(ctx) };
  const named = checkName(name, 'a name');
  const findings = [
    named.ok ? null : findingAt('name', named.sentence),
    callbackUrl === '' ? null : findingAt('callback_url', callbackFinding(deps, callbackUrl, callbackField) ?? null),
  ].filter((finding) => finding !== null);
  if (findings.length > 0) return sendList(deps, ctx, { name, callbackUrl, findings });
  const made = await createSender(deps, given, callbackField);
  if (isRefused(made)) return sendList(deps, ctx, { name, callbackUrl, findings: made.findings });
  sendPage(deps, ctx, {
    title: 'Sender created',
    section: 'administration',
    crumbs,
    body: shownOnceView({
      title: 'Sender created',
      secrets: [
        { name: 'API key', value: made.apiKey, about: 'Can submit and read: Authorization: Bearer …' },
        { name: 'Inbound secret', value: made.inboundSecret, about: 'The sender signs its webhooks to us with it.' },
        { name: 'Outbound secret', value: made.outboundSecret, about: 'Results to the sender are signed with it.' },
      ],
      note: html`<p>Its id is <code>${made.senderId}</code>.</p>`,
      next: { text: 'View sender', href: senderPath(made.senderId) },
    }),
  });
};

export const getSender: HandlerOf<ConsoleDeps> = (deps) => async (ctx) => {
  const sender = await senderIn(deps, ctx);
  const [keys, addresses, generations, playbooks] = await Promise.all([
    listKeys(deps.pool, 'sender', sender.id),
    listSenderAddresses(deps.pool, sender.id),
    listGenerations(deps.pool, 'sender', sender.id),
    knownPlaybooks(deps),
  ]);
  sendPage(deps, ctx, {
    title: sender.name,
    section: 'administration',
    crumbs,
    body: senderView(ctx, {
      sender,
      keys,
      addresses,
      generations,
      playbooks,
      settings: deps.settings,
      now: deps.now(),
    }),
  });
};

/** @throws ApiError bad_request */
function orRefuseForm(refused: Refusal | undefined): void {
  if (refused !== undefined) throw refusedForm(refused);
}

/** @throws ApiError not_found */
async function senderIn({ pool }: ConsoleDeps, ctx: Context): Promise<SenderRow> {
  const { id } = ctx['params'] as { readonly id: string };
  const sender = isId('sender', id) ? await readSender(pool, id) : undefined;
  if (sender === undefined) throw notFound('sender');
  return sender;
}

export const postCallback: HandlerOf<ConsoleDeps> = (deps) => async (ctx) => {
  const { id } = await senderIn(deps, ctx);
  const url = field(ctx, 'callback_url');
  orRefuseForm(await setCallbackUrl(deps, id, url === '' ? null : url, actorOf(ctx), callbackField));
  redirect(
    ctx,
    senderPath(id),
    url === '' ? 'Results are sent only when a task gives a callback URL.' : 'The callback URL is set.',
  );
};

export const postLimits: HandlerOf<ConsoleDeps> = (deps) => async (ctx) => {
  const { id } = await senderIn(deps, ctx);
  if (field(ctx, 'act') === 'clear') {
    await setRateLimit(deps.pool, id, null, actorOf(ctx));
    return redirect(ctx, senderPath(id), 'The deployment defaults apply again.');
  }
  const perMinute = checkWholeNumber(field(ctx, 'per_minute'), 1, rateMost, 'requests per minute');
  const burst = checkWholeNumber(field(ctx, 'burst'), 1, rateMost, 'the burst');
  if (!perMinute.ok) throw formError(perMinute.sentence, 'per_minute');
  if (!burst.ok) throw formError(burst.sentence, 'burst');
  await setRateLimit(deps.pool, id, { perMinute: perMinute.value, burst: burst.value }, actorOf(ctx));
  redirect(ctx, senderPath(id), 'The limits are set; they apply within a second.');
};

export const postAddress: HandlerOf<ConsoleDeps> = (deps) => async (ctx) => {
  const { id } = await senderIn(deps, ctx);
  const judged = checkMailAddress(field(ctx, 'address'));
  if (!judged.ok) throw formError(judged.sentence, 'address');
  const added = await addSenderAddress(deps.pool, id, judged.value, actorOf(ctx));
  redirect(
    ctx,
    senderPath(id),
    added ? `${judged.value} can now submit tasks by mail.` : `${judged.value} is already registered.`,
  );
};

export const postAddressRemoval: HandlerOf<ConsoleDeps> = (deps) => async (ctx) => {
  const { id } = await senderIn(deps, ctx);
  const address = field(ctx, 'address');
  const removed = await removeSenderAddress(deps.pool, id, address, actorOf(ctx));
  redirect(
    ctx,
    senderPath(id),
    removed ? `Mail from ${address} is no longer accepted.` : 'That address is not registered.',
  );
};

export const postPortals: HandlerOf<ConsoleDeps> = (deps) => async (ctx) => {
  const { id } = await senderIn(deps, ctx);
  if (field(ctx, 'which') === 'all') {
    await setPortals(deps.pool, id, null, actorOf(ctx));
    return redirect(ctx, senderPath(id), 'All playbooks are used for its tasks.');
  }
  const known = (await knownPlaybooks(deps)).map((playbook) => playbook.id);
  const refused = await setPlaybooks(deps, id, chosenInOrder(form(ctx)), known, actorOf(ctx));
  if (refused !== undefined) throw formError(refused.findings[0], `place.${known[0]}`);
  redirect(ctx, senderPath(id), 'Only these playbooks are used for its tasks, in this order.');
};

/** Playbooks with a place, by their place; the same place twice: in the order of the form. */
function chosenInOrder(fields: URLSearchParams): string[] {
  const places: { readonly id: string; readonly place: number }[] = [];
  for (const [name, value] of fields) {
    const id = /^place\.(.+)$/.exec(name)?.[1];
    if (id !== undefined && /^[1-9]\d?$/.test(value)) places.push({ id, place: Number(value) });
  }
  return places.toSorted((a, b) => a.place - b.place).map(({ id }) => id);
}

export const postSenderKey: HandlerOf<ConsoleDeps> = (deps) => async (ctx) => {
  const { id } = await senderIn(deps, ctx);
  await makeKey(deps, ctx, 'sender', id);
};

export const postSecretRotation: HandlerOf<ConsoleDeps> = (deps) => async (ctx) => {
  const { id } = await senderIn(deps, ctx);
  const purpose = field(ctx, 'purpose');
  if (purpose !== 'inbound' && purpose !== 'outbound') throw formError('choose which secret');
  const graceMs = field(ctx, 'grace') === 'none' ? 0 : deps.settings.DELIVERY_SECRET_GRACE_MS;
  const now = deps.now();
  const actor = actorOf(ctx);
  const rotation = { senderId: id, purpose, graceMs, actor } as const;
  const rotated = await rotateSeenSenderSecret(deps, rotation, Number(field(ctx, 'seen')));
  if (rotated === undefined)
    return redirect(ctx, senderPath(id), 'No change: the secret was rotated after this page was opened.');
  const { secret: value, validFrom, oldValidUntil } = rotated;
  sendPage(deps, ctx, {
    title: 'Secret rotated',
    section: 'administration',
    crumbs,
    body: shownOnceView({
      title: 'Secret rotated',
      secrets: [
        purpose === 'inbound'
          ? { name: 'Inbound secret', value, about: 'The sender signs its webhooks to us with it.' }
          : { name: 'Outbound secret', value, about: 'Results to the sender are signed with it.' },
      ],
      note:
        graceMs === 0
          ? html`<p>The old secret is rejected from now on.</p>`
          : purpose === 'inbound'
            ? html`<p>Both are accepted until the old one ends ${when(oldValidUntil, now)}.</p>`
            : html`<p>The old one signs until then; the new one signs from ${when(validFrom, now)} on.</p>`,
      next: { text: 'Back to the sender', href: senderPath(id) },
    }),
  });
};
