/** Makes the sortable, prefixed ids of D2. */
import { v7 } from 'uuid';

export const idPrefixes = {
  sender: 'snd',
  key: 'key',
  task: 'tsk',
  approval: 'apr',
  decision: 'dec',
  event: 'evt',
  delivery: 'dl',
  hook: 'wh',
  route: 'rt',
  mail: 'ml',
  workspace: 'ws',
  settlerRun: 'stl',
  person: 'per',
  session: 'ses',
  upload: 'upl',
  pin: 'pin',
  notification: 'ntf',
  notificationRule: 'nfr',
  recording: 'rec',
  question: 'qst',
  approvalQuestion: 'apq',
  savedView: 'sv',
  pushDevice: 'psh',
} as const;

/** A new id such as `tsk_0193f2a0-…`; ids of one process sort in the order in which they were made. */
export function newId(kind: keyof typeof idPrefixes): string {
  return `${idPrefixes[kind]}_${v7()}`;
}

/**
 * Whether a text can be an id of this kind at all: what cannot is looked up nowhere, and some of it (U+0000) the database
 * would choke on.
 */
export function isId(kind: keyof typeof idPrefixes, text: string): boolean {
  const prefix = `${idPrefixes[kind]}_`;
  return text.startsWith(prefix) && /^[0-9a-z-]{1,64}$/.test(text.slice(prefix.length));
}
