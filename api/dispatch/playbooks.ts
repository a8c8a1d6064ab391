/** GET /api/playbooks: the portals this deployment can work on (D26). */
import type { Context } from 'koa';
import { playbookSummary } from '../../domain/dispatch/playbook/summary.ts';
import type { DispatchDeps } from './deps.ts';

export function getPlaybooks(deps: DispatchDeps): (ctx: Context) => Promise<void> {
  const body = { playbooks: deps.playbooks.map((playbook) => playbookSummary(playbook)) };
  return async (ctx) => {
    ctx.body = body;
  };
}
