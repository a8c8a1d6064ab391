/** What is stored of a playbook that may still have findings: its names and digest, where it has them. */
import { createHash } from 'node:crypto';
import { canonicalJson } from '../../domain/dispatch/canonical-json.ts';
import { isWriting } from '../../domain/dispatch/playbook/needed-facts.ts';
import { taskTypes } from '../../domain/dispatch/task.ts';
import { atOnce } from '../../process/turns.ts';
import { beyondLimits } from './load.ts';
import { readYaml } from './read-yaml.ts';

export interface Draft {
  readonly playbookId: string;
  readonly version: string;
  readonly digest: string;
  readonly body: string;
  readonly writes: boolean;
}

/** @returns the draft, or the sentence that says why the text cannot be stored as one */
export function readDraft(body: string): Draft | { readonly refused: string } {
  const tooMuch = beyondLimits(body);
  if (tooMuch !== undefined) return { refused: tooMuch };
  let data: unknown;
  let digest: string;
  try {
    data = atOnce(readYaml(body));
    digest = createHash('sha256').update(canonicalJson(data)).digest('hex');
  } catch (error) {
    return { refused: (error as Error).message.split('\n')[0] ?? 'it cannot be read' };
  }
  const { id, version, capabilities } = (data ?? {}) as Readonly<Record<string, unknown>>;
  if (typeof id !== 'string' || !/^[a-z][a-z0-9-]{0,39}$/.test(id))
    return { refused: 'its id is missing, or is not lower case letters, digits and hyphens' };
  if (typeof version !== 'string' || !/^\d{1,6}\.\d{1,6}\.\d{1,6}$/.test(version))
    return { refused: 'its version is missing, or is not three numbers' };
  const types = typeof capabilities === 'object' && capabilities !== null ? Object.keys(capabilities) : [];
  const writes = taskTypes.some((type) => isWriting(type) && types.includes(type));
  return { playbookId: id, version, digest, body, writes };
}
