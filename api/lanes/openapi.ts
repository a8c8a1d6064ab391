/** GET /v1/openapi.json: the description of this API, for callers with a key. */
import type { Context } from 'koa';
import { answerTagged } from './answer-tagged.ts';
import type { LanesDeps } from './deps.ts';

/** The description is put together when it is first asked for: most processes never are. */
export function getOpenApi({
  baseUrl,
  settings,
}: Pick<LanesDeps, 'baseUrl' | 'settings'>): (ctx: Context) => Promise<void> {
  return async (ctx) => {
    const { lanesOpenApi } = await import('./openapi-document.ts');
    answerTagged(ctx, JSON.stringify(lanesOpenApi(baseUrl(), settings.HEADER_NAME)));
  };
}
