/**
 * Accounts for every text of a receipt. It is clear of exceptions only where each text is a printed word of forms, the value
 * of a known field, a term, or says that there is nothing to reserve. What says otherwise is a note; everything else
 * leaves the condition open.
 */
import {
  countsDiffer,
  withoutDenied,
  generic,
  isShortCount,
  namesTrouble,
  reservesNothing,
  unreadMarks,
} from '../../domain/dispatch/pod.ts';
import { filterInSlices, sortInSlices } from '../../process/time-slices.ts';
import {
  answersOf,
  box,
  choicesOf,
  countedOn,
  countedUnder,
  isWelcome,
  troubleOf,
  withSigns,
  withTicks,
  yes,
} from './answers.ts';
import { cellAround, type FormLayout, lines } from './form-layout.ts';
import { type Area, type Word } from './page-geometry.ts';
import { shareIn } from './plane.ts';
import { isNeutral, isPrinted, isTroubled, wordsOf } from './receipt-words.ts';
import { signingParty } from './signing-party.ts';
import type { SigningPlace } from './signing-places.ts';

export interface Account {
  readonly ticks: readonly string[];
  readonly notes: readonly string[];
  /** What nobody understands. */
  readonly open: readonly string[];
  /** It asks for exceptions somewhere, or states that the freight was received in good order. */
  readonly isAsked: boolean;
}

/** No receipt has more texts; each is compared with all others. */
const mostTexts = 1500;
const mostNotes = 10;

/** What makes a document none, alone or behind a title; "COPY" does not. */
const annuls =
  /(?:^|[-–—·|(*:]\s*)\W*(?:void(?:ed)?|cancel(?:l?ed)?|specimen|sample|draft|test|anulad[oa]|cancelad[oa]|annul[eé]e?|storniert|ung[uü]ltig|muster|nulo|vervallen|annullato)(?: (?:copy|document|only|form|receipt))?\W*(?:$|[-–—:(])|^\W*(?:null and void|not (?:a )?(?:valid|receipt|proof)|do not use|for (?:test|training|demo)\p{L}*)(?!\p{L})/iu;

/** The mark that annuls a document: letters may stand apart ("V O I D"). */
export function* annulledBy(page: FormLayout): Generator<void, string | null> {
  const together = (text: string): string => (/^(?:\p{L} ){3,}\p{L}$/u.test(text) ? text.replaceAll(' ', '') : text);
  const marks = yield* filterInSlices(page.words, ({ text }) => text.length <= 80 && annuls.test(together(text)));
  return marks[0]?.text ?? null;
}

/** That what is signed was received in good order. */
const statement =
  /(?:received|rec['’]?d|delivered|accept\p{L}*|delivery|receipt|shipment|goods|freight|merchandise|property|articles)[^.;:!?]{0,140}?(?:in (?:apparent )?(?:good|proper) (?:order|condition)(?: and (?:condition|count))?|complete and undamaged|undamaged)|(?:vollst[aä]ndig und )?(?:in )?(?:einwandfreie|gute|ordnungsgem[aä](?:ß|ss)e)[mn] (?:zustand|ordnung)|vollst[aä]ndig und unbesch[aä]digt|en (?:bon|parfait) [eé]tat|en (?:buen|perfecto) estado|en buenas condiciones|recib[ií](?:d[oa]s?)? (?:de |a )?(?:mi |entera )?(?:conforme|conformidad|satisfacci[oó]n)|re[cç]ue?s? conformes?|em (?:bom estado|boas condi[cç][oõ]es)|in (?:buono stato|goede (?:staat|orde))/iu;
/** Of the carrier, at the pick-up. */
const ofPickup = /contents and|marked,|consigned|tendered|agreed upon|by the carrier/i;
const reserved =
  /,? *\(?(?:except|unless|other than)(?: as)?(?: otherwise)? (?:noted|stated|indicated|specified|listed)(?: (?:above|below|hereon|herein|here|otherwise|on (?:this|the) \p{L}+))?\)?/giu;

/** Words that say something else where they stand so. */
const phrases =
  /(?<!\p{L})(?:short form|(?:not|non)[- ]?negotiable|pick(?:ed)?[- ]?up|drop(?:ped)?[- ]?off|on (?:behalf of|delivery|arrival|receipt|glass)|(?:delivered|signed|received|created|printed|generated|issued|shipped|completed|captured) on|(?:powered|generated|created|printed|produced|captured) (?:by|with|via|using) \S.*$|(?:on|at) (?=\d)|no[.:#]+(?=\s|\d|$)|(?<=\p{L}{2} )no(?=\s*(?:[:#/]|\d|$))|pages? \d+ (?:of|\/) \d+|\d+ of \d+ pages?|inside delivery|do not (?:double )?stack|over(?:age)?[ ,/]+short(?:age)?[ ,/]+(?:and |& )?damaged?|shipper['’]?s? load (?:and|&) count|questions\?.*$|time (?:in|out)|sealed?|n°|nº|(?<!\d)(\d{1,5})(?: \p{L}+)? ?(?:of|\/|out of) ?\1(?!\d))(?!\p{L})/giu;

/** A sentence of terms says what holds in general. */
const general =
  /(?<!\p{L})(?:must|shall|liab\p{L}*|responsib\p{L}*|tariffs?|subject to (?:the |individually|terms|carrier|tariff|contract|applicable)|pursuant|hereby|undersigned|agrees?|certif(?:y|ies)|acknowledges?|by signing|(?:before|prior to) (?:signing|departure)|within \p{L}+(?: \(\d+\))? (?:days|hours|months)|within \d+|responsabilit[eé]|responsabilidad|haftung|adsp|cmr)(?!\p{L})/iu;
const generalAtLength =
  /(?<!\p{L})(?:may|should|if|unless|will|claims?|report|inspect|d[eé]lai|reclamaci[oó]n(?:es)?|r[eé]clamations?|bedingungen)(?!\p{L})/iu;
/** Terms speak of loss and damage as such, and of nothing wet. */
const abstract =
  /^(?:loss|losses|damages?|damaged|shortages?|overages?|missing|exceptions?|not|no|never|without|only|unless|except|but|however|nothing|other|inspect\w*|concealed|refus\w*|return\w*|open\w*|under|over|on|through|since|during|follow\w*|has|have|had|found|reserves?|question\w*|issues|expir\w*|five|nine|ten|seven|one|two|three|error\w*|incorrect\w*|otros?|autres?|ein|eine|einer|auf|unter|ist|sind|nicht|schaden|fehl\w*|vorbehalt\w*|sans|pas|ne|sont|reserv\w*|averi\w*|avari\w*|manqu\w*|danos?|falta\w*|sin|no|otra)$/i;
/** What happened once is no term. */
const happened =
  /(?<!\p{L})(?:was|were|came|found|got|arrived|wouldn['’]?t|didn['’]?t|today|tomorrow|later|next|will file|per|fue|llegaron|était|étaient|wurden?|waren?)(?!\p{L})|(?<![(\d])\d{1,5} (?:pcs|pieces|cartons?|ctns?|cases|boxe?s|skids?|pallets?|plts?|units?|drums?|crates?|rolls?|bags?|bundles?|colis|palettes?|bultos?|cajas?)(?!\p{L})|(?:box|carton|ctn|case|pallet|plt|skid|crate|drum|colis|caja|karton|palette) #?\d/iu;

function isTerm(text: string): boolean {
  const words = wordsOf(plain(text));
  const isGeneral = (words.length >= 5 && general.test(text)) || (words.length >= 9 && generalAtLength.test(text));
  const unknown = words.filter((word) => !isPrinted(word) && !isTroubled(word));
  if (/^if /i.test(text) && words.length >= 5 && !happened.test(text)) return true;
  return (
    isGeneral &&
    !happened.test(text) &&
    unknown.length <= words.length / 4 &&
    words.every((word) => !isTroubled(word) || abstract.test(word))
  );
}

/** "12 cajas (recibe 10)", "3 scanned / 2 expected" */
function tellsApart(text: string): boolean {
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

const weighed = /\d ?(?:lbs?|#|kgs?|pounds|kilos?|tons?|t)(?!\p{L})/iu;
const isCountOfFreight =
  /^\(?\d{1,5}\)? ?x? ?(?:pcs?|pieces?|cartons?|ctns?|cases?|cs|box(?:es)?|bxs?|skids?|skd|pallets?|plts?|units?|drums?|crates?|rolls?|bags?|bundles?|totes?|kegs?|pails?|colis|palettes?|cajas?|bultos?|tarimas?|paletten?|kartons?|kolli|colli)(?!\p{L})/iu;

/** What goods may be called. */
const goods =
  /^(?:water|tapes?|bands?|straps?|strapping|wraps?|stretch|shrink|soil|grease|hands?|heat|frozen|noise|sound|forklifts?|mixed)$/;
const isNoted = (text: string, isOfGoods: boolean): boolean =>
  wordsOf(plain(text.replace(town, ' '))).some(
    (word) => isTroubled(word) && !(isOfGoods && goods.test(word.toLowerCase())),
  );

/** Names, streets and towns begin in capitals. */
function isNamed(text: string, isAnyCase = false): boolean {
  const parts = plain(text)
    .split(/[\s,;/|()·–—]+/u)
    .filter((part) => /[\p{L}\d]/u.test(part));
  return (
    parts.length <= 12 &&
    !isNoted(text, isAnyCase) &&
    (isAnyCase ||
      parts.every((part) => /^[^\p{L}]*\p{Lu}|\d|\p{L}[.@]\p{L}{2}/u.test(part) || wordsOf(part).every(isPrinted)))
  );
}

const addressed =
  /(?<!\p{L})[A-Z]{2}\.? \d{5}(?:-\d{4})?(?!\d)|(?<!\p{L})\d{4,5} \p{Lu}\p{L}|^\d{1,6} .*(?<!\p{L})(?:st|street|ave|avenue|rd|road|blvd|ln|lane|dr|drive|hwy|pkwy|way|ct|pl|floor|suite)\.?(?!\p{L})|\(?\d{3}\)?[ .-]\d{3}[.-]\d{4}|\S@\S|www\.|https?:|\p{L}\.(?:com|net|org)(?!\p{L})/iu;

const isGoods =
  /(?<!\p{L})(?:description|descripci[oó]n|commodity|articles?|goods|products?|items?|contents|merchandise|d[eé]signation|marchandises?|mercanc[ií]as?|bezeichnung|ware|inhalt|contenido|contenu|nature|sku|material|marks|omschrijving|merce|mercadoria|special instructions?)(?!\p{L})/iu;

/** "2 crooked", "Box 9 ink bleeding": a number that is no measure tells of pieces. */
const tellsOfPieces = (text: string): boolean =>
  /(?<![\p{L}\d.,/#-])\d{1,4}(?![\p{L}\d/-]|[.,]\d|\s*["'%])/u.test(
    text
      .replace(/^\(?\d{1,5}\)?/u, ' ')
      .replace(/(?<!\p{L})(?:case|box|pack|pk|bag|carton|set|pkg|roll) of \d+/giu, ' ')
      .replace(
        /(?<!\p{L})(?:UN|NA|class|cl|nmfc|item|sub|pg|hm|lot|size|no\.?|#|sku|type)[ :#.]*\d[\d.,-]*|UN ?\d{4}.*$/giu,
        ' ',
      )
      .replace(
        /\d[\d.,]*(?: ?x ?\d[\d.,]*)* ?(?:lbs?|#|kgs?|g|gal|oz|in|ft|cm|mm|m|l|ml|ct|pk|pcs?|pieces?|cartons?|ctns?|cases?|bags?|boxes|skids?|pallets?|plts?|palettes?|kartons?|cajas?|colis)(?!\p{L})/giu,
        ' ',
      ),
  ) ||
  /(?<!\p{L})(?:box|carton|ctn|case|pallet|plt|skid|crate|drum|bag|roll|colis|caja|karton|palette) #?\d/iu.test(text) ||
  // What is said in brackets is said of the goods.
  [...text.matchAll(/\(([^)]*)\)?| [-–—] (.*)$/gu)].some(([, inside, behind]) => !isNamed(inside ?? behind ?? ''));

const isQuestion = (label: string): boolean =>
  isWelcome.test(label) ||
  wordsOf(plain(label)).some(isTroubled) ||
  /condition|exceptions?|remarks|comments|notes|observa|bemerk|remarq/i.test(label);

const isDenial = /^(?:no|none|nil|0+|n\/?a|n|nein|keine?|non|aucune?|ning[uú]n[oa]?|-+|–|—)[.,]?$/iu;

/** "Bend OR", "Bend, OR 97701" */
const town = /(?<!\p{L})\p{Lu}\p{L}+,? (?:[A-Z]{2})(?: \d{5}(?:-\d{4})?)?$/u;

/** Without what is said so on every form, and what is denied. */
const plain = (text: string): string => withoutDenied(text).replace(reserved, ' ').replace(phrases, ' ').trim();

/** May be the label of a field: words of forms, and no value. */
const isLabel = (text: string): boolean => {
  const words = wordsOf(text.replace(/#/g, ''));
  return (
    words.length > 0 &&
    words.length <= 8 &&
    !/\d/.test(text) &&
    !reservesNothing(text) &&
    (/:\s*$/.test(text) || words.every((word) => isPrinted(word) || isTroubled(word)))
  );
};

type Verdict = 'fine' | 'asked' | { readonly note: string } | { readonly tick: string } | { readonly open: string };

const doubted = (text: string): Verdict => (namesTrouble(text) || generic.test(text) ? { note: text } : { open: text });

/** "If no, explain:" and "Describe:" before a note. */
const asksForNote = /^(?:if |(?:please )?(?:describe|explain|specify|details?)(?!\p{L}))/iu;

const ofAmounts = /(?<!\p{L})(?:qty|quantity|pieces|pcs|count|cartons|cantidad|bultos|colis|anzahl|menge)(?!\p{L})/iu;
const ofNames =
  /^(?:consignee|shipper|receiver|recipient|customer|name|address|carrier|to|from|driver|sign\p{L}*|print\p{L}*|ship (?:to|from)|deliver(?:ed)? to|destinatari[oe]|expéditeur|remitente|empfänger|absender)(?: name)?:?$/iu;

/** What a field is answered with. */
function answered(label: string, value: string): Verdict {
  const said = value.trim();
  const isAsked = isQuestion(label) || asksForNote.test(label);
  if (said === '' || /^[_.\s-]+$/.test(said)) return isAsked ? 'asked' : 'fine';
  const both = `${label.trim()} ${said}`;
  if (isAsked) {
    const isGood = isWelcome.test(label) ? yes.test(said) && wordsOf(said).length === 1 : isDenial.test(said);
    if (isGood || reservesNothing(said)) return 'asked';
    return namesTrouble(said) || asksForNote.test(label) ? doubted(said) : doubted(both);
  }
  if (reservesNothing(said)) return 'fine';
  if (countsDiffer(both) || isShortCount(both)) return { note: both };
  const words = wordsOf(plain(said.replace(town, ' ')));
  const isOfGoods = isGoods.test(label);
  // What goods are called is no note of damage to them.
  if (isNoted(said, isOfGoods)) return isOfGoods ? { open: said } : doubted(said);
  const numbers = new Set(said.match(/(?<![\d.,/-])\d{1,4}(?![\d/-]|[.,:]\d)/g));
  if (ofAmounts.test(label) && numbers.size > 1) return { open: both };
  if (tellsApart(said) || (ofNames.test(label) && isBareCode(said))) return { open: said };
  if (words.every(isPrinted)) return 'fine';
  const isKnown = wordsOf(label).some(isNeutral) && wordsOf(label).every((word) => isPrinted(word) || isTroubled(word));
  return isKnown && isNamed(said, isOfGoods) && !(isOfGoods && tellsOfPieces(said)) ? 'fine' : { open: said };
}

/** Of one kind of freight. */
const ofQuantity =
  /(?<!\p{L})(totes|pieces|pcs|qty|quantity|count|cartons|ctns|pallets|plts|skids|boxes|cases|units|bags|drums|crates|rolls|items|colis|bultos|cajas|tarimas|paletten|kartons|palettes|cantidad|anzahl|menge)(?: \p{L}+)?[ :]+(\d{1,5})(?![\d/]|[.,:-]\d)/giu;

/** "Totes out: 4  Totes in: 3" */
function* unequal(page: FormLayout): Generator<void, string | undefined> {
  const counts = new Map<string, string>();
  for (const line of yield* lines(page.words))
    for (const [said, unit = '', count = ''] of line.slice(0, 300).matchAll(ofQuantity)) {
      const before = counts.get(unit.toLowerCase());
      if (before !== undefined && before !== count) return said;
      counts.set(unit.toLowerCase(), count);
    }
  return undefined;
}

/** What stands by itself. */
function stated(text: string): Verdict {
  if (statement.test(text) && !ofPickup.test(text)) {
    const rest = plain(text.replace(statement, ' '));
    if (!wordsOf(rest).some(isTroubled)) return 'asked';
  }
  if (reservesNothing(text) || (ofPickup.test(text) && /apparent good order/i.test(text))) return 'fine';
  if (countsDiffer(text) || isShortCount(text) || generic.test(text)) return { note: text };
  const words = wordsOf(plain(text));
  const unknown = words.filter((word) => !isPrinted(word) && !isTroubled(word));
  if (isTerm(text)) return 'fine';
  if (tellsApart(text) || isBareCode(text)) return { open: text };
  if (words.some(isTroubled)) return doubted(text);
  if (isCountOfFreight.test(text))
    return weighed.test(text) && isNamed(text, true) && !tellsOfPieces(text) ? 'fine' : { open: text };
  if (unknown.length === 0) return 'fine';
  // "Print Lou Hanley", "Consignee: Harlan Pump Works"
  const first = words.findIndex((word) => unknown.includes(word));
  if (words.slice(0, first).some(isNeutral) && isNamed(text)) return 'fine';
  return addressed.test(text) && isNamed(text) ? 'fine' : { open: text };
}

/** Choices of which each is ticked or not. */
function* chosen(text: string): Generator<Verdict> {
  let [hasWelcome, isTicked] = [false, false];
  for (const choice of choicesOf(text)) {
    const words = wordsOf(plain(choice.said === undefined ? choice.choice : choice.question));
    const trouble = troubleOf(choice);
    if (trouble !== undefined) yield { tick: trouble };
    else if (
      choice.isCrossed &&
      choice.said === undefined &&
      !reservesNothing(choice.choice) &&
      !words.every((word) => isPrinted(word) && !isTroubled(word))
    )
      yield doubted(`[x] ${choice.choice}`);
    if (choice.said === undefined && isWelcome.test(choice.choice)) hasWelcome = true;
    if (choice.isCrossed) isTicked = true;
    if (words.some(isTroubled) || isWelcome.test(choice.choice) || isWelcome.test(choice.question)) yield 'asked';
  }
  if (hasWelcome && !isTicked) yield { open: text };
}

const joinsNothing = /^.$|:\s*$|[[\]☐-☒✓-✘□▢❏-❒\uf06f-\uf0fe]/u;

/** Texts of one line with no more than a blank between them, which a font or a page took apart. */
function* runsOf(page: FormLayout, read: ReadonlySet<Word>): Generator<void, Word[]> {
  const sorted = yield* sortInSlices(page.words, (a, b) => Math.round(b.bottom - a.bottom) || a.left - b.left);
  const runs: Word[] = [];
  for (const word of sorted) {
    if (read.has(word)) continue;
    const last = runs.at(-1);
    const isNext =
      last !== undefined &&
      Math.abs(last.bottom - word.bottom) < 1.5 &&
      word.left - last.right < 0.4 * (word.top - word.bottom) &&
      word.left > last.left &&
      !joinsNothing.test(last.text) &&
      !joinsNothing.test(word.text);
    if (isNext) runs[runs.length - 1] = { ...last, text: `${last.text} ${word.text}`, right: word.right };
    else runs.push(word);
  }
  return runs;
}

/** Texts in lines under each other that are one sentence. */
function* sentencesOf(page: FormLayout, read: ReadonlySet<Word>): Generator<void, Map<Word, string>> {
  const runs = yield* runsOf(page, read);
  const texts = new Map<Word, string>();
  const joined = new Set<Word>();
  for (const run of runs) {
    yield;
    if (joined.has(run)) continue;
    let [text, last] = [run.text, run];
    for (;;) {
      const under: Word | undefined = runs.find(
        (one) =>
          Math.abs(one.left - last.left) < 3 &&
          one.bottom < last.bottom - 2 &&
          last.bottom - one.top < 0.8 * (last.top - last.bottom) &&
          Math.abs(one.top - one.bottom - (last.top - last.bottom)) < 1,
      );
      if (under === undefined || !(yield* isWrapped(page, last, under))) break;
      text += ` ${under.text}`;
      joined.add(under);
      last = under;
    }
    texts.set(run, text);
  }
  return texts;
}

/** The next word had no room on the line. */
function* isWrapped(page: FormLayout, last: Word, under: Word): Generator<void, boolean> {
  if (last.text.length < 12 || (/[:.!?]\s*$/.test(last.text) && last.text.length < 40)) return false;
  const first = ((under.right - under.left) * ((under.text.split(' ')[0] ?? '').length + 1)) / under.text.length;
  const cell = yield* cellAround(page, last);
  if (cell !== undefined) return last.right + first > cell.right - 8;
  return last.text.length >= 40 && (!/[:.!?]\s*$/.test(last.text) || under.right < last.right + 4);
}

/** Under what was written above it. */
const isCaption =
  /^(?:[\p{L}'’]+ ){0,2}(?:sign\p{L}*|name|print(?:ed)?|date|time|title|nombre|fecha|firma|nom|unterschrift|datum|naam)(?: ?[/&(] ?\p{L}+\)?)?$/iu;

/** The label of a text: before it on its line, over it, or the head of its column. */
function* labelOf(page: FormLayout, word: Word, depth = 0): Generator<void, string | undefined> {
  const middle = (word.bottom + word.top) / 2;
  const before = (yield* filterInSlices(
    page.words,
    (one) =>
      one !== word &&
      one.bottom < middle &&
      one.top > middle &&
      one.right <= word.left + 2 &&
      word.left - one.right < 260,
  )).toSorted((a, b) => b.right - a.right)[0];
  const isSure = (text: string): boolean =>
    isLabel(text) && (/[:?]\s*$/.test(text) || wordsOf(text).some(isNeutral) || isQuestion(text));
  if (before !== undefined && (isSure(before.text) || (/^\d{1,5}$/.test(word.text) && isLabel(before.text))))
    return before.text;
  const over = (yield* filterInSlices(
    page.words,
    (one) =>
      one.bottom >= word.top - 4 &&
      one.bottom - word.top < 1.2 * (word.top - word.bottom) &&
      Math.abs(one.left - word.left) < 14,
  )).toSorted((a, b) => a.bottom - b.bottom)[0];
  if (over !== undefined) {
    if (isLabel(over.text)) return over.text;
    const [name = '', value = ''] = over.text.split(/:\s*(?=\S)/);
    // A further line of a name and its address.
    const further =
      depth >= 4 ? undefined : value === '' ? yield* labelOf(page, over, depth + 1) : isLabel(name) ? name : undefined;
    // Goods have a row each.
    if (further !== undefined && !isGoods.test(further)) return further;
  }
  const own = yield* cellAround(page, word);
  const under = (yield* filterInSlices(
    page.words,
    (one) =>
      one.top <= word.bottom + 4 &&
      word.bottom - one.top < 14 &&
      Math.abs(one.left - word.left) < 14 &&
      isCaption.test(one.text) &&
      isLabel(one.text),
  )).toSorted((a, b) => b.top - a.top)[0];
  if (under !== undefined && (before === undefined || own !== undefined)) return under.text;
  return (yield* headOf(page, word, own)) ?? (before !== undefined && isLabel(before.text) ? before.text : undefined);
}

/** The head of the column of a list: in a row of labels over it. */
function* headOf(page: FormLayout, word: Word, cell: Area | undefined): Generator<void, string | undefined> {
  const heads = yield* filterInSlices(
    page.words,
    (one) => one.bottom >= word.top - 2 && one.bottom < word.top + 350 && isLabel(one.text) && !/:\s*$/.test(one.text),
  );
  const sorted = heads.slice(0, 100).toSorted((a, b) => a.bottom - b.bottom || a.left - b.left);
  for (const head of sorted) {
    const row = sorted.filter((one) => Math.abs(one.bottom - head.bottom) < 4).toSorted((a, b) => a.left - b.left);
    if (row.length < 2) continue;
    const center = (head.left + head.right) / 2;
    const next = row[row.indexOf(head) + 1];
    const isOver =
      cell === undefined
        ? word.left >= head.left - 20 && word.left < (next?.left ?? head.right + 200) - 2
        : center >= cell.left && center <= cell.right;
    if (!isOver) continue;
    // A row of a list has more than one cell.
    if (!isGoods.test(head.text)) return head.text;
    const mates = yield* filterInSlices(
      page.words,
      (one) => one !== word && Math.abs(one.bottom - word.bottom) < 5 && /\d/.test(one.text),
    );
    return mates.length > 0 ? head.text : undefined;
  }
  return undefined;
}

const companies =
  /(?<!\p{L})(?:freight\p{L}*|logistics|logistik|transport\p{L}*|trucking|carriers?|express|expreso|cargo|carga|ag|log[ií]stica|fr[eè]res|sp[eé]dition|lines?|cartage|haul\p{L}*|spedition|inc|llc|ltd|gmbh|s\.?l|s\.?a|s\.?a\.?s|corp|co)(?!\p{L})/iu;

/** What heads a page: a name in large letters, or over everything else. */
function isLetterhead(page: { readonly top: number; readonly height: number }, { text, bottom, top }: Word): boolean {
  const isLarge = top - bottom > 1.2 * page.height && bottom > page.top - 160;
  const isName = companies.test(text) && bottom > page.top - 160;
  return (isLarge || isName || top > page.top - 40) && isNamed(text) && wordsOf(text).length <= 8;
}

/** Somebody's hand where nobody signs: what it wrote is not read. */
function* strayPens(page: FormLayout, places: readonly SigningPlace[], top: number): Generator<void, number> {
  const isOfPlace = (mark: Area): boolean =>
    places.some(
      ({ area, label }) =>
        shareIn(area, mark) > 0.3 ||
        (Math.abs(label.bottom - mark.bottom) < 60 && mark.left - label.right < 260 && label.left - mark.right < 130),
    );
  const stray = yield* filterInSlices([...page.strokes, ...page.pictures], (mark) => {
    const [width, height] = [mark.right - mark.left, mark.top - mark.bottom];
    return (
      width >= 20 && height >= 5 && height <= 120 && width / height > 1.4 && mark.top < top - 110 && !isOfPlace(mark)
    );
  });
  let found = 0;
  for (const mark of stray.slice(0, mostNotes)) {
    // Frames and buttons have their words in them.
    const inside = yield* filterInSlices(page.words, (word) => shareIn(mark, word) > 0.8);
    if (inside.length === 0) found += 1;
  }
  return found;
}

/** What a field asks for; "Damaged" may be a stamp. */
const asksForKinds =
  /^(?:(?:any|visible|noted|concealed|apparent|freight) )*(?:shortages?|damages?|overages?|discrepanc(?:y|ies)|exceptions?|loss(?:es)?|over(?:age)? ?\/ ?short(?:age)?|problems?|issues?|da[nñ]os|faltantes|dommages|manquants|avaries|sch[aä]den|fehlmengen|beanstandungen)(?:(?:,| ?\/| or| and| &| o| y| ou| et| oder| und) ?(?:any |visible )?(?:shortages?|damages?|overages?|discrepanc(?:y|ies)|exceptions?|loss(?:es)?|problems?|issues?|da[nñ]os|faltantes|dommages|manquants|avaries|sch[aä]den|fehlmengen))*(?: (?:noted|reported|at delivery))*\??$/iu;

const kind = /^(?:over|short|damaged?|missing|refused|overages?|shortages?|damages|pilferage|other|wet)$/i;

/** The name of a kind of exception is printed where others are beside or under it. */
function* isOfKinds(page: FormLayout, word: Word): Generator<void, boolean> {
  if (!kind.test(word.text)) return false;
  const others = yield* filterInSlices(
    page.words,
    (one) =>
      one !== word &&
      kind.test(one.text) &&
      (Math.abs(one.left - word.left) < 3 || Math.abs(one.bottom - word.bottom) < 4),
  );
  return others.length > 0;
}

function* verdictOf(page: FormLayout, word: Word, whole: string, isHead: boolean): Generator<void, readonly Verdict[]> {
  const asked = (yield* answersOf(page, word)) ?? (yield* withTicks(page, word));
  if (box.test(asked)) return [...chosen(asked)];
  if (whole !== word.text) return splitIn(whole).map(stated);
  const text = withSigns(word.text).trim();
  if (!/[\p{L}\d]/u.test(text)) return ['fine'];
  const isOfCounts = namesTrouble(text) || /^(?:variance|diff(?:erence)?|discrepancy)$/i.test(text);
  const counts = countedOn(text) ?? (isOfCounts ? yield* countedUnder(page, word) : undefined);
  if (counts !== undefined) return counts === '' ? ['asked'] : [{ note: counts }];
  if (text.length > 1 && isLabel(text) && signingParty(text) !== undefined) return ['fine'];
  if (asksForKinds.test(text)) {
    // Alone it may be written or stamped there.
    const isField = /[?:]$|[\s/]/.test(text) || (yield* cellAround(page, word)) !== undefined;
    const label = (yield* isOfKinds(page, word)) ? undefined : yield* labelOf(page, word);
    const isAlone = !isField && !(yield* isOfKinds(page, word));
    if (label === undefined ? isAlone : isQuestion(label)) return [{ note: text }];
    return (yield* hasPen(page, word)) ? [{ note: `${text} ${unreadMarks}` }] : ['asked'];
  }
  if (yield* isOfKinds(page, word)) return ['asked'];
  const answer = yield* crossedUnder(page, word);
  if (answer !== undefined) return [answer];
  const [, name = '', said = ''] = /^(?!\d{1,2}:\d)([^:?]{1,60}[:?])\s*(\S.*)$/su.exec(text) ?? [];
  if (countsDiffer(text)) return [{ note: text }];
  const sentences = splitIn(text).map(stated);
  if (sentences.length === 1 && said !== '' && /\p{L}/u.test(name) && isLabel(name)) return [answered(name, said)];
  if (/[:?]\s*$/.test(text) && isLabel(text)) {
    if (!isQuestion(text)) return ['fine'];
    return (yield* hasPen(page, word)) ? [{ note: `${text} ${unreadMarks}` }] : ['asked'];
  }
  // A term or a statement needs no label.
  if (wordsOf(text).length >= 5 && sentences.every((one) => one === 'asked' || one === 'fine')) return sentences;
  const label = yield* labelOf(page, word);
  if (isHead && (label === undefined || !isQuestion(label)) && isNamed(text)) return ['fine'];
  const alone = sentences;
  if (label === undefined && alone.some(isOpen)) {
    const row = yield* rowOf(page, word);
    const isOfGoods =
      isCountOfFreight.test(row) && weighed.test(row) && row !== text && isNamed(text, true) && !tellsOfPieces(text);
    if (isOfGoods) return ['fine'];
    return alone;
  }
  const isFine =
    label !== undefined &&
    !isQuestion(label) &&
    isCountOfFreight.test(text) &&
    sentences.every((one) => one === 'fine');
  if (isFine) return ['fine'];
  // The head of its column counts it.
  const head = label === undefined ? undefined : page.words.find((one) => one.text === label);
  if (head !== undefined && /^\d{1,5}(?: \p{L}+)?$/u.test(text) && (yield* countedUnder(page, head)) !== undefined)
    return ['fine'];
  if (label !== undefined && !isLabel(text)) return [answered(label, text)];
  // "N" under or behind "Seal intact"
  if (label !== undefined && isQuestion(label) && (yes.test(text) || isDenial.test(text) || /^\d+$/.test(text)))
    return [answered(label, text)];
  return alone;
}

const isOpen = (verdict: Verdict): boolean => typeof verdict === 'object' && 'open' in verdict;

/** "38", "S/18 D/2": no number of a shipment, day, time, phone or amount. */
const isBareCode = (text: string): boolean =>
  /\d/.test(text) &&
  !/\p{L}{2}/u.test(text) &&
  !/\d{5}|\d[/.-]\d{1,2}[/.-]\d|\d{1,2}:\d{2}|\d{3}[ .-]\d{4}|^\$|\d-\d/.test(text);

/** All that is on the line of a text. */
function* rowOf(page: FormLayout, word: Word): Generator<void, string> {
  const row = yield* filterInSlices(page.words, (one) => Math.abs(one.bottom - word.bottom) < 4);
  return row
    .slice(0, 20)
    .toSorted((a, b) => a.left - b.left)
    .map(({ text }) => text)
    .join(' ');
}

/** "Damaged? | Yes | No" heads columns in which a row has its cross; the heads themselves say nothing. */
function* crossedUnder(page: FormLayout, word: Word): Generator<void, Verdict | undefined> {
  const isAnswer = ({ text }: Word): boolean => /^(?:yes|no|s[ií]|non|oui|ja|nein|y|n)$/iu.test(text);
  const heads = yield* filterInSlices(
    page.words,
    (one) => isAnswer(one) && one.bottom >= word.bottom - 2 && one.bottom < word.top + 300,
  );
  if (isAnswer(word))
    return heads.some((one) => one !== word && Math.abs(one.bottom - word.bottom) < 4 && !/^x$/i.test(one.text))
      ? 'fine'
      : undefined;
  if (!/^[x✓✔✗✘]$/iu.test(word.text)) return undefined;
  const questions = yield* filterInSlices(
    page.words,
    (one) =>
      one.right < word.left && Math.abs(one.bottom - word.bottom) < 6 && isLabel(one.text) && isQuestion(one.text),
  );
  const middle = (word.left + word.right) / 2;
  const [head] = heads
    .filter(({ left, right, bottom }) => bottom > word.top && middle > left - 30 && middle < right + 30)
    .toSorted((a, b) => Math.abs((a.left + a.right) / 2 - middle) - Math.abs((b.left + b.right) / 2 - middle));
  return head === undefined || questions[0] === undefined ? undefined : answered(questions[0].text, head.text);
}

const splitIn = (text: string): string[] => text.split(/(?<=\p{L}{3}[.;!]) (?=[\p{Lu}\d¿¡])/u);

function* hasPen(page: FormLayout, label: Word): Generator<void, boolean> {
  const area = { left: label.right - 2, right: label.right + 90, bottom: label.bottom - 6, top: label.top + 12 };
  const marks = [...page.strokes, ...page.segments, ...page.pictures, ...page.faint];
  return (yield* filterInSlices(marks, (mark) => shareIn(area, mark) > 0.4)).length > 0;
}

/** @param read what stands in the places for exceptions, which is read by itself */
export function* accountOf(
  page: FormLayout,
  read: ReadonlySet<Word>,
  places: readonly SigningPlace[],
): Generator<void, Account> {
  if (page.words.length > mostTexts) return { ticks: [], notes: [], open: ['(very many texts)'], isAsked: false };
  const top = page.words.reduce((highest, word) => Math.max(highest, word.top), 0);
  const heights = page.words.map((word) => word.top - word.bottom).toSorted((a, b) => a - b);
  const sheet = { top, height: heights[Math.floor(heights.length / 2)] ?? 10 };
  const [ticks, notes, open]: string[][] = [[], [], []];
  let isAsked = false;
  for (const [word, whole] of yield* sentencesOf(page, read)) {
    for (const verdict of yield* verdictOf(page, word, whole, isLetterhead(sheet, word))) {
      if (verdict === 'asked') isAsked = true;
      else if (verdict === 'fine') continue;
      else if ('tick' in verdict) ticks?.push(verdict.tick);
      else if ('open' in verdict) open?.push(verdict.open);
      else if (notes?.some((note) => note.includes(verdict.note)) === false) notes.push(verdict.note);
    }
  }
  const count = yield* unequal(page);
  if (count !== undefined) open?.push(count);
  open?.push(...(yield* struckOut(page)));
  if ((yield* strayPens(page, places, top)) > 0) open?.push(unreadMarks);
  return {
    ticks: ticks?.slice(0, mostNotes) ?? [],
    notes: notes?.slice(0, mostNotes) ?? [],
    open: open?.slice(0, mostNotes) ?? [],
    isAsked,
  };
}

/** Figures with a line through them, as a pen corrects a count. */
function* struckOut(page: FormLayout): Generator<void, string[]> {
  const struck: string[] = [];
  const isFlat = (line: Area): boolean => line.top - line.bottom < 24 && line.right - line.left >= 4;
  const lines = yield* filterInSlices([...page.segments, ...page.rules, ...page.strokes], isFlat);
  if (lines.length > mostLines) return ['(very many lines)'];
  for (const { text, left, right, bottom, top } of page.words) {
    const height = top - bottom;
    const isThrough = (line: Area): boolean => {
      const middle = (line.bottom + line.top) / 2;
      const common = Math.min(line.right, right) - Math.max(line.left, left);
      return (
        middle > bottom + height * 0.2 &&
        middle < top - height * 0.3 &&
        line.top - line.bottom < 2 * height &&
        common >= 0.7 * (line.right - line.left) &&
        line.right - line.left < right - left + 3 * height
      );
    };
    yield;
    if (/[\p{L}\d]/u.test(text) && lines.some(isThrough)) struck.push(`(struck out "${text}")`);
  }
  return struck;
}

const mostLines = 3000;
