/** What a page has in place of a control, or of a mark, that the playbook says it has. */
import { seenPlaces } from '../domain/dispatch/guard/described.ts';
import { isAddressOf } from '../domain/dispatch/guard/page-address.ts';
import { normaliseName, sameLabel } from '../domain/dispatch/guard/normalise.ts';
import { missingOfFingerprint } from '../domain/dispatch/guard/response-gate.ts';
import {
  missingControl,
  noticeOver,
  printedTarget,
  rankCandidates,
} from '../domain/dispatch/playbook/changed-control.ts';
import type {
  Candidate,
  MissingControl,
  PageChange,
  SeenControl,
  WantedControl,
} from '../domain/dispatch/playbook/changed-control.ts';
import type { LoadedPlaybook, NeverClick, Signal } from '../domain/dispatch/playbook/language.ts';
import { type Target, isSameTarget, namedBy, sectionRoles, targetRoles } from '../domain/dispatch/playbook/target.ts';
import { placedTargets, surroundingsOf } from '../domain/dispatch/playbook/page-targets.ts';
import { similarName } from '../domain/dispatch/playbook/similar-name.ts';
import { type Values, fillTemplate } from '../domain/dispatch/playbook/template.ts';
import { DriverError } from './driver.ts';
import type { PageView, Place, PortalDriver } from './driver.ts';
import { ChangedSignal } from './run-signals.ts';

interface ChangeParts {
  readonly playbook: LoadedPlaybook;
  readonly driver: PortalDriver;
  readonly values: Values;
  readonly placeOf: (target: Target) => Place;
}

const mostMissing = 10;
const mostOfOneName = 4;

/** Where the elements of one name are, and what in the playbook would say which of them is meant. */
export function whichOfSeveral(said: string, target: Target, seen: readonly SeenControl[], values: Values): string {
  const wanted = fillTemplate(namedBy(target)?.text ?? '', values);
  const isOfKind = ({ role }: SeenControl): boolean => target.role === undefined || role === target.role;
  const isSame = (one: SeenControl): boolean => isOfKind(one) && (wanted === undefined || sameLabel(one.name, wanted));
  const same = wanted === undefined && target.role === undefined ? [] : seen.filter(isSame);
  const quote = (text: string): string => JSON.stringify(text.slice(0, 60));
  const places = same.flatMap(({ section, row }) => {
    const own = row?.find(
      (cell) => cell.trim() !== '' && same.filter((other) => other.row?.includes(cell)).length === 1,
    );
    if (own !== undefined) return [`row: ${quote(own)}`];
    return section === null ? [] : [`section: ${quote(section)}`];
  });
  const titles = same.flatMap(
    (one) => seen.slice(0, seen.indexOf(one)).findLast(({ role }) => role === 'heading') ?? [],
  );
  const under = titles.map(({ name }) => `section: ${quote(name)}`);
  const apart = [...new Set(new Set(places).size < 2 && target.within?.row === undefined ? under : places)];
  if (apart.length < 2)
    return `${said}, in no row or section of their own; within: { section: … } with the title over it, test_id, field_name, beside or column may name the one that is meant`;
  const more = apart.length > mostOfOneName ? ', …' : '';
  return `${said}: ${apart.slice(0, mostOfOneName).join(', ')}${more}; "within" with one of these names the one that is meant`;
}

const leastNamed = 50;
const mostNamed = 2;

/** What is there instead, with the targets that would find what it may be. */
export function withCandidates(instead: string, change: PageChange | undefined): string {
  const likely = (change?.missing[0]?.found ?? []).filter(({ score }) => score >= leastNamed).slice(0, mostNamed);
  if (likely.length === 0 || instead.includes('the nearest is')) return instead;
  return `${instead}; what may be meant: ${likely.map(({ target }) => asWritten(target)).join(' or ')}`;
}

/** As a playbook has it. */
function asWritten(target: Target): string {
  const members = Object.entries(target).map(([name, value]) =>
    typeof value === 'object'
      ? `${name}: ${asWritten(value as Target)}`
      : `${name}: ${name === 'role' ? value : JSON.stringify(value)}`,
  );
  return `{ ${members.join(', ')} }`;
}

/** Of a step's target; undefined where the page does not answer. */
export function changeOfTarget(
  parts: ChangeParts,
  page: string,
  wanted: WantedControl,
  view: PageView,
): Promise<PageChange | undefined> {
  return unlessGone(async () => {
    const print = parts.playbook.pages[page];
    const isKnown = print !== undefined && missingOfFingerprint(view, print, parts.values).length === 0;
    const seen = inLines(await parts.driver.controls(parts.placeOf(wanted.target).within?.frame), view.text);
    const found: Candidate[] = [];
    for (const candidate of ranked(parts, page, wanted, seen, isKnown)) {
      const usable = await whereOnlyOne(parts, candidate);
      if (usable !== undefined) found.push(usable);
    }
    const first = missingControl(wanted, found);
    const missing = [first, ...(await movedAlong(parts, page, first))];
    return { page, missing, ...(first.proposed === null ? noticeOn(parts, seen) : {}) };
  });
}

/** What else the page has only where the control has moved: a section, or a row, that has another name has it for all that is in it. */
async function movedAlong(
  { playbook, driver, placeOf }: ChangeParts,
  page: string,
  { expected, proposed }: MissingControl,
): Promise<MissingControl[]> {
  const scope = (['section', 'row'] as const).find(
    (each) => expected.within?.[each] !== proposed?.within?.[each] && proposed?.within?.[each] !== undefined,
  );
  const [from, to] = scope === undefined ? [] : [expected.within?.[scope], proposed?.within?.[scope]];
  if (scope === undefined || from === undefined || to === undefined) return [];
  const others = placedTargets(playbook)
    .filter(({ pages, target }) => pages.includes(page) && target.within?.[scope] === from)
    .map(({ target }) => target);
  const moved: MissingControl[] = [];
  for (const target of others) {
    if ([expected, ...moved.map((one) => one.expected)].some((one) => isSameTarget(one, target))) continue;
    const there = { ...target, within: { ...target.within, [scope]: to } };
    if ((await driver.count(placeOf(target))) !== 0 || (await driver.count(placeOf(there))) !== 1) continue;
    const [role, name] = [target.role ?? 'text', namedBy(target)?.text ?? ''];
    const because = [scope === 'row' ? ('near_row' as const) : ('elsewhere' as const)];
    const section = scope === 'section' ? to : (target.within?.section ?? null);
    const candidate: Candidate = { role, name, section, because, score: 90, target: there };
    moved.push({ of: 'step', expected: target, found: [candidate], proposed: there });
  }
  return moved;
}

/** Of the marks by which the page is known. */
export function changeOfPage(parts: ChangeParts, page: string, view: PageView): Promise<PageChange | undefined> {
  return unlessGone(async () => {
    const declared = parts.playbook.pages[page];
    if (declared === undefined) return undefined;
    const lacking = missingOfFingerprint(view, declared, parts.values);
    const { headings, labels, buttons, columns } = declared.fingerprint;
    const isKnown = lacking.length < headings.length + labels.length + buttons.length + columns.length;
    const seen: readonly SeenControl[] = await parts.driver.controls();
    const missing = lacking.slice(0, mostMissing).map((entry): MissingControl => {
      const wanted: WantedControl = { of: entry.of, target: printedTarget(entry), use: useOf[entry.of] };
      if (entry.of === 'title') {
        const title: SeenControl = { role: 'text', name: view.title, section: null, row: null };
        return missingControl(wanted, ranked(parts, page, wanted, [title], isKnown));
      }
      const there = view[entry.of];
      const shown = ranked(parts, page, wanted, seen, isKnown).filter(({ name }) => there.includes(name));
      return missingControl(wanted, shown);
    });
    const isClear = missing.every(({ proposed }) => proposed !== null);
    return missing.length === 0 ? undefined : { page, missing, ...(isClear ? {} : noticeOn(parts, seen)) };
  });
}

/** Of what the guard found lying over a control; undefined where nothing closes it for certain. */
export function changeOfCover(parts: ChangeParts, page: string): Promise<PageChange | undefined> {
  return unlessGone(async () => {
    const { notice } = noticeOn(parts, await parts.driver.controls());
    return notice === undefined ? undefined : { page, missing: [], notice };
  });
}

function noticeOn({ playbook, values }: ChangeParts, seen: readonly SeenControl[]): Pick<PageChange, 'notice'> {
  const named = placedTargets(playbook).map(({ target }) => target);
  const notice = noticeOver(seen, named, values, playbook.never_click);
  return notice === undefined ? {} : { notice };
}

const useOf = { title: 'look', headings: 'look', labels: 'look', buttons: 'press', columns: 'look' } as const;

function ranked(
  { playbook, values }: ChangeParts,
  page: string,
  wanted: WantedControl,
  seen: readonly SeenControl[],
  isKnown: boolean,
): Candidate[] {
  const around = surroundingsOf(playbook, page, wanted, isKnown);
  return rankCandidates(wanted, seen, around, values, playbook.never_click);
}

/** A candidate as the page has exactly one of it: by the declared kind, or else by its role. */
async function whereOnlyOne({ driver, placeOf }: ChangeParts, candidate: Candidate): Promise<Candidate | undefined> {
  const isOne = async (target: Target): Promise<boolean> => (await driver.count(placeOf(target))) === 1;
  if (await isOne(candidate.target)) return candidate;
  const { label, placeholder, ...rest } = candidate.target;
  const name = label ?? placeholder;
  const role = targetRoles.find((each) => each === candidate.role);
  if (name === undefined || role === undefined) return undefined;
  const target = { role, name, ...rest };
  return (await isOne(target)) ? { ...candidate, target } : undefined;
}

/** The run ends as it would without this: whatever keeps us from looking for a change is no fact about the portal (D59). */
async function unlessGone<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch {
    return undefined;
  }
}

const places = { labels: seenPlaces.field, buttons: seenPlaces.button, headings: seenPlaces.text } as const;

const pressedRoles: ReadonlySet<string> = new Set(['button', 'link', 'menuitem', 'tab']);

/**
 * How the page has what a target names in another form, and what in the playbook would find it. Some pages draw what people press
 * without its role; tables are found by their role alone; and a name may have its value elsewhere than beside it.
 * @returns undefined where nothing better is known than what else is on the page
 */
export async function otherForm(
  { driver, values, placeOf }: Pick<ChangeParts, 'driver' | 'values' | 'placeOf'>,
  { role, name, beside, column, within }: Target,
): Promise<string | undefined> {
  const there = within === undefined ? {} : { within };
  const count = (target: Target): Promise<number> => driver.count(placeOf(target));
  const quoted = (template: string): string => JSON.stringify(fillTemplate(template, values) ?? template);
  if (name !== undefined && (role === 'table' || role === 'grid'))
    for (const kind of [role, role === 'table' ? 'grid' : 'table'] as const)
      if ((await count({ role: kind, ...there })) === 1)
        return `one ${kind}, which is not called so; { role: ${kind} } finds it`;
  if (name !== undefined && role !== undefined && pressedRoles.has(role))
    return (await count({ text: name, ...there })) === 1
      ? `these words in another role or in none; { text: ${quoted(name)} } finds them`
      : undefined;
  if (beside !== undefined) {
    if (within !== undefined && (await count({ beside })) > 0)
      return `${quoted(beside)} elsewhere on the page, and not there`;
    if ((await count({ role: 'columnheader', name: beside })) > 0)
      return `a header of a column; { column: ${quoted(beside)}, within: { row: … } } is its cell in a row`;
    if ((await count({ text: beside })) > 0)
      return `${quoted(beside)}, with nothing beside it that is clearly its value; text, role, test_id or column may name the value itself`;
  }
  if (column !== undefined && within?.row !== undefined) {
    const frame = within.frame === undefined ? {} : { within: { frame: within.frame } };
    if ((await count({ text: within.row, ...frame })) === 0) return `no text ${quoted(within.row)}`;
    if ((await count({ role: 'columnheader', name: column, ...frame })) === 0)
      return `${quoted(within.row)}, and no header ${quoted(column)} of a column; what is drawn as a table without being one has no columns`;
  }
  return undefined;
}

/** What is on the page in the place of what was looked for, without saying that it is what was looked for. */
export function alternatives(
  target: Target,
  view: Pick<PageView, 'labels' | 'buttons' | 'headings' | 'options'>,
  values: Values,
  neverClick: readonly NeverClick[] = [],
): string {
  if (target.role === 'option' && view.options !== undefined && view.options.length > 0)
    return `the options ${view.options
      .slice(0, 40)
      .map((text) => JSON.stringify(text.slice(0, 80)))
      .join(', ')}`;
  const isField =
    [target.label, target.placeholder, target.field_name, target.nth_field].some((kind) => kind !== undefined) ||
    target.role === 'textbox';
  const kind = isField ? 'labels' : target.role === 'button' ? 'buttons' : 'headings';
  const wanted = target.label ?? target.name ?? target.text;
  const filled = wanted === undefined ? undefined : (fillTemplate(wanted, values) ?? wanted);
  const same = filled === undefined ? undefined : view[kind].find((text) => sameLabel(text, filled));
  if (same !== undefined) {
    const quoted = JSON.stringify(same.slice(0, 80));
    // A list may have only the rows in sight.
    if (target.within?.row !== undefined)
      return `${quoted} elsewhere on the page, and not there; if its list is longer than what is in sight, a step before has to scroll to it ({ do: scroll, until: … })`;
    if (target.within?.section !== undefined)
      return `${quoted} elsewhere on the page, and not there; a card or an entry of a list with such a text is named by within: { row: … }`;
    if (target.within !== undefined) return `${quoted} elsewhere on the page, and not there`;
    if (target.role === 'table' || target.role === 'grid')
      return `a heading ${quoted}; { role: ${target.role}, within: { section: ${quoted} } } finds what is under it`;
    return isField
      ? `a label ${quoted} that belongs to no field; { beside: ${quoted} } finds a field beside it`
      : `${quoted}, written otherwise, of another role or out of sight`;
  }
  const there = view[kind];
  if (there.length === 0) return `no ${kind}`;
  const quoted = there.slice(0, 20).map((text) => JSON.stringify(text.slice(0, 80)));
  // A link's name is none of a heading.
  const isOfKind = isField || target.role === 'button' || target.role === 'heading';
  const nearest = filled === undefined || !isOfKind ? undefined : similarName(filled, there, neverClick, places[kind]);
  if (nearest === undefined) return `${kind} ${quoted.join(', ')}`;
  const as = isField ? `label: ${JSON.stringify(nearest)}` : `role: ${target.role}, name: ${JSON.stringify(nearest)}`;
  return `${kind} ${quoted.join(', ')}; if it is called otherwise now, the nearest is { ${as} }`;
}

/** Whether a page shows the heading or the text by which the playbook knows a notice, or a portal that cannot work. */
export function showsSignal(signal: Signal, { headings, text }: PageView, values: Values): boolean {
  const folded = (template: string): string => normaliseName(fillTemplate(template, values) ?? template).text;
  const { heading, text: words } = signal;
  if (heading !== undefined && !headings.some((shown) => normaliseName(shown).text === folded(heading))) return false;
  return words === undefined || normaliseName(text).text.includes(folded(words));
}

/** What values are typed into, or chosen in: their texts are none of the page's. */
const fields = new Set(['textbox', 'searchbox', 'spinbutton', 'combobox', 'listbox']);
const sections: ReadonlySet<string> = new Set(sectionRoles);
const cells = new Set(['cell', 'rowheader', 'gridcell']);
/** A page of a hundred fields has a tenth of this. */
const mostControls = 5_000;

interface TreeNode {
  readonly role: string;
  readonly name?: string;
  readonly text?: string;
  readonly placeholder?: string;
  readonly children?: readonly (TreeNode | string)[];
}

interface Around {
  readonly section: string | null;
  readonly row: readonly string[] | null;
}

/** What the browser library reports of the accessible tree of a page, as the list of what people find on it. */
export function seenControls(tree: unknown): SeenControl[] {
  const seen: SeenControl[] = [];

  function put(role: string, name: string | undefined, { section, row }: Around, placeholder?: string): void {
    const text = name?.replace(/\s+/g, ' ').trim() ?? '';
    if (text === '' || seen.length >= mostControls) return;
    seen.push({ role, name: text, ...(placeholder === undefined ? {} : { placeholder }), section, row });
  }

  function walk(node: TreeNode | string, around: Around): void {
    if (typeof node === 'string') return put('text', node, around);
    const { role, name, text, placeholder, children = [] } = node;
    if (role !== 'text') put(role, name ?? (fields.has(role) ? placeholder : undefined), around, placeholder);
    if (fields.has(role)) return;
    if (name === undefined || name === '') put('text', text, around);
    const inner = {
      section: sections.has(role) && name !== undefined && name !== '' ? name : around.section,
      row: role === 'row' ? children.flatMap(cellText) : around.row,
    };
    for (const child of children) walk(child, inner);
  }

  for (const node of Array.isArray(tree) ? (tree as TreeNode[]) : []) walk(node, { section: null, row: null });
  return seen;
}

/** Texts without roles, such as names and values in boxes, are one text to the browser library: as the page shows them, in their lines. */
export function inLines(seen: readonly SeenControl[], shown: string): SeenControl[] {
  const lines = shown
    .split('\n')
    .map((line) => line.replace(/\s+/g, ' ').trim())
    .filter((line) => line !== '')
    .toSorted((a, b) => b.length - a.length);
  const isLine = new Set(lines);
  return seen.flatMap((control) => {
    if (control.role !== 'text' || isLine.has(control.name)) return [control];
    const parts: string[] = [];
    for (let rest = control.name; rest !== '';) {
      const next = lines.find((line) => rest === line || rest.startsWith(`${line} `));
      if (next === undefined) return [control];
      parts.push(next);
      rest = rest.slice(next.length).trim();
    }
    return parts.map((name) => ({ ...control, name }));
  });
}

function cellText(node: TreeNode | string): string[] {
  if (typeof node === 'string' || !cells.has(node.role)) return [];
  const text = node.name ?? node.text;
  return text === undefined ? [] : [text];
}

/** What came to confirm the step says at once that it failed. */
export class SpokenAgainstError extends DriverError {
  constructor(said: string) {
    super('no_page', `what came confirms nothing: ${said}`);
  }
}

/** What was to come has not, and nothing of the portal is late: what is there says why. */
export async function whatStayed(
  { playbook, driver, values }: Pick<ChangeParts, 'playbook' | 'driver' | 'values'>,
  { placeOf }: Pick<ChangeParts, 'placeOf'>,
  position: { readonly page: string | null },
  error: Error,
  expected: string | undefined,
  { shows, next }: { readonly shows?: Target | undefined; readonly next?: string | undefined } = {},
): Promise<Error> {
  if (!(error instanceof DriverError) || error.code !== 'no_page' || expected === undefined) return error;
  const page = position.page ?? '';
  if (driver.isClosed()) return new ChangedSignal(page, expected, 'a window that has closed itself');
  const view = await driver.view();
  const paths = next === undefined ? [] : (playbook.pages[next]?.paths ?? []);
  if (view.frames.some((address) => isAddressOf(paths, address, values)))
    return new ChangedSignal(page, expected, 'it in a frame of the page as it was: leave "next" out of the step');
  const words = view.text.replace(/\s+/g, ' ').trim().slice(0, 300);
  const staying = next === page ? ' (where it is to stay, "next: { shows: … }" says what appears)' : '';
  const said =
    error instanceof SpokenAgainstError ? error.message : `the page as it was${staying}, which says: ${words}`;
  const wanted = shows && ({ of: 'step', target: shows, use: 'look' } as const);
  const like = wanted && (await changeOfTarget({ playbook, driver, values, placeOf }, page, wanted, view));
  return new ChangedSignal(page, expected, withCandidates(said, like));
}
