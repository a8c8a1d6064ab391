/** The writer of a mail that was not clear says which reading is meant: its tasks are taken (D21). */
import { sentencesIn } from '../../domain/sentence.ts';
import { type MailConfirmation, chooseAlternative, recordConfirmed } from '../../store/mail-confirmations.ts';
import { type Refusal, refusal, refusalOf } from '../refusal.ts';
import { type IntakeDeps, acceptTasks } from './accept-tasks.ts';

/** @param choice which of the readings */
export async function confirmMail(
  deps: IntakeDeps,
  mail: MailConfirmation,
  choice: number,
): Promise<Refusal | undefined> {
  const inputs = mail.alternatives[choice];
  if (!Number.isInteger(choice) || inputs === undefined) return refusal('bad_request', 'there is no such choice');
  if (mail.confirmedAt !== null || !(await chooseAlternative(deps.pool, mail.mailId, choice))) return undefined;
  // Pressed twice, or again after a crash, it gives the same tasks: their keys are those of the content (D13).
  const results = await acceptTasks(deps, { senderId: mail.senderId, keyId: null, channel: 'email' }, inputs);
  const ids = results.flatMap((result) => (result.kind === 'rejected' ? [] : [result.task.id]));
  const refused = results.flatMap((result) => (result.kind === 'rejected' ? sentencesIn(result.findings) : []));
  if (ids.length === 0) return refusalOf('invalid_task', refused);
  await recordConfirmed(deps.pool, mail.mailId, ids);
  return undefined;
}
