/** One element of a page as playbooks name it: by what people see, and where to look for it. */

/** A text with `{{name}}` places. */
export type Template = string;

/** A path with `{{name}}` places, `*` for one segment and `**` for any rest. */
export type PathTemplate = string;

export const targetRoles = [
  'button',
  'link',
  'textbox',
  'combobox',
  'checkbox',
  'radio',
  'tab',
  'heading',
  'status',
  'alert',
  'row',
  'cell',
  'table',
  'region',
  'listbox',
  'option',
  'searchbox',
  'spinbutton',
  'menuitem',
  'menuitemradio',
  'menuitemcheckbox',
  'treeitem',
  'img',
  'dialog',
  'form',
  'definition',
  'term',
  'alertdialog',
  'gridcell',
  'columnheader',
  'rowheader',
  'switch',
  'listitem',
  'group',
  'log',
  'grid',
  'treegrid',
] as const;

export type TargetRole = (typeof targetRoles)[number];

/** One element, found by what people see. Exactly one must match; none and several are both refusals. */
export interface Target {
  readonly role?: TargetRole;
  /** Accessible name, whole, with `role`. */
  readonly name?: Template;
  /** Text of the field's label, whole. */
  readonly label?: Template;
  /** Visible text of the element, whole. */
  readonly text?: Template;
  /** The field or the value that is beside this text: in the next cell, as the definition, behind the colon. */
  readonly beside?: Template;
  /** Header of the column in which the cell of the row lies, with `within.row`. */
  readonly column?: Template;
  /** The how manieth visible field of the section, from 1, with `within.section`. */
  readonly nth_field?: number;
  /** The `name` attribute of a field. */
  readonly field_name?: Template;
  /** The text that an empty field shows. */
  readonly placeholder?: Template;
  /** An identifier that the portal has for tests: `data-testid`, `data-test-id`, `data-test`, `data-cy` or `data-qa`. */
  readonly test_id?: Template;
  /** A text the element has to contain, to distinguish it from others of its role. */
  readonly containing?: Template;
  readonly within?: Scope;
}

/** The members of a target that say which element it is; one of them is given, `name` only with `role`. */
export const targetKinds = [
  'role',
  'label',
  'text',
  'beside',
  'column',
  'nth_field',
  'field_name',
  'placeholder',
  'test_id',
] as const;

/** Parts of a page that a target names with `in`: their accessible roles. */
export const sectionRoles = [
  'table',
  'region',
  'form',
  'dialog',
  'alertdialog',
  'group',
  'radiogroup',
  'navigation',
  'search',
  'list',
  'complementary',
  'grid',
  'tabpanel',
  'toolbar',
] as const;

/** Where a field, or text that is written in the page itself, has the words that it shows while it is empty. */
export const placeholderAttributes = ['placeholder', 'aria-placeholder', 'data-placeholder'] as const;

export const testIdAttributes = ['data-testid', 'data-test-id', 'data-test', 'data-cy', 'data-qa'] as const;

/** Where to look for a target. */
export interface Scope {
  /** Table row with a cell of exactly this text. */
  readonly row?: Template;
  /** Region, table, form or dialog of this name. */
  readonly section?: Template;
  /** Frame whose title or name is this. */
  readonly frame?: Template;
}

export function targetText(target: Target): string {
  return mapText(Object.entries(target));
}

function mapText(entries: readonly (readonly [string, unknown])[]): string {
  const members = entries.map(([key, value]) => `${key}: ${valueText(value)}`);
  return `{ ${members.join(', ')} }`;
}

function valueText(value: unknown): string {
  if (typeof value === 'object' && value !== null) return mapText(Object.entries(value));
  return typeof value === 'string' ? plainOrQuoted(value) : String(value);
}

/** What YAML reads as this text and as nothing else, also between brackets. */
export function plainOrQuoted(text: string): string {
  const isPlain =
    /^\p{L}(?:[\p{L}\p{N} ._/-]*[\p{L}\p{N}._/-])?$/u.test(text) &&
    !/^(?:true|false|null|yes|no|on|off|y|n)$/i.test(text);
  return isPlain ? text : `'${text.replaceAll("'", "''")}'`;
}

/** The text by which a target names its element, and the member that has it. */
export function namedBy(target: Target): { readonly member: keyof Target; readonly text: string } | undefined {
  for (const member of ['name', 'label', 'text', 'placeholder', 'beside', 'column'] as const) {
    const text = target[member];
    if (text !== undefined) return { member, text };
  }
  return undefined;
}

export function isSameTarget(one: Target, other: Target): boolean {
  const members = [...new Set([...Object.keys(one), ...Object.keys(other)])] as (keyof Target)[];
  return members.every((member) =>
    member === 'within'
      ? (['row', 'section', 'frame'] as const).every((key) => one.within?.[key] === other.within?.[key])
      : one[member] === other[member],
  );
}
