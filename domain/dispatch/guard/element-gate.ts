/**
 * Judges the very element that is about to receive an input, from facts read right before it (freight-and-portals
 * 3.2, layers 3 to 5). A control that is not plainly the one the step names, and plainly harmless, stops the run.
 */
import { effectFindings } from './element-effect.ts';
import {
  type ElementFacts,
  type ElementQuestion,
  type ElementRules,
  type Finding,
  isTextField,
  takesKey,
  textTypes,
} from './element-facts.ts';
import { allContextFindings, liftedBy, neededHarmless, neverClickFindings } from './element-names.ts';
import {
  disguiseFindings,
  labelFindings,
  otherRecordFindings,
  otherUnitFindings,
  targetFindings,
} from './element-target.ts';
import { neverClickName } from './never-click.ts';
import { otherRecordIn } from './record-mark.ts';
import type { Verdict } from './verdict.ts';

/** One thing that is looked at; it gives what speaks against the input. */
type ElementCheck = (question: ElementQuestion, rules: ElementRules) => Finding[];

/** What is looked at, in the order of the reasons. */
export const elementChecks = {
  state: stateFindings,
  neverClick: neverClickFindings,
  disguise: disguiseFindings,
  target: (question, rules) => [
    ...targetFindings(question, rules),
    ...otherRecordFindings(question, rules),
    ...otherUnitFindings(question, rules),
    ...labelFindings(question, rules),
  ],
  input: inputFindings,
  effect: effectFindings,
  rest: restFindings,
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
 * pressed then, and the page is not as it should be. What lies over it and acts is another control in its place, unless it is the
 * calendar or the list of a field.
 */
export function isOutOfReach(question: ElementQuestion, rules: ElementRules): boolean {
  const { overlay } = question.facts;
  return (overlay?.acts !== true || overlay.isPopup === true) && isOnlyCovered(question, rules);
}

/** Whether nothing else speaks against a control than that something lies over it, such as news to be closed. */
export function isOnlyCovered(question: ElementQuestion, rules: ElementRules): boolean {
  const { facts } = question;
  const { overlay = null } = facts;
  // A calendar that a field has opened may lie over a part of it.
  if ((facts.onTop && overlay?.isPopup !== true) || !facts.visible || !facts.connected) return false;
  if (overlay !== null && neverClickName(overlay.text, rules.neverClick) !== undefined) return false;
  return judgeElement({ ...question, facts: uncovered(facts) }, rules).verdict === 'allowed';
}

/** What would be known of a control with nothing over it. */
export function uncovered(facts: ElementFacts): ElementFacts {
  return { ...facts, onTop: true, covered: false, painted: '' };
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

/** What stood for an act, or for another record, a moment ago may do so again: it turns, or a page has only now come to be this one. */
function restFindings({ facts, effect }: ElementQuestion, { neverClick, values }: ElementRules): Finding[] {
  const isOther = (text: string): boolean =>
    effect !== 'read' && otherRecordIn(text, values['pro'] ?? '') !== undefined;
  const act = facts.turned?.left.find((text) => neverClickName(text, neverClick) !== undefined || isOther(text));
  return act === undefined
    ? []
    : [
        {
          rule: 'element.restless',
          reason: `the control, or what it is under, said ${JSON.stringify(act.slice(0, 80))} a moment ago`,
        },
      ];
}

/** How the others are chosen from. */
const otherChoices =
  'a list that is drawn without the role of one is clicked, and then the text of its entry; of radio buttons, { label: … } is the name of their group, or the step is a click on { role: radio, name: … }';

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
          reason: `${/^[aeiou]/.test(facts.tag) ? 'an' : 'a'} ${facts.tag}${facts.type === '' ? '' : ` of type ${facts.type}`} does not take this input (${key ?? input})${facts.key?.focused === false ? ', or does not get the focus' : ''}${input === 'choose' ? `; ${otherChoices}` : ''}`,
        },
      ];
}
