// Runs inside the portal's page: the part of it that people see under a title, where nothing but the title says so (a heading
// with what follows it, a card, a row of a table that is but a title).
() => {
  const { aboveElement: above, all, is, isInside, isRendered, plain, shadowOf } = include('composed-tree.js')();
  const headings = 'h1, h2, h3, h4, h5, h6, [role=heading]';
  const pressed = 'a, button, input, select, textarea, label, option, nav, [role=button], [role=link], [role=tab]';
  const calledTitle = /(?:^|[-_])(?:title|heading|header|head|hdr|caption|legend)(?:$|[-_])/i;
  const isHeading = (node) => is(node, headings);
  const rankOf = (node) => Number(node.getAttribute('aria-level') ?? /^h(\d)$/.exec(node.localName)?.[1] ?? 2);
  /** A cell over the whole row, as forms in tables have their titles. */
  const isOwnRow = (node) => is(node, 'td, th') && node.parentElement.children.length === 1;
  const look = (node) => {
    const { fontSize, fontWeight } = getComputedStyle(node);
    return [node.localName, node.className, fontSize, fontWeight].join(' ');
  };
  /** Text that is set off by how it is called or drawn; a name with a colon has its value beside it. */
  const isDrawnTitle = (node) => {
    if (is(node, 'td, th, tr, table, body, main, form, html') && !isOwnRow(node)) return false;
    if (plain(node.textContent).endsWith(':')) return false;
    for (let at = node; at; at = above(at)) {
      if (is(at, 'summary, [aria-expanded]')) return true;
      if (is(at, pressed)) return false;
    }
    const style = getComputedStyle(node);
    const isLarger = parseFloat(style.fontSize) > parseFloat(getComputedStyle(above(node) ?? node).fontSize);
    return (
      [node, above(node)].some((each) => [...(each?.classList ?? [])].some((word) => calledTitle.test(word))) ||
      Number(style.fontWeight) >= 600 ||
      isLarger
    );
  };
  const everywhere = (root, kinds) => [
    ...all(root, kinds),
    ...all(root, '*').flatMap((node) => (shadowOf(node) ? everywhere(shadowOf(node), kinds) : [])),
  ];
  const innermost = (nodes) => nodes.filter((node) => !nodes.some((other) => other !== node && node.contains(other)));
  /** The titles with a text; drawn ones only where no heading has it. */
  const titlesOf = (root, text) => {
    const withoutCount = (said) => said.replace(/\s*(?:\(\d{1,3}\+?\)|\d{1,3}\+?)$/, '');
    const saying = (nodes, said) => nodes.filter((node) => said(plain(node.textContent)) === text && isRendered(node));
    const shown = (nodes) => {
      const exact = saying(nodes, (said) => said);
      return exact.length > 0 ? exact : saying(nodes, withoutCount);
    };
    const found = shown(everywhere(root, headings));
    return found.length > 0 ? found : innermost(shown(everywhere(root, '*'))).filter(isDrawnTitle);
  };
  /** Where another part begins: the titles of its kind, and those above it. */
  const othersOf = (root, title) => {
    const rank = rankOf(title);
    const isOther = isHeading(title) ? (node) => rankOf(node) <= rank : (node) => look(node) === look(title);
    return everywhere(root, isHeading(title) ? headings : title.localName).filter(
      (node) => node !== title && !isInside(title, node) && isRendered(node) && isOther(node),
    );
  };
  const says = (node) =>
    is(node, 'input, select, textarea') ||
    [...node.childNodes].some((part) => part.nodeType === 3 && plain(part.data) !== '');
  /** Whether a box around a title shows more than the title and what can be pressed beside it. */
  const hasMore = (box, title) =>
    [box, ...everywhere(box, '*')].some(
      (node) =>
        says(node) &&
        !isInside(title, node) &&
        node.closest('a, button, script, style, template') === null &&
        isRendered(node),
    );
  /** The elements of a part: the box that the title has for itself, or those that follow the title up to the next one. */
  const partOf = (root, title) => {
    const others = othersOf(root, title);
    const holdsOther = (node) => others.some((other) => isInside(node, other));
    let box = title;
    for (let at = above(title); at && !is(at, 'body, main, html') && !holdsOther(at); at = above(at)) box = at;
    if (hasMore(box, title)) return [box];
    const part = [box];
    for (let next = box.nextElementSibling; next && !holdsOther(next); next = next.nextElementSibling) part.push(next);
    return part;
  };
  const parts = new Map();
  const partsCalled = (root, text) =>
    parts.get(text) ??
    parts
      .set(
        text,
        titlesOf(root, text).map((title) => [title, partOf(root, title)]),
      )
      .get(text);
  /** Whether people see an element under a title with a text, which it may not be itself. */
  const isUnder = (element, text) =>
    partsCalled(element.ownerDocument, plain(text)).some(
      ([title, part]) =>
        !isInside(title, element) &&
        part.some((node) => isInside(node, element)) &&
        element.getBoundingClientRect().bottom > title.getBoundingClientRect().top,
    );
  /** What was found of the page before is forgotten. */
  const begin = () => parts.clear();
  return { begin, isUnder };
};
