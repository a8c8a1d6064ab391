import assert from 'node:assert/strict';
import { parse } from 'yaml';
import { yamlShapes } from '../../../bench/input-cost/shapes.ts';
import { readYaml } from '../../../portals/playbooks/read-yaml.ts';
import { atOnce } from '../../../process/time-slices.ts';

const texts: Readonly<Record<string, string>> = {
  ...Object.fromEntries(Object.entries(yamlShapes).map(([name, make]) => [name, make(2_000)])),
  nothing: '',
  'a key twice': 'a: 1\nb: 2\na: 3',
  'a key twice in braces': 'x:\n  - {a: 1, "a": 2}',
  'keys of two types': '1: a\n"1": b',
  'no merging of maps': 'a: &x {b: 1}\nc:\n  <<: *x\n  d: 1',
  'a tab for indentation': 'a:\n\t- b',
  'carriage returns': 'a: 1\r\nb: [1,\r\n 2]\r\n',
  'a directive': '%YAML 1.1\n---\na: yes',
  'an alias of nothing': 'a: *b',
};

describe('reading YAML in pieces', () => {
  it('has the same result as the package, and says what is wrong and where', () => {
    for (const [name, text] of Object.entries(texts)) {
      // It recurses until the stack is full; where that is, is chance. Of several documents it says what to call instead.
      if (['flow, deep', 'brackets', 'keys that are lists of keys', 'documents'].includes(name)) continue;
      let expected: unknown;
      try {
        expected = parse(text, { strict: true, uniqueKeys: true, maxAliasCount: 100 });
      } catch (error) {
        const message = (error as Error).message.split('\n')[0]?.replace(/:$/, '');
        assert.throws(() => atOnce(readYaml(text)), { code: 'bad_yaml', message }, name);
        continue;
      }
      assert.deepEqual(atOnce(readYaml(text)), expected, name);
    }
    assert.throws(() => atOnce(readYaml('a: 1\n---\nb: 2')), /one document/);
    assert.throws(() => atOnce(readYaml('['.repeat(10_000))), { code: 'bad_yaml' });
  });

  it('ends at the first fault, however many there are, and at what is nested too deep', () => {
    const stops = (text: string): number => {
      let count = 0;
      const reading = readYaml(text);
      try {
        while (reading.next().done !== true) count += 1;
      } catch (error) {
        assert.equal((error as { code?: string }).code, 'bad_yaml', text.slice(0, 20));
        return count;
      }
      return assert.fail(`nothing is wrong with ${text.slice(0, 20)}`);
    };
    for (const unit of ['&a ', '!!str ', '*a ', '}', '[]', '{}', '---\n', ': : ', '? ', '? - ', '- ? ', '- '])
      assert.ok(stops(unit.repeat(10_000 / unit.length)) < 200, unit);
    assert.ok(stops(`a: "${'\\q'.repeat(5_000)}"`) < 200);
  });

  it('stops often within a long text', () => {
    const stops = (size: number): number => {
      let count = 0;
      for (const reading = readYaml(yamlShapes['many keys']!(size)); reading.next().done !== true;) count += 1;
      return count;
    };
    assert.ok(stops(60_000) > 100);
    assert.ok(stops(60_000) > 1.8 * stops(30_000));
  });
});
