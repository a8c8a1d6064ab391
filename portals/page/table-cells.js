/* oxlint-disable no-unused-expressions -- the expression is the script */
/* global include */
// Runs inside the portal's page, on a table: its cells by row, as far as people see them. A table that is still being
// filled, or of which only some rows are drawn, gives none.
// Kept as plain script text: it is read from disk and sent to the page as it is.
(table, displayed) => {
  const { above, below, isShown, readValue } = displayed();
  const tableKinds = 'table, [role=table], [role=grid], [role=treegrid]';
  const headers = 'th, [role=columnheader], [role=rowheader]';
  /** Some libraries draw the heads of columns as plain cells of the head of the table. */
  const isHeader = (cell) =>
    cell.matches(headers) || (cell.localName === 'td' && cell.parentElement?.parentElement?.localName === 'thead');
  const within = (node, kind, owner) => {
    const found = [];
    const visit = (parent) => {
      for (const child of below(parent)) {
        if (child.nodeType !== 1) continue;
        if (child.matches(kind)) found.push(child);
        else if (child.shadowRoot || !child.matches(tableKinds) || child === owner) visit(child);
      }
    };
    visit(node);
    return found;
  };
  const drawn = (row) => row.getClientRects().length > 0 && getComputedStyle(row).visibility !== 'hidden';
  const hasLayout = (cell) => cell.getClientRects().length > 0;

  for (let at = table; at; at = above(at))
    if (at.nodeType === 1 && at.getAttribute('aria-busy') === 'true') return undefined;
  const rows = within(table, 'tr, [role=row]', table);
  // Of a list of which only the rows in view are drawn, nothing is known of the others.
  const counted = Number(table.getAttribute('aria-rowcount') ?? 0);
  if (counted < 0 || counted > rows.length) return undefined;
  const read = rows
    .filter((row) => drawn(row) || row.matches('[role=row]:not(tr)'))
    .map((row) =>
      within(row, 'td, th, [role=cell], [role=gridcell], [role=columnheader], [role=rowheader]', row).filter(hasLayout),
    );
  // Below its records a table may have a row with nothing but the control that adds one.
  const words = (node) => node.textContent.replace(/\s+/g, ' ').trim();
  const isControl = ([cell, ...more]) => {
    const parts = cell && more.length === 0 && cell.colSpan > 1 ? [...cell.querySelectorAll('a, button, input')] : [];
    return parts.length === 1 && !parts[0].matches('input') && words(parts[0]) === words(cell);
  };
  if (isControl(read.at(-1) ?? [])) read.pop();
  // Cells over several columns or rows would be read under the wrong header.
  const spans = (cell) =>
    (cell.colSpan ?? 1) !== 1 ||
    (cell.rowSpan ?? 1) !== 1 ||
    !['1', null].includes(cell.getAttribute('aria-colspan')) ||
    !['1', null].includes(cell.getAttribute('aria-rowspan'));
  // The title of a table, of a group of its rows, or a line of pages: one heading over all columns.
  const isTitle = ([cell, ...more]) => cell !== undefined && more.length === 0 && isHeader(cell) && spans(cell);
  const records = read.filter((cells) => !isTitle(cells));
  if (records.flat().some(spans)) return undefined;
  const heads = include('head-of-table.js')({
    above,
    all: (node, selector) => [...node.querySelectorAll(selector)],
  })(table, records[0] ?? []);
  if (heads.length > 0) records.unshift(heads);
  return records.map((cells) =>
    cells.map((cell) => ({
      text: isShown(cell, true) || cell.textContent.trim() === '' ? readValue(cell) : '',
      isHeader: isHeader(cell),
    })),
  );
};
