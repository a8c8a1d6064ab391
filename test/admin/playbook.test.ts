import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { scenarioInvoices } from '../../sandbox/audit/scenarios.ts';
import { scenarioPros } from '../../sandbox/tms/scenarios.ts';
import { control, type RunningSandbox, runSandbox, writesOf } from '../sandbox/sandbox.ts';
import { type AdminBench, openAdminBench, type Ran } from './run-admin.ts';
import { rehearsalCommand } from '../../admin/playbook-record.ts';

const example = 'docs/examples/demo-portal.yaml';

describe('admin playbook', function () {
  let sandbox: RunningSandbox;
  let bench: AdminBench;
  let demo: string;
  before(async () => {
    sandbox = await runSandbox({ auditPort: 0, demoPort: 0 });
    bench = await openAdminBench({
      PORTAL_SANDBOX_TMS_URL: sandbox.tmsUrl,
      PORTAL_SANDBOX_AUDIT_URL: sandbox.auditUrl ?? '',
    });
    demo = join(bench.folder, 'demo-portal.yaml');
    writeFileSync(demo, readFileSync(example, 'utf8').replace('http://127.0.0.1:7094', sandbox.demoUrl ?? ''));
  });
  after(async () => {
    await bench?.close();
    await sandbox?.end();
  });

  const rehearse = (file: string, task: object, ...more: string[]): Promise<Ran> =>
    bench.runHere(
      ['playbook', 'rehearse', file, '--task', JSON.stringify(task), '--pictures', join(bench.folder, 'seen'), ...more],
      {
        env: {
          PORTAL_ACCOUNT_SANDBOX_TMS: JSON.stringify(sandbox.accounts),
          PORTAL_ACCOUNT_SANDBOX_AUDIT: JSON.stringify(sandbox.auditAccount),
        },
      },
    );
  /** Requests that could have changed something. */
  async function changing(): Promise<string[]> {
    const { json } = await control(sandbox, '/truth');
    return (json['requests'] as { method: string; path: string }[])
      .filter(({ method, path }) => method !== 'GET' && !path.startsWith('/login'))
      .map(({ path }) => path);
  }

  it('finds every playbook that ships, and those of the documentation, sound', async () => {
    const portals = ['docs/portals/django-admin.yaml', 'docs/portals/piccolo-admin.yaml'];
    const shipped = ['portals/playbooks/sandbox-tms.yaml', 'portals/playbooks/sandbox-audit.yaml'];
    for (const file of [example, ...shipped, ...portals]) {
      const { code, out } = await bench.runHere(['playbook', 'check', file]);
      assert.equal(code, 0, out);
      assert.match(out, /is sound: \S+ \d\.\d\.\d for http:\S+, can do \w+/);
    }
  });

  it('begins a playbook for a new portal that is sound as it is, for every task type', async () => {
    for (const types of [
      ['pull_pod', 'tms_correction'],
      ['file_dispute', 'pod_to_dispute', 'answer_claim'],
    ]) {
      const file = join(bench.folder, `new-${types.join('-')}.yaml`);
      const asked = types.flatMap((type) => ['--type', type]);
      const portal = ['https://tms.example.com', '--name', 'Acme', ...asked];
      const begun = await bench.runHere(['playbook', 'new', ...portal, '--out', file]);
      assert.equal(begun.code, 0, begun.err);
      const { code, out, err } = await bench.runHere(['playbook', 'check', file]);
      assert.equal(code, 0, err);
      assert.match(
        out,
        new RegExp(`is sound: acme 0\\.1\\.0 for https://tms\\.example\\.com, can do ${types.join(', ')}\\.`),
      );
      assert.doesNotMatch(out, /should be changed/);
    }
  });

  it('begins no playbook over a file, for another task type, or for a portal without https', async () => {
    const begin = (...args: string[]) => bench.runHere(['playbook', 'new', ...args]);
    const file = join(bench.folder, 'taken.yaml');
    writeFileSync(file, 'ours');
    const portal = ['https://tms.example.com', '--name', 'Acme'];
    assert.match((await begin(...portal, '--out', file)).err, /taken\.yaml is there already/);
    assert.equal(readFileSync(file, 'utf8'), 'ours');
    const nowhere = join(bench.folder, 'no-folder', 'acme.yaml');
    assert.match((await begin(...portal, '--out', nowhere)).err, /acme\.yaml cannot be written: there is no such file/);
    assert.match(
      (await begin(...portal, '--type', 'portal_action')).err,
      /--type: portal_action is none of pull_pod, /,
    );
    assert.match((await begin(...portal, '--kind', 'bank')).err, /--kind: tms or audit/);
    assert.match((await begin('http://tms.example.com', '--name', 'Acme')).err, /has to begin with https/);
  });

  it('records in a window only where there is a display, and says what to do where there is none', async () => {
    const record = (...more: string[]): Promise<Ran> =>
      bench.runHere(['playbook', 'record', 'https://tms.example.com/login', '--name', 'Acme TMS', ...more]);
    const wrong = await record('--sample', 'bol=1');
    assert.equal(wrong.code, 1);
    assert.match(
      wrong.err,
      /“bol=1” names no input; inputs of pull_pod are pro; the sample record needs a value for pro/,
    );
    const none = await record('--sample', 'pro=1', '--out', join(bench.folder, 'acme.yaml'));
    assert.equal(none.code, 1);
    assert.match(none.err, /There is no display .* Record in the console instead/);
  });

  it('proposes a rehearsal of what was recorded that can be typed as it is', () => {
    const setup = {
      id: 'acme',
      name: 'Acme',
      kind: 'audit',
      origin: 'https://tms.example.com',
      entry: '/login',
      account: 'acme',
      taskType: 'file_dispute',
      samples: { invoice_number: '7100246813', mark: 'LK-1', amount: '95.00', explanation: "It's signed." },
    } as const;
    const typed = '--task \'{"task_type":"file_dispute","params":{"invoice_number":"7100246813"}}\'';
    const given = String.raw`--input mark=LK-1 --input amount=95.00 --input 'explanation=It'\''s signed.'`;
    assert.equal(
      rehearsalCommand(setup, 'acme.yaml', { PORTAL_ACCOUNT_ACME: '{}', npm_lifecycle_event: 'npx' }),
      `npx lanekeeper playbook rehearse acme.yaml ${typed} ${given}`,
    );
    assert.equal(
      rehearsalCommand({ ...setup, taskType: 'pull_pod', samples: { pro: '1' } }, 'my acme.yaml', {}),
      `PORTAL_ACCOUNT_ACME='{"username":"…","password":"…"}' lanekeeper playbook rehearse 'my acme.yaml' --task '{"task_type":"pull_pod","params":{"pro":"1"}}'`,
    );
  });

  it('says every mistake as a sentence, and exits with 1', async () => {
    const broken = join(bench.folder, 'broken.yaml');
    writeFileSync(
      broken,
      readFileSync(demo, 'utf8')
        .replace('next: delivery }', 'next: delivry }')
        .replace("value: '{{pro}}'", "value: '{{bol}}'"),
    );
    const { code, out, err } = await bench.runHere(['playbook', 'check', broken]);
    assert.deepEqual([code, out], [1, '']);
    assert.match(err, /there is no page delivry/);
    assert.match(err, /\{\{bol\}\} is not an input of this recipe/);
    assert.equal((await bench.runHere(['playbook', 'check', join(bench.folder, 'none.yaml')])).code, 1);
  });

  it('exits with 1 for a playbook that leaves a field of a write open, and says which', async () => {
    const older = join(bench.folder, 'older.yaml');
    const text = readFileSync('portals/playbooks/sandbox-tms.yaml', 'utf8');
    const constraint = /\n *- \{ field: note, equals: '\{\{note\}\}'[^\n]*/;
    assert.match(text, constraint);
    writeFileSync(older, text.replace(constraint, ''));
    const { code, out, err } = await bench.runHere(['playbook', 'check', older]);
    assert.equal(code, 1, out);
    assert.match(out, /the field note of POST \S+ is left open; constrain it, or declare it opaque/);
    assert.match(err, /until they are declared, it does not write/);
    const json = await bench.runHere(['playbook', 'check', older, '--json']);
    assert.deepEqual([json.code, (JSON.parse(json.out) as { sound: boolean }).sound], [1, false]);
  });

  it('pulls a receipt from a portal that no code knows, with a picture of every page', async () => {
    const { code, out, err } = await rehearse(demo, { task_type: 'pull_pod', params: { pro: scenarioPros.clear } });
    assert.equal(code, 0, err);
    assert.match(out, /fill in field "PRO number": "?0412708839/);
    assert.match(out, /pod\.pdf: \d{4,} bytes/);
    assert.match(out, /pass: expected the consignee's signature, found a signature/);
    assert.ok(readdirSync(join(bench.folder, 'seen', 'steps')).some((name) => name.endsWith('.jpg')));
    const none = await rehearse(demo, { task_type: 'pull_pod', params: { pro: scenarioPros.missing } });
    assert.equal(none.code, 0);
    assert.match(none.out, /The portal has no a? ?delivery with PRO/);
  });

  it('holds a write back and says what it would have held', async () => {
    const file = 'portals/playbooks/sandbox-audit.yaml';
    const task = { task_type: 'file_dispute', params: { invoice_number: scenarioInvoices.disputeSupported } };
    const { code, out, err } = await rehearse(file, task, '--input', 'reason_code=ACC');
    assert.equal(code, 0, err);
    assert.match(out, /short = \$95\.00/);
    assert.match(out, /submit would now send POST http:\S+\/invoices\/7100246813\/disputes and nothing else:/);
    assert.match(out, /amount = "95\.00"/);
    assert.match(out, /document = file pod\.pdf, \d+ bytes/);
    assert.match(out, /reference = "LK-00000000"/);
    assert.match(out, /probe finished/);
    assert.doesNotMatch(out, /required, and|A task would stop/);
    assert.deepEqual(await changing(), []);
  });

  it('holds previews back too, unless it may let them through', async () => {
    const file = 'portals/playbooks/sandbox-tms.yaml';
    const note = 'Class by inspection.';
    const params = { pro: scenarioPros.correctionUnder, reason_code: 'CC', note, changes: { billed_class: '125' } };
    const task = { task_type: 'tms_correction', params };
    const careful = await rehearse(file, task);
    assert.match(careful.out, /prepare would now send POST \S+\/corrections\/preview/);
    // Without the preview nobody knows the amount.
    assert.equal(careful.code, 1);
    assert.match(careful.err, /submit needs --input amount=/);
    assert.deepEqual(await changing(), []);
    const { code, out, err } = await rehearse(file, task, '--previews');
    assert.equal(code, 0, err);
    assert.match(out, /net_change = \+\$241\.39/);
    assert.match(out, /submit would now send POST \S+\/corrections and nothing else/);
    assert.deepEqual(await writesOf(sandbox, ''), []);
    assert.ok((await changing()).every((path) => path.endsWith('/preview')));
  });

  it('names what a rehearsal lacks', async () => {
    const file = 'portals/playbooks/sandbox-tms.yaml';
    assert.equal((await rehearse(file, { task_type: 'file_dispute', params: {} })).code, 1);
    assert.equal((await rehearse(file, { task_type: 'other', params: {} })).code, 1);
    // What the API would refuse is not rehearsed either.
    const short = await rehearse(file, { task_type: 'pull_pod', params: { pro: '12' } });
    assert.match(short.err, /no such task would be taken: params\.pro /);
    const task = { task_type: 'pull_pod', params: { pro: scenarioPros.clear } };
    assert.match((await rehearse(file, task, '--from', 'look')).err, /--from: pull_pod has the recipes steps/);
    assert.match((await rehearse(file, task, '--from', 'steps:99')).err, /--from: steps has \d+ steps/);
    assert.ok(!existsSync(join(bench.folder, 'seen', 'other')));
  });

  it('proposes the change where a control goes by another name now, and finishes with it', async () => {
    // The portal is as it was: the playbook of a year ago knew a field and a button by other names.
    const older = join(bench.folder, 'older-demo.yaml');
    const text = readFileSync(demo, 'utf8');
    writeFileSync(older, text.replaceAll('PRO number', 'PRO no.').replace(/\bFind\b/g, 'Find it'));
    const task = { task_type: 'pull_pod', params: { pro: scenarioPros.clear } };
    const proposed = join(bench.folder, 'proposed-demo.yaml');
    const { code, out, err } = await rehearse(older, task, '--propose', proposed);
    assert.equal(code, 1);
    assert.match(
      err,
      /expected label "PRO no\."; button "Find it"; found labels "PRO number"; buttons "Sign out", "Find"/,
    );
    assert.match(
      out,
      /expected \{ label: PRO no\. \}\n +candidate 1: \{ label: PRO number \}, similar name, same place/,
    );
    assert.match(out, /Proposed as version 1\.0\.1:/);
    assert.match(out, /\+ capabilities\.pull_pod\.steps, step 2: \{.*"label":"PRO number"/);
    assert.equal(readFileSync(proposed, 'utf8'), text.replace('version: 1.0.0', 'version: 1.0.1'));
    const stored = await bench.json(['playbook', 'draft', proposed, '--why', 'a label changed']);
    assert.equal(stored['state'], 'checked');
    const pages = join(bench.folder, 'demo.pages.json');
    const again = await rehearse(proposed, task, '--record', '--record-pages', pages);
    assert.equal(again.code, 0, again.err);
    const { state, acts } = await bench.json(['playbook', 'show', String(stored['playbook']), '1.0.1']);
    assert.equal(state, 'rehearsed');
    assert.match(JSON.stringify(acts), /a rehearsal of pull_pod finished/);
    // What the rehearsal saw is enough to test a playbook without the portal, from the file as from the database.
    for (const more of [['--pages', pages], []])
      assert.match(
        (await bench.runHere(['playbook', 'test', proposed, ...more])).out,
        /^ok {4}pull_pod steps: \d+ steps/,
      );
    const unfit = await bench.runHere(['playbook', 'test', older, '--pages', pages]);
    assert.equal(unfit.code, 1);
    assert.match(unfit.out, /FAIL {2}pull_pod steps[^]*has no label "PRO no\."[^]*has no \{ label: PRO no\. \}/);
    const kept = readFileSync(pages, 'utf8');
    const shown = readdirSync(join(bench.folder, 'seen'), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.txt'))
      .flatMap((name) => readFileSync(join(bench.folder, 'seen', name), 'utf8').split('\n'));
    const own = text.replaceAll('PRO no.', '');
    const leaked = shown.filter(
      (line) => line.length > 3 && kept.includes(JSON.stringify(line)) && !own.includes(line),
    );
    assert.deepEqual(leaked, []);
    for (const secret of [scenarioPros.clear, ...Object.values(sandbox.accounts)])
      assert.ok(!kept.includes(String(secret)), String(secret));
    const taken = await rehearse(older, task, '--propose', proposed);
    assert.match(taken.err, /--propose: \S+ is there already/);
  });

  it('says why a rehearsal did not finish', async () => {
    await control(sandbox, '/faults', { portal: 'tms', fault: 'maintenance', match: {}, times: 1 });
    const task = { task_type: 'pull_pod', params: { pro: scenarioPros.clear } };
    const { code, err } = await rehearse('portals/playbooks/sandbox-tms.yaml', task);
    assert.equal(code, 1);
    assert.match(err, /did not come to its end\. steps: The portal cannot be worked now: the portal answered 503/);
  });
});
