// Part of what runs inside the portal's page: by which ids the page itself calls the records whose numbers it shows, in the
// rows, entries and cards of its lists. Whose record a number is, and which field says such an id, is not decided here.
(element, { all, attributesOf, is, localNameOf, plain, rootOf }) => {
  const kinds =
    'tr, [role=row], li, [role=listitem], [role=option], option, article, [class*=card i], [class*=item i], [class*=row i]';
  const longestRow = 600;
  const [mostRows, mostParts, mostIds] = [600, 60, 2_000];
  const numbersOf = (text) => text.match(/(?<!\p{N})\p{N}{8,}(?!\p{N})/gu) ?? [];
  const saying = /^(?:alt|title|aria-label|value|data-.*)$/;
  const numbersIn = (node) => {
    if (node.textContent.length > longestRow) return [];
    const shown = numbersOf(plain(node.textContent));
    if (shown.length > 0) return shown;
    // A picture, a tip or an attribute says it, such as of an option that shows a date.
    const parts = [node, ...all(node, 'img, svg, a, button, [title], [aria-label]').slice(0, 8)];
    return parts.flatMap((part) =>
      [...attributesOf(part)].flatMap(({ name, value }) => (saying.test(name) ? numbersOf(value) : [])),
    );
  };
  const numbered = new Map();
  const root = rootOf(element);
  // Most pages show no number at all, and are looked at no further.
  const mayShow =
    numbersOf((root.body ?? root).textContent).length > 0 ||
    all(root, 'img[alt], option, [data-pro], [data-number], [data-tracking]')
      .slice(0, mostRows)
      .some((node) => [...attributesOf(node)].some(({ value }) => numbersOf(value).length > 0));
  const isRowOf = /-(?:item|card|row|tile|entry|option)$/;
  const candidates = mayShow
    ? [...all(root, kinds), ...all(root, '*').filter((node) => isRowOf.test(localNameOf(node)))]
    : [];
  for (const row of candidates.slice(0, 4 * mostRows)) {
    const numbers = row.contains(element) ? [] : numbersIn(row);
    if (numbers.length > 0 && numbered.size < mostRows) numbered.set(row, numbers);
  }
  // What holds a row is no row: a card around a table, the list around its entries.
  for (const row of numbered.keys())
    for (let at = row.parentElement; at; at = at.parentElement) if (numbered.has(at)) numbered.delete(at);
  const ids = [];
  // What is around the control says of which record its part of the page is: `data-load-id`, `edit_bill_88412`.
  for (let at = element.parentElement; at; at = at.parentElement)
    for (const { name, value } of attributesOf(at)) {
      const called = name === 'id' && /^(?:\p{L}+[-_])*?(\p{L}+)[-_](\p{N}{3,})$/u.exec(value);
      if (called) ids.push({ name: called[1], value: called[2], numbers: [] });
      else if (/^data-.*[-_](?:id|key|uuid)$/.test(name) && value.length <= 60)
        ids.push({ name: name.slice('data-'.length), value, numbers: [] });
    }
  for (const [row, numbers] of numbered) {
    const tell = (name, value) => {
      if (ids.length < mostIds && value.length <= 200 && /\p{N}/u.test(value)) ids.push({ name, value, numbers });
    };
    for (const node of [row, ...all(row, '*').slice(0, mostParts)])
      for (const { name, value } of attributesOf(node)) {
        const called = name === 'id' && /^(\p{L}[\w-]*?)[-_:](\p{N}{3,}|[\p{N}a-f]{8}-[\p{N}a-f-]{27})$/iu.exec(value);
        if (called) tell(called[1], called[2]);
        else if (/^(?:data-|:)/.test(name)) tell(name.replace(/^data-|^:/, ''), value);
        else if (/^(?:href|action|formaction|hx-\w+)$/.test(name)) tell('', value);
        else if (/^on|^@|^ng-click$/.test(name)) for (const [one] of value.matchAll(/\b\p{N}{3,}\b/gu)) tell('', one);
        else if (name === 'value' && /^(?:input|button|option)$/.test(localNameOf(node)) && !is(node, '[type=text]'))
          tell(node.getAttribute('name') ?? '', value);
      }
  }
  return ids;
};
