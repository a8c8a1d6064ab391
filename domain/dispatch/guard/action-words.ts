/** The words by which the eight actions that are never clicked are known, whatever a portal calls them. */
import { portalActions } from '../task.ts';
import type { PortalAction } from '../task.ts';
import { wordsForMatching } from './normalise.ts';
import type { NormalName } from './normalise.ts';

interface ActionWords {
  /** Phrases that are enough by themselves. */
  readonly phrases: readonly string[];
  /** A verb and a thing in the same name, in any order. */
  readonly verbs: readonly string[];
  readonly things: readonly string[];
}

export const actionWords: Readonly<Record<PortalAction, ActionWords>> = {
  void_bill: {
    phrases: ['void', 'annul', 'nullify', 'invalidate'],
    verbs: ['void', 'annul', 'cancel', 'delete', 'remove', 'reverse', 'kill', 'scrap', 'destroy'],
    things: ['bill', 'freight bill', 'invoice', 'pro'],
  },
  cancel_shipment: {
    phrases: ['cancel shipment', 'call off'],
    verbs: ['cancel', 'abort', 'delete', 'terminate', 'revoke', 'abandon', 'kill', 'remove', 'void'],
    things: ['shipment', 'load', 'order', 'pickup', 'delivery', 'consignment', 'booking', 'dispatch'],
  },
  write_off_balance: {
    phrases: [
      'write off',
      'writeoff',
      'written off',
      'bad debt',
      'zero out',
      'adjust to zero',
      'charge off',
      'chargeoff',
      'forgive',
    ],
    verbs: ['write', 'clear', 'waive', 'zero', 'forgive', 'cancel', 'drop'],
    things: ['balance', 'receivable', 'debt', 'amount due'],
  },
  mass_rerate: {
    phrases: ['mass rerate', 'mass re rate', 'rerate all', 're rate all', 'bulk rerate', 'batch rerate', 'reprice all'],
    verbs: ['mass', 'bulk', 'batch', 'all', 'global'],
    things: ['rerate', 're rate', 'reprice', 're price', 'rerating', 're rating', 'recalculate'],
  },
  accept_all_charges: {
    phrases: [
      'accept all',
      'approve all',
      'agree to all',
      'agree to charge',
      'accept every',
      'approve every',
      'pay all',
    ],
    verbs: ['accept', 'approve', 'agree', 'acknowledge', 'concede', 'confirm'],
    things: ['charge', 'all charge', 'fee'],
  },
  withdraw_dispute: {
    phrases: ['withdraw', 'retract', 'rescind'],
    verbs: [
      'withdraw',
      'retract',
      'drop',
      'rescind',
      'revoke',
      'cancel',
      'abandon',
      'recall',
      'delete',
      'remove',
      'close',
    ],
    things: ['dispute', 'claim', 'appeal', 'objection', 'case'],
  },
  pay_chargeback: {
    phrases: ['pay now', 'remit', 'pay chargeback', 'pay charge back'],
    verbs: ['pay', 'settle', 'remit', 'reimburse', 'refund', 'transfer', 'accept'],
    things: ['chargeback', 'charge back', 'deduction', 'clawback', 'payment', 'invoice', 'balance'],
  },
  close_account: {
    phrases: ['deactivate', 'close account', 'terminate account', 'delete account'],
    verbs: ['close', 'deactivate', 'terminate', 'delete', 'disable', 'cancel', 'remove', 'end', 'shut'],
    things: ['account', 'profile', 'membership', 'subscription', 'registration'],
  },
};

/** Verbs that may belong to one of the eight when they are the whole name; a playbook says where they are harmless. */
const aloneDoubtful = new Map<string, PortalAction>();
const doubtfulWords: Readonly<Partial<Record<PortalAction, readonly string[]>>> = {
  cancel_shipment: ['cancel', 'abort', 'delete', 'remove', 'discard', 'cancel all', 'delete forever'],
  accept_all_charges: ['accept', 'approve', 'agree', 'concede', 'accept all', 'select all'],
  withdraw_dispute: ['drop', 'revoke', 'recall'],
  pay_chargeback: ['pay', 'settle', 'pay all'],
  close_account: ['terminate', 'disable', 'shut down'],
  mass_rerate: ['rerate', 're rate'],
};
for (const action of portalActions)
  for (const word of doubtfulWords[action] ?? []) aloneDoubtful.set(wordsForMatching(word).join(' '), action);

const compiled = portalActions.map((action) => {
  const words = actionWords[action];
  const forms = (list: readonly string[]): (readonly string[])[] => list.map(wordsForMatching);
  const pairsRunTogether = words.verbs.flatMap((verb) =>
    words.things.flatMap((thing) =>
      [`${verb}${thing}`, `${thing}${verb}`].map((both) => wordsForMatching(both.replaceAll(' ', '')).join('')),
    ),
  );
  const phrasesRunTogether = words.phrases
    .filter((phrase) => phrase.includes(' '))
    .map((phrase) => wordsForMatching(phrase).join(''));
  return {
    action,
    phrases: forms(words.phrases),
    verbs: forms(words.verbs),
    things: forms(words.things),
    runTogether: [...pairsRunTogether, ...phrasesRunTogether],
  };
});

/** The never-click action a name stands for, or undefined. */
export function actionOfName(name: NormalName): PortalAction | undefined {
  const words = name.words;
  for (const candidate of compiled) {
    if (candidate.phrases.some((phrase) => containsPhrase(words, phrase))) return candidate.action;
    const verb = candidate.verbs.find((form) => containsPhrase(words, form));
    if (verb !== undefined && candidate.things.some((form) => containsPhrase(words, form))) return candidate.action;
    const inRun = (form: readonly string[]): boolean => name.spelledOut.some((run) => run.includes(form.join('')));
    if (candidate.phrases.some(inRun) || (candidate.verbs.some(inRun) && candidate.things.some(inRun)))
      return candidate.action;
    // Names written as one word, such as "voidbill"; shorter pieces would be found inside ordinary words.
    if (words.some((word) => candidate.runTogether.some((both) => both.length >= 6 && word.includes(both))))
      return candidate.action;
  }
  return undefined;
}

/** The action that a bare verb such as "Cancel" may stand for. */
export function doubtfulActionOfName(name: NormalName): PortalAction | undefined {
  return aloneDoubtful.get(name.words.join(' '));
}

/** Whether the phrase's words stand in the name next to one another. */
export function containsPhrase(words: readonly string[], phrase: readonly string[]): boolean {
  if (phrase.length === 0) return false;
  for (let start = 0; start + phrase.length <= words.length; start++)
    if (phrase.every((word, index) => words[start + index] === word)) return true;
  return false;
}
