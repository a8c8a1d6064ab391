/** Turns what a person did into the steps of a recipe. */
import { addressOf } from '../playbook/template.ts';
import { targetKinds } from '../playbook/language.ts';
import { isWriting } from '../playbook/needed-facts.ts';
import type { ClickEffect, ExpectedDialog, ShownNext, Step, Target } from '../playbook/language.ts';
import { dialogsSeen } from './acts.ts';
import type { Outcome, RecordedAct, SeenDialog, SeenElement, StudioSetup } from './acts.ts';
import { withChoices } from './choices.ts';
import { expectedRequest } from './requests.ts';
import type { BindingRules } from './requests.ts';
import type { RecordedPages } from './pages.ts';
import { asTemplate, isStable, pathTemplate, samplesOf } from './templates.ts';
import type { Samples } from './templates.ts';

interface StepRules extends BindingRules {
  readonly setup: StudioSetup;
  readonly pages: RecordedPages;
  readonly lists: RecordedLists;
}

/**
 * Fact → its list as some recipe saw it: the table, and what the portal says in its place. One record rarely shows both, but
 * what is empty before the write has an entry after it.
 */
type RecordedLists = ReadonlyMap<
  string,
  {
    readonly table?: Extract<RecordedAct, { did: 'read_rows' }>;
    readonly none?: Extract<RecordedAct, { did: 'read_none' }>;
  }
>;

export function recordedLists(acts: readonly RecordedAct[]): RecordedLists {
  const lists = new Map<string, NonNullable<ReturnType<RecordedLists['get']>>>();
  for (const act of acts) {
    if (act.did === 'read_rows') lists.set(act.fact, { ...lists.get(act.fact), table: act });
    if (act.did === 'read_none') lists.set(act.fact, { ...lists.get(act.fact), none: act });
  }
  return lists;
}

/** What a proof of delivery may measure. */
const mostBytes = 25_000_000;

/** The steps of one part of a recording, in its order. */
export function recordedSteps(acts: readonly RecordedAct[], rules: StepRules): Step[] {
  return withBranches(doneActs(acts), rules);
}

/** The acts of one part that become its steps. */
export function doneActs(acts: readonly RecordedAct[]): readonly RecordedAct[] {
  // What is left out is no step, and may have been asked about in the middle of any.
  const done = withoutTries(withChoices(withoutFirstClicks(withoutHeld(acts.filter(({ did }) => did !== 'leave')))));
  // A page that is left at once for another was only on the way.
  return done.filter((act, n) => !(act.did === 'go' && done[n + 1]?.did === 'go'));
}

/** The first click of a double click was done by itself before anybody knew of the second. */
function withoutFirstClicks(acts: readonly RecordedAct[]): RecordedAct[] {
  return acts.filter((act, n) => {
    const next = acts[n + 1];
    const isFirst = act.did === 'click' && act.double !== true && next?.did === 'click' && next.double === true;
    return !(isFirst && isSameAct(act, next) && act.outcome.to === null && act.outcome.requests.length === 0);
  });
}

/** A write that was kept back first and released later is one step: as it went when it was sent. */
function withoutHeld(acts: readonly RecordedAct[]): RecordedAct[] {
  const wrote = (act: RecordedAct, sent: boolean): boolean =>
    'outcome' in act && act.outcome.requests.some((request) => request.as === 'write' && request.sent === sent);
  return acts.filter(
    (act, n) => !(wrote(act, false) && acts.slice(n + 1).some((later) => wrote(later, true) && isSameAct(act, later))),
  );
}

/**
 * The person looked once for what is not there, to show where the portal says so, and then for the sample: what was
 * typed and pressed for the first is left out where it is done again for the second.
 */
function withoutTries(acts: readonly RecordedAct[]): RecordedAct[] {
  let kept = [...acts];
  for (let from = 0; ;) {
    const at = kept.findIndex((act, n) => n >= from && act.did === 'absent');
    const absent = kept[at];
    if (absent === undefined) return kept;
    const before = kept.slice(0, at);
    const after = kept.slice(at + 1);
    const again = repeated(before, after);
    // The question comes after the acts that are done for every record.
    const { tried, back } = again ?? { tried: 0, back: 0 };
    // The way back to where the search was is of no use to a task, which does it once.
    const repeats = after.slice(back, back + tried);
    const done = repeats.map((act, n) => namedBoth(act, before.at(n - tried)));
    const rest = after.slice(back + tried);
    kept = again === undefined ? kept : [...before.slice(0, at - tried), ...done, absent, ...rest];
    from = kept.indexOf(absent) + 1;
  }
}

/** How many of the last acts are the try that is done again later, and how many acts lead back to it. */
function repeated(
  before: readonly RecordedAct[],
  after: readonly RecordedAct[],
): { readonly tried: number; readonly back: number } | undefined {
  // The person goes back to the search, or opens it again, before they type the sample.
  const typed = after.findIndex(({ did }) => did === 'fill');
  for (let back = after.findIndex(({ did }) => did !== 'go'); back >= 0 && back <= typed; back += 1)
    for (let length = Math.min(before.length, after.length - back); length > 0; length -= 1) {
      const tried = before.slice(-length);
      const isAgain = tried.every((act, n) => isSameAct(act, after[back + n]));
      if (isAgain && tried.some(({ did }) => did === 'fill')) return { tried: length, back };
    }
  return undefined;
}

/** A task does it where the first one was done: with what names it there, and where it was done again. */
function namedBoth(act: RecordedAct, first: RecordedAct | undefined): RecordedAct {
  if (first === undefined || !('on' in act) || !('on' in first)) return act;
  const known = new Set(first.on.targets.map((target) => JSON.stringify(target)));
  const targets = act.on.targets.filter((target) => known.has(JSON.stringify(target)));
  const there: RecordedAct =
    'outcome' in act && 'outcome' in first ? { ...act, outcome: { ...act.outcome, from: first.outcome.from } } : act;
  return targets.length === 0 ? there : { ...there, on: { ...act.on, targets } };
}

function isSameAct(a: RecordedAct, b: RecordedAct | undefined): boolean {
  if (b === undefined || a.did !== b.did) return false;
  if (!('on' in a) || !('on' in b)) return a.did === b.did && a.did === 'go';
  // What names it best may be another thing once the page shows more.
  const names = a.on.targets.map((target) => JSON.stringify(target));
  const others = b.on.targets.map((target) => JSON.stringify(target));
  return names.length + others.length === 0 || names.some((name) => others.includes(name));
}

/** What comes after a question is done where its answer is no. */
function withBranches(acts: readonly RecordedAct[], rules: StepRules): Step[] {
  const at = acts.findIndex(({ did }) => did === 'absent');
  const absent = acts[at];
  if (absent === undefined || absent.did !== 'absent') return plainSteps(acts, rules);
  const words = wordsOf(absent.on, rules.samples);
  const otherwise = withBranches(acts.slice(at + 1), rules);
  return [
    ...plainSteps(acts.slice(0, at), rules),
    {
      do: 'when',
      title: 'Does the portal say that there is nothing?',
      present: words,
      steps: [{ do: 'absent', what: lookedFor(rules), words }],
      otherwise,
    },
  ];
}

function lookedFor({ samples, setup: { taskType } }: StepRules): string {
  const [name = 'record'] = Object.keys(samples);
  return taskType === 'pull_pod' ? `a proof of delivery for {{${name}}}` : `a record {{${name}}}`;
}

/** Words that say the same for every record: without the number that was looked for. */
function wordsOf(on: SeenElement, samples: Samples): Target {
  const target = bestTarget(on, samples);
  const text = asTemplate(on.text, samples);
  if (target.role !== undefined && target.name === undefined && target.containing === undefined && text !== '')
    return { ...target, containing: steadyPart(text) };
  return target.text === undefined || isStable(target.text) ? target : { ...target, text: steadyPart(target.text) };
}

/** The longest part of a text without a number. */
function steadyPart(text: string): string {
  const parts = text
    .split(/["“”'(][^"“”')]*["“”')]|\S*\d\S*/)
    .map((part) => part.replace(/^[\s.,:;]+|[\s.,:;]+$/g, ''))
    .toSorted((a, b) => b.length - a.length);
  return parts[0] === undefined || parts[0] === '' ? text : parts[0];
}

function plainSteps(acts: readonly RecordedAct[], rules: StepRules): Step[] {
  const steps: Step[] = [];
  for (const [n, act] of acts.entries()) {
    // Of one field only what it held in the end counts.
    const later = acts[n + 1];
    if (act.did === 'fill' && later?.did === 'fill' && isSameAct(act, later)) continue;
    // Of a list of several each act has all that were chosen then.
    if (act.did === 'choose' && typeof act.option !== 'string')
      if (act.option.length === 0 || (later?.did === 'choose' && isSameAct(act, later))) continue;
    // A list that was read on the same page already was marked for what it says when it is empty.
    if ((act.did === 'read_rows' || act.did === 'read_none') && isReadBefore(acts.slice(0, n), act.fact)) continue;
    const step = stepOf(act, rules);
    if (step !== undefined) steps.push(step);
  }
  return steps;
}

function isReadBefore(acts: readonly RecordedAct[], fact: string): boolean {
  return acts.some((act) => (act.did === 'read_rows' || act.did === 'read_none') && act.fact === fact);
}

/** A list of which only its absence was seen has no table to read. */
function readList(fact: string, { lists, setup }: StepRules): Step | undefined {
  const { table, none } = lists.get(fact) ?? {};
  if (table === undefined) return undefined;
  return {
    do: 'read_rows',
    target: bestTarget(table.on, samplesOf(table.part, setup)),
    columns: table.columns,
    ...(none === undefined ? {} : { none: wordsOf(none.on, samplesOf(none.part, setup)) }),
    as: fact,
  };
}

function stepOf(act: RecordedAct, rules: StepRules): Step | undefined {
  const { samples, pages } = rules;
  switch (act.did) {
    case 'go':
      return { do: 'go', to: pages.addressOf(act.to), next: pages.nameOf(act.to) };
    case 'fill':
      return { do: 'fill', target: bestTarget(act.on, samples), value: asTemplate(act.value, samples) };
    case 'choose':
      return {
        do: 'choose',
        target: bestTarget(act.on, samples),
        option:
          typeof act.option === 'string'
            ? asTemplate(act.option, samples)
            : act.option.map((each) => asTemplate(each, samples)),
        ...(leadsOn(act.outcome, pages) ? { next: pages.nameOf(act.outcome.to) } : {}),
      };
    case 'click':
      return {
        do: 'click',
        ...sending(act.on, act.outcome, act, rules),
        ...(act.double === true ? { double: true } : {}),
      };
    case 'hover':
      return { do: 'hover', target: bestTarget(act.on, samples) };
    case 'scroll':
      return {
        do: 'scroll',
        ...(act.list === undefined ? {} : { target: bestTarget(act.list, samples) }),
        until: isPressed(act.on) ? bestTarget(act.on, samples) : readTarget(act.on, samples),
      };
    case 'ask':
      return { do: 'ask', target: bestTarget(act.on, samples), question: asTemplate(act.question, samples) };
    case 'press':
      return { do: 'press', key: act.key, ...sending(act.on, act.outcome, act, rules) };
    case 'upload':
      return { do: 'upload', target: bestTarget(act.on, samples), file: '{{pod_file}}' };
    case 'read': {
      const target = readTarget(act.on, samples);
      const after = wordsBefore(target.name ?? target.text);
      return { do: 'read', target, ...(after === undefined ? {} : { after }), as: act.fact };
    }
    case 'read_rows':
    case 'read_none':
      return readList(act.fact, rules);
    case 'download':
      return {
        do: 'download',
        ...(act.byClick ? { by: 'click' } : {}),
        target: documentTarget(act.on, samples),
        path: documentPath(act.address, samples),
        as: 'pod.pdf',
        media_type: 'application/pdf',
        max_bytes: mostBytes,
      };
    case 'close':
      return { do: 'close' };
    case 'absent':
    case 'signed_in':
    case 'leave':
    default:
      return undefined;
  }
}

/** A target that is called by the very text that is read of it finds nothing in the next record. */
export function readTarget(on: SeenElement, samples: Samples): Target {
  const templates = on.targets.map((target) => targetTemplate(target, samples));
  // Of the rows that a record has, that with our mark is the one that was written; of a list of records the row of ours.
  const marked = templates.find(({ within }) => within?.row === '{{mark}}');
  const ofRecord = templates.find(({ column, within }) => column !== undefined && within?.row?.includes('{{') === true);
  const best = marked ?? ofRecord ?? bestTarget(on, samples);
  const ownWords = (target: Target): string | undefined => target.name ?? target.text;
  const own = ownWords(best);
  const isShown = own?.toLowerCase() === asTemplate(on.text, samples).toLowerCase();
  if (own === undefined || own.includes('{{') || !isShown) return best;
  const other = on.targets.map((target) => targetTemplate(target, samples)).find((each) => ownWords(each) !== own);
  if (other !== undefined) return other;
  const words = steadyPart(on.text);
  if (best.role !== 'link' || words === on.text) return best;
  const { name: _name, ...rest } = best;
  return { ...rest, containing: words };
}

/** Of a name such as `3/pod-{{pro}}.pdf` only what is there for every record. */
function documentTarget(on: SeenElement, samples: Samples): Target {
  const { name, ...rest } = bestTarget(on, samples);
  // A word with a number in it is another one for each document: `pod-{{pro}}-a81f.pdf`.
  const parts = name?.split(/[\p{L}\d]*\d[\p{L}\d]*(?![^{]*\}\})/u) ?? [];
  const steady = parts.find((part) => part.includes('{{'));
  const isNamed = rest.role === 'link' || rest.role === 'button';
  if (!isNamed || steady === undefined || parts.length === 1)
    return name === undefined ? rest : { role: rest.role, name, ...rest };
  return { ...rest, containing: steady };
}

/** Of `Shipment {{pro}}` what is before the value. */
function wordsBefore(text: string | undefined): string | undefined {
  const before = /^(.*\S)\s*\{\{[a-z_]+\}\}$/.exec(text ?? '')?.[1];
  return before === undefined || before === '' ? undefined : before;
}

/** Signed members of an address are another text for each document. */
function documentPath(address: string, samples: Samples): string {
  const { path, query } = addressOf(address);
  const members = query.map(([name, value]) => {
    const template = asTemplate(value, samples);
    return `${name}=${template === value && !/^[a-z]{0,20}$/i.test(value) ? '*' : template}`;
  });
  return `${pathTemplate(path, samples)}${members.length === 0 ? '' : `?${members.join('&')}`}`;
}

function leadsOn(
  outcome: Outcome,
  pages: RecordedPages,
): outcome is Outcome & { readonly to: NonNullable<Outcome['to']> } {
  return outcome.to !== null && pages.nameOf(outcome.to) !== '';
}

/** The approval limit that is weighed for a write of this type. */
const limits: Readonly<Record<string, string>> = {
  tms_correction: 'net_change',
  answer_claim: 'claimed',
  file_dispute: 'amount',
};

type Sending = Omit<Extract<Step, { do: 'click' }>, 'do'>;

function sending(on: SeenElement, outcome: Outcome, act: RecordedAct, rules: StepRules): Sending {
  // Rows that lead on when they are pressed are pressed at any of their cells.
  const target = bestTarget(on, rules.samples, isPressed(on) || (act.did === 'click' && on.kind === 'text'));
  const declared = outcome.requests.filter(({ as }) => as !== 'read');
  const effect: ClickEffect =
    declared.length === 0 ? 'read' : declared.every(({ as }) => as === 'preview') ? 'preview' : 'write';
  const next = nextOf(on, outcome, rules);
  const isLogin = act.part === 'login';
  const dialogs = dialogsSeen(outcome)
    .filter((dialog) => dialog !== saidInAlert(outcome))
    .map((dialog) => expectedDialog(dialog, rules.samples));
  const [dialog, ...more] = dialogs;
  // A step that only reads answers what it is asked for; notices are closed without a word of the playbook.
  const prompts = effect === 'read' ? dialogs.filter(({ type }) => type === 'prompt') : [];
  const [prompt] = prompts;
  return {
    effect,
    target,
    ...(outcome.popup === true ? { popup: true } : {}),
    ...(declared.length === 0 ? {} : { expects: declared.map((request) => expectedRequest(request, rules)) }),
    ...(effect === 'write' && !isLogin
      ? {
          dialog: dialog === undefined ? 'none' : more.length === 0 ? dialog : dialogs,
          limit: isWriting(rules.setup.taskType) ? (limits[rules.setup.taskType] ?? 'none') : 'none',
        }
      : {}),
    ...(prompt === undefined ? {} : { dialog: prompts.length === 1 ? prompt : prompts }),
    ...(next === undefined ? {} : { next }),
    ...(isLogin && effect === 'write'
      ? { refused: { page: rules.pages.nameOf(outcome.from), words: { role: 'alert' } as const } }
      : {}),
  };
}

function expectedDialog({ type, text, answer, value }: SeenDialog, samples: Samples): ExpectedDialog {
  return {
    type,
    text: asTemplate(text, samples),
    answer: answer ?? 'accept',
    ...(value === undefined ? {} : { value: asTemplate(value, samples) }),
  };
}

/** The alert in which the page says that the write was done: the last one, where nothing else says it. */
function saidInAlert(outcome: Outcome): SeenDialog | undefined {
  const last = dialogsSeen(outcome).at(-1);
  const isSaid = outcome.to === null && outcome.shown === undefined && outcome.closed !== true;
  return last?.type === 'alert' && isSaid && outcome.requests.some(({ as, sent }) => as === 'write' && sent)
    ? last
    : undefined;
}

/** Words with the number of what was saved in them, as `alert` has it: a `*` in its place. */
function alertWords(text: string, samples: Samples): { readonly alert: string; readonly isNumbered: boolean } {
  const template = asTemplate(text, samples);
  const numbered = template.replace(/(?<![^\s])(?![^\s]*\{\{)[^\s]*\d[^\s]*?(?=[.,;:!]?(?:\s|$))/, '*');
  return { alert: numbered, isNumbered: numbered !== template };
}

function nextOf(
  on: SeenElement,
  outcome: Outcome,
  { pages, samples, setup }: StepRules,
): string | ShownNext | undefined {
  const { shown } = outcome;
  const said = saidInAlert(outcome);
  // A window that closes itself when its form is saved.
  if (outcome.closed === true && outcome.requests.length > 0) return { gone: bestTarget(on, samples) };
  if (outcome.to !== null && outcome.closed !== true)
    return leadsNowhere(outcome) ? undefined : pages.nameOf(outcome.to);
  if (said !== undefined) {
    const { alert, isNumbered } = alertWords(said.text, samples);
    return { alert, ...(isNumbered && isWriting(setup.taskType) ? { as: 'confirmation_number' } : {}) };
  }
  if (shown === undefined && outcome.gone === true) return { gone: bestTarget(on, samples) };
  if (shown === undefined || outcome.requests.length === 0) return undefined;
  const words = steadyPart(asTemplate(shown.text, samples));
  const after = /\d/.test(shown.text) ? wordsBeforeNumber(shown.text) : undefined;
  return {
    shows: { ...shown.target, containing: words },
    ...(isWriting(setup.taskType) && after !== undefined ? { as: 'confirmation_number', after } : {}),
  };
}

/** The menu entry of the page that one is on leads to the same route once more, and no page comes. */
function leadsNowhere({ from, to, requests }: Outcome): boolean {
  return to !== null && to.address === from.address && to.address.includes('#') && requests.length === 0;
}

/** Of "Correction COR-77 saved" the words before the number. */
function wordsBeforeNumber(text: string): string | undefined {
  const before = /^(.*?)\s*\S*\d\S*/.exec(text)?.[1];
  return before === undefined || before === '' ? undefined : before;
}

const isPressed = ({ kind }: SeenElement): boolean => ['link', 'button', 'box', 'control'].includes(kind);

/** The first target that says the same for every record, with the places of the samples. */
export function bestTarget(on: SeenElement, samples: Samples, isPress = isPressed(on)): Target {
  const templates = on.targets.map((target) => targetTemplate(target, samples));
  const stable = templates.filter((target) => textsIn(target).every(isStable));
  // Of a list that happened to have one row only any name was alone: the record's own row is what the person meant.
  const ofRecord = isPress ? stable.find(({ within }) => within?.row?.includes('{{') === true) : undefined;
  const [first] = stable;
  if (ofRecord !== undefined && first !== undefined && !JSON.stringify(first).includes('{{')) return ofRecord;
  // Where nothing names it, a finding says so: a target made up of what it showed would find something else, or nothing.
  return first ?? templates[0] ?? {};
}

function targetTemplate(target: Target, samples: Samples): Target {
  const inside = (value: unknown): unknown => {
    if (typeof value === 'string') return asTemplate(value, samples);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, inside(member)]));
  };
  const { role } = target;
  const filled: Target = { ...(inside(target) as Target), ...(role === undefined ? {} : { role }) };
  // A database has members in another order than people write them.
  const members = [...targetKinds.slice(0, 1), 'name', ...targetKinds.slice(1), 'containing', 'within'] as const;
  return Object.fromEntries(members.flatMap((name) => (filled[name] === undefined ? [] : [[name, filled[name]]])));
}

function textsIn(target: Target): string[] {
  return Object.values(target).flatMap((value: unknown) =>
    typeof value === 'object' && value !== null ? textsIn(value as Target) : typeof value === 'string' ? [value] : [],
  );
}
