/** GET /api/openapi.json: the description of this API, for callers with a key. */
import type { Context } from 'koa';
import type { DispatchDeps } from './deps.ts';

/** The description is put together when it is first asked for: most processes never are. */
export function getOpenApi(deps: Pick<DispatchDeps, 'baseUrl' | 'settings'>): (ctx: Context) => Promise<void> {
  return async (ctx) => {
    const { openApiDocument } = await import('./openapi-document.ts');
    ctx.body = openApiDocument({ baseUrl: deps.baseUrl(), headerName: deps.settings.HEADER_NAME });
  };
}
