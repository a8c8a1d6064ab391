/** Judges a dialog that a page opens: it is dismissed and stops the run unless the step declares its words and answer. */
import { readMoney } from '../money.ts';
import type { ExpectedDialog } from '../playbook/declared-request.ts';
import type { NeverClick } from '../playbook/language.ts';
import { type Values, fillTemplate } from '../playbook/template.ts';
import { neverClickName } from './never-click.ts';
import { describeRequest } from './request-line.ts';
import type { Verdict } from './verdict.ts';

interface DialogFacts {
  readonly type: string;
  readonly message: string;
  /** Of a prompt: what the page proposes. */
  readonly proposed?: string;
}

interface DialogVerdict {
  readonly verdict: Verdict;
  readonly answer: 'accept' | 'dismiss';
  /** Typed into a prompt. */
  readonly typed?: string;
}

/** What is going on while a dialog opens. */
interface DialogMoment {
  /** The running step may send nothing. */
  readonly reads: boolean;
  /** A step of ours is leading to another page. */
  readonly leaves: boolean;
  readonly neverClick: readonly NeverClick[];
}

/** @param expected what the running step declares next; a dialog may be answered once */
export function judgeDialog(
  facts: DialogFacts,
  expected: ExpectedDialog | undefined,
  values: Values,
  { reads, leaves, neverClick }: DialogMoment,
): DialogVerdict {
  const subject = `${facts.type} ${JSON.stringify(facts.message.slice(0, 300))}`;
  const stop = (rule: string, reason: string): DialogVerdict => ({
    verdict: { verdict: 'stopped', layer: 'dialog', rule, reason, subject },
    answer: 'dismiss',
  });
  const pass = (rule: string, reason: string, answer: DialogVerdict['answer']): DialogVerdict => ({
    verdict: { verdict: 'allowed', layer: 'dialog', rule, reason, subject },
    answer,
  });
  // The browser asks this by itself, in its own words: what was typed and not sent is lost when the page goes.
  if (facts.type === 'beforeunload')
    return leaves
      ? pass('dialog.leaving', 'the step leads to another page, and what was typed on this one is left', 'accept')
      : pass('dialog.staying', 'no step leads to another page, and this one stays', 'dismiss');
  const text = expected === undefined ? undefined : fillTemplate(expected.text, values);
  const isExpected =
    expected !== undefined &&
    facts.type === expected.type &&
    text !== undefined &&
    (saysTheSame(text, facts.message) || (facts.type === 'alert' && openWord(text, facts.message) !== undefined));
  if (!isExpected && reads && facts.type === 'alert') {
    const action = neverClickName(facts.message, neverClick);
    return action === undefined
      ? pass('dialog.notice', 'a notice with nothing to decide, in a step that only reads', 'accept')
      : stop(`never_click.${action}`, `the notice speaks of ${action}, which is never done by the robot`);
  }
  if (expected === undefined)
    return stop(
      'dialog.undeclared',
      `the step declares no dialog; it was dismissed; dialog: { type: ${facts.type}, text: ${JSON.stringify(facts.message.slice(0, 200))}, answer: … } would declare it`,
    );
  if (!isExpected)
    return stop(
      'dialog.differs',
      `the dialog is not the declared one (${expected.type} ${JSON.stringify(expected.text)}); it was dismissed`,
    );
  const typed = expected.value === undefined ? undefined : fillTemplate(expected.value, values);
  return {
    ...pass('dialog.declared', `the step declares this dialog and answers ${expected.answer}`, expected.answer),
    ...(typed === undefined ? {} : { typed }),
  };
}

/** What an alert says in the place of the one `*` of its declaration: one word with a digit. */
export function openWord(declared: string, shown: string): string | undefined {
  const parts = ` ${plainly(declared)} `.split(' * ');
  if (parts.length !== 2) return undefined;
  const [before = '', after = ''] = parts;
  const said = ` ${plainly(shown)} `;
  if (!said.startsWith(`${before} `) || !said.endsWith(` ${after}`)) return undefined;
  const word = said.slice(before.length + 1, said.length - after.length - 1);
  return /^[^\s]*\d[^\s]*$/.test(word) ? word : undefined;
}

function plainly(text: string): string {
  return text.normalize('NFKC').replace(/\s+/g, ' ').trim();
}

const amounts = /(\(?(?:[-+\u2212]\s?)?(?:USD\s?)?(?:\p{Sc}\s?)?[-+\u2212]?\d+(?:[.,]\d+)*(?:\s?\p{Sc}|\s?USD)?\)?)/u;

/** White space and Unicode forms aside, every character counts; only amounts may be written in another way. */
function saysTheSame(declared: string, shown: string): boolean {
  const parts = (text: string): string[] => plainly(text).split(amounts);
  const [wanted, found] = [parts(declared), parts(shown)];
  return wanted.length === found.length && wanted.every((part, n) => part === found[n] || isSameAmount(part, found[n]));
}

function isSameAmount(one: string, other = ''): boolean {
  const amount = readMoney(one);
  return amount !== undefined && amount === readMoney(other);
}

// Judges a window that a page opens: only a step that declares one may lead to it.

/** @param declared how many windows the running step may still open */
export function judgeWindow(url: string, declared: number): Verdict {
  const allowed = declared > 0;
  return {
    verdict: allowed ? 'allowed' : 'stopped',
    layer: 'input',
    rule: allowed ? 'input.declared_window' : 'input.undeclared_window',
    reason: allowed
      ? 'the step declares this window'
      : 'a window opened that no step declares; popup: true declares it',
    subject: describeRequest('GET', url),
  };
}
