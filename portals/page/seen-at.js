// Runs inside the portal's page: whether an element is what people see at a point, and which dialog lies over it.
({
  above,
  added,
  below,
  boxOf,
  commonOf,
  coveringOpacity,
  hasTextAt,
  holds,
  inkOf,
  isInside,
  isMaskedOut,
  isOnBorder,
  isOver,
  isShown,
  layerOf,
  passedThrough,
  rawStack,
  styleOf,
}) => {
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
  /** What a control opens over the page for a moment; of what it lies in, nothing is looked through. */
  const menus = '[role=menu], [role=listbox]';
  const entries = 'a[href], button, [role=menuitem], [role=link], [role=button]';
  const pictures = 'canvas, img, svg, video, object, embed, iframe, picture';
  /** Wider than an icon or a flag: nobody knows what it shows. */
  const widestIcon = 64;
  const isPicture = (part) => part.getBoundingClientRect().width > widestIcon;
  /** The role of a list may lie on a copy that nobody sees (Ant Design). */
  const holdsList = (node) =>
    node.querySelector('[role=listbox]') !== null &&
    node.querySelector('h1, h2, h3, h4, h5, h6, form, table, [role=dialog], [role=heading]') === null;
  /** A menu without the role: a box that is laid over the page by itself, around a list or with nothing but what can be pressed in it. */
  const isDropDown = (node) => {
    if (node.nodeType !== 1 || !/^(?:absolute|fixed)$/.test(styleOf(node).position)) return false;
    if (holdsList(node)) return true;
    const isEntry = (part) => part.nodeType === 1 && part.matches(entries);
    const saysMore = (part) =>
      part.nodeType === 3 ? /\S/.test(part.data) : part.nodeType === 1 && !isEntry(part) && below(part).some(saysMore);
    if (isEntry(node) || node.querySelector(entries) === null || below(node).some(saysMore)) return false;
    return ![...node.querySelectorAll(pictures)].some(isPicture);
  };
  const isMenu = (node) => node.matches(menus) || isDropDown(node);
  const [mostAround, mostParts] = [3, 300];
  /** The menu of what is worked on, which opens while the mouse is over that or over a part around it. */
  const openedBy = (node, under) => {
    for (let at = node, n = 0; at?.nodeType === 1 && n < mostAround && !isInside(at, under); at = above(at), n += 1) {
      const parts = [...at.querySelectorAll('*')];
      const isOpen = (part) => isDropDown(part) && part.getClientRects().length > 0;
      const menu = parts.length > mostParts ? undefined : parts.find(isOpen);
      if (menu !== undefined) return menu;
    }
    return null;
  };
  const dialogOf = (node, under) => {
    let dialog = null;
    for (let at = node; at && !isInside(at, under); at = aroundOf(at))
      if (
        at.matches?.(`dialog[open], [role=dialog], [role=alertdialog], [aria-modal=true], ${menus}`) ||
        (at.nodeType === 1 && (isCalledDialog(at) || at.matches('[role=alert], [role=status]')) && isLaidOver(at)) ||
        isDropDown(at)
      )
        dialog = at;
    return dialog ?? openedBy(node, under);
  };

  const passed = new Set();
  /** Dialogs that hide a part of an element, and are not the one that is worked in. */
  const hiding = new Set();
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
    // Most letters are on top of all else: what lies under them need not be asked for.
    if (element.shadowRoot === null && element.ownerDocument.elementFromPoint(x, y) === element)
      return frameShows(element, x, y, aside);
    const stack = rawStack(element.ownerDocument, x, y);
    // Under a dialog in the top layer, too, nothing hears the mouse.
    const isInert = aside?.matches(':modal') || closestInert(element);
    const passes = isInert || styleOf(element).pointerEvents === 'none';
    let hidden = 0;
    for (const node of stack) {
      if (node === element) return frameShows(element, x, y, aside);
      const isOfAside = aside !== null && (isInside(node, aside) || (isInside(aside, node) && !isMenu(aside)));
      if (isOfAside && !isInside(node, element)) continue;
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
      if (hidden >= coveringOpacity || (!isAround && hasTextAt(node, x, y))) {
        const dialog = isAround ? null : dialogOf(node, element);
        if (dialog !== null) hiding.add(dialog);
        return false;
      }
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
      if (style.display === 'contents') continue;
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
   * @param aside the dialog that is worked in: it keeps people from scrolling back up to what they have scrolled past
   * @returns what puts everything back
   */
  const bring = (element, isForced = false, aside = null) => {
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
      const { scrollTop = 0 } = ownerDocument.scrollingElement ?? {};
      const isPast = aside !== null && scrollTop > 0 && box.top < 0 && box.top + scrollTop >= 0;
      if ((!isFixed || isPast) && outside(box, frame) && ownerDocument.scrollingElement)
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

  return { bring, dialogOf, hiding, isSeenAt, passed };
};
