/** Steps and targets in the words that people read in summaries, progress and evidence; never a secret value. */
import { optionsOf, type ShownNext, type Step } from '../domain/dispatch/playbook/step.ts';
import type { Target } from '../domain/dispatch/playbook/target.ts';
import { accountPlace, fillTemplate, type Values } from '../domain/dispatch/playbook/template.ts';

/** @param secret values of the step are not to be shown (the login's) */
export function stepText(step: Step, values: Values, secret: boolean): string {
  if (step.title !== undefined) return fillTemplate(step.title, values) ?? step.title;
  const { [accountPlace]: _username, ...ofRecord } = values;
  const known: Values = secret ? {} : ofRecord;
  const filled = (template: string): string => fillTemplate(template, known) ?? template.replace(/\{\{[^}]*\}\}/g, '…');
  switch (step.do) {
    case 'go':
      return `open ${filled(step.to)}`;
    case 'fill':
      return secret
        ? `fill in ${describeTarget(step.target, known)}`
        : `fill in ${describeTarget(step.target, known)}: ${filled(step.value)}`;
    case 'ask':
      return `ask a person for what ${describeTarget(step.target, known)} wants`;
    case 'click':
      return `${step.double === true ? 'double-click' : 'click'} ${describeTarget(step.target, known)}`;
    case 'hover':
      return `move the mouse over ${describeTarget(step.target, known)}`;
    case 'scroll':
      return `scroll to ${describeTarget(step.until, known)}`;
    case 'press':
      return `press ${step.key} in ${describeTarget(step.target, known)}`;
    case 'choose':
      return `choose ${secret ? '…' : optionsOf(step).map(filled).join(', ')} in ${describeTarget(step.target, known)}`;
    case 'read':
      return `read ${describeTarget(step.target, known)}`;
    case 'read_fields':
      return `read ${Object.keys(step.fields).join(', ')} in ${describeTarget(step.target, known)}`;
    case 'read_rows':
      return `read the rows of ${describeTarget(step.target, known)}`;
    case 'expect':
      return `see ${describeTarget(step.target, known)}`;
    case 'download':
      return `download ${describeTarget(step.target, known)} as ${step.as}`;
    case 'upload':
      return `upload ${filled(step.file)} to ${describeTarget(step.target, known)}`;
    case 'close':
      return 'close the window';
    case 'when':
      return step.given === undefined
        ? `look for ${describeTarget(step.present ?? step.single ?? {}, known)}`
        : `see whether ${step.given} is given`;
    case 'absent':
      return `report that there is no ${filled(step.what).replace(/^an? /, '')}`;
    case 'refused':
      return 'report that the portal refused';
    default:
      return 'an unknown step';
  }
}

const otherKinds = [
  ['label', 'field'],
  ['text', 'text'],
  ['beside', 'what is beside'],
  ['column', 'column'],
  ['field_name', 'field named'],
  ['placeholder', 'field with the placeholder'],
  ['test_id', 'element with the test id'],
] as const satisfies readonly (readonly [keyof Target, string])[];

export function describeTarget(target: Target, values: Values): string {
  const filled = (template: string): string =>
    JSON.stringify(fillTemplate(template, values) ?? template.replace(/\{\{[^}]*\}\}/g, '…'));
  const { role, name, containing, within } = target;
  const named = ([kind, words]: readonly [keyof Target, string]): string[] => {
    const template = target[kind];
    return typeof template === 'string' ? [`${words} ${filled(template)}`] : [];
  };
  const [other] = otherKinds.flatMap(named);
  const what = [
    other ??
      (target.nth_field === undefined
        ? `${role ?? 'element'}${name === undefined ? '' : ` ${filled(name)}`}`
        : `field number ${target.nth_field}`),
    ...(containing === undefined ? [] : [`with ${filled(containing)}`]),
    ...(within?.row === undefined ? [] : [`in the row ${filled(within.row)}`]),
    ...(within?.section === undefined ? [] : [`in ${filled(within.section)}`]),
    ...(within?.frame === undefined ? [] : [`in the frame ${filled(within.frame)}`]),
  ];
  return what.join(' ');
}

/** What a click on a page that stays has to lead to. */
export function outcomeText({ shows, gone, alert }: ShownNext, values: Values): string {
  return [
    ...(alert === undefined ? [] : [`the alert ${JSON.stringify(fillTemplate(alert, values) ?? alert)}`]),
    ...(shows === undefined ? [] : [describeTarget(shows, values)]),
    ...(gone === undefined ? [] : [`no ${describeTarget(gone, values)} any more`]),
  ].join(' and ');
}

/** A number at the end of a sentence, without the stop of that: "Correction COR-77." */
export function withoutStop(text: string): string {
  return text.replace(/(?<=\p{N}[\p{L}\p{N})-]*)\.$/u, '');
}
