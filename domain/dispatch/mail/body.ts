/** What the text of a mail asks for (D21): one JSON task, or `key: value` lines with the keys of the CSV columns. */
import { csvTasks } from '../csv/rows.ts';

export type MailBody = { readonly input: unknown; readonly hints: readonly string[] } | { readonly findings: string[] };

const lineLimit = 200;
/** No value of a task is longer than 4,000 characters; a task in JSON may be one line. */
const limits = { characters: 200_000, lineCharacters: 20_000 };
const keyForm = /^[A-Za-z][A-Za-z0-9_. -]{0,60}$/;

/**
 * Reads up to a signature (`-- `) or to quoted text (`>`), which are no part of the request. Everything before must be
 * understood: a line that is not is named, because a mistyped key must not be left out in silence.
 * @param parseJson throws for what is no JSON
 */
export function readMailBody(text: string, parseJson: (text: string) => unknown): MailBody {
  if (text.length > limits.characters)
    return { findings: [`the text must have at most ${limits.characters.toLocaleString('en-US')} characters`] };
  const own = ownLines(text);
  const first = own.find((line) => line.trim() !== '');
  if (first === undefined) return { findings: ['the mail has no text'] };
  if (first.trimStart().startsWith('{')) return readJson(own.join('\n'), parseJson);
  if (own.length > lineLimit) return { findings: [`the text must have at most ${lineLimit} lines`] };
  const long = own.findIndex((line) => line.length > limits.lineCharacters);
  if (long !== -1)
    return {
      findings: [`line ${long + 1} must have at most ${limits.lineCharacters.toLocaleString('en-US')} characters`],
    };
  return readLines(own);
}

function ownLines(text: string): string[] {
  const lines = text.replace(/\r\n?/g, '\n').split('\n');
  const end = lines.findIndex((line) => line === '-- ' || line === '--' || line.startsWith('>'));
  return end === -1 ? lines : lines.slice(0, end);
}

function readJson(text: string, parseJson: (text: string) => unknown): MailBody {
  try {
    return { input: parseJson(text.trim()), hints: [] };
  } catch {
    return { findings: ['the text starts as JSON and is not JSON to its end'] };
  }
}

function readLines(lines: readonly string[]): MailBody {
  const findings: string[] = [];
  const keys: string[] = [];
  const values: string[] = [];
  for (const [index, line] of lines.entries()) {
    if (line.trim() === '') continue;
    const colon = line.indexOf(':');
    const key = line.slice(0, Math.max(colon, 0)).trim();
    if (!keyForm.test(key)) findings.push(`line ${index + 1} is not "key: value"`);
    else {
      keys.push(key);
      values.push(line.slice(colon + 1).trim());
    }
  }
  // The same shaping as of a CSV file with this one row, so that a key means the same in both.
  const shaped = csvTasks(
    [
      { line: 1, cells: keys },
      { line: 2, cells: values },
    ],
    1,
  );
  if ('findings' in shaped) findings.push(...shaped.findings.map(inWordsOfMail));
  if ('findings' in shaped || findings.length > 0) return { findings };
  const [row] = shaped.rows;
  if (!row || !('input' in row)) return { findings: row?.findings.slice() ?? ['the mail has no values'] };
  return { input: row.input, hints: row.hints };
}

function inWordsOfMail(finding: string): string {
  if (finding.startsWith('column task_type is missing'))
    return 'task_type is required, as a line "task_type: pull_pod"';
  if (finding === 'the header row is missing' || finding === 'the file is empty')
    return 'the mail has no "key: value" lines';
  if (finding === 'the file has a header row and no task') return 'the keys of the mail have no values';
  return finding.replace(/^column /, 'key ').replace(' in the header row', '');
}
