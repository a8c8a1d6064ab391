/** How a task ends: outcome, reason and the one plain sentence that people and receivers read (D10). */
import { actorText, actorName } from '../actor.ts';
import { actionLabels } from './guard/task-gate.ts';
import type { Verdict } from './guard/verdict.ts';
import { type EndedWait, duration, endedWaitText } from './own-outage.ts';
import { peopleMatterOf, type MetChange } from './portal-change.ts';
import { outcomeOfReason, type Outcome, type OutcomeReason, type PortalAction } from './task.ts';
import type { WriteOrder } from './writing/order.ts';

/** What is written when a task ends; `outcomeReason` belongs to `status` (outcomeOfReason). */
export interface Ending {
  readonly status: Outcome;
  readonly outcomeReason: OutcomeReason | null;
  readonly summary: string;
  readonly confirmationNumber: string | null;
  /** Names in the evidence pack. */
  readonly podFile: string | null;
  readonly manifestFile: string | null;
  readonly error: { readonly code: string; readonly message: string } | null;
  /** Who cancelled the work, as the engine knows them; left out where nobody did. */
  readonly cancelledBy?: string;
}

/** The words that describe an ending. */
export interface EndingWords {
  /** The portal as people call it. */
  readonly portal: string;
  /** What the task is about, such as `PRO 1234567890`. */
  readonly subject: string;
}

function ending(status: Outcome, outcomeReason: OutcomeReason | null, summary: string): Ending {
  return {
    status,
    outcomeReason,
    summary,
    confirmationNumber: null,
    podFile: null,
    manifestFile: null,
    error: null,
  };
}

/** A rule ended the task; the reason decides the outcome. @param number of the record that was found on file */
export function decided(reason: OutcomeReason, sentence: string, number: string | null): Ending {
  const own = reason === 'already_done' ? number : null;
  return { ...ending(outcomeOfReason[reason], reason, sentence), confirmationNumber: own };
}

/** The write was confirmed by the checker, in a session of its own. @param number of the record that it left */
export function written(
  { portal, subject }: EndingWords,
  order: Pick<WriteOrder, 'noun' | 'sentence' | 'done' | 'approval' | 'podFile'>,
  number: string,
): Ending {
  const { noun, sentence, done, approval, podFile } = order;
  const verb = done?.verb ?? 'written';
  const by = (approval?.by ?? []).map(actorName).join(' and ');
  const why = done === undefined ? sentence : `${done.detail}${by === '' ? '' : `, approved by ${by}`}.`;
  const summary = `The ${noun} ${number} for ${subject} was ${verb} in ${portal} and verified in a separate session. ${why}`;
  return { ...ending('completed', null, summary), confirmationNumber: number, podFile };
}

/** @param by who refused, as people know them */
export function approvalRefused({ portal }: EndingWords, by: string, note: string | null): Ending {
  const why = note === null ? '' : ` Note: “${note}”`;
  return ending('rejected', 'approval_refused', `${by} refused the approval. Nothing was written to ${portal}.${why}`);
}

export function approvalExpired({ portal }: EndingWords, expiresAt: string): Ending {
  return ending(
    'rejected',
    'approval_expired',
    `The approval expired at ${expiresAt.slice(0, 16).replace('T', ' ')} UTC without a decision. Nothing was written to ${portal}.`,
  );
}

/** The click may have been made, and what happened to it is not known for certain. */
export function uncertainWrite({ portal, subject }: EndingWords, sentence: string): Ending {
  return ending(
    'escalated',
    'uncertain_write',
    `It is not certain what was written for ${subject} in ${portal}. ${sentence} A person has to look.`,
  );
}

/** @param notes what the receipt says of the delivery, as sentences */
export function podPulled({ portal, subject }: EndingWords, podFile: string, notes: readonly string[]): Ending {
  const pulled = `The signed proof of delivery of ${subject} was pulled from ${portal}.`;
  return { ...ending('completed', null, [pulled, ...notes].join(' ')), podFile };
}

/**
 * The document is no proof. It stays in the pack for the person who looks, but is not handed out as the POD: a
 * receiver takes what it gets under that name for signed and right.
 * @param findings half sentences that go on from "The document …"
 */
export function podUnsound({ portal, subject }: EndingWords, findings: readonly string[]): Ending {
  const document = `The document that ${portal} holds as the proof of delivery of ${subject}`;
  return ending('escalated', 'needs_person', `${document} ${findings.join(' and ')}. A person has to look at it.`);
}

/**
 * @param what with its article, such as `a shipment with PRO 1234567890`
 * @param words the portal's own, quoted
 */
export function notFound({ portal }: EndingWords, what: string, words: string): Ending {
  return ending('rejected', 'not_found', `${portal} does not have ${what}. It says: “${words}”`);
}

export function guardStopped(words: EndingWords | null, verdict: Verdict): Ending {
  const where = words === null ? '' : ` on ${words.portal}`;
  return ending('escalated', 'guard_stopped', `The guard stopped this task${where}: ${verdict.reason}.`);
}

/** Says who decides such a thing, why it is not the robot's, and how a person does it by hand. */
export function portalActionStopped(action: PortalAction, subject: string): Ending {
  const { who, why, how } = byHand[action];
  const steps = how.map((step, index) => `${index + 1}. ${step}`).join(' ');
  return ending(
    'escalated',
    'guard_stopped',
    `"${actionLabels[action]}" for ${subject} is on the never-click list: it was not done and never reached a portal. ${why} It is for ${who} to decide and to do by hand: ${steps}`,
  );
}

/** A page or control is not as known; a login that the portal refuses is reported as what it is. */
export function portalChanged({ portal, subject }: EndingWords, change: MetChange): Ending {
  const matter = peopleMatterOf(change);
  if (matter === 'login')
    return ending(
      'escalated',
      'needs_person',
      `${portal} did not take the login that is stored for it, so nothing was done for ${subject}. It says: “${change.found}” A person has to check that login.`,
    );
  if (matter === 'answer')
    return ending(
      'escalated',
      'needs_person',
      `${portal} asked for what only a person has, and got no answer, so nothing was done for ${subject}. Expected ${change.expected}; there was ${change.found}.`,
    );
  return ending(
    'escalated',
    'needs_person',
    `${portal} looks different from what is known of it, so the work on ${subject} was stopped at the page "${change.page}": expected ${change.expected}, found ${change.found}.`,
  );
}

/** @param words the portal's own, quoted */
export function portalRefused({ portal, subject }: EndingWords, words: string): Ending {
  return ending('rejected', 'portal_refused', `${portal} refused the work on ${subject}. It says: “${words}”`);
}

export function portalUnavailable({ portal, subject }: EndingWords, reason: string, downForMs: number): Ending {
  const message = `${portal} could not be worked on for ${duration(downForMs)}: ${reason}`;
  return {
    ...ending('failed', 'portal_unavailable', `The work on ${subject} was stopped. ${message}. Nothing was changed.`),
    error: { code: 'portal_unavailable', message },
  };
}

/** The task was taken by a playbook that is no longer there. */
export function noCapability(): Ending {
  return ending('escalated', 'needs_person', 'No portal here can do this any more: its playbook was removed.');
}

/** @param reason a whole sentence */
export function needsPerson(reason: string): Ending {
  return ending('escalated', 'needs_person', reason);
}

/** @param by who cancelled: `person:` and an address, `key:` and the id of an API key, or an identity of the engine */
export function cancelled(by: string): Ending {
  const summary = `The work was cancelled by ${actorText(by)}. A person has to take over.`;
  return { ...ending('escalated', 'needs_person', summary), cancelledBy: by };
}

/**
 * After all retries, and only where nothing can have been written. What exactly failed is in the workflow, not here:
 * a record leaves the deployment.
 * @param code stable, for machines
 */
export function failedUnexpectedly(code: 'internal_error' | 'worker_lost'): Ending {
  const tried =
    code === 'worker_lost'
      ? 'No portal worker finished the work: every attempt was lost or took too long.'
      : 'The work could not be done for a technical reason, after all retries.';
  return failedInternally(code, `${tried} Nothing was changed.`);
}

/** A part of this deployment was unavailable for longer than the work waits for it; nothing can have been written. */
export function ownPartUnavailable(wait: EndedWait): Ending {
  const words = endedWaitText(wait);
  return failedInternally(
    wait.part === 'worker' ? 'worker_lost' : 'internal_error',
    `The work could not be done: ${words}. This says nothing about the portal. Nothing was changed.`,
  );
}

function failedInternally(code: string, message: string): Ending {
  return { ...ending('failed', 'internal_error', message), error: { code, message } };
}

/** The evidence cannot be packed, so nothing that rests on it can be claimed. */
export function withoutEvidence(wanted: Ending, code: string): Ending {
  if (wanted.status !== 'completed') return wanted;
  const message = 'The work was done, but its evidence could not be packed. A person has to look.';
  return { ...ending('escalated', 'needs_person', message), error: { code, message } };
}

// portal_action: always stopped; who decides such a thing, why not a robot, and how a person does it by hand (D27).

interface HandledByHand {
  /** Whose decision it is. */
  readonly who: string;
  readonly why: string;
  /** What that person does, one step a line. */
  readonly how: readonly string[];
}

export const byHand: Readonly<Record<PortalAction, HandledByHand>> = {
  void_bill: {
    who: 'the billing supervisor',
    why: 'A void takes the freight bill and its revenue out of the books and cannot be taken back.',
    how: [
      'Open the shipment in the TMS and compare PRO and bill of lading with the request.',
      'See that no payment, dispute or claim is open on the bill.',
      'Press "Void bill", give the reason, and file the request with the bill\'s notes.',
    ],
  },
  cancel_shipment: {
    who: "the dispatch supervisor, with the shipper's consent in writing",
    why: 'A cancelled shipment may already be on a truck; freight without a live bill is freight lost.',
    how: [
      'Find out from dispatch where the freight is.',
      "Get the shipper's consent in writing.",
      'Open the shipment in the TMS, press "Cancel shipment" and attach the consent.',
    ],
  },
  write_off_balance: {
    who: 'the credit manager',
    why: 'A write-off gives up money that is owed and is a booking that auditors look at.',
    how: [
      'Check the balance, the payments and any open dispute of the bill.',
      "Get the write-off approved under the company's credit policy.",
      'Open the bill in the TMS, press "Write off balance" and enter the approval\'s number.',
    ],
  },
  mass_rerate: {
    who: 'the pricing manager',
    why: 'A mass re-rate changes many bills at once, paid ones among them, and has no undo.',
    how: [
      'Name the bills, the tariff and the effective date.',
      'Re-rate two or three bills singly with the preview and compare the totals.',
      'Run "Mass re-rate" in the TMS outside business hours and check the list of changed bills.',
    ],
  },
  accept_all_charges: {
    who: 'the revenue recovery manager',
    why: 'Accepting all charges of an invoice gives up the right to dispute any of them.',
    how: [
      'Go through the adjustments of the invoice on the audit portal, one by one.',
      'Dispute those that are wrong, with a file_dispute task or by hand.',
      'Accept what is left on the portal, adjustment by adjustment.',
    ],
  },
  withdraw_dispute: {
    who: 'the revenue recovery manager',
    why: 'A withdrawn dispute gives up its amount, and most portals take no second one for it.',
    how: [
      "Open the dispute on the audit portal and read the payer's last answer.",
      "Note in the bill's history why the claim for the amount ends.",
      'Press "Withdraw dispute" and file the confirmation.',
    ],
  },
  pay_chargeback: {
    who: 'the accounts payable manager, within the signing limits of the company',
    why: 'It is a payment, and paying concedes that the chargeback was right.',
    how: [
      'Compare the chargeback with the bill, the delivery receipt and any claim.',
      'Get the payment approved under the signing limits.',
      'Pay it through the company\'s usual run, or with "Pay chargeback" on the audit portal.',
    ],
  },
  close_account: {
    who: "the account owner at the company, with the portal's administrator",
    why: 'A closed account ends access to every open invoice, dispute and claim on the portal.',
    how: [
      'List what is open on the portal, and export what has to be kept.',
      'Tell the trading partner and agree on a day.',
      'Close the account from its own settings, signed in as its administrator.',
    ],
  },
};
