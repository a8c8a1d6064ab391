/** portal_action: always stopped; who decides such a thing, why not a robot, and how a person does it by hand (D27). */

import type { PortalAction } from '../task.ts';

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
