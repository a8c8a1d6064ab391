// Runs inside the portal's page, in a world of our own: the innermost elements of which people see exactly a text, whatever
// else they hold that nobody sees (a countdown, a name for screen readers, the parts of a component).
() => {
  const { aboveElement: above, below, boxOf, clipsToDot, isOutOfReach } = include('composed-tree.js')();
  const unread = new Set(['script', 'style', 'template', 'noscript', 'head', 'select', 'textarea', 'option']);
  const plain = (text) => text.replace(/\s+/g, ' ').trim();
  const longestRest = 300;
  const isSeen = (node) => boxOf(node).checkVisibility({ visibilityProperty: true, opacityProperty: true });
  /** Clipped to a dot, as names for screen readers are. */
  const isDot = (node) => {
    const style = getComputedStyle(node);
    const { width, height } = node.getBoundingClientRect();
    if (style.display === 'contents') return false;
    const isTiny = style.overflow !== 'visible' && width <= 1 && height <= 1;
    const isCut = /^inset\((?:50|100)%\)$/.test(style.clipPath);
    return isCut || (style.position === 'absolute' && (isTiny || clipsToDot(style)));
  };
  const isInDot = (node) => node?.nodeType === 1 && (isDot(node) || isInDot(above(node)));
  const said = (node, letters = ({ data }) => data) => {
    if (node.nodeType === 3) return letters(node);
    if (node.nodeType !== 1 || unread.has(node.localName) || !isSeen(node) || isDot(node)) return '';
    if (node.localName === 'br') return ' ';
    const text = [...below(node)].map((part) => said(part, letters)).join('');
    return /^(?:inline|contents)/.test(getComputedStyle(node).display) ? text : ` ${text} `;
  };
  /** In the capitals in which a style sheet draws it. */
  const inCapitals = (text) => {
    const { textTransform } = getComputedStyle(above(text));
    if (textTransform === 'uppercase') return text.data.toUpperCase();
    return textTransform === 'capitalize'
      ? text.data.replace(/(?<![\p{L}\p{N}'’])\p{L}/gu, (letter) => letter.toUpperCase())
      : text.data;
  };
  /** A button at an end of a message that shows but a sign: it closes it, and is no part of what it says. */
  const isCloser = (node) =>
    node.nodeType === 1 && node.matches('button, [role=button]') && !/[\p{L}\p{N}]/u.test(said(node));
  const saidWithin = (node) => {
    const parts = [...below(node)].filter(
      (part) => part.nodeType === 1 || (part.nodeType === 3 && part.data.trim() !== ''),
    );
    const closers = parts.filter((part, n) => (n === 0 || n === parts.length - 1) && isCloser(part));
    return closers.length === 0
      ? null
      : plain(
          parts
            .filter((part) => !closers.includes(part))
            .map((part) => said(part))
            .join(''),
        );
  };
  /** Signs that set a text off from what is beside it on its line, and the arrow of a menu behind it. */
  const edges = /^[\s|·•–—/,;]+|[\s|·•–—/,;▾▼▿⌄⏷▴▲›»▸►]+$/g;
  /** Frameworks leave comments between what they draw. */
  const behind = (node) => {
    let beside = node.nextSibling;
    while (beside?.nodeType === 8) beside = beside.nextSibling;
    return beside;
  };
  const controls = 'a, button, input[type=submit], img, svg';
  /** Whether a part of a line holds controls and no other words, as the form around a single button does. */
  const isOfControls = (node) =>
    node.querySelector(controls) !== null &&
    [...below(node)].every((part) =>
      part.nodeType === 1
        ? part.matches(controls) || isOfControls(part) || said(part).trim() === ''
        : !said(part).trim(),
    );
  /** The number of entries that a tab or a link has behind its words, in an element of its own. */
  const isCount = (node) => /^\s*(?:\d{1,3}\+?|\(\d{1,3}\+?\))\s*$/.test(said(node)) && behind(node) === null;
  /** Whether nothing is read together with an element: it is a link, a button, a picture, a number of entries or a line of its own. */
  const isSetOff = (node) =>
    node.matches('a, button, br, hr, img, svg') ||
    !/^(?:inline|contents)/.test(getComputedStyle(node).display) ||
    isOfControls(node) ||
    isCount(node);
  /** Parts of a line that are read together: texts and words in bold or in another colour, up to what sets them off. */
  const runsOf = (node) => {
    const runs = [[]];
    for (const child of [...node.childNodes, ...(node.shadowRoot?.childNodes ?? [])]) {
      if (child.nodeType !== 3 && child.nodeType !== 1) continue;
      if (child.nodeType === 1 && (unread.has(child.localName) || isSetOff(child))) {
        runs.push([]);
        continue;
      }
      const text = said(child);
      if (/^\s*[|·•–—/]/.test(text)) runs.push([]);
      runs.at(-1).push({ text, isOwn: child.nodeType === 3 && text.trim() !== '' });
      if (/[|·•–—/]\s*$/.test(text)) runs.push([]);
    }
    return runs.filter((run) => run.some(({ isOwn }) => isOwn)).map((run) => run.map(({ text }) => text).join(''));
  };
  /** Where no element has just this text: elements that have it as a text of their own between other ones. */
  const linesWith = (root, wanted) => {
    const found = [];
    const search = (node) => {
      for (const child of [...node.childNodes, ...(node.shadowRoot?.childNodes ?? [])])
        if (child.nodeType === 1 && !unread.has(child.localName)) search(child);
      if (node.nodeType !== 1 || !runsOf(node).some((run) => plain(run.replace(edges, '')) === wanted)) return;
      if (isSeen(node) && !isDot(node)) found.push(node);
    };
    search(root);
    return found;
  };
  /** Where nothing has just this text: what opens a part and has the number of its entries behind its words ("Documents (2)"). */
  const openersWith = (root, wanted) =>
    [...root.querySelectorAll('summary, button, [role=button], [aria-expanded]')].filter((node) => {
      const text = plain(said(node));
      return text.startsWith(wanted) && /^ ?\(\d{1,3}\+?\)$/.test(text.slice(wanted.length)) && !isDot(node);
    });
  const queryAll = (root, asked) => {
    const wanted = plain(asked);
    if (wanted === '') return [];
    const words = wanted.split(' ').filter((word) => word !== '*');
    const longest = 20 * wanted.length + 2000;
    // `*` as a word stands for further words, and a page that shows just this text has it as it is.
    const form = new RegExp(
      `^${wanted
        .split(/(?<=^| )\*(?= |$)/)
        .map((part) => part.trim().replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
        .join('\\s*\\S.*')}$`,
    );
    const folded = words.map((word) => word.toUpperCase());
    const hasWords = (text) => folded.every((word) => text.toUpperCase().includes(word));
    const isWanted = (text) =>
      text === wanted || (isOpen && text.length <= wanted.length + longestRest && form.test(text));
    const isOpen = words.length > 0 && words.length < wanted.split(' ').length;
    const found = [];
    /** @returns all text below, seen or not, and whether an element in it has been found */
    const search = (node) => {
      let text = '';
      let isFound = false;
      // Text in a slot belongs to the element that has it, and not to the slot where it is drawn.
      for (const child of [...node.childNodes, ...(node.shadowRoot?.childNodes ?? [])]) {
        if (child.nodeType === 3) text += child.data;
        if (child.nodeType !== 1 || unread.has(child.localName)) continue;
        const inner = search(child);
        isFound ||= inner.isFound;
        if (text.length <= longest) text += inner.text;
      }
      if (
        !isFound &&
        node.nodeType === 1 &&
        text.length <= longest &&
        hasWords(text) &&
        [said(node), said(node, inCapitals), saidWithin(node)].some((each) => each !== null && isWanted(plain(each))) &&
        !isOutOfReach(node) &&
        !isInDot(node)
      ) {
        found.push(node);
        isFound = true;
      }
      return { text, isFound };
    };
    search(root);
    const named = found.length > 0 ? found : linesWith(root, wanted);
    return named.length > 0 || isOpen ? named : openersWith(root, wanted);
  };
  return { queryAll };
};
