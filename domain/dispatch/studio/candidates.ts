/** The targets that may name an element, best first; the browser tries which of them name it and nothing else. */
import { type Scope, type Target, type TargetRole, targetRoles } from '../playbook/target.ts';
import type { SeenKind } from './acts.ts';
import { isNumberOnly, isStable } from './templates.ts';

/** What the page says of an element under the pointer. */
export interface PointedAt {
  readonly kind: SeenKind;
  /** Accessible role and name, as the browser computes them. */
  readonly role: string | null;
  readonly accessibleName: string;
  readonly text: string;
  /** The same in the letters of the document, where the style sheet shows others. */
  readonly letters?: string | null;
  readonly label: string | null;
  readonly fieldName: string | null;
  readonly placeholder: string | null;
  readonly testId: string | null;
  /** Names beside which it may be, the nearest first. */
  readonly beside: readonly string[];
  /** Names before the wrappers that are drawn around it; less certain than what it is beside. */
  readonly above?: readonly string[];
  /** Header of its column. */
  readonly column: string | null;
  /** The other cells of its row. */
  readonly row: readonly string[];
  /** Names of what it is in, the nearest first. */
  readonly sections: readonly string[];
  /** Titles under which people see it, the nearest first: parts of the page that have no name themselves. */
  readonly titles?: readonly string[];
  /** Of a table: its column headers. */
  readonly columns: readonly string[] | null;
  /** Its place among the fields of the nearest section, from 1. */
  readonly nth: number | null;
  /** It is what a click or the mouse acts on, and not what is read. */
  readonly isPressed?: boolean;
  /** Title or name of the frame that it is in. */
  readonly frame: string | null;
}

const longest = 120;

/** @param samples values of the sample record, the surest first: of a row the cell with one of them names it best */
export function candidateTargets(seen: PointedAt, samples: readonly string[] = []): Target[] {
  const kinds = kindsOf(seen, samples).filter((target) => textOfKind(target).length <= longest);
  const scopes = scopesOf(seen, samples);
  const plain = kinds.flatMap((kind) => (needsScope(kind) ? [] : [kind]));
  const scoped = scopes.flatMap((within) =>
    kinds.filter((kind) => !needsScope(kind) || fits(kind, within)).map((kind): Target => ({ ...kind, within })),
  );
  return [...plain, ...scoped].slice(0, 40).map((target) => inFrame(target, seen.frame));
}

function textOfKind(target: Target): string {
  return (
    target.name ??
    target.label ??
    target.text ??
    target.beside ??
    target.column ??
    target.placeholder ??
    target.containing ??
    ''
  );
}

const needsScope = (target: Target): boolean => target.column !== undefined || target.nth_field !== undefined;

function fits({ column }: Target, within: Scope): boolean {
  return column === undefined ? within.section !== undefined : within.row !== undefined;
}

function kindsOf(seen: PointedAt, samples: readonly string[]): Target[] {
  const { kind, accessibleName: name, label, fieldName, placeholder, testId, column, nth } = seen;
  // In a list of records what is in the cell before is a value of this one, and names nothing in the next.
  const isOfRecord = (text: string): boolean => column !== null && seen.row.length > 2 && seen.row.includes(text);
  const beside = seen.beside.filter((text) => !isOfRecord(text));
  const text = seen.letters ?? seen.text;
  const role = (targetRoles as readonly string[]).includes(seen.role ?? '') ? (seen.role as TargetRole) : null;
  const byRole: Target[] = role !== null && name !== '' ? [{ role, name }] : [];
  const byLabel: Target[] = label === null || label === '' ? [] : [{ label }];
  const byPlace: Target[] = [
    ...(column === null ? [] : [{ column }]),
    ...beside.filter((each) => each !== '').map((each): Target => ({ beside: each })),
  ];
  const byName = (seen.above ?? []).filter((text) => !isOfRecord(text)).map((each): Target => ({ beside: each }));
  const byId: Target[] = testId === null ? [] : [{ test_id: testId }];
  const isField = kind === 'field' || kind === 'password' || kind === 'select' || kind === 'file';
  if (isField)
    return [
      ...byLabel,
      ...beside.filter((each) => each !== '').map((each): Target => ({ beside: each })),
      ...(fieldName === null ? [] : [{ field_name: fieldName }]),
      ...(placeholder === null ? [] : [{ placeholder }]),
      ...byId,
      ...byRole,
      ...byName,
      ...(column === null ? [] : [{ column }]),
      ...(nth === null ? [] : [{ nth_field: nth }]),
    ];
  if (kind === 'box')
    return [...byLabel, ...byRole, ...(fieldName === null ? [] : [{ field_name: fieldName }]), ...byId];
  if (kind === 'table') {
    if (role === null) return [];
    // The longest header is the least likely to be a word of another table.
    const headers = (seen.columns ?? []).filter((header) => header !== '').toSorted((a, b) => b.length - a.length);
    return [...byRole, { role }, ...headers.map((header): Target => ({ role, containing: header }))];
  }
  if (kind === 'text') {
    // A message is recognised by its words, and not by what it happens to be beside.
    if (role === 'status' || role === 'alert') return [{ role }, ...byId, ...(text === '' ? [] : [{ text }])];
    const byWords: Target[] = text === '' ? [] : [{ text }];
    // What is pressed is called by its own words, but for what a list has in a cell.
    return seen.isPressed === true && column === null
      ? [...byWords, ...byId, ...byPlace]
      : [...byPlace, ...byId, ...byName, ...byWords];
  }
  if (kind === 'heading') return [...byRole, ...(text === '' ? [] : [{ text }])];
  const inColumn = column === null ? [] : [{ column }];
  // The portal's own number of a record is another one in the next row, and so is the size or the day of its document.
  const isOurs = samples.some((value) => value.length > 3 && name.includes(value));
  const isNumber = isNumberOnly(name) || (!isOurs && !isStable(name));
  return [
    ...(isNumber ? inColumn : []),
    // A button with a label of its own is called by it in browsers, and shows what is chosen.
    ...byLabel,
    ...(role === null ? [] : withoutCount(role, name)),
    ...byRole,
    ...(role === 'link' ? byNumber(name, samples) : []),
    ...byId,
    // Who is signed in is often shown by a control that is called otherwise.
    ...(text === '' || (role !== null && (text === name || seen.isPressed === true)) ? [] : [{ text }]),
    ...(isNumber ? [] : inColumn),
  ];
}

/** A tab or a button that counts what is behind it ("Documents (1)") has another number in the next record. */
function withoutCount(role: TargetRole, name: string): Target[] {
  const words = /^(\p{L}.*\S)\s*[([]\d{1,4}[)\]]$/u.exec(name)?.[1];
  return words === undefined ? [] : [{ role, containing: words }];
}

/**
 * A link of a list often has the portal's own number or a date beside that of the record ("Shipment #7 (Open): PRO 0412708839"),
 * which are others in the next record: what is left is the number with the words right before it.
 */
function byNumber(name: string, samples: readonly string[]): Target[] {
  for (const value of samples.filter((each) => each.length > 3)) {
    const at = name.indexOf(value);
    if (at < 0) continue;
    const [before, after] = [name.slice(0, at), name.slice(at + value.length)];
    if (!/\d/.test(before + after)) return [];
    const words = /(?:(?<![\p{L}\p{N}])\p{L}[\p{L}.'’-]*[ :]+)*$/u.exec(before)?.[0] ?? '';
    return [{ role: 'link', containing: `${words}${value}` }];
  }
  return [];
}

function scopesOf(seen: PointedAt, samples: readonly string[]): Scope[] {
  const { sections, isPressed, column } = seen;
  const own = seen.letters ?? seen.text;
  // The number that is pressed in a list says which row it is better than the portal's own id beside it.
  const isNumber =
    isPressed === true && column !== null && samples.some((value) => value.length > 3 && own.includes(value));
  const row = isNumber ? [own, ...seen.row] : seen.row;
  const place = (cell: string): number => {
    const at = samples.findIndex((value) => value.length > 3 && cell.includes(value));
    return at < 0 ? samples.length : at;
  };
  const ofRow = row.filter((cell) => cell !== '' && cell.length <= longest).toSorted((a, b) => place(a) - place(b));
  const named = sections.filter((section) => section !== '' && section.length <= longest);
  const [nearest] = named;
  return [
    ...named.map((section): Scope => ({ section })),
    ...ofRow.map((cell): Scope => ({ row: cell })),
    ...(nearest === undefined ? [] : ofRow.map((cell): Scope => ({ section: nearest, row: cell }))),
    ...(seen.titles ?? []).map((section): Scope => ({ section })),
  ];
}

function inFrame(target: Target, frame: string | null): Target {
  return frame === null ? target : { ...target, within: { ...target.within, frame } };
}
