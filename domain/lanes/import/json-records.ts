/**
 * Finds the records of a JSON export one by one, so that one broken record does not take the others with it: pages of
 * `{"result": […]}` or `{"records": […]}`, also several pasted one after the other, bare lists, and a record a line.
 */
import { isExactly } from '../compare.ts';

import type { MappedRow } from './adapter.ts';

/** `number` counts from 1 over all pages. */
export interface JsonRecord {
  readonly kind: 'record';
  readonly line: number;
  readonly number: number;
  readonly value: Readonly<Record<string, unknown>>;
}

/** The short ones of `memberNames` beside its records, when the page ends; `whole` is false where it is cut. */
export interface JsonPage {
  readonly kind: 'page';
  readonly line: number;
  readonly whole: boolean;
  readonly members: Readonly<Record<string, unknown>>;
}

type JsonPart =
  | JsonRecord
  | { readonly kind: 'broken'; readonly line: number; readonly number: number }
  /** Too much was broken: the rest is not read. */
  | { readonly kind: 'given_up'; readonly line: number; readonly reason: string }
  | JsonPage;

/** Members of a page that hold its records. */
const listNames: ReadonlySet<string> = new Set(['result', 'records']);
/** Members of a page that say how it ended. */
const memberNames: ReadonlySet<string> = new Set(['error', 'done', 'totalSize']);
/** What is no JSON takes a hundred times as long to parse as what is. */
const mostBroken = 10_000;
const deepest = 100;
const shortMember = 10_000;
/** Characters of one record. */
const longestRecord = 1_000_000;
/** Characters of a value that are passed over at once. */
const interruptedAfter = 262_144;

/** Where in a value one is: what is open around the place, and the last character that is no space. */
interface Way {
  readonly kinds: string[];
  before: string;
}

/**
 * The rows of a JSON export: those that `ofRecord` makes, and one for all that cannot be read; undefined where it may be
 * interrupted.
 * @param faultsOf what a page says went wrong
 * @returns how many records there were, broken ones among them, and the last page
 */
export function* jsonRows(
  text: string,
  ofRecord: (record: JsonRecord, place: string) => MappedRow,
  faultsOf: (page: JsonPage) => Iterable<MappedRow> = () => [],
): Generator<MappedRow | undefined, { readonly records: number; readonly last: JsonPage | undefined }> {
  let records = 0;
  let last: JsonPage | undefined;
  for (const part of jsonParts(text)) {
    if (part === undefined) yield undefined;
    else if (part.kind === 'given_up') yield { line: part.line, reason: part.reason };
    else if (part.kind === 'page') {
      if (!part.whole) yield { line: part.line, reason: 'the export ends in the middle of a page: it was cut off' };
      yield* faultsOf(part);
      last = part;
    } else {
      records += 1;
      const place = `record ${part.number}`;
      yield part.kind === 'broken' ? { line: part.line, reason: `${place} is not whole JSON` } : ofRecord(part, place);
    }
  }
  return { records, last };
}

/** Yields undefined where it may be interrupted. */
function* jsonParts(text: string): Generator<JsonPart | undefined> {
  const reader = new Reader(text);
  for (;;) {
    const at = reader.skipTo(/[{[]/g);
    if (at === undefined) return;
    for (const part of text[at] === '[' ? reader.bareList() : reader.pageOrRecord()) {
      yield part;
      if (!reader.isHopeless()) continue;
      const most = mostBroken.toLocaleString('en-US');
      const reason = `more than ${most} places are not whole JSON: the rest of the export was not read`;
      yield { kind: 'given_up', line: reader.line(), reason };
      return;
    }
  }
}

const isSpace = (code: number): boolean => code === 32 || (code >= 9 && code <= 13) || code === 160 || code === 0xfeff;

/** A place in the text that only moves on; lines are counted along the way. */
class Reader {
  private at = 0;
  private lineEnd = -2;
  private lines = 1;
  private records = 0;
  private brokenPlaces = 0;
  private readonly text: string;
  constructor(text: string) {
    this.text = text;
  }

  isHopeless(): boolean {
    return this.brokenPlaces > mostBroken;
  }

  /** Where reading is. */
  line(): number {
    return this.lineAt(this.at);
  }

  /** Moves to the next of these characters. */
  skipTo(characters: RegExp): number | undefined {
    characters.lastIndex = this.at;
    const found = characters.exec(this.text);
    this.at = found ? found.index : this.text.length;
    return found ? this.at : undefined;
  }

  private lineAt(place: number): number {
    if (this.lineEnd === -2) this.lineEnd = this.text.indexOf('\n');
    while (this.lineEnd !== -1 && this.lineEnd < place) {
      this.lines += 1;
      this.lineEnd = this.text.indexOf('\n', this.lineEnd + 1);
    }
    return this.lines;
  }

  /** After a broken record: to where the next one begins, or to the end of the list. */
  private *resume(): Generator<undefined, void> {
    if (this.text[this.at] === '{' || this.text[this.at] === ']') return;
    const mark = /[{\]]/g;
    mark.lastIndex = this.at;
    let until = this.at + interruptedAfter;
    for (let found = mark.exec(this.text); found; found = mark.exec(this.text)) {
      this.at = found.index;
      if (this.at > until) {
        until = this.at + interruptedAfter;
        yield undefined;
      }
      if (found[0] === '{' ? this.startsRecord(found.index) : this.endsPage(found.index)) return;
    }
    this.at = this.text.length;
  }

  /** Whether a brace follows a comma, another brace or a line end, not a name. */
  private startsRecord(brace: number): boolean {
    let before = brace - 1;
    while (isSpace(this.text.charCodeAt(before))) {
      if (this.text[before] === '\n') return true;
      before -= 1;
    }
    return this.text[before] === ',' || this.text[before] === '}';
  }

  private endsPage(bracket: number): boolean {
    let after = bracket + 1;
    while (isSpace(this.text.charCodeAt(after))) after += 1;
    return this.text[after] === '}';
  }

  /** A list without a page around it; treated as a page only where it is cut. */
  *bareList(): Generator<JsonPart | undefined> {
    const line = this.lineAt(this.at);
    const closed = yield* this.list();
    if (!closed) yield { kind: 'page', line, whole: false, members: {} };
  }

  /** The members of a list, from its bracket to behind its end. @returns whether it has an end */
  *list(): Generator<JsonPart | undefined, boolean> {
    this.at += 1;
    for (;;) {
      const at = this.skipTo(/[^\s,]/g);
      if (at === undefined) return false;
      const character = this.text[at];
      if (character === ']' || character === '}') {
        this.at += 1;
        if (character === ']') return true;
      } else yield yield* this.record();
    }
  }

  /** An object that is a page when it has a list of records, else a record itself. */
  *pageOrRecord(): Generator<JsonPart | undefined> {
    const from = this.at;
    const line = this.lineAt(from);
    const members = new Map<string, string>();
    let isPage = false;
    this.at += 1;
    for (;;) {
      const at = this.skipTo(/[^\s,]/g);
      if (at === undefined || this.text[at] !== '"') break;
      const name = /"((?:[^"\\\n]|\\.){0,1000})"\s*:\s*/y;
      name.lastIndex = at;
      const found = name.exec(this.text);
      if (!found) break;
      this.at = name.lastIndex;
      const begins = this.text[this.at];
      if (listNames.has(found[1] ?? '') && (begins === '[' || begins === '{')) {
        isPage = true;
        if (begins === '[') yield* this.list();
        else yield yield* this.record();
        continue;
      }
      const value = this.at;
      if (!(yield* this.skipValue())) break;
      const member = found[1] ?? '';
      if (memberNames.has(member) && this.at - value <= shortMember)
        members.set(member, this.text.slice(value, this.at));
    }
    const closed = this.text[this.at] === '}';
    if (closed) this.at += 1;
    if (isPage) yield { kind: 'page', line, whole: closed, members: this.parsedMembers(members) };
    else if (closed) yield this.shapedUnlessLong(from);
    else yield yield* this.broken(line);
  }

  private *record(): Generator<undefined, JsonPart> {
    const from = this.at;
    if (yield* this.skipValue()) return this.shapedUnlessLong(from);
    if (this.at === from) this.at += 1;
    return yield* this.broken(this.lineAt(from));
  }

  private *broken(line: number): Generator<undefined, JsonPart> {
    yield* this.resume();
    this.records += 1;
    this.brokenPlaces += 1;
    return { kind: 'broken', line, number: this.records };
  }

  /** What is too long for a record is broken as a whole: what lies in it are no records. */
  private shapedUnlessLong(from: number): JsonPart {
    if (this.at - from <= longestRecord) return this.shaped(from);
    this.records += 1;
    this.brokenPlaces += 1;
    return { kind: 'broken', line: this.lineAt(from), number: this.records };
  }

  private shaped(from: number): JsonPart {
    this.records += 1;
    const line = this.lineAt(from);
    const isObject = this.text[from] === '{';
    const value = isObject ? this.parsed(this.text.slice(from, this.at)) : undefined;
    if (typeof value === 'object' && value !== null)
      return { kind: 'record', line, number: this.records, value: value as JsonRecord['value'] };
    if (!isObject) this.brokenPlaces += 1;
    return { kind: 'broken', line, number: this.records };
  }

  private parsedMembers(members: ReadonlyMap<string, string>): Readonly<Record<string, unknown>> {
    return Object.fromEntries([...members].map(([name, text]) => [name, this.parsed(text)]));
  }

  private parsed(text: string): unknown {
    try {
      return (mayRound.test(text) ? JSON.parse(text, exactNumber) : JSON.parse(text)) as unknown;
    } catch {
      this.brokenPlaces += 1;
      return undefined;
    }
  }

  /**
   * Moves behind a value. An object that begins where only a name may be begins the next record: the one before was
   * cut, and reading continues there. @returns whether the value was whole
   */
  private *skipValue(): Generator<undefined, boolean> {
    const way: Way = { kinds: [], before: ':' };
    for (;;) {
      const isWhole = this.skipOn(way, this.at + interruptedAfter);
      if (isWhole !== undefined) return isWhole;
      yield undefined;
    }
  }

  /** @returns whether the value was whole, or undefined where it continues behind `until` */
  private skipOn(way: Way, until: number): boolean | undefined {
    const { text } = this;
    const { kinds } = way;
    for (; this.at < text.length; this.at += 1) {
      if (this.at >= until) return undefined;
      const character = text[this.at] ?? '';
      if (character === '"') {
        if (!this.skipText()) return false;
      } else if (character === '{' || character === '[') {
        if (kinds.at(-1) === '{' && way.before !== ':') return false;
        if (kinds.length >= deepest) return false;
        kinds.push(character);
      } else if (character === '}' || character === ']') {
        if (kinds.length === 0) return way.before !== ':';
        if (kinds.pop() !== (character === '}' ? '{' : '[')) return false;
        if (kinds.length === 0) {
          this.at += 1;
          return true;
        }
      } else if (kinds.length === 0 && (character === ',' || character === '\n')) return way.before !== ':';
      if (character > ' ') way.before = character;
    }
    return false;
  }

  /** Moves to the closing quote; a line end within a text means that the quote is missing. */
  private skipText(): boolean {
    const { text } = this;
    for (this.at += 1; this.at < text.length; this.at += 1) {
      const character = text[this.at];
      if (character === '\\') this.at += 1;
      else if (character === '"') return true;
      else if (character === '\n') return false;
    }
    return false;
  }
}

const mayRound = /\d[\d.]{15}/;

/** A number with more digits than a float holds as its text: rounded, two account numbers would become one. */
function exactNumber(_name: string, value: unknown, context?: { readonly source?: string }): unknown {
  const source = context?.source;
  return typeof value !== 'number' || source === undefined || isExactly(value, source) ? value : source;
}
