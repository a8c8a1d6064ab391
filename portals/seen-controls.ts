/** What the browser library reports of the accessible tree of a page, as the list of what people find on it. */
import { sectionRoles } from '../domain/dispatch/playbook/language.ts';
import type { SeenControl } from '../domain/dispatch/playbook/changed-control.ts';

/** What values are typed into, or chosen in: their texts are none of the page's. */
const fields = new Set(['textbox', 'searchbox', 'spinbutton', 'combobox', 'listbox']);
const sections: ReadonlySet<string> = new Set(sectionRoles);
const cells = new Set(['cell', 'rowheader', 'gridcell']);
/** A page of a hundred fields has a tenth of this. */
const mostControls = 5_000;

interface TreeNode {
  readonly role: string;
  readonly name?: string;
  readonly text?: string;
  readonly placeholder?: string;
  readonly children?: readonly (TreeNode | string)[];
}

interface Around {
  readonly section: string | null;
  readonly row: readonly string[] | null;
}

export function seenControls(tree: unknown): SeenControl[] {
  const seen: SeenControl[] = [];

  function put(role: string, name: string | undefined, { section, row }: Around, placeholder?: string): void {
    const text = name?.replace(/\s+/g, ' ').trim() ?? '';
    if (text === '' || seen.length >= mostControls) return;
    seen.push({ role, name: text, ...(placeholder === undefined ? {} : { placeholder }), section, row });
  }

  function walk(node: TreeNode | string, around: Around): void {
    if (typeof node === 'string') return put('text', node, around);
    const { role, name, text, placeholder, children = [] } = node;
    if (role !== 'text') put(role, name ?? (fields.has(role) ? placeholder : undefined), around, placeholder);
    if (fields.has(role)) return;
    if (name === undefined || name === '') put('text', text, around);
    const inner = {
      section: sections.has(role) && name !== undefined && name !== '' ? name : around.section,
      row: role === 'row' ? children.flatMap(cellText) : around.row,
    };
    for (const child of children) walk(child, inner);
  }

  for (const node of Array.isArray(tree) ? (tree as TreeNode[]) : []) walk(node, { section: null, row: null });
  return seen;
}

function cellText(node: TreeNode | string): string[] {
  if (typeof node === 'string' || !cells.has(node.role)) return [];
  const text = node.name ?? node.text;
  return text === undefined ? [] : [text];
}
