/** The steps of a recipe: what is done on a page, and what has to follow. */
import type { ExpectedDialog, ExpectedRequest } from './declared-request.ts';
import type { PathTemplate, Target, Template } from './target.ts';

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
  /** In the login, where the page sends the form by itself once the field is full: the page that follows, and what is sent. */
  readonly next?: string;
  readonly expects?: readonly ExpectedRequest[];
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
interface HoverStep extends StepBase {
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
  /** Words at which what is kept ends. */
  readonly before?: Template;
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

interface CloseStep extends StepBase {
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

interface AbsentStep extends StepBase {
  readonly do: 'absent';
  /** What was looked for, for the sentence that people read. */
  readonly what: Template;
  /** Where the portal says so; its words are quoted. */
  readonly words: Target;
}

interface RefusedStep extends StepBase {
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

/** The dialogs of a step, in their order. */
export function dialogsOf({ dialog }: Pick<ClickStep, 'dialog'>): readonly ExpectedDialog[] {
  if (dialog === undefined || dialog === 'none') return [];
  return 'type' in dialog ? [dialog] : dialog;
}
