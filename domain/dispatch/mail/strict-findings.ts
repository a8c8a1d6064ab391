/** What to tell the writer of a mail in which no line is one of ours: every line that is none. */
import { headerSentence, matchHeader, unknownWords } from '../csv/columns.ts';
import type { HeaderFinding } from '../csv/columns.ts';

const keyForm = /^[A-Za-z][A-Za-z0-9_. -]{0,60}$/;
const mostFindings = 20;

/** @param lines of the writer's own text */
export function strictFindings(lines: readonly string[]): string[] {
  const end = lines.findIndex((line) => /^--\s?$/.test(line));
  const own = end === -1 ? lines : lines.slice(0, end);
  if (own.every((line) => line.trim() === '')) return ['the mail has no text'];
  const findings: string[] = [];
  const keys: string[] = [];
  for (const [index, line] of own.entries()) {
    if (line.trim() === '' || findings.length >= mostFindings) continue;
    const key = line.slice(0, Math.max(line.indexOf(':'), 0)).trim();
    if (keyForm.test(key)) keys.push(key);
    else findings.push(`line ${index + 1} is not "key: value"`);
  }
  const matched = keys.length === 0 ? undefined : matchHeader(keys.slice(0, mostFindings));
  if (matched !== undefined && 'findings' in matched) findings.push(...matched.findings.map(inWordsOfMail));
  return findings.length > 0 ? findings : ['the mail has no "key: value" lines'];
}

/** The keys of a mail are the columns of a file. */
function inWordsOfMail(finding: HeaderFinding): string {
  if (finding.kind === 'no_task_type') return 'task_type is required, as a line "task_type: pull_pod"';
  if (finding.kind === 'twice') return `key ${finding.column} appears twice`;
  return finding.kind === 'unknown' ? `key ${unknownWords(finding)}` : headerSentence(finding);
}
