/** Whether an approval still shows exactly what it was bound to: its row, and the files of the page it refers to. */
import type { WriteOrder } from '../domain/dispatch/writing/order.ts';
import { saysTheSame, showsTheSameTables } from '../domain/dispatch/writing/shown-page.ts';
import {
  type PageTable,
  type ShownFile,
  type ShownPage,
  missingPicture,
  readTables,
  shownDigest,
} from '../domain/dispatch/writing/shown-page.ts';
import { sha256 as digestOf, textSha256 } from '../process/evidence-crypto.ts';
import { findApproval, readEarlierPages, readShown } from './approvals.ts';
import type { BlobStore } from './blobs/blob-store.ts';
import type { Pool } from './database.ts';
import { readFile } from './evidence.ts';

export interface ShownDeps {
  readonly pool: Pool;
  readonly blobs: BlobStore;
}

/**
 * @param bound the digest that the workflow holds; null where an earlier version asked and bound nothing
 * @returns what differs, as the end of a sentence; null where nothing does
 */
export async function shownDiffers(
  deps: ShownDeps,
  taskId: string,
  approvalId: string,
  bound: string | null,
): Promise<string | null> {
  const row = await readShown(deps.pool, taskId, approvalId);
  if (row === undefined) return 'its record is missing';
  if (row.shownSha256 !== bound) return 'its digest is not the one it was asked for with';
  if (bound === null) return null;
  if (shownDigest(row.matter, textSha256) !== bound) return 'its record no longer shows what it was asked for with';
  return row.matter.page === null ? null : pageDiffers(deps, taskId, row.matter.page);
}

async function pageDiffers(deps: ShownDeps, taskId: string, page: ShownPage): Promise<string | null> {
  for (const file of [page.screenshot, page.page_text, page.tables]) {
    if (file !== null && !(await isIntact(deps, taskId, file))) return `the file ${file.file} has changed`;
  }
  return null;
}

async function isIntact(deps: ShownDeps, taskId: string, file: ShownFile): Promise<boolean> {
  return (await readShownFile(deps, taskId, file)) !== undefined;
}

/**
 * Whether the page of the last preview still says what approvers were shown: the picture may differ, its text and tables
 * may not, but for what changed by itself between two approvals of the same change. What an approver was not shown is
 * not compared.
 * @param page that of the last preview; left out by earlier versions, which did not keep it
 * @returns what differs, as the end of a sentence; null where nothing does
 */
export async function pageMoved(
  deps: ShownDeps,
  taskId: string,
  approvalId: string,
  page: ShownPage | null | undefined,
): Promise<string | null> {
  const approved = (await readShown(deps.pool, taskId, approvalId))?.matter.page ?? null;
  if (approved === null || page === undefined) return null;
  for (const part of ['page_text', 'tables'] as const) {
    const what = part === 'tables' ? 'tables' : 'text';
    const before = approved[part];
    const after = page?.[part] ?? null;
    if (before === null || before.sha256 === after?.sha256) continue;
    if (after === null) return `the ${what} of the page could not be read again before the change was keyed`;
    const [was, is] = await Promise.all([readShownFile(deps, taskId, before), readShownFile(deps, taskId, after)]);
    const earlier = was === undefined ? [] : await readEarlier(deps, taskId, approvalId, part);
    const isSame = part === 'tables' ? showsTheSameTables : saysTheSame;
    if (was === undefined || is === undefined || !isSame(is.toString(), was.toString(), earlier))
      return `the ${what} of the page of step ${page?.step ?? 0} ${part === 'tables' ? 'differ' : 'differs'} from what was approved`;
  }
  return null;
}

/** The text or tables of the page as earlier approvals of the same change showed it. */
async function readEarlier(
  deps: ShownDeps,
  taskId: string,
  approvalId: string,
  part: 'page_text' | 'tables',
): Promise<string[]> {
  const pages = await readEarlierPages(deps.pool, taskId, approvalId);
  const files = await Promise.all(
    pages.map(async ({ [part]: file }) => (file === null ? undefined : readShownFile(deps, taskId, file))),
  );
  return files.flatMap((bytes) => (bytes === undefined ? [] : [bytes.toString()]));
}

/** The bytes of a file that is shown. @returns undefined where they are missing or are not those that were bound */
async function readShownFile(
  { pool, blobs }: ShownDeps,
  taskId: string,
  { file, sha256 }: ShownFile,
): Promise<Buffer | undefined> {
  const row = await readFile(pool, taskId, file);
  if (row?.sha256 !== sha256) return undefined;
  const bytes = await blobs.get(row.blobKey);
  return bytes !== undefined && digestOf(bytes) === sha256 ? bytes : undefined;
}

/** Asked right before the click. @returns why the order may not be keyed; null where it may */
export async function notApproved(deps: ShownDeps, taskId: string, order: WriteOrder): Promise<string | null> {
  if (order.people === 0) return null;
  const approval = await findApproval(deps.pool, taskId, order.digest);
  if (approval?.status !== 'approved') return 'no approval of exactly this change is in force';
  // An order of an earlier version names no approval.
  const bound = order.approval === undefined ? (approval.shownSha256 ?? null) : order.approval.shown_sha256;
  if (order.approval !== undefined && order.approval.id !== approval.id)
    return `approval ${order.approval.id} is not in force`;
  const differs = await shownDiffers(deps, taskId, approval.id, bound);
  return differs ?? pageMoved(deps, taskId, approval.id, order.page);
}

/** Reads what an approver is shown of the portal's page, checked against what the approval was bound to. */
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
