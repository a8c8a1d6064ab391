// Runs inside the portal's page, in a world of our own, as a selector engine (`selectorEngine`).
// The table itself, where it has a cell for each of the names.
() => {
  const { all, plain } = include('composed-tree.js')();
  const cells = 'th, td, [role=columnheader], [role=rowheader], [role=cell], [role=gridcell]';
  const queryAll = (node, asked) => {
    const texts = new Set(all(node, cells).map((cell) => plain(cell.textContent).toLowerCase()));
    return asked.every((name) => texts.has(plain(name).toLowerCase())) ? [node] : [];
  };
  return { queryAll };
};
