/** Keys of senders and workspaces: make, rotate, revoke; each new one is shown once. */
import type { Context } from 'koa';
import type { HandlerOf } from '../../http/api-route.ts';
import { createKey } from '../../../commands/keys.ts';
import { isRefused } from '../../../commands/refusal.ts';
import { scopeTable, workspaceScopeTable } from '../../../domain/key-scopes.ts';
import { type KeyListing, type KeyOwnerKind, readKeyOwner, revokeKey, rotateKey } from '../../../store/keys.ts';
import { findPerson } from '../../../store/people.ts';
import { notFound } from '../../http/errors.ts';
import { type Content, type Html, html } from '../../http/html.ts';
import { table } from '../../http/table.ts';
import { csrfField, field, form, formError, refusedForm, selectField, shownOnceView, textField } from '../form.ts';
import { actorOf, redirect, sendPage, when } from '../page.ts';
import type { ConsoleDeps } from '../route.ts';
import { administrationCrumb, keyPath, senderPath, workspacePath } from '../paths.ts';
import { isId } from '../../../process/ids.ts';

const dayMs = 86_400_000;

const lifetimes = [
  { value: '', text: 'never' },
  { value: '30', text: 'in 30 days' },
  { value: '90', text: 'in 90 days' },
  { value: '365', text: 'in a year' },
];

const ownerPageOf = (kind: KeyOwnerKind, ownerId: string): string =>
  kind === 'sender' ? senderPath(ownerId) : workspacePath(ownerId);

/** Makes a key of an owner that the caller has found. @throws ApiError bad_request */
export async function makeKey(deps: ConsoleDeps, ctx: Context, kind: KeyOwnerKind, ownerId: string): Promise<void> {
  const lifetime = lifetimes.find(({ value }) => value === field(ctx, 'expires'));
  if (lifetime === undefined) throw formError('choose when the key expires', 'expires');
  if (!form(ctx).has('scope')) throw formError('choose at least one scope', 'scope');
  const validUntil = lifetime.value === '' ? null : new Date(deps.now().getTime() + Number(lifetime.value) * dayMs);
  const made = await createKey(deps.pool, {
    ownerKind: kind,
    ownerId,
    scopes: form(ctx).getAll('scope'),
    label: field(ctx, 'label'),
    validUntil,
    personId: await personIn(deps, ctx),
    actor: actorOf(ctx),
  });
  if (isRefused(made)) throw refusedForm(made);
  sendKey(deps, ctx, { title: 'Key created', key: made.key, kind, ownerId });
}

/** The person of the form; null where the key is to belong to nobody. @throws ApiError bad_request */
async function personIn({ pool }: ConsoleDeps, ctx: Context): Promise<string | null> {
  const email = field(ctx, 'person').trim();
  if (email === '') return null;
  const found = await findPerson(pool, email);
  if (found === undefined) throw formError('no console user has the address of the owner', 'person');
  return found.id;
}

interface NewKeyShown {
  readonly title: string;
  readonly key: string;
  readonly kind: KeyOwnerKind;
  readonly ownerId: string;
  readonly oldValidUntil?: Date;
}

function sendKey(deps: ConsoleDeps, ctx: Context, { title, key, kind, ownerId, oldValidUntil }: NewKeyShown): void {
  sendPage(deps, ctx, {
    title,
    section: 'administration',
    crumbs: [administrationCrumb],
    body: shownOnceView({
      title,
      secrets: [
        { name: 'API key', value: key, about: 'Sent as Authorization: Bearer …; only its digest is stored here.' },
      ],
      note: oldValidUntil === undefined ? null : html`<p>The old key ends ${when(oldValidUntil, deps.now())}.</p>`,
      next: { text: `Back to the ${kind}`, href: ownerPageOf(kind, ownerId) },
    }),
  });
}

/** POST …/keys/:id/rotate */
export const postKeyRotation: HandlerOf<ConsoleDeps> = (deps) => async (ctx) => {
  const { keyId, kind, ownerId } = await keyIn(deps, ctx);
  const graceMs = field(ctx, 'grace') === 'none' ? 0 : dayMs;
  const made = await rotateKey(deps.pool, { keyId, graceMs, now: deps.now(), actor: actorOf(ctx) });
  if (made === undefined)
    return redirect(ctx, ownerPageOf(kind, ownerId), 'That key is no longer active, or was already rotated.');
  sendKey(deps, ctx, {
    title: 'Key rotated',
    key: made.key,
    kind,
    ownerId,
    oldValidUntil: made.oldValidUntil,
  });
};

/** POST …/keys/:id/revoke */
export const postKeyRevocation: HandlerOf<ConsoleDeps> = (deps) => async (ctx) => {
  const { keyId, kind, ownerId } = await keyIn(deps, ctx);
  const revoked = await revokeKey(deps.pool, keyId, actorOf(ctx));
  redirect(ctx, ownerPageOf(kind, ownerId), revoked ? 'Key revoked.' : 'That key was already revoked.');
};

/** @throws ApiError not_found */
async function keyIn(
  { pool }: ConsoleDeps,
  ctx: Context,
): Promise<{ readonly keyId: string; readonly kind: KeyOwnerKind; readonly ownerId: string }> {
  const { id } = ctx['params'] as { readonly id: string };
  const owner = isId('key', id) ? await readKeyOwner(pool, id) : undefined;
  if (owner === undefined) throw notFound('key');
  return { keyId: id, ...owner };
}

/** The keys of an owner and the form for another. @param action where the form goes */
export function keysPart(
  ctx: Context,
  given: {
    readonly kind: KeyOwnerKind;
    readonly keys: readonly KeyListing[];
    readonly action: string;
    readonly now: Date;
  },
): Html {
  const { kind, keys, action, now } = given;
  const scopes: Readonly<Record<string, { readonly about: string }>> =
    kind === 'sender' ? scopeTable : workspaceScopeTable;
  return html`<section class="card" aria-labelledby="keys">
    <h2 id="keys">Keys</h2>
    ${table({
      label: 'Table of keys',
      list: 'whole',
      rows: keys,
      rowId: ({ id }) => id,
      columns: [
        {
          heading: 'Key',
          cell: (key) =>
            html`${nameOf(key)}
              <div class="quiet mono small record-id">${key.id}</div>`,
        },
        { heading: 'Scopes', cell: ({ scopes }) => scopes.join(', '), class: 'mono small long' },
        {
          heading: 'Owner',
          cell: ({ personEmail }) => personEmail ?? html`<span class="quiet">none</span>`,
        },
        { heading: 'Status', cell: (key) => stateOf(key, now).badge },
        { heading: 'Created', cell: ({ createdAt }) => when(createdAt, now) },
        {
          heading: 'Last used',
          cell: ({ lastUsedAt }) =>
            lastUsedAt === null ? html`<span class="quiet">never</span>` : when(lastUsedAt, now),
        },
        { heading: 'Acts', headingHidden: true, cell: (key) => keyActs(ctx, key, now) },
      ],
    })}
    <details>
      <summary>New key</summary>
      <form class="stack" method="post" action="${action}">
        ${csrfField(ctx)}
        <fieldset>
          <legend>Scopes</legend>
          ${Object.entries(scopes).map(
            ([scope, { about }]) =>
              html`<label class="check">
                <input type="checkbox" name="scope" value="${scope}" />
                <span><code>${scope}</code> <span class="quiet">${about}</span></span>
              </label>`,
          )}
        </fieldset>
        ${textField({ name: 'label', label: 'Purpose', autocomplete: 'off', maxlength: 255 })}
        ${textField({
          name: 'person',
          label: 'Owner',
          type: 'email',
          autocomplete: 'off',
          hint: 'Optional: the e-mail address of a console user. Two-person approval needs keys with an owner.',
        })}
        ${selectField({ name: 'expires', label: 'Expires', value: '', options: lifetimes })}
        <p class="actions"><button class="button button-primary">Create key</button></p>
      </form>
    </details>
  </section>`;
}

const nameOf = ({ label }: KeyListing): string => (label === '' ? 'no label' : label);

function keyActs(ctx: Context, key: KeyListing, now: Date): Content {
  if (!stateOf(key, now).inForce) return null;
  const name = nameOf(key);
  return html`<div class="actions">
    ${
      key.replacedBy === null
        ? html`<form
            method="post"
            action="${keyPath(key.id)}/rotate"
            data-confirm="Create a replacement key with the same scopes? The old key works for 24 more hours."
          >
            ${csrfField(ctx)}<button class="button button-small" aria-label="Rotate ${name}">Rotate</button>
          </form>`
        : null
    }
    <form
      method="post"
      action="${keyPath(key.id)}/revoke"
      data-confirm="Revoke this key? Requests with it are rejected within a second."
    >
      ${csrfField(ctx)}<button
        class="button button-small button-danger"
        aria-label="Revoke ${name}${key.replacedBy === null ? '' : ', rotated'}"
      >
        Revoke
      </button>
    </form>
  </div>`;
}

function stateOf(key: KeyListing, now: Date): { readonly badge: Html; readonly inForce: boolean } {
  const { revokedAt, validUntil, replacedBy } = key;
  if (revokedAt !== null)
    return { inForce: false, badge: html`<span class="badge badge-muted">Revoked</span> ${when(revokedAt, now)}` };
  if (validUntil !== null && validUntil <= now)
    return { inForce: false, badge: html`<span class="badge badge-muted">Ended</span> ${when(validUntil, now)}` };
  if (validUntil === null) return { inForce: true, badge: html`<span class="badge badge-ok">Active</span>` };
  const word = replacedBy === null ? 'Active' : 'Rotated';
  return {
    inForce: true,
    badge: html`<span class="badge ${replacedBy === null ? 'badge-ok' : 'badge-warn'}">${word}</span> ends
      ${when(validUntil, now)}`,
  };
}
