/**
 * The playbook language (D23): how one portal is worked, as data. Templates such as `{{pro}}` stand for a task's
 * inputs, `{{account.username}}` for the portal account; both are filled in only while a step runs.
 */
import type { Day } from '../rules/calendar.ts';
import type { PortalAction, TaskType } from '../task.ts';
import type { DeclaredRead } from './declared-request.ts';
import type { Step } from './step.ts';
import type { PathTemplate, Scope, Target, Template } from './target.ts';
import type { OpeningHours } from './opening-hours.ts';

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
  /** The portal's own field that takes our mark, or those of its forms, so that a record is recognised as ours (D25). */
  readonly reference_field: string | readonly string[] | null;
  readonly hours: OpeningHours | null;
  readonly rate_limit: { readonly per_minute: number } | null;
  /** How long the portal gets to show a write, in milliseconds; null for the deployment's time. */
  readonly settle_ms: number | null;
  /**
   * `plain`: the portal writes amounts as numbers, `255` for $255.00. A sample of how it writes -1234.56, such as `-1.234,56 $`: amounts
   * and numbers have its marks. Otherwise an amount has its two decimals.
   */
  readonly amounts: string;
  /** How the portal writes 22 November 2026 in figures, such as `22.11.2026`; without it the month comes first. */
  readonly dates?: string;
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

interface Login {
  /** The page that shows that nobody is signed in. */
  readonly page: string;
  readonly steps: readonly Step[];
  readonly probe: { readonly go: PathTemplate; readonly page: string; readonly signed_in: Target };
  /** The portal asks by HTTP (Basic), where a browser opens a window of its own. */
  readonly http_basic?: boolean;
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
  /** What the portal calls the values of an input, further values for the templates; or those of a fact, as they are read. */
  readonly words: Readonly<Record<string, PortalWords>>;
}

export interface PortalWords {
  /** Name of the input, or of a fact or a column that is read. */
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

/** A playbook as its file has it: steps that several recipes share are written once, as named parts. */
export interface PlaybookFile extends Omit<Playbook, 'capabilities'> {
  readonly parts: Readonly<Record<string, readonly FileStep[]>>;
  readonly capabilities: Readonly<Partial<Record<TaskType, Capability>>>;
}

/** Stands for the steps of a part. */
interface PartStep {
  readonly do: 'part';
  readonly name: string;
}

export type FileStep = Step | PartStep;

/** A checked playbook with the digest that tasks and approvals carry. */
export interface LoadedPlaybook extends Playbook {
  /** SHA-256 over the canonical JSON of the file, before settings were filled in. */
  readonly digest: string;
}
