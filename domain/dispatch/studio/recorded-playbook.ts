/** A recording as the playbook that it makes, and what is still missing in it. */
import type { Target } from '../playbook/language.ts';
import { isWriting, neededFacts, phaseInputs, phases } from '../playbook/needed-facts.ts';
import type { NeededFact, Phase } from '../playbook/needed-facts.ts';
import type { TaskType } from '../task.ts';
import type { RecordedAct, RecordedPart, Recording, SeenRequest, SeenTraffic } from './acts.ts';
import { recordedPages, sightings } from './pages.ts';
import { assetOrigins, assetPaths, declaredReads } from './requests.ts';
import { bestTarget, recordedSteps } from './steps.ts';
import { pathTemplate } from './templates.ts';
import type { Samples } from './templates.ts';

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

/** Never done by the robot, on any portal; a playbook has to name the first four. */
const neverClick = [
  { action: 'void_bill', label: 'Void bill', names: [], paths: [] },
  { action: 'cancel_shipment', label: 'Cancel shipment', names: [], paths: [] },
  { action: 'write_off_balance', label: 'Write off balance', names: [], paths: [] },
  { action: 'mass_rerate', label: 'Mass re-rate', names: [], paths: [] },
] as const;

const defaultLimit: Readonly<Partial<Record<TaskType, string>>> = {
  tms_correction: 'net_change',
  answer_claim: 'claimed',
  file_dispute: 'amount',
};

/** As its file has it; it may be unfinished, and then the lint says what is missing. */
export function recordedPlaybook({ setup, acts, traffic, origins, bindings }: Recording): object {
  const { samples, taskType } = setup;
  const pages = recordedPages(acts, samples);
  const rules = { setup, samples, bindings, pages };
  const of = (part: RecordedPart): RecordedAct[] => acts.filter((act) => act.part === part);
  const recorded = phases.filter((phase) => of(phase).length > 0);
  const recipes = Object.fromEntries(recorded.map((phase) => [phase, recordedSteps(of(phase), rules)]));
  const requests = requestsOf(acts);
  const reads = declaredReads(requests, traffic, setup.origin, rules).filter(
    (read) => !Object.values(pages.pages).some((page) => read.method === 'GET' && page.paths.includes(read.path)),
  );
  const cdn = assetOrigins(traffic, setup.origin);
  const mark = markField(requests, setup.samples['mark']);
  const limit = defaultLimit[taskType];
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
    pages: {
      ...Object.fromEntries(Object.entries(pages.pages).map(([name, page]) => [name, plainPage(page)])),
      ...framePages(traffic, samples),
    },
    login: loginOf(of('login'), rules),
    capabilities: {
      [taskType]: isWriting(taskType) ? recipes : { inputs: Object.keys(samples), ...recipes },
    },
    never_click: neverClick,
    ...(limit === undefined
      ? {}
      : { approval_limits: [{ task_type: taskType, field: limit, over: '250.00', currency: 'USD' }] }),
  };
}

/** What is shown in a frame is opened as a page; it is never the page that people stand on. */
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
  return acts.flatMap((act) => ('outcome' in act ? act.outcome.requests : []));
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
  /** How often the recording reads it. */
  readonly read: boolean;
}

/** The facts of a recipe, with those that were marked. */
export function factsToRead(taskType: TaskType, part: RecordedPart, acts: readonly RecordedAct[]): ListedFact[] {
  if (part === 'login') return [];
  const read = new Set(
    acts
      .filter((act) => act.part === part)
      .flatMap((act) => (act.did === 'read' || act.did === 'read_rows' ? [act.fact] : [])),
  );
  return (neededFacts[taskType]?.[part satisfies Phase] ?? []).map((fact) => ({ ...fact, read: read.has(fact.name) }));
}

/** A guess which member of a list each column of a table is. */
export function guessColumns(columns: readonly string[], fact: NeededFact): Record<string, string> {
  const plain = (text: string): string => text.toLowerCase().replace(/[^a-z0-9]/g, '');
  const left = [...columns];
  const found: [string, string][] = [];
  for (const { name } of fact.columns ?? []) {
    const wanted = plain(name);
    const column =
      left.find((each) => plain(each) === wanted) ??
      left.find((each) => plain(each).includes(wanted) || (plain(each).length > 2 && wanted.includes(plain(each))));
    if (column === undefined) continue;
    left.splice(left.indexOf(column), 1);
    found.push([column, name]);
  }
  return Object.fromEntries(found);
}
