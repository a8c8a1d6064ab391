/** What a portal is made of: the contract between the framework and an application such as the TMS. */

import type pg from 'pg';
import type { Html } from './html.ts';

export type PortalId = 'tms' | 'audit' | 'demo';

/** What reads the database: a pool or one client. */
export type Queryable = Pick<pg.ClientBase, 'query'>;

/** Which record a request or a fault is about. */
export interface RecordKeys {
  readonly pro?: string;
  readonly invoice_number?: string;
  readonly claim_id?: string;
}

export interface Account {
  readonly username: string;
  readonly password: string;
  /** Base32; the portal then asks for a one-time code after the password. */
  readonly totp_secret?: string;
}

export interface Session {
  /** Names the session in the truth; cannot be used to take it over. */
  readonly label: string;
  readonly username: string;
}

/** A file of a posted form. */
export interface UploadedFile {
  readonly filename: string;
  readonly content: Buffer;
}

/** One request, as a page sees it. */
export interface Visit {
  readonly path: string;
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  /** Fields of a posted form; empty for GET. */
  readonly form: URLSearchParams;
  readonly files: ReadonlyMap<string, UploadedFile>;
  /** Who is signed in; null only on routes that are open. */
  readonly session: Session | null;
  /** Who gave the password and still owes the one-time code. */
  readonly pending: Session | null;
  readonly now: Date;
  /** Text that somebody planted for robots to read (fault `injection`), for pages that show other people's text. */
  readonly planted: string | null;
  /** The skin's text for a classic label. */
  readonly label: (classic: string) => string;
  /** Reads what pages show: the data as they are, or (fault `stale`) as they were. */
  readonly db: Queryable;
  /** A control that looks like the next one and is not (fault `decoy`); null when there is to be none. */
  readonly decoy: (control: Html) => Html | null;
  /** Stores what a form asks for, or whatever the set faults make of it. */
  readonly write: (order: WriteOrder) => Promise<Answer>;
}

export interface Page {
  readonly kind: 'page';
  /** Shown without header, menu and skin, as a server in trouble does. */
  readonly bare?: boolean;
  /** Shown without header and menu, as the inside of a frame or a window of its own. */
  readonly embedded?: boolean;
  readonly status?: number;
  /** Level-one heading and, with the portal's name, the title. */
  readonly heading: string;
  readonly body: Html;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Redirect {
  readonly kind: 'redirect';
  readonly to: string;
  /** What happens to the visitor's session on the way: one is opened for a user, or it ends. */
  readonly session?: { readonly open: string; readonly awaitsCode?: boolean } | 'end';
}

/** Bytes shown inline under a file name. */
export interface Document {
  readonly kind: 'document';
  readonly filename: string;
  readonly contentType: string;
  readonly content: Buffer;
}

/** The connection is closed without a word. */
export interface Silence {
  readonly kind: 'silence';
}

export type Answer = Page | Redirect | Document | Silence;

export interface Route {
  readonly method: 'GET' | 'POST';
  /** Path with `:name` for one segment, such as `/shipments/:pro`. */
  readonly path: string;
  /** Reachable without signing in. */
  readonly open?: boolean;
  /** Always in this skin, whatever the portal's. */
  readonly skin?: 'v2';
  /** The record a request to this route is about; faults and truth are matched by it. */
  about?(params: Readonly<Record<string, string>>, query: URLSearchParams): RecordKeys | Promise<RecordKeys>;
  /** The place of another record like this one (fault `wrong_record`); null when there is none. */
  neighbour?(params: Readonly<Record<string, string>>): Promise<Readonly<Record<string, string>> | null>;
  answer(visit: Visit): Promise<Answer>;
}

export interface Application {
  /** How faults and truth name the portal. */
  readonly portal: PortalId;
  /** Name in header and title. */
  readonly name: string;
  /** Where sign-in leads. */
  readonly home: string;
  /** Main menu of a signed-in page: classic label and path. */
  readonly menu: readonly (readonly [label: string, path: string])[];
  /** Classic label to the label of the `v2` skin. */
  readonly v2Words: Readonly<Record<string, string>>;
  /** Under every page. */
  readonly imprint: string;
  /** Where a post does harm, for the script of the fault `hostile`. */
  readonly harm: (about: RecordKeys) => string;
  /** Folder with the numbered SQL files of its tables; null when it has none. */
  readonly migrations: URL | null;
  /** Changes whenever `seed` gives other data; stored data of another version are seeded again. */
  readonly seedVersion: string;
  readonly routes: readonly Route[];
  /** Replaces all data of the application by the seed. */
  seed(client: pg.PoolClient): Promise<void>;
  /** Called after every seeding: forget what was computed from the old data. */
  seeded(): void;
  /** Why the account may not sign in although its password is right; null when it may. */
  refusesSignIn?(username: string): Promise<string | null>;
}

/** A page of the given heading and body. */
export function page(heading: string, body: Html, more: Omit<Page, 'kind' | 'heading' | 'body'> = {}): Page {
  return { kind: 'page', heading, body, ...more };
}

/** Sends the browser on with 303 See Other. */
export function redirect(to: string, session?: Redirect['session']): Redirect {
  return session === undefined ? { kind: 'redirect', to } : { kind: 'redirect', to, session };
}
/** `half` loses what a half save loses; `again` stores a repeat as if it were none. */
export type StoreManner = 'whole' | 'half' | 'again';

export interface Stored {
  readonly kind: 'stored';
  /** The number the portal gives it. */
  readonly number: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

export type StoreResult =
  | Stored
  /** The same record carries the same reference already; `number` is the first one's. */
  | { readonly kind: 'repeat'; readonly number: string; readonly words: string }
  | { readonly kind: 'refused'; readonly words: string };

export interface WriteOrder {
  /** What is done, such as `file_dispute`. */
  readonly kind: string;
  /** "Your reference"; empty when none was given. */
  readonly reference: string;
  /** Checks under lock and stores. */
  store(client: pg.PoolClient, manner: StoreManner): Promise<StoreResult>;
  /** Does the same to a neighbouring record; null when there is none. */
  collateral(client: pg.PoolClient): Promise<(Stored & { readonly about: RecordKeys }) | null>;
  /** Path of the record. */
  place(number: string): string;
  /** The page of a record that was never stored. */
  pretend(number: string): Page;
  /** The form again. */
  refuse(words: string): Answer | Promise<Answer>;
}
