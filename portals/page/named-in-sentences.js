// Part of what runs inside the portal's page: what sentences anywhere in the page say of a control that they call by its name,
// such as "To void the bill, press Continue." below the table. Of a sentence, only the clause with the name, and those before
// it that speak of no other press.
(element, name, tree) => {
  const { plain, parentOf, isInside, isRendered, rootOf, is, controls, unread, localNameOf } = tree;
  const longest = 240;
  const mostTexts = 5_000;
  const shortestName = 3;
  if (name.length < shortestName || name.length > 60) return [];
  const unaccented = (text) => text.normalize('NFD').replace(/\p{M}/gu, '');
  const quote = '["“”„«»‘’\'‹›]';
  const escaped = unaccented(name).replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
  /** What says to press it; what only has its name in quotation marks may say what it does. */
  const pressed = new RegExp(
    `(?<![\\p{L}\\p{N}])(?:${include('words').calls})\\s+(?:\\p{L}+\\s+)?${quote}?(?:${escaped})(?![\\p{L}\\p{N}])`,
    'iu',
  );
  const quoted = new RegExp(`${quote}(?:${escaped})${quote}`, 'u');
  const press = new RegExp(`(?<![\\p{L}\\p{N}])(?:${include('words').calls})(?![\\p{L}\\p{N}])`, 'iu');
  const isCalled = (text) => text.includes(unaccented(name)) && (pressed.test(text) || quoted.test(text));
  const blocks =
    'p, li, td, th, dd, dt, div, small, footer, aside, figcaption, blockquote, section, article, label, body';
  const clauseOf = (sentence) => {
    const clauses = sentence.split(/(?<=[,;:])\s+/);
    const at = clauses.findLastIndex((clause) => isCalled(unaccented(clause)));
    let from = at;
    while (from > 0 && !press.test(unaccented(clauses[from - 1]))) from -= 1;
    return clauses.slice(from, at + 1).join(' ');
  };
  const found = new Set();
  let count = 0;
  for (const root of new Set([rootOf(element), element.ownerDocument])) {
    const walker = element.ownerDocument.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node && count < mostTexts; node = walker.nextNode()) {
      count += 1;
      if (!node.data.includes(name)) continue;
      const block = node.parentElement?.closest(blocks);
      if (!block || isInside(element, node) || unread.has(localNameOf(parentOf(node)))) continue;
      if (node.parentElement.closest(controls) !== null && !is(node.parentElement, 'label, label *')) continue;
      const text = plain(block.textContent);
      if (text === name || text.length > 4 * longest || !isRendered(block)) continue;
      for (const sentence of text.match(/[^.!?]+[.!?]*/g) ?? [])
        if (isCalled(unaccented(sentence))) found.add(clauseOf(sentence));
    }
  }
  return [...found].filter((text) => text.length <= longest);
};
