/** The act that a control's own names, attributes, addresses and form fields stand for (D65): nothing lifts these. */
import type { NeverClick } from '../playbook/language.ts';
import type { PortalAction } from '../task.ts';
import { namesActDetail, namesBookedAccount } from './act-details.ts';
import { asksAboutActs, asksForHelp, namesActList, namesPendingRecords, namesReport } from './act-lists.ts';
import { isActThing } from './action-words.ts';
import {
  begunAct,
  dangerousField,
  doubtfulName,
  encodedAct,
  listedName,
  neverClickName,
  neverClickPath,
  neverClickScript,
  withoutDrawing,
} from './never-click.ts';
import { namesState, reportsDone } from './record-lists.ts';
import { patternIn, patternOf, type SentenceWords, unaccented, vocabularies, wordsLike } from './words/vocabulary.ts';
import { decodeOnce } from './request-line.ts';

export interface AttributeFact {
  /** On the control itself, on a part of it, or on what lies around it and hears its clicks. */
  readonly where: 'control' | 'part' | 'around';
  readonly name: string;
  readonly value: string;
}

export interface FieldFact {
  readonly name: string;
  readonly value: string;
}

/** How a drawing is drawn, how a field looks: nothing that says what a control does. */
const unspoken =
  /^(?:d|points|viewbox|xmlns(?::\w+)?|transform|fill.*|stroke.*|width|height|[xyr]|[cr][xy]|[xy][12]|srcset|sizes|integrity|nonce|tabindex|type|autocomplete|accept|lang|dir|rel|loading|decoding|draggable|spellcheck|(?:max|min)length|pattern|min|max|step|rows|cols|href|formaction|style|aria-(?:describedby|details))$/i;
const scripted =
  /^(?:on\w+|[@(#*[].*|v-(?:on|bind)?.*|x-.*|:.*|(?:data-)?ng-.*|wire:.*|phx-.*|jsaction|on-.*|(?:data-)?hx-on.*|up-on.*)$/i;
const addressed =
  /^(?:src|action|ping|cite|(?:data-)?hx-(?:get|post|put|patch|delete)|up-href|.*[-_:](?:url|href|path|endpoint|route|link|uri|src))$/i;
/** Where a control says which part of the page it shows. */
const listed =
  /^(?:id|name|class|title|value|aria-(?:label|controls|labelledby)|data-(?:bs-)?(?:target|tab|value|key|name|title|test|testid|test-id|cy|qa))$/i;
const reads = /^(?:(?:data-)?hx-get|src|up-href|.*[-_:](?:href|route|link|src))$/i;
/** What chooses the act by a single word. */
const choosing =
  /^(?:(?:data-)?(?:action|act|op|operation|cmd|command|do|verb|method|event|turbo-method)|(?:data-)?(?:ng-click|wire:click)|wire:(?:click|submit)[\w.]*|phx-(?:click|submit)|on-(?:tap|click)|[@(]click.*|v-on:click.*|x-on:click.*|onclick)$/i;
/** How a framework draws what a control's record is like; none of it happens by a click. */
const drawn =
  /^(?:(?:data-)?ng-(?:if|show|hide|class|style|disabled|readonly|repeat|bind|switch.*)|v-(?:if|else-if|show|for|text)|x-(?:show|if|text|bind:(?:class|style|disabled|hidden)|transition.*)|v-bind:(?:class|style|disabled|hidden)|:(?:class|style|disabled|hidden|key)|\[(?:class|style|disabled|hidden|ngclass|ngstyle|attr\.aria-\w+)(?:\.[\w-]+)?\]|\*ng(?:if|for|switchcase))$/i;
/** `bill.voided`, `isVoid`, `status === 'Closed'`: what a record is, and no word for what is done to it. */
const stateInScript =
  /(?<![A-Za-z])(?:is|was|has)[-_]?(?:void|closed|cancell?ed)(?![A-Za-z])|(?<![A-Za-z])(?:(?:is|was|has)[-_]?)?(?:voided|cancell?ed|closed|paid|reversed|withdrawn|deleted|archived|removed|rejected|accepted|expired|annulled)(?![A-Za-z])|(?<![A-Za-z])void(?=['"]?:)|(?<=(?:status|state)\W{0,6}['"])\w+(?=['"])/gi;
/** A text of a script: `load('cancelled')` asks for a list where it only reads. */
const quoted = /(['"`])([^'"`]{1,60})\1/g;
const no = /^(?:|0|false|no|off|none|null|undefined)$/i;

/** What libraries show beside a control while the mouse is over it. */
const tips = /^data-(?:bs-)?(?:tooltip|tip|hint|original-title|title)$/i;
/** `enable: !voided()`: what Knockout draws by a state of the record, among what it binds. */
const boundDrawing =
  /(?<=^|[,{]\s*)(?:enable|disable|visible|hidden|if|ifnot|css|class|style)\s*:\s*(?:\{[^}]*\}|[^,}]*)/g;

/** Where frameworks say which value of a record a control shows or sorts by: its last word. */
const dataBound =
  /^(?:for|(?:aria-|data-)?placeholder|headers|col-id|(?:data-)?(?:field|col|column|column-?(?:id|name|key)|sort|sort-?(?:key|field|by)|header|filter|prop|property|bind)|formcontrolname|(?:data-)?ng-model|[vx]-model|wire:model[\w.]*)$/i;

/**
 * The act of an attribute, by its name and all of its value. @param describes whether a text orders nothing where the
 * control is, such as "Void date" at the head of a column
 */
export function attributeAction(
  { where, name, value: written }: AttributeFact,
  list: readonly NeverClick[],
  isRead = false,
  describes: (text: string) => boolean = () => false,
): PortalAction | undefined {
  const isBinding = /^data-bind$/i.test(name);
  const spelled = spelledOut(written);
  const value = isBinding ? spelled.replace(boundDrawing, (each) => each.replace(stateInScript, ' ')) : spelled;
  // The sign of a drawing that a part shows; addresses of links are judged by themselves.
  if (where === 'part' && name === 'href' && value.startsWith('#')) return neverClickName(value, list);
  if (unspoken.test(name)) return undefined;
  if (listed.test(name) && ((isRead && namesActList(value)) || describes(value))) return undefined;
  if (tips.test(name) && describes(value)) return undefined;
  if (dataBound.test(name) && describes(/[^.:]*$/.exec(value)?.[0] ?? '')) return undefined;
  const isScript = scripted.test(name) || isBinding || value.includes('(');
  if (!no.test(value) || (value === '' && /[-_]/.test(name))) {
    const said = name.replace(/^(?:data|aria|hx|ng)-/i, '');
    const spoken = isScript || describes(said) ? undefined : neverClickName(said, list);
    if (spoken !== undefined) return spoken;
  }
  if (value === '' || /^\s*data:(?:image|font)\//i.test(value)) return undefined;
  if (addressed.test(name) || /^(?:https?:\/\/|\.{0,2}\/|#[/!])/i.test(value))
    return addressAction(value, list, isRead && reads.test(name));
  if (/^(?:data-)?(?:status|state)$/i.test(name) && namesState(value)) return undefined;
  if (drawn.test(name)) return neverClickScript(value.replace(stateInScript, ' '), list);
  if (isScript) {
    // `sortBy('writeOffAccount')` is about a column; `run('writeOffAccount')` calls an operation.
    const isData = (text: string): boolean => !namesBookedAccount(text) || /sort|order|filter|group/i.test(value);
    const script = value.replace(quoted, (whole, mark: string, text: string) =>
      describes(text) && isData(text) ? mark + mark : whole,
    );
    const coded = [...script.matchAll(quoted)].map(([, , text = '']) => encodedAct(text, list));
    return (
      (/^\s*void\s*$/i.test(script) ? neverClickName(script, list) : neverClickScript(script, list)) ??
      (choosing.test(name) ? chosen(withoutDrawing(script)) : undefined) ??
      coded.find((action) => action !== undefined)
    );
  }
  if (name === 'class' || name === 'part') {
    for (const word of value.split(' ')) {
      // A row of a voided bill is drawn as one, and a place to drop files on is none to drop a claim.
      if (namesState(word) || describes(word)) continue;
      const action = neverClickName(
        word.replace(/drag[-_]?(?:and[-_]?)?drop|drop[-_]?(?:area|zone|target)/gi, ''),
        list,
      );
      if (action !== undefined) return action;
    }
    return undefined;
  }
  return neverClickName(value, list) ?? (choosing.test(name) ? chosen(value) : undefined) ?? encodedAct(value, list);
}

const escaped = /\\(?:x([\da-f]{2})|u([\da-f]{4})|u\{([\da-f]{1,6})\})/gi;
/** Two texts of a script that are put together, and the letters of one that is made of their numbers. */
const joined = /(['"`])\s*\+\s*(['"`])/g;
const numbered = /\bfromCharCode\(([\d\s,]+)\)/g;

/** A script with its texts as it will read them: escapes of letters, and texts that are put together of pieces. */
function spelledOut(value: string): string {
  if (!/[\\+]|fromCharCode/.test(value)) return value;
  const letter = (code: number): string => (code <= 0x10ffff ? String.fromCodePoint(code) : '');
  return value
    .replace(escaped, (_, ...codes: string[]) => letter(parseInt(codes.slice(0, 3).find(Boolean) ?? '0', 16)))
    .replace(
      numbered,
      (_, codes: string) =>
        `"${codes
          .split(',')
          .map((code) => letter(Number(code)))
          .join('')}"`,
    )
    .replace(joined, '');
}

/** `click->bill#delete`, `delete()`, `$emit('cancel')`: the word that is left when the wiring is gone. */
function chosen(value: string): PortalAction | undefined {
  for (const part of value.split(/[\s;,]+|->|#|\.(?=\w+\()/)) {
    const word = part.replace(/\(.*$/, '');
    const action = /^[\w-]+$/.test(word) ? doubtfulName(word) : undefined;
    if (action !== undefined) return action;
  }
  return undefined;
}

/** The act of an address: its path, its route behind the hash, and the fields of its query; of a script, its words. */
export function addressAction(address: string, list: readonly NeverClick[], isRead = false): PortalAction | undefined {
  const script = /^\s*javascript:(.*)$/is.exec(address);
  if (script !== null) return neverClickScript(spelledOut(decoded(script[1] ?? '')), list);
  const [, rest = '', query = '', hash = ''] =
    /^(?:[a-z][a-z0-9+.-]*:)?(?:\/\/[^/?#]*)?([^?#]*)(?:\?([^#]*))?(?:#(.*))?$/is.exec(address) ?? [];
  const path = pathAction(rest, list, isRead);
  if (path !== undefined) return path;
  const begun = begunAct(decoded(rest), new URLSearchParams(query), list);
  if (begun !== undefined) return begun;
  for (const [name, value] of new URLSearchParams(query)) {
    const found = fieldAction({ name, value }, list, isRead);
    if (found !== undefined) return found;
  }
  if (hash === '') return undefined;
  const route = hash.replace(/^[!/]+/, '/');
  if (route.startsWith('/')) return addressAction(route, list, isRead);
  return isRead && namesActList(decoded(hash)) ? undefined : neverClickName(decoded(hash), list);
}

function pathAction(path: string, list: readonly NeverClick[], isRead: boolean): PortalAction | undefined {
  return path === '' ? undefined : neverClickPath(decoded(path), list, isRead);
}

const decoded = (text: string): string => decodeOnce(text) ?? text;

/** The act that a field of the control's form asks for (`action=void`, `__EVENTTARGET=btnVoid`). @param isRead by GET */
export function fieldAction(
  { name, value }: FieldFact,
  list: readonly NeverClick[],
  isRead = false,
): PortalAction | undefined {
  if (/^__event(?:target|argument)$/i.test(name)) return neverClickName(value, list);
  // A state, such as voided=false, asks for nothing; a method is the request gate's.
  if (no.test(value) || /^_?method$/i.test(name)) return undefined;
  const rule = dangerousField(name, value, list, isRead)?.rule;
  return rule?.startsWith('never_click.') === true ? (rule.slice('never_click.'.length) as PortalAction) : undefined;
}

/** Whether attributes of the control make its request another one than a GET. */
export function writesByAttribute(attributes: readonly AttributeFact[]): boolean {
  return attributes.some(
    ({ where, name, value }) =>
      where !== 'around' &&
      (/^(?:data-)?hx-(?:post|put|patch|delete)$/i.test(name) ||
        (/^(?:data-(?:turbo-|http-)?method|formmethod|up-method)$/i.test(name) && !/^\s*get\s*$/i.test(value))),
  );
}

/** Whether the form, or the attributes, turn the request into one that deletes. */
export function deletes(attributes: readonly AttributeFact[], fields: readonly FieldFact[]): boolean {
  const isDelete = (value: string): boolean => /^\s*delete\s*$/i.test(value);
  return (
    fields.some(({ name, value }) => /^(?:_method|x-http-method-override)$/i.test(name) && isDelete(value)) ||
    attributes.some(
      ({ where, name, value }) =>
        (where !== 'around' && /^data-(?:turbo-|http-)?method$/i.test(name) && isDelete(value)) ||
        /^(?:data-)?hx-delete$/i.test(name),
    )
  );
}

/** Whether what a control is under (headings, dialogs, rows, forms, descriptions) makes it one of the acts (D65). */
export interface ContextFact {
  /** Where it is, as people call it: `dialog`, `section`, `row`, `description`, … */
  readonly kind: string;
  readonly text: string;
}

const pattern = (...names: (keyof SentenceWords)[]): string => patternIn('sentences', ...names);
const stateWords = vocabularies
  .flatMap(({ recordLists }) => recordLists.states)
  .filter((word) => word !== 'off' && word !== 'written');
const stateNames = `${patternOf(stateWords)}|${pattern('states')}`;
/** "Voided bills", "Show cancelled": a list of what has been done is not the doing. */
const states = new RegExp(
  String.raw`^(?:(?:${pattern('leads')})[^\p{L}\p{N}]+)*(?:${stateNames})(?![\p{L}\p{N}])(?![^.!?]*(?<![\p{L}\p{N}])(?:${pattern('orders')})(?![\p{L}\p{N}]))`,
  'iu',
);
/** "Voided bills will be listed below": a state of what the sentence is about. */
const stateBefore = wordsLike(
  String.raw`(?<!(?<!\p{L})(?:${pattern('auxiliaries')}) )(?:${patternOf(stateWords)})(?= \p{L})|(?:${pattern('adjectives')})(?= \p{L})`,
  'giu',
);
/** "Void policy", "Cancellation fee": the name of a text or a figure. */
const papers = new RegExp(String.raw`(?<![\p{L}\p{N}])(?:${pattern('papers')})\W*$`, 'iu');
/** "Cancelling this load may result in a fee" is no title of one. */
const longestPaper = 6;
/** Where a title names a part of what is shown. A dialog or a form of the name "Void reason" is there to void. */
const parts = /^(?:section|table|tab|column|row|card|frame|region|field set|details)$/;
/** "Remit to", "Pay to:": who gets what, as every invoice has it, with the party behind or below. */
const parties = new RegExp(String.raw`^\W*(?:please\W+)?(?:${pattern('parties')})\W*$`, 'iu');
/** Whether a name is no more than that of who gets what. */
export function namesParty(name: string): boolean {
  return parties.test(unaccented(name).replaceAll('-', ' '));
}

/** "does not void the bill", "without cancelling": an act that is said not to be done. */
const denied = new RegExp(
  String.raw`(?<![\p{L}\p{N}])(?:${pattern('denials')})(?![\p{L}\p{N}])(?:(?! (?:${pattern('denialEnds')}) |[.;:!?]).)*`,
  'giu',
);
/** "To void a bill, call billing.": where the act is done instead. */
const elsewhere = new RegExp(
  String.raw`(?:^|(?<=[.!?]\s))(?:${pattern('purposes')})(?!\p{L})[^.!?]*?[,:?]?\s*(?<!\p{L})(?:${pattern('contacts')})(?!\p{L})[^.!?]*[.!?]?`,
  'giu',
);
const here = wordsLike(pattern('here'));

/** "was cancelled on May 5", "fue anulada": a report, also of one record; what is about to be done is none. */
const doneWords = [...stateWords, ...stateWords.map((word) => word.replace(/s$/, ''))];
const pastDone = wordsLike(
  String.raw`(?:${pattern('past')})\s+(?:\p{L}+\s+)?(?:${patternOf(doneWords)}|written off)(?:\s+(?:worden|and|y|et|und)\s+\p{L}+)?`,
  'giu',
);
const byOthers = wordsLike(pattern('byOthers'));
const clauses = new RegExp(
  String.raw`(?:,\s*|\s+)(?:${patternOf(vocabularies.flatMap(({ lists }) => lists.and))})\s+`,
  'iu',
);

const sentences = /(?:[^.!?;\n]|[.!?](?=[\p{L}\p{N}]))+[.!?]*/gu;
/** "Amounts above $500" says how much, and not where. */
const sending = wordsLike(String.raw`${pattern('about')}|(?:${pattern('places')})(?!\s*[\p{Sc}\p{N}])`);
const condition = wordsLike(pattern('conditions'));
const pressing = wordsLike(
  String.raw`(?:${pattern('whenever')})\s+(?:${pattern('whoever')})\s+(?:(?:${pattern('between')})\s+)*(?:${pattern('pressed')})|${pattern('presses')}`,
);
/** "Proceed to step 2 to confirm the charges": what is done later. */
const later = wordsLike(pattern('later'));
const consent = wordsLike(pattern('consent'));

/** A text without what it denies, and without what it says is done elsewhere. */
function ordersIn(text: string): string {
  return text.replace(denied, ' ').replace(elsewhere, (sentence) => (here.test(sentence) ? sentence : ' '));
}

const now = wordsLike(pattern('now'));
const auxiliary = wordsLike(pattern('auxiliaries'));
const passives = vocabularies.flatMap(({ sentences: { passives: entries } }) =>
  entries.map((entry) => {
    const [participle = '', verb = ''] = entry.split(' > ');
    return { participle: wordsLike(patternOf([participle])), verb };
  }),
);

/** The act of "The chargeback gets paid with this form": by itself the participle is a state, or what comes in time. */
function passiveAction(sentence: string, list: readonly NeverClick[]): PortalAction | undefined {
  if (!auxiliary.test(sentence) || ![now, here, pressing].some((one) => one.test(sentence))) return undefined;
  return passives
    .map(({ participle, verb }) => ({ verb, at: sentence.search(participle) }))
    .filter(({ at }) => at >= 0)
    .map(({ verb, at }) => neverClickName(`${verb} ${sentence.slice(0, at)}`, list))
    .find((action) => action !== undefined);
}

const coming = passives.map(({ participle, verb }) => ({
  participle,
  verb,
  said: wordsLike(String.raw`(?:${pattern('coming')})(?:\s+\p{L}+){0,2}\s+${participle.source}`),
}));

/** The act of "The dispute will be closed" in a dialog: the participle by itself is a state. */
function comingAction(text: string, list: readonly NeverClick[]): PortalAction | undefined {
  return coming
    .filter(({ said }) => said.test(text))
    .map(({ participle, verb }) => neverClickName(`${verb} ${text.replace(participle, ' ')}`, list))
    .find((action) => action !== undefined);
}

/**
 * The act that a sentence near a control says it does: "Saving this form voids the bill". @param inDialog what a short dialog says is
 * what its buttons go on with: "The bill will be voided."
 */
function sentenceAction(text: string, list: readonly NeverClick[], inDialog = false): PortalAction | undefined {
  for (const [whole] of ordersIn(text).matchAll(sentences)) {
    // "The pickup is cancelled, and the carrier will be told": who does one part says nothing of the other.
    const sentence = inDialog
      ? whole
          .split(clauses)
          .filter((clause) => !byOthers.test(clause))
          .join(' and ')
      : whole;
    const isOfThis =
      (inDialog || sending.test(sentence)) &&
      !/[?？]/.test(sentence) &&
      !states.test(sentence.trim()) &&
      !consent.test(sentence);
    if (
      !isOfThis ||
      later.test(sentence) ||
      (!inDialog && byOthers.test(sentence)) ||
      (condition.test(sentence) && !pressing.test(sentence))
    )
      continue;
    // "Voided bills will be listed below."
    const action =
      neverClickName(sentence.replace(pastDone, ' ').replace(stateBefore, ' '), list) ??
      passiveAction(sentence, list) ??
      (inDialog ? comingAction(sentence, list) : undefined);
    if (action !== undefined) return action;
  }
  return undefined;
}
/**
 * "Bill voided?" over a control asks for a yes or a no, as "Void bill?" does; "Why was my bill voided?" does not, nor does a long
 * question. Over a column it is what the column holds.
 */
const mostAsked = 4;
function asksWhether(kind: string, title: string): boolean {
  const words = title.match(/\p{L}+/gu) ?? [];
  if (/^(?:row|column|table)$/.test(kind)) return false;
  return /[?？]\s*$/.test(title) && words.length <= mostAsked && !asksAboutActs(title);
}
/** "Balance written off: $0.00": a state or a detail with its value. */
function tellsFigure(title: string): boolean {
  const [, label = ''] = /^([^:]{3,60}):\s*\S.{0,40}$/s.exec(title) ?? [];
  return label !== '' && (reportsDone(label, true) || namesActDetail(label, true));
}

/** "Invoices to pay": every portal lists what is still to be paid. Chargebacks are the act all the same. */
function namesPayables(title: string): boolean {
  return namesPendingRecords(title) && isActThing(/\p{L}+/u.exec(title)?.[0] ?? '', 'void_bill');
}

/** The act that a text around a control speaks of; undefined where it reports a state, a paper, or an act not done. */
export function contextAction(
  { kind, text: written }: ContextFact,
  list: readonly NeverClick[],
): PortalAction | undefined {
  const text = unaccented(written);
  if (kind === 'text') return sentenceAction(text, list);
  if (kind === 'dialog text') return sentenceAction(text, list, true);
  const isAsked = asksWhether(kind, written);
  const isState = !isAsked && states.test(text);
  const isTitle = (text.match(/\p{L}+/gu) ?? []).length <= longestPaper;
  if (
    kind !== 'description' &&
    kind !== 'component' &&
    (isState || (isTitle && papers.test(text)) || parties.test(text))
  )
    return undefined;
  if (/^(?:section|table|tab|column|card|frame|region)$/.test(kind) && namesActList(written)) return undefined;
  if ((parts.test(kind) || kind === 'form') && asksForHelp(written)) return undefined;
  if (kind === 'component' && namesReport(written)) return undefined;
  // "Facture acquittée", "Rechnung bezahlt": of many languages the state is behind what it is of.
  if (!isAsked && /^(?:section|table|tab|column|card)$/.test(kind) && reportsDone(written, true)) return undefined;
  if (parts.test(kind) && (tellsFigure(written) || namesPayables(written)) && listedName(written, list) === undefined)
    return undefined;
  if (parts.test(kind) && namesActDetail(written, true) && listedName(written, list) === undefined) return undefined;
  const words = text.replaceAll('-', ' ');
  if (kind === 'component' && (states.test(words) || states.test(words.replace(/^\w+ /, '')))) return undefined;
  const said = ordersIn(text);
  if (kind !== 'dialog' && kind !== 'form') return neverClickName(said, list);
  const isComing = comingAction(said, list);
  if (isComing !== undefined) return isComing;
  // Among them are class words and ids, each by itself.
  return /^[\w-]+(?: [\w-]+)*$/.test(text) && /[-_]/.test(text)
    ? (said
        .split(' ')
        .map((word) => neverClickName(word, list))
        .find(Boolean) ?? neverClickName(said, list))
    : neverClickName(said, list);
}
