/**
 * Reads a playbook that fits the schema for what a schema cannot say: names that lead nowhere, and everything by
 * which a playbook could bring the robot to a control that is never clicked. A finding keeps it from being loaded.
 */
import { dangerousField, namesCalled, neverClickName, neverClickPath } from '../guard/never-click.ts';
import { isFoundRecord } from '../guard/record-mark.ts';
import { saysFailure } from '../guard/said-failure.ts';
import { isDay } from '../rules/calendar.ts';
import { type TaskType, portalActions } from '../task.ts';
import { answerPlace, dialogsOf, maySend, optionsOf, pageAfter } from './step.ts';
import type { Capability, Page, Playbook } from './language.ts';
import type { ChooseStep, SendingStep, ShownNext, Step, WhenStep } from './step.ts';
import type { ExpectedDialog } from './declared-request.ts';
import { type Recipe, lintFacts, lintPlace, lintTarget, targetsOf } from './lint-facts.ts';
import { lintFields, lintTyped, lintWords, openFields } from './lint-values.ts';
import { type Phase, isWriting, phaseInputs, phases } from './needed-facts.ts';
import { addressOf, pathsOverlap, placesIn, valueMatches } from './template.ts';

/** Sentences, one for each mistake; none means that the playbook may be used. */
export function lintPlaybook(playbook: Playbook): string[] {
  const findings: string[] = [];
  findings.push(...lintCapabilities(playbook));
  for (const recipe of recipesOf(playbook)) findings.push(...lintRecipe(playbook, recipe), ...lintFacts(recipe));
  findings.push(
    ...lintReads(playbook),
    ...lintWords(playbook),
    ...lintPages(playbook),
    ...lintNeverClick(playbook),
    ...lintHarmless(playbook),
    ...lintHours(playbook),
  );
  for (const day of playbook.holidays) if (!isDay(day)) findings.push(`holidays: there is no day ${day}`);
  return [...new Set(findings)];
}

/** What to change in a playbook that was written before the rules of today, one sentence a change; it is loaded as it is. */
export function playbookChanges(playbook: Playbook): string[] {
  return [...new Set(openFields(playbook, recipesOf(playbook)))];
}

function recipesOf(playbook: Playbook): Recipe[] {
  const login: Recipe = { where: 'login', kind: 'login', taskType: null, values: [], steps: playbook.login.steps };
  const capabilities = Object.entries(playbook.capabilities).flatMap(([name, capability]) =>
    phases.flatMap((phase): Recipe[] => {
      const steps = capability[phase];
      const taskType = name as TaskType;
      const where = phase === 'steps' ? `capabilities.${name}` : `capabilities.${name}.${phase}`;
      const values = [...inputsOf(capability, taskType, phase), ...Object.keys(capability.words)];
      return steps === undefined ? [] : [{ where, kind: phase, taskType, values, steps }];
    }),
  );
  return [login, ...capabilities];
}

function inputsOf({ inputs }: Capability, taskType: TaskType, phase: Phase): string[] {
  if (phase === 'steps') return [...inputs];
  return isWriting(taskType) ? (phaseInputs[taskType][phase] ?? []).map(({ name }) => name) : [];
}

/** Which recipes a task type has, and what its words stand for. */
function lintCapabilities(playbook: Playbook): string[] {
  return Object.entries(playbook.capabilities).flatMap(([name, capability]) => {
    const where = `capabilities.${name}`;
    const taskType = name as TaskType;
    if (taskType === 'portal_action') return [`${where}: these actions are never done by a playbook`];
    const wanted: readonly Phase[] = isWriting(taskType) ? ['look', 'submit', 'probe'] : ['steps'];
    const possible: readonly Phase[] = isWriting(taskType) ? [...wanted, 'prepare'] : wanted;
    const given = phases.filter((phase) => capability[phase] !== undefined);
    const inputs = new Set(given.flatMap((phase) => inputsOf(capability, taskType, phase)));
    return [
      ...wanted.filter((phase) => !given.includes(phase)).map((phase) => `${where}: ${phase} is missing`),
      ...given
        .filter((phase) => !possible.includes(phase))
        .map((phase) => `${where}: a task of this type has no ${phase}`),
      ...(isWriting(taskType) && capability.inputs.length > 0
        ? [`${where}.inputs: what a writing task is given is fixed`]
        : []),
      ...Object.entries(capability.words).flatMap(([word, { of }]) => [
        ...(inputs.has(of) ? [] : [`${where}.words.${word}: there is no input ${of}`]),
        ...(inputs.has(word) ? [`${where}.words.${word}: there is an input of this name`] : []),
      ]),
    ];
  });
}

/** Every step with the place where it is, branches included. */
function eachStep(steps: readonly Step[], where: string): { step: Step; where: string }[] {
  return steps.flatMap((step, index) => {
    const at = `${where}.steps[${index}]`;
    const inner =
      step.do === 'when' ? [...eachStep(step.steps, at), ...eachStep(step.otherwise, `${at}.otherwise`)] : [];
    return [{ step, where: at }, ...inner];
  });
}

function lintRecipe(playbook: Playbook, recipe: Recipe): string[] {
  const findings: string[] = [];
  for (const { step, where } of eachStep(recipe.steps, recipe.where)) {
    findings.push(...lintTemplates(step, where, recipe), ...lintTyped(step, where, playbook, recipe.kind));
    const next = 'next' in step ? pageAfter(step.next) : undefined;
    if (next !== undefined && !(next in playbook.pages)) findings.push(`${where}.next: there is no page ${next}`);
    for (const target of targetsOf(step))
      findings.push(...lintTarget(playbook, target, where, step, isReading(recipe)));
    if (step.do === 'go')
      findings.push(
        ...lintPath(playbook, step.to, `${where}.to`),
        ...(Object.values(playbook.pages).some((page) => isOfPage(page, step.to))
          ? []
          : [`${where}.to: ${step.to} is not a path of any page`]),
        ...(step.to.includes('*')
          ? [
              `${where}.to: ${step.to} has a *, which no address has; a click on a list or a link leads to a page whose number only the portal knows`,
            ]
          : []),
      );
    if (step.do === 'download') findings.push(...lintPath(playbook, step.path, `${where}.path`));
    if (maySend(step)) findings.push(...lintSending(playbook, step, where, recipe), ...lintChosen(step, where, recipe));
    if (step.do === 'press' && step.key !== 'Enter' && step.effect !== 'read')
      findings.push(`${where}: only Enter may send something; ${step.key} has the effect read`);
    if (step.do === 'choose') findings.push(...lintChoose(playbook, step, where, recipe));
    if (step.do === 'upload' && recipe.kind !== 'submit') findings.push(`${where}: only submit may upload`);
    if (step.do === 'when') findings.push(...lintQuestion(step, where, recipe));
  }
  return findings;
}

function lintQuestion({ present, single, given }: WhenStep, where: string, recipe: Recipe): string[] {
  const asked = [present, single, given].filter((question) => question !== undefined);
  if (asked.length !== 1) return [`${where}: when asks one question: present, single or given`];
  return given === undefined || recipe.values.includes(given)
    ? []
    : [`${where}.given: ${given} is not an input of this recipe`];
}

/** Whether a recipe never writes, so that it may filter by a state. */
function isReading({ kind }: Recipe): boolean {
  return kind !== 'submit' && kind !== 'prepare';
}

/** @param isRead it is asked for by GET */
function lintPath(playbook: Playbook, address: string, where: string, isRead = true): string[] {
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

/** A page that has this path, and every member of its query. */
function isOfPage({ paths, query }: Page, address: string): boolean {
  const wanted = addressOf(address);
  return paths.some((path) => {
    const known = addressOf(path).query;
    const rest = wanted.query.filter(([name]) => !query.includes(name) || known.some(([other]) => other === name));
    // A member that comes several times is compared in its order, as the gate does.
    return (
      pathsOverlap(path, address) &&
      rest.length === known.length &&
      known.every(([name, value], n) => {
        const place = known.slice(0, n).filter(([other]) => other === name).length;
        const given = rest.filter(([other]) => other === name)[place]?.[1];
        return given !== undefined && (value === '*' || valueMatches(value, given));
      })
    );
  });
}

function lintSending(playbook: Playbook, step: SendingStep, where: string, recipe: Recipe): string[] {
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
  else if (!carriesMark(step, playbook.reference_field) && !isMarkedBefore(step, recipe, playbook.reference_field))
    findings.push(
      `${where}.expects: the field ${playbook.reference_field} has to be constrained to {{mark}}${fieldOfMark(step.expects)}; where the last of several pages only confirms, a preview step before it sends it`,
    );
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

/** The mark is sent in another field than the playbook names. */
function fieldOfMark(expects: SendingStep['expects'] = []): string {
  const marked = expects
    .flatMap(({ constraints }) => constraints)
    .find((one) => one.equals?.includes('{{mark}}') === true);
  return marked === undefined ? '' : `; here it is in ${marked.field}, which "reference_field" would name`;
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
function lintChosen({ expects = [] }: SendingStep, where: string, recipe: Recipe): string[] {
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

/** A list that sends its form when something is chosen. */
function lintChoose(
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

/** Pages that read by POST are as dangerous as writes if they are declared carelessly. */
function lintReads(playbook: Playbook): string[] {
  const inputs = new Set(recipesOf(playbook).flatMap(({ values }) => values));
  return playbook.reads.flatMap((read, index) => {
    const where = `reads[${index}]`;
    const mutation = read.constraints.find(({ equals, one_of: among = [], all_of: every = [] }) =>
      [equals, ...among, ...every].some((text) => text !== undefined && /^\s*(?:mutation|subscription)\b/.test(text)),
    );
    return [
      ...lintPath(playbook, read.path, where, read.method !== 'POST'),
      ...lintFields(read, where, playbook),
      ...placesIn(JSON.stringify(read))
        .filter((place) => !inputs.has(place))
        .map((place) => `${where}: {{${place}}} is not an input of any recipe`),
      ...(read.method !== 'POST' && (read.content !== 'none' || read.fields.length > 0)
        ? [`${where}: a ${read.method} has no body; name the fields of its address in "query"`]
        : []),
      ...(mutation === undefined ? [] : [`${where}: ${mutation.field} changes something, and a read must not`]),
    ];
  });
}

function lintTemplates(step: Step, where: string, recipe: Recipe): string[] {
  const { steps: _steps, otherwise: _otherwise, ...own } = step as Step & { steps?: unknown; otherwise?: unknown };
  const isAsked = eachStep(recipe.steps, '').some((each) => each.step.do === 'ask');
  const known = new Set([...recipe.values, ...(isAsked ? [answerPlace] : [])]);
  return placesIn(JSON.stringify(own))
    .filter((place) => !known.has(place))
    .filter((place) => !(recipe.kind === 'login' && /^account\.(username|password|totp)$/.test(place)))
    .map((place) =>
      place.startsWith('account.')
        ? `${where}: only the login may use {{${place}}}`
        : `${where}: {{${place}}} is not an input of this recipe`,
    );
}

function lintPages(playbook: Playbook): string[] {
  const findings: string[] = [];
  const inputs = new Set(recipesOf(playbook).flatMap(({ values }) => values));
  for (const [name, { record }] of Object.entries(playbook.pages)) {
    if (record === undefined) continue;
    const places = placesIn(record.heading ?? record.text ?? record.number ?? '');
    if (places.length === 0 && !isFoundRecord(record))
      findings.push(`pages.${name}.record: it holds no input, such as {{pro}}, and no * for a number that is found`);
    for (const place of places)
      if (!inputs.has(place)) findings.push(`pages.${name}.record: {{${place}}} is not an input of any recipe`);
  }
  for (const [name, page] of Object.entries(playbook.pages))
    for (const path of page.paths) findings.push(...lintPath(playbook, path, `pages.${name}.paths`));
  for (const path of playbook.assets)
    findings.push(
      ...lintPath(playbook, path, 'assets'),
      ...(path === '/**' ? ['assets: /** would let every address be read'] : []),
    );
  for (const [where, name] of [
    ['login.page', playbook.login.page],
    ['login.probe.page', playbook.login.probe.page],
  ] as const)
    if (!(name in playbook.pages)) findings.push(`${where}: there is no page ${name}`);
  findings.push(...lintPlace(playbook.login.probe.signed_in, 'login.probe.signed_in'));
  for (const entry of playbook.interstitials)
    findings.push(
      ...lintTarget(playbook, entry.target, 'interstitials', { do: 'click', effect: 'read', target: entry.target }),
    );
  if (playbook.pages[playbook.login.page]?.secret === false)
    findings.push(`pages.${playbook.login.page}: the page of the login holds secrets; set "secret: true"`);
  return findings;
}

function lintNeverClick(playbook: Playbook): string[] {
  const listed = new Set(playbook.never_click.map((entry) => entry.action));
  // The list is what people read in the summary (D26); what only the other kind of portal has may be left out.
  const own =
    playbook.portal.kind === 'tms'
      ? portalActions.filter((action) =>
          ['void_bill', 'cancel_shipment', 'write_off_balance', 'mass_rerate'].includes(action),
        )
      : portalActions.filter((action) =>
          ['accept_all_charges', 'withdraw_dispute', 'pay_chargeback', 'close_account'].includes(action),
        );
  return own
    .filter((action) => !listed.has(action))
    .map((action) => `never_click: ${action} has to be on the list of a portal of kind ${playbook.portal.kind}`);
}

function lintHours({ hours }: Playbook): string[] {
  if (hours === null) return [];
  try {
    Intl.DateTimeFormat('en-US', { timeZone: hours.time_zone });
  } catch {
    return [`hours.time_zone: there is no time zone ${hours.time_zone}`];
  }
  return hours.open.flatMap(({ from, to }, index) =>
    from < to ? [] : [`hours.open[${index}]: ${from} has to be before ${to}; a night is two spans`],
  );
}

function lintHarmless(playbook: Playbook): string[] {
  return playbook.harmless.flatMap((entry, index) => {
    const findings = entry.page in playbook.pages ? [] : [`harmless[${index}]: there is no page ${entry.page}`];
    const action = neverClickName(entry.name, playbook.never_click);
    return action === undefined
      ? findings
      : [...findings, `harmless[${index}]: ${JSON.stringify(entry.name)} stands for ${action} and is never harmless`];
  });
}
