// Runs inside the portal's page: whether people see of an element, or in a field, something else than was read there: a part of a
// figure, one with a line through it, one that is drawn another way, or nothing.
({
  above,
  added,
  addedToFigure,
  below,
  boxOf,
  boxSeenOtherwise,
  bring,
  chainOf,
  deniedBy,
  endsInDots,
  fieldText,
  figures,
  glyphs,
  hasDigitGround,
  hasDrawnSign,
  hasTakenBack,
  isBehindGround,
  isContrasting,
  isCutAway,
  isFromRight,
  isInside,
  isMoved,
  isPictured,
  isRendered,
  isSeenAt,
  isShown,
  leastOpacity,
  native,
  passedThrough,
  readText,
  replaced,
  seenLetters,
  styleOf,
  textNodes,
}) => {
  const { apart, arranged, withoutMarks } = include('letter-order.js')();
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
        const letters = seenLetters(element, null, { struckToo: !hasTakenBack(element), addedTo, among, only });
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

  return { deniedText, fieldSeenOtherwise, seenOtherwise };
};
