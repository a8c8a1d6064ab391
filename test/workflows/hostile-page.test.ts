/** Pages that do harm by themselves, end to end: the task ends stopped by the guard, and their harm never reaches the portal. */
import assert from 'node:assert/strict';
import { allScenarios } from '../../sandbox/scenarios.ts';
import { scenarioPros } from '../../sandbox/tms/scenarios.ts';
import type { TaskInput } from '../../domain/dispatch/task-schemas.ts';
import { chainOf, type Crew, fault, openCrew, truthOf } from './crew.ts';

describe('a page whose script does harm as soon as it is worked on', function () {
  let crew: Crew;
  before(async () => {
    crew = await openCrew();
    await crew.join();
  });
  after(() => crew.leave());

  // Frames with forms, and every other kind of harm: test/portals/guard.
  const pages: readonly (readonly [where: string, scenario: string, match: object, rule: string])[] = [
    ['that only reads, at its first input', 'pull_pod', {}, 'never_click.void_bill'],
    [
      'at the click that writes, for good although the click was allowed',
      'tms_correction_under_limit',
      // The page that answers the preview; its first input is the click on Submit.
      { method: 'POST', pro: scenarioPros.correctionUnder },
      'never_click.void_bill',
    ],
  ];
  for (const [where, scenario, match, rule] of pages)
    it(`stops a task ${where}`, async () => {
      const writesByClick = scenario === 'tms_correction_under_limit';
      await fault(crew, 'hostile', { match, times: 50 });
      const id = await crew.add(allScenarios()[scenario] as TaskInput);
      const task = await crew.ended(id);
      await fault(crew, 'ok', {});
      const { requests, writes } = await truthOf(crew);
      // The allowed click may reach the portal before the stop: what it wrote is then stated, never denied.
      const ending = writes.length === 0 ? 'guard_stopped' : 'needs_person';
      assert.equal(`${task.status}/${task.outcomeReason}`, `escalated/${ending}`, task.summary ?? '');
      assert.ok(writes.length <= (writesByClick ? 1 : 0), JSON.stringify(writes));
      if (writes.length === 1) assert.match(task.summary ?? '', /had taken the correction COR-\d/);
      const harm = /\/(?:void|accept-all|close)$/;
      assert.deepEqual(
        requests.filter(({ path }) => harm.test(path)),
        [],
      );
      const stops = (await chainOf(crew, id)).filter((event) => event['verdict'] === 'stopped');
      assert.ok(
        stops.some((event) => event['rule'] === rule),
        JSON.stringify(stops),
      );
      const webhook = await crew.webhookOf(id);
      assert.equal(webhook.event, 'task.escalated');
    });
});
