/* oxlint-disable no-unused-expressions -- the expression is the script */
// Runs inside the portal's page, on a table: its cells by row, as far as people see them.
// Kept as plain script text: it is read from disk and sent to the page as it is.
(table) => {
  const text = (cell) =>
    String(cell.innerText ?? cell.textContent)
      .replace(/\s+/g, ' ')
      .trim();
  const shown = (row) => row.getClientRects().length > 0 && getComputedStyle(row).visibility !== 'hidden';
  const rows = [...(table.rows ?? [])].filter(shown).map((row) => [...row.cells]);
  // Cells over several columns or rows would be read under the wrong header.
  if (rows.flat().some((cell) => cell.colSpan !== 1 || cell.rowSpan !== 1)) return undefined;
  return rows.map((cells) => cells.map((cell) => ({ text: text(cell), isHeader: cell.localName === 'th' })));
};
