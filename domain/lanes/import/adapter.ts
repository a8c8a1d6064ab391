/** What an import adapter is: one kind of export, its mapping as a JSON Schema, and how its text becomes events. */
import type { JsonSchema } from '../../json-schema.ts';
import type { Values } from '../event.ts';

/** A piece of work as an export describes it; `POST /v1/schema` calls it a step.done. */
export interface ImportedEvent {
  readonly id: string;
  readonly kind: 'step.done';
  readonly at: string;
  readonly queue: string;
  readonly step: string;
  readonly item: string;
  readonly role: string;
  readonly actor: { readonly kind: 'operator' | 'agent'; readonly id: string; readonly version?: string };
  readonly decision?: string;
  readonly outputs?: Values;
  readonly features?: Values;
  readonly started_at?: string;
}

/** A row of the export that is not imported. */
export interface LeftOut {
  /** Line of the export on which the row starts, counted from 1. */
  readonly line: number;
  readonly reason: string;
}

export type MappedRow = { readonly line: number; readonly event: ImportedEvent } | LeftOut;

/** What every mapping may say; the rest is the adapter's own. */
export interface CommonMapping {
  readonly queue: string;
  /** Text of the export → id of the step; a text may end with `*`. */
  readonly steps?: Readonly<Record<string, string>>;
  /** Names of agents; a name may end with `*`. */
  readonly agents?: readonly string[];
  readonly features?: FieldMap;
  readonly timezone?: string;
}

/** Name → column, or columns that keep their name. */
export type FieldMap = Readonly<Record<string, string>> | readonly string[];

export interface ImportTools {
  /** Text → at least 32 hexadecimal digits that differ for other text. */
  readonly hash: (text: string) => string;
}

/** Rows as they are read (undefined: nothing yet), or what makes the export as a whole unreadable. */
export type ReadExport = { readonly rows: Iterable<MappedRow | undefined> } | { readonly findings: readonly string[] };

export interface ImportAdapter {
  readonly name: string;
  readonly about: string;
  /** Mappings are checked against it before `read` is called; `format: timezone` is a name of the IANA database. */
  readonly mappingSchema: JsonSchema;
  /** Yields where it may be interrupted. @param mapping one that the schema lets through */
  read(text: string, mapping: CommonMapping, tools: ImportTools): Generator<void, ReadExport>;
  /** Names of outputs and of features that its events may have. */
  fieldsOf(mapping: CommonMapping): { readonly outputs: readonly string[]; readonly features: readonly string[] };
}
