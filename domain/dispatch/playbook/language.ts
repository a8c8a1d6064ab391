/**
 * The playbook language (D23): how one portal is worked, as data. Templates such as `{{pro}}` stand for a task's
 * inputs, `{{account.username}}` for the portal account; both are filled in only while a step runs.
 */
import type { Day } from '../rules/calendar.ts';
import type { PortalAction, TaskType } from '../task.ts';

/** A text with `{{name}}` places. */
export type Template = string;
/** A path with `{{name}}` places, `*` for one segment and `**` for any rest. */
export type PathTemplate = string;

export interface Playbook {
  readonly id: string;
  readonly name: string;
  readonly version: string;
  readonly owner?: string;
  readonly portal: { readonly name: string; readonly kind: 'tms' | 'audit' };
  /** The only origins a browser may reach, such as `https://tms.example.com` or `${PORTAL_SANDBOX_TMS_URL}`. */
  readonly origins: readonly string[];
  /** Names the credentials: the variable PORTAL_ACCOUNT_<ID IN CAPITALS> or a sealed row. */
  readonly account: string;
  /** Paths of what pages load beside themselves: style sheets, pictures, scripts. */
  readonly assets: readonly PathTemplate[];
  /** Other origins from which pictures, styles, scripts and fonts come (a CDN); nothing else may be asked of them. */
  readonly asset_origins: readonly string[];
  /** Requests of the pages' scripts and search forms that read: by POST as exactly declared as a write, or by GET. */
  readonly reads: readonly DeclaredRead[];
  readonly pages: Readonly<Record<string, Page>>;
  readonly login: Login;
  /** What the portal shows when it cannot work, on any page: the run ends as `unavailable`. */
  readonly unavailable: readonly Signal[];
  /** Notices that may be in the way and the control that leads past them. */
  readonly interstitials: readonly Interstitial[];
  readonly capabilities: Readonly<Partial<Record<TaskType, Capability>>>;
  readonly never_click: readonly NeverClick[];
  /** Controls with an alarming name that do no harm, such as the Cancel that closes a form. */
  readonly harmless: readonly Harmless[];
  readonly approval_limits: readonly ApprovalLimit[];
  /** The portal's own field that takes our mark, so that a record is recognised as ours (D25). */
  readonly reference_field: string | null;
  readonly hours: OpeningHours | null;
  readonly rate_limit: { readonly per_minute: number } | null;
  /** How long the portal gets to show a write, in milliseconds; null for the deployment's time. */
  readonly settle_ms: number | null;
  /** `plain`: the portal writes amounts as numbers, `255` for $255.00; otherwise an amount has its two decimals. */
  readonly amounts: 'printed' | 'plain';
  /** Days, Monday to Friday, that are no business days; terms that are counted in business days leave them out. */
  readonly holidays: readonly Day[];
  /** A record of its own for each task type that is rehearsed every day, to find out whether the portal has changed. */
  readonly canary: Readonly<Partial<Record<TaskType, CanaryTask>>>;
}

/** What a canary rehearses with. */
export interface CanaryTask {
  /** Params of a task. */
  readonly params: Readonly<Record<string, unknown>>;
  /** What a recipe needs beside the params, such as the amount of a form that is filled and held back. */
  readonly inputs: Readonly<Record<string, string>>;
}

export interface Page {
  readonly paths: readonly PathTemplate[];
  /** Names of query fields that may be in the address. */
  readonly query: readonly string[];
  readonly fingerprint: Fingerprint;
  /** Fields of this page hold secrets: screenshots hide them and values are never recorded. */
  readonly secret: boolean;
  readonly record?: RecordPlace;
}

/** The one place of a page where people see the number of its record. */
export interface RecordPlace {
  /** The whole text of a heading, such as `Shipment {{pro}}`. */
  readonly heading?: Template;
  /** The whole text of any other element. */
  readonly text?: Template;
  /** The name beside which the `number` is shown. */
  readonly field?: Template;
  readonly number?: Template;
  readonly within?: Pick<Scope, 'section' | 'frame'>;
}

/** What has to be on a page for it to be that page; more may be there. */
export interface Fingerprint {
  readonly title?: Template;
  readonly headings: readonly Template[];
  readonly labels: readonly Template[];
  readonly buttons: readonly Template[];
  readonly columns: readonly Template[];
}

export interface Signal {
  readonly heading?: Template;
  readonly text?: Template;
}

/** A notice that the portal may show in place of any page, under that page's own address. */
export interface Interstitial extends Signal {
  readonly target: Target;
}

export interface Login {
  /** The page that shows that nobody is signed in. */
  readonly page: string;
  readonly steps: readonly Step[];
  readonly probe: { readonly go: PathTemplate; readonly page: string; readonly signed_in: Target };
}

/**
 * How tasks of one type are worked. A task that reads has `steps`; one that writes has `look`, `submit` and `probe`,
 * and perhaps `prepare`. Each is a recipe of its own, run in a browser of its own.
 */
export interface Capability {
  /** Inputs that `steps` use; a task without one of them cannot be worked. The other phases' inputs are fixed. */
  readonly inputs: readonly string[];
  readonly steps?: readonly Step[];
  /** Finds the record and what is on file for the same fact. */
  readonly look?: readonly Step[];
  /** Fills in the form and asks for the portal's own preview; stores nothing. */
  readonly prepare?: readonly Step[];
  /** Fills in the form again and writes once. */
  readonly submit?: readonly Step[];
  /** Reads back what is on file. */
  readonly probe?: readonly Step[];
  /** Further values for the templates: what the portal calls the values of an input. */
  readonly words: Readonly<Record<string, PortalWords>>;
}

export interface PortalWords {
  /** Name of the input. */
  readonly of: string;
  /** Each of its values and the portal's word for it. One of `are` and `like` is given. */
  readonly are?: Readonly<Record<string, string>>;
  /** How the portal writes a number: `###-###### #`, with a `#` for each letter or digit. */
  readonly like?: string;
}

export interface NeverClick {
  readonly action: PortalAction;
  readonly label: string;
  readonly names: readonly string[];
  readonly paths: readonly PathTemplate[];
}

export interface Harmless {
  readonly name: string;
  readonly page: string;
  /** Where the page has several of the name: the `within` of the step's target. */
  readonly within?: Scope;
  readonly why: string;
}

export interface ApprovalLimit {
  readonly task_type: TaskType;
  readonly field: string;
  /** Decimal text; the limit itself still passes. */
  readonly over: string;
  /** Decimal text; above this two people approve. */
  readonly two_people_over?: string;
  readonly currency: string;
}

export interface OpeningHours {
  readonly time_zone: string;
  readonly open: readonly { readonly days: readonly Weekday[]; readonly from: string; readonly to: string }[];
}
export const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;
export type Weekday = (typeof weekdays)[number];

export const targetRoles = [
  'button',
  'link',
  'textbox',
  'combobox',
  'checkbox',
  'radio',
  'tab',
  'heading',
  'status',
  'alert',
  'row',
  'cell',
  'table',
  'region',
  'listbox',
  'option',
  'searchbox',
  'spinbutton',
  'menuitem',
  'menuitemradio',
  'menuitemcheckbox',
  'treeitem',
  'img',
  'dialog',
  'form',
  'definition',
  'term',
  'alertdialog',
  'gridcell',
  'columnheader',
  'rowheader',
  'switch',
  'listitem',
  'group',
  'log',
] as const;
export type TargetRole = (typeof targetRoles)[number];

/** One element, found by what people see. Exactly one must match; none and several are both refusals. */
export interface Target {
  readonly role?: TargetRole;
  /** Accessible name, whole, with `role`. */
  readonly name?: Template;
  /** Text of the field's label, whole. */
  readonly label?: Template;
  /** Visible text of the element, whole. */
  readonly text?: Template;
  /** The field or the value that is beside this text: in the next cell, as the definition, behind the colon. */
  readonly beside?: Template;
  /** Header of the column in which the cell of the row lies, with `within.row`. */
  readonly column?: Template;
  /** The how manieth visible field of the section, from 1, with `within.section`. */
  readonly nth_field?: number;
  /** The `name` attribute of a field. */
  readonly field_name?: Template;
  /** The text that an empty field shows. */
  readonly placeholder?: Template;
  /** An identifier that the portal has for tests: `data-testid`, `data-test-id`, `data-test`, `data-cy` or `data-qa`. */
  readonly test_id?: Template;
  /** A text the element has to contain, to distinguish it from others of its role. */
  readonly containing?: Template;
  readonly within?: Scope;
}

/** The members of a target that say which element it is; one of them is given, `name` only with `role`. */
export const targetKinds = [
  'role',
  'label',
  'text',
  'beside',
  'column',
  'nth_field',
  'field_name',
  'placeholder',
  'test_id',
] as const;
/** Parts of a page that a target names with `in`: their accessible roles. */
export const sectionRoles = [
  'table',
  'region',
  'form',
  'dialog',
  'group',
  'navigation',
  'search',
  'list',
  'complementary',
] as const;

/** Where a field, or text that is written in the page itself, has the words that it shows while it is empty. */
export const placeholderAttributes = ['placeholder', 'aria-placeholder', 'data-placeholder'] as const;

export const testIdAttributes = ['data-testid', 'data-test-id', 'data-test', 'data-cy', 'data-qa'] as const;

/** Where to look for a target. */
export interface Scope {
  /** Table row with a cell of exactly this text. */
  readonly row?: Template;
  /** Region, table, form or dialog of this name. */
  readonly section?: Template;
  /** Frame whose title or name is this. */
  readonly frame?: Template;
}

interface StepBase {
  /** What the step does, in the words shown to people; made from its target when absent. */
  readonly title?: string;
  /** Milliseconds; the setting PORTAL_STEP_TIMEOUT_MS when absent. */
  readonly timeout_ms?: number;
}

export interface GoStep extends StepBase {
  readonly do: 'go';
  readonly to: PathTemplate;
  readonly next: string;
}
export interface FillStep extends StepBase {
  readonly do: 'fill';
  readonly target: Target;
  readonly value: Template;
  /** Of an amount: how the form writes -1234.56, such as `-1.234,56`; the amount is typed with its decimal mark and sign. */
  readonly written?: string;
  /** Tab is pressed then, as people do to leave a field whose calendar or list stays open. */
  readonly leave?: boolean;
  /** What is in the field is deleted and the value typed key by key, for fields that only hear single keys. */
  readonly keys?: boolean;
}
/**
 * Types what only a person has: a code that was sent to a phone, the letters of a picture. They are asked while the page
 * waits; the answer is typed and kept nowhere. As `{{answer}}` the step that sends it may name it.
 */
export interface AskStep extends StepBase {
  readonly do: 'ask';
  readonly target: Target;
  /** What people read. */
  readonly question: Template;
  /** How long the page waits for an answer; 180 when absent. */
  readonly within_s?: number;
}
/** The place of the last answer of a person. */
export const answerPlace = 'answer';
/** What is shown when a click is done: a message on the page that stays, or beside the page that follows. */
export interface ShownNext {
  /** Not there before the portal has accepted what the click sent, and there after it. One of `shows` and `gone` is given. */
  readonly shows?: Target;
  /** There until then, and not after it: the dialog or the form itself. */
  readonly gone?: Target;
  /** The words of the alert in which the page says that it is done; it need not be in `dialog`. */
  readonly alert?: Template;
  /** The fact that its text is kept as. */
  readonly as?: string;
  /** Words that the text has to begin with; what follows them is kept. */
  readonly after?: Template;
  /** Words at which what is kept ends. */
  readonly before?: Template;
  /** The page that follows; absent when the click stays on its page. */
  readonly page?: string;
}

/** The page that a step leads to, where it leads to one. */
export function pageAfter(next: string | ShownNext | undefined): string | undefined {
  return typeof next === 'object' ? next.page : next;
}

export type ClickEffect = 'read' | 'preview' | 'write';
export interface ClickStep extends StepBase {
  readonly do: 'click';
  /** `preview` sends a form that stores nothing, such as a re-rate to look at. */
  readonly effect: ClickEffect;
  readonly target: Target;
  /** The page that must follow, or what must be shown then; absent when the click stays on its page. */
  readonly next?: string | ShownNext;
  /** Where the portal comes back with a refusal, and its words; they end the run. */
  readonly refused?: { readonly page: string; readonly words: Target };
  /** Pressed twice, as people do to open a row or to write into a cell of a grid; only of a click that reads. */
  readonly double?: boolean;
  /** The click opens a window; the steps that follow act in it, until `close`. */
  readonly popup?: boolean;
  /** The requests that this write or preview may send, each at most once. */
  readonly expects?: readonly ExpectedRequest[];
  /** The dialogs that may open, in this order. */
  readonly dialog?: ExpectedDialog | readonly ExpectedDialog[] | 'none';
  /** The approval limit that was weighed before, by field; `none` where no amount is moved. */
  readonly limit?: string;
}
/** Moves the mouse over an element: its menu opens, or the buttons of its row appear. */
export interface HoverStep extends StepBase {
  readonly do: 'hover';
  readonly target: Target;
}
/**
 * Scrolls a list, or the page, until what is looked for is there: some lists have only the rows that are in sight, others fetch
 * more at their end.
 */
export interface ScrollStep extends StepBase {
  readonly do: 'scroll';
  /** The list, or something in it; the page where it is absent. */
  readonly target?: Target;
  readonly until: Target;
}
/** Keys by themselves; text is for `fill`, and Tab for its `leave`. */
export const pressedKeys = [
  'Enter',
  'Escape',
  'ArrowDown',
  'ArrowUp',
  'ArrowLeft',
  'ArrowRight',
  'Home',
  'End',
  'PageDown',
  'PageUp',
] as const;
export type PressedKey = (typeof pressedKeys)[number];
/** Presses a key in a field or list. Enter may send the form, so that it says as much of it as a click. */
export interface PressStep extends Omit<ClickStep, 'do' | 'double'> {
  readonly do: 'press';
  readonly key: PressedKey;
}
/** A step whose input may send something. */
export type SendingStep = ClickStep | PressStep;
export function maySend(step: Step): step is SendingStep {
  return step.do === 'click' || step.do === 'press';
}
export interface ChooseStep extends StepBase {
  readonly do: 'choose';
  /** `preview`: choosing sends the form, which stores nothing. Absent in playbooks of before: `read`. */
  readonly effect?: Exclude<ClickEffect, 'write'>;
  readonly target: Target;
  /** Visible text of the option; of a list of which several are chosen, those of exactly the options that are chosen then. */
  readonly option: Template | readonly Template[];
  /** The page that follows, where choosing leads to one. */
  readonly next?: string;
  /** The requests that choosing may send, each at most once. */
  readonly expects?: readonly ExpectedRequest[];
}
export interface ReadStep extends StepBase {
  readonly do: 'read';
  readonly target: Target;
  readonly as: string;
  /** Words that the text has to begin with; what follows them is kept. */
  readonly after?: Template;
}
/** Keeps values of a table in which every row is a name with its value. */
export interface ReadFieldsStep extends StepBase {
  readonly do: 'read_fields';
  /** The table. */
  readonly target: Target;
  /** Name of the row → fact. */
  readonly fields: Readonly<Record<string, string>>;
}
/** Keeps a table as the JSON text of a list of objects. */
export interface ReadRowsStep extends StepBase {
  readonly do: 'read_rows';
  /** The table. */
  readonly target: Target;
  /** Column header → name in the objects. */
  readonly columns: Readonly<Record<string, string>>;
  readonly as: string;
  /** Where the portal says that there is nothing in it: an empty list. Without it the table has to be there. */
  readonly none?: Target;
  /** Name of a column: rows without a text in it are no records, such as a total. */
  readonly keyed_by?: string;
  /** The control that leads to the next page of the list, where there is one. */
  readonly more?: Target;
}
export interface ExpectStep extends StepBase {
  readonly do: 'expect';
  readonly target: Target;
  /** The text the element has to have; absent when it only has to be there. */
  readonly text?: Template;
  /** The amount of money that it has to show, however it is written. */
  readonly amount?: Template;
}
export interface DownloadStep extends StepBase {
  readonly do: 'download';
  /** The link; it is judged like a click and then fetched, not opened. */
  readonly target: Target;
  /** The control is pressed, and what the portal answers to the request for `path` is the document. */
  readonly by?: 'click';
  readonly path: PathTemplate;
  /** Name in the evidence pack, such as `pod.pdf`. */
  readonly as: string;
  readonly media_type: string;
  readonly max_bytes: number;
}
export interface UploadStep extends StepBase {
  readonly do: 'upload';
  readonly target: Target;
  /** Name of a file that an earlier step or task put into the evidence pack. */
  readonly file: Template;
}
export interface CloseStep extends StepBase {
  readonly do: 'close';
}
/** Page facts and inputs may choose between declared branches and nothing else. One of the three questions is asked. */
export interface WhenStep extends StepBase {
  readonly do: 'when';
  /** Is at least one such element there? */
  readonly present?: Target;
  /** Is exactly one such element there? */
  readonly single?: Target;
  /** Name of an input: does it have a text? */
  readonly given?: string;
  /** Done when the answer is yes. */
  readonly steps: readonly Step[];
  /** Done when it is no. */
  readonly otherwise: readonly Step[];
}
export interface AbsentStep extends StepBase {
  readonly do: 'absent';
  /** What was looked for, for the sentence that people read. */
  readonly what: Template;
  /** Where the portal says so; its words are quoted. */
  readonly words: Target;
}
export interface RefusedStep extends StepBase {
  readonly do: 'refused';
  readonly words: Target;
}

export type Step =
  | GoStep
  | FillStep
  | AskStep
  | ClickStep
  | HoverStep
  | ScrollStep
  | PressStep
  | ChooseStep
  | ReadStep
  | ReadFieldsStep
  | ReadRowsStep
  | ExpectStep
  | DownloadStep
  | UploadStep
  | CloseStep
  | WhenStep
  | AbsentStep
  | RefusedStep;

/** The options that a step chooses, as templates. */
export function optionsOf({ option }: ChooseStep): readonly Template[] {
  return typeof option === 'string' ? [option] : option;
}

/** A state-changing request that a write step may send. */
export interface ExpectedRequest {
  readonly method: 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: PathTemplate;
  readonly content: 'form' | 'multipart' | 'json' | 'xml' | 'batch' | 'gwt' | 'none';
  /** Of a form: fields whose values are JSON texts; their members are fields, such as `variables.input.pro`. */
  readonly json?: readonly string[];
  /** Under which a body is sent where that is not `application/json`, or of XML `text/xml`. */
  readonly media_type?: string;
  /** The only fields the body may have; for JSON paths such as `lines[0].code`, so that lists have a length. */
  readonly fields: readonly string[];
  readonly constraints: readonly Constraint[];
  /** Tokens that mean nothing to people, such as one against forged requests; they may be absent. */
  readonly opaque?: readonly OpaqueField[];
  /** Fields that may be there several times, such as ticked boxes of one name. */
  readonly repeats?: readonly string[];
  /** Headers that the portal's page adds, beside those of a browser and of tokens against forged requests. */
  readonly headers?: readonly DeclaredHeader[];
  /** Names of query fields that the address may have. */
  readonly query?: readonly string[];
  /** The portal signs the body: only one that is in the canonical form already may leave. */
  readonly as_is?: boolean;
}

/** By its name alone, or with the value that it has to have: fixed, or by its form. */
export type DeclaredHeader =
  | string
  | { readonly name: string; readonly equals: Template }
  | { readonly name: string; readonly pattern: string; readonly max_length: number };

/** A request that a page makes to read, as often as it likes. */
export interface DeclaredRead extends Omit<ExpectedRequest, 'method'> {
  readonly method: 'GET' | 'HEAD' | 'POST';
}

/** What a field of the body has to be, compared with the task and not with the page. */
export interface Constraint {
  readonly field: string;
  readonly equals?: Template;
  readonly one_of?: readonly Template[];
  /** Of a field that is sent for each option that was chosen in a list of several: these values, each once, in any order. */
  readonly all_of?: readonly Template[];
  /** The option of this text, which a step chose before: the value is what the list has for it, such as an internal id. */
  readonly chosen?: Template;
  /** Decimal text; the absolute value counts. */
  readonly at_most?: Template;
  /** How the portal's page writes what was typed; absent where it leaves it alone. */
  readonly format?: ValueFormat;
  /** Of money: how the form writes -1234.56, such as `-1.234,56 €`; without it with a decimal point and dollars. */
  readonly written?: string;
  /** Of a JSON member; a text where it is absent. */
  readonly type?: 'number' | 'boolean' | 'null' | 'empty';
}

export const valueFormats = ['money', 'upper', 'digits', 'date'] as const;
export type ValueFormat = (typeof valueFormats)[number];

/** A field whose value is known by its form only. */
export interface OpaqueField {
  readonly field: string;
  /** A regular expression without groups, for the whole value. */
  readonly pattern: string;
  readonly max_length: number;
  /** Of a JSON member, such as the number of a JSON-RPC call; a text where it is absent. */
  readonly type?: 'number';
}

export interface ExpectedDialog {
  readonly type: 'alert' | 'confirm' | 'prompt';
  /** Of an alert, a `*` stands for one word with a digit in it, such as the number of what was saved. */
  readonly text: Template;
  readonly answer: 'accept' | 'dismiss';
  /** What is typed into a prompt. */
  readonly value?: Template;
}

/** The dialogs of a step, in their order. */
export function dialogsOf({ dialog }: Pick<ClickStep, 'dialog'>): readonly ExpectedDialog[] {
  if (dialog === undefined || dialog === 'none') return [];
  return 'type' in dialog ? [dialog] : dialog;
}

/** A playbook as its file has it: steps that several recipes share are written once, as named parts. */
export interface PlaybookFile extends Omit<Playbook, 'capabilities'> {
  readonly parts: Readonly<Record<string, readonly FileStep[]>>;
  readonly capabilities: Readonly<Partial<Record<TaskType, Capability>>>;
}
/** Stands for the steps of a part. */
export interface PartStep {
  readonly do: 'part';
  readonly name: string;
}
export type FileStep = Step | PartStep;

/** A checked playbook with the digest that tasks and approvals carry. */
export interface LoadedPlaybook extends Playbook {
  /** SHA-256 over the canonical JSON of the file, before settings were filled in. */
  readonly digest: string;
}
