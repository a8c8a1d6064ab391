/**
 * What the text of a mail asks for (D21): one JSON task, or `key: value` lines with the keys of the CSV columns, with
 * whatever people and mail programs put around them.
 */
import { columnsOfType, headerSentence, matchHeader, unknownColumnText } from '../csv/columns.ts';
import type { CsvColumn, HeaderFinding } from '../csv/columns.ts';
import { csvTasks } from '../csv/rows.ts';
import { changesOfReason } from '../task-schemas.ts';
import { taskTypes } from '../task.ts';
import { freeText, isWellFormed, likelyValue } from './key-lines.ts';
import { isPlainText } from './prose.ts';
import { type Layer, isOfAnother, layersOf } from './quotes-and-forwards.ts';
import { type FoundLine, type ReadLayer, onlyAsks, readLayer, subjectDoubts } from './read-layer.ts';
import { recordsIn } from './spoken-request.ts';

/** The tasks of one way to read a mail. */
export type Alternative = readonly unknown[];

interface ClearTask {
  readonly input: unknown;
  readonly hints: readonly string[];
}

export type MailBody =
  /** Only one thing can be meant. `forwarded`: it was written by somebody else. */
  | (ClearTask & { readonly forwarded: boolean })
  /** Each of several tasks, as clear as one. */
  | { readonly several: readonly ClearTask[]; readonly forwarded: boolean }
  /** What may be meant, for its writer to choose; why it is not clear. */
  | { readonly alternatives: readonly Alternative[]; readonly doubts: readonly string[]; readonly forwarded: boolean }
  | { readonly findings: readonly string[] };

const lineLimit = 200;
/** No value of a task is longer than 4,000 characters; a task in JSON may be one line. */
const limits = { characters: 200_000, lineCharacters: 20_000, alternatives: 6 };

/**
 * Reads what the writer wrote, or else what they forwarded. Greetings, signatures, disclaimers and quotes do not count,
 * as long as nothing in them could change the request.
 * @param parseJson throws for what is no JSON
 * @param subject of the mail: distinguishes a forwarded mail from an answer
 */
export function readMailBody(text: string, parseJson: (text: string) => unknown, subject = ''): MailBody {
  if (text.length > limits.characters)
    return { findings: [`the text must have at most ${limits.characters.toLocaleString('en-US')} characters`] };
  const layers = layersOf(cleaned(text), subject);
  const [own] = layers;
  const tooMuch = beyondLimits(layers);
  if (tooMuch !== null) return { findings: [tooMuch] };
  const ownSubject = isOfAnother(subject) ? '' : subject.slice(0, 300);
  const readings = layers.map((layer) => ({
    kind: layer.kind,
    ...readTasks(layer, parseJson, layer === own ? ownSubject : ''),
  }));
  const [first] = readings;
  const forwards = readings.filter(({ kind, lines, json }) => kind === 'forward' && asks(lines, json));
  if (first !== undefined && asks(first.lines, first.json))
    return decide(
      first,
      [
        ...subjectDoubts(subject, foundIn(first)),
        ...quoteDoubts(first, layers.at(-1)),
        ...differences(
          first,
          forwards.filter(({ lines }) => !lines.isSpoken),
        ),
        ...reversed(text),
      ],
      false,
    );
  const [forward, ...further] = forwards;
  const doubts = first?.lines.doubts ?? [];
  if (forward !== undefined) {
    const more = [
      ...doubts,
      ...(forward.lines.isSpoken ? ['the request is in sentences that somebody else wrote'] : []),
      ...quoteDoubts(forward, layers.at(-1)),
      ...differences(forward, further),
      ...reversed(text),
    ];
    return decide(forward, more, true);
  }
  const quoted = readings.find(({ kind, lines, json }) => kind === 'quote' && asks(lines, json));
  if (quoted !== undefined) return decide(quoted, ['the request is in the quoted part of the mail', ...doubts], true);
  const written = (own?.lines ?? []).map(({ text: line }) => line);
  const named = recordsIn([ownSubject, ...written]);
  if (named.length === 0) return { findings: strictFindings(written) };
  const records = named.map((one) => ({ ...one, number: Infinity }));
  return decideLines(
    { found: records, isList: false },
    ['the mail names no work that is known here, only its record'],
    false,
  );
}

interface Reading {
  readonly lines: ReadLayer;
  readonly json: { readonly value: unknown } | { readonly finding: string } | null;
}

function asks(lines: ReadLayer, json: Reading['json']): boolean {
  return json !== null || lines.found.length > 0;
}

/** What PGP writes around a text that it signed. */
const armour =
  /^-----BEGIN PGP SIGNED MESSAGE-----\n(?:Hash: .{1,80}\n)*|^-----BEGIN PGP SIGNATURE-----\n(?:[\w+/=:. ]{0,100}\n){1,60}-----END PGP SIGNATURE-----$/gm;

/** Why the text or subject beside a file may change what its rows ask for; `values` are those of the rows. */
export function doubtsBesideFile(text: string, subject: string, values: readonly string[]): string[] {
  const layers = layersOf(cleaned(text.slice(0, limits.characters)), subject);
  const given = new Set(values.map((value) => value.toLowerCase()));
  const said = layers.flatMap((layer) => {
    if (layer.kind === 'quote' || beyondLimits([layer]) !== null) return [];
    const { found, doubts } = readLayer(layer.lines, { file: values });
    const other = found.find(({ value }) => !given.has(value.toLowerCase()));
    return other === undefined ? doubts : [...doubts, `the text has a ${other.column} that the file does not have`];
  });
  const asked = values.map((value) => ({ value }));
  return [...new Set([...said, ...subjectDoubts(subject, asked)])];
}

/** Marks that nobody sees, and blanks that do not look like some. */
function cleaned(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .replace(armour, '')
    .replace(/[\u200b-\u200f\u2060\ufeff\u00ad\u202a-\u202e\u2066-\u2069]/g, '')
    .replace(/[\u00a0\u2000-\u200a\u202f\u3000]/g, ' ');
}

/** A mark by which programs show digits from right to left: the writer saw another number than the one that is there. */
const reversed = (text: string): string[] =>
  text.includes('\u202e') ? ['the text has a mark that reverses the order of its letters'] : [];

function beyondLimits(layers: readonly Layer[]): string | null {
  const asked = layers.filter(({ kind }) => kind !== 'quote');
  const json = asked.some(({ lines }) => lines.some(({ text }) => text.trimStart().startsWith('{')));
  if (json) return null;
  for (const { lines } of asked) {
    const filled = lines.filter(({ text }) => text.trim() !== '');
    if (filled.length > lineLimit) return `the text must have at most ${lineLimit} lines`;
    const long = filled.find(({ text }) => text.length > limits.lineCharacters);
    if (long)
      return `line ${long.number} must have at most ${limits.lineCharacters.toLocaleString('en-US')} characters`;
  }
  return null;
}

function readTasks(layer: Layer, parseJson: (text: string) => unknown, subject: string): Reading {
  const json = findJson(
    layer.lines.map(({ text }) => text),
    parseJson,
  );
  if (json === null) return { lines: boundedLayer(layer, subject), json: null };
  const around = layer.lines.filter((_, at) => at < json.from || at > json.to);
  return { lines: boundedLayer({ kind: layer.kind, lines: around }), json };
}

/** Of a quote, what is beyond the limits does not matter. */
function boundedLayer({ lines }: Layer, subject?: string): ReadLayer {
  const bounded = lines.slice(0, 2000).filter(({ text }) => text.length <= limits.lineCharacters);
  return readLayer(bounded, subject === undefined ? {} : { subject });
}

/** A task in JSON counts as one line, for what the subject names. */
function foundIn({ lines, json }: Reading): readonly FoundLine[] {
  return json !== null && 'value' in json
    ? [{ number: 0, column: 'instruction', value: JSON.stringify(json.value) }]
    : lines.found;
}

/** Answers inside of a quote are clear only where the quote adds nothing to them. */
function quoteDoubts({ lines }: Reading, quote: Layer | undefined): string[] {
  if (!lines.aroundQuote || (quote !== undefined && onlyAsks(quote.lines, lines.found))) return [];
  return ['the lines are before and after a quote'];
}

/** Why other requests in the same mail make it unclear which one is meant. */
function differences(one: Reading, others: readonly Reading[]): string[] {
  const values = (reading: Reading): string =>
    JSON.stringify(reading.json ?? reading.lines.found.map(({ column, value }) => `${column}: ${value}`).toSorted());
  return others.some((other) => values(other) !== values(one))
    ? ['the mail has another request in what it forwards']
    : [];
}

function decide({ lines, json }: Reading, more: readonly string[], forwarded: boolean): MailBody {
  const doubts = [...more, ...lines.doubts];
  if (json !== null) {
    if ('finding' in json) return { findings: [json.finding] };
    if (lines.found.length > 0) doubts.push('the mail has a task in JSON and "key: value" lines');
    return doubts.length === 0
      ? { input: json.value, hints: [], forwarded }
      : { alternatives: [[json.value]], doubts, forwarded };
  }
  return decideLines(lines, doubts, forwarded);
}

function decideLines(
  { found, isList }: Pick<ReadLayer, 'found' | 'isList'>,
  doubts: readonly string[],
  forwarded: boolean,
): MailBody {
  const blocks = isList ? eachOf(found) : blocksOf(found);
  if (blocks.length > 1) {
    const tasks = blocks.map((block) => shaped(block));
    const clear = tasks.flatMap((task) => ('input' in task ? [task] : []));
    if (doubts.length === 0 && clear.length === tasks.length && (isList || areRows(blocks)))
      return { several: clear, forwarded };
    const wrong = tasks.flatMap((task) => ('findings' in task ? task.findings : []));
    if (wrong.length > 0) return { findings: wrong };
    const inputs = tasks.flatMap((task) => ('input' in task ? [task.input] : []));
    return { alternatives: [inputs], doubts: [...doubts, `the mail asks for ${blocks.length} tasks`], forwarded };
  }
  const readings = readingsOf(blocks[0] ?? []);
  const all = [...doubts, ...readings.doubts];
  const [only] = readings.ways;
  if (only === undefined) return { findings: all };
  if (all.length === 0) {
    const task = shaped(only);
    return 'findings' in task ? { findings: task.findings } : { ...task, forwarded };
  }
  const tasks = readings.ways.map((way) => shaped(way));
  const inputs = tasks.flatMap((task) => ('input' in task ? [[task.input]] : []));
  // Who names two records may want both, or correct the first.
  if (readings.isOfSeveral && inputs.length === tasks.length) inputs.push(inputs.flat());
  if (inputs.length > 0) return { alternatives: inputs, doubts: all, forwarded };
  return { findings: [...all, ...tasks.flatMap((task) => ('findings' in task ? task.findings : []))] };
}

/** A second task_type begins a second task; a block that says the same again is the same. */
function blocksOf(found: readonly FoundLine[]): FoundLine[][] {
  const starts = found.flatMap(({ column }, at) => (column === 'task_type' ? [at] : []));
  if (starts.length < 2) return [found.slice()];
  const blocks = starts.map((start, at) => found.slice(at === 0 ? 0 : start, starts[at + 1]));
  const same = new Set(blocks.map((block) => JSON.stringify(block.map(({ column, value }) => [column, value]))));
  return same.size === 1 ? [blocks[0]!] : blocks;
}

/** One block for each record that sentences name. */
const eachOf = (found: readonly FoundLine[]): FoundLine[][] => {
  const one = found.filter(({ column }) => records.has(column));
  const rest = found.filter(({ column }) => !records.has(column));
  return one.map((record) => [...rest, record]);
};

/** Whether the blocks are the rows of a table, which is a request like a file, with nothing said to its reader in a cell. */
const areRows = (blocks: readonly (readonly FoundLine[])[]): boolean =>
  blocks.every(
    (block) =>
      block[0]!.row !== undefined &&
      block.every(({ row, column, value }) => row === block[0]!.row && (!freeText.has(column) || isPlainText(value))),
  );

type Way = readonly { readonly column: CsvColumn; readonly value: string }[];

/** The ways in which lines can be read: one where they are clear. */
function readingsOf(found: readonly FoundLine[]): {
  readonly ways: readonly Way[];
  readonly doubts: readonly string[];
  /** They differ in their record alone. */
  readonly isOfSeveral?: boolean;
} {
  const doubts: string[] = [];
  const manifold = new Set<CsvColumn>();
  let ways: Way[] = [[]];
  for (const column of new Set(found.map((line) => line.column))) {
    const lines = found.filter((line) => line.column === column);
    const values = new Set(
      lines.flatMap(({ value, below }) => (below === undefined ? [value] : [`${value}\n${below}`, value])),
    );
    if (new Set(lines.map(({ value }) => value)).size > 1)
      doubts.push(`${column} appears ${lines.length} times with different values`);
    const likely = [...values].map((value) => {
      if (isWellFormed(column, value)) return value;
      const meant = likelyValue(column, value);
      if (meant !== null) doubts.push(`${column} ${JSON.stringify(value.slice(0, 60))} may mean ${meant}`);
      return meant ?? value;
    });
    if (likely.length > 1) manifold.add(column);
    ways = ways.flatMap((way) => likely.map((value) => [...way, { column, value }]));
    if (ways.length > limits.alternatives) return { ways: [], doubts };
  }
  const [only] = ways;
  const meant = ways.length === 1 && only !== undefined ? typeMeant(only) : undefined;
  if (meant !== undefined) ways = [[{ column: 'task_type', value: meant }, ...only!]];
  ways = ways.map(withReason);
  const typed = ways.every((way) => way.some(({ column }) => column === 'task_type'));
  const isOfSeveral = manifold.size === 1 && [...manifold].every((column) => records.has(column));
  if (typed) return { ways, doubts, isOfSeveral };
  doubts.push('task_type is required, as a line "task_type: pull_pod"');
  return { ways: ways.flatMap(withTypes).slice(0, limits.alternatives), doubts };
}

const records: ReadonlySet<CsvColumn> = new Set(['pro', 'invoice_number', 'dispute_id', 'claim_id'] as const);

/** The type where only one has all that was given, and what was given is to be done: no number or text alone. */
function typeMeant(way: Way): string | undefined {
  if (way.some(({ column }) => column === 'task_type')) return undefined;
  if (!way.some(({ column }) => column === 'reason_code' || column.startsWith('changes.'))) return undefined;
  const types = withTypes(way);
  return types.length === 1 ? types[0]![0]!.value : undefined;
}

/** With the code of a correction where only one has what it changes. */
function withReason(way: Way): Way {
  const isCorrection = way.some(({ column, value }) => column === 'task_type' && value === 'tms_correction');
  if (!isCorrection || way.some(({ column }) => column === 'reason_code')) return way;
  const changed = way.flatMap(({ column }) => (column.startsWith('changes.') ? [column.slice('changes.'.length)] : []));
  const codes = Object.entries(changesOfReason)
    .filter(([, members]) => changed.every((one) => (members as readonly string[]).includes(one)))
    .toSorted(([, one], [, other]) => one.length - other.length);
  const [code] = codes[0] ?? [];
  return changed.length === 0 || code === undefined ? way : [...way, { column: 'reason_code', value: code }];
}

/** Every type that uses all that was given; whether it is enough, the validation of all channels says. */
function withTypes(way: Way): Way[] {
  const given = way.map(({ column }) => column);
  return taskTypes
    .filter((type) => given.every((column) => columnsOfType(type).includes(column)))
    .map((type) => [{ column: 'task_type', value: type }, ...way]);
}

/** The same shaping as of a CSV file with this one row, so that a key means the same in both. */
function shaped(
  way: Way,
): { readonly input: unknown; readonly hints: readonly string[] } | { readonly findings: string[] } {
  const result = csvTasks(
    [
      { line: 1, cells: way.map(({ column }) => column) },
      { line: 2, cells: way.map(({ value }) => value) },
    ],
    1,
  );
  if ('findings' in result) return { findings: result.findings.slice() };
  const [row] = result.rows;
  if (!row || !('input' in row)) return { findings: row?.findings.slice() ?? ['the mail has no values'] };
  return { input: row.input, hints: row.hints };
}

// The reply to the writer of a mail in which no line is one of ours: every line that is none.

const keyForm = /^[A-Za-z][A-Za-z0-9_. -]{0,60}$/;
const mostFindings = 20;

/** @param lines of the writer's own text */
function strictFindings(lines: readonly string[]): string[] {
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
  if (keys.length === 0) return ['no line of the mail is "key: value", and no sentence names work and its record'];
  const matched = matchHeader(keys.slice(0, mostFindings));
  if ('findings' in matched) findings.push(...matched.findings.map(inWordsOfMail));
  return findings.length > 0 ? findings : ['the mail has no "key: value" lines'];
}

/** The keys of a mail are the columns of a file. */
function inWordsOfMail(finding: HeaderFinding): string {
  if (finding.kind === 'no_task_type') return 'task_type is required, as a line "task_type: pull_pod"';
  if (finding.kind === 'twice') return `key ${finding.column} appears twice`;
  return finding.kind === 'unknown' ? `key ${unknownColumnText(finding)}` : headerSentence(finding);
}

// A task in JSON within a text, between a greeting and a signature.

type FoundJson = { readonly from: number; readonly to: number } & (
  | { readonly value: unknown }
  | { readonly finding: string }
);

/** From the line that begins with a brace to that where it is closed; null where no line does. */
function findJson(lines: readonly string[], parseJson: (text: string) => unknown): FoundJson | null {
  const from = lines.findIndex((line) => line.trimStart().startsWith('{'));
  if (from === -1) return null;
  const to = closingLine(lines, from);
  const text = lines
    .slice(from, to + 1)
    .join('\n')
    .trim();
  try {
    return { from, to, value: parseJson(text) };
  } catch {
    return { from, to, finding: 'the text starts as JSON and is not JSON to its end' };
  }
}

function closingLine(lines: readonly string[], from: number): number {
  let depth = 0;
  let quoted = false;
  for (let at = from; at < lines.length; at += 1) {
    const line = lines[at]!;
    for (let character = 0; character < line.length; character += 1) {
      const one = line[character];
      if (quoted) {
        if (one === '\\') character += 1;
        else if (one === '"') quoted = false;
      } else if (one === '"') quoted = true;
      else if (one === '{') depth += 1;
      else if (one === '}') depth -= 1;
    }
    if (depth <= 0 && !quoted) return at;
  }
  return lines.length - 1;
}
