/** docs/sandbox.md promises names and numbers; this holds it to them. */

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { sandboxAccount, sandboxAuditAccount } from '../../sandbox/account.ts';
import { faultNames } from '../../sandbox/framework/fault.ts';
import { dangers } from '../../sandbox/tms/danger.ts';
import { auditDangers } from '../../sandbox/audit/danger.ts';
import { scenarioClaims, scenarioDisputes, scenarioInvoices } from '../../sandbox/audit/scenarios.ts';
import { allScenarios } from '../../sandbox/scenarios.ts';
import { scenarioPros } from '../../sandbox/tms/scenarios.ts';

const text = readFileSync(new URL('../../docs/sandbox.md', import.meta.url), 'utf8');

describe('the documentation of the sandbox', () => {
  it('names every record that has a name, and no ten digits that are none', () => {
    const records = [scenarioPros, scenarioInvoices, scenarioClaims].flatMap((names) => Object.entries(names));
    for (const [name, number] of records)
      assert.ok(text.includes(`\`${name}\``) && text.includes(number), `${name} ${number}`);
    for (const number of Object.values(scenarioDisputes)) assert.ok(text.includes(number), number);
    const known = new Set<string>([...Object.values(scenarioPros), ...Object.values(scenarioInvoices)]);
    assert.deepEqual(
      (text.match(/\b\d{10}\b/g) ?? []).filter((pro) => !known.has(pro)),
      [],
    );
  });

  it('names every ready task, fault, dangerous button and the account', () => {
    for (const name of [...Object.keys(allScenarios()), ...faultNames])
      assert.ok(text.includes(`| \`${name}\` |`), name);
    for (const { label, path } of [...dangers, ...Object.values(auditDangers)])
      assert.ok(text.includes(`***${label}***`) && text.includes(`/${path}\``), label);
    for (const { username, password } of [sandboxAccount, sandboxAuditAccount])
      assert.ok(text.includes(`\`${username}\` / \`${password}\``));
    assert.ok(text.includes(`\`${sandboxAuditAccount.totp_secret}\``));
  });
});
