import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { formIn } from '../../../portals/playbooks/load.ts';
import { runFolder } from '../../support/machines.ts';

describe('the compiled check of the form of playbooks', () => {
  it('is kept in a file, finds the same from there, and is made again where the file is not whole', () => {
    const found = (place: string): unknown => {
      const check = formIn(place);
      assert.equal(check({ id: 'x', pages: { a: { path: 1 } } }), false);
      return check.errors?.map(({ instancePath, keyword, params, parentSchema }) => [
        instancePath,
        keyword,
        params,
        parentSchema,
      ]);
    };
    const place = mkdtempSync(join(runFolder(), 'validators-'));
    const compiled = found(place);
    const [name = '', ...others] = readdirSync(place);
    assert.deepEqual(others, []);
    assert.deepEqual(found(place), compiled);
    const broken = mkdtempSync(join(runFolder(), 'validators-'));
    writeFileSync(join(broken, name), 'module.exports = () => true;');
    assert.deepEqual(found(broken), compiled);
    // A folder that cannot be written to costs time only.
    assert.deepEqual(found(join(place, name, 'below')), compiled);
  });
});
