/** A recording as the playbook that it makes, and what is still missing in it. */
import { readMoney, readPlainAmount } from '../money.ts';
import type { Target } from '../playbook/target.ts';
import {
  type NeededFact,
  type Phase,
  isWriting,
  neededFacts,
  phaseInputs,
  phases,
  weighedField,
} from '../playbook/needed-facts.ts';
import { actionLabels } from '../guard/task-gate.ts';
import { type TaskType, actionsOfKind } from '../task.ts';
import {
  requestsSeen,
  type RecordedAct,
  type RecordedPart,
  type Recording,
  type SeenRequest,
  type SeenTraffic,
  type StudioSetup,
  sampleTask,
} from './acts.ts';
import { recordedPages, sightings } from './pages.ts';
import { assetOrigins, assetPaths, declaredReads, enteredIn, seenWords } from './requests.ts';
import { bestTarget } from './recorded-target.ts';
import { doneActs } from './done-acts.ts';
import { recordedLists, recordedSteps } from './steps.ts';
import { type Samples, type SeenWords, pathTemplate, samplesOf } from './templates.ts';

/** What a task of this type is made of, in the order in which it is recorded. */
export function partsToRecord(taskType: TaskType): readonly RecordedPart[] {
  return isWriting(taskType) ? ['login', 'look', 'submit', 'probe'] : ['login', 'steps'];
}

/** Inputs for which a sample record has values. */
export function sampleInputs(taskType: TaskType): readonly string[] {
  if (!isWriting(taskType)) return ['pro'];
  const all = phases.flatMap((phase) => phaseInputs[taskType][phase] ?? []);
  return [...new Set(all.map(({ name }) => name))].filter((name) => name !== 'pod_file');
}

/** As its file has it; it may be unfinished, and then the lint says what is missing. */
export function recordedPlaybook({ setup, acts, traffic, origins, bindings }: Recording): object {
  const { samples, taskType } = setup;
  const pages = recordedPages(acts, setup);
  const lists = recordedLists(acts);
  const words = seenWords(setup, acts, bindings);
  const entered = enteredIn(acts);
  const rulesOf = (part: RecordedPart) => ({
    setup,
    samples: samplesOf(part, setup),
    bindings,
    words,
    pages,
    lists,
    entered: enteredIn(acts.filter((act) => act.part === part)),
  });
  // What every recipe may ask for names only inputs that nothing else has the value of.
  const shared = { samples: unambiguous(samples), bindings, entered };
  const of = (part: RecordedPart): RecordedAct[] => acts.filter((act) => act.part === part);
  const recorded = phases.filter((phase) => of(phase).length > 0);
  const recipes = Object.fromEntries(recorded.map((phase) => [phase, recordedSteps(of(phase), rulesOf(phase))]));
  // What was seen only in a search that is left out, or on the way to another address, is no page of the work.
  const visited = new Set(
    [...partsToRecord(taskType)].flatMap((part) =>
      doneActs(of(part))
        .flatMap(sightings)
        .map((page) => pages.nameOf(page)),
    ),
  );
  const requests = requestsOf(acts);
  const reads = declaredReads(requests, traffic, setup.origin, shared).filter(
    (read) => !Object.values(pages.pages).some((page) => read.method === 'GET' && page.paths.includes(read.path)),
  );
  const cdn = assetOrigins(traffic, setup.origin);
  const mark = markField(requests, setup.samples['mark']);
  const limit = isWriting(taskType) ? weighedField[taskType] : null;
  return {
    id: setup.id,
    name: setup.name,
    version: '1.0.0',
    portal: { name: setup.name, kind: setup.kind },
    origins: [setup.origin, ...origins],
    account: setup.account,
    assets: assetPaths(traffic, setup.origin),
    ...(cdn.length === 0 ? {} : { asset_origins: cdn }),
    ...(reads.length === 0 ? {} : { reads: reads.map(plainRead) }),
    ...(mark === undefined ? {} : { reference_field: mark }),
    ...(showsPlainAmounts(taskType, acts) ? { amounts: 'plain' } : {}),
    pages: {
      ...Object.fromEntries(
        Object.entries(pages.pages)
          .filter(([name, page]) => page.secret || visited.has(name))
          .map(([name, page]) => [name, plainPage(page)]),
      ),
      ...framePages(traffic, shared.samples),
    },
    // Who is signed in may be marked on any page.
    login: loginOf(
      acts.filter((act) => act.part === 'login' || act.did === 'signed_in'),
      rulesOf('login'),
    ),
    capabilities: {
      [taskType]: isWriting(taskType)
        ? { ...wordsEntry(words), ...recipes }
        : { inputs: Object.keys(samples), ...recipes },
    },
    canary: { [taskType]: canaryOf(setup) },
    never_click: actionsOfKind[setup.kind].map((action) => ({
      action,
      label: actionLabels[action],
      names: [],
      paths: [],
    })),
    ...(limit === null
      ? {}
      : { approval_limits: [{ task_type: taskType, field: limit, over: '250.00', currency: 'USD' }] }),
  };
}

function wordsEntry(words: SeenWords): object {
  const entries = Object.entries(words).map(([name, are]) => [name, { of: 'decision', are }]);
  return entries.length === 0 ? {} : { words: Object.fromEntries(entries) };
}

/** The sample record is one that nobody works on: the recipes are rehearsed with it every day. */
function canaryOf(setup: StudioSetup): object {
  const { params, inputs } = sampleTask(setup);
  return { params, ...(Object.keys(inputs).length === 0 ? {} : { inputs }) };
}

function unambiguous(samples: Samples): Samples {
  const values = Object.values(samples);
  return Object.fromEntries(
    Object.entries(samples).filter(([, value]) => values.filter((v) => v === value).length === 1),
  );
}

/** Whether an amount was read that has no decimals, as of portals that write plain numbers. */
function showsPlainAmounts(taskType: TaskType, acts: readonly RecordedAct[]): boolean {
  return acts.some(
    (act) =>
      act.did === 'read' &&
      factsToRead(taskType, act.part, acts).some(({ name, form }) => name === act.fact && form === 'money') &&
      readMoney(act.on.text) === undefined &&
      readPlainAmount(act.on.text) !== undefined,
  );
}

/** What is shown in a frame is opened as a page; it is never the page that people are on. */
function framePages(traffic: readonly SeenTraffic[], samples: Samples): Record<string, object> {
  const frames = traffic.filter(({ kind }) => kind === 'frame');
  const paths = [...new Set(frames.map(({ path }) => pathTemplate(path, samples)))];
  return Object.fromEntries(
    paths.map((path, n) => {
      const query = [
        ...new Set(frames.filter((each) => pathTemplate(each.path, samples) === path).flatMap((each) => each.query)),
      ];
      return [
        `frame_${n + 1}`,
        { paths: [path], ...(query.length === 0 ? {} : { query }), fingerprint: { headings: [] } },
      ];
    }),
  );
}

function requestsOf(acts: readonly RecordedAct[]): SeenRequest[] {
  return acts.flatMap(requestsSeen);
}

/** The field of the write that carried the mark. */
function markField(requests: readonly SeenRequest[], mark: string | undefined): string | undefined {
  if (mark === undefined || mark === '') return undefined;
  const fields = requests.filter(({ as }) => as === 'write').flatMap((request) => request.fields);
  return fields.find(({ value }) => value === mark)?.name;
}

function loginOf(acts: readonly RecordedAct[], rules: Parameters<typeof recordedSteps>[1]): object {
  const { pages } = rules;
  const seen = acts.flatMap(sightings);
  const [first, last] = [seen[0], seen.at(-1)];
  const shown = acts.findLast((act) => act.did === 'signed_in');
  const signedIn: Target =
    shown?.did === 'signed_in' ? bestTarget(shown.on, rules.samples) : { text: 'Signed in as {{account.username}}' };
  if (first === undefined || last === undefined) return { page: '', steps: [], probe: {} };
  return {
    page: pages.nameOf(first),
    probe: { go: pages.addressOf(last), page: pages.nameOf(last), signed_in: signedIn },
    steps: recordedSteps(acts, rules),
    ...(acts.some((act) => act.did === 'go' && act.byHttp === true) ? { http_basic: true } : {}),
  };
}

/** Without what the schema takes for granted. */
function plainRead({ content, fields, constraints, ...read }: ReturnType<typeof declaredReads>[number]): object {
  return read.method === 'GET' ? read : { ...read, content, fields, constraints };
}

function plainPage({
  paths,
  query,
  secret,
  record,
  fingerprint,
}: ReturnType<typeof recordedPages>['pages'][string]): object {
  const marks = Object.entries(fingerprint).filter(([, value]) => typeof value === 'string' || value.length > 0);
  return {
    paths,
    ...(query.length === 0 ? {} : { query }),
    ...(secret ? { secret } : {}),
    fingerprint: Object.fromEntries(marks),
    ...(record === undefined ? {} : { record }),
  };
}

export interface ListedFact extends NeededFact {
  readonly read: boolean;
  /** Of a list: only what the portal says when it is empty was marked, and no recipe shows its table. */
  readonly isOnlyEmpty: boolean;
}

/** The facts of a recipe, with those that were marked. */
export function factsToRead(taskType: TaskType, part: RecordedPart, acts: readonly RecordedAct[]): ListedFact[] {
  if (part === 'login') return [];
  const read = new Set(
    acts
      .filter((act) => act.part === part)
      .flatMap((act) => (act.did === 'read' || act.did === 'read_rows' || act.did === 'read_none' ? [act.fact] : [])),
  );
  const lists = recordedLists(acts);
  return (neededFacts[taskType]?.[part satisfies Phase] ?? []).map((fact) => {
    const isOnlyEmpty = fact.form === 'list' && read.has(fact.name) && lists.get(fact.name)?.table === undefined;
    return { ...fact, read: read.has(fact.name) && !isOnlyEmpty, isOnlyEmpty };
  });
}

/** Things that have numbers of their own in the lists of other things. */
const numbered =
  /^(?:account|bill|bol|booking|carrier|case|claim|consignee|customer|file|freight|invoice|load|order|phone|po|pro|record|shipment|shipper|ticket|tracking|vendor)s?$/;

/** Whether a column is the number of something else than what is listed: `CLAIM NUMBER` in a list of responses. */
function isNumberOfAnother(column: string, { name, columns = [] }: NeededFact): boolean {
  const meaning = columns.find((each) => each.name === 'number')?.meaning ?? '';
  const own = new Set([...wordsIn(meaning), ...wordsIn(name)]);
  const rest = wordsIn(column).filter((word) => !/^(?:number|num|no|nr|id|of|the)$/.test(word));
  return rest.length > 0 && rest.every((word) => numbered.test(word) && !own.has(word));
}

const wordsIn = (text: string): string[] =>
  text
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '');

/** Column → the input whose sample value one of its cells shows. @param rows texts of the cells, in the order of the columns */
export function columnsOfSamples(
  columns: readonly string[],
  rows: readonly (readonly string[])[],
  samples: Samples,
): Record<string, string> {
  const known = Object.entries(samples).filter(([, value]) => value.length >= 3);
  // The row with our mark is the record itself; any other row may have the same amount.
  const own = rows.filter((cells) => cells.some((cell) => cell === samples['mark']));
  const found: Record<string, string> = {};
  for (const cells of own.length > 0 ? own : rows)
    for (const [n, column] of columns.entries()) {
      const input = known.find(([, value]) => value === cells[n])?.[0];
      if (input !== undefined && column !== '') found[column] ??= input;
    }
  return found;
}

/**
 * A guess which member of a list each column of a table is.
 * @param shown column → the input whose sample value it shows
 */
export function guessColumns(
  columns: readonly string[],
  fact: NeededFact,
  shown: Readonly<Record<string, string>> = {},
): Record<string, string> {
  const plain = (text: string): string => text.toLowerCase().replace(/[^a-z0-9]/g, '');
  const words = (text: string): string[] => text.toLowerCase().split(/[^a-z0-9]+/);
  const others = new Set(['claim_number', 'claim_id', 'search', 'invoice_number', 'pro']);
  const isOther = (column: string): boolean => others.has(shown[column] ?? '') || isNumberOfAnother(column, fact);
  const tries: readonly ((column: string, name: string) => boolean)[] = [
    (column, name) => name === (shown[column] === 'mark' ? 'reference' : shown[column]),
    (column, name) => plain(column) === plain(name),
    (column, name) => plain(column).includes(plain(name)) && !(name === 'number' && isOther(column)),
    (column, name) => plain(column).length > 2 && plain(name).includes(plain(column)),
    (column, name) => name === 'number' && /^(?:id|no\.?|nr\.?|#)$/i.test(column.trim()),
    (column, name) => name === 'number' && !isOther(column) && /\b(?:id|no|nr)\.?$/i.test(column.trim()),
    (column, name) =>
      words(name).some((word) => word.length > 3 && words(column).includes(word)) &&
      !(name === 'number' && isOther(column)),
  ];
  const left = [...columns];
  const found = new Map<string, string>();
  // What is certain for one member is not guessed for another.
  for (const fits of tries)
    for (const { name } of fact.columns ?? []) {
      const column = [...found.values()].includes(name) ? undefined : left.find((each) => fits(each, name));
      if (column === undefined) continue;
      left.splice(left.indexOf(column), 1);
      found.set(column, name);
    }
  const order = (fact.columns ?? []).map(({ name }) => name);
  return Object.fromEntries([...found].toSorted((a, b) => order.indexOf(a[1]) - order.indexOf(b[1])));
}
