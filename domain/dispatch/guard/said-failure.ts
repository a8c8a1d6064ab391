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

/** Words of a message by which only a part was done, or the whole is not done yet. */
const undone = [
  '\\d+ (?:of (?:the )?\\d+ )?(?:\\p{L}+ ){0,2}(?:were |was |are |is )?(?:rejected|refused|declined|skipped|ignored|dropped|discarded|left out|abgelehnt|übersprungen|rechazad[oa]s?|rejetée?s?)',
  '(?:partially|partly|in part|incomplete(?:ly)?|teilweise|parcialmente|partiellement)',
  'as (?:a |an )?(?:draft|template|incomplete)|(?:als entwurf|como borrador|comme brouillon)',
  '(?:(?:needs?|has|have|remains?|is|are|still|yet|waiting) to be|must (?:still |first )?be) (?:submitted|sent|saved|posted|completed|finali[sz]ed|finished)',
  '(?:pending|awaiting|waiting for|before|until) (?:your )?(?:submission|completion)',
];

const doneInPart = new RegExp(`(?<![\\p{L}\\p{N}])(?:${undone.join('|')})(?![\\p{L}\\p{N}])`, 'iu');
/** "3 of 3 lines accepted" is all of them, "1 of 2" a part. */
const share =
  /(?<![\p{L}\p{N}]|(?:step|page|part|attempt|seite|schritt|paso|página|étape)\s)(\d+) (?:of|out of|von|de|sur) (?:the )?(\d+)(?![\p{L}\p{N}])/giu;

/**
 * Why a message that has the words that confirm does not confirm them: it asks, or only a part is done.
 * @param declared the words of the playbook in it
 * @returns the words that say so
 */
export function wordOfDoubt(text: string, declared: readonly string[]): string | undefined {
  for (const words of declared) {
    const at = words === '' ? -1 : text.toLowerCase().indexOf(words.toLowerCase());
    // "Saved? No: the period is closed."
    const asked = at < 0 ? null : /^[^.!?]*[?？]/u.exec(text.slice(at + words.length));
    if (asked !== null) return `${words}${asked[0]}`;
  }
  const rest = withoutWords(text, declared);
  for (const [whole, part, all] of rest.matchAll(share)) if (Number(part) < Number(all)) return whole;
  return doneInPart.exec(rest)?.[0];
}

/** A message without the words of the playbook in it: what it says beside them. */
export function withoutWords(text: string, declared: readonly string[]): string {
  return declared.reduce((left, words) => (words === '' ? left : left.replace(words, ' ')), text);
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
