/** GET /v1/status (D50): how the workspace stands. */
import type { Context } from 'koa';
import { readStatus } from '../../store/lanes/read-status.ts';
import { readQuery } from '../http/query.ts';
import type { LanesDeps } from './deps.ts';
import { dayOf } from './route-counter.ts';
import { workspaceOf } from './workspace-caller.ts';

export function getStatus({ pool, routeCounter, now }: LanesDeps): (ctx: Context) => Promise<void> {
  return async (ctx) => {
    readQuery(ctx, {}, 'invalid_request');
    const { no, timeZone } = workspaceOf(ctx);
    const status = await readStatus(pool, no, dayOf(now(), timeZone));
    ctx.body = {
      events: { total: status.events, today: status.eventsToday },
      routes_today: status.routesToday + routeCounter.waiting(no),
      last_webhook: status.lastWebhook,
      settlements_waiting: status.waitingSettlement,
      data_clock: status.dataClock?.toISOString() ?? null,
      week_number: status.weekNumber,
      closed_week: status.closedWeek,
      clock: status.clock,
      held: {
        events: status.heldEvents,
        since: status.heldSince === null ? null : new Date(status.heldSince).toISOString(),
      },
      audit_seed: status.auditSeed,
    };
  };
}
