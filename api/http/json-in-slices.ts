/**
 * Parses a JSON body piece by piece, so that other requests get their turn in between: JSON.parse of 50 MB alone would
 * hold them up for seconds. What comes out is what JSON.parse gives.
 */
import { isExactly } from '../../domain/lanes/compare.ts';
import { openSlices } from '../../process/time-slices.ts';
import { ApiError } from './errors.ts';
import {
  type Reviver,
  type ShapeLimits,
  memberTwice,
  namesWithin,
  parseJson,
  parsedWith,
  requireSaneShape,
} from './json-shape.ts';

/** Bytes that are parsed in one go: a few milliseconds for the worst of shapes. */
const pieceBytes = 32_768;
/** A body up to this is parsed again at once to find where exactly it is wrong; 1 MB would take 60 ms in one turn. */
const exactFaultBytes = 100_000;

const [quote, escape, unicode] = Buffer.from('"\\u');
const [openObject, closeObject, openList, closeList] = Buffer.from('{}[]');
const [comma, colon] = Buffer.from(',:');
const [space, tab, lineFeed, lineReturn] = Buffer.from(' \t\n\r');

/** Pieces begin anywhere, so a byte order mark within the body is text. */
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * @param limits of what the body may hold, where less is expected than its length allows
 * @param revive as JSON.parse calls it; for the body as a whole it may not be called
 * @throws ApiError bad_json with what is wrong and where
 */
export async function parseJsonInSlices(bytes: Buffer, limits?: ShapeLimits, revive?: Reviver): Promise<unknown> {
  if (bytes.length <= pieceBytes) return parseJson(bytes, revive);
  const names = await requireSaneShape(bytes, limits);
  const parser = new Parser(bytes, revive);
  try {
    const value = await parser.whole();
    if (parser.names !== names) throw memberTwice(bytes.length <= exactFaultBytes ? bytes.toString() : undefined);
    return value;
  } catch (error) {
    if (!(error instanceof NotAsExpected || error instanceof SyntaxError || error instanceof TypeError)) throw error;
    if (bytes.length <= exactFaultBytes) return parseJson(bytes, revive);
    // Only decoding throws a TypeError.
    if (error instanceof TypeError) throw new ApiError('bad_json', 'the body must be UTF-8');
    throw new ApiError('bad_json', `the body must be JSON; it is invalid near byte ${parser.place}`);
  }
}

/**
 * As `parseJsonInSlices`, for bodies whose numbers count to the last digit: a fraction that loses digits as a number comes
 * out as its text, which no schema takes for the number that it would be rounded to.
 */
export async function parseExactJson(bytes: Buffer, limits?: ShapeLimits): Promise<unknown> {
  return parseJsonInSlices(bytes, limits, (await hasLongNumbers(bytes)) ? textOfRounded : undefined);
}

const textOfRounded: Reviver = (_name, value, { source }) =>
  typeof value === 'number' && source !== undefined && /[.e]/i.test(source) && !isExactly(value, source)
    ? source
    : value;

/** Shorter numbers are held exactly. A run of digits within a text is found too, which costs time only. */
const long = /[-:,[\s]\d[\d.]{15}/;
/** Bytes that are searched before others get their turn, and what a number at their end may need beyond. */
const [searched, beyond] = [1_000_000, 32];

/** Whether the body has numbers with more digits than JavaScript may hold. */
export async function hasLongNumbers(bytes: Buffer): Promise<boolean> {
  const pause = openSlices();
  for (let at = 0; at < bytes.length; at += searched) {
    if (long.test(bytes.toString('latin1', at, Math.min(at + searched + beyond, bytes.length)))) return true;
    await pause();
  }
  return false;
}

/** The body is not what it seems to be; what it is, is found out otherwise. */
class NotAsExpected extends Error {}

class Parser {
  /** How many names what was parsed has. */
  names = 0;
  private at = 0;
  private readonly pause = openSlices();
  private readonly bytes: Buffer;
  private readonly revive: Reviver | undefined;
  constructor(bytes: Buffer, revive: Reviver | undefined) {
    this.bytes = bytes;
    this.revive = revive;
  }

  get place(): number {
    return Math.min(this.at, this.bytes.length);
  }

  async whole(): Promise<unknown> {
    if (this.bytes[0] === 0xef && this.bytes[1] === 0xbb && this.bytes[2] === 0xbf) this.at = 3;
    await this.skipLongSpace();
    const end = this.endOfValue();
    const value = end === undefined ? await this.large() : this.small(end);
    await this.skipLongSpace();
    if (this.at !== this.bytes.length) throw new NotAsExpected();
    return value;
  }

  private small(end: number): unknown {
    const value = this.parsed(this.at, end);
    this.names += namesWithin(value);
    this.at = end;
    return value;
  }

  /** A value that does not end within a piece. */
  private async large(): Promise<unknown> {
    const first = this.bytes[this.at];
    if (first === quote) return this.text();
    if (first === openList) return this.list();
    if (first === openObject) return this.object();
    throw new NotAsExpected();
  }

  /** Members are parsed as many at a time as come to a piece; JSON.parse judges what is between them. */
  private async list(): Promise<unknown[]> {
    const members: unknown[] = [];
    const flush = (from: number, to: number): void => {
      const piece = parsedWith(`[${this.decoded(from, to)}]`, this.revive) as unknown[];
      // Nothing between two commas, or between a comma and the end.
      if (piece.length === 0) throw new NotAsExpected();
      this.names += namesWithin(piece);
      for (const member of piece) members.push(member);
    };
    await this.members(closeList, false, flush, (_name, value) => members.push(value));
    return members;
  }

  private async object(): Promise<object> {
    const found: Record<string, unknown> = {};
    const set = (name: string, value: unknown): void => {
      if (!Object.hasOwn(found, name)) this.names += 1;
      // As JSON.parse does: assigned, it would become the prototype.
      if (name === '__proto__')
        Object.defineProperty(found, name, { value, writable: true, enumerable: true, configurable: true });
      else found[name] = value;
    };
    const flush = (from: number, to: number): void => {
      const piece = parsedWith(`{${this.decoded(from, to)}}`, this.revive) as Record<string, unknown>;
      let count = 0;
      for (const [name, value] of Object.entries(piece)) {
        this.names += namesWithin(value);
        set(name, value);
        count += 1;
      }
      if (count === 0) throw new NotAsExpected();
    };
    await this.members(closeObject, true, flush, set);
    return found;
  }

  /**
   * Reads from the opening bracket to behind the closing one. Waits only where it has to: a promise for each member
   * would take longer than its bytes.
   */
  private async members(
    close: number | undefined,
    named: boolean,
    flush: (from: number, to: number) => void,
    add: (name: string, value: unknown) => void,
  ): Promise<void> {
    this.at += 1;
    if (this.skipSpace()) await this.skipLongSpace();
    if (this.bytes[this.at] === close) {
      this.at += 1;
      return;
    }
    let from: number | undefined = this.at;
    for (;;) {
      if (this.skipSpace()) await this.skipLongSpace();
      const begins = this.at;
      let name = '';
      let nameEnd: number | undefined;
      let alone = false;
      if (named) {
        nameEnd = this.endOfName();
        alone = nameEnd === undefined;
        if (nameEnd === undefined) name = await this.text();
        else this.at = nameEnd;
        if (this.skipSpace()) await this.skipLongSpace();
        if (this.bytes[this.at] !== colon) throw new NotAsExpected();
        this.at += 1;
        if (this.skipSpace()) await this.skipLongSpace();
        // Space that is long stays out of the pieces, and so does what is around it.
        if (this.at - begins > pieceBytes) alone = true;
      }
      const end = this.endOfValue();
      if (alone || end === undefined) {
        if (nameEnd !== undefined) name = this.parsed(begins, nameEnd) as string;
        if (from !== undefined && begins > from) this.flushBefore(begins, from, flush);
        add(name, end === undefined ? await this.large() : this.small(end));
        from = undefined;
      } else this.at = end;
      if (this.skipSpace()) await this.skipLongSpace();
      const ends = this.bytes[this.at] === close;
      if (!ends && this.bytes[this.at] !== comma) throw new NotAsExpected();
      if (from !== undefined && (ends || this.at - from >= pieceBytes)) {
        flush(from, this.at);
        from = undefined;
        const paused = this.pause();
        if (paused) await paused;
      }
      this.at += 1;
      if (ends) return;
      from ??= this.at;
    }
  }

  /** What waits before a member that is read by itself, without the comma between. */
  private flushBefore(begins: number, from: number, flush: (from: number, to: number) => void): void {
    let to = begins - 1;
    while (to > from && this.bytes[to] !== comma) to -= 1;
    if (this.bytes[to] === comma) flush(from, to);
  }

  /** Undefined where it is longer than a piece. */
  private endOfName(): number | undefined {
    if (this.bytes[this.at] !== quote) throw new NotAsExpected();
    return this.endOfValue();
  }

  /** A text from its quote to behind its end, a piece at a time. */
  private async text(): Promise<string> {
    const { bytes } = this;
    const pieces: string[] = [];
    let at = this.at + 1;
    let from = at;
    for (;;) {
      const byte = bytes[at];
      if (byte === undefined) throw new NotAsExpected();
      if (byte === quote) break;
      // Neither an escape nor a character of several bytes is cut.
      if (at - from >= pieceBytes && (byte & 0xc0) !== 0x80) {
        pieces.push(JSON.parse(`"${this.decoded(from, at)}"`) as string);
        from = at;
        this.at = at;
        await this.pause();
      }
      at += byte !== escape ? 1 : bytes[at + 1] === unicode ? 6 : 2;
    }
    const last = JSON.parse(`"${this.decoded(from, at)}"`) as string;
    this.at = at + 1;
    return pieces.length === 0 ? last : [...pieces, last].join('');
  }

  /** Where a value ends that begins here; whether it is a good one is for JSON.parse to say. Undefined: not within a piece. */
  private endOfValue(): number | undefined {
    const { bytes } = this;
    const until = this.at + pieceBytes;
    let depth = 0;
    for (let at = this.at; at < until; at += 1) {
      const byte = bytes[at];
      if (byte === undefined) {
        if (depth === 0 && at > this.at) return at;
        throw new NotAsExpected();
      }
      if (byte === quote) {
        for (at += 1; bytes[at] !== quote; at += 1) {
          if (bytes[at] === escape) at += 1;
          if (at >= bytes.length) throw new NotAsExpected();
          if (at >= until) return undefined;
        }
        if (depth === 0) return at + 1;
      } else if (byte === openObject || byte === openList) depth += 1;
      else if (byte === closeObject || byte === closeList) {
        // The end of what a bare value is in.
        if (depth === 0) return at;
        depth -= 1;
        if (depth === 0) return at + 1;
      } else if (depth === 0 && (byte === comma || byte <= 0x20)) return at;
    }
    return undefined;
  }

  /** @returns whether there is more than a piece of it */
  private skipSpace(): boolean {
    for (const until = this.at + pieceBytes; this.at < until; this.at += 1) {
      const byte = this.bytes[this.at];
      if (byte !== space && byte !== tab && byte !== lineFeed && byte !== lineReturn) return false;
    }
    return true;
  }

  private async skipLongSpace(): Promise<void> {
    while (this.skipSpace()) await this.pause();
  }

  private decoded(from: number, to: number): string {
    return utf8.decode(this.bytes.subarray(from, to));
  }

  private parsed(from: number, to: number): unknown {
    return parsedWith(this.decoded(from, to), this.revive);
  }
}
