// Part of what runs inside the portal's page: what the row and the column of a control are called.
(element, tree, { describe, tell, titleText }) => {
  const { above, all, attribute, below, controls, is, isInside, previousOf, referred } = tree;
  const rows = 'tr, [role=row]';
  const mostSpanned = 50;
  const cells = 'td, th, [role=cell], [role=gridcell], [role=columnheader], [role=rowheader]';
  /** In a table without a head: the row before that is one cell over all columns. */
  const rowOverAll = (row) => {
    for (let at = previousOf(row); at; at = previousOf(at)) {
      const own = below(at).filter((node) => node.nodeType === 1);
      if (own.length !== 1 || own[0].colSpan <= 1 || all(own[0], controls).length > 0) continue;
      tell('table', titleText(own[0], false, true));
      break;
    }
  };
  /** A cell of a row above that reaches down to this one, and the first one of its other part, which a grid keeps at its edge. */
  const cellsFromOtherRows = (row) => {
    const found = [];
    for (let at = previousOf(row), n = 1; at && n <= mostSpanned; at = previousOf(at), n += 1)
      found.push(...below(at).filter((cell) => cell.nodeType === 1 && cell.rowSpan > n));
    const grid = row.closest(tree.tableKinds);
    for (const name of ['aria-rowindex', 'row-index', 'data-rowindex', 'data-row-index']) {
      const number = attribute(row, name);
      if (grid && number !== null)
        for (const other of all(grid, `[${name}="${CSS.escape(number)}"]`))
          if (other !== row && is(other, rows) && !isInside(other, row)) found.push(all(other, cells)[0]);
    }
    return found.filter(Boolean);
  };
  const rowTitles = (row) => {
    describe(row, 'row');
    rowOverAll(row);
    for (const cell of cellsFromOtherRows(row)) tell('row', titleText(cell));
    const own = below(row).filter((node) => node.nodeType === 1);
    const first = own.find((node) => is(node, cells) || own.length > 1);
    for (const node of own)
      if ((node === first || is(node, 'th, [role=rowheader]')) && !isInside(node, element))
        tell('row', titleText(node));
    // A row whose first cell is a number is of what that column is called.
    if (first !== undefined && !isInside(first, element)) columnTitles(first, 'row head');
  };
  const { headOver, headsAbove, isDrawnHead } = include('head-of-table.js')({ above, all, tables: tree.tableKinds });
  const columnTitles = (cell, kind = 'column') => {
    for (const by of referred(cell, 'headers')) tell(kind, titleText(by, true));
    const row = above(cell);
    const table = cell.closest(tree.tableKinds);
    if (!row || !table) return;
    let column = 0;
    for (const each of below(row).filter((node) => node.nodeType === 1)) {
      if (each === cell) break;
      column += each.colSpan ?? 1;
    }
    const cellsOf = (each) => below(each).filter((node) => node.nodeType === 1 && node.getClientRects().length > 0);
    const own = cellsOf(row);
    const isDrawn = (each) =>
      cellsOf(each).length === own.length && own.length > 1 && isDrawnHead(cellsOf(each), [own]);
    const heads = all(table, 'thead tr, tr:first-child, [role=row]').filter(
      (each) =>
        each !== row &&
        (all(each, 'th, [role=columnheader]').length > 0 || isDrawn(each)) &&
        (each.compareDocumentPosition(row) & 4) !== 0,
    );
    const apart = headsAbove(table, own)[own.indexOf(cell)];
    if (apart !== undefined) tell(kind, titleText(apart, false, true));
    for (const head of heads) {
      let at = 0;
      for (const each of below(head).filter((node) => node.nodeType === 1)) {
        const span = each.colSpan ?? 1;
        if (column >= at && column < at + span && (is(each, 'th, [role=columnheader]') || isDrawn(head)))
          tell(kind, titleText(each, false, true));
        at += span;
      }
    }
  };
  return { cells, headOver, rows, rowTitles, columnTitles };
};
