/** Maps an export with an adapter as the import does, without checks of the events and without a store. */
import { createHash } from 'node:crypto';
import type { ImportedEvent, LeftOut } from '../../../../domain/lanes/import/adapter.ts';
import { prepareImport } from '../../../../commands/lanes/import-events.ts';
import { importAdapter } from '../../../../domain/lanes/import/adapters.ts';
import { atOnce } from '../../../../process/time-slices.ts';

interface Mapped {
  readonly events: readonly ImportedEvent[];
  readonly left: readonly LeftOut[];
}

export function mapped(name: string, text: string, mapping: object): Mapped {
  const read = readWith(name, text, mapping);
  if ('findings' in read) throw new Error(read.findings.join('; '));
  const events: ImportedEvent[] = [];
  const left: LeftOut[] = [];
  for (const row of read.rows)
    if (row === undefined) continue;
    else if ('event' in row) events.push(row.event);
    else left.push(row);
  return { events, left };
}

export function findings(name: string, text: string, mapping: object): readonly string[] {
  const read = readWith(name, text, mapping);
  return 'findings' in read ? read.findings : [];
}

function readWith(name: string, text: string, mapping: object) {
  const adapter = importAdapter(name);
  if (!adapter) throw new Error(`no adapter ${name}`);
  const hash = (one: string): string => createHash('sha256').update(one).digest('hex');
  const prepared = prepareImport(adapter, { queue: 'q', ...mapping });
  if ('findings' in prepared) throw new Error(prepared.findings.join('; '));
  return atOnce(prepared.read(text, { hash }));
}

/** The parts of an event that tests look at, in one line. */
export function lineOf({ id, at, step, item, role, actor, decision }: ImportedEvent): string {
  const who = `${actor.kind} ${actor.id}${actor.version === undefined ? '' : ` ${actor.version}`}`;
  return `${id} ${at} ${step} ${item} ${role} ${who} ${decision ?? '-'}`;
}
