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

/** All that may stand in one sentence with the words that confirm; anything else may take them back ("as a draft"). */
const neutralWords = new Set(
  [
    'a an and as at by for from has have had i in is it its of on or our that the their this to under was we were will with you your s been be are am',
    'mr mrs ms user',
    'then after again also too approval approved accordingly following please thank thanks thankyou great done ok okay success successful successfully well perfect congratulations confirmed confirmation receipt',
    'received recorded registered accepted created added saved stored submitted sent filed updated changed corrected applied made posted uploaded attached entered opened completed complete placed issued logged delivered transmitted processed scheduled booked',
    'reference ref number numbers no nr id code ticket case key tracking new now next already today amount amounts total time date status first',
    'correction corrections change changes claim claims dispute disputes bill bills invoice invoices shipment shipments pro request requests record records order orders load loads entry form document documents file files upload details data line lines item items charge charges weight class freight pickup appointment quote note notes message credit memo adjustment adjustments rebill customer carrier account answer reply response reason address billing portal team department office agent support staff service desk one two three all both',
    'review reviewed reviewing check respond reply contact notify notified email e mail mailed copy within hour hours minute minutes day days business working week weeks shortly soon get back used using keep quote queue',
    'january february march april may june july august september october november december jan feb mar apr jun jul aug sep sept oct nov dec monday tuesday wednesday thursday friday saturday sunday mon tue wed thu fri sat sun am pm utc gmt est edt cst cdt mst mdt pst pdt et ct pt usd eur mxn cad gbp chf lb lbs kg close dismiss undo view show open copy print x',
    'der die das den dem ein eine einen ihr ihre ihren ihrer sie wir wurde wurden ist sind hat haben mit für von vom zu zur zum und als unter am um im in auf erfolgreich erfolg vielen dank danke gespeichert gesendet übermittelt eingereicht erfasst angelegt erstellt aktualisiert geändert korrigiert gebucht empfangen eingegangen nummer vorgang vorgangsnummer referenz referenznummer bestätigung korrektur änderung änderungen antrag anfrage reklamation rechnung sendung datensatz betrag datum uhr neue neuer neues prüfen werden innerhalb tage tagen stunden werktagen',
    'el la los las un una su sus del de se ha han sido fue es con para por y en como al le hemos correctamente éxito exitosamente gracias guardado guardada guardados enviado enviada enviados registrado registrada creado creada actualizado actualizada recibido recibida presentado presentada aplicado aplicada número folio referencia confirmación corrección cambio cambios reclamo reclamación disputa factura envío solicitud registro importe monto fecha hora nuevo nueva días horas hábiles revisaremos',
    'le la les l un une votre vos du des de d a ont été est sont avec pour par et en sous au nous avons bien succès merci enregistré enregistrée enregistrés enregistrées envoyé envoyée envoyés créé créée mis mise à jour reçu reçue transmis transmise soumis soumise appliqué appliquée modifié modifiée numéro référence confirmation correction modification modifications changement demande réclamation litige facture expédition envoi dossier montant date heure nouveau nouvelle jours heures ouvrés',
  ].flatMap((line) => line.split(' ')),
);

/** Of what comes in the place of a confirmation. */
const against =
  /(?<!\p{L})(?:rejected|refused|denied|declined|withdrawn|cancell?ed|reversed|deleted|abgelehnt|storniert|rechazad[oa]|cancelad[oa]|rejetée?|refusée?|annulée?)(?!\p{L})/iu;

export function takesBack(text: string): boolean {
  return against.test(text) || wordOfFailure(text) !== undefined;
}

/** Behind a sentence that confirms, in one of its own: it is for people to finish. */
const unfinished =
  /(?<!\p{L})(?:(?:needs?|has|have|must|still|yet|remains?)(?: \p{L}+)? (?:to )?be (?:\p{L}+ )?(?:submitted|confirmed|sent|approved|released|finalized|completed|signed|saved)|(?:submit|confirm|approve|sign|release) (?:it|this|them) (?:to|before)|muss (?:noch )?\p{L}+ \p{L}+ werden|drafts?|partial(?:ly)?|partly|in part|teilweise|parcialmente|partiellement|\p{N}+ (?:\p{L}+ ){0,2}(?:rejected|refused|declined|skipped|dropped|discarded|left out|abgelehnt|übersprungen)|offline|queued|outbox|locally|(?:this|your) (?:device|browser)|duplicat(?:es?|ed)|ignored|skipped|superseded|overwritten|(?:test|training|demo|sandbox) (?:system|mode|environment|data|area)|incomplete|entwurf|warteschlange|ignoriert|borrador|sin conexión|ignorad[oa]|brouillon|hors ligne|ignorée?)(?!\p{L})/iu;

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
  const known = new Set([...words, ...given.map((each) => each.toLowerCase())].flatMap(lettersOf));
  // "Claim 7 saved: rejected" where the task rejects it.
  const isKnown = (word: string): boolean =>
    [...known].some((one) => word === one || (one.length > 4 && word.startsWith(one)));
  for (const [sentence] of text.normalize('NFC').matchAll(/(?:[^.!?;\n]|[.!?](?=[\p{L}\p{N}]))+[.!?;\n]*/gu)) {
    const said = sentence.toLowerCase();
    if (!words.some((each) => said.includes(each))) continue;
    if (/[?¿]/.test(said)) return '?';
    const other = lettersOf(said).find((word) => !isKnown(word) && !neutralWords.has(word));
    if (other !== undefined) return other;
  }
  return inPart(text) ?? unfinished.exec(text)?.[0];
}

/** Its words without those that hold a digit: numbers, dates and amounts are compared by themselves. */
function lettersOf(text: string): string[] {
  return text
    .split(/[^\p{L}\p{N}\p{M}_@-]+/u)
    .flatMap((word) => (/[\p{N}@]/u.test(word) ? [] : (word.match(/[\p{L}\p{M}]+/gu) ?? [])));
}
