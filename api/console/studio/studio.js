/** The script of the studio: draws the live picture, sends what a person does in it, and keeps the panel up to date. */
'use strict';

{
  const studio = document.querySelector('[data-studio]');
  const base = studio.dataset.studio;
  const [width, height] = [Number(studio.dataset.width), Number(studio.dataset.height)];
  const find = (selector) => studio.querySelector(selector);
  const canvas = find('canvas');
  const paper = canvas.getContext('2d');
  let picture = null;
  let state = null;
  let seq = 0;
  /** What the next click in the picture marks; null where it is a click. */
  let mark = null;
  let changes = -1;

  const post = (path, fields) =>
    fetch(`${base}/${path}`, {
      method: 'POST',
      credentials: 'same-origin',
      headers: { 'X-CSRF-Token': studio.dataset.csrf, 'X-Studio': '1' },
      body: new URLSearchParams(fields),
    });

  const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
  /** Commands wait for each other, so that they arrive in their order; one that arrives twice has the same number. */
  const from = [...crypto.getRandomValues(new Uint8Array(8))].map((byte) => (byte % 36).toString(36)).join('');
  const waiting = [];
  let isSending = false;
  let sent = 0;
  let sentAt = 0;
  async function send(command, more = {}) {
    // What was typed before this was done before it.
    if (command.do !== 'text' && command.do !== 'look') flush();
    sent += 1;
    sentAt = performance.now();
    waiting.push({ command: { from, n: sent, command }, more });
    if (isSending) return;
    isSending = true;
    while (waiting.length > 0) {
      const batch = waiting.slice(0, 50);
      const commands = JSON.stringify(batch.map((each) => each.command));
      const answer = await post('input', Object.assign({ commands }, ...batch.map((each) => each.more))).catch(
        () => null,
      );
      if (answer === null || answer.status >= 500) {
        trouble('sending', 'The connection is lost. What you did is sent when it is back.');
        await pause(1_000);
        continue;
      }
      trouble('sending', answer.redirected ? signedOut : null);
      waiting.splice(0, batch.length);
      if (answer.status === 400)
        say('The studio did not accept that. To release a write, type the number of the sample record.');
    }
    isSending = false;
  }

  const signedOut = 'You are signed out. Sign in again in another window; what was recorded is stored.';
  /** What is wrong with the connection, by where it was noticed; null where nothing is. */
  const troubles = new Map();
  function trouble(where, sentence) {
    if (sentence === null) troubles.delete(where);
    else troubles.set(where, sentence);
    const text = [...new Set(troubles.values())].join(' ');
    const box = find('.studio-trouble');
    if (box.textContent !== text) box.textContent = text;
    box.hidden = text === '';
  }

  /** A command that the browser has not heard of after this time is waited for. */
  const lateMs = 3_000;
  /** A worker renews its hold of the browser every three seconds. */
  const silentMs = 10_000;
  let browser = '';
  function watchCommands(now, hasBrowser, silent) {
    const isWaiting = sent > 0 && (now?.heard?.[from] ?? 0) < sent;
    if (now !== null && now.browser !== '' && now.browser !== browser) {
      // Commands are never stored: what was on its way to the browser before is gone.
      if (browser !== '' && isWaiting) {
        lost =
          'The browser was opened again, and what you did last did not reach it. Look at the picture, and do it again.';
        forgotten = sent;
      }
      browser = now.browser;
      if (rehearsesNext !== null) void send({ do: 'rehearse', stepwise: rehearsesNext });
      rehearsesNext = null;
    }
    trouble('lost', lost);
    const isUnheard = isWaiting && sent > forgotten && performance.now() - sentAt > lateMs;
    const isSilent = hasBrowser && silent !== null && silent > silentMs;
    trouble(
      'worker',
      isSilent
        ? 'The worker of this browser does not answer. After half a minute the browser is opened again, by the first worker that is free; what was recorded is stored.'
        : isUnheard
          ? 'The browser has not received what you did last yet.'
          : null,
    );
    return isWaiting && sent > forgotten;
  }
  let lost = null;
  let forgotten = 0;

  /** Asked for while there was no browser: it begins in the one that is opened for it. */
  let rehearsesNext = null;
  function rehearse(stepwise) {
    if (find('.studio-ended').hidden) void send({ do: 'rehearse', stepwise });
    else {
      rehearsesNext = stepwise;
      void post('open', {}).catch(() => {});
    }
  }

  /** A browser that has not come after this time is waited for. */
  let waitingSince = null;
  function watchWaiting(hasCome, others) {
    if (hasCome) waitingSince = null;
    else waitingSince ??= performance.now();
    const isLate = waitingSince !== null && performance.now() - waitingSince > lateMs;
    const open = others.map((name) => `“${name}”`).join(', ');
    trouble(
      'waiting',
      !isLate
        ? null
        : open === ''
          ? 'Waiting for a worker that serves portals: none has opened this recording yet.'
          : `Waiting for a browser. A worker shows one recording at a time, and ${open} is open: it closes with “Close the browser” there, or a minute after its page was left.`,
    );
  }

  /** What this page says itself; it stays until the person does something else, also when the browser says more. */
  let own = [];
  function say(sentence) {
    own = [...own, sentence].slice(-3);
    showNotices();
  }
  function showNotices() {
    find('.studio-notices').replaceChildren(
      ...[...(state?.notices ?? []), ...own].map((text) =>
        Object.assign(document.createElement('li'), { textContent: text }),
      ),
    );
  }

  function draw() {
    if (picture !== null) paper.drawImage(picture, 0, 0, width, height);
    const box = state?.pointed?.box;
    if (!box) return;
    paper.strokeStyle = '#4f46e5';
    paper.lineWidth = 3;
    paper.strokeRect(box.x - 2, box.y - 2, box.width + 4, box.height + 4);
  }

  let isUnheard = false;
  async function look() {
    const impatient = isUnheard ? '&impatient' : '';
    const answer = await fetch(`${base}/live?after=${seq}${impatient}`, {
      headers: { 'X-Poll': '1' },
      credentials: 'same-origin',
    });
    if (answer.redirected) throw new Error(signedOut);
    if (answer.status === 404) throw new Error('This recording was deleted.');
    if (!answer.ok) throw new Error(`The console answered ${answer.status}. It is asked again.`);
    const {
      seq: newest,
      picture: fresh,
      state: now,
      has_browser: hasBrowser,
      silent_ms: silent,
      ended,
      others,
    } = await answer.json();
    trouble('looking', null);
    isUnheard = watchCommands(now ?? state, hasBrowser, silent);
    watchWaiting(hasBrowser || ended !== null, others);
    seq = newest;
    if (fresh !== null && fresh !== '') {
      const bytes = Uint8Array.from(atob(fresh), (sign) => sign.charCodeAt(0));
      picture = await createImageBitmap(new Blob([bytes], { type: 'image/jpeg' }));
    } else if (fresh === '') {
      picture = null;
      paper.clearRect(0, 0, width, height);
      paper.font = '24px sans-serif';
      paper.fillText('Hidden: a sign-in, or a page that the playbook calls secret', 40, 60);
    }
    if (now !== null) show(now);
    const closed = find('.studio-ended');
    closed.hidden = hasBrowser || ended === null;
    find('[data-ended]').textContent = ended === null ? '' : `There is no browser: ${ended}.`;
    draw();
  }

  async function watch() {
    for (;;)
      try {
        await look();
      } catch (error) {
        trouble(
          'looking',
          error instanceof TypeError
            ? 'The connection is lost. The picture may be old; it is asked for again.'
            : error.message,
        );
        await pause(1_500);
      }
  }

  function show(now) {
    state = now;
    for (const button of studio.querySelectorAll('[data-part]'))
      button.setAttribute('aria-pressed', String(button.dataset.part === now.part));
    const address = find('#studio-address');
    if (document.activeElement !== address && now.address !== '') address.value = now.address;
    find('.studio-busy').hidden = !now.isBusy;
    const { pointed } = now;
    find('[data-pointed]').textContent =
      pointed === null
        ? ''
        : pointed.target === null
          ? `${pointed.name}: nothing names it alone`
          : `${pointed.target}${pointed.text === '' ? '' : `  “${pointed.text.slice(0, 80)}”`}`;
    showHeld(now.held);
    showPrompt(now.prompt ?? null);
    const options = (now.options ?? []).map((option) => [option, now.chosen?.includes(option)]);
    showButtons(find('.studio-options'), options, ([option, isChosen]) => [
      option,
      () => send({ do: 'option', option }),
      isChosen,
    ]);
    const elsewhere = now.elsewhere.flatMap(({ origin, isAsset }) =>
      isAsset ? [[origin, 'assets']] : [[origin, 'portal']],
    );
    showButtons(find('.studio-elsewhere'), elsewhere, ([origin, as]) => [
      `Left out: ${origin}. ${as === 'assets' ? 'Allow its styles, scripts and pictures' : 'Allow it as part of the portal'}`,
      () => send({ do: 'allow', origin, as }),
    ]);
    showNotices();
    showRehearsal(now.rehearsal);
    if (now.changes !== changes) {
      changes = now.changes;
      void refresh();
    }
  }

  /** Whoever answered goes on typing in the picture. */
  function leave(box) {
    const isThere = document.activeElement === document.body || box.contains(document.activeElement);
    box.hidden = true;
    if (isThere) canvas.focus({ preventScroll: true });
  }

  let shownHeld = null;
  function showHeld(held) {
    if ((held?.id ?? null) === shownHeld) return;
    shownHeld = held?.id ?? null;
    const box = find('.studio-held');
    if (held === null) return leave(box);
    box.hidden = false;
    find('[data-held-request]').textContent = `${held.method} ${held.address}`;
    find('[data-held-fields]').replaceChildren(
      ...held.fields.map(({ name, value }) => {
        const row = document.createElement('tr');
        for (const text of [name, value])
          row.append(Object.assign(document.createElement('td'), { textContent: text.slice(0, 300) }));
        return row;
      }),
    );
    const refused = find('[data-held-refused]');
    refused.hidden = held.refused === null;
    refused.textContent = held.refused === null ? '' : `It is never sent: ${held.refused}.`;
    // Of an address that says that something is stored, only whether it reads is the question.
    const isRead = held.method === 'GET';
    find('#held-title').textContent = isRead
      ? 'The page wants to open an address that may store something'
      : 'The page wants to send something';
    for (const button of box.querySelectorAll('[data-decide]')) {
      const { decide } = button.dataset;
      button.hidden =
        (isRead && decide !== 'read' && decide !== 'leave') ||
        (held.refused !== null && decide !== 'hold') ||
        (decide === 'login') !== (held.part === 'login' && decide === 'login');
    }
    find('[data-release]').hidden = isRead || held.refused !== null || held.part !== 'submit';
    box.scrollIntoView({ block: 'nearest' });
  }

  function showPrompt(prompt) {
    const box = find('[data-prompt]');
    if (box.hidden === (prompt === null)) return;
    if (prompt === null) return leave(box);
    box.hidden = false;
    find('[data-prompt-text]').textContent = prompt.text;
    box.elements.value.value = prompt.value;
    box.scrollIntoView({ block: 'nearest' });
  }

  function showButtons(box, entries, of) {
    box.hidden = entries.length === 0;
    const key = JSON.stringify(entries);
    if (box.dataset.key === key) return;
    box.dataset.key = key;
    box.replaceChildren(
      ...entries.map((entry) => {
        const [text, act, isPressed] = of(entry);
        const button = Object.assign(document.createElement('button'), {
          type: 'button',
          className: 'button button-small',
          textContent: text,
        });
        if (isPressed !== undefined) button.setAttribute('aria-pressed', String(isPressed));
        button.addEventListener('click', act);
        return button;
      }),
    );
  }

  function showRehearsal(rehearsal) {
    const box = find('.studio-rehearsal');
    box.hidden = rehearsal === null;
    if (rehearsal === null) return;
    find('[data-rehearsal-phase]').textContent = `${rehearsal.phase} (${rehearsal.state})`;
    find('[data-rehearsal-steps]').replaceChildren(
      ...rehearsal.steps.map((text, n) => {
        const item = Object.assign(document.createElement('li'), { textContent: text });
        if (n === rehearsal.step) item.setAttribute('aria-current', 'step');
        return item;
      }),
    );
    find('[data-rehearsal-lines]').replaceChildren(
      ...rehearsal.lines.map((text) => Object.assign(document.createElement('li'), { textContent: text })),
    );
  }

  const { put, refresh, select } = globalThis.openStudioPanel(studio, showMark);

  function showMark() {
    for (const button of studio.querySelectorAll('[data-fact], [data-mark]')) {
      const is = mark !== null && (button.dataset.fact ?? button.dataset.mark) === (mark.fact ?? mark.as ?? mark.do);
      button.setAttribute('aria-pressed', String(is));
    }
  }

  const lookAs = () =>
    mark === null || ['double', 'hover', 'ask'].includes(mark.as ?? mark.do)
      ? 'press'
      : mark.do === 'rows'
        ? 'table'
        : 'read';
  function press(at) {
    lost = null;
    own = [];
    void send({ ...(mark ?? { do: 'click' }), ...at });
    mark = null;
    showMark();
  }
  const flush = globalThis.listenToPicture(
    canvas,
    { width, height },
    { begin: () => (lost = null), lookAs, press, send },
  );

  studio.addEventListener('click', (event) => {
    const button = event.target instanceof Element ? event.target.closest('button') : null;
    if (button === null) return;
    const { part, command, login, decide, fact, list, rehearse: rehearses, line, keyPress } = button.dataset;
    if (part !== undefined) void send({ do: 'part', part });
    else if (command !== undefined) void send({ do: command });
    else if (login !== undefined) void send({ do: 'login', what: login });
    else if (decide !== undefined) void send({ do: 'decide', request: shownHeld, decision: decide });
    else if (keyPress !== undefined) void send({ do: 'key', key: keyPress });
    else if (fact !== undefined) mark = mark?.fact === fact ? null : { do: list === 'yes' ? 'rows' : 'read', fact };
    else if (button.dataset.mark === 'double')
      mark = mark?.as === 'double' ? null : { do: 'click', double: true, as: 'double' };
    // The form with the question has this one.
    else if (button.dataset.mark === 'ask') return;
    else if ('dismiss' in button.dataset) void send({ do: 'answer', value: null });
    else if (button.dataset.mark !== undefined)
      mark = mark?.do === button.dataset.mark ? null : { do: button.dataset.mark };
    else if (rehearses !== undefined) rehearse(rehearses === 'step');
    else if (line !== undefined) select(Number(line));
    else if ('open' in button.dataset) void post('open', {}).catch(() => {});
    else if ('stop' in button.dataset) void post('close', {}).catch(() => {});
    showMark();
  });

  studio.addEventListener('submit', (event) => {
    const { target: form, submitter } = event;
    if ('go' in form.dataset) {
      event.preventDefault();
      void send({ do: 'go', to: form.elements.to.value });
    } else if ('type' in form.dataset) {
      event.preventDefault();
      void send({ do: 'text', text: form.elements.text.value.slice(0, 900) });
      form.elements.text.value = '';
    } else if ('ask' in form.dataset) {
      event.preventDefault();
      const question = form.elements.question.value.trim();
      mark = mark?.do === 'ask' || question === '' ? null : { do: 'ask', question };
      if (question === '') say('Type the question that a person reads first.');
      showMark();
    } else if ('prompt' in form.dataset) {
      event.preventDefault();
      void send({ do: 'answer', value: form.elements.value.value });
    } else if ('release' in form.dataset) {
      event.preventDefault();
      void send({ do: 'decide', request: shownHeld, decision: 'send' }, { record: form.elements.record.value.trim() });
      form.elements.record.value = '';
    } else if ('panelForm' in form.dataset) {
      event.preventDefault();
      const stored = form.querySelector('textarea')?.value ?? null;
      void post(form.getAttribute('action').slice(base.length + 1), new FormData(form, submitter))
        .then((answer) => (answer.ok && !answer.redirected ? answer.text() : Promise.reject(new Error('not stored'))))
        .then((markup) => put(markup, stored))
        .catch(() => say('That was not stored, because the console did not answer as it should. Try it again.'));
    }
    // The script of all pages disables buttons after a form is sent; these forms stay.
    setTimeout(() => {
      for (const button of form.querySelectorAll('button')) button.disabled = false;
    }, 20);
  });

  void watch();
}
