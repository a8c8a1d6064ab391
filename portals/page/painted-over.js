// Runs inside the portal's page: what is painted over an element, although the pointer would pass through it.
({ above, below, chainOf, coveringOpacity, isInside, isShown, rgba, styleOf, unread }) => {
  const replaced = new Set(['img', 'video', 'canvas', 'iframe', 'embed', 'object', 'input', 'textarea', 'select']);
  const shapes = new Set(['rect', 'path', 'circle', 'ellipse', 'polygon', 'image', 'text', 'use']);
  /** How much of what lies under it an element hides, from 0 to 1; asked for every letter that lies over it. */
  const inks = new Map();
  const inkOf = (element, part) => {
    if (part) return readInk(element, part);
    const known = inks.get(element);
    if (known !== undefined) return known;
    const ink = readInk(element);
    inks.set(element, ink);
    return ink;
  };
  const readInk = (element, part) => {
    const style = styleOf(element, part);
    if (part && (style.content === 'none' || style.content === 'normal' || style.display === 'none')) return 0;
    const own = part ? Number(style.opacity) : 1;
    const opacity = chainOf(element).opacity * own;
    if (style.visibility !== 'visible') return 0;
    if (!part && replaced.has(element.localName)) return opacity;
    if (!part && shapes.has(element.localName)) return style.fill === 'none' ? 0 : opacity;
    if (style.backgroundImage !== 'none') return opacity;
    if (/blur|brightness|contrast|opacity|url/.test(style.backdropFilter ?? '')) return opacity;
    return (rgba(style.backgroundColor)?.[3] ?? 1) * opacity;
  };
  const holds = (box, x, y) => x >= box.left && x <= box.right && y >= box.top && y <= box.bottom;
  const hasTextAt = (element, x, y) => {
    const range = element.ownerDocument.createRange();
    return [...below(element)].some((node) => {
      if (node.nodeType !== 3 || node.data.trim() === '' || !isShown(element, true)) return false;
      range.selectNodeContents(node);
      return [...range.getClientRects()].some((box) => holds(box, x, y));
    });
  };
  const rawStack = (root, x, y) =>
    root
      .elementsFromPoint(x, y)
      .filter((node) => node.getRootNode() === root)
      .flatMap((node) => (node.shadowRoot ? [...rawStack(node.shadowRoot, x, y), node] : [node]));

  const zOf = (style) => (style.zIndex === 'auto' ? 0 : Number(style.zIndex));
  /** The outermost positioned element from a node up to, and not with, an owner. */
  const layerOf = (node, owner) => {
    let layer = null;
    for (let at = node; at && at !== owner; at = above(at)) {
      const style = styleOf(at);
      if (style.position !== 'static' || style.transform !== 'none' || Number(style.opacity) < 1) layer = at;
    }
    return layer;
  };
  /** Whether what is positioned beside a node is painted over it. @param isLater it comes after the node in the page */
  const isOver = (style, node, owner, isLater) => {
    const z = zOf(style);
    if (style.position === 'static' && style.transform === 'none') return false;
    const layer = layerOf(node, owner);
    if (layer === null) return z >= 0;
    const other = zOf(styleOf(layer));
    return z === other ? isLater : z > other;
  };
  const commonOf = (one, other) => {
    for (let at = one; at; at = above(at)) if (isInside(at, other)) return at;
    return null;
  };
  const isNear = (box, own, by) =>
    box.left - by <= own.right &&
    box.right + by >= own.left &&
    box.top - by <= own.bottom &&
    box.bottom + by >= own.top;
  const drawingOf = (node) => {
    let drawing = node;
    while (drawing.ownerSVGElement) drawing = drawing.ownerSVGElement;
    return drawing;
  };
  /** So far around its box something may paint. */
  const farthestPaint = 200;
  const leastPaint = 4;
  const paintsAround = (style) =>
    style.outlineStyle !== 'none' ||
    style.boxShadow !== 'none' ||
    style.textShadow !== 'none' ||
    style.borderImageSource !== 'none' ||
    (style.webkitBoxReflect ?? 'none') !== 'none';
  /** What an element paints outside of its box, or on its edge, where no hit test finds it: outline, shadow, border, shadows of text. */
  const paintAround = (element, style, box) => {
    if (!paintsAround(style)) return [];
    const grown = (by, x = 0, y = 0) => ({
      left: box.left - by + x,
      right: box.right + by + x,
      top: box.top - by + y,
      bottom: box.bottom + by + y,
      hole: box,
    });
    const rings = [];
    const { opacity } = chainOf(element);
    const isInk = (color) => (rgba(color)?.[3] ?? 1) * opacity >= coveringOpacity;
    const outline = style.outlineStyle === 'none' ? 0 : parseFloat(style.outlineWidth);
    if (outline >= leastPaint && isInk(style.outlineColor)) {
      const offset = parseFloat(style.outlineOffset);
      const inner = grown(offset);
      const hole = inner.right > inner.left && inner.bottom > inner.top ? inner : null;
      rings.push({ ...grown(outline + offset), hole, isTop: true });
    }
    if (style.borderImageSource !== 'none' && opacity >= coveringOpacity) {
      const reach = Math.max(0, ...(style.borderImageOutset.match(/[\d.]+/g) ?? []).map(Number));
      const far = style.borderImageOutset.includes('px') ? reach : reach * parseFloat(style.borderTopWidth);
      if (far >= leastPaint) rings.push({ ...grown(far), hole: style.borderImageSlice.includes('fill') ? null : box });
    }
    const [, way = '', gap = '0'] = /^(above|below|left|right) (-?[\d.]+)px/.exec(style.webkitBoxReflect ?? '') ?? [];
    const [aside, down] = [box.width + Number(gap), box.height + Number(gap)];
    if (way !== '' && opacity >= coveringOpacity)
      rings.push({
        ...grown(0, { left: -aside, right: aside }[way] ?? 0, { above: -down, below: down }[way] ?? 0),
        isTop: true,
      });
    for (const [property, isText] of [
      ['boxShadow', false],
      ['textShadow', true],
    ])
      for (const shadow of style[property] === 'none' ? [] : style[property].split(/,(?![^(]*\))/)) {
        const color = /^\s*((?:rgba?|color)\([^)]*\))/.exec(shadow)?.[1] ?? '';
        const [x = 0, y = 0, blur = 0, spread = 0] =
          shadow
            .replace(color, '')
            .match(/-?[\d.]+(?=px)/g)
            ?.map(Number) ?? [];
        if (shadow.includes('inset') || !isInk(color) || blur > leastPaint) continue;
        // Below its own box, and never over the text that casts it.
        if (isText ? Math.abs(y) > box.height / 2 : Math.abs(x) + Math.abs(y) + spread >= leastPaint)
          rings.push(grown(isText ? 0 : spread, x, y));
      }
    return rings;
  };
  /** Whether a point lies on a border that is drawn there. */
  const isOnBorder = (element, x, y) => {
    const style = styleOf(element);
    const box = element.getBoundingClientRect();
    if (!holds(box, x, y)) return false;
    return [
      ['Top', y - box.top],
      ['Bottom', box.bottom - y],
      ['Left', x - box.left],
      ['Right', box.right - x],
    ].some(
      ([side, depth]) =>
        depth < parseFloat(style[`border${side}Width`]) &&
        (rgba(style[`border${side}Color`])?.[3] ?? 1) >= coveringOpacity,
    );
  };
  /** Asked for each text of a page, of all of its parts: of a document once in an evaluation. */
  const [wholes, painters] = [new Map(), new Map()];
  const partsOf = (root) => {
    if (!wholes.has(root)) wholes.set(root, root.querySelectorAll('*'));
    return wholes.get(root);
  };
  const mayPaintOver = (node) => {
    if (!painters.has(node)) {
      const style = styleOf(node);
      painters.set(node, style.pointerEvents === 'none' || paintsAround(style));
    }
    return painters.get(node);
  };
  /** Boxes that the mouse passes through, and boxes that style sheets add: hit testing does not report them. */
  const passedThrough = (element, among) => {
    const found = [];
    const own = element.getBoundingClientRect();
    const visit = (root, nodes = partsOf(root)) => {
      for (const node of nodes) {
        if (node.shadowRoot && among === undefined) visit(node.shadowRoot);
        if (painters.get(node) === false) continue;
        const box = node.getBoundingClientRect();
        if (box.width < 2 || box.height < 2 || !isNear(box, own, farthestPaint)) continue;
        if (unread.has(node.localName) || !mayPaintOver(node) || isInside(node, element)) continue;
        const style = styleOf(node);
        const isLater = (element.compareDocumentPosition(node) & 4) !== 0;
        const layer = node.ownerSVGElement ? drawingOf(node) : node;
        const covers = () => isOver(styleOf(layer), element, commonOf(node, element), isLater);
        for (const ring of paintAround(node, style, box)) if (ring.isTop || covers()) found.push(ring);
        if (!isNear(box, own, 0) || style.pointerEvents !== 'none' || inkOf(node) < coveringOpacity) continue;
        if (covers()) found.push(box);
      }
    };
    visit(element.ownerDocument, among);
    // An outline is drawn over what it is around, where it begins within.
    for (let at = element; at; at = above(at)) {
      const style = styleOf(at);
      if (style.outlineStyle !== 'none' && parseFloat(style.outlineOffset) < 0)
        found.push(...paintAround(at, style, at.getBoundingClientRect()).filter(({ isTop }) => isTop));
    }
    for (let at = element; at; at = above(at))
      for (const part of ['::before', '::after']) {
        const style = styleOf(at, part);
        if (style.position !== 'absolute' && style.position !== 'fixed') continue;
        if (inkOf(at, part) < coveringOpacity) continue;
        if (zOf(style) < 0 || !isOver(style, element, at, part === '::after' || at === element)) continue;
        let block = at;
        while (block && styleOf(block).position === 'static' && styleOf(block).transform === 'none')
          block = above(block);
        const box = block?.getBoundingClientRect() ?? { left: 0, top: 0 };
        const left = box.left + (block?.clientLeft ?? 0) + parseFloat(style.left);
        const top = box.top + (block?.clientTop ?? 0) + parseFloat(style.top);
        found.push({ left, top, right: left + parseFloat(style.width), bottom: top + parseFloat(style.height) });
      }
    return found;
  };
  /** All of the page that may paint over an element or a part of it, for `passedThrough` of many parts. */
  const paintersOver = (element) => {
    const own = element.getBoundingClientRect();
    const found = [];
    const visit = (root) => {
      for (const node of partsOf(root)) {
        if (node.shadowRoot) visit(node.shadowRoot);
        if (unread.has(node.localName) || !isNear(node.getBoundingClientRect(), own, farthestPaint)) continue;
        if (mayPaintOver(node)) found.push(node);
      }
    };
    visit(element.ownerDocument);
    return found;
  };

  return {
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
  };
};
