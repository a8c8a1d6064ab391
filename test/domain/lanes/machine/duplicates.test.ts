import assert from 'node:assert/strict';
import { readEvent } from '../../../../domain/lanes/event.ts';
import { firstOfEachId } from '../../../../domain/lanes/machine/duplicates.ts';
import { newMachine } from '../../../../domain/lanes/machine/machine.ts';

const machine = newMachine({ workspace: 'ws', timeZone: 'UTC', auditSeed: '1', closeGraceHours: 0 });
const head = { at: '2026-01-05T08:00:00Z', queue: 'q', actor: { kind: 'operator', id: 'a' } } as const;
const work = (id: string, step: string) => ({ ...head, id, kind: 'step.done', step, item: 'i', role: 'act' }) as const;
const defines = (id: string, ...steps: string[]) =>
  ({ ...head, id, kind: 'queue.defined', steps: steps.map((step) => ({ step })) }) as const;
/** Each event by its place; those left out are duplicates. */
const picked = (...wires: readonly (ReturnType<typeof work> | ReturnType<typeof defines>)[]) => {
  const offered = wires.map((wire, index) => ({ index, event: readEvent(wire) }));
  const { events, superseded } = firstOfEachId(machine, offered, false);
  return { takes: events.map(({ index }) => index), refuses: superseded.map(({ index }) => index) };
};

describe('of several events with one id in a request', () => {
  it('the first counts when its step is defined', () => {
    assert.deepEqual(picked(defines('d', 's'), work('w', 's'), work('w', 's')), { takes: [0, 1], refuses: [] });
  });

  it('the first whose step is defined counts, and those before it are refused', () => {
    assert.deepEqual(picked(work('w', 'x'), work('w', 's'), work('w', 's'), defines('d', 's')), {
      takes: [1, 3],
      refuses: [0],
    });
  });

  it('all are refused when none has a step that is defined', () => {
    // The fold refuses the one that is left.
    assert.deepEqual(picked(work('w', 'x'), work('w', 'y')), { takes: [0], refuses: [1] });
  });

  it('a definition that counts only now makes others count', () => {
    assert.deepEqual(
      picked(work('w', 'x'), work('w', 's'), work('d', 'x'), defines('d', 's'), work('v', 'z'), work('v', 's')),
      { takes: [1, 3, 5], refuses: [0, 2, 4] },
    );
  });

  it('no event makes itself count', () => {
    assert.deepEqual(picked(work('a', 's'), defines('a', 's')), { takes: [1], refuses: [0] });
  });
});
