/* oxlint-disable no-unused-expressions -- the expression is the script */
// Part of what runs inside the portal's page: the headers of a table that has none itself, because a component draws them in a
// table of their own above it, so that they stay while the rows are scrolled.
// Kept as plain script text: it is read from disk and sent to the page as it is.
({ above, all }) => {
  const tables = 'table, [role=table], [role=grid], [role=treegrid]';
  const heads = 'th, [role=columnheader]';
  const mostAround = 6;
  const isDrawn = (cell) => cell.getClientRects().length > 0;
  const hasText = (cell) => cell.textContent.trim() !== '';
  /** The last row with nothing but headers; a table with records is none of headers. */
  const headRow = (table) => {
    const rows = all(table, 'tr, [role=row]').map((row) =>
      all(row, `${heads}, td, [role=cell], [role=gridcell]`).filter(isDrawn),
    );
    const last = rows.findLast((cells) => cells.length > 0) ?? [];
    return rows.flat().every((cell) => cell.matches(heads) || !hasText(cell)) && last.some(hasText) ? last : [];
  };
  const isOver = (head, cell) => {
    const [one, other] = [head.getBoundingClientRect(), cell.getBoundingClientRect()];
    const middle = one.left + one.width / 2;
    return one.bottom <= other.bottom && middle >= other.left - 1 && middle <= other.right + 1;
  };
  /** @param cells those of one row of the table @returns a header for each of them; none where that is not clear */
  return (table, cells) => {
    if (cells.length < 2 || all(table, heads).some((cell) => isDrawn(cell) && hasText(cell))) return [];
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
};
