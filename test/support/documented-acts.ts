/** The table of acts in docs/senders.md: which act of the audit log comes which way, on either service. */
import { readFileSync } from 'node:fs';

interface DocumentedAct {
  readonly dispatch: readonly string[];
  readonly lanes: readonly string[];
}

/** By act; what it says of a way that differs (`; again: …`) is a row of its own, such as `task.asked, again`. */
export function documentedActs(): ReadonlyMap<string, DocumentedAct> {
  const found = new Map<string, DocumentedAct>();
  const text = readFileSync(new URL('../../docs/senders.md', import.meta.url), 'utf8');
  for (const [, acts = '', dispatch = '', lanes = ''] of text.matchAll(
    /^\| (`[a-z_]+\.[^|]+) \| ([^|]+) \| ([^|]+) \|$/gm,
  ))
    for (const [, act = ''] of acts.matchAll(/`([a-z_]+\.[a-z_]+)`/g)) {
      const [plain = '', ...others] = dispatch.split('; ');
      found.set(act, { dispatch: ways(plain), lanes: ways(lanes) });
      for (const other of others) {
        const [name, by = ''] = other.split(': ');
        found.set(`${act}, ${name}`, { dispatch: ways(by), lanes: [] });
      }
    }
  return found;
}

const ways = (cell: string): string[] => (cell === '–' ? [] : cell.split(', '));
