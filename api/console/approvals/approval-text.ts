/** How approvals are shown: amounts with their sign, people by their name, states by a badge. */
import { cents, formatAmount } from '../../../domain/dispatch/money.ts';
import { capitalised } from '../../../domain/sentence.ts';
import type { ApprovalRecord } from '../../../domain/dispatch/task-record.ts';
import type { ShownApproval } from '../../../store/approvals-shown.ts';
import { signedDollars } from '../../dispatch/result-text.ts';
import { html, type Html } from '../../http/html.ts';

const badges: Readonly<Record<ApprovalRecord['status'], readonly [string, string]>> = {
  pending: ['badge-warn', 'Pending'],
  approved: ['badge-ok', 'Approved'],
  refused: ['badge-bad', 'Refused'],
  expired: ['badge-muted', 'Expired'],
  superseded: ['badge-muted', 'Superseded'],
};

export function approvalBadge(status: ApprovalRecord['status']): Html {
  const [kind, word] = badges[status];
  return html`<span class="badge ${kind}">${word}</span>`;
}

/** `+$1,482.77`, `−$223.00`, `$2,600.00`: a sign where it is a change that may go either way. */
export function amountText({ amountCents, taskType }: Pick<ShownApproval, 'amountCents' | 'taskType'>): string | null {
  return amountCents === null ? null : signedDollars(formatAmount(cents(amountCents)), taskType);
}

/** What the amount is: what is weighed against the limit. */
export function amountLabel({ shown, taskType }: Pick<ShownApproval, 'shown' | 'taskType'>): string {
  const words = shown?.limit.weighed ?? (taskType === 'tms_correction' ? 'net change' : 'amount');
  return capitalised(words);
}

/** `1 of 2 approved`. */
export function countText({ decisions, needed }: Pick<ShownApproval, 'decisions' | 'needed'>): string {
  // As the rule counts: a key of nobody is no person.
  const approved = decisions.filter(
    ({ decision, email, person_id: personId = null }) =>
      decision === 'approve' && (email !== null || personId !== null),
  ).length;
  return needed === 1 ? 'one approver required' : `${approved} of ${needed} approved`;
}
