/**
 * Reads a playbook that fits the schema for what a schema cannot say: names that lead nowhere, and everything by
 * which a playbook could bring the robot to a control that is never clicked. A finding keeps it from being loaded.
 */
import { neverClickName } from '../guard/never-click.ts';
import { isFoundRecord } from '../guard/record-mark.ts';
import { isDay } from '../rules/calendar.ts';
import { type PortalAction, type TaskType, actionsOfKind } from '../task.ts';
import { answerPlace, maySend, pageAfter } from './step.ts';
import type { Page, Playbook } from './language.ts';
import type { Step, WhenStep } from './step.ts';
import { type Recipe, eachStep, lintFacts, lintPath, lintPlace, lintTarget, targetsOf } from './lint-facts.ts';
import { lintChoose, lintChosen, lintFullField, lintSending } from './lint-sending.ts';
import { inputsOf, lintFields, lintTyped, lintWords, openFields } from './lint-values.ts';
import { type Phase, isWriting, listInputs, neededFacts, phases } from './needed-facts.ts';
import { accountPlace, addressOf, eachOf, listsIn, pathsOverlap, placesIn, valueMatches } from './template.ts';
import { isMoneySample } from './written-money.ts';

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
    ...lintShownForms(playbook),
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
      const inputs = new Set(phases.flatMap((each) => inputsOf(capability, taskType, each)));
      const words = Object.entries(capability.words).filter(([, { of }]) => inputs.has(of));
      const values = [...inputsOf(capability, taskType, phase), ...words.map(([word]) => word)];
      const lists = [...listInputs, ...words.filter(([, { of }]) => listInputs.has(of)).map(([word]) => word)];
      return steps === undefined ? [] : [{ where, kind: phase, taskType, values, lists, steps }];
    }),
  );
  return [login, ...capabilities];
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
      ...Object.entries(capability.words).flatMap(([word, { of, are = {} }]) => [
        ...(inputs.has(of) || isRead(taskType, of) ? [] : [`${where}.words.${word}: there is no input or fact ${of}`]),
        ...(inputs.has(word) ? [`${where}.words.${word}: there is an input of this name`] : []),
        ...(listInputs.has(of) && Object.values(are).some((text) => text.includes(','))
          ? [`${where}.words.${word}: the words for the entries of a list have no comma`]
          : []),
      ]),
    ];
  });
}

/** Whether a recipe of the type may bring home a fact, or a list with a column, of this name. */
function isRead(taskType: TaskType, of: string): boolean {
  return Object.values(neededFacts[taskType] ?? {})
    .flat()
    .some(({ name, columns = [] }) => name === of || columns.some((column) => column.name === of));
}

/** How the portal writes what it shows: a misread day or amount is another one. */
function lintShownForms({ amounts, dates }: Playbook): string[] {
  if (amounts === 'printed' || amounts === 'plain') return [];
  if (!isMoneySample(amounts) || /[€£¥]|CHF|EUR|GBP|CAD|MXN/.test(amounts))
    return [
      'amounts: it is plain, or shows how the portal writes -1234.56, without a currency or in dollars, such as -1.234,56 $',
    ];
  return dates === undefined ? ['dates: say how this portal writes 22 November 2026, such as 22/11/2026'] : [];
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
    if (step.do === 'fill') findings.push(...lintFullField(playbook, step, where, recipe));
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

/** Pages that read by POST are as dangerous as writes if they are declared carelessly. */
function lintReads(playbook: Playbook): string[] {
  const inputs = new Set(recipesOf(playbook).flatMap(({ values }) => values));
  return playbook.reads.flatMap((read, index) => {
    const where = `reads[${index}]`;
    const mutation = read.constraints.find(({ equals, one_of: among = [], all_of: every = [] }) =>
      [equals, ...among, ...every].some((text) => text !== undefined && /^\s*(?:mutation|subscription)\b/.test(text)),
    );
    return [
      ...lintPath(playbook, read.path, where, read.method === 'GET' || read.method === 'HEAD'),
      ...lintFields(read, where, playbook),
      ...placesIn(JSON.stringify(read))
        .filter((place) => !inputs.has(place))
        .map((place) => `${where}: {{${place}}} is not an input of any recipe`),
      ...((read.method === 'PUT' || read.method === 'PATCH') && read.content !== 'file'
        ? [`${where}: a read by ${read.method} sends a file (content: file) and nothing else`]
        : []),
      ...((read.method === 'GET' || read.method === 'HEAD') && (read.content !== 'none' || read.fields.length > 0)
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
  // An address may say who is signed in.
  const addressed: readonly Readonly<Record<string, unknown>>[] = [
    { ...own },
    ...(maySend(step) ? (step.expects ?? []) : []).map((request) => ({ ...request })),
  ];
  const addresses = addressed.flatMap(({ to, path }) =>
    [to, path].flatMap((text) => (typeof text === 'string' ? placesIn(text) : [])),
  );
  const inAddresses = addresses.filter((place) => place === accountPlace).length;
  const all = placesIn(JSON.stringify(own));
  return [
    ...listFindings(step, where, recipe),
    ...all
      .filter((place) => !known.has(place))
      .filter((place) => place !== accountPlace || all.filter((each) => each === place).length > inAddresses)
      .filter((place) => !(recipe.kind === 'login' && /^account\.(username|password|totp(\.[1-8])?)$/.test(place)))
      .map((place) =>
        place.startsWith('account.')
          ? `${where}: only the login may use {{${place}}}`
          : `${where}: {{${place}}} is not an input of this recipe`,
      ),
  ];
}

/** `{{add_accessorials[]}}` is each entry of a list, and so an entry of one. */
function listFindings(step: Step, where: string, { lists = [] }: Recipe): string[] {
  const inLists = [
    ...(step.do === 'choose' && typeof step.option !== 'string' ? step.option : []),
    ...(maySend(step) ? (step.expects ?? []) : []).flatMap(({ constraints }) =>
      constraints.flatMap(({ all_of: every = [] }) => every),
    ),
  ].filter((template) => eachOf([template], {}).length === 0);
  const { steps: _steps, otherwise: _otherwise, ...own } = step as Step & { steps?: unknown; otherwise?: unknown };
  const named = listsIn(JSON.stringify(own));
  return [
    ...named
      .filter((name) => !lists.includes(name))
      .map(
        (name) => `${where}: {{${name}[]}} is each entry of a list, and ${name} is none; lists are ${lists.join(', ')}`,
      ),
    ...(named.length > inLists.length
      ? [`${where}: {{${named[0] ?? ''}[]}} is each entry of a list; it is an entry of "option" or "all_of" by itself`]
      : []),
  ];
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
  // A login that is given by HTTP is on no page.
  const isOnPage = playbook.login.http_basic !== true || playbook.login.steps.some((step) => step.do !== 'go');
  if (isOnPage && playbook.pages[playbook.login.page]?.secret === false)
    findings.push(`pages.${playbook.login.page}: the page of the login holds secrets; set "secret: true"`);
  return findings;
}

function lintNeverClick(playbook: Playbook): string[] {
  const listed = new Set(playbook.never_click.map((entry) => entry.action));
  // The list is what people read in the summary (D26); what only the other kind of portal has may be left out.
  const own: readonly PortalAction[] = actionsOfKind[playbook.portal.kind];
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
