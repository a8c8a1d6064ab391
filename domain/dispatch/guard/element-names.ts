/** Judges every word on, in and around a control: what is never clicked, what is in doubt, and what a playbook declares harmless. */
import type { Harmless, NeverClick } from '../playbook/language.ts';
import type { Scope } from '../playbook/target.ts';
import type { PortalAction } from '../task.ts';
import { takesOff } from './act-details.ts';
import {
  addressAction,
  attributeAction,
  contextAction,
  type ContextFact,
  deletes,
  fieldAction,
  writesByAttribute,
} from './control-words.ts';
import {
  actInPlace,
  type ControlPlace,
  describesOnly,
  doubtInPlace,
  isAnswer,
  isBox,
  seenPlaces,
} from './described.ts';
import {
  asksByGet,
  type ElementQuestion,
  type ElementRules,
  type Finding,
  isTyped,
  showsOnly,
  submits,
} from './element-facts.ts';
import { tipOf } from './element-target.ts';
import { doubtfulName, listedName, neverClickName } from './never-click.ts';
import { sameLabel } from './normalise.ts';
import { namesState } from './record-lists.ts';
import { patternIn, unaccented, wordsLike } from './words/vocabulary.ts';

/** Every word on, in and around the control, and every address behind it. */
export function neverClickFindings(question: ElementQuestion, rules: ElementRules): Finding[] {
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
    // It is called nothing but what is written beside it.
    ...(facts.name === '' ? [question.target.beside ?? ''] : []),
    facts.title,
    facts.painted,
    ...(isWhole ? facts.hiddenTexts : []),
    ...(facts.turned?.own ?? []),
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
const contextOfFields = new Set(['dialog', 'form', 'field set', 'frame', 'control', 'key']);

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

export function allContextFindings(question: ElementQuestion, { neverClick }: ElementRules): Finding[] {
  const { facts, input } = question;
  const isField = input === 'fill' || (input === 'press' && isTyped(question));
  const handlers = facts.attributes
    .filter(({ where }) => where === 'around')
    .map((attribute) => ({ kind: 'handler', text: attribute.value, action: attributeAction(attribute, neverClick) }));
  const titles = facts.context
    // It is read with a bare verb alone.
    .filter(({ kind }) => kind !== 'row head' && (!isField || contextOfFields.has(kind)))
    // What a declared write sends of a box is compared with what the step says.
    .filter(({ kind }) => kind !== 'sent box' || question.expects.length === 0)
    .filter(({ kind, text }) => !kind.endsWith('box') || !describesOnly(text, seenPlaces.text, neverClick))
    .map((fact) => ({ ...fact, action: contextAction(fact, neverClick) }));
  const [, hash = ''] = /#(.*)$/s.exec(facts.frameUrl || facts.pageUrl) ?? [];
  // The path is that of a declared page, which the lint has judged; a route behind the hash may be of no page.
  const address = {
    kind: 'address',
    text: hash,
    action: hash === '' ? undefined : addressAction(`#${hash}`, neverClick, true),
  };
  return [...handlers, ...titles, ...bareOrders(question, neverClick), address].flatMap(({ kind, text, action }) =>
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

const refusals = wholeName('refusals');
const rowOrders = wholeName('rowOrders');
const otherOffers = wordsLike(patternIn('choices', 'otherOffers'));

function wholeName(list: 'refusals' | 'rowOrders'): RegExp {
  return new RegExp(String.raw`^[^\p{L}]*(?:${patternIn('choices', list)})[^\p{L}]*$`, 'iu');
}

/** "Decline" in a dialog "Load tender 5512", "Close" in the row "Account 77": a bare verb is said of what it is in. */
function bareOrders({ facts, input }: ElementQuestion, list: readonly NeverClick[]): (ContextFact & Acting)[] {
  const { name, visibleText, context } = facts;
  const order = [visibleText, name].map(unaccented).find((text) => refusals.test(text) || rowOrders.test(text));
  if (input !== 'click' || order === undefined || context.some(({ text }) => otherOffers.test(unaccented(text))))
    return [];
  const around = (kinds: RegExp): readonly ContextFact[] => context.filter(({ kind }) => kinds.test(kind));
  const [row, dialog] = [around(/^row$/), around(/^dialog$/)];
  // A row with no more than a number is of what its table, or the short heading over that, is called.
  const heading = around(/^section$/).find(({ text }) => (text.match(/\p{L}+/gu) ?? []).length <= 2);
  const ofTable =
    row.length === 0 ? [] : [...around(/^(?:table|row head)$/), ...(heading === undefined ? [] : [heading])];
  const titles =
    row.length > 0 ? [...row, ...ofTable] : !refusals.test(order) ? [] : dialog.length > 0 ? dialog : around(boxes);
  return titles.map((title) => ({ ...title, action: neverClickName(`${order} ${title.text}`, list) }));
}
/** What has a title of its own, and what it holds. */
const boxes = /^(?:section|card|region|table|details|tab|form|field set)$/;

interface Acting {
  readonly action: PortalAction | undefined;
}

/** The playbook's entry for this control of this page; one whose own name stands for the act does not pass the lint. */
export function liftedBy(question: ElementQuestion, { harmless }: ElementRules): Harmless | undefined {
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
  const rows = facts.context.filter(({ kind }) => kind === 'row');
  return [facts.name, facts.visibleText, tipOf(facts)].flatMap((text) => {
    const action = doubtInPlace(text, place, neverClick);
    const isOfPart = rows.length > 0 && rows.every((row) => takesOff(text, row.text));
    const declared = entryFor(text, question, harmless) !== undefined || answersHere(text, rules) || isOfPart;
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
