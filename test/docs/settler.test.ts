import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { capMicros, dollars, mostItemBytes, personCheckRate, runLimit } from '../../domain/lanes/settler/policy.ts';
import { showSettler } from '../../domain/lanes/settler/shown.ts';
import { itemOutcomes, runEndings } from '../../domain/lanes/settler/run.ts';
import { verdictCodes } from '../../domain/lanes/settler/answer.ts';
import { settingTable } from '../../process/settings.ts';

describe('docs/settler.md', () => {
  let page = '';
  before(async () => {
    page = await readFile(new URL('../../docs/settler.md', import.meta.url), 'utf8');
  });

  it('names every result of an item, every ending of a run and every verdict', () => {
    for (const word of [...itemOutcomes, ...runEndings, ...verdictCodes]) assert.ok(page.includes(`\`${word}\``), word);
  });

  it('states the figures that the code has', () => {
    const cap = dollars(capMicros).replace('.00', '');
    for (const words of [
      `$${cap} a day`,
      `${mostItemBytes.toLocaleString('en-US')} bytes`,
      `< ${personCheckRate}`,
      `1 to ${runLimit.max}, ${runLimit.default} when left out`,
    ])
      assert.ok(page.includes(words), words);
  });

  it('names settings that exist', () => {
    const named = [...page.matchAll(/SETTLER_[A-Z_]+[A-Z]/g)].map(([name]) => name);
    assert.ok(named.length > 8);
    for (const name of named) assert.ok(name in settingTable, name);
  });

  it('shows the answer with the members that it has', () => {
    const example = JSON.parse(/```json\n(\{[^]*?\})\n```/.exec(page)?.[1] ?? '{}') as { last_run: object };
    const outcomes = { settled: 0, for_people: 0, cannot_tell: 0, unusable: 0, not_asked: 0, gone: 0 };
    const run = { id: '', requestedBy: '', model: '', limit: 1, found: 0, startedAt: new Date(), finishedAt: null };
    const shown = showSettler(
      {
        on: true,
        killed: false,
        bookedMicros: 0,
        lastRun: { ...run, ending: 'done', outcomes, bookedMicros: 0 },
        agreement: { asked: 0, answered: 0, agreed: 0 },
      },
      { hasCredential: true, model: 'm' },
    );
    assert.deepEqual(Object.keys(example), Object.keys(shown));
    assert.deepEqual(Object.keys(example.last_run), Object.keys(shown.last_run ?? {}));
  });
});
