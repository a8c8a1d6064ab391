/**
 * Reads one YAML document as `parse` of the package does, in time proportional to its length, and in pieces: the package
 * compares every key of a map with all before it, and reads the whole text in one go.
 */
import { Composer, isScalar, Lexer, LineCounter, Parser, visit } from 'yaml';
import type { Document, YAMLParseError } from 'yaml';

/** Pieces of the text, some 20 µs each, between two places where the work may be interrupted. */
const stride = 128;
const mostAliases = 100;

/** What is wrong with the text, and where. */
export class YamlError extends Error {
  readonly code = 'bad_yaml';
}

/** @throws YamlError */
export function* readYaml(text: string): Generator<void, unknown> {
  const lines = new LineCounter();
  lines.addNewLine(0);
  const parser = new Parser(lines.addNewLine);
  const composer = new Composer({ strict: true, uniqueKeys: false });
  const documents: Document.Parsed[] = [];
  let pieces = 0;
  for (const piece of new Lexer().lex(text)) {
    for (const token of parser.next(piece)) documents.push(...composer.next(token));
    pieces += 1;
    if (pieces % stride === 0) yield;
  }
  for (const token of parser.end()) documents.push(...composer.next(token));
  yield;
  documents.push(...composer.end(true, text.length));
  yield;
  const at = (offset: number): string => {
    const { line, col } = lines.linePos(offset);
    return `at line ${line}, column ${col}`;
  };
  const [document, another] = documents;
  if (document === undefined) return null;
  if (another !== undefined) throw new YamlError('there must be one document, and not several');
  const error: YAMLParseError | undefined = document.errors[0];
  if (error !== undefined) throw new YamlError(`${error.message.split('\n')[0]} ${at(error.pos[0])}`);
  const twice = keyTwice(document);
  if (twice !== undefined) throw new YamlError(`Map keys must be unique ${at(twice)}`);
  yield;
  try {
    return document.toJS({ maxAliasCount: mostAliases }) as unknown;
  } catch (cause) {
    throw new YamlError((cause as Error).message, { cause });
  }
}

/** @returns where a key stands that its map has before */
function keyTwice(document: Document.Parsed): number | undefined {
  let found: number | undefined;
  visit(document, {
    Map: (_key, map) => {
      const known = new Set<unknown>();
      for (const { key } of map.items) {
        const value: unknown = isScalar(key) ? key.value : key;
        if (known.has(value)) {
          found = isScalar(key) ? (key.range?.[0] ?? 0) : 0;
          return visit.BREAK;
        }
        known.add(value);
      }
      return undefined;
    },
  });
  return found;
}
