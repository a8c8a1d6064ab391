/** The text of a reply: every task with its link, every refusal with its sentences (D21). */
import type { TaskRow } from '../../../store/tasks.ts';
import type { FateOfRow } from '../answer-tasks.ts';
import type { DispatchDeps } from '../deps.ts';

/** Sentences beyond these are counted; a reply is for a person. */
const findingLimit = 200;

const footer =
  '\nWhoever has a link can read its task for as long as the link lives. This address answers no questions and takes\nno approvals.\n';

/** What became of the rows of a mail, or why none was taken. */
export type MailFates = readonly FateOfRow[] | { readonly findings: readonly string[] };

export function replyText(fates: MailFates, linksOf: DispatchDeps['linksOf']): string {
  if ('findings' in fates) return `${refusal('Nothing was queued:', fates.findings)}${footer}`;
  const taken = fates.flatMap(({ fate, line }) =>
    fate.kind === 'rejected' ? [] : [taskLines(fate.task, fate.kind, line, linksOf)],
  );
  const refused = fates.flatMap(({ fate, line, hints = [] }) =>
    fate.kind === 'rejected'
      ? [...fate.findings, ...hints].map((finding) => (line === undefined ? finding : `line ${line}: ${finding}`))
      : [],
  );
  const parts = [
    ...(taken.length > 0 ? [`${taken.length === 1 ? '1 task' : `${taken.length} tasks`}:\n\n${taken.join('\n')}`] : []),
    ...(refused.length > 0 ? [refusal(taken.length > 0 ? 'Not queued:' : 'Nothing was queued:', refused)] : []),
  ];
  return `${parts.join('\n')}${footer}`;
}

function taskLines(
  task: TaskRow,
  kind: 'new' | 'duplicate',
  line: number | undefined,
  linksOf: DispatchDeps['linksOf'],
): string {
  const place = line === undefined ? '' : `line ${line}: `;
  const known = kind === 'duplicate' ? ` (asked for before, now ${task.status})` : '';
  return `${place}${task.taskType} ${task.id}${known}\n${linksOf(task).resultUrl}\n`;
}

function refusal(lead: string, findings: readonly string[]): string {
  const more = findings.length - findingLimit;
  const shown = findings.slice(0, findingLimit).map((finding) => `- ${finding}`);
  return `${lead}\n\n${[...shown, ...(more > 0 ? [`and ${more} more`] : [])].join('\n')}\n`;
}
