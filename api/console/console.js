/** The console's script: every page works without it; `data-` attributes ask for what it adds. */

/** Puts a fresh copy in place of an element, unless somebody is at work in it. */
async function poll(id) {
  const element = document.getElementById(id);
  if (element === null || document.hidden || isAtWork(element)) return;
  const answer = await fetch(element.dataset.from ?? location.href, {
    headers: { 'X-Poll': '1' },
    credentials: 'same-origin',
  });
  if (answer.redirected) return showSignedOut(answer.url);
  if (!answer.ok) return;
  const fresh = new DOMParser().parseFromString(await answer.text(), 'text/html').getElementById(id);
  const now = document.getElementById(id);
  if (fresh === null || now === null || isAtWork(now)) return;
  showLocalTimes(fresh);
  addTableTools(fresh);
  if (now.innerHTML === fresh.innerHTML) return;
  keepOpen(now, fresh);
  const focused = placeOfFocus(now);
  now.replaceChildren(...fresh.childNodes);
  focused?.(now)?.focus({ preventScroll: true });
}

/** A link or a button that has the focus gets it again in the fresh copy: found by where it leads, or by its words. */
function placeOfFocus(element) {
  const active = document.activeElement;
  if (active === null || active === element || !element.contains(active)) return undefined;
  const same = (one) =>
    ['id', 'href', 'name', 'value'].every((name) => one.getAttribute(name) === active.getAttribute(name));
  const alike = (one) => same(one) && one.textContent.trim() === active.textContent.trim();
  return (fresh) => {
    const all = [...fresh.querySelectorAll(active.tagName)];
    return all.find(alike) ?? all.find(same);
  };
}

/** Before somebody writes what could not be sent any more; the address leads back here after sign-in. */
function showSignedOut(address) {
  if (document.querySelector('.signed-out') !== null || !address.includes('/console/sign-in')) return;
  const link = Object.assign(document.createElement('a'), { href: address, textContent: 'Sign in again' });
  const notice = Object.assign(document.createElement('p'), { className: 'notice notice-warn signed-out' });
  notice.setAttribute('role', 'alert');
  notice.append('Your session has ended: what you send now is not saved. ', link);
  document.querySelector('main')?.prepend(notice);
}

/**
 * Exact times, shown or behind the relative ones: in the person's time zone (the browser's where none is set), with UTC
 * behind them.
 */
function showLocalTimes(root) {
  const { timeZone } = document.documentElement.dataset;
  const form = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'medium', timeZone });
  // American English has the short names that people use: CST, not GMT-6.
  const named = new Intl.DateTimeFormat('en-US', { timeZoneName: 'short', timeZone });
  for (const time of root.querySelectorAll('time[datetime]')) {
    const at = new Date(time.dateTime);
    if (Number.isNaN(at.getTime())) continue;
    const zone = named.formatToParts(at).find(({ type }) => type === 'timeZoneName').value;
    const shown = `${form.format(at)} ${zone}`;
    if (time.textContent.trim().endsWith(' UTC')) time.textContent = shown;
    time.title = shown.endsWith(' UTC') ? shown : `${shown} (${at.toISOString().slice(11, 19)} UTC)`;
  }
}

function isAtWork(element) {
  const { activeElement: active } = document;
  // Anyone who only is on a link or a button continues seeing what happens.
  const writes = active?.matches('input, textarea, select, [contenteditable]') === true;
  if (writes && element.contains(active)) return true;
  // Neither does a note that is half written go, while its writer looks something up, nor what is ticked or chosen.
  if ([...element.querySelectorAll('textarea, input, select')].some(isChanged)) return true;
  const selection = getSelection();
  return selection !== null && !selection.isCollapsed && element.contains(selection.anchorNode);
}

/** Whether what a form would send is no longer as the page came. */
function isChanged(control) {
  if (control.matches('textarea')) return control.value !== control.defaultValue;
  if (control.form?.method !== 'post' || control.name === '') return false;
  if (control.matches('select')) {
    const asSent = [...control.options].findIndex(({ defaultSelected }) => defaultSelected);
    return control.selectedIndex !== Math.max(asSent, 0);
  }
  return control.matches('[type=checkbox], [type=radio]') && control.checked !== control.defaultChecked;
}

/** What the reader has unfolded stays so. */
function keepOpen(now, fresh) {
  const before = now.querySelectorAll('details');
  fresh.querySelectorAll('details').forEach((details, index) => {
    if (before[index] !== undefined) details.open = before[index].open;
  });
}

function startPolls() {
  for (const element of document.querySelectorAll('[data-poll][id]')) {
    const seconds = Math.max(2, Number(element.dataset.poll) || 15);
    setInterval(() => void poll(element.id).catch(() => undefined), seconds * 1000);
  }
}

// A field that one of a form's buttons needs is required of that button alone, and what else was chosen stays.
document.addEventListener('click', (event) => {
  const button = event.target instanceof Element ? event.target.closest('button') : null;
  for (const field of button?.form?.querySelectorAll('[data-required-by]') ?? [])
    field.required = field.dataset.requiredBy === button.value;
});

document.addEventListener('submit', (event) => {
  const form = event.target;
  const sentence = event.submitter?.dataset.confirm ?? form.dataset.confirm;
  if (sentence !== undefined && !confirm(sentence)) {
    event.preventDefault();
    return;
  }
  keepSent(form);
  // A second click must not send the form twice; the name and value of the button still go with it.
  setTimeout(() => {
    for (const button of form.querySelectorAll('button')) button.disabled = true;
  });
});

/** Fields that belong to some choices of another one: for the others they are hidden, and not sent. */
function adaptForms() {
  for (const field of document.querySelectorAll('[data-shown-for]')) {
    const chosen = field.closest('form').elements.namedItem(field.dataset.shownBy)?.value;
    field.hidden = !field.dataset.shownFor.split(' ').includes(chosen);
    for (const control of field.querySelectorAll('input, select, textarea')) control.disabled = field.hidden;
  }
}
document.addEventListener('change', adaptForms);

const pathOf = (form) => new URL(form.getAttribute('action') ?? '', location.href).pathname;
const controlsOf = (form, name) => [...form.elements].filter((one) => one.name === name && one.type !== 'hidden');

/** What a form sent, but for passwords and files: where it is refused, its page comes again and shows it. */
function keepSent(form) {
  if (form.method !== 'post') return;
  const fields = [...new FormData(form)].filter(
    ([name, value]) => typeof value === 'string' && !controlsOf(form, name).some(({ type }) => type === 'password'),
  );
  try {
    sessionStorage.setItem('sent', JSON.stringify({ path: pathOf(form), fields }));
  } catch {
    // A browser that keeps nothing shows the page as it is.
  }
}

function takeSent() {
  try {
    const sent = JSON.parse(sessionStorage.getItem('sent') ?? 'null');
    sessionStorage.removeItem('sent');
    return sent;
  } catch {
    return null;
  }
}

/** Puts back what was sent to a form that this page shows empty. */
function putBack(form, fields) {
  for (const control of form.elements) {
    const values = fields.filter(([name]) => name === control.name).map(([, value]) => value);
    if (['hidden', 'password', 'file', 'submit', 'button'].includes(control.type) || control.name === '') continue;
    if (control.type === 'checkbox' || control.type === 'radio') control.checked = values.includes(control.value);
    else if (values.length > 0) control.value = values[0];
  }
}

/** The field that a finding names, or the only one that the form has. */
function controlAbout(form, name) {
  if (name !== undefined) return controlsOf(form, name)[0];
  const all = [...form.elements].filter(({ type }) => !['hidden', 'submit', 'button', 'fieldset'].includes(type));
  return all.length === 1 ? all[0] : undefined;
}

/** Shows a sentence beside the field that it is about, for everybody. */
function markField(control, sentence) {
  const id = `${control.id || control.name}-refused`;
  const finding = Object.assign(document.createElement('p'), { className: 'finding', id, textContent: sentence });
  control.setAttribute('aria-invalid', 'true');
  control.setAttribute('aria-describedby', `${control.getAttribute('aria-describedby') ?? ''} ${id}`.trim());
  (control.closest('fieldset') ?? control.closest('.field') ?? control.parentElement).append(finding);
}

/** After a refusal: the form as it was sent, each finding at its field, and the focus on the first of them. */
function showRefusal() {
  const sent = takeSent();
  const list = document.querySelector('main .error-list[role=alert]');
  if (list === null) return;
  const { page } = list.dataset;
  const forms = [...document.forms].filter((form) => form.method === 'post' && pathOf(form) === location.pathname);
  const isSame = (form) =>
    [...form.querySelectorAll('input[type=hidden]')].every(
      ({ name, value }) => name === '_csrf' || sent?.fields.some((field) => field[0] === name && field[1] === value),
    );
  const form = forms.find(isSame) ?? forms[0];
  if (form !== undefined && page !== undefined && sent?.path === location.pathname) putBack(form, sent.fields);
  let first = null;
  for (const item of form === undefined ? [] : list.querySelectorAll('li')) {
    const control = controlAbout(form, item.dataset.field);
    if (control === undefined) continue;
    markField(control, item.textContent);
    first ??= control;
  }
  for (let above = (first ?? form)?.parentElement; above; above = above.parentElement)
    if (above instanceof HTMLDetailsElement) above.open = true;
  if (document.querySelector('main [autofocus]') === null || first !== null) (first ?? list).focus();
  // To load the page again must not send the form again.
  if (page !== undefined) history.replaceState(null, '', page);
}

// A page that comes back from the browser's cache can be sent again.
addEventListener('pageshow', (event) => {
  if (event.persisted) for (const button of document.querySelectorAll('form button')) button.disabled = false;
  // The browser puts back what was chosen before.
  adaptForms();
});

document.addEventListener('keydown', (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
  const { target } = event;
  if (target instanceof Element && target.closest('input, textarea, select, [contenteditable]') !== null) return;
  const wanted = event.key.toLowerCase();
  for (const element of document.querySelectorAll('[data-key]'))
    if (element.dataset.key === wanted && !element.disabled) {
      event.preventDefault();
      element.click();
      return;
    }
});

document.addEventListener('click', (event) => {
  const button = event.target instanceof Element ? event.target.closest('[data-copy]') : null;
  if (button === null) return;
  // Browsers give the clipboard to pages over TLS and of this machine only; what is selected can be copied by hand.
  if (navigator.clipboard === undefined) {
    if (button.previousElementSibling !== null) getSelection()?.selectAllChildren(button.previousElementSibling);
    return;
  }
  const text = button.dataset.copy === '' ? button.previousElementSibling?.textContent : button.dataset.copy;
  void navigator.clipboard.writeText((text ?? '').trim()).then(() => {
    const label = button.textContent;
    button.textContent = 'Copied';
    setTimeout(() => (button.textContent = label), 1500);
  });
});

// The search is one key away from every page; anyone who writes keeps what is written.
document.addEventListener('keydown', (event) => {
  if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey || event.key.toLowerCase() !== 'k') return;
  const { target } = event;
  const search = document.querySelector('a[data-search]');
  if (search === null || (target instanceof Element && target.closest('input, textarea, select') !== null)) return;
  event.preventDefault();
  if (location.pathname === search.pathname) document.getElementById('q')?.focus();
  else location.assign(`${search.href}#q`);
});
if (location.hash === '#q') document.getElementById('q')?.focus();

// A page that only leads on; without scripts its link is clicked.
document.querySelector('a[data-go-on]')?.click();
showLocalTimes(document);
addTableTools(document);
adaptForms();
showRefusal();
startPolls();
