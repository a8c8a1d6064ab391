/** What people do in recordings of portals: commands to their browser, and the release of a write, which the audit log keeps. */
import type { SentCommand } from '../../domain/dispatch/studio/live.ts';
import { namesSample } from '../../domain/dispatch/studio/setup.ts';
import type { DeploymentSecret } from '../../process/deployment-secret.ts';
import { addAudit } from '../../store/audit-log.ts';
import type { Pool, Queryable } from '../../store/database.ts';
import { passInput } from '../../store/live-views.ts';
import { type RecordingRow, wantBrowser } from '../../store/recordings.ts';
import { type Refusal, refusal } from '../refusal.ts';

/**
 * Passes commands to the browser of a recording, in their order.
 * @param by.record number of the sample record, which the person types to release its write
 * @returns `bad_request` where a write is to be released and the record is not that of the recording
 */
export async function commandRecording(
  { pool, deploymentSecret }: { readonly pool: Pool; readonly deploymentSecret: DeploymentSecret },
  recording: RecordingRow,
  commands: readonly SentCommand[],
  { record, actor }: { readonly record: string; readonly actor: string },
): Promise<Refusal | undefined> {
  const { id, setup } = recording;
  if (commands.some(({ command }) => command.do === 'decide' && command.decision === 'send')) {
    if (!namesSample(setup, record))
      return refusal('bad_request', 'type the number of the sample record to release its write');
    await noteWriteReleased(pool, { recording: id, portal: setup.id, record, actor });
  }
  await wantBrowser(pool, id, 'acts');
  // A notification has room for 8,000 bytes.
  for (const command of commands) await passInput(pool, deploymentSecret, id, [command]);
  return undefined;
}

/** Before the write leaves: a release that is not in the audit log is none. */
export async function noteWriteReleased(
  q: Queryable,
  { recording, portal, record, actor }: Readonly<Record<'recording' | 'portal' | 'record' | 'actor', string>>,
): Promise<void> {
  await addAudit(q, { actor, act: 'recording.write_released', subject: recording, details: { portal, record } });
}
