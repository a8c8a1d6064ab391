/** GET /console/settle/{workspace}/export.csv: what was settled, the newest first. */
import type { Context } from 'koa';
import { listSettlements } from '../../../store/lanes/read-settlements.ts';
import type { Settlement } from '../../../store/lanes/read-settlements.ts';
import { exportLimit, sendExport } from '../csv-export.ts';
import type { ExportColumn } from '../csv-export.ts';
import type { LanesConsoleDeps } from '../lanes-deps.ts';
import { workspaceIn } from '../lanes/workspace.ts';

const severities = ['minor', 'minor', 'material', 'critical'] as const;

const columns: readonly ExportColumn<Settlement>[] = [
  ['item', ({ item }) => item],
  ['queue', ({ queue }) => queue],
  ['step', ({ step }) => step],
  ['severity', ({ severity }) => severities[severity]],
  ['verdict', ({ verdict }) => verdict],
  ['by', ({ by }) => by],
  ['actor', ({ actor }) => actor],
  ['reason', ({ reason }) => reason],
  ['settled_at', ({ at }) => new Date(at)],
  ['disagreed_at', ({ since }) => since],
];

export function getSettlementExport(deps: LanesConsoleDeps): (ctx: Context) => Promise<void> {
  return async (ctx) => {
    const workspace = await workspaceIn(deps, ctx);
    sendExport(ctx, 'settlements', await listSettlements(deps.pool, workspace.no, exportLimit), columns);
  };
}
