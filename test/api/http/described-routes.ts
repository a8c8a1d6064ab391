/** The routes of a service as its OpenAPI document has them, and as its router has them. */
import type { Router } from '@koa/router';

type Paths = Readonly<Record<string, Readonly<Record<string, { readonly operationId: string }>>>>;

export function routesDescribed(paths: Paths): string[] {
  return Object.entries(paths)
    .flatMap(([path, item]) => Object.keys(item).map((method) => `${method.toUpperCase()} ${path}`))
    .toSorted();
}

export function routesServed(router: Router): string[] {
  return router.stack
    .flatMap((layer) =>
      layer.methods
        .filter((method) => method !== 'HEAD')
        .map((method) => `${method} ${String(layer.path).replaceAll(/:(\w+)/g, '{$1}')}`),
    )
    .toSorted();
}

export function operationsDescribed(paths: Paths): string[] {
  return Object.values(paths).flatMap((item) => Object.values(item).map(({ operationId }) => operationId));
}
