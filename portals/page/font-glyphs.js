/* oxlint-disable no-unused-expressions -- the expression is the script */
// Part of what runs inside the portal's page, in a world of our own: which letters a font of the page draws. A font may
// have the picture of another letter in the place of one, so each is compared with those of the fonts of the machine.
// Kept as plain script text: it is read from disk and sent to the page as it is.
() => {
  // Of a document, for all that is read of it.
  if (globalThis.lanekeeperGlyphs) return globalThis.lanekeeperGlyphs;
  const size = 24;
  const cell = 2 * size;
  const [across, down] = [10, 14];
  /** So much more than itself a sign has to look like another one. */
  const leastMore = 0.12;
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
    const like = (other, all) =>
      Math.max(
        ...plainFonts.map((family) => {
          const sample = shapesOf(`${form} ${family}`, all).get(other);
          return sample ? likeness(seen, sample) : -1;
        }),
      );
    const itself = seen === null ? 1 : Math.max(...own.map((each) => like(each, [...own, ...beside])));
    let best = sign;
    if (itself < 1 - leastMore) {
      let most = Math.max(itself + leastMore, signs === digits ? 0.65 : 0.8);
      for (const other of signs) {
        const share = isSame(other) ? 0 : like(other, signs);
        if (share > most) [best, most] = [other, share];
      }
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
        const box = inner.frameElement.getBoundingClientRect();
        at.x += box.left + inner.frameElement.clientLeft;
        at.y += box.top + inner.frameElement.clientTop;
      }
    } catch {
      return null;
    }
    return at;
  };
  const plainForm = /^(?:normal|none|auto|)$/;
  /** A letter as its font draws it, in a box of its own: four bits of ink for each pixel. */
  const drawnAs = (sign, style, { width, height }) => {
    const [wide, high] = [Math.ceil(width) + 1, Math.ceil(height)];
    const pen = penFor([sign]);
    const inSize = (share) =>
      `${style.fontStyle} ${style.fontWeight} ${parseFloat(style.fontSize) * share}px ${style.fontFamily}`;
    pen.font = inSize(1);
    const natural = pen.measureText(sign);
    const share = height / (natural.fontBoundingBoxAscent + natural.fontBoundingBoxDescent);
    [pen.canvas.width, pen.canvas.height] = [wide, high];
    pen.font = inSize(share > 0.9 && share < 1.1 ? 1 : share);
    pen.fillText(sign, 0, Math.round(pen.measureText(sign).fontBoundingBoxAscent));
    const { data } = pen.getImageData(0, 0, wide, high);
    let ink = '';
    for (let n = 3; n < data.length; n += 4) ink += (data[n] >> 4).toString(16);
    return { wide, ink };
  };
  const drawn = new Map();
  /** With what else people may see in the place of a digit; drawn once, as long as the fonts of the page are the same. */
  const shapeWithOthers = (key, sign, style, place) => {
    const fonts = `${document.fonts.status} ${document.fonts.size} ${key}`;
    if (!drawn.has(fonts)) {
      const others = digits.includes(sign) ? digits.filter((other) => other !== sign) : [];
      const inks = others.map((other) => drawnAs(other, style, place).ink);
      drawn.set(fonts, { ...drawnAs(sign, style, place), ...(inks.length > 0 && { others: inks }) });
    }
    return drawn.get(fonts);
  };
  /** @returns for each figure, where its letters are in the picture of the window, and what each of them looks like */
  const pictured = (figures) => {
    const at = inWindow(globalThis);
    const [shapes, places] = [[], new Map()];
    let left = at === null ? 0 : mostPictured;
    const found = figures.map(({ read: text, letters: seen }) => {
      const own = [];
      for (const { sign, place, owner } of seen) {
        if (!place || owner.ownerDocument !== document || !/^[\p{L}\p{N}]$/u.test(sign) || left === 0) continue;
        const style = getComputedStyle(owner);
        const isPlain = [style.fontVariantNumeric, style.fontFeatureSettings, style.fontVariantCaps].every((each) =>
          plainForm.test(each),
        );
        if (!isPlain || style.writingMode !== 'horizontal-tb' || place.height > 80 || place.width > 80) continue;
        left -= 1;
        const size = `${Math.ceil(place.width)} ${Math.ceil(place.height)}`;
        const key = `${sign} ${size} ${style.fontStyle} ${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
        if (!places.has(key)) places.set(key, shapes.push(shapeWithOthers(key, sign, style, place)) - 1);
        own.push([places.get(key), Math.round(place.left + at.x), Math.round(place.top + at.y)]);
      }
      return { read: text, letters: own };
    });
    return { shapes, figures: found.filter(({ letters: own }) => own.length > 0) };
  };
  Object.defineProperty(globalThis, 'lanekeeperGlyphs', { value: { pictured, read, readWords }, configurable: true });
  return globalThis.lanekeeperGlyphs;
};
