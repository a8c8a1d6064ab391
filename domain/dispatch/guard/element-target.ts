/** Judges whether a control is the one that its step names, and shows people the name that it has. */
import { placeholderAttributes, testIdAttributes } from '../playbook/target.ts';
import { fillTemplate } from '../playbook/template.ts';
import type { AttributeFact } from './control-words.ts';
import {
  type ElementFacts,
  type ElementQuestion,
  type ElementRules,
  type Finding,
  isTextField,
  isTyped,
  onlyOpens,
  submits,
} from './element-facts.ts';
import { countedRecords } from './record-lists.ts';
import { patternIn, unaccented } from './words/vocabulary.ts';
import { containsPhrase, holdsAll, normaliseName, sameLabel, saysAgain } from './normalise.ts';
import { otherUnitIn } from '../playbook/written-money.ts';
import { isNearlyRecord, otherCalledIn, otherRecordAround, otherRecordIn } from './record-mark.ts';

/** What the mouse brings up over a control that shows a sign only: the letter of an icon font is its name then. */
export function tipOf({ name, visibleText, title }: ElementFacts): string {
  const isSign = normaliseName(name).words.length === 0 && normaliseName(visibleText).words.length === 0;
  return isSign && normaliseName(title).words.length > 0 ? title : '';
}

export function disguiseFindings(question: ElementQuestion): Finding[] {
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
      showsState(facts) ||
      showsChoice(question) ||
      isNamedAsShown(question, text) ||
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

/** The step names what people see, and not what only screen readers are told ("Decline" for "deny cookies"). */
function isNamedAsShown({ target, effect, facts }: ElementQuestion, text: readonly string[]): boolean {
  const named = target.text === undefined || effect !== 'read' ? [] : normaliseName(target.text).words;
  return named.length > 0 && facts.type !== 'submit' && named.join(' ') === text.join(' ');
}

/**
 * A cell that is clicked to write into it, found by its row and column, or by the name beside it: empty so far. And a text
 * field, or a box to tick, that is called nothing but what is written beside it.
 */
function isNamedByPlace(question: ElementQuestion): boolean {
  const { target, facts, effect } = question;
  if (isArrowBeside(question) || isIconInRow(question)) return true;
  const isPlaced = target.beside !== undefined || (target.column !== undefined && target.within?.row !== undefined);
  if (isPlaced && effect === 'read' && isTextField(facts)) return true;
  // The arrow of a list opens it, and those of a list of pages turn it; neither shows a word.
  const sign = target.text ?? target.name ?? '';
  const isArrow = /^(?:[▼▾▽⌄⏷🔽🔻]\ufe0f?|[<>‹›«»←→]{1,2})$/u.test(sign) && facts.visibleText.trim() === sign;
  if (isArrow && effect === 'read' && facts.href === null && !submits(facts) && facts.hiddenTexts.length === 0)
    return true;
  const isCell = facts.role === 'gridcell' || (facts.tag === 'td' && /^(?:|cell|gridcell)$/.test(facts.role));
  const isTick =
    /^(?:switch|checkbox|radio)$/.test(facts.role) ||
    (facts.tag === 'input' && /^(?:checkbox|radio)$/.test(facts.type));
  return effect === 'read' && isPlaced && (isCell || isTick) && facts.href === null && facts.hiddenTexts.length === 0;
}

/**
 * A link or button of a row that shows nothing but an icon, found by its row: what it is by its attributes and its address is judged,
 * and a click that reads lets nothing else leave than declared pages and reads.
 */
function isIconInRow({ target, facts, effect, input }: ElementQuestion): boolean {
  return (
    effect === 'read' &&
    input === 'click' &&
    target.within?.row !== undefined &&
    /^(?:a|button)$/.test(facts.tag) &&
    !submits(facts) &&
    // The letter of an icon font has no words.
    facts.hiddenTexts.every((text) => normaliseName(text).words.length === 0)
  );
}

/** A switch whose drawing says whether it is on, and whose label is beside it. */
function showsState({ role, visibleText }: ElementFacts): boolean {
  return /^(?:switch|checkbox)$/.test(role) && statesOfSwitch.test(visibleText.trim());
}

const statesOfSwitch =
  /^(?:on|off|yes|no|[io01]|an|aus|ein|ja|nein|oui|non|sí|activé|désactivé|activado|desactivado)$/iu;

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

export function targetFindings(question: ElementQuestion, { values }: ElementRules): Finding[] {
  const { target, facts } = question;
  const wanted = target.name ?? target.label;
  if (wanted !== undefined) {
    const filled = fillTemplate(wanted, values);
    // Browsers disagree on whether the label or the chosen entry is the name of a list, and call a button by its label.
    const isLabelled =
      target.label !== undefined ||
      /^(?:combobox|checkbox|radio|switch)$/.test(target.role ?? '') ||
      (facts.tag === 'button' && onlyOpens(question));
    // Screen readers hear more than people see: "(opens in a new window)".
    const isHeard = containsPhrase(normaliseName(facts.name).words, normaliseName(facts.visibleText).words);
    const names = [
      facts.name,
      ...(isLabelled ? (facts.labels ?? []) : []),
      ...(isHeard && target.role !== undefined ? [facts.visibleText] : []),
      ...(target.role === 'option' ? (facts.firstParts ?? []) : []),
      // Tabs are often but links, with the number of their entries.
      ...(target.role === 'link' && question.effect === 'read' ? [withoutCount(facts.name)] : []),
    ];
    const plain = (text: string): string => withoutMark(text, target.role, isEntered(question));
    if (filled === undefined || !names.some((name) => sameLabel(plain(filled), plain(name))))
      return [
        {
          rule: 'element.not_the_target',
          reason: `the control is called ${JSON.stringify(facts.name.slice(0, 80))} and not ${JSON.stringify(filled ?? wanted)}`,
        },
      ];
  } else if (target.text !== undefined) {
    const filled = fillTemplate(target.text, values);
    const shown = [facts.visibleText, withoutCount(facts.visibleText)];
    if (filled === undefined || !shown.some((text) => sameLabel(filled, text)))
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

/** Stars, colons and signs for help behind the name of a field. */
const marksBehind = /(?:\s*[:*]|\s+[?\u24d8\u2139\u{1f6c8}\u2753\u2754]\ufe0f?)+$/u;

const neededMark =
  /\s*[-–(]\s*(?:required|optional|pflichtfeld|erforderlich|obligatoire|requis|facultatif|obligatorio|opcional)\s*\)?$/iu;

function isEntered({ input }: ElementQuestion): boolean {
  return input === 'fill' || input === 'choose' || input === 'upload' || input === 'press';
}

/** The words of a tab, a link or a box without the number of its entries behind them: "Documents (2)". */
function withoutCount(said: string): string {
  return said.replace(/\s*(?:\(\d{1,3}\+?\)|\d{1,3}\+?)\s*$/, '') || said;
}

/**
 * The name of a field without a word that it may stay empty, and that of a tab without the number of its entries. Some tabs keep their
 * words a second time, for the place that they take in bold.
 */
function withoutMark(said: string, role: string | undefined, isField: boolean): string {
  const text = said.replace(/^\s*(\S.{3,}?)\s*\1\s*$/, '$1');
  if (role === 'tab') return withoutCount(text);
  return isField ? text.replace(marksBehind, '').replace(neededMark, '').replace(marksBehind, '') : text;
}

/** A link of the task's row that leads to a number which is nearly that of the task, and nowhere to the task's. */
function otherRecordBehind({ target, facts }: ElementQuestion, pro: string): string | undefined {
  if (!(target.within?.row ?? '').includes('{{pro}}')) return undefined;
  const own = facts.attributes.filter(({ where }) => where === 'control').map(({ value }) => value);
  const numbers = [facts.href ?? '', ...own].flatMap((text) => text.match(/\p{N}+/gu) ?? []);
  return numbers.includes(pro) ? undefined : numbers.find((number) => isNearlyRecord(number, pro));
}

/**
 * A document, an option, a field or a button that writes, which stands in a row, a form or a part of the page of another
 * record: by what is nearest to it, or where nothing around it says the task's.
 */
export function otherRecordFindings(question: ElementQuestion, { values }: ElementRules): Finding[] {
  const { input, target, facts, effect, document } = question;
  const pro = values['pro'] ?? '';
  const behind = otherRecordBehind(question, pro);
  if (behind !== undefined)
    return [{ rule: 'element.other_record', reason: `the control of the row leads to another record: ${behind}` }];
  const isTaken = input === 'download' || input === 'choose' || target.role === 'option' || document !== undefined;
  const isWritten = effect !== 'read' || input === 'fill' || input === 'upload';
  if (!isTaken && !isWritten) return [];
  const { inForm = [], chosen = [], ...around } = facts.records ?? { near: [], current: [] };
  // The group of an option is nearer to it than the form of the list.
  const groups = facts.context.flatMap(({ kind, text }) => (kind === 'group' ? [text] : []));
  const own = isTaken ? groups : [facts.title, facts.name, facts.visibleText];
  const { near: byTurns = [] } = facts.turned ?? {};
  const nearest =
    byTurns.map((text) => otherRecordIn(text, pro)).find((other) => other !== undefined) ??
    otherRecordAround({ ...around, near: [...own, ...around.near] }, pro, isTaken);
  if (nearest !== undefined)
    return [
      {
        rule: 'element.other_record',
        reason: `the control belongs to another record, by what is said around it: ${nearest}`,
      },
    ];
  const sentOther = isWritten ? otherCalledIn(facts.records?.sent ?? [], pro) : undefined;
  if (sentOther !== undefined)
    return [
      {
        rule: 'element.other_record',
        reason: `its form sends the choice of another record: ${sentOther}`,
      },
    ];
  const spread =
    isWritten && facts.context.find(({ kind, text }) => kind.endsWith('box') && toOthers.test(unaccented(text)));
  if (spread)
    return [
      {
        rule: 'element.other_record',
        reason: `what is chosen beside it applies it to other records: ${JSON.stringify(spread.text.slice(0, 80))}`,
      },
    ];
  const said = [
    ...facts.context.map(({ kind, text }) => ({ kind, text })),
    ...inForm.map((text) => ({ kind: 'form', text })),
  ];
  const isChosen = chosen.some((text) => text.includes(pro));
  const others = isChosen || !isWritten ? [] : chosen.map((text) => ({ kind: 'chosen row', text }));
  const ofForm = isWritten ? otherChosen(chosen, values) : undefined;
  if (ofForm !== undefined)
    return [{ rule: 'element.other_record', reason: `the page has another record chosen: ${ofForm}` }];
  const isSaid = [...said.map(({ text }) => text), ...around.near].some((text) => text.includes(pro));
  return [...others, ...(isSaid || isChosen ? [] : said)].flatMap(({ kind, text }) => {
    const other = otherRecordIn(text, pro);
    return other === undefined
      ? []
      : [{ rule: 'element.other_record', reason: `the control belongs to another record by its ${kind}: ${other}` }];
  });
}

/** "Apply to all 14 shipments of this customer". */
const toOthers = new RegExp(
  String.raw`(?<!\p{L})(?:${patternIn('sentences', 'spread')})(?:[^\p{L}]+\p{L}+){0,2}?[^\p{L}]+(?:${countedRecords().map(unaccented).join('|')})(?!\p{L})`,
  'iu',
);

/** Of a claim or a dispute that the task gives: another one of its form that is chosen, where it is not chosen itself. */
function otherChosen(chosen: readonly string[], values: ElementRules['values']): string | undefined {
  const given = Object.values(values).filter((value) => /^\p{L}{2,5}-\p{N}{4,12}$/u.test(value));
  for (const value of given) {
    const form = new RegExp(
      String.raw`(?<![\p{L}\p{N}])${value.replace(/\p{N}+$/u, String.raw`\p{N}+`)}(?![\p{L}\p{N}])`,
      'giu',
    );
    const numbers = chosen.flatMap((text) => text.match(form) ?? []);
    if (!numbers.includes(value) && numbers[0] !== undefined) return numbers[0];
  }
  return undefined;
}

/** A write from a form whose amounts are in another unit, which neither the step nor what it declares of the request names. */
export function otherUnitFindings(
  { effect, expects, target, facts }: ElementQuestion,
  { currencies }: ElementRules,
): Finding[] {
  if (effect === 'read') return [];
  const declared = [
    ...expects.flatMap(({ constraints }) => constraints.map((each) => JSON.stringify(each))),
    JSON.stringify(target),
  ].join(' ');
  for (const text of facts.units ?? []) {
    const unit = otherUnitIn(text, currencies);
    if (unit !== undefined && !declared.includes(unit))
      return [
        {
          rule: 'element.other_unit',
          reason: `the form takes its amounts in another unit: ${JSON.stringify(text.slice(0, 80))}`,
        },
      ];
  }
  return [];
}

/** A field is called otherwise for people than the step calls it: its label is seen, its name is not. */
export function labelFindings({ input, target, facts }: ElementQuestion, { values }: ElementRules): Finding[] {
  const wanted = target.label ?? target.name;
  const beside = [
    ...(facts.wordsBefore ?? []),
    ...facts.context.flatMap(({ kind, text }) => (kind === 'column' ? [text] : [])),
  ];
  const { shownLabels = [] } = facts;
  if ((input !== 'fill' && input !== 'choose' && input !== 'upload') || wanted === undefined) return [];
  if (shownLabels.length === 0) {
    const other = beside.find((words) => isOtherKind(words, wanted));
    return other === undefined ? [] : [seenOtherwise(other, wanted)];
  }
  const called = wordsOf(fillTemplate(wanted, values) ?? wanted);
  const isSame = shownLabels.some((label) =>
    wordsOf(label).some((word) => called.some((other) => isShortOf(word, other))),
  );
  return isSame || called.length === 0 || shownLabels.every((label) => wordsOf(label).length === 0)
    ? []
    : [seenOtherwise(shownLabels.join(' '), wanted)];
}

function seenOtherwise(shown: string, wanted: string): Finding {
  return {
    rule: 'element.name_differs',
    reason: `people see the field called ${JSON.stringify(shown.slice(0, 80))} and not ${JSON.stringify(wanted)}`,
  };
}

/** What fields of amounts are about: a column of one kind is no field of another. */
const kinds = [
  /amount|\bamt\b|charge|price|\brate\b|cost|total|\bsum\b|value/i,
  /discount|rebate|allowance|reduction|refund|deposit/i,
  /\btax|\bvat\b|\bgst\b/i,
  /weight|\blbs?\b|\bkg\b/i,
  /quantity|\bqty\b|pieces|\bcount\b/i,
  /\bdate\b|\bday\b/i,
];

function isOtherKind(column: string, wanted: string): boolean {
  const [shown, called] = [column, wanted].map((text) => kinds.filter((kind) => kind.test(text)));
  return (
    shown !== undefined &&
    called !== undefined &&
    shown.length > 0 &&
    called.length > 0 &&
    !shown.some((kind) => called.includes(kind))
  );
}

function wordsOf(text: string): readonly string[] {
  return normaliseName(text).words;
}

/** Whether one word is the other one, or a short form of it: "qty", "amt". */
function isShortOf(one: string, other: string): boolean {
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  if (short[0] !== long[0]) return false;
  let at = 0;
  for (const letter of long) if (letter === short[at]) at += 1;
  return at === short.length;
}
