import assert from 'node:assert/strict';
import { readEvent, type WireEvent } from '../../../domain/lanes/event.ts';
import {
  exampleDecision,
  exampleDefinition,
  exampleItems,
  exampleWeeks,
  exampleWork,
} from '../../../domain/lanes/example-history.ts';
import { openWorkspace, rules } from './machine/history.ts';

describe('the example history', () => {
  it('moves as README describes when it is sent week by week without asking for routes', () => {
    const workspace = openWorkspace({ ...rules, auditSeed: '2026' });
    workspace.send(readEvent(exampleDefinition() as unknown as WireEvent));
    const moves: string[] = [];
    for (let week = 1; week <= exampleWeeks; week += 1) {
      const events = exampleItems(week).flatMap((item) => {
        const decision = exampleDecision(item.step, week);
        return exampleWork(item, decision, decision === 'act_alone');
      });
      const result = workspace.send(...events.map((event) => readEvent(event as unknown as WireEvent)));
      assert.deepEqual(result.rejected, []);
      for (const { step, from, to, rule } of result.laneChanges) moves.push(`${week} ${step} ${from} ${to} ${rule}`);
      for (const { step, purpose } of result.signoffRequests) moves.push(`${week} ${step} sign-off ${purpose}`);
    }
    assert.deepEqual(moves, [
      '3 match shadow assist shadow_to_assist',
      '3 code shadow assist shadow_to_assist',
      '3 pay shadow assist shadow_to_assist',
      '8 match assist auto assist_to_auto',
      '8 pay sign-off promote',
      '10 code assist auto assist_to_auto',
      '12 pay sign-off promote',
      '16 pay sign-off promote',
      '18 code auto assist cusum',
      '19 code assist shadow cusum',
      '20 pay sign-off promote',
      '24 pay sign-off promote',
    ]);
  });

  it('is the same at every run, and every id in it is its own', () => {
    const events = exampleItems(3).flatMap((item) => exampleWork(item, 'propose', false));
    assert.deepEqual(
      events,
      exampleItems(3).flatMap((item) => exampleWork(item, 'propose', false)),
    );
    assert.equal(new Set(events.map(({ id }) => id)).size, events.length);
  });
});
