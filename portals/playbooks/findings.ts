/** What keeps a playbook from being released: everything that `admin playbook check` refuses. */
import {
  type Document,
  LineCounter,
  type Node,
  isCollection,
  isMap,
  isNode,
  isScalar,
  isSeq,
  parseDocument,
  visit,
} from 'yaml';
import type { LoadedPlaybook } from '../../domain/dispatch/playbook/language.ts';
import type { Step } from '../../domain/dispatch/playbook/step.ts';
import { playbookChanges } from '../../domain/dispatch/playbook/lint.ts';
import type { PlaybookSettings } from './files.ts';
import { PlaybookError, readPlaybook } from './load.ts';

/** @returns the playbook, or every finding as a sentence */
export function checkPlaybook(
  text: string,
  name: string,
  settings: PlaybookSettings,
): { readonly playbook: LoadedPlaybook } | { readonly findings: readonly string[] } {
  let playbook: LoadedPlaybook | undefined;
  try {
    playbook = readPlaybook(text, name, settings);
  } catch (error) {
    if (error instanceof PlaybookError) return { findings: error.findings };
    throw error;
  }
  if (playbook === undefined) return { findings: ['an address of its origins is an empty setting of this deployment'] };
  const open = playbookChanges(playbook);
  return open.length > 0 ? { findings: open } : { playbook };
}

/** Where in the text of a playbook a finding is: the line and column of what it names. */
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

/** The lines of a playbook's text that have this step; several where it is written several times. */
export function linesOfStep(text: string, step: Step): number[] {
  const lines = new LineCounter();
  const found: number[] = [];
  if (text.length > 256_000) return found;
  const holds = (written: unknown, whole: unknown): boolean =>
    typeof written !== 'object' || written === null || typeof whole !== 'object' || whole === null
      ? written === whole
      : Object.entries(written).every(([name, value]) => holds(value, (whole as Record<string, unknown>)[name]));
  const document = parseDocument(text, { lineCounter: lines, uniqueKeys: false });
  visit(document, {
    Map: (_, node) => {
      if (node.has('do') && holds(node.toJS(document), step)) found.push(lines.linePos(node.range?.[0] ?? 0).line);
    },
  });
  return found;
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
