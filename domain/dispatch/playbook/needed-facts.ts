/**
 * Which facts the phases of a writing task have to bring home, and which inputs they are given: the contract between
 * playbooks and the rules. The lint checks playbooks against it and docs/reference/facts.md prints it.
 *
 * A fact is text as the portal shows it. Where the portal shows nothing, the text is empty or a dash. A list is the
 * JSON text of an array of objects; one that the portal itself shows to be empty is `[]`, and one that could not be
 * read is left out, because an unread list is not an empty one.
 */
import type { TaskType } from '../task.ts';

/**
 * `money`: `$1,097.27`, `-$223.00`, `95.00`; `date`: `2026-10-02`, `Oct. 2, 2026` or `10/02/2026`, a time may follow; `integer`: digits, with commas
 * and a unit (`2,480 lb`); `decimal`: digits with a point, and a unit.
 */
const factForms = ['text', 'money', 'date', 'integer', 'decimal'] as const;
type FactForm = (typeof factForms)[number];

interface NeededColumn {
  readonly name: string;
  readonly form: FactForm;
  readonly required: boolean;
  readonly meaning: string;
}

export interface NeededFact extends Omit<NeededColumn, 'form'> {
  readonly form: FactForm | 'list';
  /** Of a list: the members of each of its objects. */
  readonly columns?: readonly NeededColumn[];
}

export interface PhaseInput {
  readonly name: string;
  /** An input that is not always given is the empty text when it does not apply. */
  readonly always: boolean;
  readonly meaning: string;
}

/** `steps` is the one recipe of a task that only reads; a writing task runs the others, each in a session of its own. */
export const phases = ['steps', 'look', 'prepare', 'submit', 'probe'] as const;
export type Phase = (typeof phases)[number];
const writingTaskTypes = ['pod_to_dispute', 'file_dispute', 'answer_claim', 'tms_correction'] as const;
export type WritingTaskType = (typeof writingTaskTypes)[number];

export function isWriting(taskType: TaskType): taskType is WritingTaskType {
  return (writingTaskTypes as readonly TaskType[]).includes(taskType);
}

/** Which amount approval is weighed by, as `field` of a playbook's approval limit names it; null where no money moves. */
export const weighedField: Readonly<Record<WritingTaskType, string | null>> = {
  tms_correction: 'net_change',
  answer_claim: 'claimed',
  file_dispute: 'amount',
  // Filing out of pod_to_dispute is weighed as file_dispute.
  pod_to_dispute: null,
};

function needs(name: string, form: FactForm, meaning: string): NeededColumn {
  return { name, form, required: true, meaning };
}
function takes(name: string, form: FactForm, meaning: string): NeededColumn {
  return { name, form, required: false, meaning };
}
function list(required: boolean, name: string, meaning: string, columns: readonly NeededColumn[]): NeededFact {
  return { name, form: 'list', required, meaning, columns };
}
function always(name: string, meaning: string): PhaseInput {
  return { name, always: true, meaning };
}
function sometimes(name: string, meaning: string): PhaseInput {
  return { name, always: false, meaning };
}

const confirmation = needs('confirmation_number', 'text', "The portal's number of the new record.");
const reference = needs('reference', 'text', 'The field that takes our mark.');
const everyMarked =
  'Every record on the whole portal that carries the mark, also on other bills, invoices or claims; where the portal can be searched for it.';

const bill: readonly NeededFact[] = [
  needs('pro', 'text', 'PRO of the shipment on the page.'),
  needs('shipment_status', 'text', 'Pending, Dispatched, In transit, Delivered, Expired, Canceled.'),
  needs('bill_status', 'text', 'Open, Paid, Void, Written off.'),
  needs('weight', 'integer', 'Billed weight in lb.'),
  needs('freight_class', 'text', 'Billed class.'),
  needs('consignee_name', 'text', 'Consignee of the bill.'),
  needs('consignee_address', 'text', 'Address of the consignee.'),
  list(true, 'charges', 'The charge lines of the bill.', [
    needs('code', 'text', 'Code of the charge; LHL, DSC, MIN and FSC are line haul, anything else an accessorial.'),
    takes('amount', 'money', 'Amount of the line.'),
  ]),
  list(true, 'corrections', 'The corrections entered for this PRO.', [
    needs('number', 'text', 'Number of the correction.'),
    needs('code', 'text', 'Reason code.'),
    needs('net_change', 'money', 'Net change, with its sign.'),
    reference,
  ]),
];
const markedCorrections = list(false, 'marked', everyMarked, [
  needs('number', 'text', 'Number of the correction.'),
  needs('pro', 'text', 'PRO of the corrected bill.'),
  needs('code', 'text', 'Reason code.'),
  needs('net_change', 'money', 'Net change, with its sign.'),
  reference,
]);

const disputeColumns: readonly NeededColumn[] = [
  needs('number', 'text', 'Number of the dispute.'),
  needs('reason_code', 'text', 'Reason code.'),
  needs('amount', 'money', 'Disputed amount.'),
  needs('state', 'text', 'Submitted, Under review, Info requested, Approved, Partly approved, Denied, Withdrawn.'),
  reference,
];
const disputesOfInvoice = list(true, 'disputes', 'All disputes of the invoice.', disputeColumns);
const markedDisputes = list(false, 'marked', everyMarked, [
  ...disputeColumns,
  needs('invoice_number', 'text', 'Invoice of the dispute.'),
]);

const attachmentColumns: readonly NeededColumn[] = [
  needs('number', 'text', 'Number of the attachment.'),
  needs('type', 'text', 'Type of the document, such as Delivery receipt (POD).'),
  needs('size', 'integer', 'Size in bytes.'),
  reference,
];

const responseColumns: readonly NeededColumn[] = [
  needs('number', 'text', 'Number of the response.'),
  needs('decision', 'text', "The portal's word for accept, partly accept or decline."),
  needs('amount', 'money', 'Amount accepted; nothing for a rejection.'),
  takes('reason_code', 'text', 'Code of a rejection.'),
  reference,
];
const responsesOfClaim = list(true, 'responses', 'The responses that the claim has.', responseColumns);
const markedResponses = list(false, 'marked', everyMarked, [
  ...responseColumns,
  needs('claim_number', 'text', 'Claim of the response.'),
]);

/** What each phase has to deliver; a phase that is not named here is not run for the task type. */
export const neededFacts: Readonly<Partial<Record<TaskType, Readonly<Partial<Record<Phase, readonly NeededFact[]>>>>>> =
  {
    // Read on the way to the document. None is needed for pull_pod itself; disputes are judged by them.
    pull_pod: {
      steps: [
        takes('bol', 'text', 'Bill of lading number.'),
        takes('ship_date', 'date', 'Ship date.'),
        takes('billed_weight', 'integer', 'Billed weight in lb.'),
        takes('billed_class', 'text', 'Billed class.'),
        takes('bol_pieces', 'integer', 'Pieces on the bill of lading.'),
        takes('bol_services', 'text', 'Accessorial codes that the bill of lading asks for, separated by commas.'),
        takes('inspection_number', 'text', 'Number of the weighing and inspection certificate.'),
        takes('inspection_scale', 'text', 'Certified or Not certified.'),
        takes('inspection_weight', 'integer', 'Weight on the scale in lb.'),
        takes('inspection_class', 'text', 'Class that the inspection found.'),
        takes('agreement_number', 'text', 'Number of the pricing agreement.'),
        takes('agreement_from', 'date', 'First day on which the agreement is in force.'),
        takes('agreement_until', 'date', 'Last day on which the agreement is in force.'),
      ],
    },
    tms_correction: {
      look: [...bill, markedCorrections],
      prepare: [
        needs('original_total', 'money', "Total of the bill before, from the portal's preview."),
        needs('corrected_total', 'money', "Total of the bill afterwards, from the portal's preview."),
        needs('net_change', 'money', 'The previewed net change, with its sign.'),
      ],
      submit: [confirmation],
      probe: [...bill, markedCorrections],
    },
    file_dispute: {
      look: [
        needs('invoice_number', 'text', 'Number of the invoice on the page.'),
        needs('pro', 'text', 'PRO of the invoice.'),
        takes('bol', 'text', 'Bill of lading number of the invoice.'),
        needs('state', 'text', "The invoice's state in the portal's words."),
        needs('billed', 'money', 'Billed amount.'),
        needs('approved', 'money', 'Approved amount.'),
        needs('short', 'money', 'Short amount.'),
        takes('adjustment_reason', 'text', "The auditor's wording of why it was paid short."),
        takes('duplicate_of', 'text', 'PRO of the bill that the auditor takes it to repeat.'),
        takes('damage_reported', 'date', 'When the consignee reported damage.'),
        list(true, 'lines', 'The lines of the invoice.', [
          needs('code', 'text', 'Code of the charge.'),
          needs('short', 'money', 'What the line was paid short.'),
        ]),
        disputesOfInvoice,
        markedDisputes,
      ],
      submit: [confirmation],
      probe: [
        disputesOfInvoice,
        markedDisputes,
        takes('explanation', 'text', 'Explanation on the page of the dispute with our mark, when there is one.'),
        list(false, 'attachments', 'The attachments of that dispute.', attachmentColumns),
      ],
    },
    pod_to_dispute: {
      look: [
        needs('invoice_number', 'text', 'Invoice that was asked for, or that of the dispute.'),
        needs('invoice_pro', 'text', 'PRO of the invoice.'),
        list(true, 'disputes', 'The dispute that was asked for, or all disputes of the invoice.', [
          needs('number', 'text', 'Number of the dispute.'),
          needs('state', 'text', 'State of the dispute.'),
          takes('invoice_number', 'text', 'Invoice of the dispute, where it is in the list.'),
          takes('pro', 'text', 'PRO of that invoice, where it is in the list.'),
        ]),
        list(false, 'attachments', 'The attachments of the open dispute, when exactly one is open.', attachmentColumns),
      ],
      submit: [confirmation],
      probe: [
        list(true, 'attachments', 'The attachments of the dispute.', attachmentColumns),
        takes('sha256', 'text', 'SHA-256 on the page of the attachment with our mark, where the portal shows it.'),
        list(false, 'marked', everyMarked, [
          needs('number', 'text', 'Number of the attachment.'),
          needs('dispute_number', 'text', 'Dispute of the attachment.'),
          reference,
        ]),
      ],
    },
    answer_claim: {
      look: [
        needs('claim_number', 'text', 'Number of the claim on the page.'),
        needs('claim_state', 'text', "The claim's state in the portal's words."),
        needs('filed', 'date', 'When it was filed.'),
        needs('type', 'text', 'shortage, visible damage, concealed damage or loss.'),
        takes('claimed', 'money', 'Claimed amount.'),
        takes('pro', 'text', 'PRO of the shipment.'),
        takes('damage_reported', 'date', 'When the damage was first reported.'),
        needs('proof_offered', 'text', 'Yes or No (also true or false): whether the claimant offers proof.'),
        takes('liability_per_pound', 'money', "The carrier's limit for each lb."),
        takes('liability_per_shipment', 'money', "The carrier's limit for the shipment."),
        takes('salvage', 'money', 'What was recovered for the damaged goods.'),
        list(true, 'lines', 'The line items of the claim.', [
          needs('description', 'text', 'What was lost or damaged.'),
          needs('pieces', 'integer', 'Pieces claimed.'),
          needs('unit_weight', 'decimal', 'Weight of one piece in lb.'),
          needs('unit_value', 'money', 'Invoice value of one piece.'),
        ]),
        takes('inspected_on', 'date', 'When an inspection was made; nothing without one.'),
        takes('pieces_confirmed', 'integer', 'Pieces that the inspection confirms.'),
        takes('inspection_cause', 'text', 'packaging, inherent vice, or nothing.'),
        responsesOfClaim,
        markedResponses,
      ],
      submit: [confirmation],
      probe: [
        responsesOfClaim,
        markedResponses,
        takes('explanation', 'text', 'Reason on the page of the response with our mark, when there is one.'),
      ],
    },
  };

const mark = always('mark', "Our mark, for the portal's reference field.");
const explanation = always('explanation', "Text for the form's free-text field.");
const podFile = always('pod_file', 'Name of the proof of delivery in the evidence pack, to upload.');
const correction: readonly PhaseInput[] = [
  always('pro', 'PRO of the bill.'),
  mark,
  always('reason_code', 'WC, CC, AC, DA, CN or RR.'),
  always('note', 'Approval note.'),
  explanation,
  sometimes('billed_weight', 'New weight in lb; WC, RR.'),
  sometimes('billed_class', 'New class; CC, RR.'),
  sometimes('add_accessorials', 'Codes to add, separated by ", "; AC.'),
  sometimes('remove_accessorials', 'Codes to remove, separated by ", "; DA.'),
  sometimes('consignee_name', 'New name; CN.'),
  sometimes('consignee_address', 'New address; CN.'),
];

/** Inputs that are lists, their entries separated by commas. */
export const listInputs: ReadonlySet<string> = new Set(['add_accessorials', 'remove_accessorials']);

/** What each phase is given. */
export const phaseInputs: Readonly<Record<WritingTaskType, Readonly<Partial<Record<Phase, readonly PhaseInput[]>>>>> = {
  tms_correction: {
    look: [always('pro', 'PRO of the bill.'), mark],
    prepare: correction,
    submit: [...correction, always('amount', 'The net change that was judged and approved, such as -223.00.')],
    probe: [always('pro', 'PRO of the bill.'), mark],
  },
  file_dispute: {
    look: [always('invoice_number', 'Number of the invoice.'), mark],
    submit: [
      always('invoice_number', 'Number of the invoice.'),
      mark,
      always('reason_code', 'ACC, SHT, DMG, CLS, WGT, RATE, DUP or OTH.'),
      always('amount', 'Disputed amount, such as 95.00.'),
      explanation,
      podFile,
    ],
    probe: [always('invoice_number', 'Number of the invoice.'), mark],
  },
  pod_to_dispute: {
    look: [
      always('search', 'What to look for: the dispute id where one was given, else the invoice number.'),
      sometimes('dispute_id', 'The dispute id, where one was given.'),
      sometimes('invoice_number', 'The invoice number, where one was given.'),
      mark,
    ],
    submit: [always('dispute_number', 'The open dispute.'), mark, podFile],
    probe: [always('dispute_number', 'The dispute.'), mark],
  },
  answer_claim: {
    look: [
      always('search', 'What to look for: the claim id where one was given, else the invoice number.'),
      sometimes('claim_id', 'The claim id, where one was given.'),
      sometimes('invoice_number', 'The invoice number, where one was given.'),
      mark,
    ],
    submit: [
      always('claim_number', 'Number of the claim.'),
      mark,
      always('decision', 'accept, partly or reject.'),
      sometimes('amount', 'Amount to accept, such as 255.00; empty for a rejection.'),
      sometimes(
        'reason_code',
        'TIME_BARRED, ACT_OF_SHIPPER, INHERENT_VICE or CONCEALED_LATE_NO_PROOF; for a rejection.',
      ),
      explanation,
    ],
    probe: [always('claim_number', 'Number of the claim.'), mark],
  },
};
