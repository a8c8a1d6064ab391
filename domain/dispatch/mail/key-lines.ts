/** `key: value` lines as people and mail programs write them: bold, bulleted, in a table, with links put into them. */
import { nearestName } from '../../nearest-name.ts';
import { type CsvColumn, columnNames, columnOf, plainName } from '../csv/columns.ts';
import { correctionReasons, disputeReasons } from '../task-schemas.ts';
import { portalActions, priorities, taskTypes } from '../task.ts';

export interface KeyLine {
  /** Null for a name that is none of ours. */
  readonly column: CsvColumn | null;
  /** What an unknown name most likely meant. */
  readonly meant: CsvColumn | null;
  readonly key: string;
  readonly value: string;
}

/** A name of up to six words, with what marks bold text or a list around it. */
const form =
  /^\s{0,20}(?:[-*+•·–▪]\s{1,4}|\d{1,2}[.)]\s{1,4}|\|\s{0,4})?([*_"'`]{0,3})([\p{L}][\p{L}\p{M}\p{N}_.#°º\\ /-]{0,60}?)[*_"'`]{0,3}\s{0,10}([:=：]|\t|\||(?<=\s)#\s?(?=\d))[*_]{0,3}(\s{0,10}):?[*_]{0,3}(.*)$/u;

/** Names that count only with a value that is one of ours. */
const byKeyAndValue = new Map<string, readonly [CsvColumn, readonly string[]]>([
  ['type', ['task_type', taskTypes]],
  ['task', ['task_type', taskTypes]],
  ...['reason', 'motivo', 'motif', 'grund'].map((one): [string, readonly [CsvColumn, readonly string[]]] => [
    one,
    ['reason_code', [...correctionReasons, ...disputeReasons]],
  ]),
]);

/** The line as a key and its value; null for a line that is none. */
export function keyLine(line: string): KeyLine | null {
  const [, , key = '', mark = '', gap = '', rest = ''] = form.exec(line) ?? [];
  if (key === '') return null;
  const plain = plainName(key);
  const value = bare(rest);
  const special = byKeyAndValue.get(plain);
  const column = columnOf(plain) ?? (special?.[1].includes(tidied(special[0], value)) === true ? special[0] : null);
  if (column !== null) return { column, meant: null, key, value: tidied(column, value) };
  // Other people's cells, times and addresses are prose.
  if (!/[:=：]/.test(mark) || (gap === '' && rest !== '') || key.trim().split(/\s+/).length > 4) return null;
  const near = plain.length < 4 ? undefined : nearestName(plain, columnNames);
  const meant = near === undefined ? null : (columnOf(near.name) ?? null);
  return { column: null, meant, key: key.trim(), value: meant === null ? value : tidied(meant, value) };
}

/** A line that is the name of a key and nothing else; null for any other. */
export function keyAlone(line: string): KeyLine | null {
  if (line.length > 80) return null;
  const key = line.trim().replace(/^[*_]{1,3}|[*_]{1,3}$/g, '');
  const column = columnOf(plainName(key)) ?? null;
  return column === null ? null : { column, meant: null, key, value: '' };
}

/** Rows of a spreadsheet as they are pasted: the columns in a first line, their values in those below. */
const cellsOf = (line: string): readonly string[] =>
  line
    .replace(/^ +| +$/g, '')
    .replace(/^\||[\t|]$/g, '')
    .split(/\t|\|/)
    .map((cell) => cell.trim());

/** The columns that a line of cells names; undefined where one of them is none, or no task_type is among them. */
export function headerCells(line: string): readonly CsvColumn[] | undefined {
  const columns = cellsOf(line).map((cell) => columnOf(plainName(cell)));
  return columns.length > 1 && columns.includes('task_type') && !columns.includes(undefined)
    ? (columns as CsvColumn[])
    : undefined;
}

/** The row as lines; undefined where it has more or fewer cells than the columns. */
export function rowAsLines(columns: readonly CsvColumn[], line: string): readonly string[] | undefined {
  const cells = cellsOf(line);
  if (cells.length !== columns.length) return undefined;
  return columns.flatMap((column, at) => (cells[at] === '' ? [] : [`${column}: ${cells[at]}`]));
}

/** Without the addresses that Outlook writes after words it made links of, and the marks of bold text. */
function bare(rest: string): string {
  const text = rest
    .trim()
    .replace(/\|\s*$/, '')
    .trim();
  const unlinked = text.replace(/(?<=\S)\s?<(?:tel|mailto|https?):[^<>\s]{0,2000}>/gi, '');
  const inner = /^<(https?:\/\/[^<>\s]{1,2048})>$/i.exec(unlinked)?.[1] ?? unlinked;
  const bold = /^\*(?!\*)(.{1,2000})\*$/.exec(inner)?.[1] ?? inner.replace(/^\*\s+|\s\*$/g, '');
  return bold.trim();
}

export const freeText: ReadonlySet<CsvColumn> = new Set([
  'note',
  'comment',
  'instruction',
  'changes.consignee_address',
] as const);
const listed = new Map<CsvColumn, readonly string[]>([
  ['task_type', taskTypes],
  ['action', portalActions],
  ['priority', priorities],
]);
const coded: ReadonlySet<CsvColumn> = new Set<CsvColumn>([
  'pro',
  'invoice_number',
  'dispute_id',
  'claim_id',
  'chargeback_id',
  'reason_code',
]);

/** What cannot be meant otherwise: `Pull POD.` is pull_pod, a full stop after a number is no part of it. */
function tidied(column: CsvColumn, value: string): string {
  const values = listed.get(column);
  if (values) {
    const word = value
      .toLowerCase()
      .replace(/[\s\\_-]+/g, '_')
      .replace(/^["'“”_]+|["'“”.,;_]+$/g, '');
    return values.includes(word) ? word : value;
  }
  if (!coded.has(column)) return value;
  // Full-width digits of other keyboards are digits.
  const word = value
    .normalize('NFKC')
    .replace(/^["'“”#]+|["'“”.,;]+$/g, '')
    .trim();
  return column === 'reason_code' && /^[a-z]{2,4}$/i.test(word) ? word.toUpperCase() : word;
}

/** A value that is not well-formed but most likely means one; null where nothing is likely. */
export function likelyValue(column: CsvColumn, value: string): string | null {
  if (column === 'pro' || column === 'invoice_number') {
    const runs = value.match(/\d[\d\s.-]{8,14}\d/g) ?? [];
    const digits = runs.map((run) => run.replace(/\D/g, '')).filter((run) => run.length === 10);
    return digits.length === 1 ? digits[0]! : null;
  }
  if (column === 'amount') {
    const [, whole, cents] =
      /^(?:us)?\s?\$?\s?(\d{1,3}(?:,\d{3})+|\d{1,9})(?:\.(\d{2}))?\s?(?:usd|us dollars|dollars)?\.?$/i.exec(value) ??
      [];
    return whole === undefined ? null : `${whole.replaceAll(',', '')}.${cents ?? '00'}`;
  }
  if (column === 'task_type') return nearestName(value.toLowerCase().replace(/[\s-]+/g, '_'), taskTypes)?.name ?? null;
  if (column === 'changes.billed_weight') {
    const [, pounds] = /^(\d{1,3}(?:,\d{3})+|\d{1,6})\s?(?:lbs?|pounds)\.?$/i.exec(value) ?? [];
    return pounds?.replaceAll(',', '') ?? null;
  }
  return coded.has(column) ? (/^\(?([A-Za-z0-9]+(?:-[A-Za-z0-9]+)*)\)?(?:\s.*)?$/.exec(value)?.[1] ?? null) : null;
}

export const isWellFormed = (column: CsvColumn, value: string): boolean => {
  if (column === 'pro' || column === 'invoice_number') return /^\d{10}$/.test(value);
  if (column === 'amount') return /^\d{1,9}\.\d{2}$/.test(value);
  if (column === 'task_type') return (taskTypes as readonly string[]).includes(value);
  if (column === 'changes.billed_weight') return /^\d{1,9}$/.test(value);
  return !coded.has(column) || /^[A-Za-z0-9]+(?:-[A-Za-z0-9]+)*$/.test(value);
};

/** A line that can be nothing but a value of the column; null for any other, and for columns that hold any text. */
export function plainValue(column: CsvColumn, line: string): string | null {
  const value = tidied(column, bare(line));
  const known = column === 'reason_code' ? [...correctionReasons, ...disputeReasons] : listed.get(column);
  if (known !== undefined) return known.includes(value) ? value : null;
  if (column === 'pro' || column === 'invoice_number' || column === 'amount' || column === 'changes.billed_weight')
    return isWellFormed(column, value) ? value : null;
  // Ids have a part that is a number.
  return coded.has(column) && /^[A-Za-z]{1,12}-(?:[A-Za-z0-9]+-)*\d+$/.test(value) ? value : null;
}

// * What people and mail programs write around a request, in English, Spanish, French and German: greetings, closings,
// disclaimers, contact details. Of other languages only the usual greetings and closings are known (see read-layer.ts). All patterns are for text as `folded` gives it: lower case, without accents.

/** Letters that are no others with an accent. */
const unfolded: Readonly<Record<string, string>> = { ß: 'ss', ø: 'o', æ: 'ae', ł: 'l', ı: 'i' };

/** Lower case, accents off, typographic apostrophes and dashes plain, so that one pattern fits however it was typed. */
export function folded(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[\u2018\u2019\u00b4`]/g, "'")
    .replace(/[\u2013\u2014]/g, '-')
    .replace(/[ßøæłı]/g, (letter) => unfolded[letter] ?? letter)
    .trim();
}

/** Up to four words that name somebody, with no sentence behind a comma. */
const name = "(?:,? (?!and |but |it|this|that|them)[a-z.'-]{1,20}){0,4} ?";

const greeting = new RegExp(
  `^(?:hi|hello|hey|dear(?: sirs?(?: or madams?)?| ladies and gentlemen| gentlemen| (?:all|both|team|colleagues))?|good (?:morning|afternoon|evening|day)|greetings|to whom it may concern|team|all|hola|buen(?:os|as)? (?:dias?|tardes|noches)|estimad[oa]s?|querid[oa]s?|bonjour|bonsoir|salut|cher|chere|chers|madame|monsieur|hallo|guten (?:morgen|tag|abend)|moin|servus|gruss gott|sehr geehrte[rsn]?|liebe[rs]?)(?![a-z])${name}[:,!.]?$`,
);

const closing = new RegExp(
  `^(?:(?:with |and |many |best |kind |kindest |warm |warmest |friendly |cordial |the )*(?:thanks|thank you|thx|tks|regards|wishes|greetings|salutations|cheers|sincerely)|yours (?:sincerely|truly|faithfully)|sincerely|best|rgds|br|(?:very )?respectfully|v/?r|all the best|(?:talk|speak|see you|chat) soon|take care|ttyl|warmly|cordially|tia|(?:(?:much|really|greatly) )?appreciate(?:d| it| your help| the help)|(?:muchas |mil )?gracias|(?:un )?(?:cordial |atento )?saludos?|saludos|atentamente|atte\\.?|cordialmente|un abrazo|quedo (?:atent[oa]|a la espera)|(?:bien |tres )?cordialement|bien a vous|sinceres salutations|salutations|merci|bonne (?:journee|soiree)|cdlt|mit (?:freundlichen|besten|herzlichen|vielen) gr(?:uss|u|ue)(?:ss)?en|(?:viele|beste|freundliche|liebe|herzliche|schone) gr(?:uss|u|ue)(?:ss)?e|mfg|vg|lg|(?:vielen |besten |herzlichen )?dank|danke)(?![a-z])([a-z .,'!-]{0,40})[,!.]?$`,
);
/** What follows the words of a closing in its line; nothing where the line is none, or waits for an answer. */
export const closingTail = (line: string): string => (line.startsWith('quedo') ? '' : (closing.exec(line)?.[1] ?? ''));

/** Of other languages alone in their line: what follows them is not read. */
const foreignGreeting =
  /^(?:buongiorno|buonasera|salve|prezad[oa]s?(?: senhor(?:es|as?)?)?|car[oa]s|ola|bom dia|boa (?:tarde|noite)|goede(?:morgen|middag|ndag)|beste collega'?s?|geachte (?:heer|mevrouw)|dzien dobry|witam|czesc|szanowni panstwo|hej|hei|god (?:dag|morgen|morgon)|dobry den|ahoj|merhaba|iyi gunler|здравствуите|добрыи (?:день|вечер)|доброе утро|уважаемые коллеги|您好|你好|早上好|各位|お世話になっております|こんにちは)[,!.:，、。！：]?$/;
const foreignClosing =
  /^(?:(?:cordiali|distinti) saluti|(?:molte |mille )?grazie|atenciosamente|(?:muito )?obrigad[oa]|cumprimentos|(?:met )?(?:vriendelijke|hartelijke) groet(?:en)?|mvg|groeten?|(?:alvast )?bedankt|pozdrawiam|z powazaniem|(?:z gory )?dziekuje|(?:med )?vanliga? halsning(?:ar)?|mvh|tack(?: pa forhand)?|(?:med )?venn?lig hilsen|(?:pa forhand )?takk?|s pozdravem|dekuji|(?:ystavallisin )?terveisin|kiitos|saygilarim(?:la|izla)|tesekkurler|с уважением|спасибо|(?:с )?наилучшими пожеланиями|谢谢|此致|敬礼|祝好|(?:とうそ)?よろしくお願い(?:いたします|致します|します))[,!.，、。！]?$/;

const device =
  /^(?:sent (?:from|via|with|(?:\w+ ){0,2}my (?:phone|mobile|ipad|galaxy|pixel))|get outlook for|yahoo mail:|enviado (?:desde|con)|obtener outlook|envoye (?:de|depuis|avec)|telecharger outlook|von meinem .{1,40} gesendet|gesendet (?:von|mit)|outlook fur|diese nachricht wurde von|inviato (?:da|con)|enviado do|verzonden (?:met|vanaf|via)|wyslan[eo] z|skickat fran|sendt fra|lahetetty iphone|odeslano z|отправлено с|发自我的)(?![a-z])|^iphoneから送信|^iphone'?umdan gonderildi/;

/** Terms of business, and when an office is closed: sentences of a footer, whatever stands beside them. */
const terms =
  /(?:^|(?<=[.!?] ))(?:all|any|our|these|this) [^.!?]{0,80}\b(?:subject to|governed by)\b[^.!?]*(?:terms|conditions|tariff|rules|policy)[^.!?,;]*[.!?]?|(?:^|(?<=[.!?] ))(?:please note:? )?(?:(?:our|the|all) )?(?:offices?|terminals?) (?:will be|is|are) closed\b[^.!?]*(?:holiday|observance|thanksgiving|christmas|new year|easter|(?:labor|memorial|independence|veterans) day)[^.!?,;]*[.!?]?/g;

/** Paragraphs that no person wrote for this mail. */
const legal =
  /fraud alert|wire fraud|banking (?:information|details|instructions)|how did we do|(?:customer|satisfaction|minute|short|quick) survey|take our survey|(?:e-?mail|message|communication|information|transmission|attachments?|contents?|document|material)\b.{0,200}\b(?:confidential|privileged)|(?:confidential|privileged)\b.{0,80}\b(?:e-?mail|message|communication|information|transmission|notice|attachments?|contents?|material|-|:)|intended (?:recipient|solely|only)|disclaimer|unauthori[sz]ed (?:use|review|disclosure)|received this (?:e-?mail|message|communication) in error|originated (?:from )?outside|external (?:e-?mail|sender|message)|do not click|think before you click|other than the (?:addressee|intended)|proprietary information|don't often get e-?mail|learn why this is important|(?:mensaje|correo|e-?mail|informacion|documento|archivos?|contenido)\b.{0,200}\bconfidencial|\bconfidencial\w*\b.{0,80}\b(?:mensaje|correo|informacion|documento|contenido)|destinatario|aviso legal|proteccion de datos|correo externo|no suele recibir|(?:message|courriel|mail|informations?|pieces? jointes?|document)\b.{0,200}\bconfidentiel|\bconfidentiel\w*\b.{0,80}\b(?:message|courriel|informations?|document)|destinataire|avertissement|courrier externe|(?:nachricht|e-?mail|information\w*|mail|inhalt\w*|anhang\w*)\b.{0,200}\bvertraulich|\bvertraulich\w*\b.{0,80}\b(?:nachricht|e-?mail|information\w*|mail|inhalt\w*)|(?:bestimmungsgemasse|vorgesehene|richtige)\w* (?:empfanger|adressat)|rechtlich geschutzt|irrtumlich|externe (?:e-?mail|absender)/;
/** Also in what people write themselves, so that it is theirs where it takes something back. */
const footer =
  /virus|malware|consider the environment|before printing|not print this|registered (?:office|in england)|registration n|vat (?:no|reg)|medio ambiente|antes de imprimir|environnement|avant d'imprimer|n'imprimez|handelsregister|amtsgericht|geschaftsfuhr|umsatzsteuer|ust-?id|hrb \d|umwelt|unsubscribe|this (?:mailbox|inbox|address) is not monitored|out of office/;

/** A line of contact details; never part of a request. */
const contact =
  /^(?:tel|telephone|phone|mobile|mob|cell|fax|e-?mail|mail|web|website|www|site|address|office|direct|direct line|desk|main|toll free|ext|linkedin|skype|teams|whatsapp|t|m|p|f|e|w|o|d|c|telefon|mobil|handy|durchwahl|telefono|movil|correo|direccion|tlf|portable|adresse|bureau|mc|dot|usdot|scac|duns|vat|hours|office hours)(?: ?(?:#|no\.?|number|\(.{1,12}\)))?\s*[:.|]/;

/** A line that also takes something back is no mere greeting or closing: "Thanks, please ignore this". */
/** Whole sentences with which formal letters end. */
const formalClosing =
  /^(?:veuillez (?:agreer|recevoir)|(?:je|nous) vous pri\w+ d'agreer|dans l'attente|sin (?:otro particular|mas por el momento)|quedo de uste\w+|(?:les|le) saluda|hochachtungsvoll|i remain|we remain|yours)(?![a-z])[^?]*$/;

const isMere = (line: string): boolean => line.length <= 120 && doubtIn(line, false) === null;

export const isGreeting = (line: string): boolean =>
  (greeting.test(line) && isMere(line)) || foreignGreeting.test(line);
export const isClosing = (line: string): boolean =>
  ((closing.test(line) || formalClosing.test(line) || device.test(line)) && isMere(line)) || foreignClosing.test(line);
export const isContact = (line: string): boolean => contact.test(line) && isMere(line);

/** Whether nobody wrote this for the mail; what comes before a legal notice in its paragraph may be somebody's. */
export function isBoilerplate(paragraph: string): boolean {
  const others = paragraph.replace(terms, '');
  if (others !== paragraph)
    return (
      others.trim() === '' ||
      (/^[^?]*$/.test(others) && doubtIn(others, false) === null && !/\b(?:please|it|this|that|one)\b/.test(others))
    );
  const at = legal.exec(paragraph)?.index;
  if (at === undefined) return footer.test(paragraph) && doubtIn(paragraph, false) === null;
  const before = paragraph.slice(0, at);
  return doubtIn(before.slice(0, Math.max(before.lastIndexOf('. '), before.lastIndexOf('! ')) + 1), false) === null;
}
/** A postscript is the writer's own again, though it is below the closing. */
export const isPostscript = (line: string): boolean => /^p\.? ?s\.?(?:[: .-]|$)/.test(line);

/** Polite turns that hold words which elsewhere change a request. */
const polite =
  /\b(?:before|by|until|till) (?:the )?(?:end of (?:the |this )?(?:day|week|month|shift|business)|eod|eow|cob|close of business|noon|lunch)(?: today| tomorrow)?\b|\bwhat (?:(?:the|our|their|my) )?\w+ (?:is|are|was|were) after\b|\b(?:see|find out|know|verify|determine|wondering) (?:if|whether)(?= (?:the|a|an|our|your|their|his|her|any|anyone|someone|somebody) )|\bclos(?:e|ing) out (?:the |our |this |my )?(?:billing|books|months?|quarter|week|period|accruals?)\b|past[- ]due\b|(?:cannot|can't|unable to|won't|will not|not able to) (?:invoice|bill|release|pay|close|issue|collect|fund)\b[^.!\n]{0,40} until (?:we|they|she|he|i) (?:have|has|get|gets|receive|receives|see|sees)\b[^.!\n]*|before (?:the|our|their) (?:\w+ )?(?:window|deadline|cutoff|cut-off|month|clock) (?:closes|ends|passes|runs out|expires)|(?:class|weight|rate|address|consignee)(?: on (?:the|this|our) (?:\w+ )?(?:bill|invoice|bol))? (?:is|was) (?:wrong|incorrect|off)\b|requesting (?:a|the) (?:\w+ )?correction\b|des que (?:possible|vous (?:pou[a-z]+|aurez|avez|le pou[a-z]+))\b|sin otro particular|(?:j'|nous )esper(?:e|ons)|sin mas por el momento|another (?:one |copy )?(?:from|please)\b|(?:tell me|correct me|shout|holler|yell|scream|ping me|text me|ring me) if (?!(?:this|it|that|we))[^.!\n]*|n'(?:avons|ai|a|ont) (?:pas|toujours pas|pas encore|jamais|rien) (?:encore |toujours )?(?:ete )?(?:recu\w*|eu|convenu\w*|commande\w*|demande\w*)|no (?:hemos|he|ha|han) (?:\w+ )?recibido|(?:haben|habe|hat) [^.!\n]{0,40}(?:noch )?nicht (?:erhalten|bekommen)|(?:won't|will not|wont|cannot|can't|refuses? to) (?:review|consider|accept|reopen|look at|process|discuss)\b[^.!\n]{0,40}\bwithout\b[^.!\n]*|when(?:ever)? (?:u|ya) (?:can|(?:get|have) (?:a (?:chance|minute|moment|sec|min)|time))|threaten\w*[^.!\n]*\b(?:if|unless)\b[^.!\n]*|makes? no sense|(?:die |la |une |eine |los? |following )?(?:korrektur|correccion|correction|corrections|correcciones)(?: \w+)? (?:wie folgt|siguientes?|suivantes?|below|as follows|ci-dessous)|(?:die |folgende |eine )korrektur\b|(?:la |une |esta |una )(?:siguiente )?correcc?ion\b|(?:please )?(?:do not|don't) print this (?:e-?mail|message)[^.!\n]*|(?:talk|speak|chat|catch you|see you|see ya|catch up)(?: to you| with you)? (?:later|soon|tomorrow|then)\b|^later[,!.]?$|audit samples?\b|(?:no|not|n't|wont|cannot|refus\w+|hold\w*|nicht|kein\w*|ne|ni|sin) [^.!\n]{0,30}\b(?:pay|release|close|match|invoice|check|payment|bezahlen|zahlen|begleichen|payer|regler|pagar|liberar|facturar|facturer)\b[^.!\n]{0,40}\b(?:solange|bis|bevor|ehe|tant que|avant|jusqu'a|hasta|sin|sans|ohne|until|til|till|unless|without|before)\b[^.!\n]*|\b(?:jamais|never|nie|nunca) (?:ete )?(?:convenu\w*|commande\w*|demande\w*|agreed|ordered|authori[sz]ed|requested|used|vereinbart|bestellt|autoriz\w+|pedi\w+|acord\w+)(?:since|for|over|during) (?:the )?(?:last|past) (?:week|month|year|few|two|three|couple|\w+day)\w*|(?:key|enter|process|make|submit|file|do|post|run|book|apply) (?:the|this|a|our|the following|following) (?:\w+ )?correction\b|(?:hi|hello|hey|dear|hallo|morning) both\b|(?:turn|handl|tak|gett|work|do)ing .{0,12}(?:the )?(?:last|previous|earlier|other|yesterday's) (?:ones?|few|batch|two|three|requests?)(?: (?:around|through|done))?(?: so (?:quickly|fast|promptly))?|(?:grateful|great|awesome|appreciate(?:d)? it|nice|wonderful|love it) if (?:you|someone|we) (?:could|can|would)|(?:super|toll|nett|klasse|schon|prima|dankbar),? wenn (?:ihr|sie|du|wir) (?:das|es|mir|uns|die|den|dies)?|don't (?:work too|be a|forget to (?:smile|enjoy|vote))\b|(?:will not|won't|wont|cannot|can't|refuses? to|not) (?:release|pay|approve|issue|process|close|fund|settle|bill|invoice)\b[^.!\n]{0,40} without\b|(?:nous|vous|j'ai|ont|avons) absolument\b|as soon as (?:you (?:have|get|can|receive)\b[^.,!\n]*|possible)|when (?:it's |it is |this is |that is |they are )?(?:complete|completed|done|finished|available)\b|(?:advise|confirm|reply|respond|notify (?:me|us)|e?mail (?:me|us)) (?:once|when|as soon as) (?:you (?:have|get|receive) (?:it|them|this)|(?:it's |it is |this is )?(?:done|complete|completed|ready|submitted|filed|processed|received|sent|entered|uploaded|answered)|once (?:done|complete|completed|submitted|filed|processed|received|entered|uploaded|answered))|(?:please )?(?:let (?:me|us) know(?! (?:if|whether|who|why|where) (?:this|it|that|these|those|anyone|anybody|someone|somebody|you (?:ever|already|got|did|filed|sent|received)))|feel free|do(?: not|n't) hesitate|reach out|contact (?:me|us)|call (?:me|us)|get back to (?:me|us))[^.!\n]*|if (?:at all |it(?:'s| is) (?:at all )?)?possible\b|if (?:you (?:have|need|require)|there (?:is|are)|anything|possible|necessary|needed)[^.,!\n]*|when(?:ever)? (?:you (?:can|(?:get|have) (?:a (?:chance|minute|moment|sec)|time))|possible|convenient)\b|(?:are|is|'re|been|still|seguimos|estamos|siguen?|sommes|sind) (?:still |todavia |aun |toujours |noch )?(?:without|sin|sans|ohne)\b|just (?:checking|following up|touching base|circling back)\b|(?:due|runs? out|expires?|expiring|deadline is|closes|ends|by|before) (?:on |at |of )?(?:the )?(?:end of )?(?:next|this) (?:week|month|quarter|\w+day)|(?:customers?|cust|clients?|accounts?|acct|payments?|credit|is|are|bill|invoice) on (?:credit )?hold\b|(?:accounts?|shipper|customer|them|us) on (?:credit )?hold\b|(?:for|picked .{1,30} for) testing\b|(?:created|billed|charged|rated|invoiced|keyed) (?:to us |twice )?in error\b|(?:poids|classe|adresse|nom|tarif)(?: facturee?)? (?:est|sont|etait) (?:errone\w*|faux|fausse)|(?:no rush|no hurry|not urgent|can't wait|as if)|si (?:es posible|tienen?|tienes|hay|necesitan?|necesitas|surge)[^.!\n]*|no (?:dude|dudes|duden|hay prisa|es urgente)[^.!\n]*|quedo (?:atent[oa]|a la espera)[^.!\n]*|si (?:possible|besoin|necessaire|vous (?:avez|souhaitez|desirez))[^.!\n]*|n'hesite[^.!\n]*|(?:falls|wenn|sollten|bei) (?:sie |ihr |es |du )?(?:noch |weitere |irgendwelche )?(?:fragen|ruckfragen|moglich|notig|probleme)[^.!\n]*|melden sie sich[^.!\n]*|nicht (?:dringend|eilig)|do not (?:reply|respond)(?: directly)? to this (?:e-?mail|message|address)|no respond\w+ a este (?:correo|mensaje)|ne (?:pas )?repond\w+ (?:pas )?(?:a|directement a) ce (?:message|courriel|mail)|antworten sie (?:bitte )?nicht auf diese (?:e-?mail|nachricht|mail)|nicht auf diese (?:e-?mail|nachricht|mail) (?:zu )?antworten/g;

/** Questions that ask for the work itself. */
const politeQuestion =
  /(?:(?:could|can|would|will|may|might) (?:you|u|someone|somebody|i|we|u|the team)|would it be possible|is there (?:any|a) (?:way|chance)|any (?:way|chance) (?:you|we|i|to|of)|would you mind|¿?\s*(?:nos |me |se )?(?:podrias?|podrian|puedes?|pueden|podemos|ayudan?|ayudas|apoyan?|consiguen?|seria posible)|(?:pourr(?:iez|ais|ait|ons)|pouvez|peux|peut)[- ](?:vous|tu|on|nous|quelqu'un)|si quelqu'un pe?ut|(?:tu|vous|on) (?:peux|peut|pouvez|pourrais|pourriez|pourrait)|est-ce que (?:vous|tu) p|auriez-vous l'|serait-il possible|(?:konnt|konnten|konntest|kannst|konnen|wurden|wurdest|durf(?:te|en)|kann)(?:et|en)? (?:sie|ihr|du|ich|wir|jemand|mir|uns))[^?]*\?/g;

/** Words with which a person takes a request back, puts it off, or makes it depend on something. */
const doubtful: readonly RegExp[] = [
  /(?<!\b(?:we|they|i|you|who|customers?|shippers?|consignees?) )\b(?:do not|don't|dont|not to|(?:should not|shouldn't)(?! (?:be|have been) (?:there|here|on (?:the|this|our)|charged|billed|applied|added|assessed|included))|must not|cannot|can't)(?![a-z])/,
  /\b(?:no need|no longer|not (?:needed|necessary|required|yet be|this|that one|now|ready|sure)|never mind|nevermind)\b/,
  /\b(?:cancel|cancelled|canceled|cancellation|ignore|disregard|instead|withdraw|withdrawn|withdrew|retract|retracted|revoke|hold off|on hold|wait|stop|unless|actually|undo|scratch that|only (?:if|when|once|after)|not (?:until|before))\b/,
  /\b(?:starting|as of|from|after|on|until) (?:mon|tues|wednes|thurs|fri|satur|sun)day\b|\b(?:start|run|do|process|file|send|submit|key|pull|enter|open) (?:it|this|them|that|these|those)(?: one)? (?:tomorrow|later|next|(?:mon|tues|wednes|thurs|fri|satur|sun)day)/,
  /\b(?:if|whether|depending|provided that)\b/,
  // Of a request that was sent before.
  /\b(?:any|no|some) (?:news|updates?|word|luck|progress|movement)\b|\b(?:status|state) (?:of|on) (?:this|that|it|these|the request)\b|\b(?:alguna novedad|hay novedades|du nouveau|des nouvelles|(?:was|etwas|schon) neues|neuigkeiten)\b/,
  /\b(?:for example|e\.g|an example|sample|template|just a test|only a test|is a test|testing)\b/,
  /\bno (?:lo |la |los |las |le )?(?:hagan?|hagas|proces\w+|envi\w+|present\w+|tramit\w+|pid\w+|registr\w+|ejecut\w+|hace falta|es necesari\w)/,
  /\b(?:cancel(?:ar|en?|es|a|ado|ada|acion)|anul\w+|ignor\w+|esper(?:a|e|en|ad)|en (?:lugar|vez) de|todavia no|solo (?:si|cuando)|por ejemplo|ejemplo|es una prueba)\b/,
  /\b(?:ne (?:pas|le|la|les|lancez|deposez|faites|fais|traitez|traite|envoyez)|n'(?:envoyez|effectuez|executez)|plus (?:besoin|necessaire)|annul\w+|ignor\w+|attend(?:s|ez|re)|au lieu|plutot|seulement (?:si|quand)|par exemple|c'est un test)\b/,
  /\b(?:bitte (?:noch |vorerst |erst ?mal )?nicht|noch nicht (?:bearbeiten|ausfuhren|einreichen|starten)|nicht (?:mehr )?(?:bearbeiten|durchfuhren|ausfuhren|einreichen|starten|notig|notwendig|erforderlich)|storn\w+|ignorier\w+|abbrech\w+|wart(?:e|et|en sie)|stattdessen|anstatt|statt|nur (?:wenn|falls)|zum beispiel|z\. ?b\.|beispiel|nur ein test)\b/,
  /(?:^|[ ,(])(?:si|falls|wenn|sofern)(?= )/,
  // Negations and words of taking back in languages of which a sentence may have words that are also Spanish or German.
  /(?:^|[ ,(])(?:nao|niet|geen|nie|inte|ikke|non (?=[a-z])|nem|degil)(?![a-z-])|\b(?:annull\w+|annuleer\w*|anulow\w+|cancell\w+|afbestil\w*|peruut\w*|aspett\w+|aguard\w+|iptal)\b/,
  // Made to wait for something: an approval, a check, a day.
  /\b(?:erst (?:nach|wenn|ab|am|sobald)|sobald|vorbehaltlich|nach (?:freigabe|rucksprache|prufung)|subject to|as soon as (?!possible|you can)|(?:once|pending|upon) (?:we|they|he|she|it|the|our|their|his|her|approval|approved|confirmation|confirmed|review)|sujeto a|previa|(?:una vez|hasta|despues de) que|tan pronto|des que|sous reserve|apres (?:validation|accord|confirmation)|une fois)\b/,
  // Kept back, bounded, or done already.
  /\b(?:hold(?:ing)? (?!music|(?:up |back )?(?:our |the |all |my )?(?:payments?|money|checks?|invoices?|files?|accounts?|billing|month|audit|settlement|claims?)\b)|held back|until|till|except|excluding|besides|other than|rather than|already|(?:we|i|they) (?:have )?found (?:it|them|this|that|the)|(?:close|drop|skip|forget|leave) (?:it|this|that|these|those|them)\b|no action|all set|only (?:run|do|process|file|send|submit|key|pull|enter|after|for)|after (?:the|we|they|he|she|you|your|our|his|her|its?|my|this|that|approval|payment))\b/,
  /\b(?:salvo|excepto|menos que|exceto|eccetto|tranne|behalve|ya (?:esta|estan|lo|la|los|las|fue|fueron|no|tenemos|recibimos)|retir(?:en|ar|amos|ado|ada)|sin efecto|dej(?:en|ar) (?:sin|de))\b/,
  /\b(?:sauf|excepte|hormis|deja|laissez tomber|plus tard|tant que|suspend\w*|retir(?:ez|er|e|ons))\b/,
  /\b(?:(?:ab)?warten|hat (?:noch )?zeit|ausser|erledigt|hinfallig|zuruckgezogen|zuruckziehen|solange|bereits|bis (?:auf|zum|zur|wir|ich|sie|morgen|montag))\b/,
  // A mistake, a draft, another day, somebody's leave, more records than the lines have.
  /\b(?:(?:in|by|an) error(?! (?:by|from|of|on) (?:the |their |your )?(?:carrier|your|their|part))|mistakes?|mistaken(?:ly)?|mix-?up|typo|oops|draft|placeholder|dummy|scrap|paus(?:e|ed|ing)|postpon\w+|defer(?:red)?|abort\w*|halt(?:ed)?|suspend\w*|never|without|later|another day|next (?:week|month|year|mon|tues|wednes|thurs|fri|satur|sun)\w*|(?:not|isn't|wasn't|aren't) (?:ours|mine|yours|us|correct|right|valid|our\b)|belongs to|(?:needs?|requires?|awaiting|wait(?:s|ing)? for|get|without) (?:\w+ ){0,3}approval|approv(?:al|e) (?:\w+ ){0,3}first|both|likewise|same (?:for|with)|(?:the )?others? (?:two|three|four|shipments?|ones?|pros?|loads?|invoices?)|the rest|as well as)\b/,
  /(?<!\b(?:by|before|for|until) )\btomorrow\b|\b(?:wrong|incorrect|bad) (?:\w+ )?(?:numbers?|pros?|ones?|invoices?|ids?|requests?|e?mails?|accounts?)\b|\b(?:numbers?|pros?|invoices?|ids?|requests?|e?mails?|above|below|lines?)\b.{0,30}\b(?:is|are|was|were|looks?) (?:wrong|incorrect|off|invalid|old|outdated)\b/,
  /\b(?:par erreur|brouillon|jamais|sans (?!doute)|demain|semaine prochaine|repouss\w+|faux|fausse|errone\w*|autres? (?:envois?|numeros?|dossiers?))\b/,
  /\b(?:por error|equivoc\w+|errone\w+|incorrect[oa]s?|borrador|nunca|sin (?!mas)|mas adelante|aplaz\w+|pospon\w+|semana que viene|proxima semana|los otros|las otras)\b|(?<!\b(?:esta|la) )\bmanana\b/,
  /\b(?:versehen(?:tlich)?|fehler|falsch\w*|irrtum\w*|verwechs\w+|entwurf|nie|niemals|ohne|spater|ubermorgen|nachste[rn]? (?:woche|monat)|verschieb\w+|pausier\w+|die anderen|ebenso)\b|(?<!\bguten )\bmorgen\b/,
  // Thanks for what is not wanted any more.
  /\b(?:thanks?|thank you|thx|cheers)\b.{0,20}\b(?:anyways?|anyhow|though|regardless|all the same)\b|\bmerci quand meme\b|\bgracias (?:de todos modos|de todas formas|igual)\b|\b(?:danke trotzdem|trotzdem danke)\b/,
  // "240, not 420".
  /\b(?:not|instead of|rather than|nicht|statt|anstatt|y no|en lugar de|et non|et pas|pas) (?:(?:the|of|von|der|die|el|la|le) )?\$?\d/,
  // A request that is taken back, whatever the verb means elsewhere, and one that is only acknowledged.
  /\b(?:pull|drop|kill|void|close|remove|delete|scrap|bin|scratch|yank|unsubmit|recall|reverse) (?:this|that|the|my|our|these|those)(?: \w+)? (?:requests?|tickets?|tasks?|submissions?|e?mails?|entry)\b|\b(?:from|off) (?:the|your|our) (?:queue|list|board)\b/,
  /^(?:(?:ok|okay|great|perfect|yes)[ ,]+)?(?:got it|received|noted|acknowledged|understood|roger|copy that|will do|well received|bien recu|bien note|recu|c'est note|recibid[oa]|enterad[oa]s?|entendido|anotado|erhalten|verstanden|notiert|perfect|perfecto|parfait|perfekt)(?=[,.!]|$| thank| thx| merci| gracias| danke)/,
  /\bya (?!que\b)(?:se |me |nos |lo |la )?\w+(?:o|aron|ieron|amos|emos|imos|ado|ido|ada|an|en|e|a)\b|\bso (?:quickly|fast|promptly)\b|\bupdate (?:me|us)\b|\b(?:is|are|will be|will|'s|'re|'ll) (?:already |now |just )?(?:handl(?:e|ing)|tak(?:e|ing)|work(?:ing)?|deal(?:ing)?|pull(?:ing)?|send(?:ing)?|answer(?:ing)?|respond(?:ing)?|getting|doing|filing) (?:on |to |care of |with )?(?:it|this|that|these|those|them)\b/,
  // Told and not asked for, not now, or asked for something else.
  /\b(?:this is|it is|it's|just|only|purely|sent) for your (?:info\w*|records?|files?|reference|awareness)\b|^(?:please )?(?:not (?:yet|today|now|so fast)|aun no|todavia no|pas encore|noch nicht)\b|\b(?:send|e?mail|give|get|provide|forward) (?:me|us) (?:(?:a|an|the|your) )?(?:\w+ )?(?:lists?|reports?|summary|breakdown|spreadsheet|quote|price|estimate|refund|updates?|status|contact)\b/,
  // An answer and no request, a chase, a matter that is given up, and another act than to answer a claim.
  /^(?:no|nope|nah)(?:[,.!]|$| thanks| thank| thx| gracias| merci| danke)|\bnever (?:got|heard|received|saw) (?:\w+ ){0,2}(?:reply|response|answer|word|confirmation)\b|\b(?:customers?|clients?|shippers?|consignees?|receivers?|they|he|she|vendors?|claimants?) (?:is|are|was|were) (?:\w+ )?(?:right|correct)\b|\b(?:pay|accept|approve|deny|decline|honor|reject) (?:this|that|the|their|his|her)(?: \w+)? claims?\b/,
  // Somebody has to agree first.
  /\b(?:green ?light|(?:the|a|his|her|their|my|your|our) (?:go-?ahead|blessing|nod|okay|ok|thumbs up)|(?:has|have|needs?|need|wants?|must|will|still|yet) .{0,20}\bsign(?:s|ing)?[- ]off|visto bueno|luz verde|autori(?:ce|cen|zacion)\w*|feu vert|l'aval|aval de|grunes licht|absegn\w*|freigab\w*|freigeb\w*)\b/,
  // More than one, or none at all.
  /\b(?:all|both|each|every|the|these|those|our) (?:of (?:the|these|those) )?(?:two|three|four|five|six|seven|eight|nine|ten|\d{1,2}) (?:shipments?|loads?|pods?|pros?|invoices?|bills?|orders?|claims?|disputes?)\b|\b(?:for all|all of|each of) (?:the|our|their|your) (?:shipments|loads|pods|pros|invoices|bills|orders|claims|disputes)\b|(?<![\w.@-])(?:exemples?|examples?)\b(?![.-]\w)/,
  // Somebody else's.
  /\b(?:s'en (?:charge|occupe)|se encarga|kummert sich|(?:does not|doesn't|do not|don't) concern us|ne nous concerne\w*|betrifft uns nicht|nicht unsere?\b|no nos (?:corresponde|toca|concierne)|not our (?:freight|account|shipment|load|claim|customer))\b/,
  // Not there yet: a delivery, or somebody's signature under the decision.
  /\b(?:not yet (?:been )?delivered|(?:has not|hasn't) (?:yet )?been delivered yet|noch (?:gar )?nicht (?:zugestellt|geliefert|angekommen|abgeholt)|(?:todavia|aun) no (?:se )?(?:entreg|lleg)\w+|pas encore (?:ete )?(?:livre|arrive)\w*|falta que|(?:todavia|aun) falta (?:la firma del|el visto))\b/,
  // Not in its final form.
  /\b(?:rough (?:cut|draft|version|list|idea)|preliminary|tentative|provisional|not final|final (?:one|version|list|numbers|figures)|tb[cd]|vorlaufig\w*|endgultig\w*|provisional\w*|provisoire|version (?:finale|definitive)|version final|borrador)\b/,
  // Declined, or for after something.
  /\b(?:starting|beginning|effective|as of) (?:(?:on|in|the) )?(?:january|february|march|april|may|june|july|august|september|october|november|december|next|first|\d)|\bno,? (?:thanks|thank you|gracias)\b|\bnon merci\b|\bnein,? danke\b|\b(?:despues de (?:el|la|los|las|que|nuestr\w+)|despues del|apres (?:le|la|les|l'|que|notre|votre))(?![a-z])/,
  // As Outlook recalls a mail.
  /\brecalls? (?:the|this|my|that|a) (?:message|e-?mail|request)|^(?:recall|ruckruf|rappel|recuperar): |\b(?:nachricht|mail)\b.{0,80}\bzuruck(?:zu)?rufen|\brappeler (?:le|ce) message|\brecuperar el mensaje/,
  // Struck through.
  /~~/,
];

/** Verbs of taking back that are no doubt by themselves, since other sentences about freight have them. */
const takesBack =
  /\b(?:remove|delete|drop|skip|kill|void|reverse|recall|reject|close|end|leave|forget|shelve|park|freeze|delay|put off|take (?:it|this|that|these|those|them|me|us) (?:off|back|out|down)|pull (?:it|this|that|these|those|them) (?:off|back|out|down)|change|swap|replace|amend|quit|elimin\w+|borr\w+|quit(?:ar|en|es)|detener|detengan|supprim\w+|enlev\w+|arret\w+|losch\w+|stopp\w*|zuruck\w*)\b/;

/** Words that turn, bound or put off what a question asks for; a deadline does not. */
const bounds =
  /\b(?:not|off(?! (?:the|your|their) (?:\w+ )?(?:portal|site|website|web|system|tms))|back|away|aside|apart|first|before(?! (?:the |end|eod|cob|noon|close))|later|again|also|too|only|but|tomorrow|who|why|whether)\b(?<!\bby tomorrow)|(?<!\b(?:by|before) )\b(?:mon|tues|wednes|thurs|fri|satur|sun)day\b/;
const lead =
  '(?:could|can|would|will|may|might) (?:you be so kind as to|you|u|someone|somebody|anyone|i|we|u|the team|one of you|(?:someone|anyone|somebody) (?:on|in|from) your \\w+)(?: guys| all| folks)?(?: be able to)?|would it be possible(?: for (?:you|us|me))? to|is there (?:any|a) (?:way|chance)(?: (?:that )?(?:you|we|i|someone)(?: could| can)?)?(?: to| of)?|any (?:way|chance)(?: (?:that )?(?:you|we|i)(?: could| can)?)?(?: to| of)?|would you mind';
/** Verbs of getting, sending and doing the work, behind the polite turn; at the end in German. */
const asksForWork = new RegExp(
  `(?:${lead}) (?:(?:pl[a-z]{1,5}|kindly|possibly|maybe|quickly|help (?:me|us)(?: to)?|help) )*(?:get (?:this|it|these|that) (?:going|started|done|moving|rolling|processed|handled|pulled|filed|through|taken care of)|get(?:ting)?|pull(?:ing)?|send(?:ing)?|grab(?:bing)?|provid(?:e|ing)|forward(?:ing)?|obtain|help|assist|process|handle|look (?:into|up|at)|file|dispute|submit|run|upload|retrieve|fetch|share|e?mail|give|do|take care of|work on|enter|correct|answer|respond|reply|contest|challenge|fix|rerate|rebill|update(?! (?:me|us|him|her|them|everyone))|open|attach|locate|supply|furnish|let (?:me|us) have|have (?:the|a)|shoot|request|order|key|expedite|rush|trouble you for|add the pod|find (?:the|a|this|it|me|us))\\b|\\b(?:ayudan?|ayudas|apoyan?|consiguen?|conseguir|enviar(?:nos|me)?|mandar(?:nos|me)?|ayudar(?:nos|me)?|obtener|apoyar(?:nos|me)?|compartir(?:nos|me)?|proporcionar(?:nos|me)?|facilitar(?:nos|me)?|sacar|descargar|procesar|tramitar|gestionar|hacer(?:nos|me)? llegar|pasar(?:nos|me)?|reenviar(?:nos|me)?|bajar|buscar|adjuntar|corregir|presentar|recuperer|envoyer|transmettre|fournir|obtenir|procurer|traiter|aider|faire (?:parvenir|suivre)|communiquer|transferer|deposer|joindre|retrouver|chercher|besorgen|ziehen|schicken|senden|zusenden|zukommen lassen|beschaffen|holen|abrufen|helfen|bearbeiten|weiterleiten|bereitstellen|anfordern|mailen|einreichen|korrigieren|beantworten|repondre|corriger|contester|responder|contestar|disputar|anhangen|hochladen|heraussuchen|raussuchen|schauen|nachsehen|nachschauen|kummern|anstossen|sortir|filer|passer|demander|s'en occuper|m'aider|regarder|echar(?:nos|me)? (?:la|una) mano|ver)\\b`,
);

/** Asked about a request that is there, and not for the work. */
const ofTheRequest =
  /\b(?:updates?|status|reason|refund|rejected|failed|solicitud|peticion|baja|demande|anfrage|auftrag|antrag)\b/;

/** A polite question asks for the work only where its verb does: "Could you take this off the list?" is another one. */
const askedPolitely = (question: string): string => {
  const turns = takesBack.test(question) || bounds.test(question) || doubtful.some((one) => one.test(question));
  if (turns || !asksForWork.test(question) || ofTheRequest.test(question)) return question;
  // What comes behind the verb is judged as every other word: "Could you get rid of this one?"
  return question
    .replace(asksForWork, ' ')
    .replace(
      /\b(?:over(?: to (?:us|me))?|podrias?|podrian|puedes?|pueden|podemos|konnt|ihr|mal|pourriez|pourrait|pouvez|peux|konnten|konntest|konnen|kannst|konnte|wurden)\b|\?/g,
      ' ',
    );
};

export const withoutPolite = (prose: string): string =>
  prose.replace(polite, ' ').replace(politeQuestion, askedPolitely);

/**
 * The words because of which prose next to a request might change it; null where nothing does.
 * @param questions whether a question is a doubt
 */
export function doubtIn(prose: string, questions = true): string | null {
  const plain = withoutPolite(prose);
  for (const pattern of doubtful) {
    const found = pattern.exec(plain);
    if (found) return found[0].trim();
  }
  return questions && plain.includes('?') ? '?' : null;
}
