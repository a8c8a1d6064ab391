// Runs inside the portal's page, on a control: whether it can take an input now, and at which point.
(element, { input, option, isAhead = false }) => {
  const { belongs, labelsOf, overlay, replacedBy, widget } = include('ownership.js')(element);
  const leastOpacity = 0.05;
  /** In pixels. */
  const highestField = 120;
  const above = (node) => node.assignedSlot ?? node.parentNode ?? node.host ?? null;
  const labels = [...(element.labels ?? [])];
  // A native control that the portal draws by itself: people press what is drawn.
  const { width: across, height: down } = element.getBoundingClientRect();
  /** In a box around it, or by itself. */
  const mostBoxes = 3;
  const isInDot = (node, n) => {
    if (node?.nodeType !== 1 || n > mostBoxes) return false;
    const { width, height } = node.getBoundingClientRect();
    const { overflow, position } = getComputedStyle(node);
    return (
      (position === 'absolute' && overflow !== 'visible' && width <= 1 && height <= 1) || isInDot(above(node), n + 1)
    );
  };
  const isDot = element.getClientRects().length > 0 && ((across <= 1 && down <= 1) || isInDot(above(element), 1));
  const isDrawn =
    element.matches('input[type=checkbox], input[type=radio], input[type=file]') ||
    (element.matches('select') && isDot) ||
    (element.matches('button') && labels.some((label) => label.contains(element)));
  // It lies transparent over what is drawn; a label beside it is nothing that people choose from.
  const isOverDrawn = element.matches('select') && element.getClientRects().length > 0;

  // A part of a picture has no box of its own: it is where its map says.
  const imageOf = (area) => {
    const map = area.closest('map');
    const images = [...area.getRootNode().querySelectorAll('img[usemap]')].filter(
      (image) => map !== null && [map.name, map.id].some((name) => name !== '' && image.useMap === `#${name}`),
    );
    return images.length === 1 ? images[0] : null;
  };
  const image = element.localName === 'area' ? imageOf(element) : null;
  const part = {
    getBoundingClientRect() {
      const { left, top, width, height } = image.getBoundingClientRect();
      const given = (element.getAttribute('coords') ?? '').split(/[\s,;]+/).map(Number);
      const [x, y, radius] = given;
      const [across, down] = [given.filter((_, n) => n % 2 === 0), given.filter((_, n) => n % 2 === 1)];
      const shape = element.shape.toLowerCase();
      const [from, to] =
        shape === 'default'
          ? [
              [0, 0],
              [width, height],
            ]
          : shape.startsWith('circ')
            ? [
                [x - radius, y - radius],
                [x + radius, y + radius],
              ]
            : [
                [Math.min(...across), Math.min(...down)],
                [Math.max(...across), Math.max(...down)],
              ];
      const sides = [from[0], from[1], to[0] - from[0], to[1] - from[1]];
      if (sides.some((side) => !Number.isFinite(side))) return new DOMRect(left, top, 0, 0);
      return new DOMRect(left + image.clientLeft + sides[0], top + image.clientTop + sides[1], sides[2], sides[3]);
    },
    getClientRects() {
      return [this.getBoundingClientRect()];
    },
    scrollIntoView: (how) => image.scrollIntoView(how),
  };

  const isSeen = (node) => {
    if (node === part) return isSeen(image);
    if (!node.isConnected || node.getClientRects().length === 0) return false;
    const box = node.getBoundingClientRect();
    if (box.width === 0 || box.height === 0 || getComputedStyle(node).visibility !== 'visible') return false;
    let opacity = 1;
    for (let at = node; at; at = above(at)) {
      if (at.nodeType !== 1) continue;
      const { opacity: own, overflow, position } = getComputedStyle(at);
      opacity *= Number(own);
      // What lies in a box that is clipped to a dot is for screen readers, however large it is itself.
      const around =
        at === node || overflow === 'visible' || position !== 'absolute' ? null : at.getBoundingClientRect();
      if (around && around.width <= 1 && around.height <= 1) return false;
    }
    return opacity > leastOpacity;
  };
  const hit = (x, y) => {
    let top = document.elementFromPoint(x, y);
    while (top?.shadowRoot) {
      const inner = top.shadowRoot.elementFromPoint(x, y);
      if (!inner || inner === top) break;
      top = inner;
    }
    return top;
  };

  const places = [
    [0.5, 0.5],
    [0.5, 0.2],
    [0.5, 0.8],
    [0.2, 0.5],
    [0.8, 0.5],
    [0.1, 0.5],
    [0.9, 0.5],
    [0.2, 0.2],
    [0.8, 0.8],
  ];
  // The middle comes first, then the middle of each line, then the rest.
  const pointOf = (surface) => {
    const whole = surface.getBoundingClientRect();
    const lines = [...surface.getClientRects()].slice(0, 20);
    for (const [across, down] of places)
      for (const box of lines.length > 1 ? [whole, ...lines] : [whole]) {
        const left = Math.max(0, box.left);
        const top = Math.max(0, box.top);
        const width = Math.min(innerWidth, box.right) - left;
        const height = Math.min(innerHeight, box.bottom) - top;
        if (width <= 0 || height <= 0) continue;
        const x = left + width * across;
        const y = top + height * down;
        if (belongs(hit(x, y))) return { x, y };
      }
    return null;
  };
  const inView = (surface) => {
    const box = surface.getBoundingClientRect();
    return box.top >= 0 && box.left >= 0 && box.bottom <= innerHeight && box.right <= innerWidth;
  };
  // A list whose own element is a dot for screen readers: people press the field that is drawn around it.
  // Up to ARIA 1.1 the role is on the box around the field in which people search; others draw a button around theirs.
  const listAround =
    '[role=combobox], [role=button][aria-haspopup=listbox]:not(button), button[type=button][aria-haspopup=listbox]';
  const boxAround = (node) => node && (node.closest(listAround) ?? boxAround(node.getRootNode().host));
  // A native list that nobody sees, in the one that is drawn around it: a page may not hear of what is chosen from it.
  const isInBox = element.matches('input') || (element.matches('select') && !isSeen(element));
  const combobox = (isInBox ? boxAround(element) : null) ?? element;
  const isList =
    (input === 'choose' || input === 'press') && combobox.matches('[role=combobox], [aria-haspopup=listbox]');
  const isField = (node) => node !== element && isSeen(node) && node.getBoundingClientRect().height <= highestField;
  const surfaces = [
    image === null ? element : part,
    ...(isDrawn ? labels.filter(isSeen) : []),
    ...(isList && !isSeen(element) && isField(widget) ? [widget] : []),
  ];
  const find = () => {
    for (const surface of surfaces) {
      const point = pointOf(surface);
      if (point) return point;
    }
    return null;
  };
  const shown = surfaces.find(isSeen) ?? element;
  // What is looked at ahead of its turn stays where it is.
  const scroll = (block) => isAhead || shown.scrollIntoView({ block, inline: 'nearest', behavior: 'instant' });
  if (element.isConnected && !inView(shown)) scroll('nearest');
  let point = find();
  // A link over several lines may lie under such a bar in part, and what is read of it would be that of the bar.
  const isClear = (surface) =>
    [...surface.getClientRects()]
      .slice(0, 20)
      .every((box) => belongs(hit(box.left + box.width / 2, box.top + box.height / 2)));
  if (point !== null && shown.getClientRects().length > 1 && !isClear(shown)) {
    scroll('center');
    point = find();
  }
  // Bars that stick to an edge cover what was only just scrolled into view.
  for (const block of ['center', 'end', 'start', 'center']) {
    if (point !== null || !element.isConnected) break;
    scroll(block);
    point = find();
  }

  const overlaid = () => {
    const box = shown.getBoundingClientRect();
    return overlay(hit(box.x + box.width / 2, box.y + box.height / 2));
  };
  /** A calendar or a list that lies over a part of it only. */
  const popupOver = () => {
    const { x, y, width, height } = shown.getBoundingClientRect();
    const found = [0.08, 0.3, 0.5, 0.7, 0.92].map((across) => overlay(hit(x + width * across, y + height / 2)));
    return found.find((each) => each?.isPopup === true) ?? null;
  };
  const box = (image === null ? element : part).getBoundingClientRect();
  const isPutBehind = (isDrawn || isOverDrawn) && !!element.parentElement && isSeen(element.parentElement);
  const visible = surfaces.some(isSeen) || (isPutBehind && (input === 'upload' || point !== null));
  /** A component may draw the words that it is given in its label. */
  const partsOf = (node) => {
    const given = node.localName === 'slot' ? node.assignedNodes() : [];
    return given.length > 0 ? given : [...node.childNodes];
  };
  // Of a label: its text without that of the field in it.
  const written = (node) =>
    node.nodeType === 3
      ? node.data
      : node.nodeType !== 1 || node.matches('select, textarea, script, style')
        ? ''
        : partsOf(node).map(written).join('');
  /** Without what is not drawn, such as an error that its form keeps there. */
  const drawn = (node) =>
    node.nodeType === 1 && getComputedStyle(node).display === 'none'
      ? ''
      : node.nodeType === 1 && !node.matches('select, textarea, script, style')
        ? partsOf(node).map(drawn).join('')
        : written(node);
  const plain = (text) => text.replace(/\s+/g, ' ').trim();
  // A list that is named by its label and by what it shows: the one beside it is its label.
  const ids = (element.getAttribute('aria-labelledby') ?? '').split(/\s+/).filter(Boolean);
  const byId = ids.map((id) => element.getRootNode().getElementById?.(id)).filter(Boolean);
  const outside = byId.filter((node) => !element.contains(node));
  const isLabel = (node) => byId.length > 1 || isSeen(node);
  // A button may be named by what it shows and by a copy of its label that nobody sees: both lie in it.
  const isButton = element.matches('button[aria-haspopup]');
  const isUndrawn = (node) => getComputedStyle(node).display === 'none' && plain(node.textContent) !== '';
  const copies = byId.filter((node) => isButton && element.contains(node) && isUndrawn(node));
  const namedBy =
    outside.length === 1 && isLabel(outside[0]) ? outside : outside.length === 0 && copies.length === 1 ? copies : [];
  const options =
    input === 'choose' && element.localName === 'select'
      ? [...element.options].filter((each) => !each.disabled).map((each) => plain(each.label))
      : null;
  const texts = [option ?? ''].flat().map(plain);
  const valueOf = (text) => {
    const same = [...(options === null ? [] : element.options)].filter(
      (each) => !each.disabled && plain(each.label) === text,
    );
    return same.length === 1 ? same[0].value : null;
  };
  const setOff = /[:\uff1a]\s*$|^[\s\u2500-\u257f\u2010-\u2015=*·>-]|[\u2500-\u257f\u2010-\u2015=*-]\s*$/u;
  /** Whether an entry is over those that follow. One with a value of its own that cannot be had now is a choice among others. */
  const isHeading = (other, at, chosen) => {
    if (!other.disabled) return at > 0 && other.value === '';
    return (
      !other.getAttribute('value') ||
      setOff.test(other.text) ||
      /^[\s\u2010-\u2015·>-]/u.test(chosen.textContent.replace(/^[\n\r\t ]+/, ''))
    );
  };
  const groupsOf = (text) =>
    [...(options === null ? [] : element.options)].flatMap((each, n, list) => {
      if (each.disabled || plain(each.label) !== text) return [];
      const group = each.closest('optgroup');
      if (group !== null)
        return [group.label, group.title, each.title, group.querySelector('legend')?.textContent ?? '']
          .map(plain)
          .filter(Boolean);
      const above = list
        .slice(0, n)
        .findLast((other, at) => isHeading(other, at, each) && !other.hidden && !other.defaultSelected);
      return above === undefined || above.closest('optgroup') !== null
        ? [each.title].filter(Boolean)
        : [plain(above.label), each.title].filter(Boolean);
    });
  /** A button that says no more than that it opens something, beside a list that the same label names (Spectrum). */
  const hasListBeside = (node) =>
    node.matches('button[aria-haspopup=true]') &&
    [...node.getRootNode().querySelectorAll('[role=listbox][aria-labelledby]')].some((list) =>
      list
        .getAttribute('aria-labelledby')
        .split(/\s+/)
        .some((id) => id !== '' && ids.includes(id)),
    );
  const opensList =
    (element.localName !== 'select' || combobox !== element) &&
    (combobox.getAttribute('aria-haspopup') === 'listbox' ||
      combobox.getAttribute('role') === 'combobox' ||
      hasListBeside(combobox) ||
      replacedBy(element) !== null)
      ? combobox.getAttribute('aria-expanded') === 'true'
        ? 'open'
        : 'closed'
      : element.getAttribute('role') === 'listbox'
        ? 'open'
        : null;
  const isNamed = [element, combobox].some(
    (node) => node.hasAttribute('aria-label') || node.hasAttribute('aria-labelledby'),
  );
  // With and without what screen readers do not hear, such as what a list shows within its label.
  const spoken = (node) =>
    node.nodeType === 1 && node.getAttribute('aria-hidden') === 'true'
      ? ''
      : node.nodeType === 1 && !node.matches('select, textarea, script, style')
        ? partsOf(node).map(spoken).join('')
        : written(node);
  /** Without what can be pressed in a label, such as a button that explains the field. */
  const unpressed = (node) => {
    if (node.nodeType !== 1) return written(node);
    return node.matches('button, a, [role=button], [role=link], [role=tooltip], select, textarea, script, style')
      ? ''
      : partsOf(node).map(unpressed).join('');
  };
  /** Of the only file field in a group: what names the group. */
  const groupOfFile = element.matches('[type=file]') ? element.closest('[role=group], fieldset') : null;
  const namesOfGroup = (group) => {
    const by = (group.getAttribute('aria-labelledby') ?? '').split(/\s+/).filter(Boolean);
    const legend = [...group.children].find((each) => each.localName === 'legend');
    return [...by.map((id) => group.getRootNode().getElementById?.(id)), legend].filter(Boolean);
  };
  const ofGroup =
    groupOfFile === null || groupOfFile.querySelectorAll('[type=file]').length > 1 ? [] : namesOfGroup(groupOfFile);
  const own = [
    ...new Set(
      [...labelsOf(element), ...namedBy, ...ofGroup].flatMap((label) =>
        [written(label), spoken(label), drawn(label), unpressed(label)].map(plain).filter(Boolean),
      ),
    ),
  ].map((label) => label.slice(0, 2000));
  /** The words right before a drawn list that nothing names, where they are no sentence: people read them as its label. */
  const longestLabel = 60;
  const pressed = 'a[href], button, input, select, textarea, [role=button], [role=combobox], [contenteditable]';
  const wordsBefore = () => {
    for (let at = combobox, n = 0; at?.nodeType === 1 && n < 4; at = above(at), n += 1)
      for (let before = at.previousSibling; before; before = before.previousSibling) {
        if (before.nodeType !== 3 && (before.nodeType !== 1 || before.matches('script, style, template, br'))) continue;
        if (before.nodeType === 1 && (before.matches(pressed) || before.querySelector(pressed))) return [];
        const text = plain(written(before));
        if (text !== '') return text.length <= longestLabel && !/[.!?]/.test(text) ? [text] : [];
      }
    return [];
  };
  const hasAll = options !== null && texts.every((text) => options.includes(text));
  const takesAll = texts.length === 1 || element.multiple === true;
  /** The box to tick that an entry draws before its text. */
  const tickOfEntry = () => {
    const [tick, ...others] = element.matches('[role=option]') ? element.querySelectorAll('[type=checkbox]') : [];
    return others.length === 0 ? tick : undefined;
  };
  /** Of an entry that is drawn in the place of a list out of sight: the entry of that list. */
  const nativeEntry = () => {
    const { id = '' } = element.closest('[role=listbox]') ?? {};
    const box =
      element.closest('[role=combobox]') ??
      (id === '' ? null : element.getRootNode().querySelector(`[role=combobox][aria-controls="${CSS.escape(id)}"]`));
    const list = box === null || !element.matches('[role=option]') ? null : replacedBy(box);
    return list ? [...list.options].find(({ text }) => plain(text) === plain(element.textContent)) : undefined;
  };
  return {
    visible,
    onTop: point !== null || (input === 'upload' && element.matches('[type=file]') && visible),
    // What lies over all of it, where something does.
    overlay: !element.isConnected ? null : point === null ? overlaid() : popupOver(),
    enabled: !element.matches(':disabled, [aria-disabled=true]'),
    editable: !element.readOnly && element.getAttribute('aria-readonly') !== 'true',
    connected: element.isConnected,
    opensList,
    labels: own.length > 0 || isNamed || opensList === null ? own : wordsBefore(),
    point,
    box: [box.x, box.y, box.width, box.height].map((length) => Math.round(length * 2) / 2),
    // Of a box to tick, or an entry of a list of several; in other lists libraries mark the entry that the arrows are at.
    isChosen:
      element.getAttribute('aria-checked') === 'true' ||
      (element.matches('input[type=checkbox], input[type=radio]') && element.checked) ||
      (tickOfEntry()?.checked ??
        nativeEntry()?.selected ??
        (element.getAttribute('aria-selected') === 'true' && element.closest('[aria-multiselectable=true]') !== null)),
    // What the list sends for each wanted option; nothing where two options read the same.
    optionValues: texts.map(valueOf),
    // What the wanted options of a native list stand under: their group, or the last entry above that nobody can choose.
    optionGroups: texts.flatMap(groupsOf).map((text) => text.slice(0, 2000)),
    options: hasAll && takesAll ? null : options && options.slice(0, 20),
  };
};
