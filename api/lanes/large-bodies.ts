/**
 * Lets few large requests in at a time: ten of fifty megabytes side by side would fill the memory of a small machine.
 * A body takes a place only when it has arrived in full, and each workspace has places of its own to send it, so that
 * slow senders hold up nobody else (D60).
 */
import type { Middleware } from 'koa';
import { openSlots, openSlotsByKey } from '../../process/waiting-queue.ts';
import { awaitBody } from '../http/raw-body.ts';
import { ingestBodyLimit } from './read-events-body.ts';
import { workspaceOf } from './workspace-caller.ts';

/** Bodies up to this size go straight on. */
const smallBytes = 2_000_000;
/** Large bodies of one workspace that arrive or are worked on; its others wait unread. */
const ofOneWorkspace = 2;

/** Chunked bodies do not say how large they are. @param length the header field, empty where there is none */
export function isLarge(length: string): boolean {
  return length === '' || !(Number(length) <= smallBytes);
}

/** @param atOnce large ones that are checked and stored at once, of all workspaces */
export function largeBodiesInTurn(atOnce: number): Middleware {
  const all = openSlots(atOnce);
  const ofWorkspace = openSlotsByKey(ofOneWorkspace);
  return async (ctx, next) => {
    if (!isLarge(ctx.get('Content-Length'))) {
      await next();
      return;
    }
    await ofWorkspace(workspaceOf(ctx).id, async () => {
      await awaitBody(ctx.req, ingestBodyLimit);
      await all.use(next);
    });
  };
}
