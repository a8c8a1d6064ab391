/* oxlint-disable no-unused-expressions -- the expression is the script */
/* global include */
// Runs inside the portal's page, in a world of our own: holds what was judged of a control until the input comes, and
// lets the input through only when the control under it is still exactly that.
// Kept as plain script text: it is read from disk and sent to the page as it is.
(readFacts, readState, answerQuestion) => {
  const ownership = include('ownership.js');
  /** What was looked at last, and what became of the input that followed. */
  let held = null;
  const asText = (element) => JSON.stringify(readFacts(element));
  const wholePage = () =>
    (document.body?.textContent ?? '') +
    [...document.querySelectorAll('[class]')].map((node) => node.getAttribute('class')).join('\n');

  /** @returns what speaks against an input at this moment */
  const against = (element) => {
    held.age = performance.now() - held.at;
    if (held.age > held.limitMs) return 'late';
    if (held.page !== null && held.page !== wholePage()) return 'changed';
    if (held.answer !== null && held.answer !== JSON.stringify(answerQuestion(held.element, held.question)))
      return 'changed';
    return element !== undefined && asText(element) === held.text ? null : 'changed';
  };
  const controls = 'a[href], area[href], button, input, select, textarea, summary, [role=button], [role=link]';
  const isHeld = (node) =>
    node === held.element || (node?.localName === held.element.localName && asText(node) === held.text);
  /** The control that an event is for: the one that was looked at, or one that has been drawn in its place. */
  const controlOf = (path) => {
    const [target] = path;
    if (target?.nodeType === 1 && held.element.isConnected && ownership(held.element).belongs(target))
      return held.element;
    for (const node of path) {
      if (node.nodeType !== 1) continue;
      if (isHeld(node)) return node;
      if (node.localName === 'label' && isHeld(node.control)) return node.control;
      if (node.localName === 'a' && node.contains(held.element)) return held.element;
      if (node.matches(controls)) return undefined;
    }
    return undefined;
  };
  const onInput = (event) => {
    if (held === null || !event.isTrusted) return;
    if (held.isDone) return;
    held.outcome ??= against(controlOf(event.composedPath())) ?? 'taken';
    if (event.type === 'click') held.isDone = true;
    if (held.outcome === 'taken') return;
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  for (const type of ['pointerdown', 'mousedown', 'pointerup', 'mouseup', 'click'])
    addEventListener(type, onInput, { capture: true, passive: false });

  const jobs = {
    look: (element, { input, option, limitMs, whole, question }) => {
      const answer = answerQuestion(element, question);
      const isAsked = question.queries.length > 0 || question.row !== undefined;
      const state = readState(element, { input, option });
      const facts = readFacts(element);
      held = {
        element,
        text: JSON.stringify(facts),
        at: performance.now(),
        page: whole ? wholePage() : null,
        question,
        answer: isAsked ? JSON.stringify(answer) : null,
        limitMs,
        outcome: null,
        age: 0,
        isDone: false,
      };
      return { facts, state, answer };
    },
    /** Of a frame of another origin: what it stands under, and what it is called. */
    surroundings: (frame) => [
      ...readFacts(frame).context,
      ...['title', 'name', 'aria-label', 'id'].flatMap((name) => {
        const text = (frame.getAttribute(name) ?? '').trim();
        return text === '' ? [] : [{ kind: 'frame', text }];
      }),
      ...['aria-labelledby', 'aria-describedby'].flatMap((name) =>
        (frame.getAttribute(name) ?? '').split(/\s+/).flatMap((id) => {
          const text = (id === '' ? null : frame.getRootNode().getElementById(id))?.textContent?.trim() ?? '';
          return text === '' ? [] : [{ kind: 'frame', text }];
        }),
      ),
    ],
    outcome: () => (held === null ? null : { outcome: held.outcome, age: held.age }),
    /** Of a frame: where a point of it lies in this document. */
    frame: (frame, { point }) => {
      const place = () => {
        const box = frame.getBoundingClientRect();
        return { x: box.left + frame.clientLeft + point.x, y: box.top + frame.clientTop + point.y };
      };
      let { x, y } = place();
      if (x < 0 || y < 0 || x >= innerWidth || y >= innerHeight) {
        scrollBy({ left: x - innerWidth / 2, top: y - innerHeight / 2, behavior: 'instant' });
        ({ x, y } = place());
      }
      return document.elementFromPoint(x, y) === frame ? { x, y } : null;
    },
  };
  /** The control itself, as long as it is what was judged. */
  const judged = (element) => {
    if (held === null) return [];
    held.outcome = against(element);
    return held.outcome === null ? [element] : [];
  };
  const answer = (subject, selector) => {
    const job = JSON.parse(new TextDecoder().decode(Uint8Array.from(atob(selector), (sign) => sign.charCodeAt(0))));
    if (job.do === 'judged') return judged(subject);
    const carrier = document.createElement('data');
    carrier.textContent = JSON.stringify(jobs[job.do](subject, job));
    return [carrier];
  };
  return { query: (subject, selector) => answer(subject, selector)[0] ?? null, queryAll: answer };
};
