/** Turns a place of the driver protocol into a strict locator of the library. */
import type { FrameLocator, Locator, Page } from 'playwright-core';
import { frameAttributes, frameNames } from '../domain/dispatch/guard/record-mark.ts';
import { placeholderAttributes, sectionRoles, testIdAttributes } from '../domain/dispatch/playbook/target.ts';
import type { TargetRole } from '../domain/dispatch/playbook/target.ts';
import type { Place } from './driver.ts';
import { pageScript, registerEngine } from './page-reading.ts';

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

const engine = 'labelled';
// It is there before the first window is opened: the library registers it with the browser's next context.
void registerEngine(engine, `(${pageScript('labelled-fields.js')})()`);

/**
 * The element itself, unless it is not drawn at all; ticked boxes and files are often pressed by what is drawn for them. A
 * text that is clipped to a dot says to screen readers what people see elsewhere.
 */
const drawnEngine = 'drawn_self';
void registerEngine(
  drawnEngine,
  `(() => {
      const isDrawn = (node) => node.getClientRects().length > 0 || node.matches('[type=file], [type=checkbox], [type=radio]');
      // A copy that is not drawn at all is no second text.
      const hasBox = (node) => node.getClientRects().length > 0 || getComputedStyle(node).display === 'contents';
      const isDot = (node) => {
        const { width, height } = node.getBoundingClientRect();
        return width <= 1 && height <= 1 && getComputedStyle(node).overflow !== 'visible';
      };
      const inDot = (node) => {
        for (let at = node; at?.nodeType === 1; at = at.parentNode?.host ?? at.parentNode) if (isDot(at)) return true;
        return false;
      };
      const labelsOf = (node) => [
        ...(node.getAttribute('aria-labelledby') ?? '').split(/\\s+/).filter(Boolean),
        ...[...(node.labels ?? [])].map((label) => label.id).filter(Boolean),
      ];
      // A library's own list that has the label too, and draws another for people to press.
      const isTiny = (node) => {
        const { width, height } = node.getBoundingClientRect();
        return (width <= 1 && height <= 1) || inDot(node);
      };
      const isDouble = (node) =>
        node.matches('select') && isTiny(node) &&
        labelsOf(node).some((id) =>
          [...node.getRootNode().querySelectorAll('[role=combobox], [aria-haspopup=listbox]')].some(
            (other) => other !== node && !inDot(other) && isDrawn(other) && labelsOf(other).includes(id),
          ),
        );
      // Up to ARIA 1.1 a combobox is the box around the field that people type into; both may have the label.
      const isBox = (node) =>
        node.matches('[role=combobox]:not(input, select, textarea)') &&
        [...node.querySelectorAll('input, textarea')].some(
          (field) => isDrawn(field) && labelsOf(field).some((id) => labelsOf(node).includes(id)),
        );
      // A component that hands its name on to the field within it.
      const isHost = (node) =>
        node.shadowRoot !== null && (node.getAttribute('aria-label') ?? '') !== '' &&
        [...node.shadowRoot.querySelectorAll('[aria-label]')].some(
          (part) =>
            part.matches('input, textarea, select, button, [role=combobox], [role=textbox]') && isDrawn(part) &&
            part.getAttribute('aria-label') === node.getAttribute('aria-label'),
        );
      // The buttons beside a number that make it more or less are named by themselves and by the field's label.
      const isStepper = (node) => {
        if (!node.matches('button:not([aria-haspopup]), [role=button]:not([aria-haspopup])')) return false;
        const ids = (node.getAttribute('aria-labelledby') ?? '').split(/\\s+/).filter((id) => id !== '' && id !== node.id);
        return node.getAttribute('aria-labelledby')?.includes(node.id) === true && ids.some((id) =>
          [...node.getRootNode().querySelectorAll('input, textarea')].some((field) => labelsOf(field).includes(id)),
        );
      };
      const holdsIts = (node, placeholder) =>
        [...node.children, ...(node.shadowRoot?.children ?? [])].some(
          (part) =>
            (part.matches('input, textarea') && part.getAttribute('placeholder') === placeholder) ||
            holdsIts(part, placeholder),
        );
      const isIn = (node, kind) =>
        kind === 'innermost' ? !holdsIts(node, node.getAttribute('placeholder')) :
        (kind === 'text' ? hasBox(node) && !inDot(node) : isDrawn(node) && !isDouble(node) && !isBox(node) && !isHost(node) && !isStepper(node));
      const queryAll = (node, kind) => (isIn(node, kind) ? [node] : []);
      return { query: (node, kind) => queryAll(node, kind)[0] ?? null, queryAll };
    })()`,
);

/** A control that shows but a sign or an icon, by its tip; and a dialog by its title, where that holds the button that closes it. */
const titledEngine = 'titled';
void registerEngine(
  titledEngine,
  `(() => {
      const plain = (text) => text.replace(/\\s+/g, ' ').trim();
      const said = (node) =>
        node.nodeType === 3 ? node.data :
        node.nodeType !== 1 ? '' :
        [node.getAttribute('aria-label') ?? '', node.getAttribute('alt') ?? '',
          ...[...node.childNodes, ...(node.shadowRoot?.childNodes ?? [])].map(said)].join(' ');
      const words = (node) =>
        node.nodeType === 3 ? node.data :
        node.nodeType !== 1 || node.matches('button, [role=button], svg, style, script') ? ' ' :
        [...node.childNodes].map(words).join('');
      const titleOf = (node) =>
        (node.getAttribute('aria-labelledby') ?? '').split(/\\s+/).filter(Boolean)
          .map((id) => node.getRootNode().getElementById(id)).filter(Boolean).map(words).join(' ');
      // Some libraries write the title itself where its id belongs (Vant).
      const titleInWords = (node) => {
        const text = node.getAttribute('aria-labelledby') ?? '';
        return plain(words(node)).startsWith(plain(text)) ? text : '';
      };
      const tipOf = (node) => {
        const [part, ...more] = plain(node.title ?? '') === '' ? node.querySelectorAll('[title]') : [node, node];
        return plain((more.length === 0 && part !== undefined && plain(part.textContent) === plain(node.textContent) ? part : node).title ?? '');
      };
      const isCalled = (node, name) =>
        node.matches('dialog, [role=dialog], [role=alertdialog]') ? plain(titleOf(node) || titleInWords(node)) === plain(name) :
        tipOf(node) === plain(name) && !node.hasAttribute('aria-labelledby') && !/[\\p{L}\\p{N}]/u.test(said(node));
      const queryAll = (node, selector) =>
        isCalled(node, new TextDecoder().decode(Uint8Array.from(atob(selector), (sign) => sign.charCodeAt(0)))) ? [node] : [];
      return { query: (node, selector) => queryAll(node, selector)[0] ?? null, queryAll };
    })()`,
);

/** A control or cell that is called by its text, and has a tip of its style or a button that copies it beside it. */
const tipEngine = 'with_tip';
void registerEngine(
  tipEngine,
  `(() => {
      const tree = (${pageScript('composed-tree.js')})();
      const { added, isBeside } = (${pageScript('style-text.js')})(tree);
      // A sign of an icon font is no word either.
      const hasTip = (control) =>
        [control, ...tree.all(control, '*')].some((node) =>
          ['::before', '::after'].some((part) => {
            const text = added(node, part).trim();
            return text !== '' && (!/[\\p{L}\\p{N}]/u.test(text) || isBeside(node, part, control));
          }),
        );
      const isCopier = (node) =>
        node.nodeType === 1 && node.matches(tree.copiers) && tree.copying.test(tree.plain(node.textContent));
      const said = (node) => (isCopier(node) ? '' : node.nodeType === 3 ? node.data : [...node.childNodes].map(said).join(''));
      // Words for screen readers alone, such as "(opens in a new window)".
      const isUnseen = (node) => {
        const style = getComputedStyle(node);
        const { width, height } = node.getBoundingClientRect();
        const isTiny = style.overflow !== 'visible' && width <= 1 && height <= 1;
        return style.position === 'absolute' && (isTiny || tree.clipsToDot(style));
      };
      const seen = (node) =>
        node.nodeType === 3 ? node.data :
        node.nodeType !== 1 || isUnseen(node) ? '' :
        [...node.childNodes].map(seen).join('');
      const isCalled = (node, name) => {
        if (node.matches('[aria-label], [aria-labelledby]') || !tree.isRendered(node)) return false;
        const text = tree.plain(node.textContent);
        if (text === name) return hasTip(node) || tree.all(node, '[title], [aria-label], [alt]').length > 0;
        if (!text.includes(name)) return false;
        return tree.plain(seen(node)) === name || (tree.plain(said(node)) === name && tree.all(node, tree.copiers).some(isCopier));
      };
      const queryAll = (root, selector) => {
        const [kinds, name] = JSON.parse(new TextDecoder().decode(Uint8Array.from(atob(selector), (sign) => sign.charCodeAt(0))));
        const found = (at) => [
          ...tree.all(at, kinds).filter((node) => isCalled(node, tree.plain(name))),
          ...tree.all(at, '*').flatMap((node) => (tree.shadowOf(node) ? found(tree.shadowOf(node)) : [])),
        ];
        return found(root);
      };
      return { query: (node, selector) => queryAll(node, selector)[0] ?? null, queryAll };
    })()`,
);

/** The link itself, where its address fits. */
const addressEngine = 'leads_to';
void registerEngine(
  addressEngine,
  `(() => {
      const queryAll = (node, selector) => {
        const pattern = new TextDecoder().decode(Uint8Array.from(atob(selector), (sign) => sign.charCodeAt(0)));
        try {
          const { pathname, search } = new URL(node.getAttribute('href') ?? '', node.ownerDocument.baseURI);
          return new RegExp(pattern).test(pathname + search) ? [node] : [];
        } catch {
          return [];
        }
      };
      return { query: (node, selector) => queryAll(node, selector)[0] ?? null, queryAll };
    })()`,
);

/** The element itself, where it lies in a dialog that is in front and keeps people from all that lies under it. */
const frontEngine = 'in_front';
void registerEngine(
  frontEngine,
  `(() => {
      const { aboveElement: above } = (${pageScript('composed-tree.js')})();
      const isIn = (outer, node) => {
        for (let at = node; at; at = above(at)) if (at === outer) return true;
        return false;
      };
      const hit = (root, x, y) => {
        const at = root.elementFromPoint(x, y);
        const inner = at?.shadowRoot?.elementFromPoint(x, y);
        return inner && inner !== at ? hit(at.shadowRoot, x, y) : at;
      };
      const isFixed = (node) => {
        const { position, zIndex } = getComputedStyle(node);
        return position === 'fixed' || (position === 'absolute' && Number(zIndex) > 0);
      };
      const around = (node, is) => {
        const all = [];
        for (let at = node; at && !at.matches('body, html'); at = above(at)) if (is(at)) all.push(at);
        return all;
      };
      const isVeiled = ({ ownerDocument: page }) => {
        const { innerWidth: width, innerHeight: height } = page.defaultView;
        const [first, ...others] = [[2, 2], [width - 20, 2], [2, height - 20], [width - 20, height - 20]].map(([x, y]) => hit(page, x, y));
        return first !== null && others.every((other) => other === first) && around(first, isFixed).length > 0;
      };
      const dialogOf = (node) => {
        const [modal] = around(node, (at) => at.matches('[aria-modal=true], dialog:modal'));
        return modal ?? (isVeiled(node) ? around(node, isFixed).at(-1) : undefined);
      };
      const queryAll = (node) => {
        const dialog = node.nodeType === 1 ? dialogOf(node) : undefined;
        if (dialog === undefined) return [];
        const hitOf = (part) => {
          const { left, top, width, height } = part.getBoundingClientRect();
          return hit(part.ownerDocument, left + width / 2, top + height / 2);
        };
        // What has to be scrolled to in the dialog is hit by nothing.
        return isIn(dialog, hitOf(node) ?? hitOf(dialog)) ? [node] : [];
      };
      return { query: (node) => queryAll(node)[0] ?? null, queryAll };
    })()`,
);

const textEngine = 'shown_text';
void registerEngine(textEngine, `(${pageScript('shown-text.js')})()`);

/**
 * Keeps what one part of a selector finds for its other parts, which would look for it again, and have to be sent with all of
 * it: as many times as it is needed, and each with twice the marks of escape. `none` begins.
 */
const keptEngine = 'kept';
void registerEngine(
  keptEngine,
  `(() => {
      const { slottedIn } = (${pageScript('slotted-text.js')})();
      const kept = new Map();
      const drawn = new Map();
      const all = (name) => kept.get(name) ?? kept.set(name, new Set()).get(name);
      const drawnIn = (name) =>
        drawn.get(name) ?? drawn.set(name, new Set([...all(name)].flatMap((node) => slottedIn(node)))).get(name);
      const jobs = {
        none: (node) => {
          kept.clear();
          drawn.clear();
          return [node];
        },
        as: (node, name) => {
          all(name).add(node);
          return [node];
        },
        of: (_node, name) => [...all(name)],
        /** Those that are drawn in one that was kept because they lie in a slot of a component there. */
        slotted_in: (node, name) => (drawnIn(name).has(node) ? [node] : []),
      };
      const queryAll = (node, body) => {
        const [job, name] = body.split(':');
        return jobs[job](node, name);
      };
      return { query: (node, body) => queryAll(node, body)[0] ?? null, queryAll };
    })()`,
);

/** The root of a document that has slots; none of one without them, where looking for what lies in slots costs nothing then. */
const slotsEngine = 'with_slots';
void registerEngine(
  slotsEngine,
  `(() => {
      const { shadowOf, all } = (${pageScript('composed-tree.js')})();
      const hasSlots = (root) =>
        [...all(root, '*')].some((node) => node.localName === 'slot' || (shadowOf(node) !== null && hasSlots(shadowOf(node))));
      const queryAll = (root) => (hasSlots(root) ? [root.documentElement ?? root] : []);
      return { query: (root) => queryAll(root)[0] ?? null, queryAll };
    })()`,
);

const slotTextEngine = 'slotted_text';
void registerEngine(slotTextEngine, `(${pageScript('slotted-text.js')})()`);

const optionEngine = 'drawn_option';
void registerEngine(optionEngine, `(${pageScript('drawn-options.js')})()`);

const entryEngine = 'entry_of';
void registerEngine(
  entryEngine,
  `(() => {
      const { entriesOf, rowsShowing } = (${pageScript('list-items.js')})();
      const queryAll = (root, selector) => {
        const text = new TextDecoder().decode(Uint8Array.from(atob(selector), (sign) => sign.charCodeAt(0)));
        return [...rowsShowing(root, text), ...entriesOf(root, text)];
      };
      return { query: (root, selector) => queryAll(root, selector)[0] ?? null, queryAll };
    })()`,
);

const partsEngine = 'row_parts';
void registerEngine(
  partsEngine,
  `(() => {
      const { partsOfRow } = (${pageScript('list-items.js')})();
      const queryAll = (row) => (row.nodeType === 1 ? [row, ...partsOfRow(row)] : []);
      return { query: (row) => queryAll(row)[0] ?? null, queryAll };
    })()`,
);

const placeEngine = 'place_of';
void registerEngine(
  placeEngine,
  `(() => {
      const { found } = (${pageScript('places.js')})();
      const queryAll = (root, selector) =>
        found(root, JSON.parse(new TextDecoder().decode(Uint8Array.from(atob(selector), (sign) => sign.charCodeAt(0)))));
      return { query: (root, selector) => queryAll(root, selector)[0] ?? null, queryAll };
    })()`,
);

/** The table itself, unless it is a part of a grid, or holds nothing but the headers of the one below it. */
const tableEngine = 'of_records';
void registerEngine(
  tableEngine,
  `(() => {
      const { aboveElement: above, partOfGrid, tableKinds: tables } = (${pageScript('composed-tree.js')})();
      const isCutAway = (node) => node.getBoundingClientRect().height <= 1;
      const { isOfHeads } = (${pageScript('head-of-table.js')})({ above, all: (node, kinds) => [...node.querySelectorAll(kinds)], isCutAway, tables });
      const queryAll = (node) => (node.matches(partOfGrid) || isOfHeads(node) ? [] : [node]);
      return { query: (node) => queryAll(node)[0] ?? null, queryAll };
    })()`,
);

/** The table itself, where it has a cell for each of the names. */
const namesEngine = 'with_names';
void registerEngine(
  namesEngine,
  `(() => {
      const { all, plain } = (${pageScript('composed-tree.js')})();
      const cells = 'th, td, [role=columnheader], [role=rowheader], [role=cell], [role=gridcell]';
      const queryAll = (node, selector) => {
        const wanted = JSON.parse(new TextDecoder().decode(Uint8Array.from(atob(selector), (sign) => sign.charCodeAt(0))));
        const texts = new Set(all(node, cells).map((cell) => plain(cell.textContent).toLowerCase()));
        return wanted.every((name) => texts.has(plain(name).toLowerCase())) ? [node] : [];
      };
      return { query: (node, selector) => queryAll(node, selector)[0] ?? null, queryAll };
    })()`,
);

/** What has no name of its own, by where it is. */
function placed(
  root: Root,
  wanted: { kind: 'beside' | 'column' | 'field'; text?: string; nth?: number; takes?: Place['takes'] },
): Locator {
  return root.locator(encoded(placeEngine, wanted));
}

function encoded(engine: string, wanted: unknown): string {
  return `${engine}=${Buffer.from(JSON.stringify(wanted)).toString('base64')}`;
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
  const takes = place.takes === undefined ? {} : { takes: place.takes };
  if (place.role !== undefined) return withRole(root, place.role, place.name, again);
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
      .locator(`${drawnEngine}=innermost`);
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

/** A grid whose rows may be opened is one as well, and a box to tick may be called a switch, or be drawn as one. */
const alsoCalled: Readonly<Partial<Record<TargetRole, 'treegrid' | 'checkbox' | 'switch'>>> = {
  grid: 'treegrid',
  checkbox: 'switch',
  switch: 'checkbox',
};

function withRole(root: Root, role: NonNullable<Place['role']>, name: string | undefined, again: Root): Locator {
  const called = name === undefined ? {} : { name: nameOf(role, name), exact: true };
  const found = root.getByRole(role, called);
  const alike = alsoCalled[role];
  const exact = alike === undefined ? found : found.or(again.getByRole(alike, called));
  if (role === 'table' || role === 'grid') return exact.locator(`${tableEngine}=it`);
  if (name === undefined) return exact;
  const kinds = tipped[role];
  const tips = kinds === undefined ? exact : exact.or(again.locator(encoded(tipEngine, [kinds, name])));
  const named =
    role === 'tab'
      ? tips.or(again.getByRole(role, { name: counted(name) }))
      : role === 'checkbox' || role === 'radio' || role === 'switch'
        ? tips.or(again.getByRole(role).and(again.locator(`${engine}=${Buffer.from(name).toString('base64')}`)))
        : tips;
  if (!titledRoles.has(role)) return named;
  return named.or(again.getByRole(role).locator(`${titledEngine}=${Buffer.from(name).toString('base64')}`));
}

/** By its role, or as it is drawn where the list with the roles is one that nobody sees. */
function option(root: Root, text: string, again: Root): Locator {
  // Those of a native list of several are drawn as well where a library puts it out of sight.
  return root
    .getByRole('option', { name: text, exact: true })
    .and(again.locator(':not(option)'))
    .or(again.locator(encoded(tipEngine, ['[role=option]', text])))
    .filter({ visible: true })
    .locator(`${drawnEngine}=text`)
    .or(again.locator(`${optionEngine}=${Buffer.from(text).toString('base64')}`));
}

/** By the whole text of the element, or by what people see of it. */
function shown(root: Root, text: string, again: Root): Locator {
  return root
    .getByText(text, { exact: true })
    .locator(`${drawnEngine}=text`)
    .or(again.locator(`${textEngine}=${Buffer.from(text).toString('base64')}`));
}

/** What nobody types into: the sign beside a field that opens its calendar has the field's name as well. */
const untypable =
  'a[href], button, [role=button], [role=link], [role=dialog], [role=grid], [role=checkbox], [role=radio], [role=switch], [type=checkbox], [type=radio]';

/** A box that a label names by its id says of itself nothing that people could do with it; the field is in it. */
const plainBox = ':is(div, span, section):not([role], [tabindex], [contenteditable], [aria-haspopup])';

/** By the whole text of the label, or by what it says without the marks that only people see. */
function labelled(root: Root, label: string, again: Root, takes: Place['takes']): Locator {
  // A list that a field opens has the field's name as well.
  const named = root.getByLabel(label, { exact: true }).and(again.locator(':not([role=listbox], [role=menu])'));
  const all = named.or(again.locator(`${engine}=${Buffer.from(label).toString('base64')}`));
  // A library's own list keeps the label of the field that it hides.
  const fields = all.locator(`${drawnEngine}=field`);
  if (takes === 'keys') return fields.and(again.locator(`:not(${untypable}, ${plainBox})`));
  return takes === 'choose' ? fields.and(again.locator(`:not(${plainBox})`)) : fields;
}

/** The section or row that a place lies in; kept as `scope`. Undefined where it may be anywhere. */
function scopeOf(base: Page | FrameLocator, slots: Locator, { section, row }: NonNullable<Place['within']>) {
  if (section === undefined && row === undefined) return undefined;
  const start = base.locator(`${keptEngine}=none`);
  const sections =
    section === undefined
      ? undefined
      : sectionRoles
          .map((role, n) => (n === 0 ? start : base).getByRole(role, { name: section, exact: true }))
          .reduce((all, one) => all.or(one));
  if (row === undefined) return sections?.locator(`${keptEngine}=as:scope`);
  // The cell is looked for from the row, so its locator starts at the page or frame, not at the section.
  const cell = base
    .getByRole('cell', { name: row, exact: true })
    .or(base.getByRole('rowheader', { name: row, exact: true }))
    .or(base.getByRole('gridcell', { name: row, exact: true }))
    .or(base.locator(encoded(tipEngine, [cells, row])));
  // A field that is written into filters the rows: the number in it names none of them.
  const shown = cell.filter({ hasText: /\S/ }).or(cell.filter({ hasNot: base.locator(writable) }));
  const rows =
    sections === undefined
      ? start.getByRole('row')
      : sections
          .locator(`${keptEngine}=as:section`)
          .getByRole('row')
          .or(slots.getByRole('row').locator(`${keptEngine}=slotted_in:section`));
  // A list of cards or lines has entries in the place of rows.
  const entry = `${entryEngine}=${Buffer.from(row).toString('base64')}`;
  return rows
    .filter({ has: shown })
    .locator(`${partsEngine}=it`)
    .or((sections === undefined ? base : base.locator(`${keptEngine}=of:section`)).locator(entry))
    .locator(`${keptEngine}=as:scope`);
}

/** Everything on the page that the place describes. */
export function locate(page: Page, place: Place): Locator {
  const { within = {} } = place;
  const base = within.frame === undefined ? page : frameOf(page, within.frame);
  const slots = base.locator(`${slotsEngine}=it`);
  const scope = scopeOf(base, slots, within);
  const inScope =
    scope === undefined ? kindOf(base, place) : kindOf(scope, place, base.locator(`${keptEngine}=of:scope`));
  const isCounted = place.beside !== undefined || place.column !== undefined || place.nth_field !== undefined;
  // What is found by its position is looked for over slots as it is; else with what is drawn there because it lies in a slot.
  const found =
    scope === undefined || isCounted
      ? inScope
      : inScope.or(kindOf(slots, place).locator(`${keptEngine}=slotted_in:scope`));
  if (place.containing === undefined) return found;
  const inSlots = base.locator(`${slotTextEngine}=${Buffer.from(place.containing).toString('base64')}`);
  return found.filter({ hasText: place.containing }).or(found.and(inSlots));
}

/**
 * Of a table or grid that is described by nothing but its role: those of either role that have a cell for each name that is
 * wanted. Undefined where the place says which one is meant.
 */
export function ofNames(page: Page, place: Place, wanted: readonly string[]): Locator | undefined {
  const { role, name, containing, within: { row, section } = {} } = place;
  const says = [name, containing, row, section].some((each) => each !== undefined);
  if ((role !== 'table' && role !== 'grid') || says || wanted.length === 0) return undefined;
  const [tables, grids] = (['table', 'grid'] as const).map((each) => locate(page, { ...place, role: each }));
  return tables && grids && tables.or(grids).locator(encoded(namesEngine, wanted));
}

/** Of several that a place describes, those in the dialog that is in front of the others. */
export function inFront(found: Locator): Locator {
  return found.locator(`${frontEngine}=it`);
}

/** Of several links that a place describes, those that lead to its document. */
export function leadingTo(found: Locator, pattern: string): Locator {
  return found.locator(`${addressEngine}=${Buffer.from(pattern).toString('base64')}`);
}
