/**
 * What may stand beside a request without changing it. An allow-list: a sentence is harmless only where clauses of the known
 * kinds fill it, made of nothing but the words of `phrases.json`, the numbers of the request and names where names can be.
 * Every other sentence is for its writer to confirm.
 */
import { isBackground, isStatement } from './background.ts';
import {
  type Clause,
  type Language,
  type Token,
  type Lexicon,
  Sentence,
  bareNumber,
  behindVerbs,
  inEveryLanguage,
  isDetail,
  isFilled,
  languages,
  languagesOf,
  longestAt,
  mayTurn,
  neverNames,
  numbersOf,
  sentencesOf,
  takesBack,
  lexicons,
  tokensOf,
} from './vocabulary.ts';

/** What the request has: its values, and the kinds of work by which words like "pull" or "void" ask for it. */
export interface Asked {
  /** The text is above the lines: there people say what is wrong and who said so, below them that may be about the lines. */
  readonly isAbove?: boolean;
  readonly values: readonly string[];
  readonly kinds: ReadonlySet<string>;
}

const plain = ['glue', 'noun', 'recordNoun', 'party', 'here', 'when'];
/** "Signed" can be what somebody did; where nothing is asked for, it is not known which. */
const common = [...plain, 'participle'];
/** Words of an order for the very work that say nothing of anybody or of another record. */
const mere = ['glue', 'noun', 'recordNoun', 'here', 'when'];
/** What a correction is of; what else a request may be about. */
const ofBill = ['weightThing', 'classThing', 'consigneeThing', 'addThing', 'chargeThing'];
const things = [...ofBill, 'podThing', 'disputeThing', 'claimThing', 'answerThing', 'fixThing'];
const kindsOf: Readonly<Record<string, readonly string[]>> = {
  pod: ['pod', 'podThing'],
  dispute: ['dispute', 'disputeThing', 'it'],
  claim: ['claim', 'claimThing', 'answerThing', 'it'],
  weight: ['fix', 'weightThing', 'it'],
  class: ['fix', 'classThing', 'it'],
  consignee: ['fix', 'consigneeThing', 'it'],
  correction: ['fix', 'fixThing', 'it'],
  add: ['add', 'addThing', 'it'],
  remove: ['remove', 'addThing'],
};

/** An order begins with its verb or politely, or is polite further on; anything else is told. */
function asksFor(
  verb: readonly string[],
  body: readonly string[],
  must: Clause['must'],
  names: Clause['names'],
): Clause[] {
  const polite = ['lead', 'ask'];
  const whole = [...body, ...polite, 'purpose'];
  return [
    { start: [...verb, ...polite], body: whole, must, names },
    { start: body.filter((name) => !verb.includes(name)), body: whole, must: [...must, polite], names },
  ];
}

/** Classes that say nothing about a record on their own: no words of a subject. */
const ofSentences: ReadonlySet<string> = new Set(
  'det link helps be not fact factNot filed comm comesOff quality deadline deadlineEnd'.split(' '),
);

const fixed: readonly Clause[] = [
  { start: ['kind'], body: ['kindly'], must: [], names: 'anywhere' },
  { start: ['kind', 'please'], body: ['kindly', 'please'], must: [['please']], names: 'none' },
  { start: ['hope'], body: ['hoping'], must: [], names: 'placed' },
  { start: ['offer'], body: ['offering'], must: [], names: 'none' },
  { start: ['report'], body: ['glue', 'when', 'done'], must: [['done']], names: 'none' },
  { start: ['alone'], body: ['placing'], must: [], names: 'placed' },
  { start: ['when'], body: ['lead'], must: [], names: 'none' },
  {
    start: [
      'here',
      'deixis',
      ...plain,
      'request',
      'lead',
      'isare',
      ...ofBill,
      'disputeThing',
      'claimThing',
      'fixThing',
    ],
    body: [],
    must: [['here']],
    names: 'placed',
  },
  // What others want, and what we got.
  {
    start: ['party', 'glue', 'noun', 'recordNoun', 'NAME', ...things],
    body: ['wants', 'aux', 'here', 'when', 'date', 'count', 'purpose', 'onBill'],
    must: [['wants'], ['party', 'NAME']],
    names: 'things',
  },
  { start: ['got'], body: [...common, 'gotEnd', 'claimThing'], must: [['claimThing']], names: 'placed' },
  { start: ['we'], body: [...common, 'count', 'purpose', 'onBill', ...things], must: [], names: 'things' },
  { start: ['purpose'], body: [...common, ...things], must: [], names: 'things' },
];

/** A heading, and what comes: "Request for the robot:", "Adding one more for today." */
const heading: Clause = {
  start: ['request', 'isare', ...mere],
  body: ['deixis'],
  must: [
    ['request', 'isare'],
    ['request', 'deixis'],
  ],
  names: 'none',
};

/** What asks for the work, and so only beside a request for such work. */
const asking = (kind: string): readonly Clause[] => {
  const [verb = kind, ...of] = kindsOf[kind] ?? [kind, `${kind}Thing`];
  const body = [...common, ...of];
  const named = of.filter((name) => name !== 'it');
  return [
    ...asksFor([verb], [...body, verb], [[verb], of], 'things'),
    { start: [...body, 'need', 'lead', 'ask'], body: ['purpose'], must: [['need'], named], names: 'things' },
    { start: body, body: ['request', 'lead'], must: [named, ['request', 'please']], names: 'placed' },
  ];
};

/** An order that leaves what it is about to the lines. */
function introduction(kind: string): Clause {
  const [verb = kind] = kindsOf[kind] ?? [kind];
  return {
    start: ['lead', 'ask'],
    body: ['lead', 'ask', 'glue', 'when', verb],
    must: [[verb], ['lead', 'ask']],
    names: 'none',
  };
}

const mostTokens = 60;
/** The first sentence that may change the request; null where none does. */
export const unclearIn = (text: string, asked: Asked, answers = false): string | null =>
  readSentences(text, asked, answers).find(({ isClear }) => !isClear)?.text ?? null;

export interface ReadSentence {
  readonly text: string;
  readonly isClear: boolean;
  /** It asks for what the lines ask for, in words. */
  readonly isRequest: boolean;
  /** It tells what others did, in words that cannot change what somebody asks for afterwards. */
  readonly isBackground: boolean;
}

export function readSentences(text: string, { values, kinds, isAbove = true }: Asked, answers = false): ReadSentence[] {
  const requests = [
    ...asksFor(['do'], [...common, 'request', 'do'], [['do']], 'none'),
    ...asksFor(['generic'], [...mere, 'deixis', 'generic'], [['generic'], ['deixis', 'here']], 'none'),
    ...[...kinds].flatMap(asking),
  ];
  const clauses = [...fixed, ...requests, ...(answers ? [openQuestion] : [])];
  const numbers = numbersOf(values);
  const mayPrice = [...kinds].every((kind) => kind === 'pod' || kind === 'claim');
  const mayWeigh = [...kinds].every((kind) => kind === 'pod' || kind === 'claim' || kind === 'dispute');
  const parts = sentencesOf(text);
  const details = parts.map((part, at) => isDetail(part, parts[at + 1] ?? '', mayWeigh) || areOtherPapers(part));
  const read = parts.map((part, n) => {
    const [, code = ''] = codeAlone.exec(part) ?? [];
    const isOwnCode = code !== '' && numbers.has(`code ${code.toLowerCase()}`);
    if (isOwnCode || details[n] === true || (details[n - 1] === true && !areOtherPapers(parts[n - 1]!)))
      return { text: part.trim(), isClear: true, isRequest: false, isBackground: true };
    const tokens = withoutPlease(withoutVocative(tokensOf(part)));
    // Letters of other scripts are no tokens, and what is no token is not understood.
    const isRead =
      tokens.length > 0 &&
      tokens.length <= mostTokens &&
      !/[^\p{Script=Latin}\p{Script=Common}\p{M}]/u.test(part) &&
      !/~~/.test(part) &&
      // "Stop, …" is not the stop of a truck.
      !(takesBack.has(tokens[0]!.word) && tokens[0]!.endsPart);
    const isQuestion = part.includes('?') && !answers;
    const spoken = languagesOf(tokens);
    // "Please update:" asks for what the lines below it say.
    const introduces = isAbove && /[:.!]\s*$/.test(part) ? [...kinds].map(introduction) : [];
    const fillIn = (language: Language, some: readonly Clause[]): boolean =>
      isRead && isFilled(new Sentence(language, tokens, numbers), tokens.length, some, isQuestion);
    const fill = (some: readonly Clause[]): boolean => languages().some((language) => fillIn(language, some));
    /** One of its clauses asks for the work. */
    let asks = false;
    const isBackgroundIn = (language: Language, lexicon: Lexicon, precedes: boolean): boolean => {
      const within = (clause: readonly Token[], some: readonly Clause[]): boolean =>
        isFilled(new Sentence(language, clause, numbers), clause.length, some, false);
      const isRequest = (clause: readonly Token[]): boolean =>
        within(clause, [...requests, ...besideRequests]) && !within(clause, besideRequests);
      const around = {
        language,
        lexicon,
        isOfRequest: (word: string): boolean => numbers.has(bareNumber(word)),
        mayPrice,
        mayWeigh,
        needsReason: !precedes,
        isRequest,
        isClear: (clause: readonly Token[]): boolean => {
          asks ||= isRequest(clause);
          return within(clause, clauses) || areOtherPapers(clause);
        },
      };
      return (
        isRead &&
        (!part.includes('?') || beginsAsRequest(language, tokens, kinds)) &&
        (isBackground(tokens, around) ||
          (spoken.includes(lexicon) &&
            spoken.every((one) =>
              isStatement(
                tokens,
                { ...around, language: languages()[lexicons().indexOf(one)]!, lexicon: one },
                precedes && mayPrice && !ordersOther(tokens, kinds, language, one),
              ),
            )))
      );
    };
    const inOne = (test: (language: Language, lexicon: Lexicon) => boolean): boolean =>
      languages().some((language, at) => test(language, lexicons()[at]!));
    const isClear = inOne(
      (language, lexicon) =>
        (isBackgroundIn(language, lexicon, false) ||
          fillIn(language, [...clauses, ...introduces]) ||
          (isAbove && fillIn(language, [heading]))) &&
        !ordersOther(tokens, kinds, language, lexicon),
    );
    return {
      text: part.trim(),
      isClear,
      isRequest:
        isClear &&
        (asks ||
          isOwnNeed(tokens) ||
          inOne((language) => beginsAsRequest(language, tokens, kinds)) ||
          (fill([...requests, ...besideRequests, ...introduces]) && !fill(besideRequests))),
      isBackground: !/:\s*$/.test(part) && inOne((language, lexicon) => isBackgroundIn(language, lexicon, true)),
    };
  });
  // "FYI – please enter the below": what it is for is said behind it.
  return read.map((one, n) =>
    isNotice(one.text) && read[n + 1]?.isRequest === true ? { ...one, isClear: true } : one,
  );
}

/** "Reason: RATE." */
const codeAlone = /^\s*(?:reason(?: code)?|motiv[eo]?|motif|grund(?:code)?):\s*([A-Z]{2,4})\.?\s*$/i;
const isNotice = (text: string): boolean => /^fyi\b[^\p{L}]*$/iu.test(text);

/** What may begin a part of a sentence and have an article behind it without being an order; with the verbs of the request. */
const beginsPart =
  'do det glue when be lead ask need kind kindly hope offer here wants purpose onBill report comm helps aux and'.split(
    ' ',
  );

/**
 * Whether a part of a sentence begins with a word that has an article or the name of somebody behind it: there it is the verb
 * of another order, "and bill the customer", also where it is known as a noun or not at all.
 */
function ordersOther(
  tokens: readonly Token[],
  kinds: ReadonlySet<string>,
  language: Language,
  { words: lists }: Lexicon,
): boolean {
  const may = [...beginsPart, ...[...kinds].flatMap((kind) => kindsOf[kind]?.[0] ?? kind)];
  const is = (at: number, names: readonly string[]): boolean =>
    (language.get(tokens[at]?.word ?? '') ?? []).some(
      ({ words, classes }) =>
        words.every((word, next) => tokens[at + next]?.word === word) && names.some((name) => classes.has(name)),
    );
  // Somebody who is told of does what follows: "the consignee refused one and kept the other".
  if (is(0, ['det', 'party']) && !lists.first.has(tokens[0]!.word)) return false;
  return tokens.some(({ word, endsPart, isCapital }, at) => {
    const before = tokens[at - 1];
    const begins =
      before === undefined || before.endsPart || lists.joins.has(before.word) || is(at - 1, ['and', 'lead']);
    if (!begins || endsPart || (isCapital && at > 0) || /\d|[^s]s$|ed$|ing$/.test(word) || is(at, may)) return false;
    if (
      [lists.joins, lists.to, lists.before, lists.people, lists.first, lists.negations].some((some) => some.has(word))
    )
      return false;
    const isOfThis = is(at, ['generic']) && [1, 2, 3].some((n) => is(at + n, ['deixis', 'here']));
    if (isOfThis) return false;
    return is(at + 1, ['det']) || (is(at, ['recordNoun', 'document']) && is(at + 1, ['party']));
  });
}

/** "I need a copy of …"; what somebody needed they may need no longer. */
const isOwnNeed = (tokens: readonly Token[]): boolean => {
  const words = tokens.map(({ word }) => word);
  return lexicons().some(
    ({ phrases, words: lists }) =>
      lists.first.has(words[0] ?? '') && !/[^e]ed$/.test(words[1] ?? '') && longestAt(phrases.needs, words, 1) > 0,
  );
};

/** "Can you pull …", "please pull …": a sentence that nothing turns is a request, whatever else it says. */
function beginsAsRequest(language: Language, tokens: readonly Token[], kinds: ReadonlySet<string>): boolean {
  const classesAt = (at: number): { end: number; names: ReadonlySet<string> }[] =>
    (language.get(tokens[at]?.word ?? '') ?? [])
      .filter(({ words }) => words.every((word, next) => tokens[at + next]?.word === word))
      .map(({ words, classes }) => ({ end: at + words.length, names: classes }));
  const verbs = [...kinds].map((kind) => kindsOf[kind]?.[0] ?? kind);
  return classesAt(0)
    .filter(({ names }) => names.has('ask') || names.has('please'))
    .some(({ end }) => classesAt(end).some(({ names }) => verbs.some((verb) => names.has(verb))));
}

/** What may be in the sentence of a request. */
const besideRequests: readonly Clause[] = [
  { start: ['here', 'lead', 'request'], body: ['glue', 'noun'], must: [['here']], names: 'none' },
  { start: ['kind'], body: ['kindly'], must: [], names: 'anywhere' },
  { start: ['when'], body: ['lead'], must: [], names: 'none' },
  { start: ['purpose'], body: [...common, ...things], must: [], names: 'things' },
  { start: ['offer'], body: ['offering'], must: [], names: 'none' },
  { start: ['report'], body: ['glue', 'when', 'done'], must: [['done']], names: 'none' },
];

/** What a quote may ask that is answered by lines below it. */
const openQuestion: Clause = {
  start: ['which'],
  body: [...common, ...things, 'request', 'isare', 'lead', 'need'],
  must: [],
  names: 'none',
};
export const allKinds: ReadonlySet<string> = new Set(Object.keys(kindsOf));

/** What gateways put before the subject of a mail from outside. */
const gatewayMark = new RegExp(`^\\s*[[({*]\\s?${inEveryLanguage('gateway')}\\s?[\\])}*]:?`, 'i');

/** "May I please get", "could you kindly send": politeness behind who asks or is asked. */
const withoutPlease = (tokens: readonly Token[]): readonly Token[] =>
  tokens.filter(
    ({ word, endsPart }, at) =>
      endsPart ||
      !/^(?:please|pls|plz|kindly)$/.test(word) ||
      !/^(?:i|we|you|u|someone|somebody)$/.test(tokens[at - 1]?.word ?? ''),
  );

const greets = new RegExp(`^${inEveryLanguage('greeting')}(?![a-z])`);

/** "Laura, can you …", "Hi guys, we …": who is spoken to. */
function withoutVocative(tokens: readonly Token[]): readonly Token[] {
  const end = tokens.slice(0, 4).findIndex(({ endsPart }) => endsPart);
  const isGreeted = end !== -1 && end < tokens.length - 1 && greets.test(tokens.map(({ word }) => word).join(' '));
  const [greeted = ''] = greets.exec(`${tokens.map(({ word }) => word).join(' ')} `) ?? [];
  const bare = greeted === '' ? 0 : greeted.split(' ').length;
  // "Good morning please get me …"
  if (bare > 0 && !isGreeted && /^(?:please|pls|can|could|would|may|need|i|we)$/.test(tokens[bare]?.word ?? ''))
    return tokens.slice(bare);
  if (isGreeted && tokens.length > end + 3 && tokens.slice(0, end + 1).every(({ word }) => !mayTurn(word)))
    return tokens.slice(end + 1);
  const [first, second] = tokens;
  const isName =
    tokens.length > 3 &&
    first!.isCapital &&
    first!.endsPart &&
    !second!.isCapital &&
    !neverNames.has(first!.word) &&
    !mayTurn(first!.word) &&
    languages().every((language) => !language.has(first!.word)) &&
    lexicons().every(({ stems }) => stems.turns([first!.word], 0) === 0 && stems.settles([first!.word], 0) === 0);
  return isName ? tokens.slice(1) : tokens;
}

/** Whether a part has nothing but the numbers of other papers, with what they are called: "(PO 55812, BOL 771)". */
const areOtherPapers = (part: string | readonly Token[]): boolean => {
  const tokens = typeof part === 'string' ? tokensOf(part) : part;
  return (
    tokens.some((_, at) => isOtherPaper(tokens, at)) &&
    tokens.every(
      ({ word }, at) =>
        isOtherPaper(tokens, at) || (!/\d/.test(word) && lexicons().some(({ words }) => words.labels.has(word))),
    )
  );
};

/** "PO 55812": the number of a paper that no request is about. */
const isOtherPaper = (tokens: readonly Token[], at: number): boolean =>
  /^[a-z]{0,4}[\d-]{3,12}$/.test(tokens[at]!.word) &&
  tokens[at]!.word.replace(/\D/g, '').length !== 10 &&
  lexicons().some(({ words }) => words.labels.has(tokens[at - 1]?.word ?? ''));

/**
 * Whether a subject has no word that may turn the request, and no numbers but those of the request, of other papers and of
 * tickets.
 * @param removes the request removes something, so that the word for it is none that takes it back
 */
export function isPlainSubject(subject: string, values: readonly string[], removes = false, isStrict = false): boolean {
  const given = new Set(values);
  const tokens = tokensOf(
    subject.replace(/[[(](?:ticket |case )?(?:#|[A-Z]{2,10}-)\d{1,12}[\])]/gi, ' ').replace(gatewayMark, ' '),
  ).filter(({ word }) => word.length > 1);
  const numbers = numbersOf(values);
  return languages().some((language) => {
    const sentence = new Sentence(language, tokens, numbers);
    for (let at = 0; at < tokens.length;) {
      const ends = sentence
        .at(at)
        .filter(({ classes }) =>
          [...classes].some((name) => !name.includes('_') && (removes || name !== 'remove') && !ofSentences.has(name)),
        )
        .map(({ end }) => end);
      const { word } = tokens[at]!;
      const isKnown =
        given.has(word) ||
        /^\d{1,2}([./])\d{1,2}(?:\1(?:\d\d){0,2})?$/.test(word) ||
        isCompound(word, language) ||
        (!isStrict && (isMereWord(word) || isTicket(tokens, at)));
      if (ends.length === 0 && !isOtherPaper(tokens, at) && !isKnown) return false;
      at = Math.max(at + 1, ...ends);
    }
    return true;
  });
}

/** A word that takes nothing back, and by which nothing is settled, put off or bound, in any language. */
const isMereWord = (word: string): boolean =>
  /^\p{L}[\p{L}'&-]*$/u.test(word) &&
  !mayTurn(word) &&
  !neverNames.has(word) &&
  lexicons().every(
    ({ stems, words: lists }) =>
      stems.turns([word], 0) + stems.settles([word], 0) + stems.admits([word], 0) === 0 &&
      ![lists.hard, lists.turning, lists.negations].some((some) => some.has(word)),
  );

/** "Document request #22871", which is no number of a record: "PRO #44711". */
const isTicket = (tokens: readonly Token[], at: number): boolean =>
  /^#\d{1,9}$/.test(tokens[at]!.word) &&
  !lexicons().some(({ words }) =>
    [words.pros, words.invoices, words.claims, words.disputes].some((some) => some.has(tokens[at - 1]?.word ?? '')),
  );

/** "Rechnungsreklamation": a word that ends with a noun of the trade. */
const isCompound = (word: string, language: Language): boolean =>
  Array.from(word, (_, from) => word.slice(from)).some((end, from) => {
    return (
      from > 3 &&
      end.length > 4 &&
      (language.get(end) ?? []).some(
        ({ words, classes }) =>
          words.length === 1 && [...classes].some((name) => name.endsWith('Thing') || name === 'noun'),
      )
    );
  });

const ofTitles = [...common, ...ofBill, 'disputeThing', 'claimThing'].filter(
  (name) => name !== 'here' && name !== 'when',
);
/** What somebody does, as it is below their name. */
export const isTitle = (line: string): boolean =>
  languages().some((language) => {
    const tokens = tokensOf(line);
    const clause: Clause = { start: [...ofTitles, 'NAME'], body: [], must: [], names: 'anywhere' };
    const isFull = (some: readonly Token[]): boolean =>
      isFilled(new Sentence(language, some, new Set()), some.length, [clause], false);
    const [first] = tokens;
    if (first === undefined || tokens.length > 6 || !/^\s*\p{Lu}/u.test(line)) return false;
    // "Dispute the charge" is an order, and a title ends without a full stop.
    if (behindVerbs.has(tokens[1]?.word ?? '') || /\p{Ll}{4,}[.!?]\s*$/u.test(line)) return false;
    // Words that nobody knows and that no sentence has: "Gerente de tráfico".
    const isMere = tokens.every(
      ({ word }) =>
        !/\d/.test(word) &&
        !mayTurn(word) &&
        !neverNames.has(word) &&
        !lexicons().some(({ words: lists }) => lists.people.has(word)),
    );
    if (isMere && tokens.length < 5 && !/[.!?]\s*$/.test(line)) return true;
    // "Assistante transport": the first word may be a title that nobody knows.
    return isFull(tokens) || (tokens.length > 1 && !neverNames.has(first.word) && isFull(tokens.slice(1)));
  });

/** Whether a free text has no word by which people turn what they ask for. */
export const isPlainText = (value: string): boolean => !tokensOf(value).some(({ word }) => mayTurn(word));

/** The first part of a free text that is said to its reader; null where there is none. Nobody's comment begins with an order. */
export function asideIn(value: string, values: readonly string[]): string | null {
  const [, inner] = /[([{]([^)\]}]*)/.exec(value) ?? [];
  if (inner !== undefined && !isPlainSubject(inner, values, false, true)) return inner;
  const [, ...more] = sentencesOf(value);
  return (
    more.find((part) =>
      takesBack.has(tokensOf(part).find(({ word }) => !/^(?:please|pls|but|or|and)$/.test(word))?.word ?? ''),
    ) ?? null
  );
}
