/** A flood of sign-ins, each of which would cost a processor: the service stays, and says to most of them what to do. */
import assert from 'node:assert/strict';
import { request } from 'undici';
import { openConsole, type TestConsole } from '../../../support/console.ts';
import type { TestLanes } from '../../../support/lanes-api.ts';

const tries = 300;

interface Answered {
  readonly status: number;
  readonly text: string;
  readonly retryAfter: string;
}

describe('a flood of sign-ins', () => {
  let site: TestConsole<TestLanes>;
  before(async () => {
    site = await openConsole('lanes', { CONSOLE_PROXIES: '1' });
  });
  after(() => site.close());

  /** Many tries at once. @param from the address of each, as a proxy would say it */
  async function flood(
    path: string,
    fields: Record<string, string>,
    from: (no: number) => string,
  ): Promise<Answered[]> {
    const visitor = site.visitor();
    const page = await visitor.get('/console/sign-in');
    const token = /name="_csrf" value="([^"]+)"/.exec(page.text)?.[1] ?? '';
    const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const ask = async (no: number): Promise<Answered> => {
      const { statusCode, headers, body } = await request(`${site.baseUrl}${path}`, {
        method: 'POST',
        headers: { cookie, 'content-type': 'application/x-www-form-urlencoded', 'x-forwarded-for': from(no) },
        body: new URLSearchParams({ _csrf: token, email: `name${no}@example.com`, ...fields }).toString(),
      });
      return { status: statusCode, text: await body.text(), retryAfter: String(headers['retry-after'] ?? '') };
    };
    return Promise.all(Array.from({ length: tries }, (_, no) => ask(no)));
  }

  it('from everywhere leaves health and callers of the API answered, and gets Retry-After', async () => {
    const { workspace } = site.api;
    const flooded = { over: false };
    const flooding = flood(
      '/console/sign-in',
      { password: 'a wrong password' },
      (no) => `198.51.100.${no % 250}`,
    ).finally(() => (flooded.over = true));
    const seen: number[] = [];
    while (!flooded.over) {
      const health = await request(`${site.baseUrl}/healthz`);
      await health.body.dump();
      const lanes = await site.api.call('GET', '/v1/lanes', { key: workspace.key });
      if (!flooded.over) seen.push(health.statusCode, lanes.status);
    }
    const answers = await flooding;
    assert.deepEqual([...new Set(seen)], [200], 'each was answered while the flood lasted');
    const refused = answers.filter(({ status }) => status === 503);
    assert.ok(refused.length >= tries / 3, `${refused.length} of ${tries} got Retry-After`);
    assert.equal(answers.filter(({ status }) => status === 401).length, tries - refused.length);
    assert.match(refused[0]?.text ?? '', /Too many people are signing in right now; try again shortly/);
    assert.match(refused[0]?.retryAfter ?? '', /^\d+$/);
  });

  it('from one address is held back, with the time to wait', async () => {
    const answers = await flood('/console/sign-in', { password: 'a wrong password' }, () => '203.0.113.9');
    const held = answers.filter(({ status }) => status === 429);
    assert.ok(held.length > 0);
    assert.match(held[0]?.text ?? '', /Too many failed attempts\. Try again in \d+ seconds/);
    assert.ok(answers.filter(({ status }) => status === 401).length <= 30);
  });
});
