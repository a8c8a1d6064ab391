/** Work is never done twice, and never called something it is not. */

import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  afterProbe,
  probesAtMost,
  submitsAtMost,
  whatIsOnFile,
} from '../../../../domain/dispatch/writing/write-once.ts';
import type { OnFile, PortalRecord, Probe, Submit, WriteStep } from '../../../../domain/dispatch/writing/write-once.ts';

const own = 'LK-7K3M9Q2A';
const marks = { own, earlier: new Set(['LK-00000001']) };
const record = (number: string, reference: string): PortalRecord => ({ number, reference, fields: {} });
const look = (...records: PortalRecord[]): OnFile => whatIsOnFile({ kind: 'read', records }, marks);

describe('what is on file', () => {
  it('is nothing when the portal was read and shows no record', () => {
    assert.deepEqual(look(), { kind: 'nothing' });
  });
  it("is this task's own record before anybody else's", () => {
    assert.deepEqual(look(record('DSP-1', ''), record('DSP-2', own)), { kind: 'own', number: 'DSP-2' });
  });
  it('is that of an earlier task of the sender', () => {
    assert.deepEqual(look(record('DSP-1', 'PO 4711'), record('DSP-2', 'LK-00000001')), {
      kind: 'own_earlier',
      number: 'DSP-2',
    });
  });
  it('is foreign without a mark or with the mark of somebody else', () => {
    assert.deepEqual(look(record('DSP-1', 'PO 4711')), { kind: 'foreign', number: 'DSP-1' });
    assert.deepEqual(look(record('DSP-1', 'LK-00000002')), { kind: 'foreign', number: 'DSP-1' });
  });
  it('is not known from a page that was not read, or when two records carry the mark', () => {
    assert.deepEqual(whatIsOnFile({ kind: 'unreadable', why: 'signed out' }, marks), {
      kind: 'cannot_tell',
      why: 'signed out',
    });
    assert.equal(look(record('DSP-1', own), record('DSP-2', own)).kind, 'cannot_tell');
  });
});

const confirmed: Probe = { kind: 'confirmed', number: 'DSP-9' };
const refuted: Probe = { kind: 'refuted', why: 'two new records', number: 'DSP-9' };
const absent: Probe = { kind: 'absent' };
const unclear: Probe = { kind: 'indeterminate', why: 'the page did not load' };
const lost: Submit = { kind: 'lost' };
const accepted: Submit = { kind: 'accepted' };
const refusedSubmit: Submit = { kind: 'refused', words: 'Amount exceeds short amount.' };

function said(step: WriteStep): string {
  return step.kind === 'end' ? step.reason : step.kind;
}

describe('after a write', () => {
  const steps: readonly (readonly [string, readonly Submit[], readonly Probe[], string])[] = [
    ['what is confirmed completes, whatever the answer was', [lost], [absent, confirmed], 'complete'],
    ['a write that the portal refused in words and yet made completes', [refusedSubmit], [confirmed], 'complete'],
    ['what is refuted is uncertain', [accepted], [refuted], 'uncertain_write'],
    ['one absence is looked at again', [lost], [absent], 'probe_again'],
    ['an absence and a page that did not load are looked at again', [lost], [absent, unclear], 'probe_again'],
    ['two absences after a lost answer submit again', [lost], [absent, absent], 'submit_again'],
    ['two absences after the second lost answer are uncertain', [lost, lost], [absent, absent], 'uncertain_write'],
    ['an accepted write that does not show is never submitted again', [accepted], [absent, absent], 'uncertain_write'],
    ['a refused write that is positively absent is refused', [refusedSubmit], [absent, absent], 'portal_refused'],
    [
      'a refused write that is not positively absent is not called refused',
      [refusedSubmit],
      [absent, unclear, unclear, unclear, unclear],
      'uncertain_write',
    ],
    ['what stays unclear is uncertain', [lost], [unclear, unclear, unclear, unclear, unclear], 'uncertain_write'],
    ['nothing read yet is looked at', [lost], [], 'probe_again'],
  ];
  for (const [title, submits, probes, expected] of steps)
    it(title, () => {
      assert.equal(said(afterProbe({ submits, probes })), expected);
    });

  const anyProbe = fc.constantFrom(confirmed, refuted, absent, unclear);
  const anySubmit = fc.constantFrom(lost, accepted, refusedSubmit);

  it('only a confirmed record completes, and only two absences lead to another submit', () => {
    fc.assert(
      fc.property(
        fc.array(anySubmit, { minLength: 1, maxLength: 3 }),
        fc.array(anyProbe, { maxLength: 8 }),
        (submits, probes) => {
          const step = afterProbe({ submits, probes });
          if (step.kind === 'complete') assert.equal(probes.at(-1)?.kind, 'confirmed');
          if (step.kind === 'submit_again') {
            assert.ok(probes.filter(({ kind }) => kind === 'absent').length >= 2);
            assert.ok(submits.length < submitsAtMost);
            assert.equal(submits.at(-1)?.kind, 'lost');
          }
        },
      ),
    );
  });

  it('finishes after a bounded number of looks and submits, whatever they say', () => {
    fc.assert(
      fc.property(fc.infiniteStream(anyProbe), fc.infiniteStream(anySubmit), (probes, answers) => {
        const submits: Submit[] = [answers.next().value];
        let seen: Probe[] = [];
        for (let step = 0; step <= submitsAtMost * (probesAtMost + 1); step++) {
          const next = afterProbe({ submits, probes: seen });
          if (next.kind === 'complete' || next.kind === 'end') return;
          if (next.kind === 'submit_again') {
            submits.push(answers.next().value);
            seen = [];
          } else seen = [...seen, probes.next().value];
        }
        assert.fail('no end');
      }),
    );
  });
});
