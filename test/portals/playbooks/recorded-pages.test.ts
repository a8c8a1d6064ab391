/** The shipped playbooks on pages of the sandbox that a rehearsal recorded (`playbook rehearse --record-pages`). */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RecordedRecipe } from '../../../domain/dispatch/playbook/recorded-page.ts';
import { testRecipe } from '../../../domain/dispatch/playbook/test-recipe.ts';
import { readPlaybook } from '../../../portals/playbooks/load.ts';

const settings = {
  PORTAL_ALLOW_LOOPBACK: true,
  PORTAL_PLAYBOOKS: '',
  PORTAL_SANDBOX_TMS_URL: 'http://127.0.0.1:9',
  PORTAL_SANDBOX_AUDIT_URL: 'http://127.0.0.1:9',
};

describe('the recipes of a shipped playbook on recorded pages', () => {
  for (const name of ['sandbox-tms', 'sandbox-audit'])
    it(`find their pages and controls: ${name}`, () => {
      const playbook = readPlaybook(readFileSync(`portals/playbooks/${name}.yaml`, 'utf8'), name, settings);
      assert.ok(playbook);
      const text = readFileSync(join(import.meta.dirname, `recorded/${name}.pages.json`), 'utf8');
      const { recipes } = JSON.parse(text) as { recipes: RecordedRecipe[] };
      assert.ok(recipes.length > 0);
      for (const recipe of recipes) {
        const { findings, tested } = testRecipe(playbook, recipe);
        assert.deepEqual(findings, [], `${recipe.taskType} ${recipe.phase}`);
        assert.ok(tested > 2);
      }
      // No amount, no number of a record, no person.
      assert.doesNotMatch(text, /\$\d|\d{6}|lk\.[a-z]|linehaul/);
    });
});
