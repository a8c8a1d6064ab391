// Runs inside the portal's page, in a world of our own: holds what was judged of a control until the input comes, and
// lets the input through only when the control under it is still exactly that.
(readFacts, readState, answerQuestion) => {
  const ownership = include('ownership.js');
  const readKey = include('key-effects.js');
  const readTurned = include('turned-texts.js');
  /** What was looked at last, and what happened to the input that followed. */
  let held = null;
  /** What was seen ahead, by place and input. */
  const ahead = new Map();
  /** What the control, and what a key presses in its place, said before: no part of what it is compared by, since that is forgotten. */
  const turnedOf = (element, facts, key) => {
    const others = key === null ? [] : readKey(element, key).activates;
    return {
      ...readTurned(element, facts),
      pressed: others.map((each, n) => readTurned(each, facts.key.activates[n])),
    };
  };
  /** What a write is compared with at the gate, such as a counter around the control, may turn: it is no part of the control. */
  const compared = (facts) =>
    JSON.stringify(facts, (name, value) => (name === 'loose' || name === 'ids' ? undefined : value));
  const seenOf = (facts, { box, point }) => compared([facts, box, point]);
  /** @param key what is pressed in it; null where it is pressed itself */
  const factsOf = (element, key) => {
    if (key === null) return readFacts(element);
    const { activates, legends, ...effects } = readKey(element, key);
    const facts = readFacts(element);
    const context = [...facts.context, ...legends.map((text) => ({ kind: 'key', text }))];
    return { ...facts, context, key: { ...effects, activates: activates.map(readFacts) } };
  };
  const asText = (element) => compared(factsOf(element, held.key));
  /** What a key may press: its page may write into hidden fields on the way, which the request gate compares. */
  const withoutFields = (facts) => compared({ ...facts, fields: [] });
  const wholePage = () =>
    (document.body?.textContent ?? '') +
    [...document.querySelectorAll('[class]')].map((node) => node.getAttribute('class')).join('\n');

  const elementsOf = (form) => Object.getOwnPropertyDescriptor(HTMLFormElement.prototype, 'elements').get.call(form);
  /** Where a click leads, and what more its form has; a page may change that while the button of the mouse is down. */
  const leadsOf = (element) => {
    const form = element.form ?? element.closest('form');
    const said = (node, names) => names.map((name) => (node ? Element.prototype.getAttribute.call(node, name) : null));
    const hidden = form ? [...elementsOf(form)].filter((field) => field.type === 'hidden').map(({ name }) => name) : [];
    return JSON.stringify([
      said(element.closest('a[href], area[href]'), ['href']),
      said(form, ['action', 'method']),
      said(element, ['formaction', 'formmethod', 'form']),
      [...new Set(hidden)],
    ]);
  };
  const longestNumber = 40;
  const numbersIn = (texts) => texts.join(' ').match(/[\p{L}\p{N}]*\p{N}{4,}[\p{L}\p{N}]*/gu) ?? [];
  /** What the page says of records, at the places of the question and around the control. */
  const recordsAt = (element, facts, answer) => {
    const { near = [], current = [] } = facts.records ?? {};
    // A calendar that the field opens has a year, and the days of a month one behind the other.
    const around = numbersIn([...near, ...current]).filter(
      (number) => !/^(?:19|20)\p{N}{2}$/u.test(number) && number.length <= longestNumber,
    );
    return [...(answer?.sights ?? []).map((texts) => JSON.stringify(texts)), answer?.row ?? '', ...around];
  };
  const lettersOf = ({ name, visibleText }) => `${name} ${visibleText}`.match(/[\p{L}\p{N}]+/gu) ?? [];
  /** Whether the page says a number of a record, or its button a word, that was not there before the mouse went down. */
  const hasTurned = ({ element, question, records, words }, facts = readFacts(element)) => {
    const before = new Set(numbersIn(records));
    const now = recordsAt(element, facts, answerQuestion(element, question));
    const isOtherWord = (word) => element.matches(pressed) && !words.includes(word);
    return numbersIn(now).some((number) => !before.has(number)) || lettersOf(facts).some(isOtherWord);
  };
  /** What marks a control while it is pressed, and what opens with it. */
  const marks =
    /^(?:class|style|tabindex|id|role|disabled|aria-.*|data-.*(?:state|active|press|focus|hover|select|open).*)$/;
  /** Attributes of the pictures in it, such as a mark that appears while it is pressed. */
  const drawing =
    /^(?:xmlns(?::.*)?|version|viewbox|preserveaspectratio|fill(?:-.*)?|stroke(?:-.*)?|clip-.*|d|points|transform|opacity|width|height|[rc]?[xy]|[xy][12]|r|focusable)$/i;
  const saidIn = (text) => text.match(/\p{L}{3,}/gu) ?? [];
  /**
   * Whether what the control does, or what it is under, has a word that it did not have when the mouse went down. Nothing was
   * input then: it is looked at again.
   */
  const hasOtherWords = ({ element, said }, facts) => {
    // An entry of a list is chosen with the mouse down, and is drawn as chosen by the click; it is no act.
    if (element.closest(entries) !== null) return false;
    const { attributes: all, context } = facts;
    // Nor is the editor that a cell opens in itself with the mouse down.
    const isWrittenInto = element.matches(cells) && activeIn(element)?.matches('input, textarea') === true;
    const attributes = isWrittenInto ? all.filter(({ where }) => where === 'control') : all;
    const isNew = (text) => saidIn(text).some((word) => !said.words.has(word));
    return (
      context.some(({ text }) => isNew(text)) ||
      attributes.some(
        ({ name, value }) =>
          !marks.test(name) &&
          !drawing.test(name) &&
          (said.names.has(name) ? isNew(value) : !name.startsWith('data-') && isNew(`${name} ${value}`)),
      )
    );
  };
  const saidBy = ({ attributes, context }) => ({
    names: new Set(attributes.map(({ name }) => name)),
    words: new Set(
      [...attributes.flatMap(({ name, value }) => [name, value]), ...context.map(({ text }) => text)].flatMap(saidIn),
    ),
  });
  const entries = '[role=option], [role=treeitem]';
  const cells = 'td, [role=cell], [role=gridcell]';
  const activeIn = (element) => {
    let at = element.ownerDocument.activeElement;
    while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
    return element.contains(at) ? at : null;
  };
  const pressed = 'button, a, input[type=submit], input[type=button], [role=button], [role=link], [role=menuitem]';
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
  const swallow = (event) => {
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  const nodesOf = (event) => event.composedPath().filter((node) => node.nodeType === 1);
  /** By a key, the browser presses what was judged with it and nothing else. */
  const onPressed = (event) => {
    if (event.type !== 'click' || held.isDone) return;
    const isJudged = nodesOf(event).some((node) => held.pressed.has(withoutFields(readFacts(node))));
    if (held.outcome === 'taken' && isJudged && !hasTurned(held)) return;
    held.outcome = 'strayed';
    swallow(event);
  };
  /** Of what the first click marks, such as a row that is chosen then, only the marks change. */
  const withoutMarks = ({ attributes, fields: _fields, context: _context, hiddenTexts: _texts, ...facts }) =>
    compared([facts, attributes.filter((each) => !/^(?:class|tabindex|aria-.*|data-.*)$/.test(each.name))]);
  /** The second click is let through to the same element, as long as it is called and does the same. */
  const onSecond = (event) => {
    const isThere = held.element.isConnected && controlOf(event.composedPath()) === held.element;
    // Some pages open their editor over it once the button is down: as of a first click, only where it leads counts then.
    const isSame =
      isThere &&
      (held.isSecond
        ? leadsOf(held.element) === held.leads
        : withoutMarks(readFacts(held.element)) === held.withoutMarks);
    held.isSecond = true;
    if (held.outcome === 'taken' && isSame) return;
    if (held.outcome === 'taken') held.outcome = 'strayed';
    swallow(event);
  };
  const isApart = (node) => {
    for (let at = held.element; at; at = at.parentNode ?? at.host) if (at === node) return false;
    return !ownership(held.element).belongs(node);
  };
  /** Whether a click is for another control than the one on which the mouse went down; a page may capture the mouse for it. */
  const isLed = (event) => {
    if (held.captor !== null && isApart(held.captor)) return true;
    return (
      controlOf(event.composedPath()) === undefined && nodesOf(event).some((n) => n.matches(controls) && isApart(n))
    );
  };
  const onCapture = (event) => {
    if (held !== null && event.isTrusted && !held.isDone) [held.captor] = nodesOf(event);
  };
  const onInput = (event) => {
    if (held === null || !event.isTrusted) return;
    if (held.isTyping) return;
    if (held.isDouble && (held.clicks > 0 || event.type === 'dblclick')) {
      if (held.clicks < 2) onSecond(event);
      if (event.type === 'click') held.clicks += 1;
      if (held.clicks >= 2 && event.type === 'dblclick' && held.outcome !== 'taken') swallow(event);
      return;
    }
    if (held.key !== null) {
      onPressed(event);
      return;
    }
    if (held.isDone) return;
    held.outcome ??= against(controlOf(event.composedPath())) ?? 'taken';
    if (event.type === 'click') {
      held.isDone = true;
      held.clicks += 1;
      const isThere = held.outcome === 'taken' && held.element.isConnected;
      const facts = isThere ? readFacts(held.element) : null;
      if (isThere && (leadsOf(held.element) !== held.leads || hasTurned(held, facts))) held.outcome = 'strayed';
      if (held.outcome === 'taken' && isLed(event)) held.outcome = 'strayed';
      if (held.outcome === 'taken' && isThere && hasOtherWords(held, facts)) held.outcome = 'changed';
    }
    if (held.outcome === 'taken') return;
    swallow(event);
  };
  /** By which a field is known that its page has drawn again while it is typed into. */
  const known = new Set(['id', 'name', 'placeholder', 'aria-placeholder', 'data-placeholder', 'aria-label', 'role']);
  const whoIs = (node) => {
    const { tag, type, name, title, context, attributes, form } = readFacts(node);
    const marks = attributes.filter((each) => each.where === 'control' && known.has(each.name));
    return JSON.stringify([tag, type, name, title, context, marks, form]);
  };
  const isTypedInto = (event) => {
    const nodes = nodesOf(event);
    if (held.element.isConnected) return nodes.includes(held.element);
    const again = nodes.find((node) => node.localName === held.element.localName && whoIs(node) === held.who);
    if (again) held.element = again;
    return again !== undefined;
  };
  /** Every key arrives at the control that was judged, or nowhere. */
  const onKey = (event) => {
    if (held === null || !event.isTrusted) return;
    if (held.isTyping) {
      if (isTypedInto(event)) return;
      // By its keyup, a key has been typed already: its page may have drawn the field again.
      if (event.type !== 'keyup') held.hasStrayed = true;
      swallow(event);
      return;
    }
    if (held.key === null || held.isDone || event.type === 'beforeinput') return;
    const isThere = nodesOf(event).includes(held.element);
    if (event.type === 'keydown' && event.key === held.key)
      held.outcome ??= against(isThere ? held.element : nodesOf(event).find(isHeld)) ?? 'taken';
    // What the key would do elsewhere, where the page has put the focus on its way, was not judged.
    else if (held.element.isConnected && !isThere) swallow(event);
    if (held.outcome !== 'taken') swallow(event);
  };
  for (const type of ['keydown', 'keypress', 'keyup', 'beforeinput'])
    addEventListener(type, onKey, { capture: true, passive: false });
  for (const type of ['pointerdown', 'mousedown', 'pointerup', 'mouseup', 'click', 'dblclick'])
    addEventListener(type, onInput, { capture: true, passive: false });
  addEventListener('gotpointercapture', onCapture, { capture: true });

  const jobs = {
    look: (element, { input, option, key = null, double = false, limitMs, whole, question, turn }) => {
      const answer = answerQuestion(element, question);
      const isAsked = question.queries.length > 0 || question.row !== undefined;
      const own = readState(element, { input, option });
      const facts = factsOf(element, key);
      const state = { ...own, turned: turnedOf(element, facts, key) };
      held = {
        element,
        key,
        pressed: new Set((facts.key?.activates ?? []).map(withoutFields)),
        isTyping: false,
        isDouble: double,
        clicks: 0,
        isSecond: false,
        captor: null,
        withoutMarks: double ? withoutMarks(facts) : '',
        hasStrayed: false,
        who: '',
        text: compared(facts),
        leads: leadsOf(element),
        words: lettersOf(facts),
        said: saidBy(facts),
        records: [...recordsAt(element, facts, answer), ...(facts.records?.inForm ?? []), ...(question.given ?? [])],
        at: performance.now(),
        page: whole ? wholePage() : null,
        question,
        answer: isAsked ? JSON.stringify(answer) : null,
        limitMs,
        outcome: null,
        age: 0,
        isDone: false,
      };
      const before = ahead.get(turn);
      const isSame = before !== undefined && before.seen === seenOf(facts, state);
      return { facts, state, answer, restMs: isSame ? performance.now() - before.at : 0 };
    },
    /** A look ahead of its turn: nothing keeps watch after it, and nothing moves. */
    ahead: (element, { input, option, key = null, turn }) => {
      const own = readState(element, { input, option, isAhead: true });
      const facts = factsOf(element, key);
      const state = { ...own, turned: turnedOf(element, facts, key) };
      ahead.set(turn, { facts, state, seen: seenOf(facts, state), at: performance.now() });
      return null;
    },
    /** What the look ahead saw. */
    seen: (_, { turn }) => {
      const { facts, state, at } = ahead.get(turn) ?? {};
      return facts === undefined ? null : { facts, state, ageMs: performance.now() - at };
    },
    /** Selects all of the text in the control that was judged, for another one in its place. */
    replace: (element) => {
      if (held === null) return { outcome: 'changed', age: 0, isText: false };
      held.outcome = against(element);
      const { outcome, age } = held;
      const isText =
        element.matches('textarea') ||
        (element.matches('input') && /^(?:text|search|tel|url|email|password)$/.test(element.type));
      if (outcome === null && isText) {
        element.select();
        element.focus();
      }
      return { outcome, age, isText };
    },
    /** Of a frame of another origin: what it is under, and what it is called. */
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
    outcome: () => {
      if (held === null) return null;
      // What the page does from now on follows from no key of ours.
      if (held.key !== null) held.isDone = true;
      return { outcome: held.outcome, age: held.age };
    },
    /** From now on keys are typed into the control that was judged. */
    typing: () => {
      if (held === null) return null;
      held.isTyping = true;
      held.who = whoIs(held.element);
      if (held.element.matches('input, textarea')) held.element.select();
      // A part of a date that has no value yet shows what belongs there.
      const isEmptyPart = held.element.matches('[role=spinbutton]:not(input, [aria-valuenow])');
      return { hasText: !isEmptyPart && (held.element.value ?? held.element.textContent) !== '' };
    },
    /** Whether the key before was held back, and whether the next one would arrive. */
    typed: () => {
      if (held === null || !held.isTyping) return null;
      const hasStrayed = held.hasStrayed;
      held.hasStrayed = false;
      const again = document.activeElement;
      if (!held.element.isConnected && again?.localName === held.element.localName && whoIs(again) === held.who)
        held.element = again;
      return { hasStrayed, isFocused: held.element.isConnected && readKey(held.element, '').focused };
    },
    /** What the field shows that was typed into, or the number of a part of a date; null where it is drawn again, or no field of a form. */
    shown: (_, { leaves }) => {
      const { element = null } = held ?? {};
      if (leaves) element?.blur?.();
      if (element?.isConnected && element.matches('[role=spinbutton]:not(input)'))
        return element.getAttribute('aria-valuenow') ?? '';
      return element?.isConnected && element.matches('input, textarea') ? element.value : null;
    },
    /** Takes the focus from a list that stays open once its entry was clicked: a key may choose in it (Ant Design takes Tab so). */
    leaveList: () => {
      const { element } = held ?? {};
      let at = document.activeElement;
      while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
      if (element?.isConnected && element.checkVisibility({ visibilityProperty: true })) at?.blur();
      return true;
    },
    /** Whether the focus went from the field that was judged into its calendar or list, which is laid over the page and stays open. */
    inPopup: () => {
      const leastEntries = 7;
      const { element } = held ?? {};
      if (!element) return false;
      let at = document.activeElement;
      while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
      for (; at && !at.contains(element); at = at.parentElement ?? at.getRootNode().host)
        if (
          /^(?:absolute|fixed)$/.test(getComputedStyle(at).position) &&
          at.querySelectorAll('button, td, [role=gridcell], [role=option]').length >= leastEntries
        )
          return true;
      return false;
    },
    /** Whether a calendar lies over the page that the field which was judged is no part of: most of its days are numbers of their own. */
    underCalendar: () => {
      const leastDays = 28;
      const { element } = held ?? {};
      const days = new Map();
      for (const node of element?.ownerDocument.querySelectorAll('td, button, a, span, div, li, [role=gridcell]') ??
        []) {
        if (node.childElementCount > 0 || !/^\s*\d{1,2}\s*$/.test(node.textContent) || !node.checkVisibility())
          continue;
        let at = node;
        while (at && !/^(?:absolute|fixed)$/.test(getComputedStyle(at).position)) at = at.parentElement;
        if (at && !at.contains(element)) days.set(at, (days.get(at) ?? 0) + 1);
      }
      return [...days.values()].some((count) => count >= leastDays);
    },
    /** Of a frame: a key that arrives in the page around it is not meant for that. */
    keysInside: (frame) => {
      held = { element: frame, isTyping: true, hasStrayed: false, who: '', outcome: null, age: 0 };
      return true;
    },
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
      let top = document.elementFromPoint(x, y);
      for (let root = top?.shadowRoot; root; root = top.shadowRoot) {
        const inner = root.elementFromPoint(x, y);
        if (!inner || inner === top) break;
        top = inner;
      }
      return top === frame ? { x, y } : null;
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
    return [include('carrier.js')(JSON.stringify(jobs[job.do](subject, job)))];
  };
  return { query: (subject, selector) => answer(subject, selector)[0] ?? null, queryAll: answer };
};
