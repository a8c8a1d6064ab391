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
