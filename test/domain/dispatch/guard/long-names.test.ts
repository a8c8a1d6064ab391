import assert from 'node:assert/strict';
import { judgeElement } from '../../../../domain/dispatch/guard/element-gate.ts';
import { fitRequest, longestBody } from '../../../../domain/dispatch/guard/request-fit.ts';
import { canonicalUrl } from '../../../../domain/dispatch/guard/request-line.ts';
import { plainElement } from './plain-element.ts';
import { neverClickName, neverClickPath } from '../../../../domain/dispatch/guard/never-click.ts';

describe('a name as long as a page likes', () => {
  // Each took from seconds to minutes while the time grew with the square of the length; the run's own limit holds them.
  for (const [what, name] of [
    ['spaces', `${' '.repeat(100_000)}x`],
    ['digits', '1'.repeat(100_000)],
    ['one word', 'bill'.repeat(25_000)],
    ['letters one by one', 'v '.repeat(20_000)],
  ] as const)
    it(`is read in time that grows with its length: ${what}`, () => {
      assert.equal(neverClickName(name, []), undefined);
      assert.equal(neverClickPath(`/a/${name}`, [], true), undefined);
    });

  it('is refused unread beyond what an honest control, address or body has', () => {
    const rules = { origins: ['https://tms.example'], pages: {}, neverClick: [], harmless: [], values: {} };
    const question = { input: 'click', effect: 'read', step: 'test', target: {}, expects: [], page: 'start' } as const;
    const ruleOf = (more: object): string =>
      judgeElement({ ...question, facts: { ...plainElement, ...more } }, rules).rule;
    const attribute = (name: string, value: string): object => ({ attributes: [{ where: 'part', name, value }] });
    const long = 'a '.repeat(5_000);
    assert.equal(ruleOf({ title: long }), 'element.long_text');
    assert.equal(ruleOf(attribute('data-props', long)), 'element.long_text');
    assert.equal(ruleOf({ context: [{ kind: 'section', text: long }] }), 'element.long_text');
    assert.equal(ruleOf(attribute('src', `data:image/png;base64,${'A'.repeat(20_000)}`)), 'element.declared');
    assert.equal(canonicalUrl(`https://tms.example/${'a'.repeat(9_000)}`), undefined);
    const body = { contentType: 'application/x-www-form-urlencoded', text: `a=${'a'.repeat(longestBody)}` };
    const expected = { method: 'POST', path: '/save', content: 'form', fields: ['a'], constraints: [] } as const;
    const url = canonicalUrl('https://tms.example/save') ?? assert.fail('it is an address');
    const facts = { method: 'POST', url: 'https://tms.example/save', purpose: 'page', headers: {}, body } as const;
    const fit = fitRequest(facts, url, { expected, values: {}, by: 'test' }, { neverClick: [], uploads: [] });
    assert.equal('rule' in fit ? fit.rule : '', 'request.long_body');
  });

  it('is found out wherever it says what is never clicked', () => {
    assert.equal(neverClickName(`${'a '.repeat(20_000)}void bill ${'b '.repeat(20_000)}`, []), 'void_bill');
  });
});
