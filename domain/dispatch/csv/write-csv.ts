/** Writes CSV after RFC 4180 in which no cell runs as a formula when a spreadsheet opens it (D20). */

/** A whole file: CRLF line ends, a header row first. */
export function writeCsv(header: readonly string[], rows: readonly (readonly string[])[]): string {
  return [header, ...rows].map((cells) => `${cells.map(writeCell).join(',')}\r\n`).join('');
}

/**
 * What makes a spreadsheet run a cell, after spaces too: `= + - @`, their full-width forms, tab and carriage return
 * (OWASP ASVS 1.2.10). A leading apostrophe makes it text again.
 */
const runsAsFormula = /^(?:[\t\r\n]|\s*[=+\-@\uff1d\uff0b\uff0d\uff20])/;

/** Semicolon and tab are quoted too: some spreadsheets split at them, and what follows could run. */
function writeCell(value: string): string {
  const text = runsAsFormula.test(value) ? `'${value}` : value;
  return /[",;\t\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
