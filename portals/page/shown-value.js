// Runs inside the portal's page, in a world of our own: the text that people see of an element or read beside a name in it, and whether
// they see something else than was read.
(element, displayed, { beside, message, said, framed }, misread) => {
  const { fieldSeenOtherwise, isCutAway, readText, readValue, seenOtherwise, textsIn, tickSeenOtherwise } = displayed();
  const inline = beside === undefined ? undefined : include('places.js')().textBeside(element, beside, readText);
  let text = inline?.text ?? (said === true ? readText(element) : readValue(element));
  // What may be filled in or chosen there is said by nobody yet.
  const offered =
    said === true ? [...element.querySelectorAll('label, select, [role=option], [role=radio], [role=checkbox]')] : [];
  for (const each of offered) if (!each.matches('label') || each.control) text = text.replace(readText(each), ' ');
  // What is struck out in a message is not said.
  const { isStruck } = include('composed-tree.js')();
  const isLined = (node) => {
    for (let at = node.parentElement; at; at = at.parentElement) if (isStruck(getComputedStyle(at))) return true;
    return false;
  };
  const words = [];
  if (message === true) {
    const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      if (node.data.trim() === '') continue;
      if (isLined(node)) text = text.replace(node.data.replace(/\s+/g, ' ').trim(), ' ');
      if (!isCutAway(node.parentElement)) words.push(node);
    }
  }
  // A title may begin with the same word as a button ("File claim", "File").
  for (const button of message === true ? element.querySelectorAll('button, [role=button]') : []) {
    const [name, first, last] = [readText(button), words[0] ?? button, words.at(-1) ?? button];
    if (name === '') continue;
    if (button.contains(first) && text.startsWith(name + ' ')) text = text.slice(name.length).trim();
    else if (button.contains(last) && text.endsWith(' ' + name)) text = text.slice(0, -name.length).trim();
  }
  if (framed === true && text === '') text = textsIn(element).join(' ').trim();
  if (element.matches('input, select')) {
    const seen = fieldSeenOtherwise(element);
    if (seen !== null) misread(text, seen);
  } else if (said !== true && message !== true && !element.matches('textarea')) {
    const read = readText(element);
    const { text: own = read, around, nodes } = inline ?? {};
    const whole = () => (read.includes(own) ? seenOtherwise(element, read) : read);
    const tick = tickSeenOtherwise(element);
    const seen = tick ?? (around ? seenOtherwise(around, own, { only: nodes, near: element }) : whole());
    // The colon before the value is of its name.
    const isOfName = tick === null && around && seen?.replace(/^[:\s]+/, '') === own;
    if (seen !== null && !isOfName) misread(tick === null ? own : text, seen);
  }
  return text;
};
