import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

it('every act of the audit log is named in docs/senders.md, or belongs to a person alone', () => {
  const documented = readFileSync('docs/senders.md', 'utf8');
  const texts = ['activities', 'admin', 'api', 'commands', 'domain', 'store']
    .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)))
    .filter((file) => file.endsWith('.ts'))
    .map((file) => readFileSync(file, 'utf8'))
    .filter((text) => /addAudit\(|AuditedAct|writeSettled =/.test(text));
  const named = /(?:act: |act = |writeSettled = |\[|\? |: )'([a-z_]+\.[a-z_]+)'/g;
  const acts = new Set(texts.flatMap((text) => [...text.matchAll(named)].map(([, act = '']) => act)));
  assert.ok(acts.size > 45, [...acts].join(' '));
  const missing = [...acts].filter((act) => !documented.includes(`\`${act}\``) && !act.startsWith('person.'));
  assert.deepEqual(missing, []);
});
