// Runs inside the portal's page: points, signs and digits that are drawn beside the letters of a figure.
({ above, below, replaced, rgba, styleOf, unread }) => {
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

  return { endsInDots, hasDigitGround, hasDrawnSign };
};
