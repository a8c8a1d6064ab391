/** Local evaluation as callers meet it: both packages in the form in which they are published, against the API. */
import assert from 'node:assert/strict';
import { execFile, spawn, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { decideRoute, type RouteDecision, type RouteEntry, routeTableView } from '../../domain/lanes/route.ts';
import { exampleQueue } from '../../domain/lanes/example-history.ts';
import { routeId } from '../../domain/lanes/route-id.ts';
import { sendHistory } from '../api/lanes/history.ts';
import { type TestLanes, openTestLanes } from '../support/lanes-api.ts';
import { runFolder } from '../support/machines.ts';
import { until } from '../support/wait.ts';

const run = promisify(execFile);
const root = join(import.meta.dirname, '../..');
const python = spawnSync('python3', ['--version']).status === 0 ? 'python3' : null;
const noPython = python === null ? ', skipped: there is no python3 here' : '';

interface Answer {
  readonly decision: string;
  readonly lane: string;
  readonly audit: boolean;
  readonly audit_rate: number;
  readonly reason: string;
  readonly route_id: string;
}
interface Routes {
  route(question: object): Answer;
  ready(timeoutMs?: number): Promise<boolean>;
  isFresh(): boolean;
  close(): Promise<void>;
}
interface Package {
  readonly openRoutes: (options: object) => Routes;
}

describe('local evaluation', function () {
  let folder: string;
  let installed: (file: string) => Promise<unknown>;
  let pythonPath: string;
  before(async () => {
    folder = mkdtempSync(join(runFolder(), 'sdk-'));
    // What npm would publish, and nothing else.
    await run('npm', ['pack', '--silent', '--pack-destination', folder], { cwd: join(root, 'sdk/typescript') });
    const tarball = readdirSync(folder).find((name) => name.endsWith('.tgz')) ?? '';
    const target = join(folder, 'node_modules/@lanekeeper/routes');
    mkdirSync(target, { recursive: true });
    await run('tar', [
      '--extract',
      '--gzip',
      '--strip-components=1',
      '--file',
      join(folder, tarball),
      '--directory',
      target,
    ]);
    installed = (file) => import(pathToFileURL(join(target, file)).href);
    pythonPath = join(folder, 'python');
    cpSync(join(root, 'sdk/python/lanekeeper'), join(pythonPath, 'lanekeeper'), { recursive: true });
  });

  describe('of any question', () => {
    const seed = 'seed-äß😀';
    const plain = { stepNo: 1, since: 0, audits: null, rulesRevision: '', gates: [], periods: [], novel: null };
    const entries: RouteEntry[] = [
      { ...plain, queue: 'q', step: 'a', lane: 'auto', auditRate: 0.137, blindRate: 0, reason: 'Auto since W1.' },
      { ...plain, queue: 'q', step: 'b', lane: 'assist', auditRate: 0, blindRate: 0.2, reason: 'Assist.' },
      { ...plain, queue: 'q', step: 'c', lane: 'shadow', auditRate: 0, blindRate: 0, reason: 'Shadow.' },
      {
        ...plain,
        queue: 'q',
        step: 'd',
        lane: 'auto',
        auditRate: 0.5,
        blindRate: 0,
        reason: 'Auto.',
        novel: {
          minSeen: 3,
          features: {
            amount: { range: { min: 2.13, max: 1.24e21 }, counts: { 't:none': 1 } },
            format: { range: null, counts: { 't:pdf': 9, 't:doc': 2, 'b:true': 4 } },
            constructor: { range: null, counts: { '-': 5, 'n:0.0000125': 3, 'n:1.5e-7': 3, 'n:5e+21': 3 } },
          },
          seen: { format: { 't:doc': 1, 'n:0': 3 } },
        },
      },
    ];
    const view = routeTableView({ version: 7, entries }, seed);
    const odd = [
      null,
      true,
      false,
      '',
      'pdf',
      'doc',
      'none',
      'x'.repeat(119) + '😀',
      '\ud83d',
      0,
      -0,
      2.125,
      2.135,
      -2.125,
      1235,
      1245,
      0.00001245,
      1.245e-7,
      1.5e-7,
      4.995e21,
      1e21,
      123456789,
      0.1,
      1 / 3,
      [],
      {},
      'n:1',
      2.12,
      2.13,
      9.995,
      1.2345e21,
    ];
    /** Numbers that look like chance and are the same in every run. */
    let state = 12_345;
    const next = (below: number): number => {
      state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
      return Math.floor((state / 4_294_967_296) * below);
    };
    const questions = Array.from({ length: 20_000 }, (_, n) => ({
      queue: 'q',
      step: 'abcd'[next(4)] ?? 'a',
      item: ['INV-', 'ä', '😀', '\ud83d', ''][next(5)] + String(n),
      features: Object.fromEntries(
        ['amount', 'format', 'constructor'].filter(() => next(4) > 0).map((name) => [name, odd[next(odd.length)]]),
      ),
    }));
    const expected = (): object[] =>
      questions.map((question) => {
        const entry = entries.find(({ step }) => step === question.step) as RouteEntry;
        const { lane, auditRate, blindRate, reason, since: from } = entry;
        const period = { lane, auditRate, blindRate, reason, from };
        const { novel: _novel, ...answer } = decideRoute(entry, period, seed, question as never);
        return answer;
      });
    let wanted: readonly object[];
    before(() => (wanted = expected()));
    const isWanted = (found: object | undefined, n: number): void => {
      // Comparing texts takes a tenth of the time.
      if (JSON.stringify(found) !== JSON.stringify(wanted[n]))
        assert.deepEqual(found, wanted[n], JSON.stringify(questions[n]));
    };

    it('answers 20,000 as the API does, in TypeScript', async () => {
      const { decide } = (await installed('decide.js')) as {
        readonly decide: (entry: object, seed: string, question: object) => object;
      };
      const steps = new Map(view.steps.map((step) => [step.step, step]));
      for (const [n, question] of questions.entries())
        isWanted(decide(steps.get(question.step) ?? {}, seed, question), n);
    });

    it(`answers 20,000 as the API does, in Python${noPython}`, async function () {
      const program = python;
      if (program === null) {
        this.skip();
        return;
      }
      const child = spawn(
        program,
        [
          '-c',
          `import json, sys
from lanekeeper import decide
given = json.load(sys.stdin)
steps = {step["step"]: step for step in given["table"]["steps"]}
seed = given["table"]["audit_seed"]
answers = [decide(steps[q["step"]], seed, q["queue"], q["step"], q["item"], q["features"]) for q in given["questions"]]
json.dump(answers, sys.stdout)`,
        ],
        { env: { ...process.env, PYTHONPATH: pythonPath, PYTHONIOENCODING: 'utf-8' } },
      );
      child.stdin.end(JSON.stringify({ table: view, questions }));
      const answers = JSON.parse(await text(child.stdout)) as object[];
      assert.equal(answers.length, questions.length);
      for (const [n, found] of answers.entries()) isWanted(found, n);
    });
  });

  describe('against the API', () => {
    let api: TestLanes;
    let key: string;
    before(async () => {
      api = await openTestLanes();
      await sendHistory(api, 9);
      key = await api.keyWith(['route']);
    });
    after(() => api.close());
    const routesToday = async (): Promise<number> => (await api.call('GET', '/v1/status')).json.routes_today as number;

    // Each at a step of its own: the lane that the kill switch took does not come back by itself.
    for (const { useStream, step } of [
      { useStream: true, step: 'match' },
      { useStream: false, step: 'code' },
    ])
      it(`answers as the API, obeys the kill switch and reports, ${useStream ? 'by stream' : 'by polling'}`, async () => {
        const question = { queue: exampleQueue, step, item: 'INV-09001', features: { format: 'pdf', lines: 3 } };
        const { openRoutes } = (await installed('index.js')) as Package;
        const before = await routesToday();
        const routes = openRoutes({ url: api.url, key, useStream, pollEveryMs: 50, maxAgeMs: 600_000 });
        assert.equal(routes.route(question).decision, 'human_only');
        assert.equal(await routes.ready(60_000), true);
        const { route_id: id, ...own } = routes.route(question);
        // The mark of item and decision is the API's; an act that names the id is judged by its time.
        assert.match(id, /^rt_[0-9a-f]{8}-[0-9a-f]{4}-70e1-[89ab]1d5-/);
        assert.equal(id.slice(27, 35), routeId(0, question, own.decision as RouteDecision, 0).slice(27, 35));
        const asked = (await api.call('POST', '/v1/route', { key, json: question })).json;
        const { route_id: _id, checked_at: _at, ...theirs } = asked as Record<string, unknown>;
        assert.deepEqual(own, theirs);
        assert.match(routes.route({ ...question, step: 'nowhere' }).reason, /there is no step nowhere/);
        const pinned = await api.call('POST', '/v1/pins', {
          json: { queue: exampleQueue, step, lane: 'shadow', reason: 'stop' },
        });
        await until(() => routes.route(question).decision === 'human_only', { what: 'the kill switch' });
        await api.call('DELETE', `/v1/pins/${pinned.json.id as string}`);
        await routes.close();
        await until(async () => (await routesToday()) >= before + 4, { what: 'the answers to be counted' });
      });

    it('leaves every item to a person when the table is old or the key is refused', async () => {
      const { openRoutes } = (await installed('index.js')) as Package;
      const first = { queue: exampleQueue, step: 'match', item: 'INV-09001' };
      const errors: unknown[] = [];
      const refused = openRoutes({ url: api.url, key: `${key}x`, onError: (error: unknown) => errors.push(error) });
      await until(() => errors.length > 0, { what: 'the refusal' });
      assert.match(refused.route(first).reason, /not known yet/);
      await refused.close();
      const old = openRoutes({ url: api.url, key, maxAgeMs: 0, useStream: false });
      await until(() => /too old/.test(old.route(first).reason), { what: 'the table to be old' });
      assert.equal(old.isFresh(), false);
      await old.close();
    });

    it('is an OpenFeature provider', async () => {
      const { openRoutes } = (await installed('index.js')) as Package;
      const { lanekeeperProvider } = (await installed('openfeature.js')) as {
        readonly lanekeeperProvider: (
          routes: Routes,
        ) => Record<string, (...args: unknown[]) => Promise<Record<string, unknown>>>;
      };
      const provider = lanekeeperProvider(openRoutes({ url: api.url, key, maxAgeMs: 600_000 }));
      await provider['initialize']?.();
      const context = { targetingKey: 'INV-1' };
      const found = await provider['resolveStringEvaluation']?.(`${exampleQueue}/pay`, 'x', context);
      const asked = await api.call('POST', '/v1/route', {
        key,
        json: { queue: exampleQueue, step: 'pay', item: 'INV-1' },
      });
      assert.deepEqual([found?.['value'], found?.['reason']], [asked.json['decision'], 'TARGETING_MATCH']);
      const missing = await provider['resolveBooleanEvaluation']?.(`${exampleQueue}/match`, true, {});
      assert.deepEqual([missing?.['value'], missing?.['errorCode']], [true, 'TARGETING_KEY_MISSING']);
      const slashed = await provider['resolveStringEvaluation']?.('ops%2Fap/x%2fy', 'd', context);
      const metadata = slashed?.['flagMetadata'] as { readonly reason: string } | undefined;
      assert.equal(metadata?.reason, 'A person does this item: there is no step x/y in queue ops/ap.');
      await provider['onClose']?.();
    });

    it(`does the same in Python${noPython}`, async function () {
      const program = python;
      if (program === null) {
        this.skip();
        return;
      }
      const script = join(folder, 'ask.py');
      writeFileSync(
        script,
        `import json, sys, types
from lanekeeper import Routes
from lanekeeper.openfeature import LanekeeperProvider
with Routes(sys.argv[1], sys.argv[2], report_every=0.2, max_age=600) as routes:
    early = routes.route("${exampleQueue}", "match", "i")["decision"]
    assert routes.ready(60)
    provider = LanekeeperProvider(routes)
    context = types.SimpleNamespace(targeting_key="i", attributes={})
    flag = provider.resolve_string_details("${exampleQueue}/match", "x", context)
    slashed = provider.resolve_string_details("ops%2Fap/x%2fy", "x", context).flag_metadata["reason"]
    assert slashed.endswith("no step x/y in queue ops/ap."), slashed
    print(json.dumps([early, routes.route("${exampleQueue}", "match", "i"), flag.value]))
with Routes(sys.argv[1], sys.argv[2], use_stream=False) as polled:
    assert polled.ready(60) and polled.version() is not None
`,
      );
      const env = { ...process.env, PYTHONPATH: pythonPath };
      const { stdout } = await run(program, [script, api.url, key], { env });
      const [early, answer, flag] = JSON.parse(stdout) as [string, Answer, string];
      const asked = (
        await api.call('POST', '/v1/route', { key, json: { queue: exampleQueue, step: 'match', item: 'i' } })
      ).json as Answer;
      assert.deepEqual([early, flag], ['human_only', asked.decision]);
      assert.equal(answer.reason, asked.reason);
    });

    it('streams the table at once, says every second that it is the truth, and refuses wrong reports', async () => {
      const over = new AbortController();
      const response = await fetch(`${api.url}/v1/routes/stream`, {
        headers: { authorization: `Bearer ${key}` },
        signal: over.signal,
      });
      assert.equal(response.headers.get('content-type'), 'text/event-stream; charset=utf-8');
      let seen = '';
      for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
        seen += chunk;
        if (seen.includes('event: current')) break;
      }
      over.abort();
      assert.match(seen, /^event: table\nid: \d+\ndata: \{"version":\d+,"pick_revision":1,/);
      const report = (json: unknown) => api.call('POST', '/v1/routes/answers', { key, json });
      assert.equal((await report({ act_alone: 2 })).status, 204);
      const wrong = await report({ act_alone: -1, acts: 2 });
      assert.equal(wrong.status, 400);
      assert.match(JSON.stringify(wrong.json), /act_alone must be a whole number from 0 to 100,000,000/);
      assert.match(JSON.stringify(wrong.json), /acts/);
    });
  });
});
