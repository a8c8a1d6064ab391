/** What PostgreSQL's error codes (SQLSTATE) say about whose fault an error is. */

/**
 * 21 cardinality, 22 data, 23 integrity, 42 names and types, 54 program limits, XX000 a value that is too large to
 * handle. Everything else is about the connection, the server, its resources, or transactions side by side.
 */
const aboutData = /^(?:(?:21|22|23|42|54)[0-9A-Z]{3}|XX000)$/;

/** Whether an error with this code would come again, whichever server the statement was sent to. */
export function isAboutData(code: string): boolean {
  return aboutData.test(code);
}
