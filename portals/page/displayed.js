/* oxlint-disable no-unused-expressions -- the expression is the script */
/* global include */
// Runs inside the portal's page, in a world of our own: the text that people see in an element. Text that is there
// and not seen (transparent, struck out, clipped, off screen, painted over, too small, as the page's own colour) is
// left out; letters that a style sheet adds or moves are where people see them.
// Kept as plain script text: it is read from disk and sent to the page as it is.
// What was found to be what people see is put into `figures`, with its letters: they are looked for in a picture of the page.
(figures = []) => {
  const leastOpacity = 0.3;
  const coveringOpacity = 0.75;
  const mostLetters = 300;

  const {
    aboveElement: above,
    below,
    isInside,
    isRendered,
    boxOf,
    clipsToDot,
    copiers,
    copying,
    edgesOf,
    isStruck,
    tableKinds,
  } = include('composed-tree.js')();
  const styleOf = (element, part) => element.ownerDocument.defaultView.getComputedStyle(element, part);

  const { clipsToText, fades, isContrasting, isLegible, letterColor, luminance, rgba } = include('colours.js')({
    above,
    leastOpacity,
    styleOf,
  });

  const { added, addedToFigure, cased, deniedBy, markOfLine, stringsIn } = include('added-text.js')({ styleOf });

  const { chainOf, isMaskedOut, isShown, leastHeight } = include('visible.js')({
    above,
    boxOf,
    clipsToText,
    edgesOf,
    fades,
    isStruck,
    leastOpacity,
    letterColor,
    rgba,
    styleOf,
  });

  const unread = new Set(['script', 'style', 'template', 'noscript', 'title', 'head', 'select', 'textarea']);

  const {
    commonOf,
    hasTextAt,
    holds,
    inkOf,
    isOnBorder,
    isOver,
    layerOf,
    paintersOver,
    passedThrough,
    rawStack,
    replaced,
  } = include('painted-over.js')({ above, below, chainOf, coveringOpacity, isInside, isShown, rgba, styleOf, unread });

  const { bring, dialogOf, isSeenAt, passed } = include('seen-at.js')({
    above,
    added,
    boxOf,
    commonOf,
    coveringOpacity,
    hasTextAt,
    holds,
    inkOf,
    isInside,
    isMaskedOut,
    isOnBorder,
    isOver,
    isShown,
    layerOf,
    passedThrough,
    rawStack,
    styleOf,
  });

  const { endsInDots, hasDigitGround, hasDrawnSign } = include('drawn-figures.js')({
    above,
    below,
    replaced,
    rgba,
    styleOf,
    unread,
  });

  const glyphs = include('font-glyphs.js')();
  const { apart, arranged, invisibleSign, withoutMarks } = include('letter-order.js')();
  const isFromRight = (element) => styleOf(element).direction === 'rtl';
  const fields = 'input:not([type=submit], [type=button], [type=reset], [type=image]), select, textarea';
  const textNodes = function* (element, withFields = false, addedTo = added) {
    if (withFields && element.matches(fields)) {
      yield { field: element };
      return;
    }
    if (unread.has(element.localName)) return;
    const marker = styleOf(element).display.includes('list-item') ? addedTo(element, '::marker') : '';
    const before = marker + (marker === '' ? markOfLine(element) : '') + addedTo(element, '::before');
    if (before !== '') yield { text: before, element, part: '::before' };
    for (const node of below(element)) {
      if (node.nodeType === 3) yield { node, element: node.assignedSlot ?? node.parentElement ?? element };
      else if (node.nodeType === 1 && !isCopier(node)) yield* textNodes(node, withFields, addedTo);
    }
    const after = addedTo(element, '::after');
    if (after !== '') yield { text: after, element, part: '::after' };
  };

  /** Of a button beside a value, with what its style adds. */
  const isCopier = (node) =>
    node.matches(copiers) &&
    copying.test(
      [...textNodes(node, false, addedToFigure)]
        .filter((part) => part.element === undefined || !isCutAway(part.element))
        .map((part) => part.text ?? part.node?.data ?? '')
        .join('')
        .trim(),
    );

  /** Whether a part of a text is marked in a colour in which nobody can read it. */
  const isMarkedAway = (node, owner) => {
    const view = owner.ownerDocument.defaultView;
    const marks = [...(view.CSS.highlights ?? [])].map(([name, ranges]) => [`::highlight(${name})`, [...ranges]]);
    const selection = view.getSelection();
    if (selection !== null && !selection.isCollapsed && selection.rangeCount > 0)
      marks.push(['::selection', [selection.getRangeAt(0)]]);
    return marks.some(([part, ranges]) => {
      const style = styleOf(owner, part);
      const background = rgba(style.backgroundColor);
      return (
        !isLegible(owner, style, background !== null && background[3] > 0.9 ? background : null) &&
        ranges.some((range) => !(range instanceof view.Range) || range.intersectsNode(node))
      );
    });
  };

  /** Whether something that lies over the whole page has a ground of its own that hides it. */
  const isBehindGround = (element, aside) =>
    [...element.ownerDocument.querySelectorAll(':popover-open, dialog:modal')].some(
      (layer) =>
        !(aside !== null && isInside(layer, aside)) &&
        !isInside(element, layer) &&
        ((rgba(styleOf(layer, '::backdrop').backgroundColor)?.[3] ?? 1) >= coveringOpacity ||
          styleOf(layer, '::backdrop').backgroundImage !== 'none'),
    );

  /** While views change, a picture of the page lies over it: the one before, for as long as its style says. */
  const isPictured = (element) => {
    const { documentElement } = element.ownerDocument;
    return CSS.supports('selector(:active-view-transition)') && documentElement.matches(':active-view-transition');
  };
  /** Where a letter is along its line, for lines that run down or up. */
  const alongLine = ({ left, top, right, bottom, width, height }, { writingMode }) => {
    if (!/^(?:vertical|sideways)/.test(writingMode)) return { left, top, right, bottom, width, height };
    const [from, to] = writingMode === 'sideways-lr' ? [-bottom, -top] : [top, bottom];
    const [over, under] = writingMode.endsWith('-lr') ? [left, right] : [-right, -left];
    return { left: from, right: to, top: over, bottom: under, width: height, height: width };
  };

  /**
   * The letters that people see of an element, with their places. @param subject what is worked on: its dialog may lie over it
   * @param among elements of which some may lie over it; all of the page by default
   */
  const seenLetters = (element, subject, { struckToo = false, addedTo = added, among, only } = {}) => {
    const other = subject === null ? null : dialogOf(subject, element);
    if (isBehindGround(element, other) || isPictured(element)) return [];
    const boxes = passedThrough(element, among);
    const letters = [];
    for (const { node, text, part, element: owner } of textNodes(element, false, addedTo)) {
      const isRest = part === '::after' && owner === element;
      if (only !== undefined && !isRest && !only.some((each) => isInside(each, node ?? owner))) continue;
      if (text !== undefined) {
        if (isShown(owner, struckToo, part)) letters.push(...[...text].map((sign) => ({ sign, box: null })));
        continue;
      }
      if (node.data.trim() === '') {
        if (letters.length > 0) letters.push({ sign: ' ', box: null });
        continue;
      }
      if (!isShown(owner, struckToo) || !isContrasting(owner)) continue;
      const style = styleOf(owner);
      if (style.unicodeBidi.includes('override') || isMarkedAway(node, owner)) continue;
      const data = cased(node.data, style);
      const whole = data.length === node.data.length ? data : node.data;
      const range = owner.ownerDocument.createRange();
      let seen = -2;
      for (let n = 0; n < whole.length && letters.length < mostLetters; n++) {
        const sign = whole[n];
        if (/\s/.test(sign) && sign !== '\ufeff') {
          letters.push({ sign: ' ', box: null });
          continue;
        }
        range.setStart(node, n);
        range.setEnd(node, n + 1);
        const box = [...range.getClientRects()].at(-1);
        if (invisibleSign.test(sign)) {
          // A word breaks here, and the page says itself what is drawn at the break.
          const drawn = sign === '\u00ad' && box?.width >= 1 ? stringsIn(style.hyphenateCharacter ?? '') : '';
          letters.push({ sign: /[\p{L}\p{N}]/u.test(drawn) ? drawn : sign, box: null });
          continue;
        }
        const lined = box && alongLine(box, style);
        if (box === undefined || lined.width < 1 || lined.height < leastHeight) continue;
        const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
        if (!isSeenAt(owner, x, y, other, boxes)) continue;
        letters.push({
          // A font that draws another digit in its place.
          sign: `${/^(?:sub|super)$/.test(style.fontVariantPosition) ? apart : ''}${glyphs.read(sign, style)}`,
          box: lined,
          place: box,
          owner,
          follows: seen === n - 1,
          struck: struckToo && chainOf(owner).struck,
        });
        seen = n;
      }
    }
    return letters;
  };
  /** Whether its style moves an element, or an inline one around it, to the place of something else. */
  const isMoved = (element, axes = 'xy') => {
    for (let at = element; at; at = above(at)) {
      const style = styleOf(at);
      if (at !== element && !style.display.startsWith('inline')) return false;
      const box = at.getBoundingClientRect();
      const isRelative = style.position === 'relative';
      const { e, f } = style.transform === 'none' ? { e: 0, f: 0 } : new DOMMatrix(style.transform);
      const [x = 0, y = 0] = style.translate === 'none' ? [] : style.translate.split(' ').map(parseFloat);
      if (style.offsetPath !== 'none' && parseFloat(style.offsetDistance) !== 0) return true;
      // What is around it may be moved as far the other way.
      const around = at.parentElement === null ? style : styleOf(at.parentElement);
      const back = isRelative && around.position === 'relative' ? parseFloat(around.left) || 0 : 0;
      const moved = (isRelative ? parseFloat(style.left) || 0 : 0) + e + x;
      const across = Math.abs(moved + back) < 1 ? 0 : moved;
      const down = (isRelative ? parseFloat(style.top) || 0 : 0) + f + y;
      if (axes.includes('x') && box.width > 0 && Math.abs(across) > 0.6 * box.width) return true;
      if (axes.includes('y') && box.height > 0 && Math.abs(down) > 0.6 * box.height) return true;
    }
    return false;
  };
  /** A digit that a style sheet puts right beside an element, before or behind what lies around it. */
  const touchingDigit = (element) => {
    for (const [part, next] of [
      ['::before', 'previousSibling'],
      ['::after', 'nextSibling'],
    ])
      for (let at = element; at; at = above(at)) {
        let beside = at[next];
        while (beside && (beside.nodeType === 8 || (beside.nodeType === 3 && beside.data === '')))
          beside = beside[next];
        if (beside?.nodeType === 3) {
          const sign = part === '::after' ? /^(?:[.,'\u2019]?\p{N}|%)/u : /[\p{N}\u2212-]$/u;
          if (sign.test(beside.data)) return beside.data.trim();
          break;
        }
        const around = above(at);
        if (beside || around === null || !/^(?:inline|contents|block|table-cell)/.test(styleOf(around).display)) break;
        const text = addedToFigure(around, part);
        if (text !== '') return text;
        if (!/^(?:inline|contents)/.test(styleOf(around).display)) break;
      }
    return '';
  };
  const date = /^\d{1,4}-\d{1,2}-\d{1,4}$/;
  const numbersIn = (text) =>
    text.split(/[^\p{L}\p{N}_-]+/u).filter((word) => word.length >= 6 && /\p{N}{3}/u.test(word) && !date.test(word));
  const formOf = (number) => number.replace(/\p{L}/gu, 'a').replace(/\p{N}/gu, '9');
  /** What a dialog says, also in fields that cannot be changed and in frames of the same origin. */
  const textsIn = (part, depth = 0) => [
    readText(part),
    ...[...part.querySelectorAll('input:is([readonly], :disabled)')].map(fieldText),
    ...[...part.querySelectorAll('iframe, frame')].flatMap((frame) => {
      const { body = null } = depth < 3 ? (documentOf(frame) ?? {}) : {};
      return body === null ? [] : textsIn(body, depth + 1);
    }),
  ];
  const documentOf = (frame) => {
    try {
      return frame.contentDocument;
    } catch {
      return null;
    }
  };
  /** Whether a dialog that lies over a number shows another one of its form: people take that for the number of the record. */
  const showsAnother = (dialog, covered) => {
    const shown = textsIn(dialog).flatMap(numbersIn);
    return numbersIn(covered).some((number) =>
      shown.some((other) => other !== number && formOf(other) === formOf(number)),
    );
  };
  /** What people see of an element; '' for nothing. A number that the dialog of the subject covers is seen behind it. */
  const seenText = (element, subject) => {
    if (isMoved(element, 'y')) return '';
    const back = bring(element);
    passed.clear();
    try {
      const letters = seenLetters(element, subject);
      const seen = withoutMarks(arranged(letters, isFromRight(element)));
      const dialog = subject === null ? null : dialogOf(subject, element);
      if (dialog === null && !back.isAway && /\p{N}/u.test(seen)) figures.push({ read: seen, letters, isNumber: true });
      if (dialog === null || numbersIn(seen).length === 0) return seen;
      if (withoutMarks(arranged(seenLetters(element, null), isFromRight(element))) === seen) return seen;
      return [dialog, ...passed].some((each) => showsAnother(each, seen)) ? '' : seen;
    } finally {
      back();
    }
  };

  /** A figure that has its place on the screen, and whose letters nobody can read. */
  const isUnseenFigure = ({ node, element: owner }) => {
    if (node === undefined || !/\p{N}/u.test(node.data) || isCutAway(owner) || chainOf(owner).opacity < leastOpacity)
      return false;
    const range = owner.ownerDocument.createRange();
    range.selectNodeContents(node);
    const hasPlace = [...range.getClientRects()].some(({ width, height }) => width > 2 && height > 2);
    return hasPlace && styleOf(owner).visibility === 'visible' && (!isShown(owner, true) || !isContrasting(owner));
  };
  /** What is drawn without text of its own: the text in it is for those who cannot see it. */
  const isDrawnOtherwise = (part) => {
    const { width, height } = part.getBoundingClientRect();
    if (width <= 2 || height <= 2 || !isShown(part, true)) return false;
    if (part.matches('canvas, object, embed, video, iframe, frame')) return true;
    // A picture as wide as a figure, where there is no text.
    if (part.matches('img, canvas') && height >= 8 && width >= 24 && width > 1.4 * height) return true;
    return /\p{N}/u.test(part.matches('meter, progress') ? part.textContent : part.matches('img') ? part.alt : '');
  };
  /** The cells of the row that it is in, of a list; none of a name with its value. */
  const cellsAround = (element) => {
    let row = element;
    while (row && !row.matches('tr, [role=row]')) row = above(row);
    const cells =
      row === null ? [] : below(row).filter((cell) => cell.nodeType === 1 && cell.textContent.trim() !== '');
    return cells.length > 2 ? cells : [];
  };
  /** Whether a line is through all of a row of several cells: that is the state of the row, and not of one figure. */
  const isOfStruckRow = (element) => {
    const cells = cellsAround(element);
    const isStruckText = ({ node, element: owner }) =>
      node === undefined || node.data.trim() === '' || chainOf(owner).struck;
    return cells.length > 0 && cells.every((cell) => [...textNodes(cell)].every(isStruckText));
  };
  /** A state that its style sheet denies ("Not" before "delivered"), or that is struck out; null for others. */
  const deniedText = (element, read) => {
    const by = [...textNodes(element, false, deniedBy)].find(
      ({ part, element: owner }) => part && deniedBy(owner, part) !== '' && isShown(owner, true, part),
    );
    const struck = [...textNodes(element)].filter(({ node }) => node !== undefined && node.data.trim() !== '');
    const isTakenBack = struck.length > 0 && struck.every(({ element: owner }) => chainOf(owner).struck);
    if (isTakenBack && !isOfStruckRow(element)) return `${read} with a line through it`;
    return by === undefined ? null : `${read} with ${deniedBy(by.element, by.part).trim()}`;
  };
  /** Longer texts are read as they are: what is decided by is a figure, a date, a number, a state. */
  const longestFigure = 60;
  const bare = (text) => text.replace(/[\s\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, '').toLowerCase();
  /** A number or an amount: a part of it is another one. */
  const isFigure = (text) => /^\W{0,4}\p{N}[\p{N}.,'\u2019\s]*\W{0,4}(?:\p{L}{1,4})?$/u.test(text);
  const openDialogs = 'dialog[open], [role=dialog], [role=alertdialog], [aria-modal=true]';
  const isUnderDialog = (element) =>
    [...element.ownerDocument.querySelectorAll(openDialogs)].some(
      (each) => !isInside(each, element) && each.getClientRects().length > 0 && isShown(each, true),
    );
  /** Whether the figure in a field is cut, begins outside of it, or has something laid over it. */
  const isFieldCovered = (field) => {
    const back = bring(field);
    try {
      const style = styleOf(field);
      const box = field.getBoundingClientRect();
      if (style.unicodeBidi.includes('override') || !isContrasting(field) || isPictured(field)) return true;
      if ([...field.value].some((sign) => glyphs.read(sign, style) !== sign)) return true;
      if (parseFloat(style.letterSpacing) < -0.3 * parseFloat(style.fontSize) || hasDigitGround(field)) return true;
      if (field.scrollWidth > field.clientWidth + 1 || parseFloat(style.textIndent) < -1) return true;
      const size = parseFloat(style.fontSize);
      const from = box.left + parseFloat(style.borderLeftWidth) + parseFloat(style.paddingLeft);
      const width = Math.min(box.width - (from - box.left), field.value.length * size * 0.5);
      const isAtEnd = /right|end/.test(style.textAlign) || style.direction === 'rtl' || style.textAlign === 'center';
      if (isAtEnd || width <= 0) return false;
      const boxes = passedThrough(field);
      return [0.1, 0.5, 0.9].some(
        (share) => !isSeenAt(field, from + share * width, box.top + box.height / 2, null, boxes),
      );
    } finally {
      back();
    }
  };
  /** A list of the younger kind shows what its page puts into its button. */
  const listSeenOtherwise = (list) => {
    const button = [...list.children].find((child) => child.localName === 'button');
    if (button === undefined || styleOf(list).appearance !== 'base-select') return null;
    const seen = readText(button);
    return bare(seen) === bare(fieldText(list)) ? null : seen;
  };
  /** @returns as `seenOtherwise`, of a field that shows its value as a line of text */
  const fieldSeenOtherwise = (field) => {
    if (field.localName === 'select') return listSeenOtherwise(field);
    if (field.matches(native)) return boxSeenOtherwise(field);
    if (field.type === 'range' && /\p{N}/u.test(field.value)) return 'a slider, and no figure';
    const isLine =
      field.localName === 'input' && !/^(?:hidden|password|checkbox|radio|file|range|color)$/.test(field.type);
    if (!isLine || !isFigure(field.value.trim()) || isUnderDialog(field)) return null;
    if (fieldText(field) === '')
      return chainOf(field).opacity > leastOpacity && isRendered(field) ? 'a figure without ink' : null;
    return isFieldCovered(field) ? 'another text, or a part of it' : null;
  };
  /**
   * What people see of an element in the place of what was read of it, where that has a digit in it; null where they see the same.
   * @param only of it, the nodes with that text, which are `near` another part; @param isName it is the name of a value, which style sheets may add a note to, and which other parts may show in its place
   */
  const seenOtherwise = (element, read, { isName = false, among, only, near = element } = {}) => {
    const said = bare(read);
    if (!isName && said === '') {
      const parts = [...textNodes(element, false, addedToFigure)];
      const own = parts.map(({ text }) => text ?? '').join('');
      if (own !== '') return own;
      const isReplaced = (node) =>
        styleOf(node).content.startsWith('url(') && !replaced.has(node.localName) && /\p{N}/u.test(node.textContent);
      const all = [element, ...element.querySelectorAll('*')];
      const isUnread = parts.some(isUnseenFigure) || all.some((part) => isReplaced(part) || isDrawnOtherwise(part));
      return isUnread ? 'a figure that nobody can read' : null;
    }
    if (read.length > longestFigure) return null;
    if (!isName && !/\p{N}/u.test(read)) return deniedText(element, read);
    const addedTo = isName ? (node, part) => (part === '::after' ? '' : added(node, part)) : addedToFigure;
    const look = (isForced) => {
      const back = bring(near, isForced);
      try {
        const letters = seenLetters(element, null, { struckToo: true, addedTo, among, only });
        const { top, bottom, left, right } = boxOf(element).getBoundingClientRect();
        const isOutside = ({ place }) =>
          place !== undefined &&
          (place.bottom <= top + 1 || place.top >= bottom - 1 || place.right <= left + 1 || place.left >= right - 1);
        // A line through a part of a number leaves open which number it is.
        const struck = new Set(letters.flatMap(({ sign, struck: is }) => (/\p{N}/u.test(sign) ? [is === true] : [])));
        const isTakenBack = !isName && struck.has(true) && (struck.size > 1 || !isOfStruckRow(element));
        const isBroken = isFigure(read) && (isTakenBack || struck.size > 1 || hasDrawnSign(element, letters));
        const isElsewhere = letters.some(isOutside) || isBroken;
        return { seen: arranged(letters, isFromRight(element)), isElsewhere, letters, isAway: back.isAway };
      } finally {
        back();
      }
    };
    /** Digits that are apart in what was read may be so on the screen as well. */
    const parted = (text) => bare(text.replace(new RegExp(`(\\p{N})[\\s${apart}]+(?=\\p{N})`, 'gu'), `$1${apart}`));
    const isSame = ({ seen, isElsewhere }) => {
      if (isElsewhere || (seen.includes(apart) && parted(seen) !== parted(read))) return false;
      const shown = bare(seen.replaceAll(apart, ''));
      if (shown === said || (isName && shown === '')) return true;
      return said.startsWith(shown) && shown !== '' && (isName || !isFigure(read) || endsInDots(element));
    };
    const isAway = (part) => isMoved(part) || /absolute|fixed/.test(styleOf(part).position);
    const parts = (only ?? []).flatMap((node) => (node.nodeType === 1 ? [node, ...node.querySelectorAll('*')] : []));
    if (isMoved(element, isName ? 'x' : 'xy') || parts.some(isAway)) return 'it in another place';
    const touching =
      !isName && isFigure(read) && styleOf(element).display.startsWith('inline') ? touchingDigit(element) : '';
    if (touching !== '') return `${read} with ${touching} beside it`;
    const first = look(false);
    if (isSame(first)) {
      // Of a text that may be cut, the dots lie in the place of letters.
      const isCut = [element, ...element.querySelectorAll('*')].some(
        (part) => styleOf(part).textOverflow === 'ellipsis',
      );
      if (isCut || endsInDots(element)) return null;
      // With a line through it, however it is drawn, a figure of its own is none; a row of a list may have one through all.
      const isAlone =
        !isName && isFigure(read) && (read.match(/\p{N}/gu) ?? []).length > 2 && cellsAround(element).length === 0;
      if (first.isAway) figures.away ??= near;
      else figures.push({ read, letters: first.letters, isNumber: isAlone });
      return null;
    }
    const again = look(true);
    if (isSame(again) || (isUnderDialog(element) && !isBehindGround(element, null))) return null;
    return withoutMarks(again.seen);
  };

  /** The text of an element without what its style hides, wherever it is scrolled to; what is struck out counts. */
  const readText = (element, withFields = false) => {
    const parts = [];
    let isPlain = !element.shadowRoot && !withFields && ![...element.querySelectorAll(copiers)].some(isCopier);
    let last = null;
    for (const { node, text, field, element: owner } of textNodes(element, withFields)) {
      if (field !== undefined) {
        if (!/^(?:checkbox|radio)$/.test(field.type)) parts.push(` ${fieldText(field)} `);
        continue;
      }
      // The element's own "innerText" knows nothing of what lies in its slots.
      if ((node ?? owner).getRootNode() !== element.getRootNode()) isPlain = false;
      if (text !== undefined) continue;
      if (node.data.trim() === '') {
        parts.push(' ');
        continue;
      }
      const range = owner.ownerDocument.createRange();
      range.selectNodeContents(node);
      const boxes = [...range.getClientRects()];
      const [first] = boxes;
      const isCut = first !== undefined && isCutAway(owner);
      if (first === undefined || isCut || !isShown(owner, true)) {
        if (first !== undefined) isPlain = false;
        continue;
      }
      if (last !== null && (first.left - last.right > 0.2 * first.height || first.top >= (last.top + last.bottom) / 2))
        parts.push(' ');
      parts.push(cased(node.data, styleOf(owner)));
      last = boxes.at(-1);
    }
    const own = isPlain ? (element.innerText ?? element.textContent) : parts.join('');
    return String(own ?? '')
      .replace(/\s+/g, ' ')
      .trim();
  };
  const buttonFields = 'input[type=submit], input[type=button], input[type=reset]';
  const buttonText = ({ value, type }) => value || { submit: 'Submit', reset: 'Reset' }[type] || '';
  /** What a field holds, as it is shown; nothing of one that is not seen. */
  const fieldText = (field) => {
    if (field.matches(native)) return boxText(field);
    if (/^(?:hidden|password|file)$/.test(field.type) || !isShown(field, true)) return '';
    if (field.localName === 'select') return [...field.selectedOptions].map((option) => option.label).join(', ');
    return field.value;
  };
  const hasFields = (element) =>
    below(element).some(
      (child) => child.nodeType === 1 && ((child.matches(fields) && child.type !== 'hidden') || hasFields(child)),
    );
  /** As `readText`, with what the fields hold: it alone, or its parts; boxes to tick say nothing among other text. */
  const readValue = (element) => {
    if (element.matches(fields)) return fieldText(element).replace(/\s+/g, ' ').trim();
    if (element.matches(buttonFields))
      return isShown(element, true) ? buttonText(element).replace(/\s+/g, ' ').trim() : '';
    const box = onlyBox(element);
    return box === null ? readText(element, hasFields(element)) : boxText(box);
  };
  /** The box to tick that an element is, or has with no text beside it. */
  const onlyBox = (element) => {
    if (element.matches(ariaBoxes)) return element;
    const boxes = element.matches(fields) ? [] : boxesIn(element);
    return boxes.length === 1 && readText(element, hasFields(element)) === '' ? boxes[0] : null;
  };
  /** As `seenOtherwise`, of the one box to tick that an element is or has. */
  const tickSeenOtherwise = (element) => {
    const box = onlyBox(element);
    return box === null ? null : boxSeenOtherwise(box);
  };
  /** Only for those who listen: `sr-only`, `visually-hidden`. */
  const isCutAway = (element) => {
    for (let at = element; at; at = above(at)) {
      const style = styleOf(at);
      // What the page itself cuts is what does not fit into the window.
      if (/^(?:html|body)$/.test(at.localName)) return false;
      // What has no box of its own cuts nothing.
      if (style.display === 'contents') continue;
      if (style.overflowX === 'visible' && style.clip === 'auto' && style.clipPath === 'none') continue;
      const box = at.getBoundingClientRect();
      if (style.display !== 'inline' && style.overflowX !== 'visible' && (box.width <= 1 || box.height <= 1))
        return true;
      if (clipsToDot(style) || /inset\((?:50|100)%/.test(style.clipPath)) return true;
    }
    return false;
  };

  const { ariaBoxes, boxSeenOtherwise, boxText, boxesIn, native } = include('drawn-box.js')({
    above,
    chainOf,
    isCutAway,
    isShown,
    luminance,
    readText,
    rgba,
    styleOf,
  });

  return {
    deniedText,
    textsIn,
    above,
    below,
    bring,
    fieldSeenOtherwise,
    isCutAway,
    isInside,
    isShown,
    paintersOver,
    readText,
    readValue,
    seenOtherwise,
    seenText,
    tableKinds,
    tickSeenOtherwise,
    unread,
  };
};
