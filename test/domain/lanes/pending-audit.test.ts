import assert from 'node:assert/strict';
import type { ItemState } from '../../../domain/lanes/machine/item-state.ts';
import { auditDueAt, pendingAudit } from '../../../domain/lanes/pending-audit.ts';

const acted: ItemState = { e: 'auto', t: 5, p: 1, x: { i: 'e-1', t: 5, a: 'bot' } };

describe('the audit of an act', () => {
  it('is pending from the act until its result, and says whether every answer asked for it', () => {
    assert.deepEqual(pendingAudit(acted), { since: 5, agent: 'bot', required: true });
    assert.deepEqual(pendingAudit({ ...acted, p: 2 }), { since: 5, agent: 'bot', required: false });
    const { x: _, ...done } = acted;
    assert.equal(pendingAudit({ ...done, r: 'agreed' }), null);
  });

  it('is never pending where nobody asked for one, or a person did the item', () => {
    const { p: _, ...unasked } = acted;
    assert.equal(pendingAudit(unasked), undefined);
    assert.equal(pendingAudit({ ...acted, e: 'confirm' }), undefined);
    assert.equal(pendingAudit({}), undefined);
  });

  it('is due when its whole day is so many days old, as the rule about overdue audits counts', () => {
    const noon = Date.UTC(2026, 0, 5, 12);
    assert.equal(auditDueAt(noon, 14), Date.UTC(2026, 0, 20));
    assert.equal(auditDueAt(Date.UTC(2026, 0, 5), 14), Date.UTC(2026, 0, 20));
  });
});
