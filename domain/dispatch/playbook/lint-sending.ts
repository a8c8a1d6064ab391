/** What a playbook says of steps that send something: their requests, dialogs, options, and what confirms them. */
import { neverClickName } from '../guard/never-click.ts';
import { saysFailure } from '../guard/said-failure.ts';
import type { ExpectedDialog } from './declared-request.ts';
import type { Playbook } from './language.ts';
import { type Recipe, eachStep, lintPath, lintPlace } from './lint-facts.ts';
import { lintFields } from './lint-values.ts';
import {
  type ChooseStep,
  type FillStep,
  type SendingStep,
  type ShownNext,
  dialogsOf,
  maySend,
  optionsOf,
} from './step.ts';

export function lintSending(playbook: Playbook, step: SendingStep, where: string, recipe: Recipe): string[] {
  const findings: string[] = [];
  for (const request of step.expects ?? []) {
    findings.push(...lintPath(playbook, request.path, `${where}.expects`, false));
    findings.push(...lintFields(request, `${where}.expects`, playbook));
  }
  if (typeof step.next === 'object') findings.push(...lintShown(step.next, step, `${where}.next`));
  if (step.refused !== undefined) findings.push(...lintPlace(step.refused.words, `${where}.refused`));
  if (step.refused !== undefined && !(step.refused.page in playbook.pages))
    findings.push(`${where}.refused: there is no page ${step.refused.page}`);
  findings.push(...dialogsOf(step).flatMap((dialog) => lintDialog(dialog, `${where}.dialog`, playbook)));
  if (step.do === 'click' && step.double === true && step.effect !== 'read')
    findings.push(`${where}.double: a click that sends something is made once`);
  if (step.effect === 'read') {
    if (step.expects !== undefined) findings.push(`${where}: a step that reads expects no request`);
    if (dialogsOf(step).some(({ type }) => type === 'confirm'))
      findings.push(`${where}: a step that reads confirms nothing`);
    return findings;
  }
  if (step.expects === undefined)
    findings.push(`${where}: a ${step.effect} step declares the requests it may send (expects)`);
  if (step.next === undefined)
    findings.push(
      `${where}: a ${step.effect} step declares in "next" the page that follows, or what is shown then ({ shows: … })`,
    );
  if (step.effect === 'preview') {
    if (recipe.kind !== 'prepare' && recipe.kind !== 'submit')
      findings.push(`${where}: only prepare and submit may ask for a preview`);
    return findings;
  }
  if (recipe.kind === 'login') return findings;
  if (recipe.kind !== 'submit') return [...findings, `${where}: only submit may write; ${recipe.kind} only reads`];
  if (step.dialog === undefined) findings.push(`${where}: a write step declares its dialog, or "none"`);
  if (step.limit === undefined)
    findings.push(`${where}: a write step declares the limit that was weighed (limit), or "none"`);
  else if (
    step.limit !== 'none' &&
    !playbook.approval_limits.some((limit) => limit.task_type === recipe.taskType && limit.field === step.limit)
  )
    findings.push(
      `${where}.limit: there is no approval limit on ${step.limit} for ${recipe.taskType ?? 'this recipe'}`,
    );
  if (playbook.reference_field === null)
    findings.push(`${where}: a playbook that writes names the portal's reference_field for our mark`);
  else {
    const named = [playbook.reference_field].flat();
    if (!named.some((field) => carriesMark(step, field) || isMarkedBefore(step, recipe, field)))
      findings.push(
        `${where}.expects: the field ${named.join(' or ')} has to be constrained to {{mark}}${fieldOfMark(step.expects, named)}; where the last of several pages only confirms, a preview step before it sends it`,
      );
  }
  return findings;
}

function carriesMark({ expects = [] }: SendingStep, field: string): boolean {
  return expects.some(({ constraints }) =>
    constraints.some((one) => one.field === field && one.equals?.includes('{{mark}}') === true),
  );
}

/** Of pages in a row the last one often only confirms what the ones before it have sent. */
function isMarkedBefore(step: SendingStep, recipe: Recipe, field: string): boolean {
  const before = recipe.steps.slice(0, recipe.steps.indexOf(step));
  const isNamed = (step.expects ?? []).some(({ fields }) => fields.includes(field));
  return !isNamed && before.some((one) => maySend(one) && one.effect === 'preview' && carriesMark(one, field));
}

/** The mark is sent in another field than the playbook names: other forms of a portal may call theirs otherwise. */
function fieldOfMark(expects: SendingStep['expects'], named: readonly string[]): string {
  const marked = (expects ?? [])
    .flatMap(({ constraints }) => constraints)
    .find((one) => one.equals?.includes('{{mark}}') === true);
  return marked === undefined
    ? ''
    : `; here it is in ${marked.field}, which "reference_field" would name: reference_field: [${[...named, marked.field].join(', ')}]`;
}

function lintDialog({ type, text, value }: ExpectedDialog, where: string, playbook: Playbook): string[] {
  const action =
    value === undefined ? undefined : neverClickName(value.replace(/\{\{[^}]*\}\}/g, ' '), playbook.never_click);
  return [
    ...(value !== undefined && type !== 'prompt' ? [`${where}: only a prompt is given a value`] : []),
    ...(action === undefined ? [] : [`${where}.value stands for ${action}, which is never done`]),
    ...(type !== 'alert' && / \* /.test(` ${text} `)
      ? [`${where}.text: what a ${type} asks has to be known; a * is for an alert`]
      : []),
  ];
}

/** A message is a success or a failure by its words only. */
function lintShown({ shows, gone, alert, as, after, before }: ShownNext, step: SendingStep, where: string): string[] {
  const words = [shows?.text, shows?.name, shows?.containing, alert, after].filter((each) => each !== undefined);
  return [
    ...(shows === undefined ? [] : lintPlace(shows, `${where}.shows`)),
    ...(gone === undefined ? [] : lintPlace(gone, `${where}.gone`)),
    ...(shows === undefined || words.length > 0
      ? []
      : [`${where}.shows: say by text, name or containing which words confirm it; another message is no confirmation`]),
    ...words
      .filter((each) => saysFailure(each))
      .map((each) => `${where}.shows: ${JSON.stringify(each)} says that something failed; that is for "refused"`),
    ...(alert !== undefined && (shows ?? gone) !== undefined
      ? [`${where}.alert: one thing confirms the step; leave out ${shows === undefined ? 'gone' : 'shows'}`]
      : []),
    ...(alert !== undefined && step.effect === 'read'
      ? [`${where}.alert: only what a click sends is confirmed by an alert; declare the alert in "dialog"`]
      : []),
    ...(as !== undefined && shows === undefined && alert === undefined
      ? [`${where}.as: what is gone has no text to keep (shows)`]
      : []),
    ...((after ?? before) !== undefined && as === undefined
      ? [`${where}.${after === undefined ? 'before' : 'after'}: there is no fact to keep the text as (as)`]
      : []),
    ...(step.popup === true ? [`${where}: a click that opens a window names the page in it`] : []),
  ];
}

/** What a request sends for an option is known only of an option that a step chooses. */
export function lintChosen({ expects = [] }: SendingStep, where: string, recipe: Recipe): string[] {
  const options = new Set(
    eachStep(recipe.steps, '').flatMap(({ step }) => {
      if (step.do === 'choose') return optionsOf(step);
      // An entry of a list that was searched.
      const { role, name } = step.do === 'click' ? step.target : {};
      return role === 'option' && name !== undefined ? [name] : [];
    }),
  );
  return expects
    .flatMap(({ constraints }) => constraints)
    .filter(({ chosen }) => chosen !== undefined && !options.has(chosen))
    .map(({ field, chosen }) => `${where}.expects: ${field} is for the option ${chosen ?? ''}, which no step chooses`);
}

/** A field of the login that sends its form when it is full. */
export function lintFullField(
  playbook: Playbook,
  { next, expects }: FillStep,
  where: string,
  recipe: Recipe,
): string[] {
  if (next === undefined && expects === undefined) return [];
  if (recipe.kind !== 'login') return [`${where}: only the login sends a form by filling in a field`];
  if (next === undefined || expects === undefined)
    return [`${where}: a field that sends its form declares the page that follows (next) and what is sent (expects)`];
  return expects.flatMap((request) => [
    ...lintPath(playbook, request.path, `${where}.expects`, false),
    ...lintFields(request, `${where}.expects`, playbook),
  ]);
}

/** A list that sends its form when something is chosen. */
export function lintChoose(
  playbook: Playbook,
  { effect = 'read', next, expects }: ChooseStep,
  where: string,
  recipe: Recipe,
): string[] {
  if (effect === 'read') return expects === undefined ? [] : [`${where}: a step that reads expects no request`];
  return [
    ...(recipe.kind === 'prepare' || recipe.kind === 'submit'
      ? []
      : [`${where}: only prepare and submit may ask for a preview`]),
    ...(expects === undefined ? [`${where}: a preview step declares the requests it may send (expects)`] : []),
    ...(next === undefined ? [`${where}: a preview step declares the page that follows (next)`] : []),
    ...(expects ?? []).flatMap((request) => [
      ...lintPath(playbook, request.path, `${where}.expects`, false),
      ...lintFields(request, `${where}.expects`, playbook),
    ]),
  ];
}
