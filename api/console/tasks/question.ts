/** POST /console/tasks/:id/answer: a person's answer on its way to the worker that waits for it. */
import type { Context } from 'koa';
import { passInput } from '../../../store/live-views.ts';
import { isAnswered, openQuestion } from '../../../store/task-questions.ts';
import { ApiError } from '../../http/errors.ts';
import type { DispatchConsoleDeps } from '../dispatch-deps.ts';
import { form } from '../form.ts';
import { actorOf, redirect } from '../page.ts';
import { longestAnswer } from './question-view.ts';
import { taskOf } from './task-page.ts';

/** A worker that waits has the answer in a moment. */
const takenWithinMs = 5_000;

export function postAnswer(deps: DispatchConsoleDeps): (ctx: Context) => Promise<void> {
  return async (ctx) => {
    const task = await taskOf(deps, ctx);
    const answer = form(ctx).get('answer') ?? '';
    if (answer.trim() === '' || answer.length > longestAnswer)
      throw new ApiError('bad_request', `an answer has 1 to ${longestAnswer} characters`);
    const question = await openQuestion(deps.pool, task.id);
    const path = `/console/tasks/${task.id}`;
    if (question === undefined) return redirect(ctx, path, 'The task does not wait for an answer any more.');
    const end = performance.now() + takenWithinMs;
    await passInput(deps.pool, deps.deploymentSecret, question.id, { answer, by: actorOf(ctx) });
    while (!(await isAnswered(deps.pool, question.id))) {
      if (performance.now() > end) return redirect(ctx, path, 'No worker took the answer. Send it again.');
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    redirect(ctx, path, 'The answer was typed into the page.');
  };
}
