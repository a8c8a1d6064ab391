/** What a playbook says of the elements of a page: one way to find each, and none that stands for an act. */
import { actInPlace, type ControlPlace, describesOnly } from '../guard/described.ts';
import { doubtfulName } from '../guard/never-click.ts';
import { sameLabel } from '../guard/normalise.ts';
import { maySend, targetKinds } from './language.ts';
import type { Playbook, Step, Target } from './language.ts';

/** What a step looks for on its page. */
export function targetsOf(step: Step): Target[] {
  const known = (targets: readonly (Target | undefined)[]): Target[] =>
    targets.filter((target) => target !== undefined);
  if (step.do === 'when') return known([step.present, step.single]);
  if (step.do === 'absent' || step.do === 'refused') return [step.words];
  if (step.do === 'read_rows') return known([step.target, step.none, step.more]);
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
    const doubtful = isPressed && !describesOnly(text, place, playbook.never_click) ? doubtfulName(text) : undefined;
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
  // What a link leads to is judged, and exactly one may match: a file's name may have an ending that nobody knows before.
  const isTold = target.within?.row !== undefined || target.containing !== undefined;
  if (target.role !== undefined && target.name === undefined && !(isReadLink && isTold))
    findings.push(`${where}.target: an input needs a name beside the role`);
  return findings;
}
