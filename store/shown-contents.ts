/** Reads what an approver is shown of the portal's page, checked against what the approval was bound to. */
import { missingPicture, readTables } from '../domain/dispatch/writing/shown-page.ts';
import type { PageTable, ShownPage } from '../domain/dispatch/writing/shown-page.ts';
import { readShownFile, shownDiffers } from './bound-approval.ts';
import type { ShownDeps } from './bound-approval.ts';

export interface ShownContents {
  /** What is no longer what the approval was bound to, as the end of a sentence; null where nothing is. */
  readonly differs: string | null;
  readonly missingPicture: string | null;
  readonly text: string | null;
  readonly tables: readonly PageTable[];
}

export async function readShownContents(
  deps: ShownDeps,
  taskId: string,
  approval: { readonly id: string; readonly shownSha256: string | null; readonly page: ShownPage | null },
): Promise<ShownContents> {
  const { id, page, shownSha256 } = approval;
  const [differs, text, tables] = await Promise.all([
    shownDiffers(deps, taskId, id, shownSha256),
    page?.page_text ? readShownFile(deps, taskId, page.page_text) : undefined,
    page?.tables ? readShownFile(deps, taskId, page.tables) : undefined,
  ]);
  return {
    differs,
    missingPicture: missingPicture(page),
    text: text?.toString('utf8') ?? null,
    tables: readTables(tables?.toString('utf8') ?? '[]'),
  };
}
