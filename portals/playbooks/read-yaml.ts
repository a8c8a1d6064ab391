/**
 * Reads one YAML document as `parse` of the package does, in time proportional to its length, and in pieces: the package
 * compares every key of a map with all before it, and reads the whole text in one go.
 */
import { type CST, Composer, type Document, Lexer, LineCounter, Parser, isScalar, visit } from 'yaml';

/** Pieces of the text, some 20 µs each, between two places where the work may be interrupted. */
const stride = 128;
const mostAliases = 100;
/** Nodes within nodes: the package calls itself for each, until the stack is full and the process ends. */
const deepest = 250;

type Place = number | readonly [number, number] | { readonly offset: number };
/** What the composer calls for each fault: it collects them and continues, at some 10 µs for each character that is wrong. */
interface Faults {
  onError: (place: Place, code: string, message: string, isWarning?: boolean) => void;
}

/** What is wrong with the text, and where. */
class YamlError extends Error {
  readonly code = 'bad_yaml';
}

/** @throws YamlError */
export function* readYaml(text: string): Generator<void, unknown> {
  const lines = new LineCounter();
  lines.addNewLine(0);
  const at = (offset: number): string => {
    const { line, col } = lines.linePos(offset);
    return `at line ${line}, column ${col}`;
  };
  const parser = new Parser(lines.addNewLine);
  const composer = new Composer({ strict: true, uniqueKeys: false });
  let fault: YamlError | undefined;
  (composer as unknown as Faults).onError = (place, _code, message, isWarning) => {
    if (isWarning === true) return;
    const offset = typeof place === 'number' ? place : 'offset' in place ? place.offset : place[0];
    // The package catches what is thrown within a scalar, and makes a second fault of it.
    throw (fault ??= new YamlError(`${message.split('\n')[0]} ${at(offset)}`));
  };
  const documents: Document.Parsed[] = [];
  const compose = (tokens: Iterable<CST.Token>): void => {
    for (const token of tokens) {
      documents.push(...composer.next(token));
      if (token.type === 'error') throw new YamlError(`${sentenceOf(token)} ${at(token.offset)}`);
    }
    if (documents.length > 0 || parser.stack.length > deepest)
      throw new YamlError(
        documents.length > 0 ? 'there must be one document, and not several' : 'it must not be nested so deep',
      );
  };
  let pieces = 0;
  for (const piece of new Lexer().lex(text)) {
    compose(parser.next(piece));
    pieces += 1;
    if (pieces % stride === 0) yield;
  }
  compose(parser.end());
  yield;
  documents.push(...composer.end(true, text.length));
  yield;
  const [document, another] = documents;
  if (document === undefined) return null;
  if (another !== undefined) throw new YamlError('there must be one document, and not several');
  const [error] = document.errors;
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

function sentenceOf({ message, source }: CST.ErrorToken): string {
  return source === '' ? message : `${message}: ${JSON.stringify(source)}`;
}

/** @returns where a key is that its map has before */
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
