/** The record-keeping activities of a writing task: quick while all is well, patient when not. */
import type { TaskActivities } from '../activities/dispatch/task-activities.ts';
import { localFirst, patient, quick } from './record-keeping.ts';

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
  | 'tell'
  | 'whoDecided'
  | 'believeDecider'
> = {
  judgeTask: (...args) =>
    localFirst(
      () => quick.judgeTask(...args),
      () => patient.judgeTask(...args),
    ),
  askApproval: (...args) =>
    localFirst(
      () => quick.askApproval(...args),
      () => patient.askApproval(...args),
    ),
  checkApproval: (...args) =>
    localFirst(
      () => quick.checkApproval(...args),
      () => patient.checkApproval(...args),
    ),
  recordApproval: (...args) =>
    localFirst(
      () => quick.recordApproval(...args),
      () => patient.recordApproval(...args),
    ),
  recordRefusedDecision: (...args) =>
    localFirst(
      () => quick.recordRefusedDecision(...args),
      () => patient.recordRefusedDecision(...args),
    ),
  // Never tried twice at once: each try that reaches the database is a webhook.
  remindOfApproval: (...args) => patient.remindOfApproval(...args),
  believeDecider: (...args) =>
    localFirst(
      () => quick.believeDecider(...args),
      () => patient.believeDecider(...args),
    ),
  openIntentOf: (...args) =>
    localFirst(
      () => quick.openIntentOf(...args),
      () => patient.openIntentOf(...args),
    ),
  closeIntent: (...args) =>
    localFirst(
      () => quick.closeIntent(...args),
      () => patient.closeIntent(...args),
    ),
  tell: (...args) =>
    localFirst(
      () => quick.tell(...args),
      () => patient.tell(...args),
    ),
  // The act it asks for stands in the history only once the workflow task is over, which a local activity prolongs.
  whoDecided: (...args) => patient.whoDecided(...args),
};
