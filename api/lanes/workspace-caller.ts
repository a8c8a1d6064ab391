/** Who calls the lanes API: the workspace of the bearer key, and whether the key may do what is asked (D5, D42). */
import type { Context, Middleware } from 'koa';
import { type WorkspaceScope, mayAny, type retiredScope, workspaceScopeTable } from '../../domain/key-scopes.ts';
import { hashKey } from '../../process/secrets.ts';
import type { Queryable } from '../../store/database.ts';
import { type WorkspaceKeyRow, readWorkspaceByKey } from '../../store/lanes/workspaces.ts';
import { isAway } from '../http/answer-errors.ts';
import { bearerIn, keyNeeded, keyRefusal, openKeyUse } from '../http/bearer-key.ts';
import { ApiError } from '../http/errors.ts';
import type { TakeToken } from '../http/rate-limit.ts';
import { paceBody } from '../http/refused-bodies.ts';
import { keyActor } from '../../domain/actor.ts';
import { withTimeout } from '../../process/running-time.ts';

export interface WorkspaceCaller extends WorkspaceKeyRow {
  /** The key could not be looked up just now; it was good a short while ago. */
  readonly unsure?: true;
}

/** A key that was good a moment ago is taken as good: longer than this a revoked key is never let in. */
const rememberedMs = 1000;
/** While the database is away, callers that it knew still get the answer to leave the item to a person. */
const trustedMs = 5 * 60_000;
const rememberedKeys = 10_000;
const headersAtOnce = 100;

interface Remembered {
  readonly caller: WorkspaceCaller;
  readonly at: number;
}

export interface WorkspaceCallers {
  /** The caller with this Authorization header if that was good a moment ago, without waiting. */
  recent(header: string): WorkspaceCaller | undefined;
  /** @throws ApiError unauthorized, or what the database says */
  find(header: string): Promise<WorkspaceCaller>;
  /** As `find`; while the database is away or does not answer, who was known comes back as `unsure`. */
  findOrRecall(header: string): Promise<WorkspaceCaller>;
}

export function openWorkspaceCallers(q: Queryable, now: () => number = Date.now): WorkspaceCallers {
  const remembered = new Map<string, Remembered>();
  const noteUse = openKeyUse(q, now);
  const asked = new Map<string, Promise<WorkspaceCaller>>();

  /** Of headers that came within a second: hashing takes as long as the answer itself. */
  const named = new Map<string, string>();
  let namedSince = 0;
  const nameOfHeader = (header: string): string => {
    const at = now();
    if (at - namedSince >= rememberedMs || named.size >= headersAtOnce) {
      named.clear();
      namedSince = at;
    }
    let name = named.get(header);
    if (name === undefined) named.set(header, (name = nameOf(keyIn(header))));
    return name;
  };
  const keyIn = (header: string): string => {
    const key = bearerIn(header);
    if (key === undefined) throw keyNeeded();
    return key;
  };
  const nameOf = (key: string): string => hashKey(key).toString('latin1');
  const recall = (name: string, withinMs: number): WorkspaceCaller | undefined => {
    const known = remembered.get(name);
    return known && now() - known.at < withinMs ? known.caller : undefined;
  };
  const ask = async (name: string, key: string): Promise<WorkspaceCaller> => {
    const at = now();
    const caller = await readWorkspaceByKey(q, Buffer.from(name, 'latin1'));
    if (!caller) {
      remembered.delete(name);
      throw await keyRefusal(q, key, 'workspace');
    }
    // Only good keys are remembered, so that a new key works at once and guesses fill no memory.
    if (remembered.size >= rememberedKeys) remembered.clear();
    remembered.set(name, { caller, at });
    noteUse(caller.keyId);
    return caller;
  };
  const find = (name: string, key: string): Promise<WorkspaceCaller> => {
    const underWay = asked.get(name);
    if (underWay) return underWay;
    const asking = ask(name, key).finally(() => asked.delete(name));
    asked.set(name, asking);
    return asking;
  };
  return {
    recent: (header) => recall(nameOfHeader(header), rememberedMs),
    find: async (header) => {
      const key = keyIn(header);
      const name = nameOf(key);
      return recall(name, rememberedMs) ?? find(name, key);
    },
    findOrRecall: async (header) => {
      const key = keyIn(header);
      const name = nameOf(key);
      try {
        return recall(name, rememberedMs) ?? (await withTimeout(patienceMs, find(name, key)));
      } catch (error) {
        const known = isAway(error) ? recall(name, trustedMs) : undefined;
        if (!known) throw error;
        return { ...known, unsure: true };
      }
    },
  };
}

/** The first names what is refused. */
type OneOfScopes = readonly [WorkspaceScope, ...(WorkspaceScope | typeof retiredScope)[]];

/** @param scopes one of these will do; the first names what is refused @throws ApiError not_allowed */
export function requireWorkspaceScope(caller: Pick<WorkspaceCaller, 'scopes'>, ...scopes: OneOfScopes): void {
  if (!mayAny(caller.scopes, scopes))
    throw new ApiError('not_allowed', `this key may not ${workspaceScopeTable[scopes[0]].deed}`);
}

/**
 * Lets through who has a good key with this scope and is within its rate.
 * @param scopes one of these; none where any key will do
 * @throws ApiError unauthorized, rate_limited, not_allowed
 */
export function needsWorkspace(
  callers: WorkspaceCallers,
  takeToken: TakeToken,
  ...scopes: OneOfScopes | []
): Middleware {
  return async (ctx, next) => {
    const caller = await callers.find(ctx.get('Authorization'));
    takeToken(ctx, caller.keyId, null);
    const [first, ...others] = scopes;
    if (first !== undefined) requireWorkspaceScope(caller, first, ...others);
    await paceBody(ctx.req, caller.id);
    ctx.state['workspace'] = caller;
    // What the log line names as the owner.
    ctx.state['caller'] = { ownerId: caller.id };
    await next();
  };
}

/** The workspace of a request that `needsWorkspace` let through. */
export function workspaceOf(ctx: Context): WorkspaceCaller {
  return ctx.state['workspace'] as WorkspaceCaller;
}

// Waits for the database only so long, where a careful answer now is worth more than a sure one later.

/** Agents do nothing while they wait for a route. */
export const patienceMs = 2_000;

/** Who acts, for the audit log. */
export function actorOf(ctx: Context): string {
  return keyActor(workspaceOf(ctx).keyId);
}
