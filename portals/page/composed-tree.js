// Part of what runs inside the portal's page: ways through the tree as it is composed, across slots and shadow roots.
() => {
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
  /** The same for elements alone: what is around a node may be a shadow root or a document, which have none of these. */
  const elementGetter = (name, none) => {
    const read = getter(Element, name);
    return (node) => (node?.nodeType === 1 ? read(node) : none);
  };
  const previousOf = elementGetter('previousElementSibling', null);
  const nextOf = elementGetter('nextElementSibling', null);
  const ownAttributes = getter(Element, 'attributes');
  const elementSlot = getter(Element, 'assignedSlot');
  const textSlot = getter(Text, 'assignedSlot');
  const shadowOf = getter(Element, 'shadowRoot');
  const localNameOf = elementGetter('localName', '');
  const known = new WeakMap();
  /** What an element says by its internals alone; the page's world answers (`guard-decisions.ts`). */
  const saidInside = (node) => {
    if (!localNameOf(node).includes('-')) return [];
    if (known.has(node)) return known.get(node);
    let said = [];
    const hear = ({ detail }) => {
      said = JSON.parse(detail).filter(([, value]) => typeof value === 'string' && value !== '');
    };
    node.addEventListener('lanekeeper:answered', hear);
    node.dispatchEvent(new Event('lanekeeper:asked', { composed: true }));
    node.removeEventListener('lanekeeper:answered', hear);
    known.set(node, said);
    return said;
  };
  const ownAttribute = (node, name) => Element.prototype.getAttribute.call(node, name);
  const attribute = (node, name) =>
    ownAttribute(node, name) ??
    (/^(?:role$|aria-)/.test(name) ? (saidInside(node).find(([its]) => its === name)?.[1] ?? null) : null);
  const attributesOf = (node) => {
    const inside = saidInside(node).filter(([name]) => ownAttribute(node, name) === null);
    return [...ownAttributes(node), ...inside.map(([name, value]) => ({ name, value }))];
  };
  const is = (node, selector) => node?.nodeType === 1 && Element.prototype.matches.call(node, selector);
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
  /** The element around a node, as it is drawn; null around a document. */
  const aboveElement = (node) => {
    const next = above(node);
    const element = next?.nodeType === 11 ? above(next) : next;
    return element?.nodeType === 1 ? element : null;
  };
  /** The element that a node is a child of, or the host whose shadow root it is one of. */
  const elementAround = (node) => {
    const parent = parentOf(node);
    return parent?.nodeType === 11 ? (parent.host ?? null) : parent;
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
  /** Elements that scripts refer to without an id, across shadow roots too. */
  const reflected = {
    'aria-labelledby': 'ariaLabelledByElements',
    'aria-describedby': 'ariaDescribedByElements',
    'aria-details': 'ariaDetailsElements',
  };
  const referred = (node, name) => {
    const byIds = (attribute(node, name) ?? '')
      .split(/\s+/)
      .filter(Boolean)
      .map((id) => byId(node, id))
      .filter(Boolean);
    return [...new Set([...byIds, ...(node[reflected[name]] ?? [])])];
  };
  const controls =
    'a[href], button, input, select, textarea, summary, option, [role=button], [role=link], [role=menuitem], [role=tab], [role=checkbox], [role=switch]';
  const unread = new Set(['script', 'style', 'template', 'noscript', 'head', 'datalist']);
  /** The element whose box a node is drawn in: `display: contents`, as of every slot, has none of its own. */
  const boxOf = (node) => {
    for (let at = node; at; at = aboveElement(at)) if (getComputedStyle(at).display !== 'contents') return at;
    return node;
  };
  const isRendered = (node) => {
    const box = boxOf(node);
    return (
      box.checkVisibility({ visibilityProperty: true }) &&
      (box === node || getComputedStyle(node).visibility === 'visible')
    );
  };

  const drawnFields =
    '[role=combobox], [role=textbox], [role=searchbox], [role=spinbutton], [role=switch], [role=checkbox], [role=radio]';
  const labelsFor = (node) => {
    const id = attribute(node, 'id') ?? '';
    if (id === '') return [];
    return all(rootOf(node), 'label[for]').filter(
      (label) => attribute(label, 'for') === id && byId(label, id) === node,
    );
  };
  const openers = 'a, button[type=button], [role=combobox], [role=button], [tabindex]';
  const hasSize = (node) => {
    const { width, height } = node.getBoundingClientRect();
    return width > 1 && height > 1;
  };
  /** Of what a library draws in the place of a list: what opens it. */
  const openerIn = (box) =>
    is(box, 'select, label, fieldset') || all(box, 'select, textarea').length > 0
      ? undefined
      : [box, ...all(box, openers)].find((node) => is(node, openers) && isRendered(node) && hasSize(node));
  /** A list as small as a dot that has no entries to choose between: it gets the one that is picked in what is drawn beside it. */
  const isUnfilled = (list) => !hasSize(list) && [...list.options].filter(({ text }) => text.trim() !== '').length < 2;
  const mostBoxes = 3;
  const boxWith = (list) => {
    for (let at = aboveElement(list), n = 0; at && n < mostBoxes; at = aboveElement(at), n += 1)
      if (is(at, '[role=combobox]')) return at;
    return null;
  };
  const leastSeen = 0.05;
  /** A list that lies transparent in the box that is drawn for it, where nobody gets to it by the keyboard either (Choices.js). */
  const isPutAway = (list) =>
    (list.hasAttribute('hidden') || attribute(list, 'tabindex') === '-1') &&
    boxWith(list) !== null &&
    Number(getComputedStyle(list).opacity) < leastSeen;
  const isReplaced = (list) => !isRendered(list) || isUnfilled(list) || isPutAway(list);
  const listsBeside = (box) =>
    [previousOf(box), nextOf(box)].filter((each) => each && is(each, 'select') && isReplaced(each));
  /** Where two lists are beside what is drawn, nobody knows which one it replaces. */
  const isBetweenLists = (box) => listsBeside(box).length === 2;
  const hiddenBeside = (box) => (isBetweenLists(box) ? null : (listsBeside(box)[0] ?? null));
  /** What a node is a part of that is drawn beside a list which is out of sight. */
  const placeOfHidden = (node) => {
    for (let at = node, n = 0; at?.nodeType === 1 && n < mostBoxes; at = parentOf(at), n += 1) {
      const list = hiddenBeside(at);
      if (list !== null) return { box: at, list };
    }
    return undefined;
  };
  /** The list of the browser that a library has taken out of sight, where it draws its own right behind or before it. */
  const replacedBy = (node) => {
    const before = previousOf(node);
    if (is(node, '[role=combobox]') && before && is(before, 'select') && isReplaced(before)) return before;
    // The box that is drawn in its place may hold it (Choices.js).
    const [held, ...others] = is(node, '[role=combobox]') ? all(node, 'select') : [];
    if (held !== undefined && others.length === 0 && isReplaced(held)) return held;
    const { box, list } = placeOfHidden(node) ?? {};
    return box !== undefined && is(node, openers) && openerIn(box) === node ? list : null;
  };
  /** What is drawn in the place of a list that is out of sight; undefined where nothing is. */
  const replacementOf = (list) =>
    !isReplaced(list)
      ? undefined
      : [
          ...[nextOf(list), previousOf(list)].flatMap((box) => (box === null ? [] : (openerIn(box) ?? []))),
          boxWith(list),
        ]
          .filter((node) => node !== null)
          .find((node) => replacedBy(node) === list);
  /** The label that a drawn box lies in alone, tied to no field or to one that nobody sees, or that is tied to a component. */
  const labelAround = (node) => {
    const [tied] = localNameOf(node).includes('-') ? [node.closest('label'), ...labelsFor(node)].filter(Boolean) : [];
    if (tied !== undefined && tied.control === node) return [tied];
    const label = is(node, '[role=checkbox], [role=radio], [role=switch]') ? node.closest('label') : null;
    const others = label === null ? [] : all(label, `${drawnFields}, input, select, textarea`);
    const isAlone = (other) => other === node || !isRendered(other) || is(other, '[aria-hidden=true]');
    return label !== null && others.every(isAlone) ? [label] : [];
  };
  /** The labels of a field; a drawn one has those that name its id, or the list that it is drawn in the place of. */
  const labelsOf = (node) => {
    if (node.labels) return [...node.labels];
    const own = is(node, drawnFields) ? [...labelsFor(node), ...labelAround(node)] : [];
    return [...new Set([...own, ...(replacedBy(node)?.labels ?? [])])];
  };

  const overlap = (one, other, from, to) => Math.min(one[to], other[to]) - Math.max(one[from], other[from]);
  const isOnLineOf = (one, other) => overlap(one, other, 'top', 'bottom') > Math.min(one.height, other.height) / 2;
  const boxesIn = (node) =>
    node ? [...childrenOf(node)].filter((child) => child.nodeType === 1 && hasSize(child)) : [];
  /** The letters that all of a part's text has. */
  const lookOfText = (node) => {
    let at = node;
    for (let parts = boxesIn(at); parts.length === 1 && plain(parts[0].textContent) === plain(at.textContent);)
      parts = boxesIn((at = parts[0]));
    const { color, fontSize, fontWeight } = getComputedStyle(at);
    return [color, fontSize, fontWeight].join(' ');
  };
  /** Whether a name is one of a line of names: it looks like the next one, and what is drawn below both looks otherwise. */
  const isInLineOfNames = (name, next) => {
    const look = lookOfText(name);
    if (look !== lookOfText(next)) return false;
    const line = boxesIn(parentOf(name));
    const below = (part, boxes) => {
      const own = part.getBoundingClientRect();
      const isBelow = (box) => box.top >= own.bottom - 2 && overlap(own, box, 'left', 'right') > 0;
      return boxes.find((each) => isBelow(each.getBoundingClientRect()));
    };
    const following = boxesIn(nextOf(elementAround(name)));
    const isOfLines = !line.some((each) => below(name, [each])) && following.length === line.length;
    return [name, next].every((part) => {
      const value = below(part, isOfLines ? following : line);
      return value !== undefined && plain(value.textContent) !== '' && lookOfText(value) !== look;
    });
  };
  const labels = 'b, strong, label, dt, th, small';
  const calledLabel = /(?:^|[-_\s])(?:label|name|key|caption|term|title|head|header)(?:$|[-_\s])/i;
  /** Whether what follows a name is a name as well, drawn and marked up alike, with a value of another kind behind it. */
  const isNameToo = (name, next) => {
    const kindOf = (node) => [localNameOf(node), attribute(node, 'class')].join(' ');
    if (kindOf(name) !== kindOf(next) || lookOfText(name) !== lookOfText(next)) return false;
    const isLabel =
      is(name, labels) || calledLabel.test(attribute(name, 'class') ?? '') || plain(next.textContent).endsWith(':');
    const parts = [...childrenOf(parentOf(next))];
    const value = parts.slice(parts.indexOf(next) + 1).find((node) => plain(node.textContent) !== '');
    if (!isLabel || value === undefined) return false;
    return value.nodeType === 3 || (value.nodeType === 1 && kindOf(value) !== kindOf(name) && !is(value, controls));
  };
  /** Whether a style sheet draws what follows a name neither on its line nor over or under it. */
  const isDrawnApart = (name, value) => {
    const isPlaced = (node) => {
      const { float, position } = getComputedStyle(node);
      return float !== 'none' || position === 'absolute' || position === 'fixed';
    };
    const around = elementAround(name);
    const isLaidOut = around?.nodeType === 1 && /grid|flex/.test(getComputedStyle(around).display);
    if (!isLaidOut && !isPlaced(name) && !isPlaced(value)) return false;
    const [own, box] = [name.getBoundingClientRect(), value.getBoundingClientRect()];
    return hasSize(name) && hasSize(value) && !isOnLineOf(own, box) && overlap(own, box, 'left', 'right') <= 0;
  };

  /** Whether a style sheet draws a value beside or below another name than its own. */
  const isOfAnother = (name, value) => {
    if (name?.nodeType !== 1 || value?.nodeType !== 1) return false;
    if ([isInLineOfNames, isNameToo, isDrawnApart].some((isOther) => isOther(name, value))) return true;
    const [own, box] = [name.getBoundingClientRect(), value.getBoundingClientRect()];
    if (is(name, 'td, th') && is(value, 'td, th')) {
      const [from, to] = own.left < box.left ? [own.right, box.left] : [box.right, own.left];
      return all(parentOf(name), ':scope > td, :scope > th').some((cell) => {
        const { left, right, width } = cell.getBoundingClientRect();
        // The colon of the name may have a cell of its own.
        const isBetween = width > 0 && left >= from - 2 && right <= to + 2;
        return cell !== name && cell !== value && isBetween && cell.textContent.trim() !== ':';
      });
    }
    const list = name.closest('dl');
    if (list === null || !is(name, 'dt') || !is(value, 'dd')) return false;
    if (isOnLineOf(own, box)) return false;
    const isBetween = (one) =>
      one.top >= own.bottom - 2 && one.bottom <= box.top + 4 && overlap(one, box, 'left', 'right') > 0;
    return all(list, 'dt').some((other) => {
      const one = other.getBoundingClientRect();
      return other !== name && one.height > 0 && (isOnLineOf(one, box) || isBetween(one));
    });
  };

  /** Whether the old property "clip" leaves no more than a dot; it holds for what is positioned only. */
  const clipsToDot = ({ clip, position }) => {
    if (position !== 'absolute' && position !== 'fixed') return false;
    const sides = clip.startsWith('rect(') ? (clip.match(/auto|-?[\d.]+(?=px)/g) ?? []) : [];
    const [top, right, bottom, left] = sides.map(Number);
    return sides.length === 4 && (right - left <= 1 || bottom - top <= 1);
  };

  /** Whether something is drawn above or to the left of where anybody can scroll to, as copies are that are only measured. */
  const isOutOfReach = (node) => {
    const { right, bottom, width, height } = node.getBoundingClientRect();
    if (width === 0 || height === 0 || (right > 0 && bottom > 0)) return false;
    let [left, top] = [scrollX, scrollY];
    for (let at = above(node); at; at = above(at)) {
      left += Math.abs(at.scrollLeft ?? 0);
      top += Math.abs(at.scrollTop ?? 0);
    }
    return right + left <= 0 || bottom + top <= 0;
  };

  /** A line through the text, also a thick one, or one that is drawn over the letters from above or below. */
  const isStruck = (style) => {
    const lines = style.textDecorationLine;
    if (lines.includes('line-through')) return true;
    if (lines === 'none') return false;
    const size = parseFloat(style.fontSize);
    const isThick = parseFloat(style.textDecorationThickness) > size / 3;
    return isThick || (lines.includes('underline') && parseFloat(style.textUnderlineOffset) < -size / 5);
  };

  const maskForms = ['Size', 'Position', 'Repeat', 'Mode', 'Composite', 'Origin', 'Clip'];
  const plainMask = 'auto 0% 0% repeat match-source add border-box border-box';
  const gradient =
    /^linear-gradient\((?:(to right|90deg|to left|270deg|to top|0deg|180deg), )?(rgba?\([^()]*\)[^()]*(?:(?:rgba?|calc)\([^()]*\)[^()]*)*)\)$/;
  const stop = /(rgba?\([^)]*\))(?: (?:calc\(100% - ([\d.]+)px\)|(-?[\d.]+)(px|%)))?/g;
  /** Of a mask that fades out at edges, as lists have that go on there: from which side, and between what it is drawn in full. */
  const edgesOf = (mask, style, alphaOf) => {
    const [, way = '', list = ''] = gradient.exec(mask) ?? [];
    if (list === '' || maskForms.map((form) => style[`mask${form}`]).join(' ') !== plainMask) return null;
    const side = /right|^90/.test(way)
      ? 'left'
      : /left|270/.test(way)
        ? 'right'
        : /top|^0/.test(way)
          ? 'bottom'
          : 'top';
    const stops = [...list.matchAll(stop)].map(([, color, before, at, unit], n, all) => ({
      isFull: alphaOf(color) > 0.9,
      share: before ? 1 : unit === '%' ? at / 100 : unit ? 0 : n % (all.length - 1) === 0 ? Math.sign(n) : NaN,
      px: before ? -Number(before) : unit === 'px' ? Number(at) : 0,
    }));
    const [first, last] = [stops.findIndex(({ isFull }) => isFull), stops.findLastIndex(({ isFull }) => isFull)];
    if (first < 0 || stops.some(({ share }) => Number.isNaN(share))) return null;
    if (stops.slice(first, last).some(({ isFull }) => !isFull)) return null;
    // A stop that is written before an earlier one is drawn at its place.
    return {
      side,
      from: first === 0 ? null : stops.slice(0, first + 1),
      to: last === stops.length - 1 ? null : stops[last],
    };
  };

  /** A number as long as those of records, also with lines between its parts, or one behind letters (`CLM-55190`). */
  const numbered = /(?:\p{N}[-\s]?){8,}|(?<!\p{L})\p{L}{2,5}-\p{N}{4}/u;
  const longestSaid = 300;
  const longestUnit = 120;
  const unitWords =
    /TEUR|TUSD|k[$€£]|[$€£] ?k|thousand|hundred|million|cents|000|[x\u00d7*] ?10|tausend|tsd|miles|milliers/i;
  const boxless = new Set(['a', 'b', 'em', 'font', 'i', 'mark', 'small', 'span', 'strong', 'u']);
  /** Other parts of a page, which speak of records of their own. */
  const partsApart =
    'nav, aside, ul, ol, table, [role=navigation], [role=complementary], [role=list], [role=table], [role=grid], [role=listbox], [role=tablist], [role=status], [role=alert]';
  const onNow =
    '[aria-current]:not([aria-current=false]), [role=tab][aria-selected=true], [class*=breadcrumb i] .active, [role=status], [role=alert]';
  const ofTheirOwn = 'section, article, form, fieldset, dialog, details, main, footer, figure';
  /**
   * What says of which record a part of the page is, for the parts around an element from the innermost on: their short texts
   * beside it, and the titles before it; and what the page says that it is on.
   */
  const recordsSaid = (element) => {
    const around = new Set();
    for (let at = element; at; at = above(at)) around.add(at);
    const textOf = (root) => {
      let left = longestSaid;
      const visit = (node) => {
        if (left < 0 || node === element) return ' ';
        if (node.nodeType === 3) {
          left -= plain(node.data).length;
          return node.data;
        }
        if (node.nodeType !== 1 || unread.has(localNameOf(node))) return '';
        if (!around.has(node)) {
          if (is(node, 'input[readonly], input:disabled')) return isRendered(node) ? ` ${node.value} ` : '';
          if (is(node, `${controls}, ${partsApart}`) || !isRendered(node)) return ' ';
        }
        const gap = boxless.has(localNameOf(node)) ? '' : ' ';
        const parts = below(node);
        return `${gap}${parts.length === 0 ? styled(node) : parts.map(visit).join('')}${gap}`;
      };
      const text = plain(visit(root));
      return left < 0 ? null : text;
    };
    /** What a style sheet writes in an element of nothing else. */
    const styled = (node) =>
      ['::before', '::after']
        .map((part) => /^"(.*)"$/s.exec(getComputedStyle(node, part).content)?.[1] ?? '')
        .join(' ');
    const near = [];
    const units = [];
    const tell = (text) => {
      if (text !== null && text.length <= longestUnit && unitWords.test(text)) units.push(text);
      if (text !== null && numbered.test(text) && !near.includes(text)) near.push(text);
    };
    const headings = 'h1, h2, h3, h4, h5, h6, [role=heading]';
    /** The tabs and buttons by which a part is open. */
    const openersOf = (node) => {
      const id = ownAttribute(node, 'id') ?? '';
      const openers = id === '' ? [] : all(rootOf(node), `[aria-controls~="${CSS.escape(id)}"]`);
      return openers.filter((by) => !is(by, '[aria-expanded=false], [aria-selected=false]'));
    };
    let isShort = true;
    for (const at of around) {
      if (at.nodeType !== 1 || localNameOf(at) === 'html') continue;
      if (at !== element && isShort) {
        const text = textOf(at);
        isShort = text !== null;
        tell(text);
      }
      if (at !== element)
        for (const child of below(at))
          if (child.nodeType === 1 && is(child, 'caption, figcaption, legend, summary') && isRendered(child))
            tell(plain(child.textContent).slice(0, longestSaid));
      if (at !== element) tell(attribute(at, 'aria-label'));
      for (const by of at === element ? [] : [...referred(at, 'aria-labelledby'), ...openersOf(at)])
        if (!around.has(by) && isRendered(by)) tell(plain(by.textContent).slice(0, longestSaid));
      let hasTitle = false;
      for (let before = previousOf(at), n = 0; before && n < 20; before = previousOf(before), n += 1) {
        // Of parts of one kind, such as rows and cards, each has a record of its own.
        const isAlike =
          localNameOf(before) === localNameOf(at) && attribute(before, 'class') === attribute(at, 'class');
        if (isAlike || is(before, `${partsApart}, ${ofTheirOwn}`) || !isRendered(before)) continue;
        const titles = is(before, headings) ? [before] : all(before, headings).filter(isRendered);
        if (titles.length === 0) tell(textOf(before));
        else if (!hasTitle && (titles[0] === before || all(before, controls).length === 0)) {
          hasTitle = true;
          tell(textOf(titles.at(-1)));
        }
      }
    }
    const current = [...all(rootOf(element), onNow), ...include('drawn-tabs.js')().currentIn(rootOf(element))]
      .filter((node) => !around.has(node) && !isInside(element, node) && isRendered(node))
      .map((node) => plain(node.textContent))
      .filter((text) => text.length <= longestSaid && numbered.test(text));
    // "Showing" before a list that has another record chosen than the heading says.
    for (const list of all(rootOf(element), 'select').filter(isRendered)) {
      const label = labelsOf(list)[0]?.textContent.replace(list.textContent, '') ?? attribute(list, 'aria-label') ?? '';
      const text = plain(`${label} ${list.selectedOptions[0]?.label ?? ''}`);
      if (label !== '' && numbered.test(text) && text.length <= longestSaid) current.push(text);
    }
    const { title, location } = element.ownerDocument;
    // Of one path all numbers together: the task's may be among them.
    const ofPath = location.pathname.split('/').filter((part) => /^[\d-]{6,}$/.test(part));
    const at = [
      ...title.split(/\s+[-\u2013\u2014|\u00b7\u2022:]\s+/),
      ...location.hash.split(/[^\p{L}\p{N}-]+/u),
      ofPath.join(' '),
    ];
    return { near, current, units, at: at.map(plain).filter((text) => numbered.test(text)) };
  };

  // In a tab a grid may have the role of the tab's panel (Webix); it still counts its rows and columns.
  const grids = ':is([role=table], [role=grid], [role=treegrid], [role=tabpanel][aria-rowcount][aria-colcount])';
  const inCell = ':is(td, th, [role=cell], [role=gridcell], [role=columnheader], [role=rowheader]) *';
  /** A grid draws its headers and its rows, or each row, with tables that are none for screen readers. */
  const partOfGrid = `table:is(${grids} :is([role=presentation], [role=none])):not(${inCell})`;
  const tableKinds = `table:not(${partOfGrid}), ${grids}`;

  /** A button or link beside a value that copies or edits it, or closes a message, and shows but that: no part of what it stands beside. */
  const copiers = 'button, [role=button], a';
  const copying =
    /^(?:[⧉📋🗐⎘❐🗍✎✏🖉🖊📝×✕✖✗✘⨯]\ufe0f?|(?:copy|copier|copiar|copied|copié|copiado)(?: (?:to clipboard|number|value))?|kopieren|kopiert|edit|bearbeiten|éditer|modifier|editar|modificar|close|dismiss|schließen|fermer|cerrar)$/iu;

  return {
    plain,
    getter,
    parentOf,
    previousOf,
    attributesOf,
    shadowOf,
    localNameOf,
    attribute,
    is,
    all,
    slotOf,
    above,
    aboveElement,
    below,
    isInside,
    isOfAnother,
    labelAround,
    labelsOf,
    placeOfHidden,
    replacedBy,
    isBetweenLists,
    replacementOf,
    rootOf,
    recordsSaid,
    referred,
    controls,
    unread,
    isRendered,
    boxOf,
    clipsToDot,
    isOutOfReach,
    partOfGrid,
    tableKinds,
    copiers,
    copying,
    edgesOf,
    isStruck,
  };
};
