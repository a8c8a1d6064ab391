// Runs inside the portal's page: whether an element is drawn at all, by its own style and by what it is in.
({ above, boxOf, clipsToText, edgesOf, fades, isFaint, isStruck, leastOpacity, letterColor, rgba, styleOf }) => {
  const leastHeight = 5;

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
    if (fill && isFaint(element, fill, fill[3] * opacity) && !clipsToText(element)) return false;
    // A thick stroke is all that is seen of letters.
    return !(parseFloat(style.webkitTextStrokeWidth) > parseFloat(style.fontSize) / 6);
  };

  return { chainOf, isMaskedOut, isShown, leastHeight };
};
