// Runs inside the portal's page, in a world of our own: the text that people see in an element. Text that is there
// and not seen (transparent, struck out, clipped, off screen, painted over, too small, as the page's own colour) is
// left out; letters that a style sheet adds or moves are where people see them.
// What was found to be what people see is put into `figures`, with its letters: they are looked for in a picture of the page.
(figures = []) => {
  const mostLetters = 300;
  /** What the browser gives out is the style at each moment from then on: it is asked for once. */
  const styles = new Map();
  const styleOf = (element, part = '') => {
    if (!styles.has(part)) styles.set(part, new Map());
    const known = styles.get(part);
    if (!known.has(element)) known.set(element, element.ownerDocument.defaultView.getComputedStyle(element, part));
    return known.get(element);
  };

  /** What the parts below know, each with those before it. */
  const known = {
    ...include('composed-tree.js')(),
    coveringOpacity: 0.75,
    figures,
    leastOpacity: 0.3,
    styleOf,
    unread: new Set(['script', 'style', 'template', 'noscript', 'title', 'head', 'select', 'textarea']),
  };
  known.above = known.aboveElement;
  for (const part of ['colours', 'added-text', 'visible', 'painted-over', 'seen-at', 'drawn-figures'])
    Object.assign(known, include(`${part}.js`)(known));
  const { above, below, clipsToDot, copiers, copying, coveringOpacity, isInside, tableKinds } = known;
  const {
    added,
    addedToFigure,
    unitAdded,
    cased,
    chainOf,
    isContrasting,
    isLegible,
    isShown,
    leastHeight,
    markOfLine,
  } = known;
  const { bring, dialogOf, hiding, isSeenAt, paintersOver, passed, passedThrough, rgba, stringsIn, unread } = known;

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
  const date = /^\d{1,4}-\d{1,2}-\d{1,4}$/;
  const numbersIn = (text) =>
    text.split(/[^\p{L}\p{N}_-]+/u).filter((word) => word.length >= 6 && /\p{N}{3}/u.test(word) && !date.test(word));
  const formOf = (number) => number.replace(/\p{L}/gu, 'a').replace(/\p{N}/gu, '9');
  const written = ['::before', '::after'];
  const mostWritten = 500;
  /** What style sheets and pictures write in a part. */
  const drawnIn = (part) =>
    [part, ...part.querySelectorAll('*')]
      .slice(0, mostWritten)
      .flatMap((node) => [
        ...written.map((pseudo) => /^"(.*)"$/s.exec(styleOf(node, pseudo).content)?.[1] ?? ''),
        include('pictured-words.js')(node, [undefined, ...written]),
      ]);
  /** What a dialog says, also in fields that cannot be changed, by its style, and in frames of the same origin. */
  const textsIn = (part, depth = 0) => [
    readText(part),
    ...drawnIn(part),
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
  /** Whether a bar that stays in its place lies over an element, which people scroll clear of it. */
  const isUnderBar = (element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    return [0.25, 0.5, 0.75].some((down) => {
      const hit = element.ownerDocument.elementFromPoint(left + Math.min(width, 40) / 2, top + height * down);
      for (let at = hit; at && !isInside(element, at); at = above(at))
        if (/fixed|sticky/.test(styleOf(at).position)) return true;
      return false;
    });
  };
  const withDigits = (text) => text.match(/[\p{L}\p{N}_-]*\p{N}[\p{L}\p{N}_-]*/gu) ?? [];
  const isCut = (seen, whole) => {
    const known = withDigits(whole);
    return withDigits(seen).some((word) => !known.includes(word) && known.some((one) => one.includes(word)));
  };
  /**
   * What people see of an element; '' for nothing. A number that the dialog of the subject covers is seen behind it.
   * @param only of it, the nodes that count
   */
  const seenText = (element, subject, only) => {
    if (isMoved(element, 'y')) return '';
    const back = bring(element, isUnderBar(element), subject === null ? null : dialogOf(subject, element));
    passed.clear();
    hiding.clear();
    try {
      const letters = seenLetters(element, subject, { only });
      const seen = withoutMarks(arranged(letters, isFromRight(element)));
      // A number of which a dialog leaves the beginning is not read; it is no other number.
      if (hiding.size > 0 && isCut(seen, readText(element))) return '';
      const dialog = subject === null ? null : dialogOf(subject, element);
      if (dialog === null && !back.isAway && /\p{N}/u.test(seen)) figures.push({ read: seen, letters, isNumber: true });
      if (dialog === null || numbersIn(seen).length === 0) return seen;
      if (withoutMarks(arranged(seenLetters(element, null, { only }), isFromRight(element))) === seen) return seen;
      return [dialog, ...passed].some((each) => showsAnother(each, seen)) ? '' : seen;
    } finally {
      back();
    }
  };

  /** What is left of a text without what is struck out apart from it, such as the price of before; null where nothing is. */
  const keptOf = (parts, struck) => {
    const kept = parts.filter((_, n) => !struck.has(n)).join('');
    const isApart = (text, n) =>
      struck.has(n) === struck.has(n + 1) || /\s$/.test(text) || /^(?:\s|$)/.test(parts[n + 1] ?? '');
    return struck.size > 0 && kept.trim() !== '' && parts.every(isApart) ? kept : null;
  };
  /** The parts of an element's text that its style does not hide, and which of them are struck out. */
  const partsOf = (element, withFields) => {
    const parts = [];
    const struck = new Set();
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
      if (chainOf(owner).struck) struck.add(parts.length);
      parts.push(cased(node.data, styleOf(owner)));
      last = boxes.at(-1);
    }
    return { isPlain, kept: keptOf(parts, struck), parts };
  };
  const hasTakenBack = (element) => partsOf(element, false).kept !== null;
  /** The text of an element without what its style hides, wherever it is scrolled to; what is struck out counts where it is all there is. */
  const readText = (element, withFields = false) => {
    const { isPlain, kept, parts } = partsOf(element, withFields);
    const own = kept ?? (isPlain ? (element.innerText ?? element.textContent) : parts.join(''));
    // Where a word may be broken, nobody sees anything.
    return String(own ?? '')
      .replace(/[\u00ad\u200b\u2060\ufeff]/g, '')
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
    if (box !== null) return boxText(box);
    return withUnit(element, readText(element, hasFields(element)) || pictureName(element));
  };
  const bareFigure = /^[^\p{L}%]*\p{N}[^\p{L}%]*$/u;
  /** A figure with the one unit that a style sheet puts beside it: without it, kilograms would be read as pounds. */
  const withUnit = (element, figure) => {
    if (!bareFigure.test(figure) || figure.length > mostLetters || element.matches(fields)) return figure;
    const parts = [...textNodes(element, false, unitAdded)].filter(
      ({ text, part, element: owner }) => text !== undefined && isShown(owner, true, part),
    );
    if (parts.length !== 1 || (/\p{Sc}/u.test(figure) && /\p{Sc}/u.test(parts[0].text))) return figure;
    const [{ text, part }] = parts;
    return (part === '::before' ? `${text}${figure}` : `${figure}${text}`).replace(/\s+/g, ' ').trim();
  };
  const pictures = 'img, svg, [role=img], :is(i, span)[title]';
  /** The name of the one picture that people see in the place of a text, such as a tick for "Yes"; none is a figure. */
  const pictureName = (element) => {
    const all = [element, ...element.querySelectorAll(pictures)].filter(
      (node) => node.matches(pictures) && isShown(node, true),
    );
    const names = all.map((node) =>
      ['aria-label', 'alt', 'title'].map((name) => node.getAttribute(name) ?? '').find((name) => name.trim() !== ''),
    );
    const [name = '', ...more] = names.filter((each) => each !== undefined);
    return more.length > 0 || /\p{N}/u.test(name) ? '' : name.replace(/\s+/g, ' ').trim();
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
    ...known,
    isCutAway,
    readText,
  });
  const { deniedText, fieldSeenOtherwise, seenOtherwise } = include('seen-otherwise.js')({
    ...known,
    boxSeenOtherwise,
    fieldText,
    glyphs,
    hasTakenBack,
    isBehindGround,
    isCutAway,
    isFromRight,
    isMoved,
    isPictured,
    native,
    readText,
    seenLetters,
    textNodes,
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
