// Runs inside the portal's page, in a world of our own, as a selector engine (`selectorEngine`).
// Keeps what one part of a selector finds for its other parts, which would look for it again, and have to be sent with all of
// it: as many times as it is needed, and each with twice the marks of escape. `none` begins.
() => {
  const { slottedIn } = include('slotted-text.js')();
  const titled = include('titled-part.js')();
  const kept = new Map();
  const drawn = new Map();
  const all = (name) => kept.get(name) ?? kept.set(name, new Set()).get(name);
  const drawnIn = (name) =>
    drawn.get(name) ?? drawn.set(name, new Set([...all(name)].flatMap((node) => slottedIn(node)))).get(name);
  const jobs = {
    none: (node) => {
      kept.clear();
      drawn.clear();
      titled.begin();
      return [node];
    },
    as: (node, name) => {
      all(name).add(node);
      return [node];
    },
    of: (_node, name) => [...all(name)],
    /** Those that are drawn in one that was kept because they lie in a slot of a component there. */
    slotted_in: (node, name) => (drawnIn(name).has(node) ? [node] : []),
    /** Begins only where nothing was kept, so that what follows is not even looked for where a section has the name. */
    unless: (node, name) => (all(name).size === 0 ? [node] : []),
    /** Those that are under a title, where nothing was kept: no section has its name. */
    under: (node, name, title) => (all(name).size === 0 && titled.isUnder(node, title) ? [node] : []),
    /** Those that were looked for in what was kept; where nothing was, those under the title. */
    in: (node, name, title) => (all(name).size > 0 || titled.isUnder(node, title) ? [node] : []),
  };
  const queryAll = (node, body) => {
    const [job, name, ...title] = body.split(':');
    return jobs[job](node, name, title.join(':'));
  };
  const before = new WeakSet();
  /** Marks an element as one that is there, or finds it where it was not marked. */
  const since = (node, when) => {
    if (when === 'before') before.add(node);
    return when === 'before' || !before.has(node) ? [node] : [];
  };
  return { queryAll, since };
};
