/**
 * How one language names the eight actions that are never clicked. A vocabulary is data: to add a language, copy a
 * file of this folder, translate its lists, and add it to `vocabularies` in action-words.
 *
 * An entry is one word or several, in lower case, with the letters of the language (umlauts and accents are matched
 * with and without). A word that ends in `*` stands for every word that begins so: `cancel*` is also "cancelled" and
 * "cancellation". Use it only where nothing harmless begins so, and list the forms otherwise. Plurals in -s need no
 * entry.
 */
import type { PortalAction } from '../../task.ts';

export interface ActionVocabulary {
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
  /** Behind a participle: "Voided by", "Storniert am". */
  readonly behind: readonly string[];
  /** How words end that may be before those: participles, and nouns of acts. */
  readonly endings: readonly string[];
  /** Behind all of it, in filters: "Void date from". */
  readonly bounds: readonly string[];
}

export interface Vocabulary {
  readonly language: string;
  readonly details: DetailWords;
  readonly actions: Readonly<Record<PortalAction, ActionVocabulary>>;
  /** Names of other things that contain a thing of the lists, such as the accessorial "residential delivery". */
  readonly otherThings: readonly string[];
  /** Small words that may be between the words of a phrase ("write it off") or around a bare verb ("Yes, cancel"). */
  readonly fillers: readonly string[];
}
