import assert from 'node:assert/strict';
import * as endings from '../../../domain/dispatch/ending.ts';
import type { Ending } from '../../../domain/dispatch/ending.ts';
import { judgePortalAction } from '../../../domain/dispatch/guard/task-gate.ts';
import { clock, duration } from '../../../domain/dispatch/own-outage.ts';
import { outcomeOfReason, portalActions } from '../../../domain/dispatch/task.ts';

const words = { portal: 'Example TMS', subject: 'PRO 1234567890' };
const verdict = judgePortalAction('void_bill');

const corrected = {
  noun: 'correction',
  sentence: 'The net change of +$482.77 is over $250.00: two people have to approve.',
  done: { verb: 'entered', detail: 'Net change +$482.77 ($1,097.27 → $1,580.04)' },
  approval: { id: 'apr_1', shown_sha256: null, by: ['person:ada@example.com', 'Bea'] },
  podFile: null,
};

const all: Record<string, Ending> = {
  podPulled: endings.podPulled(words, 'pod.pdf', ['Signed by J. Doe.']),
  podUnsound: endings.podUnsound(words, ['is not signed by the consignee', 'is for PRO 1234567899']),
  notFound: endings.notFound(words, 'a shipment with PRO 1234567890', 'No shipments match "1234567890".'),
  guardStopped: endings.guardStopped(words, verdict),
  portalActionStopped: endings.portalActionStopped('void_bill', 'PRO 1234567890'),
  decided: endings.decided('already_done', 'It was found, not repeated.', 'COR-1'),
  written: endings.written(words, corrected, 'COR-1'),
  approvalRefused: endings.approvalRefused(words, 'Bea', 'Wrong bill'),
  approvalExpired: endings.approvalExpired(words, '2026-11-28T10:00:00.000Z'),
  uncertainWrite: endings.uncertainWrite(words, 'The answer was lost.'),
  portalChanged: endings.portalChanged(words, { page: 'search', expected: 'a button "Search"', found: 'none' }),
  loginRefused: endings.portalChanged(words, {
    page: 'login',
    expected: 'the login to be taken',
    found: 'User name or password is not correct.',
  }),
  portalRefused: endings.portalRefused(words, 'Not today.'),
  portalUnavailable: endings.portalUnavailable(words, 'it answered 503', 900_000),
  needsPerson: endings.needsPerson('There is no login.'),
  noCapability: endings.noCapability(),
  cancelled: endings.cancelled('ann@desk'),
  failedUnexpectedly: endings.failedUnexpectedly('worker_lost'),
  failedForADefect: endings.failedUnexpectedly('internal_error'),
  ownPartUnavailable: endings.ownPartUnavailable({
    part: 'database',
    reason: 'connection refused',
    tries: 126,
    forMs: 3_600_000,
  }),
};

describe('how tasks end', () => {
  it('gives every ending a reason that belongs to its outcome, and one plain sentence or two', () => {
    for (const [name, ending] of Object.entries(all)) {
      if (ending.outcomeReason !== null) assert.equal(outcomeOfReason[ending.outcomeReason], ending.status, name);
      assert.match(ending.summary, /^["A-Z].*[.”]$/, name);
    }
  });

  it('names a reason for every task that fails, whatever the reason', () => {
    const failed = Object.entries(all).filter(([, { status }]) => status === 'failed');
    assert.deepEqual(Object.fromEntries(failed.map(([name, { outcomeReason }]) => [name, outcomeReason])), {
      portalUnavailable: 'portal_unavailable',
      failedUnexpectedly: 'internal_error',
      failedForADefect: 'internal_error',
      ownPartUnavailable: 'internal_error',
    });
  });

  it('says of an outage of our own what was tried and for how long, and nothing about the portal', () => {
    assert.equal(
      all['ownPartUnavailable']?.summary,
      'The work could not be done: the database of this deployment was unavailable for 60 min (connection refused; tried 126 times). This says nothing about the portal. Nothing was changed.',
    );
  });

  it('hands out a document as the POD only when it is one', () => {
    const withPod = Object.entries(all).filter(([, ending]) => ending.podFile !== null);
    assert.deepEqual(
      withPod.map(([name]) => name),
      ['podPulled'],
    );
  });

  it('reports of a verified write what was done, what it came down to and who approved it', () => {
    assert.equal(
      all['written']?.summary,
      'The correction COR-1 for PRO 1234567890 was entered in Example TMS and verified in a separate session. Net change +$482.77 ($1,097.27 → $1,580.04), approved by ada@example.com and Bea.',
    );
    const { approval: _nobody, ...within } = corrected;
    assert.match(endings.written(words, within, 'COR-1').summary, / \(\$1,097\.27 → \$1,580\.04\)\.$/);
  });

  it('quotes of an order from before the reports had a form why it was made', () => {
    const { done: _left, ...earlier } = { ...corrected, sentence: 'It is within the limit.' };
    assert.match(
      endings.written(words, earlier, 'COR-1').summary,
      /verified in a separate session\. It is within the limit\.$/,
    );
  });

  it('quotes the portal where it says that there is nothing', () => {
    assert.equal(
      all['notFound']?.summary,
      'Example TMS does not have a shipment with PRO 1234567890. It says: “No shipments match "1234567890".”',
    );
  });

  it('calls a login that the portal refuses what it is', () => {
    assert.match(
      all['loginRefused']?.summary ?? '',
      /^Example TMS did not take the login .*“User name or password is not correct\.” A person has to check that login\.$/,
    );
  });

  it('names what was found in a document that is no proof', () => {
    assert.match(all['podUnsound']?.summary ?? '', /is not signed by the consignee and is for PRO 1234567899\./);
  });

  it('names each of the eight actions that are never done', () => {
    for (const action of portalActions) {
      const ending = endings.portalActionStopped(action, 'PRO 1234567890');
      assert.equal(ending.outcomeReason, 'guard_stopped');
      assert.match(ending.summary, /never-click list: it was not done and never reached a portal/);
      assert.match(ending.summary, /It is for .+ to decide and to do by hand: 1\. .+ 2\. /);
    }
  });

  it('never fails a task without an error code, and gives no other ending one', () => {
    for (const [name, ending] of Object.entries(all))
      assert.equal(ending.error !== null, ending.status === 'failed', name);
  });

  it('claims nothing as completed whose evidence is lost, and leaves every other ending as it was', () => {
    const lost = endings.withoutEvidence(endings.podPulled(words, 'pod.pdf', ['Signed by J. Doe.']), 'evidence_lost');
    assert.equal(lost.status, 'escalated');
    assert.equal(lost.podFile, null);
    const escalated = endings.cancelled('ann');
    assert.deepEqual(endings.withoutEvidence(escalated, 'evidence_lost'), escalated);
  });

  it('says spans and times of day as people do', () => {
    assert.deepEqual([45_000, 900_000, 86_400_000].map(duration), ['45 s', '15 min', '24 h']);
    assert.equal(clock(Date.UTC(2026, 10, 21, 10, 2, 59)), '10:02 UTC');
  });
});
