/**
 * Parses a large JSON body piece by piece, so that other requests get their turn in between: JSON.parse of 50 MB alone
 * would hold them up for half a second. What comes out is what JSON.parse gives.
 */
import { parseJson } from './json-body.ts';

/** Bytes that are parsed in one go: a few milliseconds. */
const pieceBytes = 256_000;
/** Other requests get their turn after so long. */
const turnMs = 8;

const [quote, escape, unicode] = Buffer.from('"\\u');
const [openObject, closeObject, openList, closeList] = Buffer.from('{}[]');
const [comma, colon] = Buffer.from(',:');
const [space, tab, lineFeed, lineReturn] = Buffer.from(' \t\n\r');

/** Pieces begin anywhere, so a byte order mark within the body is text. */
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * The pieces are the members of a list, of the lists in an object, and of long texts in one; anything else is parsed at
 * once. How deep it is nested must have been looked at before.
 * @throws ApiError bad_json with what is wrong and where
 */
export async function parseJsonInTurns(bytes: Buffer): Promise<unknown> {
  if (bytes.length <= pieceBytes) return parseJson(bytes);
  try {
    return await new Parser(bytes).whole();
  } catch {
    // Rare: only now the exact fault is looked for, in one go.
    return parseJson(bytes);
  }
}

/** The body is not what it seems to be; what it is, is found out otherwise. */
class NotAsExpected extends Error {}

class Parser {
  private at = 0;
  private begun = performance.now();
  private readonly bytes: Buffer;
  constructor(bytes: Buffer) {
    this.bytes = bytes;
  }

  async whole(): Promise<unknown> {
    if (this.bytes[0] === 0xef && this.bytes[1] === 0xbb && this.bytes[2] === 0xbf) this.at = 3;
    this.skipSpace();
    const first = this.bytes[this.at];
    if (first !== openObject && first !== openList) throw new NotAsExpected();
    const value = first === openObject ? await this.object() : await this.list();
    this.skipSpace();
    if (this.at !== this.bytes.length) throw new NotAsExpected();
    return value;
  }

  private async turn(): Promise<void> {
    if (performance.now() - this.begun < turnMs) return;
    await new Promise(setImmediate);
    this.begun = performance.now();
  }

  private async object(): Promise<object> {
    const found: Record<string, unknown> = {};
    this.at += 1;
    this.skipSpace();
    if (this.bytes[this.at] === closeObject) {
      this.at += 1;
      return found;
    }
    for (;;) {
      this.skipSpace();
      if (this.bytes[this.at] !== quote) throw new NotAsExpected();
      const name = await this.text();
      this.skipSpace();
      this.expect(colon);
      this.skipSpace();
      const value = await this.member();
      // As JSON.parse does: assigned, it would become the prototype.
      if (name === '__proto__')
        Object.defineProperty(found, name, { value, writable: true, enumerable: true, configurable: true });
      else found[name] = value;
      this.skipSpace();
      if (this.bytes[this.at] === closeObject) {
        this.at += 1;
        return found;
      }
      this.expect(comma);
      await this.turn();
    }
  }

  private async member(): Promise<unknown> {
    const first = this.bytes[this.at];
    if (first === quote) return this.text();
    if (first === openList) return this.list();
    const from = this.at;
    await this.skipValue();
    return this.parsed(from, this.at);
  }

  /** A list, so many members at a time as come to a piece; JSON.parse judges what stands between them. */
  private async list(): Promise<unknown[]> {
    const members: unknown[] = [];
    this.at += 1;
    this.skipSpace();
    if (this.bytes[this.at] === closeList) {
      this.at += 1;
      return members;
    }
    let from = this.at;
    for (;;) {
      await this.skipValue();
      this.skipSpace();
      const ends = this.bytes[this.at] === closeList;
      if (!ends && this.bytes[this.at] !== comma) throw new NotAsExpected();
      if (ends || this.at - from >= pieceBytes) {
        const piece = JSON.parse(`[${this.decoded(from, this.at)}]`) as unknown[];
        // Nothing between two commas, or between a comma and the end.
        if (piece.length === 0) throw new NotAsExpected();
        for (const member of piece) members.push(member);
        from = this.at + 1;
        await this.turn();
      }
      this.at += 1;
      if (ends) return members;
      this.skipSpace();
    }
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
        await this.turn();
      }
      at += byte !== escape ? 1 : bytes[at + 1] === unicode ? 6 : 2;
    }
    const last = JSON.parse(`"${this.decoded(from, at)}"`) as string;
    this.at = at + 1;
    return pieces.length === 0 ? last : [...pieces, last].join('');
  }

  /** Moves behind a value; whether it is a good one is for JSON.parse to say. */
  private async skipValue(): Promise<void> {
    const { bytes } = this;
    let depth = 0;
    let at = this.at;
    let looked = at;
    for (; ; at += 1) {
      const byte = bytes[at];
      if (byte === undefined) throw new NotAsExpected();
      if (at - looked >= pieceBytes) {
        looked = at;
        await this.turn();
      }
      if (byte === quote) {
        for (at += 1; bytes[at] !== quote; at += 1) {
          if (bytes[at] === escape) at += 1;
          if (at >= bytes.length) throw new NotAsExpected();
        }
        if (depth === 0) break;
      } else if (byte === openObject || byte === openList) depth += 1;
      else if (byte === closeObject || byte === closeList) {
        // The end of what a bare value stands in.
        if (depth === 0) {
          this.at = at;
          return;
        }
        depth -= 1;
        if (depth === 0) break;
      } else if (depth === 0 && byte === comma) {
        this.at = at;
        return;
      }
    }
    this.at = at + 1;
  }

  private skipSpace(): void {
    for (; ; this.at += 1) {
      const byte = this.bytes[this.at];
      if (byte !== space && byte !== tab && byte !== lineFeed && byte !== lineReturn) return;
    }
  }

  private expect(byte: number | undefined): void {
    if (this.bytes[this.at] !== byte) throw new NotAsExpected();
    this.at += 1;
  }

  private decoded(from: number, to: number): string {
    return utf8.decode(this.bytes.subarray(from, to));
  }

  private parsed(from: number, to: number): unknown {
    return JSON.parse(this.decoded(from, to)) as unknown;
  }
}
