/**
 * How the languages name the eight actions that are never clicked. A vocabulary is data: to add a language, copy a
 * `.json` of this folder, translate its lists, and add it to `vocabularies`.
 *
 * An entry is one word or several, in lower case, with the letters of the language (umlauts and accents are matched
 * with and without). A word that ends in `*` stands for every word that begins so: `cancel*` is also "cancelled" and
 * "cancellation". Use it only where nothing harmless begins so, and list the forms otherwise. Plurals in -s need no
 * entry. A name in braces is each entry of that list of `parts`: `{carryOut} reversal` is "process reversal", "post reversal" …
 * Two entries are no words: `countofmany` is a number of records ("4,210 bills"), `moneyamount` an amount of money ("$12.40").
 */
import type { PortalAction } from '../../task.ts';
import english from './english.json' with { type: 'json' };
import french from './french.json' with { type: 'json' };
import german from './german.json' with { type: 'json' };
import spanish from './spanish.json' with { type: 'json' };

interface ActionVocabulary {
  /** Enough by themselves, anywhere in a name. */
  readonly phrases: readonly string[];
  /** A verb and a thing in the same name, in any order or run together, or in neighbouring parts of a path. */
  readonly verbs: readonly string[];
  readonly things: readonly string[];
  /** Doubtful where they are the whole name ("Cancel"); a playbook declares where that is harmless. */
  readonly alone: readonly string[];
}

/** How the language names what is recorded of an act, such as its date or its reason. */
export interface DetailWords {
  /** "Void date", "Motif d'annulation". In German also the end of a word ("Stornodatum"). */
  readonly nouns: readonly string[];
  /** The same, but behind a verb they may be what the act is done to ("Write off amount"): for fields and columns only. */
  readonly values: readonly string[];
  /** Between such a noun and its act: "reason for", "motif de". */
  readonly of: readonly string[];
  /** Between a noun and a verb, with the nouns after which it is no order: "reason to void". */
  readonly to: readonly string[];
  /** Behind a participle: "Voided by", "Storniert am". */
  readonly behind: readonly string[];
  /** How words end that may be before those: participles, and nouns of acts. */
  readonly endings: readonly string[];
  /** Behind all of it, in filters: "Void date from". */
  readonly bounds: readonly string[];
  /** With one of these a name says more than what it is of: "Cancel the order by this date". */
  readonly more: readonly string[];
  /** The same, and there are two things in it. */
  readonly joins: readonly string[];
  /** What an act is booked on: "Write-off account", "Abschreibungskonto". */
  readonly accounts: readonly string[];
}

/** How the language names lists of acts, and papers on them. */
export interface ListWords {
  /** What is done, as nouns in the singular: only in the name of a paper on it ("Cancellation report"). */
  readonly acts: readonly string[];
  /** The same where the noun is a verb as well: "Void report" is a paper, and "Void fees" may be an order. */
  readonly orders: readonly string[];
  /** In the plural: what was done ("Cancellations"). */
  readonly plurals: readonly string[];
  /** What is written, counted or agreed about acts. In German also the end of a word ("Stornobericht"). */
  readonly papers: readonly string[];
  /** Of these, what no act is done to, so that also a button of the name shows it: "Void report". */
  readonly reports: readonly string[];
  /** Of these, what an act may be done to. */
  readonly figures: readonly string[];
  /** What else may be beside them, with the records of lists. */
  readonly things: readonly string[];
  readonly articles: readonly string[];
  readonly and: readonly string[];
  /** With which questions and titles of help begin: "How to void a bill", "Warum wurde storniert?". */
  readonly questions: readonly string[];
  /** Of these, with which no order begins: "How to", and not "When". */
  readonly help: readonly string[];
  /** Where the noun of a name is: "Tender rejections", "Rejets d'offres", or also at the end of a word. */
  readonly nounIs: 'last' | 'first' | 'compound';
}

/** Verbs and things that mean too much else: an act only where the name holds nothing but them and small words ("Junk this invoice"). */
type ShortOrders = Readonly<
  Partial<Record<PortalAction, { readonly verbs: readonly string[]; readonly things: readonly string[] }>>
> & {
  /** Small words, besides the fillers. */
  readonly beside: readonly string[];
};

/** What is done with an act that is called by its noun: "Confirm cancellation", "Kündigung absenden". */
interface CarriedOut {
  readonly verbs: readonly string[];
  /** The acts; verbs of every language are put beside them ("Cancellation bestätigen"). */
  readonly nouns: Readonly<Partial<Record<PortalAction, readonly string[]>>>;
  /** The verb is also behind its noun. Not in English, where "Cancellation request" is a paper. */
  readonly isVerbBehind: boolean;
}

/** How the language says that an act was done, which orders none. */
interface DoneWords {
  /** Forms of participles, as regular expressions of a whole word. */
  readonly participles: readonly string[];
  /** Participles that order the act as well, or name it: "widerrufen", "retirada". */
  readonly alsoOrders: readonly string[];
  /** Words beside a participle with which it is an order, or still to come: "Mark as cancelled", "will be voided". */
  readonly orders: readonly string[];
}

/** How the language names what is no order: an act that is not done, one that is undone, and who hears of one. */
interface ChoiceWords {
  /** Before such a choice, parted by a sign: "No, keep the bill". */
  readonly no: readonly string[];
  /** "Do not void", "Back without voiding". An apostrophe counts as a gap. */
  readonly denials: readonly string[];
  /** The same right before a verb that is the last word: "Rechnung nicht stornieren". */
  readonly denialsBehind: readonly string[];
  /** First or last in a name: "Undo cancellation", "Stornierung wiederherstellen". */
  readonly restores: readonly string[];
  /** In the name of a field these turn what it means to be off: `do_not_void=0`. */
  readonly turning: readonly string[];
  /** With which settings of messages begin ("Notify me when a shipment is cancelled"), or begin and end ("bei … benachrichtigen"). */
  readonly notices: readonly string[];
  readonly articles: readonly string[];
  /** Words with which a name says more than that. */
  readonly also: readonly string[];
  /** All of a name, they refuse or end what they are under: "Decline" in a dialog "Load tender 5512". */
  readonly refusals: readonly string[];
  /** The same in a row alone, where they cannot leave a dialog: "Close" in the row of an account. */
  readonly rowOrders: readonly string[];
  /** What else is offered and declined on a page. Entries are as `patternOf` reads them. */
  readonly otherOffers: readonly string[];
  /** Why a control does nothing now, and before what of: "Not available for cancelled shipments". */
  readonly unavailable: readonly string[];
  readonly availableFor: readonly string[];
  /** With these begins what people may not do: "You cannot void this bill". */
  readonly forbidding: readonly string[];
}

/** How the language names lists of records in some state: "Voided bills". */
export interface RecordListWords {
  readonly states: readonly string[];
  /** The same where the word is an order as well: it counts beside another state ("Void and cancelled"). */
  readonly bare: readonly string[];
  /** In the plural. */
  readonly records: readonly string[];
  /** What may be beside them. */
  readonly beside: readonly string[];
  /** With one of these the records need not be named: "Show voided" is a filter. */
  readonly shows: readonly string[];
  /** Beside the states in a filter: states of one record, and what denies them. */
  readonly ofOne: readonly string[];
}

/** How the language says in a message that what was done failed, is not done yet, or does not hold. Entries are as `patternOf` reads them. */
export interface MessageWords {
  /** What a style sheet may write before a state, or behind it, so that it is none: "not", "no longer". */
  readonly negations: readonly string[];
  readonly negationsBehind: readonly string[];
  /** No confirmation has these. */
  readonly failures: readonly string[];
  /** What is done for good has not failed: "cannot be undone". */
  readonly lasting: readonly string[];
  /** "No errors". */
  readonly faultless: readonly string[];
  /** What is asked of people beside a message: "Do not close this window". */
  readonly requests: readonly string[];
  /** Between what was done and what took it back: "then" in "saved, then reversed". */
  readonly then: readonly string[];
  /** What takes back, as it is said afterwards: "reversed". */
  readonly undone: readonly string[];
  /** What was only tried out: "preview only". */
  readonly trials: readonly string[];
  /** Before what is still to be done: "will be" in "will be saved". */
  readonly toCome: readonly string[];
  /** Words of confirmations that a rule below would take for something else. */
  readonly neutral: readonly string[];
  /** Beside what is confirmed it is less, something else, or not for good: "draft". */
  readonly doubts: readonly string[];
  /** How words end that say in which way something was done: "partially". */
  readonly manners: readonly string[];
  /** Behind these, a word says as what, under what, or without what: "saved as …". */
  readonly leading: readonly string[];
  readonly articles: readonly string[];
  /** Of the leading ones, with which something lacks, unless it is one of the faults. */
  readonly without: readonly string[];
  readonly faults: readonly string[];
  /** Behind "as", what is confirmed may be called so. */
  readonly called: readonly string[];
  /** In a sentence of its own: it is for people to finish, or holds in part only. */
  readonly unfinished: readonly string[];
  /** With these begins another clause of a sentence. */
  readonly joining: readonly string[];
  /** What else may be behind the words that confirm, in their clause: what is not known there may take it back. */
  readonly confirming: readonly string[];
  /** Between two figures of a share: "1 of 2". */
  readonly outOf: readonly string[];
  /** Before such figures they are no share: "step 1 of 2". */
  readonly steps: readonly string[];
}

/** How the language says in a sentence beside a control, or in a title above it, what the control does. Entries are as `patternOf` reads them. */
export interface SentenceWords {
  /** With these, and the states of `recordLists`, begins what reports a state: "Voided on Monday". */
  readonly states: readonly string[];
  /** Before a thing they say what it is, in a sentence: "a void check". */
  readonly adjectives: readonly string[];
  /** Behind these it is what happens, and no state: "will be closed". */
  readonly auxiliaries: readonly string[];
  /** Before them: "Show voided". */
  readonly leads: readonly string[];
  /** With one of these it is an order all the same: "Voided bills will be deleted". */
  readonly orders: readonly string[];
  /** With these ends the title of a paper: "Void policy". */
  readonly papers: readonly string[];
  /** Who gets what: "Remit to". */
  readonly parties: readonly string[];
  /** "does not void the bill", and where the denial ends. */
  readonly denials: readonly string[];
  readonly denialEnds: readonly string[];
  /** "To void a bill, call billing.": where the act is done instead. */
  readonly purposes: readonly string[];
  readonly contacts: readonly string[];
  /** Unless it is done right here. */
  readonly here: readonly string[];
  /** A sentence is about the control when it speaks of the sending, of the form, of what is in it, or of what will be. */
  readonly about: readonly string[];
  readonly places: readonly string[];
  /** Under which something happens: no word of this control … */
  readonly conditions: readonly string[];
  /** … unless it is pressed by then: "when you press Save". Between the two may be such words. */
  readonly whenever: readonly string[];
  readonly whoever: readonly string[];
  readonly between: readonly string[];
  readonly pressed: readonly string[];
  /** The same in words of its own: "al guardar". */
  readonly presses: readonly string[];
  /** With these before its name a sentence speaks of a control: "click". */
  readonly calls: readonly string[];
  /** Before a participle they report what was done: "was cancelled on May 5". */
  readonly past: readonly string[];
  /** What others do, or what happens by itself in some days: no word of this control. */
  readonly byOthers: readonly string[];
  /** What is done later: "proceed to step 2 to …". */
  readonly later: readonly string[];
  /** Participles that are an order beside one of `now`, with their verbs: "paid > pay". */
  readonly passives: readonly string[];
  /** Before such a participle a dialog says what is about to be done: "The dispute will be closed". */
  readonly coming: readonly string[];
  readonly now: readonly string[];
  /** What people agree to by going on. */
  readonly consent: readonly string[];
  /** What a value is called that says what is done, and what may be before that: "Requested action". */
  readonly naming: readonly string[];
  readonly namingLeads: readonly string[];
  /** What a list is called by which something is done with all that is chosen: "With selected". */
  readonly bulk: readonly string[];
  /** A box that is called so has what is saved applied to more records than this one: "Apply to all", before what they are. */
  readonly spread: readonly string[];
  /** Of these is a hint made that says how an option is chosen ("Press Enter to select"), and nothing of what it is. */
  readonly choosing: readonly string[];
}

/** What the language writes before numbers and amounts. Entries are as `patternOf` reads them. */
export interface NumberWords {
  /** Before the number of a record: "PRO", with a word for "number" or without. */
  readonly records: readonly string[];
  readonly number: readonly string[];
  /** Before one that is told of the record itself: "Master shipment". */
  readonly related: readonly string[];
  /** Behind a number, these say that what is shown is not the present state of its record. */
  readonly notPresent: readonly string[];
  /** Before one of something else: "Invoice". */
  readonly otherKinds: readonly string[];
  /** Between such a thing and a number, the number is of a record: "Correction for". */
  readonly about: readonly string[];
  /** Of these, what has the number of its shipment. */
  readonly bills: readonly string[];
  /** All that a line says beside the number when people are at this record: "You are viewing shipment". */
  readonly here: readonly string[];
  /** "Amount", and what may be between it and its figure. */
  readonly amount: readonly string[];
  readonly amountOf: readonly string[];
  /** Of what another amount is, right before it or anywhere in its clause; the second list only in its clause. */
  readonly otherAmounts: readonly string[];
  readonly aboutOthers: readonly string[];
  /** Units of amounts that stand for more: before money or at the end of a text, in phrases of their own, and as all of a text. */
  readonly multiples: readonly string[];
  readonly inMultiples: readonly string[];
  readonly alone: readonly string[];
  /** With these behind a name, somebody works for somebody else. */
  readonly behalf: readonly string[];
  /** With these at the end, a field names which record is meant: `bill_id`. */
  readonly identities: readonly string[];
  /** Further things that a field may mean by their name alone. */
  readonly moreRecords: readonly string[];
  /** What a page makes anew, which has such a name all the same: `request_id`. */
  readonly renewed: readonly string[];
  /** What a page counts or reckons, where no such name follows: times, versions, sums. */
  readonly measures: readonly string[];
  /** Behind them a name says where or when: `time_on_page`. */
  readonly places: readonly string[];
}

/** How a part is said to be taken off a record. */
export interface PartsOff {
  readonly verbs: readonly string[];
  /** Besides the `ownParts`. */
  readonly parts: readonly string[];
  readonly from: readonly string[];
}

interface Vocabulary {
  readonly language: string;
  readonly sentences: SentenceWords;
  readonly numbers: NumberWords;
  /** In the first cell of a row that is no record: "Grand total". */
  readonly tables: { readonly totals: readonly string[] };
  readonly recordLists: RecordListWords;
  readonly messages: MessageWords;
  readonly choices: ChoiceWords;
  readonly carriedOut: CarriedOut;
  readonly done: DoneWords;
  readonly details: DetailWords;
  readonly lists: ListWords;
  readonly actions: Readonly<Record<PortalAction, ActionVocabulary>>;
  readonly shortOrders: ShortOrders;
  /** Names of other things that contain a thing of the lists, such as the accessorial "residential delivery". */
  readonly otherThings: readonly string[];
  /** Parts of a record, or of the page, which none of the acts is done to: `/attachments/3/delete`. */
  readonly ownParts: readonly string[];
  /** What is taken off a record and leaves it as it is: "Remove liftgate from this bill". */
  readonly partsOff: PartsOff;
  /** Fields by which servers choose what they do. */
  readonly operationFields: readonly string[];
  /** Small words that may be between the words of a phrase ("write it off") or around a bare verb ("Yes, cancel"). */
  readonly fillers: readonly string[];
  /**
   * Parts of a verb that may be at the end of a name, behind what the act is done to: "Take the dispute back". Where it is
   * `before`, the verb is written with it in one word ("Buchen Sie den Saldo aus" is "ausbuchen").
   */
  readonly particles?: { readonly words: readonly string[]; readonly goes: 'before' | 'behind' };
  /** What verbs end with that stand for what the act is done to: "Páguelo", "Cancélese". */
  readonly enclitics?: readonly string[];
  /** How infinitives end: so a verb counts beside `loanwords`, because its stem may be an English word too ("Anular booking"). */
  readonly infinitives?: readonly string[];
  /** What the infinitive ends with where it tells of what will be: "anulará", "refusera". */
  readonly futures?: readonly string[];
  /** Things that portals of every language call by these names: "Shipment stornieren". */
  readonly loanwords?: Readonly<Partial<Record<PortalAction, readonly string[]>>>;
  /** Things that are also the end of longer words: "Geschäftskonto". */
  readonly compoundThings?: readonly string[];
  /** What programmers put before an identifier: "btn" in "btnVoidBill". */
  readonly handles?: readonly string[];
  /** Whole words that end like one of the lists. */
  readonly otherRuns?: readonly string[];
}

/** All are always active: a portal does not say in which language its buttons are. */
export const vocabularies: readonly Vocabulary[] = [english, spanish, french, german].map(
  ({ parts, ...data }) => completed(data, parts) as Vocabulary,
);

/** With each entry of a part where an entry of a list names the part. */
function completed(data: unknown, parts: Readonly<Record<string, readonly string[]>>): unknown {
  if (Array.isArray(data)) return data.flatMap((entry: string) => entriesOf(entry, parts));
  if (typeof data !== 'object' || data === null) return data;
  return Object.fromEntries(Object.entries(data).map(([name, value]) => [name, completed(value, parts)]));
}

function entriesOf(entry: string, parts: Readonly<Record<string, readonly string[]>>): string[] {
  const [, before = '', name, behind = ''] = /^(.*)\{(\w+)\}(.*)$/.exec(entry) ?? [];
  return name === undefined ? [entry] : (parts[name] ?? []).flatMap((part) => entriesOf(before + part + behind, parts));
}

/** A text without accents, as long as it was in NFC: what is found in it can be cut from the text as it was written. */
export function unaccented(text: string): string {
  return text.normalize('NFC').replace(/[\u00c0-\u024f]/g, (letter) => letter.normalize('NFD').charAt(0));
}

/** German is also written without its umlauts. */
export function transliterated(text: string): string {
  if (!/[äöüß]/.test(text)) return text;
  return text.replaceAll('ä', 'ae').replaceAll('ö', 'oe').replaceAll('ü', 'ue').replaceAll('ß', 'ss');
}

/** Between words that need not be next to each other. */
const gap = String.raw`(?:,?\s+\p{L}+){0,2},?\s+`;

/**
 * Entries of a list as alternatives of a regular expression (`iu`) for a text without accents. `*` stands for the rest of a
 * word, ` … ` for up to two words, `#` for a number.
 */
export function patternOf(entries: readonly string[]): string {
  return entries
    .flatMap((entry) => [...new Set([entry, entry.replace(/[äöü]/g, (letter) => `${unaccented(letter)}e`)])])
    .map((entry) => entry.split(' … ').map(spelt).join(gap))
    .join('|');
}

function spelt(words: string): string {
  return unaccented(words)
    .split(' ')
    .map((word) =>
      word === '#'
        ? String.raw`\p{N}+`
        : word
            .replace(/[^\p{L}\p{N}'*-]/gu, '\\$&')
            .replace(/['’]/g, "[’']")
            .replace(/\*/g, String.raw`\p{L}*`),
    )
    .join(String.raw`\s+`);
}

/** The entries of all languages in lists of one section, as one such pattern. */
export function patternIn<Section extends 'choices' | 'messages' | 'numbers' | 'sentences' | 'tables'>(
  section: Section,
  ...names: (keyof Vocabulary[Section])[]
): string {
  return patternOf(vocabularies.flatMap((each) => names.flatMap((name) => each[section][name] as readonly string[])));
}

/** Finds whole words of such a pattern. */
export function wordsLike(pattern: string, flags = 'iu'): RegExp {
  return new RegExp(String.raw`(?<![\p{L}\p{N}])(?:${pattern})(?![\p{L}\p{N}])`, flags);
}

/** What is made when it is first asked for: the patterns of long lists cost more than many a command that loads them. */
export function onFirstUse<Made>(make: () => Made): () => Made {
  let made: { readonly it: Made } | undefined;
  return () => (made ??= { it: make() }).it;
}
