/** What a person does in the live picture of the studio: places in it, the wheel, keys and text. */
'use strict';

/**
 * @param size of the page that the picture shows
 * @param press is called with the place of a click
 * @param begin is called before a key is sent
 * @returns what sends text that was typed and waits for more
 */
globalThis.listenToPicture = (canvas, { width, height }, { begin, lookAs, press, send }) => {
  const point = (event) => {
    const box = canvas.getBoundingClientRect();
    return {
      x: Math.round(((event.clientX - box.left) / box.width) * width),
      y: Math.round(((event.clientY - box.top) / box.height) * height),
    };
  };

  canvas.addEventListener('click', (event) => {
    canvas.focus({ preventScroll: true });
    // The second click of a double click would be done to what the first one brought.
    if (event.detail <= 1) press(point(event));
  });
  let resting;
  canvas.addEventListener('pointermove', (event) => {
    clearTimeout(resting);
    resting = setTimeout(() => void send({ do: 'look', as: lookAs(), ...point(event) }), 150);
  });
  canvas.addEventListener('pointerleave', () => clearTimeout(resting));
  let scrolled = null;
  canvas.addEventListener(
    'wheel',
    (event) => {
      event.preventDefault();
      const at = scrolled ?? { do: 'wheel', ...point(event), dx: 0, dy: 0 };
      if (scrolled === null)
        setTimeout(() => {
          void send(scrolled);
          scrolled = null;
        }, 60);
      scrolled = { ...at, dx: at.dx + event.deltaX, dy: at.dy + event.deltaY };
    },
    { passive: false },
  );

  const named = new Set([
    'Enter',
    'Escape',
    'ArrowDown',
    'ArrowUp',
    'ArrowLeft',
    'ArrowRight',
    'Home',
    'End',
    'PageDown',
    'PageUp',
    'Backspace',
    'Delete',
  ]);
  let typed = '';
  function flush() {
    if (typed !== '') void send({ do: 'text', text: typed });
    typed = '';
  }
  canvas.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    begin();
    if (named.has(event.key)) {
      event.preventDefault();
      flush();
      void send({ do: 'key', key: event.key });
    } else if (event.key.length === 1) {
      event.preventDefault();
      if (typed === '') setTimeout(flush, 50);
      typed += event.key;
    }
  });
  canvas.addEventListener('paste', (event) => {
    event.preventDefault();
    flush();
    const text = event.clipboardData?.getData('text/plain') ?? '';
    for (let n = 0; n < Math.min(text.length, 10_000); n += 900)
      void send({ do: 'text', text: text.slice(n, n + 900) });
  });
  return flush;
};
