/** Clicks on lists that a page draws, as the choices that they are. */
import type { RecordedAct, SeenElement } from './acts.ts';

/** A click on a list that the page draws, and one on an entry of it, are one choice; of a list of several with those that follow. */
export function withChoices(acts: readonly RecordedAct[]): RecordedAct[] {
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
