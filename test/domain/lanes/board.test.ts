import assert from 'node:assert/strict';
import { blockedFirstBy, boardEntries, boardOrders, boardPlaceOf, searchBoard } from '../../../domain/lanes/board.ts';
import type { BoardEntry } from '../../../domain/lanes/board.ts';
import { blockingGates } from '../../../domain/lanes/lane-view.ts';
import { assistToAutoGates, shadowToAssistGates } from '../../../domain/lanes/review/promotion-gates.ts';
import type { ReviewInput } from '../../../domain/lanes/review/promotion-gates.ts';
import { autoGates } from '../../../domain/lanes/review/gate.ts';
import { newCounts } from '../../../domain/lanes/figures.ts';
import type { Lane } from '../../../domain/lanes/event.ts';
import type { StepState } from '../../../domain/lanes/machine/step-state.ts';
import type { RouteEntry } from '../../../domain/lanes/route.ts';
import { defaultRules as rules } from '../../../domain/lanes/rules.ts';
import { firstReview } from './review/first-review.ts';

const input: ReviewInput = { ...firstReview, closedWeeks: 1 };
const gatesOf = {
  shadow: shadowToAssistGates(input),
  assist: assistToAutoGates(input),
  auto: autoGates({
    rules,
    long: newCounts(),
    cusum: { s: 9, h: 6 },
    overdue: { due: 0, missing: 0, share: null },
    novel: { items: 0, novel: 0 },
    shift: null,
    noShift: 'no input is watched',
    newVersions: [],
  }),
} as const;
const lanes: readonly Lane[] = ['shadow', 'assist', 'auto'];

describe('the board', () => {
  it('calls blocked what the lane view does, whichever lane was reviewed last and whichever the step is in', () => {
    for (const lane of lanes)
      for (const reviewed of lanes) {
        const gates = [...gatesOf[reviewed]];
        const state = { lane, gates, review: { lane: reviewed } } as unknown as StepState;
        const expected = blockingGates(state)[0]?.gate ?? null;
        assert.equal(blockedFirstBy({ lane, gates }), expected, `${lane}, reviewed in ${reviewed}`);
      }
    assert.equal(blockedFirstBy({ lane: 'shadow', gates: gatesOf.shadow }), 'closed_weeks');
    assert.equal(blockedFirstBy({ lane: 'shadow', gates: [] }), null);
  });

  it('lists steps by queue and step', () => {
    const entry = (queue: string, step: string): RouteEntry =>
      ({ queue, step, stepNo: 1, lane: 'shadow', gates: [] }) as unknown as RouteEntry;
    const listed = boardEntries([entry('b', 'a'), entry('a', 'z'), entry('a', 'b')]);
    assert.deepEqual(
      listed.map(({ queue, step }) => `${queue}${step}`),
      ['ab', 'az', 'ba'],
    );
  });

  describe('searched', () => {
    const entry = (queue: string, step: string, lane: Lane, since: number, blockedBy: string | null = null) => ({
      no: since,
      queue,
      step,
      lane,
      since,
      blockedBy,
    });
    const entries: readonly BoardEntry[] = [
      entry('a', 'Code', 'shadow', 3, 'closed_weeks'),
      entry('a', 'match', 'auto', 1),
      entry('b', 'code', 'assist', 5, 'signoff'),
      entry('b', 'pay', 'assist', 5, 'signoff'),
    ];
    const names = (found: readonly BoardEntry[]): string[] => found.map(({ queue, step }) => `${queue}/${step}`);

    it('finds by queue, lane, gate and a part of the name of a step, and orders by name, lane or the last move', () => {
      assert.deepEqual(names(searchBoard(entries, { step: 'COD' })), ['a/Code', 'b/code']);
      assert.deepEqual(names(searchBoard(entries, { queue: 'b', blocked: 'signoff', lane: 'auto' })), []);
      assert.deepEqual(names(searchBoard(entries, { order: 'lane' })), ['a/match', 'b/code', 'b/pay', 'a/Code']);
      assert.deepEqual(names(searchBoard(entries, { order: 'moved' })), ['b/code', 'b/pay', 'a/Code', 'a/match']);
    });

    it('continues after any of its entries in each order, with each of the others once', () => {
      for (const order of boardOrders) {
        const all = searchBoard(entries, { order });
        all.forEach((one, place) =>
          assert.deepEqual(searchBoard(entries, { order }, boardPlaceOf(order, one)), all.slice(place + 1), order),
        );
      }
    });
  });
});
