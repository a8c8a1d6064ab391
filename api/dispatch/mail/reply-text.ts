/** The text of a reply: every task with its link, every refusal with its sentences (D21). */
import type { TaskRow } from '../../../store/tasks.ts';
import { type RowIntake, refusedInWords } from '../../../commands/dispatch/accept-tasks.ts';
import type { DispatchDeps } from '../deps.ts';
import type { Alternative } from '../../../domain/dispatch/mail/body.ts';
import { taskTitle } from '../../../domain/dispatch/task-title.ts';

/** Sentences beyond these are counted; a reply is for a person. */
const findingLimit = 200;

const answersNothing = 'This address answers no questions and takes no approvals.';
const footer = `\nWhoever has a link can read its task for as long as the link lives. ${answersNothing}\n`;
/** Who never wrote such a mail learns here what one looks like. */
const howTo = `\nA mail asks for work in lines with a key, a colon and a value. For the proof of delivery of a shipment:\n\n  task_type: pull_pod\n  pro: 4471180293\n\nor in a sentence: "Please pull the POD for PRO 4471180293."\n\n${answersNothing}\n`;

export interface UnclearMail {
  /** Ways to read the mail, each a list of task inputs that can be queued as they are. */
  readonly alternatives: readonly Alternative[];
  /** Sentences. */
  readonly doubts: readonly string[];
}

/** What happened to the rows of a mail, or why none was taken. */
export type MailResults = readonly RowIntake[] | { readonly findings: readonly string[] };

/** @param aside sentences on what was sent along and does not matter */
export function replyText(
  results: MailResults,
  linksOf: DispatchDeps['linksOf'],
  aside: readonly string[] = [],
): string {
  if ('findings' in results) return `${refusal('Nothing was queued:', results.findings)}${howTo}`;
  const taken = results.flatMap(({ result, line }) =>
    result.kind === 'rejected' ? [] : [taskLines(result.task, result.kind, line, linksOf)],
  );
  const refused = results.flatMap(({ result, line, hints = [] }) =>
    result.kind === 'rejected'
      ? refusedInWords(result, hints).map((finding) => (line === undefined ? finding : `line ${line}: ${finding}`))
      : [],
  );
  const parts = [
    ...(taken.length > 0 ? [`${lead(taken.length)}\n\n${taken.join('\n')}`] : []),
    ...(refused.length > 0 ? [refusal(taken.length > 0 ? 'Not queued:' : 'Nothing was queued:', refused)] : []),
    ...(aside.length > 0 ? [refusal('Beside the request:', aside)] : []),
  ];
  return `${parts.join('\n')}${taken.length > 0 ? footer : `\n${answersNothing}\n`}`;
}

const lead = (tasks: number): string =>
  tasks === 1
    ? '1 task was accepted. Its page shows how it goes and, once it is done, the result:'
    : `${tasks} tasks were accepted. Their pages show how they go and, once they are done, the results:`;

/** Asks the writer of a mail which reading is meant: nothing is queued before they say so. */
export function questionText({ alternatives, doubts }: UnclearMail, url: string, days: number): string {
  const several = alternatives.length > 1;
  const ways = alternatives.map((tasks, at) => {
    const shown = tasks.slice(0, 20).map((task) =>
      understoodFacts(task)
        .map(([name, value]) => `  ${name}: ${value}`)
        .join('\n'),
    );
    const more = tasks.length > 20 ? [`  and ${tasks.length - 20} more tasks`] : [];
    return `${several ? `${at + 1})\n` : ''}${[...shown, ...more].join('\n\n')}\n`;
  });
  return `Nothing was queued yet: please confirm what you want, because this leaves it open:

${doubts
  .slice(0, findingLimit)
  .map((doubt) => `- ${doubt}`)
  .join('\n')}

This is what was understood:

${ways.join('\n')}
${several ? 'Choose one here' : 'Confirm it here'} within ${days} days, or send the mail again with only the "key: value" lines:
${url}

Anyone who has this link can confirm the request. This address answers no questions and takes no approvals.
`;
}

/** A task input as the keys and values that ask for it in a mail. */
export function understoodFacts(input: unknown, path = ''): (readonly [key: string, value: string])[] {
  if (Array.isArray(input)) return [[path, input.map(String).join(' | ')]];
  if (typeof input !== 'object' || input === null) return [[path, String(input).slice(0, 500)]];
  return Object.entries(input).flatMap(([name, value]) =>
    name === 'requested_by' && path === ''
      ? []
      : understoodFacts(value, name === 'params' && path === '' ? '' : path === '' ? name : `${path}.${name}`),
  );
}

function taskLines(
  task: TaskRow,
  kind: 'new' | 'duplicate',
  line: number | undefined,
  linksOf: DispatchDeps['linksOf'],
): string {
  const place = line === undefined ? '' : `line ${line}: `;
  const known = kind === 'duplicate' ? `, asked for before, now ${task.status}` : '';
  return `${place}${taskTitle(task)} (${task.id})${known}\n${linksOf(task).resultUrl}\n`;
}

function refusal(lead: string, findings: readonly string[]): string {
  const more = findings.length - findingLimit;
  const shown = findings.slice(0, findingLimit).map((finding) => `- ${finding}`);
  return `${lead}\n\n${[...shown, ...(more > 0 ? [`and ${more} more`] : [])].join('\n')}\n`;
}
