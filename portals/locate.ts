/** Turns a place of the driver protocol into a strict locator of the library. */
import type { FrameLocator, Locator, Page } from 'playwright-core';
import { frameAttributes, frameNames } from '../domain/dispatch/guard/record-mark.ts';
import { placeholderAttributes, sectionRoles, testIdAttributes } from '../domain/dispatch/playbook/target.ts';
import type { TargetRole } from '../domain/dispatch/playbook/target.ts';
import type { Place } from './driver.ts';
import { selectorEngine } from './page-reading.ts';

type Root = Page | FrameLocator | Locator;

/** The frame of a title, a name or an id; `Outer > Inner` is one in another frame. */
export function frameOf(page: Page, title: string): FrameLocator {
  const [outer, ...inner] = framesOf(page, title);
  return inner.at(-1) ?? outer;
}

/** The frames that lead to it, from the page on. */
export function framesOf(page: Page, title: string): [FrameLocator, ...FrameLocator[]] {
  const [first = title, ...others] = frameNames(title);
  let last = page.frameLocator(ofFrame(first));
  const all: [FrameLocator, ...FrameLocator[]] = [last];
  for (const name of others) {
    last = last.frameLocator(ofFrame(name));
    all.push(last);
  }
  return all;
}

function ofFrame(title: string): string {
  const name = JSON.stringify(title);
  const kinds = ['iframe', 'frame'].flatMap((kind) =>
    frameAttributes.map((attribute) => `${kind}[${attribute}=${name}]`),
  );
  return kinds.join(', ');
}

// They are there before the first window is opened: the library registers them with the browser's next context.
const labelledEngine = selectorEngine('labelled', 'labelled-fields.js');
const drawnEngine = selectorEngine('drawn_self', 'drawn-self.js');
const titledEngine = selectorEngine('titled', 'titled.js');
const tipEngine = selectorEngine('with_tip', 'with-tip.js');
const tabsEngine = selectorEngine('drawn_tabs', 'drawn-tabs.js');
const countedEngine = selectorEngine('counted_tabs', 'drawn-tabs.js', 'queryCounted');
const addressEngine = selectorEngine('leads_to', 'leads-to.js');
const frontEngine = selectorEngine('in_front', 'in-front.js');
const textEngine = selectorEngine('shown_text', 'shown-text.js');
const keptEngine = selectorEngine('kept', 'kept.js');
const slotsEngine = selectorEngine('with_slots', 'with-slots.js');
const slotTextEngine = selectorEngine('slotted_text', 'slotted-text.js');
const optionEngine = selectorEngine('drawn_option', 'drawn-options.js');
const entryEngine = selectorEngine('entry_of', 'list-items.js', 'entries');
const partsEngine = selectorEngine('row_parts', 'list-items.js', 'parts');
const drawnPartEngine = selectorEngine('drawn_part', 'list-items.js', 'drawn');
const sinceEngine = selectorEngine('shown_since', 'kept.js', 'since');
const placeEngine = selectorEngine('place_of', 'places.js', 'found');
const tableEngine = selectorEngine('of_records', 'of-records.js');
const namesEngine = selectorEngine('with_names', 'with-names.js');
const onEngine = selectorEngine('switched_on', 'switched-on.js');
const fieldPartEngine = selectorEngine('field_part', 'field-parts.js');
const boxesEngine = selectorEngine('boxed_list', 'boxed-list.js');

/** What has no name of its own, by where it is. */
function placed(
  root: Root,
  wanted: { kind: 'beside' | 'column' | 'field'; text?: string; nth?: number; takes?: Place['takes'] },
): Locator {
  const found = root.locator(placeEngine(wanted));
  return wanted.takes === 'keys' ? found.locator(drawnEngine('typed')) : found;
}

/** Of one of the attributes exactly this value. */
function withAttribute(root: Root, kinds: readonly string[], value: string): Locator {
  return root.locator(kinds.map((kind) => `${kind}=${JSON.stringify(value)}]`).join(', '));
}

const typedFields = 'input, textarea, select, [contenteditable], [role=textbox], [role=combobox], [role=searchbox]';
const namedFields = ['input:not([type=hidden])[name', 'select[name', 'textarea[name'];

/** What people press shows a tip when the mouse is over it, or an icon beside its name. */
const tipped: Readonly<Partial<Record<TargetRole, string>>> = {
  button: 'button:not([role]), [role=button]',
  link: 'a[href]:not([role]), [role=link]',
  menuitem: '[role=menuitem]',
  tab: '[role=tab]',
  option: '[role=option]',
  heading: 'h1, h2, h3, h4, h5, h6, [role=heading]',
};
const cells = 'td, th, [role=cell], [role=gridcell], [role=rowheader]';
const writable =
  'input:not([readonly], [type=hidden], [type=checkbox], [type=radio], [type=button], [type=submit]), textarea:not([readonly])';

/** In a heading, a `*` as a separate word stands for further words. */
function nameOf(role: string, name: string): string | RegExp {
  const words = name.trim().split(/\s+/);
  if (role !== 'heading' || !words.includes('*') || words.every((word) => word === '*')) return name;
  const form = words.map((word) =>
    word === '*' ? String.raw`\S+(?: \S+)*` : word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'),
  );
  return new RegExp(`^\\s*${form.join(String.raw`\s+`)}\\s*$`);
}

/** A tab is called by its words, and often by the number of its entries behind them: "Documents (2)". */
function counted(name: string): RegExp {
  const words = name
    .trim()
    .split(/\s+/)
    .map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^\\s*${words.join(String.raw`\s+`)}\\s*(?:\\(\\d+\\)|\\d+)\\s*$`);
}

/** @param again finds the same as the root, where that was looked for already */
function kindOf(root: Root, place: Place, again: Root = root): Locator {
  if (place.part !== undefined) {
    const { part, takes: _, ...whole } = place;
    const { label } = place;
    return (label === undefined ? kindOf(root, whole, again) : named(root, label, again)).locator(
      fieldPartEngine(part),
    );
  }
  const takes = place.takes === undefined ? {} : { takes: place.takes };
  if (place.role !== undefined) {
    const found = withRole(root, place.role, place.name, again);
    return place.columns === undefined ? found : found.or(again.locator(boxesEngine(place.columns)));
  }
  if (place.label !== undefined) return labelled(root, place.label, again, place.takes);
  if (place.beside !== undefined) return placed(root, { kind: 'beside', text: place.beside, ...takes });
  if (place.column !== undefined) return placed(root, { kind: 'column', text: place.column, ...takes });
  if (place.nth_field !== undefined) return placed(root, { kind: 'field', nth: place.nth_field });
  if (place.field_name !== undefined) return withAttribute(root, namedFields, place.field_name);
  // A component may have it as well as the field in it.
  if (place.placeholder !== undefined)
    return withAttribute(
      root,
      placeholderAttributes.map((name) => `[${name}`),
      place.placeholder,
    )
      .or(again.getByPlaceholder(place.placeholder, { exact: true }))
      .and(again.locator(typedFields))
      .locator(drawnEngine('innermost'))
      .locator(drawnEngine('field'));
  if (place.test_id !== undefined)
    return withAttribute(
      root,
      testIdAttributes.map((name) => `[${name}`),
      place.test_id,
    );
  if (place.option !== undefined) return option(root, place.option, again);
  return shown(root, place.text ?? '', again);
}

/** Roles of what is often drawn as a mere icon, or has a title with a button in it. */
const titledRoles: ReadonlySet<string> = new Set([
  'button',
  'link',
  'menuitem',
  'tab',
  'switch',
  'dialog',
  'alertdialog',
]);

/** A grid whose rows may be opened is one as well, a dialog may be one that warns, and a box to tick may be called a switch, or be drawn as one. */
const alsoCalled: Readonly<Partial<Record<TargetRole, 'treegrid' | 'checkbox' | 'switch' | 'alertdialog'>>> = {
  dialog: 'alertdialog',
  grid: 'treegrid',
  checkbox: 'switch',
  switch: 'checkbox',
};

/** A grid that has the role of the panel of its tab, and still counts its rows and columns (Webix). */
const gridInTab = '[role=tabpanel][aria-rowcount][aria-colcount]';

/** Libraries give a table the role of a grid (PrimeFaces, DataTables): for who writes a playbook it is a table all the same. */
function withDrawnTables(exact: Locator, role: 'table' | 'grid', name: string | undefined, again: Root): Locator {
  const grids = ['grid', 'treegrid'] as const;
  const called = name === undefined ? {} : { name, exact: true };
  const all =
    role === 'grid'
      ? exact
      : grids.reduce((found, kind) => found.or(again.getByRole(kind, called).and(again.locator('table'))), exact);
  return name === undefined ? all.or(again.locator(gridInTab)) : all;
}

function withRole(root: Root, role: NonNullable<Place['role']>, name: string | undefined, again: Root): Locator {
  const called = name === undefined ? {} : { name: nameOf(role, name), exact: true };
  const found = root.getByRole(role, called);
  const alike = alsoCalled[role];
  const exact = alike === undefined ? found : found.or(again.getByRole(alike, called));
  if (role === 'table' || role === 'grid') return withDrawnTables(exact, role, name, again).locator(tableEngine());
  if (name === undefined) return exact;
  const kinds = tipped[role];
  const tips = kinds === undefined ? exact : exact.or(again.locator(tipEngine([kinds, name])));
  const named =
    role === 'tab'
      ? tips.or(again.getByRole(role, { name: counted(name) })).or(again.locator(tabsEngine(name)))
      : role === 'checkbox' || role === 'radio' || role === 'switch'
        ? tips.or(again.getByRole(role).and(again.locator(labelledEngine(name))))
        : role === 'link'
          ? tips.or(again.getByRole(role).and(again.locator(countedEngine(name))))
          : tips;
  if (!titledRoles.has(role)) return named;
  const kind = alike === undefined ? again.getByRole(role) : again.getByRole(role).or(again.getByRole(alike));
  const all = named.or(kind.locator(titledEngine(name)));
  return role === 'button' ? all.locator(drawnEngine('innermost')) : all;
}

/** By its role, or as it is drawn where the list with the roles is one that nobody sees. */
function option(root: Root, text: string, again: Root): Locator {
  // Those of a native list of several are drawn as well where a library puts it out of sight.
  return root
    .getByRole('option', { name: text, exact: true })
    .and(again.locator(':not(option)'))
    .or(again.locator(tipEngine(['[role=option]', text])))
    .filter({ visible: true })
    .locator(drawnEngine('text'))
    .or(again.locator(optionEngine(text)));
}

/** By the whole text of the element, or by what people see of it. */
function shown(root: Root, text: string, again: Root): Locator {
  return root
    .getByText(text, { exact: true })
    .locator(drawnEngine('text'))
    .or(again.locator(textEngine(text)))
    .or(again.locator(countedEngine(text)));
}

/** What nobody types into: the sign beside a field that opens its calendar has the field's name as well. */
const untypable =
  'a[href], button, [role=button], [role=link], [role=dialog], [role=grid], [role=checkbox], [role=radio], [role=switch], [type=checkbox], [type=radio]';

/** A box that a label names by its id says of itself nothing that people could do with it; the field is in it. */
const plainBox = ':is(div, span, section):not([role], [tabindex], [contenteditable], [aria-haspopup])';

function named(root: Root, label: string, again: Root): Locator {
  // A list that a field opens has the field's name as well.
  const all = root.getByLabel(label, { exact: true }).and(again.locator(':not([role=listbox], [role=menu])'));
  return all.or(again.locator(labelledEngine(label)));
}

/** By the whole text of the label, or by what it says without the marks that only people see. */
function labelled(root: Root, label: string, again: Root, takes: Place['takes']): Locator {
  // A library's own list keeps the label of the field that it hides.
  const fields = named(root, label, again).locator(drawnEngine('field'));
  if (takes === 'keys')
    return fields.and(again.locator(`:not(${untypable}, ${plainBox})`)).locator(drawnEngine('typed'));
  if (takes === 'upload') return fields.locator(drawnEngine('file'));
  return takes === 'choose' ? fields.and(again.locator(`:not(${plainBox})`)) : fields;
}

function withTitle(root: Root, role: (typeof sectionRoles)[number], name: string, again: Root): Locator {
  const named = root.getByRole(role, { name, exact: true });
  return titledRoles.has(role) ? named.or(again.getByRole(role).locator(titledEngine(name))) : named;
}

/** The section or row that a place lies in; kept as `scope`. Undefined where it may be anywhere. */
function scopeOf(base: Page | FrameLocator, slots: Locator, { section, row }: NonNullable<Place['within']>) {
  if (section === undefined && row === undefined) return undefined;
  const start = base.locator(keptEngine('none'));
  const sections =
    section === undefined
      ? undefined
      : sectionRoles
          .map((role, n) => withTitle(n === 0 ? start : base, role, section, base))
          .reduce((all, one) => all.or(one));
  if (row === undefined) return sections?.locator(keptEngine('as:scope'));
  // The cell is looked for from the row, so its locator starts at the page or frame, not at the section.
  const cell = base
    .getByRole('cell', { name: row, exact: true })
    .or(base.getByRole('rowheader', { name: row, exact: true }))
    .or(base.getByRole('gridcell', { name: row, exact: true }))
    .or(base.locator(tipEngine([cells, row])));
  // A field that is written into filters the rows: the number in it names none of them.
  const shown = cell.filter({ hasText: /\S/ }).or(cell.filter({ hasNot: base.locator(writable) }));
  // Where no section has the name, rows and entries are looked for everywhere, and those under such a title are kept.
  const anywhere = base.locator(keptEngine('unless:section'));
  const rows =
    sections === undefined
      ? start.getByRole('row')
      : sections
          .locator(keptEngine('as:section'))
          .or(anywhere)
          .getByRole('row')
          .or(slots.getByRole('row').locator(keptEngine('slotted_in:section')));
  // A list of cards or lines has entries in the place of rows.
  const entry = entryEngine(row);
  const inSections = rows
    .filter({ has: shown })
    .locator(partsEngine(row))
    .or((sections === undefined ? base : base.locator(keptEngine('of:section')).or(anywhere)).locator(entry));
  const found = section === undefined ? inSections : inSections.locator(keptEngine(`in:section:${section}`));
  return found.locator(keptEngine('as:scope'));
}

/** Everything on the page that the place describes. */
export function locate(page: Page, place: Place): Locator {
  const { shown: when } = place;
  const found = located(page, place);
  const fresh = when === undefined ? found : found.locator(sinceEngine(when));
  return place.isOn ? fresh.locator(onEngine()) : fresh;
}

function located(page: Page, place: Place): Locator {
  const { within = {} } = place;
  const base = within.frame === undefined ? page : frameOf(page, within.frame);
  const slots = base.locator(slotsEngine());
  const scope = scopeOf(base, slots, within);
  const again = base.locator(keptEngine('of:scope'));
  const inside = scope === undefined ? kindOf(base, place) : kindOf(scope, place, again);
  const isItself = scope !== undefined && (place.role === 'table' || place.role === 'grid') && within.row === undefined;
  const inScope = isItself ? orItself(inside, base, place) : inside;
  const isCounted = place.beside !== undefined || place.column !== undefined || place.nth_field !== undefined;
  // What is found by its position is looked for over slots as it is; else with what is drawn there because it lies in a slot.
  const inSlots =
    scope === undefined || isCounted
      ? inScope
      : inScope.or(kindOf(slots, place).locator(keptEngine('slotted_in:scope')));
  // Where no section has the name, it is that of what people see under a title.
  const isTitled = within.section !== undefined && within.row === undefined && place.nth_field === undefined;
  const found = isTitled
    ? inSlots.or(
        kindOf(base.locator(keptEngine('unless:scope')), place, base).locator(
          keptEngine(`under:scope:${within.section}`),
        ),
      )
    : inSlots;
  if (place.containing === undefined) return found;
  const withText = base.locator(slotTextEngine(place.containing));
  const held = found.filter({ hasText: place.containing }).or(found.and(withText));
  // Its headers may be drawn in a table of their own above it.
  const isTable = place.role === 'table' || place.role === 'grid';
  return isTable ? held.or(found.locator(namesEngine([1, place.containing]))) : held;
}

/** Where the section holds no table, one that is called like it is meant. */
function orItself(tables: Locator, base: Root, place: Place): Locator {
  const sections = base.locator(keptEngine('unless:inside')).locator(keptEngine('of:scope'));
  return tables.locator(keptEngine('as:inside')).or(sections.and(kindOf(base, place)));
}

/**
 * Of a table or grid that is described by nothing but its role, and perhaps a text in it: those of either role that have a
 * cell for each name that is wanted. Undefined where the place says which one is meant.
 * @param least so many of the names are enough
 */
export function ofNames(
  page: Page,
  place: Place,
  wanted: readonly string[],
  least = wanted.length,
): Locator | undefined {
  const { role, name, within: { row, section } = {} } = place;
  if ((role !== 'table' && role !== 'grid') || name !== undefined || row !== undefined || wanted.length === 0)
    return undefined;
  if (section !== undefined)
    return place.containing === undefined ? locate(page, { ...place, columns: [least, ...wanted] }) : undefined;
  const [tables, grids] = (['table', 'grid'] as const).map((each) => locate(page, { ...place, role: each }));
  const frame = place.within?.frame;
  const asked = [least, ...wanted];
  if (place.containing !== undefined) return tables && grids && tables.or(grids).locator(namesEngine(asked));
  // A list may be drawn with boxes alone, in lines below a line of headers.
  const boxes = (frame === undefined ? page : frameOf(page, frame)).locator(boxesEngine(asked));
  return tables && grids && tables.or(grids).locator(namesEngine(asked)).or(boxes);
}

/** Of several that a place describes, those in the dialog that is in front of the others. */
export function inFront(found: Locator): Locator {
  return found.locator(frontEngine());
}

/** Of several in a row that is drawn in parts, those that people see: its columns that stay in place may be drawn twice. */
export function inDrawnPart(found: Locator): Locator {
  return found.locator(drawnPartEngine());
}

/** Of several links that a place describes, those that lead to its document. */
export function leadingTo(found: Locator, pattern: string): Locator {
  return found.locator(addressEngine(pattern));
}
