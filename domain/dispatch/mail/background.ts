/**
 * What people tell beside a request: why they need it, what went wrong with the freight or its bill, where it went, how they
 * can be reached. Other than in `prose.ts` any words may be in it, as long as each clause has one of those by which such
 * things are told (`background.json`), and none by which somebody turns a request: takes it back, puts it off, settles it, does it
 * themselves, corrects it or orders other work.
 */
import {
  type Language,
  type Token,
  type Lexicon,
  behindVerbs,
  longestAt,
  mayTurn,
  neverNames,
  takesBack,
  takesThing,
} from './vocabulary.ts';

/** Phrases that tell why, or by when, as a whole. */
const reasons = ['wants', 'we', 'unused', 'deadline', 'need', 'comm'];
/** Who or what is told of; what comes behind an actor may be what they did. */
const actors = ['party', 'NAME'];
const things = ['weightThing', 'classThing', 'consigneeThing', 'addThing', 'chargeThing', 'claimThing', 'disputeThing'];
const subjects = ['det', 'noun', 'place', 'recordNoun', 'podThing', 'document', 'unit', 'date', ...actors, ...things];
const beginning = subjects.filter((name) => name !== 'date' && name !== 'NAME');
/** Phrases that change nothing and tell nothing. */
const harmless = [
  'when',
  'purpose',
  'deadlineEnd',
  'onBill',
  'offering',
  'kindly',
  'is',
  'here',
  'count',
  'quality',
  ...subjects,
];
/** What a request orders: told of, it was done or somebody else does it. */
const work = ['pod', 'dispute', 'claim', 'fix', 'add', 'remove', 'do'];
const verbs = ['be', 'helps'];
const longest = 45;
/** How far behind a negation what it negates may be; how long the last part of a list may be. */
const reach = { negated: 4, listed: 5 };

/** What a clause is judged by. */
export interface Surroundings {
  readonly language: Language;
  readonly lexicon: Lexicon;
  /** Whether a number or id is one of the request. */
  readonly isOfRequest: (word: string) => boolean;
  /** The request has no amount, so that one that is told of is another's; so with weights. */
  readonly mayPrice: boolean;
  readonly mayWeigh: boolean;
  /** Otherwise a clause may also only tell what is so. */
  readonly needsReason: boolean;
  /** Whether a clause changes nothing for another reason. */
  readonly isClear: (clause: readonly Token[]) => boolean;
  /** Whether a clause asks for the work. */
  readonly isRequest: (clause: readonly Token[]) => boolean;
}

export function isBackground(tokens: readonly Token[], around: Surroundings): boolean {
  if (tokens.length < 3 || tokens.length > longest) return false;
  const { joins } = around.lexicon.words;
  const words = tokens.map(({ word }) => word);
  if (isAdmitted(words, around.lexicon)) return false;
  // "Back and forth" is one phrase.
  const isInPhrase = (at: number): boolean => longestAt(around.lexicon.phrases.reasons, words, at - 1) > 2;
  const bounds = tokens.flatMap((token, at) =>
    at === 0 || tokens[at - 1]!.endsPart || (joins.has(token.word) && !isInPhrase(at)) ? [at] : [],
  );
  bounds.push(tokens.length);
  const fine = [true];
  /** A part before it is an order, whose subject nobody is. */
  let isOrdered = false;
  for (let n = 1; n < bounds.length; n += 1)
    // A clause may have a list in it: "a forklift and a full dock".
    fine[n] = [1, 2, 3].some((parts) => {
      const [from, inner, to] = [bounds[n - parts], bounds[n - parts + 1], bounds[n]];
      if (from === undefined || inner === undefined || to === undefined || fine[n - parts] !== true) return false;
      const listed = tokens.slice(inner, to);
      if (parts > 1 && (listed.length > reach.listed || listed.some(({ word }) => isOf(around.language, word, verbs))))
        return false;
      const clause = tokens.slice(from, to);
      const start = clause.findIndex(({ word }) => !joins.has(word));
      const own = start === -1 ? [] : clause.slice(start);
      if (own.length === 0) return true;
      if (around.isClear(own)) {
        isOrdered ||= around.isRequest(own);
        return true;
      }
      const one = new Clause(own, around, from > 0 || start > 0 ? clause[start - 1]?.word : undefined);
      return (one.givesReason() && !hasSettled(own, around)) || one.isElsewhere(start > 0 && from > 0 && !isOrdered);
    });
  return fine.at(-1) === true;
}

const isOf = (language: Language, word: string, names: readonly string[]): boolean =>
  [word, ...(/..[^s]s$/.test(word) ? [word.slice(0, -1)] : [])].some((one) =>
    (language.get(one) ?? []).some(
      ({ words, classes }) => words.length === 1 && names.some((name) => classes.has(name)),
    ),
  );

/**
 * How far before what settles something a negation may be; how many words a statement has, and one that says nothing of what
 * is missing: the shorter, the more likely its only verb says how it ended.
 */
const statement = { reach: 4, fewest: 2, plain: 6 };

/** Whether something is said to be settled, and nothing before it says that it is not. */
function hasSettled(tokens: readonly Token[], { lexicon: { stems, words: lists, phrases } }: Surroundings): boolean {
  if (lists.soft.size > 0) return false;
  const words = tokens.map(({ word }) => word);
  return words.some(
    (_, at) =>
      stems.settles(words, at) > 0 &&
      longestAt(phrases.reasons, words, at) === 0 &&
      !words.slice(Math.max(0, at - statement.reach), at).some((_one, n, before) => stems.lifts(before, n) > 0),
  );
}

/** Whether it is said that the other side is right: "the damage happened on our truck". */
const isAdmitted = (words: readonly string[], { stems }: Lexicon): boolean =>
  words.some((_, at) => stems.admits(words, at) > 0);

/**
 * Whether a sentence states what is so, in any words: what it says of the record of the request is something that is missing,
 * wrong or wanted, and what it says of anything else is not that something was settled, will be done or depends on something.
 * @param precedes the work is asked for in words behind it, which stands whatever was told of the record, as long as nothing of
 *   it was settled. Not of money, which people settle in words that nobody lists
 */
export function isStatement(tokens: readonly Token[], around: Surroundings, precedes = false): boolean {
  const { stems, words: lists, phrases } = around.lexicon;
  const words = tokens.map(({ word }) => word);
  if (words.length < statement.fewest || words.length > longest) return false;
  if (isAdmitted(words, around.lexicon)) return false;
  const isTopic = (at: number): boolean => stems.topics(words, at) > 0;
  // "This morning", but "this" alone is what the mail is about.
  const isRecord = (at: number): boolean =>
    isTopic(at) &&
    !(
      precedes &&
      lists.pointing.has(words[at]!) &&
      at + 1 < words.length &&
      !isTopic(at + 1) &&
      stems.function(words, at + 1) === 0
    );
  /** Nothing in it stands for the request or its record, so that nothing in it was done with them. */
  const isAway = precedes && !words.some((_, at) => isRecord(at));
  const suffers = longestAt(phrases.suffers, words, 0);
  // "We got billed twice", "we had it at 6,100".
  const isSuffered = suffers > 0 && stems.lacks(words, suffers) > 0;
  const isReplaced = longestAt(phrases.replaced, words, 1) > 0;
  const hasLack = [0, 1, 2, 3, 4].some((at) => stems.lacks(words, at) > 1);
  if (lists.first.has(words[0]!) && !hasLack && !isAway && !isSuffered && !isReplaced) return false;
  if (!isSuffered && !isReplaced && !hasLack && !begins(tokens, around, precedes)) return false;
  const clause = new Clause(tokens, around);
  let lacks = false;
  let isOfRecord = false;
  /** Where the last phrase ended, whose own words say no more. */
  let behind = isSuffered ? suffers : 0;
  const negatesLack = (at: number): boolean =>
    words.slice(at, at + 1 + statement.reach).some((_, n) => stems.lacks(words, at + n) > 0);
  for (let at = behind; at < words.length;) {
    if (/\d/.test(words[at]!) && !around.isOfRequest(words[at]!) && !clause.isAside(at, precedes)) return false;
    const before = words.slice(Math.max(behind, at - statement.reach), at);
    const isLifted = before.some((word, n) => stems.lifts(before, n) > 0 || (precedes && lists.before.has(word)));
    const missing = stems.lacks(words, at);
    if (missing > 1) {
      lacks = true;
      at += missing;
      behind = at;
      continue;
    }
    // "Before Monday", and what somebody needs it for: "to respond".
    const isAside =
      (lists.before.has(words[at]!) && isOf(around.language, words[at + 1] ?? '', ['date'])) ||
      (lists.to.has(words[at - 1] ?? '') && stems.lacks(words, at - 2) === 0 && stems.turns(words, at - 2) === 0);
    // "A signed receipt".
    const isAdjective = (takesThing.has(words[at - 1] ?? '') && !lists.known.has(words[at - 1]!)) || isRecord(at - 1);
    if (stems.turns(words, at) > 0 && !isAside && !(precedes && lists.ahead.has(words[at]!))) return false;
    // "They do not need it", and "the invoice, not the POD".
    const isContrast = tokens[at - 1]?.endsPart === true && (isRecord(at + 1) || isRecord(at + 2));
    if (lists.negations.has(words[at]!) && (negatesLack(at) || isContrast)) return false;
    // What the writer did is about the request.
    if (
      at > 0 &&
      !isAway &&
      lists.first.has(words[at]!) &&
      stems.function(words, at + 1) + stems.lacks(words, at + 1) === 0
    )
      return false;
    if (missing > 0) {
      if (before.some((word) => lists.negations.has(word))) return false;
      lacks = true;
    } else if (stems.settles(words, at) > 0) {
      // When a claim was filed does not settle it.
      const isBegun = around.mayPrice && lists.begun.has(words[at]!) && isDated(around.language, words, at + 1);
      if (!isLifted && !isAside && !isAdjective && !isAway && !isBegun) return false;
      lacks ||= isLifted;
    } else if (stems.shows(words, at) > 0) {
      lacks ||= isLifted;
    } else isOfRecord ||= isRecord(at);
    at += 1;
  }
  return precedes || lacks || (!isOfRecord && words.length >= statement.plain);
}

/** "On November 12", "am 12.11.", "two weeks ago", "last Friday". */
const isDated = (language: Language, words: readonly string[], at: number): boolean =>
  words.slice(at, at + statement.reach + 1).includes('ago') ||
  (/^(?:on|am|el|le|last|letzten)$/.test(words[at] ?? '') &&
    (/^\d/.test(words[at + 1] ?? '') || isOf(language, words[at + 1] ?? '', ['date'])));

/** Whether a sentence begins as what is told begins, and not with the verb of an order. */
function begins(tokens: readonly Token[], { language, lexicon }: Surroundings, precedes: boolean): boolean {
  const { stems, words: lists, phrases } = lexicon;
  const words = tokens.map(({ word }) => word);
  if (stems.begins(words, 0) > 0 || stems.lacks(words, 0) > 1) return true;
  if (isOf(language, words[0]!, beginning) && !behindVerbs.has(words[1]!)) return true;
  const isNamed = tokens[0]!.isCapital && !neverNames.has(words[0]!);
  // "CTSI denied it": who is no word.
  if (isNamed && stems.lacks(words, 1) > 0) return true;
  if (!precedes) return false;
  if (lists.first.has(words[0]!) || longestAt(phrases.opens, words, 0) > 0) return true;
  // "Rick here from Meridian."
  return isNamed && stems.function(words, 1) > 0 && !lists.joins.has(words[1]!) && !behindVerbs.has(words[1]!);
}

class Clause {
  readonly #tokens: readonly Token[];
  readonly #words: readonly string[];
  readonly #around: Surroundings;
  readonly #join: string;

  /** @param join the word between this clause and the one before it */
  constructor(tokens: readonly Token[], around: Surroundings, join = '') {
    this.#join = join;
    this.#tokens = tokens;
    this.#words = tokens.map(({ word }) => word);
    this.#around = around;
  }

  /** Whether it has a reason in it and nothing that turns a request. */
  givesReason(): boolean {
    const thanks = longestAt(this.#around.lexicon.phrases.thanks, this.#words, 0);
    if (thanks > 0 && !this.#isMereThanks(thanks)) return false;
    return this.#givesReasonFrom(thanks, thanks > 0 || !this.#around.needsReason);
  }

  #givesReasonFrom(at: number, hasReason: boolean): boolean {
    if (at === this.#words.length) return hasReason;
    const reason = this.#reasonAt(at);
    if (reason > 0 && this.#givesReasonFrom(at + reason, true)) return true;
    const steps = [this.#phraseAt(at, harmless), hasReason ? this.#untilAt(at) : 0, this.#isHarmlessAt(at) ? 1 : 0];
    return [...new Set(steps)].some((step) => step > 0 && this.#givesReasonFrom(at + step, hasReason));
  }

  /**
   * Whether it is about other things than the request and its record: nothing in it stands for them, and nothing says that
   * something is settled, will be done or has to be done.
   * @param continues from the clause before it, whose subject it may have
   */
  isElsewhere(continues: boolean): boolean {
    const { words: lists, phrases } = this.#around.lexicon;
    if (lists.soft.size === 0 || this.#words.length < (continues ? 2 : 4)) return false;
    if (!continues && !this.#hasSubject()) return false;
    if (continues && lists.negations.has(this.#words[0]!)) return false;
    const opening = longestAt(phrases.opens, this.#words, 0);
    let known = opening;
    for (let at = opening; at < this.#words.length;) {
      const freight = longestAt(phrases.freight, this.#words, at);
      const named = this.#phraseAt(at, ['onBill', 'party', 'place']);
      const phrase = Math.max(freight, named);
      const word = this.#words[at]!;
      if (phrase === 0 && !this.#isElsewhereAt(at)) return false;
      if (this.#words.slice(at, at + named).some((one) => lists.hard.has(one) || lists.touching.has(one))) return false;
      if (phrase > 0 || /\d/.test(word) || lists.soft.has(word) || lists.known.has(word) || this.#isWord(word))
        known += Math.max(1, phrase);
      at += Math.max(1, phrase);
    }
    // Of another language most words are not known.
    return known * 2 >= this.#words.length;
  }

  #isElsewhereAt(at: number): boolean {
    const { words: lists } = this.#around.lexicon;
    const word = this.#words[at]!;
    if (/\d/.test(word)) return !this.#around.isOfRequest(word) && this.isAside(at);
    const isThisOne = word === 'one' && /^(?:this|of)$/.test(this.#words[at - 1] ?? '');
    if ((lists.touching.has(word) && !isThisOne) || lists.hard.has(word) || lists.turning.has(word)) return false;
    if (!lists.soft.has(word) && this.#isWorkInOtherForm(word)) return false;
    const negated = lists.negations.has(word) ? this.#words.slice(at + 1, at + 1 + reach.negated) : [];
    if (negated.some((one) => lists.undone.has(one))) return false;
    // "The wrong door", but "the date is wrong".
    if (
      /^(?:wrong|incorrect)$/.test(word) &&
      (!this.#is(at - 1, ['det']) || at + 1 === this.#words.length || this.#is(at + 1, ['recordNoun']))
    )
      return false;
    // "About this", "for this customer".
    if (/^(?:this|these)$/.test(word) && /^(?:about|for|on|over|regarding|with)$/.test(this.#words[at - 1] ?? ''))
      return true;
    if (word === 'that' && at > 1 && this.#is(at + 1, verbs)) return true;
    if (/^(?:this|that|these|those)$/.test(word)) return this.#is(at + 1, subjects);
    const isNoun = this.#is(at - 1, ['det', 'quality', 'noun', 'party', 'place', ...things]);
    if (this.#is(at, ['podThing', 'document']) && !this.#is(at, ['noun', 'place'])) return false;
    if (doneForm.test(word) && !this.#isWord(word) && !this.#around.mayPrice && this.#mentions(things)) return false;
    if (this.#is(at, work) && !isNoun && !lists.soft.has(word)) return false;
    return lists.soft.has(word) || !mayTurn(word);
  }

  /** Somebody or something that is told of, at the start; what the writer did or thinks may be about the request. */
  #hasSubject(): boolean {
    const { words: lists, phrases } = this.#around.lexicon;
    const [first = '', next = ''] = this.#words;
    if (longestAt(phrases.opens, this.#words, 0) > 0) return true;
    if (lists.first.has(first) || lists.people.has(first)) return longestAt(phrases.freight, this.#words, 0) > 0;
    return (
      longestAt(phrases.freight, this.#words, 0) > 0 ||
      first === 'there' ||
      (this.#is(0, ['det', 'party', 'noun', 'place', 'unit', ...things]) && !lists.first.has(next)) ||
      this.#is(1, ['party', 'place', 'fact', ...verbs])
    );
  }

  /** Thanks for what somebody did say that it is done. */
  #isMereThanks(from: number): boolean {
    return this.#words
      .slice(from)
      .every(
        (word, n) => !/(?:ing|ed|it)$/.test(word) && !this.#is(from + n, ['podThing', 'document', ...work, ...things]),
      );
  }

  /** How many words tell why; 0 for none. */
  #reasonAt(at: number): number {
    const { phrases, words: lists } = this.#around.lexicon;
    const word = this.#words[at]!;
    const before = this.#words[at - 1] ?? '';
    const isActor = this.#is(at - 1, [...actors, ...verbs]) || this.#tokens[at - 1]?.isCapital === true;
    const lengths = [longestAt(phrases.reasons, this.#words, at), this.#phraseAt(at, reasons)];
    const isOwn = at === 0 || lists.first.has(before);
    // Who writes may need something else.
    const isOfThis =
      !isOwn || this.#mentions(['podThing', 'claimThing', 'it']) || this.#words.some((one) => lists.to.has(one));
    if ((isOwn || isActor || lists.people.has(before)) && isOfThis)
      lengths.push(longestAt(phrases.needs, this.#words, at));
    // Who writes may be waiting for leave.
    if (isActor && !this.#words.slice(0, at).some((one) => lists.first.has(one)))
      lengths.push(longestAt(phrases.asks, this.#words, at));
    // "Our customer is a national retailer", "it's a warehouse".
    if (this.#is(at, ['be']) && this.#is(at + 1, ['det'])) lengths.push(this.#placeAt(at + 2, at));
    // "So I can send it to them."
    const isFor = this.#join === 'so' && at === 0 && lists.people.has(word) && lists.soThat.has(this.#words[1] ?? '');
    if (isFor && this.#isPurpose()) lengths.push(this.#words.length);
    if (lists.negations.has(word)) lengths.push(this.#negatedAt(at));
    if (lists.dated.has(word) && time.test(this.#words[at + 1] ?? '')) lengths.push(2);
    if (lists.dated.has(word) && isDated(this.#around.language, this.#words, at + 1)) lengths.push(1);
    return Math.max(...lengths);
  }

  /** What somebody wants to do with it changes nothing of it, whatever it is; "so we can cancel it" is no such thing. */
  #isPurpose(): boolean {
    const { stems, words: lists } = this.#around.lexicon;
    return this.#words.every(
      (word, at) =>
        !takesBack.has(word) &&
        (at < 3 || lists.kept.has(word) || lists.mayDo.has(word) || !mayTurn(word)) &&
        (stems.turns(this.#words, at) === 0 || at < 3) &&
        !lists.negations.has(word) &&
        (!/\d/.test(word) || this.#around.isOfRequest(word) || this.isAside(at)),
    );
  }

  #placeAt(from: number, start: number): number {
    const far = [0, 1, 2].find((n) => this.#is(from + n, ['place', 'party']));
    return far === undefined ? 0 : from + far + 1 - start;
  }

  /** From a negation to what it negates: "never signed for". */
  #negatedAt(at: number): number {
    for (let next = at + 1; next <= at + reach.negated && next < this.#words.length; next += 1) {
      if (this.#tokens[next - 1]!.endsPart) return 0;
      const length = longestAt(this.#around.lexicon.phrases.negated, this.#words, next);
      if (length > 0) return next + length - at;
      if (mayTurn(this.#words[next]!)) return 0;
    }
    return 0;
  }

  /** By when, or until what: "before noon", "until they see it". */
  #untilAt(at: number): number {
    const { before, people, gets } = this.#around.lexicon.words;
    if (!before.has(this.#words[at]!)) return 0;
    const next = this.#words[at + 1] ?? '';
    if (people.has(next) && gets.has(this.#words[at + 2] ?? '')) return 3;
    return /\d/.test(next) || this.#is(at + 1, ['det', 'date', 'when']) ? 1 : 0;
  }

  #isHarmlessAt(at: number): boolean {
    const { words: lists } = this.#around.lexicon;
    const word = this.#words[at]!;
    const next = this.#words[at + 1] ?? '';
    if (/\d/.test(word)) return this.#around.isOfRequest(word) || this.isAside(at);
    if (lists.negations.has(word)) return false;
    if (lists.known.has(word)) return true;
    if (lists.turning.has(word) || (mayTurn(word) && !lists.kept.has(word))) return false;
    if (lists.to.has(word))
      return (
        lists.mayDo.has(next) ||
        this.#is(at + 1, subjects) ||
        this.#tokens[at + 1]?.isCapital === true ||
        /\d/.test(next)
      );
    if (lists.to.has(this.#words[at - 1] ?? '') && lists.mayDo.has(word)) return true;
    if (this.#isWorkInOtherForm(word)) return false;
    // "Harbor Supply": of a name.
    const isOfName = this.#tokens[at]!.isCapital && this.#tokens[at - 1]?.isCapital === true;
    if (
      this.#is(at, work) &&
      !isOfName &&
      !(this.#is(at, subjects) && this.#is(at - 1, ['det', 'quality', ...subjects]))
    )
      return false;
    return this.#is(at, ['']) || this.#mayBeNoun(at);
  }

  /** "Pulling", "filed". */
  #isWorkInOtherForm(word: string): boolean {
    const stem = /^(.{3,})(?:ing|ed)$/.exec(word)?.[1];
    return (
      stem !== undefined && [stem, `${stem}e`, stem.slice(0, -1)].some((one) => isOf(this.#around.language, one, work))
    );
  }

  /** Whether a word that nobody knows can be no verb: at the start an order, behind somebody what they did. */
  #mayBeNoun(at: number): boolean {
    const { phrases, words: lists } = this.#around.lexicon;
    const word = this.#words[at]!;
    if (this.#isWord(word)) return true;
    if (neverNames.has(word) || lists.people.has(this.#words[at - 1] ?? '')) return false;
    if (at === 0)
      return (
        this.#is(1, [...verbs, 'party', 'fact']) ||
        [phrases.reasons, phrases.needs].some((some) => longestAt(some, this.#words, 1) > 0) ||
        lists.negations.has(this.#words[1] ?? '')
      );
    // What was done with what the request is about may settle it: "the carrier has the fee rescinded".
    if (doneForm.test(word) && this.#mentions(['podThing', 'it', ...things])) return false;
    const isBehindActor = this.#is(at - 1, [...actors, ...verbs]) || this.#tokens[at - 1]!.isCapital;
    return !isBehindActor || !/(?:[^s]s|ed|en)$/.test(word);
  }

  /**
   * Numbers that are no others of the record: times, days, counts, what a label says, how to call.
   * @param precedes of what is told before a request, also the numbers of other papers and other amounts
   */
  isAside(at: number, precedes = false): boolean {
    const word = this.#words[at]!;
    const [before = '', after = ''] = [this.#words[at - 1], this.#words[at + 1]];
    if (precedes && /^[a-z$€#-]{0,4}[\d.,/-]{1,12}$/.test(word)) return word.replace(/\D/g, '').length < 10;
    if (phone.test(word) || (/^x?\d{2,5}$/.test(word) && /^(?:x|ext|extension|\d{3}.*)$/.test(before))) return true;
    if (time.test(word) || (/^\d{1,2}(?:[:.]\d\d)?$/.test(word) && clock.test(after))) return true;
    if (this.#isReplaced(at)) return true;
    if (measures.test(after) && this.#around.lexicon.stems.lacks(this.#words, at + 2) > 0) return true;
    if (measures.test(after)) return money.test(after) ? this.#around.mayPrice : this.#around.mayWeigh;
    if (this.#around.mayPrice && /^[$€]/.test(word)) return true;
    if (/^[$€]/.test(word)) return false;
    if (/^[0-3]?\d$/.test(word) && (this.#is(at - 1, ['date']) || /^(?:at|by|until|till|before)$/.test(before)))
      return true;
    // "The BOL number is 88213."
    const called =
      this.#words.slice(Math.max(0, at - 4), at).findLast((one) => !/^(?:number|no|is|was|#)$/.test(one)) ?? '';
    if (/\d[.,]\d\d$/.test(word)) return this.#around.mayPrice;
    // "Short paying invoice 55120", beside a request that is not about invoices.
    const isPaper = this.#around.mayPrice && isOf(this.#around.language, called, ['recordNoun', 'document']);
    if (isPaper && /^[a-z]{0,4}-?\d{3,9}$/.test(word)) return true;
    if (this.#around.lexicon.words.labels.has(called))
      return word.replace(/\D/g, '').length !== 10 || /^(?:po|p\.o|order|ref|reference|tracking)$/.test(called);
    return /^\d{1,2}$/.test(word) && /^\p{L}{4,}$/u.test(after) && !measures.test(after);
  }

  /** "We had it at 6,100": what a correction takes the place of. */
  #isReplaced(at: number): boolean {
    const { phrases } = this.#around.lexicon;
    return (
      !/^[$€]|[.,]\d\d$/.test(this.#words[at]!) &&
      [1, 2, 3, 4].some((far) => at >= far && longestAt(phrases.replaced, this.#words, at - far) === far)
    );
  }

  /** How many words the longest phrase of several words has that is of one of the classes. */
  #phraseAt(at: number, names: readonly string[]): number {
    return Math.max(
      0,
      ...(this.#around.language.get(this.#words[at]!) ?? [])
        .filter(({ words, classes }) => words.length > 1 && names.some((name) => classes.has(name)))
        .filter(({ words }) => words.every((one, n) => this.#words[at + n] === one))
        .map(({ words }) => words.length),
    );
  }

  #mentions(names: readonly string[]): boolean {
    return this.#words.some((_, at) => this.#is(at, names));
  }

  #isWord(word: string): boolean {
    return this.#around.language.has(word) || this.#around.language.has(word.replace(/s$/, ''));
  }

  #is(at: number, names: readonly string[]): boolean {
    return at >= 0 && at < this.#words.length && isOf(this.#around.language, this.#words[at]!, names);
  }
}

/** How verbs end that say what was done. */
const doneForm = /(?:ed|en|[ai]do|aron|ieron)$|^ge\w+t$/;
const phone = /^(?:\d{3}[-.])?\d{3}[-.]\d{4}$/;
const time =
  /^(?:[01]?\d|2[0-3])[:h][0-5]\d(?:am|pm)?$|^[0-3]?\d(?:am|pm|st|nd|rd|th)$|^[01]?\d\/[0-3]?\d(?:\/(?:20)?\d\d)?$|^[0-3]?\d\.[01]?\d(?:\.(?:20)?\d\d)?$/;
const clock = /^(?:am|pm|uhr|h|central|eastern|pacific|days?|tage?n?|jours|dias|o'clock)$/;
const money = /^(?:euros?|dollars?|pesos?)$/;
const measures =
  /^(?:lbs?|pounds?|kilos?|kg|libras?|livres?|pfund|tons?|tonnes?|tonnen?|toneladas?|percent|euros?|dollars?|pesos?)$/;
