import assert from 'node:assert/strict';
import { stampEvidence, type StampAuthority } from '../../../activities/dispatch/stamp-evidence.ts';
import { readPackStamp } from '../../../commands/dispatch/verify-evidence.ts';
import { packEvidence } from '../../../activities/dispatch/pack-evidence.ts';
import { guardedConnector } from '../../../process/outbound/connector.ts';
import { openLog } from '../../../process/logging.ts';
import { readRoots, timeStampRequest } from '../../../process/time-stamp.ts';
import type { Manifest } from '../../../domain/dispatch/evidence/manifest.ts';
import { verifyPack } from '../../../domain/dispatch/evidence/verify.ts';
import {
  countMissingStamps,
  listMissingStamps,
  planLateTimeStamp,
  readStampState,
  renewTimeStamp,
} from '../../../store/time-stamps.ts';
import { finishTask } from '../../../store/tasks.ts';
import { granted, stampServer, timeStampAuthority, type Authority } from '../../support/time-stamp-authority.ts';
import { completed, evidenceHouse, recordLog, tools, type EvidenceHouse } from './evidence-fixture.ts';

describe('the time stamp of an evidence pack', () => {
  let house: EvidenceHouse;
  let authority: Authority;
  let server: Awaited<ReturnType<typeof stampServer>>;
  const askedUntil = new Date(Date.now() + 86_400_000);
  before(async () => {
    house = await evidenceHouse();
    authority = timeStampAuthority();
    server = await stampServer(granted(authority));
  });
  after(async () => {
    await server.close();
    await house.close();
  });

  const at = (change: Partial<StampAuthority> = {}): StampAuthority => ({
    url: new URL(server.url),
    roots: readRoots(authority.root),
    connect: guardedConnector({ allowLoopback: true, allowPrivate: true, allowPlain: true }),
    timeoutMs: 10_000,
    ...change,
  });
  const stamp = (taskId: string, change: Partial<StampAuthority> = {}): ReturnType<typeof stampEvidence> =>
    stampEvidence({ ...house.deps, log: openLog('test', 'silent'), authority: at(change) }, taskId, askedUntil);
  const finished = async (): Promise<string> => {
    const taskId = await house.newTask();
    await recordLog(house, taskId);
    await packEvidence({ ...house.deps, stampAuthority: 'tsa.example' }, taskId, completed);
    await finishTask(house.database.pool, taskId, completed);
    return taskId;
  };
  const reportOf = async (taskId: string): ReturnType<typeof readPackStamp> => {
    const pack = await house.packOf(taskId);
    const manifest = JSON.parse(pack.get('manifest.json')!.toString()) as Manifest;
    return readPackStamp(pack, manifest, readRoots(authority.root), new Date());
  };

  it('is added to the closed pack, once, and leaves it verified', async () => {
    const taskId = await finished();
    assert.equal((await reportOf(taskId)).state, 'missing');
    assert.match((await stamp(taskId))!.stampedAt, /^\d{4}-/);
    const first = (await house.packOf(taskId)).get('manifest.tsr');
    assert.equal(await stamp(taskId), null);
    const pack = await house.packOf(taskId);
    assert.deepEqual(pack.get('manifest.tsr'), first);
    assert.deepEqual(verifyPack(pack, tools).findings, []);
    const report = await reportOf(taskId);
    assert.deepEqual([report.state, report.authority], ['verified', 'Test Authority tsa']);
    assert.equal((await readStampState(house.database.pool, taskId))?.lastError, null);
  });

  it('is added to a pack that was signed without a plan for one, and checked there too', async () => {
    const taskId = await house.newTask();
    await recordLog(house, taskId);
    await packEvidence(house.deps, taskId, completed);
    await finishTask(house.database.pool, taskId, completed);
    assert.equal((await reportOf(taskId)).state, 'none');
    const { pool } = house.database;
    assert.equal(await renewTimeStamp(pool, taskId, askedUntil), false);
    assert.ok(await planLateTimeStamp(pool, taskId, { authority: 'tsa.example', askedUntil }));
    assert.equal(await planLateTimeStamp(pool, taskId, { authority: 'tsa.example', askedUntil }), false);
    assert.equal(await planLateTimeStamp(pool, await house.newTask(), { authority: 'x', askedUntil }), false);
    await stamp(taskId);
    const pack = await house.packOf(taskId);
    assert.deepEqual(verifyPack(pack, tools).findings, []);
    assert.equal((await reportOf(taskId)).state, 'verified');
    const manifest = JSON.parse(pack.get('manifest.json')!.toString()) as Manifest;
    const other = new Map([...pack, ['manifest.dsse.json', Buffer.from('{}')] as const]);
    assert.equal((await readPackStamp(other, manifest, null, new Date())).state, 'broken');
  });

  it('is not believed when it was moved from another pack, or its request is gone', async () => {
    const [one, other] = [await finished(), await finished()];
    await stamp(one);
    await stamp(other);
    const pack = await house.packOf(one);
    const strange = await house.packOf(other);
    const manifest = JSON.parse(pack.get('manifest.json')!.toString()) as Manifest;
    const moved = new Map([...pack, ['manifest.tsr', strange.get('manifest.tsr')!] as const]);
    const without = new Map([...pack].filter(([file]) => file !== 'manifest.tsq'));
    const roots = readRoots(authority.root);
    assert.match((await readPackStamp(moved, manifest, roots, new Date())).sentence, /time stamp of other bytes/);
    assert.match((await readPackStamp(without, manifest, roots, new Date())).sentence, /manifest\.tsq is missing/);
  });

  it('keeps the pack as it is and says why where an authority gives none, and asks again', async () => {
    const taskId = await finished();
    authority.certificate('expired', 'stamping', { days: '-1' });
    const other = await timeStampRequest(Buffer.from('other bytes'));
    const typed = { 'content-type': 'application/timestamp-reply' };
    const answers: [RegExp, (typeof server)['answer']][] = [
      [/answered 503/, (_, response) => response.writeHead(503).end('busy')],
      [
        /redirects \(302\), which is not followed/,
        (_, response) => response.writeHead(302, { location: 'http://169.254.169.254/latest' }).end(),
      ],
      [
        /answered text\/html instead of a time stamp/,
        (_, response) =>
          response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end('<h1>Sign in</h1>'),
      ],
      [/larger than 64,000 bytes/, (_, response) => response.writeHead(200, typed).end(Buffer.alloc(5_000_000, 0x30))],
      [/no answer of RFC 3161/, (_, response) => response.writeHead(200, typed).end(Buffer.alloc(900, 0x30))],
      [/time stamp of other bytes/, (_, response) => granted(authority)(Buffer.from(other), response)],
      [/not valid at/, granted(authority, { signer: 'expired' })],
      [/closed the connection/, (_, response) => response.destroy()],
    ];
    for (const [why, answer] of answers) {
      server.answer = answer;
      await assert.rejects(stamp(taskId), { type: 'no_time_stamp', message: why });
      assert.match((await readStampState(house.database.pool, taskId))?.lastError ?? '', why);
    }
    // It drips, and never ends.
    server.answer = (_, response) => {
      response.writeHead(200, typed);
      const drip = setInterval(() => response.write('0'), 20);
      response.on('close', () => clearInterval(drip));
    };
    await assert.rejects(stamp(taskId, { timeoutMs: 300 }), { message: /did not answer in time/ });
    assert.equal((await reportOf(taskId)).state, 'missing');
    const { pool } = house.database;
    const counts = async (now: Date): Promise<unknown> => {
      const { failing, ended, lastError } = (await countMissingStamps(pool, now))!;
      return [failing, ended, lastError];
    };
    assert.deepEqual(await counts(new Date()), [1, 0, 'it did not answer in time']);
    assert.deepEqual(await counts(askedUntil), [0, 1, 'it did not answer in time']);
    const listed = await listMissingStamps(pool, { limit: 10, endedBy: askedUntil });
    assert.deepEqual(
      listed.map((one) => [one.taskId, one.attempts]),
      [[taskId, answers.length + 1]],
    );
    assert.ok(await renewTimeStamp(pool, taskId, new Date(askedUntil.getTime() + 1)));
    assert.deepEqual(await counts(askedUntil), [1, 0, 'it did not answer in time']);
    server.answer = granted(authority);
    await stamp(taskId);
    assert.equal((await reportOf(taskId)).state, 'verified');
    assert.equal((await readStampState(pool, taskId))?.attempts, answers.length + 2);
    assert.equal(await countMissingStamps(pool, askedUntil), undefined);
    assert.equal(await renewTimeStamp(pool, taskId, askedUntil), false);
  });

  it('is asked for at no private address unless that is allowed, and with the password of the address', async () => {
    const taskId = await finished();
    await assert.rejects(stamp(taskId, { connect: guardedConnector({ allowLoopback: false, allowPlain: true }) }), {
      message: /its address is one that nothing is sent to/,
    });
    const url = new URL(server.url);
    [url.username, url.password] = ['user', 'a%3Ab'];
    let sent: string | undefined;
    server.answer = (body, response, request) => {
      sent = request.headers.authorization;
      granted(authority)(body, response);
    };
    await stamp(taskId, { url });
    assert.equal(Buffer.from(sent!.slice('Basic '.length), 'base64').toString(), 'user:a:b');
  });
});
