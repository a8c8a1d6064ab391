import assert from 'node:assert/strict';
import type { DecisionInput } from '../../domain/dispatch/approval-input.ts';
import { signDecision, verifyDecision } from '../../process/decision-mac.ts';
import { rotatingSecret } from '../../process/deployment-secret.ts';

const secret = 'a deployment secret of the tests';
const now = new Date('2026-11-22T10:00:00.000Z');
const later = (ms: number): Date => new Date(now.getTime() + ms);
const input: DecisionInput = {
  id: 'dec_1',
  approval_id: 'apr_1',
  decision: 'approve',
  note: 'Checked.',
  decider: { by: 'bea@example.com', key_id: null, email: 'bea@example.com', person_id: 'prs_1', may_approve: true },
};
const signed = signDecision(secret, 'tsk_1', input, now);
const { decider } = input;

describe('the signature of a decision', () => {
  it('is valid for exactly this decision, for ten minutes', () => {
    assert.equal(verifyDecision(secret, 'tsk_1', signed, now), 'valid');
    assert.equal(verifyDecision(secret, 'tsk_1', signed, later(10 * 60_000)), 'valid');
    assert.equal(verifyDecision(secret, 'tsk_1', signed, later(10 * 60_000 + 1)), 'too_old');
    assert.equal(verifyDecision(secret, 'tsk_1', signed, later(-3 * 60_000)), 'too_old', 'made in the future');
  });

  const changed: readonly (readonly [string, DecisionInput])[] = [
    ['another approval', { ...signed, approval_id: 'apr_2' }],
    ['another decision', { ...signed, decision: 'refuse' }],
    ['another note', { ...signed, note: 'Not checked.' }],
    ['another act', { ...signed, id: 'dec_2' }],
    ['another name', { ...signed, decider: { ...decider!, by: 'cy@example.com' } }],
    ['another address', { ...signed, decider: { ...decider!, email: 'cy@example.com' } }],
    ['another account', { ...signed, decider: { ...decider!, person_id: 'prs_2' } }],
    ['another time', { ...signed, signed: { ...signed.signed!, at: later(1000).toISOString() } }],
    ['another MAC', { ...signed, signed: { ...signed.signed!, mac: 'A'.repeat(43) } }],
    ['a note that has no canonical form', { ...signed, note: '\ud800' }],
    ['no MAC', { ...signed, signed: { at: now.toISOString() } as never }],
  ];
  for (const [what, forged] of changed)
    it(`is not valid with ${what}`, () => assert.equal(verifyDecision(secret, 'tsk_1', forged, now), 'not_ours'));

  it('is not valid for another task or under another secret', () => {
    assert.equal(verifyDecision(secret, 'tsk_2', signed, now), 'not_ours');
    assert.equal(verifyDecision('another secret', 'tsk_1', signed, now), 'not_ours');
  });

  describe('while the deployment secret is rotated', () => {
    const [first, second] = ['the first deployment secret', 'the second deployment secret'];
    const before = rotatingSecret(first, '');
    const prepared = rotatingSecret(first, second);
    const swapped = rotatingSecret(second, first);
    const after = rotatingSecret(second, '');
    const steps = { before, prepared, swapped, after };
    type Step = keyof typeof steps;
    /** Who signs and who verifies, where not every process has been restarted yet. */
    const valid: readonly (readonly [Step, Step])[] = [
      ['before', 'prepared'],
      ['prepared', 'before'],
      ['prepared', 'swapped'],
      ['swapped', 'prepared'],
      ['swapped', 'after'],
      ['after', 'swapped'],
    ];
    for (const [signs, verifies] of valid)
      it(`is valid when a process ${signs} signs and one ${verifies} verifies`, () => {
        const decision = signDecision(steps[signs], 'tsk_1', input, now);
        assert.equal(verifyDecision(steps[verifies], 'tsk_1', decision, now), 'valid');
        const forged: DecisionInput = { ...decision, decision: 'refuse' };
        assert.equal(verifyDecision(steps[verifies], 'tsk_1', forged, now), 'not_ours');
        const late = later(10 * 60_000 + 1);
        assert.equal(verifyDecision(steps[verifies], 'tsk_1', decision, late), 'too_old', 'a rotation extends nothing');
      });

    it('is not valid once the secret it was signed with is removed', () => {
      const decision = signDecision(prepared, 'tsk_1', input, now);
      assert.equal(verifyDecision(after, 'tsk_1', decision, now), 'not_ours');
    });
  });
});
