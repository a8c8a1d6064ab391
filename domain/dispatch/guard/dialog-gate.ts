/** Judges a dialog that a page opens: it is dismissed and stops the run unless the step declares its words and answer. */
import { readMoney } from '../money.ts';
import type { ExpectedDialog } from '../playbook/language.ts';
import { type Values, fillTemplate } from '../playbook/template.ts';
import { describeRequest } from './request-line.ts';
import type { Verdict } from './verdict.ts';

export interface DialogFacts {
  readonly type: string;
  readonly message: string;
}

/** @param expected what the running step declares; a dialog may be answered once */
export function judgeDialog(
  facts: DialogFacts,
  expected: ExpectedDialog | undefined,
  values: Values,
): { verdict: Verdict; answer: 'accept' | 'dismiss' } {
  const subject = `${facts.type} ${JSON.stringify(facts.message.slice(0, 300))}`;
  const stop = (rule: string, reason: string): { verdict: Verdict; answer: 'dismiss' } => ({
    verdict: { verdict: 'stopped', layer: 'dialog', rule, reason, subject },
    answer: 'dismiss',
  });
  if (expected === undefined) return stop('dialog.undeclared', 'the step declares no dialog; it was dismissed');
  const text = fillTemplate(expected.text, values);
  if (facts.type !== expected.type || text === undefined || !saysTheSame(text, facts.message))
    return stop(
      'dialog.differs',
      `the dialog is not the declared one (${expected.type} ${JSON.stringify(expected.text)}); it was dismissed`,
    );
  return {
    verdict: {
      verdict: 'allowed',
      layer: 'dialog',
      rule: 'dialog.declared',
      reason: `the step declares this dialog and answers ${expected.answer}`,
      subject,
    },
    answer: expected.answer,
  };
}

const amounts = /(\(?(?:[-+\u2212]\s?)?(?:USD\s?)?(?:\p{Sc}\s?)?[-+\u2212]?\d+(?:[.,]\d+)*(?:\s?\p{Sc}|\s?USD)?\)?)/u;

/** White space and Unicode forms aside, every character counts; only amounts may be written in another way. */
function saysTheSame(declared: string, shown: string): boolean {
  const parts = (text: string): string[] => text.normalize('NFKC').replace(/\s+/g, ' ').trim().split(amounts);
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
    reason: allowed ? 'the step declares this window' : 'a window opened that no step declares',
    subject: describeRequest('GET', url),
  };
}
