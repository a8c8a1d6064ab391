/**
 * The guard while a playbook is recorded: pages may be read, nothing may be written. A request beyond reading waits until
 * the person has said what it is; what is never done by the robot cannot be let through at all.
 */
import type { BrowserContext, Request, Route } from 'playwright-core';
import { readBody, type ReadBody } from '../../domain/dispatch/guard/request-body.ts';
import { type RequestFacts, canonicalUrl } from '../../domain/dispatch/guard/request-line.ts';
import { isReading, judgeRequest } from '../../domain/dispatch/guard/request-gate.ts';
import type { RequestRules, RequestVerdict } from '../../domain/dispatch/guard/request-gate.ts';
import { asFile } from '../../domain/dispatch/guard/request-body.ts';
import { undeclaredHeader } from '../../domain/dispatch/guard/request-headers.ts';
import { turningHeaders } from '../../domain/dispatch/playbook/lint-values.ts';
import type { ExpectedRequest } from '../../domain/dispatch/playbook/declared-request.ts';
import type { LeftRequest, SeenDialog, SeenRequest, SeenTraffic } from '../../domain/dispatch/studio/acts.ts';
import { type Decision, useOf } from '../../domain/dispatch/studio/live.ts';
import { choosesOperation, isLeftOut, isSameRead, likeness } from '../../domain/dispatch/studio/requests.ts';
import type { AssetCache } from '../asset-cache.ts';
import { installGate } from '../browser-gate.ts';
import type { BrowserGate } from '../gate.ts';
import { guardDecisions, type GuardDecisions } from '../guard-decisions.ts';
import { factsOf, purposeOf } from '../request-facts.ts';

interface RecordingGateParts {
  readonly origins: () => readonly string[];
  readonly assetOrigins: () => readonly string[];
  /** Let through by a person in an earlier browser of the same recording. */
  readonly knownReads: readonly SeenRequest[];
  /** What the person left out and did not take back, in this browser or an earlier one. */
  readonly leftOut: () => Promise<readonly LeftRequest[]>;
  /** The file that an upload field gets. */
  readonly proof: { readonly name: string; readonly buffer: Buffer };
  readonly timeoutMs: number;
  readonly assets: AssetCache;
  /** Without the login in it. */
  readonly mask: <T>(value: T) => T;
  /** The sign-in is recorded: only then is the login sent without a question, as a form of the work may have the user name in it. */
  readonly isSigningIn: () => boolean;
  /** Asks the person; `null` says that nobody was asked, because no act of theirs is going on. */
  readonly decide: (request: LeftRequest, refused: string | null) => Promise<Decision | null>;
  readonly onRequest: (request: SeenRequest) => void;
  readonly onLeft: (request: LeftRequest) => void;
  readonly onTraffic: (traffic: SeenTraffic) => void;
  readonly onElsewhere: (origin: string, isAsset: boolean) => void;
  /** A request that no playbook can declare, and that was not sent. */
  readonly onUnread: (request: string, contentType: string) => void;
  /** Whether the address of a request that reads says that the portal stores something by it. */
  readonly saysStoring: (address: string, isPage: boolean) => boolean;
  /** One that reads, and was not sent. */
  readonly onRefused: (request: string, reason: string) => void;
  /** Of a prompt the person says what is typed; null dismisses it. */
  readonly answerPrompt: (text: string, proposed: string) => Promise<string | null>;
  readonly onDialog: (dialog: SeenDialog) => void;
}

export async function installRecordingGate(context: BrowserContext, parts: RecordingGateParts): Promise<BrowserGate> {
  /** Requests that may leave, each once, by what they are. */
  const approved = new Map<string, ReadBody['sent']>();
  /** What a person let through as a read: the same may be asked again. */
  const known: LeftRequest[] = [...parts.knownReads];
  const isKnown = (seen: LeftRequest): boolean => known.some((one) => isSameRead(one, seen));
  /** What the person is being asked about: pages ask for the same several times at once. */
  const beingAsked = new Map<string, Promise<Decision | null>>();

  let isSecretSent = false;

  const uploads = [{ name: parts.proof.name, content: parts.proof.buffer.toString('latin1') }];

  const decisions: GuardDecisions = {
    ...guardDecisions,
    request(facts, rules) {
      const key = keyOf(facts);
      const open = isReading(facts.method) ? readable(facts) : {};
      const origins = { origins: parts.origins(), assetOrigins: parts.assetOrigins() };
      if (!isReading(facts.method) && approved.has(key)) {
        const sent = approved.get(key) ?? null;
        approved.delete(key);
        return {
          ...plain(facts),
          verdict: 'allowed',
          rule: 'request.recorded',
          reason: 'the person let it through',
          sent,
          headers: Object.keys(facts.headers),
        };
      }
      const verdict = judgeRequest(facts, { ...rules, ...origins, ...open, acting: true });
      if (verdict.verdict === 'stopped' && isReading(facts.method) && verdict.rule !== 'request.foreign_origin')
        parts.onRefused(verdict.subject, verdict.reason);
      // Nothing ends a recording: what is refused is not sent, and that is all.
      return verdict.verdict === 'stopped' ? { ...verdict, final: false, silent: true } : verdict;
    },
    dialog(facts) {
      const seen = { type: facts.type as SeenDialog['type'], text: facts.message };
      const verdict = {
        verdict: 'allowed',
        layer: 'dialog',
        rule: 'dialog.recorded',
        reason: 'it is recorded',
        subject: facts.type,
      } as const;
      if (facts.type === 'prompt')
        return parts.answerPrompt(facts.message, facts.proposed ?? '').then((value) => {
          const said = value === null ? ({ answer: 'dismiss' } as const) : { value };
          parts.onDialog(parts.mask({ ...seen, ...said }));
          return value === null
            ? ({ verdict, answer: 'dismiss' } as const)
            : ({ verdict, answer: 'accept', typed: value } as const);
        });
      // That a page wants to stay is no question of the portal.
      if (facts.type === 'beforeunload') return { verdict, answer: 'accept' };
      parts.onDialog(parts.mask(seen));
      // What would follow is held back as any other request.
      return { verdict, answer: 'accept' };
    },
    window: (url) => ({
      verdict: 'allowed',
      layer: 'input',
      rule: 'input.recorded_window',
      reason: 'it is recorded',
      subject: new URL(url === '' ? 'about:blank' : url).protocol,
    }),
  };
  const standing = { origins: [], assetOrigins: [], pages: {}, assets: [], reads: [], neverClick: [], values: {} };
  const limits = { timeoutMs: parts.timeoutMs, pace: { turn: async () => {} }, assets: parts.assets };
  const gate = await installGate(context, standing, limits, decisions);
  // What is registered last is asked first; the gate follows.
  await context.route(
    () => true,
    (route) => onRoute(route).catch(() => route.abort('failed').catch(() => {})),
  );
  return gate;

  async function onRoute(route: Route): Promise<void> {
    const request = route.request();
    const url = canonicalUrl(request.url());
    if (url !== undefined && !parts.origins().includes(url.origin) && !parts.assetOrigins().includes(url.origin)) {
      if (isReading(request.method())) parts.onElsewhere(url.origin, purposeOf(request) === 'subresource');
      return route.fallback();
    }
    const refusal = request.isNavigationRequest() ? 'aborted' : 'blockedbyclient';
    const facts = factsOf(request, purposeOf(request));
    if (isReading(request.method())) {
      if (!(await mayRead(facts))) return route.abort(refusal);
      noteRead(request);
      return route.fallback();
    }
    const found = seenRequest(facts, uploads);
    if (found === undefined) {
      const { pathname } = new URL(request.url());
      parts.onUnread(`${request.method()} ${pathname}`, facts.body?.contentType ?? '');
      return route.abort(refusal);
    }
    const seen = parts.mask(found.seen);
    const like = likeness(seen);
    if ((await parts.leftOut()).some((left) => isLeftOut(left, seen))) return route.abort(refusal);
    const refused = whyNever(facts, found.expected);
    const decision =
      refused === null && isKnown(seen)
        ? 'read'
        : refused === null && parts.isSigningIn() && carriesLogin(seen)
          ? 'login'
          : await decided(like, seen, refused);
    if (decision === null || decision === 'leave') return route.abort(refusal);
    const isSent = decision !== 'hold' && refused === null;
    if (isSent && carriesSecret(seen)) isSecretSent = true;
    parts.onRequest({ ...seen, as: useOf(decision), sent: isSent });
    if (!isSent) return route.abort(refusal);
    approved.set(keyOf(facts), found.sent);
    return route.fallback();
  }

  /** Where an address says that something is stored by it, the person says whether it only reads: a playbook writes by no GET. */
  async function mayRead(facts: RequestFacts): Promise<boolean> {
    const { pathname, search } = new URL(facts.url);
    const asked = parts.mask<LeftRequest>({ method: 'GET', address: `${pathname}${search}`, fields: [] });
    if (isKnown(asked) || !parts.saysStoring(asked.address, facts.purpose === 'page')) return true;
    const like = likeness(asked);
    if ((await parts.leftOut()).some((left) => isLeftOut(left, asked))) return false;
    const decision = await decided(like, asked, null);
    if (decision === 'hold') parts.onRefused(`GET ${pathname}`, 'a playbook has no write by GET');
    return decision === 'read';
  }

  /** A portal may ask for the user name on a page of its own, before the password and never after it. */
  function carriesLogin(seen: Pick<SeenRequest, 'fields'>): boolean {
    return carriesSecret(seen) || (!isSecretSent && JSON.stringify(seen.fields).includes('{{account.username}}'));
  }

  /** The person is asked once about requests that are the same question. */
  async function decided(like: string, seen: LeftRequest, refused: string | null): Promise<Decision | null> {
    const before = await beingAsked.get(like);
    // What is written or previewed once is asked about each time.
    if (before === 'leave' || (before === 'read' && isKnown(seen))) return before;
    const asking = parts.decide(seen, refused).then((decision) => {
      if (decision === 'read') known.push(seen);
      return decision;
    });
    beingAsked.set(like, asking);
    const decision = await asking.finally(() => {
      if (beingAsked.get(like) === asking) beingAsked.delete(like);
    });
    if (decision === 'leave') parts.onLeft(leftOf(seen));
    return decision;
  }

  function noteRead(request: Request): void {
    const purpose = purposeOf(request);
    const url = new URL(request.url());
    if (purpose === 'page') return;
    const kind = purpose === 'subresource' ? 'asset' : purpose === 'frame' ? 'frame' : 'read';
    parts.onTraffic({ kind, origin: url.origin, path: url.pathname, query: [...new Set(url.searchParams.keys())] });
  }

  /** Why the guard would never let it through, whatever a playbook declares. */
  function whyNever(facts: RequestFacts, expected: ExpectedRequest): string | null {
    const rules: RequestRules = {
      ...standing,
      origins: parts.origins(),
      documents: [],
      tickets: [{ id: 'recorded', step: 'recorded', expected, values: {} }],
      used: [],
      acting: true,
      uploads,
    };
    const verdict = judgeRequest(facts, rules);
    return verdict.verdict === 'stopped' && verdict.rule.startsWith('never_click.') ? verdict.reason : null;
  }
}

function carriesSecret({ fields }: Pick<SeenRequest, 'fields'>): boolean {
  return /\{\{account\.(?!username)/.test(JSON.stringify(fields));
}

function plain({ method, url }: RequestFacts): Pick<RequestVerdict, 'layer' | 'subject' | 'final' | 'ticket'> {
  return { layer: 'request', subject: `${method} ${new URL(url).pathname}`, final: false, ticket: null };
}

/** Everything of the portal may be read, as far as no word of it stands for an act. */
function readable({ url }: RequestFacts): Partial<RequestRules> {
  const { pathname, searchParams } = new URL(url);
  const query = [...new Set(searchParams.keys())];
  const path = pathname.replaceAll('*', '%2A');
  return {
    pages: {
      read: {
        paths: [path],
        query,
        secret: false,
        fingerprint: { headings: [], labels: [], buttons: [], columns: [] },
      },
    },
    assets: [path],
    reads: [{ method: 'GET', path, query, content: 'none', fields: [], constraints: [] }],
    documents: [path],
  };
}

function keyOf({ method, url, body }: RequestFacts): string {
  return `${method} ${url} ${body?.text ?? ''}`;
}

/** As which a playbook may declare the body; undefined where it cannot. */
interface SeenBody extends Pick<SeenRequest, 'content' | 'json' | 'media_type'> {
  readonly read: ReadBody;
}

/** The one reading of a body that a playbook can declare, with the members of the JSON texts in it as fields. */
function seenBody(body: RequestFacts['body'], uploads: RequestRules['uploads']): SeenBody | undefined {
  if (body === null || body.text === '') return { content: 'none', read: { fields: [], sent: null } };
  const file = asFile(body, { uploads });
  if (file !== undefined) return { content: 'file', read: file };
  for (const form of formsOf(body)) {
    const { content, media_type: mediaType } = form;
    const read = readBody(body, content, { mediaType });
    if (read === undefined) continue;
    if (content !== 'form' && content !== 'multipart') return { ...form, read };
    const texts = read.fields.filter(({ value, file }) => file === undefined && /^\s*[[{]/.test(value));
    const parts = read.fields.filter(({ value, file }) => file !== undefined && value === 'blob');
    // One that is no JSON text after all, or is there twice, stays a field like any other.
    const json = [...texts, ...parts]
      .map(({ name }) => name)
      .filter((name) => readBody(body, content, { json: [name] }) !== undefined);
    const whole = json.length === 0 ? undefined : readBody(body, content, { json });
    return whole === undefined ? { ...form, read } : { ...form, json, read: whole };
  }
  return undefined;
}

/** By its content type; scripts send JSON under several. */
function formsOf({ contentType, text }: NonNullable<RequestFacts['body']>): Omit<SeenBody, 'read' | 'json'>[] {
  const type = contentType
    .split(';')
    .map((part) => part.trim())
    .filter((part) => !/^(?:charset|boundary)=/i.test(part))
    .join('; ');
  const name = type.split(';')[0]?.toLowerCase() ?? '';
  const named = (content: 'json' | 'xml', usual: string, called = name) =>
    called === usual ? { content } : { content, media_type: called };
  const isJsonText = /^\s*[[{]/.test(text);
  if (name === 'multipart/form-data') return [{ content: 'multipart' }];
  if (name === 'multipart/mixed') return [{ content: 'batch' }];
  if (name === 'text/x-gwt-rpc') return [{ content: 'gwt' }];
  if (/^(?:application|text)\/(?:[\w.-]+\+)?xml$/.test(name)) return [named('xml', 'text/xml', type)];
  if (name === 'application/x-www-form-urlencoded')
    return [{ content: 'form' }, ...(isJsonText ? [named('json', 'application/json')] : [])];
  return /json/.test(name) || (name === 'text/plain' && isJsonText) ? [named('json', 'application/json')] : [];
}

interface FoundRequest {
  readonly seen: Omit<SeenRequest, 'as' | 'sent'>;
  readonly sent: ReadBody['sent'];
  /** As it is, for what the guard says of it. */
  readonly expected: ExpectedRequest;
}

/** @returns what a playbook can declare of the request; undefined where it can declare none of it */
export function seenRequest(facts: RequestFacts, uploads: RequestRules['uploads']): FoundRequest | undefined {
  const { method, url, body, headers } = facts;
  if (!['POST', 'PUT', 'PATCH', 'DELETE'].includes(method)) return undefined;
  const found = seenBody(body, uploads);
  if (found === undefined) return undefined;
  const { read, ...form } = found;
  const { pathname, search, searchParams } = new URL(url);
  const extra: string[] = [];
  for (let name = undeclaredHeader(headers, extra); name !== undefined; name = undeclaredHeader(headers, extra))
    extra.push(name);
  // What turns a request into another one is declared with its value.
  const declared = extra.map((name) => (turningHeaders.test(name) ? { name, equals: headers[name] ?? '' } : name));
  const seen = {
    method: method as SeenRequest['method'],
    address: `${pathname}${search}`,
    ...form,
    fields: read.fields.map(({ name, value, type, file }) => ({
      name,
      value,
      ...(type === 'text' ? {} : { type }),
      ...(file === undefined && form.content !== 'file' ? {} : { isFile: true as const }),
    })),
    ...(declared.length === 0 ? {} : { headers: declared }),
  };
  const expected: ExpectedRequest = {
    method: seen.method,
    path: pathname,
    ...form,
    fields: read.fields.map(({ name }) => name),
    constraints: read.fields.map(({ name, value, type }) => ({
      field: name,
      equals: value,
      ...(type === 'text' ? {} : { type }),
    })),
    headers: declared,
    query: [...new Set(searchParams.keys())],
  };
  return { seen, sent: read.sent, expected };
}

/** Without what is of no use for recognising it. */
function leftOf({ method, address, fields }: LeftRequest): LeftRequest {
  const kept = (name: string, value: string): string => (choosesOperation(name) ? value : '');
  const [path = '', query = ''] = address.split('?');
  const asked = new URLSearchParams([...new URLSearchParams(query)].map(([name, value]) => [name, kept(name, value)]));
  return {
    method,
    address: asked.size === 0 ? path : `${path}?${asked.toString()}`,
    fields: fields.map(({ name, value }) => ({ name, value: kept(name, value) })),
  };
}
