/** Where in the text of a playbook a finding is: the line and column of what it names. */
import { isCollection, isMap, isNode, isScalar, isSeq, LineCounter, parseDocument } from 'yaml';
import type { Document, Node } from 'yaml';

export interface PlacedFinding {
  readonly line: number;
  readonly column: number;
  readonly sentence: string;
}

/** Findings in the order of the text; one that names no place is at its beginning. */
export function placedFindings(text: string, findings: readonly string[]): PlacedFinding[] {
  const lines = new LineCounter();
  // A text that is no YAML has its own place in its sentence.
  const document = text.length > 256_000 ? undefined : parseDocument(text, { lineCounter: lines, uniqueKeys: false });
  return findings
    .map((sentence) => {
      const said = /at line (\d+), column (\d+)/.exec(sentence);
      if (said !== null) return { line: Number(said[1]), column: Number(said[2]), sentence };
      const offset = document === undefined ? 0 : offsetOf(document, sentence);
      const { line, col } = lines.linePos(offset);
      return { line, column: col, sentence };
    })
    .toSorted((a, b) => a.line - b.line || a.column - b.column);
}

function offsetOf(document: Document, sentence: string): number {
  const named = /^[a-z_]+(?:\.[\w-]+|\[\d+\])*/.exec(sentence)?.[0] ?? '';
  let node: Node | null = document.contents;
  let offset = 0;
  for (const part of named.split(/\.|\[(\d+)\]/).filter((each) => each !== undefined && each !== '')) {
    // What the lint calls the steps of a recipe is the recipe itself.
    if (isSeq(node) && part === 'steps') continue;
    const inner: unknown = isCollection(node)
      ? node.get(/^\d+$/.test(part) && isSeq(node) ? Number(part) : part, true)
      : undefined;
    if (!isNode(inner)) break;
    const key = isMap(node)
      ? node.items.find((item) => isScalar(item.key) && String(item.key.value) === part)?.key
      : undefined;
    offset = (isNode(key) ? key.range?.[0] : undefined) ?? inner.range?.[0] ?? offset;
    node = inner;
  }
  return offset;
}
