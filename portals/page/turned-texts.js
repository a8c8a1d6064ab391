// Part of what runs inside the portal's page: what a control, and what is around it, is called by turns: by a timer, with the
// pictures of the browser, or by an animation of its style. What each said a moment ago is `left`.
(element, { name, visibleText, context, records }) => {
  const plain = (text) => text.replace(/\s+/g, ' ').trim();
  /** Texts that an animation writes by a style sheet, now or later. */
  const animated = () =>
    document.getAnimations().flatMap(({ effect }) => {
      const frames = effect?.pseudoElement ? effect.getKeyframes().map(({ content }) => content ?? '') : [];
      const texts = frames.map((content) => plain(/^"(.*)"$/s.exec(content)?.[1] ?? '')).filter(Boolean);
      if (texts.length === 0) return [];
      const shown = /^"(.*)"$/s.exec(getComputedStyle(effect.target, effect.pseudoElement).content)?.[1] ?? '';
      return [{ place: effect.target, isPart: false, is: plain(shown), others: texts, left: '' }];
    });
  const isWord = (text) => /\p{L}{2}/u.test(text);
  const found = { own: [], context: [], near: [], left: [] };
  include('watch').watchControl(element);
  const all = [...include('watch').turned(), ...animated()];
  if (all.length === 0) return found;
  const { isInside, labelsOf, referred } = include('composed-tree.js')();
  const names = new Set([plain(element.textContent), name, visibleText]);
  const parts = [element, ...labelsOf(element), ...referred(element, 'aria-labelledby')];
  for (const { place, isPart, is, others, left } of all) {
    const isOwn = parts.some((part) => isInside(part, place)) || (isPart && isInside(place, element) && names.has(is));
    const under = isOwn || !isWord(is) ? [] : context.filter(({ text }) => text.includes(is));
    const instead = (other) => under.map(({ kind, text }) => ({ kind, text: text.replace(is, () => other) }));
    if (isOwn) found.own.push(...others.filter(isWord));
    found.context.push(...others.filter(isWord).flatMap(instead));
    if (records?.near.some((text) => text.includes(is))) {
      found.near.push(...others.filter((text) => /\p{N}{4,}/u.test(text)));
      found.left.push(left);
    }
    if (isWord(left)) found.left.push(...(isOwn ? [left] : instead(left).map(({ text }) => text)));
  }
  return found;
};
