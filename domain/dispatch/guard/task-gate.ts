/** The first line of the guard: the eight portal actions never reach a browser, no matter who asks and however (D24, D27). */
import { type PortalAction, portalActions } from '../task.ts';
import type { Verdict } from './verdict.ts';

/** The names people know the actions by. */
export const actionLabels: Readonly<Record<PortalAction, string>> = {
  void_bill: 'Void bill',
  cancel_shipment: 'Cancel shipment',
  write_off_balance: 'Write off balance',
  mass_rerate: 'Mass re-rate',
  accept_all_charges: 'Accept all charges',
  withdraw_dispute: 'Withdraw dispute',
  pay_chargeback: 'Pay chargeback',
  close_account: 'Close account',
};

/** Always a stop; an action that is not known is stopped all the more. */
export function judgePortalAction(action: string): Verdict {
  const known = portalActions.find((name) => name === action);
  return known === undefined
    ? {
        verdict: 'stopped',
        layer: 'task',
        rule: 'task.unknown_action',
        reason: 'This action is not known, and what is not known is not done.',
        subject: action.slice(0, 100),
      }
    : {
        verdict: 'stopped',
        layer: 'task',
        rule: `never_click.${known}`,
        reason: `"${actionLabels[known]}" is on the never-click list: it is never done by the robot and has to be decided and done by a person.`,
        subject: known,
      };
}
