import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { eventsLimit, ingestBodyLimit } from '../../api/lanes/read-events-body.ts';
import { ledgerLimit } from '../../api/lanes/ledger.ts';
import { settleLimit } from '../../api/lanes/settler.ts';
import { pendingAuditLimit } from '../../api/lanes/pending-audits.ts';
import { workspaceScopeTable } from '../../domain/key-scopes.ts';
import { eventKinds, eventLimits } from '../../domain/lanes/event-schema.ts';
import { flatColumns } from '../../domain/lanes/flat-csv.ts';
import { routeBatchLimit } from '../../domain/lanes/route.ts';
import { evidenceTables } from '../../domain/lanes/table-csv.ts';

const page = readFileSync(join(import.meta.dirname, '../../docs/lanes.md'), 'utf8').replaceAll(/\s+/g, ' ');

describe('docs/lanes.md', () => {
  it('has the scopes of workspace keys in their own words', () => {
    for (const [scope, { about }] of Object.entries(workspaceScopeTable))
      assert.ok(page.includes(`| \`${scope}\` | ${about} |`), scope);
  });

  it('names every kind of event, every column of the CSV layout and every table of the evidence', () => {
    for (const name of [...eventKinds, ...Object.keys(evidenceTables)]) assert.ok(page.includes(`\`${name}\``), name);
    const columns = /has the columns `([^`]*)`/.exec(page)?.[1]?.split(', ') ?? [];
    assert.deepEqual(columns.toSorted(), [...flatColumns].toSorted());
  });

  it('names the limits that the code has', () => {
    const said = (n: number): string => n.toLocaleString('en-US');
    for (const limit of [
      `up to ${said(eventsLimit)} and ${ingestBodyLimit / 1_000_000} MB`,
      `up to ${said(routeBatchLimit)} at once`,
      `Text up to ${said(eventLimits.text)} characters, sets up to ${said(eventLimits.set)} members, up to ${eventLimits.fields} fields`,
      `${ledgerLimit.default} a page, up to ${said(ledgerLimit.max)}`,
      `${settleLimit.default} a page, up to ${settleLimit.max}`,
      `${pendingAuditLimit.default} a page, up to ${said(pendingAuditLimit.max)}`,
    ])
      assert.ok(page.includes(limit), limit);
  });
});
