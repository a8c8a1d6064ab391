// Part of what runs inside the portal's page: whether a box to tick, a radio button or a switch is on, and whether what is
// drawn of it says so too. A library or a style sheet draws it over a native one that nobody sees, or says its state by a role.
({ above, chainOf, isCutAway, isShown, luminance, readText, rgba, styleOf }) => {
  const native = 'input[type=checkbox], input[type=radio]';
  const ariaBoxes = ['checkbox', 'radio', 'switch'].map((role) => `[role=${role}][aria-checked]:not(input)`).join(', ');
  const leastInk = 0.15;
  const words = [/^(?:off|no|false|disabled)$/i, /^(?:on|yes|true|enabled)$/i];
  /** In pixels: a part of a box or a switch, and what may lie around one of them. */
  const [leastPart, mostPart, mostAround] = [3, 64, 96];

  const isOn = (box) => {
    if (!box.matches(native)) return { true: true, false: false }[box.getAttribute('aria-checked')] ?? null;
    return box.indeterminate ? null : box.checked;
  };
  /** Boxes of an element; a native one that only keeps the value of a drawn one is none of its own. */
  const boxesIn = (element) => {
    const drawn = [...element.querySelectorAll(ariaBoxes)];
    const natives = [...element.querySelectorAll(native)].filter(
      (box) => box.closest(ariaBoxes) === null && !(drawn.length > 0 && box.getAttribute('aria-hidden') === 'true'),
    );
    return [...drawn, ...natives];
  };

  const inkOf = (color, opacity) => (rgba(color)?.[3] ?? 1) * opacity >= leastInk;
  /** What is painted of a part without letters; null where nothing is. */
  const painted = (style, opacity) => {
    const border = ['Top', 'Right', 'Bottom', 'Left'].some(
      (side) =>
        style[`border${side}Style`] !== 'none' &&
        parseFloat(style[`border${side}Width`]) >= 1 &&
        inkOf(style[`border${side}Color`], opacity),
    );
    const ground = inkOf(style.backgroundColor, opacity) ? rgba(style.backgroundColor) : null;
    const shadow = style.boxShadow !== 'none' && !/^rgba\([^)]*, 0\)(?!.*rgb)/.test(style.boxShadow);
    const image = style.backgroundImage !== 'none';
    return border || ground || shadow || image ? { border, ground, shadow, image } : null;
  };
  const scaleOf = (style) => {
    const matrix = new DOMMatrix(style.transform === 'none' ? '' : style.transform);
    const [x = 1] = style.scale === 'none' ? [] : style.scale.split(' ').map(Number);
    return Math.hypot(matrix.a, matrix.b) * x;
  };
  /** Where a style sheet draws what it adds; without `left` where that is not known. */
  const placeOf = (element, style, name) => {
    const px = (side) => parseFloat(style[side]) || 0;
    const isWhole = style.boxSizing === 'border-box';
    const added = (...sides) => (isWhole ? 0 : sides.reduce((sum, side) => sum + px(side), 0));
    const font = parseFloat(style.fontSize);
    const width =
      (parseFloat(style.width) || font) + added('paddingLeft', 'paddingRight', 'borderLeftWidth', 'borderRightWidth');
    const height =
      (parseFloat(style.height) || font) + added('paddingTop', 'paddingBottom', 'borderTopWidth', 'borderBottomWidth');
    const matrix = new DOMMatrix(style.transform === 'none' ? '' : style.transform);
    const [across = '0', down = '0'] = style.translate === 'none' ? [] : style.translate.split(' ');
    const length = (text, whole) => (parseFloat(text) || 0) * (text.endsWith('%') ? whole / 100 : 1);
    const [x, y] = [matrix.e + length(across, width), matrix.f + length(down, height)];
    if (/absolute|fixed/.test(style.position)) {
      let owner = element;
      while (above(owner) && styleOf(owner).position === 'static') owner = above(owner);
      const box = owner.getBoundingClientRect();
      const around = styleOf(owner);
      const left = box.left + parseFloat(around.borderLeftWidth) + px('left') + px('marginLeft') + x;
      const top = box.top + parseFloat(around.borderTopWidth) + px('top') + px('marginTop') + y;
      return { left, top, width, height };
    }
    const own = styleOf(element);
    const box = element.getBoundingClientRect();
    const top = box.top + Math.max(0, Math.min(box.height, mostPart) - height) / 2;
    const isAlone = element.childElementCount === 0 && element.textContent.trim() === '';
    if (/grid/.test(own.display) || style.float !== 'none') return { top, width, height };
    const from = box.left + parseFloat(own.borderLeftWidth) + parseFloat(own.paddingLeft);
    const to = box.right - parseFloat(own.borderRightWidth) - parseFloat(own.paddingRight) - width;
    const isAtEnd = own.display.includes('flex') && isAlone && /end|right/.test(own.justifyContent);
    const left = isAtEnd ? to - px('marginRight') : from + px('marginLeft');
    const isFirst = name === '::before' || isAlone;
    return isFirst
      ? { left: left + x + (style.position === 'relative' ? px('left') : 0), top, width, height }
      : { top, width, height };
  };
  const isVisible = (element) => element.checkVisibility({ visibilityProperty: true });
  const textOf = (element) =>
    [...element.childNodes]
      .flatMap((node) => (node.nodeType === 3 ? [node.data] : []))
      .join('')
      .trim();
  /** What is painted of an element and of what its style sheet adds to it. */
  const partsOf = (element) => {
    if (!isVisible(element)) return [];
    const { opacity } = chainOf(element);
    if (opacity < leastInk) return [];
    const style = styleOf(element);
    const parts = [];
    const box = element.getBoundingClientRect();
    const isDrawing = /^(?:svg|img|i|canvas)$/.test(element.localName);
    const ink = element.namespaceURI.endsWith('svg') ? null : painted(style, opacity);
    const sign = isDrawing ? '' : textOf(element);
    if (ink !== null || isDrawing || (sign !== '' && !/[\p{L}\p{N}]/u.test(sign)))
      parts.push({ element, box, style, ink, sign, isDrawing });
    for (const name of ['::before', '::after']) {
      const its = styleOf(element, name);
      if (/^(?:none|normal)$/.test(its.content) || its.display === 'none' || its.visibility !== 'visible') continue;
      const share = opacity * Number(its.opacity);
      if (share < leastInk || scaleOf(its) < 0.3) continue;
      const added = /^"(.*)"$/.exec(its.content)?.[1] ?? '';
      const about = painted(its, share);
      if (about === null && added.trim() === '' && !its.content.startsWith('url(')) continue;
      parts.push({
        element,
        box: placeOf(element, its, name),
        style: its,
        ink: about,
        sign: added.trim(),
        isAdded: true,
      });
    }
    return parts.filter(
      ({ box: { width, height } }) =>
        width >= leastPart && height >= leastPart && width <= mostAround && height <= mostPart,
    );
  };
  const isSmall = (element) => {
    const { width, height } = element.getBoundingClientRect();
    return width <= mostAround && height <= mostPart;
  };
  /** Everything that may be drawn of a box: it, its labels, what is right beside it and what is closely around it. */
  const drawingOf = (box) => {
    const roots = new Set([box, ...(box.labels ?? [])]);
    const parent = above(box);
    if (parent && parent.querySelectorAll(native).length <= 1)
      for (const side of [box.previousElementSibling, box.nextElementSibling]) if (side) roots.add(side);
    for (let at = parent, n = 0; at && n < 4 && isSmall(at) && boxesIn(at).length <= 1; at = above(at), n += 1)
      roots.add(at);
    const elements = new Set([...roots].flatMap((root) => [root, ...root.querySelectorAll('*')]));
    const isOfAnother = (node) =>
      node !== box && node.matches('input, select, textarea, button, a[href]') && !node.contains(box);
    return [...elements]
      .filter((node) => !isOfAnother(node))
      .slice(0, 60)
      .flatMap(partsOf);
  };

  const middle = ({ left, width }) => left + width / 2;
  const isWithin = (part, whole) => {
    const [x, y] = [middle(part.box), part.box.top + part.box.height / 2];
    const { left, top, width, height } = whole.box;
    return x >= left - 2 && x <= left + width + 2 && y >= top - 4 && y <= top + height + 4;
  };
  /** Where the knob of a switch is: it is on at the end of its line. */
  const knobs = (box, parts) => {
    const isTrack = ({ element, box: { width, height }, ink, isAdded }) =>
      ink !== null &&
      height >= 7 &&
      height <= 44 &&
      width / height >= 1.3 &&
      width / height <= 3.6 &&
      (isAdded || element === box || !/[\p{L}\p{N}]/u.test(element.textContent));
    return parts.filter(isTrack).flatMap((track) => {
      const { left, width, height } = track.box;
      const inLine = parts.filter(
        (part) =>
          part !== track &&
          part.ink !== null &&
          part.box.left !== undefined &&
          isWithin(part, track) &&
          part.box.width <= 0.75 * width &&
          part.box.height >= 0.4 * height &&
          part.box.height <= 2 * height &&
          part.box.width / part.box.height > 0.6 &&
          part.box.width / part.box.height < 1.7,
      );
      const isTurned = styleOf(track.element).direction === 'rtl';
      return inLine.map((knob) => {
        const share = (middle(knob.box) - left) / width;
        return Math.abs(share - 0.5) < 0.05 ? null : share > 0.5 !== isTurned;
      });
    });
  };
  const groundAround = (part) => {
    for (let at = part.isAdded ? part.element : above(part.element); at; at = above(at)) {
      const color = rgba(styleOf(at).backgroundColor);
      if (color && color[3] > 0.5) return color;
    }
    return [255, 255, 255, 1];
  };
  const contrast = (one, other) => {
    const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b);
    return (light + 0.05) / (dark + 0.05);
  };
  const isMark = (part, square) =>
    part !== square &&
    isWithin(part, square) &&
    part.box.width <= 1.2 * square.box.width &&
    part.box.height <= 1.2 * square.box.height &&
    (part.sign !== '' ||
      part.isDrawing ||
      part.ink?.image ||
      part.box.width < square.box.width - 3 ||
      part.box.height < square.box.height - 3);
  /** Whether there is a tick, a dot or a ground in a square or a circle. */
  const ticks = (parts) =>
    parts
      .filter(
        ({ box: { left, width, height }, ink }) =>
          ink !== null &&
          left !== undefined &&
          width >= 9 &&
          width <= 34 &&
          width / height > 0.75 &&
          width / height < 1.34,
      )
      .map((square) => {
        const signs = parts.filter((part) => part.box.left === undefined || isMark(part, square));
        if (signs.some(({ box: { left } }) => left === undefined)) return null;
        const drawings = signs.filter(({ isDrawing }) => isDrawing);
        if (signs.length > drawings.length || square.ink.image || drawings.some((each) => inkIn(each) !== false))
          return true;
        if (square.sign !== '') return null;
        const { ground } = square.ink;
        const share = ground === null ? 1 : contrast(ground, groundAround(square));
        return share < 1.3 ? false : share > 3 ? true : null;
      });
  /** Whether a drawing has ink in its middle; null where that cannot be told. */
  const inkIn = ({ element, box }) => {
    const shapes =
      element.localName === 'svg' ? [...element.querySelectorAll('path, rect, circle, polygon, polyline, line')] : [];
    if (shapes.length === 0 || element.querySelector('use, image, mask, clipPath') !== null) return null;
    const isAt = (x, y) =>
      shapes.some((shape) => {
        if (!isVisible(shape) || chainOf(shape).opacity < leastInk) return false;
        const style = styleOf(shape);
        const matrix = shape.getScreenCTM()?.inverse();
        if (!matrix) return false;
        const point = new DOMPoint(x, y).matrixTransform(matrix);
        return (
          (style.fill !== 'none' && (rgba(style.fill)?.[3] ?? 1) >= leastInk && shape.isPointInFill(point)) ||
          (style.stroke !== 'none' && shape.isPointInStroke(point))
        );
      });
    let hits = 0;
    for (let n = 0; n < 49; n += 1)
      if (
        isAt(box.left + box.width * (0.32 + 0.06 * (n % 7)), box.top + box.height * (0.32 + 0.06 * Math.floor(n / 7)))
      )
        hits += 1;
    return hits > 2 ? true : hits === 0 ? false : null;
  };
  const signOf = ({ sign = '' }) => (/[✓✔☑✅]/u.test(sign) ? true : /[☐⬜]/u.test(sign) ? false : undefined);
  /** @returns what is drawn, and whether it is on; null where that cannot be told */
  const drawn = (box) => {
    const parts = drawingOf(box);
    const found = [
      knobs(box, parts),
      ticks(parts),
      parts.filter((part) => part.isDrawing).map(inkIn),
      parts.flatMap((part) => signOf(part) ?? []),
    ];
    const first = found.find((states) => states.length > 0) ?? [];
    return {
      isDrawn: parts.length > 0,
      on: first.length > 0 && first.every((state) => state === first[0]) ? first[0] : null,
    };
  };

  const isByBrowser = (box) =>
    box.matches(native) && isShown(box, true) && !isCutAway(box) && styleOf(box).appearance !== 'none';
  const say = (on) => (on ? 'Yes' : 'No');
  /** Whether it is on; nothing where people see nothing of it. */
  const boxText = (box) => {
    const on = isOn(box);
    if (on === null || (!isShown(box, true) && (!box.matches(native) || !drawn(box).isDrawn))) return '';
    return say(on);
  };
  /** What people see of a box in the place of its state; null where they see that, or it cannot be told. */
  const boxSeenOtherwise = (box) => {
    const on = isOn(box);
    if (on === null || isByBrowser(box) || boxText(box) === '') return null;
    const inner = box.matches(native) ? null : box.querySelector(native);
    if (inner && isOn(inner) !== null && isOn(inner) !== on) return say(!on);
    if (!box.matches(native) && words[on ? 0 : 1].test(readText(box))) return say(!on);
    const seen = drawn(box).on;
    return seen === null || seen === on ? null : say(seen);
  };
  return { ariaBoxes, boxSeenOtherwise, boxText, boxesIn, native };
};
