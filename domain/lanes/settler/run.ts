/** A run of the settler as its workflow and its activities speak of it: ids and words, never what an item holds. */
import type { ItemName } from '../event.ts';

export interface SettleRun {
  readonly workspace: { readonly no: number; readonly id: string };
  readonly runId: string;
  /** Items at most. */
  readonly limit: number;
  /** Who asked for it: a key's id, or the user of the command line. */
  readonly requestedBy: string;
  /** How long a worker at an item may be silent before it counts as lost; 30 s when left out. */
  readonly silenceMs?: number;
}

export interface SettleItem extends ItemName {
  readonly stepNo: number;
}

/** What happened to an item; the counters of a run. */
export const itemOutcomes = [
  /** The verdict went in as a settlement. */
  'settled',
  /** There is a verdict, kept back until a person has decided without it. */
  'for_people',
  /** The model could not decide: a person does. */
  'cannot_tell',
  /** No answer that could be used, this time. */
  'unusable',
  /** Not asked about: nothing to compare, too long, or the model's own work. */
  'not_asked',
  /** Somebody else settled it meanwhile. */
  'gone',
] as const;
export type ItemOutcome = (typeof itemOutcomes)[number];

/** Why a run ended. */
export const runEndings = [
  'done',
  'cap',
  'killed',
  'off',
  'not_set_up',
  'cancelled',
  'unusable',
  'model_refused',
  'model_away',
  'failed',
] as const;
export type RunEnding = (typeof runEndings)[number];

/** What people read for an ending. */
export const endingSentences: Readonly<Record<RunEnding, string>> = {
  done: 'every item was looked at',
  cap: 'the cap of $1.00 a day leaves no room for another call; the day ends at 00:00 UTC',
  killed: 'settler_kill was set to 1',
  off: 'settler_on was set to 0',
  not_set_up: 'the worker has no SETTLER_API_KEY, or no SETTLER_MODEL',
  cancelled: 'the run was cancelled',
  unusable: 'three answers in a row could not be used',
  model_refused: 'the model refused the call: credential, model or address are not right',
  model_away: 'the model is away: three attempts failed, or it asked for a wait of more than a minute',
  failed: 'the run failed; its workflow shows why',
};

/** What came of one item, or why the run ends with it. */
export type ItemResult =
  | { readonly fate: ItemOutcome }
  | { readonly end: Exclude<RunEnding, 'done' | 'unusable' | 'failed'> };

/** A failure of the activity that means something to the workflow. */
export const modelAway = 'model_away';
