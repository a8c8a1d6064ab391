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
  const leastHeight = 5;
  const mostLetters = 300;

  const {
    aboveElement: above,
    below,
    isInside,
    isRendered,
    boxOf,
    clipsToDot,
    edgesOf,
    isStruck,
  } = include('composed-tree.js')();
  const styleOf = (element, part) => element.ownerDocument.defaultView.getComputedStyle(element, part);
  const unread = new Set(['script', 'style', 'template', 'noscript', 'title', 'head', 'select', 'textarea']);
  const glyphs = include('font-glyphs.js')();
  const { apart, arranged, invisibleSign, withoutMarks } = include('letter-order.js')();
  const isFromRight = (element) => styleOf(element).direction === 'rtl';

  /** Colours of other spaces, as the screen has them. */
  const painted = new Map();
  let paint = null;
  const paintedColor = (color) => {
    if (!/^(?:color|oklch|oklab|lch|lab|hsl|hwb)\(/.test(color)) return null;
    if (!painted.has(color)) {
      paint ??= new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
      paint.clearRect(0, 0, 1, 1);
      paint.fillStyle = color;
      paint.fillRect(0, 0, 1, 1);
      const [red, green, blue, alpha] = paint.getImageData(0, 0, 1, 1).data;
      painted.set(color, [red, green, blue, alpha / 255]);
    }
    return painted.get(color);
  };
  const rgba = (color) => {
    const srgb = /^color\(srgb ([^)]*)\)$/.exec(color);
    const parts = (srgb ? srgb[1] : color).match(/[\d.]+(?:e-?\d+)?%?/g) ?? [];
    if (!srgb && !/^rgba?\(/.test(color)) return color === 'transparent' ? [0, 0, 0, 0] : paintedColor(color);
    const [red = 0, green = 0, blue = 0, alpha = 1] = parts.map(Number);
    const scale = srgb ? 255 : 1;
    return [red * scale, green * scale, blue * scale, alpha];
  };
  const luminance = ([red, green, blue]) => {
    const [r, g, b] = [red, green, blue].map((value) => {
      const part = value / 255;
      return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };

  /** What an element inherits from everything around it that is not a matter of position. */
  const chains = new Map();
  const chainOf = (element) => {
    if (element === null) return { opacity: 1, struck: false, faded: false, matrix: new DOMMatrix(), masks: [] };
    const known = chains.get(element);
    if (known) return known;
    const around = chainOf(above(element));
    const style = styleOf(element);
    const mask = style.maskImage ?? style.webkitMaskImage ?? 'none';
    const edges = edgesOf(mask, style, (color) => rgba(color)?.[3] ?? 0);
    const filters = style.filter;
    const dims =
      [...filters.matchAll(/(opacity|contrast|brightness)\(([\d.]+)\)/g)].some(
        ([, kind, share]) => share < 0.3 || (kind === 'brightness' && share > 3),
      ) ||
      (/invert\((?!0)/.test(filters) &&
        !/^(?:html|body)$/.test(element.localName) &&
        !((rgba(style.backgroundColor)?.[3] ?? 0) > 0.9)) ||
      [...filters.matchAll(/url\("#([^"]*)"\)/g)].some(([, id]) => redraws(element, id));
    const matrix = turnedBy(style, around.matrix);
    // Upside down, or in a mirror.
    const isFlipped = matrix.m22 < -0.01 || matrix.m11 < -0.01;
    const isBlended = style.mixBlendMode !== 'normal';
    const chain = {
      opacity: around.opacity * Number(style.opacity),
      struck: around.struck || isStruck(style),
      faded:
        around.faded ||
        isBlended ||
        isFlipped ||
        (mask !== 'none' && edges === null && (!/^(?:linear|radial|conic)-gradient\(/.test(mask) || fades(mask))) ||
        // What it shows twice has more letters than it has.
        /^(?:left|right)/.test(style.webkitBoxReflect ?? '') ||
        dims ||
        /blur\((?:[2-9]|1\d)/.test(filters),
      matrix,
      masks: edges === null ? around.masks : [...around.masks, { element, edges }],
    };
    chains.set(element, chain);
    return chain;
  };

  /** Whether a mask leaves out what lies at a point. */
  const isMaskedOut = (element, x, y) =>
    chainOf(element).masks.some(({ element: masked, edges: { side, from, to } }) => {
      const box = masked.getBoundingClientRect();
      const [point, length] = /top|bottom/.test(side) ? [y, box.height] : [x, box.width];
      const along = Math.abs(point - box[side]);
      const at = ({ share, px }) => share * length + px;
      return (from !== null && along < Math.max(...from.map(at)) + 4) || (to !== null && along > at(to) - 4);
    });

  /** Whether a filter of a drawing does more than a shadow or a tone: it may flood, move or bend what people see. */
  const redraws = (element, id) => {
    const filter = element.getRootNode().getElementById?.(id) ?? element.ownerDocument.getElementById(id);
    return [...(filter?.children ?? [])].some(
      (part) =>
        part.localName !== 'feDropShadow' &&
        !(part.localName === 'feColorMatrix' && /^(?:saturate|hueRotate)$/.test(part.getAttribute('type') ?? '')),
    );
  };

  const turnedBy = (style, around) => {
    const [x = 1, y = x] = style.scale === 'none' ? [] : style.scale.split(' ').map(Number);
    if (style.transform === 'none' && x > 0 && y > 0) return around;
    return around.multiply(new DOMMatrix().scale(x, y)).multiply(new DOMMatrix(style.transform));
  };

  /**
   * Whether the text of an element can be seen at all, wherever it is. @param struckToo text that is struck out counts
   * @param part what its style sheet adds to it, which may have letters of another size and colour
   */
  const isShown = (element, struckToo, part) => {
    if (!boxOf(element).checkVisibility({ visibilityProperty: true, contentVisibilityAuto: false })) return false;
    const { opacity, struck, faded } = chainOf(element);
    if (opacity < leastOpacity || faded || (struck && !struckToo)) return false;
    const style = styleOf(element, part);
    if (style.visibility !== 'visible') return false;
    if (parseFloat(style.fontSize) < leastHeight) return false;
    const security = style.webkitTextSecurity;
    if (security && security !== 'none') return false;
    const fill = rgba(letterColor(style));
    if (fill && fill[3] * opacity < leastOpacity && !clipsToText(element)) return false;
    // A thick stroke is all that is seen of letters.
    return !(parseFloat(style.webkitTextStrokeWidth) > parseFloat(style.fontSize) / 6);
  };
  /** Of hollow letters the colour of their line. */
  const letterColor = (style) => {
    const fill = style.webkitTextFillColor || style.color;
    const isHollow = (rgba(fill)?.[3] ?? 1) < leastOpacity && parseFloat(style.webkitTextStrokeWidth) >= 1;
    return isHollow ? style.webkitTextStrokeColor : fill;
  };
  const clipsToText = (element) => {
    for (let at = element; at; at = above(at)) {
      const style = styleOf(at);
      if ((style.backgroundClip ?? style.webkitBackgroundClip ?? '').includes('text'))
        return (
          (style.backgroundImage !== 'none' && !fades(style.backgroundImage)) ||
          (rgba(style.backgroundColor)?.[3] ?? 1) > leastOpacity
        );
    }
    return false;
  };

  /** Whether a gradient leaves a part of what it fills without ink. */
  const fades = (image) =>
    [...image.matchAll(/rgba?\([^)]*\)|color\(srgb [^)]*\)/g)].some(
      ([color]) => (rgba(color)?.[3] ?? 1) < leastOpacity,
    );

  /** The colour right behind an element; null where a picture or something unknown is there. @param ink of the text */
  const behind = (element, ink) => {
    for (let at = element; at; at = above(at)) {
      const style = styleOf(at);
      if (style.backgroundImage !== 'none') return nearestOf(style.backgroundImage, ink);
      const color = rgba(style.backgroundColor);
      if (color === null) return null;
      if (color[3] > 0.9) return color;
      if (color[3] > 0.1) return null;
    }
    // Where a page only takes a dark scheme, the browser paints its ground.
    return /dark(?!.*light)(?<!light.*)/.test(styleOf(element.ownerDocument.documentElement).colorScheme)
      ? [18, 18, 18, 1]
      : [255, 255, 255, 1];
  };
  /** Of a gradient, the colour that is most unlike the ink; null where a picture is in it, or it lets something through. */
  const nearestOf = (image, ink) => {
    if (!ink || !/^(?:repeating-)?(?:linear|radial|conic)-gradient\(/.test(image) || image.includes('url('))
      return null;
    const colors = [...image.matchAll(/(?:rgba?|color|oklch|oklab)\([^)]*\)/g)].map(([color]) => rgba(color));
    if (colors.length === 0 || colors.some((color) => color === null || color[3] < 0.9)) return null;
    const own = luminance(ink);
    const differs = (color) => Math.abs(luminance(color) - own);
    return colors.toSorted((a, b) => differs(b) - differs(a))[0];
  };
  const isContrasting = (element) => {
    if (clipsToText(element)) return true;
    const block = blockOf(element);
    return (
      isLegible(element, styleOf(element)) &&
      ['::first-line', '::first-letter'].every((part) => isLegible(block, styleOf(block, part)))
    );
  };
  const blockOf = (element) => {
    for (let at = element; at; at = above(at)) if (!/^(?:inline|contents)$/.test(styleOf(at).display)) return at;
    return element;
  };
  const isLegible = (element, style, background = null) => {
    const ink = rgba(letterColor(style));
    const paper = background ?? behind(element, ink);
    if (ink && ink[3] < leastOpacity) return false;
    if (!ink || !paper) return true;
    const [dark, light] = [luminance(ink), luminance(paper)].sort((a, b) => a - b);
    return (light + 0.05) / (dark + 0.05) > 1.15;
  };

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
  const dialogClass =
    /(?:^|[-_\s])(?:modal|dialog|popup|lightbox|drawer|offcanvas|window|overlay|flyout|fancybox|colorbox)(?:$|[-_\s])/i;
  const isCalledDialog = (node) =>
    dialogClass.test(`${node.getAttribute('class') ?? ''} ${node.id}`.replace(/([a-z])([A-Z])/g, '$1-$2'));
  const isLaidOver = (node) => {
    for (let at = node; at; at = above(at)) {
      const { position, zIndex } = at.nodeType === 1 ? styleOf(at) : {};
      if (position === 'fixed' || (position === 'absolute' && Number(zIndex) > 0)) return true;
    }
    return false;
  };
  /** Also around the frame in which something lies. */
  const aroundOf = (node) => {
    try {
      return above(node) ?? node.ownerDocument.defaultView.frameElement;
    } catch {
      return null;
    }
  };
  /**
   * The dialog or message that something lies in: by its role, or by a class of a part that is laid over the page. Its ground
   * may be beside its parts, so the outermost counts that does not hold what may lie under it.
   */
  const dialogOf = (node, under) => {
    let dialog = null;
    for (let at = node; at && !isInside(at, under); at = aroundOf(at))
      if (
        at.matches?.('dialog[open], [role=dialog], [role=alertdialog], [aria-modal=true]') ||
        (at.nodeType === 1 && (isCalledDialog(at) || at.matches('[role=alert], [role=status]')) && isLaidOver(at))
      )
        dialog = at;
    return dialog;
  };

  const passed = new Set();
  /**
   * Whether a point of an element's text is on the screen with nothing over it.
   * @param aside a dialog that may lie over it: the one that is worked in; others that lie there as well are `passed`
   */
  const isSeenAt = (owner, x, y, aside, boxes) => {
    // A slot has no box of its own.
    const element = boxOf(owner);
    const view = element.ownerDocument.defaultView;
    if (x < 0 || y < 0 || x >= view.innerWidth || y >= view.innerHeight || isMaskedOut(element, x, y)) return false;
    if (boxes.some((box) => holds(box, x, y) && !(box.hole && holds(box.hole, x, y)))) return false;
    const stack = rawStack(element.ownerDocument, x, y);
    // Under a dialog in the top layer, too, nothing hears the mouse.
    const isInert = aside?.matches(':modal') || closestInert(element);
    const passes = isInert || styleOf(element).pointerEvents === 'none';
    let hidden = 0;
    for (const node of stack) {
      if (node === element) return frameShows(element, x, y, aside);
      if (aside !== null && (isInside(aside, node) || isInside(node, aside)) && !isInside(node, element)) continue;
      // The dialog may have been opened from another one, with a ground of its own.
      const below = aside === null ? null : dialogOf(node, element);
      if (below !== null) {
        passed.add(below);
        continue;
      }
      const isAround = isInside(node, element);
      if (passes && !isInert && !isAround && isPaintedOver(element, node)) continue;
      if (passes && isAround) return !isClipped(element, x, y) && frameShows(element, x, y, aside);
      hidden = 1 - (1 - hidden) * (1 - inkOf(node));
      if (!isAround && isOnBorder(node, x, y)) hidden = 1;
      if (!isAround && !holds(node.getBoundingClientRect(), x, y))
        hidden = Math.max(
          hidden,
          inkOf(node, '::before'),
          inkOf(node, '::after'),
          scrollParts.some((part) => added(node, part) !== '') ? 1 : 0,
        );
      if (hidden >= coveringOpacity || (!isAround && hasTextAt(node, x, y))) return false;
    }
    return isInert && !isClipped(element, x, y) && frameShows(element, x, y, aside);
  };
  /** What a list that scrolls draws for itself, wherever a style sheet puts it. */
  const scrollParts = ['::scroll-marker', ...['left', 'right', 'up', 'down'].map((way) => `::scroll-button(${way})`)];
  /** Whether an element that the mouse passes through lies over what it hits there. */
  const isPaintedOver = (element, node) => {
    const common = commonOf(element, node);
    const layer = common === null ? null : layerOf(element, common);
    return layer !== null && isOver(styleOf(layer), node, common, (node.compareDocumentPosition(element) & 4) !== 0);
  };
  const closestInert = (element) => {
    for (let at = element; at; at = above(at)) if (at.inert) return true;
    return false;
  };
  const isClipped = (element, x, y) => {
    for (let at = element; at; at = above(at)) {
      const style = styleOf(at);
      if (style.clipPath !== 'none') return true;
      if (style.overflowX === 'visible' && style.overflowY === 'visible') continue;
      if (at === at.ownerDocument.body || at === at.ownerDocument.documentElement) continue;
      if (styleOf(at).display !== 'inline' && !holds(at.getBoundingClientRect(), x, y)) return true;
    }
    return false;
  };
  const frameShows = (element, x, y, aside) => {
    const frame = element.ownerDocument.defaultView.frameElement;
    if (!frame) return true;
    if (!isShown(frame, true)) return false;
    const box = frame.getBoundingClientRect();
    return isSeenAt(frame, box.left + frame.clientLeft + x, box.top + frame.clientTop + y, aside, passedThrough(frame));
  };

  /**
   * Brings an element into view where people could scroll to it. @param isForced to the middle, also where it is in view
   * @returns what puts everything back
   */
  const bring = (element, isForced = false) => {
    const undo = [];
    const outside = (box, frame) =>
      isForced || box.top < frame.top || box.bottom > frame.bottom || box.left < frame.left || box.right > frame.right;
    const move = (scroller, box, frame) => {
      const { scrollTop, scrollLeft } = scroller;
      undo.unshift(() => scroller.scrollTo({ top: scrollTop, left: scrollLeft, behavior: 'instant' }));
      const top = isForced || box.top < frame.top || box.bottom > frame.bottom;
      const left = box.left < frame.left || box.right > frame.right;
      scroller.scrollTo({
        top: scrollTop + (top ? (box.top + box.bottom - frame.top - frame.bottom) / 2 : 0),
        left: scrollLeft + (left ? (box.left + box.right - frame.left - frame.right) / 2 : 0),
        behavior: 'instant',
      });
    };
    for (let subject = element; subject;) {
      const { ownerDocument } = subject;
      const view = ownerDocument.defaultView;
      const { body, documentElement } = ownerDocument;
      for (let at = above(subject); at; at = above(at)) {
        // A body scrolls by itself where the document does not.
        const isOwnScroller = at === body && styleOf(documentElement).overflowY === 'hidden';
        if ((at === body && !isOwnScroller) || at === documentElement) continue;
        const style = styleOf(at);
        if (!/auto|scroll/.test(`${style.overflowX} ${style.overflowY}`)) continue;
        const [box, frame] = [subject.getBoundingClientRect(), at.getBoundingClientRect()];
        if (outside(box, frame)) move(at, box, frame);
      }
      const box = subject.getBoundingClientRect();
      const frame = { top: 0, left: 0, bottom: view.innerHeight, right: view.innerWidth };
      const isFixed =
        [styleOf(documentElement), body && styleOf(body)].some((style) => style?.overflowY === 'hidden') ||
        frameOf(view)?.getAttribute('scrolling') === 'no';
      if (!isFixed && outside(box, frame) && ownerDocument.scrollingElement)
        move(ownerDocument.scrollingElement, box, frame);
      try {
        subject = view.frameElement;
      } catch {
        subject = null;
      }
    }
    return Object.assign(() => undo.forEach((step) => step()), { isAway: undo.length > 0 });
  };

  const frameOf = (view) => {
    try {
      return view.frameElement;
    } catch {
      return null;
    }
  };

  const cased = (text, style) => {
    if (style.textTransform === 'uppercase') return text.toUpperCase();
    if (style.textTransform === 'lowercase') return text.toLowerCase();
    return text;
  };
  /** Letters that a style sheet adds; icons of icon fonts are none. */
  const added = (element, part) => {
    const { content, display } = styleOf(element, part);
    if (content === 'none' || content === 'normal' || display === 'none') return '';
    if (/counters?\(|attr\(/.test(content)) return '\ufffd';
    if (/quote/.test(content) && /[\p{L}\p{N}]/u.test(styleOf(element).quotes)) return '\ufffd';
    const text = stringsIn(content.replace(/url\("(?:[^"\\]|\\.)*"\)/g, ''));
    return /[\p{L}\p{N}]/u.test(text) ? text : '';
  };
  const stringsIn = (text) => [...text.matchAll(/"((?:[^"\\]|\\.)*)"/g)].map(([, inner]) => inner).join('');
  /** As `added`, as far as it changes a figure: a digit, or a sign before it. A unit does not, and neither does a note. */
  const addedToFigure = (element, part) => {
    const { content, display } = styleOf(element, part);
    if (content === 'none' || content === 'normal' || display === 'none') return '';
    if (/counters?\(/.test(content)) return '\ufffd';
    const said = content
      .replace(/url\("(?:[^"\\]|\\.)*"\)/g, '')
      .replace(/attr\(\s*([\w-]+)[^)]*\)/g, (_, name) => JSON.stringify(element.getAttribute(name) ?? ''));
    const text = stringsIn(said) + (/quote/.test(content) ? stringsIn(styleOf(element).quotes) : '');
    return /\p{N}/u.test(text) || (part !== '::after' && /[-\u2212\u2013(]\s*$/.test(text)) ? text : '';
  };
  /** What a line of a list has before it, where a style sheet says it in letters of its own. */
  const markOfLine = (element) => {
    const { display, listStyleType } = styleOf(element);
    if (!display.includes('list-item')) return '';
    const own = listStyleType.startsWith('"') ? stringsIn(listStyleType) : '';
    return /[\p{L}\p{N}]/u.test(own) ? own : '';
  };
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
      else if (node.nodeType === 1) yield* textNodes(node, withFields, addedTo);
    }
    const after = addedTo(element, '::after');
    if (after !== '') yield { text: after, element, part: '::after' };
  };

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
      const across = (isRelative ? parseFloat(style.left) || 0 : 0) + e + x;
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
    const hasPlace = [...range.getClientRects()].some(
      ({ width, height }) => width > leastHeight && height > leastHeight,
    );
    return hasPlace && styleOf(owner).visibility === 'visible' && (!isShown(owner, true) || !isContrasting(owner));
  };
  /** Longer texts are read as they are: what is decided by is a figure, a date, a number, a state. */
  const longestFigure = 60;
  const bare = (text) => text.replace(/[\s\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, '').toLowerCase();
  /** A number or an amount: a part of it is another one. */
  const isFigure = (text) => /^\W{0,4}\p{N}[\p{N}.,'\u2019\s]*\W{0,4}(?:\p{L}{1,4})?$/u.test(text);
  const endsInDots = (element) => {
    for (let at = element; at; at = above(at)) {
      if (styleOf(at).textOverflow === 'ellipsis') return true;
      if (/^table-cell|^block/.test(styleOf(at).display) && at !== element) return false;
    }
    return below(element).some((child) => child.nodeType === 1 && styleOf(child).textOverflow === 'ellipsis');
  };
  /** Whether a part without text is painted as a sign of a number: between its digits, or as a line right before them. */
  const hasDrawnSign = (element, letters) => {
    const digits = letters.flatMap(({ sign, place }) => (place !== undefined && /\p{N}/u.test(sign) ? [place] : []));
    const [first] = digits;
    if (first === undefined) return false;
    const last = digits.at(-1);
    if (element.querySelector('mfrac, msup, msub, mroot, msqrt')) return true;
    if (isPicturedBefore(element, first) || hasDigitGround(element)) return true;
    return [...element.querySelectorAll('*')].some((part) => {
      const isPicture = replaced.has(part.localName) || part.localName === 'svg';
      if (unread.has(part.localName) || (!isPicture && part.textContent.trim() !== '')) return false;
      const box = part.getBoundingClientRect();
      if (/^i?frame$/.test(part.localName)) return box.width > 4 && box.height > 4;
      const isOnLine = box.bottom > first.top && box.top < first.bottom && box.height <= 1.2 * first.height;
      if (box.width < 1 || box.width > 1.2 * first.height || !isOnLine || !isDrawn(part)) return false;
      if (box.left >= first.right - 1 && box.right <= last.left + 1) return true;
      const isBefore = box.right <= first.left + 2 && first.left - box.right < 0.2 * first.height;
      const isBehind = box.left >= last.right - 2 && box.left - last.right < 0.2 * first.height;
      if (isPicture && isAsDigit(box.width, first) && box.width < 0.75 * box.height) return isBefore || isBehind;
      return isStroke(box, first) && box.right <= first.left + 1 && first.left - box.right < 0.4 * first.height;
    });
  };
  /** A picture as wide as a digit; icons are wider. */
  const isAsDigit = (width, digit) => width > 0.25 * digit.height && width < 0.7 * digit.height;
  /** A line like a minus or a one. */
  const isStroke = ({ width, height }, digit) =>
    (height <= 0.25 * digit.height && width >= 0.2 * digit.height) ||
    (width <= 0.25 * digit.height && height >= 0.5 * digit.height);
  /** A picture that is the ground of a place as wide as a digit, left of the text. */
  const hasDigitGround = (element) => {
    const { backgroundImage, backgroundRepeat: repeat, paddingLeft, fontSize, textEmphasisStyle } = styleOf(element);
    if (/\p{N}/u.test(textEmphasisStyle)) return true;
    const [place, size] = [parseFloat(paddingLeft), parseFloat(fontSize)];
    const isOne = backgroundImage.includes('url(') && repeat === 'no-repeat';
    return isOne && place > 0.3 * size && place < 0.85 * size;
  };
  const isStrokeBefore = (at, first) => {
    const drawn = styleOf(at, '::before');
    if (drawn.content !== '""' || !drawn.display.startsWith('inline') || /absolute|fixed/.test(drawn.position))
      return false;
    const sum = (...names) => names.reduce((all, name) => all + (parseFloat(drawn[name]) || 0), 0);
    const width = sum('width', 'borderLeftWidth', 'borderRightWidth');
    const height = sum('height', 'borderTopWidth', 'borderBottomWidth');
    const isNear = parseFloat(drawn.marginRight) < 0.35 * first.height && width < 1.2 * first.height;
    return isNear && isStroke({ width, height }, first) && isDrawn(at, '::before');
  };
  const isPicturedBefore = (element, first) => {
    for (let at = element; at; at = above(at)) {
      const style = styleOf(at);
      if (isStrokeBefore(at, first)) return true;
      const from = at.getBoundingClientRect().left + parseFloat(style.borderLeftWidth) + parseFloat(style.paddingLeft);
      if (styleOf(at, '::before').content.startsWith('url(')) return isAsDigit(first.left - from, first);
      if (!style.display.startsWith('inline')) return false;
    }
    return false;
  };
  const isDrawn = (part, added) => {
    const style = styleOf(part, added);
    const sides = ['Top', 'Bottom', 'Left', 'Right'];
    return (
      (!added && (replaced.has(part.localName) || part.localName === 'svg')) ||
      style.backgroundImage !== 'none' ||
      (rgba(style.backgroundColor)?.[3] ?? 1) > 0.3 ||
      sides.some(
        (side) => parseFloat(style[`border${side}Width`]) > 0 && (rgba(style[`border${side}Color`])?.[3] ?? 1) > 0.3,
      )
    );
  };
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
      const isUnread = parts.some(isUnseenFigure) || [element, ...element.querySelectorAll('*')].some(isReplaced);
      return isUnread ? 'a figure that nobody can read' : null;
    }
    if (read.length > longestFigure || (!isName && !/\p{N}/u.test(read))) return null;
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
        const isBroken = isFigure(read) && (struck.size > 1 || hasDrawnSign(element, letters));
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
      if (first.isAway) figures.away ??= near;
      else figures.push({ read, letters: first.letters });
      return null;
    }
    const again = look(true);
    if (isSame(again) || (isUnderDialog(element) && !isBehindGround(element, null))) return null;
    return withoutMarks(again.seen);
  };

  /** The text of an element without what its style hides, wherever it is scrolled to; what is struck out counts. */
  const readText = (element, withFields = false) => {
    const parts = [];
    let isPlain = !element.shadowRoot && !withFields;
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
    above,
    below,
    bring,
    fieldSeenOtherwise,
    isInside,
    isShown,
    paintersOver,
    readText,
    readValue,
    seenOtherwise,
    seenText,
    tickSeenOtherwise,
    unread,
  };
};
