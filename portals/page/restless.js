// Runs inside the portal's page, in a world of our own, from the first look at the document on: which texts do not hold still.
// One that has become another and then again what it was before turns: which of them is read is chance.
() => {
  const sampleMs = 40;
  /** A figure that has become another one has to stand for so long; one that turns, for so many times its longest stand. */
  const [standMs, stands] = [600, 3];
  const [mostChanges, mostSubjects, mostWords, longestText] = [200, 40, 30, 5000];
  const plain = (text) => text.replace(/\s+/g, ' ').trim();
  const isFigure = (text) => /\p{N}/u.test(text);

  /** What a document changed in its texts, whoever is watched. */
  const changes = [];
  const changed = (node, was, is) => {
    if (was === is || was === '' || is === '') return;
    changes.push({ node: new WeakRef(node), was, is, at: performance.now() });
    if (changes.length > mostChanges) changes.shift();
  };
  const textOf = (nodes) => {
    let text = '';
    for (const node of nodes) if (text.length < longestText) text += ` ${node.textContent}`;
    return plain(text);
  };
  const observer = new MutationObserver((records) => {
    for (const { type, target, oldValue, addedNodes, removedNodes } of records)
      if (type === 'characterData') changed(target, plain(oldValue), plain(target.data));
      else if (removedNodes.length > 0 && addedNodes.length > 0)
        changed(target, textOf(removedNodes), textOf(addedNodes));
  });
  const observed = new WeakSet();
  const observe = (root) => {
    if (observed.has(root)) return;
    observed.add(root);
    observer.observe(root, { characterData: true, characterDataOldValue: true, childList: true, subtree: true });
  };
  observe(document);

  const shown = (element) =>
    plain(
      /^(?:input|textarea|select)$/.test(element.localName)
        ? element.value
        : (element.innerText ?? element.textContent),
    );
  const watched = new Map();
  let timer;
  const sample = () => {
    for (const [element, it] of watched) {
      if (!element.isConnected) continue;
      const is = shown(element);
      // Blank while it is drawn again.
      if (is === '' || is === it.last) continue;
      it.changes.push({ was: it.last, is, at: performance.now() });
      it.last = is;
      if (it.changes.length > mostChanges) it.changes.shift();
    }
  };
  const hasWord = (text, word) => {
    for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1))
      if (!/[\p{N}.,-]/u.test(`${text[at - 1] ?? ''}${text[at + word.length] ?? ''}`)) return true;
    return false;
  };
  /** The changes of a subject: its own, those inside of it, and of what was drawn again around it, whether it says the same. */
  const changesOf = (element, { changes: own, kept }) => {
    const words = [...new Set(kept.match(/\S*\p{N}\S*/gu) ?? [])].slice(0, mostWords);
    const said = (text) => words.filter((word) => hasWord(text, word)).join(' ');
    const found = own.map((each) => ({ ...each, areFigures: isFigure(each.was) && isFigure(each.is) }));
    for (const { node, was, is, at } of changes) {
      const place = node.deref();
      if (place === undefined) continue;
      if (element.contains(place)) found.push({ was, is, at, areFigures: isFigure(was) && isFigure(is) });
      else if (place.contains(element) || !element.isConnected)
        found.push({ was: said(was), is: said(is), at, areFigures: true });
    }
    return found.filter(({ was, is }) => was !== is).sort((one, other) => one.at - other.at);
  };
  const hasTurned = (all) => all.some(({ was }, n) => all.slice(n).some(({ is }) => is === was));
  /** Whether it has turned, or become another figure, and does not stand yet. */
  const isRestless = (element, it) => {
    const all = changesOf(element, it);
    const last = all.at(-1);
    if (last === undefined) return false;
    const longest = Math.max(0, ...all.slice(1).map(({ at }, n) => at - all[n].at));
    const neededMs = hasTurned(all) ? Math.max(standMs, stands * longest) : last.areFigures ? standMs : 0;
    return performance.now() - last.at < neededMs;
  };
  /** Of a table of names with their values, the rows that are read: others may have a clock. Else all of it. */
  const partsOf = (element, wanted) => {
    const rows = wanted.length === 0 ? [] : [...element.querySelectorAll('tr, [role=row]')];
    const read = rows.filter((row) => wanted.some((name) => plain(row.textContent).includes(name)));
    const areFields = read.every((row) => row.children.length <= 2);
    return read.length > 0 && areFields ? read : [element];
  };
  /** @returns whether the text of an element that is read does not hold still; it is watched from now on */
  const watch = (element, wanted = []) => {
    let isFound = false;
    for (const part of partsOf(element, wanted)) isFound = watchPart(part) || isFound;
    return isFound;
  };
  const watchPart = (element) => {
    const root = element.getRootNode();
    if (root !== document) observe(root);
    if (element.textContent.length > longestText) return false;
    const it = watched.get(element) ?? { last: shown(element), changes: [] };
    watched.delete(element);
    watched.set(element, it);
    if (watched.size > mostSubjects) watched.delete(watched.keys().next().value);
    timer ??= setInterval(sample, sampleMs);
    sample();
    it.kept = it.last;
    return isRestless(element, it);
  };
  /**
   * What was read and does not hold still, or came to rest as something else; null where all of it does.
   * @param facts what was kept of it: one that is shown no more was read too early
   */
  const restless = (facts = []) => {
    sample();
    const texts = facts.map(plain).filter((text) => text !== '');
    for (const [element, it] of watched) {
      const isGone = texts.some((text) => hasWord(it.kept, text) && !hasWord(it.last, text));
      const isOther = element.isConnected && it.last !== it.kept && (isGone || hasTurned(changesOf(element, it)));
      if (isOther || isRestless(element, it)) return it.last;
    }
    return null;
  };
  return { watch, restless };
};
