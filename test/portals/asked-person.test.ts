import assert from 'node:assert/strict';
import { isAboutPages } from '../../domain/dispatch/ending.ts';
import { readPlaybook } from '../../portals/playbooks/load.ts';
import type { LoadedPlaybook } from '../../domain/dispatch/playbook/language.ts';
import { runCapability } from '../../portals/run-capability.ts';
import type { CapabilityResult, CapabilityRun } from '../../portals/run-capability.ts';
import { memorySink, testBrowsers } from '../support/browser.ts';
import type { MemorySink } from '../support/browser.ts';
import { openHostilePortal } from './guard/hostile-portal.ts';
import type { HostilePortal } from './guard/hostile-portal.ts';

const code = '802417';
const html = (body: string): string => `<!doctype html><title>Carrier</title>${body}`;

describe('a step that asks a person', () => {
  let portal: HostilePortal;
  let sink: MemorySink;
  before(async () => {
    portal = await openHostilePortal();
    portal.show({
      '/login': html(
        '<h1>Check</h1><form method=post action=/code><label>Code <input name=code></label><button>Continue</button></form><p role=alert></p>',
      ),
      'POST /code': (_request, response) => {
        const isRight = portal.received.at(-1)?.includes(`code=${code}`) === true;
        response.writeHead(
          303,
          isRight ? { location: '/home', 'set-cookie': 'sid=good; Path=/' } : { location: '/login' },
        );
        response.end();
      },
      '/home': html('<h1>Shipments</h1><p>Signed in as robot</p><dl><dt>Weight</dt><dd>1,200 lb</dd></dl>'),
    });
  });
  after(() => portal.close());

  const playbook = (): LoadedPlaybook =>
    readPlaybook(
      JSON.stringify({
        id: 'asks',
        name: 'A portal that sends a code',
        version: '1.0.0',
        portal: { name: 'Carrier', kind: 'tms' },
        origins: [portal.url],
        account: 'asks',
        pages: {
          login: { paths: ['/login'], secret: true, fingerprint: { headings: ['Check'] } },
          home: { paths: ['/home'], fingerprint: { headings: ['Shipments'] } },
        },
        login: {
          page: 'login',
          steps: [
            { do: 'go', to: '/login', next: 'login' },
            { do: 'ask', target: { label: 'Code' }, question: 'The code that was sent to the phone', within_s: 60 },
            {
              do: 'click',
              effect: 'write',
              target: { role: 'button', name: 'Continue' },
              expects: [
                {
                  method: 'POST',
                  path: '/code',
                  content: 'form',
                  fields: ['code'],
                  constraints: [{ field: 'code', equals: '{{answer}}' }],
                },
              ],
              next: 'home',
            },
          ],
          probe: { go: '/home', page: 'home', signed_in: { text: 'Signed in as {{account.username}}' } },
        },
        capabilities: {
          pull_pod: { inputs: ['pro'], steps: [{ do: 'read', target: { beside: 'Weight' }, as: 'billed_weight' }] },
        },
        never_click: ['void_bill', 'cancel_shipment', 'write_off_balance', 'mass_rerate'].map((action) => ({
          action,
          label: action,
          names: [],
          paths: [],
        })),
      }),
      'asks.json',
      { PORTAL_PLAYBOOKS: '', PORTAL_ALLOW_LOOPBACK: true, PORTAL_SANDBOX_TMS_URL: '', PORTAL_SANDBOX_AUDIT_URL: '' },
    ) ?? assert.fail('the playbook has no origin');

  function run(more: Partial<CapabilityRun>): Promise<CapabilityResult> {
    sink = memorySink();
    return runCapability({
      playbook: playbook(),
      taskType: 'pull_pod',
      inputs: { pro: '0412708839' },
      sink,
      signal: new AbortController().signal,
      onProgress: () => {},
      browsers: testBrowsers(),
      stepTimeoutMs: 60_000,
      now: () => new Date(),
      session: {
        credentials: async () => ({ username: 'robot', password: 'of no use here' }),
        load: async () => null,
        save: async () => {},
      },
      ...more,
    });
  }

  it('types the answer through the guard, and keeps it out of the evidence', async () => {
    const asked: string[] = [];
    const result = await run({
      ask: async ({ question, withinMs }) => {
        asked.push(`${question} (${withinMs})`);
        return code;
      },
    });
    assert.equal(result.kind, 'finished', JSON.stringify(result));
    assert.deepEqual(asked, ['The code that was sent to the phone (60000)']);
    const texts = [...sink.files.values()].filter(({ mediaType }) => mediaType.startsWith('text/'));
    for (const text of [
      JSON.stringify(sink.events),
      JSON.stringify(result),
      ...texts.map(({ bytes }) => bytes.toString()),
    ])
      assert.ok(!text.includes(code), text);
  });

  it('ends the run for a person to take over when nobody answers', async () => {
    const result = await run({ ask: async () => undefined });
    assert.ok(result.kind === 'changed' && !isAboutPages(result.expected));
    assert.deepEqual(
      { ...result },
      {
        kind: 'changed',
        page: 'login',
        expected: 'an answer of a person to "The code that was sent to the phone"',
        found: 'none within 60 s',
      },
    );
  });
});
