/** What a playbook says of the values that it types and sends: words that stand for an act, and what is left open. */
import { brokenBy } from '../guard/field-value.ts';
import { inputsBehind } from '../guard/lost-input.ts';
import { listedName, neverClickName } from '../guard/never-click.ts';
import { acceptsClaim } from '../guard/described.ts';
import { isMoneySample } from './written-money.ts';
import { namesState } from '../guard/record-lists.ts';
import { entryOf, tokenNameOf } from '../guard/request-body.ts';
import { type Phase, isWriting, phaseInputs, phases } from './needed-facts.ts';
import { maySend, optionsOf, pageAfter, type Step } from './step.ts';
import type { Constraint, DeclaredRead, ExpectedRequest } from './declared-request.ts';
import type { Capability, Playbook } from './language.ts';
import type { TaskType } from '../task.ts';
import type { Recipe } from './lint-facts.ts';

const writtenSays = '"written" with how the form writes -1234.56, such as -1.234,56 €';
type Request = ExpectedRequest | DeclaredRead;

/** A regular expression without groups, alternatives or look-around: parts with a count each. */
const plainPattern =
  /^\^?(?:(?:\[\^?(?:\\.|[^\]\\])+\]|\\[dws]|\\[^A-Za-z0-9]|[^\\^$.|?*+()[\]{}])(?:[+*?]|\{\d{1,6}(?:,\d{0,6})?\})?)+\$?$/;
const mostOpenCounts = 3;

/** Mistakes of a request that keep a playbook from being loaded. */
export function lintFields(request: Request, where: string, playbook: Playbook): string[] {
  const findings: string[] = [];
  const fields = fieldsOf(request);
  for (const { field } of request.constraints)
    if (!fields.includes(field))
      findings.push(`${where}: the constraint on ${field} is on a field that is not allowed`);
  if (request.content === 'none' && request.fields.length > 0)
    findings.push(`${where}: a request without a body has no fields`);
  if (request.content === 'file' && request.fields.join() !== 'file')
    findings.push(`${where}: a body that is a file has the one field "file", with the name of the file`);
  if (request.media_type !== undefined && !isTypeOf(request.media_type, request.content))
    findings.push(`${where}: media_type ${request.media_type} is for ${typeOfContent(request.media_type)} bodies`);
  if (request.json !== undefined && request.content !== 'form' && request.content !== 'multipart')
    findings.push(`${where}: json names fields of a form whose values are JSON texts`);
  if (request.content === 'xml' || request.content === 'batch')
    for (const field of request.fields) findings.push(...wordFinding(field, playbook, `${where}: the field ${field}`));
  if (request.media_type !== undefined)
    findings.push(...wordFinding(request.media_type, playbook, `${where}: media_type`));
  for (const { field, pattern } of request.opaque ?? []) {
    if (!fields.includes(field)) findings.push(`${where}: ${field} is opaque and not a field of the request`);
    if (request.constraints.some((constraint) => constraint.field === field))
      findings.push(`${where}: ${field} is constrained and cannot be opaque as well`);
    if (field.startsWith('~') && tokenNameOf(field) === undefined)
      findings.push(
        `${where}: a field that has a token for its name is 16 hexadecimal digits or more, such as ~[0-9a-f]{32}`,
      );
    if (!isPlainPattern(pattern)) findings.push(`${where}: the pattern of ${field} ${patternSays}`);
  }
  findings.push(...openPlaceFindings(request, where), ...headerFindings(request, where, playbook));
  for (const { field, type, equals = '' } of request.constraints)
    if (type === 'empty' && equals !== '{}' && equals !== '[]')
      findings.push(`${where}: ${field} is an empty object or an empty list; equals is '{}' or '[]'`);
  for (const { field, format, written } of request.constraints)
    if (written !== undefined && (format !== 'money' || !isMoneySample(written)))
      findings.push(`${where}: ${field} is ${writtenSays}, with format: money`);
  for (const { field, equals, one_of: one, chosen, all_of: every } of request.constraints)
    if (every !== undefined && (equals !== undefined || one !== undefined || chosen !== undefined))
      findings.push(`${where}: all_of says all that ${field} holds; leave out equals, one_of and chosen`);
  for (const { field, equals, chosen, one_of: among = [], all_of: every = [] } of request.constraints)
    for (const text of [...[equals, chosen].filter((given) => given !== undefined), ...among, ...every])
      findings.push(...wordFinding(text, playbook, `${where}: the value of ${field}`));
  return findings;
}

/** `[*]` counts in the address of a read by GET, and for the entries of a list in a body; anywhere else it fits no field. */
function openPlaceFindings(request: Request, where: string): string[] {
  const { method, content, fields, query = [], constraints, opaque = [] } = request;
  const compared = [
    ...fields,
    ...(method === 'GET' || method === 'HEAD' ? [] : query),
    ...[...constraints, ...opaque].map(({ field }) => field),
  ];
  const lists = new Set(constraints.flatMap(({ field, all_of: every }) => (every && entryOf(field)) ?? []));
  const isOfEntries = (field: string): boolean =>
    (content === 'json' || content === 'form' || content === 'multipart') &&
    lists.has(entryOf(field) ?? '') &&
    ![...query, ...opaque.map((one) => one.field)].includes(field);
  return [...new Set(compared)]
    .filter((field) => field.includes('[*]') && !isOfEntries(field))
    .map(
      (field) =>
        `${where}: ${field} fits no field; [*] stands for the places of a list in the query of a read by GET, and in a body for the entries of a list that all_of names (all_of: ['{{add_accessorials[]}}']); so name each place, such as ${field.replaceAll('[*]', '[0]')}`,
    );
}

function typeOfContent(mediaType: string): 'XML' | 'JSON' {
  return /\bxml\b/.test(mediaType) ? 'XML' : 'JSON';
}

function isTypeOf(mediaType: string, content: Request['content']): boolean {
  return content === (typeOfContent(mediaType) === 'XML' ? 'xml' : 'json');
}

/** By these a server does something else than the address and the method say. */
export const turningHeaders =
  /^(?:x-(?:http-)?method(?:-override)?|x-original-(?:url|uri|method)|x-rewrite-url|x-http-path-override|soapaction)$/i;

function headerFindings({ headers = [] }: Request, where: string, playbook: Playbook): string[] {
  return headers.flatMap((header): string[] => {
    const name = typeof header === 'string' ? header : header.name;
    if (typeof header !== 'string' && 'equals' in header)
      return wordFinding(header.equals, playbook, `${where}: the value of the header ${name}`);
    if (turningHeaders.test(name))
      return [`${where}: the header ${name} can turn the request into another one; say with equals what it has to be`];
    return typeof header === 'string' || isPlainPattern(header.pattern)
      ? []
      : [`${where}: the pattern of the header ${name} ${patternSays}`];
  });
}

/** Of its body and its address. */
function fieldsOf({ fields, query = [] }: Request): readonly string[] {
  return [...fields, ...query];
}

const patternSays = 'has to be characters and classes with counts, such as [A-Za-z0-9_-]+';

function isPlainPattern(pattern: string): boolean {
  const openCounts = pattern.match(/[+*]|\{\d+,\}/g)?.length ?? 0;
  return plainPattern.test(pattern) && openCounts <= mostOpenCounts && compiles(pattern);
}

function compiles(pattern: string): boolean {
  try {
    return new RegExp(`^(?:${pattern})$`, 'u').source !== '';
  } catch {
    return false;
  }
}

/** What a recipe of a task type is given. */
export function inputsOf({ inputs }: Capability, taskType: TaskType, phase: Phase): string[] {
  if (phase === 'steps') return [...inputs];
  return isWriting(taskType) ? (phaseInputs[taskType][phase] ?? []).map(({ name }) => name) : [];
}

/** The portal's words for a task's values, which steps type or pick. Those of facts are only read. */
export function lintWords(playbook: Playbook): string[] {
  return Object.entries(playbook.capabilities).flatMap(([type, capability]) =>
    Object.entries(capability.words).flatMap(([name, { of, are = {}, like }]) => {
      if (!phases.some((phase) => inputsOf(capability, type as TaskType, phase).includes(of))) return [];
      const answers = new Set([are['accept'], are['partly']]);
      const isAnswer = (word: string): boolean =>
        type === 'answer_claim' && of === 'decision' && answers.has(word) && acceptsClaim(word);
      return [...Object.values(are), ...(like === undefined ? [] : [like])]
        .filter((word) => !isAnswer(word) || listedName(word, playbook.never_click) !== undefined)
        .flatMap((word) => wordFinding(word, playbook, `capabilities.${type}.words.${name}`));
    }),
  );
}

/** Words of the values that a step types or picks. */
export function lintTyped(step: Step, where: string, playbook: Playbook, kind: Recipe['kind']): string[] {
  if (step.do === 'fill')
    return [
      ...wordFinding(step.value, playbook, `${where}.value`),
      ...(step.written !== undefined && !isMoneySample(step.written) ? [`${where}: it is ${writtenSays}`] : []),
      ...(step.keys === true && holdsKeys(step.value)
        ? [`${where}.value: with "keys" a value is letters, digits and signs; Enter is a step of its own (press)`]
        : []),
    ];
  if (step.do !== 'choose') return [];
  // A list that is filtered by a state is only looked at.
  const mayFilter = kind !== 'submit' && kind !== 'prepare';
  return optionsOf(step)
    .filter((option) => !(mayFilter && namesState(option)))
    .flatMap((option) => wordFinding(option, playbook, `${where}.option`));
}

/** Whether typing a text would press Enter, Tab or another key that is no sign. */
export function holdsKeys(text: string): boolean {
  return /\p{Cc}/u.test(text);
}

function wordFinding(template: string, playbook: Playbook, what: string): string[] {
  const action = neverClickName(template.replace(/\{\{[^}]*\}\}/g, ' '), playbook.never_click);
  return action === undefined ? [] : [`${what} stands for ${action}, which is never done`];
}

/** What an older playbook leaves open: it is loaded, and `playbook check` says what to change. */
export function openFields(playbook: Playbook, recipes: readonly Recipe[]): string[] {
  return [
    ...recipes.flatMap((recipe) => openInSteps(recipe.steps, recipe.where, new Set(), playbook)),
    ...playbook.reads.flatMap((read, index) => openInRequest(read, `reads[${index}]`)),
  ];
}

/** Portals that keep each field once it is left are told the value by a declared read. */
function comparedByReads({ reads }: Playbook): ReadonlySet<string> {
  const posted = reads.filter(({ method }) => method === 'POST');
  return new Set(posted.flatMap(({ constraints }) => constraints.flatMap(({ equals }) => equals ?? [])));
}

/**
 * @param typed templates that were filled in since the last request, and not compared yet
 */
function openInSteps(steps: readonly Step[], where: string, typed: Set<string>, playbook: Playbook): string[] {
  const byReads = comparedByReads(playbook);
  return steps.flatMap((step, index): string[] => {
    const at = `${where}.steps[${index}]`;
    if (step.do === 'when')
      return [
        ...openInSteps(step.steps, at, typed, playbook),
        ...openInSteps(step.otherwise, `${at}.otherwise`, typed, playbook),
      ];
    if (step.do === 'fill') typed.add(step.value);
    if (step.do === 'go') typed.clear();
    if (!maySend(step)) return [];
    const requests = step.expects ?? [];
    // What a list was searched for is compared by the entry that was picked.
    const constraints = requests.flatMap((request) => request.constraints);
    const isCompared = (value: string): boolean =>
      constraints.some(
        (one) =>
          one.chosen === value || (one.equals !== undefined && (one.equals.includes(value) || writesAs(value, one))),
      );
    // The portal's word for an input may be typed to find an entry, and its code be what is sent.
    const isKnown = (value: string): boolean => isCompared(value) || byReads.has(value);
    const open =
      requests.length === 0
        ? []
        : [...typed].filter((value) => ![value, ...inputsBehind(value, playbook)].some(isKnown));
    if (pageAfter(step.next) !== undefined) typed.clear();
    return [
      ...requests.flatMap((request) => openInRequest(request, `${at}.expects`)),
      ...open.map(
        (value) =>
          `${at}.expects: a step fills in ${value}; compare its field with it by equals, and name the format where the page rewrites it`,
      ),
    ];
  });
}

/** Whether a text that is the same in every task, such as a day, is what a constraint names in another form. */
function writesAs(value: string, constraint: Constraint): boolean {
  return constraint.format !== undefined && brokenBy(value, constraint, {}) === undefined;
}

/** Fields of requests that are neither constrained nor opaque: a write with one is not made. */
export function openFieldsOf(requests: readonly Request[]): string[] {
  return requests.flatMap((request) => {
    const known = new Set([...request.constraints, ...(request.opaque ?? [])].map(({ field }) => field));
    return fieldsOf(request).filter((field) => !known.has(field));
  });
}

function openInRequest(request: Request, where: string): string[] {
  const { method, path } = request;
  // The address of a plain read is judged like that of a page, by the names of its fields.
  if (method === 'GET' || method === 'HEAD') return [];
  return openFieldsOf([request]).map(
    (field) =>
      `${where}: the field ${field} of ${method} ${path} is left open; constrain it, or declare it opaque with a pattern and a length`,
  );
}
