/** What a mail asks for, judged as tasks of its sender: clear, for its writer to confirm, or nothing at all (D21). */
import { batchLimit } from '../../../domain/dispatch/batch-report.ts';
import { type Alternative, type MailBody, doubtsBesideFile, readMailBody } from '../../../domain/dispatch/mail/body.ts';
import { readCsv, acceptCsv } from '../../../commands/dispatch/import-tasks.ts';
import { checkTaskInput } from '../../../commands/dispatch/check-task-input.ts';
import { acceptTasks, refusedInWords, validateTasks } from '../../../commands/dispatch/accept-tasks.ts';
import type { IntakeDeps, TaskOrigin } from '../../../commands/dispatch/accept-tasks.ts';
import type { MailContent } from './read-mail.ts';
import type { MailResults, UnclearMail } from './reply-text.ts';

/**
 * Queues what is clear. A CSV file is the request where there is one; the text then only goes with it.
 * @param from who wrote the mail
 */
export async function understandMail(
  deps: IntakeDeps,
  origin: TaskOrigin,
  content: MailContent,
  from: string,
): Promise<MailResults | UnclearMail> {
  if (content.csv) return takeFile(deps, origin, content.csv, content, from);
  const body = readBody(content);
  if ('findings' in body) return { findings: [...content.unread, ...body.findings] };
  const complete = (input: unknown): unknown => withRequester(input, from, body.forwarded);
  if ('alternatives' in body) {
    const ways = body.alternatives.map((tasks) => tasks.map(complete));
    return toConfirm(deps, origin, ways, [...content.unread, ...body.doubts]);
  }
  const tasks = tasksOf(body);
  const inputs = tasks.map(({ input }) => complete(input));
  if (content.unread.length > 0) return toConfirm(deps, origin, [inputs], content.unread);
  const results = await acceptTasks(deps, origin, inputs);
  return results.map((result, at) => ({ result, hints: tasks[at]?.hints ?? [] }));
}

/**
 * The form of the text that leaves nothing open counts: some phones run the lines of the plain text together, and a table
 * has none there. Where neither leaves anything open, both have to ask for the same.
 */
export function readBody({ texts, subject }: Pick<MailContent, 'texts' | 'subject'>): MailBody {
  const bodies = texts.map((text) => readMailBody(text, (json) => JSON.parse(json) as unknown, subject ?? ''));
  const clear = bodies.filter(
    (body): body is ClearBody => isClear(body) && tasksOf(body).every(({ input }) => isTask(input)),
  );
  const [one, ...others] = clear;
  const inputsOf = (body: ClearBody): unknown[] => tasksOf(body).map(({ input }) => input);
  const other = one && others.find((body) => asWritten(inputsOf(body)) !== asWritten(inputsOf(one)));
  if (one && other)
    return {
      alternatives: [inputsOf(one), inputsOf(other)],
      doubts: ['the plain text of the mail asks for something else than its HTML'],
      forwarded: one.forwarded || other.forwarded,
    };
  return (
    one ??
    bodies.find((body) => 'alternatives' in body && body.alternatives.some((tasks) => tasks.every(isTask))) ??
    bodies.find((body) => 'alternatives' in body) ??
    bodies.find(isClear) ??
    bodies[0] ?? { findings: ['the mail has no text'] }
  );
}

type ClearBody = Exclude<MailBody, { alternatives: unknown } | { findings: unknown }>;
const isClear = (body: MailBody): body is ClearBody => 'input' in body || 'several' in body;
const tasksOf = (body: ClearBody): readonly { readonly input: unknown; readonly hints: readonly string[] }[] =>
  'several' in body ? body.several : [body];

/** Whether it is well-formed; whether its sender may ask for it is for all channels the same to judge. */
const isTask = (input: unknown): boolean => 'input' in checkTaskInput(input, { allowLoopback: true });

/** Without what programs change between the two: blanks, line ends, and the marks of bold text. */
const asWritten = (input: unknown): string => JSON.stringify(input).replace(/\\n|[\s*_]+/g, '');

async function takeFile(
  deps: IntakeDeps,
  origin: TaskOrigin,
  csv: Buffer,
  { texts, subject, unread }: MailContent,
  from: string,
): Promise<MailResults | UnclearMail> {
  const file = await readCsv(csv, batchLimit);
  if ('code' in file) return { findings: [...unread, ...file.findings] };
  const complete = (input: Record<string, unknown>): Record<string, unknown> =>
    withRequester(input, from, false) as Record<string, unknown>;
  const values = file.rows.flatMap((row) => ('input' in row ? valuesOf(row.input) : []));
  const doubts = [...unread, ...doubtsBesideFile(texts[0] ?? '', subject ?? '', values)];
  if (doubts.length === 0) return acceptCsv(deps, origin, file.rows, complete);
  const broken = file.rows.flatMap((row) =>
    'input' in row ? [] : row.findings.map((finding) => `line ${row.line}: ${finding}`),
  );
  if (broken.length > 0) return { findings: [...doubts, ...broken] };
  const inputs = file.rows.flatMap((row) => ('input' in row ? [complete(row.input)] : []));
  return toConfirm(deps, origin, [inputs], doubts);
}

/** Every text and number of the rows. */
const valuesOf = (value: unknown): string[] =>
  typeof value === 'object' && value !== null ? Object.values(value).flatMap(valuesOf) : [String(value)];

/** Only what could be queued as it is may be confirmed. */
async function toConfirm(
  deps: IntakeDeps,
  origin: TaskOrigin,
  ways: readonly Alternative[],
  doubts: readonly string[],
): Promise<MailResults | UnclearMail> {
  const alternatives: Alternative[] = [];
  const findings: string[] = [];
  for (const tasks of ways) {
    const judged = await validateTasks(deps, origin, tasks);
    const wrong = judged.flatMap((task) => (task.kind === 'rejected' ? refusedInWords(task) : []));
    if (wrong.length === 0) alternatives.push(tasks);
    else if (findings.length === 0) findings.push(...wrong);
  }
  return alternatives.length > 0 ? { alternatives, doubts } : { findings: [...doubts, ...findings] };
}

/**
 * Who asked is who wrote, unless the mail says otherwise (D11). What somebody else wrote is asked for by its forwarder,
 * whatever it says.
 */
function withRequester(input: unknown, email: string, forwarded: boolean): unknown {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return input;
  const given = (input as { requested_by?: unknown }).requested_by;
  if (given === undefined || forwarded) return { ...input, requested_by: { email } };
  if (typeof given !== 'object' || given === null || 'email' in given) return input;
  return { ...input, requested_by: { ...given, email } };
}
