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
  /** Of these, what an act may be done to. */
  readonly figures: readonly string[];
  /** What else may be beside them, with the records of lists. */
  readonly things: readonly string[];
  readonly articles: readonly string[];
  readonly and: readonly string[];
  /** With which questions and titles of help begin: "How to void a bill", "Warum wurde storniert?". */
  readonly questions: readonly string[];
  /** Where the noun of a name is: "Tender rejections", "Rejets d'offres", or also at the end of a word. */
  readonly nounIs: 'last' | 'first' | 'compound';
}

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
  /** With which settings of messages begin ("Notify me when a shipment is cancelled"), or begin and end ("bei … benachrichtigen"). */
  readonly notices: readonly string[];
  readonly articles: readonly string[];
  /** Words with which a name says more than that. */
  readonly also: readonly string[];
}

interface Vocabulary {
  readonly language: string;
  readonly choices: ChoiceWords;
  readonly carriedOut: CarriedOut;
  readonly done: DoneWords;
  readonly details: DetailWords;
  readonly lists: ListWords;
  readonly actions: Readonly<Record<PortalAction, ActionVocabulary>>;
  /** Names of other things that contain a thing of the lists, such as the accessorial "residential delivery". */
  readonly otherThings: readonly string[];
  /** Small words that may be between the words of a phrase ("write it off") or around a bare verb ("Yes, cancel"). */
  readonly fillers: readonly string[];
  /**
   * Parts of a verb that may be at the end of a name, behind what the act is done to: "Take the dispute back". Where it is
   * `before`, the verb is written with it in one word ("Buchen Sie den Saldo aus" is "ausbuchen").
   */
  readonly particles?: { readonly words: readonly string[]; readonly goes: 'before' | 'behind' };
  /** What verbs end with that stand for what the act is done to: "Páguelo", "Cancélese". */
  readonly enclitics?: readonly string[];
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
