/** What a person chose to be notified of by mail; where they chose nothing, the rules of the deployment decide. */
import { type NotificationEvent, notificationEvents } from '../domain/notifications/rule.ts';
import { newId } from '../process/ids.ts';
import type { Queryable } from './database.ts';

export const choices = ['none', 'at_once', 'daily'] as const;
export type Choice = (typeof choices)[number];

export interface NotificationChoices {
  /** Events that are left out go by the rules. */
  readonly events: Readonly<Partial<Record<NotificationEvent, Choice>>>;
  /** The hour of the person's digest (UTC). */
  readonly digestHour: number;
}

export async function readChoices(q: Queryable, personId: string): Promise<NotificationChoices> {
  const found = await q.query<{ event: NotificationEvent; choice: Choice }>(
    'select event, choice from notification_choices where person_id = $1',
    [personId],
  );
  const person = await q.query<{ hour: number }>('select digest_hour as hour from people where id = $1', [personId]);
  return {
    events: Object.fromEntries(found.rows.map(({ event, choice }) => [event, choice])),
    digestHour: person.rows[0]?.hour ?? 6,
  };
}

/** In the caller's transaction: what was chosen before is replaced. */
export async function saveChoices(
  q: Queryable,
  personId: string,
  { events, digestHour }: NotificationChoices,
): Promise<void> {
  await q.query('update people set digest_hour = $2 where id = $1', [personId, digestHour]);
  await q.query('delete from notification_choices where person_id = $1', [personId]);
  const chosen = notificationEvents.filter((event) => events[event] !== undefined);
  await q.query(
    `insert into notification_choices (person_id, event, choice)
     select $1, event, choice from unnest($2::text[], $3::text[]) as given (event, choice)`,
    [personId, chosen, chosen.map((event) => events[event])],
  );
  await ensurePersonalRules(q, [personId]);
}

/** The rules that carry what people chose, and what is meant for them alone. */
export async function ensurePersonalRules(q: Queryable, personIds: readonly string[]): Promise<void> {
  if (personIds.length === 0) return;
  await q.query({
    name: 'ensure-personal-rules',
    text: `insert into notification_rules (id, label, events, channel, person_id, personal, created_by)
           select given.id, 'Personal settings', $3::text[], 'mail', given.person_id, true, 'personal settings'
             from unnest($1::text[], $2::text[]) as given (id, person_id)
           on conflict (person_id) where personal do nothing`,
    values: [personIds.map(() => newId('notificationRule')), personIds, notificationEvents],
  });
}

/** The people with an account who asked for a task: by the address it names, or as owners of the key it came with. */
export async function accountsOfRequester(q: Queryable, taskId: string): Promise<string[]> {
  const found = await q.query<{ id: string }>(
    `select people.id from tasks left join keys on keys.id = submitted_by_key
       join people on people.email = lower(tasks.requested_by ->> 'email') or people.id = keys.person_id
      where tasks.id = $1 and disabled_at is null`,
    [taskId],
  );
  return found.rows.map(({ id }) => id);
}
