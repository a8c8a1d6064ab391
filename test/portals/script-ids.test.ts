import assert from 'node:assert/strict';
import { idsSaidByPage } from '../../portals/script-ids.ts';
import { atOnce } from '../../process/time-slices.ts';

/** By which ids a page calls the record with this number. */
const idsOf = (html: string, number = '0412708839'): string[] =>
  atOnce(idsSaidByPage(html))
    .filter(({ numbers }) => numbers.includes(number))
    .map(({ value }) => value);
const bill = "id: 88412, pro: '0412708839'";

describe('the ids that a page calls its records by', () => {
  for (const [name, script] of [
    ['an object', `var bill = { ${bill} }`],
    ['members taken from elsewhere', `var bill = { ...base, status, [key]: 1, ${bill} }`],
    ['methods', `var bill = { open() { return { a: 1 } }, get x() { return 1 }, go: () => {}, ${bill} }`],
    ['expressions', `var bill = { re: /a{2}"'/g, at: new Date(2026, 1, 1), x: b ? 1 : 2, zip: 01234, y: -5, ${bill} }`],
    ['a list with holes', `var bills = [, ...others, { ${bill} }, ]`],
    ['an argument', `grid.push({ ${bill} })`],
    ['a call around it', `const bill = reactive({ id: 88412, pro: String('0412708839') })`],
    ['a function that returns it', `new Vue({ data() { return { bill: { ${bill} } } } })`],
    ['an arrow', `Alpine.data('bill', () => ({ ${bill} }))`],
    ['an inner part of an expression', `var x = { rows: ok ? [{ ${bill} }] : [] }`],
    ['a module', `import a from '/a.js'; export default { ${bill} }`],
    ['a text in JSON', `var x = JSON.parse('{"id":88412,"pro":"0412708839"}')`],
    ['JSON', `{"id":88412,"pro":"0412708839"}`],
  ] as const)
    it(`are read out of a script with ${name}`, () => {
      assert.ok(idsOf(`<script type="x">${script}</script>`).includes('88412'));
    });

  for (const [name, tag] of [
    ['x-data', `<div x-data="{ ${bill} }">`],
    ['onclick', `<button onclick="edit({ ${bill} })">`],
    ['data-page', `<div data-page="{&quot;id&quot;:88412,&quot;pro&quot;:&quot;0412708839&quot;}">`],
  ] as const)
    it(`are read out of the attribute ${name}`, () => assert.deepEqual(idsOf(tag), ['88412']));

  it('are those of each object, and not of the others in its list', () => {
    const rows = "var rows = [{ id: 1, pro: '0412708839', go() {} }, { id: 2, pro: '0412708893', ...more }]";
    assert.deepEqual(idsOf(`<script>${rows}</script>`), ['1']);
    assert.deepEqual(idsOf(`<script>${rows}</script>`, '0412708893'), ['2']);
  });

  it('are read out of a long script where it assigns JSON', () => {
    const filler = 'function a(b) { return b ? c(d, { e: 1 }) : [f, g] }\n'.repeat(2_000);
    const state = '{"rows":[{"id":88412,"pro":"0412708839"}]}';
    assert.deepEqual(idsOf(`<script>${filler}window.state = ${state}; ready = true;</script>`), ['88412']);
  });

  it('are none of what no browser would run', () => {
    assert.deepEqual(idsOf(`<script>var bill = { ${bill}</script>`), []);
    assert.deepEqual(idsOf(`<script>{{#each}} { ${bill} } {{/each}}</script>`), []);
  });
});
