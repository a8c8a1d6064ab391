/** What people hear of a task that asks for an approval and of one that escalates, through a webhook on a socket. */
import assert from 'node:assert/strict';
import { scenarioPros } from '../../sandbox/tms/scenarios.ts';
import { addNotificationRule } from '../../store/notification-rules.ts';
import { listNotifications } from '../../store/notification-log.ts';
import { answerWith, openReceiver, type Receiver } from '../support/receiver.ts';
import { until } from '../support/wait.ts';
import { type Crew, openCrew } from './crew.ts';
import { openStandInPortal } from './stand-in-portal.ts';

describe('notifications of tasks', () => {
  let crew: Crew;
  let slack: Receiver;
  before(async () => {
    slack = await openReceiver(answerWith(200));
    crew = await openCrew({});
    await crew.join(['tasks', 'portal', 'deliveries'], openStandInPortal(crew, 48_277).standIn);
    await addNotificationRule(
      crew.database.pool,
      {
        label: 'All',
        events: ['approval_requested', 'approval_reminder', 'task_escalated'],
        to: { channel: 'slack', url: slack.url },
        senderId: null,
        dailyHour: null,
      },
      { deploymentSecret: crew.settings.DEPLOYMENT_SECRET, actor: 'test' },
    );
  });
  after(async () => {
    await crew.leave();
    await slack.close();
  });

  const heard = (words: string): Promise<string> =>
    until(() => slack.received.map(({ body }) => body).find((body) => body.includes(words)), { what: words });

  it('say that an approval is requested, and hold a reminder for the day before its deadline', async () => {
    const id = await crew.add({
      task_type: 'tms_correction',
      params: {
        pro: scenarioPros.correctionOver,
        reason_code: 'CC',
        changes: { billed_class: '150' },
        note: 'Inspection WI-77120',
      },
      instruction: 'Correct the class after the inspection.',
    });
    const body = await heard('Approval requested');
    assert.match(body, /"text":"Approval requested: Correct a freight bill: PRO \d{10}"/);
    assert.match(body, /"url":"https:\/\/dispatch\.example\/console\/approvals\/apr_/);
    const { notifications } = await listNotifications(crew.database.pool, { limit: 10 });
    const reminder = notifications.find(({ event }) => event === 'approval_reminder');
    assert.equal(reminder?.subjectId, id);
    const daysAhead = ((reminder?.nextAttemptAt?.getTime() ?? 0) - Date.now()) / 86_400_000;
    assert.ok(daysAhead > 5.9 && daysAhead < 6.1, String(daysAhead));
    await crew.client.workflow.getHandle(id).cancel();
    const { summary } = await crew.ended(id);
    assert.match(summary ?? '', /^The work was cancelled by .+@.+\. A person has to take over\.$/);
  });

  it('say that a task is escalated', async () => {
    const id = await crew.add({ task_type: 'portal_action', params: { action: 'void_bill', pro: '1234567890' } });
    await crew.ended(id);
    const body = await heard(`/console/tasks/${id}`);
    assert.match(body, /"text":"Task escalated: /);
  });
});
