/** Turns what a person did into the steps of a recipe. */
import type { ExpectedDialog } from '../playbook/declared-request.ts';
import { isWriting, weighedField } from '../playbook/needed-facts.ts';
import type { ClickEffect, ShownNext, Step } from '../playbook/step.ts';
import type { Target } from '../playbook/target.ts';
import { addressOf } from '../playbook/template.ts';
import {
  dialogsSeen,
  type Outcome,
  type RecordedAct,
  type SeenDialog,
  type SeenElement,
  type StudioSetup,
} from './acts.ts';
import { doneActs, isSameAct } from './done-acts.ts';
import type { RecordedPages } from './pages.ts';
import {
  bestTarget,
  documentTarget,
  folderShown,
  isPressed,
  numberedWords,
  readTarget,
  steadyPart,
  wordsBefore,
  wordsOf,
} from './recorded-target.ts';
import { type BindingRules, expectedRequest } from './requests.ts';
import { asTemplate, pathTemplate, type Samples, samplesOf, wordTemplate } from './templates.ts';

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
      return { do: 'go', to: act.asked ?? pages.addressOf(act.to), next: pages.nameOf(act.to) };
    case 'fill':
      return { do: 'fill', target: bestTarget(act.on, samples), value: asTemplate(act.value, samples) };
    case 'choose':
      return {
        do: 'choose',
        target: bestTarget(act.on, samples),
        option:
          typeof act.option === 'string'
            ? (wordTemplate(act.option, rules.words ?? {}, samples) ?? asTemplate(act.option, samples))
            : act.option.map((each) => asTemplate(each, samples)),
        ...(leadsOn(act.outcome, pages) ? { next: pages.nameOf(act.outcome.to) } : {}),
      };
    case 'click': {
      const opened = openedByAddress(act, pages);
      if (opened !== undefined) return opened;
      return {
        do: 'click',
        ...sending(act.on, act.outcome, act, rules),
        ...(act.double === true ? { double: true } : {}),
      };
    }
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
      const target = readTarget(act.on, samples, act.fact);
      const called = target.name ?? target.text;
      const { before, behind } = (called?.includes('*') === true ? numberedWords(act.on.text) : undefined) ?? {};
      const after = before === '' ? undefined : (before ?? wordsBefore(called));
      return {
        do: 'read',
        target,
        ...(after === undefined ? {} : { after }),
        ...(behind === undefined || behind === '' ? {} : { before: behind }),
        as: act.fact,
      };
    }
    case 'read_rows':
    case 'read_none':
      return readList(act.fact, rules);
    case 'download':
      return {
        do: 'download',
        ...(act.byClick ? { by: 'click' } : {}),
        target: documentTarget(act.on, samples),
        path: documentPath(act, samples),
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

/** A link that nothing names alone, as one that a menu shows twice, leads to a page that can be opened by its address. */
function openedByAddress(
  { on, outcome }: Extract<RecordedAct, { did: 'click' }>,
  pages: RecordedPages,
): Step | undefined {
  const { to, requests, popup } = outcome;
  if (on.targets.length > 0 || on.kind !== 'link' || on.href === undefined || to === null || popup === true)
    return undefined;
  if (requests.length > 0 || dialogsSeen(outcome).length > 0 || !leadsTo(on.href, to.address)) return undefined;
  const address = pages.addressOf(to);
  return address.includes('*') ? undefined : { do: 'go', to: address, next: pages.nameOf(to) };
}

function leadsTo(href: string, address: string): boolean {
  const { pathname, search, hash } = new URL(href, 'http://portal');
  return `${pathname}${search}${hash}` === address;
}

/** Signed members of an address are another text for each document. */
function documentPath({ address, on }: Extract<RecordedAct, { did: 'download' }>, samples: Samples): string {
  const { path, query } = addressOf(address);
  const isKept = folderShown(bestTarget(on, samples).name) !== undefined;
  const template = isKept ? pathTemplate(path, samples).replace(/[^/]+$/, '*') : pathTemplate(path, samples);
  const members = query.map(([name, value]) => {
    const filled = asTemplate(value, samples);
    return `${name}=${filled === value && !/^[a-z]{0,20}$/i.test(value) ? '*' : filled}`;
  });
  return `${template}${members.length === 0 ? '' : `?${members.join('&')}`}`;
}

function leadsOn(
  outcome: Outcome,
  pages: RecordedPages,
): outcome is Outcome & { readonly to: NonNullable<Outcome['to']> } {
  return outcome.to !== null && pages.nameOf(outcome.to) !== '';
}

/** A control that is called by the portal's word for the answer. */
function calledByAnswer(target: Target, { words = {}, samples }: StepRules): Target {
  const called = (['name', 'text', 'label'] as const).find((member) => target[member] !== undefined);
  const word = called === undefined ? undefined : wordTemplate(target[called] ?? '', words, samples);
  return called === undefined || word === undefined ? target : { ...target, [called]: word };
}

type Sending = Omit<Extract<Step, { do: 'click' }>, 'do'>;

function sending(on: SeenElement, outcome: Outcome, act: RecordedAct, rules: StepRules): Sending {
  // Rows that lead on when they are pressed are pressed at any of their cells.
  const seen = bestTarget(on, rules.samples, isPressed(on) || (act.did === 'click' && on.kind === 'text'));
  const declared = outcome.requests.filter(({ as }) => as !== 'read');
  const target = declared.length === 0 ? calledByAnswer(seen, rules) : seen;
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
          limit: isWriting(rules.setup.taskType) ? (weighedField[rules.setup.taskType] ?? 'none') : 'none',
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

/** The menu entry of the page that one is on leads to the same route again, and no page comes. */
function leadsNowhere({ from, to, requests }: Outcome): boolean {
  return to !== null && to.address === from.address && to.address.includes('#') && requests.length === 0;
}

/** Of "Correction COR-77 saved" the words before the number. */
function wordsBeforeNumber(text: string): string | undefined {
  const before = /^(.*?)\s*\S*\d\S*/.exec(text)?.[1];
  return before === undefined || before === '' ? undefined : before;
}
