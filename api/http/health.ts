/** /healthz, /readyz and /metrics: no key, no personal data (D8). */
import type { Context } from 'koa';
import type { Registry } from 'prom-client';

export interface ReadinessCheck {
  readonly name: string;
  readonly holds: () => Promise<boolean>;
}

type Handler = (ctx: Context) => Promise<void>;

/** A part that has not answered by then counts as away. */
const checkTimeoutMs = 2000;

export function getHealth(): Handler {
  return async (ctx) => {
    ctx.body = { status: 'ok' };
  };
}

/** 200 when every check holds, else 503; either way it says which do. */
export function getReadiness(checks: readonly ReadinessCheck[]): Handler {
  return async (ctx) => {
    const results = await Promise.all(checks.map(async (check) => [check.name, await inTime(check)] as const));
    const ready = results.every(([, holds]) => holds);
    ctx.status = ready ? 200 : 503;
    if (!ready) ctx.set('Retry-After', '2');
    ctx.body = {
      ...(ready
        ? { status: 'ready' }
        : {
            error: `not ready: ${results
              .filter(([, holds]) => !holds)
              .map(([name]) => name)
              .join(', ')}`,
            code: 'unavailable',
          }),
      checks: Object.fromEntries(results),
    };
  };
}

async function inTime(check: ReadinessCheck): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => (timer = setTimeout(resolve, checkTimeoutMs, false)));
  try {
    return await Promise.race([check.holds().catch(() => false), late]);
  } finally {
    clearTimeout(timer);
  }
}

export function getMetrics(registry: Registry): Handler {
  return async (ctx) => {
    ctx.body = await registry.metrics();
    ctx.type = registry.contentType;
  };
}
