/** Polls a task until it has an outcome. */
export async function waitForTask(dispatch, id, { timeoutMs = 10 * 60_000, pollMs = 1000, signal } = {}) {
  const until = Date.now() + timeoutMs;
  for (;;) {
    const task = await dispatch.getTask({ id, signal });
    if (task.outcome !== null) return task;
    if (Date.now() >= until) throw new Error(`task ${id} has no outcome after ${timeoutMs} ms; it is ${task.status}`);
    await new Promise((resolve) => setTimeout(resolve, pollMs));
  }
}
