/** An endpoint whose code is loaded when the first request comes: memory that a deployment which never asks is spared. */
import type { Middleware } from 'koa';

/** @param load makes the endpoint; called once, and again only when it failed */
export function loadedLate(load: () => Promise<Middleware>): Middleware {
  let loaded: Promise<Middleware> | undefined;
  return async (ctx, next) => {
    loaded ??= load();
    const endpoint = await loaded.catch((error: unknown) => {
      loaded = undefined;
      throw error;
    });
    await endpoint(ctx, next);
  };
}
