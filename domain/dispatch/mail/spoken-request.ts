/**
 * A request in sentences: "Could you pull the POD for PRO 4471180293?" It names one kind of work and its record; everything
 * else that a task can have is asked for by `key: value` lines.
 */
import type { CsvColumn } from '../csv/columns.ts';
import { tidied } from '../csv/rows.ts';
import { accessorialCode } from '../code-text.ts';
import { disputeReasons } from '../task-schemas.ts';
import type { TaskType } from '../task.ts';
import { freeText } from './key-lines.ts';
import { allKinds } from './prose.ts';
import { type Token, type Lexicon, longestAt, sentencesOf, lexicons, tokensOf } from './vocabulary.ts';

/** What sentences name, in the words of their writer. */
interface Named {
  readonly column: 'pro' | 'invoice_number' | 'dispute_id' | 'claim_id';
  readonly value: string;
}

export interface Spoken {
  readonly type: TaskType;
  /** A record that is named twice is there once. */
  readonly values: readonly { readonly column: CsvColumn; readonly value: string }[];
  readonly doubts: readonly string[];
  /** Each of its records is asked for by itself. */
  readonly isList: boolean;
}

/** How many words may be between a number and what it is called. */
const labelReach = 4;
const id = /^[a-z]{1,12}-(?:[a-z0-9]+-)*\d+$/;

/**
 * What the sentences of a text name to be done; null for nothing that a mail can ask for.
 * @param given in lines
 */
export function spokenIn(texts: readonly string[], given: Spoken['values']): Spoken | null {
  const sentences = texts.flatMap(sentencesOf);
  const named = [...given, ...sentences.flatMap((one) => namedIn(one))];
  const of = (column: Named['column']): string[] => [
    ...new Set(named.filter((one) => one.column === column).map(({ value }) => value)),
  ];
  const [pros, invoices, disputes, claims] = [of('pro'), of('invoice_number'), of('dispute_id'), of('claim_id')];
  const valuesOf = (column: CsvColumn, all: readonly string[]): Spoken['values'] =>
    all.map((value) => ({ column, value }));
  const isList = given.length === 0 && isOfSeveral(sentences);
  const changes = pros.length === 1 ? sentences.flatMap(changesIn) : [];
  if (changes.length > 0)
    return { type: 'tms_correction', values: [...valuesOf('pro', pros), ...changes], doubts: [], isList: false };
  if (pros.length > 0 && sentences.some((one) => names('proof', one))) {
    const asked = sentences.find((one) => names('proof', one) && namedIn(one).length > 0 && names('extra', one));
    const more =
      asked === undefined ? [] : [`it may ask for more than the proof: ${JSON.stringify(asked.trim().slice(0, 80))}`];
    const isAttached = sentences.some(
      (one) => disputes.some((dispute) => one.includes(dispute)) && names('attach', one),
    );
    if (isAttached)
      return {
        type: 'pod_to_dispute',
        values: [...valuesOf('pro', pros), ...valuesOf('dispute_id', disputes)],
        doubts: [],
        isList: false,
      };
    return { type: 'pull_pod', values: valuesOf('pro', pros), doubts: more, isList };
  }
  if (claims.length > 0 && sentences.some((one) => names('answer', one)))
    return { type: 'answer_claim', values: valuesOf('claim_id', claims), doubts: [], isList };
  if (invoices.length > 0 && sentences.some((one) => names('contest', one)))
    return disputed(valuesOf('invoice_number', invoices), sentences, given);
  return null;
}

/** Whether a list of numbers is meant as one: there is a word for several things, and none that leaves a choice. */
const isOfSeveral = (sentences: readonly string[]): boolean => {
  const words = sentences.flatMap((one) => tokensOf(one).map(({ word }) => word));
  return (
    lexicons().some(({ words: lists }) => words.some((word) => lists.several.has(word))) &&
    !words.some((word) => /^(?:or|o|u|ou|oder|and\/or|und\/oder)$/.test(word))
  );
};

/** Why a dispute is filed and over how much: each only where the text has one, and as what is disputed. */
function disputed(invoices: Spoken['values'], sentences: readonly string[], given: Spoken['values']): Spoken {
  const grounds = new Set(sentences.flatMap(groundsIn));
  const sums = new Map(sentences.flatMap((one) => amountsIn(one).map((sum): [string, string] => [sum, one])));
  const has = (column: CsvColumn): boolean => given.some((one) => one.column === column);
  const doubts: string[] = [];
  if (grounds.size > 1 && !has('reason_code')) doubts.push(`it may name several reasons: ${[...grounds].join(', ')}`);
  const [sum] = sums.keys();
  // The amount of the whole invoice is no amount of a dispute.
  const isOfDispute = sum !== undefined && (groundsIn(sums.get(sum)!).length > 0 || names('contest', sums.get(sum)!));
  if (!has('amount') && sum !== undefined && (sums.size > 1 || !isOfDispute))
    doubts.push('it may name another amount than the one that is disputed');
  const [ground] = grounds;
  return {
    type: 'file_dispute',
    isList: false,
    values: [
      ...invoices,
      ...(ground === undefined || has('reason_code') ? [] : [{ column: 'reason_code' as const, value: ground }]),
      ...(sum === undefined || has('amount') ? [] : [{ column: 'amount' as const, value: sum }]),
    ],
    doubts,
  };
}

/** The codes of the reasons that a sentence names, by the code itself or in words. */
function groundsIn(sentence: string): string[] {
  const codes = [
    ...sentence.matchAll(
      /\b(?:[Rr]eason(?: code)?|[Cc]ode|[Mm]otiv[eo]?|[Mm]otif|[Gg]rund(?:code)?):? ?([A-Z]{3,4})\b/g,
    ),
  ].flatMap(([, code = '']) => ((disputeReasons as readonly string[]).includes(code) ? [code] : []));
  if (codes.length > 0) return codes;
  const words = tokensOf(sentence).map(({ word }) => word);
  return lexicons().flatMap(({ phrases }) =>
    [...disputeReasons].filter((code) =>
      words.some((_, at) => longestAt(phrases.grounds, [code, ...words.slice(at)], 0) > 1),
    ),
  );
}

const money = /(?:us ?)?\$ ?(\d[\d.,]*\d|\d)|(\d[\d.,]*\d|\d) ?(?:usd|us ?\$|us dollars|dollars)/giu;
const amountsIn = (sentence: string): string[] =>
  [...sentence.matchAll(money)].map(([whole]) => tidied('amount', whole.trim()));

/** "Correct the weight to 1,420 lbs", "remove the liftgate charge": what a sentence changes on the bill. */
function changesIn(sentence: string): Spoken['values'] {
  const tokens = tokensOf(sentence).map(({ word }) => word);
  const changes = lexicons().flatMap(({ words: lists, phrases }): Spoken['values'] => {
    const at = (some: Lexicon['phrases'][keyof Lexicon['phrases']]): number =>
      tokens.findIndex((_, n) => longestAt(some, tokens, n) > 0);
    if (tokens.some((word) => lists.revises.has(word))) {
      const [weight, freightClass] = [at(phrases.weights), at(phrases.classes)];
      // "To 85", and "to class 85".
      const isBehindTo = (n: number): boolean =>
        lists.putsTo.has(tokens[n - 1] ?? '') ||
        (lists.putsTo.has(tokens[n - 2] ?? '') && longestAt(phrases.classes, tokens, n - 1) === 1);
      const values = tokens.flatMap((word, n) =>
        isBehindTo(n) && /^\d/.test(word) ? [[ungrouped(word, lists.groupsBy), tokens[n + 1] ?? ''] as const] : [],
      );
      if (values.length !== 1 || (weight === -1) === (freightClass === -1)) return [];
      const [[value, unit]] = values as [readonly [string, string]];
      const plain = value.replace(/(?:lbs?|#)$/, '');
      if (weight === -1) return [{ column: 'changes.billed_class', value: plain }];
      return /^(?:kg|kilos?|kilograms?|tons?|tonnes?|t)$/.test(unit) || /[a-z]$/.test(plain)
        ? []
        : [{ column: 'changes.billed_weight', value: tidied('changes.billed_weight', `${plain} lbs`) }];
    }
    const services = tokens.flatMap((_, n) =>
      [1, 2, 3].flatMap((length) => {
        const code = accessorialCode(tokens.slice(n, n + length).join(' '));
        return code === undefined || tokens[n]!.length < 4 ? [] : [{ code, n, next: tokens[n + length] ?? '' }];
      }),
    );
    const changed = (column: CsvColumn, found: typeof services): Spoken['values'] => {
      const codes = new Set(found.map(({ code }) => code));
      return codes.size === 1 ? [{ column, value: [...codes].join('|') }] : [];
    };
    const [off, on] = [at(phrases.takesOff), at(phrases.putsOn)];
    if (off !== -1)
      return changed(
        'changes.remove_accessorials',
        services.filter(({ n }) => n > off),
      );
    // "Add a liftgate charge", but not "add the liftgate photos": a service is added by its name alone.
    const added = services.filter(({ n }) => n > on);
    const isService = added.some(({ n, next }) => n <= on + 2 && (next === '' || lists.behindService.has(next)));
    return on !== -1 && isService ? changed('changes.add_accessorials', added) : [];
  });
  const seen = new Map(changes.map((one) => [`${one.column} ${one.value}`, one]));
  return [...seen.values()];
}

/** "1.840" as Germans write it. */
const ungrouped = (word: string, groupsBy: ReadonlySet<string>): string =>
  groupsBy.has('.') && /^\d{1,3}(?:\.\d{3})+(?!\d)/.test(word) ? word.replaceAll('.', '') : word;

/** Whether a sentence has a word by which work is named, in any language. */
const names = (work: 'proof' | 'extra' | 'attach' | 'answer' | 'contest', sentence: string): boolean => {
  const words = tokensOf(sentence).map(({ word }) => word);
  return lexicons().some((lexicon) => words.some((_, at) => longestAt(lexicon.phrases[work], words, at) > 0));
};

/** What texts name by what it is called, whatever they say of it. */
export const recordsIn = (texts: readonly string[]): Spoken['values'] => {
  const named = texts.flatMap(sentencesOf).flatMap((one) => namedIn(one, null));
  return [...new Map(named.map((one) => [`${one.column} ${one.value}`, one])).values()];
};

/** @param otherwise what a number is that is called nothing */
function namedIn(text: string, otherwise: Named['column'] | null = 'pro'): Named[] {
  const tokens = tokensOf(text);
  return tokens.flatMap(({ word }, at): Named[] => {
    const number = /^#?(\d{10})$/.exec(word)?.[1];
    const column =
      number === undefined && !id.test(word) ? null : calledBy(tokens, at, number !== undefined, otherwise);
    if (column === null) return [];
    const value = number ?? new RegExp(word.replaceAll('-', String.raw`\-`), 'i').exec(text)?.[0];
    return value === undefined ? [] : [{ column, value }];
  });
}

/** By what a number is called in front of it; null for the number of something else. */
function calledBy(
  tokens: readonly Token[],
  at: number,
  isNumber: boolean,
  otherwise: Named['column'] | null,
): Named['column'] | null {
  const has = (word: string, name: keyof Lexicon['words']): boolean =>
    lexicons().some(({ words }) => words[name].has(word));
  for (let before = at - 1; before >= 0 && before >= at - labelReach; before -= 1) {
    const { word } = tokens[before]!;
    if (isNumber && has(word, 'pros')) return 'pro';
    if (isNumber && has(word, 'invoices')) return 'invoice_number';
    if (!isNumber && has(word, 'claims')) return 'claim_id';
    if (!isNumber && has(word, 'disputes')) return 'dispute_id';
    if (has(word, 'references')) return null;
  }
  return isNumber ? otherwise : null;
}

const kindsOfType: Readonly<Record<string, readonly string[]>> = {
  pull_pod: ['pod'],
  pod_to_dispute: ['pod', 'dispute'],
  file_dispute: ['dispute'],
  answer_claim: ['claim'],
  tms_correction: ['correction'],
};
const kindsOfColumn: Readonly<Partial<Record<CsvColumn, string>>> = {
  'changes.billed_weight': 'weight',
  'changes.billed_class': 'class',
  'changes.consignee_name': 'consignee',
  'changes.consignee_address': 'consignee',
  'changes.add_accessorials': 'add',
  'changes.remove_accessorials': 'remove',
};
/** The work that the lines are for; without a type, prose may ask for any. */
export function kindsOf(found: Spoken['values']): ReadonlySet<string> {
  if (!found.some(({ column }) => column === 'task_type')) return allKinds;
  return new Set(
    found.flatMap(({ column, value }) => {
      if (column === 'task_type') return kindsOfType[value] ?? [];
      return column === 'action' ? [value] : (kindsOfColumn[column] ?? []);
    }),
  );
}

const measured = {
  'changes.billed_weight': /(?<![\d.,])(\d[\d,]*)(?:\.0+)? ?(?:lbs?|pounds)\b/gi,
  'changes.billed_class': /\bclass ?(\d{2,3}(?:\.5)?)(?![\d.])/gi,
} as const;

/** Why a free text may mean another weight or class than the line for it: it has only others. */
export function otherMeasures(found: Spoken['values']): string[] {
  return Object.entries(measured).flatMap(([column, pattern]) => {
    const values = found.filter((line) => line.column === column).map(({ value }) => value.replaceAll(',', ''));
    if (values.length === 0) return [];
    return found
      .filter((line) => freeText.has(line.column))
      .map(({ value }) =>
        [...value.matchAll(pattern)].map(([whole, number = '']) => [whole, number.replaceAll(',', '')]),
      )
      .filter(
        (named) =>
          named.length > 0 && !named.some(([, number]) => values.some((one) => Number(one) === Number(number))),
      )
      .map(([first]) => `the text of a line has another ${column.slice('changes.'.length)}: ${first![0]}`);
  });
}
