import assert from 'node:assert/strict';
import { rebuildWorkspace } from '../../../../store/lanes/replay.ts';
import { compareWithStored } from '../../../../store/lanes/replay-compare.ts';
import { type Browserless, openConsole, type TestConsole } from '../../../support/console.ts';
import type { TestLanes, TestWorkspace } from '../../../support/lanes-api.ts';
import { sendDisagreements } from './disagreements.ts';

const from = Date.UTC(2026, 2, 3, 8);

describe('the settle queue of the console', () => {
  let site: TestConsole<TestLanes>;
  let approver: Browserless;
  let other: Browserless;
  let workspace: TestWorkspace;
  let home: string;
  before(async () => {
    site = await openConsole('lanes');
    approver = await site.signInAs('approver');
    other = await site.signInAs('approver', 'second@example.com');
  });
  after(() => site.close());
  beforeEach(async () => {
    workspace = await site.api.newWorkspace();
    home = `/console/settle/${workspace.id}`;
    await sendDisagreements(site.api, { many: 3, from, key: workspace.key });
  });

  const decide = (who: Browserless, item: string, verdict: string, more: Record<string, string> = {}) =>
    who.post(home, { queue: 'refunds', step: 'grant', item, verdict, ...more });
  const settled = async (item: string) => {
    const path = '/v1/steps/refunds/grant/evidence';
    const pack = (await site.api.call('GET', path, { key: workspace.key })).json;
    return pack.disagreements.find((one: { item: string }) => one.item === item);
  };

  it('shows the critical one first, both outputs, what differs, the features and what happened', async () => {
    const { text, status } = await approver.get(home);
    assert.equal(status, 200);
    assert.match(text, /Who was right about T-0\?/);
    assert.match(text, /<tr class="differs" role="row">\s*<th role="rowheader" scope="row">\s*amount/);
    assert.equal(text.match(/class="differs"/g)?.length, 1);
    for (const shown of ['1240.5', '124.05', 'Nordlicht GmbH &amp; Co. KG', 'refund-agent', 'kim', 'after 5 min'])
      assert.ok(text.includes(shown), shown);
    for (const key of ['1', '2', '3', 's']) assert.ok(text.includes(`data-key="${key}"`), key);
  });

  it('stores a decision as an event of that person, dated within the open week, and continues with the next item', async () => {
    const answer = await decide(approver, 'T-0', 'operator_right', { reason: 'new form of the supplier' });
    assert.deepEqual([answer.status, answer.location], [303, home]);
    const next = (await approver.get(home)).text;
    assert.match(next, /T-0: operator right\. 2 disagreements left\./);
    assert.match(next, /Who was right about T-1\?/);
    // The reasons of a queue are a small list to choose from: those that it was defined with, then those used.
    assert.deepEqual(
      [...next.matchAll(/<option value="([^"]*)"><\/option>/g)].map(([, reason]) => reason),
      ['amount read wrongly', 'agreed on the phone', 'new form of the supplier'],
    );
    const { settled: made } = await settled('T-0');
    assert.deepEqual([made.verdict, made.by, made.actor], ['operator_right', 'person', 'approver@example.com']);
    const { text: file } = await approver.get(`${home}/export.csv`);
    assert.match(
      file,
      /,refunds,grant,[a-z]+,operator_right,person,approver@example\.com,new form of the supplier,20\d\d-/,
    );
    const status = (await site.api.call('GET', '/v1/status', { key: workspace.key })).json;
    assert.deepEqual([status.week_number, status.closed_week, status.settlements_waiting], [202610, 0, 2]);
    const { rows } = await site.database.pool.query(
      `select actor, details from audit_log where act = 'disagreement.settled' and subject = $1`,
      [workspace.id],
    );
    assert.deepEqual([rows.length, rows[0].actor, rows[0].details.item], [1, 'person:approver@example.com', 'T-0']);
  });

  it('is the same after a replay of the log', async () => {
    await decide(approver, 'T-0', 'agent_right', { severity: 'material' });
    await decide(approver, 'T-1', 'both_wrong');
    const { pool } = site.database;
    const client = await pool.connect();
    try {
      await client.query('begin isolation level repeatable read');
      const place = { no: workspace.no, id: workspace.id };
      assert.deepEqual(await compareWithStored(client, place, await rebuildWorkspace(client, place)), []);
    } finally {
      await client.query('rollback');
      client.release();
    }
  });

  it('counts one of two people who decide at the same time, and shows it to the other', async () => {
    await Promise.all([decide(approver, 'T-0', 'operator_right'), decide(other, 'T-0', 'agent_right')]);
    const [mine, theirs] = [(await approver.get(home)).text, (await other.get(home)).text];
    const { settled: made } = await settled('T-0');
    const [won, lost] = made.actor === 'approver@example.com' ? [mine, theirs] : [theirs, mine];
    assert.match(won, /T-0: (operator|agent) right\. 2 disagreements left/);
    assert.match(
      lost,
      new RegExp(`T-0 was settled before you: [a-z ]+, by ${made.actor}\\. Your decision was not counted`),
    );
  });

  it('shows who settled first by way of the API, and lets a person replace the verdict of a model', async () => {
    const settle = (id: string, item: string, by: string) =>
      site.api.call('POST', '/v1/events', {
        key: workspace.key,
        json: [
          {
            id,
            kind: 'settlement.made',
            at: new Date(from + 3_600_000).toISOString(),
            queue: 'refunds',
            step: 'grant',
            item,
            actor: { kind: by === 'model' ? 'agent' : 'operator', id: by === 'model' ? 'settler' : 'lee' },
            verdict: 'agent_right',
            by,
          },
        ],
      });
    await settle('s-1', 'T-1', 'person');
    await decide(approver, 'T-1', 'operator_right');
    assert.match((await approver.get(home)).text, /T-1 was settled before you: agent right, by lee/);
    await settle('s-2', 'T-2', 'model');
    const shown = (await approver.get(`${home}?queue=refunds&step=grant&item=T-2`)).text;
    assert.match(shown, /by the model settler\.\s*Your decision replaces it/);
    await decide(approver, 'T-2', 'operator_right');
    assert.equal((await settled('T-2')).settled.actor, 'approver@example.com');
  });

  it('skips by the address, stays skipped after a decision, and says what is left at the end', async () => {
    const first = (await approver.get(home)).text;
    const skip = /href="([^"]+)"\s+data-key="s"/.exec(first)?.[1]?.replaceAll('&amp;', '&') ?? '';
    assert.match((await approver.get(skip)).text, /Who was right about T-1\?/);
    const cursor = new URL(skip, 'http://x').searchParams.get('cursor') ?? '';
    const answer = await decide(approver, 'T-1', 'agent_right', { cursor });
    assert.equal(answer.location, `${home}?cursor=${cursor}`);
    assert.match((await approver.get(answer.location ?? '')).text, /Who was right about T-2\?/);
    const last = await decide(approver, 'T-2', 'agent_right', { cursor });
    assert.match((await approver.get(last.location ?? '')).text, /1 skipped disagreement still pending/);
    for (const broken of ['zzz', `${cursor}x`]) {
      const { status, text } = await approver.get(`${home}?cursor=${broken}`);
      assert.deepEqual([status, /page of another list/.test(text)], [400, true], broken);
    }
  });

  it('counts a decision at once while events are held, and the board shows the hold', async () => {
    await sendDisagreements(site.api, { many: 1, from: from + 86_400_000, key: workspace.key, hold: true, name: 'H' });
    await decide(approver, 'T-0', 'agent_right');
    assert.match((await approver.get(home)).text, /T-0: agent right\. \d+ disagreements left/);
    const { text } = await approver.get(`/console/lanes/${workspace.id}`);
    assert.match(
      text,
      /\d+ events\s+held since <time [^>]+>just now<\/time>: they count, and weeks close\s+again, at the next <code>POST \/v1\/weeks\/close/,
    );
  });

  it('shows what came in as text, whatever it is', async () => {
    const hostile = '<script>alert(1)</script>"\u202e';
    await sendDisagreements(site.api, {
      many: 1,
      from: from - 3_600_000,
      key: workspace.key,
      memo: hostile,
      name: 'X',
    });
    const { text } = await approver.get(`${home}?queue=refunds&step=grant&item=X-0`);
    assert.ok(text.includes('&lt;script&gt;alert(1)&lt;/script&gt;&quot;\\u202e'));
    assert.ok(!text.includes('<script>alert'));
  });

  it('lets viewers read and not decide', async () => {
    const viewer = await site.signInAs('viewer');
    const { text } = await viewer.get(home);
    assert.match(text, /An approver can record the verdict/);
    assert.doesNotMatch(text, /name="verdict"/);
    assert.equal((await decide(viewer, 'T-0', 'agent_right')).status, 403);
    assert.equal((await settled('T-0')).settled, null);
  });

  it('lists what waits, by queue and step', async () => {
    const { text } = await approver.get(`${home}/list?queue=refunds&step=grant`);
    assert.deepEqual(
      [...text.matchAll(/item=(T-\d)/g)].map(([, item]) => item),
      ['T-0', 'T-1', 'T-2'],
    );
    assert.match((await approver.get(`${home}/list?queue=none`)).text, /No pending disagreements match these filters/);
  });

  it('refuses what is no verdict and knows no item of another workspace', async () => {
    assert.equal((await decide(approver, 'T-0', 'maybe')).status, 400);
    assert.equal((await decide(approver, 'T-99', 'agent_right')).status, 404);
    const foreign = `/console/settle/${site.api.other.id}`;
    const fields = { queue: 'refunds', step: 'grant', item: 'T-0', verdict: 'agent_right' };
    assert.equal((await approver.post(foreign, fields)).status, 404);
  });
});
