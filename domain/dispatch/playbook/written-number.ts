/** Numbers as a portal writes them: the playbook shows how by `###-###### #`, with a `#` for each letter or digit. */

/**
 * @param like the rest is written as it is; where it has more places than the number has signs, zeros lead, and where it
 * has fewer, leading zeros are left out
 * @returns undefined where the number does not fit; '' for an input that was not given
 */
export function writtenNumber(number: string, like: string): string | undefined {
  const signs = number.replace(/[^\p{L}\p{N}]/gu, '');
  if (signs === '') return '';
  const places = like.split('#').length - 1;
  const extra = signs.slice(0, Math.max(0, signs.length - places));
  if (!/^0*$/.test(extra) || (signs.length < places && !/^\d+$/.test(signs))) return undefined;
  const fitted = Array.from(signs.slice(extra.length).padStart(places, '0'));
  return like.replaceAll('#', () => fitted.shift() ?? '');
}
