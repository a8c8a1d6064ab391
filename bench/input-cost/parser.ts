/** A parser of bytes from outside, as `npm run bench -- input-cost` measures it. */
import type { Shape } from './shapes.ts';

export interface Parser {
  readonly name: string;
  /** Bytes that the product lets it have. */
  readonly limit: number;
  readonly shapes: Readonly<Record<string, Shape | ((bytes: number) => Buffer)>>;
  /** Reads the text, and refuses it or not: what is measured. */
  readonly parse: (bytes: Buffer) => Promise<unknown>;
  /** The work is done by a thread: its processor time counts, too. */
  readonly inThread?: true;
}
