// Runs inside the portal's page: the tables that it shows, as text, for people who decide by them.
() => {
  const clean = (value) =>
    String(value ?? '')
      .replace(/\s+/g, ' ')
      .trim()
      .slice(0, 1000);
  const shown = (node) => node.getClientRects().length > 0 && getComputedStyle(node).visibility !== 'hidden';
  const labelOf = (table) => {
    const by = (table.getAttribute('aria-labelledby') ?? '').split(/\s+/).filter(Boolean);
    const labels = by.map((id) => document.getElementById(id)?.innerText ?? '').join(' ');
    return clean(table.getAttribute('aria-label') || labels || table.caption?.innerText);
  };
  return [...document.querySelectorAll('table')]
    .filter((table) => shown(table) && table.querySelector('table') === null)
    .slice(0, 40)
    .map((table) => {
      const rows = [...table.rows].slice(0, 200).filter(shown);
      const texts = rows.map((row) => [...row.cells].slice(0, 40).map((cell) => clean(cell.innerText)));
      const hasHeadings = texts.length > 1 && [...rows[0].cells].every((cell) => cell.localName === 'th');
      return {
        name: labelOf(table),
        headings: hasHeadings ? texts[0] : null,
        rows: hasHeadings ? texts.slice(1) : texts,
      };
    })
    .filter(({ rows }) => rows.length > 0);
};
