/** `admin engine links`: the queries that find stuck work, to click or to copy. */
import { settingsOfRunningMachine } from '../process/running-machine.ts';
import { engineAddress } from '../temporal/engine-address.ts';
import { type SavedView, savedViews, viewOfPortal, viewOfSender, workflowListUrl } from '../temporal/ui-links.ts';
import { adminSettings } from './deployment.ts';
import type { PrintOptions } from './print.ts';
import { terminal } from './terminal.ts';
import { withEngine } from './with-engine.ts';

export interface LinksOptions extends PrintOptions {
  readonly sender?: string;
  readonly portal?: string;
  readonly count?: boolean;
}

/** Needs no engine, unless it is to count. */
export async function links({ sender, portal, count, json }: LinksOptions): Promise<void> {
  const settings = adminSettings();
  const { namespace } = engineAddress({ ...settingsOfRunningMachine(settings.DATA_DIR), ...terminal().env });
  const views = [
    ...savedViews(new Date()),
    ...(sender === undefined ? [] : [viewOfSender(sender)]),
    ...(portal === undefined ? [] : [viewOfPortal(portal)]),
  ];
  const counts = count === true ? await countEach(views) : undefined;
  const ui = { url: settings.TEMPORAL_UI_URL, namespace };
  const found = views.map(({ name, query }, n) => ({
    name,
    ...(counts === undefined ? {} : { workflows: counts[n] ?? 0 }),
    query,
    url: workflowListUrl(ui, query),
  }));
  const { out } = terminal();
  if (json === true) {
    out(`${JSON.stringify({ namespace, links: found })}\n`);
    return;
  }
  for (const { name, workflows, query, url } of found) {
    out(`${name}${workflows === undefined ? '' : `: ${workflows}`}\n`);
    out(`  ${query}\n`);
    if (url !== null) out(`  ${url}\n`);
  }
  if (ui.url === '') out('\nSet TEMPORAL_UI_URL to the address of the Temporal UI for links.\n');
}

function countEach(views: readonly SavedView[]): Promise<number[]> {
  return withEngine(({ client }) =>
    Promise.all(views.map(async ({ query }) => (await client.workflow.count(query)).count)),
  );
}
