// Runs inside the portal's page, in a world of our own: finds what has no name of its own, by where people see it. Beside
// a text, in a column of a row, or as the n-th field of a section; and reads what is behind a name in one text.
() => {
  const {
    aboveElement: above,
    below,
    boxOf,
    clipsToDot,
    isBetweenLists,
    isOfAnother,
    isStruck,
    tableKinds,
  } = include('composed-tree.js')();
  const textNodesIn = (box) => [...everything(box)].filter((node) => node.nodeType === 3);
  const { saidBefore } = include('said-before.js')();
  const unread = new Set(['script', 'style', 'template', 'noscript', 'head', 'option']);
  /** Without what only tells where a word may be broken. */
  const plain = (text) =>
    String(text ?? '')
      .replace(/[\u00ad\u200b\u2060\ufeff]/g, '')
      .replace(/\s+/g, ' ')
      .trim();
  const help = '[?\u24d8\u2139\u{1f6c8}\u2753\u2754]\ufe0f?';
  const helpBehind = new RegExp(`(?:\\s*[:*]|\\s+${help}|${help.replace('?', '')})+$`, 'u');
  const silent = new RegExp(`^(?:[*:]|${help})?$`, 'u');
  /** A name, without the star before it, or the colon, star, row of dots or sign for help that leads to its value behind it. */
  const named = (text) =>
    plain(text)
      .toLowerCase()
      .replace(/^\*\s*/, '')
      .replace(/(?:\s*[.…]){2,}(?=[\s:*]*$)/, '')
      .replace(helpBehind, '');
  /** Whether all that a node says, or all that people see of it, is a name. */
  const isCalled = (node, name) => {
    const said = textOf(node);
    if (named(said) === name) return true;
    return (
      node.nodeType === 1 &&
      said.length <= 2 * longestName &&
      said.toLowerCase().includes(name) &&
      named(seenIn(node)) === name
    );
  };
  const isSeen = (node) =>
    boxOf(node).checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
    (node.getClientRects().length > 0 || getComputedStyle(node).display === 'contents');
  const fields =
    'input:not([type=hidden], [type=submit], [type=button], [type=reset], [type=image]), select, textarea, [contenteditable=""], [contenteditable=true], [contenteditable=plaintext-only]';
  /** Fields that a page draws by itself; before something is chosen they may show nothing. */
  const ticked = '[role=switch], [role=checkbox], [role=radio]';
  const drawnFields = `[role=combobox], [role=listbox], [role=textbox], [role=searchbox], [role=spinbutton], ${ticked}`;
  /** A native box to tick is often transparent over what is drawn for it. */
  const isTicked = (node) =>
    node.nodeType === 1 && node.matches('[type=checkbox], [type=radio]') && node.getClientRects().length > 0;
  const longestName = 200;

  const everything = function* (root) {
    for (const node of below(root)) {
      if (node.nodeType === 3) yield node;
      else if (node.nodeType === 1 && !unread.has(node.localName)) {
        yield node;
        if (!node.matches('select, textarea')) yield* everything(node);
      }
    }
  };
  const { lineBeside } = include('columns-of-names.js')({ above, below, isSeen, textNodesIn });
  const hasSize = ({ width, height }) => width > 1 && height > 1;
  /** Editors keep another text of a dot's size, into which they paste. */
  const isPasteboard = (node) => node.isContentEditable && !hasSize(node.getBoundingClientRect());
  const fieldsIn = (root) =>
    [...everything(root)].filter(
      (node) => node.nodeType === 1 && node.matches(fields) && isSeen(node) && !isPasteboard(node),
    );
  const isDrawnField = (node) =>
    node.nodeType === 1 && node.matches(drawnFields) && isSeen(node) && hasSize(node.getBoundingClientRect());
  const drawnIn = (root) => [root, ...everything(root)].filter(isDrawnField);
  const textOf = (node) => {
    if (node.nodeType === 3) return node.data;
    if (unread.has(node.localName) || node.matches('select, textarea')) return '';
    let text = '';
    for (const child of below(node)) {
      if (child.nodeType === 1) text += ` ${textOf(child)} `;
      else if (child.nodeType === 3) text += child.data;
      if (text.length > 4 * longestName) break;
    }
    return text;
  };
  /** A field stands for the cell that holds nothing else to fill in, and a link or button for one that holds nothing else. */
  const fieldOrItself = (node) => {
    if (node.matches(fields)) return node;
    const [field, ...more] = fieldsIn(node);
    if (field !== undefined) return more.length === 0 ? field : node;
    const [drawn, ...otherDrawn] = drawnIn(node);
    if (drawn !== undefined && otherDrawn.length === 0 && plain(textOf(drawn)) === plain(textOf(node))) return drawn;
    const [box, ...otherBoxes] = plain(textOf(node)) === '' ? [...everything(node)].filter(isTicked) : [];
    if (box !== undefined && otherBoxes.length === 0) return box;
    const [link, ...others] = [...everything(node)].filter((part) => part.nodeType === 1 && part.matches('a, button'));
    return link !== undefined && others.length === 0 && plain(textOf(link)) === plain(textOf(node)) ? link : node;
  };
  const isField = (node) => node.nodeType === 1 && node.matches(fields);
  const isEmpty = (node) => {
    if (node.nodeType === 3) return node.data.trim() === '';
    if (node.nodeType !== 1 || node.localName === 'br' || !isSeen(node) || isTakenBack(node)) return true;
    const isSilent = silent.test(plain(textOf(node))) && !isField(node);
    return (
      isSilent && fieldsIn(node).length === 0 && drawnIn(node).length === 0 && ![...everything(node)].some(isTicked)
    );
  };
  const after = (node) => {
    const all = below(above(node) ?? node);
    return all.slice(all.indexOf(node) + 1);
  };
  /** A value that is struck out, before the one that counts. */
  const isTakenBack = (node) =>
    isStruck(getComputedStyle(node)) && isInline(node) && after(node).some((next) => !isEmpty(next));
  /** The colon behind a name in an element of its own, as the last of their box. */
  const isMark = (node) =>
    node.nodeType === 3 && /^[\s:*]*$/.test(node.data) && after(node).every((other) => isEmpty(other));
  /** The colon in a cell of its own, before that of the value; a style sheet adds nothing to it. */
  const isColonCell = (node) =>
    node.nodeType === 1 &&
    plain(textOf(node)) === ':' &&
    fieldsIn(node).length === 0 &&
    ['::before', '::after'].every((part) => /^(?:none|normal)$/.test(getComputedStyle(node, part).content));
  const parts = 'table, form, fieldset, section, article, nav, ul, ol, dl, h1, h2, h3, h4, h5, h6, hr, footer, header';
  const cells = 'td, th, dt, dd, [role=cell], [role=rowheader], [role=term], [role=columnheader]';

  /** A label that is drawn over its field comes behind it, as the last thing in the box of that one field. */
  const floatedBefore = (label) => {
    if (!label || label.htmlFor !== '' || label.control || after(label).some((node) => !isEmpty(node))) return null;
    const [field, ...more] = fieldsIn(above(label));
    return field === undefined || more.length > 0 ? null : { element: field, from: null };
  };
  const { figureOver } = include('figure-over.js')({ above, below, fieldOrItself, isEmpty, plain, textOf });
  const isBox = (node) => node.nodeType === 1 && (isTicked(node) || (node.matches(ticked) && isDrawnField(node)));
  const isInline = (node) => node.nodeType === 3 || getComputedStyle(node).display.startsWith('inline');
  /** What is in a line with a part of it, or in a row of cells with one of them, each with the box to tick that it is. */
  const lineOf = (part) => {
    const isCell = part.nodeType === 1 && part.matches(cells);
    const line = [];
    let isHere = false;
    for (const node of below(above(part))) {
      // Components leave comments among their parts.
      if (node.nodeType !== 1 && node.nodeType !== 3) continue;
      if (node === part) isHere = true;
      if (isCell ? node.nodeType === 1 && isSeen(node) : isInline(node) && node.localName !== 'br') {
        const box = node.nodeType === 1 ? fieldOrItself(node) : node;
        if (isBox(box)) line.push({ box, text: '' });
        else if (plain(textOf(node)) !== '') {
          if (line.at(-1)?.box === null && !isCell) line.at(-1).text += ` ${textOf(node)}`;
          else line.push({ box: null, text: textOf(node) });
        }
      } else if (isHere) break;
      else if (!isCell) line.length = 0;
      if (node === part && line.length > 0) line.at(-1).isIt = true;
    }
    return line;
  };
  /**
   * Boxes to tick in a line of bare text have their names right behind them, or right before: as the line begins and ends.
   * @returns the box of a name; null where it cannot be told, undefined where there is none in its line
   */
  const boxCalled = (carrier, name) => {
    let at = carrier;
    while (!(at.nodeType === 1 && at.matches(cells)) && above(at) && isCalled(above(at), name) && lineOf(at).length < 2)
      at = above(at);
    const line = lineOf(at);
    const boxes = line.filter(({ box }) => box !== null).length;
    const place = line.findIndex(({ isIt }) => isIt === true);
    if (boxes === 0 || place < 0) return undefined;
    const isCell = at.nodeType === 1 && at.matches(cells);
    const alternates = line.every(({ box }, n) => n === 0 || (box === null) !== (line[n - 1].box === null));
    const [first, last] = [line[0], line.at(-1)];
    if (isCell && !(alternates && first.box !== null && last.box === null)) return undefined;
    if (!alternates || named(line[place].text) !== name) return null;
    const ofGroup = first.box === null && last.box === null && boxes > 1;
    if (ofGroup && (place === 0 || !/:\s*$/.test(first.text))) return null;
    const isBehind = last.box === null && place > 0;
    return line[isBehind ? place - 1 : place + 1]?.box ?? null;
  };
  const isAlike = (node, other) =>
    node.localName === other.localName && node.getAttribute('class') === other.getAttribute('class');
  const elementOf = (node) => (node.nodeType === 1 ? node : above(node));
  /** Whether the box behind that of a name is one of its kind with a name and a value of its own. */
  const isOtherPair = (box, next, carrier) => {
    if (box === carrier || box.nodeType !== 1 || !isAlike(box, next)) return false;
    const [first, second] = below(next).filter((node) => !isEmpty(node));
    const name = elementOf(carrier);
    const isName = first?.nodeType === 1 && isAlike(first, name) && !/\p{N}/u.test(textOf(first));
    return name !== box && second !== undefined && isName;
  };
  /** The part for the value, where there is none: an element behind the name that shows nothing. */
  const emptyIn = (box, carrier) => {
    let name = elementOf(carrier);
    while (above(name) !== box) name = above(name);
    const value = after(name).find((node) => node.nodeType === 1 && isSeen(node));
    return value === undefined ? null : { element: value, from: null };
  };
  /** What is beside a name: an element, or the text that follows it; null where nothing does. */
  const valueOf = (carrier) => {
    const label = (carrier.nodeType === 1 ? carrier : above(carrier))?.closest('label');
    if (label?.control && isSeen(label.control)) return { element: label.control, from: null };
    const name = named(textOf(carrier));
    const box = boxCalled(carrier, name);
    if (box !== undefined) return box && { element: box, from: null };
    const line = lineBeside(carrier);
    if (line !== undefined)
      return line && (line.from === null ? { ...line, element: fieldOrItself(line.element) } : line);
    const isButton = (carrier.nodeType === 1 ? carrier : above(carrier))?.closest('button') !== null;
    /** The arrow beside a button: it opens more of that, and shows no word. */
    const isArrow = (node) => isButton && node.nodeType === 1 && node.matches('button[aria-haspopup]') && isSeen(node);
    for (let at = carrier; at !== null && at !== at.ownerDocument.body; at = above(at)) {
      const isCell = at.nodeType === 1 && at.matches(cells);
      // An empty cell beside a name is its value.
      const next = after(at).find((node) =>
        isCell
          ? node.nodeType === 1 && isSeen(node) && !isColonCell(node)
          : (!isEmpty(node) && !isMark(node)) || isArrow(node),
      );
      // Behind a name with a colon, another one with its value.
      if (next?.nodeType === 3 && /:\s*$/.test(textOf(at)) && /^\s*\p{L}[^:]{1,40}:\s+\S/u.test(next.data)) return null;
      if (next !== undefined && next.nodeType === 3) return { element: at.nodeType === 1 ? at : above(at), from: next };
      if (next !== undefined) {
        // The head of a column has the next one beside it, and its values below; another part of the page is no value.
        const isHead = at.nodeType === 1 && at.matches('th:not(tfoot th), [role=columnheader]');
        // A term begins the next pair: it is no value, and a definition before it ("Status: Short paid") is no name.
        const isNone = (isCell && next.matches('dt')) || next.matches(isHead ? 'th, [role=columnheader]' : parts);
        const isColon = isCell && plain(textOf(next)) === ':';
        if (isNone || isColon || isOfAnother(at, next) || isBetweenLists(next)) return null;
        if (isOtherPair(at, next, carrier)) return emptyIn(at, carrier);
        // Of a name with several definitions, each is a value.
        const [second] = at.nodeType === 1 && at.matches('dt') ? after(next).filter((node) => !isEmpty(node)) : [];
        const others = second?.nodeType === 1 && second.matches('dd') ? [{ element: second, from: null }] : [];
        return { element: fieldOrItself(next), from: null, others };
      }
      if (isCell || above(at) === null || !isCalled(above(at), name))
        return floatedBefore(label) ?? (at.nodeType === 1 && !isCell ? figureOver(at) : null);
    }
    return null;
  };
  /** Whether a text has lines of its own, as screens of terminals have it. */
  const hasLines = (text) => /^(?:pre|break-spaces)/.test(getComputedStyle(above(text)).whiteSpace);
  /** Of such a text, the last line is before what follows. */
  const lastLine = (text) => (hasLines(text) ? (/[^\n]*$/.exec(text.data)?.[0] ?? '') : text.data);
  /** Behind a sentence, a name that leads to a value: "Your dispute was received. Confirmation number: …". */
  const behindSentence = (text) => /[\p{L}\p{N})]{2}[.!]\s+(\p{Lu}[^.!?:]{1,60}:.*)$/su.exec(text)?.[1] ?? '';
  /** On screens of terminals a row of dots leads from a name in capitals to its value, often in several columns. */
  const capitals = "\\p{Lu}[\\p{Lu}\\p{N} /#'-]{1,30}?";
  const dots = '\\s?\\.+:?(?=\\s)';
  const dottedLine = new RegExp(`^\\s*(${capitals})${dots}\\s+(.*?)\\s*$`, 'u');
  const wideGap = /\S\s{3,}\S/;
  const nextName = new RegExp(`\\n|\\s{2,}(?=\\p{L}[^:\\n]{0,40}:|${capitals}${dots})`, 'u');
  /** Values behind a name and its colon in one text, up to a bar or dot before the next name; in one with lines, up to its end or the next name. */
  const behindColon = (text, name) => {
    const between = hasLines(text) ? nextName : /\s[|·•]\s(?=\s*\p{L}[^:|·•]{0,40}:)/u;
    const lines = text.data.split(between);
    return [...lines, ...lines.map(behindSentence)].flatMap((line) => {
      const dotted = hasLines(text) ? dottedLine.exec(line) : null;
      if (dotted !== null && named(dotted[1]) === name && !/^[.:]/.test(dotted[2]))
        return dotted[2] === '' || wideGap.test(dotted[2]) ? [] : [dotted[2]];
      const colon = line.indexOf(':');
      const value = line.slice(colon + 1);
      return colon > 0 && named(line.slice(0, colon)) === name && value.trim() !== '' ? [value] : [];
    });
  };
  /** What is beside a name, and whether both are words of one control. */
  const placeOf = (carrier) => {
    const place = valueOf(carrier);
    const control = (node) => (node.nodeType === 1 ? node : above(node))?.closest('a[href], button') ?? null;
    const around = control(carrier);
    return place && { ...place, carrier, isInControl: around !== null && control(place.element) === around };
  };
  const placesBeside = (root, wanted) => {
    const name = named(wanted);
    const places = [];
    for (const node of everything(root)) {
      if (node.nodeType === 3) {
        if (!isSeen(above(node))) continue;
        const values = behindColon(node, name);
        for (const value of values) places.push({ element: above(node), from: node, value });
        const last = lastLine(node);
        if (values.length === 0 && [last, behindSentence(last)].some((text) => named(text) === name))
          places.push(placeOf(node));
        continue;
      }
      if (isField(node) || !isSeen(node)) continue;
      if (named(saidBefore(node)) === name && !isEmpty(node)) places.push({ element: fieldOrItself(node), from: null });
      if (!isCalled(node, name)) continue;
      const isInner = [...below(node)].some(
        (child) => (child.nodeType === 1 || child.nodeType === 3) && isCalled(child, name),
      );
      if (!isInner) places.push(placeOf(node));
    }
    const found = places.filter((place) => place !== null);
    // Beside the name in one cell, the next one may begin with the same name.
    const holdsName = ({ element, from }) =>
      from === null && found.some(({ carrier }) => carrier && element !== carrier && element.contains(carrier));
    return found.flatMap((place) => (holdsName(place) ? [] : [place, ...(place.others ?? [])]));
  };
  const beside = (root, wanted) => {
    const all = placesBeside(root, wanted);
    // The words of one link or button, such as a document's name and kind, are a name and its value only where nothing else is.
    const outside = all.filter(({ isInControl }) => !isInControl);
    const elements = (outside.length > 0 ? outside : all).map(({ element }) => element);
    const twice = elements.find((element, n) => elements.indexOf(element) !== n);
    // Two values in one element are two places.
    return twice === undefined ? elements : [...elements, above(twice)];
  };
  /**
   * What an element shows beside a name, where that is text in it or behind it; undefined where the element is the value.
   * Of text behind it, with the parts that it is of.
   */
  const textBeside = (element, wanted, read) => {
    const around = placesBeside(above(element) ?? element, wanted).filter((place) => place.element === element);
    const [place, ...more] = around;
    if (place === undefined || place.from === null || more.length > 0) return undefined;
    const { from, value: behind } = place;
    let text = behind ?? from.data;
    const nodes = [from];
    const goesOn = behind === undefined || from.data.endsWith(behind);
    for (const next of goesOn ? after(from) : []) {
      const touches = /[\p{N}.,]$/u.test(text) && /^[\p{N}.,%]/u.test(next.textContent);
      if (next.nodeType === 3) text += next.data;
      else if (next.nodeType !== 1) continue;
      else if (/^(?:br|hr)$/.test(next.localName) && plain(text) !== '') break;
      else if (next.matches('b, strong, label, dt, th') || getComputedStyle(next).display === 'block') {
        // A figure that goes on in it is another one.
        if (touches) nodes.push(next);
        break;
      } else if (isSeen(next)) {
        const isInline = getComputedStyle(next).display === 'inline';
        const [before, behind] = [/^\s/, /\s$/].map((gap) => (isInline && !gap.test(next.textContent) ? '' : ' '));
        text += `${before}${read(next)}${behind}`;
      }
      nodes.push(next);
    }
    const value = plain(text).replace(/^[:\s]+/, '');
    return { text: value, ...(above(from) === element ? {} : { around: above(from), nodes }) };
  };

  const { editedCell, rowlessCells } = include('list-items.js')();
  const rowKinds = 'tr, [role=row]';
  const cellKinds = 'td, th, [role=cell], [role=gridcell], [role=rowheader], [role=columnheader]';
  const closest = (node, kinds) => {
    for (let at = node; at; at = above(at)) if (at.matches(kinds)) return at;
    return null;
  };
  /** Without words for screen readers alone, and signs that are drawn only while the mouse is there. */
  const seenIn = (node) => {
    if (node.nodeType === 3) return node.data;
    if (node.nodeType !== 1 || unread.has(node.localName)) return '';
    const style = getComputedStyle(node);
    const { width, height } = node.getBoundingClientRect();
    const isTiny = style.overflow !== 'visible' && width <= 1 && height <= 1;
    const isHidden = style.visibility === 'hidden' || isTiny || clipsToDot(style);
    if (style.display === 'none' || style.opacity === '0' || (style.position === 'absolute' && isHidden)) return '';
    return [...below(node)].map(seenIn).join('');
  };
  /** Whether a column is called so, with or without words that only screen readers hear. */
  const isColumn = (head, wanted) => [textOf, seenIn].some((read) => named(read(head)) === named(wanted));
  const { headOver, headsAbove, isBeneath, isDrawnHead, isUnder } = include('head-of-table.js')({
    above,
    all: (node, selector) => [...node.querySelectorAll(selector)],
    tables: tableKinds,
    textIn: (cell) => plain(seenIn(cell)),
  });
  /** Of a grid that draws each column in a box of its own, and has no rows: the cell itself, under the one text that is the name. */
  const underName = (cell, grid, wanted) => {
    const isName = (node) => node.nodeType === 1 && isSeen(node) && named(textOf(node)) === named(wanted);
    const heads = [...everything(grid)].filter((node) => isName(node) && closest(node, cellKinds) === null);
    const [head, ...more] = heads.filter((node) => ![...below(node)].some(isName));
    const [own, box] = [cell, head].map((node) => node?.getBoundingClientRect());
    return head !== undefined && more.length === 0 && box.bottom <= own.top + 1 && isBeneath(head, cell)
      ? [fieldOrItself(cell)]
      : [];
  };
  const inColumn = (row, wanted) => {
    const table = row.nodeType === 1 ? closest(row, tableKinds) : null;
    if (table !== null && row.matches(rowlessCells)) return underName(row, table, wanted);
    const isUnderIt = (part) => {
      const head = headOver(part);
      return head !== null && isColumn(head, wanted);
    };
    if (row.nodeType === 1 && table === null) return [...row.children].filter(isUnderIt).map(fieldOrItself);
    if (table === null || !row.matches(rowKinds)) return [];
    const own = (owner, kinds, around) =>
      [...everything(owner)].filter(
        (node) => node.nodeType === 1 && node.matches(kinds) && closest(above(node), around) === owner,
      );
    const rows = own(table, rowKinds, tableKinds);
    // What has the role of a header may lie in the cell of one (jqGrid).
    const grid = rows.map((each) =>
      own(each, cellKinds, `${rowKinds}, ${cellKinds}`).filter((cell) => cell.getClientRects().length > 0),
    );
    const spans = (cell) => (cell.colSpan ?? 1) !== 1 || (cell.rowSpan ?? 1) !== 1;
    // Above the headers of the columns a table may have its title, over all of them.
    const isHeads = (each = []) => each.length > 1 && each.every((cell) => cell.matches('th, [role=columnheader]'));
    const isTitle = ([cell, ...more], n, all) =>
      cell !== undefined && more.length === 0 && spans(cell) && (isHeads([cell, cell]) || isHeads(all[n + 1]));
    const first = grid.findIndex((each, n, all) => !isTitle(each, n, all));
    const mine = grid[rows.indexOf(row)] ?? [];
    const apart = headsAbove(table, mine);
    if (apart.length > 0 && !mine.some(spans) && (row.rowSpan ?? 1) === 1)
      return apart.flatMap((head, n) => (isColumn(head, wanted) ? [fieldOrItself(mine[n])] : []));
    const heads = grid[first] ?? [];
    // A cell over several columns or rows would be read under the wrong header.
    // The last header may go on where no row has a cell behind those that the headers are over.
    const isWhole = grid.every((each, n) => n < first || each.length === heads.length);
    const goesOn = (cell) => isWhole && isHeads(heads) && cell === heads.at(-1) && cell.rowSpan === 1;
    if (
      [...heads, ...mine].some((cell) => spans(cell) && !goesOn(cell)) ||
      rows[first] === row ||
      !isUnder(mine, heads)
    )
      return [];
    if (grid.some((each, n) => n <= rows.indexOf(row) && each.some((cell) => (cell.rowSpan ?? 1) !== 1))) return [];
    const isDrawn = !table.querySelector('th') && isDrawnHead(heads, grid.slice(first + 1));
    const isHead = (head) =>
      isDrawn || head.matches('th, [role=columnheader]') || above(above(head))?.localName === 'thead';
    if (!heads.every((head) => isHead(head) || plain(textOf(head)) === '')) return [];
    // A style sheet may draw a header over the cells of another column.
    const isOverAnother = (head, own) => !isBeneath(head, own) && mine.some((cell) => isBeneath(head, cell));
    return heads.flatMap((head, n) =>
      isColumn(head, wanted) && mine[n] && !isOverAnother(head, mine[n]) ? [fieldOrItself(mine[n])] : [],
    );
  };

  /** Libraries draw a list or a file field, and keep the native one, or the one with the role, out of sight within. */
  const taking = {
    choose: 'select, [role=combobox], [aria-haspopup=listbox]',
    upload: 'input[type=file]',
  };
  const editorOver = (cell) => {
    let active = cell.ownerDocument.activeElement;
    while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement;
    return active && isField(active) && isSeen(active) && editedCell(active) === cell ? active : null;
  };
  const within = (node, takes) => {
    if (takes === 'keys') return editorOver(node) ?? node;
    if (node.matches(taking[takes])) return node;
    const all = [...everything(node)].filter((part) => part.nodeType === 1 && part.matches(taking[takes]));
    const [part, ...others] = takes === 'upload' ? all : all.filter((each) => each.getClientRects().length > 0);
    if (part !== undefined || takes === 'upload') return others.length === 0 && part ? part : node;
    // A list without a role of its own is the one thing there that takes the focus.
    const [box, ...more] = [...everything(node)].filter(
      (each) => each.nodeType === 1 && each.matches('[tabindex="0"]'),
    );
    return box !== undefined && more.length === 0 && isSeen(box) ? box : node;
  };
  /** Where what is beside a name takes no input, such as a hint, the only field in the box around both is meant. */
  const onlyFieldAround = (node, takes) => {
    const kinds = takes === 'keys' ? fields : taking[takes];
    const all = (at) =>
      [...everything(at)].filter((part) => part !== node && part.nodeType === 1 && part.matches(`${fields}, ${kinds}`));
    for (let at = above(node); at && !at.matches('form, main, body'); at = above(at)) {
      const [field, ...more] = all(at);
      if (field !== undefined) return more.length === 0 && field.matches(kinds) ? field : node;
    }
    return node;
  };
  /** Between the name of an editor and its text there may be a bar of buttons: the next box with a field in it is meant. */
  const behindBar = (node) => {
    const isText = (part) => hasSize(part.getBoundingClientRect()) && !part.matches(ticked);
    for (const next of after(node)) {
      if (isEmpty(next)) continue;
      if (next.nodeType !== 1 || next.matches('label')) return null;
      const [field, ...more] = [...(isField(next) ? [next] : []), ...fieldsIn(next)].filter(isText);
      if (field !== undefined) return more.length === 0 ? field : null;
      if (plain(textOf(next)) !== '') return null;
    }
    return null;
  };
  const bars = 'button, [role=button], [role=toolbar]';
  const isBar = (node) =>
    node.matches('[role=toolbar]') || [...everything(node)].some((part) => part.nodeType === 1 && part.matches(bars));
  const takesNothing = (node) =>
    fieldsIn(node).length === 0 && drawnIn(node).length === 0 && !node.matches('a, button, [role=button], [tabindex]');
  const taker = (node, takes) => {
    const inner = within(node, takes);
    // The name of the file that was chosen may be shown in a field of its own, and a button may be drawn for the field.
    const showsFile = takes === 'upload' && node.matches('[readonly], button, [role=button]');
    const isOther = (takesNothing(node) && !node.matches(fields)) || showsFile;
    if (inner === node && isOther && takes === 'keys' && isBar(node))
      return behindBar(node) ?? onlyFieldAround(node, takes);
    return inner === node && isOther ? onlyFieldAround(node, takes) : inner;
  };
  const found = (root, { kind, text, nth, takes }) => {
    // Of a table that is drawn twice each copy hides the columns that the other one shows.
    const isDrawn = (node) => boxOf(node).checkVisibility({ visibilityProperty: true });
    const placed =
      kind === 'beside' ? beside(root, text) : kind === 'column' ? inColumn(root, text).filter(isDrawn) : null;
    if (placed !== null && takes !== undefined)
      return placed.map((node) => (kind === 'beside' ? taker(node, takes) : within(node, takes)));
    if (placed !== null) return placed;
    const field = fieldsIn(root)[nth - 1];
    return field === undefined ? [] : [field];
  };

  return { found, textBeside };
};
