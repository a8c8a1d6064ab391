/**
 * Whether a text of a control says what records are like, what applies to an act or what is recorded of it, and orders nothing in
 * its place: "Void history" on a tab, "Void date" on a field or the head of a column, "Cancelled" as a filter of a recipe that
 * reads. The gate of elements, the lint of playbooks and the recorder of the studio all ask here.
 */
import type { Capability, NeverClick } from '../playbook/language.ts';
import type { Step } from '../playbook/step.ts';
import type { PortalAction, TaskType } from '../task.ts';
import { namesActDetail } from './act-details.ts';
import {
  asksAboutActs,
  asksForHelp,
  namesActList,
  namesBareAct,
  namesPendingRecords,
  namesReport,
  showsActList,
} from './act-lists.ts';
import { namesParty } from './control-words.ts';
import { doubtfulName, listedName, neverClickName } from './never-click.ts';
import { namesBareState, namesState, reportsDone, wordsOf } from './record-lists.ts';
import { isActThing, isActVerb } from './action-words.ts';
import { patternIn, unaccented, vocabularies } from './words/vocabulary.ts';

export interface ControlPlace {
  /** A link, a tab or an entry of a menu, which sends nothing: "Voids" and "Void history" are lists there. */
  readonly showsOnly: boolean;
  /** A field, or the head of a column: "Write-off amount" is an amount there. */
  readonly isData: boolean;
  /** It is pressed in a step that reads, and sends no form. */
  readonly isRead: boolean;
  /** Its recipe never writes. */
  readonly onlyReads: boolean;
  /** A box to tick, a switch or an entry to choose: a press may take back what it is called by. */
  readonly isBox?: boolean;
}

export function isBox(role: string): boolean {
  return /^(?:checkbox|radio|switch|option|menuitem(?:checkbox|radio))$/.test(role);
}

export function describesOnly(text: string, place: ControlPlace, list: readonly NeverClick[]): boolean {
  const { showsOnly, isData, isRead, onlyReads, isBox = false } = place;
  const describes =
    ((showsOnly || isData) && (namesActList(text) || namesPendingRecords(text))) ||
    ((showsOnly || isData) && asksAboutActs(text)) ||
    ((showsOnly || isData || (isBox && isRead && onlyReads)) && reportsDone(text)) ||
    (isRead && (showsActList(text, isBox && onlyReads) || namesReport(text) || asksForHelp(text))) ||
    ((isData || isRead) && namesActDetail(text, isData)) ||
    (isData && ((isRead && namesBareAct(text)) || namesParty(text))) ||
    (isRead && !isBox && declinesAct(text)) ||
    ((isRead || isData) && asksForNotice(text)) ||
    (isRead && onlyReads && (namesState(text) || ((isBox || isData) && namesBareState(text))));
  return saysWhyNot(text) || (describes && listedName(text, list) === undefined);
}

/** What is known of a name that is only seen: what fields are called by, what is pressed, or what is read. */
export const seenPlaces = {
  field: { showsOnly: false, isData: true, isRead: false, onlyReads: false },
  button: { showsOnly: false, isData: false, isRead: false, onlyReads: false },
  link: { showsOnly: true, isData: false, isRead: true, onlyReads: false },
  text: { showsOnly: true, isData: true, isRead: true, onlyReads: true },
} as const satisfies Readonly<Record<string, ControlPlace>>;

/** The act that a text of a control stands for in its place. */
export function actInPlace(text: string, place: ControlPlace, list: readonly NeverClick[]): PortalAction | undefined {
  return describesOnly(text, place, list) ? undefined : neverClickName(text, list);
}

/** The act that a bare verb may stand for in its place; at the head of a column it is a noun ("Pays", "À payer"). */
export function doubtInPlace(text: string, place: ControlPlace, list: readonly NeverClick[]): PortalAction | undefined {
  return (place.isData && place.isRead) || describesOnly(text, place, list) ? undefined : doubtfulName(text);
}

// Recognises names that say of an act that it is not done, that it is undone, or who hears of it: "Do not void",
// "Nicht stornieren", "Undo cancellation", "Notify me when a shipment is cancelled". Every word has to be known: "Do
// not wait, void the bill" is the act.

const longestChoice = 7;
const longestNotice = 14;

const languages = vocabularies.map(({ choices }) => ({
  no: choices.no,
  denials: choices.denials.map((phrase) => phrase.split(' ')),
  denialsBehind: new Set(choices.denialsBehind),
  restores: new Set(choices.restores),
  notices: choices.notices.map((phrase) => phrase.split('…')),
  articles: new Set(choices.articles),
  also: new Set(choices.also),
}));
const everyNo = languages.flatMap(({ no }) => no);
/** "No, keep the bill": what is before the choice, and parted from it by a sign. */
const answer = new RegExp(`^\\s*(?:${everyNo.join('|')})\\s*[,:.–—-]\\s+`, 'i');
/** A dash between two words parts two phrases: "Notify me when done - void bill" is the act. */
const parted = /\s[-_]|[-_]\s/;

/** Whether a name is no more than the denial of one act, or the undoing of one. A box of that name may be ticked already. */
function declinesAct(name: string): boolean {
  const choice = name.replace(answer, '');
  const words = parted.test(choice) ? undefined : wordsOf(choice);
  return (
    words !== undefined &&
    words.length <= longestChoice &&
    languages.some((known) => deniesAct(words, known) || restoresAct(words, known))
  );
}

type Known = (typeof languages)[number];

function deniesAct(words: readonly string[], { denials, denialsBehind, articles }: Known): boolean {
  const denial = denials.find((phrase) => phrase.every((word, n) => words[n] === word));
  if (denial !== undefined) {
    const rest = words.slice(denial.length);
    // In German the verb is the last word, and the first one elsewhere.
    return isOneAct(rest, articles, 0) || (denialsBehind.size > 0 && isOneAct(rest, articles, rest.length - 1));
  }
  // "Rechnung nicht stornieren"
  return denialsBehind.has(words.at(-2) ?? '') && isOneAct(words.toSpliced(-2, 1), articles, words.length - 2);
}

/** One verb in its place, and beside it nothing but what the act is done to. */
function isOneAct(words: readonly string[], articles: ReadonlySet<string>, verbAt: number): boolean {
  return words.length > 0 && words.every((word, n) => (n === verbAt ? isActVerb(word) : isThing(word, articles)));
}

function isThing(word: string, articles: ReadonlySet<string>): boolean {
  return articles.has(word) || (isActThing(word) && !isActVerb(word));
}

function restoresAct(words: readonly string[], { restores, articles }: Known): boolean {
  const at = [0, words.length - 1].find((place) => restores.has(words[place] ?? ''));
  if (at === undefined) return false;
  const rest = words.toSpliced(at, 1);
  const acts = rest.filter((word) => isActVerb(word));
  return acts.length === 1 && rest.every((word) => isActVerb(word) || isThing(word, articles));
}

/** Whether a name is that of a setting: whom the portal writes to when others do such an act. */
function asksForNotice(name: string): boolean {
  const words = wordsOf(name.replace(/,(?=\s(?:wenn|sobald|falls)\s)/i, ''));
  if (words === undefined || words.length > longestNotice || parted.test(name)) return false;
  const text = `${words.join(' ')} `;
  return languages.some(
    ({ notices, also }) =>
      notices.some(
        ([before = '', behind = '']) => text.startsWith(`${before.trim()} `) && text.endsWith(`${behind} `),
      ) && !words.some((word) => also.has(word)),
  );
}

const reasons = String.raw`(?:${patternIn('choices', 'unavailable')})\s+(?:${patternIn('choices', 'availableFor')})|${patternIn('choices', 'forbidding')}`;
const whyNot = new RegExp(String.raw`^\s*(?:${reasons})\s[^.,;:!?–—-]{1,60}\.?\s*$`, 'iu');

/** Whether a text says for what a control does nothing, or what people may not do: "Not available for cancelled shipments". */
function saysWhyNot(text: string): boolean {
  return whyNot.test(unaccented(text));
}

/** What a claim is not: with one of these a name is about the charges of a bill, and not about a claim. */
const ofCharges =
  /(?:charg|fee|line|item|accessorial|bill|invoice|cargo|cobro|tarifa|recargo|factura|l[ií]nea|partida|frais|ligne|postes?|facture|geb[üu]e?hr|kosten|zuschl[aä]|rechnung|position|posten)/i;

/**
 * Whether a text says no more than that a claim is accepted: "Accept in full". It may be the portal's word for an answer that a
 * task gives, and is accept_all_charges elsewhere.
 */
export function acceptsClaim(text: string): boolean {
  const action = neverClickName(text, []) ?? doubtfulName(text);
  return action === 'accept_all_charges' && !ofCharges.test(text.normalize('NFKC'));
}

/** A control that a step calls by the answer itself: the portal's word for it is ours. */
const calledByAnswer = /"(?:name|text|label|option)":"\{\{decision\}\}"/;

/**
 * The portal's words for the answer of a task that accepts a claim, in whole or in part.
 * @param steps of the recipe
 */
export function answersOf(
  taskType: TaskType,
  words: Capability['words'],
  values: Readonly<Record<string, string>>,
  steps: readonly Step[] = [],
): string[] {
  const { decision = '' } = values;
  if (taskType !== 'answer_claim' || !/^(?:accept|partly)$/.test(decision)) return [];
  return [
    ...Object.entries(words)
      .filter(([, { of }]) => of === 'decision')
      .map(([name]) => values[name] ?? ''),
    ...(calledByAnswer.test(JSON.stringify(steps)) ? [decision] : []),
  ].filter((word) => acceptsClaim(word));
}

/** Whether a text is such a word, or says the same in another spelling, as `ACCEPT_IN_FULL` does. */
export function isAnswer(text: string, answers: readonly string[] = []): boolean {
  const letters = (one: string): string =>
    one
      .normalize('NFKC')
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]/gu, '');
  return answers.some((answer) => letters(answer) === letters(text)) && acceptsClaim(text);
}
