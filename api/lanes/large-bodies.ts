/** Lets few large requests in at a time: ten of fifty megabytes side by side would fill the memory of a small machine. */
import type { Middleware } from 'koa';

/** Bodies up to this size go straight on. */
const smallBytes = 2_000_000;

/** Chunked bodies do not say how large they are. @param length the header field, empty where there is none */
export function isLarge(length: string): boolean {
  return length === '' || !(Number(length) <= smallBytes);
}

/** @param atOnce large ones that are read, checked and stored at once; the others wait unread, and their senders too */
export function largeBodiesInTurn(atOnce: number): Middleware {
  const waiting: (() => void)[] = [];
  let inside = 0;
  return async (ctx, next) => {
    if (!isLarge(ctx.get('Content-Length'))) {
      await next();
      return;
    }
    if (inside < atOnce) inside += 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      await next();
    } finally {
      const turn = waiting.shift();
      if (turn) turn();
      else inside -= 1;
    }
  };
}
