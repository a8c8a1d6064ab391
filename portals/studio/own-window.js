// Runs inside the portal's page, in a world of its own, where a person works in a real window: what they press and type does
// not reach the page by itself, but is reported to the recorder, which does it. Lists and text cursors stay native.
() => {
  if (globalThis.lanekeeperWindow !== undefined) return;
  /** Inputs of the recorder that are on their way; they reach the page. */
  const allowed = { press: 0, key: 0, wheel: 0 };
  let isOurs = true;
  globalThis.lanekeeperWindow = {
    allow(kind, count) {
      allowed[kind] = count;
    },
  };
  const report = (heard) => globalThis.lanekeeperHeard(JSON.stringify(heard));
  const stop = (event) => {
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  const inPath = (event, selector) =>
    event.composedPath().find((node) => node.nodeType === 1 && node.matches(selector)) ?? null;
  const listAt = (event) => inPath(event, 'select:not([multiple])');
  const active = () => {
    let at = document.activeElement;
    while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
    return at;
  };
  const middleOf = (node) => {
    const { x, y, width, height } = node.getBoundingClientRect();
    return { x: x + width / 2, y: y + height / 2 };
  };
  const textFields =
    'textarea, [contenteditable=""], [contenteditable=true], [contenteditable=plaintext-only], [role=textbox], ' +
    'input:not([type=button], [type=submit], [type=reset], [type=image], [type=checkbox], [type=radio], [type=file], [type=range], [type=color])';
  const isText = (node) => node !== null && node.matches(textFields);
  const hasList = (node) =>
    node.matches('[role=combobox], [aria-autocomplete], [aria-haspopup], [aria-controls], [aria-owns]');
  const on = (type, listener) =>
    window.addEventListener(type, (event) => event.isTrusted && listener(event), { capture: true, passive: false });

  const onPress = (event) => {
    if (listAt(event) !== null) {
      isOurs = true;
      return;
    }
    if (allowed.press > 0) {
      if (event.type === 'mousedown') isOurs = true;
      if (event.type === 'mouseup') allowed.press -= 1;
      return;
    }
    isOurs = false;
    // A pointer event that is prevented brings no mouse event.
    if (event.type.startsWith('pointer')) {
      event.stopImmediatePropagation();
      return;
    }
    stop(event);
    const several = inPath(event, 'select[multiple]');
    const entry = inPath(event, 'option');
    if (event.type === 'mouseup' && several !== null && entry !== null)
      report({ what: 'option', ...middleOf(several), option: entry.textContent.replace(/\s+/g, ' ').trim() });
    else if (event.type === 'mouseup' && event.button === 0)
      report({ what: 'click', x: event.clientX, y: event.clientY, double: event.detail === 2 });
  };
  for (const type of ['pointerdown', 'mousedown', 'pointerup', 'mouseup']) on(type, onPress);
  // They follow from a press or a key, and are theirs.
  for (const type of ['click', 'dblclick']) on(type, (event) => isOurs || stop(event));
  for (const type of ['auxclick', 'contextmenu', 'drop', 'touchstart', 'touchend']) on(type, stop);

  /** Turns of the wheel that come at once are one. */
  let turned = null;
  on('wheel', (event) => {
    if (event.ctrlKey) return;
    if (allowed.wheel > 0) {
      allowed.wheel -= 1;
      return;
    }
    stop(event);
    const step = [1, 16, innerHeight][event.deltaMode] ?? 1;
    if (turned === null) {
      turned = { what: 'wheel', x: event.clientX, y: event.clientY, dx: 0, dy: 0 };
      setTimeout(() => {
        report(turned);
        turned = null;
      }, 60);
    }
    turned.dx += event.deltaX * step;
    turned.dy += event.deltaY * step;
  });

  const onKey = (event) => {
    const { key } = event;
    if (event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
    if (allowed.key > 0) {
      allowed.key -= 1;
      isOurs = true;
      return;
    }
    const at = active();
    const [typing, list] = [isText(at), at !== null && at.matches('select')];
    const isMove = ['ArrowLeft', 'ArrowRight', 'Home', 'End'].includes(key);
    const isScroll = /^(?:Arrow|Page|Home|End)/.test(key);
    // The cursor of a field, the entry of a list, and the place on a page are moved natively.
    if ((typing && isMove && !hasList(at)) || (list && isScroll) || (!typing && isScroll && at === document.body))
      return;
    if (list && key !== 'Tab') return;
    if (key.length > 1 && !/^(?:Enter|Escape|Tab|Backspace|Delete|Arrow\w+|Home|End|Page\w+)$/.test(key)) return;
    isOurs = false;
    stop(event);
    const pressesIt = key === ' ' || key === 'Enter';
    if (pressesIt && !typing && at !== null && at !== document.body)
      report({ what: 'click', ...middleOf(at), double: false });
    else if (key === 'Enter' && at?.matches('textarea, [contenteditable]')) report({ what: 'text', text: '\n' });
    else report(key.length === 1 ? { what: 'text', text: key } : { what: 'key', key });
  };
  on('keydown', onKey);
  on('paste', (event) => {
    stop(event);
    report({ what: 'text', text: event.clipboardData?.getData('text') ?? '' });
  });
  for (const type of ['input', 'change'])
    on(type, (event) => {
      const list = listAt(event);
      if (list === null) return;
      stop(event);
      if (type === 'change')
        report({
          what: 'option',
          ...middleOf(list),
          option: list.selectedOptions[0]?.textContent.replace(/\s+/g, ' ').trim() ?? '',
        });
    });
};
