/** Texts and names as people read them: spelling that nobody sees makes no difference. */

/**
 * NFKC, so that full-width digits, ligatures and no-break spaces equal their plain forms; upper and then lower case,
 * which also makes ß equal to SS; runs of white space as one blank, none at the ends.
 */
export function foldedText(text: string): string {
  return text.normalize('NFKC').toUpperCase().toLowerCase().normalize('NFKC').replace(/\s+/g, ' ').trim();
}

/**
 * Whether two ids of people or agents are the same but for their spelling. For refusals only: what is stored keeps the
 * id as it was sent. Characters without a width (soft hyphens, joiners) tell nobody apart.
 */
export function isSameName(a: string, b: string): boolean {
  return a === b || foldedName(a) === foldedName(b);
}

function foldedName(name: string): string {
  return foldedText(name.replace(/\p{Default_Ignorable_Code_Point}/gu, ''));
}
