/** The panel of the studio that has the playbook: it is kept up to date, but for what somebody is changing by hand. */
'use strict';

/** @param shown is called when the panel has another content */
globalThis.openStudioPanel = (studio, shown) => {
  const isChanged = (text) => text !== null && text.value !== text.defaultValue;

  async function refresh(attempt = 1) {
    const answer = await fetch(`${studio.dataset.studio}/panel`, {
      headers: { 'X-Poll': '1' },
      credentials: 'same-origin',
    }).catch(() => null);
    if (answer?.ok && !answer.redirected) put(await answer.text());
    else if (attempt < 5) setTimeout(() => void refresh(attempt + 1), attempt * 1_000);
  }

  /**
   * What is being changed by hand stays as it is, also when it was changed while the panel was on its way.
   * @param stored the text that was sent to be stored
   */
  function put(markup, stored = null) {
    const panel = document.getElementById('studio-panel');
    const before = panel.querySelector('textarea');
    const place = before?.scrollTop ?? 0;
    const fresh = [...new DOMParser().parseFromString(markup, 'text/html').body.childNodes];
    const there = fresh.findIndex((node) => node.querySelector?.('textarea'));
    if (isChanged(before) && before.value !== stored && there >= 0) {
      // Its form and its findings are of the same text: the whole card stays, and is not moved, so that it keeps the focus.
      const kept = before.closest('section');
      while (kept.previousSibling !== null) kept.previousSibling.remove();
      while (kept.nextSibling !== null) kept.nextSibling.remove();
      kept.before(...fresh.slice(0, there));
      kept.after(...fresh.slice(there + 1));
      return shown();
    }
    panel.replaceChildren(...fresh);
    const text = panel.querySelector('textarea');
    if (text !== null) text.scrollTop = place;
    return shown();
  }

  function select(line) {
    const text = document.getElementById('studio-yaml');
    const lines = text.value.split('\n');
    const start = lines.slice(0, line - 1).reduce((all, each) => all + each.length + 1, 0);
    text.focus();
    text.setSelectionRange(start, start + (lines[line - 1]?.length ?? 0));
    text.scrollTop = Math.max(0, (line - 6) * (text.scrollHeight / lines.length));
  }

  studio.addEventListener('change', (event) => {
    const { target } = event;
    if ('submit' in target.dataset) target.form.requestSubmit();
    if (!('insert' in target.dataset) || target.value === '') return;
    const text = document.getElementById('studio-yaml');
    text.setRangeText(`${target.value}\n`, text.selectionStart, text.selectionEnd, 'end');
    target.value = '';
    text.focus();
  });

  return { put, refresh, select };
};
