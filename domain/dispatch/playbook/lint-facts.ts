/** Compares what a recipe reads with the facts that its phase has to deliver (needed-facts.ts); where its steps and paths lead. */
import { nearestName } from '../../nearest-name.ts';
import { type ControlPlace, actInPlace, doubtInPlace, isBox } from '../guard/described.ts';
import { dangerousField, namesCalled, neverClickPath } from '../guard/never-click.ts';
import { sameLabel } from '../guard/normalise.ts';
import type { TaskType } from '../task.ts';
import type { Playbook } from './language.ts';
import { type Step, maySend } from './step.ts';
import { type Target, targetKinds } from './target.ts';
import { type NeededFact, type Phase, neededFacts } from './needed-facts.ts';
import { addressOf, pathsOverlap } from './template.ts';

/** Of each fact that the steps read: the columns of a list, or null for a text. */
type Delivered = Map<string, { readonly where: string; readonly columns: ReadonlySet<string> | null }[]>;

export function lintFacts({ kind, taskType, steps, where }: Recipe): string[] {
  if (kind === 'login' || taskType === null) return [];
  const needed = neededFacts[taskType]?.[kind];
  if (needed === undefined) return [];
  const delivered: Delivered = new Map();
  collect(steps, where, delivered);
  return [
    ...needed.flatMap((fact) => missing(fact, delivered, where)),
    ...[...delivered].flatMap(([name, reads]) => unknown(name, reads, needed)),
  ];
}

function collect(steps: readonly Step[], where: string, into: Delivered): void {
  const add = (name: string, at: string, columns: ReadonlySet<string> | null): void => {
    into.set(name, [...(into.get(name) ?? []), { where: at, columns }]);
  };
  for (const [index, step] of steps.entries()) {
    const at = `${where}.steps[${index}]`;
    if (step.do === 'read') add(step.as, at, null);
    if (maySend(step) && typeof step.next === 'object' && step.next.as !== undefined)
      add(step.next.as, `${at}.next`, null);
    if (step.do === 'read_fields') for (const name of Object.values(step.fields)) add(name, at, null);
    if (step.do === 'read_rows') add(step.as, at, new Set(Object.values(step.columns)));
    if (step.do === 'when') {
      collect(step.steps, at, into);
      collect(step.otherwise, `${at}.otherwise`, into);
    }
  }
}

function missing(fact: NeededFact, delivered: Delivered, where: string): string[] {
  const reads = delivered.get(fact.name);
  if (reads === undefined) return fact.required ? [`${where}: the fact ${fact.name} is not read`] : [];
  return reads.flatMap(({ where: at, columns }) => {
    if (fact.form !== 'list') return columns === null ? [] : [`${at}: the fact ${fact.name} is one text, not a list`];
    if (columns === null) return [`${at}: the fact ${fact.name} is a list; read it with read_rows`];
    return (fact.columns ?? [])
      .filter((column) => column.required && !columns.has(column.name))
      .map((column) => `${at}: the list ${fact.name} needs the column ${column.name}`);
  });
}

/** A name that nobody asks for is most likely a slip. */
function unknown(name: string, reads: readonly { where: string }[], needed: readonly NeededFact[]): string[] {
  if (needed.some((fact) => fact.name === name)) return [];
  const names = needed.map((fact) => fact.name);
  const nearest = nearestName(name, names);
  return reads.map(
    ({ where }) =>
      `${where}.as: nobody asks for the fact ${name}; ${nearest === undefined ? `known are ${names.join(', ')}` : `did you mean ${nearest.name}?`}`,
  );
}

/** A list of steps that the lint reads: the login, or a phase of a capability. */
export interface Recipe {
  readonly where: string;
  /** The login, or the phase of a capability. */
  readonly kind: 'login' | Phase;
  readonly taskType: TaskType | null;
  /** Values that its templates may use, beside the account's in the login. */
  readonly values: readonly string[];
  /** Those of them that are lists. */
  readonly lists?: readonly string[];
  readonly steps: readonly Step[];
}

// What a playbook says of the elements of a page: one way to find each, and none that stands for an act.

/** What a step looks for on its page. */
export function targetsOf(step: Step): Target[] {
  const known = (targets: readonly (Target | undefined)[]): Target[] =>
    targets.filter((target) => target !== undefined);
  if (step.do === 'when') return known([step.present, step.single]);
  if (step.do === 'absent' || step.do === 'refused') return [step.words];
  if (step.do === 'read_rows') return known([step.target, step.none, step.more]);
  if (step.do === 'scroll') return known([step.target, step.until]);
  return 'target' in step ? [step.target] : [];
}

/** Whether a target is one, and may be given the input of its step. @param onlyReads its recipe never writes */
export function lintTarget(playbook: Playbook, target: Target, where: string, step: Step, onlyReads = false): string[] {
  return [...lintPlace(target, where), ...lintInput(playbook, target, where, step, onlyReads)];
}

/** Whether a target says in one way which element it is. */
export function lintPlace(target: Target, where: string): string[] {
  const { column, nth_field: nth, within } = target;
  const kinds = targetKinds.filter((kind) => target[kind] !== undefined);
  return [
    ...(kinds.length === 1
      ? []
      : [
          `${where}.target: a target says by one of ${targetKinds.join(', ')} which element it is, and this one by ${kinds.join(' and ') || 'none'}`,
        ]),
    ...(column !== undefined && within?.row === undefined
      ? [`${where}.target: a column needs the row of the cell (within: {row: …})`]
      : []),
    ...(nth !== undefined && within?.section === undefined
      ? [`${where}.target: nth_field counts the fields of a section (within: {section: …})`]
      : []),
  ];
}

/** As far as a playbook says where the name is; what the control sends is judged in the page. */
function placeOf({ role }: Target, step: Step, onlyReads: boolean): ControlPlace {
  const isTyped = step.do === 'fill' || step.do === 'choose' || step.do === 'ask' || step.do === 'upload';
  const isRead = !isTyped && maySend(step) && step.effect === 'read';
  return {
    showsOnly: /^(?:link|tab|menuitem)$/.test(role ?? ''),
    isData: isTyped || (isRead && role === 'columnheader'),
    isRead,
    onlyReads,
    isBox: isBox(role ?? ''),
  };
}

function lintInput(playbook: Playbook, target: Target, where: string, step: Step, onlyReads: boolean): string[] {
  // Looking at a never-click control is harmless; giving it an input is what must not be.
  const isInput = ['click', 'hover', 'press', 'fill', 'ask', 'choose', 'upload', 'download'].includes(step.do);
  if (!isInput && !(step.do === 'read_rows' && target === step.more)) return [];
  const findings: string[] = [];
  const place = placeOf(target, step, onlyReads);
  for (const text of [target.name, target.label, target.text, target.beside, target.column, target.placeholder]) {
    if (text === undefined) continue;
    const action = actInPlace(text, place, playbook.never_click);
    if (action !== undefined)
      findings.push(`${where}.target: ${JSON.stringify(text)} stands for ${action}, which is never clicked`);
    const isPressed = step.do === 'click' || step.do === 'read_rows';
    const doubtful = isPressed ? doubtInPlace(text, place, playbook.never_click) : undefined;
    if (
      action === undefined &&
      doubtful !== undefined &&
      !playbook.harmless.some((entry) => sameLabel(entry.name, text))
    )
      findings.push(
        `${where}.target: ${JSON.stringify(text)} may stand for ${doubtful}; say in "harmless" where and why it is not`,
      );
  }
  const isReadLink =
    target.role === 'link' && ((step.do === 'click' && step.effect === 'read') || step.do === 'download');
  // What a press of it is for is said by the step, which takes a document and lets nothing be written.
  const isDocumentButton = target.role === 'button' && step.do === 'download' && step.by === 'click';
  // What a link leads to is judged, and exactly one may match: a file's name may have an ending that nobody knows before.
  const isTold = target.within?.row !== undefined || target.containing !== undefined;
  const open = target.role === 'heading' ? target.name : target.text;
  if (step.do !== 'download' && /(?:^|\s)\*(?:\s|$)/.test(open ?? ''))
    findings.push(`${where}.target: an input needs the whole text, without "*"`);
  // A list that is searched has one search field while it is open; exactly one may match.
  const isSearch = target.role === 'searchbox' && step.do === 'fill';
  const isNameless = target.role !== undefined && target.name === undefined;
  // Such as an icon in a row.
  const isReadButton = target.role === 'button' && step.do === 'click' && step.effect === 'read';
  const isOfRow = isReadButton && target.within?.row !== undefined;
  if (isNameless && !isOfRow && !isSearch && !((isReadLink || isDocumentButton) && isTold))
    findings.push(
      `${where}.target: an input needs a name beside the role; what has none is found by its row (within: { row: … }), by column, beside or field_name`,
    );
  return findings;
}

/** Every step with the place where it is, branches included. */
export function eachStep(steps: readonly Step[], where: string): { step: Step; where: string }[] {
  return steps.flatMap((step, index) => {
    const at = `${where}.steps[${index}]`;
    const inner =
      step.do === 'when' ? [...eachStep(step.steps, at), ...eachStep(step.otherwise, `${at}.otherwise`)] : [];
    return [{ step, where: at }, ...inner];
  });
}

/** @param isRead it is asked for by GET */
export function lintPath(playbook: Playbook, address: string, where: string, isRead = true): string[] {
  const { path, query } = addressOf(address);
  const listed = playbook.never_click.find((entry) => entry.paths.some((template) => pathsOverlap(template, path)));
  const action = listed?.action ?? neverClickPath(path.replaceAll('**', '*'), playbook.never_click, isRead);
  const { never_click: list } = playbook;
  const member = query.find(
    ([name, value]) => !namesCalled(name, value, list) && dangerousField(name, value, list, isRead) !== undefined,
  );
  return [
    ...(action === undefined ? [] : [`${where}: ${address} leads to ${action}, which is never done`]),
    ...(member === undefined
      ? []
      : [`${where}: the query field ${member[0]} of ${address} stands for an act that is never done`]),
  ];
}
