/**
 * A route of an API as one row: its method and path, who may use it, what it takes and returns, and what runs. The router, the check
 * of scopes, the OpenAPI description, the reference and `admin key scopes` are all made from these rows.
 */
import type { Router } from '@koa/router';
import type { Context, Middleware } from 'koa';
import { unknownMember } from '../../commands/input/sentences.ts';
import type { JsonSchema } from '../../domain/json-schema.ts';
import { ApiError, type ErrorCode, findingsError, notFound } from './errors.ts';
import { type Parameter, readQuery } from './query.ts';
import { bodyLimit, readRawBody } from './read-body.ts';

/** What answers a request of a route or a page. */
export type Handler = (ctx: Context) => Promise<void>;

/** Made of the parts that its service has. */
export type HandlerOf<Deps> = (deps: Deps) => Handler;

/** What the OpenAPI description says of a route. */
export interface RouteDescription {
  /** Unique within the service; generated clients name their methods by it. */
  readonly operation: string;
  readonly tag: string;
  readonly summary: string;
  /** The summary again where it is left out. */
  readonly description?: string;
  /** OpenAPI's `security`, where it does not follow from who may use it. */
  readonly security?: readonly JsonSchema[];
  /** Members of the path, in their order, and headers. */
  readonly parameters?: readonly JsonSchema[];
  /** Sent twice it does no more than once, so a caller that got no answer may send it again; reads always are. */
  readonly repeatable?: true;
  /** The table by which the handler reads the query. Left out: it must be empty; null: it is ignored. */
  readonly query?: Readonly<Record<string, Parameter<unknown>>> | null;
  /** The body by media type. Left out: it must be empty. */
  readonly body?: JsonSchema;
  /** Answers but errors, by status. */
  readonly answers: Readonly<Record<number, JsonSchema>>;
  /** Errors but those of keys and scopes, which follow from who may use it; null: none is described. */
  readonly errors: readonly ErrorCode[] | null;
}

/** @typeParam Needs who may use a route, in the terms of the service */
export interface ApiRoute<Needs, Deps> extends RouteDescription {
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** As OpenAPI writes it: `/api/tasks/{id}`. */
  readonly path: string;
  readonly needs: Needs;
  /** What depends on the deployment, such as names of headers; takes the place of the members above. */
  readonly inDeployment?: (service: DescribedService) => Partial<RouteDescription>;
  readonly handle: (deps: Deps) => Middleware | readonly Middleware[];
}

export interface DescribedService {
  readonly baseUrl: string;
  /** The word in the names of our headers (`HEADER_NAME`). */
  readonly headerName: string;
}

/** How a service describes who may use a route. */
export interface DescribedAccess<Needs> {
  /** OpenAPI's `security`; undefined: as the whole document says. */
  readonly securityOf: (needs: Needs) => readonly JsonSchema[] | undefined;
  /** What refuses a parameter that a route does not take. */
  readonly unexpected: ErrorCode;
  /** Errors that the check itself answers. */
  readonly errorsOf: (needs: Needs) => readonly ErrorCode[];
  readonly describeErrors: (...codes: readonly ErrorCode[]) => JsonSchema;
}

/** Puts the routes into the router, each behind the checks of who may use it and of what it does not take. */
export function addRoutes<Needs, Deps>(
  router: Router,
  routes: readonly ApiRoute<Needs, Deps>[],
  deps: Deps,
  {
    guardOf,
    unexpected,
  }: { guardOf: (needs: Needs) => readonly Middleware[] } & Pick<DescribedAccess<Needs>, 'unexpected'>,
): void {
  for (const { method, path, needs, query, body, handle } of routes) {
    const checks: Middleware[] = [];
    if (query === undefined) checks.push(refuseQuery(unexpected));
    if (method !== 'GET' && body === undefined) checks.push(refuseBody);
    router.register(routerPath(path), [method], [...guardOf(needs), ...checks, handle(deps)].flat());
  }
}

/** `?dry_run=true` on a call that knows none must not do the real thing. */
const refuseQuery =
  (code: ErrorCode): Middleware =>
  (ctx, next) => {
    if (ctx.querystring !== '') readQuery(ctx, {}, code);
    return next();
  };

/** Many clients send an empty object, list or null with every POST. */
const emptyBody = /^\s*(?:\{\s*\}|\[\s*\]|null)?\s*$/;

/** A member that is ignored would be taken for one that counts. */
const refuseBody: Middleware = async (ctx, next) => {
  const text = (await readRawBody(ctx, bodyLimit)).toString();
  if (!emptyBody.test(text)) throw findingsError('invalid_request', unexpectedMembers(text));
  await next();
};

function unexpectedMembers(text: string): string[] {
  const whole = 'the body must be empty: this call takes none';
  try {
    const body: unknown = JSON.parse(text);
    if (typeof body !== 'object' || body === null || Array.isArray(body)) return [whole];
    return Object.keys(body)
      .slice(0, 20)
      .map((name) => `${unknownMember('', name, [])}: this call takes no body`);
  } catch {
    return [whole];
  }
}

/** `/api/tasks/{id}` as Koa's router writes it: `/api/tasks/:id`. */
const routerPath = (path: string): string => path.replaceAll(/\{(\w+)\}/g, ':$1');

/** The `paths` of the OpenAPI document. */
export function describedPaths<Needs, Deps>(
  routes: readonly ApiRoute<Needs, Deps>[],
  service: DescribedService,
  access: DescribedAccess<Needs>,
): JsonSchema {
  const paths: Record<string, Record<string, JsonSchema>> = {};
  for (const route of routes) {
    const described = { ...route, ...route.inDeployment?.(service) };
    paths[route.path] = {
      ...paths[route.path],
      [route.method.toLowerCase()]: describedOperation(described, access),
    };
  }
  return paths;
}

function describedOperation<Needs>(
  route: RouteDescription & { readonly needs: Needs; readonly method: string },
  access: DescribedAccess<Needs>,
): JsonSchema {
  const security = route.security ?? access.securityOf(route.needs);
  const query = Object.entries(route.query ?? {}).map(([name, { about, schema }]) => ({
    name,
    in: 'query',
    description: about,
    schema,
  }));
  const parameters = [...(route.parameters ?? []), ...query];
  const codes = [...access.errorsOf(route.needs), ...(route.errors ?? [])];
  if (route.query !== null) codes.push(access.unexpected);
  if (route.body === undefined && route.method !== 'GET') codes.push('invalid_request');
  const errors = route.errors === null ? {} : access.describeErrors(...codes);
  return {
    operationId: route.operation,
    tags: [route.tag],
    summary: route.summary,
    description: route.description ?? `${route.summary}.`,
    ...(route.repeatable === true ? { 'x-repeatable': true } : {}),
    ...(security === undefined ? {} : { security }),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(route.body === undefined ? {} : { requestBody: { required: true, content: route.body } }),
    // What a route says itself of a status goes before what its errors say.
    responses: { ...errors, ...route.answers },
  };
}

// An endpoint whose code is loaded when the first request comes: memory that a deployment which never asks is spared.

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

/** Distinguishes a path that is not there (404) from one that is asked in the wrong way (405 with Allow). */
export function knownPaths(router: Router): Middleware {
  return async (ctx) => {
    const allowed = methodsAt(router, ctx);
    if (allowed.length === 0) throw notFound();
    ctx.set('Allow', allowed.join(', '));
    if (ctx.method !== 'OPTIONS')
      throw new ApiError('method_not_allowed', `${ctx.method} is not allowed here; allowed: ${allowed.join(', ')}`);
    ctx.status = 204;
  };
}

function methodsAt(router: Router, ctx: Context): string[] {
  const layers = router.match(ctx.path, ctx.method).path.filter(({ methods }) => methods.length > 0);
  // `/api/deliveries/recover` is its own path, though `/api/deliveries/:id` would match it too.
  const parameters = Math.min(...layers.map(({ paramNames }) => paramNames.length));
  const methods = layers.filter(({ paramNames }) => paramNames.length === parameters).flatMap((layer) => layer.methods);
  return [...new Set(methods)].toSorted();
}
