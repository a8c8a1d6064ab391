import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { csvColumns } from '../../../domain/dispatch/csv/columns.ts';
import { signingSecret } from '../../../process/secrets.ts';
import { openTestApi, type TestApi, testSecret } from '../../support/dispatch-api.ts';

const page = readFileSync(join(import.meta.dirname, '../../../docs/channels.md'), 'utf8');
const blocks = (language: string): string[] =>
  [...page.matchAll(new RegExp(`^\`\`\`${language}\n([\\s\\S]*?)^\`\`\`$`, 'gm'))].map((match) => match[1] ?? '');

describe('docs/channels.md', () => {
  let api: TestApi;
  let folder: string;
  before(async () => {
    api = await openTestApi();
    folder = mkdtempSync(join(tmpdir(), 'lanekeeper-channels-'));
    writeFileSync(join(folder, 'tasks.csv'), blocks('csv')[0] ?? '');
  });
  after(async () => {
    rmSync(folder, { recursive: true });
    await api.close();
  });

  const run = async (script: string): Promise<string> => {
    const secret = { ownerKind: 'sender', ownerId: api.senderId, purpose: 'inbound', generation: 1 } as const;
    const env = { BASE: api.url, KEY: api.key, SENDER: api.senderId, SECRET: signingSecret(testSecret, secret) };
    const ran = await promisify(execFile)('bash', ['-euc', script], {
      cwd: folder,
      env: { PATH: process.env['PATH'], ...env },
    });
    return ran.stdout;
  };

  it('has a command for API, CSV, webhook and MCP that works as it is', async () => {
    const commands = blocks('sh').filter((block) => block.includes('curl '));
    assert.equal(commands.length, 4);
    const [one, csv, webhook, mcp] = await Promise.all(commands.map(run));
    const first = JSON.parse(one ?? '') as { id: string; client_ref: string };
    assert.equal(first.client_ref, 'WO-5521');
    assert.match(csv ?? '', /\r\npull_pod,4471180293,Get the signed POD,WO-5521,2,201,tsk_/);
    assert.match((JSON.parse(webhook ?? '') as { id: string }).id, /^tsk_/);
    assert.match(mcp ?? '', /"structuredContent":\{"id":"tsk_/);
  });

  it('names every column of the CSV', () => {
    for (const column of csvColumns) assert.ok(page.includes(`\`${column}\``), column);
  });
});
