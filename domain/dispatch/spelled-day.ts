/** Days whose month is written as a word, so that nobody has to know whether month or day comes first. */

const months = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
];

/** `Nov 22, 2026`, `Sept. 16, 2026`, `22 November 2026`, `22-Nov-2026`, as `2026-11-22`; undefined for all else. */
export function spelledDay(text: string): string | undefined {
  const american = /^([A-Za-z]{3,9})\.? (\d{1,2}), (\d{4})$/.exec(text);
  if (american !== null) return day(american[3], american[1], american[2]);
  const british = /^(\d{1,2})[ -]([A-Za-z]{3,9})\.?[ -](\d{4})$/.exec(text);
  return british === null ? undefined : day(british[3], british[2], british[1]);
}

function day(year = '', word = '', date = ''): string | undefined {
  const name = word.toLowerCase() === 'sept' ? 'september' : word.toLowerCase();
  const month = months.findIndex((known) => known.startsWith(name)) + 1;
  return month === 0 ? undefined : `${year}-${String(month).padStart(2, '0')}-${date.padStart(2, '0')}`;
}
