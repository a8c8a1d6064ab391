// Part of what runs inside the portal's page: the headers of a table that has none itself, because a component draws them in a
// table of their own above it, so that they stay while the rows are scrolled; and whether cells are under the headers of their row.
({ above, all, isCutAway = () => false, tables, textIn = (cell) => cell.textContent }) => {
  const heads = 'th, [role=columnheader]';
  const mostAround = 6;
  /** Of two parts of a table, one may have the place of a scroll bar. */
  const mostBar = 20;
  const isDrawn = (cell) => cell.getClientRects().length > 0;
  const isSeen = (part) => part.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  const hasText = (cell) => cell.textContent.trim() !== '';
  /** A table that is scrolled may keep its headers, in parts without a height, so that its columns are as wide as those above. */
  const showsText = (cell) =>
    isDrawn(cell) &&
    [cell, ...all(cell, '*')].some(
      (part) =>
        [...part.childNodes].some((node) => node.nodeType === 3 && hasText(node)) && !isCutAway(part) && isSeen(part),
    );
  /** Between a part and the table or row around it there is no other one of the kind: fields may lie in a table of their own. */
  const isOwn = (node, whole, kind) => {
    for (let at = above(node); at && at !== whole; at = above(at))
      if (at.nodeType === 1 && at.matches(kind)) return false;
    return true;
  };
  const fields = 'input, select, textarea';
  /** Whether a row is under the headers and has a field for each column to filter by. */
  const isOfFilters = (row, cells) =>
    (above(row)?.localName === 'thead' || /filter/i.test(row.getAttribute('class') ?? '')) &&
    cells.some((cell) => all(cell, fields).length > 0) &&
    cells.every((cell) => all(cell, fields).length > 0 || !hasText(cell));
  /** The last row with nothing but headers; a table with records is none of headers. */
  const headRow = (table) => {
    const cellKinds = `${heads}, td, [role=cell], [role=gridcell]`;
    const rows = all(table, 'tr, [role=row]')
      .filter((row) => isOwn(row, table, tables))
      .map((row) => [row, all(row, cellKinds).filter((cell) => isDrawn(cell) && isOwn(cell, row, cellKinds))])
      .filter(([row, cells]) => !isOfFilters(row, cells))
      .map(([, cells]) => cells);
    const last = rows.findLast((cells) => cells.length > 0) ?? [];
    return rows.flat().every((cell) => cell.matches(heads) || !hasText(cell)) && last.some(hasText) ? last : [];
  };
  /** Plain cells that are the only row of a table of their own, which is called one of headers and has a ground of its own. */
  const plainHeads = (table, cells, whole) => {
    const rows = all(table, 'tr')
      .map((row) => all(row, 'td').filter(isDrawn))
      .filter((row) => row.length > 0);
    const [row = [], ...others] = rows;
    const isApart = row.every((head) => cells.every((cell) => groundIn(head, whole) !== groundIn(cell, whole)));
    return others.length === 0 && row.some(hasText) && row.every(isCalledHead) && isApart ? row : [];
  };
  const isBeneath = (head, cell) => {
    const [one, other] = [head.getBoundingClientRect(), cell.getBoundingClientRect()];
    const middle = one.left + one.width / 2;
    return middle >= other.left - 1 && middle <= other.right + 1;
  };
  const isOver = (head, cell) =>
    head.getBoundingClientRect().bottom <= cell.getBoundingClientRect().bottom && isBeneath(head, cell);
  /** Behind the last column the row or its headers may have cells without a text, such as a button that adds a column. */
  const isUnder = (cells, row) => {
    const count = Math.min(cells.length, row.length);
    if (cells.length === row.length) return true;
    // A menu of the row may have words for screen readers alone.
    const isRestEmpty = [...cells.slice(count), ...row.slice(count)].every(
      (cell) => !hasText(cell) || textIn(cell) === '',
    );
    return isRestEmpty && row.slice(0, count).every((head, k) => isBeneath(head, cells[k]));
  };
  /** @param cells those of one row of the table @returns a header for each of them; none where that is not clear */
  const headsAbove = (table, cells) => {
    // An empty table says so in one cell over all columns.
    const only = cells.length === 1 && cells[0].colSpan > 1 ? cells[0] : null;
    const count = only === null ? cells.length : only.colSpan;
    if (count < 2 || all(table, heads).some(showsText)) return [];
    const isAbove = (row) => (only === null ? row.every((head, k) => isOver(head, cells[k])) : isOver(row[0], only));
    for (let at = above(table), n = 0; at && at.nodeType === 1 && n < mostAround; at = above(at), n += 1) {
      const rows = all(at, tables)
        .filter((other) => (other.compareDocumentPosition(table) & 4) !== 0 && !other.contains(table))
        .map((other) => (headRow(other).length > 0 ? headRow(other) : plainHeads(other, cells, at)))
        .filter((row) => row.length > 0);
      if (rows.length === 0) continue;
      const [row = [], ...others] = rows;
      const own = row.slice(0, count);
      // Behind the last column there may be the place of the scroll bar.
      const isWhole = own.length === count && !row.slice(count).some(hasText);
      return others.length === 0 && isWhole && isAbove(own) ? own : [];
    }
    return only === null ? lineOver(table, cells) : [];
  };
  /** The headers that are drawn in a table of their own above a table. */
  const headsOver = (table) => {
    const cells = all(table, 'tr, [role=row]')
      .map((row) => [...row.children].filter((cell) => cell.getBoundingClientRect().height > 0))
      .find((each) => (each.length > 1 || each[0]?.colSpan > 1) && !isCutAway(each[0]) && isSeen(each[0]));
    return cells === undefined ? [] : headsAbove(table, cells);
  };
  /** Whether a table holds nothing but the headers of another one. */
  const isOfHeads = (table) => {
    for (let at = above(table), n = 0; at && n < mostAround; at = above(at), n += 1)
      for (const other of all(at, tables))
        if (!table.contains(other) && headsOver(other).some((head) => table.contains(head))) return true;
    return false;
  };
  /** Whether a table holds nothing but the totals of another one before it, in a table of their own so that they stay in place. */
  const isOfTotals = (table) => {
    const rows = all(table, 'tr').filter((row) => isDrawn(row) && isOwn(row, table, tables));
    if (rows.length === 0 || rows.some((row) => above(row).localName !== 'tfoot')) return false;
    for (let at = above(table), n = 0; at && at.nodeType === 1 && n < mostAround; at = above(at), n += 1) {
      const before = all(at, tables).filter(
        (other) => (other.compareDocumentPosition(table) & 4) !== 0 && !other.contains(table),
      );
      if (before.length > 0) {
        const [one, other] = [table, before.at(-1)].map((each) => each.getBoundingClientRect());
        return Math.abs(one.left - other.left) <= 1 && Math.abs(one.width - other.width) <= mostBar;
      }
    }
    return false;
  };
  /** Whether another table goes on right below a table that has no record, with rows that do not fit its headers. */
  const goesOnBelow = (table) => {
    const own = table.getBoundingClientRect();
    const follows = (other) => {
      const box = other.getBoundingClientRect();
      const isNext = Math.abs(box.top - own.bottom) <= 4 && Math.abs(box.left - own.left) <= 1;
      return isNext && Math.abs(box.width - own.width) <= mostBar;
    };
    for (let at = above(table), n = 0; at && at.nodeType === 1 && n < mostAround; at = above(at), n += 1)
      for (const other of all(at, tables))
        if (!other.contains(table) && !table.contains(other) && follows(other))
          return all(other, 'td, [role=cell], [role=gridcell]').some((cell) => isDrawn(cell) && hasText(cell));
    return false;
  };
  /** The style of the text of a cell: that of the part that holds all of it. */
  const textStyle = (cell) => {
    let at = cell;
    for (let [only] = at.children; only?.textContent.trim() === at.textContent.trim(); [only] = at.children) at = only;
    return getComputedStyle(at);
  };
  const isStrong = (cell) => Number(textStyle(cell).fontWeight) >= 600;
  const groundWithin = (cell, isEnd) => {
    for (let at = cell; at && at.nodeType === 1 && !isEnd(at); at = above(at)) {
      const { backgroundColor, backgroundImage } = getComputedStyle(at);
      if (backgroundColor !== 'rgba(0, 0, 0, 0)' || backgroundImage !== 'none')
        return backgroundColor + backgroundImage;
    }
    return '';
  };
  const groundOf = (cell) => groundWithin(cell, (at) => at.matches(tables));
  const groundIn = (cell, whole) => groundWithin(cell, (at) => at === whole);
  /** How the text of a cell is set off from that of others. */
  const lookOf = (cell) => {
    const { color, fontWeight } = textStyle(cell);
    return [groundOf(cell), color, fontWeight].join(' ');
  };
  const calledHead = /(?:^|[-_\s])(?:head|header|heading|hdr|title)/i;
  const isCalledHead = (cell) =>
    [cell, above(cell)].some((node) => calledHead.test(node?.getAttribute?.('class') ?? ''));
  /** Old tables have bold cells as heads, or a first row of that class on a ground of its own, and none that are called so. */
  const isDrawnHead = (row, others) => {
    const said = row.filter(hasText);
    const isOnOwnGround = (cell) => others.flat().every((other) => groundOf(other) !== groundOf(cell));
    return said.length > 0 && (said.every(isStrong) || said.every((cell) => isCalledHead(cell) && isOnOwnGround(cell)));
  };
  const boxed = (node) => [...node.children].filter(isDrawn);
  /** A line of headers that is drawn with boxes alone above a line, or a table, with these cells; none where that is not clear. */
  const lineOver = (from, cells) => {
    if (cells.length < 2 || cells.every((cell) => !hasText(cell) || isStrong(cell))) return [];
    for (let at = from, n = 0; at && at.nodeType === 1 && n < 3; at = above(at), n += 1) {
      const found = [];
      for (let line = at.previousElementSibling; line; line = line.previousElementSibling) {
        let heads = boxed(line);
        if (heads.length === 1) heads = boxed(heads[0]);
        // Behind the last column there may be the place of the scroll bar.
        if (heads.length > cells.length && !heads.slice(cells.length).some(hasText))
          heads = heads.slice(0, cells.length);
        const fits = heads.length === cells.length && heads.every((head, k) => isOver(head, cells[k]));
        if (fits && isDrawnHead(heads, [cells])) found.push(heads);
      }
      if (found.length > 0) return found.length === 1 ? found[0] : [];
    }
    return [];
  };
  /** What is over a part of a line of boxes. */
  const headOver = (part) => {
    const line = above(part);
    const cells = line === null ? [] : boxed(line);
    return cells.includes(part) ? (lineOver(line, cells)[cells.indexOf(part)] ?? null) : null;
  };
  return {
    goesOnBelow,
    headOver,
    headsAbove,
    headsOver,
    isBeneath,
    isDrawnHead,
    isOfFilters,
    isOfHeads,
    isOfTotals,
    isStrong,
    isUnder,
    lookOf,
  };
};
