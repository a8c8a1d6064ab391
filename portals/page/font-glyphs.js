// Part of what runs inside the portal's page, in a world of our own: which letters a font of the page draws. A font may
// have the picture of another letter in the place of one, so each is compared with those of the fonts of the machine.
() => {
  // Of a document, for all that is read of it.
  if (globalThis.lanekeeperGlyphs) return globalThis.lanekeeperGlyphs;
  const size = 24;
  const cell = 2 * size;
  const [across, down] = [10, 14];
  /** So much more than itself a sign has to look like another one. */
  const leastMore = 0.12;
  /** As like another letter as this, it is that one; and two of a font are as like each other as this when they have one picture. */
  const [surelyOther, leastSame] = [0.93, 0.9];
  const digits = Array.from('0123456789');
  const letters = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz');
  const plainFonts = ['sans-serif', 'serif', 'monospace'];
  let context = null;
  const penFor = (signs) => {
    context ??= document.createElement('canvas').getContext('2d', { willReadFrequently: true });
    [context.canvas.width, context.canvas.height] = [cell * signs.length, cell];
    return context;
  };
  const leastInk = 60;
  /** What a sign looks like, in a frame of its own: how dark each part of it is. */
  const shapeOf = ({ data, width }, from) => {
    const inkAt = (x, y) => data[4 * (y * width + x) + 3];
    let [left, top, right, bottom] = [from + cell, cell, -1, -1];
    for (let y = 0; y < cell; y += 1)
      for (let x = from; x < from + cell; x += 1)
        if (inkAt(x, y) > leastInk) {
          [left, right] = [Math.min(left, x), Math.max(right, x)];
          [top, bottom] = [Math.min(top, y), Math.max(bottom, y)];
        }
    if (right < 0) return null;
    const [wide, high] = [right - left + 1, bottom - top + 1];
    const cells = Array.from({ length: across * down }, () => 0);
    for (let y = 0; y < 2 * down; y += 1)
      for (let x = 0; x < 2 * across; x += 1)
        cells[(y >> 1) * across + (x >> 1)] += inkAt(
          left + Math.floor(((x + 0.5) * wide) / (2 * across)),
          top + Math.floor(((y + 0.5) * high) / (2 * down)),
        );
    const mean = cells.reduce((sum, ink) => sum + ink, 0) / cells.length;
    const centred = cells.map((ink) => ink - mean);
    const length = Math.hypot(...centred) || 1;
    return { cells: centred.map((ink) => ink / length), ratio: wide / high };
  };
  const shapes = new Map();
  /** Signs in a font, those that are not known yet drawn and read at once. */
  const shapesOf = (font, signs) => {
    if (!shapes.has(font)) shapes.set(font, new Map());
    const known = shapes.get(font);
    const missing = signs.filter((sign) => !known.has(sign));
    if (missing.length === 0) return known;
    const pen = penFor(missing);
    pen.font = font;
    for (const [n, sign] of missing.entries()) pen.fillText(sign, n * cell + size / 2, 1.4 * size);
    const picture = pen.getImageData(0, 0, cell * missing.length, cell);
    for (const [n, sign] of missing.entries()) known.set(sign, shapeOf(picture, n * cell));
    return known;
  };
  const likeness = (one, other) => {
    const same = one.cells.reduce((sum, cell, n) => sum + cell * other.cells[n], 0);
    return same * Math.sqrt(Math.min(one.ratio, other.ratio) / Math.max(one.ratio, other.ratio));
  };
  const families = (list) =>
    list.split(',').map((name) =>
      name
        .trim()
        .replace(/^["']|["']$/g, '')
        .toLowerCase(),
    );
  /** Families that the page brings along, in one of the states of a font. */
  const ownFonts = (status) =>
    [...document.fonts].filter((face) => face.status === status).flatMap(({ family }) => families(family));
  /** So long browsers show no text whose font is on its way; then they take another font. */
  const blockMs = 3_000;
  let waitsSince = null;
  const isOnItsWay = (wanted) => {
    if (!ownFonts('loading').some((family) => wanted.includes(family))) return false;
    waitsSince ??= performance.now();
    return performance.now() - waitsSince < blockMs;
  };
  /** A font that draws its letters above or below their line. */
  const isShifted = (wanted) =>
    [...document.fonts].some(({ family, status, ascentOverride }) => {
      const share = parseFloat(ascentOverride);
      const isFar = status === 'loaded' && (share < 50 || share > 160);
      return isFar && families(family).some((name) => wanted.includes(name));
    });
  /** Letters that many fonts draw alike count as one. */
  const folded = (sign) => (sign === 'I' ? 'l' : sign.toLowerCase());
  const known = new Map();
  /** @returns the sign that people see in the place of this one. @param beside further ones that are asked for next */
  const read = (sign, style, beside = []) => {
    const signs = [digits, letters].find((each) => each.includes(sign));
    if (signs === undefined || document.fonts.size === 0) return sign;
    const form = `${style.fontStyle} ${style.fontWeight} ${size}px`;
    const key = `${form} ${style.fontFamily} ${sign}`;
    const before = known.get(key);
    if (before) return before;
    const wanted = families(style.fontFamily);
    if (signs === digits && (isOnItsWay(wanted) || isShifted(wanted))) return '\ufffd';
    if (!ownFonts('loaded').some((family) => wanted.includes(family))) return sign;
    const isSame = (other) => folded(other) === folded(sign);
    const own = signs.filter(isSame);
    const seen = shapesOf(`${form} ${style.fontFamily}`, beside.length > 0 ? beside : [sign]).get(sign);
    const like = (other, all, shape = seen) =>
      Math.max(
        ...plainFonts.map((family) => {
          const sample = shapesOf(`${form} ${family}`, all).get(other);
          return sample ? likeness(shape, sample) : -1;
        }),
      );
    /** A "c" that closes further than those of other fonts, beside an "o" that is one: people tell the two apart. */
    const isApart = (most) => {
      if (most >= surelyOther) return false;
      const drawnHere = shapesOf(`${form} ${style.fontFamily}`, signs);
      const taken = signs.filter((other) => !isSame(other) && like(other, signs) >= most - leastMore);
      return taken.every((other) => {
        const twin = drawnHere.get(other);
        if (!twin || likeness(seen, twin) >= leastSame) return false;
        return like(other, signs, twin) > Math.max(...own.map((each) => like(each, signs, twin)));
      });
    };
    const itself = seen === null ? 1 : Math.max(...own.map((each) => like(each, [...own, ...beside])));
    let best = sign;
    if (itself < 1 - leastMore) {
      let most = Math.max(itself + leastMore, signs === digits ? 0.65 : 0.8);
      for (const other of signs) {
        const share = isSame(other) ? 0 : like(other, signs);
        if (share > most) [best, most] = [other, share];
      }
      if (best !== sign && signs === letters && isApart(most)) best = sign;
    }
    known.set(key, best);
    return best;
  };
  /** As `read`, of words: a letter of an honest font may look like another one, most of them do not. */
  const readWords = (text, style) => {
    const signs = Array.from(text);
    const beside = [...new Set(signs)].filter((sign) => letters.includes(sign));
    const seen = signs.map((sign) => read(sign, style, letters.includes(sign) ? beside : []));
    const others = signs.filter((sign, n) => sign !== seen[n]);
    return new Set(others).size > 1 && others.length >= signs.length / 5 ? seen.join('') : text;
  };
  const mostPictured = 400;
  /** Where a letter of this document is in the picture of its window; null where that is not known. */
  const inWindow = (view) => {
    const at = { x: 0, y: 0 };
    try {
      for (let inner = view; inner !== inner.parent; inner = inner.parent) {
        const frame = inner.frameElement;
        const [box, style] = [frame.getBoundingClientRect(), getComputedStyle(frame)];
        // One that is drawn larger or smaller has its letters elsewhere.
        if (Math.abs(box.width - frame.offsetWidth) > 1 || !isUpright(frame)) return null;
        at.x += box.left + frame.clientLeft + parseFloat(style.paddingLeft);
        at.y += box.top + frame.clientTop + parseFloat(style.paddingTop);
      }
      return view.top.visualViewport.scale === 1 ? at : null;
    } catch {
      return null;
    }
  };
  const uprights = new Map();
  /** Whether nothing turns or slants an element: its letters lie as their font draws them. */
  const isUpright = (element) => {
    if (element === null) return true;
    if (uprights.has(element)) return uprights.get(element);
    const { transform, rotate, perspective, offsetPath } = getComputedStyle(element);
    const { is2D, b, c } = transform === 'none' ? { is2D: true, b: 0, c: 0 } : new DOMMatrix(transform);
    const { b: turn = 0 } = element.ownerSVGElement ? (element.getCTM?.() ?? {}) : {};
    const isPlain = is2D && [b, c, turn].every((each) => Math.abs(each) < 0.01);
    const isHere = isPlain && [rotate, perspective, offsetPath].every((each) => (each ?? 'none') === 'none');
    const upright = isHere && isUpright(element.parentElement ?? element.getRootNode().host ?? null);
    uprights.set(element, upright);
    return upright;
  };
  const plainForm = /^(?:normal|none|auto|100%|)$/;
  const forms = [
    'fontVariantNumeric',
    'fontFeatureSettings',
    'fontVariationSettings',
    'fontVariantCaps',
    'fontVariantAlternates',
    'fontVariantPosition',
    'fontSizeAdjust',
    'fontStretch',
  ];
  /** Whether a canvas draws letters as a style does: forms that it does not know say nothing of what people see. */
  const isDrawnAlike = (style, owner) =>
    forms.every((form) => plainForm.test(style[form] ?? '')) &&
    style.writingMode === 'horizontal-tb' &&
    parseFloat(style.webkitTextStrokeWidth) < 0.5 &&
    isUpright(owner);
  const asText = new TextDecoder();
  const hexCodes = new TextEncoder().encode('0123456789abcdef');
  /** Signs as their font draws them, each in a box of the same size: four bits of ink for each pixel; null where it draws another letter. */
  const drawnAs = (signs, style, { width, height }, from) => {
    const [wide, high] = [Math.ceil(width) + 1, Math.ceil(height)];
    const pen = penFor(signs);
    const inSize = (share) => {
      pen.font = `${style.fontStyle} ${style.fontWeight} ${parseFloat(style.fontSize) * share}px ${style.fontFamily}`;
      pen.textRendering = style.textRendering;
    };
    const none = '7px cursive';
    pen.font = none;
    inSize(1);
    if (pen.font === none) return null;
    const natural = pen.measureText(signs[0]);
    const tall = height / (natural.fontBoundingBoxAscent + natural.fontBoundingBoxDescent);
    const broad = width / (natural.width + (parseFloat(style.letterSpacing) || 0));
    // A font of another width has taken its place, or its style draws it narrower.
    if (Math.abs(width - (width / broad) * tall) > Math.max(1.2, 0.12 * width)) return null;
    // Small sizes are drawn in whole pixels: only what is clearly larger or smaller is drawn so.
    const share = Math.abs(tall - 1) < 0.04 || (Math.abs(tall - 1) < 0.1 && Math.abs(broad - 1) < 0.04) ? 1 : tall;
    const apart = wide + high;
    [pen.canvas.width, pen.canvas.height] = [apart * signs.length, high];
    inSize(share);
    const base = Math.round(pen.measureText(signs[0]).fontBoundingBoxAscent);
    for (const [n, sign] of signs.entries()) pen.fillText(sign, n * apart + from, base);
    const { data } = pen.getImageData(0, 0, apart * signs.length, high);
    return signs.map((_, n) => {
      const ink = new Uint8Array(wide * high);
      for (let y = 0; y < high; y += 1)
        for (let x = 0; x < wide; x += 1)
          ink[y * wide + x] = hexCodes[data[4 * (y * apart * signs.length + n * apart + x) + 3] >> 4];
      return asText.decode(ink);
    });
  };
  /** Scripts whose letters look alike wherever they are in a word. */
  const knownScripts = /^[\p{Nd}\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}]$/u;
  const drawn = new Map();
  /** With what else people may see in the place of a digit; drawn once, as long as the page has the same fonts. */
  const shapeOfLetter = (key, sign, style, place, { owner, from }) => {
    if (drawn.has(key)) return drawn.get(key);
    const [wide, high] = [Math.ceil(place.width) + 1, Math.ceil(place.height)];
    const others = digits.includes(sign) ? digits.filter((other) => other !== sign) : [];
    const isDrawn = knownScripts.test(sign) && isDrawnAlike(style, owner);
    const inks = isDrawn ? drawnAs([sign, ...others], style, place, from) : null;
    const [ink, ...rest] = inks ?? [''];
    // What a font has no ink for says nothing.
    const isInked = /[^0]/.test(ink);
    const shape = {
      wide,
      high,
      ink: isInked ? ink : '',
      isDigit: /\p{N}/u.test(sign),
      ...(isInked && rest.length > 0 && { others: rest }),
    };
    drawn.set(key, shape);
    return shape;
  };
  /** @returns for each figure, where its letters are in the picture of the window, and what each of them looks like */
  const pictured = (figures) => {
    if (figures.length === 0) return { shapes: [], figures: [] };
    uprights.clear();
    const at = inWindow(globalThis);
    const fonts = ownFonts('loaded').length;
    const [shapes, places] = [[], new Map()];
    let left = at === null ? 0 : mostPictured;
    const found = figures.map(({ letters: seen, ...figure }) => {
      const own = [];
      let [of, style, form] = [null, null, ''];
      for (const { sign, place, owner } of seen) {
        if (!place || owner.ownerDocument !== document || !/^[\p{L}\p{N}]$/u.test(sign) || left === 0) continue;
        if (place.height > 80 || place.width > 80) continue;
        if (of !== owner) {
          [of, style] = [owner, getComputedStyle(owner)];
          const names = [
            ...forms,
            'fontStyle',
            'fontWeight',
            'fontSize',
            'fontFamily',
            'letterSpacing',
            'textRendering',
            'webkitTextStrokeWidth',
          ];
          form = `${fonts} ${isUpright(owner)} ${names.map((name) => style[name]).join(' ')}`;
        }
        left -= 1;
        const [x, y] = [place.left + at.x, place.top + at.y];
        // Letters that may begin between two pixels are drawn there.
        const isBetween = style.textRendering === 'geometricPrecision' || place.height % 1 !== 0;
        const from = isBetween ? Math.round(4 * (x - Math.round(x))) / 4 : 0;
        const key = `${sign} ${from} ${Math.ceil(place.width)} ${Math.ceil(place.height)} ${form}`;
        if (!places.has(key)) places.set(key, shapes.push(shapeOfLetter(key, sign, style, place, { owner, from })) - 1);
        own.push([places.get(key), Math.round(x), Math.round(y)]);
      }
      return { ...figure, letters: own };
    });
    return { shapes, figures: found.filter(({ letters: own }) => own.length > 0) };
  };
  Object.defineProperty(globalThis, 'lanekeeperGlyphs', { value: { pictured, read, readWords }, configurable: true });
  return globalThis.lanekeeperGlyphs;
};
