/**
 * Recognises the names of lists of acts, and of papers on them, such as "Voids", "Tender rejections", "Politique d'annulation" or
 * `/void-history`: they show what was done or what applies, and order nothing (D66). Every word has to be known, and they have
 * to be in the order in which the language names things; no verb is among them.
 */
import { namesBookedAccount } from './act-details.ts';
import { namesBareState, recordsOf, withoutEnding, wordsOf } from './record-lists.ts';
import { type ListWords, vocabularies } from './words/vocabulary.ts';

/** The sign of each kind of word, of which the orders below are made. */
const sign = {
  act: 'a',
  order: 'v',
  plural: 'P',
  paper: 'L',
  figure: 'F',
  compound: 'C',
  of: 'o',
  and: 'n',
  thing: 't',
} as const;

/** "Tender rejections", "Write-off report", "List of cancellations". */
const nounLast = /^(?:t*P(?:o+t+)?|[tv]*[aP]t*[LF]+|t*[vP](?:n[vP])?t*L+|[LF]o+t*[avP](?:o+t+)?)$/;
const orders: Readonly<Record<ListWords['nounIs'], RegExp>> = {
  last: nounLast,
  /** "Annulations", "Rejets d'offres", "Historique des annulations", "Clause de résiliation du contrat". */
  first: /^(?:P(?:o+t+)?|[LF]o+[aP](?:o+t+)?)$/,
  /** Besides "Stornobericht", "Kündigungsfrist Vertrag", "Vertragslaufzeit und Kündigungsfrist". */
  compound: new RegExp(`${nounLast.source}|^(?:t*C(?:o*t+)?|[tC](?:n[tC])+)$`),
};

interface Known {
  readonly signs: ReadonlyMap<string, string>;
  /** What a compound may end with. */
  readonly endings: readonly string[];
  readonly order: RegExp;
}

const languages: readonly Known[] = vocabularies.map(({ details, lists }, n) => {
  const records = (recordsOf[n] ?? []).flatMap((word) => [word, word.replace(/s$/, ''), word.replace(/e[ns]$/, '')]);
  const signs = new Map<string, string>();
  for (const [words, kind] of [
    [[...records, ...lists.things], sign.thing],
    [[...details.of, ...lists.articles], sign.of],
    [lists.and, sign.and],
    [lists.papers, sign.paper],
    [lists.figures, sign.figure],
    [lists.acts, sign.act],
    [lists.orders, sign.order],
    [lists.plurals, sign.plural],
  ] as const)
    for (const word of words) signs.set(word, kind);
  const endings = lists.nounIs === 'compound' ? [...lists.papers, ...lists.figures, ...details.nouns] : [];
  return { signs, endings, order: orders[lists.nounIs] };
});

/** What shows or hands out, before the name of a list or, in German, behind it. */
const shows = new Set(
  'view show see browse download export print lookup search viewer ver mostrar descargar exportar imprimir voir afficher télécharger exporter imprimer anzeigen zeigen herunterladen exportieren drucken'.split(
    ' ',
  ),
);
/** What a filter shows or leaves out: "Exclude voids". */
const filters = new Set(
  'include exclude hide only incluir excluir ocultar sólo solo inclure exclure masquer uniquement einblenden ausblenden nur'.split(
    ' ',
  ),
);
/** Papers on one act. By themselves they may be the act ("Cancellation request"); they can be shown. */
const papersOnOne = new Set('request notice form slip stub confirmation receipt letter'.split(' '));

/** What may be before the name of a list, and behind it; between its words they may be part of an order. */
const before = new Set(
  'view show see browse download export print all my our your recent issued received freight nav ver mostrar descargar todas todos mis voir afficher télécharger toutes tous mes anzeigen zeigen alle meine'.split(
    ' ',
  ),
);
const behind = new Set(
  'herunterladen exportieren drucken issued received tab tabs panel pane link btn button nav item menu section table page anzeigen zeigen herunterladen'.split(
    ' ',
  ),
);
const longestName = 7;
/** Of the first part of a compound. */
const shortestPart = 4;

/**
 * Whether a name is that of a list of acts or of a paper on them. By itself it shows; the same words on what sends a form may
 * be the act (`POST /voids`), so it counts only for what reads.
 */
export function namesActList(name: string): boolean {
  return isListOf(namesActs(name)) || (sorted.test(name) && isListOf(namesActs(name.replace(sorted, ''))));
}

const reports = new Set(vocabularies.flatMap(({ lists }) => lists.reports));

/** Whether a name is that of a paper which no act is done to: so a button of it shows the paper, too. */
export function namesReport(name: string): boolean {
  const words = namesActs(name);
  return words?.some((word) => reports.has(word)) === true && isListOf(words);
}

/** Whether a name is no more than the noun of an act, which is an order on a button and a figure in a column: "Write-off". */
export function namesBareAct(name: string): boolean {
  const [word = '', ...more] = namesActs(name) ?? [];
  return more.length === 0 && languages.some(({ signs }) => signs.get(word) === sign.order);
}

/** "Write-off summary by customer": by what a list is grouped. */
const sorted =
  /\s(?:by|per|por|par|nach|je)\s(?:customer|carrier|lane|user|month|week|year|day|date|status|reason|type|client[es]?|cliente|transportista|mes|transporteur|mois|kunden?|spediteur|monat)$/i;

/**
 * Whether a name says that such a list or paper is shown or handed out: "Export void list", "Stornoliste herunterladen".
 * @param isFilter of a box in a recipe that reads: "Exclude voids"
 */
export function showsActList(name: string, isFilter = false): boolean {
  const given = namesActs(name);
  if (isFilter && [given?.at(0), given?.at(-1)].some((word) => filters.has(word ?? '')))
    return isListOf(given?.filter((word) => !filters.has(word)));
  const isShown = searching.test(name) || [given?.at(0), given?.at(-1)].some((word) => shows.has(word ?? ''));
  return isShown && isListOf(given, papersOnOne);
}

const longestQuestion = 12;
const questions = vocabularies.flatMap(({ lists }) => lists.questions);
const helpQuestions = vocabularies.flatMap(({ lists }) => lists.help);

/** "Cancelling a load: FAQ", "Help: cancelling a load": the rest is what the text is on. */
const titleOfHelp =
  /^(?:[\p{L}\s’'-]{1,80}[:–—]\s*(?:faqs?|help|guide|instructions|tutorial|ayuda|guía|instrucciones|aide|mode d’emploi|hilfe|anleitung)|(?:faqs?|help|ayuda|aide|hilfe)\s?[:–—]\s[\p{L}\s’'-]{1,80})$/iu;

/** Whether a name is a question for sure; "When you are done, void it" and "Wie berechnet akzeptieren" only begin like one. */
export function asksForHelp(name: string): boolean {
  return asksAboutActs(name, helpQuestions) || (/^[^,:]+\?\s*$/.test(name) && asksAboutActs(name));
}

/** Whether a name is a question or the title of a help text: "How to void a bill", "¿Por qué se anuló?". */
export function asksAboutActs(name: string, begins: readonly string[] = questions): boolean {
  const asked = name.trim().replace(/^¿\s*/, '');
  if (titleOfHelp.test(asked)) return true;
  if (asked.length > 120 || !/^[\p{L}\s'’(),/:-]+[\s\u202f\u00a0]*\??$/u.test(asked)) return false;
  const words =
    asked
      .normalize('NFC')
      .toLowerCase()
      .match(/\p{L}+/gu) ?? [];
  const text = words.join(' ');
  return words.length <= longestQuestion && begins.some((question) => text.startsWith(`${question} `));
}

/** What stands before an act that is still to be done: "Bills to void", "Facturas por anular". */
const pending = new Set('to awaiting waiting pending ready due por pendientes à zu'.split(' '));
const everyRecord = new Set(recordsOf.flat());

/** Whether a name is that of the records for which an act is due. */
export function namesPendingRecords(name: string): boolean {
  const words = wordsOf(name);
  return (
    words !== undefined && words.length <= longestName && everyRecord.has(words[0] ?? '') && pending.has(words[1] ?? '')
  );
}

const searching = /^\s*(?:search|find|look up)\s+(?:for\s+)?(?=\S)/i;

/** The time of which a list is: it says nothing of an act. */
const times = new Set(
  'this last next past previous current month week quarter year today yesterday este esta mes semana año hoy ce cette mois semaine année diesen dieser diese monat woche jahr heute'.split(
    ' ',
  ),
);

function namesActs(name: string): string[] | undefined {
  const words = wordsOf(
    name
      .replace(/([a-z])([A-Z])/g, '$1 $2')
      .toLowerCase()
      .replace(searching, '')
      .replace(/:(?=\s)/g, '')
      .replace(/\s&\s|(?<=[a-z])\s?\/\s?(?=[a-z])/g, ' and ')
      .replace(/^[#.]/, '')
      .replace(/(?<![a-z])(write|pay|charge)[\s_-](offs?)(?![a-z])/gi, '$1$2')
      .replace(/(?<![a-z])(re|charge)[\s_-](rates?|bills?|backs?)(?![a-z])/gi, '$1$2')
      .replace(/(?<![a-z])bad[\s_-]debt(s?)(?![a-z])/gi, 'baddebt$1')
      .replace(/credit[\s_-](?:and|&|n)[\s_-](rebills?)(?![a-z])/gi, '$1'),
  );
  return words?.filter((word) => !times.has(word));
}

function isListOf(given: readonly string[] | undefined, papers: ReadonlySet<string> = new Set()): boolean {
  if (given === undefined || given.length === 0 || given.length > longestName) return false;
  return languages.some(({ signs, endings, order }) => {
    const signOf = (word: string): string | undefined =>
      (papers.has(word) ? sign.paper : undefined) ??
      signs.get(word) ??
      (endings.some((ending) => word.endsWith(ending) && word.length >= ending.length + shortestPart)
        ? sign.compound
        : undefined);
    const isName = (word: string, around: ReadonlySet<string>): boolean =>
      signOf(word) !== undefined || !around.has(word);
    const first = given.findIndex((word) => isName(word, before));
    const last = given.findLastIndex((word) => isName(word, behind));
    return order.test(
      given
        .slice(first, last + 1)
        .map((word) => signOf(word) ?? '?')
        .join(''),
    );
  });
}

/**
 * Where the last part of a path is such a list: `/voids`, `/reports/cancellations`, `/bills/void-history`, `/voids/2026`.
 * @returns what is before it, or undefined
 */
export function beforeActList(segments: readonly string[]): readonly string[] | undefined {
  const at = segments.findLastIndex((part) => !/^\d+$/.test(part));
  const last = withoutEnding(segments[at] ?? '');
  // Of one, `/write-off-account` may order the act: there is no telling a hyphen from a gap.
  const isAccounts = /(?:s|konten)$/i.test(last) && namesBookedAccount(last);
  return namesActList(last) || isAccounts || isOfKind(segments[at - 1] ?? '', last) ? segments.slice(0, at) : undefined;
}

const kinds =
  /^(?:reports|rules|policies|terms|conditions|reasons|guides|guidelines|statistics|fees|informes|reportes|pol[ií]ticas|motivos|rapports|politiques|motifs|r[eè]gles)$/i;

/** `/reports/bad-debt`, `/tariff/rules/cancellation`: the kind of paper is before what it is on; `/reports/void` may be an order. */
function isOfKind(kind: string, last: string): boolean {
  return (
    kinds.test(kind) &&
    !namesBareState(last) &&
    [`${last} ${kind}`, `${kind} de ${last}`].some((name) => namesActList(name))
  );
}
