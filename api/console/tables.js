/**
 * What a list has beside its rows: sorting by a heading, a filter, columns to choose from and a CSV file. A list of which
 * the page shows all (`data-list="whole"`) has all of it; a page of a longer one (`data-list="page"`) only its columns,
 * because the server sorts, filters and exports it.
 */
'use strict';

/** What the person chose, by list; columns are kept in this browser, the rest until the page is left. */
const chosenIn = new Map();

const nameOfList = (frame) => `${location.pathname.replace(/[a-z]{2,4}_[0-9a-f-]{36}/g, ':id')} ${frame.ariaLabel}`;

function chosenFor(frame) {
  const name = nameOfList(frame);
  if (!chosenIn.has(name)) chosenIn.set(name, { filter: '', sort: '', down: false, hidden: storedColumns(name) });
  return chosenIn.get(name);
}

function storedColumns(name) {
  try {
    const stored = JSON.parse(localStorage.getItem(`columns ${name}`) ?? '[]');
    return new Set(Array.isArray(stored) ? stored : []);
  } catch {
    // No storage: the choice lasts as long as the page.
    return new Set();
  }
}

function storeColumns(name, hidden) {
  try {
    if (hidden.size === 0) localStorage.removeItem(`columns ${name}`);
    else localStorage.setItem(`columns ${name}`, JSON.stringify([...hidden]));
  } catch {
    // As above.
  }
}

const headingsOf = (frame) => [...frame.querySelectorAll('thead th')];
const rowsOf = (frame) => [...frame.querySelectorAll('tbody > tr')];
/** Columns of buttons have a heading that is only read aloud. */
const isData = (heading) => heading.querySelector(':scope > .visually-hidden') === null;
const wordsOf = (cell) => (cell.innerText ?? cell.textContent).replace(/\s+/g, ' ').trim();

function part(tag, properties = {}, ...children) {
  const element = Object.assign(document.createElement(tag), properties);
  element.append(...children);
  return element;
}

/** Puts the tools above each list within an element, as the person left them. */
// oxlint-disable-next-line no-unused-vars -- console.js, which is part of the same file when it is served, calls it
function addTableTools(root) {
  for (const frame of root.querySelectorAll('.table-wrap[data-list]')) {
    const rows = rowsOf(frame);
    if (rows.length < 2) continue;
    const isWhole = frame.dataset.list === 'whole';
    const chosen = chosenFor(frame);
    frame.before(toolsOf(frame, chosen, isWhole, rows.length));
    if (isWhole) {
      rows.forEach((row, index) => (row.dataset.place = String(index)));
      for (const heading of headingsOf(frame).filter(isData))
        heading.replaceChildren(part('button', { type: 'button', className: 'sort' }, ...heading.childNodes));
    }
    showChosen(frame, chosen);
  }
}

const filteredFrom = 6;

function toolsOf(frame, chosen, isWhole, count) {
  const headings = headingsOf(frame);
  const tools = part('div', { className: 'table-tools' });
  const label = frame.ariaLabel.replace(/^Table of /, '').toLowerCase();
  if (isWhole && count >= filteredFrom) {
    const filter = part('input', {
      type: 'search',
      placeholder: 'Filter',
      autocomplete: 'off',
      className: 'table-filter',
    });
    filter.setAttribute('aria-label', `Filter ${label}`);
    // As an attribute, so that a fresh copy of the page compares equal.
    if (chosen.filter !== '') filter.setAttribute('value', chosen.filter);
    tools.append(filter, part('span', { className: 'quiet table-count' }));
    tools.lastChild.setAttribute('role', 'status');
  }
  if (isWhole) {
    const sort = part('select', { className: 'table-sort' }, part('option', { value: '' }, 'Sort by'));
    sort.setAttribute('aria-label', `Sort ${label}`);
    headings.forEach((heading, index) => {
      if (!isData(heading)) return;
      for (const [value, arrow] of [
        [`${index}`, '↑'],
        [`-${index}`, '↓'],
      ])
        sort.append(part('option', { value }, `${heading.textContent.trim()} ${arrow}`));
    });
    tools.append(sort);
  }
  const boxes = headings.map((heading, index) => {
    if (index === 0 || !isData(heading) || heading.textContent.trim() === '') return null;
    const box = part('input', { type: 'checkbox', className: 'table-column', value: String(index) });
    if (!chosen.hidden.has(heading.textContent.trim())) box.setAttribute('checked', '');
    return part('label', { className: 'check' }, box, ` ${heading.textContent.trim()}`);
  });
  const choice = boxes.filter((box) => box !== null);
  if (frame.dataset.columns !== 'own' && choice.length > 1) {
    const legend = part('legend', { className: 'visually-hidden' }, `Columns of ${label}`);
    tools.append(part('details', {}, part('summary', {}, 'Columns'), part('fieldset', {}, legend, ...choice)));
  }
  if (isWhole)
    tools.append(part('button', { type: 'button', className: 'button button-small table-csv' }, 'Export CSV'));
  return tools;
}

/** Brings a list in line with what is chosen. */
function showChosen(frame, chosen) {
  const headings = headingsOf(frame);
  headings.forEach((heading, index) => {
    const isHidden = index > 0 && chosen.hidden.has(heading.textContent.trim());
    for (const row of [heading.parentElement, ...rowsOf(frame)])
      if (row.children.length === headings.length) row.children[index].hidden = isHidden;
  });
  if (frame.dataset.list !== 'whole') return;
  const place = headings.findIndex((heading) => isData(heading) && heading.textContent.trim() === chosen.sort);
  headings.forEach((heading, index) => {
    if (index === place) heading.setAttribute('aria-sort', chosen.down ? 'descending' : 'ascending');
    else heading.removeAttribute('aria-sort');
  });
  for (const body of frame.querySelectorAll('tbody')) {
    // The heading of a group stays where it is: in front.
    const rows = [...body.children].filter((row) => row.children.length === headings.length);
    body.append(...rows.sort((one, other) => inOrder(one, other, place, chosen.down)));
  }
  const wanted = chosen.filter.toLowerCase().split(/\s+/).filter(Boolean);
  const rows = rowsOf(frame);
  for (const row of rows) {
    const text = row.textContent.toLowerCase();
    row.hidden = !wanted.every((word) => text.includes(word));
  }
  const tools = frame.previousElementSibling;
  const count = tools?.querySelector('.table-count');
  if (count)
    count.textContent = wanted.length === 0 ? '' : `${rows.filter(({ hidden }) => !hidden).length} of ${rows.length}`;
  const sort = tools?.querySelector('.table-sort');
  if (sort) sort.value = place === -1 ? '' : `${chosen.down ? '-' : ''}${place}`;
}

function inOrder(one, other, place, isDown) {
  const asSent = Number(one.dataset.place) - Number(other.dataset.place);
  if (place === -1) return asSent;
  const [a, b] = [one, other].map((row) => sortKeyOf(row.children[place]));
  // What is empty comes last, whichever way.
  if (a === '' || b === '') return (a === '') - (b === '') || asSent;
  const order =
    typeof a === 'number' && typeof b === 'number'
      ? a - b
      : String(a).localeCompare(String(b), undefined, { numeric: true });
  return (isDown ? -order : order) || asSent;
}

/** A time, a number (with its sign, currency, commas or per cent), or words. */
function sortKeyOf(cell) {
  const time = cell.querySelector('time[datetime]');
  if (time !== null) return Date.parse(time.dateTime);
  const text = cell.textContent.replace(/\s+/g, ' ').trim();
  const bare = text.replace(/[$,%\s]/g, '').replace('−', '-');
  if (/^[+-]?\d+(?:\.\d+)?$/.test(bare)) return Number(bare);
  return text === '–' ? '' : text;
}

const frameOf = (tool) => tool.closest('.table-tools')?.nextElementSibling;

/** One choice more: what it changes is shown at once. */
function choose(frame, change) {
  const chosen = chosenFor(frame);
  change(chosen);
  showChosen(frame, chosen);
}

document.addEventListener('input', ({ target }) => {
  if (target.matches('.table-filter')) choose(frameOf(target), (chosen) => (chosen.filter = target.value));
});

document.addEventListener('change', ({ target }) => {
  if (target.matches('.table-sort')) {
    const frame = frameOf(target);
    const heading = headingsOf(frame)[Math.abs(Number(target.value))];
    choose(frame, (chosen) => {
      chosen.sort = target.value === '' ? '' : heading.textContent.trim();
      chosen.down = target.value.startsWith('-');
    });
  }
  if (target.matches('.table-column')) {
    const frame = frameOf(target);
    const column = headingsOf(frame)[Number(target.value)].textContent.trim();
    choose(frame, ({ hidden }) => (target.checked ? hidden.delete(column) : hidden.add(column)));
    storeColumns(nameOfList(frame), chosenFor(frame).hidden);
  }
});

document.addEventListener('click', ({ target }) => {
  const heading = target.closest?.('thead .sort')?.closest('th');
  if (heading)
    choose(heading.closest('.table-wrap'), (chosen) => {
      const column = heading.textContent.trim();
      // A third click is the order in which the page came.
      const isThird = chosen.sort === column && chosen.down;
      chosen.down = chosen.sort === column && !chosen.down;
      chosen.sort = isThird ? '' : column;
    });
  const button = target.closest?.('.table-csv');
  if (button) saveCsv(frameOf(button));
});

/** The rows and columns as they are shown, times in UTC, as a file. */
function saveCsv(frame) {
  const headings = headingsOf(frame);
  const places = headings.flatMap((heading, index) => (isData(heading) && !heading.hidden ? [index] : []));
  const rows = rowsOf(frame).filter((row) => !row.hidden && row.children.length === headings.length);
  const lines = [
    places.map((place) => headings[place].textContent.trim()),
    ...rows.map((row) => places.map((place) => csvText(row.children[place]))),
  ];
  const text = lines.map((cells) => `${cells.map(csvCell).join(',')}\r\n`).join('');
  const name = frame.ariaLabel
    .replace(/^Table of /, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-');
  const href = URL.createObjectURL(new Blob([text], { type: 'text/csv' }));
  part('a', { href, download: `${name}.csv` }).click();
  setTimeout(() => URL.revokeObjectURL(href), 60_000);
}

function csvText(cell) {
  const time = cell.querySelector('time[datetime]');
  const words = wordsOf(cell);
  return time !== null && words === wordsOf(time) ? time.dateTime : words;
}

/** As the server writes cells: none of them runs as a formula when a spreadsheet opens the file. */
function csvCell(value) {
  const text = /^(?:[\t\r\n]|\s*[=+\-@\uff1d\uff0b\uff0d\uff20])/.test(value) ? `'${value}` : value;
  return /[",;\t\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
