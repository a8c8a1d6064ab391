/* oxlint-disable no-unused-expressions -- the expression is the script */
// Runs inside the portal's page, on the element that is about to receive an input: collects what the guard judges.
// Kept as plain script text: it is read from disk and sent to the page as it is.
(element) => {
  const text = (value) =>
    String(value ?? '')
      .replace(/\s+/g, ' ')
      .trim()
      .slice(0, 2000);
  const byId = (id) => element.getRootNode().getElementById?.(id) ?? document.getElementById(id);

  // Text as people read it, with the names of pictures and drawings inside.
  const spoken = (node, deep) => {
    if (node.nodeType === 3) return node.data;
    if (node.nodeType !== 1) return '';
    if (node.getAttribute('aria-hidden') === 'true' && deep) return '';
    const style = getComputedStyle(node);
    if (deep && (style.display === 'none' || style.visibility === 'hidden')) return '';
    const label = node.getAttribute('aria-label');
    if (deep && label) return ` ${label} `;
    if (node.tagName === 'IMG') return ` ${node.alt} `;
    if (node.localName === 'svg') return ` ${node.querySelector('title')?.textContent ?? ''} `;
    const gap = style.display === 'inline' ? '' : ' ';
    return (
      gap +
      added(node, '::before') +
      [...node.childNodes].map((child) => spoken(child, true)).join('') +
      added(node, '::after') +
      gap
    );
  };
  const added = (node, part) => {
    const content = getComputedStyle(node, part).content;
    return /^["']/.test(content) ? content.slice(1, -1) : '';
  };

  const ownLabels = () => [...(element.labels ?? [])].map((label) => spoken(label, false)).join(' ');
  const isTyped = element.matches('input:not([type=submit],[type=button],[type=reset],[type=image]), select, textarea');
  const accessibleName = () => {
    const referred = (element.getAttribute('aria-labelledby') ?? '')
      .split(/\s+/)
      .filter(Boolean)
      .map(byId)
      .filter(Boolean);
    if (referred.length > 0)
      return referred.map((node) => node.getAttribute('aria-label') ?? spoken(node, false)).join(' ');
    const label = element.getAttribute('aria-label');
    if (label && label.trim()) return label;
    if (isTyped) return ownLabels() || element.title || element.placeholder || '';
    if (element.matches('input'))
      return element.value || (element.type === 'submit' ? 'Submit' : '') || element.alt || element.title;
    return spoken(element, false).trim() || element.title;
  };

  const form = element.form ?? (element.matches('button, input, select, textarea') ? element.closest('form') : null);
  const submits = (control) =>
    (control.matches('button') && control.type === 'submit') ||
    (control.matches('input') && (control.type === 'submit' || control.type === 'image'));
  const link = element.closest('a[href], area[href]');
  const nameOf = (node) =>
    node.getAttribute('aria-label') ||
    (node.getAttribute('aria-labelledby') ?? '')
      .split(/\s+/)
      .filter(Boolean)
      .map(byId)
      .map((found) => found?.textContent ?? '')
      .join(' ');
  const around = [];
  for (let node = element.parentElement; node; node = node.parentElement) {
    if (node.matches('form, [role=form], dialog, [role=dialog], [role=alertdialog]')) {
      around.push(nameOf(node));
      if (node.matches('dialog, [role=dialog], [role=alertdialog]'))
        around.push(node.querySelector('h1, h2, h3, h4, [role=heading]')?.textContent);
    }
    if (node.matches('fieldset')) around.push(node.querySelector('legend')?.textContent);
    if (node.matches('button, a, [role=button], [onclick]'))
      around.push(nameOf(node), node.getAttribute('onclick'), node.textContent);
  }

  element.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  const box = element.getBoundingClientRect();
  const style = getComputedStyle(element);
  const x = box.x + box.width / 2;
  const y = box.y + box.height / 2;
  let top = document.elementFromPoint(x, y);
  while (top?.shadowRoot) {
    const inner = top.shadowRoot.elementFromPoint(x, y);
    if (!inner || inner === top) break;
    top = inner;
  }
  const labelled = [...(element.labels ?? [])];
  // Attributes are read through the prototype: a field called "action" inside a form hides form.action.
  const attribute = (node, name) => Element.prototype.getAttribute.call(node, name);
  const absolute = (address) => {
    try {
      return new URL(address || document.URL, document.baseURI).href;
    } catch {
      return address;
    }
  };
  const defaultButton = form && [...form.elements].find((control) => submits(control) && !control.disabled);

  return {
    tag: element.localName,
    type: (element.localName === 'button' || element.localName === 'input' ? element.type : '') ?? '',
    role: attribute(element, 'role') ?? (link === element ? 'link' : ''),
    name: text(accessibleName()),
    visibleText: isTyped
      ? ''
      : text(element.matches('input') ? element.value : (element.innerText ?? element.textContent)),
    value: isTyped && element.type !== 'checkbox' && element.type !== 'radio' ? '' : text(element.value),
    title: text(element.title),
    hiddenTexts: [
      ...[...element.querySelectorAll('img, [role=img], svg title')].map(
        (node) => attribute(node, 'alt') ?? attribute(node, 'aria-label') ?? node.textContent,
      ),
      ...[element, ...element.querySelectorAll('*')]
        .slice(0, 50)
        .flatMap((node) => [added(node, '::before'), added(node, '::after')]),
      attribute(element, 'aria-label'),
      attribute(element, 'aria-description'),
      attribute(element, 'alt'),
      ...(attribute(element, 'aria-describedby') ?? '')
        .split(/\s+/)
        .filter(Boolean)
        .map((id) => byId(id)?.textContent),
    ]
      .map(text)
      .filter(Boolean),
    identifiers: [
      element.id,
      attribute(element, 'name'),
      ...element.classList,
      ...Object.entries(element.dataset).flat(),
    ]
      .map(text)
      .filter(Boolean),
    onclick: text(attribute(element, 'onclick')),
    href: link ? absolute(attribute(link, 'href')) : null,
    download: link ? link.hasAttribute('download') : false,
    form: form && {
      action: absolute(attribute(form, 'action')),
      method: text(attribute(form, 'method') || 'get').toLowerCase(),
      name: text(nameOf(form) || attribute(form, 'name')),
      defaultButton: defaultButton ? text(defaultButton.value || defaultButton.textContent) : null,
    },
    formAction: attribute(element, 'formaction') === null ? null : absolute(attribute(element, 'formaction')),
    formMethod: attribute(element, 'formmethod'),
    pageUrl: (() => {
      try {
        return window.top.location.href;
      } catch {
        return document.referrer;
      }
    })(),
    frameUrl: document.URL,
    around: around.map(text).filter(Boolean),
    visible:
      box.width > 0 &&
      box.height > 0 &&
      style.visibility !== 'hidden' &&
      style.display !== 'none' &&
      Number(style.opacity) > 0.05,
    enabled: !element.matches(':disabled, [aria-disabled=true]'),
    editable: !element.readOnly,
    onTop:
      top !== null &&
      (element === top ||
        element.contains(top) ||
        (top.contains(element) && top.localName === 'a') ||
        labelled.some((label) => label.contains(top))),
    connected: element.isConnected,
  };
};
