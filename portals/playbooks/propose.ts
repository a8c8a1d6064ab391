/** Writes a proposed change into the text of a playbook: nothing else of it changes, neither comments nor layout. */
import { type Document, type Node, isCollection, isMap, isNode, isScalar, isSeq, parseDocument } from 'yaml';
import { canonicalJson } from '../../domain/canonical-json.ts';
import type { PageChange } from '../../domain/dispatch/playbook/changed-control.ts';
import { type PlaybookEdit, editsFor } from '../../domain/dispatch/playbook/changed-playbook.ts';
import { withParts } from '../../domain/dispatch/playbook/parts.ts';
import { plainOrQuoted, type Target, targetText } from '../../domain/dispatch/playbook/target.ts';
import { type PlaybookChange, diffPlaybooks } from '../../domain/dispatch/playbook/versions.ts';
import type { Interstitial } from '../../domain/dispatch/playbook/language.ts';
import { atOnce } from '../../process/time-slices.ts';
import { readPlaybookFile } from './load.ts';
import { readYaml } from './read-yaml.ts';

export type ProposedPlaybook =
  | {
      readonly kind: 'proposed';
      readonly version: string;
      readonly text: string;
      readonly changes: readonly PlaybookChange[];
    }
  /** A whole sentence. */
  | { readonly kind: 'refused'; readonly why: string };

type Path = readonly (string | number)[];

interface Replacement {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

/**
 * @param taken versions that are there already
 * @throws PlaybookError when the text is no playbook
 */
export function proposePlaybook(
  text: string,
  file: string,
  change: PageChange,
  taken: readonly string[],
): ProposedPlaybook {
  const data = readPlaybookFile(text, file);
  const proposed = editsFor(withParts(data).playbook, change);
  if (proposed.kind === 'refused') return proposed;
  const version = versionAfter(data.version, taken);
  const edits = [...proposed.edits.flatMap((edit) => placesOf(edit, data)), { path: ['version'], to: version }];
  const notices = proposed.edits.flatMap((edit) => ('notice' in edit ? [edit.notice] : []));
  const document = parseDocument(text, { uniqueKeys: false });
  const replaced = [
    ...edits.flatMap(({ path, to }) => replacementsOf(document, text, path, to)),
    ...notices.map((notice) => additionOf(document, text, notice)),
  ]
    .toSorted((a, b) => b.from - a.from)
    .reduce((left, { from, to, text: by }) => left.slice(0, from) + by + left.slice(to), text);
  const before = atOnce(readYaml(text)) as { readonly interstitials?: readonly unknown[] };
  const changed = edits.reduce((left, { path, to }) => changedAt(left, path, to) as object, before as object);
  const wanted =
    notices.length === 0 ? changed : { ...changed, interstitials: [...(before.interstitials ?? []), ...notices] };
  const after = readBack(replaced);
  if (after === undefined || canonicalJson(after) !== canonicalJson(wanted))
    return { kind: 'refused', why: 'The file is written in a way that cannot be changed in place. Change it by hand.' };
  return { kind: 'proposed', version, text: replaced, changes: diffPlaybooks(before, after) };
}

function readBack(text: string): object | undefined {
  try {
    return atOnce(readYaml(text)) as object;
  } catch {
    return undefined;
  }
}

function versionAfter(version: string, taken: readonly string[]): string {
  const [major, minor, patch = '0'] = version.split('.');
  for (let next = Number(patch) + 1; ; next += 1) {
    const candidate = `${major}.${minor}.${next}`;
    if (!taken.includes(candidate)) return candidate;
  }
}

/** One more notice, behind those that the playbook knows. */
function additionOf(document: Document, text: string, { heading, text: words, target }: Interstitial): Replacement {
  const sign = heading === undefined ? `text: ${plainOrQuoted(words ?? '')}` : `heading: ${plainOrQuoted(heading)}`;
  const entry = `{ ${sign}, target: ${targetText(target)} }`;
  const list: unknown = document.get('interstitials', true);
  const last = isSeq(list) ? list.items.at(-1) : undefined;
  if (!isSeq(list) || list.range === undefined || list.range === null)
    return {
      from: text.length,
      to: text.length,
      text: `${text.endsWith('\n') ? '' : '\n'}interstitials:\n  - ${entry}\n`,
    };
  if (list.flow === true || !isNode(last)) {
    const end = list.range[1] - 1;
    return { from: end, to: end, text: last === undefined ? entry : `, ${entry}` };
  }
  const [start] = list.range;
  const margin = text.slice(text.lastIndexOf('\n', start) + 1, start);
  const lineEnd = text.indexOf('\n', endOf(last));
  const from = lineEnd < 0 ? text.length : lineEnd;
  return { from, to: from, text: `\n${margin}- ${entry}` };
}

function placesOf(edit: PlaybookEdit, data: object): { readonly path: Path; readonly to: string | Target }[] {
  if ('notice' in edit) return [];
  if ('at' in edit) return [{ path: edit.at, to: edit.to }];
  return pathsTo(edit.target, data, []).map((path) => ({ path, to: edit.to }));
}

/** By identity: a part that several recipes use is there once. */
function pathsTo(wanted: object, inside: unknown, path: Path): Path[] {
  if (inside === wanted) return [path];
  if (typeof inside !== 'object' || inside === null) return [];
  const members = Array.isArray(inside) ? [...inside.entries()] : Object.entries(inside);
  return members.flatMap(([key, value]) => pathsTo(wanted, value, [...path, key]));
}

function changedAt(value: unknown, [key, ...rest]: Path, to: unknown): unknown {
  if (key === undefined) return to;
  if (Array.isArray(value)) return value.map((each: unknown, n) => (n === key ? changedAt(each, rest, to) : each));
  const map = value as Record<string, unknown>;
  return { ...map, [key]: changedAt(map[key], rest, to) };
}

/** Of a target with the same members only the texts that differ, else all of it. */
function replacementsOf(document: Document, text: string, path: Path, to: string | Target): Replacement[] {
  const node: unknown = document.getIn(path, true);
  // An alias stands for what is written, and changed, elsewhere.
  if (!isNode(node) || node.range === undefined || node.range === null) return [];
  const from = node.range[0];
  const end = endOf(node);
  if (typeof to === 'string') return [{ from, to: end, text: inStyleOf(text.slice(from, end), to) }];
  const is = isCollection(node) ? (node.toJS(document) as Target) : {};
  if (shapeOf(is) !== shapeOf(to))
    return [
      { from, to: end, text: text[from] === '{' && text[from + 1] === '"' ? JSON.stringify(to) : targetText(to) },
    ];
  return textsOf(to).flatMap(([at, wanted]) => {
    const scalar: unknown = document.getIn([...path, ...at], true);
    return isScalar(scalar) && scalar.value === wanted ? [] : replacementsOf(document, text, [...path, ...at], wanted);
  });
}

/** Of a map in block style that of its last value: comments and line ends behind it are none of it. */
function endOf(node: Node): number {
  const end = node.range?.[1] ?? 0;
  if (!isMap(node) || node.flow === true) return end;
  const last = node.items.at(-1)?.value;
  return isNode(last) ? endOf(last) : end;
}

function shapeOf(target: Target): string {
  return textsOf(target)
    .map(([path]) => path.join('.'))
    .toSorted()
    .join(' ');
}

function textsOf(target: object): [string[], string][] {
  return Object.entries(target).flatMap(([key, value]): [string[], string][] =>
    typeof value === 'object' && value !== null
      ? textsOf(value as object).map(([path, text]) => [[key, ...path], text])
      : [[[key], String(value)]],
  );
}

function inStyleOf(source: string, text: string): string {
  if (source.startsWith('"')) return JSON.stringify(text);
  if (source.startsWith("'")) return `'${text.replaceAll("'", "''")}'`;
  return /^\d+\.\d+\.\d+$/.test(text) ? text : plainOrQuoted(text);
}
