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
import {
  addressed,
  everyWelcome,
  general,
  goods,
  happened,
  isAuxiliary,
  isCountOfFreight,
  isDenial,
  isGoods,
  isLabel,
  isNamed,
  isNeutral,
  isNoted,
  isPrinted,
  isQuestion,
  isTerm,
  isTroubled,
  isUnfinished,
  isWelcome,
  ofMarks,
  ofPackaging,
  ofPickup,
  ofSentences,
  plain,
  setOf,
  statement,
  street,
  tellsApart,
  tellsOfDeeds,
  tellsOfLoss,
  tellsOfPieces,
  town,
  weighed,
  wordsOf,
  yes,
  isShare,
  isMeasured,
  ofCompanyNames,
  isPartyName,
  asksForKinds,
  calledAfterPlace,
  isTimes,
} from './receipt-wording.ts';

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

/** "Part delivered" */
const inPart = new RegExp(`(?<!\\p{L})(?:${anyOf(said.inPart)})(?!\\p{L})`, 'iu');

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
  if (isOfOutcome(label) && (!delivered.test(said) || inPart.test(said))) return { open: both };
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

/** "Line 3: 38 counted" */
const endsCounted = new RegExp(`(?<![\\d/.:#-])\\d{1,5} (?:\\p{L}+ )?(?:${anyOf(said.receiving)})[.!]?$`, 'iu');
/** A stamp by which nobody has counted. */
const ofNoCount = /^\(?said to contain\.?\)?$/iu;

/** What the sender of a letter or a message says to its reader, and who prints a document says of it. */
const ofLetters = new RegExp(`^(?:${anyOf(said.letters)})[.,:!]?$`, 'iu');
export const isOfLetter = (text: string): boolean =>
  ofLetters.test(text.trim()) && !namesTrouble(text) && !happenedToFreight.test(text.replace(/do not reply/i, ' '));
const happenedToFreight =
  /(?<!\p{L})(?:late|partial\p{L}*|but|however|except|without|left|returned|later|not|pending|attempt\p{L}*)(?!\p{L})/iu;

/** "Gulf Coast Cartage", and nothing that notes say. */
const isCompany = (text: string): boolean =>
  ofCompany.test(text) &&
  !/\d/.test(text) &&
  isPartyName(text) &&
  !wordsOf(text.replace(calledAfterPlace, ' ')).some(isTroubled);
/** With its town behind it. */
const ofCompany = new RegExp(
  `\\p{L}{3}.* (?:${anyOf(said.companyEndings)})(?:(?: [–—·|-]|,) (?-i:\\p{Lu})[\\p{L} .'’-]{2,30}(?:, [A-Z]{2})?)?$`,
  'iu',
);

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
  if (tellsApart(text) || isBareCode(text) || isShare(text) || ofNoCount.test(text) || endsCounted.test(text))
    return { open: text };
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
  `^(?:\\d{1,2}[.)]? )?(?:(?:${anyOf(said.madeAt)})(?: ?/ ?(?:${anyOf(said.madeAt)}))* )?(\\p{Lu}[\\p{L}.'’-]*(?: \\p{L}[\\p{L}.'’-]*){0,3}?),? (?:(?:${anyOf(said.onTheDay)})(?: ?/ ?(?:${anyOf(said.onTheDay)}))*,? )?(?:\\d{1,2}[./-]\\d{1,2}[./-]\\d{2,4}|\\d{4}-\\d{2}-\\d{2}|\\d{1,2}\\.? (?:de )?\\p{L}{3,10}\\.? (?:de )?\\d{4})(?: (?:[àa]|um|at|a las|om|ore)? ?\\d{1,2} ?[:h.] ?\\d{2}(?: ?uhr)?)?\\.?$`,
  'iu',
);
/** "Fait à Lyon le", before the day. */
export const endsBeforeDay = (text: string): boolean =>
  /,$|\s/.test(text) && ofDayNext.test(text) && isPlaceAndDay(`${text} 31.12.2026`);
const ofDayNext = new RegExp(`(?:,|(?<!\\p{L})(?:${anyOf(said.onTheDay)}))$`, 'iu');
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

export const kind = /^(?:over|short|damaged?|missing|refused|overages?|shortages?|damages|pilferage|other|wet)$/i;

/** "38", "S/18 D/2": no number of a shipment, day, time, phone or amount. */
const isBareCode = (text: string): boolean =>
  /\d/.test(text) &&
  !/\p{L}{2}/u.test(text) &&
  !/\d{5}|\d[/.-]\d{1,2}[/.-]\d|\d{1,2}:\d{2}|\d{3}[ .-]\d{4}|^\$|\d-\d/.test(text);

export const isOpen = (verdict: Verdict): boolean => typeof verdict === 'object' && 'open' in verdict;

export const splitIn = (text: string): string[] =>
  text.split(/(?<=\p{L}{3}[.;!])(?<!(?<!\p{L})\p{Lu}\p{Ll}{1,3}\.) (?=[\p{Lu}¿¡])|(?<=\p{L}{4}[.;!]) (?=\d)/u);
