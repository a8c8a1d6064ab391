/**
 * A recording of what an API answers: each request of a script with its answer, as text, with made-up names in place of ids, times and
 * secrets. It is compared with the stored one, so that a change of the code shows every answer that it changes.
 */
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { idPrefixes } from '../../../process/ids.ts';
import type { Answer, CallOptions } from '../../support/api-call.ts';

type Call = (method: string, path: string, options?: CallOptions) => Promise<Answer>;

interface RecordedRoute {
  readonly method: string;
  readonly path: string;
  readonly needs: string;
  readonly body?: object;
}

/** Headers that callers go by. */
const headersShown = ['allow', 'location', 'retry-after', 'www-authenticate', 'content-disposition', 'cache-control'];

export class Recording {
  private readonly parts: string[] = [];
  private readonly names = new Map<string, string>();
  private readonly counts = new Map<string, number>();
  private readonly call: Call;

  constructor(call: Call) {
    this.call = call;
  }

  /** @param shown the body as it is recorded, where most of it is described elsewhere or differs from run to run */
  async ask(
    what: string,
    method: string,
    path: string,
    options: CallOptions = {},
    shown: (answer: Answer) => unknown = ({ json, text }) => json ?? text,
  ): Promise<Answer> {
    const answer = await this.call(method, path, options);
    this.parts.push(
      this.named(
        [
          `## ${method} ${path}: ${what}`,
          ...[options.body ?? options.json].filter((sent) => sent !== undefined).map((sent) => `> ${short(sent)}`),
          [answer.status, answer.headers['content-type']].filter(Boolean).join(' '),
          ...headersShown
            .filter((name) => answer.headers[name])
            .map((name) => `${name}: ${String(answer.headers[name])}`),
          written(shown(answer)),
        ].join('\n'),
      ).trim(),
    );
    return answer;
  }

  /** What was seen in another way than by one request and its whole answer. */
  note(what: string, seen: string): void {
    this.parts.push(`## ${what}\n${seen}`);
  }

  /** What any route refuses: no key, a key of another scope, words of the query and bodies that are none. */
  async refusals(
    routes: readonly RecordedRoute[],
    { keyFor, place }: { keyFor: (needs: string) => Promise<string>; place: (path: string) => string },
  ): Promise<void> {
    const refused = ({ status, json }: Answer): unknown => (status < 400 ? '(answered)' : json);
    for (const { method, path, needs, body } of routes) {
      const at = place(path);
      if (needs !== 'open') {
        await this.ask('no key', method, at, { key: null });
        await this.ask('a key that may do something else', method, at, { key: await keyFor(needs) }, refused);
      }
      await this.ask('another method', 'PUT', at);
      // It does not end.
      if (path.endsWith('/stream')) continue;
      await this.ask('a query that it does not have', method, `${at}?no_such=1`, {}, refused);
      if (body === undefined) continue;
      const headers = { 'content-type': Object.keys(body)[0] ?? '' };
      await this.ask('no body', method, at, { headers });
      await this.ask('half a body', method, at, { headers, body: '{"a": ' });
      await this.ask('an empty object', method, at, { headers, body: '{}' });
      await this.ask('a list', method, at, { headers, body: '["x"]' });
      await this.ask('a member that is not known', method, at, { headers, body: '{"no_such": 1}' });
      await this.ask('another content type', method, at, { headers: { 'content-type': 'text/plain' }, body: '{}' });
    }
  }

  /** Compares with the stored recording, or stores this one where RECORD=1 asks for it. */
  compareWith(file: string): void {
    if (process.env['RECORD'] === '1') writeFileSync(file, `${this.parts.join('\n\n')}\n`);
    const stored = readFileSync(file, 'utf8')
      .trimEnd()
      .split(/\n\n(?=## )/);
    for (const [index, part] of this.parts.entries())
      assert.equal(part, stored[index], 'RECORD=1 stores the answers as they are now, if the change is meant');
    assert.equal(this.parts.length, stored.length);
  }

  /** The same text with what differs from run to run named by kind, and by number where it comes again. */
  private named(text: string): string {
    const number = (kind: string, value: string): string => {
      const known = this.names.get(value);
      if (known !== undefined) return known;
      const count = (this.counts.get(kind) ?? 0) + 1;
      this.counts.set(kind, count);
      this.names.set(value, `<${kind} ${count}>`);
      return `<${kind} ${count}>`;
    };
    const ids = new RegExp(`\\b(${Object.values(idPrefixes).join('|')})_[0-9a-f]{8}-[0-9a-f-]{27}`, 'g');
    return (
      text
        .replaceAll(ids, (id, prefix: string) => number(prefix, id))
        .replaceAll(/\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z/g, (time) => (time < firstRecorded ? time : '<time>'))
        .replaceAll(/\b(lk_[a-z]+_|whsec_)[\w+/=-]{16,}/g, '$1<secret>')
        .replaceAll(/([?&]k=)[\w.-]+/g, '$1<link>')
        .replaceAll(/\b[0-9a-f]{64}\b/g, '<sha256>')
        .replaceAll(/\b1[789]\d{8}\b/g, '<seconds>')
        // A page writes the day of the run without its year.
        .replaceAll(/\b\d{1,2} (?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)\b(?! \d{4})/g, '<day>')
        // Counted a moment later.
        .replaceAll(/"routes_today": ?\d+/g, '"routes_today": <count>')
        .replaceAll(/("(?:next_cursor|cursor|request_id)": ")[^"]+/g, '$1<text>')
    );
  }
}

/** Times before it are of the script, later ones of the run. */
const firstRecorded = '2026-11-27';

/** What the metrics are, without their figures. */
export const metricNames = ({ text }: Answer): string =>
  text
    .split('\n')
    .filter((line) => line.startsWith('# TYPE') && !/ (process|nodejs)_/.test(line))
    .join('\n');

const written = (shown: unknown): string => (typeof shown === 'string' ? shown : pretty(shown, ''));

/** JSON with what fits into a line in one, and of long lists the beginning: what their members are shows in it. */
function pretty(value: unknown, indent: string): string {
  const line = JSON.stringify(value) ?? 'undefined';
  if (typeof value !== 'object' || value === null || line.length + indent.length < 160) return line;
  const deeper = `${indent} `;
  if (!Array.isArray(value)) {
    const members = Object.entries(value).map(([name, of]) => `${deeper}"${name}": ${pretty(of, deeper)}`);
    return `{\n${members.join(',\n')}\n${indent}}`;
  }
  const shown = value.length > 6 ? value.slice(0, 3) : value;
  const rest = value.length > shown.length ? [`${deeper}… ${value.length - shown.length} more`] : [];
  return `[\n${[...shown.map((of) => deeper + pretty(of, deeper)), ...rest].join(',\n')}\n${indent}]`;
}

function short(sent: unknown): string {
  const text = Buffer.isBuffer(sent) || typeof sent === 'string' ? String(sent) : JSON.stringify(sent);
  return text.length > 200 ? `${text.slice(0, 200)} …` : text.replaceAll(/\r?\n/g, '⏎');
}
