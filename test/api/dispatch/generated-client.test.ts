import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import openapiTS from 'openapi-typescript';
import type { OpenAPI3 } from 'openapi-typescript';
import { openTestApi, type TestApi } from '../../support/dispatch-api.ts';

const root = join(import.meta.dirname, '../../..');

/** What a user of the description would write against the generated types. */
const program = `
import createClient from 'openapi-fetch';
import type { components, paths } from './schema.ts';

export async function run(baseUrl: string, key: string): Promise<Record<string, unknown>> {
  const client = createClient<paths>({ baseUrl, headers: { Authorization: \`Bearer \${key}\` } });
  const input: components['schemas']['PullPodInput'] = { task_type: 'pull_pod', params: { pro: '4471180293' } };
  const queued = await client.POST('/api/tasks', { body: input });
  const task = queued.data as components['schemas']['TaskRecord'];
  const read = await client.GET('/api/tasks/{id}', { params: { path: { id: task.id } } });
  const listed = await client.GET('/api/tasks', { params: { query: { status: 'queued', limit: 5 } } });
  const refused = await client.POST('/api/tasks', { body: { task_type: 'pull_pod', params: { pro: '1' } } });
  const portals = await client.GET('/api/playbooks');
  return {
    status: queued.response.status,
    sameTask: read.data?.id === task.id && read.data?.outcome === null,
    listed: listed.data?.tasks.map((found) => found.id),
    refused: refused.error && 'error' in refused.error ? refused.error.error : null,
    portals: portals.data?.playbooks.length,
  };
}

export function wrong(client: ReturnType<typeof createClient<paths>>): void {
  // @ts-expect-error there is no such status
  void client.GET('/api/tasks', { params: { query: { status: 'lost' } } });
  // @ts-expect-error there is no such path
  void client.GET('/api/task');
  // @ts-expect-error a task has a type
  void client.POST('/api/tasks', { body: { params: { pro: '4471180293' } } });
}
`;

describe('a client generated from /api/openapi.json', function () {
  let api: TestApi;
  let folder: string;
  before(async () => {
    api = await openTestApi();
    // Inside the project, so that the client finds its packages.
    mkdirSync(join(root, 'dist'), { recursive: true });
    folder = mkdtempSync(join(root, 'dist', 'generated-client-'));
  });
  after(async () => {
    rmSync(folder, { recursive: true, force: true });
    await api.close();
  });

  it('compiles under strict rules and works', async () => {
    const { json: document } = await api.call('GET', '/api/openapi.json');
    writeFileSync(join(folder, 'schema.ts'), await openapiTS(document as OpenAPI3));
    writeFileSync(join(folder, 'client.ts'), program);
    writeFileSync(
      join(folder, 'tsconfig.json'),
      JSON.stringify({
        compilerOptions: {
          target: 'es2023',
          lib: ['es2023', 'dom'],
          module: 'nodenext',
          types: [],
          strict: true,
          noEmit: true,
          skipLibCheck: true,
          allowImportingTsExtensions: true,
        },
        files: ['client.ts'],
      }),
    );
    await promisify(execFile)(join(root, 'node_modules/.bin/tsc'), ['-p', folder]).catch((error: { stdout: string }) =>
      assert.fail(error.stdout),
    );
    const { run } = (await import(join(folder, 'client.ts'))) as {
      run: (baseUrl: string, key: string) => Promise<Record<string, unknown>>;
    };
    const result = await run(api.url, api.key);
    assert.deepEqual(
      { ...result, listed: (result['listed'] as unknown[]).length },
      {
        status: 201,
        sameTask: true,
        listed: 1,
        refused: 'params.pro must be exactly 10 digits',
        portals: api.deps.playbooks.length,
      },
    );
  });
});
