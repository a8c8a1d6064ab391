/** The audit rate of the week to come. */
import assert from 'node:assert/strict';
import { auditRate } from '../../../domain/lanes/audits.ts';
import { defaultRules } from '../../../domain/lanes/rules.ts';

const { audit, money } = defaultRules;

describe('the audit rate', () => {
  it('falls from 20 % to 10 % after 4 weeks and to 5 % after 12', () => {
    const rates = [0, 1, 2, 3, 4, 11, 12, 13, 500].map((weeks) => auditRate(audit, weeks, 100_000, 0));
    assert.deepEqual(rates, [0.2, 0.2, 0.2, 0.2, 0.1, 0.1, 0.05, 0.05, 0.05]);
  });

  it('rises for a small queue so that about 20 items a week are audited', () => {
    assert.equal(auditRate(audit, 20, 200, 0), 0.1);
    assert.equal(auditRate(audit, 20, 50, 0), 0.4);
    assert.equal(auditRate(audit, 0, 50, 0), 0.4);
    assert.equal(auditRate(audit, 0, 1000, 0), 0.2);
  });

  it('is never above 1, and 1 when the week before had no items', () => {
    assert.equal(auditRate(audit, 20, 20, 0), 1);
    assert.equal(auditRate(audit, 20, 3, 0), 1);
    assert.equal(auditRate(audit, 20, 0, 0), 1);
    assert.equal(auditRate({ ...audit, min_per_week: 0 }, 20, 0, 0), 1);
  });

  it('stays at 10 % or more for a step that moves money', () => {
    assert.equal(auditRate(audit, 20, 100_000, money.audit_floor), 0.1);
    assert.equal(auditRate(audit, 0, 100_000, money.audit_floor), 0.2);
  });
});
