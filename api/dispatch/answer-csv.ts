/** The CSV channel by API: a file in, a report out, per row with its line (D20). */
import type { Context } from 'koa';
import { batchLimit } from '../../domain/dispatch/batch.ts';
import { ApiError, findingsError } from '../http/errors.ts';
import { bodyLimit } from '../http/json-body.ts';
import { readRawBody } from '../http/raw-body.ts';
import { answerReport, markMismatch, reportFates } from './answer-tasks.ts';
import type { DispatchDeps } from './deps.ts';
import { readCsv } from '../../commands/dispatch/read-csv.ts';
import { reportCsv, takeCsv } from '../../commands/dispatch/take-csv.ts';
import type { TaskOrigin } from '../../commands/dispatch/take-tasks.ts';

/** @throws ApiError unsupported_media_type, too_large, bad_csv, invalid_batch (nothing of the file is queued) */
export async function answerCsv(deps: DispatchDeps, ctx: Context, origin: TaskOrigin): Promise<void> {
  requireUtf8(ctx);
  const file = await readCsv(await readRawBody(ctx, bodyLimit), batchLimit);
  if ('code' in file) throw findingsError(file.code, file.findings.slice(0, 100));
  const fates = await takeCsv(deps, origin, file.rows);
  markMismatch(
    deps,
    ctx,
    fates.map(({ fate }) => fate),
  );
  answerReport(ctx, await reportFates(deps, fates), () => reportCsv(file, fates));
}

function requireUtf8(ctx: Context): void {
  const charset = /;\s*charset\s*=\s*"?([^";\s]+)/i.exec(ctx.get('Content-Type'))?.[1];
  if (charset !== undefined && !/^(?:utf-?8|us-ascii)$/i.test(charset))
    throw new ApiError('unsupported_media_type', 'text/csv must be UTF-8');
}
