/** A control that its page no longer has as the playbook says: which of those that are there it may be now. */
import { actInPlace, type ControlPlace, doubtInPlace, seenPlaces } from '../guard/described.ts';
import { sameLabel } from '../guard/normalise.ts';
import type { PrintedText } from '../guard/response-gate.ts';
import type { Interstitial, NeverClick } from './language.ts';
import { type Target, type TargetRole, isSameTarget, namedBy, targetRoles, targetText } from './target.ts';
import { alikeness, leastAlike, leastLead, longestName } from './similar-name.ts';
import { type Values, fillTemplate, placesIn } from './template.ts';

/** What a page shows to people, in its order; a text that stands for itself has the role `text`. */
export interface SeenControl {
  readonly role: string;
  readonly name: string;
  readonly placeholder?: string;
  /** Name of the region, table, form or dialog around it. */
  readonly section: string | null;
  /** Texts of the cells of its table row. */
  readonly row: readonly string[] | null;
}

/** What the step does with the control. */
export type ControlUse = 'press' | 'type' | 'choose' | 'upload' | 'look';

/** What the playbook wants of the page. `of`: a step, or a list of the page's fingerprint. */
export interface WantedControl {
  readonly of: 'step' | PrintedText['of'];
  readonly target: Target;
  readonly use: ControlUse;
}

/** What else the playbook knows of the page, from which the place of the control follows. */
export interface Surroundings {
  /** Of the step before and the step after on this page. */
  readonly before?: Target | undefined;
  readonly after?: Target | undefined;
  /** Controls that go by another name of the playbook. */
  readonly known: readonly Target[];
  /** Nothing else shows that this is the page: then nothing of an unlike name is taken for the wanted one. */
  readonly isUnsure?: boolean;
}

/**
 * `near_name`: of the same kind, with a name like the wanted one; `other_role`: of the same name, and another role or
 * kind; `elsewhere`: of the same name, in another section; `near_row`: of the same name, in a row with a name like that of
 * the wanted one; `same_place`: between the same neighbours, or the only one there.
 */
type CandidateReason = 'near_name' | 'other_role' | 'elsewhere' | 'near_row' | 'same_place';

/** As people read it. */
const reasonTexts: Readonly<Record<CandidateReason, string>> = {
  near_name: 'similar name',
  other_role: 'same name, another kind of control',
  elsewhere: 'same name, in another section',
  near_row: 'same name, in a row of a similar name',
  same_place: 'same place',
};

export interface Candidate {
  readonly role: string;
  readonly name: string;
  readonly section: string | null;
  readonly because: readonly CandidateReason[];
  /** From 0 to 100. */
  readonly score: number;
  /** How a playbook would name it in place of what was expected; templates as there. */
  readonly target: Target;
}

/** Why it may be the wanted one, as half a sentence. */
export function candidateReasons({ because, score }: Candidate): string {
  return `${because.map((reason) => reasonTexts[reason]).join(', ')} (${score} of 100)`;
}

/** What a page lacks, and what may be it now. Part of the evidence. */
export interface MissingControl {
  readonly of: WantedControl['of'];
  readonly expected: Target;
  /** Best first. */
  readonly found: readonly Candidate[];
  /** The one candidate that stands out. */
  readonly proposed: Target | null;
}

export interface PageChange {
  /** Id of the page in the playbook. */
  readonly page: string;
  readonly missing: readonly MissingControl[];
  /** A window that the portal opened over it, and what closes it. */
  readonly notice?: Interstitial;
}

const mostCandidates = 5;
const sameWords = 0.9;
const betweenNeighbours = 0.7;
const onlyOneThere = 0.6;
/** Of another heading in the place of the wanted one (it may be that of an error), or of another name of a value: a person has to choose it. */
const maybeInPlace = 0.4;
/** What is below is listed, and never proposed. */
const leastProposed = 50;
/** Shorter values are in many texts. */
const leastValue = 3;

const fieldRoles: Readonly<Record<ControlUse, readonly string[]>> = {
  type: ['textbox', 'searchbox', 'spinbutton', 'combobox'],
  choose: ['combobox', 'listbox'],
  upload: ['button', 'textbox'],
  press: ['checkbox', 'radio', 'switch'],
  look: ['textbox', 'searchbox', 'spinbutton', 'combobox', 'listbox', 'checkbox', 'radio', 'switch'],
};
const pressedRoles = ['button', 'link', 'menuitem', 'tab', 'checkbox', 'radio'];

type Kind = 'role' | 'label' | 'text' | 'placeholder' | 'beside' | 'column';

interface Wanted {
  readonly kind: Kind;
  readonly role: TargetRole | undefined;
  /** As in the playbook, and filled. */
  readonly template: string;
  readonly text: string;
  readonly section: string | undefined;
  readonly row: string | undefined;
}

/** The controls of a page, with those under a title as its section where no part of the page has that name itself. */
export function underTitles<T extends Pick<SeenControl, 'role' | 'name' | 'section'>>(
  seen: readonly T[],
  section: string | undefined,
): readonly T[] {
  if (section === undefined || seen.some((control) => control.section === section)) return seen;
  let isUnder = false;
  return seen.map((control) => {
    const isTitle = sameLabel(control.name, section) && /^(?:heading|text)$/.test(control.role);
    if (isTitle || control.role === 'heading') isUnder = isTitle;
    return isUnder && !isTitle ? { ...control, section } : control;
  });
}

/** The controls that may be the wanted one, best first; none of them stands for an act that is never done. */
export function rankCandidates(
  { of, target, use }: WantedControl,
  shown: readonly SeenControl[],
  around: Surroundings,
  values: Values,
  neverClick: readonly NeverClick[],
): Candidate[] {
  const wanted = wantedOf(target, values);
  if (wanted === undefined) return [];
  const seen = underTitles(shown, wanted.section);
  const possible = seen.filter(
    (control) =>
      control.name.trim() !== '' &&
      control.name.length <= longestName &&
      (wanted.kind === 'column' || isInRow(control, wanted)) &&
      !isAct(control, use, neverClick) &&
      !around.known.some((other) => isThis(control, other, values) && !sameLabel(control.name, wanted.text)),
  );
  const placed = of === 'title' || of === 'columns' ? [] : placedLike(wanted, use, seen, around, values);
  const inPlace = of === 'headings' ? placed.map((one) => ({ ...one, weight: maybeInPlace })) : placed;
  const candidates = possible.flatMap((control): Candidate[] => {
    const found = asTarget(control, target, wanted, use, values);
    if (found === undefined) return [];
    const { becomes, isOtherKind } = found;
    const isSame = sameLabel(control.name, wanted.text);
    const isThere = wanted.section === undefined || control.section === wanted.section;
    const alike = alikeness(wanted.text, control.name);
    const place = isOtherKind || !isThere ? undefined : inPlace.find((one) => one.control === control)?.weight;
    const reasons: [CandidateReason, number][] = [];
    if (isOtherKind && isSame) reasons.push(['other_role', sameWords]);
    if (!isOtherKind && isThere && alike >= leastAlike) reasons.push(['near_name', alike]);
    if (!isOtherKind && !isThere && isSame) reasons.push(['elsewhere', sameWords]);
    if (place !== undefined && !(around.isUnsure === true && alike < leastAlike)) reasons.push(['same_place', place]);
    if (reasons.length === 0) return [];
    const { role, name, section } = control;
    const score = 1 - reasons.reduce((left, [, weight]) => left * (1 - weight), 1);
    return [
      {
        role,
        name,
        section,
        because: reasons.map(([reason]) => reason),
        score: Math.round(score * 100),
        target: becomes,
      },
    ];
  });
  const all = [...candidates, ...inOtherRows(target, wanted, use, seen, values)];
  const once = all.filter(({ target: one }, n) => all.findIndex((other) => isSameTarget(other.target, one)) === n);
  return once.toSorted((a, b) => b.score - a.score).slice(0, mostCandidates);
}

/** The same control in a row that has another name now, where the playbook names the row and not a record of it. */
function inOtherRows(
  target: Target,
  wanted: Wanted,
  use: ControlUse,
  seen: readonly SeenControl[],
  values: Values,
): Candidate[] {
  const { row, section } = wanted;
  const template = target.within?.row ?? '';
  if (row === undefined || placesIn(template).length > 0 || seen.some((one) => one.row?.includes(row) === true))
    return [];
  const holds = (text: string): boolean =>
    Object.values(values).some((value) => value.length >= leastValue && text.includes(value));
  return seen.flatMap((control): Candidate[] => {
    const isIts = wanted.kind === 'column' || (sameLabel(control.name, wanted.text) && kindOf(control, wanted, use));
    if (!isIts || (section !== undefined && control.section !== section)) return [];
    return (control.row ?? [])
      .filter((cell) => cell.length <= longestName && !cell.includes('{{') && !holds(cell))
      .map((cell) => ({ cell, alike: alikeness(row, cell) }))
      .filter(({ alike }) => alike >= leastAlike)
      .map(({ cell, alike }) => ({
        role: control.role,
        name: control.name,
        section: control.section,
        because: ['near_row'],
        score: Math.round(alike * 100),
        target: { ...target, within: { ...target.within, row: cell } },
      }));
  });
}

/** Whether a control would not be used, whatever a playbook calls it. */
function isAct({ role, name }: SeenControl, use: ControlUse, neverClick: readonly NeverClick[]): boolean {
  const place = placeOf(role, use);
  if (actInPlace(name, place, neverClick) !== undefined) return true;
  return use === 'press' && doubtInPlace(name, place, neverClick) !== undefined;
}

function placeOf(role: string, use: ControlUse): ControlPlace {
  if (use === 'look' && !pressedRoles.includes(role)) return seenPlaces.text;
  if (use !== 'press' && use !== 'look') return seenPlaces.field;
  return /^(?:link|tab|menuitem)$/.test(role) ? seenPlaces.link : seenPlaces.button;
}

/** The first, where it stands out among them. */
export function uniqueCandidate([best, next]: readonly Candidate[]): Candidate | undefined {
  if (best === undefined || best.score < leastProposed) return undefined;
  if (next !== undefined && best.score - next.score < leastLead * 100) return undefined;
  return best;
}

export function missingControl({ of, target }: WantedControl, found: readonly Candidate[]): MissingControl {
  return { of, expected: target, found, proposed: uniqueCandidate(found)?.target ?? null };
}

/** The change with the candidates that a person chose. @param choices for each control: its candidate, or undefined for the proposed one */
export function withChosen(change: PageChange, choices: readonly (number | undefined)[]): PageChange {
  const missing = change.missing.map((one, n) => {
    const chosen = choices[n];
    return chosen === undefined ? one : { ...one, proposed: one.found[chosen]?.target ?? one.proposed };
  });
  return { ...change, missing };
}

/** What only closes a window, the surest first; what may agree to something is none of it. */
const closing =
  /^(?:close|dismiss|got it|not now|no,? thanks|(?:maybe )?later|skip|hide|schlie(?:ß|ss)en|fermer|cerrar|chiudi|sluiten|×|✕|✖|x)$/i;
const typedInto = new Set(['textbox', 'searchbox', 'spinbutton', 'combobox', 'listbox']);

/** News over a page: the one window without fields that no step speaks of, and its one control that only closes it. */
export function noticeOver(
  seen: readonly SeenControl[],
  named: readonly Target[],
  values: Values,
  neverClick: readonly NeverClick[],
): Interstitial | undefined {
  const [window, another] = seen.filter(({ role, name }) => /^(?:alert)?dialog$/.test(role) && name !== '');
  if (window === undefined || another !== undefined || window.name.length > longestName) return undefined;
  const { name: section } = window;
  const inside = seen.filter((control) => control.section === section);
  const isOfPlaybook = named.some((target) => target.within?.section === section || namedBy(target)?.text === section);
  if (isOfPlaybook || inside.some(({ role }) => typedInto.has(role))) return undefined;
  const holds = Object.values(values).some((value) => value.length >= leastValue && section.includes(value));
  if (holds || section.includes('{{') || actInPlace(section, seenPlaces.text, neverClick) !== undefined)
    return undefined;
  const closers = inside.filter(
    ({ role, name }) =>
      /^(?:button|link)$/.test(role) &&
      closing.test(name) &&
      !isAct({ role, name, section, row: null }, 'press', neverClick),
  );
  const closer = closers.find(({ name }) => closers.filter((other) => sameLabel(other.name, name)).length === 1);
  const role = targetRoles.find((each) => each === closer?.role);
  if (closer === undefined || role === undefined) return undefined;
  const isHeading = inside.some((control) => control.role === 'heading' && sameLabel(control.name, section));
  return {
    ...(isHeading ? { heading: section } : { text: section }),
    target: { role, name: closer.name, within: { section } },
  };
}

/** An entry of a fingerprint as the target that it describes. */
export function printedTarget({ of, text }: PrintedText): Target {
  if (of === 'headings') return { role: 'heading', name: text };
  if (of === 'buttons') return { role: 'button', name: text };
  if (of === 'labels') return { label: text };
  return of === 'columns' ? { column: text } : { text };
}

function wantedOf(target: Target, values: Values): Wanted | undefined {
  const named = namedBy(target);
  if (named === undefined) return undefined;
  const filled = (template: string): string => fillTemplate(template, values) ?? template;
  const { section, row } = target.within ?? {};
  return {
    kind: named.member === 'name' ? 'role' : (named.member as Kind),
    role: target.role,
    template: named.text,
    text: filled(named.text),
    section: section === undefined ? undefined : filled(section),
    row: row === undefined ? undefined : filled(row),
  };
}

/** How the playbook would name a control in place of the wanted one; undefined where it cannot be what the step uses. */
function asTarget(
  control: SeenControl,
  target: Target,
  wanted: Wanted,
  use: ControlUse,
  values: Values,
): { readonly becomes: Target; readonly isOtherKind: boolean } | undefined {
  const { role: _role, name: _name, label: _label, text: _text, placeholder: _hint, ...others } = target;
  const { beside: _beside, column: _column, within, ...rest } = others;
  const name = asTemplate(control.name, wanted.template, values);
  if (name === undefined) return undefined;
  const scope = movedScope(within, control, wanted, values);
  if (scope === undefined) return undefined;
  const whole = (found: Target): Target => ({
    ...found,
    ...rest,
    ...(Object.keys(scope).length === 0 ? {} : { within: scope }),
  });
  const kind = kindOf(control, wanted, use);
  if (kind !== undefined) {
    const becomes = whole(kind === 'role' ? { ...(wanted.role && { role: wanted.role }), name } : { [kind]: name });
    if (!isSameTarget(becomes, target)) return { becomes, isOtherKind: false };
  }
  // A field may have kept its name and lost its label.
  const other = otherKind(control, wanted, use, name);
  if (other === undefined || isSameTarget(whole(other), target)) return undefined;
  return { becomes: whole(other), isOtherKind: true };
}

/** The declared kind, where the control is of it. */
function kindOf(
  { role, placeholder }: SeenControl,
  { kind, role: wantedRole }: Wanted,
  use: ControlUse,
): Kind | undefined {
  const is: Readonly<Record<Kind, () => boolean>> = {
    role: () => role === wantedRole,
    label: () => fieldRoles[use].includes(role),
    placeholder: () => fieldRoles[use].includes(role) && placeholder !== undefined,
    text: () => (use === 'press' ? pressedRoles.includes(role) : isShown(role)),
    beside: () => isShown(role) && ![...fieldRoles.look, ...pressedRoles, 'heading'].includes(role),
    column: () => role === 'columnheader',
  };
  return is[kind]() ? kind : undefined;
}

function otherKind({ role }: SeenControl, { kind }: Wanted, use: ControlUse, name: string): Target | undefined {
  const isUsable =
    use === 'press' ? pressedRoles.includes(role) : use === 'look' ? isShown(role) : fieldRoles[use].includes(role);
  const known = targetRoles.find((each) => each === role);
  if (!isUsable || known === undefined || kind === 'column') return undefined;
  return { role: known, name };
}

function isInRow({ row }: SeenControl, wanted: Wanted): boolean {
  return wanted.row === undefined || row?.includes(wanted.row) === true;
}

function isShown(role: string): boolean {
  return !['row', 'option', 'columnheader'].includes(role);
}

/** Undefined where the section has no name that a playbook could have. */
function movedScope(
  within: Target['within'],
  { section }: SeenControl,
  wanted: Wanted,
  values: Values,
): Target['within'] | undefined {
  if (within === undefined) return {};
  if (within.section === undefined || section === wanted.section) return within;
  const { section: _section, ...rest } = within;
  if (section === null) return rest;
  const moved = asTemplate(section, within.section, values);
  return moved === undefined ? undefined : { ...rest, section: moved };
}

/** The text with the values of the template's places taken out again; undefined where it holds others of the record. */
function asTemplate(found: string, template: string, values: Values): string | undefined {
  if (found.includes('{{')) return undefined;
  let left = found;
  for (const place of placesIn(template)) {
    const value = values[place] ?? '';
    if (value === '' || left.split(value).length !== 2) return undefined;
    left = left.replace(value, () => `{{${place}}}`);
  }
  const others = left.replace(/\{\{[^}]*\}\}/g, ' ');
  const holds = Object.values(values).some((value) => value.length >= leastValue && others.includes(value));
  return holds ? undefined : left;
}

/** Whether a control is what another target of the playbook names. */
function isThis({ role, name }: SeenControl, target: Target, values: Values): boolean {
  const named = namedBy(target);
  if (named === undefined || !sameLabel(name, fillTemplate(named.text, values) ?? named.text)) return false;
  if (target.role !== undefined) return role === target.role;
  return named.member === 'label' ? fieldRoles.look.includes(role) || role === 'button' : true;
}

/** What lies where the wanted control was: between its neighbours, or as the only one of its kind. */
function placedLike(
  wanted: Wanted,
  use: ControlUse,
  seen: readonly SeenControl[],
  { before, after, known }: Surroundings,
  values: Values,
): { readonly control: SeenControl; readonly weight: number }[] {
  if (wanted.kind === 'text' || wanted.kind === 'column') return [];
  const suits = (control: SeenControl): boolean =>
    kindOf(control, wanted, use) !== undefined &&
    (wanted.section === undefined || control.section === wanted.section) &&
    isInRow(control, wanted) &&
    !known.some((other) => isThis(control, other, values));
  const indexOf = (target: Target | undefined): number =>
    target === undefined ? -1 : seen.findIndex((control) => isThis(control, target, values));
  const [from, to] = [indexOf(before), indexOf(after)];
  // Names of values, with the values behind them, between those that are read before and after it.
  if (wanted.kind === 'beside') {
    const places = [...(from < 0 ? [] : [from + 2]), ...(to < 2 || to - 2 <= from ? [] : [to - 2])];
    const named = [...new Set(places)]
      .map((n) => seen[n])
      .filter((one) => one !== undefined && /^\D*\p{L}\D*$/u.test(one.name));
    const isOnly = from >= 0 && to === from + 4;
    return named
      .filter((one) => one !== undefined)
      .filter(suits)
      .map((control) => ({ control, weight: isOnly ? betweenNeighbours : maybeInPlace }));
  }
  const between =
    (from < 0 && to < 0) || (from >= 0 && to >= 0 && to < from)
      ? []
      : seen.slice(from + 1, to < 0 ? undefined : to).filter(suits);
  const all = seen.filter(suits);
  const [only, another] = all;
  const [next, further] = between;
  if (next !== undefined && further === undefined) return [{ control: next, weight: betweenNeighbours }];
  return only !== undefined && another === undefined ? [{ control: only, weight: onlyOneThere }] : [];
}

/** What a page has in place of what its playbook says, in lines as the command line prints them. */
export function changeLines({ missing, notice }: PageChange): string[] {
  if (notice !== undefined)
    return [
      `      ${JSON.stringify(notice.heading ?? notice.text)} lies over the page; ${targetText(notice.target)} closes it`,
    ];
  return missing.flatMap(({ expected, found, proposed }) => [
    `      expected ${targetText(expected)}`,
    ...found.map((one, n) => `        candidate ${n + 1}: ${targetText(one.target)}, ${candidateReasons(one)}`),
    ...(found.length === 0 ? ['        no candidate on the page'] : []),
    ...(found.length > 0 && proposed === null ? ['        none is clearly the best, so none is proposed'] : []),
  ]);
}
