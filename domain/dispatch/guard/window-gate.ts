/** Judges a window that a page opens: only a step that declares one may lead to it. */
import { describeRequest } from './request-line.ts';
import type { Verdict } from './verdict.ts';

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
