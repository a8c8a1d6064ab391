/* oxlint-disable no-unused-expressions -- the expression is the script */
// Part of what runs inside the portal's page: the headers of a table that has none itself, because a component draws them in a
// table of their own above it, so that they stay while the rows are scrolled; and whether cells are under the headers of their row.
// Kept as plain script text: it is read from disk and sent to the page as it is.
({ above, all, isCutAway = () => false, textIn = (cell) => cell.textContent }) => {
  const tables = 'table, [role=table], [role=grid], [role=treegrid]';
  const heads = 'th, [role=columnheader]';
  const mostAround = 6;
  const isDrawn = (cell) => cell.getClientRects().length > 0;
  const hasText = (cell) => cell.textContent.trim() !== '';
  /** Between a part and the table or row around it there is no other one of the kind: fields may lie in a table of their own. */
  const isOwn = (node, whole, kind) => {
    for (let at = above(node); at && at !== whole; at = above(at))
      if (at.nodeType === 1 && at.matches(kind)) return false;
    return true;
  };
  const fields = 'input, select, textarea';
  /** Under the headers, a field for each column to filter by. */
  const filters = (row, cells) =>
    (above(row)?.localName === 'thead' || /filter/i.test(row.getAttribute('class') ?? '')) &&
    cells.some((cell) => all(cell, fields).length > 0) &&
    cells.every((cell) => all(cell, fields).length > 0 || !hasText(cell));
  /** The last row with nothing but headers; a table with records is none of headers. */
  const headRow = (table) => {
    const cellKinds = `${heads}, td, [role=cell], [role=gridcell]`;
    const rows = all(table, 'tr, [role=row]')
      .filter((row) => isOwn(row, table, tables))
      .map((row) => [row, all(row, cellKinds).filter((cell) => isDrawn(cell) && isOwn(cell, row, cellKinds))])
      .filter(([row, cells]) => !filters(row, cells))
      .map(([, cells]) => cells);
    const last = rows.findLast((cells) => cells.length > 0) ?? [];
    return rows.flat().every((cell) => cell.matches(heads) || !hasText(cell)) && last.some(hasText) ? last : [];
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
    if (cells.length < 2 || all(table, heads).some((cell) => isDrawn(cell) && hasText(cell) && !isCutAway(cell)))
      return [];
    for (let at = above(table), n = 0; at && at.nodeType === 1 && n < mostAround; at = above(at), n += 1) {
      const rows = all(at, tables)
        .filter((other) => (other.compareDocumentPosition(table) & 4) !== 0 && !other.contains(table))
        .map(headRow)
        .filter((row) => row.length > 0);
      if (rows.length === 0) continue;
      const [row = [], ...others] = rows;
      const own = row.slice(0, cells.length);
      // Behind the last column there may be the place of the scroll bar.
      const isWhole = own.length === cells.length && !row.slice(cells.length).some(hasText);
      return others.length === 0 && isWhole && own.every((head, k) => isOver(head, cells[k])) ? own : [];
    }
    return [];
  };
  return { headsAbove, isUnder };
};
