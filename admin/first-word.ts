/** What the command line can answer from its first word alone, before it loads what the commands stand on. */
import { nearestName } from '../domain/nearest-name.ts';

/** The words that may come first; a test holds them against the commands. */
export const firstWords: readonly string[] = (
  'sender key secret task approval write evidence delivery mail notification person portal playbook lanes doctor audit migrate ' +
  'deployment-secret engine settings-reference completion help'
).split(' ');

export type QuickAnswer =
  | { readonly kind: 'version' }
  | { readonly kind: 'unknown'; readonly text: string }
  /** The commands have to be loaded. */
  | { readonly kind: 'none' };

/** @param args what follows `admin` */
export function quickAnswer([first, ...rest]: readonly string[]): QuickAnswer {
  if ((first === '--version' || first === '-V') && rest.length === 0) return { kind: 'version' };
  if (first === undefined || first.startsWith('-') || firstWords.includes(first)) return { kind: 'none' };
  const nearest = nearestName(first, firstWords)?.name;
  const hint = nearest === undefined ? '' : `\n(Did you mean ${nearest}?)`;
  return { kind: 'unknown', text: `error: unknown command '${first}'${hint}\n(--help shows what is possible)\n` };
}
