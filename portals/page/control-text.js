// Part of what runs inside the portal's page: what people see on a control, letters as they lie on the screen, and what is
// painted over it or shows through.
(
  element,
  { labels, isTyped },
  { shadowOf, localNameOf, is, all, above, below, isInside, rootOf, unread, isRendered, replacedBy },
  { added, decoration, isBeside, isIcon: isSign, marker },
) => {
  const glyphs = include('font-glyphs.js')();
  const { readFromRight } = include('letter-order.js')();
  const { isIconWord } = include('icon-words.js')();
  const picturedWords = include('pictured-words.js');
  const alphaOf = (color) => {
    const parts = color.match(/[\d.]+(?:e-?\d+)?/g) ?? [];
    return /^rgba|\//.test(color) ? Number(parts.at(-1)) : 1;
  };
  const isClear = (style) =>
    Number(style.opacity) < 0.1 ||
    /opacity\(0(?:%|\.0\d*)?\)/.test(style.filter) ||
    /^inset\((?:50|100)%/.test(style.clipPath);
  const isMark = (node, text) =>
    !!node.closest('[aria-hidden=true], kbd, sup, .badge') && /^[\s\d\p{P}\p{S}]*$/u.test(text);
  /** Pieces of text in the order of the page, each with its letters' boxes. */
  const pieces = [];
  const hiddenTexts = [];
  const range = document.createRange();
  const replaced = is(element, '[role=combobox]') ? replacedBy(element) : null;
  /**
   * What a list that replaces a native one offers once it is open, and the entries of the native one: no text of what opens it. An
   * entry is judged where it is chosen.
   */
  const isOffered = (node) =>
    replaced !== null &&
    isInside(element, replaced) &&
    (node === replaced || (is(node, '[role=listbox]') && !isRendered(node)));
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
      const fill = alphaOf(style.webkitTextFillColor || style.color);
      const ink =
        fill < 0.1 && parseFloat(style.webkitTextStrokeWidth) >= 1 ? alphaOf(style.webkitTextStrokeColor) : fill;
      const isGradient = ink < 0.1 && /text/.test(style.backgroundClip);
      const isDrawn = isSeen && boxes.length > 0 && parseFloat(style.fontSize) > 2 && (ink >= 0.1 || isGradient);
      const letters = isDrawn ? glyphs.readWords(node.data, style) : node.data;
      if (isDrawn && !isIconWord(owner) && letters !== node.data) pieces.push({ text: letters, boxes: null });
      else if (isDrawn && !isIconWord(owner) && !isMark(owner, node.data))
        pieces.push({ text: node.data, node, boxes });
      else hiddenTexts.push(node.data);
      return;
    }
    if (node.nodeType !== 1 || unread.has(localNameOf(node)) || localNameOf(node) === 'title') return;
    if (isOffered(node)) return;
    const style = getComputedStyle(node);
    const shown =
      isSeen && style.display !== 'none' && !isClear(style) && (style.display === 'contents' || isRendered(node));
    let inner = clip;
    if (style.overflowX !== 'visible' && style.display !== 'inline' && style.display !== 'contents') {
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
        /[\p{L}\p{N}]/u.test(text) &&
        !isSign(node, part) &&
        !isBeside(node, part, element)
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
    const signs = drawn.flatMap(({ node }) =>
      [...node.data].flatMap((sign, n) => {
        if (node.data.length !== [...node.data].length) return [];
        if (/\s/.test(sign)) return [{ sign: ' ', box: null }];
        range.setStart(node, n);
        range.setEnd(node, n + 1);
        const box = range.getBoundingClientRect();
        return box.width > 0 ? [{ sign, box, node, n }] : [];
      }),
    );
    if (readFromRight(signs, getComputedStyle(element).direction === 'rtl')) return inOrder;
    const letters = signs.filter(({ box }) => box !== null);
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
  /** What is in a field is drawn by the browser, and is no node. */
  const inField = (node) => {
    if (is(node, 'select')) return node.options[node.selectedIndex]?.label ?? '';
    if (is(node, 'textarea, input:not([type=hidden], [type=checkbox], [type=radio], [type=password], [type=range])'))
      return node.value || node.placeholder || '';
    return '';
  };
  const textAt = (node, box) =>
    inField(node) ||
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
  const shownIn = (node) => {
    if (node.nodeType === 3) return node.data;
    if (node.nodeType !== 1 || unread.has(localNameOf(node)) || node === element || !isRendered(node)) return ' ';
    return ` ${added(node, '::before')}${below(node).map(shownIn).join('')}${added(node, '::after')} `;
  };
  const mostRoots = 1_000;
  const mostBeside = 200;
  const leastSeen = 0.02;
  const pictures = new Set(['canvas', 'video', 'img', 'object', 'embed', 'iframe', 'picture']);
  /** Whether something lies there that hit testing does not report, because the mouse passes through it. */
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
  const layersAt = (points, surfaces) => {
    const [over, under] = [new Map(), new Map()];
    const count = (layer, node) => layer.set(node, (layer.get(node) ?? 0) + 1);
    for (const [x, y] of points) {
      let isOver = true;
      for (const node of stackAt(document, x, y)) {
        if (surfaces.some((surface) => isInside(surface, node))) isOver = false;
        else if (isOver) count(over, node);
        else if (!isInside(node, element)) count(under, node);
      }
    }
    return { over, under };
  };
  /** What is so transparent that nobody sees it, such as a list that is closed. */
  const isUnseen = (node) => {
    let opacity = 1;
    for (let at = node; at && opacity >= leastSeen; at = above(at))
      if (at.nodeType === 1) opacity *= Number(getComputedStyle(at).opacity);
    return opacity < leastSeen;
  };
  const isWithin = (inner, outer) =>
    inner.top >= outer.top - 4 &&
    inner.bottom <= outer.bottom + 4 &&
    inner.left >= outer.left - 4 &&
    inner.right <= outer.right + 4;
  /** What is painted over the words that a field is called by. */
  const overLabels = (roots) =>
    labels.flatMap((label) => {
      const box = label.getBoundingClientRect();
      const points = pointsOf(box);
      if (points.length === 0 || isInside(label, document.body)) return [];
      const withPassed = isPassed(roots, box);
      if (withPassed) for (const root of roots) root.adoptedStyleSheets = [...root.adoptedStyleSheets, through];
      try {
        const { over } = layersAt(points, [label, element]);
        return [...over.keys()]
          .filter((node) => !isInside(node, label) && !isUnseen(node))
          .map((node) => textAt(node, box));
      } finally {
        if (withPassed)
          for (const root of roots)
            root.adoptedStyleSheets = root.adoptedStyleSheets.filter((sheet) => sheet !== through);
      }
    });
  /** The side of the largest icon. */
  const mostOfIcon = 32;
  const isWide = (node) => {
    const { width, height } = node.getBoundingClientRect();
    return width > 1.4 * height && width >= 24;
  };
  const drawnLetters = () =>
    pieces.flatMap(({ node, boxes }) => (boxes === null ? [] : [...boxes].map((box) => ({ node, box }))));
  /** A small drawing without words, such as an arrow, that lies beside all words of the control. */
  const isOrnament = (node) => {
    const svg = node.closest('svg');
    if (svg === null || /\S/.test(svg.textContent) || svg.querySelector('image, foreignObject, use')) return false;
    const box = svg.getBoundingClientRect();
    const letters = drawnLetters();
    const isFree = letters.every(
      ({ box: own }) =>
        own.right <= box.left || own.left >= box.right || own.bottom <= box.top || own.top >= box.bottom,
    );
    return letters.length > 0 && isFree && box.width <= mostOfIcon && box.height <= mostOfIcon;
  };
  const pointsOf = (box) =>
    [0.08, 0.3, 0.5, 0.7, 0.92]
      .flatMap((across) =>
        [0.25, 0.5, 0.75].map((down) => [box.left + box.width * across, box.top + box.height * down]),
      )
      .filter(([x, y]) => x >= 0 && y >= 0 && x < innerWidth && y < innerHeight);
  const painted = () => {
    const found = { over: [], under: [], covered: false };
    const box = element.getBoundingClientRect();
    const roots = [document];
    for (const root of roots)
      for (const node of all(root, '*')) if (shadowOf(node) && roots.length < mostRoots) roots.push(shadowOf(node));
    if (isTyped || labels.length > 0) hiddenTexts.push(...overLabels(roots));
    if (box.width === 0 || box.height === 0 || isTyped) return found;
    // A picture is drawn in the place of all that it holds.
    if (getComputedStyle(element).content.startsWith('url(') && !pictures.has(localNameOf(element)))
      found.covered = true;
    const points = pointsOf(box);
    // A button that nobody sees, in a label that is drawn in its place: what the label shows is what people press.
    const isHit = points.some(([x, y]) => stackAt(document, x, y).some((node) => isInside(element, node)));
    const drawn = isHit || !is(element, 'button') ? [] : labels.filter((label) => isInside(label, element));
    const surfaces = [element, ...drawn];
    for (const label of drawn) found.over.push(shownIn(label));
    const heard = layersAt(points, surfaces);
    let { over, under } = heard;
    if (isPassed(roots, box)) {
      for (const root of roots) root.adoptedStyleSheets = [...root.adoptedStyleSheets, through];
      try {
        ({ over, under } = layersAt(points, surfaces));
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
      found.over.push(markAt(node));
      // What the mouse does not pass through leaves free the point of the click. What it says there is read all the same.
      if (heard.over.has(node) && times < points.length / 2) {
        if (!isInside(node, element) && isWithin(node.getBoundingClientRect(), box))
          hiddenTexts.push(textAt(node, box));
        continue;
      }
      if (!heard.over.has(node) && (isUnseen(node) || isOrnament(node))) continue;
      const added = [added_(node, '::before'), added_(node, '::after')].join(' ');
      found.over.push(`${isInside(node, element) ? '' : textAt(node, box)} ${added}`);
      if (isInside(node, element) || inert.includes(node)) continue;
      const style = getComputedStyle(node);
      const isPicture = pictures.has(localNameOf(node)) || node.ownerSVGElement || localNameOf(node) === 'svg';
      const isOpaque = alphaOf(style.backgroundColor) > 0.5 || style.backgroundImage !== 'none';
      if (Number(style.opacity) > 0.1 && (isPicture || isOpaque)) found.covered = true;
    }
    if (pieces.every(({ text }) => text.trim() === '')) {
      // What is drawn there is what people take for its text, where it is wider than an icon.
      if (all(element, 'canvas').some(isWide)) found.covered = true;
      for (const node of under.keys()) {
        if (localNameOf(node) === 'canvas') found.covered = true;
        found.under.push(`${textAt(node, box)} ${decoration(node)}`);
      }
    }
    return found;
  };
  /** What a list that scrolls draws for itself, wherever a style sheet puts it. */
  const scrollParts = ['::scroll-marker', ...['left', 'right', 'up', 'down'].map((way) => `::scroll-button(${way})`)];
  const markAt = (node) => scrollParts.map((part) => added(node, part)).join(' ');
  const added_ = (node, part) =>
    /absolute|fixed/.test(getComputedStyle(node, part).position) ? added(node, part) : '';

  if (!isTyped && !is(element, 'input')) for (const child of below(element)) collect(child, true, null);
  const mostPictured = 20;
  if (!isTyped)
    for (const node of [element, ...all(element, '*').slice(0, mostPictured)])
      hiddenTexts.push(picturedWords(node, [undefined, '::before', '::after']));
  const ownAdded = isTyped ? '' : decoration(element);
  // The words of a tip beside the control are judged, and are no part of what the control shows.
  const ownShown = isTyped
    ? ''
    : `${marker(element)} ${['::before', '::after'].map((part) => (isSign(element, part) || isBeside(element, part, element) ? '' : added(element, part))).join(' ')}`;
  if (ownAdded.trim() !== '') {
    hiddenTexts.push(ownAdded);
    if (/[\p{L}\p{N}]/u.test(ownShown)) pieces.push({ text: ` ${ownShown} `, boxes: null });
  }
  const visibleText = isTyped ? '' : is(element, 'input') ? `${element.value} ${ownShown}` : asSeen();
  return { visibleText, hiddenTexts, ...painted() };
};
