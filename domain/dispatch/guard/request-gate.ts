/**
 * The last line of the guard: whether one request may leave. Nothing may but what the playbook names: pages, parts and
 * reads, and for a write step the requests on its one-time tickets (freight-and-portals 3.2, layer 6). What a page asks
 * for by itself and nobody declares is not sent and ends nothing (D62).
 */
import type { DeclaredRead, ExpectedRequest } from '../playbook/declared-request.ts';
import type { NeverClick, Page, Playbook } from '../playbook/language.ts';
import { addressOf, fillPath, pathMatches, queryMatches, type Values } from '../playbook/template.ts';
import {
  type Declared,
  type FitRules,
  type Misfit,
  fitRequest,
  isAddressed,
  isAnotherOperation,
  isQueryOf,
  withQueryOfPath,
} from './request-fit.ts';
import type { Held } from './element-facts.ts';
import { isMutation, operationInBody } from './body-operation.ts';
import type { Upload } from './request-body.ts';
import { namesActDetail } from './act-details.ts';
import { namesActList } from './act-lists.ts';
import { dangerousField, listedPath, namesCalled, neverClickPath, neverClickValue } from './never-click.ts';
import { turnedField } from './field-value.ts';
import { isDocument, undeclaredMember } from './page-address.ts';
import { namesState } from './record-lists.ts';
import { otherThanTask } from './record-mark.ts';
import type { ReadBody } from './request-body.ts';
import { type CanonicalUrl, type RequestFacts, canonicalUrl, describeRequest, longestAddress } from './request-line.ts';
import { declaredHeaders, headersLeftOut, onlyValidates, turnedFrom } from './request-headers.ts';
import type { Verdict } from './verdict.ts';

/** How a reason begins of what is not sent and ends nothing (D62). */
export const leftOut = 'left out, and the run goes on: ';
export const byItself = 'the page asked for it by itself; ';

/** Permission for one state-changing request; it is gone with its first use. */
export interface WriteTicket {
  readonly id: string;
  readonly step: string;
  readonly expected: ExpectedRequest;
  /** Values the templates are filled with: the task's inputs, never the page's. */
  readonly values: Values;
  /** What the page held when the control of the step was judged. */
  readonly held?: Held;
}

export interface RequestRules {
  /** Resolved origins. */
  readonly origins: readonly string[];
  /** Origins of pictures, styles, scripts and fonts, and of nothing else. */
  readonly assetOrigins: readonly string[];
  readonly pages: Playbook['pages'];
  readonly assets: readonly string[];
  readonly reads: Playbook['reads'];
  readonly neverClick: readonly NeverClick[];
  readonly values: Values;
  readonly answers?: FitRules['answers'];
  /** Path templates of documents the running step may fetch. */
  readonly documents: readonly string[];
  readonly tickets: readonly WriteTicket[];
  /** What the page held when the control of the running step was judged. */
  readonly held?: Held | undefined;
  /** Tickets of this run that were used. */
  readonly used: readonly WriteTicket[];
  /** A step of ours is opening a page or clicking, so that the window's next document follows from it. */
  readonly acting: boolean;
  /** Files that upload steps put into the page's forms; no other content may leave. */
  readonly uploads: readonly Upload[];
}

export interface RequestVerdict extends Verdict {
  /** A stop that ends the run; what a page asks for by itself does not. */
  readonly final: boolean;
  /** The ticket to strike before the request leaves. */
  readonly ticket: string | null;
  /** The body as it is sent: rebuilt from the fields that were judged. */
  readonly sent: ReadBody['sent'];
  /** Headers that may go beside those of a browser. */
  readonly headers: readonly string[];
}

const reading = new Set(['GET', 'HEAD']);

/** Whether a request of this method only reads. */
export function isReading(method: string): boolean {
  return reading.has(method);
}

interface Answers {
  readonly stop: (rule: string, reason: string, final: boolean) => RequestVerdict;
  readonly allow: (rule: string, reason: string, more?: Partial<RequestVerdict>) => RequestVerdict;
}

/** Judges one request; the caller strikes the ticket in the same turn, so that no second request can use it. */
export function judgeRequest(facts: RequestFacts, rules: RequestRules): RequestVerdict {
  const subject = describeRequest(facts.method, facts.url);
  const common = { layer: 'request', subject, ticket: null, sent: null, headers: [] } as const;
  const answers: Answers = {
    stop: (rule, reason, final) => ({
      ...common,
      verdict: 'stopped',
      rule,
      reason,
      final,
      ...(final ? {} : { silent: true }),
    }),
    allow: (rule, reason, more = {}) => ({ ...common, verdict: 'allowed', rule, reason, final: false, ...more }),
  };
  const { stop } = answers;
  const isRead = isReading(facts.method);
  // What follows from a step of ours is not the page's own.
  const isOurs = facts.purpose === 'document' || (facts.purpose === 'page' && rules.acting);
  const url = canonicalUrl(facts.url);
  if (url === undefined)
    return stop(
      'request.unclear_address',
      /;(?:jsessionid|sap-contextid)=/i.test(facts.url)
        ? 'the session in the path (;jsessionid=…, ;sap-contextid=SID:…) is not only letters, digits and signs of its kind, so that it may say something else'
        : `the address can be read in more than one way, is longer than ${longestAddress} characters, or is not a web address`,
      isOurs || (facts.purpose === 'page' && !isRead),
    );
  const isElsewhere = rules.assetOrigins.includes(url.origin) && isRead;
  if (isElsewhere && facts.purpose === 'document' && facts.redirectedFrom !== undefined)
    return answers.allow('request.document', 'the portal leads to the document on an origin that the playbook names');
  if (isElsewhere && facts.purpose === 'subresource')
    return answers.allow('request.asset', 'part of a page, from an origin that the playbook names for parts');
  if (!rules.origins.includes(url.origin))
    return stop(
      'request.foreign_origin',
      `${url.origin} is not an address of this portal; ${facts.purpose === 'subresource' && isRead ? 'asset_origins' : 'origins'}: ['${url.origin}'] would make it one`,
      isOurs,
    );
  const repeated = facts.redirectedFrom;
  if (repeated !== undefined && (repeated.status === 307 || repeated.status === 308) && !isReading(repeated.method))
    return stop(
      'request.repeated_by_redirect',
      `the portal answered ${repeated.status}, which asks to send the ${repeated.method} again elsewhere`,
      true,
    );
  return withHeadersLeftOut(
    isRead ? judgeRead(facts, url, rules, isOurs, answers) : judgeWrite(facts, url, rules, answers),
    facts,
  );
}

const mostNamed = 5;

/** The evidence names the headers without which a request leaves; a page may have asked for something else by them. */
function withHeadersLeftOut(verdict: RequestVerdict, { headers }: RequestFacts): RequestVerdict {
  const out = verdict.verdict === 'allowed' ? headersLeftOut(headers, verdict.headers) : [];
  if (out.length === 0) return verdict;
  const names = out.slice(0, mostNamed).map((name) => JSON.stringify(name.slice(0, 80)));
  return { ...verdict, reason: `${verdict.reason}; sent without the headers ${names.join(', ')}` };
}

/** Words of an address that stand for an act. */
function dangerIn(
  url: CanonicalUrl,
  list: readonly NeverClick[],
  isRead: boolean,
  called?: ReadonlySet<string>,
): Misfit | undefined {
  const path = decodeURIComponent(url.path);
  const action = neverClickPath(path, list, isRead) ?? neverClickPath(url.path, list, isRead);
  if (action !== undefined)
    return {
      rule: `never_click.${action}`,
      reason: `the address leads to ${action}, which is never done by the robot`,
    };
  return dangerInQuery(url, list, isRead, called);
}

/** @param called values of the field `method` that the playbook gives; without them, that is compared with the declared write */
function dangerInQuery(
  url: CanonicalUrl,
  list: readonly NeverClick[],
  isRead: boolean,
  called?: ReadonlySet<string>,
): Misfit | undefined {
  return url.query
    .filter(([name, value]) => !namesCalled(name, value, list) || called?.has(value) === false)
    .map(([name, value]) => dangerousField(name, value, list, isRead))
    .find((found) => found !== undefined);
}

/** What the playbook calls by the field `method` of this address (`/dispute.do?method=view`). */
function calledAt(url: CanonicalUrl, { pages, documents, reads, values }: RequestRules): ReadonlySet<string> {
  const isHere = (path: string): boolean => pathMatches(path, url.path, values);
  const paths = [...Object.values(pages).flatMap((page) => page.paths), ...documents].filter(isHere);
  const fixed = reads
    .filter(({ path }) => isHere(path))
    .flatMap(({ path, constraints }) => [
      ...addressOf(path).query,
      ...constraints.map(({ field, equals = '' }): [string, string] => [field, equals]),
    ]);
  return new Set(
    [...paths.flatMap((path) => addressOf(path).query), ...fixed]
      .filter(([name]) => name === 'method')
      .map(([, value]) => value),
  );
}

/**
 * Words of an act in a value that a script puts into the address of a read, and that neither the playbook nor the task gives.
 * A list may be asked for by a state, or in the order of what is recorded of an act.
 */
function actInValues(
  url: CanonicalUrl,
  { neverClick, values }: RequestRules,
  constraints: readonly Pick<DeclaredRead['constraints'][number], 'field'>[] = [],
): (Misfit & { readonly ours: string }) | undefined {
  const given = new Set(Object.values(values));
  for (const [name, value] of url.query) {
    if (isMutation(value)) {
      const ours = `the field ${JSON.stringify(name.slice(0, 80))} asks for a mutation, which is no read`;
      return { rule: 'request.undeclared_write', reason: `${leftOut}${ours}`, ours };
    }
    if (given.has(value) || constraints.some(({ field }) => field === name)) continue;
    if (namesState(value) || namesActList(value) || namesActDetail(value, true)) continue;
    const isPath = value.startsWith('/');
    const action = isPath ? neverClickPath(value, neverClick, true) : neverClickValue(value, neverClick);
    if (action === undefined) continue;
    const ours = `the value of the field ${JSON.stringify(name.slice(0, 80))} asks for ${action}`;
    const reason = `${leftOut}${ours}; a constraint of the read would allow what it has to be`;
    return { rule: `never_click.${action}`, reason, ours };
  }
  return undefined;
}

/** The number of another record in such a value: the task's is what is read, searched and written. */
function otherRecordInValues(
  url: CanonicalUrl,
  { values }: RequestRules,
  constraints: readonly Pick<DeclaredRead['constraints'][number], 'field'>[],
  held?: Held,
): (Misfit & { readonly ours: string }) | undefined {
  for (const [name, value] of url.query) {
    if (constraints.some(({ field }) => field === name)) continue;
    const found = otherThanTask(`${name.replace(/[_-]+|(?<=\p{Ll})(?=\p{Lu})/gu, ' ')} ${value}`, values);
    const turned = turnedField(name, value, held);
    if (turned !== undefined) {
      const reason = `${turned}: another record`;
      return { rule: 'request.other_record', reason, ours: reason };
    }
    if (found === undefined) continue;
    const ours = `the field ${JSON.stringify(name.slice(0, 80))} asks for ${found.other}, which is another record than the task's ${found.input}`;
    return { rule: 'request.other_record', reason: `${leftOut}${ours}`, ours };
  }
  return undefined;
}

/** Fields of an address whose values a page of the playbook says itself. */
function fixedIn({ paths }: RequestRules['pages'][string], isHere: (path: string) => boolean): { field: string }[] {
  const fixed = paths.filter(isHere).flatMap((path) => addressOf(path).query);
  return fixed.filter(([, value]) => value !== '*').map(([field]) => ({ field }));
}

function judgeRead(
  facts: RequestFacts,
  url: CanonicalUrl,
  rules: RequestRules,
  isOurs: boolean,
  { stop, allow }: Answers,
): RequestVerdict {
  const { purpose } = facts;
  const matches = (path: string): boolean => pathMatches(path, url.path, rules.values);
  const isAsset = (purpose === 'part' || purpose === 'subresource') && rules.assets.some(matches);
  // A picture, style, script or font is what it is, whatever its name; what the playbook lists is not asked for at all.
  const isSubresource =
    purpose === 'subresource' && isAsset && listedPath(decodeURIComponent(url.path), rules.neverClick) === undefined;
  const called = calledAt(url, rules);
  const danger = isSubresource
    ? dangerInQuery(url, rules.neverClick, true, called)
    : dangerIn(url, rules.neverClick, true, called);
  if (danger !== undefined) return stop(danger.rule, danger.reason, purpose === 'page' || purpose === 'document');
  if (facts.body !== null && facts.body.text !== '')
    return stop('request.read_with_body', `a ${facts.method} that carries a body is not a plain read`, isOurs);
  const named = Object.entries(rules.pages).filter(([, candidate]) => candidate.paths.some(matches));
  if (named.length > 0 && purpose !== 'document') {
    // Of a path with several pages, the query says which; a member that none of them has is reported for the first.
    const unknown = named.map(([, page]) => memberAgainst(page, url, rules.values));
    const fitting = named[unknown.indexOf(undefined)];
    // What leads there, a script, a frame, a picture or the portal, may not say an act that neither playbook nor task gives.
    const fixed = fitting === undefined ? [] : fixedIn(fitting[1], matches);
    const act =
      fitting === undefined
        ? undefined
        : (actInValues(url, rules, fixed) ?? otherRecordInValues(url, rules, fixed, isOurs ? rules.held : undefined));
    if (act !== undefined) return stop(act.rule, isOurs ? act.ours : act.reason, isOurs);
    if (fitting !== undefined) return allow('request.page', `the page ${fitting[0]} may be read`);
    if (!isAsset && declaredRead(facts, url, rules) === undefined)
      return stop(
        // The portal leads there by itself, such as to "?saved=1" after a form.
        purpose === 'page' && facts.redirectedFrom !== undefined ? 'request.moved' : 'request.undeclared_query',
        `the page ${named[0]?.[0] ?? ''} ${unknown[0] ?? ''}; "query" of the page would name them`,
        isOurs,
      );
  }
  if (purpose === 'document') {
    const template = rules.documents.find((one) => isDocument(one, url, rules.values));
    const before = template === undefined ? undefined : turnedFrom(url, template, rules.values, rules.held);
    if (before !== undefined)
      return stop(
        'request.other_record',
        `the control, or its page, said ${before.slice(0, 200)} when it was judged, and the page asks for the document ${url.path.slice(0, 200)}: another record`,
        true,
      );
    if (template !== undefined) return allow('request.document', 'the running step fetches this document');
    return facts.redirectedFrom !== undefined && isReading(facts.redirectedFrom.method) && named.length === 0
      ? allow('request.document', 'the portal leads from the declared document to where it keeps it')
      : stop('request.undeclared_document', 'the running step does not declare this document', true);
  }
  if (isAsset) return allow('request.asset', 'part of a page');
  const read = declaredRead(facts, url, rules);
  // Beside a write, the server may take the record that was asked for last for the one that is meant.
  const act =
    read === undefined
      ? undefined
      : (actInValues(url, rules, read.constraints) ??
        (rules.tickets.length > 0 ? otherRecordInValues(url, rules, read.constraints) : undefined));
  if (act !== undefined) return stop(act.rule, act.reason, false);
  if (read !== undefined)
    return allow('request.read', 'the playbook declares this read', {
      headers: declaredHeaders(facts.headers, read.headers ?? [], rules.values, rules.neverClick),
    });
  // Of a redirect that would repeat a write nothing is left here.
  if (purpose === 'page' && facts.redirectedFrom !== undefined)
    return stop(
      'request.moved',
      `the portal leads from a page of the playbook to one that it does not name; a page with paths: ['${decodeURIComponent(url.path).slice(0, 200)}'] would`,
      true,
    );
  return purpose === 'page'
    ? stop(
        'request.undeclared_page',
        `the playbook does not name this page; a page with paths: ['${decodeURIComponent(url.path).slice(0, 200)}'] would`,
        isOurs,
      )
    : stop(
        'request.undeclared_part',
        `${leftOut}the playbook does not name it; ${lineFor(facts, url)} would allow it`,
        false,
      );
}

/** Whether a document would lead to a page of the playbook, such as the login, which is no document. */
export function leadsToPage(
  address: string,
  { origins, pages, values }: Pick<RequestRules, 'origins' | 'pages' | 'values'>,
): boolean {
  const url = canonicalUrl(address);
  return (
    url !== undefined &&
    origins.includes(url.origin) &&
    Object.values(pages).some((page) => page.paths.some((path) => pathMatches(path, url.path, values)))
  );
}

/** What speaks against the query of a page's address; undefined when nothing does. */
function memberAgainst(page: Page, url: CanonicalUrl, values: Values): string | undefined {
  const unknown = undeclaredMember(page, url, values);
  if (unknown !== undefined) return `has no query field ${JSON.stringify(unknown.slice(0, 80))}`;
  const isOne = page.paths.some(
    (template) =>
      pathMatches(template, url.path, values) && queryMatches(addressOf(template, url.query).query, url.query, values),
  );
  return isOne ? undefined : 'has other query fields in its address';
}

/** A read by GET that a script asks for, with the query fields that it declares. */
function declaredRead(facts: RequestFacts, url: CanonicalUrl, rules: RequestRules): DeclaredRead | undefined {
  return rules.reads
    .map((read) => withQueryOfPath(read, url))
    .find(
      (read) =>
        // What may be read may be asked for its headers, such as a token (HEAD).
        (read.method === 'GET' || read.method === facts.method) &&
        facts.purpose === 'part' &&
        pathMatches(read.path, url.path, rules.values) &&
        url.query.every(([name]) => read.query?.some((known) => namesField(known, name)) === true) &&
        isQueryOf(read, url, rules.values),
    );
}

/** With every place of a list open: `columns[*][data]`. */
function inEveryPlace(name: string): string {
  return name.replace(/\[\d{1,3}\]/g, '[*]');
}

function namesField(known: string, name: string): boolean {
  return known === name || (known.includes('[*]') && known === inEveryPlace(name));
}

function judgeWrite(facts: RequestFacts, url: CanonicalUrl, rules: RequestRules, answers: Answers): RequestVerdict {
  const { stop, allow } = answers;
  const danger = dangerIn(url, rules.neverClick, false);
  if (danger !== undefined)
    return stop(danger.rule, danger.reason, facts.purpose === 'page' || danger.rule.startsWith('never_click.'));
  const misfits: Misfit[] = [];
  let isMeant = false;
  const isCheck = onlyValidates(facts.headers);
  for (const ticket of isCheck ? [] : rules.tickets) {
    const declared = declaredBy(ticket);
    if (!isAddressed(facts, url, declared)) {
      misfits.push({ rule: 'request.undeclared_write', reason: `${declared.by} declares ${lineOf(ticket)}` });
      continue;
    }
    const fit = fitRequest(facts, url, declared, rules);
    if ('sent' in fit)
      return allow('request.ticket', `${declared.by} declares this request`, {
        ticket: ticket.id,
        sent: fit.sent,
        headers: fit.headers,
      });
    misfits.push(fit);
    isMeant ||= !isAnotherOperation(facts, declared);
  }
  for (const read of rules.reads) {
    if (read.method === 'GET' || read.method === 'HEAD') continue;
    const declared = { expected: { ...read, method: read.method }, values: rules.values, by: 'the declared read' };
    if (!isAddressed(facts, url, declared)) continue;
    const fit = fitRequest(facts, url, declared, rules);
    if ('sent' in fit)
      return allow('request.read', 'the playbook declares this read', { sent: fit.sent, headers: fit.headers });
    misfits.push(fit);
  }
  const act = operationInBody(facts, rules.neverClick);
  if (act !== undefined)
    return stop(`never_click.${act}`, `the request asks for ${act}, which is never done by the robot`, true);
  isMeant ||= rules.used.some((ticket) => {
    const declared = declaredBy(ticket);
    return !isCheck && isAddressed(facts, url, declared) && !isAnotherOperation(facts, declared);
  });
  const first = misfits[0];
  const reason =
    first === undefined
      ? `no step that is running may send a ${facts.method}`
      : [...new Set(misfits.map((misfit) => misfit.reason))].join('; ');
  const rule = misfits.find((misfit) => misfit.rule !== 'request.undeclared_write')?.rule ?? 'request.undeclared_write';
  // A form that a window sends takes the page away: nothing that a page does in the background.
  if (isMeant || facts.purpose === 'page') return stop(rule, reason, true);
  return stop('request.background_write', `${leftOut}${byItself}${reason}; ${adviceFor(facts, url, rules)}`, false);
}

/** What the playbook would say of a write that was left out; to where a step writes, it is no read. */
function adviceFor(facts: RequestFacts, url: CanonicalUrl, { tickets }: RequestRules): string {
  const { method } = facts;
  // At an address of several operations (GraphQL), another of the same method may read.
  const isOther = ({ expected, values }: WriteTicket): boolean =>
    expected.method !== method && pathMatches(expected.path, url.path, values);
  if (!tickets.some(isOther)) return `${lineFor(facts, url)} would allow it if it only reads`;
  const sends = `the page sends ${method} there`;
  return otherWrites.has(method)
    ? `${sends}, and method: ${method} in the request of the step would declare it, if that is the write of the step`
    : sends;
}

/** Methods that one portal writes with and another does not; to delete is never the write of a step that saves. */
const otherWrites: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH']);

/** The line of a playbook that would name what was left out, as it would be written. */
export function lineFor({ method, purpose }: RequestFacts, url: CanonicalUrl): string {
  const path = decodeURIComponent(url.path).slice(0, 200);
  if (purpose === 'subresource' && isReading(method)) return `assets: ['${path}']`;
  const query = url.query.length === 0 ? '' : `, query: [${fieldNames(url)}]`;
  // The document of a frame is a page; a read is what a script asks for.
  if (purpose === 'frame' && isReading(method)) return `a page with paths: ['${path}']${query}`;
  return `reads: [{ method: ${method}, path: '${path}'${query} }]`;
}

function declaredBy({ expected, values, step, held }: WriteTicket): Declared {
  return { expected, values, by: `the step "${step}"`, ...(held === undefined ? {} : { held }) };
}

function lineOf({ expected, values }: WriteTicket): string {
  return `${expected.method} ${fillPath(expected.path, values) ?? expected.path}`;
}

/** Those of a list in one name, each as YAML reads it, and none in part. */
function fieldNames(url: CanonicalUrl): string {
  const byPlace = new Map<string, Set<string>>();
  for (const [name] of url.query) {
    const open = inEveryPlace(name);
    byPlace.set(open, (byPlace.get(open) ?? new Set()).add(name));
  }
  let line = '';
  for (const [open, [first = '', ...others]] of byPlace) {
    const name = others.length === 0 ? first : open;
    const text = /^[A-Za-z_][\w-]*$/.test(name) ? name : `'${name.replaceAll("'", "''")}'`;
    if (line.length + text.length > 500) break;
    line += line === '' ? text : `, ${text}`;
  }
  return line;
}
