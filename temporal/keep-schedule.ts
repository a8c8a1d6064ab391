/** Makes a Schedule, or brings one that is there to what is wanted. */
import { ScheduleAlreadyRunning, ScheduleNotFoundError } from '@temporalio/client';
import type { Client, ScheduleOptions } from '@temporalio/client';
import { ValueError } from '@temporalio/common';

/**
 * A Schedule that a person paused stays paused. One whose arguments were encrypted with a key that is not at hand any
 * more is made anew: nothing of them is needed, and the client cannot change it without reading them.
 */
export async function keepSchedule(client: Client, wanted: ScheduleOptions): Promise<void> {
  const { scheduleId, memo: _memo, ...rest } = wanted;
  const handle = client.schedule.getHandle(scheduleId);
  if (await isMade(client, wanted)) return;
  try {
    await handle.update(({ state }) => ({ ...rest, state }));
  } catch (error) {
    if (!(error instanceof ValueError)) throw error;
    const { namespace } = client.options;
    const { schedule } = await client.workflowService.describeSchedule({ namespace, scheduleId });
    await handle.delete().catch((gone: unknown) => {
      if (!(gone instanceof ScheduleNotFoundError)) throw gone;
    });
    const { paused, notes } = schedule?.state ?? {};
    await isMade(client, { ...wanted, state: { paused: paused === true, ...(notes ? { note: notes } : {}) } });
  }
}

/** @returns false where there is one of that id */
async function isMade(client: Client, wanted: ScheduleOptions): Promise<boolean> {
  try {
    await client.schedule.create(wanted);
    return true;
  } catch (error) {
    if (error instanceof ScheduleAlreadyRunning) return false;
    throw error;
  }
}
