/** docs/playbooks.md holds the language as it is checked, and the facts as they are needed. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { factsReference } from '../../../../domain/dispatch/playbook/reference.ts';
import { playbookSchema } from '../../../../domain/dispatch/playbook/schema.ts';

describe('docs/playbooks.md', () => {
  const page = readFileSync('docs/playbooks.md', 'utf8');
  interface Definition {
    readonly properties: Readonly<Record<string, { readonly const?: string }>>;
  }
  const schema = playbookSchema as unknown as Definition & {
    readonly $defs: { readonly step: { readonly oneOf: readonly Definition[] } } & Record<string, Definition>;
  };

  it('prints what every phase is given and brings home (write factsReference() there after a change)', () =>
    assert.ok(page.includes(factsReference().trimEnd())));

  it('names every member of a file, of a capability and of a page', () => {
    for (const definition of [schema, schema.$defs['capability'], schema.$defs['page'], schema.$defs['request']])
      for (const name of Object.keys(definition?.properties ?? {})) assert.match(page, new RegExp(`\`${name}\``), name);
  });

  it('has a row for every step that names all its members', () => {
    for (const { properties } of schema.$defs.step.oneOf) {
      const kind = properties['do']?.const ?? '';
      const row = page.split('\n').find((line) => line.startsWith(`| \`${kind}\` |`));
      assert.ok(row, kind);
      for (const name of Object.keys(properties))
        if (!['do', 'title', 'timeout_ms'].includes(name))
          assert.match(row, new RegExp(`\`${name}\``), `${kind}: ${name}`);
    }
  });
});
