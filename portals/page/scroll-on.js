// Runs inside the portal's page, in a world of our own: scrolls a list on by most of its height, as far as it goes.
(subject) => {
  const { aboveElement: above, all, shadowOf } = include('composed-tree.js')();
  const page = document.scrollingElement ?? document.documentElement;
  const goesOn = (node) => node.scrollHeight - node.clientHeight > 1;
  const scrolls = (node) =>
    node === page ? goesOn(node) : goesOn(node) && /auto|scroll|overlay/.test(getComputedStyle(node).overflowY);
  const inside = (root) => all(root, '*').flatMap((node) => [node, ...(shadowOf(node) ? inside(shadowOf(node)) : [])]);
  const size = ({ clientWidth, clientHeight }) => clientWidth * clientHeight;
  const largest = (nodes) => nodes.filter(scrolls).toSorted((one, other) => size(other) - size(one))[0];
  const around = (node) => (node === null || node === page ? null : scrolls(node) ? node : around(above(node)));
  const isPage = subject.nodeType !== 1;
  // The head of a grid stays where it is; its rows are scrolled.
  const inGrid = (node) => {
    for (let at = above(node); at; at = above(at))
      if (at.matches('[role=grid], [role=treegrid], [role=table], [role=listbox]')) return largest([at, ...inside(at)]);
    return undefined;
  };
  const list = isPage
    ? scrolls(page)
      ? page
      : largest(inside(document))
    : scrolls(subject)
      ? subject
      : (largest(inside(subject)) ?? around(above(subject)) ?? inGrid(subject) ?? page);
  if (list === undefined) return false;
  const before = list.scrollTop;
  const step = Math.max(40, 0.8 * list.clientHeight);
  // A page that fetches more when the end comes into sight has to have seen it out of sight: it is not reached at once.
  const leastHalved = 80;
  const rest = list.scrollHeight - list.clientHeight - before;
  list.scrollBy({ top: rest > step ? step : rest > leastHalved ? rest / 2 : step, behavior: 'instant' });
  return list.scrollTop !== before;
};
