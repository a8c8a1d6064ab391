import assert from 'node:assert/strict';
import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { type Manifest, manifestFile } from '../../../domain/dispatch/evidence/manifest.ts';
import { openRecorder } from '../../../activities/dispatch/recorder.ts';
import { capabilityToken } from '../../../process/task-links.ts';
import { readKeys, signatureChecks, base64, sha256 } from '../../../process/evidence-crypto.ts';
import { verifyPack } from '../../../domain/dispatch/evidence/verify.ts';
import { evidenceHouse, recordLog, type EvidenceHouse } from '../../activities/dispatch/evidence-fixture.ts';
import { readAudit } from '../../../store/audit-log.ts';
import { sessionOf } from '../../support/console.ts';
import { openTestApi, testSecret, type TestApi } from '../../support/dispatch-api.ts';
import { runFolder } from '../../support/machines.ts';

describe('the pages of a task over HTTP', () => {
  let api: TestApi;
  let house: EvidenceHouse;
  let taskId: string;
  before(async () => {
    const blobFolder = await mkdtemp(join(runFolder(), 'blobs-'));
    api = await openTestApi({ BLOB_FOLDER: blobFolder });
    house = await evidenceHouse({ database: api.database, blobFolder, senderId: api.senderId, secret: testSecret });
    taskId = await house.completedTask();
  });
  after(async () => {
    await api.close();
    await house.close();
  });

  const token = (id: string, at = new Date()): string =>
    capabilityToken({ deploymentSecret: testSecret, linkDays: 30, now: at }, id);
  const html = { accept: 'text/html,application/xhtml+xml' };
  const days = (n: number): Date => new Date(Date.now() + n * 86_400_000);

  it('are closed to every link that was given away when the links are revoked, and open with those of the record', async () => {
    const id = await house.completedTask();
    const other = await house.completedTask();
    const old = token(id);
    const open = async (path: string): Promise<number> => (await api.call('GET', path, { key: null })).status;
    assert.equal(await open(`/tasks/${id}?k=${old}`), 200);
    for (const round of [1, 2]) {
      const answer = await api.call('POST', `/api/tasks/${id}/revoke-links`);
      assert.equal(answer.status, 200);
      assert.equal(await open(`/tasks/${id}?k=${old}`), 404);
      assert.equal(await open(`/evidence/${id}/${manifestFile}?k=${old}`), 404);
      for (const link of [answer.json.result_url, answer.json.evidence.manifest_url]) {
        const { pathname, search } = new URL(link);
        assert.equal(await open(pathname + search), 200, `${pathname} in round ${round}`);
        // A page that is open has links of the same generation.
        assert.equal(await open(pathname.replace(id, other) + search), 404);
      }
      assert.equal((await api.call('GET', `/tasks/${id}`)).status, 200);
    }
    assert.equal(await open(`/tasks/${other}?k=${token(other)}`), 200);
    const log = await readAudit(api.database.pool, id);
    assert.deepEqual(
      log.map(({ act, details }) => [act, details['link_generation']]),
      [
        ['task.links_revoked', 1],
        ['task.links_revoked', 2],
      ],
    );
    assert.equal((await api.call('POST', '/api/tasks/tsk_none/revoke-links')).status, 404);
    assert.equal((await api.call('POST', `/api/tasks/${id}/revoke-links`, { key: null })).status, 401);
  });

  describe('who may see them', () => {
    for (const path of [(id: string) => `/tasks/${id}`, (id: string) => `/evidence/${id}/${manifestFile}`]) {
      const name = path('<id>');
      it(`${name} opens with the owner's key`, async () => {
        assert.equal((await api.call('GET', path(taskId))).status, 200);
      });

      it(`${name} opens with the capability link alone, for 30 days`, async () => {
        assert.equal((await api.call('GET', `${path(taskId)}?k=${token(taskId)}`, { key: null })).status, 200);
        assert.equal(
          (await api.call('GET', `${path(taskId)}?k=${token(taskId, days(-29.9))}`, { key: null })).status,
          200,
        );
      });

      it(`${name} opens for anyone who is signed in to the console, as long as the session lasts`, async () => {
        const cookie = `lk_session=${await sessionOf(api.database, 'viewer')}`;
        const ask = () => api.call('GET', path(taskId), { key: null, headers: { cookie } });
        assert.equal((await ask()).status, 200);
        await api.database.pool.query('update sessions set ended_at = now()');
        assert.equal((await ask()).status, 404);
      });

      it(`${name} answers 404 to everybody else, never 401 or 403`, async () => {
        const otherTask = await house.completedTask();
        const good = token(taskId);
        const wrong = [
          undefined,
          '',
          'x',
          token(otherTask),
          token(taskId, days(-30.1)),
          `${good}x`,
          good.slice(0, -1),
          good.replace(/^\d+/, (expiry) => String(Number(expiry) + 1)),
          `${good.split('.')[0]}.${'A'.repeat(43)}`,
        ];
        for (const k of wrong) {
          const answer = await api.call('GET', path(taskId) + (k === undefined ? '' : `?k=${encodeURIComponent(k)}`), {
            key: null,
          });
          assert.deepEqual([answer.status, answer.json?.code], [404, 'not_found'], String(k));
        }
        assert.equal((await api.call('GET', `${path(taskId)}?k=${good}&k=${good}`, { key: null })).status, 404);
        for (const key of [api.other.key, 'lk_dispatch_wrong', await api.keyWith(['submit'])])
          assert.equal((await api.call('GET', path(taskId), { key })).status, 404);
        assert.equal((await api.call('GET', path('tsk_00000000-0000-7000-8000-000000000000'))).status, 404);
        for (const id of ['tsk_%00', '..', '%2e%2e', "tsk_'", 'tsk_1%2f2'])
          assert.equal((await api.call('GET', path(id))).status, 404, id);
      });
    }

    it('a good link opens the task even beside a key of somebody else', async () => {
      assert.equal((await api.call('GET', `/tasks/${taskId}?k=${token(taskId)}`, { key: api.other.key })).status, 200);
    });

    it('a person who is signed in gets links that end with the session, not capabilities', async () => {
      const cookie = `lk_session=${await sessionOf(api.database, 'viewer')}`;
      const { text } = await api.call('GET', `/tasks/${taskId}`, { key: null, headers: { ...html, cookie } });
      assert.match(text, /href="\/evidence\/[^"?]+"/);
      assert.doesNotMatch(text, /\?k=/);
    });

    it('the links of the record open what they name', async () => {
      const { json } = await api.call('GET', `/api/tasks/${taskId}`);
      for (const url of [json.result_url, json.evidence.manifest_url, json.evidence.pod_url] as string[]) {
        const { pathname, search } = new URL(url);
        assert.equal((await api.call('GET', pathname + search, { key: null })).status, 200, url);
      }
    });
  });

  describe('GET /evidence/<id>/<file>', () => {
    it('serves each file of the pack as what it is, never guessed and never as a page of ours', async () => {
      const types: Record<string, string> = {
        'manifest.json': 'application/json; charset=utf-8',
        'events.jsonl': 'application/x-ndjson; charset=utf-8',
        'manifest.dsse.json': 'application/json; charset=utf-8',
        '001-shipment.txt': 'text/plain; charset=utf-8',
        '001-shipment.png': 'image/png',
        'pod.pdf': 'application/pdf',
      };
      const pack = await house.packOf(taskId);
      assert.deepEqual([...pack.keys()].sort(), Object.keys(types).sort());
      for (const [file, bytes] of pack) {
        const answer = await fetch(`${api.url}/evidence/${taskId}/${file}?k=${token(taskId)}`);
        assert.equal(answer.headers.get('content-type'), types[file]);
        assert.equal(answer.headers.get('x-content-type-options'), 'nosniff');
        assert.equal(answer.headers.get('content-disposition'), `inline; filename="${file}"`);
        assert.match(
          answer.headers.get('content-security-policy') ?? '',
          file === 'pod.pdf' ? /^default-src 'none'; object-src/ : /sandbox/,
        );
        assert.equal(answer.headers.get('referrer-policy'), 'no-referrer');
        assert.equal(answer.headers.get('cache-control'), 'private, no-cache');
        assert.ok(Buffer.from(await answer.arrayBuffer()).equals(bytes));
      }
    });

    it('offers HTML that was captured only as a download', async () => {
      const running = await house.newTask();
      await openRecorder(house.deps, running).file('page.html', Buffer.from('<script>alert(1)</script>'), 'text/html');
      const { headers } = await api.call('GET', `/evidence/${running}/page.html`);
      assert.equal(headers['content-type'], 'application/octet-stream');
      assert.equal(headers['content-disposition'], 'attachment; filename="page.html"');
    });

    it('answers 304 while the bytes are the same, and the new bytes when they are not', async () => {
      const id = await house.completedTask();
      const first = await api.call('GET', `/evidence/${id}/pod.pdf`);
      const headers = { 'if-none-match': first.headers['etag'] as string };
      assert.equal((await api.call('GET', `/evidence/${id}/pod.pdf`, { headers })).status, 304);
      await house.changeStored(id, 'pod.pdf', (bytes) => Buffer.concat([bytes, Buffer.from('!')]));
      assert.equal((await api.call('GET', `/evidence/${id}/pod.pdf`, { headers })).status, 200);
    });

    it('answers HEAD like GET without the bytes', async () => {
      const answer = await api.call('HEAD', `/evidence/${taskId}/pod.pdf`);
      assert.deepEqual([answer.status, answer.text, answer.headers['content-type']], [200, '', 'application/pdf']);
    });

    it('answers 404 for files that are not of the pack and for every way out of it', async () => {
      for (const file of [
        'nothing.txt',
        '..%2f..%2fetc%2fpasswd',
        '%2e%2e%2fdeployment-secret',
        '..',
        '.',
        '%00',
        'pod.pdf%00',
        'pod.pdf%2f',
        'POD.PDF',
      ]) {
        const answer = await api.call('GET', `/evidence/${taskId}/${file}`);
        assert.equal(answer.status, 404, file);
      }
      assert.equal((await api.call('POST', `/evidence/${taskId}/pod.pdf`)).status, 405);
    });

    it('serves everything a stranger needs to verify the pack with the published keys', async () => {
      const keys = readKeys((await api.call('GET', '/.well-known/evidence-keys.json', { key: null })).text);
      const get = async (file: string): Promise<Uint8Array> =>
        new Uint8Array(await (await fetch(`${api.url}/evidence/${taskId}/${file}?k=${token(taskId)}`)).arrayBuffer());
      const manifest = JSON.parse(Buffer.from(await get('manifest.json')).toString()) as Manifest;
      const pack = new Map<string, Uint8Array>();
      for (const file of ['manifest.json', manifest.signature_file, ...manifest.files.map((entry) => entry.file)])
        pack.set(file, await get(file));
      assert.equal(verifyPack(pack, { sha256, base64, pinpoint: false, ...signatureChecks(keys) }).verified, true);
    });
  });

  describe('GET /tasks/<id>', () => {
    it('shows the whole evidence log on one page without scripts, under a strict policy', async () => {
      const { status, headers, text } = await api.call('GET', `/tasks/${taskId}?k=${token(taskId)}`, {
        key: null,
        headers: html,
      });
      assert.equal(status, 200);
      assert.match(
        headers['content-security-policy'] as string,
        /^default-src 'none'; style-src 'self'; img-src 'self';/,
      );
      assert.equal(headers['refresh'], undefined);
      assert.doesNotMatch(text, /<script|style="|onerror|javascript:/);
      for (const part of [
        'Completed',
        'The signed proof of delivery for PRO 4417702214',
        'DR-1',
        '✓ Verified',
        '6 events',
        'Open Shipment 4417702214',
        'Attempt 1 begins.',
        'the playbook declares this page',
        'the POD names the PRO',
        '✓ pass',
        'pod.pdf',
        '001-shipment.png',
        `/evidence/${taskId}/001-shipment.txt?k=`,
      ])
        assert.ok(text.includes(part), part);
      const style = /href="(\/static\/[^"]+)"/.exec(text)?.[1] ?? '';
      const css = await api.call('GET', style, { key: null });
      assert.deepEqual([css.status, css.headers['content-type']], [200, 'text/css; charset=utf-8']);
      for (const [, path] of text.matchAll(/(?:href|src)="(\/evidence[^"]+)"/g))
        assert.equal((await api.call('GET', path!.replaceAll('&amp;', '&'), { key: null })).status, 200, path!);
    });

    it('shows what portals and callers wrote as text, never as markup', async () => {
      const evil = '<img src=x onerror=alert(1)>"\'&\u202egnp';
      const id = await house.newTask({
        instruction: evil,
        clientRef: evil,
        params: { pro: '4417702214', comment: evil },
        requestedBy: { name: evil },
      });
      const stop = { verdict: 'stopped', rule: 'never_click.void_bill', reason: evil } as const;
      await openRecorder(house.deps, id).record([
        { kind: 'note', note: evil },
        { kind: 'verdict', layer: 'element', subject: evil, ...stop },
        {
          kind: 'step',
          portal: evil,
          action: evil,
          target: evil,
          url: `javascript:${evil}`,
          page_text: null,
          screenshot: null,
          guard: stop,
        },
        { kind: 'check', check: evil, expected: evil, found: evil, verdict: 'fail' },
      ]);
      const { text } = await api.call('GET', `/tasks/${id}`, { headers: html });
      assert.doesNotMatch(text, /<img src=x|"'&|href="javascript|\u202e/);
      assert.equal(text.split('&lt;img src=x onerror=alert(1)&gt;&quot;&#39;&amp;\\u202egnp').length - 1 >= 12, true);
    });

    it('loads itself again while the task is under way, unless that was turned off', async () => {
      const id = await house.newTask();
      await recordLog(house, id);
      const following = await api.call('GET', `/tasks/${id}`, { headers: html });
      assert.equal(following.headers['refresh'], '5');
      assert.match(following.text, /Signed when the task ends/);
      const still = await api.call('GET', `/tasks/${id}?refresh=off`, { headers: html });
      assert.equal(still.headers['refresh'], undefined);
    });

    it('calls a step that the guard stopped not done', async () => {
      const id = await house.newTask({ taskType: 'portal_action', params: { action: 'void_bill', pro: '4417702214' } });
      const guard = {
        verdict: 'stopped',
        rule: 'never_click.void_bill',
        reason: 'It is on the never-click list.',
      } as const;
      await openRecorder(house.deps, id).record([
        {
          kind: 'step',
          portal: 'none',
          action: 'void_bill',
          target: 'PRO 4417702214',
          url: null,
          page_text: null,
          screenshot: null,
          guard,
        },
      ]);
      const { text } = await api.call('GET', `/tasks/${id}`, { headers: html });
      assert.match(text, /<h3>Not done: void bill: PRO 4417702214<\/h3>/);
      assert.match(text, /✕ stopped/);
    });

    it('says what waits for a person', async () => {
      const id = await house.newTask({ instruction: 'Reweigh per W&I 77.' });
      await api.database.pool.query("update tasks set status = 'awaiting_approval' where id = $1", [id]);
      await api.database.pool.query(
        `insert into approvals (id, task_id, reason, amount_cents, digest, change, expires_at)
         values ('apr_page', $1, 'The net change is over $250.00.', 25001, 'd', '{}', '2026-11-28T10:00:00Z')`,
        [id],
      );
      const { text } = await api.call('GET', `/tasks/${id}`, { headers: html });
      for (const part of [
        'Awaiting approval',
        'The net change is over $250.00.',
        '$250.01',
        '28 Nov 2026, 10:00:00 UTC',
        'Reweigh per W&amp;I 77.',
      ])
        assert.ok(text.includes(part), part);
    });

    it('turns the badge when any stored byte is changed, and turns it back when the byte is', async () => {
      const id = await house.completedTask();
      const page = async (): Promise<string> => (await api.call('GET', `/tasks/${id}`, { headers: html })).text;
      const flip = (bytes: Buffer): Buffer => {
        const copy = Buffer.from(bytes);
        copy[copy.length >> 1]! ^= 0x20;
        return copy;
      };
      for (const file of (await house.packOf(id)).keys()) {
        assert.match(await page(), /✓ Verified/);
        await house.changeStored(id, file, flip);
        const broken = await page();
        assert.match(broken, /✕ Does not verify/, file);
        assert.doesNotMatch(broken, /✓ Verified/);
        assert.ok(broken.includes(file), file);
        await house.changeStored(id, file, flip);
      }
      assert.match(await page(), /✓ Verified/);
    });

    it('turns the badge when the record in the database is changed', async () => {
      const id = await house.completedTask();
      await api.database.pool.query("update tasks set summary = 'Something else.' where id = $1", [id]);
      const { text } = await api.call('GET', `/tasks/${id}`, { headers: html });
      assert.match(text, /✕ Does not verify/);
      assert.match(text, /the summary in the signed pack is “The signed proof of delivery/);
    });

    it('answers a browser with a readable page and a program with JSON where there is nothing to see', async () => {
      const browser = await api.call('GET', '/tasks/tsk_nothing', { key: null, headers: html });
      assert.deepEqual([browser.status, browser.headers['content-type']], [404, 'text/html; charset=utf-8']);
      assert.match(browser.text, /There is no such task/);
      assert.equal((await api.call('GET', '/tasks/tsk_nothing', { key: null })).json.code, 'not_found');
    });
  });
});
