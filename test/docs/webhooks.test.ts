import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { attemptErrors } from '../../domain/delivery/attempt.ts';
import { hooksPerWorkspace } from '../../store/lanes/hooks.ts';
import { readSettings } from '../../process/settings.ts';

describe('docs/webhooks.md', () => {
  const page = readFileSync(new URL('../../docs/webhooks.md', import.meta.url), 'utf8');

  it('lists every error code of an attempt, in its own words', () => {
    const small = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);
    const table = page.slice(page.indexOf('| `null`'), page.indexOf('After the last attempt'));
    const rows = [...table.matchAll(/^\| `(\w+)`\s*\| (.+?)\s*\|$/gm)].slice(1);
    const words = Object.fromEntries(rows.map(([, code, text = '']) => [code, small(text)]));
    const listed = Object.fromEntries(Object.entries(attemptErrors).map(([code, text]) => [code, small(text)]));
    assert.deepEqual(words, listed);
  });

  it('names the numbers that the settings have', () => {
    const settings = readSettings({});
    assert.deepEqual(
      settings.DELIVERY_WAITS_MS,
      [10, 30, 60, 120, 240, 480, 960, 1800].map((seconds) => seconds * 1000),
    );
    assert.ok(page.includes('after 10 s, 30 s, 1, 2, 4, 8, 16 and 30 minutes'));
    assert.deepEqual(
      settings.LANES_WEBHOOK_WAITS_MS,
      [1, 5, 30, 120, 360].map((minutes) => minutes * 60_000),
    );
    assert.ok(page.includes('then 1, 5, 30, 120 and 360 minutes after the attempt before (`LANES_WEBHOOK_WAITS_MS`)'));
    assert.ok(page.includes(`for ${settings.DELIVERY_KEEP_DAYS} days (\`DELIVERY_KEEP_DAYS\`)`));
    assert.ok(page.includes(`at most ${hooksPerWorkspace} webhooks`));
    assert.ok(page.includes(`within ${settings.DELIVERY_TIMEOUT_MS / 1000} seconds`));
    assert.ok(page.includes(`\`DELIVERY_PER_ORIGIN\` attempts (${settings.DELIVERY_PER_ORIGIN})`));
  });
});
