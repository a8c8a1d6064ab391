// Runs inside the portal's page, in a world of our own, from the first look at the document on: which texts do not hold still.
// One that has become another and then again what it was before turns: which of them is read is chance.
() => {
  const sampleMs = 40;
  /** A figure that has become another one has to stand for so long; one that turns, for so many times its longest stand. */
  const [standMs, stands, longestRestMs] = [600, 3, 4000];
  const began = performance.now();
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

  /** What is called something: a control, a title, and what both are described by. */
  const called = 'button, a, input, [role], h1, h2, h3, h4, h5, h6, legend, caption, summary, label';
  const naming = ['title', 'aria-label', 'aria-description', 'value', 'alt'];
  const [mostPlaces, mostTexts, mostCalled, longestName] = [100, 12, 20, 300];
  /** Counts what people do: between two inputs, what turns does so by itself. */
  let inputs = 0;
  for (const type of ['pointerdown', 'keydown'])
    addEventListener(type, ({ isTrusted }) => (inputs += isTrusted ? 1 : 0), { capture: true, passive: true });
  /** Of each place that has said something else: its texts, and of these the ones that came and went by themselves. */
  const places = new Map();
  /** @param slot which of its texts: that of an attribute, or of a part that is drawn again */
  const says = (place, slot, was, is) => {
    if (was === is || was === '' || is === '' || Math.max(was.length, is.length) > longestName) return;
    if (!places.has(place) && places.size >= mostPlaces) forget();
    const slots = places.get(place) ?? new Map();
    const now = performance.now();
    const it = slots.get(slot) ?? {
      texts: [{ text: was, inputs: 0 }],
      turned: new Set(),
      left: '',
      at: began,
      restMs: 0,
    };
    const before = it.texts.findLastIndex(({ text }) => text === is);
    if (before >= 0)
      for (const each of it.texts.slice(before + 1)) if (each.inputs === inputs) it.turned.add(each.text);
    it.texts.push({ text: is, inputs });
    if (it.texts.length > mostTexts) it.texts.shift();
    // What came by itself has to stand longer than what it took the place of; what our own input brought, only for a moment.
    const isByItself = it.texts.at(-1).inputs === it.texts.at(-2)?.inputs;
    it.restMs = isByItself ? Math.min(longestRestMs, Math.max(standMs, stands * (now - it.at))) : standMs;
    [it.left, it.at] = [was, now];
    slots.set(slot, it);
    places.set(place, slots);
  };
  const isSettled = ({ turned, at, restMs }) => turned.size === 0 && performance.now() - at > restMs;
  /** Keeps what turns, and what has only just become something else. */
  const forget = () => {
    for (const [place, slots] of places)
      if (!place.isConnected || [...slots.values()].every(isSettled)) places.delete(place);
    if (places.size >= mostPlaces) places.delete(places.keys().next().value);
  };
  const calledIn = (nodes) =>
    [...nodes].flatMap((node) =>
      node.nodeType === 1 ? [...(node.matches(called) ? [node] : []), ...node.querySelectorAll(called)] : [],
    );
  /** What was taken out of a place, until something is put in there. */
  const taken = new WeakMap();
  const drawnAgain = (target, removed, added) => {
    const [was, is] = [textOf(removed), textOf(added)];
    changed(target, was, is);
    says(target, 'text', was, is);
    if (removed.length + added.length > 2 * mostCalled) return;
    const [before, now] = [calledIn(removed), calledIn(added)];
    if (before.length !== now.length || now.length > mostCalled) return;
    for (const [n, one] of now.entries()) {
      says(target, `part ${n}`, plain(before[n].textContent), plain(one.textContent));
      for (const name of naming)
        says(target, `part ${n} ${name}`, before[n].getAttribute(name) ?? '', one.getAttribute(name) ?? '');
    }
  };
  /** What places of the document have said by turns, and what each said right before, where that is not long ago. */
  const turned = () => {
    const found = [];
    for (const [place, slots] of places)
      for (const [slot, { texts, turned: others, left, at, restMs }] of slots) {
        const is = texts.at(-1).text;
        const isNew = performance.now() - at < restMs;
        const more = [...others].filter((text) => text !== is);
        if (place.isConnected && (isNew || more.length > 0))
          found.push({ place, isPart: slot.startsWith('part'), is, others: more, left: isNew ? left : '' });
      }
    return found;
  };

  const observer = new MutationObserver((records) => {
    styledLeft = mostStyledAtOnce;
    for (const { type, target, oldValue, addedNodes, removedNodes, attributeName } of records)
      if (attributeName === 'class') classTurned(target);
      else if (type === 'attributes')
        says(target, attributeName, plain(oldValue ?? ''), plain(target.getAttribute(attributeName) ?? ''));
      else if (type === 'characterData') {
        changed(target, plain(oldValue), plain(target.data));
        says(target, 'text', plain(oldValue), plain(target.data));
      } else if (removedNodes.length > 0 && addedNodes.length > 0) drawnAgain(target, removedNodes, addedNodes);
      else if (removedNodes.length > 0) taken.set(target, textOf(removedNodes));
      else if (taken.has(target)) {
        says(target, 'text', taken.get(target), textOf(addedNodes));
        taken.delete(target);
      }
  });
  const observing = {
    characterData: true,
    characterDataOldValue: true,
    childList: true,
    subtree: true,
    attributeOldValue: true,
    attributeFilter: [...naming, 'class'],
  };
  const observed = new WeakSet();
  const observe = (root) => {
    if (observed.has(root)) return;
    observed.add(root);
    observer.observe(root, observing);
  };
  observe(document);

  const contentOf = (element) => {
    const [before, after] = ['::before', '::after'].map((part) => getComputedStyle(element, part).content);
    return plain(
      `${before} ${after}`.replace(/attr\(\s*([\w-]+)[^)]*\)/g, (_, name) => element.getAttribute(name) ?? ''),
    );
  };
  /** What the style of a control, or of a title, writes; a class or an attribute of any element around it may turn that. */
  const contents = new WeakMap();
  const writes = (element) => {
    const is = contentOf(element);
    says(element, 'content', contents.get(element) ?? '', is);
    contents.set(element, is);
  };
  const [mostStyled, mostClassed, mostStyledAtOnce] = [40, 30, 200];
  /** Of all that changed at once. */
  let styledLeft = 0;
  /** How often the class of an element has become another one; a page that marks all of its rows is not looked at each time. */
  const classed = new WeakMap();
  const classTurned = (element) => {
    const times = (classed.get(element) ?? 0) + 1;
    classed.set(element, times);
    if (times < 2 || times > mostClassed || styledLeft <= 0) return;
    const within = calledIn([element]).slice(0, Math.min(mostStyled, styledLeft));
    styledLeft -= within.length;
    for (const each of within) writes(each);
  };
  /** What scripts, links and styles of a control that is looked at say by turns. */
  const controls = new MutationObserver((records) => {
    for (const { target, oldValue, attributeName } of records)
      if (contents.has(target) && !/^(?:class|style)$/.test(attributeName))
        says(
          target,
          `attribute ${attributeName}`,
          plain(oldValue ?? '') || '-',
          plain(target.getAttribute(attributeName) ?? '') || '-',
        );
    for (const element of controlsWatched) if (records.some(({ target }) => target.contains(element))) writes(element);
  });
  const [controlsWatched, mostControls] = [new Set(), 10];
  /** A style may follow what is no part of the tree, such as a tick or a sheet that is turned off. */
  const sampleControls = () => {
    for (const element of controlsWatched) if (element.isConnected) writes(element);
  };
  let controlsTimer;
  const watchControl = (element) => {
    if (controlsWatched.has(element)) return;
    controlsTimer ??= setInterval(sampleControls, sampleMs);
    controlsWatched.add(element);
    if (controlsWatched.size > mostControls) controlsWatched.delete(controlsWatched.values().next().value);
    if (!contents.has(element)) writes(element);
    for (let node = element; node; node = node.parentNode ?? node.host) {
      if (node.nodeType === 1) controls.observe(node, { attributes: true, attributeOldValue: true });
      if (node.host) observe(node);
    }
  };

  /** Nothing of what is not drawn now, such as a panel whose tab has been left: its text has other gaps then. */
  const shown = (element) =>
    /^(?:input|textarea|select)$/.test(element.localName)
      ? plain(element.value)
      : element.checkVisibility()
        ? plain(element.innerText ?? element.textContent)
        : '';
  const [mostDrawn, mostAtOnce, leastOpacity] = [300, 30, 0.1];
  const digit = /\p{N}/u;
  /** What a style shows or hides in an element whose text stays: transparent figures, and `content`. */
  const drawnBy = (element) => {
    const nodes = [element, ...element.getElementsByTagName('*')];
    if (nodes.length > mostDrawn) return '';
    const marks = nodes.flatMap((node) => {
      const style = getComputedStyle(node);
      const isUnseen =
        Number(style.opacity) < leastOpacity ||
        /^inset\((?:50|100)%/.test(style.clipPath) ||
        /^rgba\(.*, 0(?:\.0\d*)?\)$|\/ 0(?:\.0\d*)?\)$/.test(style.webkitTextFillColor);
      const contents = ['::before', '::after'].map((part) => getComputedStyle(node, part).content);
      return [...(isUnseen ? [node.textContent] : []), ...contents].filter((text) => /["(\p{N}]/u.test(text));
    });
    return plain(marks.join(' '));
  };
  /** Whether an animation that goes on shows one figure of an element after the other, however slowly. */
  const isAnimated = (element) => {
    const endless = element
      .getAnimations({ subtree: true })
      .filter(({ effect }) => effect?.getComputedTiming().iterations === Infinity);
    const hidden = new Set();
    for (const { effect } of endless) {
      const frames = effect.getKeyframes();
      const figures = new Set(frames.map(({ content }) => content ?? '').filter((content) => digit.test(content)));
      if (figures.size > 1) return true;
      const hides = ({ opacity, visibility }) => visibility === 'hidden' || Number(opacity ?? 1) < leastOpacity;
      const text = plain(effect.target.textContent);
      if (effect.pseudoElement === null && digit.test(text) && frames.some(hides)) hidden.add(text);
    }
    return hidden.size > 1;
  };
  const watched = new Map();
  let timer;
  const sample = () => {
    for (const [element, it] of watched) {
      if (!element.isConnected) continue;
      const now = performance.now();
      // Of many parts, less often.
      const isDue = now >= (it.drawnAgainAt ?? 0);
      const [is, drawn] = [shown(element), isDue ? drawnBy(element) : it.drawn];
      if (isDue) it.drawnAgainAt = now + (sampleMs * element.getElementsByTagName('*').length) / mostAtOnce;
      // Blank while it is drawn again.
      if (is === '' || (is === it.last && drawn === it.drawn)) continue;
      it.changes.push({ was: plain(`${it.last} ${it.drawn}`), is: plain(`${is} ${drawn}`), at: now });
      [it.last, it.drawn] = [is, drawn];
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
  const figuresOf = (text) => (text.match(/\S*\p{N}\S*/gu) ?? []).join(' ');
  const hasTurned = (all) => all.some(({ was }, n) => all.slice(n).some(({ is }) => is === was));
  /** Whether it has turned, or become another figure, and does not stand yet. */
  const isRestless = (element, it) => {
    if (element.isConnected && isAnimated(element)) return true;
    const all = changesOf(element, it);
    const last = all.at(-1);
    if (last === undefined) return false;
    const longest = Math.max(0, ...all.slice(1).map(({ at }, n) => at - all[n].at));
    const neededMs = hasTurned(all) ? Math.max(standMs, stands * longest) : last.areFigures ? standMs : 0;
    return performance.now() - last.at < neededMs;
  };
  /** What is written into says what was written there; what was read of it has held still until then. */
  const written = (event) => {
    if (!event.isTrusted || watched.size === 0) return;
    const path = event.composedPath();
    const over = path[0].matches?.('input, textarea') ? include('list-items.js')().editedCell(path[0]) : null;
    for (const [element, it] of watched) {
      const isInto = path.includes(element) || (over !== null && element.contains(over));
      const hasStayed = it.last === it.kept && figuresOf(it.drawn) === figuresOf(it.keptDrawn);
      if (isInto && hasStayed && !hasTurned(changesOf(element, it))) watched.delete(element);
    }
  };
  addEventListener('input', written, { capture: true, passive: true });
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
    const it = watched.get(element) ?? { last: shown(element), drawn: drawnBy(element), changes: [] };
    watched.delete(element);
    watched.set(element, it);
    if (watched.size > mostSubjects) watched.delete(watched.keys().next().value);
    timer ??= setInterval(sample, sampleMs);
    sample();
    [it.kept, it.keptDrawn, it.hasHeld] = [it.last, it.drawn, false];
    return isRestless(element, it);
  };
  /**
   * What was read and does not hold still, or came to rest as something else (`shows`); null where all of it does.
   * @param facts what was kept of it: one that is shown no more was read too early
   * @returns with `isBeside` where all that was kept is there still, and something with a figure has come or gone beside it
   */
  const restless = (facts = []) => {
    sample();
    let beside = null;
    const texts = facts.map(plain).filter((text) => text !== '');
    for (const [element, it] of watched) {
      // A script has drawn its next page since: what was read of the one before held still until it was left.
      if (it.hasHeld && !element.isConnected) continue;
      const isHidden = (text) => hasWord(it.drawn, text) && !hasWord(it.keptDrawn, text);
      // Where the cell between two others is emptied, such as for its editor, their texts adjoin.
      const isPart = (text) =>
        element.isConnected &&
        [...element.querySelectorAll('*')].some((node) => plain(node.textContent) === text && shown(node) === text);
      const isGone = texts.some(
        (text) => hasWord(it.kept, text) && ((!hasWord(it.last, text) && !isPart(text)) || isHidden(text)),
      );
      const isSame = it.last === it.kept && it.drawn === it.keptDrawn;
      const isOther = element.isConnected && !isSame && (isGone || hasTurned(changesOf(element, it)));
      if (isOther || isRestless(element, it)) return { shows: it.last };
      if (element.isConnected && figuresOf(it.last) !== figuresOf(it.kept))
        beside ??= { shows: it.last, isBeside: true };
    }
    if (beside === null) for (const it of watched.values()) it.hasHeld = true;
    return beside;
  };
  return { watch, restless, turned, watchControl };
};
