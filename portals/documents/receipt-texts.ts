/**
 * What a text of a receipt says by itself or in its field: something of the freight, nothing, or nobody knows. Judged by the
 * words that forms print and those that notes have, in the languages of receipts.
 */
import {
  anyOf,
  countsDiffer,
  trouble,
  generic,
  isShortCount,
  namesTrouble,
  reservesNothing,
  withoutDenied,
} from '../../domain/dispatch/pod.ts';
import said from './receipt-phrases.json' with { type: 'json' };
import list from './receipt-words.json' with { type: 'json' };

export const yes = /^(?:yes|y|s[ií]|oui|ja|sim)(?!\p{L})/iu;

/** What should be answered with yes. */
export const isWelcome = new RegExp(`(?<!\\p{L})(?:${anyOf(said.welcome)})(?!\\p{L})`, 'iu');

const everyWelcome = new RegExp(isWelcome.source, 'giu');

export const setOf = (lines: readonly string[]): ReadonlySet<string> => new Set(lines.join(' ').split(' '));
/** Its value is a name, an address, a number or the name of goods: nothing is said there of how freight was received. */
const neutral = setOf(list.neutral);
/** Everything else that is printed: other fields, titles, units, terms. */
const printed = setOf(list.printed);
/** Words of sentences, which no label or heading has: a short text of them is a note ("Will call carrier re: count"). */
const ofSentences = setOf(list.sentence);
/** Those of them that no label has, however many words it has. */
const notOfLabels = setOf(list.notOfLabels);
/** What a note about freight may have; "dent*" is the beginning of a word. */
const troubled = setOf(list.troubled);
/** Those of them that are words of another language in small letters. */
const capitals = setOf(list.capitals);
/** Goods and places that are called after such words. */
const untroubled = setOf(list.untroubled);
const stems = new Map<string, string[]>();
for (const word of troubled)
  if (word.endsWith('*')) stems.set(word.slice(0, 3), [...(stems.get(word.slice(0, 3)) ?? []), word.slice(0, -1)]);

/** Without accents, in small letters. */
export const wordsOf = (text: string): string[] =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .split(/[^\p{L}\d]+/u)
    .filter((word) => word !== '');

/** "Cartons" is printed as "carton" is. */
const isIn = (words: ReadonlySet<string>, word: string): boolean =>
  words.has(word) || words.has(word.replace(/s$/, ''));

export const isNeutral = (word: string): boolean => isIn(neutral, word.toLowerCase());
const isPrinted = (word: string): boolean =>
  isIn(neutral, word.toLowerCase()) ||
  isIn(printed, word.toLowerCase()) ||
  ofSentences.has(word.toLowerCase()) ||
  /\d/.test(word) ||
  word.length === 1;
export const isTroubled = (word: string): boolean => {
  if (capitals.has(word.toUpperCase())) return capitals.has(word);
  const small = word.toLowerCase();
  if (untroubled.has(small)) return false;
  return troubled.has(small) || (stems.get(small.slice(0, 3)) ?? []).some((stem) => small.startsWith(stem));
};

/** That what is signed was received in good order. */
const statement =
  /(?:received|rec['’]?d|delivered|accept\p{L}*|delivery|receipt|shipment|goods|freight|merchandise|property|articles)[^.;:!?]{0,140}?(?:in (?:apparent )?(?:good|proper) (?:order|condition)(?: and (?:condition|count))?|complete and undamaged|undamaged)|(?:vollst[aä]ndig und )?(?:in )?(?:[aä]u(?:ß|ss)erlich )?(?:einwandfreie|gute|ordnungsgem[aä](?:ß|ss)e)[mn] (?:zustand|ordnung)|voll(?:st[aä]nd|z[aä]hl)ig und (?:[aä]u(?:ß|ss)erlich )?unbesch[aä]digt|en (?:bon|parfait) [eé]tat|en (?:buen|perfecto) estado|en buenas condiciones|recib[ií](?:d[oa]s?)? (?:de |a )?(?:mi |entera )?(?:conforme|conformidad|satisfacci[oó]n)|re[cç]ue?s? conformes?|em (?:bom estado|perfeito estado|boas condi[cç][oõ]es)|in (?:buono stato|goede (?:staat|orde))/iu;
/** Verbs of such a sentence that notes have as well. */
const auxiliary = setOf(list.auxiliary);
const isAuxiliary = (word: string): boolean => auxiliary.has(word.toLowerCase());
/** Of the carrier, at the pick-up. */
const ofPickup = /contents and|marked,|consigned|tendered|agreed upon|by the carrier/i;
const reserved =
  /,? *(?:salvo|excepto) (?:las? |los? )?(?:observaci[oó]n(?:es)?|indicad[oa]s?|anotad[oa]s?|lo (?:indicado|anotado|contrario))(?: (?:en contrario|indicad[oa]s?|abajo|al dorso))?|,? *sauf (?:r[eé]serves?|mentions?|indications?)(?: (?:contraires?|ci-dessous|indiqu[eé]es?|not[eé]es?|port[eé]es?))*|,? *(?:soweit|sofern|wenn) (?:nicht|keine) (?:\p{L}+ ){0,2}(?:vermerkt|angegeben|notiert)|,? *\(?(?:except|unless|other than)(?: as)?(?: otherwise)? (?:exceptions? (?:are |is )?)?(?:noted|stated|indicated|specified|listed)(?: (?:above|below|hereon|herein|here|otherwise|on (?:this|the) \p{L}+))?\)?/giu;

/** Words that say something else where they stand so. */
const phrases = new RegExp(`(?<!\\p{L})(?:${anyOf(said.saysNothing)})(?!\\p{L})`, 'giu');

/** A sentence of terms says what holds in general. */
const general = new RegExp(`(?<!\\p{L})(?:${anyOf(said.general)})(?!\\p{L})`, 'iu');
const everyGeneral = new RegExp(general.source, 'giu');
const generalAtLength =
  /(?<!\p{L})(?:may|should|if|unless|will|claims?|report|inspect|d[eé]lai|reclamaci[oó]n(?:es)?|r[eé]clamations?|bedingungen)(?!\p{L})/iu;
/** Terms speak of loss and damage as such, and of nothing wet. */
const abstract =
  /^(?:loss|losses|damages?|damaged|shortages?|overages?|missing|exceptions?|not|no|never|without|only|unless|except|but|however|nothing|other|inspect\w*|concealed|refus\w*|return\w*|open\w*|under|over|on|through|since|during|follow\w*|has|have|had|found|reserves?|question\w*|issues|expir\w*|five|nine|ten|seven|one|two|three|error\w*|incorrect\w*|otros?|autres?|ein|eine|einer|auf|unter|ist|sind|nicht|schaden|fehl\w*|vorbehalt\w*|sans|pas|ne|sont|reserv\w*|temperatures?|averi\w*|avari\w*|manqu\w*|danos?|falta\w*|sin|no|otra)$/i;
/** What happened once is no term. */
export const happened =
  /(?<!\p{L})(?:was|were|came|found|got|arrived|wouldn['’]?t|didn['’]?t|today|tomorrow|(?<!not )(?<!no )later|next|will file|per(?! (?:diem|ton|kilo|kg|mile|month|annum|year|day|cent|packages?|piece|pound|lb|cwt|shipment|hundredweight|article|unit|hour|item)(?!\p{L}))|fue|llegaron|était|étaient|wurden?|waren?)(?!\p{L})|(?<![(\d])\d{1,5} (?:pcs|pieces|cartons?|ctns?|cases|boxe?s|skids?|pallets?|plts?|units?|drums?|crates?|rolls?|bags?|bundles?|colis|palettes?|bultos?|cajas?)(?!\p{L})|(?:box|carton|ctn|case|pallet|plt|skid|crate|drum|colis|caja|karton|palette) #?\d/iu;

const ofLoss = /(?<!\p{L})(?:loss(?:es)?|damages?|damaged|short(?:age)?s?|overages?|missing|concealed)(?!\p{L})/iu;
/** Loss and damage as such: of any, for which one is liable, which must be noted. */
const ofLossAsSuch =
  /(?<!\p{L})(?:any|no|for|of|or|and|such|all|against|from|cargo|freight|visible|note|report|claims?|by|where|if|are|is|not|lost) (?:(?:visible|apparent|concealed|cargo|freight|loss(?:es)?|damages?|damaged|shortages?|overages?|missing|or|and|any|for|of)[ ,/]+)*(?:loss(?:es)?|damages?|shortages?|overages?)(?!\p{L}| (?:of|on|to|in) (?:\p{L}+ )?(?:cartons?|skids?|pallets?|boxe?s?|cases?|crates?|drums?|pieces?|items?|units?|rolls?|bags?)(?!\p{L}))|(?<!\p{L})(?:(?:visible|apparent|concealed|loss(?:es)?|damages?|shortages?|overages?|or|and)[ ,/]+)*(?:loss(?:es)?|damages?|shortages?|overages?) (?:must|shall|should|may|will|claims?|(?:is|are) (?:not|to)|not )(?!\p{L})|(?<!\p{L})(?:lost|missing|short|or|is|are)(?:,? or|,)? damaged(?! \p{L}{3,}s? (?:must|shall))(?!\p{L})/giu;

/** "Damage on arrival, consignee must file claim" has the words of a term and tells of this freight. */
const tellsOfLoss = (text: string): boolean => ofLoss.test(text.replace(reserved, ' ').replace(ofLossAsSuch, ' '));

/** Terms are printed as whole sentences, of loss and damage as such; what somebody notes is short, and of this freight. */
const isUnfinished = (text: string): boolean => {
  const words = wordsOf(
    plain(text).replace(
      /(?<!\p{L})(?:not (?=liable|responsible|valid)|please inspect|inspect (?=(?:all|your|the) \p{L}+ (?:before|prior to) signing)|within \p{L}+ )/giu,
      ' ',
    ),
  );
  const isOath = certifies.test(text);
  const isSentence = /[.;:!)]["”]?\s*$/u.test(text) && text.search(ofLossAsSuch) >= 0;
  return words.length < 12 && words.some((word) => isTroubled(word) && !(isOath && isAuxiliary(word))) && !isSentence;
};

/** "Customer representative certifies that the product was received in the correct tank." */
const certifies = new RegExp(`^(?:\\p{L}[\\p{L} ]{2,24}: )?(?:${anyOf(said.certifying)})(?!\\p{L})`, 'iu');

/** "Subject to Stone Creek rules tariff SCFS 100-F." */
const ofTariff =
  /^(?:(?:this|all|the) \p{L}+ )?(?:is |are |moves? )?(?:subject to|governed by|under)(?! count| inspection| recount)\s.*(?:tariff|classification|conditions|rules)/iu;

/** What is presumed, and what happened only so. */
const inGoodOrder = /(?:was|were) (?:received|delivered) in (?:apparent )?good (?:order|condition)/giu;

export function isTerm(text: string): boolean {
  if (ofTariff.test(text) && !wordsOf(plain(text)).some(isTroubled) && !happened.test(text)) return true;
  const words = wordsOf(plain(text));
  const isGeneral = (words.length >= 5 && general.test(text)) || (words.length >= 9 && generalAtLength.test(text));
  if (certifies.test(text) && !words.some((word) => isTroubled(word) && !isAuxiliary(word))) return true;
  const unknown = words.filter((word) => !isPrinted(word) && !isTroubled(word));
  if (/^if /i.test(text) && words.length >= 5 && !happened.test(text)) return true;
  return (
    isGeneral &&
    !happened.test(text.replace(inGoodOrder, ' ')) &&
    (unknown.length <= words.length / 4 || [...text.matchAll(everyGeneral)].length > 1) &&
    words.every((word) => !isTroubled(word) || abstract.test(word))
  );
}

/** "12 cajas (recibe 10)", "3 scanned / 2 expected" */
function tellsApart(text: string): boolean {
  if (isShare(text) && /\d \p{L}/u.test(text) && isCountOfFreight.test(text.replace(/^\d+ ?\/ ?/, ''))) return true;
  if (isCountOfFreight.test(text) && tellsOfPieces(text)) return true;
  const isCounted =
    /(?<!\p{L})(?:rec(?:eived|['’]?d|ib\p{L}*)|rcv?d|rcv|scan\p{L}*|expect\p{L}*|deliver\p{L}*|load\p{L}*|bill\p{L}*|order\p{L}*|actual|count(?:ed)?|entreg\p{L}*|livr\p{L}*|re[cç]u\p{L}*|erhalten|geliefert)(?!\p{L})/iu.test(
      text,
    );
  const numbers = [...text.matchAll(/(?<![\p{L}\d.,:/#-])\d{1,4}(?![\p{L}\d:.-]|\/\d|,\d)/gu)].map(([number]) =>
    Number(number),
  );
  return isCounted && new Set(numbers).size > 1 && !/\d[/.-]\d{1,2}[/.-]\d|\p{L}{3,9}\.? \d{1,2},? \d{4}/u.test(text);
}

/** What was done with goods is told behind their name ("Tile, stack rearranged"); "shrink wrapped" names how they are packed. */
const ofDeeds = /[,;] (?:\p{L}+ ){1,3}(\p{L}{2,}(?:ed|ing))$/u;
const packed = new Set(list.packed.join(' ').split(' '));
export const tellsOfDeeds = (text: string): boolean => {
  const [, deed] = ofDeeds.exec(text) ?? [];
  return deed !== undefined && !packed.has(deed.toLowerCase());
};

/** "reloaded", "abgeladen", "vérifié" */
export const isDeed = (word: string): boolean =>
  /(?:\p{L}{3}ed|ad[oa]s?|id[oa]s?|ée?s?)$/iu.test(word) || /^(?:\p{Ll}{2,3})?ge\p{Ll}+(?:t|en)$/u.test(word)
    ? !isPrinted(word) && !packed.has(word.toLowerCase())
    : false;

export const weighed = /\d ?(?:lbs?|#|kgs?|pounds|kilos?|tons?|t)(?!\p{L})/iu;
export const isCountOfFreight =
  /^\(?\d{1,5}\)? ?x? ?(?:pcs?|pieces?|cartons?|ctns?|cases?|cs|box(?:es)?|bxs?|skids?|skd|pallets?|plts?|units?|drums?|crates?|rolls?|bags?|bundles?|totes?|kegs?|pails?|colis|palettes?|cajas?|bultos?|tarimas?|paletten?|kartons?|kolli|colli)(?!\p{L})/iu;

/** Words of notes that goods may be called by as well: "Half pallets", "Oak barrels, empty". */
const goods = setOf(list.goods);
/** Such words in the field for goods alone; two of them tell of something ("Half empty"). */
const described = setOf(list.described);
const isDescribed = (words: readonly string[], word: string): boolean =>
  described.has(word) && words.filter((one) => described.has(one.toLowerCase())).length === 1;
const isNoted = (text: string, isOfGoods: boolean, isField = false): boolean => {
  // "No 2 fuel oil"
  const words = wordsOf(plain(text.replace(town, ' ').replace(isOfGoods ? /^no\.? (?=\d )/i : '', '')));
  return words.some(
    (word) =>
      isTroubled(word) &&
      !(isOfGoods && goods.has(word.toLowerCase())) &&
      !(isField && isDescribed(words, word.toLowerCase())),
  );
};

/** Names, streets and towns begin in capitals. */
export function isNamed(text: string, isAnyCase = false, isField = false): boolean {
  const parts = plain(text)
    .split(/[\s,;/|()·–—]+/u)
    .filter((part) => /[\p{L}\d]/u.test(part));
  return (
    parts.length <= 12 &&
    !isNoted(text, isAnyCase, isField) &&
    (isAnyCase ||
      parts.every((part) => /^[^\p{L}]*\p{Lu}|\d|\p{L}[.@]\p{L}{2}/u.test(part) || wordsOf(part).every(isPrinted)))
  );
}

export const addressed =
  /(?<!\p{L})[A-Z]{1,2}\d{1,2}[A-Z]? \d[A-Z]{2}$|(?<!\p{L})C\.? ?P\.? \d{5}|(?<!\p{L})[A-Z]{2}[.,]? (?:USA?,? )?\d{5}(?:-\d{4})?(?!\d)|(?<!\p{L})\d{4,5} \p{Lu}\p{L}|^\d{1,6} .*(?<!\p{L})(?:st|street|ave|avenue|rd|road|blvd|ln|lane|dr|drive|hwy|pkwy|way|ct|pl|floor|suite)\.?(?!\p{L})|\(?\d{3}\)?[ .-]\d{3}[.-]\d{4}|\S@\S|www\.|https?:|\p{L}\.(?:com|net|org)(?!\p{L})/iu;

/** "99085 Erfurt", "Croydon CR0 4WF", "Reno, NV 89431" */
export const hasPostcode =
  /^(?:[A-Z]{1,2}-)?\d{4,5} \p{Lu}\p{L}|(?<!\p{L})[A-Z]{2}\.? \d{5}(?:-\d{4})?$|(?<!\p{L})[A-Z]{1,2}\d{1,2}[A-Z]?(?: \d[A-Z]{2})?$/u;
/** A line of an address. */
export const isPlaceName = (text: string): boolean =>
  isPartyName(text) && !wordsOf(text).some((word) => isTroubled(word) || ofSentences.has(word.toLowerCase()));

export const isGoods =
  /(?<!\p{L})(?:description|descripci[oó]n|commodity|freight(?=:?$)|cargo|shipment(?=:?$)|ladung|load contents|articles?|goods|products?|items?|contents|merchandise|d[eé]signation|marchandises?|mercanc[ií]as?|bezeichnung|ware|inhalt|contenido|contenu|nature|sku|material|marks|omschrijving|aard|goederen|merce|beni|descrizione|mercadoria|towar\p{L}*|gods|varer?|varor|special instructions?)(?!\p{L})/iu;

/** How goods are packed: "Half" of a pallet. */
const ofPackaging =
  /^(?:(?:pallet|load|package|container|unit|size) ?\/? ?)?(?:types?|sizes?|packaging|packing|embalaje|verpackung|verpackungsart|conditionnement|emballage)(?: (?:code|type))?$/iu;

/** "2 crooked", "Box 9 ink bleeding": a number that is no measure tells of pieces. */
export const tellsOfPieces = (text: string): boolean =>
  tellsOfDeeds(text) ||
  /(?<![\p{L}\d.,/#-])\d{1,4}(?![\p{L}\d/-]|[.,]\d|\s*["'%])/u.test(
    text
      .replace(/(?<=(?<!\d)\d{1,3}) (?=\d{3} ?(?:kg|lb))/giu, '')
      .replace(/^\(?\d{1,5}\)?/u, ' ')
      .replace(/(?<!\p{L})(?:case|box|pack|pk|bag|carton|set|pkg|roll) of \d+/giu, ' ')
      .replace(
        /(?<!\p{L})UN ?\d{4}.*$|(?:UN|NA|class|cl|nmfc|item|sub|pg|hm|lot|size|no\.?|#|sku|type)[ :#.]*\d[\d.,-]*/giu,
        ' ',
      )
      .replace(
        /(?<!\p{L})\p{L}{0,2}\d[\d.,/]*(?: ?x ?\d[\d.,/]*)+(?![\d\p{L}])|\d[\d.,]*(?: ?x ?\d[\d.,]*)* ?(?:lbs?|#|kgs?|g|gal|oz|in|ft|pulg(?:adas)?|pouces|zoll|cm|mm|m|l|ml|cl|dl|bar|psi|[kh]?v|k?w|a?h|hz|rpm|°[cf]?|ct|pk|pcs?|pieces?|cartons?|ctns?|cases?|bags?|boxes|crates?|drums?|rolls?|bundles?|totes?|bales?|coils?|reels?|pails?|kegs?|skids?|pallets?|plts?|palettes?|kartons?|cajas?|colis)(?!\p{L})/giu,
        ' ',
      ),
  ) ||
  /(?<!\p{L})(?:box|carton|ctn|case|pallet|plt|skid|crate|drum|bag|roll|colis|caja|karton|palette) #?\d/iu.test(text) ||
  // What is said in brackets is said of the goods.
  [...text.matchAll(/\(([^)]*)\)?| [-–—] (.*)$/gu)].some(([, inside, behind]) => !isNamed(inside ?? behind ?? ''));

export const isQuestion = (label: string): boolean =>
  !ofMarks.test(label) &&
  (isWelcome.test(label) ||
    asksForKinds.test(label.replace(/:$/, '')) ||
    wordsOf(plain(label)).some((word) => isTroubled(word) && !isMeasured(word) && !goods.has(word.toLowerCase())) ||
    /condition|exceptions?|remarks|comments|notes|observa|bemerk|remarq/i.test(label) ||
    ofDeviations.test(label));
/** Asks for what was not as it should be. */
export const ofDeviations = /(?<!\p{L})(?:credits|adjustments|alarms?|alerts?|deviations?|excursions?)(?!\p{L})/iu;

export const isDenial =
  /^(?:(?:no|none|nil|0+|n\/?a|n|nein|keine?|non|aucune?|ning[uú]n[oa]?|-+|–|—)(?: ?[,/] ?(?=\S)|[.,]?$))+$/iu;

/** "Bend OR", "Bend, OR 97701", "97688 Bad Kissingen" */
const town = /(?<!\p{L})\p{Lu}\p{L}+,? (?:[A-Z]{2})(?: \d{5}(?:-\d{4})?)?$|(?<!\d)\d{5} Bad \p{Lu}\p{L}+/u;

/** "900 Cannery Row" */
const street = /^\d{1,6} (?:\p{Lu}[\p{L}.]* ){1,4}\p{Lu}\p{L}+(?![\p{L} ])/u;

/** Without what is said so on every form, and what is denied. */
const plain = (text: string): string => withoutDenied(text).replace(reserved, ' ').replace(phrases, ' ').trim();

/** Of goods, on every bill of lading. */
const ofMarks = /,? special marks(?:,|,? (?:and|&)) exceptions$/i;
/** Says how to answer: "(write NONE if none)". */
const howTo =
  /\s*\((?:[^()]{0,60}(?<!\p{L}))?(?:none|any|describe|explain|specify|list|write|enter|note|please|detail)s?(?!\p{L})[^()]{0,60}\)/giu;
export const withoutHowTo = (text: string): string => text.replace(howTo, '').trim();

/** May be the label of a field: words of forms, and no value; in two or three languages it has the words of each. */
export const isLabel = (said: string): boolean => {
  const parts = said.split(/\s+\/\s+/u);
  if (parts.length > 1 && parts.length <= 4 && said.length <= 160) return parts.every(isLabelled);
  return isLabelled(said);
};
const endsAsStreet = /(?<!\p{L})(?:st|street|ave|avenue|rd|road|blvd|ln|lane|dr|drive|hwy|pkwy|way|ct|pl)\.?$/iu;
const isLabelled = (said: string): boolean => {
  // Fields of some forms have numbers: "7 Nombre de colis".
  const numbered = /^\d{1,2} (\p{Lu}\p{L}+)(?=$| \p{L})/u.exec(said);
  const isNumbered =
    numbered !== null && !isCountOfFreight.test(said) && (/ .+ /.test(said) || isNeutral(numbered[1] ?? ''));
  const text = isNumbered ? said.replace(/^\d{1,2} /, '') : said;
  const words = wordsOf(text.replace(/#/g, '').replace(ofMarks, ''));
  return (
    words.length > 0 &&
    words.length <= 8 &&
    !(isNumbered && endsAsStreet.test(said)) &&
    !/\d/.test(text) &&
    !(words.length > 4 && /\p{L}{3}\.$/u.test(text)) &&
    !reservesNothing(text) &&
    !generic.test(text) &&
    !(words.length > 2 && words.some((word) => notOfLabels.has(word.toLowerCase()))) &&
    (/:\s*$/.test(text) || words.every((word) => isPrinted(word) || isTroubled(word)))
  );
};

/** The head of a column, also one of several lines: nothing but words of forms. */
export const isColumnHead = (text: string): boolean => {
  const words = wordsOf(plain(text.replace(ofMarks, ' ')));
  return (
    words.length > 0 &&
    words.length <= 16 &&
    !/\d{2}|:\s*\S/.test(text) &&
    !reservesNothing(text) &&
    words.every((word) => isPrinted(word) && (!isTroubled(word) || isMeasured(word)))
  );
};

export type Verdict =
  | 'fine'
  | 'asked'
  | { readonly note: string }
  | { readonly tick: string }
  | { readonly open: string };

const doubted = (text: string): Verdict => (namesTrouble(text) || generic.test(text) ? { note: text } : { open: text });

/** "If no, explain:" and "Describe:" before a note. */
const asksForNote = /^(?:if |(?:please )?(?:describe|explain|specify|details?)(?!\p{L}))/iu;

const ofAmounts = /(?<!\p{L})(?:qty|quantity|pieces|pcs|count|cartons|cantidad|bultos|colis|anzahl|menge)(?!\p{L})/iu;
const counts = setOf(list.counts);
const countWords = setOf(list.countWords);
/** The label of a field for how many there are, and for nothing else. */
export const isOfCount = (label: string): boolean => {
  const words = wordsOf(label.toLowerCase());
  return words.some((word) => counts.has(word)) && words.every((word) => counts.has(word) || countWords.has(word));
};
/** "3 Kartons auf 1 Europalette" */
const packagesOn =
  /^\d{1,5} \p{L}+(?: \p{L}+){0,2} (?:on|auf|sur|en|sobre|in|op|su) \d{1,4} (?:\p{L}+-?)?(?:skids?|pallets?|plts?|palettes?|paletten?|europaletten?|tarimas?|pal[eé]ts?|bancali)(?: \p{L}{2,4})?$/iu;
/** A number, with what is counted: what a field for a count holds. */
const isCountValue = (said: string): boolean =>
  /^\(?(?:\d{1,3}(?:[,.]\d{3})+|\d*)\)?$/.test(said.replace(/[^\d,.()+–−-]/g, '')) && wordsOf(said).every(isPrinted);

/** Of pallets that the driver brings back; they are no freight. */
const ofExchange = new RegExp(`(?<!\\p{L})(?:${anyOf(said.exchanges)})`, 'iu');
const exchanged = setOf([...list.loadCarriers, ...list.exchangeHeads]);
const isOfExchange = (word: string): boolean => exchanged.has(word.toLowerCase()) || /^\d+$/.test(word);

/** Who somebody is. */
export const isOfNames = (label: string): boolean => ofNames.test(label.trim());
const ofNames =
  /^(?:consignee|shipper|receiver|recipient|customer|name|address|carrier|to|from|driver|sign\p{L}*|print\p{L}*|ship (?:to|from)|deliver(?:ed)? to|destinatari[oe]|expéditeur|remitente|empfänger|absender)(?: name)?:?$/iu;

/** Of a company or a place: its first line is a name. */
const ofParty = new RegExp(`^(?:\\d{1,2}[.)]? )?(?:${list.parties.join('|')})(?![\\p{L}])[^:\\d]{0,24}:?$`, 'iu');

export const isOfParty = (label: string): boolean => ofParty.test(label.trim());

/** "7/8 rolls", "2 of 3" */
const isShare = (text: string): boolean => {
  const [, some, all] =
    /^(\d{1,4}) ?(?:\/|(?<= )(?:of|de|von|sur|di|van) (?=\d)) ?(\d{1,4})(?![\d/])/iu.exec(text) ?? [];
  return some !== all;
};

/** "16 / 16" */
const isAllOf = (text: string): boolean => /^(\d{1,5}) ?(?:\/|of|de|von|sur) ?\1(?: \p{L}+)?$/iu.test(text.trim());
const ofSheets =
  /(?<!\p{L})(?:pages?|sheets?|seiten?|blatt|stops?|copy|label|trip|leg|part|size|grad|p[aá]gina|hoja|feuille)(?!\p{L})/iu;

/** "Status: Attempted" */
const ofOutcome =
  /^(?:\p{L}+ ){0,3}(?:status|outcome|results?|disposition):?$|^(?:estado|statut|stato|situa[cç][aã]o)$/iu;
export const isOfOutcome = (label: string): boolean => ofOutcome.test(label);
const delivered =
  /(?<!\p{L})(?:deliver(?:ed|y complete)|complete[d]?|accepted|pod|signed|received|closed|final|success\p{L}*|ok|done|pass(?:ed)?|(?:with)?in (?:range|limits?|specifications?)|entregad[oa]|livr[eé]e?|zugestellt|geliefert|abgeliefert|consegnat[oa]|entregue|afgeleverd)(?!\p{L})/iu;

/** Small words in the names of companies and streets. */
const ofCompanyNames = setOf(list.ofCompanyNames);
/**
 * Whether the first line of a field for a name has nothing but the name. Trades are called by words that notes have ("Bayou
 * Water Treatment", "Seaside Cold Storage"); written as a name, they say nothing of the freight.
 */
export function isPartyName(said: string): boolean {
  const [head = '', ...parts] = said.split(/\s*[,;(]\s*|\s+[-–—·|]\s+/u);
  const words = head.split(/\s+/u).filter((word) => /[\p{L}\d]/u.test(word));
  const isSmall = (word: string): boolean => ofCompanyNames.has(wordsOf(word).join('').toLowerCase());
  return (
    words.length > 0 &&
    words.length <= 7 &&
    /\p{Ll}/u.test(head) &&
    words.every((word) => /^(?:\p{Ll}{1,2}['’])?\p{Lu}|^#?\d{1,4}$|\d\p{Lu}/u.test(word) || isSmall(word)) &&
    words.filter((word) => /^\d/.test(word)).length <= 1 &&
    !isCountOfFreight.test(head) &&
    parts.every((part) => part === '' || isNamed(part) || (parts.length === 1 && isSmall(part))) &&
    !namesTrouble(said) &&
    !happened.test(said) &&
    !generic.test(said)
  );
}

/** "Yolanda Pierce": a first name that is no other word, and a family name that may be one. */
function isPerson(said: string): boolean {
  const [first = '', ...others] = said.split(' ');
  return (
    others.length > 0 &&
    others.length < 3 &&
    [first, ...others].every((word) => /^\p{Lu}(?:\p{Ll}+|\.)$/u.test(word)) &&
    first.length > 2 &&
    !isPrinted(first) &&
    !isTroubled(first) &&
    !namesTrouble(said)
  );
}

export const ofReceiving = new RegExp(`(?<!\\p{L})(?:${anyOf(said.receiving)})(?!\\p{L})`, 'iu');
/** "received 7", "Recibí 4 tarimas" where nobody asks for a count. */
const tellsCount = (text: string): boolean =>
  wordsOf(text).length < 9 && ofReceiving.test(text) && /(?<![\d/.:-])\d{1,5}(?![\d/:-]|[.,]\d)/u.test(text);

/** What whoever receives freight does. */
const acts = setOf(list.acts);

/** What somebody does at the dock. */
const roles = setOf(list.roles);
/** "· Receiving" behind a name. */
export const isRole = (text: string): boolean =>
  /^\P{L}*\p{L}/u.test(text) && wordsOf(text).every((word) => roles.has(word.toLowerCase()));
/** "(count n/v)" behind a name is no part of it; "(receiving)" is. */
export const addsBehind = (said: string, separators = behindName): boolean =>
  [...said.matchAll(separators)]
    .flatMap(([, inside, behind]) => wordsOf(inside ?? behind ?? ''))
    .some((word) => /^\p{Ll}/u.test(word) && !isNeutral(word) && !roles.has(word) && !ofCompanyNames.has(word));
const behindName = /\(([^)]*)\)?|\s[-–—/]\s*(.*)$/gu;
/** "Wells Mine Supply, dock closed" */
const behindParty = /\(([^)]*)\)?|(?:\s[-–—/]|[,;])\s*(.*)$/gu;

/** That nothing was counted or looked at: "(subject to count)" behind a name. */
const reserving = new RegExp(`(?<!\\p{L})(?:${anyOf(said.reserving)})(?!\\p{L})`, 'iu');

/** Says so by itself, as a stamp or a note does; a term has more words. */
export const reserves = (text: string): boolean =>
  wordsOf(text).length < 9 && reserving.test(withoutDenied(text).trim()) && !isTerm(text) && !reservesNothing(text);

/** "13:05 / 13:30" */
export const isTimes = (text: string): boolean =>
  /^(?:\d{1,2}[:h.]\d{2}(?:[:.]\d{2})?(?: ?[ap]\.?m?\.?)?(?: ?(?:[-–/]|to|h) ?|$)){1,3}$/iu.test(text.trim());

/**
 * What a field is answered with.
 * @param isFirst of what is filled in there, and no further line
 */
export function answered(label: string, value: string, isFirst = false): Verdict {
  const said = value.trim();
  const isAsked = isQuestion(label) || asksForNote.test(label);
  if (isTimes(said) && !namesTrouble(label)) return 'fine';
  if (said === '' || /^[_.\s-]+$/.test(said)) return isAsked ? 'asked' : 'fine';
  const both = `${label.trim()} ${said}`;
  if (isAsked) {
    const isGood = isWelcome.test(label) ? yes.test(said) && wordsOf(said).length === 1 : isDenial.test(said);
    // "Left at: Dock"
    if (isGood || reservesNothing(said) || reservesNothing(both)) return 'asked';
    return namesTrouble(said) || asksForNote.test(label) ? doubted(said) : doubted(both);
  }
  if (reservesNothing(said)) return 'fine';
  // "Hazardous: No", but not "Counted: No".
  const isAct = wordsOf(label).some((word) => acts.has(word.toLowerCase()));
  if (/^(?:yes|no|s[ií]|oui|non|ja|nein)$/iu.test(said) && isLabel(label))
    return isAct && !yes.test(said) ? { open: both } : 'fine';
  if (generic.test(said) || (reserving.test(said) && !isTerm(said))) return { note: said };
  if (countsDiffer(both) || isShortCount(both)) return { note: both };
  // "Delivered to: Neighbor"
  if (namesTrouble(both) && !namesTrouble(label) && !namesTrouble(said)) return { note: both };
  if (isAllOf(said) || (ofExchange.test(label) && wordsOf(said).every(isOfExchange))) return 'fine';
  if (tellsCount(said) || (isShare(said) && !/\d:\d/.test(said) && !ofSheets.test(label))) return { open: both };
  const words = wordsOf(plain(said.replace(town, ' ')));
  if (isOfOutcome(label) && !delivered.test(said)) return { open: both };
  if (!isAsked && packagesOn.test(said)) return 'fine';
  const isOfGoods = isGoods.test(label) || ofPackaging.test(label.trim());
  // "Batteries, wet, filled with acid, UN2794"
  if (
    isOfGoods &&
    /(?<!\p{L})(?:UN|NA) ?\d{4}(?!\d)/u.test(said) &&
    !tellsOfPieces(said) &&
    !namesTrouble(said.replace(/,? ?wet(?=,| )/i, ''))
  )
    return 'fine';
  // What goods are called is no note of damage to them.
  const isParty = ofParty.test(label.trim());
  const isOfPerson =
    isParty || isOfNames(label) || /(?<!\p{L})(?:by|name|nom|nombre|receiver|empf[aä]nger)(?!\p{L})/iu.test(label);
  if (isOfPerson && addsBehind(said, behindParty)) return { open: said };
  const isAddress =
    (isParty && addressed.test(said)) ||
    /(?<!\p{L})(?:address|adresse|street|calle|domicilio|direcci[oó]n)(?!\p{L})/iu.test(label);
  if (isAddress && street.test(said) && !isNoted(said.replace(street, ' '), true) && isNamed(said.replace(street, ' ')))
    return 'fine';
  if ((isParty && isFirst && isPartyName(said)) || (isOfPerson && isFirst && isPerson(said))) return 'fine';
  if (isNoted(said, isOfGoods || ofNames.test(label), isOfGoods)) return isOfGoods ? { open: said } : doubted(said);
  if (namesTrouble(said)) return isOfGoods ? { open: said } : { note: said };
  const isName =
    /(?<!\p{L})(?:name|print(?:ed)?|by|por|par|von|door|sign\p{L}*|nombre|nom|firma|unterschrift)(?!\p{L})/iu.test(
      label,
    );
  if (
    isName &&
    /\p{L}{3}/u.test(said) &&
    !/^page/i.test(said) &&
    wordsOf(said).length <= 6 &&
    /(?<![\d/.:#-])\d{1,4}(?![\d/.:-])/.test(said) &&
    !/\d[/.:-]\d|\p{L}{3,9}\.? \d{1,2},? \d{4}/u.test(said)
  )
    return { open: said };
  const numbers = new Set(said.match(/(?<![\d.,/-])\d{1,4}(?![\d/-]|[.,:]\d)/g));
  if (ofAmounts.test(label) && (numbers.size > 1 || isShare(said))) return { open: both };
  if (isOfCount(label) && !isCountValue(said)) return { open: both };
  if (tellsApart(said) || (ofNames.test(label) && isBareCode(said))) return { open: said };
  if (words.every(isPrinted)) return 'fine';
  const isKnown =
    (wordsOf(label).some(isNeutral) || /:\s*$/.test(label)) &&
    wordsOf(label).every((word) => isPrinted(word) || isTroubled(word));
  return isKnown && isNamed(said, isOfGoods, isOfGoods) && !(isOfGoods && tellsOfPieces(said))
    ? 'fine'
    : { open: said };
}

/** "Print Lou Hanley", "Received by Ann Lee 11/09/2026" */
const beginsField =
  /^(?:(?:please )?print(?:ed)?(?: name)?|name|consignee|shipper|receiver|recipient|attn|(?:(?:electronically|digitally) )?(?:received|signed)(?: for)?(?: electronically| digitally| on glass)? by|by|delivered to|ship (?:to|from)|bill to|sold to|nom|nombre|signature|firma|unterschrift|firmado|sign[eé]|unterzeichnet|(?:elektronisch|digital) \p{L}+|del\.?|pro|po|bol|order)(?!\p{L})/iu;

/** A stamp by which nobody has counted. */
const ofNoCount = /^\(?said to contain\.?\)?$/iu;

const ofTitle = new RegExp(`^(?:${anyOf(said.titles)})$`, 'iu');
/** The name of the document. */
export const isTitle = (text: string): boolean => ofTitle.test(text.trim());

/** What the sender of a letter or a message says to its reader, and who prints a document says of it. */
const ofLetters = new RegExp(`^(?:${anyOf(said.letters)})[.,:!]?$`, 'iu');
export const isOfLetter = (text: string): boolean =>
  ofLetters.test(text.trim()) && !namesTrouble(text) && !happenedToFreight.test(text.replace(/do not reply/i, ' '));
const happenedToFreight =
  /(?<!\p{L})(?:late|partial\p{L}*|but|however|except|without|left|returned|later|not|pending|attempt\p{L}*)(?!\p{L})/iu;

/** "Gulf Coast Cartage", and nothing that notes say. */
const isCompany = (text: string): boolean =>
  ofCompany.test(text) && !/\d/.test(text) && isPartyName(text) && !wordsOf(text).some(isTroubled);
const ofCompany = new RegExp(`\\p{L}{3}.* (?:${anyOf(said.companyEndings)})$`, 'iu');

/** What stands by itself. */
export function stated(text: string): Verdict {
  if (statement.test(text) && !ofPickup.test(text)) {
    const rest = plain(text.replace(statement, ' '));
    if (!wordsOf(rest).some((word) => isTroubled(word) && !isAuxiliary(word))) return 'asked';
  }
  if (isOfLetter(text) || isPlaceAndDay(text) || isAllOf(text) || isCompany(text)) return 'fine';
  if (reservesNothing(text) || (ofPickup.test(text) && /apparent good order/i.test(text))) return 'fine';
  if (countsDiffer(text) || isShortCount(text) || generic.test(text)) return { note: text };
  const words = wordsOf(plain(text));
  const unknown = words.filter((word) => !isPrinted(word) && !isTroubled(word));
  if (isTerm(text)) return tellsOfLoss(text) || isUnfinished(text) ? { open: text } : 'fine';
  if (reserves(text)) return { note: text };
  // In the words of terms, nobody knows whether it is one.
  if (namesTrouble(text)) return words.length >= 8 && general.test(text) ? { open: text } : { note: text };
  if (tellsApart(text) || isBareCode(text) || isShare(text) || ofNoCount.test(text)) return { open: text };
  const isOfMeasure = isLabel(text) && words.some((word) => /^temp/i.test(word));
  if (words.some((word) => isTroubled(word) && !(isOfMeasure && isMeasured(word)))) return doubted(text);
  if (isCountOfFreight.test(text))
    return weighed.test(text) && isNamed(text, true) && !tellsOfPieces(text) ? 'fine' : { open: text };
  const isShort = words.length < 9 && !/\d{3}[ .-]\d{4}|^thank/i.test(text);
  if (isShort && words.some((word) => ofSentences.has(word.toLowerCase()) && !isNeutral(word))) return { open: text };
  if (unknown.length === 0) return 'fine';
  // "Print Lou Hanley", "Consignee: Harlan Pump Works"
  const first = words.findIndex((word) => unknown.includes(word));
  if (first > 0 && beginsField.test(text) && isNamed(text)) return 'fine';
  return addressed.test(text) && isNamed(text) ? 'fine' : { open: text };
}

/**
 * Whether what nobody knows, or what seems to be a note, may be print where it is set as print is: it tells of nothing that
 * happened to this freight, and of loss and damage only as terms do.
 * @param whole of which it is a part; an answer with its question is no part
 */
export function isPrintedText(verdict: Exclude<Verdict, string>, whole: string): boolean {
  if ('tick' in verdict) return false;
  const text = 'open' in verdict ? verdict.open : verdict.note;
  if (!whole.includes(text.trim())) return false;
  const isProse = wordsOf(whole).length >= 9;
  if (countsDiffer(text) || isShortCount(text) || isBareCode(text) || generic.test(text) || reserves(text))
    return false;
  const isGeneral = general.test(text);
  if (isProse && isGeneral && !namesTrouble(plain(text))) return true;
  if (/\?\s*$/.test(text) && !namesTrouble(plain(text))) return true;
  if (happened.test(plain(text))) return false;
  if (isProse) return isGeneral || !namesTrouble(plain(text));
  const words = wordsOf(plain(text));
  return (
    // Fields of some forms have numbers.
    /^(?:\d{1,2}[ .)]+)?[^\p{L}\d]*\p{Lu}\D*$/u.test(text) &&
    !namesTrouble(text) &&
    !words.some(
      (word) =>
        (isTroubled(word) && !isMeasured(word) && !goods.has(word.toLowerCase())) ||
        (ofSentences.has(word.toLowerCase()) && !isNeutral(word)),
    )
  );
}

/** A town and a day: "Fait à Lyon, le 20/11/2026 à 09:55", "Chemnitz, 19.11.2026". */
const ofPlaceAndDay = new RegExp(
  `^(?:(?:${anyOf(said.madeAt)}) )?(\\p{Lu}[\\p{L}.'’-]*(?: \\p{L}[\\p{L}.'’-]*){0,3}?),? (?:(?:le|den|am|on|el|il|op|dnia),? )?(?:\\d{1,2}[./-]\\d{1,2}[./-]\\d{2,4}|\\d{4}-\\d{2}-\\d{2}|\\d{1,2}\\.? (?:de )?\\p{L}{3,10}\\.? (?:de )?\\d{4})(?: (?:[àa]|um|at|a las|om|ore)? ?\\d{1,2} ?[:h.] ?\\d{2}(?: ?uhr)?)?\\.?$`,
  'iu',
);
export const isPlaceAndDay = (text: string): boolean => {
  const [, town = ''] = ofPlaceAndDay.exec(text.trim()) ?? [];
  return (
    /^\p{Lu}/u.test(town) &&
    !namesTrouble(town) &&
    !wordsOf(town).some(
      (word) => isTroubled(word) || acts.has(word.toLowerCase()) || ofSentences.has(word.toLowerCase()),
    )
  );
};

/** Says something in nothing but words that forms print: where it is set as what is filled in, it is a note. */
export const isOfPrint = (text: string): boolean => {
  const words = wordsOf(plain(text));
  return words.length >= 3 && !/[:\d]/.test(text) && words.every(isPrinted) && !reservesNothing(text);
};

/** "OSD filed" in a style of its own is a stamp. */
export const namesExceptions = (text: string): boolean =>
  wordsOf(plain(text)).length >= 2 &&
  !/[:?]\s*$/.test(text) &&
  ofExceptions.test(plain(text)) &&
  !reservesNothing(text);
const ofExceptions =
  /(?<!\p{L})(?:o\.?s\.? ?(?:&|and)? ?d|exceptions?|claims?|vorbehalt\p{L}*|r[eé]serves?|salvedad(?:es)?)(?!\p{L})/iu;

/** Asks how freight was received or how much of it. */
export const asksForReceipt = (label: string): boolean =>
  !ofMarks.test(label) &&
  (asksForKinds.test(label.replace(/:$/, '')) ||
    /exceptions?|remarks|comments|notes|observa|bemerk|remarq/i.test(label));

/**
 * May tell of this freight what nobody knew before it arrived: in words that notes have, figures that differ, or what
 * happened. Names and descriptions do not.
 */
export function mayTell(text: string): boolean {
  const words = wordsOf(plain(text));
  return (
    isNoted(text, true, true) ||
    namesTrouble(plain(text)) ||
    generic.test(text) ||
    reserves(text) ||
    countsDiffer(text) ||
    isShortCount(text) ||
    isShare(text) ||
    happened.test(plain(text)) ||
    tellsApart(text) ||
    tellsOfDeeds(text) ||
    /(?<![\d/.:-])(\d{1,4}) ?(?:of|de|von|sur|out of|\/) ?(?!\1(?!\d))\d{1,4}(?![\d/.:-])/iu.test(text) ||
    tellsCount(text) ||
    (words.length < 9 && words.some((word) => ofSentences.has(word.toLowerCase()) && !isNeutral(word)))
  );
}

/** Has a number of pieces. */
export const isCounted = (text: string): boolean =>
  isCountOfFreight.test(text) || isShare(text) || /^\d{1,4}$/.test(text);

/** The name of somebody or something, a number that counts nothing, a price: what fields hold that nobody asks about loss. */
export const isEntry = (text: string): boolean => {
  const words = wordsOf(plain(text));
  return (
    words.length > 0 &&
    words.length <= 5 &&
    (isNamed(text) || /^[$€£]?\d{1,6}[.,]\d{2}$/.test(text)) &&
    !addsBehind(text) &&
    !words.some((word) => ofSentences.has(word.toLowerCase())) &&
    !isCounted(text) &&
    !tellsCount(text) &&
    !/(?<![\p{L}\d.,/-])\d{1,4} \p{Ll}/u.test(text) &&
    !tellsApart(text) &&
    !tellsOfDeeds(text) &&
    !happened.test(text) &&
    !namesTrouble(text)
  );
};

/** No trouble by itself: what is wrong with it is said in other words or figures. */
const isMeasured = (word: string): boolean => /^(?:temp(?:eratur\w*|s)?|on|in|during|through)$/i.test(word);

const answer = /^(yes|y|s[ií]|oui|ja|sim|no|n|nein|non|nee|n[aã]o)(?!\p{L})[\s:;,]*(.*)$/iu;

interface Choice {
  readonly question: string;
  readonly choice: string;
  readonly isCrossed: boolean;
  /** Where it is a yes or a no. */
  readonly said: string | undefined;
}

/** "[ ] Short [x] Damaged", "Damage? [x] Yes [ ] No", "Good [ ] Damaged [x]" */
export function choicesOf(text: string): Choice[] {
  const parts = text.split(/\[([ x]?)\]/i).map((part) => part.trim());
  // Boxes behind their choices.
  const isBehind = parts.at(-1) === '' && parts[0] !== '';
  let question = isBehind ? '' : (parts[0] ?? '');
  const choices: Choice[] = [];
  for (let index = 1; index < parts.length; index += 2) {
    const isCrossed = parts[index] === 'x' || parts[index] === 'X';
    let choice = (isBehind ? parts[index - 1] : parts[index + 1]) ?? '';
    if (isBehind && index === 1 && choice.includes(':')) [question = '', choice = ''] = choice.split(/:(?=[^:]*$)/);
    const [, said, next = ''] = answer.exec(choice.trim()) ?? [];
    choices.push({ question: question.replace(/[:\s]+$/, ''), choice: choice.trim(), isCrossed, said });
    if (said !== undefined && next !== '') question = next;
  }
  return choices;
}

/** What a ticked choice says against the freight. */
export function troubleOf({ question, choice, isCrossed, said }: Choice): string | undefined {
  if (!isCrossed) return undefined;
  if (said === undefined) return namesTrouble(choice) && !reservesNothing(choice) ? choice : undefined;
  return (yes.test(said) ? trouble.test(question) : isWelcome.test(question))
    ? `${question} ${said}`.trim()
    : undefined;
}

/** "Received complete and undamaged", and nothing else. */
const isStated = (text: string): boolean =>
  statement.test(text) &&
  !wordsOf(plain(text.replace(statement, ' '))).some((word) => isTroubled(word) && !isAuxiliary(word));

/** "Packaging removed", and nothing else that notes say. */
const isWelcomed = (text: string): boolean =>
  isWelcome.test(text) &&
  wordsOf(plain(text.replace(everyWelcome, ' '))).every((word) => isPrinted(word) && !isTroubled(word));

/** Choices of which each is ticked or not, judged. */
export function* chosen(text: string): Generator<Verdict> {
  let [hasWelcome, isTicked] = [false, false];
  for (const choice of choicesOf(text)) {
    const words = wordsOf(plain(choice.said === undefined ? choice.choice : choice.question));
    const trouble = troubleOf(choice);
    if (trouble !== undefined) yield { tick: trouble };
    else if (
      choice.isCrossed &&
      choice.said === undefined &&
      !isStated(choice.choice) &&
      !isWelcomed(choice.choice) &&
      !reservesNothing(choice.choice) &&
      !words.every((word) => isPrinted(word) && !isTroubled(word))
    )
      yield doubted(`[x] ${choice.choice}`);
    const isGood =
      choice.said === undefined &&
      !namesTrouble(choice.choice) &&
      (isWelcome.test(choice.choice) || isStated(choice.choice));
    if (isGood) hasWelcome = true;
    if (choice.isCrossed) isTicked = true;
    if (words.some(isTroubled) || isWelcome.test(choice.choice) || isWelcome.test(choice.question)) yield 'asked';
  }
  if (hasWelcome && !isTicked) yield { open: text };
}

/** What a field asks for; "Damaged" may be a stamp. */
export const asksForKinds =
  /^(?:(?:any|visible|noted|concealed|apparent|freight) )*(?:shortages?|damages?|overages?|discrepanc(?:y|ies)|exceptions?|loss(?:es)?|over(?:age)?s? ?[/,] ?short(?:age)?s?(?: ?(?:[/,&]|and) ?damaged?s?)?|problems?|issues?|da[nñ]os|faltantes|dommages|manquants|avaries|sch[aä]den|fehlmengen|beanstandungen)(?:(?:,| ?\/| or| and| &| o| y| ou| et| oder| und) ?(?:any |visible )?(?:shortages?|damages?|overages?|discrepanc(?:y|ies)|exceptions?|loss(?:es)?|problems?|issues?|da[nñ]os|faltantes|dommages|manquants|avaries|sch[aä]den|fehlmengen))*(?: (?:noted|reported|at delivery))*\??$/iu;

export const kind = /^(?:over|short|damaged?|missing|refused|overages?|shortages?|damages|pilferage|other|wet)$/i;

/** "38", "S/18 D/2": no number of a shipment, day, time, phone or amount. */
const isBareCode = (text: string): boolean =>
  /\d/.test(text) &&
  !/\p{L}{2}/u.test(text) &&
  !/\d{5}|\d[/.-]\d{1,2}[/.-]\d|\d{1,2}:\d{2}|\d{3}[ .-]\d{4}|^\$|\d-\d/.test(text);

export const isOpen = (verdict: Verdict): boolean => typeof verdict === 'object' && 'open' in verdict;

export const splitIn = (text: string): string[] =>
  text.split(/(?<=\p{L}{3}[.;!])(?<!(?<!\p{L})\p{Lu}\p{Ll}{1,3}\.) (?=[\p{Lu}¿¡])|(?<=\p{L}{4}[.;!]) (?=\d)/u);
