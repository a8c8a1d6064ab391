/** docs/operations.md, and what other pages say of metrics: each query, metric and log line named is there. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { readPages } from '../../docs/site/pages.ts';
import { savedViews, viewOfPortal, viewOfSender } from '../../temporal/ui-links.ts';

const root = join(import.meta.dirname, '../..');
const page = readFileSync(join(root, 'docs/operations.md'), 'utf8');

/** All code that runs in a process of ours. */
const sources = ['activities', 'api', 'process', 'store', 'temporal', 'worker']
  .flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .map((name) => readFileSync(join(root, folder, name), 'utf8')),
  )
  .join('\n');
const metrics = new Set(sources.match(/(?<=')lanekeeper_\w+(?=')/g));

describe('docs/operations.md', () => {
  it('has the queries that the console and the command line link to, and no others', () => {
    const views = [
      ...savedViews(new Date('2026-11-21T10:00:00Z')),
      viewOfSender('snd_…'),
      { ...viewOfPortal('sandbox-tms'), name: 'Everything at one portal' },
    ];
    const rows = views.map(({ name, query }) => `| ${name.replace('snd_…', 'a sender')} | \`${query}\``);
    assert.deepEqual(
      rows.filter((row) => !page.includes(row)),
      [],
    );
    const [, part = ''] = /^## Finding stuck work$(.*?)^## /ms.exec(page) ?? [];
    assert.equal(part.match(/^\| .* \| `/gm)?.length, rows.length);
  });

  it('has every file with a timer in its table of timers and limits, and none that is gone', () => {
    const [, table = ''] = /^### Every timer and limit$(.*?)^## /ms.exec(page) ?? [];
    const timer = new RegExp(
      [
        String.raw`\b(setTimeout|setInterval|withDeadline|sleep|delay|AbortSignal\.timeout)\(`,
        String.raw`\b(heartbeat|startToClose|scheduleToClose|connection|greeting|socket|request|headers|body|idle)Timeout(Millis)?: `,
        String.raw`\btimeout: [^0']|query_timeout: |set idle_\w+_timeout`,
      ].join('|'),
    );
    const folders = 'activities admin api commands domain portals process start store temporal worker workflows'.split(
      ' ',
    );
    const timed = folders.flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
        .filter((name) => {
          if (!name.endsWith('.ts')) return false;
          const lines = readFileSync(join(root, folder, name), 'utf8').split('\n');
          return lines.some((line) => timer.test(line) && !/^\s*(\*|\/\/|import )/.test(line));
        })
        .map((name) => `${folder}/${name.slice(0, -3)}`),
    );
    assert.ok(timed.length > 80, `${timed.length}`);
    assert.deepEqual(
      timed.filter((file) => !table.includes(file)),
      [],
    );
    const named = [...table.matchAll(/`([a-z-]+(?:\/[a-z0-9-]+)+)`/g)].map(([, file = '']) => file);
    assert.ok(named.length > 60, `${named.length}`);
    assert.deepEqual(
      named.filter((file) => !existsSync(join(root, `${file}.ts`))),
      [],
    );
  });

  it('describes every metric of ours', () => {
    assert.ok(metrics.size > 10);
    assert.deepEqual(
      [...metrics].filter((name) => !page.includes(`\`${name}\``)),
      [],
    );
  });

  it('names only log lines that are written', () => {
    const rows = page.split('\n').filter((line) => /^\|.*\blog\b/.test(line));
    const lines = rows.flatMap((row) => [...(row.split('|')[1] ?? '').matchAll(/`([a-z][^`]*( [^`]*){2,})`/gi)]);
    const quoted = lines.map(([, line = '']) => line).filter((line) => !line.startsWith('npm run'));
    assert.ok(quoted.length > 5);
    assert.deepEqual(
      quoted.filter((line) => !line.split(/ ?… ?/).every((part) => sources.includes(part))),
      [],
    );
  });

  it('and every other page name only metrics of ours that there are', () => {
    const named = readPages(root)
      .filter(({ file }) => file !== 'CHANGELOG.md')
      .flatMap(({ file }) => readFileSync(join(root, file), 'utf8').match(/lanekeeper_\w*[a-z]\b/g) ?? []);
    assert.deepEqual(
      named.filter((name) => !metrics.has(name)),
      [],
    );
  });
});
