/** GET /api/playbooks: the portals that can be worked on (D26), of the sender whose key comes with the request. */
import type { Context } from 'koa';
import { type PlaybookSummary, playbookSummary, playbooksFor } from '../../domain/dispatch/playbook/summary.ts';
import type { CallerReader } from '../http/bearer-key.ts';
import type { TakeToken } from '../http/rate-limit.ts';
import type { DispatchDeps, DispatchRoute } from './deps.ts';
import { answer, json, ref } from '../http/openapi-parts.ts';

/** No key is needed (document 1 §5.2): without one the answer is the whole deployment. A key that is given must be good. */
function getPlaybooks(deps: DispatchDeps, read: CallerReader, takeToken: TakeToken): (ctx: Context) => Promise<void> {
  return async (ctx) => {
    const caller = ctx.get('Authorization') === '' ? undefined : await read(ctx);
    if (caller === undefined && ctx.get('Authorization') !== '') throw await read.refusal(ctx);
    if (caller) takeToken(ctx, caller.keyId, caller.rateLimit);
    ctx.vary('Authorization');
    ctx.body = { playbooks: await summariesFor(deps, caller?.ownerId ?? null) };
  };
}

/** @param senderId null for everything that this deployment has */
export async function summariesFor(
  { playbooksOf, portalsOf, changedRecipes }: Pick<DispatchDeps, 'playbooksOf' | 'portalsOf' | 'changedRecipes'>,
  senderId: string | null,
): Promise<PlaybookSummary[]> {
  const portals = senderId === null ? null : await portalsOf(senderId);
  const changed = await changedRecipes();
  return playbooksFor(await playbooksOf(senderId), portals).map((playbook) => {
    const isChanged = changed.some(
      ({ playbookId, digest }) => playbookId === playbook.id && digest === playbook.digest,
    );
    return playbookSummary(playbook, isChanged ? 'changed' : 'ready');
  });
}

export const playbookRoutes: readonly DispatchRoute[] = [
  {
    method: 'GET',
    path: '/api/playbooks',
    needs: 'open',
    operation: 'listPlaybooks',
    tag: 'service',
    summary: 'Portals the service can work on',
    description: 'Without a key all of the deployment; with one those that the sender works with.',
    security: [{}, { key: [] }],
    query: null,
    answers: { 200: answer('The playbooks.', json(ref('PlaybookList'))) },
    errors: ['rate_limited', 'unauthorized'],
    handle: (deps) => getPlaybooks(deps, deps.read, deps.takeToken),
  },
];
