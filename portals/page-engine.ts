/** Registers what runs in the pages as selector engines of the browser library, in a world of our own. */
import { selectors } from 'playwright-core';

/**
 * Of the whole process, as the library's own list: a process that requires modules and imports them as well has two
 * copies of this one, and the same engine from both is one engine.
 */
const store = globalThis as { lanekeeperPageEngines?: Map<string, Registered> };

interface Registered {
  readonly content: string;
  readonly done: Promise<void>;
}

/** It is there before the first window is opened: the library registers it with the browser's next context. */
export function registerEngine(name: string, content: string): Promise<void> {
  const known = (store.lanekeeperPageEngines ??= new Map<string, Registered>());
  const before = known.get(name);
  if (before !== undefined) {
    if (before.content !== content) throw new Error(`the page engine ${name} is there with another content`);
    return before.done;
  }
  const done = selectors.register(name, { content }, { contentScript: true });
  known.set(name, { content, done });
  return done;
}
