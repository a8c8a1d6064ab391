/** The words of a receipt's texts: which are printed, which notes have, and what is a label, a term, a name or goods. */
import {
  anyOf,
  generic,
  packageUnit,
  reservesNothing,
  singlePackage,
  withoutDenied,
  namesTrouble,
} from '../../domain/dispatch/pod.ts';
import said from './receipt-phrases.json' with { type: 'json' };
import list from './receipt-words.json' with { type: 'json' };

export const yes = /^(?:yes|y|s[ií]|oui|ja|sim)(?!\p{L})/iu;

/** What should be answered with yes. */
export const isWelcome = new RegExp(`(?<!\\p{L})(?:${anyOf(said.welcome)})(?!\\p{L})`, 'iu');

export const everyWelcome = new RegExp(isWelcome.source, 'giu');

export const setOf = (lines: readonly string[]): ReadonlySet<string> => new Set(lines.join(' ').split(' '));
/** Its value is a name, an address, a number or the name of goods: nothing is said there of how freight was received. */
const neutral = setOf(list.neutral);
/** Everything else that is printed: other fields, titles, units, terms. */
const printed = setOf(list.printed);
/** Words of sentences, which no label or heading has: a short text of them is a note ("Will call carrier re: count"). */
export const ofSentences = setOf(list.sentence);
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
export const isPrinted = (word: string): boolean =>
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
export const statement =
  /(?:received|rec['’]?d|delivered|accept\p{L}*|delivery|receipt|shipment|goods|freight|merchandise|property|articles)[^.;:!?]{0,140}?(?:in (?:apparent )?(?:good|proper) (?:order|condition)(?: and (?:condition|count))?|complete and undamaged|undamaged)|(?:vollst[aä]ndig und )?(?:in )?(?:[aä]u(?:ß|ss)erlich )?(?:einwandfreie|gute|ordnungsgem[aä](?:ß|ss)e)[mn] (?:zustand|ordnung)|voll(?:st[aä]nd|z[aä]hl)ig und (?:[aä]u(?:ß|ss)erlich )?unbesch[aä]digt|en (?:bon|parfait) [eé]tat|en (?:buen|perfecto) estado|en buenas condiciones|recib[ií](?:d[oa]s?)? (?:de |a )?(?:mi |entera )?(?:conforme|conformidad|satisfacci[oó]n)|re[cç]ue?s? conformes?|em (?:bom estado|perfeito estado|boas condi[cç][oõ]es)|in (?:buono stato|goede (?:staat|orde))/iu;
/** Verbs of such a sentence that notes have as well. */
const auxiliary = setOf(list.auxiliary);
export const isAuxiliary = (word: string): boolean => auxiliary.has(word.toLowerCase());
/** Of the carrier, at the pick-up. */
export const ofPickup = /contents and|marked,|consigned|tendered|agreed upon|by the carrier/i;
const reserved =
  /,? *(?:salvo|excepto) (?:las? |los? )?(?:observaci[oó]n(?:es)?|indicad[oa]s?|anotad[oa]s?|lo (?:indicado|anotado|contrario))(?: (?:en contrario|indicad[oa]s?|abajo|al dorso))?|,? *sauf (?:r[eé]serves?|mentions?|indications?)(?: (?:contraires?|ci-dessous|indiqu[eé]es?|not[eé]es?|port[eé]es?))*|,? *(?:soweit|sofern|wenn) (?:oben |unten |hier )?(?:nichts?|keine) (?:\p{L}+ ){0,2}(?:vermerkt|angegeben|notiert)|,? *\(?(?:except|unless|other than)(?: as)?(?: otherwise)? (?:exceptions? (?:are |is )?)?(?:noted|stated|indicated|specified|listed)(?: (?:above|below|hereon|herein|here|otherwise|on (?:this|the) \p{L}+))?\)?/giu;

/** Words that say something else where they stand so. */
const phrases = new RegExp(`(?<!\\p{L})(?:${anyOf(said.saysNothing)})(?!\\p{L})`, 'giu');

/** A sentence of terms says what holds in general. */
export const general = new RegExp(`(?<!\\p{L})(?:${anyOf(said.general)})(?!\\p{L})`, 'iu');
const everyGeneral = new RegExp(general.source, 'giu');
const generalAtLength =
  /(?<!\p{L})(?:may|should|if|unless|will|claims?|report|inspect|d[eé]lai|reclamaci[oó]n(?:es)?|r[eé]clamations?|bedingungen)(?!\p{L})/iu;
/** Terms speak of loss and damage as such, and of nothing wet. */
const abstract =
  /^(?:loss|losses|damages?|damaged|shortages?|overages?|missing|exceptions?|not|no|never|without|only|unless|except|but|however|nothing|other|inspect\w*|concealed|refus\w*|return\w*|open\w*|under|over|on|through|since|during|follow\w*|has|have|had|found|reserves?|question\w*|issues|expir\w*|five|nine|ten|seven|one|two|three|error\w*|incorrect\w*|otros?|autres?|ein|eine|einer|auf|unter|ist|sind|nicht|schaden|fehl\w*|vorbehalt\w*|sans|pas|ne|sont|reserv\w*|temperatures?|averi\w*|avari\w*|manqu\w*|danos?|falta\w*|sin|no|otra)$/i;
/** What happened once is no term. */
export const happened = new RegExp(
  `(?<!\\p{L})(?:was|were|came|found|got|arrived|wouldn['’]?t|didn['’]?t|today|tomorrow|(?<!not )(?<!no )later|next|will file|per(?! (?:diem|ton|kilo|kg|mile|month|annum|year|day|cent|packages?|piece|pound|lb|cwt|shipment|hundredweight|article|unit|hour|item|(?:(?:our|the|carrier['’]s) )?(?:published|current|applicable|tariff|schedule|contract|agreement|rules))(?!\\p{L}))|fue|llegaron|était|étaient|wurden?|waren?)(?!\\p{L})|(?<![(\\d])\\d{1,5} (?:${packageUnit})(?!\\p{L})|(?:${singlePackage}) #?\\d`,
  'iu',
);

const ofLoss = /(?<!\p{L})(?:loss(?:es)?|damages?|damaged|short(?:age)?s?|overages?|missing|concealed)(?!\p{L})/iu;
/** Loss and damage as such: of any, for which one is liable, which must be noted. */
const ofLossAsSuch = new RegExp(
  `(?<!\\p{L})(?:any|no|for|of|or|and|such|all|against|from|cargo|freight|visible|note|report|claims?|by|where|if|are|is|not|lost) (?:(?:visible|apparent|concealed|cargo|freight|loss(?:es)?|damages?|damaged|shortages?|overages?|missing|or|and|any|for|of)[ ,/]+)*(?:loss(?:es)?|damages?|shortages?|overages?)(?!\\p{L}| (?:of|on|to|in) (?:\\p{L}+ )?(?:items?|${packageUnit})(?!\\p{L}))|(?<!\\p{L})(?:(?:visible|apparent|concealed|loss(?:es)?|damages?|shortages?|overages?|or|and)[ ,/]+)*(?:loss(?:es)?|damages?|shortages?|overages?) (?:must|shall|should|may|will|claims?|(?:is|are) (?:not|to)|not )(?!\\p{L})|(?<!\\p{L})(?:lost|missing|short|or|is|are)(?:,? or|,)? damaged(?! \\p{L}{3,}s? (?:must|shall))(?!\\p{L})`,
  'giu',
);

/** "Damage on arrival, consignee must file claim" has the words of a term and tells of this freight. */
export const tellsOfLoss = (text: string): boolean =>
  ofLoss.test(text.replace(reserved, ' ').replace(ofLossAsSuch, ' '));

/** Terms are printed as whole sentences, of loss and damage as such; what somebody notes is short, and of this freight. */
export const isUnfinished = (text: string): boolean => {
  const words = wordsOf(
    plain(text).replace(
      /(?<!\p{L})(?:not (?=liable|responsible|valid)|please inspect|inspect (?=(?:(?:all|your|the) )?\p{L}+ (?:before|prior to) signing)|(?:must|should|shall|to) be (?:inspected|checked|examined) (?=before|prior to|on|upon|at)|within \p{L}+ )/giu,
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
export function tellsApart(text: string): boolean {
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
export const isCountOfFreight = new RegExp(`^\\(?\\d{1,5}\\)? ?x? ?(?:${packageUnit})(?!\\p{L})`, 'iu');

/** Words of notes that goods may be called by as well: "Half pallets", "Oak barrels, empty". */
export const goods = setOf(list.goods);
/** Such words in the field for goods alone; two of them tell of something ("Half empty"). */
const described = setOf(list.described);
const isDescribed = (words: readonly string[], word: string): boolean =>
  described.has(word) && words.filter((one) => described.has(one.toLowerCase())).length === 1;
export const isNoted = (text: string, isOfGoods: boolean, isField = false): boolean => {
  // "No 2 fuel oil"
  const words = wordsOf(
    plain(
      text
        .replace(town, ' ')
        .replace(isOfGoods && !isCountOfFreight.test(text.replace(/^no\.? /i, '')) ? /^no\.? (?=\d )/i : '', ''),
    ),
  );
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
  /(?<!\p{L})(?:description|descripci[oó]n|commodity|freight(?=:?$)|cargo|shipment(?=:?$)|ladung(?:sinhalt)?|load contents|articles?|goods|products?|items?|contents|merchandise|d[eé]signation|marchandises?|mercanc[ií]as?|bezeichnung|ware|inhalt|contenido|contenu|nature|sku|material|marks|omschrijving|aard|goederen|merce|beni|descrizione|mercadoria|towar\p{L}*|gods|varer?|varor|special instructions?)(?!\p{L})/iu;

/** How goods are packed: "Half" of a pallet. */
export const ofPackaging =
  /^(?:(?:pallet|load|package|container|unit|size) ?\/? ?)?(?:types?|sizes?|packaging|packing|embalaje|verpackung|verpackungsart|conditionnement|emballage)(?: (?:code|type))?$/iu;

/** "4 x 6 in", "12 pcs" */
const measured = new RegExp(
  `(?<!\\p{L})\\p{L}{0,2}\\d[\\d.,/]*(?: ?x ?\\d[\\d.,/]*)+(?![\\d\\p{L}])|\\d[\\d.,]*(?: ?x ?\\d[\\d.,]*)* ?(?:lbs?|#|kgs?|g|gal|oz|in|ft|pulg(?:adas)?|pouces|zoll|cm|mm|m|l|ml|cl|dl|bar|psi|[kh]?v|k?w|a?h|hz|rpm|°[cf]?|ct|pk|${packageUnit})(?!\\p{L})`,
  'giu',
);
const ofSinglePackage = new RegExp(`(?<!\\p{L})(?:${singlePackage}) #?\\d`, 'iu');

/** "2 crooked", "Box 9 ink bleeding": a number that is no measure tells of pieces. */
export const tellsOfPieces = (text: string): boolean =>
  tellsOfDeeds(text) ||
  /(?<![\p{L}\d.,/#-])\d{1,4}(?![\p{L}\d/-]|[.,]\d|\s*["'%])/u.test(
    text
      .replace(/(?<=(?<!\d)\d{1,3}) (?=\d{3} ?(?:kg|lb))/giu, '')
      .replace(/^\(?\d{1,5}\)?/u, ' ')
      .replace(/(?<!\p{L})(?:case|box|pack|pk|bag|carton|set|pkg|roll) of \d+/giu, ' ')
      .replace(
        /(?<!\p{L})UN ?\d{4}.*$|(?:UN|NA|class|cl|nmfc|item|sub|pg|hm|lot|size|no\.?|#|sku|typ[eo]?)[ :#.]*\d[\d.,-]*/giu,
        ' ',
      )
      .replace(measured, ' '),
  ) ||
  ofSinglePackage.test(text) ||
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
export const town = /(?<!\p{L})\p{Lu}\p{L}+,? (?:[A-Z]{2})(?: \d{5}(?:-\d{4})?)?$|(?<!\d)\d{5} Bad \p{Lu}\p{L}+/u;

/** "900 Cannery Row" */
export const street = /^\d{1,6} (?:\p{Lu}[\p{L}.]* ){1,4}\p{Lu}\p{L}+(?![\p{L} ])/u;

/** Without what is said so on every form, and what is denied. */
export const plain = (text: string): string => withoutDenied(text).replace(reserved, ' ').replace(phrases, ' ').trim();

/** Of goods, on every bill of lading. */
export const ofMarks = /,? special marks(?:,|,? (?:and|&)) exceptions$/i;
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

/** "7/8 rolls", "2 of 3" */
export const isShare = (text: string): boolean => {
  const [, some, all] =
    /^(\d{1,4}) ?(?:\/|(?<= )(?:of|de|von|sur|di|van) (?=\d)) ?(\d{1,4})(?![\d/])/iu.exec(text) ?? [];
  return some !== all;
};

/** Small words in the names of companies and streets. */
export const ofCompanyNames = setOf(list.ofCompanyNames);

/** "Bent Creek", "Broken Arrow": companies are called after such places. */
export const calledAfterPlace = new RegExp(
  `^(?:${list.placeAdjectives[0]}) (?:${list.placeNouns[0]})(?= \\p{Lu}\\p{L})`,
  'u',
);

/**
 * Whether the first line of a field for a name has nothing but the name. Trades are called by words that notes have ("Bayou
 * Water Treatment", "Seaside Cold Storage"); written as a name, they say nothing of the freight.
 */
export function isPartyName(name: string): boolean {
  const said = name.replace(calledAfterPlace, 'Town');
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

/** What a field asks for; "Damaged" may be a stamp. */
export const asksForKinds =
  /^(?:(?:any|visible|noted|concealed|apparent|freight) )*(?:shortages?|damages?|overages?|discrepanc(?:y|ies)|exceptions?|loss(?:es)?|over(?:age)?s? ?[/,] ?short(?:age)?s?(?: ?(?:[/,&]|and) ?damaged?s?)?|problems?|issues?|da[nñ]os|faltantes|dommages|manquants|avaries|sch[aä]den|fehlmengen|beanstandungen)(?:(?:,| ?\/| or| and| &| o| y| ou| et| oder| und) ?(?:any |visible )?(?:shortages?|damages?|overages?|discrepanc(?:y|ies)|exceptions?|loss(?:es)?|problems?|issues?|da[nñ]os|faltantes|dommages|manquants|avaries|sch[aä]den|fehlmengen))*(?: (?:noted|reported|at delivery))*\??$/iu;

/** No trouble by itself: what is wrong with it is said in other words or figures. */
export const isMeasured = (word: string): boolean => /^(?:temp(?:eratur\w*|s)?|on|in|during|through)$/i.test(word);

const ofTitle = new RegExp(`^(?:${anyOf(said.titles)})$`, 'iu');
/** The name of the document. */
export const isTitle = (text: string): boolean => ofTitle.test(text.trim());

/** "13:05 / 13:30" */
export const isTimes = (text: string): boolean =>
  /^(?:\d{1,2}[:h.]\d{2}(?:[:.]\d{2})?(?: ?[ap]\.?m?\.?)?(?: ?(?:[-–/]|to|h) ?|$)){1,3}$/iu.test(text.trim());

/** `Printed name: T. Beecham` is called "Printed name", `DATE 06/14/2026` "DATE". */
export function nameOf(text: string): string {
  const [name = text] = text.includes(':') && !/^\D*\d/.test(text.split(':')[0] ?? '') ? text.split(':') : [text];
  return (dated.exec(name)?.[1] ?? counted.exec(name)?.[1] ?? named.exec(name)?.[1] ?? name).trim();
}
/** "Pieces received 7", "Name (print) H. Lafferty": a label without a colon, and its value. */
const counted = /^(\D{2,30}? (?:received|delivered|rec['’]d))\s+\d{1,6}$/i;
const named =
  /^(name \(print(?:ed)?\)|(?:please )?print(?:ed)? name|print)\s+(?!name\b|clearly\b|here\b|\()\p{Lu}.*$/iu;
const dated = /^(\D{4,40}?)\s+(?:\d{1,4}[/.-]\w{1,9}[/.-]\d{2,4}|\p{Lu}\p{L}{2,8}\.? \d{1,2}, \d{4})\b.*$/u;

// Fields that contradict each other.

/** Of what is kept cold, what was set and what was measured: more degrees apart, and somebody should look. */
const degreesApart = 6;
export function degreesDiffer(texts: readonly string[]): boolean {
  const degrees = texts.flatMap((text) =>
    [...text.matchAll(/(?<![\p{L}\d.-])(-?\d{1,3}(?:\.\d)?) ?(?:°|º|deg(?:rees)?\.?)? ?[FC](?![\p{L}\d])/gu)].map(
      ([, one]) => Number(one),
    ),
  );
  return Math.max(...degrees) - Math.min(...degrees) > degreesApart;
}

/** Goods that have to be kept cold, and the most degrees (Celsius) of which nobody has to ask. */
const keptCold = [
  { words: /(?<!\p{L})(?:frozen|deep ?freeze|surgel[eé]\p{L}*|congelad\p{L}*|tiefk[uü]hl\p{L}*)(?!\p{L})/iu, most: 0 },
  { words: /(?<!\p{L})(?:refrigerated|chilled|keep cold|cold chain|refrigerad\p{L}*|gek[uü]hlt)(?!\p{L})/iu, most: 10 },
];

/** What was measured is too warm for goods that are called frozen or refrigerated. */
export function isTooWarm(texts: readonly string[], degrees: readonly string[]): boolean {
  const kept = keptCold.find(({ words }) => texts.some((text) => words.test(text)));
  if (kept === undefined) return false;
  return [...texts, ...degrees].some((text) =>
    [...text.matchAll(/(?<![\p{L}\d.-])(-?\d{1,3}(?:\.\d)?) ?(?:°|º|deg(?:rees)?\.?)? ?([FC])(?![\p{L}\d])/gu)].some(
      ([, one, unit]) => (unit === 'F' ? (Number(one) - 32) / 1.8 : Number(one)) > kept.most,
    ),
  );
}

/** A field of a receipt. */
interface Field {
  readonly label: string;
  readonly value: string;
}

/** Whether a label has one of the phrases; "plomb*" is the beginning of a word. */
const says = (label: string, phrases: readonly string[]): boolean => {
  const text = ` ${wordsOf(label).join(' ').toLowerCase()} `;
  return phrases.some((phrase) => text.includes(phrase.endsWith('*') ? ` ${phrase.slice(0, -1)}` : ` ${phrase} `));
};

/** Seals that were never the same: "Seal 2". */
const ofSeveral = /(?<!\p{L})(?:seals?|no\.?|#) ?[#.]? ?\d{1,2}:?$/iu;
const sealNumber = /(?=[A-Z\d-]*\d{3})[A-Z\d-]{4,20}/giu;

/** Two fields of seals have no number in common: which of them was on the door, nobody knows. */
export function sealsDiffer(fields: readonly Field[]): boolean {
  const seals = fields
    .filter(({ label }) => says(label, list.seals) && !ofSeveral.test(label))
    .map(({ value }) => new Set(value.toUpperCase().match(sealNumber)))
    .filter(({ size }) => size > 0);
  return seals.some((one, index) =>
    seals.slice(index + 1).some((other) => ![...one].some((number) => other.has(number))),
  );
}

/** Nobody unloads for longer; over midnight it may be. */
const longestStop = 8 * 60;

function minutesOf(text: string): { readonly at: number; readonly hasHalf: boolean } | undefined {
  const [, hours = '', minutes = '', half] =
    /^(\d{1,2})[:h](\d{2})(?::\d{2})? ?([ap])?\.?(?:m\.?)?$/iu.exec(text.trim()) ?? [];
  if (minutes === '') return undefined;
  const hour = half === undefined ? Number(hours) : (Number(hours) % 12) + (half.toLowerCase() === 'p' ? 12 : 0);
  return { at: hour * 60 + Number(minutes), hasHalf: half === undefined && hour >= 1 && hour <= 12 };
}

/** A truck that left before it came. */
export function timesContradict(fields: readonly Field[]): boolean {
  const at = (phrases: readonly string[]): ReturnType<typeof minutesOf>[] =>
    fields.filter(({ label }) => says(label, phrases)).map(({ value }) => minutesOf(value));
  const [starts, ends] = [at(list.starts), at(list.ends)];
  const [start, end] = [starts[0], ends[0]];
  if (start === undefined || end === undefined || starts.length > 1 || ends.length > 1) return false;
  // "11:40" to "1:15", by a clock of twelve hours.
  const day = start.hasHalf && end.hasHalf ? 12 * 60 : 24 * 60;
  return end.at < start.at && end.at + day - start.at > longestStop;
}

const exceptionCount = new RegExp(
  `(?<!\\p{L})(short(?:age)?s?|over(?:age)?s?|damaged?s?|missing|refused|extra)\\s*[:=#–-]?\\s*(\\d{1,5}|none|nil|n\\/?a|no)(?![\\p{L}\\d])(?:\\s+(?:${packageUnit})(?!\\p{L}))?`,
  'giu',
);

/** "Shortage: 0 Damage: 1", and nothing else: what is counted, without that of which there is none. */
export function countedOn(text: string): string | undefined {
  const counts: string[] = [];
  const rest = text.replace(exceptionCount, (_all, word: string, count: string) => {
    if (Number(count) > 0) counts.push(`${word} ${count}`);
    return '|';
  });
  return rest.includes('|') && /^[\s|,;.&/]*$/.test(rest) ? counts.join('; ') : undefined;
}
