/**
 * Judges the very element that is about to receive an input, from facts read right before it (freight-and-portals
 * 3.2, layers 3 to 5). A control that is not plainly the one the step names, and plainly harmless, stops the run.
 */
import type {
  ClickEffect,
  ExpectedRequest,
  Harmless,
  NeverClick,
  Playbook,
  PressedKey,
  Scope,
  Target,
} from '../playbook/language.ts';
import { placeholderAttributes, testIdAttributes } from '../playbook/language.ts';
import { fillTemplate, pathMatches } from '../playbook/template.ts';
import type { Values } from '../playbook/template.ts';
import { containsPhrase } from './action-words.ts';
import {
  type AttributeFact,
  type ContextFact,
  type FieldFact,
  addressAction,
  attributeAction,
  contextAction,
  deletes,
  fieldAction,
  writesByAttribute,
} from './control-words.ts';
import { actInPlace, type ControlPlace, describesOnly, doubtInPlace, isAnswer, isBox } from './described.ts';
import { doubtfulName, listedName, neverClickName } from './never-click.ts';
import { holdsAll, normaliseName, sameLabel, saysAgain } from './normalise.ts';
import { namesState } from './record-lists.ts';
import { isAddressOf, isDocument, undeclaredMember } from './page-address.ts';
import { canonicalUrl } from './request-line.ts';
import type { Verdict } from './verdict.ts';

/** Something that lies over a control. */
export interface Overlay {
  /** It is, or holds, a control, or does something when it is pressed. */
  readonly acts: boolean;
  readonly text: string;
}

interface FormFacts {
  /** Absolute address. */
  readonly action: string;
  readonly method: string;
  readonly name: string;
  /** Name of the control that Enter in a field would press. */
  readonly defaultButton: string | null;
}

/** What a key would do that is pressed in a control, as far as the page says. */
interface KeyFacts {
  /** The key would arrive at the control, or at a part of it. */
  readonly focused: boolean;
  /** What Enter presses in its place: the form's default button, the marked option of a list, a control that a handler names. */
  readonly activates: readonly ElementFacts[];
  /** Enter sends the form, which has no button. */
  readonly sendsForm: boolean;
  /** The default button is disabled: Enter does nothing yet. */
  readonly waits: boolean;
}

/** What is known of an element; every text is as the page has it. */
export interface ElementFacts {
  readonly tag: string;
  readonly type: string;
  readonly role: string;
  /** Accessible name. */
  readonly name: string;
  /** Its letters as they lie on the screen, with those that style sheets add. */
  readonly visibleText: string;
  /** Text of something else that is painted over it. */
  readonly painted: string;
  /** A picture or a filled box of something else is painted over it, whether it hears the mouse or not. */
  readonly covered: boolean;
  readonly value: string;
  readonly title: string;
  /** Text that is not seen, alternative texts of pictures, titles of drawings, text that style sheets add. */
  readonly hiddenTexts: readonly string[];
  /** All of the control and its parts, and those around it that hear its clicks. */
  readonly attributes: readonly AttributeFact[];
  /** Absolute address of the link it is or lies in. */
  readonly href: string | null;
  readonly download: boolean;
  readonly form: FormFacts | null;
  /** Absolute address and method of its own formaction and formmethod. */
  readonly formAction: string | null;
  readonly formMethod: string | null;
  readonly pageUrl: string;
  readonly frameUrl: string;
  /** What it is under: titles of dialogs, sections, tables, rows, tabs, forms, frames; descriptions. */
  readonly context: readonly ContextFact[];
  /** Fields of its form whose values people do not type: hidden ones, ticked ones, lists. */
  readonly fields: readonly FieldFact[];
  /** What its labels show, with marks that are no part of the name, such as the star of a field that has to be filled. */
  readonly labels?: readonly string[];
  /** It is no field, and what people type becomes its text (`contenteditable`). */
  readonly editsText?: boolean;
  /** Of a control that a key is pressed in. */
  readonly key?: KeyFacts;
  /** It opens a list of options that the page draws by itself, which is open now or not. */
  readonly opensList?: 'open' | 'closed' | null;
  /** Of a box to tick, or an entry of a list of several: it is chosen already. */
  readonly isChosen?: boolean;
  /** Of a list: what it sends for each option that is wanted, where exactly one reads so. */
  readonly optionValues?: readonly (string | null)[];
  readonly visible: boolean;
  readonly enabled: boolean;
  readonly editable: boolean;
  /** The element at its middle is itself, or lies in it. */
  readonly onTop: boolean;
  /** What lies over all of it, where something of the page does. */
  readonly overlay?: Overlay | null;
  readonly connected: boolean;
}

export type ElementInput = 'fill' | 'click' | 'hover' | 'press' | 'choose' | 'upload' | 'download';

export interface ElementQuestion {
  readonly input: ElementInput;
  readonly effect: ClickEffect;
  readonly step: string;
  readonly target: Target;
  readonly expects: readonly ExpectedRequest[];
  readonly facts: ElementFacts;
  /** Name of the page in the playbook. */
  readonly page: string;
  /** Path the download step declares. */
  readonly document?: string;
  /** The control is clicked twice. */
  readonly double?: boolean;
  /** What is pressed. */
  readonly key?: PressedKey;
  /** Of a list: what is chosen. */
  readonly option?: string | readonly string[];
  /** The page asks something of its own before it sends; the step waits for the question. */
  readonly asks?: boolean;
  /** The recipe only reads, so that a list or a box may filter by a state such as "Cancelled". */
  readonly onlyReads?: boolean;
}

interface ElementRules {
  readonly origins: readonly string[];
  readonly pages: Playbook['pages'];
  readonly reads?: Playbook['reads'];
  readonly neverClick: readonly NeverClick[];
  readonly harmless: readonly Harmless[];
  readonly values: Values;
  /** The portal's words for the answer that the task gives to a claim, such as "Accept in full". */
  readonly answers?: readonly string[];
}

interface Finding {
  readonly rule: string;
  readonly reason: string;
}

/** One thing that is looked at; it gives what speaks against the input. */
type ElementCheck = (question: ElementQuestion, rules: ElementRules) => Finding[];

/** What is looked at, in the order of the reasons. */
export const elementChecks = {
  state: stateFindings,
  neverClick: neverClickFindings,
  disguise: disguiseFindings,
  target: targetFindings,
  input: inputFindings,
  effect: effectFindings,
} as const satisfies Record<string, ElementCheck>;

/** What is pressed to choose a file, such as a drop area, is a control like any other that is clicked. */
function asPressed(question: ElementQuestion): ElementQuestion {
  const { tag, type } = question.facts;
  const isFilled =
    tag === 'select' || tag === 'textarea' || (tag === 'input' && !/^(?:button|submit|image)$/.test(type));
  return question.input === 'upload' && !isFilled ? { ...question, input: 'click', effect: 'read' } : question;
}

/** All reasons are given, in the order of the checks; the first names the rule. */
export function judgeElement(
  asked: ElementQuestion,
  rules: ElementRules,
  checks: Readonly<Record<string, ElementCheck>> = elementChecks,
): Verdict {
  const question = asPressed(asked);
  const { facts } = question;
  const act = question.key === undefined ? question.input : `press ${question.key} in`;
  const subject = `${act} ${facts.role || facts.tag} ${JSON.stringify((facts.name || facts.visibleText).slice(0, 120))}`;
  const pressed = pressedBy(question);
  const long = [question, ...pressed].flatMap(longFindings)[0];
  if (long !== undefined) return { verdict: 'stopped', layer: 'element', ...long, subject };
  const ofPressed = pressed.flatMap((each) => findingsOfPressed(each, rules, checks));
  // What is never done is named before a field that is not ready for the key.
  const findings = [
    ...ofPressed.filter(isNever),
    ...Object.values(checks).flatMap((check) => check(question, rules)),
    ...ofPressed.filter((finding) => !isNever(finding)),
  ];
  const first = findings[0];
  if (first === undefined) {
    const about = pressed.find((each) => neededHarmless(each, rules) !== undefined) ?? question;
    const lifted = liftedBy(about, rules);
    const [context] = lifted === undefined ? [] : allContextFindings(about, rules);
    const named = `the control is the one that the step "${question.step}" names`;
    return {
      verdict: 'allowed',
      layer: 'element',
      rule: context === undefined ? 'element.declared' : 'element.harmless',
      reason:
        context === undefined || lifted === undefined
          ? named
          : `${named}; ${context.reason}, but the playbook says that it is harmless here: ${lifted.why}`,
      subject,
    };
  }
  return {
    verdict: 'stopped',
    layer: first.rule.startsWith('input.') ? 'input' : 'element',
    rule: first.rule,
    reason: [...new Set(findings.map((finding) => finding.reason))].join('; '),
    subject,
  };
}

/** Longer than any text of an honest control; nothing of a longer one is read, and so nothing is known of the control. */
const longestText = 8_000;
const isPicture = (text: string): boolean => /^\s*data:(?:image|font)\//i.test(text);

function longFindings({ facts, input }: ElementQuestion): Finding[] {
  const { name, title, visibleText, value, painted, hiddenTexts, attributes, context, fields } = facts;
  const texts = [
    name,
    title,
    painted,
    ...hiddenTexts,
    ...(input === 'fill' ? [] : [visibleText, value]),
    ...[facts.href, facts.formAction, facts.form?.action ?? null].filter((address) => address !== null),
    ...context.map((each) => each.text),
    ...attributes.flatMap((each) => (isPicture(each.value) ? [] : [each.name, each.value])),
    ...fields.map((field) => field.name),
  ];
  return texts.some(({ length }) => length > longestText)
    ? [
        {
          rule: 'element.long_text',
          reason: `a text or an address of the control is longer than ${longestText} characters, and is not read`,
        },
      ]
    : [];
}

function isNever({ rule }: Finding): boolean {
  return rule.startsWith('never_click.');
}

/** What a key presses in place of the control that it is pressed in; each is judged as if it were clicked. */
export function pressedBy(question: ElementQuestion): ElementQuestion[] {
  const { facts, key, ...rest } = question;
  const activates = facts.key?.activates ?? [];
  return key === undefined ? [] : activates.map((each) => ({ ...rest, input: 'click', target: {}, facts: each }));
}

/** It need not be seen: Enter presses a hidden button too. */
function findingsOfPressed(
  question: ElementQuestion,
  rules: ElementRules,
  checks: Readonly<Record<string, ElementCheck>>,
): Finding[] {
  const found = Object.entries(checks).flatMap(([name, check]) =>
    name === 'state' || name === 'target' || name === 'input' ? [] : check(question, rules),
  );
  return found.filter(({ rule }) => rule !== 'element.nameless' && rule !== 'element.covered');
}

/**
 * Whether a control is only out of reach under something that does nothing by itself, such as a veil or a notice: nothing is
 * pressed then, and the page is not as it should be. What lies over it and acts is another control in its place.
 */
export function isOutOfReach(question: ElementQuestion, rules: ElementRules): boolean {
  return question.facts.overlay?.acts !== true && isOnlyCovered(question, rules);
}

/** Whether nothing else speaks against a control than that something lies over it, such as news to be closed. */
export function isOnlyCovered(question: ElementQuestion, rules: ElementRules): boolean {
  const { facts } = question;
  const { overlay = null } = facts;
  if (facts.onTop || !facts.visible || !facts.connected) return false;
  if (overlay !== null && neverClickName(overlay.text, rules.neverClick) !== undefined) return false;
  const bare = { ...facts, onTop: true, covered: false, painted: '' };
  return judgeElement({ ...question, facts: bare }, rules).verdict === 'allowed';
}

const longestCover = 80;

function coveredBy({ overlay }: ElementFacts): string {
  const text = overlay?.text.replace(/\s+/g, ' ').trim().slice(0, longestCover) ?? '';
  return `something else lies over the control${text === '' ? '' : `: ${JSON.stringify(text)}`}`;
}

function stateFindings({ facts, effect }: ElementQuestion): Finding[] {
  const findings: Finding[] = [];
  if (!facts.connected)
    findings.push({ rule: 'element.replaced', reason: 'the control is no longer part of the page' });
  else if (!facts.visible) findings.push({ rule: 'element.hidden', reason: 'the control cannot be seen' });
  else if (!facts.onTop) findings.push({ rule: 'element.covered', reason: coveredBy(facts) });
  if (!facts.enabled) findings.push({ rule: 'element.disabled', reason: 'the control is disabled' });
  else if (facts.key?.waits === true && effect !== 'read')
    findings.push({ rule: 'element.disabled', reason: 'the button that the key would press is disabled' });
  return findings;
}

/** Every word on, in and around the control, and every address behind it. */
function neverClickFindings(question: ElementQuestion, rules: ElementRules): Finding[] {
  return [
    ...ownFindings(question, rules),
    ...optionFindings(question, rules),
    ...contextFindings(question, rules),
    ...doubtFindings(question, rules),
  ];
}

/** An option of a task's input counts like one that the playbook names, which the lint has judged. */
function optionFindings({ option, onlyReads }: ElementQuestion, rules: ElementRules): Finding[] {
  return [option ?? []].flat().flatMap((each) => {
    const isHarmless = (onlyReads === true && namesState(each)) || answersHere(each, rules);
    const action = isHarmless ? undefined : neverClickName(each, rules.neverClick);
    return action === undefined
      ? []
      : [
          {
            rule: `never_click.${action}`,
            reason: `the option ${JSON.stringify(each.slice(0, 80))} asks for ${action}`,
          },
        ];
  });
}

/** Whether a text is the portal's word for the answer that the task gives, and none of the playbook's never-click list. */
function answersHere(text: string, { answers, neverClick }: ElementRules): boolean {
  return isAnswer(text, answers) && listedName(text, neverClick) === undefined;
}

/** The control itself and what it sends: nothing lifts these. */
function ownFindings(question: ElementQuestion, rules: ElementRules): Finding[] {
  const { neverClick } = rules;
  const { facts, input, expects } = question;
  const typed = isTyped(question);
  // What a key does to a part of the control, such as an entry of a list, is judged of the part.
  const isWhole = input !== 'press' || !typed;
  const sendsFields = !typed || facts.key?.sendsForm === true;
  const isRead = showsOnly(facts);
  const place = placeOf(question);
  const describes = (text: string): boolean => describesOnly(text, place, neverClick) || answersHere(text, rules);
  // What is in a field is data; its own name and attributes are not.
  // A list that is called by what it shows has its label beside that.
  const texts = [
    facts.name,
    ...(facts.labels ?? []),
    facts.title,
    facts.painted,
    ...(isWhole ? facts.hiddenTexts : []),
    ...(typed ? [] : [facts.visibleText, facts.value]),
  ];
  const own = [
    ...texts.filter((text) => !answersHere(text, rules)).map((text) => actInPlace(text, place, neverClick)),
    ...facts.attributes
      .filter(({ where }) => where === 'control' || (where === 'part' && isWhole))
      .map((attribute) => attributeAction(attribute, neverClick, isRead, describes)),
  ];
  const leads = facts.href === null ? undefined : addressAction(facts.href, neverClick, isRead);
  const sent = [
    leads,
    ...[facts.formAction, ...(submits(facts) || typed ? [facts.form?.action ?? null] : [])].map((address) =>
      address === null ? undefined : addressAction(address, neverClick),
    ),
    ...(sendsFields
      ? facts.fields
          .map(({ name, value }) => ({ name, value: answersHere(value, rules) ? 'answer' : value }))
          .map((field) => fieldAction(field, neverClick, asksByGet(facts)))
      : []),
  ];
  // Of a declared write the whole body is compared, such a field included.
  const isDeleting = sendsFields && expects.length === 0 && deletes(facts.attributes, facts.fields);
  return [
    ...own
      .filter((action) => action !== undefined)
      .map((action) => ({
        rule: `never_click.${action}`,
        reason: `the control stands for ${action}, which is never done by the robot`,
      })),
    ...sent
      .filter((action) => action !== undefined)
      .map((action) => ({
        rule: `never_click.${action}`,
        reason: `the control leads to ${action}, which is never done by the robot`,
      })),
    ...(isDeleting ? [{ rule: 'element.deletes', reason: 'the control asks the portal to delete something' }] : []),
  ];
}

/** What typing into a field is judged by: the click that follows is judged by all of it. */
const contextOfFields = new Set(['dialog', 'form', 'field set', 'frame', 'control']);

/**
 * What the control is under. A playbook may say of one control of one page that it is harmless there all the same,
 * but not of a bare verb for that very act: "Cancel" below "Cancel shipment?".
 */
function contextFindings(question: ElementQuestion, rules: ElementRules): Finding[] {
  const findings = allContextFindings(question, rules);
  if (liftedBy(question, rules) === undefined) return findings;
  const { name, visibleText } = question.facts;
  const doubts = new Set(
    [name, visibleText, tipOf(question.facts)].map((text) => `never_click.${doubtfulName(text) ?? ''}`),
  );
  return findings.filter(({ rule }) => doubts.has(rule));
}

function allContextFindings(question: ElementQuestion, { neverClick }: ElementRules): Finding[] {
  const { facts, input } = question;
  const isField = input === 'fill' || (input === 'press' && isTyped(question));
  const handlers = facts.attributes
    .filter(({ where }) => where === 'around')
    .map((attribute) => ({ kind: 'handler', text: attribute.value, action: attributeAction(attribute, neverClick) }));
  const titles = facts.context
    .filter(({ kind }) => !isField || contextOfFields.has(kind))
    .map((fact) => ({ ...fact, action: contextAction(fact, neverClick) }));
  return [...handlers, ...titles].flatMap(({ kind, text, action }) =>
    action === undefined
      ? []
      : [
          {
            rule: `never_click.${action}`,
            reason: `the control stands for ${action} by its ${kind} ${JSON.stringify(text.slice(0, 80))}, which is never done by the robot; where that is wrong, an entry of "harmless" for it says why`,
          },
        ],
  );
}

/** The playbook's entry for this control of this page; one whose own name stands for the act does not pass the lint. */
function liftedBy(question: ElementQuestion, { harmless }: ElementRules): Harmless | undefined {
  return entryFor(question.facts.name, question, harmless);
}

function entryFor(
  text: string,
  { page, target }: ElementQuestion,
  harmless: readonly Harmless[],
): Harmless | undefined {
  return harmless.find(
    ({ name, page: of, within }) =>
      of === page && sameLabel(name, text) && (within === undefined || isSameScope(within, target.within)),
  );
}

function isSameScope(one: Scope, other: Scope = {}): boolean {
  return one.row === other.row && one.section === other.section && one.frame === other.frame;
}

/** The entry without which the control would be stopped: it holds for one control, so the page may have only one. */
export function neededHarmless(question: ElementQuestion, rules: ElementRules): Harmless | undefined {
  const entry = liftedBy(question, rules);
  if (entry === undefined) return undefined;
  const strict = { ...rules, harmless: [] };
  return neverClickFindings(question, strict).length > 0 ? entry : undefined;
}

function doubtFindings(question: ElementQuestion, rules: ElementRules): Finding[] {
  const { harmless, neverClick } = rules;
  const { facts } = question;
  if (isTyped(question)) return [];
  const place = placeOf(question);
  return [facts.name, facts.visibleText, tipOf(facts)].flatMap((text) => {
    const action = doubtInPlace(text, place, neverClick);
    const declared = entryFor(text, question, harmless) !== undefined || answersHere(text, rules);
    return action === undefined || declared
      ? []
      : [
          {
            rule: `never_click.${action}`,
            reason: `${JSON.stringify(text.slice(0, 80))} may stand for ${action}, and the playbook does not say that it is harmless here; harmless: [{ name: ${JSON.stringify(text.slice(0, 80))}, page: ${question.page || '…'}, why: … }] would`,
          },
        ];
  });
}

/** What the mouse brings up over a control that shows a sign only: the letter of an icon font is its name then. */
function tipOf({ name, visibleText, title }: ElementFacts): string {
  const isSign = normaliseName(name).words.length === 0 && normaliseName(visibleText).words.length === 0;
  return isSign && normaliseName(title).words.length > 0 ? title : '';
}

function disguiseFindings(question: ElementQuestion): Finding[] {
  const { facts, input } = question;
  const findings: Finding[] = [];
  for (const text of [facts.name, facts.visibleText]) {
    const normal = normaliseName(text);
    if (normal.mixedScript)
      findings.push({ rule: 'element.mixed_script', reason: 'the name mixes letters of several scripts' });
    if (normal.turnsDirection)
      findings.push({
        rule: 'element.turned_text',
        reason: 'the name holds characters that turn the reading direction',
      });
  }
  if (input === 'click' || input === 'hover' || input === 'download' || (input === 'press' && !isTyped(question))) {
    // A day of a calendar shows its number.
    const wordsIn = (said: string): readonly string[] =>
      normaliseName(said.replace(/\b(\d{1,2})(?:st|nd|rd|th|er)\b/gi, '$1')).words;
    const name = wordsIn(facts.name);
    const text = wordsIn(facts.visibleText);
    // What a field holds is no name of it; its words were judged.
    const isSame =
      isTextField(facts) ||
      showsChoice(question) ||
      containsPhrase(name, text) ||
      holdsAll(name, text) ||
      saysAgain(name, text);
    if (name.length > 0 && text.length > 0 && !isSame)
      findings.push({
        rule: 'element.name_differs',
        reason: `what the control shows and what it is called differ: ${JSON.stringify(facts.visibleText.slice(0, 80))}`,
      });
    const painted = wordsIn(facts.painted);
    if (painted.length > 0 && !containsPhrase(name, painted))
      findings.push({ rule: 'element.name_differs', reason: 'another text is painted over the control' });
    if (facts.covered) findings.push({ rule: 'element.covered', reason: 'something is painted over the control' });
    if (name.length === 0 && text.length === 0 && tipOf(facts) === '' && !isNamedByPlace(question))
      findings.push({ rule: 'element.nameless', reason: 'the control has no name' });
  }
  return findings;
}

/**
 * A cell that is clicked to write into it, found by its row and column, or by the name beside it: empty so far. And a text
 * field that is called nothing but what is written beside it.
 */
function isNamedByPlace(question: ElementQuestion): boolean {
  const { target, facts, effect } = question;
  if (isArrowBeside(question)) return true;
  if (target.beside !== undefined && effect === 'read' && isTextField(facts)) return true;
  const isPlaced = target.beside !== undefined || (target.column !== undefined && target.within?.row !== undefined);
  const isCell = facts.role === 'gridcell' || (facts.tag === 'td' && /^(?:|cell|gridcell)$/.test(facts.role));
  return effect === 'read' && isPlaced && isCell && facts.href === null && facts.hiddenTexts.length === 0;
}

/** The arrow beside a button that opens the menu with more of what the button is for; it has no word of its own. */
function isArrowBeside({ target, facts, effect, input }: ElementQuestion): boolean {
  const opensMenu = facts.attributes.some(
    ({ where, name, value }) =>
      where === 'control' && name === 'aria-haspopup' && /^(?:true|menu|listbox)$/.test(value),
  );
  return (
    target.beside !== undefined &&
    input === 'click' &&
    effect === 'read' &&
    opensMenu &&
    facts.tag === 'button' &&
    facts.href === null &&
    !submits(facts) &&
    facts.hiddenTexts.length === 0
  );
}

/**
 * A list that is clicked to open it: what it shows is what is chosen, as of one that a step chooses from. Where it is a
 * button, it opens something, is found by its name, and that is what its label or its placeholder says as well.
 */
function showsChoice(question: ElementQuestion): boolean {
  const { facts, target } = question;
  if (!onlyOpens(question)) return false;
  const opensList = (facts.opensList ?? null) !== null;
  if (facts.role === 'combobox') return opensList;
  const isFound = target.name !== undefined || target.label !== undefined;
  const isButton = facts.role === 'button' || (facts.tag === 'button' && facts.role === '');
  const opens = facts.attributes.some(({ where, name }) => where === 'control' && name === 'aria-expanded');
  const words = normaliseName(facts.name).words;
  const isLabelled = (facts.labels ?? []).some((label) => sameLabel(label, facts.name));
  const isAsked = words.length > 0 && containsPhrase(normaliseName(facts.visibleText).words, words);
  return isFound && isButton && opens && (opensList || isLabelled || isAsked);
}

/** Targets that are known by an attribute. */
const attributeTargets: readonly (readonly ['field_name' | 'placeholder' | 'test_id', readonly string[]])[] = [
  ['field_name', ['name']],
  ['placeholder', placeholderAttributes],
  ['test_id', testIdAttributes],
];

/** A click that reads, on what is no link and sends no form. */
function onlyOpens({ input, effect, facts }: ElementQuestion): boolean {
  return input === 'click' && effect === 'read' && facts.href === null && !submits(facts);
}

function targetFindings(question: ElementQuestion, { values }: ElementRules): Finding[] {
  const { target, facts } = question;
  const wanted = target.name ?? target.label;
  if (wanted !== undefined) {
    const filled = fillTemplate(wanted, values);
    // Browsers disagree on whether the label or the chosen entry is the name of a list, and call a button by its label.
    const isLabelled =
      target.label !== undefined || target.role === 'combobox' || (facts.tag === 'button' && onlyOpens(question));
    const names = [facts.name, ...(isLabelled ? (facts.labels ?? []) : [])];
    if (filled === undefined || !names.some((name) => sameLabel(filled, name)))
      return [
        {
          rule: 'element.not_the_target',
          reason: `the control is called ${JSON.stringify(facts.name.slice(0, 80))} and not ${JSON.stringify(filled ?? wanted)}`,
        },
      ];
  } else if (target.text !== undefined) {
    const filled = fillTemplate(target.text, values);
    if (filled === undefined || !sameLabel(filled, facts.visibleText))
      return [
        {
          rule: 'element.not_the_target',
          reason: `the control does not show ${JSON.stringify(filled ?? target.text)}`,
        },
      ];
  }
  for (const [kind, attributes] of attributeTargets) {
    const template = target[kind];
    const filled = template === undefined ? undefined : fillTemplate(template, values);
    const has = ({ where, name, value }: AttributeFact): boolean =>
      where === 'control' && attributes.includes(name) && value === filled;
    if (template !== undefined && !facts.attributes.some(has))
      return [
        {
          rule: 'element.not_the_target',
          reason: `the control has no ${attributes[0] ?? ''} ${JSON.stringify(filled ?? template)}`,
        },
      ];
  }
  return [];
}

const textTypes = new Set([
  '',
  'text',
  'search',
  'email',
  'tel',
  'url',
  'number',
  'password',
  'date',
  'time',
  'month',
  'week',
  'datetime-local',
]);

/** Roles of what holds other parts, or takes text; what they show is no name of theirs. */
const holding =
  /^(?:textbox|searchbox|spinbutton|combobox|listbox|grid|treegrid|tree|table|menu|menubar|tablist|toolbar|dialog|alertdialog|application|group|region)$/;

/** Takes text; what a password field holds is nobody's to see, and it is only typed into. */
function isTextField({ tag, type }: ElementFacts): boolean {
  return tag === 'textarea' || (tag === 'input' && textTypes.has(type) && type !== 'password');
}

function isField({ tag, type, editsText, role }: ElementFacts): boolean {
  return (
    tag === 'textarea' ||
    tag === 'select' ||
    (tag === 'input' && textTypes.has(type)) ||
    editsText === true ||
    holding.test(role)
  );
}

/** What the control holds is data: it is typed into, chosen from, or holds what a key moves through. */
function isTyped({ input, facts }: ElementQuestion): boolean {
  return input === 'fill' || input === 'choose' || (input === 'press' && isField(facts));
}

/** A button or a box to tick is clicked, and the arrows change what a native list has chosen. */
function takesKey({ key, facts }: ElementQuestion): boolean {
  const { tag, type, role, href } = facts;
  if (facts.key?.focused !== true) return false;
  if (tag === 'select') return key === 'Enter' || key === 'Escape';
  if (tag === 'input') return textTypes.has(type);
  // An arrow opens an entry of a tree, which often is a link; Enter would follow it.
  if (role === 'treeitem' && key !== 'Enter') return true;
  return (
    !/^(?:button|summary|option)$/.test(tag) &&
    href === null &&
    !/^(?:button|link|checkbox|radio|switch|slider)$/.test(role)
  );
}

function inputFindings(question: ElementQuestion): Finding[] {
  const { input, facts, key } = question;
  const fits =
    input === 'fill'
      ? (facts.tag === 'textarea' ||
          (facts.tag === 'input' && (textTypes.has(facts.type) || facts.type === 'range')) ||
          facts.editsText === true) &&
        facts.editable
      : input === 'choose'
        ? facts.tag === 'select' || (facts.opensList ?? null) !== null
        : input === 'upload'
          ? facts.tag === 'input' && facts.type === 'file'
          : input === 'download'
            ? facts.href !== null
            : input === 'press'
              ? takesKey(question)
              : !(
                  facts.tag === 'input' &&
                  ((textTypes.has(facts.type) && !isTextField(facts)) ||
                    facts.type === 'file' ||
                    facts.type === 'reset')
                );
  return fits
    ? []
    : [
        {
          rule: 'input.unfit',
          reason: `${/^[aeiou]/.test(facts.tag) ? 'an' : 'a'} ${facts.tag}${facts.type === '' ? '' : ` of type ${facts.type}`} does not take this input (${key ?? input})${facts.key?.focused === false ? ', or does not get the focus' : ''}${input === 'choose' ? '; a list that is drawn without the role of one is clicked, and then the text of its entry' : ''}`,
        },
      ];
}

/** A link, a tab or an entry of a menu, which sends nothing: "Voids" and "Void history" are lists there. */
function showsOnly(facts: ElementFacts): boolean {
  if (submits(facts) || writesByAttribute(facts.attributes)) return false;
  return facts.href === null ? /^(?:tab|menuitem)$/.test(facts.role) : !/^\s*javascript:/i.test(facts.href);
}

/** What a text of the control may say without ordering anything. */
function placeOf(question: ElementQuestion): ControlPlace {
  const { facts, effect, onlyReads } = question;
  const isSent = submits(facts) || writesByAttribute(facts.attributes);
  const isRead = effect === 'read' && !isSent && !isTyped(question);
  const isHead = facts.role === 'columnheader' || facts.tag === 'th';
  return {
    showsOnly: showsOnly(facts),
    isData: isTyped(question) || (isHead && isRead),
    isRead,
    onlyReads: onlyReads === true,
    isBox: isBox(facts.role) || /^(?:checkbox|radio)$/.test(facts.type),
  };
}

function asksByGet({ form, formMethod }: ElementFacts): boolean {
  return /^get$/i.test(formMethod ?? form?.method ?? '');
}

/** Whether a click on it sends its form. */
function submits(facts: ElementFacts): boolean {
  return (
    facts.form !== null &&
    ((facts.tag === 'button' && (facts.type === 'submit' || facts.type === '')) ||
      (facts.tag === 'input' && (facts.type === 'submit' || facts.type === 'image')))
  );
}

/** What a click would do, as far as the page says; the request gate has the last word. */
function effectFindings(question: ElementQuestion, rules: ElementRules): Finding[] {
  const { facts, input, effect } = question;
  // The second click would meet what the first one has led to.
  if (question.double === true && (facts.href !== null || submits(facts)))
    return [{ rule: 'input.unfit', reason: 'a link or a button that sends a form is clicked once, not twice' }];
  if (input === 'fill' || input === 'choose' || input === 'upload' || input === 'hover') return [];
  if (facts.form !== null && (submits(facts) || facts.key?.sendsForm === true))
    return formFindings(question, facts.form, rules);
  if (input === 'press') return [];
  if (facts.href !== null) {
    if (runsScript(facts.href) && input === 'click') return [];
    if (/^\s*(javascript|data|blob|vbscript|file|filesystem):/i.test(facts.href))
      return [{ rule: 'element.script_address', reason: 'the link runs a script or opens made-up content' }];
    if (input === 'download') {
      const url = canonicalUrl(facts.href);
      const declared =
        url !== undefined &&
        rules.origins.includes(url.origin) &&
        question.document !== undefined &&
        isDocument(question.document, url, rules.values);
      return declared
        ? []
        : [
            {
              rule: 'element.undeclared_document',
              reason: `the link leads to a document that the step does not declare: ${(url?.path ?? facts.href).slice(0, 200)}; "path" of the step names it`,
            },
          ];
    }
    if (makesDocument(question, facts.href, rules)) return [];
    return effect === 'read' && !staysOnPage(facts) ? readableAddress(facts.href, rules, false) : [];
  }
  return [];
}

/** What sending the form of a control does. */
function formFindings(question: ElementQuestion, form: FormFacts, rules: ElementRules): Finding[] {
  const { facts, effect } = question;
  const method = (facts.formMethod ?? form.method).toUpperCase();
  const address = facts.formAction ?? form.action;
  if (method === 'GET') return makesDocument(question, address, rules) ? [] : readableForm(address, rules);
  if (method === 'DIALOG') return [];
  const url = canonicalUrl(address);
  const sends = (one: { method: string; path: string }): boolean =>
    url !== undefined &&
    rules.origins.includes(url.origin) &&
    one.method === method &&
    pathMatches(one.path, url.path, rules.values);
  if (rules.reads?.some(sends) === true) return [];
  // Nothing is open at the request gate: if the page does not ask and sends at once, the run ends there.
  if (effect === 'read' && question.asks === true) return [];
  if (effect === 'read')
    return [
      {
        rule: 'element.write_in_read_step',
        reason: `the control sends a form by ${method} to ${(url?.path ?? address).slice(0, 200)}, and the step only reads; effect: write or preview with "expects" would send it, or an entry of "reads" where it stores nothing`,
      },
    ];
  // A script that sends it elsewhere (React Router, SvelteKit) names the page itself; the request gate has the last word.
  const isOfPage = (): boolean => readableAddress(address, rules, true).length === 0;
  return question.expects.some(sends) || isOfPage()
    ? []
    : [
        {
          rule: 'element.undeclared_form',
          reason: `the control sends a form that the step does not declare: ${method} ${(url?.path ?? address).slice(0, 200)}; "expects" names it`,
        },
      ];
}

/** Whether a click asks for the document of its step; the request gate compares the whole address. */
function makesDocument({ document }: ElementQuestion, address: string, rules: ElementRules): boolean {
  const url = canonicalUrl(address);
  return (
    document !== undefined &&
    url !== undefined &&
    rules.origins.includes(url.origin) &&
    pathMatches(document, url.path, rules.values)
  );
}

/** A text, a number, a name such as `document.win0` or `this.form`: what a call of a page's own function is given. */
const argument = String.raw`(?:'[^'\\<]*'|"[^"\\<]*"|-?\d+(?:\.\d+)?|[\w$]+(?:\.[\w$]+|\[(?:\d+|'[\w$:-]+'|"[\w$:-]+")\])*)`;
const given = String.raw`\(\s*(?:${argument}(?:\s*,\s*${argument})*)?\s*\)`;
/** Of the browser and not of the page: they ask for other addresses, or run what they are given. */
const browserCalls =
  'eval|Function|fetch|open|import|set(?:Timeout|Interval)|(?:window|self|top|parent|location|navigator|history|globalThis)\\b[\\w$.]*|[\\w$.]*\\.(?:write|writeln|open|assign|replace|eval|sendBeacon|insertAdjacentHTML)';
const longestScript = 2_000;
const ofScript = new RegExp(
  String.raw`^(?:;|\s|void\s*\(?\s*0\s*\)?|(?:return\s+)?(?:false|true)|undefined|WebForm_DoPostBackWithOptions\(new WebForm_PostBackOptions\([^()]*\)\)|(?:return\s+|void\s+)?(?!(?:${browserCalls})\s*\()[\w$]+(?:\.[\w$]+)*${given})*$`,
  'i',
);

/**
 * A link that is a button: `javascript:void(0)`, or calls of the page's own functions such as
 * `javascript:submitAction(document.win0, '#ICSave')`. Their words were judged as those of any handler, and what they send
 * is judged like what a handler sends.
 */
function runsScript(address: string): boolean {
  const script = /^\s*javascript:(.*)$/is.exec(address)?.[1] ?? null;
  return script !== null && script.length <= longestScript && ofScript.test(decodedScript(script));
}

function decodedScript(script: string): string {
  try {
    return decodeURIComponent(script.replace(/%(?![0-9a-f]{2})/gi, '%25'));
  } catch {
    // Read as it is, its signs of percent fit no call.
    return script;
  }
}

/** Of a form by GET the fields make the query; the request gate compares it as it is sent. */
function readableForm(address: string, rules: ElementRules): Finding[] {
  const url = canonicalUrl(address);
  const isPage =
    url !== undefined &&
    rules.origins.includes(url.origin) &&
    Object.values(rules.pages).some(({ paths }) => paths.some((path) => pathMatches(path, url.path, rules.values)));
  return isPage ? [] : readableAddress(address, rules, true);
}

/** A link to a place of its own document (`#`, `#top`) asks for nothing; what is behind `#/` is a route, and a page of its own. */
function staysOnPage({ href, frameUrl, pageUrl }: ElementFacts): boolean {
  const [address, place = ''] = (href ?? '').split(/#(.*)/s);
  const [own] = (frameUrl || pageUrl).split('#');
  return href?.includes('#') === true && address === own && !/^!?\//.test(place);
}

function readableAddress(address: string, rules: ElementRules, isForm: boolean): Finding[] {
  const url = canonicalUrl(address);
  const named =
    url === undefined || !rules.origins.includes(url.origin)
      ? []
      : Object.values(rules.pages).filter((candidate) => isAddressOf(candidate.paths, address, rules.values));
  // Of pages with one path the query says which; a page that names no query in its path has this address too.
  const page =
    named.find((one) => url !== undefined && undeclaredMember(one, url, rules.values) === undefined) ?? named[0];
  // Links of a part of the page (a Turbo frame) are asked for by its script; as a page the request gate refuses it.
  const isPart =
    !isForm &&
    url !== undefined &&
    rules.origins.includes(url.origin) &&
    rules.reads?.some((read) => read.method === 'GET' && pathMatches(read.path, url.path, rules.values)) === true;
  if (page === undefined && isPart) return [];
  if (page === undefined)
    return [
      {
        rule: 'element.undeclared_page',
        reason: `the control leads to a page that the playbook does not name: ${(url?.path ?? address).slice(0, 200)}; a page with that path in "paths" would`,
      },
    ];
  const unknown = isForm || url === undefined ? undefined : undeclaredMember(page, url, rules.values);
  return unknown === undefined
    ? []
    : [
        {
          rule: 'element.undeclared_query',
          reason: `the link carries a query field that the page does not have: ${JSON.stringify(unknown.slice(0, 80))}; "query" of the page would name it`,
        },
      ];
}
