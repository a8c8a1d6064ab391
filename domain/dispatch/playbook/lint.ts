/**
 * Reads a playbook that fits the schema for what a schema cannot say: names that lead nowhere, and everything by
 * which a playbook could bring the robot to a control that is never clicked. A finding keeps it from being loaded.
 */
import { doubtfulName, neverClickName, neverClickPath } from '../guard/never-click.ts';
import { sameLabel } from '../guard/normalise.ts';
import { portalActions } from '../task.ts';
import type { TaskType } from '../task.ts';
import type { Capability, ClickStep, Playbook, Step, Target } from './language.ts';
import { pathsOverlap, placesIn } from './template.ts';

/** Sentences, one for each mistake; none means that the playbook may be used. */
export function lintPlaybook(playbook: Playbook): string[] {
  const findings: string[] = [];
  for (const recipe of recipesOf(playbook)) findings.push(...lintRecipe(playbook, recipe));
  findings.push(...lintPages(playbook), ...lintNeverClick(playbook), ...lintHarmless(playbook), ...lintHours(playbook));
  return [...new Set(findings)];
}

interface Recipe {
  readonly where: string;
  readonly kind: 'login' | 'capability' | 'probe';
  readonly taskType: TaskType | null;
  readonly inputs: readonly string[];
  readonly steps: readonly Step[];
}

function recipesOf(playbook: Playbook): Recipe[] {
  const named = (kind: 'capability' | 'probe', entries: [string, Capability][]): Recipe[] =>
    entries.map(([name, recipe]) => ({
      where: `${kind === 'capability' ? 'capabilities' : 'probes'}.${name}`,
      kind,
      inputs: recipe.inputs,
      steps: recipe.steps,
      taskType: kind === 'capability' ? (name as TaskType) : null,
    }));
  return [
    { where: 'login', kind: 'login', taskType: null, inputs: [], steps: playbook.login.steps },
    ...named('capability', Object.entries(playbook.capabilities)),
    ...named('probe', Object.entries(playbook.probes)),
  ];
}

/** Every step with the place where it stands, branches included. */
export function eachStep(steps: readonly Step[], where: string): { step: Step; where: string }[] {
  return steps.flatMap((step, index) => {
    const at = `${where}.steps[${index}]`;
    const inner =
      step.do === 'when' ? [...eachStep(step.steps, at), ...eachStep(step.otherwise, `${at}.otherwise`)] : [];
    return [{ step, where: at }, ...inner];
  });
}

function lintRecipe(playbook: Playbook, recipe: Recipe): string[] {
  const findings: string[] = [];
  if (recipe.taskType === 'portal_action')
    findings.push('capabilities.portal_action: these actions are never done by a playbook');
  for (const { step, where } of eachStep(recipe.steps, recipe.where)) {
    findings.push(...lintTemplates(step, where, recipe));
    if ('next' in step && step.next !== undefined && !(step.next in playbook.pages))
      findings.push(`${where}.next: there is no page ${step.next}`);
    for (const target of targetsOf(step)) findings.push(...lintTarget(playbook, target, where, step));
    if (step.do === 'go')
      findings.push(
        ...lintPath(playbook, step.to, `${where}.to`),
        ...(Object.values(playbook.pages).some((page) => page.paths.some((path) => pathsOverlap(path, step.to)))
          ? []
          : [`${where}.to: ${step.to} is not a path of any page`]),
      );
    if (step.do === 'download') findings.push(...lintPath(playbook, step.path, `${where}.path`));
    if (step.do === 'click') findings.push(...lintClick(playbook, step, where, recipe));
    if (step.do === 'upload' && recipe.kind !== 'capability') findings.push(`${where}: only a capability may upload`);
  }
  return findings;
}

function targetsOf(step: Step): Target[] {
  if (step.do === 'when') return [step.present];
  if (step.do === 'absent' || step.do === 'refused') return [step.words];
  return 'target' in step ? [step.target] : [];
}

function lintTarget(playbook: Playbook, target: Target, where: string, step: Step): string[] {
  // Looking at a never-click control is harmless; giving it an input is what must not be.
  if (!['click', 'fill', 'choose', 'upload', 'download'].includes(step.do)) return [];
  const findings: string[] = [];
  for (const text of [target.name, target.label, target.text]) {
    if (text === undefined) continue;
    const action = neverClickName(text, playbook.never_click);
    if (action !== undefined)
      findings.push(`${where}.target: ${JSON.stringify(text)} stands for ${action}, which is never clicked`);
    const doubtful = step.do === 'click' ? doubtfulName(text) : undefined;
    if (
      action === undefined &&
      doubtful !== undefined &&
      !playbook.harmless.some((entry) => sameLabel(entry.name, text))
    )
      findings.push(
        `${where}.target: ${JSON.stringify(text)} may stand for ${doubtful}; say in "harmless" where and why it is not`,
      );
  }
  if (target.role !== undefined && target.name === undefined)
    findings.push(`${where}.target: an input needs a name beside the role`);
  return findings;
}

function lintPath(playbook: Playbook, path: string, where: string): string[] {
  const listed = playbook.never_click.find((entry) => entry.paths.some((template) => pathsOverlap(template, path)));
  const action = listed?.action ?? neverClickPath(path.replaceAll('**', '*'), playbook.never_click);
  return action === undefined ? [] : [`${where}: ${path} leads to ${action}, which is never done`];
}

function lintClick(playbook: Playbook, step: ClickStep, where: string, recipe: Recipe): string[] {
  const findings: string[] = [];
  for (const request of step.expects ?? []) {
    findings.push(...lintPath(playbook, request.path, `${where}.expects`));
    for (const constraint of request.constraints)
      if (!request.fields.includes(constraint.field))
        findings.push(`${where}.expects: the constraint on ${constraint.field} is on a field that is not allowed`);
    if (request.content === 'none' && request.fields.length > 0)
      findings.push(`${where}.expects: a request without a body has no fields`);
  }
  if (step.effect === 'read') {
    if (step.expects !== undefined) findings.push(`${where}: a step that reads expects no request`);
    if (step.dialog !== undefined && step.dialog !== 'none')
      findings.push(`${where}: a step that reads answers no dialog`);
    return findings;
  }
  if (step.expects === undefined) findings.push(`${where}: a write step declares the requests it may send (expects)`);
  if (recipe.kind === 'probe') findings.push(`${where}: a probe only reads`);
  if (recipe.kind !== 'capability') return findings;
  if (step.dialog === undefined) findings.push(`${where}: a write step declares its dialog, or "none"`);
  if (step.probe === undefined) findings.push(`${where}: a write step declares how to see whether it happened (probe)`);
  else if (!(step.probe in playbook.probes)) findings.push(`${where}.probe: there is no probe ${step.probe}`);
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
  return findings;
}

function lintTemplates(step: Step, where: string, recipe: Recipe): string[] {
  const { steps: _steps, otherwise: _otherwise, ...own } = step as Step & { steps?: unknown; otherwise?: unknown };
  const known = new Set([...recipe.inputs, 'mark']);
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
