/** A task's page over HTTP: its evidence log, its proof, its deliveries, and the archive that verifies anywhere. */
import assert from 'node:assert/strict';
import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { inflateRawSync } from 'node:zlib';
import { request } from 'undici';
import { packEvidence } from '../../../../activities/dispatch/pack-evidence.ts';
import { verifyPack } from '../../../../domain/dispatch/evidence/verify.ts';
import { base64, readKeys, sha256, signatureChecks } from '../../../../process/evidence-crypto.ts';
import { newId } from '../../../../process/ids.ts';
import { readAudit } from '../../../../store/audit-log.ts';
import { addDelivery } from '../../../../store/deliveries.ts';
import { addApproval } from '../../../../store/approvals.ts';
import { finishTask, markAwaiting } from '../../../../store/tasks.ts';
import { completed, evidenceHouse, recordLongLog, recordLog } from '../../../activities/dispatch/evidence-fixture.ts';
import type { EvidenceHouse } from '../../../activities/dispatch/evidence-fixture.ts';
import { type Browserless, openConsole, type TestConsole } from '../../../support/console.ts';
import { type TestApi, testSecret } from '../../../support/dispatch-api.ts';
import { runFolder } from '../../../support/machines.ts';
import { matterDigest, requestApproval } from '../../../../domain/dispatch/approval.ts';
import { cents } from '../../../../domain/dispatch/money.ts';

describe("a task's page", function () {
  let site: TestConsole<TestApi>;
  let house: EvidenceHouse;
  let viewer: Browserless;
  let taskId: string;
  let startTimeStamp: (id: string) => boolean = () => true;
  before(async () => {
    const blobFolder = await mkdtemp(join(runFolder(), 'blobs-'));
    site = await openConsole(
      'dispatch',
      {
        BLOB_FOLDER: blobFolder,
        TEMPORAL_UI_URL: 'https://temporal.example/',
        CONSOLE_TRACE_URL: 'https://traces.example/trace/{trace_id}?tab=spans',
        EVIDENCE_TIME_STAMP_URL: 'https://tsa.example/tsr',
      },
      { startTimeStamp: async (id: string) => startTimeStamp(id) },
    );
    const { senderId } = site.api;
    house = await evidenceHouse({ database: site.database, blobFolder, senderId, secret: testSecret });
    taskId = await house.completedTask();
    viewer = await site.signInAs('viewer');
  });
  after(async () => {
    await site.close();
    await house.close();
  });

  const page = async (id: string): Promise<string> => {
    const { status, text } = await viewer.get(`/console/tasks/${id}`);
    assert.equal(status, 200, text);
    return text;
  };

  it('shows what was asked, what was done, and that the proof holds', async () => {
    const text = await page(taskId);
    for (const expected of [
      /Pull proof of delivery: PRO 4417702214/,
      /badge badge-ok">Completed</,
      /✓ Verified/,
      /The signed proof of delivery for PRO 4417702214 is in the pack/,
      /DR-1/,
      /href="\/evidence\/tsk_[^"?]+\/001-shipment\.txt"/,
      /href="https:\/\/dispatch\.example\/tasks\/tsk_[^"]+\?k=/,
      /href="https:\/\/temporal\.example\/namespaces\/[^"]+\/workflows\/tsk_/,
      new RegExp(`href="/console/tasks/${taskId}/evidence\\.zip"`),
      /First/,
    ])
      assert.match(text, expected);
    assert.doesNotMatch(text, /<b>Delivered/);
    assert.doesNotMatch(text, /style=/);
  });

  it('names the portal as its playbook does, here and on the result page; one without a playbook by its id', async () => {
    const id = await house.completedTask();
    const setPortal = (portal: string): Promise<unknown> =>
      site.database.pool.query('update tasks set portal = $2 where id = $1', [id, portal]);
    const link = /href="https:\/\/dispatch\.example(\/tasks\/tsk_[^"]+)"/.exec(await page(id))?.[1] ?? '';
    for (const [portal, name] of [
      ['sandbox-tms', 'Sandbox TMS'],
      ['gone-tms', 'gone-tms'],
    ] as const) {
      await setPortal(portal);
      const shown = new RegExp(`<dt>Portal</dt>\\s*<dd>${name}</dd>`);
      assert.match(await page(id), shown);
      assert.match((await viewer.get(link.replaceAll('&amp;', '&'))).text, shown);
    }
  });

  it('names the trace of a task that has one, with a link to the tracing tool', async () => {
    assert.doesNotMatch(await page(taskId), /traces\.example/);
    const traced = await house.completedTask();
    const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
    await site.database.pool.query('update tasks set traceparent = $2 where id = $1', [traced, traceparent]);
    assert.match(
      await page(traced),
      /href="https:\/\/traces\.example\/trace\/4bf92f3577b34da6a3ce929d0e0e4736\?tab=spans"[^>]*><code>4bf92f3577b34da6a3ce929d0e0e4736</,
    );
  });

  it('says when what is stored is not what was signed', async () => {
    const broken = await house.completedTask();
    await house.changeStored(broken, '001-shipment.txt', (bytes) => Buffer.concat([bytes, Buffer.from('x')]));
    assert.match(await page(broken), /badge badge-bad"[^>]*>✕ Does not verify/);
  });

  it('asks for a time stamp of a pack that was signed before an authority was set, once, for who may', async () => {
    const path = `/console/tasks/${taskId}`;
    const button = /action="[^"]+\/time-stamp"[^]*?Request time stamp/;
    assert.doesNotMatch(await page(taskId), button);
    assert.equal((await viewer.post(`${path}/time-stamp`)).status, 403);
    const approver = await site.signInAs('approver');
    const openTask = await house.newTask();
    assert.doesNotMatch((await approver.get(`/console/tasks/${openTask}`)).text, button);
    assert.equal((await approver.post(`/console/tasks/${openTask}/time-stamp`)).status, 409);
    assert.match((await approver.get(path)).text, button);
    startTimeStamp = () => {
      throw new Error('no connection');
    };
    assert.equal((await approver.post(`${path}/time-stamp`)).status, 503);
    const asked: string[] = [];
    startTimeStamp = (id) => asked.push(id) === 1;
    const { status, location } = await approver.post(`${path}/time-stamp`);
    assert.deepEqual([status, location, asked], [303, `${path}#proof`, [taskId]]);
    const after = (await approver.get(path)).text;
    assert.match(after, /The authority is asked for a time stamp/);
    assert.match(after, /No time stamp yet: tsa\.example has not been asked/);
    assert.doesNotMatch(after, button);
    await approver.post(`${path}/time-stamp`);
    const log = await readAudit(site.database.pool, taskId);
    assert.deepEqual(
      log.map(({ act }) => act),
      ['task.time_stamp_asked'],
    );
  });

  it('shows what waits, with the way to decide on it, and looks again by itself', async () => {
    const { pool } = site.database;
    const id = await house.newTask({ requestedBy: { email: 'ann@example.com' } });
    const at = new Date();
    const approval = requestApproval({
      id: `apr_${id.slice(4)}`,
      reason: 'The net change is over 250.00.',
      amount: cents(48_277),
      needed: 1,
      requester: { keyId: null, email: 'ann@example.com' },
      requestedAt: at.toISOString(),
      expiresAt: new Date(at.getTime() + 86_400_000 / 2).toISOString(),
      digest: matterDigest({ change: {}, facts: {} }, sha256Text),
    });
    await addApproval(pool, id, approval, {
      change: { pro: '4417702214', amount: '482.77' },
      values: null,
      page: null,
    });
    await markAwaiting(pool, id);
    const text = await page(id);
    assert.match(text, /data-poll="5"/);
    assert.match(text, new RegExp(`href="/console/approvals/${approval.id}"`));
    assert.match(text, /<strong>Stuck\.<\/strong> No decision yet; the approval expires in 1\d hours\./);
    // An approval of an earlier version, which kept nothing to show, states what will be keyed.
    const decide = await viewer.get(`/console/approvals/${id}`);
    assert.equal(decide.location, `/console/approvals/${approval.id}`);
    assert.match((await viewer.get(decide.location ?? '')).text, /<dt>Amount<\/dt>\s*<dd>\$482\.77<\/dd>/);
  });

  it('lists what was sent of it with every attempt, and leads to the delivery', async () => {
    const { pool } = site.database;
    const id = await house.newTask();
    const delivery = newId('delivery');
    const about = { ownerKind: 'sender', ownerId: site.api.senderId, scheme: 'dispatch', fairnessKey: null } as const;
    const url = 'https://first.example/results';
    await addDelivery(pool, {
      ...about,
      id: delivery,
      subjectId: id,
      event: 'task.completed',
      url,
      body: Buffer.from('{}'),
      waitsMs: [],
    });
    await pool.query(
      `insert into delivery_attempts (delivery_id, n, at, response_status, duration_ms, excerpt)
       values ($1, 1, now(), 500, 12, '<i>no</i>')`,
      [delivery],
    );
    const text = await page(id);
    assert.match(text, new RegExp(`href="/console/deliveries/${delivery}"`));
    assert.match(text, /task\.completed<\/strong>/);
    assert.match(text, /1 attempt/);
    assert.match(text, /500[\s\S]*12 ms[\s\S]*&lt;i&gt;no/);
  });

  it('answers 404 as a page for what is no task', async () => {
    for (const id of ['tsk_00000000-0000-7000-8000-000000000000', 'nonsense', 'tsk_%00']) {
      const { status, text } = await viewer.get(`/console/tasks/${id}`);
      assert.equal(status, 404);
      assert.match(text, /<h1>Not found<\/h1>/);
    }
    assert.equal((await viewer.get('/console/approvals/nonsense')).status, 404);
  });

  it('gives the evidence as one archive that verifies without this service', async () => {
    const cookie = [...viewer.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await request(`${site.baseUrl}/console/tasks/${taskId}/evidence.zip`, { headers: { cookie } });
    assert.equal(answer.statusCode, 200);
    assert.match(String(answer.headers['content-disposition']), /evidence-tsk_.*\.zip/);
    const files = unzip(Buffer.from(await answer.body.arrayBuffer()));
    const keys = files.get('evidence-keys.json');
    files.delete('evidence-keys.json');
    assert.deepEqual([...files.keys()].toSorted(), [...(await house.packOf(taskId)).keys()].toSorted());
    const { findings } = verifyPack(files, {
      sha256,
      base64,
      pinpoint: false,
      ...signatureChecks(readKeys(Buffer.from(keys ?? []).toString())),
    });
    assert.deepEqual(findings, []);
    assert.equal((await viewer.get(`/console/tasks/${await house.newTask()}/evidence.zip`)).status, 404);
  });

  // How fast: `npm run bench -- console`.
  it('shows the newest 60 of 150 steps in less than 200 kB, with links to the others', async () => {
    const id = await house.newTask();
    await recordLog(house, id);
    await recordLongLog(house, id);
    await packEvidence(house.deps, id, completed);
    await finishTask(site.database.pool, id, completed);
    // The newest 60: how it ended, and the last of the fields.
    const newest = await page(id);
    assert.ok(Buffer.byteLength(newest) < 200_000, `${Buffer.byteLength(newest)} bytes`);
    const earlier = /href="(\/console\/tasks\/[^"]+\?before=\d+#steps)">(\d+) earlier</.exec(newest);
    assert.equal((newest.match(/class="allowed brief"/g) ?? []).length, 59);
    assert.doesNotMatch(newest, /To the newest/);
    const older = (await viewer.get((earlier?.[1] ?? '').replace('#steps', ''))).text;
    assert.match(older, new RegExp(`>${Number(earlier?.[2]) - 60} earlier<`));
    assert.match(older, /To the newest, 60 later/);
    assert.equal((await viewer.get(`/console/tasks/${id}?before=x`)).status, 200);
  });
});

const sha256Text = (text: string): string => sha256(Buffer.from(text));

/** The entries of a zip archive, by its central directory. */
function unzip(archive: Buffer): Map<string, Uint8Array> {
  const files = new Map<string, Uint8Array>();
  const end = archive.lastIndexOf(Buffer.from('PK\u0005\u0006'));
  let at = archive.readUInt32LE(end + 16);
  for (let left = archive.readUInt16LE(end + 10); left > 0; left -= 1) {
    const method = archive.readUInt16LE(at + 10);
    const packed = archive.readUInt32LE(at + 20);
    const [name, extra, comment] = [28, 30, 32].map((offset) => archive.readUInt16LE(at + offset)) as [
      number,
      number,
      number,
    ];
    const local = archive.readUInt32LE(at + 42);
    const start = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28);
    const bytes = archive.subarray(start, start + packed);
    files.set(archive.toString('utf8', at + 46, at + 46 + name), method === 0 ? bytes : inflateRawSync(bytes));
    at += 46 + name + extra + comment;
  }
  return files;
}
