/**
 * What the recorder of the studio sees a person do on a portal: the raw material of a playbook. Values are as the page
 * has them; those of the login were replaced by their places (`mask-login.ts`) before anything of it left the browser's process.
 */
import type { DeclaredHeader, ExpectedRequest } from '../playbook/declared-request.ts';
import type { PressedKey } from '../playbook/step.ts';
import type { Target } from '../playbook/target.ts';
import type { Phase } from '../playbook/needed-facts.ts';
import { taskTypes, type TaskType } from '../task.ts';
import { changesOfReason, correctionReasons, disputeReasons, paramNames } from '../task-schemas.ts';

/** The task types that can be recorded; restricted actions are never done, so there is nothing to record. */
export const recordedTypes: readonly TaskType[] = taskTypes.filter((type) => type !== 'portal_action');

/** What is recorded at the moment: the sign-in, or a recipe of the task type. */
export type RecordedPart = 'login' | Phase;

/** A page as the recorder saw it. */
export interface SeenPage {
  /** Path, query and route, without the origin. */
  readonly address: string;
  readonly title: string;
  readonly headings: readonly string[];
  readonly labels: readonly string[];
  readonly buttons: readonly string[];
  readonly columns: readonly string[];
  /** Where it shows a number of the sample record beside a name; absent where it was not looked for. */
  readonly numbers?: readonly SeenNumber[];
}

export interface SeenNumber {
  readonly field: string;
  readonly text: string;
  readonly section?: string;
}

export type SeenKind =
  | 'field'
  | 'password'
  | 'select'
  | 'box'
  | 'file'
  | 'button'
  | 'link'
  | 'control'
  | 'heading'
  | 'table'
  | 'text';

/** An element, with the targets that name it and nothing else on its page, best first. */
export interface SeenElement {
  readonly kind: SeenKind;
  readonly targets: readonly Target[];
  /** As it would be called in a sentence. */
  readonly name: string;
  /** What it shows; of a field what it holds, and nothing of a password. */
  readonly text: string;
  /** Of a link. */
  readonly href?: string;
  /** Of a list to choose from: what people read. */
  readonly options?: readonly string[];
  /** Of a table: its column headers. */
  readonly columns?: readonly string[];
  /** A click on it opens a list that the page draws itself. */
  readonly opensList?: true;
  /** Of an option: its list lets several be chosen, and what names that list. */
  readonly ofSeveral?: readonly Target[];
}

export interface SeenField {
  /** As the request names it; for JSON the path of the member. */
  readonly name: string;
  readonly value: string;
  /** Of a JSON member that is no text. */
  readonly type?: 'number' | 'boolean' | 'null' | 'empty';
  readonly isFile?: true;
}

/** A search or a query, a form that stores nothing, the sign-in, or what changes something. */
export type RequestUse = 'read' | 'preview' | 'login' | 'write';

/** A request beyond reading. */
export interface SeenRequest {
  readonly method: 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Path and query, without the origin. */
  readonly address: string;
  readonly content: ExpectedRequest['content'];
  /** Of a form: fields whose values are JSON texts; their members are among the fields. */
  readonly json?: readonly string[];
  /** Where it is not the usual one of the content. */
  readonly media_type?: string;
  readonly fields: readonly SeenField[];
  /** That browsers do not send by themselves. */
  readonly headers?: readonly DeclaredHeader[];
  /**
   * Of a list that sends an id of its own: value → what people read, as the lists of the page had them; of one that was searched
   * and keeps the id in a hidden field, `name=value` → the entry that was picked.
   */
  readonly chosen?: Readonly<Record<string, string>>;
  /** What the person said it is; one that carries the login needs nobody to say so. */
  readonly as: RequestUse;
  /** Whether it reached the portal. */
  readonly sent: boolean;
}

/** What says whether another request is the same question; values only of the fields that choose between operations. */
export interface LeftRequest extends Pick<SeenRequest, 'address' | 'fields'> {
  readonly method: SeenRequest['method'] | 'GET';
}

export interface SeenDialog {
  readonly type: 'alert' | 'confirm' | 'prompt';
  readonly text: string;
  /** Accepted where it is absent. */
  readonly answer?: 'dismiss';
  /** What the person typed into a prompt. */
  readonly value?: string;
}

/** What followed from a click, a key or a choice. */
export interface Outcome {
  readonly from: SeenPage;
  /** The page that came; null where the page stayed. */
  readonly to: SeenPage | null;
  readonly requests: readonly SeenRequest[];
  /** Other addresses that were asked on the way to the page, as that of a search form which the portal or its script shortens. */
  readonly led?: readonly string[];
  /** In their order. */
  readonly dialogs?: readonly SeenDialog[];
  /** The only one, in what was recorded before several were. */
  readonly dialog?: SeenDialog;
  readonly popup?: true;
  /** The window of the act closed itself. */
  readonly closed?: true;
  /** What was pressed is no more there, as in a dialog that closes when it was saved. */
  readonly gone?: true;
  /** A message that was not there before. */
  readonly shown?: { readonly target: Target; readonly text: string };
}

/** The requests beyond plain reading that an act led to. */
export function requestsSeen(act: Act): readonly SeenRequest[] {
  if ('outcome' in act) return act.outcome.requests;
  return act.did === 'go' || act.did === 'upload' ? (act.requests ?? []) : [];
}

/** What was left out of the recording, as long as its act is there. */
export function requestsLeft(acts: readonly RecordedAct[]): readonly LeftRequest[] {
  return acts.flatMap((act) => (act.did === 'leave' ? [act.request] : []));
}

export function dialogsSeen({ dialog, dialogs }: Outcome): readonly SeenDialog[] {
  return dialogs ?? (dialog === undefined ? [] : [dialog]);
}

export type Act =
  /**
   * @property requests what the page asked for by itself while it came, and a person let through
   * @property byHttp the portal asked for the login by HTTP, and took it
   * @property asked where it asked, when that address then led to another one
   */
  | {
      readonly did: 'go';
      readonly to: SeenPage;
      readonly requests?: readonly SeenRequest[];
      readonly byHttp?: true;
      readonly asked?: string;
    }
  | { readonly did: 'fill'; readonly on: SeenElement; readonly value: string }
  /** @property option of a list of several all that are chosen then */
  | {
      readonly did: 'choose';
      readonly on: SeenElement;
      readonly option: string | readonly string[];
      readonly outcome: Outcome;
    }
  | { readonly did: 'click'; readonly on: SeenElement; readonly double?: true; readonly outcome: Outcome }
  | { readonly did: 'hover'; readonly on: SeenElement }
  /** A person is asked for what belongs here; what was typed was kept nowhere. */
  | { readonly did: 'ask'; readonly on: SeenElement; readonly question: string }
  | { readonly did: 'press'; readonly key: PressedKey; readonly on: SeenElement; readonly outcome: Outcome }
  /** @property requests of a portal that takes the file at once */
  | { readonly did: 'upload'; readonly on: SeenElement; readonly requests?: readonly SeenRequest[] }
  /** What was used next was not there before the person scrolled. @property list absent where nothing names it, or it is the page */
  | { readonly did: 'scroll'; readonly on: SeenElement; readonly list?: SeenElement }
  | { readonly did: 'read'; readonly on: SeenElement; readonly fact: string }
  | {
      readonly did: 'read_rows';
      readonly on: SeenElement;
      readonly fact: string;
      /** Column header → member of the list. */
      readonly columns: Readonly<Record<string, string>>;
    }
  | { readonly did: 'download'; readonly on: SeenElement; readonly address: string; readonly byClick: boolean }
  /** The portal says here that a list has no entries, in place of its table. */
  | { readonly did: 'read_none'; readonly on: SeenElement; readonly fact: string }
  /** The portal says here that there is nothing. */
  | { readonly did: 'absent'; readonly on: SeenElement }
  /** The person said that this is no part of the work: it is not sent, and not asked about again. */
  | { readonly did: 'leave'; readonly request: LeftRequest }
  | { readonly did: 'signed_in'; readonly on: SeenElement }
  | { readonly did: 'close' };

/** @property id of each act that was recorded since acts have one */
export type RecordedAct = Act & { readonly part: RecordedPart; readonly id?: string };

/** What the pages asked for by themselves and got, each once. */
export interface SeenTraffic {
  readonly kind: 'asset' | 'read' | 'frame';
  readonly origin: string;
  /** Without the query. */
  readonly path: string;
  /** Names of its members. */
  readonly query: readonly string[];
}

/** What a field of a request may carry, where a person says so. */
export type Binding =
  | { readonly is: 'input'; readonly input: string }
  | { readonly is: 'fixed' }
  | { readonly is: 'token' };

/** What the person said at the beginning. */
export interface StudioSetup {
  readonly id: string;
  readonly name: string;
  readonly kind: 'tms' | 'audit';
  readonly origin: string;
  /** Path of the page with which the recording begins. */
  readonly entry: string;
  readonly account: string;
  readonly taskType: TaskType;
  /** Input → its value for the sample record. */
  readonly samples: Readonly<Record<string, string>>;
}

export interface Recording {
  readonly setup: StudioSetup;
  readonly acts: readonly RecordedAct[];
  readonly traffic: readonly SeenTraffic[];
  /** Further origins that are part of the portal, such as that of its sign-in. */
  readonly origins: readonly string[];
  /** By `bindingKey`. */
  readonly bindings: Readonly<Record<string, Binding>>;
}

// A task on the sample record of a recording: what a canary rehearses, and what the command line proposes.

/** The sample record as the params of a task, and what the recipes of a real task would be given beside them. */
export function sampleTask({ taskType, samples }: Pick<StudioSetup, 'taskType' | 'samples'>): {
  readonly params: Readonly<Record<string, unknown>>;
  readonly inputs: Readonly<Record<string, string>>;
} {
  const params: Record<string, unknown> = {};
  const inputs: Record<string, string> = {};
  const changes: Record<string, unknown> = {};
  const changed = new Set<string>(
    Object.entries(changesOfReason).flatMap(([reason, names]) => (reason === samples['reason_code'] ? names : [])),
  );
  const reasons: readonly string[] = taskType === 'tms_correction' ? correctionReasons : disputeReasons;
  for (const [name, value] of Object.entries(samples)) {
    if (taskType === 'tms_correction' && changed.has(name)) changes[name] = changeOf(name, value);
    else if (name === 'amount' || (name === 'reason_code' && !reasons.includes(value))) inputs[name] = value;
    else if (paramNames.some((known) => known === name)) params[name] = value;
    else inputs[name] = value;
  }
  if (taskType === 'tms_correction') params['changes'] = changes;
  // What a sender names it by, where the portal's own number is the sample.
  const { claim_number: claim = samples['search'], dispute_number: dispute } = samples;
  if (taskType === 'answer_claim' && claim !== undefined && samples['invoice_number'] === undefined)
    params['claim_id'] ??= claim;
  if (taskType === 'pod_to_dispute' && dispute !== undefined) params['dispute_id'] ??= dispute;
  return { params, inputs };
}

function changeOf(name: string, value: string): unknown {
  if (name === 'billed_weight') return Number(value);
  return name.endsWith('_accessorials') ? value.split(/\s*,\s*/) : value;
}
