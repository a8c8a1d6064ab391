/** What the parts of the result page show. */
import type { ChainedEvent } from '../../domain/dispatch/evidence/evidence-events.ts';
import type { ApprovalRecord } from '../../domain/dispatch/task-record.ts';
import type { EvidenceFileRow } from '../../store/evidence.ts';
import type { ShownContents } from '../../store/bound-approval.ts';
import type { TaskRow } from '../../store/tasks.ts';
import type { SealState } from '../../commands/dispatch/stored-pack.ts';

export interface ResultPage {
  readonly task: TaskRow;
  readonly approvals: readonly ApprovalRecord[];
  /** What the approvers of each are shown, by the id of the approval. */
  readonly shown: ReadonlyMap<string, ShownContents>;
  readonly events: readonly ChainedEvent[];
  readonly files: readonly EvidenceFileRow[];
  readonly seal: SealState;
  /** The capability that the page's own links carry. */
  /** Null where a session opens the links. */
  readonly token: string | null;
  readonly stylePath: string;
  /** Whether the page loads itself again; null where nothing will change any more. */
  readonly refreshing: boolean | null;
  readonly now: Date;
}
