/** What is known of the element that is about to receive an input, and what is asked about it. */
import type { ClickEffect, PressedKey } from '../playbook/step.ts';
import type { ExpectedRequest } from '../playbook/declared-request.ts';
import type { Harmless, NeverClick, Playbook } from '../playbook/language.ts';
import type { Target } from '../playbook/target.ts';
import type { Values } from '../playbook/template.ts';
import type { RecordsSaid } from './record-mark.ts';
import { membersOf, membersOfAddress, membersOfId, type SaidId } from './field-value.ts';
import { patternIn } from './words/vocabulary.ts';
import { type AttributeFact, type ContextFact, type FieldFact, writesByAttribute } from './control-words.ts';

/** Something that lies over a control. */
export interface Overlay {
  /** It is, or holds, a control, or does something when it is pressed. */
  readonly acts: boolean;
  /** A calendar or a list that a field has opened, and which stays open. */
  readonly isPopup?: boolean;
  readonly text: string;
}

export interface FormFacts {
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
  /** What was said by turns while the page was watched, and is not said now. */
  readonly turned?: {
    /** By the control itself. */
    readonly own: readonly string[];
    /** With a number, by what says of which record the control is. */
    readonly near?: readonly string[];
    /** A moment ago, by it or by what it is under. */
    readonly left: readonly string[];
  };
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
  /** What says around it of which record it is. */
  readonly records?: RecordsSaid & {
    /** Titles of groups of its form, and what the fields of the form show. */
    readonly inForm: readonly string[];
    /** What the page has chosen in rows and groups of buttons. */
    readonly chosen?: readonly string[];
    /** What its form sends of lists and boxes. */
    readonly sent?: readonly string[];
  };
  /** What its form says of units: labels, columns, what is beside fields. */
  readonly units?: readonly string[];
  /** Of a field: its labels that people see. */
  readonly shownLabels?: readonly string[];
  /** Of an option: its first part, and the first part of that. */
  readonly firstParts?: readonly string[];
  /** Of a field: what is written right before it. */
  readonly wordsBefore?: readonly string[];
  /** Fields of its form whose values people do not type: hidden ones, ticked ones, lists. */
  readonly fields: readonly FieldFact[];
  /** Numbers of the form that records have in other fields of its form, in hidden ones of no form, and in attributes around it. */
  readonly loose?: readonly FieldFact[];
  /** By which ids the page calls the records in its lists; of those that it is itself about, without their numbers. */
  readonly ids?: readonly SaidId[];
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

export interface ElementRules {
  readonly origins: readonly string[];
  readonly pages: Playbook['pages'];
  readonly reads?: Playbook['reads'];
  readonly neverClick: readonly NeverClick[];
  readonly harmless: readonly Harmless[];
  readonly values: Values;
  /** The portal's words for the answer that the task gives to a claim, such as "Accept in full". */
  readonly answers?: readonly string[];
  /** In which the playbook's limits are; empty where it has none. */
  readonly currencies?: readonly string[];
}

export interface Finding {
  readonly rule: string;
  readonly reason: string;
}

/** A click that reads, on what is no link and sends no form. */
export function onlyOpens({ input, effect, facts }: ElementQuestion): boolean {
  return input === 'click' && effect === 'read' && facts.href === null && !submits(facts);
}

export const textTypes = new Set([
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
export function isTextField({ tag, type }: ElementFacts): boolean {
  return tag === 'textarea' || (tag === 'input' && textTypes.has(type) && type !== 'password');
}

export function isField({ tag, type, editsText, role }: ElementFacts): boolean {
  return (
    tag === 'textarea' ||
    tag === 'select' ||
    (tag === 'input' && textTypes.has(type)) ||
    editsText === true ||
    holding.test(role)
  );
}

/** What the control holds is data: it is typed into, chosen from, or holds what a key moves through. */
export function isTyped({ input, facts }: ElementQuestion): boolean {
  return input === 'fill' || input === 'choose' || (input === 'press' && isField(facts));
}

/** A button or a box to tick is clicked, and the arrows change what a native list has chosen. */
export function takesKey({ key, facts }: ElementQuestion): boolean {
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

/** A link, a tab or an entry of a menu, which sends nothing: "Voids" and "Void history" are lists there. */
export function showsOnly(facts: ElementFacts): boolean {
  if (submits(facts) || writesByAttribute(facts.attributes)) return false;
  return facts.href === null ? /^(?:tab|menuitem)$/.test(facts.role) : !/^\s*javascript:/i.test(facts.href);
}

export function asksByGet({ form, formMethod }: ElementFacts): boolean {
  return /^get$/i.test(formMethod ?? form?.method ?? '');
}

/** Whether a click on it sends its form. */
export function submits(facts: ElementFacts): boolean {
  return (
    facts.form !== null &&
    ((facts.tag === 'button' && (facts.type === 'submit' || facts.type === '')) ||
      (facts.tag === 'input' && (facts.type === 'submit' || facts.type === 'image')))
  );
}

/** What a page held when the control was judged, of what nobody types: a write is sent with just that. */
export interface Held {
  readonly fields: readonly FieldFact[];
  /** In attributes of the control itself. */
  readonly own: readonly FieldFact[];
  /** To where the control leads, or its form. */
  readonly addresses: readonly string[];
  /** Numbers in the address of its page; not of a control in a row of a list, which may be of another thing than the page. */
  readonly page: readonly FieldFact[];
  /** By which ids the page, and what it has read, calls the records in its lists. */
  readonly ids?: readonly SaidId[];
}

/** @param before fields of the form as they were when the form was first judged: what has been typed since changes no record */
export function heldBy(
  { fields, loose = [], ids = [], attributes, form, formAction, href, frameUrl }: ElementFacts,
  { within }: Target,
  before: readonly FieldFact[] = [],
): Held {
  const valueOf = ({ name, value }: FieldFact): string => {
    const [first, ...more] = before.filter((field) => field.name === name);
    return first === undefined || more.length > 0 || first.value === '' ? value : first.value;
  };
  const own = attributes.filter(({ where }) => where !== 'around');
  const data = own
    .filter(({ name }) => /^data-/i.test(name))
    .map(({ name, value }) => ({ name: name.slice('data-'.length), value }));
  const said = own.filter(({ value }) => /^(?:https?:\/)?\//i.test(value)).map(({ value }) => value);
  const addresses = [href, formAction, form?.action, ...said].filter((one) => one !== null && one !== undefined);
  const queries = addresses
    .filter((address) => URL.canParse(address, 'http://portal'))
    .flatMap((address) =>
      [...new URL(address, 'http://portal').searchParams].map(([name, value]) => ({ name, value })),
    );
  const held = [
    ...fields.map((field) => ({ name: field.name, value: valueOf(field) })),
    ...[...loose, ...data, ...queries].flatMap((field) => [field, ...membersOf(field.value)]),
  ];
  const about = ids.filter(({ numbers }) => numbers.length === 0);
  return {
    fields: held,
    own: data,
    addresses,
    page: within?.row === undefined ? [...membersOfAddress(frameUrl), ...about] : [],
    ids: ids.filter(({ numbers }) => numbers.length > 0).flatMap(membersOfId),
  };
}

/** A number of a record as JSON has it: as a text, so that its zeros stay. */
const recordNumber = /^\p{N}{8,}$/u;
/** `masterPro` is the number of another one, and `invoiceNo` one of something else. */
const ofAnother = new RegExp(patternIn('numbers', 'related', 'otherKinds'), 'iu');
export const mostIds = 2_000;
export const deepestData = 16;

/** By which ids the records are called that a JSON text lists. */
export function idsSaidIn(text: string): SaidId[] {
  try {
    return idsOf(JSON.parse(text));
  } catch {
    // No JSON, whatever its type says.
    return [];
  }
}

/** The same of data: of each object, with the numbers in it and in its parts, but not in its lists. */
export function idsOf(data: unknown): SaidId[] {
  const ids: SaidId[] = [];
  /** @returns the numbers that the part says */
  const visit = (part: unknown, depth: number): readonly string[] => {
    if (typeof part !== 'object' || part === null || depth > deepestData || ids.length >= mostIds) return [];
    if (Array.isArray(part)) {
      for (const item of part) visit(item, depth + 1);
      return [];
    }
    const members = Object.entries(part as Readonly<Record<string, unknown>>);
    const numbers = members.flatMap(([name, value]) => {
      const inner = visit(value, depth + 1);
      if (ofAnother.test(spelled(name))) return [];
      // `{"0412708839": 88412}` says an id of each number.
      if (recordNumber.test(name) && (typeof value === 'number' || typeof value === 'string'))
        ids.push({ name: 'id', value: String(value), numbers: [name] });
      return typeof value === 'string' && recordNumber.test(value) ? [value] : inner;
    });
    for (const [name, value] of numbers.length === 0 ? [] : members)
      if (
        typeof value === 'number' ||
        (typeof value === 'string' && value.length <= longestId && !numbers.includes(value))
      )
        ids.push({ name, value: String(value), numbers });
    return numbers;
  };
  visit(data, 0);
  return ids;
}

const longestId = 80;

const spelled = (name: string): string => name.replace(/(?<=\p{Ll})(?=\p{Lu})|_/gu, ' ');
