import assert from 'node:assert/strict';
import { judgePod } from '../../domain/dispatch/pod.ts';
import type { LoadedPlaybook } from '../../domain/dispatch/playbook/language.ts';
import { readPod } from '../../portals/documents/read-pod.ts';
import { type CapabilityResult, type CapabilityRun, runCapability } from '../../portals/run-capability.ts';
import { sandboxAccount } from '../../sandbox/account.ts';
import { scenarioPros } from '../../sandbox/tms/scenarios.ts';
import { memorySink, type MemorySink, testBrowsers } from '../support/browser.ts';
import { onQuiet } from './on-quiet.ts';
import { runSandboxTms } from './sandbox-tms.ts';
import { fetchReceipt, type RunningSandbox, signedIn } from '../sandbox/sandbox.ts';

interface Truth {
  readonly requests: { readonly method: string; readonly path: string; readonly session: string | null }[];
  readonly writes: unknown[];
}

/** A missing element is waited for no longer than this, where one is expected to be missing. */
const findTimeoutMs = 1_500;

describe('pulling a POD from the sandbox TMS', function () {
  let sandbox: RunningSandbox;
  let playbook: LoadedPlaybook;
  /** Cookies that one run leaves for the next, as the lease does. */
  let kept: string | null = null;
  /** Those of the last run that signed in. */
  let last: string | null = null;
  let sink: MemorySink;

  before(async () => {
    ({ sandbox, playbook } = await runSandboxTms());
  });
  after(async () => {
    await sandbox?.end();
  });
  beforeEach(async () => {
    kept = null;
    await control('/reset', {});
  });

  async function control<T>(path: string, body?: unknown): Promise<T> {
    const response = await fetch(sandbox.controlUrl + path, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { authorization: `Bearer ${sandbox.controlToken}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    assert.ok(response.ok, `${path}: ${response.status}`);
    return (await response.json()) as T;
  }
  const fault = (name: string, more: object = {}): Promise<unknown> =>
    control('/faults', { portal: 'tms', fault: name, ...more });
  const truth = (): Promise<Truth> => control('/truth?portal=tms');

  /** @param begin called before each attempt, of which there are several where our own processes did not run */
  function pull(
    pro: string,
    more: Partial<CapabilityRun> = {},
    begin = (): Promise<unknown> => Promise.resolve(),
  ): Promise<CapabilityResult> {
    sink = memorySink();
    return onQuiet(async () => {
      await begin();
      return runCapability({
        playbook,
        taskType: 'pull_pod',
        inputs: { pro },
        sink,
        signal: new AbortController().signal,
        onProgress: () => {},
        browsers: testBrowsers(),
        stepTimeoutMs: 60_000,
        now: () => new Date(),
        session: {
          credentials: async () => sandboxAccount,
          load: async () => kept,
          save: async (cookies) => void (kept = last = cookies),
        },
        ...more,
      });
    });
  }
  /** In the session of a run before, where signing in is not the subject: that is a third of the steps. */
  function pullSignedIn(pro: string, more: Partial<CapabilityRun> = {}): Promise<CapabilityResult> {
    kept = last;
    return pull(pro, more);
  }

  /** The one thing that must hold after whatever happened. */
  async function nothingWasWritten(): Promise<void> {
    const { requests, writes } = await truth();
    assert.deepEqual(writes, []);
    const changing = requests.filter(({ method }) => method !== 'GET' && method !== 'HEAD');
    assert.deepEqual(
      changing.filter(({ method, path }) => method !== 'POST' || path !== '/login'),
      [],
    );
  }
  afterEach(nothingWasWritten);

  it('brings the signed receipt home, with page text, a picture and a verdict for every step, and no password', async () => {
    const come: Buffer[] = [];
    const result = await pull(scenarioPros.clear, { onDocument: (bytes) => void come.push(bytes) });
    assert.ok(result.kind === 'finished', JSON.stringify(result));
    const [pod] = result.downloads;
    assert.equal(come.at(-1), pod?.bytes, 'it can be read while the run goes on');
    assert.equal(pod?.name, 'pod.pdf');
    const judgement = judgePod(await readPod(pod.bytes), scenarioPros.clear);
    assert.deepEqual(judgement.findings, []);
    assert.equal(judgement.condition, 'clear');
    const steps = sink.steps();
    assert.deepEqual(
      steps.map(({ action }) => action),
      ['go', 'fill', 'fill', 'click', 'go', 'fill', 'click', 'when', 'click'].concat([
        'read_fields',
        'read_fields',
        'when',
        'when',
        'read_fields',
        'click',
        'when',
        'download',
      ]),
    );
    for (const step of steps) {
      assert.ok(step.page_text !== null && step.screenshot !== null, step.target);
      assert.deepEqual([...(sink.files.get(step.screenshot.file)?.bytes.subarray(0, 3) ?? [])], [0xff, 0xd8, 0xff]);
      assert.equal(step.guard.verdict, 'allowed');
    }
    assert.match(
      sink.files.get(steps.at(-1)?.page_text?.file ?? '')?.bytes.toString() ?? '',
      /Documents for 0412708839/,
    );
    assert.ok(sink.verdicts().some(({ rule }) => rule === 'request.ticket'));
    assert.equal(sink.writes(), steps.length, 'what is noted of a step is stored with it');
    const recorded =
      JSON.stringify(sink.events) +
      [...sink.files]
        .filter(([name]) => name.endsWith('.txt'))
        .map(([, { bytes }]) => bytes.toString())
        .join('\n');
    assert.ok(!recorded.includes(sandboxAccount.password), 'the password is recorded');
    assert.ok(sink.steps().some(({ target }) => target === 'fill in field "Password"'));
  });

  it('signs in again when the kept session no longer holds', async () => {
    kept = JSON.stringify([{ name: 'tms_session', value: 'stale', url: sandbox.tmsUrl }]);
    assert.equal((await pull(scenarioPros.clear)).kind, 'finished');
  });

  it('takes the exact number out of near-equal ones, the second in the session of the first', async () => {
    for (const pro of [scenarioPros.nearEqual, scenarioPros.nearEqualNeighbour]) {
      const result = await pull(pro);
      assert.ok(result.kind === 'finished');
      assert.deepEqual(judgePod(await readPod(result.downloads[0]?.bytes ?? Buffer.alloc(0)), pro).findings, []);
    }
    assert.equal((await truth()).requests.filter(({ method }) => method === 'POST').length, 1);
  });

  it('quotes the portal when there is no such shipment', async () => {
    assert.deepEqual(await pullSignedIn(scenarioPros.missing), {
      kind: 'absent',
      what: `a shipment with PRO ${scenarioPros.missing}`,
      words: `No shipments match "${scenarioPros.missing}".`,
    });
  });

  it('says that no receipt is on file, with what is', async () => {
    const result = await pullSignedIn(scenarioPros.noPod);
    assert.ok(result.kind === 'absent');
    assert.match(result.words, /Bill of lading/);
  });

  const receipts: [keyof typeof scenarioPros, string[], string | null][] = [
    ['unsigned', ['is not signed by the consignee'], null],
    [
      'wrongDocument',
      [`is for PRO ${scenarioPros.wrongDocumentShows}, not for PRO ${scenarioPros.wrongDocument}`],
      'clear',
    ],
    ['short', [], 'exception'],
    ['damage', [], 'exception'],
    ['refused', [], 'exception'],
    ['subjectToCount', [], 'generic'],
    ['imageOnly', ['is a scan, so a person has to see whether it is signed'], null],
    ['zeroBytes', ['is an empty file'], null],
    ['html', ['is not a PDF but an HTML page'], null],
  ];
  /**
   * A file without content comes through the browser, too, and one that is no PDF in test/workflows/task.test.ts; the others
   * are fetched from the same address.
   */
  const pulled = new Set<string>(['zeroBytes']);
  async function receiptOf(name: keyof typeof scenarioPros): Promise<Buffer> {
    if (!pulled.has(name)) return (await fetchReceipt(await signedIn(sandbox), scenarioPros[name])).bytes;
    const result = await pullSignedIn(scenarioPros[name]);
    assert.ok(result.kind === 'finished', JSON.stringify(result));
    return result.downloads[0]?.bytes ?? assert.fail('nothing was downloaded');
  }
  for (const [name, findings, condition] of receipts)
    it(`reads the receipt "${name}" for what it is`, async () => {
      const judgement = judgePod(await readPod(await receiptOf(name)), scenarioPros[name]);
      // How well OCR reads the dots of the sandbox's scan is up to its model.
      const certain = judgement.findings.filter((finding) => !finding.includes('OCR'));
      assert.deepEqual([certain, judgement.condition], [findings, condition]);
    });

  it('pays no attention to orders planted in a page', async () => {
    await fault('injection', { match: { pro: scenarioPros.clear }, times: 50 });
    assert.equal((await pullSignedIn(scenarioPros.clear)).kind, 'finished');
    assert.match([...sink.files].map(([, { bytes }]) => bytes.toString()).join('\n'), /ATTENTION AUTOMATED AGENTS/);
  });

  it('waits for a slow portal', async () => {
    await fault('slow', { match: { pro: scenarioPros.clear }, delay_ms: 600 });
    assert.equal((await pullSignedIn(scenarioPros.clear)).kind, 'finished');
  });

  it('calls a portal that is slower than the step allows unavailable', async () => {
    await fault('slow', { match: { pro: scenarioPros.clear }, delay_ms: 60_000 });
    const result = await pullSignedIn(scenarioPros.clear, { stepTimeoutMs: 3_000 });
    assert.equal(result.kind, 'unavailable', JSON.stringify(result));
  });

  for (const [name, place, reason, retryAfterMs] of [
    ['429', 'sign-in', /429/, 2000],
    ['429', 'shipment', /429/, 2000],
    ['503', 'sign-in', /503/, null],
    ['maintenance', 'shipment', /503|maintenance/i, null],
  ] as const)
    it(`calls the portal unavailable on ${name} at the ${place}`, async () => {
      const isBehind = place === 'shipment';
      await fault(name, { match: isBehind ? { pro: scenarioPros.clear } : {} });
      const result = await (isBehind ? pullSignedIn : pull)(scenarioPros.clear);
      assert.ok(result.kind === 'unavailable', JSON.stringify(result));
      assert.match(result.reason, reason);
      assert.equal(result.retryAfterMs, retryAfterMs);
    });

  it('signs in again when the session ends midway, and starts over', async () => {
    const begin = async (): Promise<void> => {
      kept = null;
      await control('/reset', {});
      await fault('session', { match: { pro: scenarioPros.clear } });
    };
    assert.equal((await pull(scenarioPros.clear, {}, begin)).kind, 'finished');
    assert.equal((await truth()).requests.filter(({ method }) => method === 'POST').length, 2);
  });

  it('never signs in a third time', async () => {
    await fault('session', { match: { pro: scenarioPros.clear }, times: 100 });
    const result = await pull(scenarioPros.clear);
    assert.ok(result.kind === 'unavailable', JSON.stringify(result));
    assert.equal((await truth()).requests.filter(({ method }) => method === 'POST').length, 2);
  });

  it('stops with the difference when labels have changed', async () => {
    await fault('label_change', { times: 100 });
    const result = await pull(scenarioPros.clear, { findTimeoutMs });
    assert.ok(result.kind === 'changed', JSON.stringify(result));
    assert.equal(result.page, 'login');
    assert.match(result.expected, /"User name"/);
    assert.match(result.found, /"LOGIN ID"/);
    assert.deepEqual(result.change?.missing.at(-1), {
      of: 'buttons',
      expected: { role: 'button', name: 'Sign in' },
      found: [],
      proposed: null,
    });
    assert.deepEqual(sink.steps().at(-1)?.change, result.change, 'the evidence says the same');
  });

  it('does not use a dangerous control that is in place of the right one', async () => {
    await fault('decoy', { match: { pro: scenarioPros.clear }, times: 1000 });
    const result = await pullSignedIn(scenarioPros.clear, { findTimeoutMs });
    assert.ok(result.kind === 'changed', JSON.stringify(result));
    const { requests } = await truth();
    assert.ok(requests.every(({ path }) => !/\/(void|cancel)\b/.test(path)));
    const last = sink.steps().at(-1);
    assert.ok(last !== undefined && last.page_text !== null && last.screenshot !== null);
  });

  it('says where a page has gone that the playbook does not know', async () => {
    await fault('moved', { match: { pro: scenarioPros.clear } });
    const result = await pullSignedIn(scenarioPros.clear);
    assert.ok(result.kind === 'changed', JSON.stringify(result));
    assert.match(result.found, /\/ltl\/s/);
  });

  it('passes a declared notice by its declared control', async () => {
    await fault('interstitial', { match: { pro: scenarioPros.clear }, times: 2 });
    assert.equal((await pullSignedIn(scenarioPros.clear)).kind, 'finished');
    assert.ok(sink.events.some((event) => event.kind === 'note' && /System notice/.test(event.note)));
  });

  it('hands a refused login to a person and does not try again', async () => {
    const result = await pull(scenarioPros.clear, {
      session: {
        credentials: async () => ({ username: 'lk.dispatch', password: 'wrong' }),
        load: async () => null,
        save: async () => {},
      },
    });
    assert.ok(result.kind === 'changed', JSON.stringify(result));
    assert.equal(result.about, 'login');
    assert.match(result.found, /not correct/);
    assert.equal((await truth()).requests.filter(({ method }) => method === 'POST').length, 1);
  });

  it('calls a portal that refuses connections unavailable', async () => {
    const away = { ...playbook, origins: ['http://127.0.0.1:9'] };
    const result = await pull(scenarioPros.clear, { playbook: away });
    assert.ok(result.kind === 'unavailable', JSON.stringify(result));
  });

  it('ends at once when it is cancelled', async () => {
    await fault('slow', { match: { pro: scenarioPros.clear }, delay_ms: 60_000 });
    const cancel = new AbortController();
    const reason = new Error('cancelled by the test');
    const run = pullSignedIn(scenarioPros.clear, {
      signal: cancel.signal,
      onProgress: (step) => {
        if (step.includes('Search')) cancel.abort(reason);
      },
    });
    await assert.rejects(run, reason);
  });

  it('does nothing more when the evidence cannot be stored', async () => {
    const broken = {
      ...memorySink(),
      record: async () => {
        throw new Error('the disk is full');
      },
    };
    await assert.rejects(pull(scenarioPros.clear, { sink: broken }), /the disk is full/);
  });

  it('lets nothing through that a playbook asks for against its own list', async () => {
    const evil = structuredClone(playbook) as unknown as { capabilities: { pull_pod: { steps: unknown[] } } };
    evil.capabilities.pull_pod.steps.splice(4, 4, {
      do: 'click',
      effect: 'read',
      target: { role: 'button', name: 'Void bill' },
      next: 'shipment',
    });
    const result = await pullSignedIn(scenarioPros.clear, { playbook: evil as unknown as LoadedPlaybook });
    assert.ok(result.kind === 'stopped', JSON.stringify(result));
    assert.equal(result.verdict.rule, 'never_click.void_bill');
    assert.equal(sink.steps().at(-1)?.guard.verdict, 'stopped');
  });
});
