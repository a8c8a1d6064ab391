import assert from 'node:assert/strict';
import { newId } from '../../../process/ids.ts';
import { noteAttempt } from '../../../store/endpoint-health.ts';
import { createWorkspace } from '../../../store/lanes/workspaces.ts';
import { endWait, noteWait } from '../../../store/portal-waits.ts';
import type { EnginePulse } from '../../../temporal/engine-health.ts';
import { type Browserless, type TestConsole, openConsole } from '../../support/console.ts';
import type { TestApi } from '../../support/dispatch-api.ts';
import { addManyTasks } from '../../support/many-tasks.ts';

/** The text of the card with this heading, tags left out. */
function cardText(page: string, id: string): string | null {
  const card = new RegExp(`<section class="card waiting" aria-labelledby="waiting-${id}">(.*?)</section>`, 's').exec(
    page,
  );
  return card?.[1] === undefined
    ? null
    : card[1]
        .replace(/<[^>]+>/g, ' ')
        .replace(/\s+/g, ' ')
        .trim();
}

describe('the home page of the console', () => {
  let site: TestConsole<TestApi>;
  let viewer: Browserless;
  let pulse: EnginePulse = { answers: true, unserved: [] };
  before(async () => {
    site = await openConsole(
      'dispatch',
      { TEMPORAL_UI_URL: 'https://temporal.example/' },
      { enginePulse: async () => pulse },
    );
    viewer = await site.signInAs('viewer');
  });
  after(() => site.close());

  it('says that nothing waits and everything moves where that is so', async () => {
    const { status, text } = await viewer.get('/console');
    assert.equal(status, 200);
    assert.match(text, /Nothing needs attention right now\./);
    assert.match(text, /Nothing is stuck\./);
    assert.match(text, /No decisions pending, no task is stuck, and all endpoints are healthy\./);
  });

  it('asks the Temporal UI the questions that only the engine can answer', async () => {
    const { text } = await viewer.get('/console');
    const lists = [...text.matchAll(/href="(https:\/\/temporal\.example\/[^"]+)"/g)].map(
      ([, href]) => new URL(href!.replaceAll('&#39;', "'")),
    );
    assert.ok(lists.every(({ pathname }) => pathname === '/namespaces/default/workflows'));
    const queries = lists.map((list) => list.searchParams.get('query'));
    assert.ok(queries.includes("TemporalReportedProblems IS NOT NULL AND ExecutionStatus = 'Running'"));
    assert.ok(queries.some((query) => /^ExecutionStatus = 'Running' AND DueAt < '20\d\d-.*Z'$/.test(query ?? '')));
  });

  describe('among thousands of tasks', () => {
    let workspaceNo = 0;
    before(async () => {
      const { pool } = site.database;
      await addManyTasks(pool, 10_000);
      await pool.query(
        `insert into approvals (id, task_id, reason, amount_cents, digest, change, requested_at, expires_at)
         select 'apr_' || substr(id, 5), id, 'net change over the limit', 41200, 'd', '{}', created_at,
                now() + interval '5 days' from tasks where status = 'awaiting_approval'`,
      );
      const made = await createWorkspace(pool, { name: 'Accounts payable', actor: 'test' });
      workspaceNo = made.workspaceNo;
      await pool.query(`update workspaces set waiting_settlement = 3 where no = $1`, [workspaceNo]);
      await pool.query(
        `insert into lane_steps (workspace_no, no, queue, step, state, route, route_version)
         values ($1, 1, 'invoices', 'code', '{}', '{}', 1)`,
        [workspaceNo],
      );
      await pool.query(
        `insert into lane_signoffs (workspace_no, request_id, seq, n, step_no, at, request, state, changed_at)
         values ($1, 'sr_1', 1, 0, 1, now(), '{}', 'waiting', now()), ($1, 'sr_2', 2, 0, 1, now(), '{}', 'used', now())`,
        [workspaceNo],
      );
      await noteAttempt(
        pool,
        { ownerKind: 'sender', ownerId: site.api.senderId, origin: 'https://first.example' },
        { endedAt: new Date(), acknowledged: false, responseStatus: 503, error: null, exhausted: false },
      );
    });

    it('counts what needs a person, shows the oldest few, and leads to all', async () => {
      const { text } = await viewer.get('/console');
      assert.match(
        cardText(text, 'approvals') ?? '',
        /^100 approvals All approvals .* Correct a freight bill: PRO \d{10} \+\$412\.00 requested 7 days ago/,
      );
      assert.match(cardText(text, 'approvals') ?? '', /and 95 more$/);
      assert.match(
        cardText(text, 'signoffs') ?? '',
        /^1 sign-off Lanes .* invoices \/ code Accounts payable, requested just now$/,
      );
      assert.match(
        cardText(text, 'settlements') ?? '',
        /^3 disagreements to review Review disagreements .* Accounts payable 3 waiting$/,
      );
      assert.match(
        cardText(text, 'escalations') ?? '',
        /^500 escalated tasks to follow up .* PRO \d{10} \d+ minutes ago \. The signed proof/,
      );
      assert.match(
        cardText(text, 'endpoints') ?? '',
        /^1 failing endpoint .* first\.example 1 failure in a row, the first just now HTTP 503$/,
      );
      assert.equal(cardText(text, 'writes'), null);
      assert.match(text, /href="\/console\/approvals\/apr_/);
      assert.match(text, new RegExp(`href="\\/console\\/deliveries\\?owner=${site.api.senderId}"`));
    });

    it('links to pages of the other service at its own address', async () => {
      const { text } = await viewer.get('/console');
      assert.match(text, /href="http:\/\/127\.0\.0\.1:7070\/console\/settle\/ws_[0-9a-f-]+"/);
    });

    it('says what is stuck and why, with a link to its workflow', async () => {
      const { text } = await viewer.get('/console');
      assert.match(text, /No worker has started it for \d+ days\./);
      assert.match(text, /href="https:\/\/temporal\.example\/namespaces\/default\/workflows\/tsk_[0-9a-f-]+"/);
      assert.match(text, /href="\/console\/tasks\?stuck=1"/);
    });

    it('reports starts, attempts and deliveries that wait', async () => {
      const { pool } = site.database;
      await pool.query(
        `insert into workflow_starts (workflow_id, workflow_type, task_queue, arguments, created_at, attempts)
         values ('tsk_1', 'task', 'tasks', '[]', now() - interval '1 hour', 3)`,
      );
      await pool.query(
        `insert into deliveries (id, owner_kind, owner_id, subject_id, event, scheme, url, body, waits_ms, status, finished_at)
         values ($1, 'sender', $3, 'tsk_1', 'task.failed', 'dispatch', 'https://a.example', '', '{}', 'retrying', null),
                ($2, 'sender', $3, 'tsk_1', 'task.failed', 'dispatch', 'https://a.example', '', '{}', 'failed', now())`,
        [newId('delivery'), newId('delivery'), site.api.senderId],
      );
      const { text } = await viewer.get('/console');
      const notes = text.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ');
      assert.match(
        notes,
        /1 workflow start is waiting for Temporal, the oldest since 1 hour ago ; 1 of them failed at least once/,
      );
      assert.match(notes, /1 delivery is waiting for a retry\./);
      assert.match(notes, /1 delivery failed permanently in the last 24 hours\./);
    });

    it('says at once which portal is away, and how many tasks wait for it, until one of them gets through', async () => {
      const { pool } = site.database;
      const running = await pool.query<{ id: string }>(
        `update tasks set status = 'running'
          where id in (select id from tasks where status = 'queued' order by created_at limit 2) returning id`,
      );
      const ids = running.rows.map(({ id }) => id);
      const wait = { portal: 'sandbox-tms', portalName: 'Sandbox TMS', reason: 'it <answered> 503' };
      for (const id of [...ids, ...ids]) await noteWait(pool, id, wait, new Date());
      const text = (await viewer.get('/console')).text;
      const words = text.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ');
      assert.match(
        words,
        /Sandbox TMS is unavailable: it &lt;answered&gt; 503\. First failure just now , 2 attempts so far\. 2 tasks are waiting/,
      );
      assert.match(words, /after 15 minutes a waiting task fails/);
      assert.match(words, /2 waiting for Sandbox TMS/);
      assert.ok(
        text.replaceAll('&#39;', "'").includes(encodeURIComponent("WaitingOn = 'portal' AND Portal = 'sandbox-tms'")),
      );
      const list = (await viewer.get('/console/tasks?stuck=1')).text;
      for (const id of ids) assert.ok(list.includes(id));
      assert.match(
        (await viewer.get(`/console/tasks/${ids[0]}`)).text,
        /Waiting for Sandbox TMS for 1 minute: it &lt;answered&gt; 503/,
      );
      for (const id of ids) await endWait(pool, id);
      assert.doesNotMatch((await viewer.get('/console')).text, /is unavailable/);
    });

    it('says that nobody serves a queue, and that the engine is away', async () => {
      pulse = { answers: true, unserved: ['tasks', 'portal'] };
      assert.match((await viewer.get('/console')).text, /No worker serves the queues tasks, portal:/);
      pulse = { answers: false, unserved: [] };
      assert.match((await viewer.get('/console')).text, /Temporal is not responding\./);
      pulse = { answers: true, unserved: [] };
    });

    it('shows what failed lately, with why', async () => {
      const { text } = await viewer.get('/console');
      assert.match(
        cardText(text, 'failures') ?? '',
        /^200 failed tasks to follow up All failed .* PRO \d{10} .* ago \. /,
      );
    });

    it('tallies the tasks of the day by type and outcome', async () => {
      const { pool } = site.database;
      await pool.query(
        `insert into tasks (id, sender_id, task_type, status, params, idempotency_key, content_digest, priority, channel,
                            finished_at)
         select 'tsk_today_' || n, $1, 'answer_claim', 'completed', '{}', 'today ' || n, '', 'normal', 'api', now()
           from generate_series(1, 4) as n`,
        [site.api.senderId],
      );
      const today = async (): Promise<string> =>
        (
          await pool.query<{ day: string }>(
            "select to_char(max(finished_at) at time zone 'UTC', 'YYYY-MM-DD') as day from tasks",
          )
        ).rows[0]?.day ?? '';
      const { text } = await viewer.get('/console');
      assert.match(text, new RegExp(`type=answer_claim&amp;status=completed&amp;from=${await today()}">4</a>`));
    });

    // How fast: `npm run bench -- console`.
    it('is answered in less than 200 kB', async () => {
      const { text } = await viewer.get('/console');
      assert.ok(text.length < 200_000, `${text.length}`);
    });
  });
});
