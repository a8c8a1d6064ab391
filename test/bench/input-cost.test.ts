import assert from 'node:assert/strict';
import { parsers } from '../../bench/input-cost/parsers.ts';

/** What bytes cost, and how that grows with their number: `npm run bench -- input-cost`. */
describe('the shapes of foreign bytes that are hard on a parser', () => {
  for (const { name, shapes, limit, parse } of parsers)
    it(`come to an end in ${name}: taken or refused, never as an error of our own`, async () => {
      for (const make of Object.values(shapes)) {
        const made = make(Math.min(4_000, limit));
        await parse((typeof made === 'string' ? Buffer.from(made) : made).subarray(0, limit));
      }
    });

  it('are at least twelve for every parser of text', () => {
    const pages = new Set(['page of a PDF', 'drawn lines of a PDF']);
    for (const { name, shapes } of parsers.filter(({ name }) => !pages.has(name)))
      assert.ok(Object.keys(shapes).length >= 12, name);
  });
});
