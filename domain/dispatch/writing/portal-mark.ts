/**
 * The portal mark (D25): a short reference, always the same for a task and an action, that is written into the
 * portal's own reference field, so that a record is recognised as ours however often we look.
 *
 * Eight characters of Crockford's base 32 are 40 bits. Among n marks on one portal some two are equal with odds of
 * about n² / 2⁴¹: 1 in 22,000 for 10,000 marks, 1 in 220 for 100,000. A mark therefore never stands alone: a
 * record counts as ours only when it is about the same invoice, claim or PRO as well (write-once.ts), and among
 * the few hundred marks that one of those will ever see the odds are below 1 in 20 million.
 */

import type { Sha256 } from '../../canonical-json.ts';

/** Digits and letters without I, L, O and U, which are misread or make words. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const length = 8;
const prefix = 'LK-';

/**
 * @param action what the mark is for, such as `file_dispute` or `attach_pod`; a task that writes twice has two marks
 * @param sha256 gives lower-case hex
 */
export function portalMark(taskId: string, action: string, sha256: Sha256): string {
  const bits = BigInt(`0x${sha256(`portal mark\n${taskId}\n${action}`).slice(0, (length * 5) / 4)}`);
  const characters = Array.from({ length }, (_, place) => {
    const shift = BigInt(5 * (length - 1 - place));
    return alphabet[Number((bits >> shift) & 31n)];
  });
  return prefix + characters.join('');
}

/** The marks in a text, in their canonical spelling and order, each once: portals change case and people add words. */
export function marksIn(text: string): string[] {
  const found = text.toUpperCase().matchAll(/(?<![0-9A-Z])LK-[0-9A-HJKMNP-TV-Z]{8}(?![0-9A-Z])/g);
  return [...new Set([...found].map(([mark]) => mark))];
}

type MarkOwner = 'this_task' | 'same_sender' | 'foreign';

/**
 * Whose mark the text of a reference field carries (D29).
 * @param earlier marks that tasks of the same sender made before
 */
export function ownerOfMark(reference: string, own: string, earlier: ReadonlySet<string>): MarkOwner {
  const marks = marksIn(reference);
  if (marks.includes(own)) return 'this_task';
  return marks.some((mark) => earlier.has(mark)) ? 'same_sender' : 'foreign';
}
