/** Finds whether a name or a path belongs to an action that is never clicked: built-in words and the playbook's list. */
import type { NeverClick } from '../playbook/language.ts';
import { pathMatches } from '../playbook/template.ts';
import type { PortalAction } from '../task.ts';
import { namesActDetail, takesPartOff } from './act-details.ts';
import { beforeActList, namesActList } from './act-lists.ts';
import { actionOfName, actionOfWords, doubtfulActionOfName } from './action-words.ts';
import { containsPhrase, type NormalName, normaliseName, upright, wordsForMatching, writtenOut } from './normalise.ts';
import {
  countedRecords,
  leadsToRecordList,
  namesRecordList,
  namesState,
  withoutEnding,
  withoutViews,
} from './record-lists.ts';
import { unaccented, vocabularies } from './words/vocabulary.ts';

/** The action a control's name, an identifier or a heading stands for. */
export function neverClickName(name: string, list: readonly NeverClick[]): PortalAction | undefined {
  return (
    actionOf(name, normaliseName(name), list) ??
    (namesRecordList(name) || takesPartOff(name) ? undefined : actionOfFigures(name))
  );
}

function actionOf(name: string, normal: NormalName, list: readonly NeverClick[]): PortalAction | undefined {
  const listed = listedIn(normal, list);
  if (listed !== undefined) return listed;
  const said = actionOfName(normal);
  if (said !== undefined && takesPartOff(name)) return undefined;
  if (said !== undefined && !namesRecordList(name)) return said;
  // A sign between two words is the word "and" ("Submit & pay"), and an arrow the word "to".
  const joined = said === undefined ? name.replace(joining, 'and').replace(leading, 'to') : name;
  if (joined !== name) return actionOf(joined, normaliseName(joined), list);
  const apart = said === undefined ? (actionOfParts(name) ?? actionOfBoth(name)) : undefined;
  if (apart !== undefined) return apart;
  const stood = upright(name);
  if (stood !== undefined) return neverClickName(stood, list);
  if (!overriding.test(name)) return undefined;
  return neverClickName(Array.from(name.replace(allOverriding, '')).toReversed().join(''), list);
}

const joining = /(?<=\p{L}\s)[&+](?=\s\p{L})/gu;
const leading = /(?<=\p{L}\s)(?:[→➔➜⇒]|[-=]>)(?=\s[\p{L}\d])/gu;

/**
 * "Close account details" is about a view; "Close account (details)" and "Close account – details" have a sign before the word
 * that would make it one.
 */
function actionOfParts(name: string): PortalAction | undefined {
  if (name.length > longestCounted || !parting.test(name) || /cookie/i.test(name)) return undefined;
  for (const part of name.replace(calling, ' ').split(parting)) {
    const action = /\p{L}\P{L}+\p{L}/u.test(part) ? actionOfName(normaliseName(part)) : undefined;
    if (action !== undefined && !namesRecordList(part)) return action;
  }
  return undefined;
}

/** "Close account details and account": what is closed beside the view, whose word takes the verb along. */
function actionOfBoth(name: string): PortalAction | undefined {
  const [, verb = '', view = '', other = ''] = name.length > longestCounted ? [] : (both.exec(name) ?? []);
  const isView = verb !== '' && actionOfName(normaliseName(`${verb} ${view}`)) !== undefined;
  const action = isView ? actionOfName(normaliseName(`${verb} ${other}`)) : undefined;
  return action === undefined || namesRecordList(`${verb} ${other}`) ? undefined : action;
}
const both = /^\s*(\p{L}+)\s+(\S.*)\s+\p{L}+\s+(?:and|or|&|\+|plus|y|e|o|u|et|ou|und|oder)\s+(\S.*)$/iu;

/** Also between the values of a call (`close('account','details')`) and behind a target (`close-account:details`). */
const parting = /[.;:!?,](?=\s)|[,;](?=['"`])|(?<=[\p{L}'"`)]):(?=[\p{L}'"`])|\s[-–—|]\s|[()\n]/u;

/** The first text that a call is given belongs to its name. */
const calling = /(?<=\p{L})\(\s*(?=['"`])/gu;

/** What is longer names no number of records, and would be read twice more. */
const longestCounted = 200;
const amounts =
  /(?<![\p{L}\p{N}])(?:[$€£¥]\s?\d[\d.,’]*|(?:USD|EUR|CAD|MXN|GBP)\s?\d[\d.,’]*|\d[\d.,’]*\s?(?:[$€£]|(?:USD|EUR|CAD|MXN|GBP)(?!\p{L})))/gu;
/** "Set open amount to $0". */
const nothing = /(?<![\p{L}\p{N}.,’])(?:[$€£]\s?0+(?:[.,]0+)?|0+(?:[.,]0+)?\s?[$€£])(?![\d.,])/gu;
const counts = /(?<![\p{L}\p{N}.,/#-])(?:[1-9]\d{0,2}(?:[.,’\s]\d{3})+|[1-9]\d{1,5}|[2-9])(?![\p{L}\p{N}/-]|[.,]\d)/gu;
/** After a number, with one or two words between: what it counts. */
const counted = new RegExp(`^(?:\\s+[\\p{L}-]+){0,2}?\\s+(?:${countedRecords().join('|')})(?!\\p{L})`, 'iu');

/** "Re-rate 4,210 bills", "Pay $12.40 now": numbers of records and amounts of money, where other names have "all" or "the balance". */
function actionOfFigures(name: string): PortalAction | undefined {
  if (name.length > longestCounted) return undefined;
  if (!/\d/.test(name)) return several.test(name) ? actionOfSeveral(name) : undefined;
  const read = name
    .replace(nothing, ' zero ')
    .replace(amounts, ' moneyamount ')
    .replace(counts, (count, at: number, text: string) =>
      counted.test(text.slice(at + count.length)) ? ' countofmany ' : count,
    );
  if (read === name) return undefined;
  return actionOfName(normaliseName(read)) ?? actionOfName(normaliseName(read.replaceAll('countofmany', '')));
}

/** One word, perhaps with "re-" before it, and behind it records in the plural, with no number. */
const several = new RegExp(
  `^(\\P{L}*(?:\\p{L}{1,3}[-\\s])?\\p{L}+\\s)(?=(?:${countedRecords().join('|')})\\P{L}*$)`,
  'iu',
);

/** "Re-rate shipments": one record is re-rated by a correction, several only in a mass. */
function actionOfSeveral(name: string): PortalAction | undefined {
  const action = actionOfName(normaliseName(name.replace(several, '$1countofmany ')));
  return action === 'mass_rerate' ? action : undefined;
}

/** Signs behind which letters are read from the end to the beginning. */
const overriding = /[\u202b\u202e\u2067]/u;
const allOverriding = /[\u202a-\u202e\u2066-\u2069]/gu;

/** The action whose entry in the playbook's list has words of this name: nothing makes it the name of something else. */
export function listedName(name: string, list: readonly NeverClick[]): PortalAction | undefined {
  return listedIn(normaliseName(name), list);
}

function listedIn({ words, unsplit }: NormalName, list: readonly NeverClick[]): PortalAction | undefined {
  return phrasesOf(list).find((phrase) => containsPhrase(words, phrase.words) || containsPhrase(unsplit, phrase.words))
    ?.action;
}

interface ListedPhrase {
  readonly action: PortalAction;
  readonly words: readonly string[];
}

/** The phrases of a list, brought into form once: every name of a page, and of a playbook, is compared with all. */
const phrasesOfList = new WeakMap<readonly NeverClick[], readonly ListedPhrase[]>();

function phrasesOf(list: readonly NeverClick[]): readonly ListedPhrase[] {
  const known = phrasesOfList.get(list);
  if (known !== undefined) return known;
  const phrases = list.flatMap(({ action, label, names }) =>
    [label, ...names].map((phrase) => ({ action, words: wordsForMatching(phrase) })),
  );
  phrasesOfList.set(list, phrases);
  return phrases;
}

/** The action a script stands for; `void` as an operator ("javascript:void(0)") is not the word. */
export function neverClickScript(script: string, list: readonly NeverClick[]): PortalAction | undefined {
  const own = script.replace(/(?<![\w$.'"`/-])void(?=\s|\(|$)/g, '');
  return neverClickName(withoutDrawing(own), list);
}

/** A script without what only changes how the page is drawn, and without what browsers call by such words. */
export function withoutDrawing(script: string): string {
  return script.replace(browserWords, ' ').replace(drawingWords, '$1 ');
}

/** Members of events and of the window whose names are like those of acts, and the closing of what lies over a page or is edited in it. */
const browserWords = new RegExp(
  [
    String.raw`\.cancel(?:Bubble|able)\b`,
    String.raw`\bcancel(?:AnimationFrame|IdleCallback|Edit(?:ing)?|Changes|Drag|Upload|Selection|Search|Modal|Dialog|Popup|Timer)\b(?!['"\x60])`,
    String.raw`\bAbort(?:Controller|Signal)\b(?:\(\)\.abort\b)?|\b(?:abort)?controller\.abort\b`,
    String.raw`\bclose(?:Modal|Dialog|Popup|Overlay|[A-Za-z]{0,40}?(?:Menu|Dropdown|Popover|Panel|Drawer|Tooltip))\b(?!['"\x60])`,
  ].join('|'),
  'g',
);

/**
 * What takes a part off the page, or a class, an attribute or a listener off a part: nothing of the portal's. `remove()`
 * by itself counts so only of what a search in the page has found; `shipment.remove()` may be a record.
 */
const drawingWords = new RegExp(
  [
    String.raw`((?:(?:\b(?:getElementById|querySelector|closest|parents?|jQuery)|(?<![\w$])\$)\s*\([^()]*\)|\b(?:this|target|currentTarget|srcElement|parent(?:Node|Element)|(?:next|previous)(?:Element)?Sibling|(?:first|last)(?:Element)?Child))(?:\[0\])?)\s*\??\.(?:remove|detach)\s*\(\s*\)`,
    String.raw`\.classList\s*\??\.remove\b`,
    String.raw`\.remove(?:Attribute(?:NS|Node)?|AttributeNode|EventListener|Child|Property|Class|Attr|Data)\b`,
    String.raw`\b(?:local|session)Storage\s*\.removeItem\b`,
  ].join('|'),
  'g',
);

/** The action that a bare verb may stand for, such as "Cancel". */
export function doubtfulName(name: string): PortalAction | undefined {
  return doubtfulActionOfName(normaliseName(name.replace(joining, 'and')));
}

/** The action whose entry in the playbook's list names this path. */
export function listedPath(path: string, list: readonly NeverClick[]): PortalAction | undefined {
  return list.find((entry) =>
    entry.paths.some((template) => pathMatches(template, path) || pathMatches(template, path.toLowerCase())),
  )?.action;
}

/**
 * The action a canonical path leads to: a listed path, or a segment that says so.
 * @param isRead it is asked for by GET: `/voids` shows a list then, and by POST makes one more
 */
export function neverClickPath(path: string, list: readonly NeverClick[], isRead = false): PortalAction | undefined {
  const listed = listedPath(path, list);
  if (listed !== undefined) return listed;
  const whole = withoutSignIn(withoutCookieConsent(path.split('/').filter((segment) => segment !== '')), isRead);
  const shorter = isRead ? withoutViews(whole) : whole;
  const isListOfViews = leadsToRecordList(shorter.join('/')) || beforeActList(shorter) !== undefined;
  const all = isListOfViews ? shorter : whole;
  // What comes before such a list is read all the same.
  const segments =
    isRead && isHelp(path)
      ? []
      : leadsToRecordList(all.join('/'))
        ? all.slice(0, namesRecordList(withoutEnding(all.at(-1) ?? '')) ? -1 : -2)
        : ((isRead ? beforeActList(all) : undefined) ?? all);
  // Each once: reading a segment costs more than anything that is asked of it.
  const known = new Map<string, NormalName>();
  for (const segment of segments) {
    if (known.has(segment)) continue;
    const normal = normaliseName(segment);
    const action = actionOf(segment, normal, list);
    if (action !== undefined) return action;
    known.set(segment, normal);
  }
  const spoken = segments.filter((segment) => !isIdentifier(segment)).map((segment) => known.get(segment)?.words ?? []);
  for (const [n, words] of spoken.entries()) {
    const action = n === 0 ? undefined : actionOfWords([...(spoken[n - 1] ?? []), ...words]);
    if (action !== undefined) return action;
  }
  const last = known.get(segments.at(-1) ?? '');
  return last === undefined || answersClaim(segments) || isPartOfRecord(spoken.at(-2) ?? [])
    ? undefined
    : doubtfulActionOfName(last);
}

const parts = new Set(vocabularies.flatMap(({ ownParts }) => ownParts).map((part) => wordsForMatching(part).join(' ')));

/** `/attachments/3/delete`: the bare verb has what it is done to before it, which is no record by itself. */
function isPartOfRecord(words: readonly string[]): boolean {
  return parts.has(words.join(' '));
}

/**
 * `/claims/5519/accept`: to answer a claim is a task of ours, and what is sent there has to be declared; `/tenders/77/accept`
 * takes a load, and approves no charge.
 */
function answersClaim(segments: readonly string[]): boolean {
  const answer = segments.at(-1) ?? '';
  const of = segments.slice(0, -1).findLastIndex((segment) => !isIdentifier(segment));
  const asked = segments[of] ?? '';
  return (
    ((claims.test(asked) && of === segments.length - 3) || offers.test(asked)) &&
    /^(?:accept|approve|aceptar|accepter|annehmen|anerkennen)(?:\.\w{2,5})?$/i.test(answer)
  );
}

const claims = /^(?:claims?|reclamos?|reclamaci[oó]n(?:es)?|r[eé]clamations?|reklamation(?:en)?)$/i;
const offers =
  /^(?:(?:tender|load|offer|appointment|booking|trip|invitation|assignment|affectation|oferta|viaje|carga|cita|offre|mission|r[eé]servation)s?|(?:licitaci|asignaci)[oó]n(?:es)?|zuweisung(?:en)?|auftrag|auftr(?:ä|ae)ge|buchung(?:en)?)$/i;

/** `/help/void-a-bill`, `/de/hilfe/storno`: a text on the act, and of no record. */
function isHelp(path: string): boolean {
  const [, kind = '', title = ''] = /^(?:\/[a-z]{2}(?:-[a-z]{2})?)?\/([a-z-]+)\/([a-z/._-]+)$/i.exec(path) ?? [];
  return helpOnly.test(kind) || (helpAsWell.test(kind) && titleOfHelp.test(title));
}

const helpOnly =
  /^(?:help|help-?cent(?:er|re)|documentation|faqs?|kb|knowledge-?base|learn|academy|polic(?:y|ies)|legal|ayuda|centro-de-ayuda|aide|centre-d-aide|hilfe|hilfecenter)$/i;
/** `/docs/` may be the documents of a record, and `/support/` its tickets: the rest has to be worded as titles are. */
const helpAsWell =
  /^(?:docs?|support|guides?|articles?|blog|manual|handbook|tutorials?|hc|soporte|assistance|handbuch)$/i;
const titleOfHelp =
  /(?:^|[/_-])(?:how-to-|what-(?:is|are)-|an?[-_][a-z]+|como-|comment-|wie-)|^(?:[a-z-]+\/)*(?:void|cancell?|clos|withdraw|writ|pay|rerat|re-rat|accept)ing[-_][a-z]/i;

/** `/cookies/accept-all` is the answer to a banner, and about no charge. */
function withoutCookieConsent(segments: readonly string[]): string[] {
  return segments.filter(
    (segment, n) =>
      !(
        /^(?:accept|agree|approve|allow)(?:[-_]?all)?$/i.test(segment) &&
        /^(?:cookies?|cookie[-_]?(?:consents?|banner|preferences)|consents?|gdpr|ccpa|privacy)$/i.test(
          segments[n - 1] ?? '',
        )
      ),
  );
}

/**
 * The authorization endpoint of OAuth 2.0 (RFC 6749, section 3.1) asks who signs in, and approves no charge: `/authorize`
 * alone, or behind what issuers put before it (`/oauth2/v2.0/authorize`, `/connect/authorize`). Browsers ask for it by GET.
 */
function withoutSignIn(segments: readonly string[], isRead: boolean): readonly string[] {
  const before = segments.at(-2);
  return isRead &&
    segments.at(-1)?.toLowerCase() === 'authorize' &&
    (before === undefined || /^(?:oauth2?|openid|openid-connect|oidc|connect|default|v\d(?:\.\d)?)$/i.test(before))
    ? segments.slice(0, -1)
    : segments;
}

/** A number of a record, between the parts of a path that say something. */
function isIdentifier(segment: string): boolean {
  return /^[^a-z]*$/i.test(segment) || /^[0-9a-f-]{8,}$/i.test(segment) || /^[a-z]{1,6}[-_]?\d[\w-]*$/i.test(segment);
}

const begins =
  /\/(?:new|create|add|start|begin|compose|adjust|apply|post|process|submit|enter|nuev[oa]|crear|nouveau|nouvelle|creer|neu|anlegen|erstellen)(?:\.\w{2,5})?\/?$/i;
const kinds = /^(?:(?:\w+[-_])?(?:type|kind|mode|category|template|reason|purpose)|tipo|motivo|motif|art|grund)$/i;

/** The act of a page on which something is begun, by the kind of it in the query: `/adjustments/new?type=writeoff`. */
export function begunAct(
  path: string,
  query: Iterable<readonly [string, string]>,
  list: readonly NeverClick[],
): PortalAction | undefined {
  const isSet = setsState.test(path);
  if (!isSet && !begins.test(path)) return undefined;
  for (const [name, value] of query) {
    const action = isSet && stateNames.test(name) ? neverClickName(`mark as ${value}`, list) : undefined;
    const begun = kinds.test(name) ? neverClickName(value, list) : undefined;
    if (action !== undefined || begun !== undefined) return action ?? begun;
  }
  return undefined;
}
/** `/bills/77/set-status?status=void` */
const setsState = /\/(?:set|change|update|mark|move|transition)[-_]?(?:status|state|as|to)(?:\.\w{2,5})?\/?$/i;
const stateNames = /^(?:new|to|target)?[-_]?(?:status|state|to|as)$/i;

/** Query fields and headers by which a harmless method or path is turned into another act. */
const overrides = new Set([
  '_method',
  'method',
  '_verb',
  'x-http-method-override',
  'x-http-method',
  'x-method-override',
]);
/** With them, the control that an ASP.NET page says was pressed. */
const acts = new Set([
  ...vocabularies.flatMap(({ operationFields }) => operationFields).map(unaccented),
  'eventtarget',
  'event_target',
  'eventargument',
  'event_argument',
]);

/**
 * Fields that name the step of a workflow, the button that was pressed, or the state that a record is to have then: `_eventId`,
 * `p_request`, `buttonClicked`, `new_status`.
 */
const transitions =
  /(?:^|_)(?:action|event|request|button|clicked|pressed|source|transition|trigger|signal|intent|intention|decision|disposition|activity|command|step|mode|submit)(?:_|$)|^(?:(?:state|status)_?(?:change|to|new|next|after)|(?:new|next|target|to|set|wanted|requested)_?(?:state|status))$/;
/** `_eventId_voidBill`: the name itself has it. */
const namesEvent = /^_eventId_/i;

/** The act that such a field asks for; in the address of a read a state or a list is what is looked for. */
function transitionOf(
  name: string,
  plain: string,
  value: string,
  list: readonly NeverClick[],
  isRead: boolean,
): PortalAction | undefined {
  const spelled = name
    .replace(/^.*[.:\]]/s, '')
    .replace(/([a-z])(?=[A-Z])|([A-Z])(?=[A-Z][a-z])/g, '$1$2_')
    .toLowerCase();
  if (!transitions.test(plain) && !transitions.test(spelled)) return undefined;
  if (isRead && (namesState(value) || namesRecordList(value) || namesActList(value))) return undefined;
  return namesEvent.test(name) ? neverClickName(name, list) : neverClickValue(value, list);
}

/** Methods of HTTP, of WebDAV and of caches: with such a value a server may take the request for one of it. */
const httpMethods =
  /^(?:get|head|post|put|patch|delete|options|trace|connect|link|unlink|purge|copy|move|lock|unlock|mkcol|propfind|proppatch|merge)$/i;

/** The act that a value asks for, also where it is encoded twice. */
export function neverClickValue(value: string, list: readonly NeverClick[]): PortalAction | undefined {
  return actOfText(value, list) ?? encodedAct(value, list);
}

/** The act of what a value says once it is decoded; a token is no text by itself. */
export function encodedAct(value: string, list: readonly NeverClick[]): PortalAction | undefined {
  const [, ...said] = writtenOut(value);
  return said.map((text) => actOfText(text, list)).find((action) => action !== undefined);
}

/** The act of a text, which may be a state or an order in JSON. */
export function actOfText(text: string, list: readonly NeverClick[]): PortalAction | undefined {
  const parts = /^[[{]/.test(text) ? partsOfState(text) : undefined;
  return (parts ?? [text]).map((part) => neverClickName(part, list)).find((action) => action !== undefined);
}

/** What is not so, a date, or how a part of a page is drawn: `{"pro":null,"withdrawn":false,"voids":"collapsed"}` orders nothing. */
const saysNothing =
  /^(?:null|false|0|\d{4}-\d\d-\d\d.*|collapsed|expanded|hidden|visible|shown|minimi[sz]ed|maximi[sz]ed|pinned|asc|desc)?$/i;
const isGroup = (value: unknown): value is object => typeof value === 'object' && value !== null;

/**
 * What a text in JSON says, one text for all that belongs together: an object with its name and its plain members, an entry of a list, a name
 * with the one around it. An object that names an operation is one with all that is in it. Undefined of a text that is no JSON.
 */
function partsOfState(text: string): string[] | undefined {
  const found: string[] = [];
  const take = (value: unknown, name: string): void => {
    if (!isGroup(value)) return void found.push(`${name} ${String(value)}`);
    const members = Object.entries(value);
    if (members.some(([key]) => isOperationField(key))) return void found.push(`${name} ${JSON.stringify(value)}`);
    if (Array.isArray(value)) {
      for (const each of value) take(each, isGroup(each) ? name : '');
      return;
    }
    const plain = members.filter(([, each]) => !isGroup(each) && !saysNothing.test(String(each)));
    found.push([name, ...plain.map(([key, each]) => `${key} ${String(each)}`)].join(', '));
    for (const [key, each] of members.filter(([, each]) => isGroup(each))) {
      if (!Array.isArray(each)) found.push(`${name} ${key}`);
      take(each, key);
    }
  };
  try {
    take(JSON.parse(text), '');
  } catch {
    return undefined;
  }
  return found;
}

/** Whether a field names what is called (Struts: `method=saveDispute`), and neither a method of HTTP nor a forbidden act. */
export function namesCalled(name: string, value: string, list: readonly NeverClick[]): boolean {
  return (
    name === 'method' &&
    /^[\p{L}\p{M}\p{N}_ .:-]+$/u.test(value) &&
    !httpMethods.test(value.trim()) &&
    (neverClickName(value, list) ?? doubtfulName(value)) === undefined
  );
}

/** Whether servers choose by a field of this name what they do; `method` is the one of JSON-RPC. */
export function isOperationField(name: string): boolean {
  const plain = plainField(name);
  // Analytics report events by such names.
  return plain !== 'event' && (acts.has(plain) || /^(?:method|operation_?name)$/.test(plain));
}

/**
 * The reason why a field of a query or body may not be sent, whatever its page; undefined when it may.
 * @param isRead it is in the address of a GET: `void_date=2026-05-01` filters there
 */
export function dangerousField(
  name: string,
  value: string,
  list: readonly NeverClick[],
  isRead = false,
): { rule: string; reason: string } | undefined {
  // A bit for each part of the page whose data SvelteKit asks for again.
  if (isRead && name === 'x-sveltekit-invalidated' && /^[01]{1,40}$/.test(value)) return undefined;
  const plain = plainField(name);
  if (overrides.has(name.toLowerCase()) || overrides.has(plain))
    return {
      rule: 'request.method_override',
      reason: `the field ${quote(name)} turns the request into another method`,
    };
  const isDetail = (isRead || value === '') && namesActDetail(name, true) && listedName(name, list) === undefined;
  const action = acts.has(plain)
    ? (neverClickValue(value, list) ?? writtenOut(value).map(doubtfulName).find(Boolean))
    : (transitionOf(name, plain, value, list, isRead) ?? (isDetail ? undefined : neverClickName(name, list)));
  return action === undefined
    ? undefined
    : { rule: `never_click.${action}`, reason: `the field ${quote(name)} asks for ${action}` };
}

/** Members of JSON are named by their paths; the last part says what they are. */
function plainField(name: string): string {
  return normaliseName(/\['([^']*)'\]$/.exec(name)?.[1] ?? /[^.\]]*$/.exec(name)?.[0] ?? name)
    .text.trim()
    .replaceAll(' ', '_');
}

function quote(text: string): string {
  return JSON.stringify(text.slice(0, 80));
}
