/** GET /api/openapi.json: the description of this API, for callers with a key. */
import type { Context } from 'koa';
import type { DispatchDeps } from './deps.ts';
import { openApiDocument } from './openapi-document.ts';

export function getOpenApi(deps: Pick<DispatchDeps, 'baseUrl' | 'settings'>): (ctx: Context) => Promise<void> {
  return async (ctx) => {
    ctx.body = openApiDocument({ baseUrl: deps.baseUrl(), headerName: deps.settings.HEADER_NAME });
  };
}
