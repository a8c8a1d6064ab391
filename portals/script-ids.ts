/**
 * By which ids a page calls its records, in the data that it brings along: in scripts, as JSON or as a script writes it, and in
 * attributes. The guard compares the ids that a write sends with them.
 */
import { type AnyNode, type Expression, type Options, type SpreadElement, parse } from 'acorn';
import { deepestData, idsOf, idsSaidIn, mostIds } from '../domain/dispatch/guard/element-facts.ts';
import type { SaidId } from '../domain/dispatch/guard/field-value.ts';

const longestPage = 2_000_000;
/** A number of a record, within a text or as one. */
const recordDigits = /["'`]\p{N}{8,}\\?["'`]/u;
/** Attributes, of which some bring data along: `data-page`, `x-data`, `onclick`. */
const attributes = /\s[\w:@.-]+=(?:"([^"]*)"|'([^']*)')/g;

/** In slices: one script, or a piece of the attributes, at a time. */
export function* idsSaidByPage(html: string): Generator<void, SaidId[]> {
  if (html.length > longestPage) return [];
  const ids: SaidId[] = [];
  for (const script of scriptsOf(html)) {
    if (recordDigits.test(script)) ids.push(...idsSaidByScript(script));
    yield;
  }
  for (const [, twice = '', once = ''] of html.matchAll(attributes)) {
    const text = withoutEntities(twice + once);
    if (!recordDigits.test(text)) continue;
    ids.push(...idsSaidByScript(text));
    yield;
    if (ids.length >= mostIds) break;
  }
  return ids.slice(0, mostIds);
}

/** Those that quote a text within an attribute. */
function withoutEntities(text: string): string {
  return text
    .replace(/&(?:quot|#0*34|#x0*22);/gi, '"')
    .replace(/&(?:apos|#0*39|#x0*27);/gi, "'")
    .replaceAll('&amp;', '&');
}

/** Text by text, so that tags that are never closed cost no more than others. */
function* scriptsOf(html: string): Generator<string> {
  const lower = html.toLowerCase();
  for (let at = lower.indexOf('<script'); at >= 0; at = lower.indexOf('<script', at)) {
    const from = lower.indexOf('>', at) + 1;
    const to = from === 0 ? -1 : lower.indexOf('</script', from);
    if (to < 0) return;
    yield html.slice(from, to);
    at = to;
  }
}

function idsSaidByScript(script: string): SaidId[] {
  const isData = /^\s*[[{]/.test(script);
  const ids = isData ? idsSaidIn(script) : [];
  if (ids.length > 0) return ids;
  if (script.length > longestParsed) return jsonIn(script).flatMap(idsSaidIn);
  // The value of an attribute is an expression, where a script would begin with a block.
  return ((isData ? parsed(`(${script})`) : undefined) ?? parsed(script))?.flatMap(idsOf) ?? [];
}

/** To parse as much takes some 20 ms (D60). A longer one is read where what it assigns, or calls something with, is JSON. */
const longestParsed = 50_000;

function jsonIn(script: string): string[] {
  const found: string[] = [];
  let [end, seen] = [0, 0];
  for (const { index, 0: lead } of script.matchAll(/[=(]\s*(?=[[{])/g)) {
    const from = index + lead.length;
    if (from < end || seen > 2 * script.length) continue;
    const text = upToItsEnd(script, from);
    seen += text?.length ?? script.length - from;
    if (text === undefined) continue;
    end = from + text.length;
    found.push(text);
  }
  return found;
}

/** A text in JSON up to its last bracket. */
function upToItsEnd(script: string, from: number): string | undefined {
  let depth = 0;
  for (let at = from, inText = false; at < script.length; at += 1) {
    const sign = script[at];
    if (inText && sign === '\\') at += 1;
    else if (sign === '"') inText = !inText;
    else if (!inText && (sign === '{' || sign === '[')) depth += 1;
    else if (!inText && (sign === '}' || sign === ']')) depth -= 1;
    if (depth === 0) return script.slice(from, at + 1);
  }
  return undefined;
}

/** The data in a script; undefined of what is none that a browser would run. */
function parsed(script: string): unknown[] | undefined {
  const sourceTypes: readonly Options['sourceType'][] = ['script', 'module'];
  for (const sourceType of sourceTypes)
    try {
      return dataIn(parse(script, { ecmaVersion: 'latest', sourceType, allowReturnOutsideFunction: true }));
    } catch {
      // Not of this kind, or nested so deep that the parser gives up.
    }
  return undefined;
}

/** Each object and list of a script, the outermost with what is plain in it; what only running it would tell is left out. */
function dataIn(program: AnyNode): unknown[] {
  const found: unknown[] = [];
  const covered = new Set<AnyNode>();
  const left: AnyNode[] = [program];
  for (let node = left.pop(); node !== undefined; node = left.pop()) {
    const isData = node.type === 'ObjectExpression' || node.type === 'ArrayExpression' || parsesJson(node);
    if (isData && !covered.has(node)) found.push(plain(node as Expression, covered, 0));
    for (const part of Object.values(node)) for (const inner of [part].flat()) if (isNode(inner)) left.push(inner);
  }
  return found;
}

function isNode(part: unknown): part is AnyNode {
  return typeof part === 'object' && part !== null && 'type' in part && typeof part.type === 'string';
}

function plain(node: Expression | SpreadElement, covered: Set<AnyNode>, depth: number): unknown {
  if (depth > deepestData) return undefined;
  const within = (inner: Expression | SpreadElement): unknown => plain(inner, covered, depth + 1);
  if (node.type === 'Literal') return node.value;
  if (node.type === 'TemplateLiteral') return node.expressions.length === 0 ? node.quasis[0]?.value.cooked : undefined;
  if (parsesJson(node)) {
    covered.add(node);
    return jsonOf(within(node.arguments[0]));
  }
  // `Object.freeze({ … })`, `reactive({ … })`, `String('0412708839')`
  if ((node.type === 'CallExpression' || node.type === 'NewExpression') && node.arguments.length === 1)
    return within(node.arguments[0]!);
  if (node.type === 'ArrayExpression') {
    covered.add(node);
    return node.elements.map((one) => (one === null ? undefined : within(one)));
  }
  if (node.type !== 'ObjectExpression') return undefined;
  covered.add(node);
  const members = node.properties.flatMap((property): [string, unknown][] => {
    if (property.type === 'SpreadElement') return [];
    const { key } = property;
    const name = key.type === 'Identifier' && !property.computed ? key.name : within(key);
    return typeof name === 'string' || typeof name === 'number' ? [[String(name), within(property.value)]] : [];
  });
  return Object.fromEntries(members);
}

function parsesJson(node: AnyNode): node is AnyNode & { type: 'CallExpression'; arguments: [Expression] } {
  return (
    node.type === 'CallExpression' &&
    node.arguments.length > 0 &&
    node.callee.type === 'MemberExpression' &&
    node.callee.object.type === 'Identifier' &&
    node.callee.object.name === 'JSON' &&
    node.callee.property.type === 'Identifier' &&
    node.callee.property.name === 'parse'
  );
}

function jsonOf(text: unknown): unknown {
  try {
    return typeof text === 'string' ? JSON.parse(text) : undefined;
  } catch {
    return undefined;
  }
}
