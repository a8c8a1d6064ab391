/** A site with a model beside it, for the tests of the settler: a workspace of its own for each test, and looks at it. */
import { randomUUID } from 'node:crypto';
import { type SettleDeps, settleItem } from '../../../activities/lanes/settle-item.ts';
import { settlerParts } from '../../../activities/lanes/settler-activities.ts';
import { isForPeople } from '../../../domain/lanes/settler/policy.ts';
import { showSettler } from '../../../domain/lanes/settler/shown.ts';
import type { ItemResult, SettleItem, SettleRun } from '../../../domain/lanes/settler/run.ts';
import { openLog } from '../../../process/logging.ts';
import { readSettings } from '../../../process/settings.ts';
import type { WorkspaceRef } from '../../../store/lanes/ingest-request.ts';
import { readSettleQueue } from '../../../store/lanes/disagreements.ts';
import { bookedToday, closeRun, itemsForSettler, openRun, readSettler } from '../../../store/lanes/settler.ts';
import { type ModelServer, findsLargerAmountRight, openModelServer } from '../../support/model-server.ts';
import { billsDefined, place } from './disagreements.ts';
import { type LaneSite, openLaneSite } from './lane-site.ts';

const seed = '7';
export const settlerKey = 'sk-the-credential-of-the-model';
/** An item of the seed that is for the settler alone, or for people too. */
export const named = (forPeople: boolean, from = 0): string => {
  for (let n = from; ; n += 1)
    if (isForPeople(seed, place.queue, place.step, `bill-${n}`) === forPeople) return `bill-${n}`;
};
export const never = new AbortController().signal;

/** For a `describe`: opens the site before its tests and leaves it after them. */
export function settleSite() {
  let site: LaneSite;
  let model: ModelServer;
  let workspace: WorkspaceRef;
  before(async () => {
    site = await openLaneSite();
    model = await openModelServer();
  });
  after(async () => {
    await model.close();
    await site.leave();
  });
  beforeEach(async () => {
    model.reply = findsLargerAmountRight;
    workspace = await newWorkspace();
  });

  const newWorkspace = async (): Promise<WorkspaceRef> => {
    const made = await site.addWorkspace({ auditSeed: seed });
    await site.ingest.submit(made, { kind: 'settings', change: { settlerOn: true }, actor: 'test' });
    await send(made, [billsDefined]);
    return made;
  };
  const send = (to: WorkspaceRef, events: Parameters<LaneSite['send']>[0]) =>
    site.ingest.submit(to, { kind: 'events', events, hold: false });
  const deps = (env: NodeJS.ProcessEnv = {}, now = new Date()): SettleDeps => ({
    pool: site.database.pool,
    ingest: () => site.ingest,
    settler: settlerParts(
      readSettings({
        SETTLER_API_KEY: settlerKey,
        SETTLER_BASE_URL: model.baseUrl,
        SETTLER_MODEL: 'test-model',
        SETTLER_ALLOW_PRIVATE: 'true',
        SETTLER_INPUT_PRICE: '1.00',
        SETTLER_OUTPUT_PRICE: '4.00',
        ...env,
      }),
    ),
    now: () => now,
    log: openLog('test', 'silent'),
  });
  const open = async (to = workspace): Promise<SettleRun> => {
    const run = { workspace: to, runId: `stl_${randomUUID()}`, limit: 50, requestedBy: 'test' };
    await openRun(site.database.pool, run, { model: 'test-model', found: 0, now: new Date() });
    return run;
  };
  const waiting = (to = workspace): Promise<SettleItem[]> => itemsForSettler(site.database.pool, to.no, 500);
  const inQueue = async (): Promise<string[]> =>
    (await readSettleQueue(site.database.pool, workspace.no, { limit: 100 })).map(({ item }) => item);
  /** Settles whatever waits, one after the other. */
  const settleAll = async (using = deps(), signal = never): Promise<ItemResult[]> => {
    const run = await open();
    const results: ItemResult[] = [];
    for (const item of await waiting()) results.push(await settleItem(using, run, item, signal));
    await closeRun(site.database.pool, run, 'done', new Date());
    return results;
  };
  const settledOf = async (item: string) =>
    (
      await site.database.pool.query<{ settled: { verdict: string; by: string; actor: string; at: number } | null }>(
        'select settled from lane_disagreements where workspace_no = $1 and item = $2',
        [workspace.no, item],
      )
    ).rows[0]?.settled;
  const said = async (item: string) =>
    (
      await site.database.pool.query<{ fate: string; verdict: string | null; reason: string; tries: number }>(
        'select fate, verdict, reason, tries from lane_settler_items where workspace_no = $1 and item = $2',
        [workspace.no, item],
      )
    ).rows[0];
  const booked = (to = workspace): Promise<number> => bookedToday(site.database.pool, to.no, new Date());
  const state = async () =>
    showSettler(await readSettler(site.database.pool, workspace.no, new Date()), {
      hasCredential: true,
      model: 'test-model',
    });

  return {
    get site() {
      return site;
    },
    get model() {
      return model;
    },
    /** Of this test. */
    get workspace() {
      return workspace;
    },
    newWorkspace,
    send,
    deps,
    open,
    waiting,
    inQueue,
    settleAll,
    settledOf,
    said,
    booked,
    state,
  };
}
