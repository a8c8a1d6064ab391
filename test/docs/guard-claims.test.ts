import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { guardCases } from '../portals/guard/cases/all.ts';
import { isHonest } from '../portals/guard/guard-case.ts';

const page = readFileSync(new URL('../../docs/guard.md', import.meta.url), 'utf8');
const cases = new Map(guardCases.map((one) => [`${one.group}: ${one.name}`, one]));

function namesIn(text: string): string[] {
  return [...text.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name).filter((name) => name.includes(': '));
}

/** The items of a section's list, with the cases that each names. */
function claimsOf(section: string): { claim: string; named: string[] }[] {
  const text = page.split(`\n## ${section}\n`)[1]?.split('\n## ')[0] ?? '';
  return text
    .split(/\n(?=- )/)
    .filter((item) => item.startsWith('- '))
    .map((claim) => ({ claim, named: namesIn(claim) }));
}

/** Section, beginning of a sentence, and the cases or tests that show it. */
type Shown = Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;

/** Those have claims with names of their own, or none. */
const otherSections = new Set(['What the guard stops', 'What works', 'What was tested', 'Limits', 'Cost']);

/** The sentences of the prose; a table is one of its rows each, or one where its rows are compared by another test. */
function sentencesOf(text: string): [section: string, sentence: string][] {
  return text.split(/\n## |^# /).flatMap((part) => {
    const [section = '', ...lines] = part.split('\n');
    if (section === '' || otherSections.has(section)) return [];
    return lines
      .join('\n')
      .split(/\n\s*\n/)
      .flatMap((block) => {
        const rows = block.trim().split('\n');
        if (/^\| (?:Layer|Language) /.test(rows[0] ?? '')) return [rows[0] ?? ''];
        if (rows[0]?.startsWith('|') === true) return rows.slice(2);
        return block.split(/\n(?=- )/).flatMap((item) =>
          item
            .replace(/\s+/g, ' ')
            .trim()
            .split(/(?<=[.!?])\s+(?=[A-Z`"“*])/),
        );
      })
      .filter((sentence) => sentence !== '')
      .map((sentence): [string, string] => [section, sentence]);
  });
}

function isShownBy(name: string): boolean {
  const [, file, title = ''] = /^(test\/\S+\.test\.ts): (.+)$/.exec(name) ?? [];
  if (file === undefined) return cases.has(name);
  return readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8').includes(title);
}

describe('the claims of docs/guard.md', () => {
  for (const [section, isOfSection] of [
    ['What the guard stops', (honest: boolean) => !honest],
    ['What works', (honest: boolean) => honest],
  ] as const)
    it(`name a case of the table each, in “${section}”`, () => {
      const claims = claimsOf(section);
      assert.ok(claims.length > 0);
      for (const { claim, named } of claims) {
        assert.ok(named.length > 0, `no case for: ${claim}`);
        for (const name of named) {
          const one = cases.get(name);
          assert.ok(one !== undefined, `there is no case ${name}`);
          assert.ok(isOfSection(isHonest(one)), `${name} shows the opposite of: ${claim}`);
        }
      }
    });

  it('are all on a list that names what shows each sentence, those aside that claim nothing', () => {
    const shown = JSON.parse(readFileSync(new URL('guard-claims.json', import.meta.url), 'utf8')) as Shown;
    const claimed = new Set<string>();
    const introductions: string[] = [];
    for (const [section, sentence] of sentencesOf(page)) {
      const listed = Object.keys(shown[section] ?? {}).filter((beginning) => sentence.startsWith(beginning));
      assert.equal(listed.length, 1, `${listed.length} entries for “${sentence}” of “${section}”`);
      claimed.add(`${section}: ${listed[0] ?? ''}`);
      const by = shown[section]?.[listed[0] ?? ''] ?? [];
      if (by.length === 0) introductions.push(sentence);
      for (const one of by) assert.ok(isShownBy(one), `there is no ${one}`);
    }
    for (const [section, entries] of Object.entries(shown))
      for (const beginning of Object.keys(entries))
        assert.ok(claimed.has(`${section}: ${beginning}`), `no sentence of “${section}” begins “${beginning}”`);
    assert.ok(introductions.length < 10, introductions.join('\n'));
  });

  it('name cases that there are, among the limits too', () => {
    for (const { named } of claimsOf('Limits'))
      for (const name of named) assert.ok(cases.has(name), `there is no case ${name}`);
  });

  it('describe every case that shows a limit', () => {
    for (const [name, { group }] of cases)
      if (group.endsWith(', limits')) assert.ok(page.includes(`\`${name}\``), `${name} is not among the limits`);
  });

  it('rest on 400 hostile and 200 honest pages at least', () => {
    const honest = guardCases.filter(isHonest).length;
    assert.ok(honest >= 200 && guardCases.length - honest >= 400, `${honest} of ${guardCases.length}`);
  });
});
