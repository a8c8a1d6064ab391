/**
 * Acts on workspaces leave the same entry in the audit log, whether they came with an API key, from the console or from the
 * command line: only who acted differs. What the product does by itself leaves none.
 */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { hostname, tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { runAdmin } from '../../support/command-line.ts';
import { exampleWeekStart } from '../../../domain/lanes/example-history.ts';
import { newId } from '../../../process/ids.ts';
import { listAudit, type LoggedEntry } from '../../../store/audit-log.ts';
import { createKey } from '../../../store/keys.ts';
import type { Answer } from '../../support/api-call.ts';
import { type Browserless, openConsole, type TestConsole } from '../../support/console.ts';
import { testSecret } from '../../support/dispatch-api.ts';
import { documentedActs } from '../../support/documented-acts.ts';
import type { TestLanes, TestWorkspace } from '../../support/lanes-api.ts';
import { testEngine } from '../../support/temporal.ts';
import { until } from '../../support/wait.ts';
import { sendDisagreements } from '../console/settle/disagreements.ts';
import { sendHistory } from './history.ts';

type Surface = 'key' | 'console' | 'command';

interface Act {
  /** What has to be there first. @returns what the act is on */
  readonly prepare: () => Promise<string>;
  readonly by: Partial<Record<Surface, (on: string) => Promise<unknown>>>;
}

const person = 'ann@example.com';
const administration = '/console/administration';
const weeks = 10;

describe('the audit log of workspaces, whichever way an act comes', function () {
  let site: TestConsole<TestLanes>;
  let ann: Browserless;
  let folder: string;
  let workspace: TestWorkspace;
  let engine: Record<string, string>;
  before(async () => {
    site = await openConsole(
      'lanes',
      { SETTLER_API_KEY: 'a key of a model', SETTLER_MODEL: 'test-model' },
      { startSettle: async () => true, askRetryNow: async () => true },
    );
    ann = await site.signInAs('admin', person);
    ({ workspace } = site.api);
    const definition = {
      id: 'pinned-definition',
      kind: 'queue.defined',
      at: '2026-01-05T00:00:00Z',
      queue: 'pinned',
      actor: { kind: 'operator', id: 'ann' },
      steps: [{ step: 's' }],
    };
    const { status, text } = await site.api.call('POST', '/v1/events', {
      key: workspace.key,
      json: { events: [definition] },
    });
    assert.equal(status, 200, text);
    folder = mkdtempSync(join(tmpdir(), 'lanekeeper-audit-'));
    const { address, namespace } = await testEngine();
    engine = { TEMPORAL_ADDRESS: address, TEMPORAL_NAMESPACE: namespace };
  });
  after(async () => {
    rmSync(folder, { recursive: true });
    await site.close();
  });

  const command = async (...args: readonly string[]): Promise<void> => {
    const { pool, url } = site.database;
    let said = '';
    const say = (text: string): void => void (said += text);
    const env = { DATA_DIR: folder, DATABASE_URL: url, DEPLOYMENT_SECRET: testSecret, ...engine };
    let ended = false;
    const running = runAdmin({ env, out: say, err: say, input: async () => undefined }, [
      '--actor',
      person,
      ...args,
    ]).finally(() => (ended = true));
    // No worker runs: a session of the API takes what the command has staged.
    await until(async () => {
      const { rows } = await pool.query<{ no: number; id: string }>(
        'select no, id from workspaces where exists (select from lane_staged where workspace_no = no)',
      );
      for (const of of rows) await site.api.deps.ingest.submit(of, { kind: 'clock', through: 0 });
      return ended;
    });
    assert.equal(await running, 0, said);
  };
  const page = async (path: string, fields: Readonly<Record<string, string>> = {}): Promise<void> => {
    const answer = await ann.post(path, fields);
    assert.ok([200, 303].includes(answer.status), `${path}: ${answer.status} ${answer.text.slice(0, 3000)}`);
  };
  const call = async (method: string, path: string, json?: object, key = workspace.key): Promise<Answer['json']> => {
    const answer = await site.api.call(method, path, json === undefined ? { key } : { key, json });
    assert.ok(answer.status < 300, answer.text);
    assert.deepEqual(answer.json?.rejected ?? [], []);
    return answer.json;
  };

  const here = async (): Promise<string> => workspace.id;
  const fresh = async (): Promise<string> => (await site.api.newWorkspace()).id;
  const lanes = (id: string): string => `/console/lanes/${id}`;
  const key = async (): Promise<string> =>
    (
      await createKey(site.database.pool, {
        ownerKind: 'workspace',
        ownerId: workspace.id,
        scopes: ['read'],
        label: 'Board',
        actor: 'test',
      })
    ).id;
  const pin = async (): Promise<string> =>
    (await call('POST', '/v1/pins', { queue: 'pinned', lane: 'shadow', reason: 'for a test' })).id as string;
  const hook = async (): Promise<string> =>
    (await call('POST', '/v1/webhooks', { url: 'https://hooks.example/x', events: ['lane.changed'] })).id as string;
  const failedDelivery = async (): Promise<string> => {
    const id = newId('delivery');
    await site.database.pool.query(
      `insert into deliveries (id, owner_kind, owner_id, workspace_no, subject_id, event, scheme, url, body, waits_ms, status,
                               finished_at)
       values ($1, 'hook', $2, $3, 'evt_1', 'lane.changed', 'lanes', 'https://hooks.example/x', '{}', '{1000}', 'failed', now())`,
      [id, await hook(), workspace.no],
    );
    return id;
  };

  let recovering: TestWorkspace;
  let at = Date.parse('2026-01-05T08:00:00Z');
  let names = 0;
  /** A disagreement that nobody has settled. @returns its item */
  const disagreement = async (): Promise<string> => {
    at += 3_600_000;
    const name = `Item${(names += 1)}`;
    await sendDisagreements(site.api, { many: 1, from: at, name });
    return `${name}-0`;
  };
  /** A workspace whose step `pay` waits for a sign-off. @returns the id of the workspace, and of the request */
  const signoffs = new Map<string, TestWorkspace>();
  const waitingSignoff = async (): Promise<string> => {
    const of = await site.api.newWorkspace();
    await sendHistory(site.api, weeks, of.key);
    const { signoff } = (await site.api.call('GET', '/v1/steps/invoices/pay', { key: of.key })).json;
    signoffs.set(signoff.request_id, of);
    return signoff.request_id as string;
  };
  const signoffEvent = async (request: string): Promise<object> => {
    const { key: of } = signoffs.get(request)!;
    const { signoff } = (await site.api.call('GET', '/v1/steps/invoices/pay', { key: of })).json;
    const event = { ...signoff.event, verdict: 'approve', id: `${request}/approve` };
    return { ...event, at: exampleWeekStart(weeks + 1), actor: { kind: 'operator', id: person } };
  };
  const settlement = (item: string): object => ({
    id: `settled/${item}`,
    kind: 'settlement.made',
    at: new Date(at + 1_800_000).toISOString(),
    queue: 'refunds',
    step: 'grant',
    item,
    actor: { kind: 'operator', id: person },
    verdict: 'operator_right',
    severity: 'minor',
  });

  const acts: Readonly<Record<string, Act>> = {
    'workspace.created': {
      prepare: here,
      by: {
        console: () =>
          page(`${administration}/workspaces`, {
            name: 'New',
            time_zone: 'UTC',
            clock: 'data',
            close_grace_hours: '0',
          }),
        command: () => command('lanes', 'workspace', 'create', 'New'),
      },
    },
    'workspace.changed': {
      prepare: fresh,
      by: {
        console: (id) =>
          page(`${administration}/workspaces/${id}/settings`, {
            name: 'Renamed',
            time_zone: 'UTC',
            clock: 'data',
            simulation: '1',
            audit_seed: '2026',
            close_grace_hours: '0',
          }),
        command: (id) => command('lanes', 'workspace', 'set', id, '--name', 'Renamed'),
      },
    },
    'workspace.changed, the settler': {
      prepare: fresh,
      by: {
        console: (id) => page(`${administration}/workspaces/${id}/settler`, { act: 'on' }),
        command: (id) => command('lanes', 'settler', 'on', id),
      },
    },
    'settler.started': {
      prepare: async () => {
        await site.database.pool.query('update workspaces set settler_on = true where id = $1', [workspace.id]);
        return workspace.id;
      },
      by: {
        key: () => call('POST', '/v1/settler/run', {}),
        console: (id) => page(`${administration}/workspaces/${id}/settler/run`),
        command: (id) => command('lanes', 'settler', 'run', id),
      },
    },
    'key.created': {
      prepare: here,
      by: {
        console: (id) =>
          page(`${administration}/workspaces/${id}/keys`, { scope: 'read', label: 'Board', expires: '' }),
        command: (id) => command('key', 'create', id, '--scope', 'read', '--label', 'Board'),
      },
    },
    'key.rotated': {
      prepare: key,
      by: {
        console: (id) => page(`${administration}/keys/${id}/rotate`),
        command: (id) => command('key', 'rotate', id),
      },
    },
    'key.revoked': {
      prepare: key,
      by: {
        console: (id) => page(`${administration}/keys/${id}/revoke`),
        command: (id) => command('key', 'revoke', id),
      },
    },
    'pin.set': {
      prepare: here,
      by: {
        key: () => call('POST', '/v1/pins', { queue: 'pinned', lane: 'shadow', reason: 'looks odd' }),
        console: (id) => page(`${lanes(id)}/pins`, { lane: 'shadow', queue: 'pinned', step: '', reason: 'looks odd' }),
        command: (id) =>
          command('lanes', 'pin', 'set', id, '--lane', 'shadow', '--queue', 'pinned', '--reason', 'looks odd'),
      },
    },
    'pin.removed': {
      prepare: pin,
      by: {
        key: (id) => call('DELETE', `/v1/pins/${id}`),
        console: (id) => page(`${lanes(workspace.id)}/pins/${id}/remove`),
        command: (id) => command('lanes', 'pin', 'remove', workspace.id, id),
      },
    },
    'signoff.approved': {
      prepare: waitingSignoff,
      by: {
        key: async (id) => call('POST', '/v1/events', [await signoffEvent(id)], signoffs.get(id)!.key),
        console: (id) => page(`${lanes(signoffs.get(id)!.id)}/signoffs/${id}`, { verdict: 'approve', note: '' }),
        command: (id) => command('lanes', 'signoff', 'answer', signoffs.get(id)!.id, id, '--verdict', 'approve'),
      },
    },
    'disagreement.settled': {
      prepare: disagreement,
      by: {
        key: (item) => call('POST', '/v1/events', [settlement(item)]),
        console: (item) =>
          page(`/console/settle/${workspace.id}`, {
            queue: 'refunds',
            step: 'grant',
            item,
            verdict: 'operator_right',
            severity: 'minor',
          }),
        command: (item) =>
          command(
            'lanes',
            'settlement',
            'decide',
            workspace.id,
            'refunds',
            'grant',
            item,
            '--verdict=operator_right',
            '--severity=minor',
          ),
      },
    },
    'webhook.created': {
      prepare: here,
      by: {
        key: () => call('POST', '/v1/webhooks', { url: 'https://hooks.example/y', events: ['lane.changed'] }),
        console: (id) =>
          page('/console/deliveries/webhooks', {
            workspace: id,
            url: 'https://hooks.example/y',
            events: 'lane.changed',
          }),
        command: (id) =>
          command(
            'lanes',
            'webhook',
            'create',
            'https://hooks.example/y',
            `--workspace=${id}`,
            '--events=lane.changed',
          ),
      },
    },
    'webhook.tested': {
      prepare: hook,
      by: {
        key: (id) => call('POST', `/v1/webhooks/${id}/test`),
        console: (id) => page(`/console/deliveries/webhooks/${id}/test`),
        command: (id) => command('lanes', 'webhook', 'test', id),
      },
    },
    'secret.rotated': {
      prepare: hook,
      by: {
        key: (id) => call('POST', `/v1/webhooks/${id}/rotate`),
        console: (id) => page(`/console/deliveries/webhooks/${id}/rotate`, { seen: '1' }),
        command: (id) => command('lanes', 'webhook', 'rotate', id),
      },
    },
    'webhook.changed': {
      prepare: hook,
      by: {
        key: (id) => call('POST', `/v1/webhooks/${id}`, { url: 'https://hooks.example/z', events: ['lane.changed'] }),
        console: (id) =>
          page(`/console/deliveries/webhooks/${id}/edit`, { url: 'https://hooks.example/z', events: 'lane.changed' }),
        command: (id) =>
          command('lanes', 'webhook', 'change', id, '--url=https://hooks.example/z', '--events=lane.changed'),
      },
    },
    'webhook.deleted': {
      prepare: hook,
      by: {
        key: (id) => call('DELETE', `/v1/webhooks/${id}`),
        console: (id) => page(`/console/deliveries/webhooks/${id}/delete`),
        command: (id) => command('lanes', 'webhook', 'delete', id),
      },
    },
    'delivery.retried': {
      prepare: failedDelivery,
      by: {
        key: (id) => call('POST', `/v1/webhooks/deliveries/${id}/retry`),
        console: (id) => page(`/console/deliveries/${id}/retry`),
        command: (id) => command('delivery', 'retry', id),
      },
    },
    'delivery.recovered': {
      prepare: async () => {
        recovering = await site.api.newWorkspace();
        const { id } = await call(
          'POST',
          '/v1/webhooks',
          { url: 'https://hooks.example/z', events: ['lane.changed'] },
          recovering.key,
        );
        return id as string;
      },
      by: {
        key: () => call('POST', '/v1/webhooks/deliveries/recover', { since: '2026-01-01T00:00:00Z' }, recovering.key),
        console: (id) => page('/console/deliveries/recover', { since: '1h', owner: id }),
        command: () => command('lanes', 'webhook', 'recover', '--workspace', recovering.id, '--since', '1h'),
      },
    },
  };

  /** What is particular to one act: ids, times and the items that the test made up. */
  const plain = (value: unknown): string =>
    JSON.stringify(value)
      .replaceAll(/\b([a-z]{2,4})_[0-9a-f]{8}-[0-9a-f-]{27}/g, '$1_…')
      .replaceAll(/\bsr_[0-9a-f]+/g, 'sr_…')
      .replaceAll(/Item\d+-\d/g, 'item')
      .replaceAll(/"event_id":"(?:settled?\/)[^"]+"/g, '"event_id":"its own"')
      .replaceAll(/"by":"(?:first key|ann@example\.com)"/g, '"by":"who acts"')
      .replaceAll(/"at":\d+/g, '"at":0')
      .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'time');

  async function entriesOf(act: () => Promise<unknown>): Promise<LoggedEntry[]> {
    const { pool } = site.database;
    const [last] = await listAudit(pool, { limit: 1 });
    await act();
    return (await listAudit(pool, { limit: 20 })).filter((entry) => entry.id > (last?.id ?? 0)).toReversed();
  }

  for (const [name, act] of Object.entries(acts)) {
    const surfaces = Object.keys(act.by) as Surface[];
    it(`has one form for ${name}, by ${surfaces.join(', ')}`, async () => {
      const [done = ''] = name.split(',');
      assert.deepEqual(documentedActs().get(done)?.lanes, surfaces, 'as docs/senders.md has it');
      let first: string[] | undefined;
      for (const surface of surfaces) {
        const on = await act.prepare();
        const entries = await entriesOf(async () => act.by[surface]?.(on));
        assert.ok(
          entries.some((entry) => entry.act === done),
          `${surface}: ${JSON.stringify(entries)}`,
        );
        const actors = {
          key: /^key:key_/,
          console: `person:${person}`,
          command: `${person} (admin:${userInfo().username}@${hostname()})`,
        };
        for (const { actor } of entries)
          if (surface === 'key') assert.match(actor, actors.key);
          else assert.equal(actor, actors[surface]);
        const recorded = entries.map(({ act: what, subject, details }) => plain([what, subject, details]));
        first ??= recorded;
        assert.deepEqual(recorded, first, `${surface} differs from ${surfaces[0]}`);
      }
    });
  }

  it('has what only keys do: definitions, the beginning of a hold, and closes of weeks', async () => {
    const of = await site.api.newWorkspace();
    const done = (json: object, path = '/v1/events'): Promise<LoggedEntry[]> =>
      entriesOf(() => call('POST', path, json, of.key));
    const definition = (n: number): object => ({
      id: `definition-${n}`,
      kind: 'queue.defined',
      at: '2026-01-05T08:00:00Z',
      queue: 'refunds',
      actor: { kind: 'operator', id: 'dana' },
      steps: [{ step: 'grant', fields: [{ name: 'amount', compare: 'number' }] }],
    });
    const lines = (entries: readonly LoggedEntry[]): unknown[] =>
      entries.map(({ act, subject, details }) => [act, subject === of.id, details]);
    const defined = (n: number): unknown[] => [
      'queue.defined',
      true,
      { queue: 'refunds', steps: 1, event_id: `definition-${n}`, by: 'dana' },
    ];
    assert.deepEqual(lines(await done([definition(1)])), [defined(1)]);
    assert.deepEqual(await done([definition(1)]), [], 'a duplicate is no act');
    const held = await done({ events: [definition(2)], close: 'hold' });
    assert.deepEqual(lines(held), [['events.held', true, {}], defined(2)]);
    assert.deepEqual(lines(await done({ events: [definition(3)], close: 'hold' })), [defined(3)]);
    const closed = await done({ through: '2026-01-12T00:00:00Z' }, '/v1/weeks/close');
    assert.deepEqual(lines(closed), [['weeks.closed', true, { through: '2026-01-12T00:00:00.000Z' }]]);
    // The console puts rules in force that were previewed: test/api/console/lanes/pins-and-what-if.test.ts.
    assert.deepEqual(documentedActs().get('queue.defined')?.lanes, ['key', 'console']);
    for (const act of ['events.held', 'weeks.closed']) assert.deepEqual(documentedActs().get(act)?.lanes, ['key']);
  });

  it('has nothing of what the product does by itself', async () => {
    const { ingest } = site.api.deps;
    const entries = await entriesOf(async () => {
      await ingest.submit(workspace, { kind: 'close', through: Date.parse('2026-01-05T00:00:00Z') });
      await ingest.submit(workspace, { kind: 'clock', through: Date.parse('2026-01-05T00:00:00Z') });
      const model = { ...settlement(await disagreement()), actor: { kind: 'agent', id: 'settler' }, by: 'model' };
      await ingest.submit(workspace, { kind: 'events', events: [model as never], hold: false });
    });
    assert.deepEqual(
      entries.map(({ act }) => act),
      [],
    );
  });
});
