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

/** Words of a message by which what it confirms was only tried out, or does not hold any more. */
const takenAway =
  /(?<!\p{L})(?:(?:then|but|later|since|again|danach|später|luego|después|puis|ensuite),?\s+(?:\p{L}+\s+)?(?:reversed|reverted|undone|rolled back|withdrawn|removed|deleted|discarded|cancell?ed|voided|storniert|anulad[oa]|annulée?)|preview only|test mode|test only|dry run|simulat(?:ed|ion)|nur vorschau|simulación)(?!\p{L})/iu;

export function wordTakenAway(text: string): string | undefined {
  return takenAway.exec(text)?.[0];
}

export function saysFailure(text: string): boolean {
  return wordOfFailure(text) !== undefined;
}

/** The first word of a text that says so. */
export function wordOfFailure(text: string): string | undefined {
  return failure.exec(text.normalize('NFC').replace(doneForGood, ' '))?.[0];
}

/** What is asked of people, or denied, beside a message is no failure. */
const harmless =
  /(?<![\p{L}\p{N}])(?:(?:please )?do not|don[’']t|not (?:now|you)|(?:no|without|0|keine|sin|aucune?|sans) (?:errors?|problems?|fehler|errores|problemas|erreurs?|problèmes?)|bitte nicht|(?:veuillez )?ne pas)(?![\p{L}\p{N}])/giu;

/** The first word by which a notice beside a message says that something failed. */
export function failureInNotice(text: string): string | undefined {
  return wordOfFailure(text.normalize('NFC').replace(harmless, ' '));
}

/** Before what was to be done: it is still to come. */
const toCome =
  /(?<![\p{L}\p{N}])(?:(?:(?:will|shall|can|must|may|should|would|to|is|are|still|yet) (?:\p{L}+ )?be(?:ing)?|is about to|are about to)(?: \p{L}+)?|wird|werden|será|sera|seront)\s+$/iu;

/** Whether a text says that what a playbook takes for done is still to come: "will be saved". @returns the words */
export function promiseOf(text: string, done: string): string | undefined {
  const at = done === '' ? -1 : text.toLowerCase().indexOf(done.toLowerCase());
  const before = at < 0 ? undefined : toCome.exec(text.slice(0, at))?.[0];
  return before === undefined ? undefined : `${before}${done}`;
}
