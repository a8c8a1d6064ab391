// Part of what runs inside the portal's page: what sentences anywhere in the page say of a control that they call by its name,
// such as "To void the bill, press Continue." below the table. Of a sentence, only the clause with the name, and those before
// it that speak of no other press.
(element, name, tree) => {
  const { plain, parentOf, isInside, isRendered, rootOf, is, all, controls, unread, localNameOf } = tree;
  const longest = 240;
  const mostTexts = 5_000;
  const mostControls = 200;
  const shortestName = 3;
  const longestName = 60;
  const unaccented = (text) => text.normalize('NFD').replace(/\p{M}/gu, '');
  const escaped = (text) => unaccented(text).replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
  const isName = (text) => text.length >= shortestName && text.length <= longestName && /\p{L}/u.test(text);
  const quote = '["“”„«»‘’\'‹›]';
  const calls = `(?<![\\p{L}\\p{N}])(?:${include('words').calls})`;
  const pattern = include('patterns');
  const presses = (names) => pattern(`${calls}\\s+(?:\\p{L}+\\s+)?${quote}?(?:${names})(?![\\p{L}\\p{N}])`, 'iu');
  /** What says to press it; what only has its name in quotation marks may say what it does. */
  const pressed = presses(escaped(name));
  const quoted = pattern(`${quote}(?:${escaped(name)})${quote}`, 'u');
  const press = pattern(`${calls}(?![\\p{L}\\p{N}])`, 'iu');
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
  const everywhere = () => {
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
  let others;
  const pressesOther = (text) => {
    if (!press.test(text)) return false;
    others ??= all(rootOf(element), 'button, [role=button], a, input[type=submit], input[type=button]')
      .slice(0, mostControls)
      .map((each) => plain(is(each, 'input') ? each.value : each.textContent))
      .filter((other) => isName(other) && other !== name);
    return others.length > 0 && presses(others.map(escaped).join('|')).test(text) && !isCalled(text);
  };
  return {
    /** What is said of the control, anywhere in the page. */
    toldOf: () => (isName(name) ? everywhere() : []),
    /** A text beside the control without the sentences that say to press another one. */
    withoutOthers: (text) =>
      (text.match(/[^.!?;]+[.!?;]*/g) ?? []).filter((sentence) => !pressesOther(unaccented(sentence))).join(''),
  };
};
