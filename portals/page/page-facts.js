/* oxlint-disable no-unused-expressions -- the expression is the script */
// Runs inside the portal's page: what the page shows, as far as fingerprints and evidence speak of it.
// Kept as plain script text: it is read from disk and sent to the page as it is.
() => {
  const clean = (value) =>
    String(value ?? '')
      .replace(/\s+/g, ' ')
      .trim();
  const shown = (node) => node.getClientRects().length > 0 && getComputedStyle(node).visibility !== 'hidden';
  const texts = (selector, read = (node) => node.innerText || node.textContent) =>
    [
      ...new Set(
        [...document.querySelectorAll(selector)]
          .slice(0, 400)
          .filter(shown)
          .map((node) => clean(read(node)))
          .filter(Boolean),
      ),
    ].slice(0, 100);
  // No script and no handler is there, nor was loaded, nor does a style sheet move anything; a script may have removed its
  // own element.
  const isStill =
    document.getAnimations().every(({ playState }) => playState !== 'running') &&
    document.querySelector('script, iframe, meta[http-equiv=refresh i], [href^="javascript:" i]') === null &&
    !document.evaluate('//@*[starts-with(name(), "on")]', document, null, 3, null).booleanValue &&
    performance.getEntriesByType('resource').every(({ initiatorType }) => initiatorType !== 'script');
  return {
    url: document.URL,
    title: clean(document.title),
    headings: texts('h1, h2, h3, [role=heading]'),
    labels: [
      ...texts('label'),
      ...texts('input[aria-label], select[aria-label], textarea[aria-label]', (node) =>
        node.getAttribute('aria-label'),
      ),
    ],
    buttons: texts(
      'button, input[type=submit], input[type=button], [role=button]',
      (node) => node.getAttribute('aria-label') || node.innerText || node.value,
    ),
    columns: texts('th[scope=col], thead th, [role=columnheader]'),
    isStill,
    text: (document.body?.innerText ?? '').slice(0, 500000),
  };
};
