/** Whether what a page says of a form that was sent is that it failed: words that no confirmation has. */

/**
 * In the languages of the guard. "No." before a number is no denial, and "rejected" or "denied" may be what was done:
 * they say what happened to a claim.
 */
const words = [
  "not|never|nothing|unable|cannot|could(?:n[’']t)?|\\p{L}+n[’']t|fail(?:s|ed|ing|ure|ures)?|errors?",
  'invalid|unsaved|unsuccessful|discarded|aborted|timed out|rolled back|went wrong|problems?|try again',
  'nicht|keine?[nrms]?|fehler|fehlgeschlagen|gescheitert|ungültig|konnte',
  'pas|échoué|échec|erreurs?|impossible|invalide|réessayez',
  'no (?:se|fue|ha|han|pudo|puede)|falló|fallo|fallid[oa]|imposible|inválid[oa]',
];

const failure = new RegExp(`(?<![\\p{L}\\p{N}])(?:${words.join('|')})(?![\\p{L}\\p{N}])`, 'iu');

/** What is done for good has not failed. */
const lasting = [
  "(?:cannot|can not|can[’']t) be undone",
  'nicht (?:mehr )?rückgängig gemacht werden',
  'no se puede deshacer',
  'ne (?:peut|pourra) pas être annulée?s?',
];

const doneForGood = new RegExp(`(?<![\\p{L}\\p{N}])(?:${lasting.join('|')})(?![\\p{L}\\p{N}])`, 'giu');

export function saysFailure(text: string): boolean {
  return wordOfFailure(text) !== undefined;
}

/** The first word of a text that says so. */
export function wordOfFailure(text: string): string | undefined {
  return failure.exec(text.normalize('NFC').replace(doneForGood, ' '))?.[0];
}
