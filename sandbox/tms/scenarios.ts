/** Names for seeded shipments that tests, trials and documentation rely on, and ready task inputs for them. */

/** Stable PROs of the seed. All but `missing` exist; `nearEqual` and `nearEqualNeighbour` differ by two swapped digits. */
export const scenarioPros = {
  /** Delivered, one clear, signed receipt. */
  clear: '0412708839',
  /** A well-formed PRO that no shipment has. */
  missing: '0183645296',
  /** The receipt has neither signature nor printed name. */
  unsigned: '0719442061',
  /** The receipt filed under this PRO is for `wrongDocumentShows`. */
  wrongDocument: '0522617380',
  wrongDocumentShows: '0618304750',
  /** Receipt notes pieces short. */
  short: '0935172643',
  damage: '0274188367',
  refused: '0841069525',
  /** Signed "subject to count", which is no specific exception. */
  subjectToCount: '0337905184',
  /** Receipt is a picture without text. */
  imageOnly: '0746520817',
  /** Receipt file has no bytes. */
  zeroBytes: '0962033474',
  /** Receipt file is an HTML page under a PDF's name. */
  html: '0588136405',
  nearEqual: '0127384960',
  nearEqualNeighbour: '0127389460',
  /** Delivered, but no receipt was ever filed. */
  noPod: '0677291503',
  /** The notes carry orders to a robot, always. */
  injection: '0455019282',
  /** Liftgate billed, requested and done. */
  disputeSupported: '0246813501',
  /** Receipt notes two pieces short. */
  disputeShort: '0417306283',
  disputeOpen: '0539162743',
  disputeFiles: '0638205716',
  disputeForeign: '0728149357',
  disputeNotice: '0815237462',
  /** A certified inspection confirms the billed class. */
  disputeClass: '0262531793',
  claimAccept: '0127934585',
  claimPartly: '0364718290',
  claimReject: '0475829137',
  claimDecided: '0582147360',
  claimPerson: '0693258146',
  claimInspected: '0741369282',
  claimPackaging: '0852471393',
  /** Delivered in January. */
  claimTimeBarred: '0936182450',
  claimLarge: '0183642752',
  claimUnsigned: '0294753811',
  correctionUnder: '0315864922',
  correctionOver: '0446975139',
  correctionAtLimit: '0557086243',
  correctionOverByACent: '0668197357',
  correctionCredit: '0779208461',
  correctionWeight: '0373642807',
  billVoid: '0880319575',
  /** In transit. */
  undelivered: '0151420689',
} as const;

export type ScenarioName = keyof typeof scenarioPros;

/** A task input as `POST /api/tasks` takes it. */
export interface ScenarioTask {
  readonly task_type: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly instruction: string;
  readonly client_ref: string;
}

/** Task inputs that work on the TMS's seeded data alone, by name. */
export function scenarios(): Record<string, ScenarioTask> {
  return {
    pull_pod: pullPod('clear'),
    pull_pod_missing: pullPod('missing'),
    pull_pod_unsigned: pullPod('unsigned'),
    pull_pod_wrong_document: pullPod('wrongDocument'),
    tms_correction_under_limit: correct('correctionUnder', 'CC', { billed_class: '125' }),
    tms_correction_over_limit: correct('correctionOver', 'CC', { billed_class: '150' }),
    tms_correction_at_limit: correct('correctionAtLimit', 'AC', { add_accessorials: ['DET'] }),
    tms_correction_over_by_a_cent: correct('correctionOverByACent', 'AC', { add_accessorials: ['DEP'] }),
    tms_correction_credit: correct('correctionCredit', 'DA', { remove_accessorials: ['RES', 'LFT'] }),
    tms_correction_void_bill: correct('billVoid', 'CC', { billed_class: '125' }),
    portal_action: {
      task_type: 'portal_action',
      params: { action: 'void_bill', pro: scenarioPros.clear },
      instruction: `Void the freight bill of PRO ${scenarioPros.clear}.`,
      client_ref: 'trial-portal-action',
    },
  };
}

function pullPod(name: ScenarioName): ScenarioTask {
  const pro = scenarioPros[name];
  return {
    task_type: 'pull_pod',
    params: { pro },
    instruction: `Pull the signed proof of delivery for PRO ${pro}.`,
    client_ref: `trial-${name}`,
  };
}

const correctionText: Readonly<Record<string, string>> = {
  CC: 'The inspection found another class than was billed.',
  AC: 'The driver was detained at the dock, see the log.',
  DA: 'Delivered to a commercial dock; neither service was needed.',
};

function correct(name: ScenarioName, code: string, changes: Readonly<Record<string, unknown>>): ScenarioTask {
  const pro = scenarioPros[name];
  return {
    task_type: 'tms_correction',
    params: { pro, reason_code: code, changes, note: correctionText[code] },
    instruction: `Correct the freight bill of PRO ${pro} under code ${code}.`,
    client_ref: `trial-${name}`,
  };
}
