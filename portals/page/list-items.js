// Runs inside the portal's page, in a world of our own: the entry of a list of cards or lines, without a table, that shows
// exactly a text. It shows no other text of that form, or it could be the entries of several records.
() => {
  const { aboveElement: above, all, below, partOfGrid, shadowOf } = include('composed-tree.js')();
  const unread = new Set(['script', 'style', 'template', 'noscript', 'head', 'select', 'textarea', 'option']);
  const plain = (text) => text.replace(/\s+/g, ' ').trim();
  const formOf = (text) => text.replace(/\p{L}/gu, 'a').replace(/\p{N}/gu, '9');
  const rows = 'tr, [role=row]';
  const firstClass = (node) => node.classList?.[0] ?? '';
  const called = /^(?:[\w]+[-_])*(?:card|item|result|entry|tile|record)(?:[-_]\w+)*$/i;
  const isItem = (node) => {
    if (node.matches('li, [role=listitem], article, [role=article]') || called.test(firstClass(node))) return true;
    const around = above(node);
    if (around === null || node.matches('body, main')) return false;
    return below(around).some(
      (other) =>
        other !== node &&
        other.nodeType === 1 &&
        other.localName === node.localName &&
        firstClass(node) !== '' &&
        firstClass(other) === firstClass(node),
    );
  };
  /** Visits the elements with text of their own, in the order of the page, until one of them is what was looked for. */
  const visit = (node, isFound) => {
    const parts = below(node);
    const own = parts.filter((child) => child.nodeType === 3 && child.data.trim() !== '').map((child) => child.data);
    if (own.length > 0) {
      const all = parts.filter((child) => child.nodeType === 3).map((child) => child.data);
      if (isFound(node, [plain(all.join('')), ...(own.length > 1 ? own.map(plain) : [])])) return true;
    }
    return parts.some((child) => child.nodeType === 1 && !unread.has(child.localName) && visit(child, isFound));
  };
  const holds = (node, inner) => {
    for (let at = inner; at; at = above(at)) if (at === node) return true;
    return false;
  };
  const showsAnother = (item, wanted) => {
    const form = formOf(wanted);
    // A letter or digit may be two units long.
    const isOther = (text) =>
      text.length >= form.length && text.length <= 2 * form.length && text !== wanted && formOf(text) === form;
    return visit(item, (_node, texts) =>
      texts.some((text) => isOther(text) || text.split(/[^\p{L}\p{N}_-]+/u).some(isOther)),
    );
  };
  /** Where the text is seen outside of tables. */
  const placesOf = (root, wanted) => {
    const places = [];
    visit(root, (node, [text]) => {
      if (text === wanted && node.checkVisibility({ visibilityProperty: true })) places.push(node);
      return false;
    });
    return places.filter((node) => {
      for (let at = node; at; at = above(at)) if (at.matches(rows)) return false;
      return true;
    });
  };
  /** What makes an entry of a line whose name is its own text: `<li>Proof of delivery <a>Download</a></li>`. */
  const pressed = 'a[href], button, input, [role=button], [role=link]';
  /** One of several lines with something to press in each: what is around them is their list, such as a card with files. */
  const isLine = (node) => {
    const isKind = (other) => other.nodeType === 1 && other.localName === node.localName && isSaid(other);
    const isSaid = (other) =>
      (other.matches('li, [role=listitem]') || called.test(firstClass(other))) && all(other, pressed).length > 0;
    return isKind(node) && below(above(node)).filter(isKind).length > 1;
  };
  /** The largest entry around a place that is of this text alone. */
  const entryOf = (place, wanted) => {
    let entry = null;
    for (let at = place; at && !at.matches('body, main, table, [role=grid], [role=table]'); at = above(at)) {
      if (showsAnother(at, wanted)) break;
      if ((at !== place || all(at, pressed).length > 0) && isItem(at)) entry = at;
      if (entry === at && isLine(at)) break;
    }
    return entry;
  };
  const entriesOf = (root, wanted) => [
    ...new Set(
      placesOf(root, wanted)
        .map((place) => entryOf(place, wanted))
        .filter((entry) => entry !== null),
    ),
  ];
  /** Cells of a grid that draws each column in a box of its own. */
  const rowlessCells = '[role=gridcell][aria-rowindex]:not([role=row] *, tr *)';
  const besides = (cell) => {
    const grid = closestGrid(cell);
    const number = cell.getAttribute('aria-rowindex');
    return (grid === null ? [] : all(grid, rowlessCells)).filter(
      (other) => other.getAttribute('aria-rowindex') === number && closestGrid(other) === grid && isBeside(cell, other),
    );
  };
  const cells = 'td, th, [role=cell], [role=gridcell], [role=rowheader]';
  const typed = 'input[readonly]:not([type=hidden], [type=checkbox], [type=radio]), textarea[readonly]';
  const boxOfText = (text) => {
    const range = text.ownerDocument.createRange();
    range.selectNodeContents(text);
    return range.getBoundingClientRect();
  };
  const textsIn = (node) =>
    below(node).flatMap((part) =>
      part.nodeType === 3 ? [part] : part.nodeType === 1 && !unread.has(part.localName) ? textsIn(part) : [],
    );
  /** A button's own words are none of the line, but a figure on it is seen as a part of the number. */
  const hasWords = (text) =>
    /\p{N}/u.test(text.data) || (/\p{L}/u.test(text.data) && text.parentElement?.closest('button') === null);
  /** The elements of a cell that have a text as a line of their own, with no other words beside it: "0412708839 / Dayton to Akron". */
  const linesOf = (cell, wanted) => {
    if (!cell.textContent.includes(wanted)) return [];
    const texts = textsIn(cell).filter((text) => text.parentElement?.checkVisibility({ visibilityProperty: true }));
    const isBesideWords = (line, box) =>
      texts.some((text) => {
        if (text === line || !hasWords(text)) return false;
        const other = boxOfText(text);
        const shared = Math.min(box.bottom, other.bottom) - Math.max(box.top, other.top);
        return shared > Math.min(box.height, other.height) / 2;
      });
    return texts
      .filter((text) => plain(text.data) === wanted && !isBesideWords(text, boxOfText(text)))
      .map((text) => text.parentElement);
  };
  /** Rows that have no role, because the tables of a grid have none, and those with the text in a field or in a line of a cell. */
  const rowsShowing = (root, wanted) => {
    const isHere = (row, cell) => {
      const text = plain(cell.textContent);
      const [field, ...more] = text === '' ? all(cell, typed) : [];
      if (text === '') return field?.value === wanted && more.length === 0;
      if (text === wanted) return row.closest(partOfGrid);
      return text.includes(wanted) && linesOf(cell, wanted).length > 0 && !showsAnother(row, wanted);
    };
    return [
      ...all(root, rows).filter((row) =>
        all(row, cells).some((cell) => cell.closest(rows) === row && isHere(row, cell)),
      ),
      ...all(root, rowlessCells)
        .filter((cell) => plain(cell.textContent) === wanted)
        .flatMap(besides),
      ...all(root, '*').flatMap((node) => (shadowOf(node) ? rowsShowing(shadowOf(node), wanted) : [])),
    ];
  };
  /**
   * @param seenText what people see of an element
   * @returns what is wrong with the entry of the element; null when it is the one of this text, and of no table row
   */
  const faultOf = (element, wanted, seenText) => {
    const entries = entriesOf(element.ownerDocument.body, wanted);
    if (entries.length > 1) return `${entries.length} entries that show it`;
    const [entry] = entries;
    if (entry === undefined || !holds(entry, element)) return 'not in a row';
    const ownText = (place) =>
      below(place)
        .filter((part) => part.nodeType === 1)
        .reduce((text, part) => text.replace(seenText(part), ''), seenText(place));
    if (!placesOf(entry, wanted).some((place) => plain(ownText(place)) === wanted)) return 'no text that people see';
    for (let at = element; at && at !== entry; at = above(at)) if (at.matches(rows)) return 'in a row of its own';
    return null;
  };
  const grids = '[role=table], [role=grid], [role=treegrid]';
  const closestGrid = (node) => {
    for (let at = above(node); at; at = above(at)) if (at.matches(grids)) return at;
    return null;
  };
  const rowsOf = (root, number) => [
    ...all(root, `[role=row][aria-rowindex="${number}"]`),
    ...[...all(root, '*')].flatMap((node) => (shadowOf(node) ? rowsOf(shadowOf(node), number) : [])),
  ];
  const isBeside = (one, other) => {
    const [a, b] = [one.getBoundingClientRect(), other.getBoundingClientRect()];
    return a.height > 0 && b.height > 0 && Math.abs(a.top - b.top) <= 2 && Math.abs(a.bottom - b.bottom) <= 2;
  };
  const mostAround = 5;
  /** What its cells say, in whatever order. */
  const wordsOf = (row) =>
    [...row.children]
      .map((cell) => cell.textContent.replace(/\s+/g, ' ').trim())
      .toSorted((one, other) => (one < other ? -1 : 1))
      .join('\n')
      .trim();
  /** Whether people see nothing of a cell: it is scrolled out of its box, or lies under what is drawn over it. */
  const isUnseen = (cell) => {
    const { left, right, top, bottom } = cell.getBoundingClientRect();
    const hit = cell.getRootNode().elementFromPoint((left + right) / 2, (top + bottom) / 2);
    return hit === null || !cell.parentNode.contains(hit);
  };
  /**
   * Some draw only the columns that stay in place again (layui): the first or the last cells of the row, which say the very same
   * as those of it that nobody sees.
   */
  const isEndOfRow = (few, row) => {
    const [some, whole] = [[...few.children], [...row.children]];
    if (some.length === 0 || some.length >= whole.length) return false;
    const same = (cells) =>
      some.every((cell, n) => plain(cell.textContent) === plain(cells[n].textContent) && isUnseen(cells[n]));
    return same(whole.slice(0, some.length)) || same(whole.slice(-some.length));
  };
  /**
   * A table with columns that stay in place may be drawn again over them, with all its cells, of which people see only these:
   * rows whose cells say the very same, side by side.
   */
  const copiesOfRow = (row) => {
    const table = row.closest('table');
    if (table === null || wordsOf(row) === '') return [];
    const found = (is) => {
      for (let at = above(table), n = 0; at?.nodeType === 1 && n < mostAround; at = above(at), n += 1) {
        const others = [...all(at, 'tr')].filter(
          (other) => !table.contains(other) && isBeside(row, other) && is(other),
        );
        if (others.length > 0) return others;
      }
      return [];
    };
    const [whole] = found((other) => isEndOfRow(row, other));
    if (whole !== undefined) return [whole, ...copiesOfRow(whole).filter((other) => other !== row)];
    return found((other) => wordsOf(other) === wordsOf(row) || isEndOfRow(other, row));
  };
  /**
   * The other parts of a row that a grid draws in pieces, because some of its columns stay in place while the others are scrolled: they
   * have the same number in their grid, and people see them side by side. @returns without the row itself
   */
  const partsOfRow = (row) => {
    const number = row.matches('[role=row]') ? row.getAttribute('aria-rowindex') : null;
    const grid = number !== null && /^\d+$/.test(number) ? closestGrid(row) : null;
    if (grid === null) return row.localName === 'tr' ? copiesOfRow(row) : [];
    return rowsOf(grid, number).filter((other) => other !== row && closestGrid(other) === grid && isBeside(row, other));
  };
  /**
   * Grids have one editor for all of their cells, outside of them, which opens over the one that is written into.
   * @returns the cell over which a field that has the focus begins, and which it covers; null where there is none
   */
  const editedCell = (field) => {
    const mostOff = 6;
    const root = field.getRootNode();
    if (root.activeElement !== field || field.readOnly || field.disabled) return null;
    const box = field.getBoundingClientRect();
    const below = root.elementsFromPoint(box.left + box.width / 2, box.top + Math.min(box.height / 2, mostOff + 2));
    const cell = below.find((node) => node.matches('td, [role=cell], [role=gridcell]'));
    if (cell === undefined || cell.contains(field)) return null;
    const own = cell.getBoundingClientRect();
    const begins = Math.abs(own.left - box.left) <= mostOff && Math.abs(own.top - box.top) <= mostOff;
    const isFull = box.right >= own.right - Math.max(mostOff, own.width / 5) && box.bottom >= own.top + own.height / 2;
    return begins && isFull ? cell : null;
  };
  const entries = (root, text) => [...rowsShowing(root, text), ...entriesOf(root, text)];
  /** A row of the layout around a table says what the rows of that table say, and is none of them. */
  const isAround = (row, wanted) => {
    const saying = all(row, cells).filter((cell) => plain(cell.textContent) === wanted);
    return saying.length > 0 && saying.every((cell) => cell.closest(rows) !== row);
  };
  const parts = (row, wanted) => (row.nodeType !== 1 || isAround(row, wanted) ? [] : [row, ...partsOfRow(row)]);
  /** The element itself, unless it lies in a cell that nobody sees of a row that is drawn in parts: another part has it again. */
  const drawn = (node) => {
    const row = node.closest('tr');
    const cell = node.closest('td, th');
    return row === null || cell === null || partsOfRow(row).length === 0 || !isUnseen(cell) ? [node] : [];
  };
  return { besides, drawn, editedCell, entries, faultOf, linesOf, parts, partsOfRow, rowlessCells, showsAnother };
};
