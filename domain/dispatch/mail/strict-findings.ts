/** What to tell the writer of a mail in which no line is one of ours: every line that is none. */
import { csvTasks } from '../csv/rows.ts';

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
  const shaped = csvTasks(
    [
      { line: 1, cells: keys.slice(0, mostFindings) },
      { line: 2, cells: keys.slice(0, mostFindings).map(() => 'x') },
    ],
    1,
  );
  if (keys.length > 0 && 'findings' in shaped) findings.push(...shaped.findings.map(inWordsOfMail));
  return findings.length > 0 ? findings : ['the mail has no "key: value" lines'];
}

function inWordsOfMail(finding: string): string {
  if (finding.startsWith('column task_type is missing'))
    return 'task_type is required, as a line "task_type: pull_pod"';
  return finding.replace(/^column /, 'key ').replace(' in the header row', '');
}
