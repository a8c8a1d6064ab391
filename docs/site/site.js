/** Search and copy buttons of the documentation; every page works without them. */
'use strict';

const box = document.querySelector('input[type=search]');
const found = document.getElementById('found');
const up = document.documentElement.dataset.up ?? '';

/** A page or heading counts by where its words are found: the title before headings before the text. */
function search(text) {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  return window.searchIndex
    .map((entry) => ({ entry, score: scoreOf(entry, words) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .slice(0, 12)
    .map(({ entry }) => entry);
}

function scoreOf({ title, page, text }, words) {
  let score = 0;
  for (const word of words) {
    if (title.toLowerCase().includes(word)) score += 10;
    else if (page.toLowerCase().includes(word)) score += 4;
    else if (text.toLowerCase().includes(word)) score += 1;
    else return 0;
  }
  return score;
}

function show() {
  const entries = search(box.value);
  found.replaceChildren(
    ...entries.map(({ href, title, page }) => {
      const link = Object.assign(document.createElement('a'), { href: up + href, textContent: title });
      const item = document.createElement('li');
      item.append(link, title === page ? '' : ` ${page}`);
      return item;
    }),
  );
  found.hidden = entries.length === 0;
}

if (box !== null) {
  box.hidden = false;
  box.addEventListener('input', show);
  document.addEventListener('keydown', (event) => {
    const typing = event.target instanceof Element && event.target.closest('input, textarea') !== null;
    if (event.key !== '/' || typing || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    box.focus();
  });
}

for (const block of document.querySelectorAll('pre')) {
  const button = Object.assign(document.createElement('button'), {
    type: 'button',
    textContent: 'Copy',
    className: 'copy',
  });
  button.addEventListener('click', () => {
    const text = block.querySelector('code')?.textContent ?? '';
    void navigator.clipboard?.writeText(text.replace(/^\$ /gm, '')).then(() => {
      button.textContent = 'Copied';
      setTimeout(() => (button.textContent = 'Copy'), 1500);
    });
  });
  const frame = Object.assign(document.createElement('div'), { className: 'block' });
  block.replaceWith(frame);
  frame.append(block, button);
}
