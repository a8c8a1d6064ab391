/** The target of a step, from the element that was seen while it was recorded. */
import { type Target, targetKinds } from '../playbook/target.ts';
import type { Recording, SeenElement } from './acts.ts';
import { asTemplate, isNumberOnly, isStable, type Samples, samplesOf } from './templates.ts';

/** Words that say the same for every record: without the number that was looked for. */
export function wordsOf(on: SeenElement, samples: Samples): Target {
  const target = bestTarget(on, samples);
  const text = asTemplate(on.text, samples);
  if (target.role !== undefined && target.name === undefined && target.containing === undefined && text !== '')
    return { ...target, containing: steadyPart(text) };
  return target.text === undefined || isStable(target.text) ? target : { ...target, text: steadyPart(target.text) };
}

/** The longest part of a text without a number. */
export function steadyPart(text: string): string {
  const parts = text
    .split(/["“”'(][^"“”')]*["“”')]|\S*\d\S*/)
    .map((part) => part.replace(/^[\s.,:;]+|[\s.,:;]+$/g, ''))
    .toSorted((a, b) => b.length - a.length);
  return parts[0] === undefined || parts[0] === '' ? text : parts[0];
}

/**
 * A target that is called by the very text that is read of it finds nothing in the next record.
 * @param fact what is read; only of a number the words around it say where it is
 */
export function readTarget(on: SeenElement, samples: Samples, fact?: string): Target {
  const templates = on.targets.map((target) => targetTemplate(target, samples));
  // Of the rows that a record has, that with our mark is the one that was written; of a list of records the row of ours.
  const marked = templates.find(({ within }) => within?.row === '{{mark}}');
  const ofRecord = templates.find(({ column, within }) => column !== undefined && within?.row?.includes('{{') === true);
  const best = marked ?? ofRecord ?? bestTarget(on, samples);
  const own = ownWords(best);
  if (!isCalledBy(best, on, samples)) return best;
  const other = on.targets.map((target) => targetTemplate(target, samples)).find((each) => ownWords(each) !== own);
  if (other !== undefined) return other;
  const numbered = fact === undefined || fact.endsWith('number') ? numberedWords(on.text) : undefined;
  if (numbered !== undefined && best.text !== undefined) return { ...best, text: withStar(numbered) };
  if (numbered !== undefined && best.role === 'heading') return { ...best, name: withStar(numbered) };
  const words = steadyPart(on.text);
  if (best.role !== 'link' || words === on.text) return best;
  const { name: _name, ...rest } = best;
  return { ...rest, containing: words };
}

interface NumberedWords {
  readonly before: string;
  readonly behind: string;
  /** The time at which it was said comes after them. */
  readonly isTimed: boolean;
}

const withStar = ({ before, behind, isTimed }: NumberedWords): string =>
  [before, '*', behind, isTimed ? '*' : ''].filter((words) => words !== '').join(' ');

const isTime = (text: string): boolean => /^\(?\d{1,4}[:./-]\d[\d:./ -]*(?: ?[ap]\.?m\.?)?\)?$/i.test(text);

/** Of "Claim #8 was created." or "#8 new Response" the words before and behind the one that has a number. */
export function numberedWords(text: string): NumberedWords | undefined {
  const words = text.trim().split(/\s+/);
  const at = words.findIndex((word) => /\d/.test(word));
  const other = words.findIndex((word, n) => n > at + 1 && /\d/.test(word));
  const isTimed = other > 0 && isTime(words.slice(other).join(' '));
  const before = words.slice(0, at).join(' ');
  const behind = words.slice(at + 1, isTimed ? other : undefined).join(' ');
  const isWords = !/\d/.test(behind) && /\p{L}/u.test(before === '' ? behind : before);
  return at >= 0 && isWords ? { before, behind, isTimed } : undefined;
}

const ownWords = (target: Target): string | undefined => target.name ?? target.text;

function isCalledBy(target: Target, on: SeenElement, samples: Samples): boolean {
  const own = ownWords(target);
  return own !== undefined && !own.includes('{{') && own.toLowerCase() === asTemplate(on.text, samples).toLowerCase();
}

/** Facts that are found by the very text that they have: those of another record are not. */
export function factsCalledByThemselves({ setup, acts }: Pick<Recording, 'setup' | 'acts'>): string[] {
  return acts.flatMap((act) => {
    if (act.did !== 'read' || act.on.text === '') return [];
    const samples = samplesOf(act.part, setup);
    if (!isCalledBy(readTarget(act.on, samples, act.fact), act.on, samples)) return [];
    return [
      `capabilities.${setup.taskType}.${act.part}: the fact ${act.fact} is looked for by the text that it has in this recording, ${JSON.stringify(act.on.text.slice(0, 60))}: another record has another one. Set the target to the label beside it, or to its column within its row`,
    ];
  });
}

/** Links and buttons that are called by a number alone: those of another record are not. */
export function pressedByNumber({ setup, acts }: Pick<Recording, 'setup' | 'acts'>): string[] {
  return acts.flatMap((act) => {
    if (act.did !== 'click' || act.part === 'login') return [];
    const own = ownWords(bestTarget(act.on, samplesOf(act.part, setup))) ?? '';
    if (!isNumberOnly(own)) return [];
    return [
      `capabilities.${setup.taskType}.${act.part}: a step presses ${JSON.stringify(own)}, a number that the sample record or its list has: another record has another one. Set the target to its column within the row of the record`,
    ];
  });
}

/** Of a name such as `3/pod-{{pro}}.pdf` only what is there for every record. */
export function documentTarget(on: SeenElement, samples: Samples): Target {
  const { name, ...rest } = bestTarget(on, samples);
  // A word with a number in it is another one for each document: `pod-{{pro}}-a81f.pdf`.
  const parts = name?.split(/[\p{L}\d]*\d[\p{L}\d]*(?![^{]*\}\})/u) ?? [];
  const steady = parts.find((part) => part.includes('{{'));
  const isNamed = rest.role === 'link' || rest.role === 'button';
  const folder = isNamed ? folderShown(name) : undefined;
  if (folder !== undefined) return { ...rest, containing: folder };
  if (!isNamed || steady === undefined || parts.length === 1)
    return name === undefined ? rest : { role: rest.role, name, ...rest };
  return { ...rest, containing: steady };
}

/**
 * Of a document that a page shows by where it keeps it, `pods/pod.pdf`, the folder: the name is one that was free there, and the next
 * record has `pods/pod_a81f.pdf`.
 */
export function folderShown(name: string | undefined): string | undefined {
  return /^((?:[^\s/{}\d]+\/)+)[^\s/{}]+\.[A-Za-z]{2,4}$/.exec(name ?? '')?.[1];
}

/** Of `Shipment {{pro}}` what is before the value. */
export function wordsBefore(text: string | undefined): string | undefined {
  const before = /^(.*\S)\s*\{\{[a-z_]+\}\}$/.exec(text ?? '')?.[1];
  return before === undefined || before === '' ? undefined : before;
}

export const isPressed = ({ kind }: SeenElement): boolean => ['link', 'button', 'box', 'control'].includes(kind);

/** The first target that says the same for every record, with the places of the samples. */
export function bestTarget(on: SeenElement, samples: Samples, isPress = isPressed(on)): Target {
  const templates = on.targets.map((target) => targetTemplate(target, samples));
  const stable = templates.filter((target) => textsIn(target).every((text) => isStable(text) && !isNumberOnly(text)));
  // Of a list that happened to have one row only any name was alone: the record's own row is what the person meant.
  const ofRecord = isPress ? stable.find(({ within }) => within?.row?.includes('{{') === true) : undefined;
  const first = stable.find((target) => !hasOtherNumber(target)) ?? stable[0];
  if (ofRecord !== undefined && first !== undefined && !JSON.stringify(first).includes('{{')) return ofRecord;
  // Where nothing names it, a finding says so: a target made up of what it showed would find something else, or nothing.
  return first ?? templates[0] ?? {};
}

/** Beside the number of the record there is another one in the name, which may be the portal's own of it. */
function hasOtherNumber({ name, text }: Target): boolean {
  const called = name ?? text ?? '';
  return called.includes('{{') && /\d/.test(called.replace(/\{\{[^}]*\}\}/g, ''));
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
