/** What of a recording counts (without tries that were taken back, each choice of a list as one), and how people read it. */
import { type Target, targetText } from '../playbook/target.ts';
import type { RecordedAct, RecordedPart, SeenElement, StudioSetup } from './acts.ts';
import { bestTarget, readTarget } from './recorded-target.ts';
import { type Samples, samplesOf } from './templates.ts';

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

export function isSameAct(a: RecordedAct, b: RecordedAct | undefined): boolean {
  if (b === undefined || a.did !== b.did) return false;
  if (!('on' in a) || !('on' in b)) return a.did === b.did && a.did === 'go';
  // What names it best may be another thing once the page shows more.
  const names = a.on.targets.map((target) => JSON.stringify(target));
  const others = b.on.targets.map((target) => JSON.stringify(target));
  return names.length + others.length === 0 || names.some((name) => others.includes(name));
}

/** A click on a list that the page draws, and one on an entry of it, are one choice; of a list of several with those that follow. */
function withChoices(acts: readonly RecordedAct[]): RecordedAct[] {
  const done: RecordedAct[] = [];
  for (let n = 0; n < acts.length; n += 1) {
    const [act, next] = [acts[n], acts[n + 1]];
    if (act === undefined) break;
    const pick = pickOf(act, next);
    if (pick !== undefined) n += 1;
    const choice = pick === undefined ? choiceInList(act) : choiceIn(act, pick);
    const before = done.at(-1);
    const both = before === undefined || choice === undefined ? undefined : together(before, choice);
    if (both !== undefined) done.splice(-1, 1, both);
    else done.push(choice === undefined || (pick === undefined && choice.on.targets.length === 0) ? act : choice);
  }
  return done;
}

type RecordedChoice = Extract<RecordedAct, { did: 'choose' }>;

function choiceIn(opens: RecordedAct, pick: RecordedClick): RecordedChoice | undefined {
  if (opens.did !== 'click') return undefined;
  const { outcome, on, double: _double, ...rest } = opens;
  const option = pick.on.ofSeveral === undefined ? pick.on.name : [pick.on.name];
  // The entries of a list of several may be picked while it stays open: they know it by its own name only.
  const named = pick.on.ofSeveral === undefined ? on : { ...on, ofSeveral: pick.on.ofSeveral };
  return { ...rest, did: 'choose', on: named, option, outcome: { ...pick.outcome, from: outcome.from } };
}

/** An entry of a list of several that is always there, or still open. */
function choiceInList(act: RecordedAct): RecordedChoice | undefined {
  if (act.did !== 'click' || act.on.ofSeveral === undefined) return undefined;
  const { on, double: _double, ...rest } = act;
  const list: SeenElement = { kind: 'control', targets: on.ofSeveral ?? [], name: on.name, text: '' };
  return { ...rest, did: 'choose', on: { ...list, ofSeveral: list.targets }, option: [on.name] };
}

/** Two picks in one list of several; one that was picked again is not chosen any more. */
function together(before: RecordedAct, { on, option, outcome }: RecordedChoice): RecordedChoice | undefined {
  if (before.did !== 'choose' || before.on.ofSeveral === undefined || on.ofSeveral === undefined) return undefined;
  if (JSON.stringify(before.on.ofSeveral) !== JSON.stringify(on.ofSeveral)) return undefined;
  const [chosen, more] = [[before.option].flat(), [option].flat()];
  const all = [...chosen.filter((each) => !more.includes(each)), ...more.filter((each) => !chosen.includes(each))];
  return { ...before, option: all, outcome: { ...outcome, from: before.outcome.from } };
}

/** The click that picks an entry of the list which the other one opened. */
function pickOf(opens: RecordedAct | undefined, picks: RecordedAct | undefined): RecordedClick | undefined {
  if (opens?.did !== 'click' || picks?.did !== 'click' || opens.on.opensList !== true) return undefined;
  const isPlain = opens.outcome.to === null && opens.outcome.requests.every(({ as }) => as === 'read');
  return isPlain && picks.on.targets.some(({ role }) => role === 'option') ? picks : undefined;
}

type RecordedClick = Extract<RecordedAct, { did: 'click' }>;

export const partNames: Readonly<Record<RecordedPart, string>> = {
  login: 'Sign-in',
  steps: 'Steps',
  look: 'Look (what is on file)',
  prepare: 'Prepare (preview)',
  submit: 'Submit (the write)',
  probe: 'Probe (look again)',
};

const targetOf = (act: RecordedAct, on: SeenElement, samples: Samples): Target =>
  act.did === 'read' ? readTarget(on, samples, act.fact) : bestTarget(on, samples);

/** Of an element that nothing names alone, what the person saw of it. */
function namedOn(target: Target, { kind, name, text }: SeenElement): string {
  if (Object.keys(target).length > 0) return targetText(target);
  const seen = (name || text).trim().slice(0, 80);
  return seen === '' ? `a ${kind} that nothing names` : `the ${kind} “${seen}”, which nothing names alone`;
}

/** What a person did, as they read it in the list of steps. */
export function actText(act: RecordedAct, setup: StudioSetup): string {
  const name = 'on' in act ? namedOn(targetOf(act, act.on, samplesOf(act.part, setup)), act.on) : '';
  switch (act.did) {
    case 'go':
      return `Open ${act.to.address}`;
    case 'fill':
      return `Fill ${name} with ${act.value.slice(0, 80)}`;
    case 'choose':
      return `Choose ${[act.option].flat().join(', ')} in ${name}`;
    case 'click':
      return `${act.double === true ? 'Double-click' : 'Click'} ${name}`;
    case 'hover':
      return `Move the mouse over ${name}`;
    case 'ask':
      return `Ask a person for ${name}: “${act.question}”`;
    case 'press':
      return `Press ${act.key} in ${name}`;
    case 'scroll':
      return `Scroll to ${name}`;
    case 'upload':
      return `Upload the proof into ${name}`;
    case 'read':
      return `Read ${act.fact} from ${name}: “${act.on.text.slice(0, 80)}”`;
    case 'read_rows':
      return `Read ${act.fact} from ${name}`;
    case 'read_none':
      return `${act.fact} is empty when the portal says “${act.on.text.slice(0, 80)}”`;
    case 'download':
      return `Download ${act.address}`;
    case 'absent':
      return `Nothing is there when the portal says “${act.on.text.slice(0, 80)}”`;
    case 'signed_in':
      return `Signed in when ${name} is shown`;
    case 'leave':
      return `Leave out ${act.request.method} ${act.request.address.split('?')[0]}`;
    case 'close':
    default:
      return 'Close the window';
  }
}
