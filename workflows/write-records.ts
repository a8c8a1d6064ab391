/** The record-keeping activities of a writing task: quick while all is well, patient when not. */
import type { TaskActivities } from '../activities/dispatch/task-activities.ts';
import { patiently, recorded } from './record-keeping.ts';

export const writeRecords: Pick<
  TaskActivities,
  | 'judgeTask'
  | 'askApproval'
  | 'checkApproval'
  | 'recordApproval'
  | 'recordRefusedDecision'
  | 'remindOfApproval'
  | 'openIntentOf'
  | 'closeIntent'
  | 'whoDecided'
  | 'believeDecider'
> & { readonly addNote: TaskActivities['tell'] } = {
  judgeTask: recorded('judgeTask', 'Decide by the rules'),
  askApproval: recorded('askApproval', 'Ask for approval'),
  checkApproval: recorded('checkApproval', 'Check what approvers are shown'),
  recordApproval: recorded('recordApproval', 'Record the decision'),
  recordRefusedDecision: recorded('recordRefusedDecision', 'Record a decision that was not accepted'),
  // Never tried twice at once: each try that reaches the database is a webhook.
  remindOfApproval: patiently('remindOfApproval', 'Remind of the approval'),
  believeDecider: recorded('believeDecider', 'Verify who decides'),
  openIntentOf: recorded('openIntentOf', 'Look up the write of the task'),
  closeIntent: recorded('closeIntent', 'Record the result of the write'),
  // `tell` is its name in the stored histories.
  addNote: recorded('tell', 'Add a note to the evidence'),
  // The act it asks for is in the history only once the workflow task is over, which a local activity prolongs.
  whoDecided: patiently('whoDecided', 'Look up who decided'),
};
