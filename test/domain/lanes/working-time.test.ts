import assert from 'node:assert/strict';
import { timedWork } from '../../../domain/lanes/working-time.ts';
import { act, agentAct, audit, start } from './machine/history.ts';
import type { StepDone, WorkEvent } from '../../../domain/lanes/event.ts';

describe('the time that people take', () => {
  const minute = 60_000;
  const began = (event: WorkEvent, startedAt: number | null): WorkEvent => ({ ...(event as StepDone), startedAt });

  it('is that of people’s work with a beginning, by step', () => {
    const at = start + 600 * minute;
    const timed = timedWork([
      began(act({ item: 'a', at }), at - 4 * minute),
      began(act({ item: 'b', at }), at - 2 * minute),
      began(act({ item: 'c', at, step: 'code' }), at),
      began(act({ item: 'd', at }), null),
      began(act({ item: 'e', at }), at + 1),
      // Left and taken up again.
      began(act({ item: 'f', at }), at - 481 * minute),
      began(agentAct({ item: 'g', at }), at - minute),
      audit('h', at),
    ]);
    assert.deepEqual(timed, [
      { queue: 'invoices', step: 'match', items: 2, ms: 6 * minute },
      { queue: 'invoices', step: 'code', items: 1, ms: 0 },
    ]);
  });
});
