/**
 * Whether prose is in a language that is read here (English, Spanish, French, German). What nobody can judge may take a
 * request back, so that its writer is asked. All text is as `folded` gives it, except where it says otherwise.
 */

/** Words that most sentences of these languages have some of, and those of mails about freight. */
const known: ReadonlySet<string> = new Set(
  [
    'a about above after again all also am an and any are as asap at attached be because been before below but by can could day days did do does done down due each file for forward from get give given go good got had has have he hello help here hi his hope how i if in into is it its just kindly know last let like long look made make many may me message more most my need needed needs new next no not note now of off on one only open or order other our out over per please quick re ready request requests right same see send sent she should so some soon than thank thanks that the their them then there these they this those to today too two up urgent us use very was we week weekend well were what when where which who will with would yes yet you your',
    'access accessorial account amount bill billed billing carrier charge charges claim claims class confirm consignee copy correct correction customer customers delivered delivery detention dispute dock document documents driver freight invoice invoices load loads number numbers paid pallet pallets pay payment pickup pod pods proof pro pros pull rate receipt record reference reweigh scale shipment shipments shipper short signed team ticket update weight wrong missing process handle enter file submit review details info information regarding attention asking asked waiting wanted received reply',
    'el los las un una unos unas de del al que y o en con por para se su sus es son esta estan este esto estos estas ese eso como mas pero lo le les nos me mi tu te muy ya hay ha han ser fue favor adjunto adjuntos datos envio entrega comprobante factura cliente necesitamos solicitud gracias saludos cordial reciban siguiente ayuda pedido numero',
    'le la les un une des du de et ou en au aux a dans pour par sur avec ce cet cette ces qui que est sont nous vous il elle je ne pas plus notre votre nos vos mon ma mes son sa ses se me moi si tres bien merci veuillez voici ci-dessous joint demande livraison preuve client facture trouver recuperer pouvez prie monsieur madame',
    'der die das den dem des ein eine einen einem einer und oder in im am an auf aus bei mit nach von vom zu zum zur fur ist sind war wir sie ich ihr er es uns ihnen mich mir nicht kein keine noch auch wie was wenn so sehr bitte hier anbei haben hat wird werden kann konnen dass als um bis diese dieser dieses folgende unsere unser ihre auftrag auftrage sendung beleg rechnung kunde danke vielen dank grusse schonen tag',
  ].flatMap((words) => words.split(' ')),
);

/** Function words of other languages, whose spelling none of the four has. */
const foreign: ReadonlySet<string> = new Set(
  'nao voces voce estao ainda obrigado obrigada foi sao uma pelo pela nos bom dia anexo | non che il lo gli della delle sono questo questa nel grazie piu stato allegato | niet geen het een graag nog wij zijn voor naar dit deze wordt worden wacht tot bijlage | nie jest prosze prosimy jeszcze sie przesylka oraz | inte ikke ej ar vi och att det som pa til og ikke vennligst venligst vanta endnu enda | ei ole tama viela kiitos ja | neni jeste prosim prosime zatim nebo | degil lutfen henuz bu ve icin | nu este si va rog inca | nem meg kerem es ezt'
    .split(' ')
    .filter((word) => word !== '|' && !known.has(word)),
);

/** Letters of scripts in which none of the four is written. */
const otherScript =
  /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Thai}\p{Script=Devanagari}]{2}/u;

/**
 * @param line as it was typed
 * @param plain the same, folded
 */
export function isForeign(line: string, plain: string): boolean {
  if (otherScript.test(plain)) return true;
  const words = plain.match(/\p{L}[\p{L}'-]*/gu) ?? [];
  const readable = words.filter((word) => known.has(word)).length;
  const unreadable = words.filter((word) => foreign.has(word)).length;
  if (unreadable > 0 && unreadable >= readable) return true;
  // Names and titles are no sentences: those have words that begin small.
  const small = (line.match(/(?:^|[\s(,])\p{Ll}[\p{L}'-]+/gu) ?? []).length;
  const isSentence = small >= 3 || (small >= 1 && /[.!]$/.test(plain) && words.length >= 2);
  return isSentence && readable === 0;
}
