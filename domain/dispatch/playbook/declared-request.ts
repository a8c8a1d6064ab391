/** The requests and dialogs that a playbook declares: what a step may send, and what pages send to read. */
import type { PathTemplate, Template } from './target.ts';

/** A state-changing request that a write step may send. */
export interface ExpectedRequest {
  readonly method: 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: PathTemplate;
  /** `file`: the body is a file that a step put into the page, and nothing else. */
  readonly content: 'form' | 'multipart' | 'json' | 'xml' | 'batch' | 'gwt' | 'file' | 'none';
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
  /** PUT and PATCH only of a file. */
  readonly method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH';
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
