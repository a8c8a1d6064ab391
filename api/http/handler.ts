/** What answers a request of a route or a page. */
import type { Context } from 'koa';

export type Handler = (ctx: Context) => Promise<void>;

/** Made of the parts that its service has. */
export type HandlerOf<Deps> = (deps: Deps) => Handler;
