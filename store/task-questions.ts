/** What tasks ask people while their browser waits: the question, and whether it was answered; never the answer. */
import { newId } from '../process/ids.ts';
import { addAudit } from './audit-log.ts';
import { type Pool, type Queryable, inTransaction } from './database.ts';

export interface TaskQuestion {
  readonly id: string;
  readonly taskId: string;
  readonly question: string;
  readonly until: Date;
}

const columns = `id, task_id as "taskId", question, until`;

export async function askQuestion(
  q: Queryable,
  taskId: string,
  question: string,
  withinMs: number,
): Promise<TaskQuestion> {
  const { rows } = await q.query<TaskQuestion>(
    `insert into task_questions (id, task_id, question, until)
      values ($1, $2, $3, now() + $4 * interval '1 millisecond') returning ${columns}`,
    [newId('question'), taskId, question.slice(0, 500), withinMs],
  );
  const [row] = rows;
  if (row === undefined) throw new Error('the question was not stored');
  return row;
}

/** The question that a task waits with; undefined where it waits with none. */
export async function openQuestion(q: Queryable, taskId: string): Promise<TaskQuestion | undefined> {
  const { rows } = await q.query<TaskQuestion>(
    `select ${columns} from task_questions
      where task_id = $1 and ended_at is null and until > now() order by asked_at desc limit 1`,
    [taskId],
  );
  return rows[0];
}

/** The worker has the answer, or waits no longer. */
export async function endQuestion(
  pool: Pool,
  { id, taskId }: TaskQuestion,
  outcome: 'answered' | 'expired' | 'ended',
  by: string | null,
): Promise<void> {
  await inTransaction(pool, async (q) => {
    const { rowCount } = await q.query(
      'update task_questions set ended_at = now(), outcome = $2, answered_by = $3 where id = $1 and ended_at is null',
      [id, outcome, by],
    );
    if (rowCount === 1 && by !== null)
      await addAudit(q, { actor: by, act: 'task.question_answered', subject: taskId, details: { question: id } });
  });
}

export async function isAnswered(q: Queryable, id: string): Promise<boolean> {
  const { rows } = await q.query<{ outcome: string | null }>('select outcome from task_questions where id = $1', [id]);
  return rows[0]?.outcome === 'answered';
}
