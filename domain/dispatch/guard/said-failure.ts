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

/** In which way, where and on what portals do what they confirm; of these, none takes anything back. */
const neutralWords = new Set(
  [
    'successfully correctly properly safely automatically electronically shortly immediately directly recently accordingly already july reply supply apply family early weekly daily monthly correctamente exitosamente satisfactoriamente automáticamente electrónicamente directamente solicitud',
    'invoice invoices bill bills billing shipment shipments pro record records order orders load loads account accounts claim claims dispute disputes case ticket file document form page portal system screen website list behalf time date day monday tuesday wednesday thursday friday saturday sunday reference ref number no nr id code confirmation tracking name charge charges line lines item items delivery receipt approval review my all each both',
    'nummer referenz vorgangsnummer rechnung sendung konto beleg antrag reklamation número folio referencia factura envío cuenta numéro référence facture expédition dossier compte',
  ].flatMap((line) => line.split(' ')),
);
/** By these words what is confirmed is less, something else, or not for good. */
const qualifying =
  /^(?:draft|pending|queue|off$|offline|local|part(?:ial|ly$)|test|demo|train|sandbox|temp|provision|simul|preview|reject|refus|deni|deny|declin|fail|err(?:or|on)|invalid|hold|held|await|wait|expir|duplic|ignor|skip|not?$|only$|templat|until|but$|except|unless|although|though|however|void|cancel|revers|undo|undone|lost|block|lock|clos(?:ed|ing)$|overrid|overwrit|supersed|paus|omit|warn|missing|incomplet|conditional|subject$|wrong|twice|again$|later$|tonight|overnight|withdraw|retract|mistak|another$|midnight|protest|device|computer|browser|suspend|postpon|delay|defer|drop|discard|exclud|deduct|limit|tentativ|blank|unread|empt(?:y|ied)|minus$|half$|backed$|nobody|nothing|conflict|former|outbox|quarant|environment|trash|clipboard|cache|spam|on-hold|entwurf|vorl[äa]uf|teilweis|nicht|kein|nur$|warte|aber$|bis$|später|ausst[eä]|hälfte|offen|abgelehn|borrador|parcial|pendient|prueba|plantilla|sin$|pero$|solo$|hasta|brouillon|attente|partiel|essai|mod[eè]le|sauf|sans$|mais$|jusqu|non$)/iu;
const manner = /(?:ly|mente|weise)$/iu;
/** Behind these, a word says in which way, where or for what. */
const leading = /^(?:as|under|without|against|on|onto|als|unter|ohne|como|bajo|comme|sous)$/iu;
const articles =
  /^(?:a|an|the|this|its|your|our|their|of|ein|eine|einer|einem|der|die|das|den|dem|un|una|el|la|los|las|une|le|les|l)$/iu;
const lacking = /^(?:without|ohne|sans)$/iu;
const faults = /^(?:any|errors?|issues?|problems?|warnings?|delay|fehler|probleme?|erreurs?|problèmes?)$/iu;
const calledAs =
  /^(?:requested|well|follows|number|no|nr|id|reference|ref|case|ticket|claim|dispute|correction|document|version|request|of)$/iu;

/** The first word of a sentence that may take back what it confirms. @param at where the words that confirm end */
function qualifier(words: readonly string[], at: number, isKnown: (word: string) => boolean): string | undefined {
  let lead = '';
  for (const [n, word] of words.entries()) {
    if (articles.test(word)) continue;
    const isName = /^\p{Lu}/u.test(word) && n > 0;
    const isFine = word === '' || isKnown(word.toLowerCase());
    if (!isFine && (qualifying.test(word) || (manner.test(word) && !isName))) return word;
    const isLed = lead !== '' && word !== '' && n > at && !isName;
    if (isLed && !(/^as$/i.test(lead) ? calledAs.test(word) : isFine)) return word;
    if (lacking.test(word) && !faults.test(words[n + 1] ?? '')) return word;
    lead = leading.test(word) ? word : '';
  }
  return undefined;
}

/** Of what comes in the place of a confirmation. */
const against =
  /(?<!\p{L})(?:rejected|refused|denied|declined|withdrawn|cancell?ed|reversed|deleted|abgelehnt|storniert|rechazad[oa]|cancelad[oa]|rejetée?|refusée?|annulée?)(?!\p{L})/iu;

export function takesBack(text: string): boolean {
  return against.test(text) || wordOfFailure(text) !== undefined;
}

/** Behind a sentence that confirms, in one of its own: it is for people to finish. */
const unfinished =
  /(?<!\p{L})(?:(?:needs?|has|have|must|still|yet|remains?)(?: \p{L}+)? (?:to )?be (?:\p{L}+ )?(?:submitted|confirmed|sent|approved|released|finalized|completed|signed|saved)|(?:submit|confirm|approve|sign|release) (?:it|this|them) (?:to|before)|(?:press|click|tap|choose|select) \p{L}+ to (?:make|finish|complete|finali[sz]e|activate|release|submit|send|confirm|apply)|muss (?:noch )?\p{L}+ \p{L}+ werden|drafts?|partial(?:ly)?|partly|in part|teilweise|parcialmente|partiellement|\p{N}+ (?:\p{L}+ ){0,2}(?:rejected|refused|declined|skipped|dropped|discarded|left out|abgelehnt|übersprungen)|offline|queued|outbox|locally|(?:this|your) (?:device|browser)|duplicat(?:es?|ed)|ignored|skipped|superseded|overwritten|until you|nobody|(?:test|training|demo|sandbox) (?:system|mode|environment|data|area)|incomplete|entwurf|warteschlange|ignoriert|borrador|sin conexión|ignorad[oa]|brouillon|hors ligne|ignorée?)(?!\p{L})/iu;

/** "3 of 3 lines accepted" is all of them, "1 of 2" a part. */
const share =
  /(?<![\p{L}\p{N}.,/]|(?:step|page|part|attempt|seite|schritt|paso|página|étape)\s)(\p{N}{1,5})\s?(?:of|out of|von|de|sur|\/)\s?(?:the )?(\p{N}{1,5})(?![\p{L}\p{N}.,/-])/giu;

function inPart(text: string): string | undefined {
  for (const [said, some, all] of text.matchAll(share)) if (Number(some) < Number(all)) return said;
  return undefined;
}

/**
 * What keeps a message from confirming, though the declared words are in it: a word beside them that no confirmation needs.
 * @param given texts that the task or the playbook itself says
 */
export function doubtOf(text: string, declared: readonly string[], given: readonly string[] = []): string | undefined {
  const words = declared.filter((each) => /[\p{L}\p{N}]/u.test(each)).map((each) => each.toLowerCase());
  if (words.length === 0) return undefined;
  const known = new Set([...words, ...given.map((each) => each.toLowerCase())].flatMap(wordsOf).filter(Boolean));
  // "Claim 7 saved: rejected" where the task rejects it.
  const isKnown = (word: string): boolean =>
    neutralWords.has(word) || [...known].some((one) => word === one || (one.length > 4 && word.startsWith(one)));
  for (const [sentence] of text.normalize('NFC').matchAll(/(?:[^.!?\n]|[.!?](?=[\p{L}\p{N}]))+[.!?\n]*/gu)) {
    const said = sentence.toLowerCase();
    const at = Math.max(...words.map((each) => (said.includes(each) ? said.indexOf(each) + each.length : -1)));
    if (at < 0) continue;
    if (/[?¿]/.test(sentence)) return '?';
    const other = qualifier(wordsOf(sentence), wordsOf(sentence.slice(0, at)).length - 1, isKnown);
    if (other !== undefined) return other;
  }
  const rest = words.reduce((left, each) => left.replaceAll(each, ' '), text.toLowerCase());
  return inPart(text) ?? unfinished.exec(rest)?.[0];
}

/** Its words; an empty one for a number, a date, an address, the name of a file, and a sign between two parts. */
function wordsOf(text: string): string[] {
  return text
    .split(/\s+|(?=[,;:()–—])/u)
    .flatMap((word) =>
      /[\p{N}@]|\p{L}\.\p{L}/u.test(word) ? [''] : (word.match(/^[,;:()–—]|[\p{L}\p{M}]+/gu) ?? ['']),
    )
    .map((word) => (/\p{L}/u.test(word) ? word : ''));
}
