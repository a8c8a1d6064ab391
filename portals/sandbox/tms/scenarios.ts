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
} as const;

export type ScenarioName = keyof typeof scenarioPros;

/** A task input as `POST /api/tasks` takes it. */
export interface ScenarioTask {
  readonly task_type: 'pull_pod';
  readonly params: { readonly pro: string };
  readonly instruction: string;
  readonly client_ref: string;
}

/** Task inputs that work on the seeded data, by name. */
export function scenarios(): Record<string, ScenarioTask> {
  return {
    pull_pod: pullPod('clear'),
    pull_pod_missing: pullPod('missing'),
    pull_pod_unsigned: pullPod('unsigned'),
    pull_pod_wrong_document: pullPod('wrongDocument'),
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
