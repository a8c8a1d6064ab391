/* oxlint-disable no-unused-expressions -- the expression is the script */
// Runs inside the portal's page, on the element that is about to receive an input: collects what the guard judges, over
// the composed tree (through slots and shadow roots), from all attributes, in full. What a fact means is not decided here.
// Kept as plain script text: it is read from disk and sent to the page as it is.
(element) => {
  const plain = (value) =>
    String(value ?? '')
      .replace(/\s+/g, ' ')
      .trim();
  // Read through the prototypes: a field called "action" or "parentNode" inside a form hides the form's own.
  const getter = (owner, name) => {
    const property = Object.getOwnPropertyDescriptor(owner.prototype, name);
    return (node) => property.get.call(node);
  };
  const parentOf = getter(Node, 'parentNode');
  const childrenOf = getter(Node, 'childNodes');
  const previousOf = getter(Element, 'previousElementSibling');
  const attributesOf = getter(Element, 'attributes');
  const elementSlot = getter(Element, 'assignedSlot');
  const textSlot = getter(Text, 'assignedSlot');
  const shadowOf = getter(Element, 'shadowRoot');
  const localNameOf = getter(Element, 'localName');
  const attribute = (node, name) => Element.prototype.getAttribute.call(node, name);
  const is = (node, selector) => Element.prototype.matches.call(node, selector);
  const all = (root, selector) => [
    ...(root.nodeType === 1
      ? Element
      : root.nodeType === 9
        ? Document
        : DocumentFragment
    ).prototype.querySelectorAll.call(root, selector),
  ];
  const slotOf = (node) => (node.nodeType === 1 ? elementSlot(node) : node.nodeType === 3 ? textSlot(node) : null);
  const above = (node) => slotOf(node) ?? (node.nodeType === 11 ? node.host : parentOf(node)) ?? null;
  const below = (node) => {
    const root = node.nodeType === 1 ? shadowOf(node) : null;
    if (root) return [...root.childNodes];
    if (node.nodeType === 1 && localNameOf(node) === 'slot') {
      const assigned = node.assignedNodes();
      if (assigned.length > 0) return assigned;
    }
    return [...childrenOf(node)];
  };
  const isInside = (owner, node) => {
    for (let at = node; at; at = above(at)) if (at === owner) return true;
    return false;
  };
  const rootOf = (node) => Node.prototype.getRootNode.call(node);
  const byId = (node, id) => {
    const root = rootOf(node);
    const found = root.nodeType === 11 ? root.getElementById(id) : null;
    return found ?? Document.prototype.getElementById.call(node.ownerDocument, id);
  };
  const referred = (node, name) =>
    (attribute(node, name) ?? '')
      .split(/\s+/)
      .filter(Boolean)
      .map((id) => byId(node, id))
      .filter(Boolean);
  const controls =
    'a[href], button, input, select, textarea, summary, option, [role=button], [role=link], [role=menuitem], [role=tab], [role=checkbox], [role=switch]';
  const unread = new Set(['script', 'style', 'template', 'noscript', 'head', 'datalist']);
  const isRendered = (node) => node.checkVisibility({ visibilityProperty: true });

  // --- Text that style sheets add.

  const plainMarkers =
    /^(?:none|disc|circle|square|disclosure-(?:open|closed)|decimal(?:-leading-zero)?|(?:lower|upper)-(?:roman|alpha|latin|greek))$/;
  /** What an @counter-style of the page may write. */
  const counterText = (name) => {
    const sheets = [...document.styleSheets, ...document.adoptedStyleSheets];
    const rules = sheets.flatMap((sheet) => {
      try {
        return [...sheet.cssRules];
      } catch {
        return [];
      }
    });
    const rule = rules.find((each) => each.constructor.name === 'CSSCounterStyleRule' && each.name === name);
    return rule ? [rule.prefix, rule.symbols, rule.additiveSymbols, rule.suffix].join(' ').replace(/["']/g, '') : '';
  };
  const strings = (list) =>
    [...list.matchAll(/"((?:[^"\\]|\\.)*)"/g)].map(([, inner]) => inner.replace(/\\(["\\])/g, '$1')).join('');
  const added = (node, part) => {
    const style = getComputedStyle(node, part);
    const { content } = style;
    if (content === 'none' || content === 'normal' || content === '' || style.display === 'none') return '';
    return content
      .replace(/attr\(\s*([\w-]+)[^)]*\)/g, (_, name) => JSON.stringify(attribute(node, name) ?? ''))
      .replace(/counters?\(([^)]*)\)/g, (_, inside) => {
        const kind = inside.split(',').at(-1).trim();
        return JSON.stringify(plainMarkers.test(kind) || !inside.includes(',') ? '1' : counterText(kind));
      })
      .replace(/(?:open|close)-quote/g, style.quotes === 'auto' ? '' : style.quotes)
      .replace(/"(?:[^"\\]|\\.)*"|[^"]+/g, (piece) => (piece.startsWith('"') ? strings(piece) : ''));
  };
  const marker = (node) => {
    const style = getComputedStyle(node);
    if (style.display !== 'list-item' && localNameOf(node) !== 'summary') return '';
    const content = getComputedStyle(node, '::marker').content;
    const kind = style.listStyleType;
    return `${strings(content)} ${kind.startsWith('"') ? strings(kind) : plainMarkers.test(kind) ? '' : counterText(kind)}`;
  };
  const decoration = (node) => `${marker(node)} ${added(node, '::before')} ${added(node, '::after')}`;

  // --- The accessible name.

  const spoken = (node, deep) => {
    if (node.nodeType === 3) return node.data;
    if (node.nodeType === 11)
      return below(node)
        .map((child) => spoken(child, true))
        .join('');
    if (node.nodeType !== 1 || unread.has(localNameOf(node))) return '';
    if (deep && attribute(node, 'aria-hidden') === 'true') return '';
    const style = getComputedStyle(node);
    if (deep && (style.display === 'none' || style.visibility === 'hidden')) return '';
    const label = attribute(node, 'aria-label');
    if (deep && label) return ` ${label} `;
    if (localNameOf(node) === 'br') return ' ';
    if (localNameOf(node) === 'img') return ` ${attribute(node, 'alt') ?? ''} `;
    if (localNameOf(node) === 'svg') return ` ${all(node, 'title')[0]?.textContent ?? ''} `;
    const gap = style.display === 'inline' || style.display === 'contents' ? '' : ' ';
    const inner = below(node).map((child) => spoken(child, true));
    return `${gap}${added(node, '::before')}${inner.join('')}${added(node, '::after')}${gap}`;
  };
  const labels = [...(element.labels ?? [])];
  const ownLabels = () => labels.map((label) => spoken(label, false)).join(' ');
  const isTyped = is(element, 'input:not([type=submit],[type=button],[type=reset],[type=image]), select, textarea');
  const accessibleName = () => {
    const by = referred(element, 'aria-labelledby');
    if (by.length > 0) return by.map((node) => attribute(node, 'aria-label') ?? spoken(node, false)).join(' ');
    const label = attribute(element, 'aria-label');
    if (label && label.trim()) return label;
    if (isTyped) return ownLabels() || element.title || element.placeholder || '';
    if (is(element, 'input'))
      return element.value || (element.type === 'submit' ? 'Submit' : '') || element.alt || element.title;
    return spoken(element, false).trim() || element.title;
  };

  // --- What people see on it: letters as they lie on the screen.

  const alphaOf = (color) => {
    const parts = color.match(/[\d.]+(?:e-?\d+)?/g) ?? [];
    return /^rgba|\//.test(color) ? Number(parts.at(-1)) : 1;
  };
  const isClear = (style) =>
    Number(style.opacity) < 0.1 ||
    /opacity\(0(?:%|\.0\d*)?\)/.test(style.filter) ||
    /^inset\((?:50|100)%/.test(style.clipPath);
  /** An icon written as a word of an icon font: `<i class="material-icons" aria-hidden="true">save</i>`. */
  const isIcon = (node) =>
    !!node.closest('[aria-hidden=true]') &&
    /icon|symbol|glyph/i.test(`${getComputedStyle(node).fontFamily} ${attribute(node, 'class') ?? ''}`) &&
    /^\s*[a-z0-9_]+\s*$/.test(node.textContent ?? '');
  const isMark = (node, text) =>
    !!node.closest('[aria-hidden=true], kbd, sup, .badge') && /^[\s\d\p{P}\p{S}]*$/u.test(text);
  /** Pieces of text in the order of the page, each with its letters' boxes. */
  const pieces = [];
  const hiddenTexts = [];
  const range = document.createRange();
  const collect = (node, isSeen, clip) => {
    if (node.nodeType === 3) {
      const owner = above(node);
      if (node.data.trim() === '') {
        pieces.push({ text: ' ', boxes: null });
        return;
      }
      range.selectNodeContents(node);
      const style = getComputedStyle(owner);
      const boxes = [...range.getClientRects()].filter(
        (box) =>
          box.width > 0.5 &&
          box.height > 2 &&
          (clip === null ||
            (box.right > clip.left + 1 &&
              box.left < clip.right - 1 &&
              box.bottom > clip.top + 1 &&
              box.top < clip.bottom - 1)),
      );
      const ink = alphaOf(style.webkitTextFillColor || style.color);
      const isGradient = ink < 0.1 && /text/.test(style.backgroundClip);
      const isDrawn = isSeen && boxes.length > 0 && parseFloat(style.fontSize) > 2 && (ink >= 0.1 || isGradient);
      if (isDrawn && !isIcon(owner) && !isMark(owner, node.data)) pieces.push({ text: node.data, node, boxes });
      else hiddenTexts.push(node.data);
      return;
    }
    if (node.nodeType !== 1 || unread.has(localNameOf(node)) || localNameOf(node) === 'title') return;
    const style = getComputedStyle(node);
    const shown =
      isSeen && style.display !== 'none' && !isClear(style) && (style.display === 'contents' || isRendered(node));
    let inner = clip;
    if (style.overflowX !== 'visible' && style.display !== 'inline') {
      const box = node.getBoundingClientRect();
      inner = clip === null ? box : intersection(clip, box);
    }
    const block = (style.display !== 'inline' && style.display !== 'contents') || localNameOf(node) === 'br';
    if (block) pieces.push({ text: ' ', boxes: null });
    for (const part of ['::before', '::after']) {
      if (part === '::after') for (const child of below(node)) collect(child, shown, inner);
      const text = part === '::before' ? `${marker(node)}${added(node, part)}` : added(node, part);
      if (text.trim() === '') continue;
      hiddenTexts.push(text);
      const own = getComputedStyle(node, part);
      if (
        shown &&
        !isClear(own) &&
        parseFloat(own.fontSize) > 2 &&
        alphaOf(own.color) >= 0.1 &&
        /[\p{L}\p{N}]/u.test(text)
      )
        pieces.push({ text, boxes: null });
    }
    if (block) pieces.push({ text: ' ', boxes: null });
  };
  const intersection = (a, b) => ({
    left: Math.max(a.left, b.left),
    top: Math.max(a.top, b.top),
    right: Math.min(a.right, b.right),
    bottom: Math.min(a.bottom, b.bottom),
  });
  const mostLetters = 240;
  /** The letters from left to right and from top to bottom, where that is not the order of the page. */
  const asSeen = () => {
    const inOrder = pieces.map(({ text }) => text).join('');
    const drawn = pieces.filter(({ boxes }) => boxes !== null);
    if (drawn.length === 0 || inOrder.length > mostLetters) return inOrder;
    const letters = drawn.flatMap(({ node }) =>
      [...node.data].flatMap((sign, n) => {
        if (/\s/.test(sign) || node.data.length !== [...node.data].length) return [];
        range.setStart(node, n);
        range.setEnd(node, n + 1);
        const box = range.getBoundingClientRect();
        return box.width > 0 ? [{ sign, box, node, n }] : [];
      }),
    );
    const isNewLine = (one, next) => next.top >= (one.top + one.bottom) / 2;
    const isInOrder = letters.every(({ box }, n) => {
      const before = letters[n - 1]?.box;
      return before === undefined || isNewLine(before, box) || (box.left >= before.left - 1 && box.bottom > before.top);
    });
    if (isInOrder) return inOrder;
    const isBlock = ({ node }) => getComputedStyle(above(node)).display !== 'inline';
    const isApart = (one, next) =>
      isNewLine(one.box, next.box) ||
      next.box.left - one.box.right > 0.2 * one.box.height ||
      (one.node === next.node
        ? /\s/.test(one.node.data.slice(Math.min(one.n, next.n), Math.max(one.n, next.n)))
        : isBlock(one) || isBlock(next));
    const sorted = letters.toSorted((a, b) =>
      Math.abs(a.box.top - b.box.top) > a.box.height / 2 ? a.box.top - b.box.top : a.box.left - b.box.left,
    );
    let text = '';
    let before = null;
    for (const letter of sorted) {
      if (before !== null && isApart(before, letter)) text += ' ';
      text += letter.sign;
      before = letter;
    }
    return `${text} ${pieces
      .filter(({ boxes, text: added }) => boxes === null && added.trim() !== '')
      .map(({ text: added }) => added)
      .join(' ')}`;
  };

  // --- What is painted over it, or shows through where it paints nothing.

  const through = new CSSStyleSheet();
  through.replaceSync('*, *::before, *::after { pointer-events: auto !important }');
  const stackAt = (root, x, y) =>
    root
      .elementsFromPoint(x, y)
      .filter((node) => rootOf(node) === root)
      .flatMap((node) => (shadowOf(node) ? [...stackAt(shadowOf(node), x, y), node] : [node]));
  const textAt = (node, box) =>
    below(node)
      .filter((child) => child.nodeType === 3 && child.data.trim() !== '')
      .filter((child) => {
        range.selectNodeContents(child);
        return [...range.getClientRects()].some(
          (piece) =>
            piece.right > box.left && piece.left < box.right && piece.bottom > box.top && piece.top < box.bottom,
        );
      })
      .map((child) => child.data)
      .join(' ');
  const mostRoots = 1_000;
  const mostBeside = 200;
  const pictures = new Set(['canvas', 'video', 'img', 'object', 'embed', 'iframe', 'picture']);
  /** Whether something lies there that hit testing does not tell of, because the mouse passes through it. */
  const isPassed = (roots, box) => {
    const isNear = (node) => {
      const own = node.getBoundingClientRect();
      return own.right > box.left && own.left < box.right && own.bottom > box.top && own.top < box.bottom;
    };
    for (const root of roots)
      for (const node of all(root, '*'))
        if (isNear(node) && getComputedStyle(node).pointerEvents === 'none' && !isInside(element, node)) return true;
    for (let at = above(element); at; at = above(at)) {
      const beside = [at, ...below(at).slice(0, mostBeside)].filter((node) => node.nodeType === 1 && node !== element);
      for (const node of beside)
        for (const part of ['::before', '::after'])
          if (getComputedStyle(node, part).pointerEvents === 'none' && added_(node, part) !== '') return true;
    }
    return false;
  };
  /** What lies over the element and under it, each with the number of points where it does. */
  const layersAt = (points) => {
    const [over, under] = [new Map(), new Map()];
    const count = (layer, node) => layer.set(node, (layer.get(node) ?? 0) + 1);
    for (const [x, y] of points) {
      let isOver = true;
      for (const node of stackAt(document, x, y)) {
        if (isInside(element, node)) isOver = false;
        else if (isOver) count(over, node);
        else if (!isInside(node, element)) count(under, node);
      }
    }
    return { over, under };
  };
  const painted = () => {
    const found = { over: [], under: [], covered: false };
    const box = element.getBoundingClientRect();
    if (box.width === 0 || box.height === 0 || isTyped) return found;
    const points = [0.08, 0.3, 0.5, 0.7, 0.92]
      .flatMap((across) =>
        [0.25, 0.5, 0.75].map((down) => [box.left + box.width * across, box.top + box.height * down]),
      )
      .filter(([x, y]) => x >= 0 && y >= 0 && x < innerWidth && y < innerHeight);
    const roots = [document];
    for (const root of roots)
      for (const node of all(root, '*')) if (shadowOf(node) && roots.length < mostRoots) roots.push(shadowOf(node));
    const heard = layersAt(points);
    let { over, under } = heard;
    if (isPassed(roots, box)) {
      for (const root of roots) root.adoptedStyleSheets = [...root.adoptedStyleSheets, through];
      try {
        ({ over, under } = layersAt(points));
      } finally {
        for (const root of roots)
          root.adoptedStyleSheets = root.adoptedStyleSheets.filter((sheet) => sheet !== through);
      }
    }
    const inert = all(document, '[inert]').filter((node) => !isInside(node, element));
    for (const node of inert) over.set(node, points.length);
    for (const [node, times] of over) {
      if (isInside(node, element) && localNameOf(node) === 'a') continue;
      if (labels.some((label) => isInside(label, node))) continue;
      // What the mouse does not pass through leaves free the point of the click.
      if (heard.over.has(node) && times < points.length / 2) continue;
      const added = [added_(node, '::before'), added_(node, '::after')].join(' ');
      found.over.push(`${isInside(node, element) ? '' : textAt(node, box)} ${added}`);
      if (isInside(node, element) || inert.includes(node)) continue;
      const style = getComputedStyle(node);
      const isPicture = pictures.has(localNameOf(node)) || node.ownerSVGElement || localNameOf(node) === 'svg';
      const isOpaque = alphaOf(style.backgroundColor) > 0.5 || style.backgroundImage !== 'none';
      if (Number(style.opacity) > 0.1 && (isPicture || isOpaque)) found.covered = true;
    }
    if (pieces.every(({ text }) => text.trim() === ''))
      for (const node of under.keys()) found.under.push(`${textAt(node, box)} ${decoration(node)}`);
    return found;
  };
  const added_ = (node, part) =>
    /absolute|fixed/.test(getComputedStyle(node, part).position) ? added(node, part) : '';

  // --- What is around it.

  const context = [];
  const known = new Set();
  const tell = (kind, text) => {
    const said = plain(text);
    const key = `${kind} ${said}`;
    if (said === '' || known.has(key)) return;
    known.add(key);
    context.push({ kind, text: said });
  };
  /** Text of a title, without that of the controls in it. @param isNamed it is referred to, so that it counts unseen too */
  const titleText = (node, isNamed = false, withControls = false) => {
    if (node.nodeType === 3) return node.data;
    if (node.nodeType !== 1 || unread.has(localNameOf(node))) return '';
    if (!isNamed && getComputedStyle(node).display !== 'contents' && !isRendered(node)) return '';
    if (!withControls && is(node, controls)) return '';
    const picture = localNameOf(node) === 'img' ? attribute(node, 'alt') : '';
    const inner = below(node).map((child) => titleText(child, isNamed, withControls));
    return ` ${attribute(node, 'aria-label') ?? ''} ${picture ?? ''} ${decoration(node)} ${inner.join('')} `;
  };
  const describe = (node, kind) => {
    for (const name of ['aria-label', 'title', 'aria-description']) tell(kind, attribute(node, name));
    for (const by of referred(node, 'aria-labelledby')) tell(kind, titleText(by, true, true));
  };
  const heading = 'h1, h2, h3, h4, h5, h6, [role=heading]';
  const rankOf = (node) => Number(attribute(node, 'aria-level') ?? /^h([1-6])$/.exec(localNameOf(node))?.[1] ?? 2) || 2;
  const sections = new Set(
    'section article aside nav form fieldset dialog table details ul ol dl main footer iframe'.split(' '),
  );
  const titled = /(?:^|[-_\s])(?:title|heading|header|head|caption|legend|subtitle)(?:$|[-_\s])/i;
  const longestTitle = 300;
  const withShadow = (node, selector) => [
    ...all(node, selector),
    ...(shadowOf(node) ? all(shadowOf(node), selector) : []),
  ];
  /** Of what comes before a node beside it: the titles that its part of the page stands under. */
  const headingsBefore = (node, rank) => {
    let lowest = rank;
    const slot = slotOf(node);
    const before =
      slot || !parentOf(node)
        ? below(above(node) ?? node)
            .slice(0)
            .reverse()
        : null;
    let at = before === null ? previousOf(node) : null;
    const siblings = function* () {
      if (before !== null) {
        const from = before.indexOf(node);
        for (const each of before.slice(from + 1)) if (each.nodeType === 1) yield each;
      } else for (; at; at = previousOf(at)) yield at;
    };
    for (const sibling of siblings()) {
      const name = localNameOf(sibling);
      if (is(sibling, heading)) {
        if (rankOf(sibling) < lowest) {
          lowest = rankOf(sibling);
          tell('section', titleText(sibling, false, true));
        }
        continue;
      }
      if (sections.has(name) || unread.has(name) || is(sibling, controls)) continue;
      const marks = `${attribute(sibling, 'class') ?? ''} ${attribute(sibling, 'slot') ?? ''}`;
      const isTitle = name === 'header' || name === 'hgroup' || name === 'dt' || titled.test(marks);
      const inner = withShadow(sibling, heading);
      if (!isTitle && (inner.length === 0 || all(sibling, controls).length > 0)) continue;
      if (inner.length === 0) {
        const text = plain(titleText(sibling));
        if (lowest > 6 && text.length <= longestTitle) tell('section', text);
        if (text !== '') lowest = Math.min(lowest, 6);
      }
      for (const each of inner.toReversed())
        if (rankOf(each) < lowest) {
          lowest = rankOf(each);
          tell('section', titleText(each, false, true));
        }
    }
    return lowest;
  };
  const dialogs = 'dialog, [role=dialog], [role=alertdialog], [aria-modal=true], [popover]';
  const isDialog = (node) =>
    is(node, dialogs) ||
    /(?:^|[-_\s])(?:modal|dialog|popup|lightbox|drawer|popover|offcanvas)(?:$|[-_\s])/i.test(
      attribute(node, 'class') ?? '',
    );
  /** A dialog's titles: its headings, what is dressed as one, its first words, and what it asks. */
  const dialogTitles = (node) => {
    for (const by of referred(node, 'aria-describedby')) tell('dialog', titleText(by, true));
    for (const name of ['id', 'class', 'name']) tell('dialog', attribute(node, name));
    const blocks = [];
    const visit = (part) => {
      if (part.nodeType === 3) {
        if (part.data.trim() !== '') blocks.push({ text: part.data, isTitle: false });
        return;
      }
      if (part.nodeType !== 1 || unread.has(localNameOf(part)) || is(part, controls)) return;
      if (getComputedStyle(part).display !== 'contents' && !isRendered(part)) return;
      const isTitle = is(part, `${heading}, legend, caption`) || titled.test(attribute(part, 'class') ?? '');
      const children = below(part);
      const isBlock = !children.some((child) => child.nodeType === 1 && getComputedStyle(child).display !== 'inline');
      if (isTitle && all(part, controls).length === 0) blocks.push({ text: titleText(part), isTitle });
      else if (isBlock && children.length > 0) blocks.push({ text: titleText(part), isTitle: false });
      else {
        if (decoration(part).trim() !== '') blocks.push({ text: decoration(part), isTitle });
        children.forEach(visit);
      }
    };
    visit_(node, visit);
    const isAlert = attribute(node, 'role') === 'alertdialog';
    blocks
      .filter(({ text }) => plain(text) !== '')
      .forEach(({ text, isTitle }, n) => {
        if (n === 0 || isTitle || isAlert || /[?？]/.test(text)) tell('dialog', text);
      });
  };
  const visit_ = (node, visit) => below(node).forEach(visit);

  const rows = 'tr, [role=row]';
  const cells = 'td, th, [role=cell], [role=gridcell], [role=columnheader], [role=rowheader]';
  const rowTitles = (row) => {
    describe(row, 'row');
    const own = below(row).filter((node) => node.nodeType === 1);
    const first = own.find((node) => is(node, cells) || own.length > 1);
    for (const node of own)
      if ((node === first || is(node, 'th, [role=rowheader]')) && !isInside(node, element))
        tell('row', titleText(node));
  };
  const columnTitles = (cell) => {
    for (const by of referred(cell, 'headers')) tell('column', titleText(by, true));
    const row = above(cell);
    const table = cell.closest('table, [role=table], [role=grid], [role=treegrid]');
    if (!row || !table) return;
    let column = 0;
    for (const each of below(row).filter((node) => node.nodeType === 1)) {
      if (each === cell) break;
      column += each.colSpan ?? 1;
    }
    const heads = all(table, 'thead tr, tr:first-child, [role=row]').filter(
      (each) =>
        each !== row &&
        all(each, 'th, [role=columnheader]').length > 0 &&
        (each.compareDocumentPosition(row) & 4) !== 0,
    );
    for (const head of heads) {
      let at = 0;
      for (const each of below(head).filter((node) => node.nodeType === 1)) {
        const span = each.colSpan ?? 1;
        if (column >= at && column < at + span && is(each, 'th, [role=columnheader]'))
          tell('column', titleText(each, false, true));
        at += span;
      }
    }
  };
  /** Tabs, accordion heads and links that open the part of the page with this id. */
  const openers = (node) => {
    const id = attribute(node, 'id');
    if (id) {
      const [word, hash] = [CSS.escape(id), JSON.stringify(`#${id}`)];
      const selector = `[aria-controls~="${word}"], [data-bs-target=${hash}], [data-target=${hash}], a[href=${hash}], [popovertarget="${word}"], [commandfor="${word}"]`;
      const root = rootOf(node);
      for (const each of [...all(root, selector), ...(root === document ? [] : all(node.ownerDocument, selector))])
        if (!isInside(node, each)) tell('tab', titleText(each, true, true));
    }
    if (attribute(node, 'role') === 'tabpanel' || /(?:^|\s)tab-pane(?:\s|$)/.test(attribute(node, 'class') ?? '')) {
      const around = above(node);
      const lists = around === null ? [] : all(around, '[role=tablist], .nav-tabs, .nav-pills');
      for (const each of lists.flatMap((list) => all(list, '[role=tab][aria-selected=true], .active')))
        tell('tab', titleText(each, true, true));
    }
  };
  const formTitles = (form) => {
    for (const name of ['name', 'id', 'class']) tell('form', attribute(form, name));
  };
  const handling =
    /^(?:on(?:click|dblclick|auxclick|mouse\w+|pointer\w+|touch\w+|key\w+|focus\w*|change|input|submit|beforeinput|invalid|formdata|command|toggle)|(?:@|v-on:|x-on:)[\w.:-]+|\([\w.:-]+\)|(?:data-)?(?:ng-(?:click|submit|change|mousedown)|hx-[\w-:]+|action)|wire:[\w.:-]+|phx-[\w-]+|up-[\w-]+|data-(?:method|confirm|remote|url|turbo-\w+|command|operation))$/i;
  const attributesFor = (node, where, wanted) =>
    [...attributesOf(node)]
      .filter(
        ({ name, value }) => name !== 'style' && (wanted ?? /^/).test(name) && !(isTyped && name === 'value' && value),
      )
      .map(({ name, value }) => ({ where, name, value: plain(value) }));
  const attributes = [];
  const partsOf = (node) => below(node).flatMap((child) => (child.nodeType === 1 ? [child, ...partsOf(child)] : []));
  attributes.push(...attributesFor(element, 'control'));
  if (!is(element, 'select')) for (const part of partsOf(element)) attributes.push(...attributesFor(part, 'part'));

  const enclosing = 'a, button, summary, [role=button], [role=link], [role=menuitem], [role=tab]';
  const around = () => {
    let rank = 7;
    let isOutside = false;
    for (let node = element; node;) {
      const name = node.nodeType === 1 ? localNameOf(node) : '';
      if (node.nodeType === 1) {
        if (!/^(?:t[rdh]|tbody|thead|tfoot|body|html|option)$/.test(name)) rank = headingsBefore(node, rank);
        if (node !== element) {
          attributes.push(...attributesFor(node, 'around', handling));
          if (is(node, enclosing)) {
            attributes.push(...attributesFor(node, 'part'));
            tell('control', `${titleText(node, true, true)}`);
            for (const by of referred(node, 'aria-describedby')) tell('description', titleText(by, true, true));
          }
          describe(node, name === 'form' ? 'form' : is(node, rows) ? 'row' : isDialog(node) ? 'dialog' : 'section');
          if (!/^(?:html|body)$/.test(name)) tell('section', decoration(node));
          if (isDialog(node)) dialogTitles(node);
          if (name === 'form') formTitles(node);
          if (name === 'fieldset') tell('field set', titleOf(node, 'legend'));
          if (name === 'details') tell('details', titleOf(node, 'summary'));
          if (name === 'figure') tell('section', titleOf(node, 'figcaption'));
          if (name === 'table') tell('table', titleOf(node, 'caption'));
          if (is(node, cells)) columnTitles(node);
          if (is(node, rows)) rowTitles(node);
        }
        openers(node);
        if (name.includes('-')) {
          tell('component', name);
          for (const each of ['heading', 'header', 'label', 'caption', 'name', 'subject'])
            if (node !== element) tell('component', attribute(node, each));
        }
      }
      let next = above(node);
      if (next === null && node.nodeType === 9) {
        next = frameAround(node);
        isOutside = next !== null;
        rank = 7;
        if (next !== null) {
          tell('frame', node.title);
          for (const each of ['title', 'name', 'aria-label', 'id']) tell('frame', attribute(next, each));
          for (const by of [...referred(next, 'aria-labelledby'), ...referred(next, 'aria-describedby')])
            tell('frame', titleText(by, true, true));
        }
      }
      node = next;
    }
    return isOutside;
  };
  const titleOf = (node, selector) => {
    const title = below(node).find((child) => child.nodeType === 1 && is(child, selector));
    return title ? titleText(title, true, true) : '';
  };
  const frameAround = (page) => {
    try {
      return page.defaultView?.frameElement ?? null;
    } catch {
      return null;
    }
  };

  const form = element.form ?? (is(element, 'button, input, select, textarea') ? element.closest('form') : null);
  const owner = form ?? element.closest('form');
  const submits = (control) =>
    (is(control, 'button') && control.type === 'submit') ||
    (is(control, 'input') && (control.type === 'submit' || control.type === 'image'));
  const elementsOf = getter(HTMLFormElement, 'elements');
  const fieldsOf = (node) =>
    [...elementsOf(node)]
      .filter(
        (field) =>
          is(field, 'input[type=hidden]') ||
          (is(field, 'input[type=checkbox], input[type=radio]') && field.checked) ||
          is(field, 'select'),
      )
      .map((field) => ({ name: attribute(field, 'name') ?? '', value: plain(field.value) }));
  const link = element.closest('a[href], area[href]');
  const absolute = (address) => {
    try {
      return new URL(address || document.URL, document.baseURI).href;
    } catch {
      return address;
    }
  };
  const defaultButton = form && [...elementsOf(form)].find((control) => submits(control) && !control.disabled);

  if (!isTyped && !is(element, 'input')) for (const child of below(element)) collect(child, true, null);
  const ownAdded = isTyped ? '' : decoration(element);
  if (ownAdded.trim() !== '') {
    hiddenTexts.push(ownAdded);
    if (/[\p{L}\p{N}]/u.test(ownAdded)) pieces.push({ text: ` ${ownAdded} `, boxes: null });
  }
  const visibleText = isTyped ? '' : is(element, 'input') ? `${element.value} ${ownAdded}` : asSeen();
  const { over, under, covered } = painted();
  around();
  for (const name of ['aria-describedby', 'aria-details'])
    for (const by of referred(element, name)) tell('description', titleText(by, true, true));
  tell('description', attribute(element, 'aria-description'));
  for (const text of under) tell('under', text);
  if (owner && form === null) formTitles(owner);

  return {
    tag: localNameOf(element),
    type: (is(element, 'button, input') ? element.type : '') ?? '',
    role: attribute(element, 'role') ?? (link === element ? 'link' : ''),
    name: plain(accessibleName()),
    visibleText: plain(visibleText),
    painted: plain(over.join(' ')),
    covered,
    value: isTyped && element.type !== 'checkbox' && element.type !== 'radio' ? '' : plain(element.value),
    title: plain(element.title),
    hiddenTexts: [
      ...all(element, 'img, [role=img], svg title').map(
        (node) => attribute(node, 'alt') ?? attribute(node, 'aria-label') ?? node.textContent,
      ),
      ...hiddenTexts,
      attribute(element, 'aria-label'),
      attribute(element, 'alt'),
    ]
      .map(plain)
      .filter(Boolean),
    attributes,
    href: link ? absolute(attribute(link, 'href')) : null,
    download: link ? link.hasAttribute('download') : false,
    form: form && {
      action: absolute(attribute(form, 'action')),
      method: plain(attribute(form, 'method') || 'get').toLowerCase(),
      name: plain(attribute(form, 'name')),
      defaultButton: defaultButton ? plain(defaultButton.value || defaultButton.textContent) : null,
    },
    fields: owner ? fieldsOf(owner) : [],
    formAction: attribute(element, 'formaction') === null ? null : absolute(attribute(element, 'formaction')),
    formMethod: attribute(element, 'formmethod'),
    pageUrl: (() => {
      try {
        return window.top.location.href;
      } catch {
        return document.referrer;
      }
    })(),
    frameUrl: document.URL,
    context,
  };
};
