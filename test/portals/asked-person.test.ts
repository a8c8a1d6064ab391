import assert from 'node:assert/strict';
import type { CapabilityResult, CapabilityRun } from '../../portals/run-capability.ts';
import { memorySink, type MemorySink } from '../support/browser.ts';
import { code, loadAskingPlaybook, openAskingPortal } from './asking-portal.ts';
import type { HostilePortal } from './guard/hostile-portal.ts';
import { onQuiet } from './on-quiet.ts';
import { readWeight } from './small-portal.ts';

describe('a step that asks a person', () => {
  let portal: HostilePortal;
  let sink: MemorySink;
  before(async () => {
    portal = await openAskingPortal();
  });
  after(() => portal.close());

  function run(more: Partial<CapabilityRun>): Promise<CapabilityResult> {
    return onQuiet(() => {
      sink = memorySink();
      const session = {
        credentials: async () => ({ username: 'robot', password: 'of no use here' }),
        load: async () => null,
        save: async () => {},
      };
      return readWeight(loadAskingPlaybook(portal.url), session, { sink, stepTimeoutMs: 60_000, ...more });
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
    assert.deepEqual([...new Set(asked)], ['The code that was sent to the phone (300000)']);
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
    assert.deepEqual(
      { ...result },
      {
        kind: 'changed',
        page: 'login',
        expected: 'an answer of a person to "The code that was sent to the phone"',
        found: 'none within 300 s',
        about: 'answer',
      },
    );
  });
});
