/** docs/sandbox.md promises names and numbers; this holds it to them. */

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { sandboxAccount } from '../../../portals/sandbox/account.ts';
import { faultNames } from '../../../portals/sandbox/framework/fault.ts';
import { dangers } from '../../../portals/sandbox/tms/danger.ts';
import { scenarioPros, scenarios } from '../../../portals/sandbox/tms/scenarios.ts';

const text = readFileSync(new URL('../../../docs/sandbox.md', import.meta.url), 'utf8');

describe('the documentation of the sandbox', () => {
  it('names every scenario with its PRO, and no PRO that is none', () => {
    for (const [name, pro] of Object.entries(scenarioPros))
      assert.ok(text.includes(`\`${name}\``) && text.includes(pro), `${name} ${pro}`);
    const known: string[] = Object.values(scenarioPros);
    assert.deepEqual(
      (text.match(/\b\d{10}\b/g) ?? []).filter((pro) => !known.includes(pro)),
      [],
    );
  });

  it('names every ready task, fault, dangerous button and the account', () => {
    for (const name of [...Object.keys(scenarios()), ...faultNames]) assert.ok(text.includes(`| \`${name}\` |`), name);
    for (const { label, path } of dangers)
      assert.ok(text.includes(`***${label}***`) && text.includes(`/${path}\``), label);
    assert.ok(text.includes(`\`${sandboxAccount.username}\` / \`${sandboxAccount.password}\``));
  });
});
