import assert from 'node:assert/strict';
import { packEvidence } from '../../../activities/dispatch/pack-evidence.ts';
import { openRecorder } from '../../../activities/dispatch/recorder.ts';
import { verifyPack } from '../../../domain/dispatch/evidence/verify.ts';
import type { Manifest } from '../../../domain/dispatch/evidence/manifest.ts';
import { previousLinks } from '../../../domain/dispatch/evidence/chain.ts';
import { recordOf } from '../../../domain/dispatch/task-title.ts';
import { taskTypes } from '../../../domain/dispatch/task.ts';
import { sha256 } from '../../../process/evidence-crypto.ts';
import { recordColumn } from '../../../store/evidence.ts';
import { createSender } from '../../../store/senders.ts';
import { finishTask, type NewTask } from '../../../store/tasks.ts';
import {
  completed,
  deploymentSecret,
  evidenceHouse,
  recordLog,
  tools,
  type EvidenceHouse,
} from './evidence-fixture.ts';

describe('packing the evidence of a task', () => {
  let house: EvidenceHouse;
  before(async () => (house = await evidenceHouse()));
  after(() => house.close());

  const manifestOf = async (taskId: string): Promise<Manifest> =>
    JSON.parse((await house.packOf(taskId)).get('manifest.json')!.toString()) as Manifest;

  it('makes a pack of every step, check, file and the outcome that verifies', async () => {
    const taskId = await house.completedTask();
    const pack = await house.packOf(taskId);
    assert.deepEqual(verifyPack(pack, tools).findings, []);
    const manifest = await manifestOf(taskId);
    assert.deepEqual(Object.keys(manifest), [
      'version',
      'task_id',
      'task_type',
      'outcome',
      'summary',
      'confirmation_number',
      'pod',
      'steps',
      'checker',
      'approvals',
      'files',
      'created_at',
      'events',
      'software',
      'signature_file',
      'record',
      'previous_pack',
      'time_stamp',
    ]);
    assert.equal(manifest.pod?.file, 'pod.pdf');
    assert.deepEqual(
      manifest.steps.map(({ seq, action, page_text }) => [seq, action, page_text?.file]),
      [
        [3, 'go', '001-shipment.txt'],
        [4, 'download', undefined],
      ],
    );
    assert.deepEqual(
      manifest.checker.map(({ verdict }) => verdict),
      ['pass'],
    );
    assert.deepEqual(
      manifest.files.map(({ file }) => file),
      ['001-shipment.png', '001-shipment.txt', 'events.jsonl', 'pod.pdf'],
    );
    assert.equal(manifest.events.count, 6);
  });

  it('names the pack of the same record that became final before it, and never that of another sender', async () => {
    const pro = String(4417710000 + Math.floor(Math.random() * 9_000));
    const pack = async (change: Partial<NewTask> = {}): Promise<{ id: string; manifest: Manifest; sha256: string }> => {
      const id = await house.newTask({ params: { pro }, ...change });
      await packEvidence(house.deps, id, completed);
      const packed = (await house.packOf(id)).get('manifest.json')!;
      await finishTask(house.database.pool, id, { ...completed, podFile: null });
      return { id, manifest: JSON.parse(packed.toString()) as Manifest, sha256: sha256(packed) };
    };
    const { senderId: stranger } = await createSender(house.database.pool, deploymentSecret, {
      name: 'Other',
      actor: 'test',
    });
    const first = await pack();
    const foreign = await pack({ senderId: stranger });
    const claim = await pack({ taskType: 'answer_claim', params: { pro, claim_id: 'CLM-1' } });
    const second = await pack({ taskType: 'tms_correction' });
    const third = await pack();
    const named = (of: { id: string; sha256: string }) => ({ task_id: of.id, manifest_sha256: of.sha256 });
    assert.deepEqual(first.manifest.record, { portal: null, record: `PRO ${pro}` });
    assert.deepEqual(
      [first, foreign, claim, second, third].map(({ manifest }) => manifest.previous_pack),
      [null, null, null, named(first), named(second)],
    );
    const links = previousLinks([third, first, second]);
    assert.deepEqual(
      links.map(({ state }) => state),
      ['follows', 'first', 'follows'],
    );
    assert.deepEqual(
      previousLinks([third, { ...second, sha256: first.sha256 }]).map(({ state }) => state),
      ['differs', 'not_given'],
    );
    assert.equal(
      previousLinks([{ ...third, manifest: { ...third.manifest, previous_pack: named(claim) } }, claim])[0]!.state,
      'other_record',
    );
  });

  it('packs again when another task of the record became final in between', async () => {
    const [one, other] = [
      await house.newTask({ params: { pro: '4417720001' } }),
      await house.newTask({ params: { pro: '4417720001' } }),
    ];
    let isInTheWay = true;
    const interrupted = {
      ...house.deps,
      blobs: {
        ...house.blobs,
        get: (key: string) => house.blobs.get(key),
        put: async (key: string, bytes: Uint8Array) => {
          if (isInTheWay) {
            isInTheWay = false;
            await packEvidence(house.deps, other, completed);
            await finishTask(house.database.pool, other, { ...completed, podFile: null });
          }
          await house.blobs.put(key, bytes);
        },
      },
    };
    await packEvidence(interrupted, one, completed);
    assert.equal((await manifestOf(one)).previous_pack?.task_id, other);
  });

  it('goes by the same record in SQL as in the rules', async () => {
    const numbers = ['pro', 'invoice_number', 'dispute_id', 'claim_id', 'chargeback_id'] as const;
    const cases = taskTypes.flatMap((taskType) =>
      Array.from({ length: 2 ** numbers.length }, (_, chosen) => ({
        taskType,
        params: Object.fromEntries(
          numbers.filter((_, bit) => (chosen >> bit) % 2 === 1).map((name) => [name, `1-${name}`]),
        ),
      })),
    );
    const { rows } = await house.database.pool.query<{ record: string | null }>(
      `select ${recordColumn} as record from unnest($1::text[], $2::jsonb[]) with ordinality as t (task_type, params, n) order by n`,
      [cases.map(({ taskType }) => taskType), cases.map(({ params }) => JSON.stringify(params))],
    );
    assert.deepEqual(
      rows.map(({ record }) => record),
      cases.map(recordOf),
    );
  });

  it('gives the same bytes when it runs twice', async () => {
    const taskId = await house.newTask();
    await recordLog(house, taskId);
    await packEvidence(house.deps, taskId, completed);
    const first = await house.packOf(taskId);
    await packEvidence({ ...house.deps, now: () => new Date(Date.now() + 60_000) }, taskId, completed);
    assert.deepEqual(await house.packOf(taskId), first);
  });

  it('replaces a pack whose evidence log went on before the task was final', async () => {
    const taskId = await house.newTask();
    await packEvidence(house.deps, taskId, { ...completed, podFile: null });
    await openRecorder(house.deps, taskId).record([{ kind: 'note', note: 'A second attempt.' }]);
    await packEvidence(house.deps, taskId, { ...completed, podFile: null, summary: 'Another ending.' });
    assert.equal((await manifestOf(taskId)).summary, 'Another ending.');
    assert.deepEqual(verifyPack(await house.packOf(taskId), tools).findings, []);
  });

  it('never changes the pack of a finished task, and accepts no further events or files for it', async () => {
    const taskId = await house.completedTask();
    const first = await house.packOf(taskId);
    await packEvidence(house.deps, taskId, { ...completed, summary: 'Rewritten.' });
    assert.deepEqual(await house.packOf(taskId), first);
    const late = openRecorder(house.deps, taskId);
    await assert.rejects(late.record([{ kind: 'note', note: 'late' }]), { code: 'task_is_final' });
    await assert.rejects(late.file('late.txt', Buffer.from('late'), 'text/plain'), { code: 'task_is_final' });
  });

  it('packs stopped, rejected, expired and failed tasks that never reached a portal', async () => {
    for (const [status, outcomeReason] of [
      ['escalated', 'guard_stopped'],
      ['rejected', 'not_found'],
      ['rejected', 'approval_expired'],
      ['failed', 'portal_unavailable'],
    ] as const) {
      const taskId = await house.newTask({
        taskType: 'portal_action',
        params: { action: 'void_bill', pro: '4417702214' },
      });
      await packEvidence(house.deps, taskId, {
        status,
        outcomeReason,
        summary: 'Not done.',
        confirmationNumber: null,
        podFile: null,
      });
      const manifest = await manifestOf(taskId);
      assert.deepEqual([manifest.outcome, manifest.steps, manifest.events.count], [status, [], 1]);
      assert.deepEqual(verifyPack(await house.packOf(taskId), tools).findings, []);
    }
  });

  it('carries the approvals of the task as its record shows them', async () => {
    const taskId = await house.newTask();
    await house.database.pool.query(
      `insert into approvals (id, task_id, reason, amount_cents, digest, change, status, expires_at, decided_at, decided_by)
       values ('apr_1', $1, 'over $250.00', 25001, 'd', '{}', 'approved', now(), now(), 'ada@example.com')`,
      [taskId],
    );
    await packEvidence(house.deps, taskId, { ...completed, podFile: null });
    const [approval] = (await manifestOf(taskId)).approvals;
    assert.deepEqual([approval?.id, approval?.amount, approval?.decided_by], ['apr_1', '250.01', 'ada@example.com']);
  });

  it('keeps the file of an earlier attempt beside one of the same name', async () => {
    const taskId = await house.newTask();
    const sink = openRecorder(house.deps, taskId);
    const names: string[] = [];
    for (const content of ['one', 'two', 'one', 'three'])
      names.push((await sink.file('page.txt', Buffer.from(content), 'text/plain')).file);
    assert.deepEqual(names, ['page.txt', 'page-2.txt', 'page.txt', 'page-3.txt']);
  });

  it('refuses file names that are paths or belong to the pack', async () => {
    const sink = openRecorder(house.deps, await house.newTask());
    for (const name of ['../x', 'a/b', '.hidden', 'manifest.json', 'events.jsonl', 'manifest.dsse.json', '', 'a..b'])
      await assert.rejects(sink.file(name, Buffer.from('x'), 'text/plain'), RangeError);
  });

  it('does not sign bytes that are not the recorded ones', async () => {
    const taskId = await house.newTask();
    await recordLog(house, taskId);
    await house.changeStored(taskId, 'pod.pdf', (bytes) => Buffer.concat([bytes, Buffer.from(' ')]));
    await assert.rejects(packEvidence(house.deps, taskId, completed), { type: 'evidence_lost', nonRetryable: true });
  });

  it('includes every event of writers who wrote at the same time', async () => {
    const taskId = await house.newTask();
    const sink = openRecorder(house.deps, taskId);
    const ending = { ...completed, podFile: null };
    await Promise.all([
      ...Array.from({ length: 20 }, (_, n) =>
        sink.record([
          { kind: 'note', note: `a${n}` },
          { kind: 'note', note: `b${n}` },
        ]),
      ),
      packEvidence(house.deps, taskId, ending),
    ]);
    await packEvidence(house.deps, taskId, ending);
    await finishTask(house.database.pool, taskId, ending);
    const { findings, statement } = verifyPack(await house.packOf(taskId), tools);
    assert.deepEqual(findings, []);
    assert.ok((statement?.predicate.manifest.events.count ?? 0) >= 41);
  });
});
